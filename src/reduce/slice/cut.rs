//! The program with what is kept, and nothing in between.

use super::{Part, Slicer};
use crate::cfa::{Body, Callee, Cfa, Edge, EdgeId, Expr, FuncAttributes, FuncId, LocId, Local, Op, Place, Program};
use crate::ctype::{FunctionType, Type, TypeId, Types};

/// By function of a sliced program, and by edge: the edge that it was.
type Origins = Vec<Vec<Option<EdgeId>>>;

pub(super) fn cut(slicer: &Slicer) -> (Program, Origins) {
    let mut made = slicer.program.clone();
    let abort = abort(&mut made);
    let mut origins = Vec::new();
    for (id, part) in (0..).map(FuncId).zip(&slicer.parts) {
        let Some(part) = part else {
            origins.push(Vec::new());
            continue;
        };
        let is_entry = made.entries.contains(&id);
        let mut cutter = Cutter::new(slicer, id, part, &made, (!is_entry).then_some(abort));
        cutter.run();
        origins.push(cutter.origin);
        made.functions[id.0 as usize].body = Body::Cfa(cutter.cfa);
    }
    origins.push(Vec::new());
    debug_assert_eq!(crate::cfa::check::check(&made), Ok(()));
    (made, origins)
}

/// The function that ends an execution.
fn abort(program: &mut Program) -> FuncId {
    if let Some(known) = program.functions.iter().position(|function| function.name == "abort") {
        program.functions[known].attributes.noreturn = true;
        return FuncId(known as u32);
    }
    let ty = FunctionType { ret: Types::VOID.into(), params: Vec::new(), variadic: false, prototype: true };
    let ty = program.types.intern(Type::Function(ty));
    let span = program[program.entries[0]].span;
    let id = program.declare("abort".to_owned(), ty, span);
    program.functions[id.0 as usize].attributes = FuncAttributes { noreturn: true, ..FuncAttributes::default() };
    id
}

/// Where control goes from a location that is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Unknown,
    At(LocId),
    /// Nothing that is kept comes any more.
    Done,
}

struct Cutter<'a> {
    slicer: &'a Slicer<'a>,
    function: FuncId,
    part: &'a Part<'a>,
    program: &'a Program,
    /// What ends an execution; nothing in the entry, which returns.
    abort: Option<FuncId>,
    targets: Vec<Target>,
    /// By location of the whole function.
    number: Vec<Option<LocId>>,
    work: Vec<LocId>,
    done: Option<LocId>,
    leaves: Option<LocId>,
    cfa: Cfa,
    origin: Vec<Option<EdgeId>>,
}

