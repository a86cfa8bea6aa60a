//! What running programs do is what the analysis of ranges says: at every location every fact holds each time, and
//! where control never gets, it never gets.
//!
//! Programs are printed with a check of each fact at each location, compiled and run. Nothing of the analysis takes
//! part in a check but the fact itself: the value, its two ends, and the condition that verifiers get, which must say
//! the same. The programs are those of `data/ranges`, `data/pointers` and `data/semantics`, and random ones of csmith.
//! Those of `data/ranges` also have what `qicc ranges` prints beside them.

#[path = "../common/mod.rs"]
mod common;

use common::TOOL_LIMIT;
use common::observe::{self, Source, chain};
use libtest_mimic::{Arguments, Failed, Trial};
use qicc::cfa::display::Names;
use qicc::cfa::{Body, Callee, Cfa, Expr, FuncId, LocId, Op, Place, PlaceKind, Program, Var};
use qicc::ctype::{FunctionType, IntKind, Type, Types};
use qicc::pointer::Pointers;
use qicc::range::{Fact, Ranges};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

static FACTS: AtomicUsize = AtomicUsize::new(0);
static PASSED: AtomicUsize = AtomicUsize::new(0);
static DEAD: AtomicUsize = AtomicUsize::new(0);

/// How many random programs are tried.
const RANDOM: u64 = 30;

fn main() {
    let mut trials = Vec::new();
    for suite in ["ranges", "pointers", "semantics"] {
        for path in common::files(suite, "c") {
            trials.push(Trial::test(format!("{suite}::{}", common::stem(&path)), move || file(&path)));
        }
    }
    for path in common::files("ranges", "c") {
        let (name, wrong) = (common::stem(&path), path.clone());
        trials.push(Trial::test(format!("printed::{name}"), move || printed(&path)));
        trials.push(Trial::test(format!("wrong::{name}"), move || wrong_facts_fail(&wrong)));
    }
    if let Some(csmith) = common::fetch("csmith") {
        for seed in 1..=RANDOM {
            let csmith = csmith.clone();
            trials.push(Trial::test(format!("csmith::{seed}"), move || random(&csmith, seed)));
        }
    }
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    println!(
        "{} facts at locations, {} of them passed; {} locations that are never reached",
        count(&FACTS),
        count(&PASSED),
        count(&DEAD)
    );
    conclusion.exit();
}

fn file(path: &Path) -> Result<(), Failed> {
    observe::of_file(path).map_or(Ok(()), |source| check(&source))
}

fn random(csmith: &Path, seed: u64) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    observe::of_csmith(csmith, 9000 + seed, folder.path()).map_or(Ok(()), |source| check(&source))
}

fn check(source: &Source) -> Result<(), Failed> {
    let Ok(program) = source.build() else { return Ok(()) };
    let (points, record) = watch(source, &program, |fact| fact)?;
    for line in record.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        // The last line can be cut.
        let [verdict, id, value] = words[..] else { continue };
        let Some(point) = id.parse().ok().and_then(|id: usize| points.get(id)) else { continue };
        if verdict == "failed" {
            return Err(format!("{}, but it is {value}", point.describe(&program)).into());
        }
        PASSED.fetch_add(1, Ordering::Relaxed);
    }
    let facts = points.iter().filter(|point| point.fact.is_some()).count();
    FACTS.fetch_add(facts, Ordering::Relaxed);
    DEAD.fetch_add(points.len() - facts, Ordering::Relaxed);
    Ok(())
}

/// A fact, or that control never gets there.
struct Point {
    function: FuncId,
    loc: LocId,
    fact: Option<Fact>,
}

impl Point {
    fn describe(&self, program: &Program) -> String {
        let name = &program[self.function].name;
        let at = format!("in {name} at location {}", self.loc.0);
        match (&self.fact, program[self.function].cfa()) {
            (Some(fact), Some(cfa)) => {
                let var = Names::new(program, cfa).var(fact.var);
                format!("{at}: {} <= {var} <= {}", fact.low, fact.high)
            }
            _ => format!("{at}: never reached"),
        }
    }
}

