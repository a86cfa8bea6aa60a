//! `qicc witness validate FILE… WITNESS`: whether a witness is right about a program.

use super::subject::{self, Failure, Subject};
use crate::cfa::PropId;
use crate::cli::output::Format;
use crate::cli::question::Question;
use crate::cli::run::{self, Ran, Way};
use crate::cli::{OK, input, limits, output, question, save};
use crate::exec;
use crate::report::{self, Assumed, Progress, Step, Validation};
use crate::source::Diagnostic;
use crate::verifier::registry::{self, Named};
use crate::verifier::{Confirmation, Counterexample, Reason, Search, Verdict};
use crate::witness::{self, Witness, protocol};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc witness validate main.c witness.graphml
  qicc witness validate main.c witness.yml --verifier cbmc

FILE... are the files of the program, and WITNESS is the one about it: GraphML or YAML, also compressed.
Exit codes: 0 confirmed · 1 rejected · 3 unknown · 2 usage error or unusable input.
A violation is confirmed by an execution of the program on a way of the witness that violates the
property, and rejected when there is none. A proof is confirmed when all of its invariants hold
and the program is proved with them, and rejected when one of them, or the program, is violated.";

/// Nobody knows whether a witness is right.
pub(super) const UNKNOWN: u8 = 3;

/// The user stopped it.
const INTERRUPTED: u8 = 130;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "qicc witness validate [OPTIONS] FILE... WITNESS [-- <C FLAGS>...]")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    which: Which,

    /// Who looks at the program beside the witness: a name that `qicc doctor` lists, or a file that describes one
    #[arg(long, value_name = "NAME|FILE.toml", default_value = registry::EMBEDDED, help_heading = "Question")]
    verifier: String,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,

    /// Keep the program beside the witness in this folder, as program.c, and what the verifier gets
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Output")]
    save: Option<PathBuf>,
}

/// A program, a witness, and what is asked about both.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Which {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    pub(super) asked: question::Args,

    #[command(flatten)]
    pub(super) limits: limits::Args,

    /// Do not care whether the witness was made for this very file, and speaks of lines that are there
    #[arg(long, help_heading = "Question")]
    ignore_hash: bool,
}

impl Which {
    /// The program, and the witness behind it on the command line.
    pub(super) fn load(&self) -> Result<(input::Args, Witness), Diagnostic> {
        let (path, input) = self.input.and_witness()?;
        let files = match self.ignore_hash {
            true => None,
            false => Some(witness::Subject::read(&input.texts()?)?),
        };
        let witness = witness::load(&path, files.as_ref())?;
        if let Some(files) = files {
            files.check(&witness)?;
        }
        Ok((input, witness))
    }
}

/// What came of a witness.
pub(super) enum Outcome {
    Confirmed(String),
    Rejected(String),
    Unknown(String),
}

impl Outcome {
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Outcome::Confirmed(_) => 0,
            Outcome::Rejected(_) => 1,
            Outcome::Unknown(_) => UNKNOWN,
        }
    }

    /// The word for it, and the reason.
    fn words(&self) -> (&'static str, &str) {
        match self {
            Outcome::Confirmed(why) => ("confirmed", why),
            Outcome::Rejected(why) => ("rejected", why),
            Outcome::Unknown(why) => ("unknown", why),
        }
    }

    pub(super) fn text(&self) -> String {
        let (word, why) = self.words();
        format!("{word}: {why}")
    }
}

pub(super) fn run(args: &Args) -> u8 {
    let since = Instant::now();
    let (input, witness) = match args.which.load() {
        Ok(loaded) => loaded,
        Err(error) => return output::unusable(error),
    };
    let (mut outcome, mut details) = match args.validate(&input, &witness) {
        Ok(found) => found,
        Err(code) => return code,
    };
    if let (Outcome::Rejected(_), Some(lenient)) = (&outcome, protocol::lenient(&witness))
        && let Ok((Outcome::Confirmed(why), found)) = args.validate(&input, &lenient)
    {
        let why = format!(
            "no execution is as the witness says; if what it assumes at branches may hold one step later, {why}"
        );
        (outcome, details) = (Outcome::Unknown(why), found);
    }
    let exit = outcome.exit_code();
    let (outcome, why) = outcome.words();
    let Details { notes, assumptions, trace } = details;
    let shown = Validation { outcome, why: why.to_owned(), notes, assumptions, trace, elapsed: since.elapsed(), exit };
    let text = match args.format {
        Format::Text => shown.text(output::styles(&std::io::stdout())),
        Format::Json => shown.json(),
    };
    match output::result(&text, None) {
        OK => exit,
        failed => failed,
    }
}

