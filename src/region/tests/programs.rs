//! Whole programs: who lies in whom, by the calls that a generator wrote down; bodies as automata; names.

use super::Random;
use crate::cfa::check;
use crate::cfa::tests::{built, built_with_map};
use crate::cfa::{Body, Callee, EdgeId, FuncId, LocId, Op, Program, PropId};
use crate::ctype::{FunctionType, Type, Types};
use crate::region::{Calls, Goes, Hierarchy, Kind, Names, RegionId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

fn hierarchy(program: &Program) -> Hierarchy {
    let entries = program.entries.iter().map(|entry| (*entry, *entry)).collect();
    Hierarchy::new(program, &Calls::by_address(program), &entries)
}

fn function(program: &Program, name: &str) -> FuncId {
    let index = program.functions.iter().position(|function| function.name == name);
    FuncId(index.unwrap_or_else(|| panic!("there is no {name}")) as u32)
}

/// What holds of every hierarchy.
fn check_laws(program: &Program, hierarchy: &Hierarchy, text: &str) {
    let roots: BTreeSet<RegionId> = hierarchy.roots().collect();
    assert_eq!(roots.len(), program.entries.len());
    for id in hierarchy.ids() {
        let region = &hierarchy[id];
        assert_eq!(region.parents.is_empty(), roots.contains(&id), "{text}: {:?}", region.kind);
        for parent in &region.parents {
            assert!(hierarchy[*parent].children.contains(&id), "{text}");
            assert!(hierarchy[*parent].depth < region.depth, "{text}");
        }
        let deepest = region.parents.iter().map(|parent| hierarchy[*parent].depth + 1).max();
        assert_eq!(region.depth, deepest.unwrap_or(0), "{text}");
        for child in &region.children {
            assert!(hierarchy[*child].parents.contains(&id), "{text}");
        }
        let once: BTreeSet<&RegionId> = region.children.iter().collect();
        assert_eq!(once.len(), region.children.len(), "{text}");
        for property in &region.properties {
            assert!(hierarchy.smallest(*property).contains(&id), "{text}");
        }
    }
    // Every assertion is in the smallest regions of its property.
    for (index, function) in program.functions.iter().enumerate() {
        for edge in function.cfa().iter().flat_map(|cfa| &cfa.edges) {
            if let Op::Assert { property, .. } = edge.op {
                let holds = |id: &&RegionId| {
                    let region = &hierarchy[**id];
                    region.function() == Some(FuncId(index as u32)) && hierarchy.locations(**id).contains(&edge.from)
                };
                assert_eq!(hierarchy.smallest(property).iter().filter(holds).count(), 1, "{text}");
            }
        }
    }
}

/// A program of functions that call each other at random, and what each calls.
struct Generated {
    text: String,
    calls: BTreeSet<(usize, usize)>,
    addressed: BTreeSet<usize>,
    through_pointer: BTreeSet<usize>,
}

fn generated(random: &mut Random) -> Generated {
    let count = 2 + random.below(6) as usize;
    let mut made = Generated {
        text: "int any(void); void (*pointer)(void);\n".into(),
        calls: BTreeSet::new(),
        addressed: BTreeSet::new(),
        through_pointer: BTreeSet::new(),
    };
    let mut addresses = BTreeSet::new();
    (0..count).for_each(|n| _ = writeln!(made.text, "void f{n}(void);"));
    for caller in 0..count {
        _ = writeln!(made.text, "void f{caller}(void) {{");
        for _ in 0..random.below(4) {
            let callee = random.below(count as u32) as usize;
            let statement = match random.below(8) {
                0 => {
                    addresses.insert((caller, callee));
                    format!("pointer = f{callee};")
                }
                1 => {
                    made.through_pointer.insert(caller);
                    "pointer();".into()
                }
                _ => {
                    made.calls.insert((caller, callee));
                    format!("f{callee}();")
                }
            };
            let around = ["", "while (any()) ", "while (any()) while (any()) "][random.below(3) as usize];
            _ = writeln!(made.text, "    {around}{{ {statement} __CPROVER_assert(any(), \"x\"); }}");
        }
        made.text += "}\n";
    }
    made.text += "int main(void) { f0(); return 0; }\n";
    // What nothing reaches is not in the program, and uses no address.
    let mut reached = BTreeSet::from([0]);
    let uses: Vec<(usize, usize)> = made.calls.iter().chain(&addresses).copied().collect();
    for _ in 0..count {
        let more: Vec<usize> = uses.iter().filter(|(user, _)| reached.contains(user)).map(|(_, used)| *used).collect();
        reached.extend(more);
    }
    made.calls.retain(|(caller, _)| reached.contains(caller));
    made.through_pointer.retain(|caller| reached.contains(caller));
    made.addressed = addresses.into_iter().filter(|(user, _)| reached.contains(user)).map(|(_, used)| used).collect();
    for &caller in &made.through_pointer {
        made.calls.extend(made.addressed.iter().map(|callee| (caller, *callee)));
    }
    made
}

impl Generated {
    fn reaches(&self, from: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for &(_, callee) in self.calls.iter().filter(|(caller, _)| *caller == at) {
                if found.insert(callee) {
                    work.push(callee);
                }
            }
        }
        found
    }

    /// The functions that a function calls and that call it, and itself.
    fn cycle(&self, of: usize, count: usize) -> BTreeSet<usize> {
        let both = |other: &usize| self.reaches(of).contains(other) && self.reaches(*other).contains(&of);
        (0..count).filter(both).chain([of]).collect()
    }
}