/// Runs a program with all facts, as `change` makes them, and gives the record.
fn watch(source: &Source, program: &Program, change: fn(Fact) -> Fact) -> Result<(Vec<Point>, String), String> {
    let pointers = Pointers::of(program);
    let ranges = Ranges::of(&pointers);
    let mut watched = program.clone();
    let long = program.types.int(IntKind::ULongLong);
    let params = [Types::INT, Types::INT, Types::INT, long, long, long].map(Into::into).into();
    let ty = FunctionType { ret: Types::VOID.into(), params, variadic: false, prototype: true };
    let ty = watched.types.intern(Type::Function(ty));
    let checker = watched.declare("qicc_range".into(), ty, program.functions[0].span);
    let mut points = Vec::new();
    for id in (0..program.functions.len() as u32).map(FuncId) {
        let Some(cfa) = program[id].cfa() else { continue };
        let mut body = cfa.clone();
        let incoming = cfa.incoming();
        for loc in (0..cfa.locations).map(LocId) {
            // What was checked one step before, and cannot have changed, is not checked again.
            let before = match incoming.of(loc) {
                [edge] if loc != cfa.entry => {
                    let facts = ranges.at(id, cfa[*edge].from).unwrap_or_default();
                    facts.into_iter().filter(|fact| keeps(&cfa[*edge].op, fact.var)).collect()
                }
                _ => Vec::new(),
            };
            let facts = match ranges.at(id, loc) {
                Some(facts) => {
                    facts.into_iter().filter(|fact| !before.contains(fact)).map(|fact| Some(change(fact))).collect()
                }
                None => vec![None],
            };
            let mut ops = Vec::new();
            for fact in facts {
                ops.push(call(&watched.types, checker, points.len(), fact.as_ref()));
                points.push(Point { function: id, loc, fact });
            }
            put(cfa, &mut body, loc, ops);
        }
        qicc::cfa::passes::prune(&mut body);
        watched.functions[id.0 as usize].body = Body::Cfa(body);
    }
    let (record, _) = source.run(&watched, &common::data("ranges").join("with/checker.c"))?;
    Ok((points, record))
}

/// Whether an operation cannot change a variable, as anybody can see.
fn keeps(op: &Op, var: Var) -> bool {
    match op {
        Op::Skip | Op::Assume { .. } | Op::Assert { .. } => true,
        Op::Assign { place, .. } => place.root().is_some_and(|root| root != var),
        Op::Declare(local) => Var::Local(*local) != var,
        _ => false,
    }
}

/// Puts operations where control is at a location.
fn put(cfa: &Cfa, body: &mut Cfa, loc: LocId, ops: Vec<Op>) {
    let leaving: Vec<usize> = (0..cfa.edges.len()).filter(|edge| cfa.edges[*edge].from == loc).collect();
    let Some(first) = leaving.first() else { return };
    let behind = chain(body, loc, ops, cfa.edges[*first].span);
    leaving.iter().for_each(|edge| body.edges[*edge].from = behind);
}

/// Checks a fact; without one it fails.
fn call(types: &Types, checker: FuncId, id: usize, fact: Option<&Fact>) -> Op {
    let long = types.int(IntKind::ULongLong);
    let int = |value: i128| Expr::int(Types::INT, value);
    let wrapped = |value: i128| Expr::int(long, types.wrap(IntKind::ULongLong, value));
    let mut args = vec![int(id as i128)];
    match fact {
        Some(fact) => {
            let value = Expr::load(Place { kind: PlaceKind::Var(fact.var), ty: fact.ty });
            args.extend([fact.condition(types), int(types.is_signed(fact.ty.ty).into()), value.cast(long)]);
            args.extend([wrapped(fact.low), wrapped(fact.high)]);
        }
        None => args.extend([int(0), int(0), wrapped(0), wrapped(0), wrapped(0)]),
    }
    Op::Call { dst: None, callee: Callee::Direct(checker), args }
}

/// The checks see facts that are a little too narrow: otherwise they would prove nothing.
fn wrong_facts_fail(path: &Path) -> Result<(), Failed> {
    let Some(source) = observe::of_file(path) else { return Ok(()) };
    let program = source.build()?;
    for change in [|fact: Fact| Fact { low: fact.low + 1, ..fact }, |fact: Fact| Fact { high: fact.high - 1, ..fact }] {
        let (_, record) = watch(&source, &program, change)?;
        if !record.lines().any(|line| line.starts_with("failed")) {
            return Err("no check failed, although all facts were wrong".into());
        }
    }
    Ok(())
}

fn printed(path: &Path) -> Result<(), Failed> {
    let mut qicc = common::qicc();
    qicc.current_dir(path.parent().expect("a folder")).arg("ranges").arg(path.file_name().expect("a file"));
    let outcome = common::run(&mut qicc, b"", TOOL_LIMIT);
    if !outcome.success() {
        return Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into());
    }
    Ok(common::check_expected(&path.with_extension("expected"), &outcome.stdout)?)
}
