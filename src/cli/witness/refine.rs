//! `qicc witness refine FILE… WITNESS`: stepwise testification (paper 003, figure 3).
//!
//! Each step validates the witness of the one before it with an analysis of its own, and hands on a witness of the
//! execution that it found, with its inputs and branches: fewer ways, and more values. The last step may be a test,
//! which is run. After a step that does not know, the next one has the witness that this one had; a step that rejects
//! ends the chain. What was found until then is written all the same, if anything was.
//!
//! How much the witness narrows is seen by what a step still had to look at: an analysis that goes state by state says
//! how many states there were, and how many lines and branches of the program it came to.

use super::subject::{Bare, Failure, Subject};
use super::validate::{self, Outcome, UNKNOWN, Which};
use super::{inputs, test};
use crate::analysis::Partial;
use crate::cfa::{Edge, PropId};
use crate::cli::check::Kind;
use crate::cli::{OK, input, output, testimony};
use crate::source::{Diagnostic, SourceMap, Span};
use crate::verifier::registry::Named;
use crate::verifier::{Analysis, Counterexample, Embedded, Method, seconds};
use crate::witness::protocol::Source;
use crate::witness::record;
use crate::witness::{self, Content, Format, Formula, Passed, Place, Segment, Waypoint, Witness};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc witness refine main.c witness.graphml --step predicate --step interval --step test -o refined.yml

What each step came to is printed: how many edges the product with the program has, how many states
it had and how many lines and branches of the program it came to, if it goes state by state, the
time, and how many waypoints and inputs the witness has that it hands on. After a step that does not know, the next
one has the same witness. OUT is written if a step has refined the witness. Exit codes are what the
last step says that knows something: 0 confirmed · 1 rejected · 3 unknown, if none does.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "qicc witness refine [OPTIONS] --step <ANALYSIS> FILE... WITNESS [-- <C FLAGS>...]")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    which: Which,

    /// Who comes next; can be repeated
    #[arg(long = "step", value_enum, value_name = "ANALYSIS", required = true, help_heading = "Steps")]
    steps: Vec<Step>,

    /// Write the last witness to this file: GraphML 1.0 if its name ends in .graphml, else YAML 2.0
    #[arg(short, value_name = "OUT", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    By(Kind),
    /// The program itself, compiled with the inputs of the witness
    Test,
}

impl ValueEnum for Step {
    fn value_variants<'a>() -> &'a [Step] {
        static ALL: LazyLock<Vec<Step>> =
            LazyLock::new(|| Kind::value_variants().iter().map(|kind| Step::By(*kind)).chain([Step::Test]).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Step::By(kind) => kind.to_possible_value(),
            Step::Test => {
                Some(PossibleValue::new("test").help("The program itself, compiled with the inputs of the witness"))
            }
        }
    }
}

/// What an analysis had to look at.
type Looked = Arc<Mutex<Option<Partial>>>;