#[test]
fn every_caller_is_a_parent() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut cycles, mut pointers, mut shared, mut uncalled) = (0, 0, 0, 0);
    for _ in 0..1000 {
        let made = generated(&mut random);
        let program = built(&made.text);
        let hierarchy = hierarchy(&program);
        check_laws(&program, &hierarchy, &made.text);
        let number = |id: FuncId| program[id].name.strip_prefix('f').and_then(|number| number.parse::<usize>().ok());
        for (index, of) in (0..program.functions.len() as u32).map(FuncId).filter_map(|id| Some((id, number(id)?))) {
            let region = hierarchy.function(index).expect("it has a body");
            let cycle = made.cycle(of, 8);
            assert_eq!(hierarchy.is_recursive(index), made.reaches(of).contains(&of), "{}", made.text);
            let mut top = region;
            if cycle.len() > 1 {
                cycles += 1;
                let [parent] = hierarchy[region].parents[..] else { panic!("one parent: {}", made.text) };
                let Kind::Recursion { members, entered } = &hierarchy[parent].kind else { panic!("{}", made.text) };
                assert_eq!(members.iter().filter_map(|id| number(*id)).collect::<BTreeSet<_>>(), cycle);
                assert!(entered.iter().all(|id| members.contains(id)) && !entered.is_empty());
                top = parent;
            }
            let mut expected = BTreeSet::new();
            for caller in (0..program.functions.len() as u32).map(FuncId) {
                if number(caller).is_some_and(|caller| cycle.contains(&caller)) {
                    continue;
                }
                let cfa = program[caller].cfa();
                for edge in cfa.iter().flat_map(|cfa| &cfa.edges) {
                    let Op::Call { callee, .. } = &edge.op else { continue };
                    let called = match callee {
                        Callee::Direct(callee) => number(*callee).is_some_and(|callee| cycle.contains(&callee)),
                        _ => cycle.iter().any(|callee| made.addressed.contains(callee)),
                    };
                    expected.extend(called.then(|| hierarchy.innermost(caller, edge.from)).flatten());
                    pointers += usize::from(called && matches!(callee, Callee::Indirect(_)));
                }
            }
            assert_eq!(hierarchy.is_uncalled(top), expected.is_empty(), "{}", made.text);
            if expected.is_empty() {
                uncalled += 1;
                expected.extend(hierarchy.roots());
            }
            shared += usize::from(expected.len() > 1);
            assert_eq!(hierarchy[top].parents, expected.into_iter().collect::<Vec<_>>(), "{}", made.text);
        }
    }
    assert!(cycles > 300 && pointers > 50 && shared > 100 && uncalled > 20, "{cycles} {pointers} {shared} {uncalled}");
}

