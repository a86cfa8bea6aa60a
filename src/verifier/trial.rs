//! Three tiny programs that tell whether a verifier works: one that is safe, one that is not, and one that is no C.
//!
//! They are written by hand in each dialect, and go neither through the front end nor through the printer: a verifier
//! that does not work is told apart from a printer that does not. Only who takes programs gets what the front end makes
//! of them.

use super::{Limits, Reason, Task, Text, Verdict, Verifier};
use crate::cfa::{self, FuncId, Program, PropId};
use crate::ctype::DataModel;
use crate::emit::{Dialect, Printed, Probe, ProbeKind};
use crate::frontend::sema;
use crate::frontend::syntax::Unit;
use crate::source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Its property holds.
    Safe,
    /// Its property is violated.
    Unsafe,
    /// A syntax error.
    Broken,
}

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    Right,
    /// No answer where there should be one.
    Silent,
    /// The wrong answer: nothing that this verifier says can be believed.
    Wrong,
}

impl Trial {
    pub const ALL: [Trial; 3] = [Trial::Safe, Trial::Unsafe, Trial::Broken];

    pub fn name(self) -> &'static str {
        match self {
            Trial::Safe => "safe",
            Trial::Unsafe => "unsafe",
            Trial::Broken => "broken",
        }
    }

    /// The word for the right answer, of a verifier that proves things or never does.
    pub fn expected(self, proves: bool) -> &'static str {
        match self {
            Trial::Safe if proves => "proved",
            Trial::Unsafe => "violated",
            Trial::Safe | Trial::Broken => "unknown",
        }
    }

    pub fn grade(self, verdict: &Verdict, proves: bool) -> Grade {
        match verdict {
            _ if verdict.word() == self.expected(proves) => Grade::Right,
            Verdict::Unknown(_) => Grade::Silent,
            Verdict::Proved(_) | Verdict::Violated(_) => Grade::Wrong,
        }
    }

    /// The program as a task with one property, number 0; the error says why a verifier that takes programs gets none.
    pub fn task(self, verifier: &dyn Verifier, model: DataModel, limits: Limits) -> Result<Task, Reason> {
        let dialect = verifier.dialect();
        if verifier.takes_program() {
            let program = self.program(model).map_err(|wrong| Reason::Unsupported(wrong.message))?;
            let (entry, printed) = (program.entries[0], Printed::default());
            let program = Some(Arc::new(program));
            let text = Arc::new(Text { printed, dialect, program, model, shared: false, origin: None });
            return Ok(Task { text, entry, properties: BTreeSet::from([PropId(0)]), traces: true, limits });
        }
        let (entry, property) = (FuncId(0), PropId(0));
        let input = match dialect {
            Dialect::Cbmc => None,
            Dialect::Native | Dialect::SvComp => Some(("__VERIFIER_nondet_uint".to_owned(), "unsigned int".to_owned())),
        };
        let printed = Printed {
            text: self.text(dialect),
            inputs: input.into_iter().collect(),
            functions: BTreeMap::from([(entry, "main".to_owned())]),
            properties: BTreeSet::from([property]),
            probes: match dialect {
                Dialect::Cbmc => vec![Probe { label: "probe:0".into(), what: ProbeKind::Entry(entry) }],
                Dialect::Native | Dialect::SvComp => vec![],
            },
            ..Printed::default()
        };
        let text = Arc::new(Text { printed, dialect, program: None, model, shared: false, origin: None });
        Ok(Task { text, entry, properties: BTreeSet::from([property]), traces: true, limits })
    }

    fn program(self, model: DataModel) -> Result<Program, Diagnostic> {
        let text = self.text(Dialect::SvComp);
        let (_, unit) = Unit::read(0, "trial.c", text.into_bytes());
        let unit = unit?;
        let unit = sema::analyse(unit.number(), sema::Dialect { model, gnu89_inline: false }, &unit)?;
        cfa::build(vec![unit], &cfa::Options::default())
    }

    fn text(self, dialect: Dialect) -> String {
        let (bound, end) = match self {
            Trial::Safe => (10, "return 0;"),
            Trial::Unsafe => (9, "return 0;"),
            Trial::Broken => (10, "return ) 0;"),
        };
        match dialect {
            Dialect::Cbmc => format!(
                "unsigned int nondet_uint(void);\n\
                 int main(void)\n{{\n    unsigned int x;\n    __CPROVER_assert(0, \"probe:0\");\n    x = nondet_uint() % 10u;\n    \
                 __CPROVER_assert(x < {bound}u, \"qicc:0\");\n    __CPROVER_assume(x < {bound}u);\n    {end}\n}}\n"
            ),
            Dialect::Native | Dialect::SvComp => format!(
                "extern void abort(void);\nextern void reach_error(void);\nextern unsigned int __VERIFIER_nondet_uint(void);\n\
                 int main(void)\n{{\n    unsigned int x;\n    x = __VERIFIER_nondet_uint() % 10u;\n    \
                 if (x >= {bound}u) {{ reach_error(); abort(); }}\n    {end}\n}}\n"
            ),
        }
    }
}
