//! `qicc witness test FILE… WITNESS`: the violation of a witness as a test that a developer can run.
//!
//! The test is the program as it is, and a file that says what its inputs are. Inputs that the witness leaves open are
//! those of the execution that validates it. It is compiled with sanitizers and run with limits; what they report is
//! compared with where the witness has its violation. Where sanitizers see nothing, the program is compiled once more
//! with a check in front of the violation. Where the violation needs more than inputs, as what functions without a body
//! do, the test is a program that makes every choice itself.

use super::subject::{Bare, Failure, Subject};
use super::validate::{self, Outcome, Which};
use super::{inputs, inputs::Input};
use crate::cfa::{Native, PropId, PropertyKind};
use crate::cli::question::Question;
use crate::cli::{OK, input, limits, output, run};
use crate::ctype::DataModel;
use crate::emit;
use crate::exec::{self, Runner};
use crate::property::PropertyId;
use crate::source::{Diagnostic, Location, Span};
use crate::verifier::registry::Named;
use crate::verifier::sanitizer::{self, Report};
use crate::verifier::{Confirmation, Embedded, End, Ended, Invocation, Repeated, VIOLATED, linked};
use crate::witness::Witness;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  qicc witness test main.c witness.yml
  qicc witness test main.c witness.yml -o test.c && cc -fsanitize=address,undefined main.c test.c

Exit codes: 0 the violation happens where the witness says · 1 no execution is as the witness says
· 3 unknown: the witness cannot be judged, or a test that fails cannot be made of it.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "qicc witness test [OPTIONS] FILE... WITNESS [-- <C FLAGS>...]")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    which: Which,

    /// Write the inputs to this file; with the program it is the test. Where sanitizers do not see the violation,
    /// OUT.checked.c is the program with a check in it; where it needs more than inputs, it is the whole test
    #[arg(short, value_name = "OUT", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> u8 {
    match args.run() {
        Ok(outcome) => {
            let word = match &outcome {
                Outcome::Confirmed(why) => format!("the test fails: {why}\n"),
                Outcome::Rejected(why) => format!("the test does not fail: {why}\n"),
                Outcome::Unknown(why) => format!("unknown: {why}\n"),
            };
            match output::result(&word, None) {
                OK => outcome.exit_code(),
                failed => failed,
            }
        }
        Err(code) => code,
    }
}

impl Args {
    fn run(&self) -> Result<Outcome, u8> {
        let (input, witness) = self.which.load().map_err(output::unusable)?;
        if !super::subject::is_violation(&witness) {
            return Ok(Outcome::Unknown("a proof has no test".into()));
        }
        let subject = match Subject::new(&input, &witness, &self.which.asked.check) {
            Ok(subject) => subject,
            Err(Failure::Unusable(code)) => return Err(code),
            Err(Failure::Unknown(why)) => return Ok(Outcome::Unknown(validate::words(&why))),
        };
        self.test(&input, &witness, &subject).map_err(output::unusable)
    }

    fn test(&self, input: &input::Args, witness: &Witness, subject: &Subject) -> Result<Outcome, Diagnostic> {
        execute(input, witness, subject, &self.which, self.output.as_deref())
    }
}

