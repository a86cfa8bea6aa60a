//! Violations as tests: C programs that choose what the execution chose, compiled and run.
//!
//! A property that C can say is asserted in the test. For what only a verifier can say, as where an object ends, the
//! test runs with the compiler's address sanitizer; there, and where the execution depends on what a test cannot
//! choose, nothing follows from a run in which nothing happens.

use crate::cfa::{FuncId, Program, PropId};
use crate::ctype::DataModel;
use crate::emit;
use crate::engine::replay::replay;
use crate::engine::symbolic::Execution;
use crate::verifier::entry::with_main;
use crate::verifier::{Confirmation, End, Ended, Invocation, Reason};
use std::path::PathBuf;

/// The exit code of a test that has violated its property.
const VIOLATED: i32 = 77;

/// What is compiled and run for one property.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) property: PropId,
    text: String,
    model: DataModel,
    sanitized: bool,
    /// Why the violation may not happen in a run.
    unsure: Option<String>,
    /// Whether it may depend on where objects are, which is not the same in a run.
    addresses: bool,
}

/// The sanitizer watches what is behind a global variable. So the first one has another in front of it, where there are
/// initial values and where there are none.
const BEFORE_ALL: &str = "\
static int qicc_before_data[64] __attribute__((used)) = {1};
static int qicc_before_bss[64] __attribute__((used));
";

/// Why the program may not be the one that was verified when it is linked.
fn missing(program: &Program) -> Option<String> {
    let weak = program.functions.iter().find(|function| function.attributes.weak && !function.is_defined())?;
    Some(format!("{} may be missing", weak.name))
}

impl Test {
    /// The error says why there is none.
    pub(super) fn new(
        program: &Program,
        entry: FuncId,
        property: PropId,
        execution: &Execution,
    ) -> Result<Test, String> {
        let replayed = replay(program, execution)?;
        let printed = emit::for_test(&replayed, property);
        let sanitized = printed.inexpressible.contains_key(&property);
        let unsure = match sanitized {
            true => Some("the address sanitizer does not see it".to_owned()),
            false => execution.unsure.clone().or_else(|| missing(program)),
        };
        let text = match printed.functions.get(&entry).map(String::as_str) {
            Some("main") => printed.text,
            Some(name) => with_main(&printed.text, name).ok_or("its text cannot be read")?,
            None => return Err("its entry has no name".into()),
        };
        let before = if sanitized { BEFORE_ALL } else { "" };
        let text = format!(
            "{before}{text}\nextern void _exit(int) __attribute__((noreturn));\nvoid reach_error(void) {{ _exit({VIOLATED}); }}\n"
        );
        let addresses = execution.addresses;
        Ok(Test { property, text, model: program.types.model, sanitized, unsure, addresses })
    }

    fn name(&self) -> String {
        format!("test-{}", self.property.0)
    }

    pub(super) fn compile(&self) -> Invocation {
        let (source, program) = (format!("{}.c", self.name()), self.name());
        // Without -frounding-math, gcc makes -0.0 of 0.0 minus an integer that is 0.
        let mut args = vec!["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-frounding-math"];
        args.extend(self.sanitized.then_some("-fsanitize=address"));
        args.extend((self.model == DataModel::Ilp32).then_some("-m32"));
        args.extend(["-o", &program, &source, "-lm"]);
        let args = args.into_iter().map(str::to_owned).collect();
        Invocation { program: PathBuf::from("cc"), args, env: vec![], files: vec![(source, self.text.clone())] }
    }

    /// What to run when it is compiled; why not, if it is not.
    pub(super) fn run(&self, compiled: &Ended) -> Result<Invocation, Confirmation> {
        match compiled.how {
            End::Exit(0) => {}
            End::Exit(_) | End::Signal(_) => return Err(Confirmation::Not("the test cannot be compiled".into())),
            End::NotStarted { .. } => return Err(Confirmation::Not("there is no compiler".into())),
            _ => return Err(Confirmation::Not("a limit left nothing for a test".into())),
        }
        // What is around a block is as wide as it can be, so that nobody gets past it to the next block.
        let options = format!("exitcode={VIOLATED}:abort_on_error=0:detect_leaks=0:redzone=2048");
        let env = vec![("ASAN_OPTIONS".to_owned(), Some(options))];
        Ok(Invocation { program: compiled.folder.join(self.name()), args: vec![], env, files: vec![] })
    }

    /// What a run says; the reason when it contradicts the verifier.
    pub(super) fn judge(&self, ran: &Ended) -> Result<Confirmation, Reason> {
        match (&ran.how, &self.unsure) {
            (End::Exit(VIOLATED), _) => Ok(Confirmation::ByExecution),
            (_, Some(why)) => Ok(Confirmation::Not(why.clone())),
            (End::Exit(_) | End::Signal(_), None) if self.addresses => Err(Reason::Addresses),
            (End::Exit(_) | End::Signal(_), None) => Err(Reason::NotReproduced),
            (_, None) => Ok(Confirmation::Not("the test does not end".into())),
        }
    }
}
