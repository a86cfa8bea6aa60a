//! A region as a program of its own: an entry function that builds the state in which the region may start, and then is
//! the region. What is proved about it is proved about the region wherever it is run.
//!
//! Nothing that can go wrong in the region is lost on the way: its edges are those of the program, its callees as well,
//! unless the rung says that they are replaced by what they write. Assertions that are not asked about are assumptions,
//! as in a whole program: an execution ends where it violates one. Those that are known to hold in the region are left
//! out: they cost much and say nothing.

use super::body::Cut;
use super::callees::{self, Calls};
use super::context::{Arrival, Front};
use super::cut::{CutLoop, in_front};
use super::environment::{Builder, Refused, Survey};
use super::lost::Touched;
use super::origin::{self, Origin};
use super::rung::{Callees, Context, Rung};
use super::{Hierarchy, Kind, Names, RegionId};
use crate::cfa::display;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{
    Body, Edge, EdgeId, Expr, ExprKind, FuncAttributes, FuncId, Function, Linkage, Live, LocId, Op, Program, PropId,
    Var, passes, trips,
};
use crate::ctype::{FunctionType, LocalId, Type, Types};
use crate::pointer::{self, Access, ObjectId, Pointers};
use crate::range::Ranges;
use crate::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A region as a program.
pub struct Piece {
    pub program: Program,
    /// Without parameters.
    pub entry: FuncId,
    pub start: Start,
    pub origin: Origin,
    /// How often loops go round at most, by function and head, where ranges say so. A hint.
    pub rounds: BTreeMap<(FuncId, LocId), u64>,
}

/// More rounds than this are better found out step by step.
const MOST_ROUNDS: u64 = 40;

/// What a piece starts from and does without, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// What is known at its head, as `qicc ranges` says it.
    pub facts: Vec<String>,
    /// What each pointer that it reads may point to.
    pub pointers: Vec<String>,
    /// What is known at the heads of loops that are at any of their iterations, after the names of the loops.
    pub loops: Vec<String>,
    /// The functions whose calls are replaced by what they write; some calls of them may have stayed.
    pub replaced: BTreeSet<String>,
    /// The properties that are not asked about and at which executions end that violate them: whatever comes behind
    /// can rely on them.
    pub assumed: BTreeSet<PropId>,
}

/// A program with everything that is needed to cut pieces from it.
pub struct Atlas<'a> {
    pub pointers: Pointers<'a>,
    pub ranges: Ranges<'a>,
    pub hierarchy: Hierarchy,
    pub names: Names,
    /// By function, when somebody asks: most pieces have callees in common.
    known: Vec<OnceLock<Known>>,
    /// By function, when somebody asks: the loops that can be cut.
    loops: Vec<OnceLock<Vec<CutLoop>>>,
    /// By region, when somebody asks: what happens to variables in it.
    pub(super) touched: Vec<OnceLock<Touched>>,
    /// By region, when somebody asks: whether there are loops in it that go round often.
    pub(super) long_below: OnceLock<Vec<bool>>,
}

/// What is of interest about a function wherever it is a part of a piece.
pub(super) struct Known {
    /// How often its loops go round at most, by what is known of their counters, if that is not often.
    pub(super) rounds: BTreeMap<LocId, u64>,
    /// The edges for which no environment can be built.
    refused: BTreeMap<EdgeId, Refused>,
    /// The properties that ask if objects are alive, or what kind they are.
    asks_alive: BTreeSet<PropId>,
}

/// Functions of the C library that know something from one call to the next.
const REMEMBERING: &[&str] = &["strtok", "strtok_r"];