/// Validates a witness, makes a test of it, and runs that.
pub(super) fn execute(
    input: &input::Args,
    witness: &Witness,
    subject: &Subject,
    which: &Which,
    output: Option<&Path>,
) -> Result<Outcome, Diagnostic> {
    let verifier = Named::Here(Arc::new(Embedded::default())).seeking();
    let ran = validate::ask(&subject.product, verifier, &which.limits, None)?;
    match validate::conclude(witness, subject, &ran) {
        Outcome::Confirmed(_) => {}
        other => return Ok(other),
    }
    let Some((property, counterexample)) = validate::violation(&subject.product, &ran) else {
        return Ok(Outcome::Unknown("there is no execution to test".into()));
    };
    let program = &subject.product.program;
    let inputs = inputs::of(program, counterexample, true);
    let given: Vec<linked::Given> =
        inputs.iter().map(|Input { function, ty, value, .. }| linked::Given { function, ty, value }).collect();
    let text = linked::inputs(&subject.question.program, program[property].kind, &given);
    let write = |path: &Path, text: &str| std::fs::write(path, text).map_err(|error| output::cannot_write(path, error));
    output.map_or(Ok(()), |path| write(path, &text))?;
    let wanted = Wanted::of(input, &subject.product, property);
    let test = Test { input, limits: &which.limits, model: program.types.model, inputs: text };
    let repeated = match &counterexample.confirmation {
        Confirmation::ByExecution(program) => program.as_ref(),
        _ => None,
    };
    let (outcome, seen) = wanted.sanitized(&test)?;
    if matches!(outcome, Outcome::Confirmed(_)) || seen && repeated.is_none() {
        return Ok(outcome);
    }
    let outcome = match outcome {
        // There is an execution that the witness is right about; one that ends well is no reason to reject it.
        Outcome::Rejected(ended) => Outcome::Unknown(match &counterexample.confirmation {
            // The violation needs a choice that no run of the program has to make.
            Confirmation::Not(why) => format!("{ended}, and need not end with one: {why}"),
            _ => format!("{ended} that anybody sees, but the witness is confirmed"),
        }),
        outcome => outcome,
    };
    let fails = |text: &str, why: &str, how: &str| {
        let mut words = format!("the violation happens at {}:{}, {why}", wanted.place.file, wanted.place.line);
        if let Some(path) = output.map(|path| path.with_extension("checked.c")) {
            write(&path, text)?;
            _ = write!(words, ": compile {} {how}", path.display());
        }
        Ok(Outcome::Confirmed(words))
    };
    if !seen
        && let Some(program) = checked(input, witness, which, &subject.product.ids[property.0 as usize])
        && matches!(test.checked(&program)?, Ran::Ended(End::Exit(VIOLATED), said) if sanitizer::says(&said))
    {
        let why = "which sanitizers do not see, but a check in its place does";
        return fails(&program, why, "instead of the program");
    }
    if let Some(repeated) = repeated
        && matches!(test.repeated(repeated)?, Ran::Ended(how, said) if repeated.is_violated(&how, &said))
    {
        let why = "in a program that makes every other choice as well";
        return fails(&repeated.text, why, &format!("alone, with {}", repeated.flags().join(" ")));
    }
    Ok(outcome)
}

/// The program as qicc prints it, with one check in it, as far as C has words for that. Sanitizers do not see all that
/// can be asked about: one member of a structure from another, an address that nobody follows, an index that wraps
/// around.
fn checked(input: &input::Args, witness: &Witness, which: &Which, name: &PropertyId) -> Option<String> {
    let (question, property) = Bare::new(input, witness, &which.asked.check).ok()?.about(name)?;
    let printed = emit::for_test(&question.program, property);
    let entry = question.entries.keys().next().and_then(|entry| printed.functions.get(entry))?;
    let is_said = entry == "main" && printed.properties.contains(&property);
    is_said.then(|| sanitizer::checked(&printed.text))
}

/// The program with its inputs.
struct Test<'a> {
    input: &'a input::Args,
    limits: &'a limits::Args,
    model: DataModel,
    inputs: String,
}

/// The program that a test is compiled to.
const NAME: &str = "test";