/// What there is to say besides the outcome.
#[derive(Default)]
struct Details {
    notes: Vec<String>,
    /// What it takes for granted.
    assumptions: Vec<Assumed>,
    /// The way of a violation.
    trace: Vec<Step>,
}

impl Args {
    /// What comes of a witness, and what else there is to say; the exit code if nothing can come of it.
    fn validate(&self, input: &input::Args, witness: &Witness) -> Result<(Outcome, Details), u8> {
        let subject = match Subject::new(input, witness, &self.which.asked.check) {
            Ok(subject) => subject,
            Err(Failure::Unusable(code)) => return Err(code),
            Err(Failure::Unknown(why)) => return Ok((Outcome::Unknown(words(&why)), Details::default())),
        };
        let places = exec::places();
        let verifier = registry::find(&self.verifier, &|search: &Search| exec::locate(search, &places));
        let asked = verifier.and_then(|verifier| {
            let verifier = if subject::is_violation(witness) { verifier.seeking() } else { verifier };
            ask(&subject.product, verifier, &self.which.limits, self.save.as_deref())
        });
        match asked {
            Ok(ran) if ran.interrupted => Err(INTERRUPTED),
            Ok(ran) => {
                let outcome = conclude(witness, &subject, &ran);
                let found = violation(&subject.product, &ran).filter(|_| matches!(outcome, Outcome::Confirmed(_)));
                let trace = found.map(|(_, way)| report::steps(way, &subject.product.map)).unwrap_or_default();
                // An execution is one, whatever others there are.
                let of_all = match outcome {
                    Outcome::Confirmed(_) => !subject::is_violation(witness),
                    Outcome::Rejected(_) => subject::is_violation(witness),
                    Outcome::Unknown(_) => false,
                };
                let assumptions = if of_all { subject.question.assumptions.clone() } else { Vec::new() };
                Ok((outcome, Details { notes: subject.guide.notes.iter().cloned().collect(), assumptions, trace }))
            }
            Err(error) => Err(output::unusable(error)),
        }
    }
}

/// What is wrong, with what to do about it.
pub(super) fn words(why: &Diagnostic) -> String {
    match &why.help {
        Some(help) => format!("{}; {help}", why.message),
        None => why.message.clone(),
    }
}

/// Asks a verifier about a product, and keeps what is asked in a folder if there is one.
pub(super) fn ask(
    question: &Question,
    verifier: Named,
    limits: &limits::Args,
    folder: Option<&Path>,
) -> Result<Ran, Diagnostic> {
    if question.asked.is_empty() {
        return Ok(Ran::nothing(&Way::Whole));
    }
    let workspace = run::workspace(folder)?;
    if folder.is_some() {
        save::program(workspace.root(), "The program beside its witness", question)?;
    }
    let progress = Progress::new(output::progress());
    run::run(run::Setup {
        question,
        verifier,
        way: &Way::Whole,
        jobs: limits.jobs(),
        traces: true,
        limits: limits.limits(),
        spent: crate::verifier::Usage::default(),
        workspace,
        observer: progress.observer(),
        needless: None,
    })
}

/// What verdicts about the product say about the witness.
pub(super) fn conclude(witness: &Witness, subject: &Subject, ran: &Ran) -> Outcome {
    match subject::is_violation(witness) {
        true => of_violation(subject, ran),
        false => of_proof(subject, ran),
    }
}

fn list<'a>(reasons: impl IntoIterator<Item = &'a String>) -> String {
    reasons.into_iter().cloned().collect::<Vec<_>>().join("; ")
}