/// How a step looks at the product, and what it had to look at when it has ended.
fn method(kind: Kind) -> (Method, Looked) {
    match kind.domain() {
        Some(domain) => {
            let analysis = Analysis::new(domain);
            let looked = Arc::clone(&analysis.partial);
            (Method::Analysis(analysis), looked)
        }
        None => (kind.bounded(None), Looked::default()),
    }
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

pub(super) fn run(args: &Args) -> u8 {
    args.run().unwrap_or_else(|code| code)
}

impl Args {
    fn run(&self) -> Result<u8, u8> {
        let (input, mut witness) = self.which.load().map_err(output::unusable)?;
        if !super::subject::is_violation(&witness) {
            let message = "only witnesses of violations are refined, and this one is of a proof";
            return Err(output::unusable(Diagnostic::new("witness", message)));
        }
        let (mut text, mut code, mut is_refined) = (String::new(), UNKNOWN, false);
        for step in &self.steps {
            let since = Instant::now();
            let subject = match Subject::new(&input, &witness, &self.which.asked.check) {
                Ok(subject) => subject,
                Err(Failure::Unusable(code)) => return Err(code),
                Err(Failure::Unknown(why)) => {
                    // Nor can it in any other step.
                    _ = writeln!(text, "{}: unknown: {}", step.name(), validate::words(&why));
                    break;
                }
            };
            let Made { outcome, refined, looked } =
                self.step(*step, &input, &witness, &subject).map_err(output::unusable)?;
            let looked = looked.map_or(String::new(), |partial| coverage(&subject, &partial));
            _ = writeln!(
                text,
                "{}: {}; the product has {} edges{looked}, {}",
                step.name(),
                outcome.text(),
                size(&subject),
                seconds(since.elapsed())
            );
            if let Some(refined) = refined {
                _ = writeln!(text, "  {}", describe(&refined));
                (witness, is_refined) = (refined, true);
            }
            match outcome {
                Outcome::Unknown(_) => _ = writeln!(text, "  the witness stays what it was"),
                Outcome::Confirmed(_) => code = OK,
                Outcome::Rejected(_) => {
                    code = outcome.exit_code();
                    break;
                }
            }
        }
        match &self.output {
            Some(path) if is_refined => witness::save(path, &witness).map_err(output::unusable)?,
            Some(path) => {
                _ = writeln!(text, "nothing is written to {}: no step has refined the witness", path.display());
            }
            None => {}
        }
        match output::result(&text, None) {
            OK => Ok(code),
            failed => Err(failed),
        }
    }

    /// What one step comes to, and the witness that it hands on.
    fn step(&self, step: Step, input: &input::Args, witness: &Witness, subject: &Subject) -> Result<Made, Diagnostic> {
        let Step::By(kind) = step else {
            let outcome = test::execute(input, witness, subject, &self.which, None)?;
            return Ok(Made { outcome, refined: None, looked: None });
        };
        let (method, looked) = method(kind);
        let verifier = Named::Here(Arc::new(Embedded { method })).seeking();
        let ran = validate::ask(&subject.product, verifier, &self.which.limits, None)?;
        let looked = looked.lock().unwrap_or_else(PoisonError::into_inner).take();
        let outcome = validate::conclude(witness, subject, &ran);
        let found = validate::violation(&subject.product, &ran).filter(|_| outcome.exit_code() == OK);
        let Some((property, counterexample)) = found else { return Ok(Made { outcome, refined: None, looked }) };
        let refined = Some(self.refined(input, witness, subject, (property, counterexample))?);
        Ok(Made { outcome, refined, looked })
    }

    /// The witness of an execution that was found on the way of another one: what the program was given, and which ways
    /// it went. That is found by following the program itself with the same inputs, since the product has branches of
    /// its own. Where there is no time for that, the inputs have to do.
    fn refined(
        &self,
        input: &input::Args,
        witness: &Witness,
        subject: &Subject,
        (property, counterexample): (PropId, &Counterexample),
    ) -> Result<Witness, Diagnostic> {
        let product = &subject.product;
        let format = self.output.as_deref().and_then(Format::of_name).unwrap_or(Format::Yaml);
        let target = segment(place(&product.map, product.program[property].span), Passed::Target);
        // The program without the questions of the witness.
        if let Ok(bare) = Bare::new(input, witness, &self.which.asked.check)
            && let Some((question, id)) = bare.about(&product.ids[property.0 as usize])
            && let Some(found) =
                testimony::retraced(&question, id, &inputs::told(&product.program, counterexample, true))
            && let Some(entry) = question.entries.values().next()
        {
            let source = Source::new(&question.map);
            let execution = testimony::execution(&question, entry.clone(), id, &found);
            let content = record::violation(&execution, &source, &question.program, format)?;
            return testimony::sealed(witness.metadata.clone(), content, format);
        }
        let inputs = inputs::of(&product.program, counterexample, true);
        let returned = |input: &inputs::Input| {
            let formula = Formula { text: input.known.of("\\result"), format: Some("acsl_expression".into()) };
            segment(place(&product.map, last(input.span)), Passed::FunctionReturn(formula))
        };
        let told = inputs.iter().filter(|input| input.in_a_word).map(returned);
        let content = Content::Segments(told.chain([target]).collect());
        testimony::sealed(witness.metadata.clone(), content, Format::Yaml)
    }
}

/// What a step came to, with the witness that it hands on.
struct Made {
    outcome: Outcome,
    refined: Option<Witness>,
    looked: Option<Partial>,
}

/// How many states of the program there were, and how many of its lines and of the ways on at its conditions they came
/// to (paper 003, figure 6). What the witness adds has no source of its own.
fn coverage(subject: &Subject, partial: &Partial) -> String {
    let map = &subject.question.map;
    let functions = subject.question.program.functions.iter().filter_map(|function| function.cfa());
    let edges: Vec<&Edge> = functions.flat_map(|cfa| &cfa.edges).collect();
    let branches: BTreeSet<(Span, bool)> = edges.iter().filter_map(|edge| edge.branch()).collect();
    let taken = branches.intersection(&partial.branches).count();
    let lines: BTreeSet<(&str, u32)> = edges.iter().map(|edge| map.line(edge.span)).collect();
    let seen: Vec<Span> = partial.states.iter().flatten().copied().filter(|span| !span.is_nothing()).collect();
    let visited: BTreeSet<(&str, u32)> = seen.iter().map(|span| map.line(*span)).collect();
    let both = lines.intersection(&visited).count();
    let (states, lines, branches) = (seen.len(), lines.len(), branches.len());
    format!(", {states} states came to {both} of {lines} lines and {taken} of {branches} branches")
}

/// The last token of a call: its closing parenthesis.
fn last(span: Span) -> Span {
    Span { start: span.end.saturating_sub(1).max(span.start), ..span }
}

fn place(map: &SourceMap, span: Span) -> Place {
    let location = map.locate(span);
    let column = Some(map.column(&location));
    Place { file: location.file, line: location.line, column, function: None }
}

fn segment(location: Place, what: Passed) -> Segment {
    Segment { waypoints: vec![Waypoint::followed(location, what)] }
}

/// How many edges the product has.
fn size(subject: &Subject) -> usize {
    subject.product.program.functions.iter().filter_map(|function| function.cfa()).map(|cfa| cfa.edges.len()).sum()
}

/// How much a witness says.
fn describe(witness: &Witness) -> String {
    match &witness.content {
        Content::Segments(segments) => {
            let passed = || segments.iter().flat_map(|segment| &segment.waypoints).map(|waypoint| &waypoint.what);
            let inputs =
                passed().filter(|what| matches!(what, Passed::FunctionReturn(_) | Passed::Assumption(_))).count();
            let branches = passed().filter(|what| matches!(what, Passed::Branching(_))).count();
            format!("{} waypoints: {inputs} inputs and {branches} branches fixed", segments.len())
        }
        Content::Automaton(automaton) => {
            let inputs = automaton.edges.iter().filter(|edge| edge.assumption.is_some()).count();
            let branches = automaton.edges.iter().filter(|edge| edge.guard.control.is_some()).count() / 2;
            format!("{} nodes: {inputs} inputs and {branches} branches fixed", automaton.nodes.len())
        }
        Content::Invariants(_) | Content::Annotations(_) => String::new(),
    }
}