const LOOPS: &str = "
int any(void); int a[10]; void use(int);
int main(void)
{
    int i, j, n = any();
    for (i = 0; i < n; i++) {
        if (any())
            continue;
        for (j = 0; j < i; j++)
            __CPROVER_assert(a[j] == 0, \"inner\");
        if (any())
            break;
        if (any())
            return 1;
        use(i);
    }
    do
        __CPROVER_assert(n > 0, \"last\");
    while (any());
again:
    switch (any()) {
    case 0:
        while (any()) {
    case 1:
            use(1);
        }
    }
    if (any())
        goto again;
    return 0;
}
";

/// A body is one iteration: it has what leaves its locations, it ends where the iteration does, and it is an automaton.
#[test]
fn bodies_are_automata() {
    let mut program = built(LOOPS);
    let hierarchy = hierarchy(&program);
    let main = function(&program, "main");
    let cfa = program[main].cfa().expect("a body").clone();
    let ty = FunctionType { ret: Types::VOID.into(), params: Vec::new(), variadic: false, prototype: true };
    let ty = program.types.intern(Type::Function(ty));
    let mut loops = 0;
    for id in hierarchy.ids().filter(|id| hierarchy[*id].is_loop()) {
        loops += 1;
        let body = hierarchy.body(&program, id).expect("a loop has one");
        let inside: BTreeSet<LocId> = body.locations.iter().copied().collect();
        let leaving: BTreeSet<EdgeId> = cfa.edge_ids().filter(|edge| inside.contains(&cfa[*edge].from)).collect();
        assert_eq!(body.edges.iter().map(|(edge, _)| *edge).collect::<BTreeSet<_>>(), leaving);
        for &(edge, goes) in &body.edges {
            let to = cfa[edge].to;
            let expected = match (to == body.head, inside.contains(&to)) {
                (true, _) => Goes::Again,
                (false, true) => Goes::On,
                (false, false) => Goes::Out,
            };
            assert_eq!(goes, expected);
        }
        let cut = body.cut(&cfa);
        assert_eq!(cut.cfa.edges.len(), cut.origin.len());
        let same = |(edge, origin): (&crate::cfa::Edge, &Option<EdgeId>)| match origin {
            Some(origin) => edge.op == cfa[*origin].op,
            None => edge.op == Op::Return(None) && edge.to == cut.cfa.exit,
        };
        assert!(cut.cfa.edges.iter().zip(&cut.origin).all(same));
        assert!(cut.cfa.edges.iter().all(|edge| edge.to != cut.cfa.entry), "an iteration does not come back");
        let mut alone = program.clone();
        let function = &mut alone.functions[main.0 as usize];
        function.ty = ty;
        function.name = "body".into();
        function.body = Body::Cfa(crate::cfa::Cfa { params: Vec::new(), ..cut.cfa });
        assert_eq!(check::check(&alone), Ok(()));
    }
    assert_eq!(loops, 4);
    assert_eq!(hierarchy.tangles().len(), 1);
    // All of a function is its body, and stays what it is but for the numbers.
    let whole = hierarchy.body(&program, hierarchy.function(main).expect("main")).expect("it has one");
    assert_eq!(whole.exits().count(), 0);
    assert_eq!(whole.cut(&cfa).cfa.edges.len(), cfa.edges.len());
}

#[test]
fn properties_have_their_smallest_region() {
    let (program, map) = built_with_map(LOOPS);
    let hierarchy = hierarchy(&program);
    check_laws(&program, &hierarchy, LOOPS);
    let names = Names::new(&hierarchy, &program, &map);
    let smallest: BTreeMap<&str, Vec<&str>> = (0..program.properties.len() as u32)
        .map(PropId)
        .map(|id| {
            let regions = hierarchy.smallest(id).iter().map(|region| names[*region].id.as_str());
            (program[id].description.as_str(), regions.collect())
        })
        .collect();
    assert_eq!(smallest, BTreeMap::from([("inner", vec!["main:9"]), ("last", vec!["main:18"])]));
}

#[test]
fn names_find_their_regions() {
    let text = "int any(void);
        static void even(void); static void odd(void) { if (any()) even(); }
        static void even(void) { if (any()) odd(); }
        int main(void) { while (any()) while (any()) even(); return 0; }";
    let (program, map) = built_with_map(text);
    let hierarchy = hierarchy(&program);
    let names = Names::new(&hierarchy, &program, &map);
    for id in hierarchy.ids() {
        assert_eq!(names.find(&names[id].id), Ok(id));
    }
    assert_eq!(names.find("recursive:odd"), names.find("recursive:even"));
    let all: BTreeSet<&str> = hierarchy.ids().map(|id| names[id].id.as_str()).collect();
    let recursive = if all.contains("recursive:odd") { "recursive:odd" } else { "recursive:even" };
    assert_eq!(all, BTreeSet::from(["program:main", recursive, "odd", "even", "main", "main:4", "main:4.2"]));
    let error = names.find("main:5").expect_err("there is no such loop");
    assert_eq!(error.code, "region");
    assert!(error.help.is_some_and(|help| help.contains("main:4")));
    assert!(names.find("zzz").is_err_and(|error| error.help.is_some_and(|help| help.contains("lists all"))));
}