impl Test<'_> {
    /// The program as it is, with sanitizers; whether it goes on behind the first thing that goes wrong.
    fn sanitized(&self, goes_on: bool) -> Result<Ran, Diagnostic> {
        let recover = if goes_on { "-fsanitize-recover=all" } else { "-fno-sanitize-recover=all" };
        let absolute = |file: PathBuf| std::fs::canonicalize(&file).unwrap_or(file).to_string_lossy().into_owned();
        let mut args = vec!["-fsanitize=address,undefined".to_owned(), recover.to_owned()];
        args.extend(self.input.flags());
        args.extend(self.input.texts()?.into_iter().map(absolute));
        let stop = u8::from(!goes_on);
        let options = format!(
            "exitcode={}:handle_abort=1:detect_leaks=0:detect_stack_use_after_return=1:halt_on_error={stop}",
            VIOLATED + 1
        );
        let env = [("ASAN_OPTIONS", options), ("UBSAN_OPTIONS", "print_stacktrace=1".to_owned())];
        let env = env.map(|(name, value)| (name.to_owned(), Some(value)));
        self.run(self.compile(args), |compiled| Invocation { env: env.to_vec(), ..plain(compiled) })
    }

    /// This program, which checks by itself.
    fn checked(&self, program: &str) -> Result<Ran, Diagnostic> {
        let args = ["-fwrapv", "-fno-strict-aliasing", "checked.c"];
        let mut compile = self.compile(args.map(str::to_owned).to_vec());
        compile.files.push(("checked.c".into(), program.to_owned()));
        self.run(compile, plain)
    }

    /// A program that has its inputs as well.
    fn repeated(&self, program: &Repeated) -> Result<Ran, Diagnostic> {
        self.run(program.compile(NAME), |compiled| Repeated::run(compiled, NAME))
    }

    /// Compiles the inputs, with something else.
    fn compile(&self, with: Vec<String>) -> Invocation {
        let mut args = vec!["-g", "-w", "-O0", "-frounding-math", "-o", NAME, "inputs.c"];
        args.extend((self.model == DataModel::Ilp32).then_some("-m32"));
        let args = args.into_iter().map(str::to_owned).chain(with).chain(["-lm".to_owned()]).collect();
        let files = vec![("inputs.c".to_owned(), self.inputs.clone())];
        Invocation { program: "cc".into(), args, env: vec![], files }
    }

    fn run(&self, compile: Invocation, start: impl FnOnce(&Ended) -> Invocation) -> Result<Ran, Diagnostic> {
        let workspace = run::workspace(None)?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(output::cannot_start)?;
        let limits = self.limits.limits();
        Ok(runtime.block_on(async {
            let runner = Runner::new(exec::this_program(), 1).with_temporary(workspace.root().to_path_buf());
            let folder = workspace.task(1);
            let compiled = runner.run(&compile, limits, &folder, "compile").await;
            if compiled.how != End::Exit(0) {
                let said = compiled.stderr_text();
                let wrong = said.lines().find(|line| line.contains("error") || line.contains("undefined reference"));
                let wrong = wrong.or(said.lines().next()).unwrap_or("there is no compiler");
                return Ran::NotCompiled(wrong.to_owned());
            }
            let ended = runner.run(&start(&compiled), limits, &folder, NAME).await;
            match ended.how {
                End::Exit(_) | End::Signal(_) => {
                    let said = ended.stderr_text();
                    Ran::Ended(ended.how, said)
                }
                End::TimeLimit => Ran::Stopped("the test was ended at the time limit"),
                End::CpuLimit => Ran::Stopped("the test was ended at the limit of processor time"),
                End::MemoryLimit => Ran::Stopped("the test was ended at the memory limit"),
                End::OutputLimit => Ran::Stopped("the test was ended, because it printed too much"),
                _ => Ran::Stopped("the test was not run to its end"),
            }
        }))
    }
}

/// What was compiled, as it is.
fn plain(compiled: &Ended) -> Invocation {
    Invocation { program: compiled.folder.join(NAME), args: vec![], env: vec![], files: vec![] }
}

/// What came of a test.
enum Ran {
    /// How it ended, and what it said.
    Ended(End, String),
    /// What the compiler said.
    NotCompiled(String),
    /// Why it was not run to its end.
    Stopped(&'static str),
}

/// The violation that a test should end with.
struct Wanted {
    kind: PropertyKind,
    place: Location,
    /// Its last line.
    end: u32,
    files: Vec<String>,
    /// The functions whose calls are errors.
    errors: Vec<String>,
}

impl Wanted {
    fn of(input: &input::Args, question: &Question, property: PropId) -> Wanted {
        let place = question.ids[property.0 as usize].location.clone();
        let asserted = &question.program[property];
        let span = asserted.span;
        let tail = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        let end = question.map.line(tail).1.max(place.line);
        let base = |file: PathBuf| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut files: Vec<String> = input.texts().unwrap_or_default().into_iter().map(base).collect();
        files.push(base(PathBuf::from(&place.file)));
        let mut errors: Vec<String> = linked::errors().map(str::to_owned).collect();
        if let Native::CallIfFalse { func, .. } | Native::CallAlways { func, .. } = &asserted.native {
            errors.push(question.program[*func].name.clone());
        }
        Wanted { kind: asserted.kind, place, end, files, errors }
    }

