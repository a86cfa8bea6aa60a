//! `qicc witness refine FILE… WITNESS`: stepwise testification (paper 003, figure 3).
//!
//! Each step validates the witness of the one before it with an analysis of its own, and hands on a witness with the
//! inputs of the execution that it found: fewer ways, and more values. The last step may be a test, which is run. A
//! step that does not confirm ends the chain; what was found until then is written all the same.

use super::subject::{Failure, Subject};
use super::validate::{self, Outcome, Which};
use super::{inputs, test};
use crate::analysis::{Domain, Monitors, Order};
use crate::cli::{OK, UNUSABLE, input, output};
use crate::engine::bounded::Plan;
use crate::source::{Diagnostic, SourceMap, Span};
use crate::verifier::registry::Named;
use crate::verifier::{Analysis, Embedded, Method, seconds};
use crate::witness::{self, Action, Content, Formula, Passed, Place, Segment, Waypoint, Witness};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc witness refine main.c witness.graphml --step predicate --step interval --step test -o refined.yml

What each step came to is printed: how many waypoints its witness has, how many inputs it fixes, how
many edges the product with the program has, and the time. Exit codes are those of the
last step that was made: 0 confirmed · 1 rejected · 3 unknown.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    which: Which,

    /// Who comes next; can be repeated
    #[arg(long = "step", value_enum, value_name = "ANALYSIS", required = true, help_heading = "Steps")]
    steps: Vec<Step>,

    /// Write the last witness to this file, as YAML
    #[arg(short, value_name = "OUT", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Step {
    /// Round by round
    Bmc,
    /// Also all rounds at once
    Kinduction,
    /// By the values of few variables
    Value,
    /// By the least and the largest values of variables
    Interval,
    /// By few conditions that hold where loops begin
    Predicate,
    /// The same, with values of variables where these are enough
    Composite,
    /// The program itself, compiled with the inputs of the witness
    Test,
}

impl Step {
    fn verifier(self) -> Embedded {
        let domain = match self {
            Step::Bmc | Step::Kinduction | Step::Test => None,
            Step::Value => Some(Domain::Value),
            Step::Interval => Some(Domain::Interval),
            Step::Predicate => Some(Domain::Predicate),
            Step::Composite => Some(Domain::Composite),
        };
        let method = match domain {
            Some(domain) => Method::Analysis(Analysis {
                domain,
                order: Order::Topological,
                monitors: Monitors::default(),
                condition: None,
                partial: Arc::default(),
            }),
            None => Method::Bounded(Plan { most: None, induction: self != Step::Bmc, traces: true }),
        };
        Embedded { method }
    }

    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
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
        let (mut text, mut code) = (String::new(), UNUSABLE);
        for step in &self.steps {
            let since = Instant::now();
            let subject = match Subject::new(&input, &witness, &self.which.asked.check) {
                Ok(subject) => subject,
                Err(Failure::Unusable(code)) => return Err(code),
                Err(Failure::Unknown(why)) => {
                    _ = writeln!(text, "{}: unknown: {}", step.name(), validate::words(&why));
                    code = 3;
                    break;
                }
            };
            let made = self.step(*step, &input, &witness, &subject).map_err(output::unusable)?;
            let (outcome, refined) = made;
            let size = size(&subject);
            _ = writeln!(
                text,
                "{}: {}; the product has {size} edges, {}",
                step.name(),
                outcome.text(),
                seconds(since.elapsed())
            );
            code = outcome.exit_code();
            if let Some(refined) = refined {
                _ = writeln!(text, "  {}", describe(&refined));
                witness = refined;
            }
            if code != OK {
                break;
            }
        }
        if let Some(path) = &self.output {
            witness::save(path, &witness).map_err(output::unusable)?;
        }
        match output::result(&text, None) {
            OK => Ok(code),
            failed => Err(failed),
        }
    }

    /// What one step comes to, and the witness that it hands on.
    fn step(
        &self,
        step: Step,
        input: &input::Args,
        witness: &Witness,
        subject: &Subject,
    ) -> Result<(Outcome, Option<Witness>), Diagnostic> {
        if step == Step::Test {
            return Ok((test::execute(input, witness, subject, &self.which.limits, None)?, None));
        }
        let verifier = Named::Here(Arc::new(step.verifier()));
        let ran = validate::ask(&subject.product, verifier, &self.which.limits, None)?;
        let outcome = validate::conclude(witness, subject, &ran);
        let found = validate::violation(&subject.product, &ran).filter(|_| outcome.exit_code() == OK);
        let Some((property, counterexample)) = found else { return Ok((outcome, None)) };
        let inputs = inputs::of(&subject.product.program, counterexample, true);
        let map = &subject.product.map;
        let mut segments: Vec<Segment> = inputs
            .iter()
            .map(|input| {
                let text = input.known.of("\\result");
                let formula = Formula { text, format: Some("acsl_expression".into()) };
                segment(place(map, last(input.span)), Passed::FunctionReturn(formula))
            })
            .collect();
        segments.push(segment(place(map, subject.product.program[property].span), Passed::Target));
        let mut metadata = witness.metadata.clone();
        metadata.format_version = "2.0".into();
        metadata.producer = witness::Producer {
            name: Some("qicc".into()),
            version: Some(env!("CARGO_PKG_VERSION").into()),
            ..witness::Producer::default()
        };
        Ok((outcome, Some(Witness { metadata, content: Content::Segments(segments) })))
    }
}

/// The last token of a call: its closing parenthesis.
fn last(span: Span) -> Span {
    Span { start: span.end.saturating_sub(1).max(span.start), ..span }
}

fn place(map: &SourceMap, span: Span) -> Place {
    let location = map.locate(span);
    Place { file: location.file, line: location.line, column: Some(location.column), function: None }
}

fn segment(location: Place, what: Passed) -> Segment {
    Segment { waypoints: vec![Waypoint { action: Action::Follow, location, what }] }
}

/// How many edges the product has.
fn size(subject: &Subject) -> usize {
    subject.product.program.functions.iter().filter_map(|function| function.cfa()).map(|cfa| cfa.edges.len()).sum()
}

fn describe(witness: &Witness) -> String {
    let Content::Segments(segments) = &witness.content else { return String::new() };
    format!("{} waypoints, {} inputs fixed", segments.len(), segments.len().saturating_sub(1))
}