impl<'a> Atlas<'a> {
    /// `entries` has for each entry of the program the user's function.
    pub fn new(program: &'a Program, entries: &BTreeMap<FuncId, FuncId>, map: &SourceMap) -> Atlas<'a> {
        let pointers = Pointers::of(program);
        let ranges = Ranges::of(&pointers);
        let calls = super::Calls::new(program, |function, edge| {
            pointers.callees(function, edge).functions.into_iter().collect()
        });
        let hierarchy = Hierarchy::new(program, &calls, entries);
        let names = Names::new(&hierarchy, program, map);
        let known = program.functions.iter().map(|_| OnceLock::new()).collect();
        let loops = program.functions.iter().map(|_| OnceLock::new()).collect();
        let touched = hierarchy.ids().map(|_| OnceLock::new()).collect();
        Atlas { pointers, ranges, hierarchy, names, known, loops, touched, long_below: OnceLock::new() }
    }

    /// A region, to be asked about these properties; or why that cannot be built faithfully. `holds` are properties
    /// that are proved already: nothing is assumed about them.
    pub fn piece(
        &self,
        region: RegionId,
        rung: Rung,
        properties: &BTreeSet<PropId>,
        holds: &dyn Fn(PropId) -> bool,
    ) -> Result<Piece, Refused> {
        let program = self.pointers.program();
        let Front { mut body, mut arrivals } = match &self.hierarchy[region].kind {
            _ if rung.context != Context::Nothing => {
                self.hierarchy.context(program, region, rung.context == Context::Cut)?
            }
            Kind::Function(_) | Kind::Loop { .. } => {
                let body = self.hierarchy.body(program, region).ok_or("it is not defined")?;
                Front { body, arrivals: Vec::new() }
            }
            Kind::Program { .. } | Kind::Recursion { .. } => return Err("it is no loop and no function".into()),
        };
        let function = body.function;
        let original = program[function].cfa().ok_or("it is not defined")?;
        let called = self.pointers.called(function, body.edges.iter().map(|(edge, _)| *edge));
        let kept = callees::leading(&self.pointers, &called, properties);
        body.until(original, |edge| self.leads(function, edge, &kept, properties));
        arrivals.retain(|arrival| body.locations.contains(&arrival.head));
        let edges: BTreeSet<EdgeId> = body.edges.iter().map(|(edge, _)| *edge).collect();
        let inside = self.pointers.called(function, edges.iter().copied());
        self.refuse(function, &edges, &inside)?;
        let mut cut = body.cut(original);
        let span = program[function].span;
        let reads = self.pointers.reads(function, edges.iter().copied());
        // Elsewhere in the function as well: a pointer may come from there.
        let addressed = visit::addressed_locals(original);
        let live = Live::of(&cut.cfa, |local| addressed.contains(&local));
        let is_read = |local: &LocalId| {
            let object = self.pointers.variable(function, Var::Local(*local));
            live.contains(cut.cfa.entry, *local) && reads.parts.contains_key(&object)
        };
        let read: BTreeSet<LocalId> = (0..original.locals.len() as u32).map(LocalId).filter(is_read).collect();
        let arrive = |arrival: &Arrival| {
            let (edge, behind, head) = arrive_at(arrival, &body, &mut cut, span);
            let unread = self.unread(function, &live, head);
            let mut writes = self.pointers.writes(function, arrival.edges.iter().copied());
            writes.parts.retain(|object, _| !unread.contains(object));
            Arrived { edge, behind, head, original: arrival.head, unread, writes }
        };
        let arrivals: Vec<Arrived> = arrivals.iter().map(arrive).collect();
        let asks_alive = |id: &FuncId| !self.known(*id).asks_alive.is_disjoint(properties);
        let asks_alive = inside.iter().chain([&function]).any(asks_alive);
        let survey = Survey::new(&self.pointers, function, reads, &read, asks_alive)?;
        let calls = Calls { survey: &survey, kept: &kept, inside: &inside, edges: &edges };
        if asks_alive && !arrivals.is_empty() {
            return Err("it is not known what the loops around it, or in front of it, free".into());
        }
        if !arrivals.iter().all(|arrived| calls.can_be_anything(&arrived.writes)) {
            return Err("what the loops around it, or in front of it, write cannot be said".into());
        }
        let outgoing = original.outgoing();
        let effect = |origin: &Option<EdgeId>| calls.effect(original, &outgoing, (*origin)?);
        let effects: Vec<_> = match rung.callees {
            Callees::Keep => Vec::new(),
            Callees::Havoc => (0..).map(EdgeId).zip(cut.origin.iter().map(effect)).collect(),
        };
        let (mut made, entry_place) = (copy(program, &inside), cut.cfa.entry);
        let cfa = &mut cut.cfa;
        cfa.params.clear();
        for edge in &mut cfa.edges {
            if let Op::Return(value) = &mut edge.op {
                *value = None;
            }
        }
        cfa.entry = cfa.new_location();
        let span = cfa.edges.iter().find(|edge| edge.from == entry_place).map_or(span, |edge| edge.span);
        let mut builder = Builder::new(&mut made, cfa, cfa.entry, span, &survey);
        builder.state()?;
        let names = display::Names::new(program, original);
        let mut start = Start { pointers: survey.describe(&names), ..Start::default() };
        if rung.facts {
            let exists = |object| survey.existing.contains(&object);
            let facts = self.assume_facts(&mut builder, function, body.head, exists);
            start.facts = facts.ok_or("control never gets there")?;
        }
        builder.join(entry_place);
        for arrived in &arrivals {
            builder.replace(arrived.edge, &arrived.writes)?;
            builder.at = arrived.behind;
            let is_read = |object| survey.is_arbitrary(object) && !arrived.unread.contains(&object);
            start.loops.extend(self.assume_at_loop(&mut builder, function, arrived.original, is_read));
            builder.join(arrived.head);
        }
        for (edge, writes) in effects.into_iter().filter_map(|(edge, writes)| Some((edge, writes?))) {
            builder.replace(edge, &writes)?;
            let callees = cut.origin[edge.0 as usize].map(|origin| self.pointers.callees(function, origin).functions);
            start.replaced.extend(callees.into_iter().flatten().map(|callee| program[callee].name.clone()));
        }
        if rung.context == Context::Cut && !asks_alive {
            start.loops.extend(self.cut_callees(&mut made, &survey, &inside));
        }
        let origins = cut.origin;
        let unread = |object| arrivals.iter().any(|arrived| arrived.unread.contains(&object));
        let variables = origin::variables(program, &body, &survey, unread);
        let name = passes::stand_in::unique(&made, &format!("qicc_{}", identifier(&self.names[region].id)));
        let ty = FunctionType { ret: Types::VOID.into(), params: Vec::new(), variadic: false, prototype: true };
        let ty = made.types.intern(Type::Function(ty));
        made.functions.push(Function {
            name,
            ty,
            linkage: Linkage::External,
            symbol: None,
            attributes: FuncAttributes::default(),
            body: Body::Cfa(cut.cfa),
            span,
        });
        let entry = FuncId(made.functions.len() as u32 - 1);
        made.entries = vec![entry];
        leave_out(&mut made, |property| !properties.contains(&property) && holds(property));
        let asserted = made.functions.iter().filter_map(Function::cfa).flat_map(|cfa| &cfa.edges);
        let asserted = asserted.filter_map(|edge| match &edge.op {
            Op::Assert { property, .. } => Some(*property),
            _ => None,
        });
        start.assumed = asserted.filter(|property| !properties.contains(property)).collect();
        debug_assert_eq!(crate::cfa::check::check(&made), Ok(()));
        let mut rounds: BTreeMap<(FuncId, LocId), u64> = BTreeMap::new();
        for id in &inside {
            rounds.extend(self.known(*id).rounds.iter().map(|(head, count)| ((*id, *head), *count)));
        }
        let own = &self.known(function).rounds;
        for (edge, origin) in made[entry].cfa().into_iter().flat_map(|cfa| &cfa.edges).zip(&origins) {
            if let Some(count) = origin.and_then(|origin| own.get(&original[origin].from)) {
                rounds.insert((entry, edge.from), *count);
            }
        }
        let origin = Origin { entry, function, locations: body.locations, variables };
        Ok(Piece { program: made, entry, start, origin, rounds })
    }

    /// Whether one of the properties may be asserted when an edge is run, in one of these functions or by the edge.
    fn leads(
        &self,
        function: FuncId,
        edge: EdgeId,
        functions: &BTreeSet<FuncId>,
        properties: &BTreeSet<PropId>,
    ) -> bool {
        match self.pointers.program()[function].cfa().map(|cfa| &cfa[edge].op) {
            Some(Op::Assert { property, .. }) => properties.contains(property),
            Some(Op::Call { .. }) => {
                let callees = self.pointers.callees(function, edge);
                callees.outside || !callees.functions.is_disjoint(functions)
            }
            _ => false,
        }
    }

    /// Assumes what is known at the head of a loop about variables that have just become anything; in words, behind
    /// the name of the loop.
    pub(super) fn assume_at_loop(
        &self,
        builder: &mut Builder<'_, '_>,
        function: FuncId,
        head: LocId,
        is_wanted: impl Fn(ObjectId) -> bool,
    ) -> Option<String> {
        let words = self.assume_facts(builder, function, head, is_wanted).filter(|words| !words.is_empty())?;
        let region = self.hierarchy.innermost(function, head)?;
        Some(format!("{}: {}", self.names[region].id, words.join(", ")))
    }

    /// Assumes what is known at a location about some variables; in words. None if control never gets there.
    fn assume_facts(
        &self,
        builder: &mut Builder<'_, '_>,
        function: FuncId,
        head: LocId,
        is_wanted: impl Fn(ObjectId) -> bool,
    ) -> Option<Vec<String>> {
        let program = self.pointers.program();
        let names = display::Names::new(program, program[function].cfa()?);
        let facts = self.ranges.at(function, head)?.into_iter();
        let facts: Vec<_> = facts.filter(|fact| is_wanted(self.pointers.variable(function, fact.var))).collect();
        facts.iter().for_each(|fact| builder.assume(fact.condition(&program.types)));
        Some(facts.iter().map(|fact| fact.text(&names)).collect())
    }

    pub(super) fn known(&self, function: FuncId) -> &Known {
        self.known[function.0 as usize].get_or_init(|| Known {
            rounds: self.count_rounds(function),
            refused: self.refused_edges(function),
            asks_alive: self.asks_alive(function),
        })
    }

    pub(super) fn loops_to_cut(&self, function: FuncId) -> &[CutLoop] {
        self.loops[function.0 as usize].get_or_init(|| self.find_loops_to_cut(function))
    }

    fn count_rounds(&self, function: FuncId) -> BTreeMap<LocId, u64> {
        let program = self.pointers.program();
        let Some(cfa) = program[function].cfa() else { return BTreeMap::new() };
        let count = |(head, counters): (LocId, Vec<(LocalId, i128)>)| {
            let facts = self.ranges.at(function, head)?;
            let rounds = counters.into_iter().filter_map(|(local, stride)| {
                let fact = facts.iter().find(|fact| fact.var == Var::Local(local))?;
                u64::try_from((fact.high - fact.low) / stride.abs()).ok()
            });
            Some((head, rounds.min().filter(|rounds| *rounds <= MOST_ROUNDS)?))
        };
        trips::strides(&program.types, cfa).into_iter().filter_map(count).collect()
    }

    /// What no environment can be built for, wherever it is in the region.
    fn refuse(&self, function: FuncId, edges: &BTreeSet<EdgeId>, inside: &BTreeSet<FuncId>) -> Result<(), Refused> {
        let program = self.pointers.program();
        let variadic = program.types.as_function(program[function].ty).is_some_and(|ty| ty.variadic);
        if variadic {
            return Err(format!("{} has variable arguments", program[function].name));
        }
        if let Some(name) = inside.iter().map(|id| program[*id].name.as_str()).find(|name| REMEMBERING.contains(name)) {
            return Err(format!("{name} remembers something from earlier calls"));
        }
        let own = self.known(function).refused.iter().find(|(edge, _)| edges.contains(edge));
        match own.or_else(|| inside.iter().find_map(|id| self.known(*id).refused.first_key_value())) {
            Some((_, why)) => Err(why.clone()),
            None => Ok(()),
        }
    }

    fn refused_edges(&self, function: FuncId) -> BTreeMap<EdgeId, Refused> {
        let program = self.pointers.program();
        let Some(cfa) = program[function].cfa() else { return BTreeMap::new() };
        let why = |edge: EdgeId| {
            let mut numbers = Numbers { types: &program.types, found: false };
            visit::visit_op(&mut numbers, &cfa[edge].op);
            if numbers.found {
                return Some("a number is made a pointer".into());
            }
            self.pointers.tears(function, edge).then(|| pointer::torn_words(&program[function].name))
        };
        cfa.edge_ids().filter_map(|edge| Some((edge, why(edge)?))).collect()
    }

    fn asks_alive(&self, function: FuncId) -> BTreeSet<PropId> {
        let asking = |edge: &Edge| match &edge.op {
            Op::Assert { cond, property } => visit::asks_alive(cond).then_some(*property),
            _ => None,
        };
        self.pointers.program()[function].cfa().into_iter().flat_map(|cfa| &cfa.edges).filter_map(asking).collect()
    }
}

/// Where control comes to a loop in a piece.
struct Arrived {
    /// Instead of which what the loop writes becomes anything.
    edge: EdgeId,
    /// Where that has happened.
    behind: LocId,
    head: LocId,
    /// The head in the function.
    original: LocId,
    /// The locals that are not read any more from there on. They keep what they have, about which nothing is known.
    unread: BTreeSet<ObjectId>,
    /// What the loop writes, but for these.
    writes: Access,
}

/// Whoever goes to the head of the loop from outside goes to a place in front of it instead: the edge from there, where
/// that leads, and the head.
fn arrive_at(arrival: &Arrival, body: &super::Body, cut: &mut Cut, span: Span) -> (EdgeId, LocId, LocId) {
    let position = body.locations.iter().position(|loc| *loc == arrival.head);
    let head = LocId(position.expect("the loop leads to the region") as u32);
    let comes = |origin: &Option<EdgeId>| origin.is_some_and(|origin| arrival.by.contains(&origin));
    let by = cut.cfa.edge_ids().zip(&cut.origin).filter(|(_, origin)| comes(origin)).map(|(edge, _)| edge).collect();
    let (edge, behind) = in_front(&mut cut.cfa, head, &by, span);
    cut.origin.push(None);
    (edge, behind, head)
}

/// Looks for pointers that are made of numbers.
struct Numbers<'a> {
    types: &'a Types,
    found: bool,
}

