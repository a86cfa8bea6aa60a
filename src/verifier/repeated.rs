//! Programs that repeat an execution: they make its choices themselves, and need nothing else.

use super::sanitizer::{self, Report};
use super::{End, Ended, Invocation};
use crate::cfa::PropertyKind;
use crate::ctype::DataModel;
use std::collections::BTreeSet;

/// The exit code of a program that has violated its property, if it says so as well.
pub const VIOLATED: i32 = 77;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    pub text: String,
    pub model: DataModel,
    /// Whether the address sanitizer watches it.
    pub sanitized: bool,
    pub kind: PropertyKind,
    /// The lines of [`FILE`] in which the sanitizer sees the violation; none where it is asserted.
    pub lines: BTreeSet<u32>,
}

/// What a program that the sanitizer watches calls itself.
pub const FILE: &str = "program.c";

impl Repeated {
    /// What a C compiler has to be told.
    pub fn flags(&self) -> Vec<&'static str> {
        // Without -frounding-math, gcc makes -0.0 of 0.0 minus an integer that is 0.
        let mut flags = vec!["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-frounding-math"];
        flags.extend(self.sanitized.then_some(["-g", "-fsanitize=address"]).into_iter().flatten());
        flags.extend((self.model == DataModel::Ilp32).then_some("-m32"));
        flags
    }

    pub fn compile(&self, name: &str) -> Invocation {
        let source = format!("{name}.c");
        let mut args = self.flags();
        args.extend(["-o", name, &source, "-lm"]);
        let args = args.into_iter().map(str::to_owned).collect();
        Invocation { program: "cc".into(), args, env: vec![], files: vec![(source, self.text.clone())] }
    }

    /// Runs what has been compiled. What is around a block is as wide as it can be, so that nobody gets past it to the
    /// next block.
    pub fn run(compiled: &Ended, name: &str) -> Invocation {
        let options =
            format!("exitcode={VIOLATED}:abort_on_error=0:detect_leaks=0:detect_stack_use_after_return=1:redzone=2048");
        let env = vec![("ASAN_OPTIONS".to_owned(), Some(options))];
        Invocation { program: compiled.folder.join(name), args: vec![], env, files: vec![] }
    }

    /// Whether a run has violated the property, by what it said. Its exit code alone says nothing: a program may end
    /// with any, and the sanitizer ends one for whatever it sees.
    pub fn is_violated(&self, how: &End, said: &str) -> bool {
        let here = |report: &Report| {
            let place = report.place.as_ref();
            sanitizer::is_about(&report.words, self.kind) && place.is_some_and(|(_, line)| self.lines.contains(line))
        };
        let seen = || sanitizer::reports(said, &[FILE.to_owned()], &[]).iter().any(here);
        *how == End::Exit(VIOLATED) && (sanitizer::says(said) || seen())
    }
}