    /// What comes of the program as it is, and whether nothing else can come of it. Where something that is not asked
    /// about goes wrong first, the program goes on behind it as compilers have it, and what is asked about happens
    /// then, or nobody knows. Behind the call of an error function nothing goes on.
    fn sanitized(&self, test: &Test) -> Result<(Outcome, bool), Diagnostic> {
        let ran = test.sanitized(false)?;
        let stopped = matches!(ran, Ran::Stopped(_));
        let Judged { outcome, other, called } = self.judge(ran);
        if !other {
            let seen = stopped || called || matches!(outcome, Outcome::Confirmed(_));
            return Ok((outcome, seen));
        }
        let again = self.judge(test.sanitized(true)?);
        Ok(match again.outcome {
            Outcome::Confirmed(why) => {
                (Outcome::Confirmed(format!("{why}, but something else goes wrong before it")), true)
            }
            why if again.called => (why, true),
            _ => (outcome, false),
        })
    }

    /// What came of a run.
    fn judge(&self, ran: Ran) -> Judged {
        let plain = |outcome: Outcome| Judged { outcome, other: false, called: false };
        let (how, said) = match ran {
            Ran::Ended(how, said) => (how, said),
            Ran::NotCompiled(why) => return plain(Outcome::Unknown(format!("the test cannot be compiled: {why}"))),
            Ran::Stopped(why) => return plain(Outcome::Unknown(why.into())),
        };
        let (file, line) = (&self.place.file, self.place.line);
        let name = file.rsplit('/').next().unwrap_or(file);
        let reports = sanitizer::reports(&said, &self.files, &self.errors);
        let here = |report: &&Report| {
            let inside = |(other, at): &(String, u32)| other == name && (line..=self.end).contains(at);
            sanitizer::is_about(&report.words, self.kind) && report.place.as_ref().is_some_and(inside)
        };
        if reports.iter().any(|report| here(&report)) {
            let outcome = Outcome::Confirmed(format!("the violation happens at {file}:{line}"));
            return Judged { outcome, other: reports.len() > 1, called: false };
        }
        let at =
            |report: &Report| report.place.as_ref().map_or(String::new(), |(file, line)| format!(" at {file}:{line}"));
        // A call of which nobody knows where it is may be the one that is asked about.
        let is_other = |report: &&Report| {
            let asked = sanitizer::is_about(sanitizer::CALLED, self.kind);
            report.words == sanitizer::CALLED && (report.place.is_some() || !asked)
        };
        if let Some(call) = reports.iter().find(is_other) {
            let outcome = Outcome::Unknown(format!("{} first{}", sanitizer::CALLED, at(call)));
            return Judged { outcome, other: reports.len() > 1, called: true };
        }
        match (reports.first(), how) {
            (Some(first), _) => {
                let words = format!("something goes wrong{}, but not what is asked about: {}", at(first), first.words);
                Judged { other: true, ..plain(Outcome::Unknown(words)) }
            }
            (None, End::Signal(signal)) => plain(Outcome::Unknown(format!("the test was ended by signal {signal}"))),
            (None, _) => plain(Outcome::Rejected("the program ends without a violation".into())),
        }
    }
}

/// What a run of a test says about the violation that is asked about.
struct Judged {
    outcome: Outcome,
    /// Whether something else went wrong as well.
    other: bool,
    /// Whether an error function was called that is not asked about, which ends the test.
    called: bool,
}
