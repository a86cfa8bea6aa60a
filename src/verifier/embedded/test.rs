//! Violations as tests: C programs that choose what the execution chose, compiled and run.
//!
//! A property that C can say is asserted in the test. For what only a verifier can say, as where an object ends, the
//! test runs with the compiler's address sanitizer; there, and where the execution depends on what a test cannot
//! choose, nothing follows from a run in which nothing happens.

use crate::cfa::passes::is_nondeterministic;
use crate::cfa::visit::queries;
use crate::cfa::{Callee, Edge, EdgeId, Expr, FuncId, Op, Program, PropId};
use crate::ctype::{FloatKind, Type, Types};
use crate::emit::{self, Origin};
use crate::engine::replay::replay;
use crate::engine::symbolic::Execution;
use crate::property;
use crate::verifier::entry::with_main;
use crate::verifier::repeated::FILE;
use crate::verifier::{Confirmation, End, Ended, Invocation, Reason, Repeated, sanitizer};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is compiled and run for one property.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) property: PropId,
    program: Arc<Repeated>,
    /// Whether it chooses more than what functions return that are there to choose.
    chooses_more: bool,
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

/// Goes on where only a verifier can say whether something is wrong: the execution did until it came to its violation,
/// which is the sanitizer's to see. Whether there is such a place.
fn pass(program: &mut Program) -> bool {
    let mut found = false;
    for cfa in program.functions.iter_mut().filter_map(|function| function.cfa_mut()) {
        for edge in &mut cfa.edges {
            if let Op::Assume { cond, .. } = &mut edge.op
                && !queries(cond).is_empty()
            {
                (*cond, found) = (Expr::int(Types::INT, 1), true);
            }
        }
    }
    found
}

/// Whether an execution rests on more than integers and floating-point numbers that functions return which are there to
/// choose: on what a function without a body or one of the C library did, on variables without a value, or on what an
/// entry that is not called got. That a function is called which may do more than verifiers know is enough.
fn chooses_more(program: &Program, execution: &Execution) -> bool {
    let is_input = |(function, edge, _): &(FuncId, EdgeId, u32)| {
        let Some(cfa) = program[*function].cfa() else { return false };
        let Op::Call { callee: Callee::Direct(called), .. } = &cfa[*edge].op else { return false };
        let ty = program.types.as_function(program[*called].ty).map(|ty| ty.ret.ty);
        is_nondeterministic(&program[*called].name)
            && ty.is_some_and(|ty| match program.types[ty] {
                Type::Float(kind) => matches!(kind, FloatKind::Float | FloatKind::Double),
                _ => program.types.size_of(ty).is_some_and(|size| size <= 8),
            })
    };
    let is_open = |edge: &Edge| {
        let Op::Call { callee: Callee::Direct(called), args, .. } = &edge.op else { return false };
        let function = &program[*called];
        !function.is_defined() && !is_nondeterministic(&function.name) && property::writes(program, function, args)
    };
    let mut edges = program.functions.iter().filter_map(|function| function.cfa()).flat_map(|cfa| &cfa.edges);
    let Execution { inputs, contents, results, .. } = execution;
    !(inputs.keys().all(is_input) && contents.is_empty() && results.is_empty()) || edges.any(is_open)
}

impl Test {
    /// The error says why there is none.
    pub(super) fn new(
        program: &Program,
        entry: FuncId,
        property: PropId,
        execution: &Execution,
    ) -> Result<Test, String> {
        let mut replayed = replay(program, execution, false)?;
        let passes = pass(&mut replayed);
        let mut printed = emit::for_test(&replayed, property);
        let sanitized = passes || printed.inexpressible.contains_key(&property);
        // Whatever goes wrong is for the sanitizer, and so would be what a wrong pointer leads to.
        if !sanitized && !execution.contents.is_empty() {
            printed = emit::for_test(&replay(program, execution, true)?, property);
        }
        let unsure = match sanitized {
            true => Some("the address sanitizer does not see it".to_owned()),
            false => execution.unsure.clone().or_else(|| missing(program)),
        };
        // What is generated has the place of what it is about.
        let is_here = |of: &Option<Origin>| of.is_some_and(|origin| origin.span == program[property].span);
        let lines = match printed.inexpressible.contains_key(&property) {
            true => (1..).zip(&printed.lines).filter(|(_, of)| is_here(of)).map(|(line, _)| line).collect(),
            false => BTreeSet::new(),
        };
        let text = match printed.functions.get(&entry).map(String::as_str) {
            Some("main") => printed.text,
            Some(name) => with_main(&printed.text, name).ok_or("its text cannot be read")?,
            None => return Err("its entry has no name".into()),
        };
        let before = if sanitized { format!("{BEFORE_ALL}#line 1 \"{FILE}\"\n") } else { String::new() };
        let text = before + &sanitizer::checked(&text);
        let (model, kind) = (program.types.model, program[property].kind);
        let (chooses_more, addresses) = (chooses_more(program, execution), execution.addresses);
        let program = Arc::new(Repeated { text, model, sanitized, kind, lines });
        Ok(Test { property, program, chooses_more, unsure, addresses })
    }

    fn name(&self) -> String {
        format!("test-{}", self.property.0)
    }

    pub(super) fn compile(&self) -> Invocation {
        self.program.compile(&self.name())
    }

    /// What to run when it is compiled; why not, if it is not.
    pub(super) fn run(&self, compiled: &Ended) -> Result<Invocation, Confirmation> {
        match compiled.how {
            End::Exit(0) => Ok(Repeated::run(compiled, &self.name())),
            End::Exit(_) | End::Signal(_) => Err(Confirmation::Not("the test cannot be compiled".into())),
            End::NotStarted { .. } => Err(Confirmation::Not("there is no compiler".into())),
            _ => Err(Confirmation::Not("a limit left nothing for a test".into())),
        }
    }

    /// What a run says; the reason when it contradicts the verifier.
    pub(super) fn judge(&self, ran: &Ended) -> Result<Confirmation, Reason> {
        match (&ran.how, &self.unsure) {
            (how, _) if self.program.is_violated(how, &ran.stderr_text()) => {
                Ok(Confirmation::ByExecution(self.chooses_more.then(|| self.program.clone())))
            }
            (_, Some(why)) => Ok(Confirmation::Not(why.clone())),
            (End::Exit(_) | End::Signal(_), None) if self.addresses => Err(Reason::Addresses),
            (End::Exit(_) | End::Signal(_), None) => Err(Reason::NotReproduced),
            (_, None) => Ok(Confirmation::Not("the test does not end".into())),
        }
    }
}