/// The first violation, in the order of the source.
pub(super) fn violation<'a>(question: &Question, ran: &'a Ran) -> Option<(PropId, &'a Counterexample)> {
    let mut found: Vec<(PropId, &Counterexample)> = Vec::new();
    for (id, verdict) in &ran.verdicts {
        if let Verdict::Violated(counterexample) = verdict {
            found.push((*id, counterexample));
        }
    }
    found.into_iter().min_by_key(|(id, _)| (question.place(*id).0, question.place(*id).1, *id))
}

/// The first reason for which something is not known. What the program assumes may exclude all executions of a witness:
/// the embedded verifier says so only where nothing else is open.
fn reason(ran: &Ran) -> Option<String> {
    let own = ran.verifier.as_deref().is_some_and(|title| title.starts_with("qicc "));
    ran.verdicts.values().find_map(|verdict| match verdict {
        Verdict::Unknown(Reason::Excluded(_)) if own => None,
        Verdict::Unknown(reason) => Some(reason.to_string()),
        _ => None,
    })
}

fn of_violation(subject: &Subject, ran: &Ran) -> Outcome {
    let (guide, question) = (&subject.guide, &subject.product);
    if let Some((id, counterexample)) = violation(question, ran) {
        let place = &question.ids[id.0 as usize];
        let how = match &counterexample.confirmation {
            Confirmation::ByExecution(_) => ", and the program was run".to_owned(),
            Confirmation::Not(why) => format!(", not confirmed by execution: {why}"),
            Confirmation::NotTried => String::new(),
        };
        return match guide.doubts.is_empty() {
            true => Outcome::Confirmed(format!("an execution on its way violates {place}{how}")),
            false => Outcome::Unknown(format!(
                "an execution violates {place}, and nobody knows whether on the way of the witness: {}",
                list(&guide.doubts)
            )),
        };
    }
    if let Some(reason) = reason(ran) {
        return Outcome::Unknown(reason);
    }
    let missing: Vec<&String> = guide.lost.iter().chain(&subject.not_checked).collect();
    match missing.is_empty() {
        true => Outcome::Rejected("no execution on its way violates the property".into()),
        false => Outcome::Unknown(format!("no violation was found, but executions may be missing: {}", list(missing))),
    }
}

fn of_proof(subject: &Subject, ran: &Ran) -> Outcome {
    let question = &subject.product;
    let name = |id: &PropId| match subject.claimed.get(id).or_else(|| subject.valued.get(id)) {
        Some(number) => subject.claims[*number].title(),
        None => question.ids[id.0 as usize].to_string(),
    };
    let certain = |id: &PropId| subject.claimed.get(id).is_none_or(|number| subject.claims[*number].certain);
    let (mut violated, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (id, verdict) in &ran.verdicts {
        match verdict {
            // Executions end there, so that nobody knows what comes behind it.
            Verdict::Violated(_) if subject.valued.contains_key(id) => {
                unknown.insert(format!("{} has no value in an execution that comes there", name(id)));
            }
            Verdict::Violated(_) if certain(id) => _ = violated.insert(name(id)),
            Verdict::Violated(_) => {
                let why = "is violated at a place or a visit that may not be the one that is meant";
                unknown.insert(format!("{} {why}", name(id)));
            }
            Verdict::Unknown(reason) => _ = unknown.insert(format!("{}: {reason}", name(id))),
            _ => {}
        }
    }
    if !violated.is_empty() {
        return Outcome::Rejected(format!("violated: {}", list(&violated)));
    }
    let unseen = |claim: &witness::invariants::Claim| {
        claim.why.as_ref().map(|why| format!("{} cannot be looked at: {why}", claim.title()))
    };
    unknown.extend(subject.claims.iter().filter_map(unseen));
    unknown.extend(subject.not_checked.iter().map(|what| format!("{what} is not checked")));
    match unknown.is_empty() {
        true => Outcome::Confirmed(format!(
            "{} invariants hold, and {} properties of the program",
            subject.claims.iter().filter(|claim| claim.is_assertion()).count(),
            subject.question.asked.len()
        )),
        false => Outcome::Unknown(list(&unknown)),
    }
}