impl Visit for Numbers<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Cast(inner) = &expr.kind
            && matches!((&self.types[inner.ty], &self.types[expr.ty]), (Type::Int(_), Type::Pointer(_)))
            && !inner.is_constant()
        {
            self.found = true;
        }
        visit::visit_expr(self, expr);
    }
}

/// Takes assertions out of a program, except for those where a path ends.
fn leave_out(program: &mut Program, unwanted: impl Fn(PropId) -> bool) {
    let Program { types, functions, .. } = program;
    for function in functions {
        let Body::Cfa(cfa) = &mut function.body else { continue };
        for edge in &mut cfa.edges {
            if let Op::Assert { cond, property } = &edge.op
                && unwanted(*property)
                && cond.truth(types) != Some(false)
            {
                edge.op = Op::Skip;
            }
        }
    }
}

/// The program with the bodies of these functions only.
fn copy(program: &Program, functions: &BTreeSet<FuncId>) -> Program {
    let copied = (0..).map(FuncId).zip(&program.functions).map(|(id, function)| {
        let body = match &function.body {
            Body::Cfa(cfa) if functions.contains(&id) => Body::Cfa(cfa.clone()),
            // Its address may be taken; it is not called.
            Body::Cfa(_) => Body::None,
            other => other.clone(),
        };
        Function { body, name: function.name.clone(), symbol: function.symbol.clone(), ..*function }
    });
    Program {
        types: program.types.clone(),
        globals: program.globals.clone(),
        functions: copied.collect(),
        properties: program.properties.clone(),
        entries: Vec::new(),
        assumptions: program.assumptions.clone(),
        may_alias: program.may_alias,
    }
}

fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