impl<'a> Cutter<'a> {
    fn new(
        slicer: &'a Slicer<'a>,
        function: FuncId,
        part: &'a Part<'a>,
        program: &'a Program,
        abort: Option<FuncId>,
    ) -> Cutter<'a> {
        let count = part.cfa.locations as usize;
        let (params, locals) = (part.cfa.params.clone(), part.cfa.locals.clone());
        let cfa = Cfa { params, locals, locations: 1, exit: LocId(0), unordered: part.cfa.unordered, ..Cfa::empty() };
        let mut cutter = Cutter {
            slicer,
            function,
            part,
            program,
            abort,
            targets: vec![Target::Unknown; count],
            number: vec![None; count],
            work: Vec::new(),
            done: None,
            leaves: None,
            cfa,
            origin: Vec::new(),
        };
        cutter.number[part.cfa.exit.0 as usize] = Some(LocId(0));
        cutter
    }

    fn run(&mut self) {
        self.cfa.entry = match self.target(self.part.cfa.entry) {
            Target::At(loc) if loc == self.part.cfa.exit => self.leave(),
            Target::At(loc) => self.at(loc),
            _ => self.done(),
        };
        while let Some(loc) = self.work.pop() {
            let from = self.at(loc);
            for edge in self.part.outgoing.of(loc).to_vec() {
                let Edge { to, mut op, span, .. } = self.part.cfa[edge].clone();
                let dead = to != self.part.cfa.exit && self.part.outgoing.of(to).is_empty();
                let returns = matches!(op, Op::Return(_));
                let to = match self.target(to) {
                    _ if dead => self.at(to),
                    Target::At(to) if to == self.part.cfa.exit && !returns => self.leave(),
                    Target::At(to) => self.at(to),
                    _ => self.done(),
                };
                self.shorten(edge, &mut op);
                self.push(Edge { from, to, op, span }, Some(edge));
            }
        }
        let labels = self.part.cfa.labels.iter();
        self.cfa.labels = labels.filter_map(|(loc, name)| Some((self.number[loc.0 as usize]?, name.clone()))).collect();
    }

    fn push(&mut self, edge: Edge, origin: Option<EdgeId>) {
        self.cfa.edges.push(edge);
        self.origin.push(origin);
    }

    /// The location in the sliced function.
    fn at(&mut self, loc: LocId) -> LocId {
        if let Some(known) = self.number[loc.0 as usize] {
            return known;
        }
        let new = self.cfa.new_location();
        self.number[loc.0 as usize] = Some(new);
        self.work.push(loc);
        new
    }

    /// Where an execution ends of which nothing is wanted any more.
    fn done(&mut self) -> LocId {
        let Some(abort) = self.abort else { return self.leave() };
        if let Some(known) = self.done {
            return known;
        }
        let (from, to) = (self.cfa.new_location(), self.cfa.new_location());
        self.done = Some(from);
        let op = Op::Call { dst: None, callee: Callee::Direct(abort), args: Vec::new() };
        self.push(Edge { from, to, op, span: self.program[self.function].span }, None);
        from
    }

    /// Where the function returns, in one of several ways that nobody tells apart.
    fn leave(&mut self) -> LocId {
        if let Some(known) = self.leaves {
            return known;
        }
        let from = self.cfa.new_location();
        self.leaves = Some(from);
        let types = &self.program.types;
        let ty = types.as_function(self.program[self.function].ty).map_or(Types::VOID, |ty| ty.ret.ty);
        let value = (ty != Types::VOID).then(|| self.nothing(ty));
        let (to, span) = (self.cfa.exit, self.program[self.function].span);
        self.push(Edge { from, to, op: Op::Return(value), span }, None);
        from
    }

    /// The next location that is kept on all ways from this one, itself included.
    fn target(&mut self, loc: LocId) -> Target {
        let mut path = Vec::new();
        let mut at = loc;
        let end = loop {
            let known = self.targets[at.0 as usize];
            if known != Target::Unknown {
                break known;
            }
            let returns = || {
                let edges = self.part.outgoing.of(at);
                matches!(edges, [edge] if matches!(self.part.cfa[*edge].op, Op::Return(_)))
            };
            if self.part.kept[at.0 as usize] || at == self.part.cfa.exit || returns() {
                break Target::At(at);
            }
            path.push(at);
            // A cycle without anything in it has nothing behind it.
            self.targets[at.0 as usize] = Target::Done;
            let next = match *self.part.outgoing.of(at) {
                [edge] if self.part.marked[at.0 as usize] => Some(self.part.cfa[edge].to),
                _ => self.part.control.meeting(at),
            };
            match next {
                Some(next) => at = next,
                None => break Target::Done,
            }
        };
        path.into_iter().for_each(|loc| self.targets[loc.0 as usize] = end);
        end
    }

    /// A value that nobody looks at.
    fn nothing(&mut self, ty: TypeId) -> Expr {
        let types = &self.program.types;
        if types.is_scalar(ty) {
            return Expr::zero(types, ty);
        }
        let span = self.program[self.function].span;
        let local = self.cfa.new_local(Local { name: None, ty: ty.into(), align: None, span });
        Expr::load(Place::local(local, ty))
    }

    /// Takes out of an operation what nobody wants.
    fn shorten(&mut self, edge: EdgeId, op: &mut Op) {
        match op {
            Op::Call { dst, callee: Callee::Direct(_) | Callee::Indirect(_), args } => {
                if !self.slicer.takes(self.function, edge) {
                    *dst = None;
                }
                for (index, arg) in args.iter_mut().enumerate() {
                    if !self.slicer.passes(self.function, edge, index) {
                        *arg = self.nothing(arg.ty);
                    }
                }
            }
            Op::Return(Some(value)) if !self.part.kept[self.part.cfa[edge].from.0 as usize] => {
                *value = self.nothing(value.ty);
            }
            _ => {}
        }
    }
}
