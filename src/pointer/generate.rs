//! The constraints of a program: what each edge does to pointers.
//!
//! Variables that nobody takes the address of, and that are scalars, are one node each; all others are memory. Calls
//! are connected when their callees are found.

use super::address::{Address, Base, Context, Source, has_pointer};
use super::objects::{Ids, Object, ObjectId, ObjectKind, Site, Target, is_start};
use super::offset::{Offset, UNKNOWN};
use super::solver::{Event, Node, Shift, Solver, Use};
use super::{cycles, indeterminate};
use crate::cfa::visit::{self, Visit};
use crate::cfa::{
    AsmValue, Callee, Cause, Cfa, Definition, EdgeId, Expr, ExprKind, FuncId, GlobalId, Op, Place, Program,
};
use crate::ctype::{Type, TypeId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The address of something, once its pointer has a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    Object(ObjectId, Offset),
    Pointer(Node, Offset),
}

/// A value on its way to somewhere else.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Scalar(Node),
    /// So many bytes there.
    Memory(Spot, u64),
    /// Nothing that could hold a pointer.
    Nothing,
}

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) function: FuncId,
    pub(super) edge: EdgeId,
    pub(super) args: Vec<(Value, TypeId)>,
    /// Arguments that are constants.
    pub(super) constants: Vec<Option<i128>>,
    pub(super) result: Option<(Spot, TypeId)>,
}

pub(super) struct Generator<'a> {
    pub(super) program: &'a Program,
    pub(super) ids: &'a Ids,
    pub(super) objects: Vec<Object>,
    pub(super) solver: Solver,
    /// By object: the node of a variable that is no memory.
    pub(super) registers: Vec<Option<Node>>,
    pub(super) calls: Vec<Call>,
    pub(super) connected: HashSet<(u32, FuncId)>,
    /// By edge: what it may call, and whether it may call what is outside.
    pub(super) callees: BTreeMap<(FuncId, EdgeId), (BTreeSet<FuncId>, bool)>,
    /// By function: what it returns.
    results: Vec<Option<Value>>,
    /// Functions that are called from outside.
    from_outside: BTreeSet<FuncId>,
    pub(super) allocated: HashMap<Site, ObjectId>,
    loads: HashMap<(Node, Offset, u64), Node>,
    shifted: HashMap<(Node, Shift), Node>,
    addresses: HashMap<Target, Node>,
    numbers: HashMap<Node, Node>,
    /// All variable arguments of all calls.
    pub(super) variable: Node,
    /// What `strtok` remembers.
    pub(super) remembered: Node,
}

impl<'a> Generator<'a> {
    pub(super) fn new(program: &'a Program, ids: &'a Ids, objects: Vec<Object>) -> Generator<'a> {
        let mut solver = Solver::new(objects.len());
        for (index, _) in objects.iter().enumerate().filter(|(_, object)| object.constant) {
            solver.set_constant(ObjectId(index as u32));
        }
        let (variable, remembered) = (solver.node(), solver.node());
        Generator {
            program,
            ids,
            registers: vec![None; objects.len()],
            objects,
            solver,
            calls: Vec::new(),
            connected: HashSet::new(),
            callees: BTreeMap::new(),
            results: vec![None; program.functions.len()],
            from_outside: BTreeSet::new(),
            allocated: HashMap::new(),
            loads: HashMap::new(),
            shifted: HashMap::new(),
            addresses: HashMap::new(),
            numbers: HashMap::new(),
            variable,
            remembered,
        }
    }

    /// Makes all constraints and solves them.
    pub(super) fn run(&mut self) {
        self.find_addressed();
        self.make_registers();
        self.start();
        for index in 0..self.program.globals.len() {
            self.global(GlobalId(index as u32));
        }
        for index in 0..self.program.functions.len() {
            let function = FuncId(index as u32);
            if let Some(cfa) = self.program[function].cfa() {
                self.body(function, cfa);
            }
        }
        loop {
            self.solver.run();
            let events = std::mem::take(&mut self.solver.events);
            if events.is_empty() {
                break;
            }
            events.into_iter().for_each(|event| self.event(event));
        }
    }

    fn context(&self, function: FuncId) -> Context<'a> {
        Context { program: self.program, ids: self.ids, function }
    }

    fn find_addressed(&mut self) {
        struct Addressed<'g, 'a>(&'g mut Generator<'a>, FuncId);
        impl Visit for Addressed<'_, '_> {
            fn expr(&mut self, expr: &Expr) {
                if let ExprKind::AddrOf(place) = &expr.kind
                    && let Some(var) = place.root()
                {
                    let object = self.0.ids.variable(self.1, var);
                    self.0.objects[object.index()].addressed = true;
                }
                visit::visit_expr(self, expr);
            }
        }
        let program = self.program;
        for global in &program.globals {
            if let Definition::Defined(init) = &global.definition {
                visit::visit_init(&mut Addressed(self, FuncId(0)), init);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            if let Some(cfa) = function.cfa() {
                visit::visit_cfa(&mut Addressed(self, FuncId(index as u32)), cfa);
            }
        }
        let all = !program.entries.iter().all(|entry| is_start(program, *entry));
        for (index, global) in program.globals.iter().enumerate() {
            if all || matches!(global.definition, Definition::Declared) {
                self.objects[self.ids.global(GlobalId(index as u32)).index()].addressed = true;
            }
        }
    }

    fn make_registers(&mut self) {
        for index in ObjectId::SPECIAL as usize..self.objects.len() {
            let object = &self.objects[index];
            let scalar = object.ty.is_some_and(|ty| self.program.types.is_scalar(ty));
            if scalar && !object.addressed {
                self.registers[index] = Some(self.solver.node());
            }
        }
    }

    /// What is outside before the program begins.
    fn start(&mut self) {
        let program = self.program;
        let late = program.entries.iter().any(|entry| !is_start(program, *entry));
        for (index, global) in program.globals.iter().enumerate() {
            if late || matches!(global.definition, Definition::Declared) {
                // Whoever ran before may have put anything there, and may have told anyone.
                self.solver.escape(self.ids.global(GlobalId(index as u32)));
            }
        }
        for entry in &program.entries {
            self.call_from_outside(*entry);
        }
        for (index, function) in program.functions.iter().enumerate() {
            if function.attributes.runs_outside_main() {
                self.call_from_outside(FuncId(index as u32));
            }
        }
    }

    /// A function may be called with any arguments that are known outside.
    fn call_from_outside(&mut self, function: FuncId) {
        let Some(cfa) = self.program[function].cfa() else { return };
        if !self.from_outside.insert(function) {
            return;
        }
        let outside = self.special(ObjectId::OUTSIDE);
        for param in &cfa.params {
            let ty = cfa.locals[param.0 as usize].ty.ty;
            if has_pointer(&self.program.types, ty) {
                self.assign(Value::Scalar(outside), Spot::Object(self.ids.local(function, *param), Offset::ZERO), ty);
            }
        }
        let variadic = self.program.types.as_function(self.program[function].ty).is_some_and(|ty| ty.variadic);
        let is_list = |ty: TypeId| matches!(self.program.types[ty], Type::VaList);
        if variadic || cfa.params.iter().any(|param| is_list(cfa.locals[param.0 as usize].ty.ty)) {
            self.solver.copy(outside, self.variable, Shift::NONE);
        }
        match self.result(function) {
            Value::Scalar(node) => self.solver.with(node, Use::Escape),
            Value::Memory(Spot::Object(object, _), _) => self.solver.escape(object),
            Value::Memory(..) | Value::Nothing => {}
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Called(call, target) if target.object == ObjectId::OUTSIDE => self.call_outside(call),
            Event::Called(call, target) => {
                if let ObjectKind::Function(function) = self.objects[target.object.index()].kind {
                    self.connect(call, function);
                }
            }
            Event::Escaped(object) => self.escaped(object),
        }
    }

    fn escaped(&mut self, object: ObjectId) {
        self.objects[object.index()].addressed = true;
        if let ObjectKind::Function(function) = self.objects[object.index()].kind {
            self.call_from_outside(function);
        }
    }

    /// What a function returns.
    pub(super) fn result(&mut self, function: FuncId) -> Value {
        if let Some(value) = self.results[function.0 as usize] {
            return value;
        }
        let types = &self.program.types;
        let ty = types.as_function(self.program[function].ty).map(|ty| ty.ret.ty);
        let value = match ty {
            Some(ty) if types.is_scalar(ty) => Value::Scalar(self.solver.node()),
            Some(ty) if matches!(types[ty], Type::Record(_)) => {
                let size = types.size_of(ty).unwrap_or(UNKNOWN);
                Value::Memory(Spot::Object(self.passing(size), Offset::ZERO), size)
            }
            _ => Value::Nothing,
        };
        self.results[function.0 as usize] = Some(value);
        value
    }

    /// An object that stands between two others.
    pub(super) fn passing(&mut self, size: u64) -> ObjectId {
        self.add_object(ObjectKind::Passing, Some(size).filter(|size| *size != UNKNOWN))
    }

    pub(super) fn add_object(&mut self, kind: ObjectKind, size: Option<u64>) -> ObjectId {
        self.objects.push(Object::made_up(kind, size));
        self.registers.push(None);
        self.solver.reserve(self.objects.len());
        ObjectId(self.objects.len() as u32 - 1)
    }

    /// A node with one target.
    pub(super) fn target(&mut self, object: ObjectId, offset: Offset) -> Node {
        let target = Target { object, offset };
        if let Some(&node) = self.addresses.get(&target) {
            return node;
        }
        let node = self.solver.node();
        self.solver.add(node, target);
        self.addresses.insert(target, node);
        node
    }

    pub(super) fn special(&mut self, object: ObjectId) -> Node {
        self.target(object, Offset::ZERO)
    }

    /// The node of what another one holds, shifted.
    pub(super) fn shifted(&mut self, node: Node, shift: Shift) -> Node {
        if shift == Shift::NONE {
            return node;
        }
        if let Some(&known) = self.shifted.get(&(node, shift)) {
            return known;
        }
        let to = self.solver.node();
        self.solver.copy(node, to, shift);
        self.shifted.insert((node, shift), to);
        to
    }

    fn spot(&mut self, function: FuncId, address: Address) -> Spot {
        match address.base {
            Base::Object(object) => Spot::Object(object, address.offset),
            Base::Pointer(pointer) => Spot::Pointer(self.scalar(function, pointer), address.offset),
        }
    }

    fn place(&mut self, function: FuncId, place: &Place) -> Spot {
        self.spot(function, self.context(function).place(place))
    }

    /// The node of a scalar.
    pub(super) fn scalar(&mut self, function: FuncId, expr: &Expr) -> Node {
        let sources = self.context(function).sources(expr);
        if let [(source, shift)] = sources.as_slice() {
            let node = self.source(function, *source);
            return self.shifted(node, *shift);
        }
        let node = self.solver.node();
        for (source, shift) in sources {
            let from = self.source(function, source);
            self.solver.copy(from, node, shift);
        }
        node
    }

    fn source(&mut self, function: FuncId, source: Source) -> Node {
        match source {
            Source::Address(object, offset) => self.target(object, offset),
            Source::Load(address, size) => {
                let spot = self.spot(function, address);
                self.read(spot, size)
            }
        }
    }

    pub(super) fn read(&mut self, spot: Spot, size: u64) -> Node {
        match spot {
            Spot::Object(object, offset) => match self.registers[object.index()] {
                Some(node) => node,
                None => self.solver.view(object, offset, size),
            },
            Spot::Pointer(pointer, shift) => {
                if let Some(&node) = self.loads.get(&(pointer, shift, size)) {
                    return node;
                }
                let to = self.solver.node();
                self.solver.with(pointer, Use::Load { shift, size, to });
                self.loads.insert((pointer, shift, size), to);
                to
            }
        }
    }

    pub(super) fn write(&mut self, spot: Spot, size: u64, from: Node) {
        match spot {
            Spot::Object(object, offset) => {
                let to = match self.registers[object.index()] {
                    Some(node) => node,
                    None => self.solver.cell(object, offset, size),
                };
                self.solver.copy(from, to, Shift::NONE);
            }
            Spot::Pointer(pointer, shift) => self.solver.with(pointer, Use::Store { shift, size, from }),
        }
    }

    /// Copies bytes from one place to another.
    pub(super) fn transfer(&mut self, from: Spot, to: Spot, len: u64) {
        let between = match (from, to) {
            (Spot::Object(from, offset), Spot::Object(to, at)) => return self.solver.flow(from, offset, len, to, at),
            _ => self.passing(len),
        };
        match from {
            Spot::Object(object, offset) => self.solver.flow(object, offset, len, between, Offset::ZERO),
            Spot::Pointer(pointer, shift) => self.solver.with(pointer, Use::CopyOut { shift, len, to: between }),
        }
        match to {
            Spot::Object(object, at) => self.solver.flow(between, Offset::ZERO, len, object, at),
            Spot::Pointer(pointer, shift) => self.solver.with(pointer, Use::CopyIn { shift, len, from: between }),
        }
    }

    pub(super) fn value(&mut self, function: FuncId, expr: &Expr) -> Value {
        let types = &self.program.types;
        match (&types[expr.ty], &expr.kind) {
            (Type::VaList | Type::Void | Type::Function(_), _) => Value::Nothing,
            (Type::Record(_) | Type::Array { .. }, ExprKind::Load(place)) => {
                Value::Memory(self.place(function, place), self.context(function).size(place))
            }
            (Type::Record(_) | Type::Array { .. }, _) => Value::Scalar(self.special(ObjectId::NULL)),
            _ => Value::Scalar(self.scalar(function, expr)),
        }
    }

    /// Puts a value of this type somewhere.
    pub(super) fn assign(&mut self, value: Value, to: Spot, ty: TypeId) {
        let size = self.program.types.size_of(ty).unwrap_or(UNKNOWN);
        self.assign_bytes(value, to, ty, size);
    }

    fn assign_bytes(&mut self, value: Value, to: Spot, ty: TypeId, size: u64) {
        let register = matches!(to, Spot::Object(object, _) if self.registers[object.index()].is_some());
        match value {
            Value::Nothing => {}
            Value::Scalar(node) if self.program.types.is_arithmetic(ty) && !register => {
                let number = self.number(node);
                self.write(to, size, number);
            }
            Value::Scalar(node) => self.write(to, size, node),
            Value::Memory(from, len) if !self.program.types.is_scalar(ty) => self.transfer(from, to, len.min(size)),
            Value::Memory(from, len) => {
                let node = self.read(from, len);
                let node = self.shifted(node, Shift::Mangled);
                self.write(to, size, node);
            }
        }
    }

    /// What is written where a number is: also an integer that nobody made from a pointer, unless it is known to be
    /// zero.
    fn number(&mut self, node: Node) -> Node {
        if node == self.special(ObjectId::NULL) {
            return node;
        }
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let integer = self.special(ObjectId::INTEGER);
        let number = self.solver.node();
        self.solver.copy(node, number, Shift::NONE);
        self.solver.copy(integer, number, Shift::NONE);
        self.numbers.insert(node, number);
        number
    }

    fn body(&mut self, function: FuncId, cfa: &'a Cfa) {
        let indeterminate = self.special(ObjectId::INDETERMINATE);
        for local in indeterminate::locals(self.program, cfa, |local| {
            self.registers[self.ids.local(function, local).index()].is_some()
        }) {
            let ty = cfa.locals[local.0 as usize].ty.ty;
            if !matches!(self.program.types[ty], Type::VaList) {
                let size = self.program.types.size_of(ty).unwrap_or(UNKNOWN);
                self.write(Spot::Object(self.ids.local(function, local), Offset::ZERO), size, indeterminate);
            }
        }
        let cycles = cycles::cycles(self.program, cfa);
        for id in cfa.edge_ids() {
            let op = &cfa[id].op;
            self.expose(function, op);
            self.operation(function, id, op, &cycles);
        }
    }

    /// Remembers which objects' addresses become integers.
    fn expose(&mut self, function: FuncId, op: &Op) {
        struct Exposed<'e>(&'e Program, Vec<Expr>);
        impl Visit for Exposed<'_> {
            fn expr(&mut self, expr: &Expr) {
                if let ExprKind::Cast(inner) = &expr.kind
                    && matches!(self.0.types[inner.ty], Type::Pointer(_))
                    && self.0.types.is_arithmetic(expr.ty)
                {
                    self.1.push((**inner).clone());
                }
                visit::visit_expr(self, expr);
            }
        }
        let mut exposed = Exposed(self.program, Vec::new());
        visit::visit_op(&mut exposed, op);
        for pointer in exposed.1 {
            let node = self.scalar(function, &pointer);
            self.solver.copy(node, self.solver.exposed, Shift::Mangled);
        }
    }

    fn operation(&mut self, function: FuncId, id: EdgeId, op: &Op, cycles: &cycles::Cycles) {
        match op {
            Op::Skip | Op::Assume { .. } | Op::Assert { .. } | Op::Declare(_) => {}
            Op::Return(None) => {
                if let Value::Scalar(node) = self.result(function) {
                    self.solver.add_special(node, ObjectId::INDETERMINATE);
                }
            }
            Op::Assign { place, value } => {
                let to = self.place(function, place);
                let from = match self.context(function).pointer(value) {
                    Address { base: Base::Pointer(origin), offset } if cycles.moves_around(place, origin) => {
                        let node = self.scalar(function, origin);
                        Value::Scalar(self.shifted(node, Shift::By(cycles::widened(offset))))
                    }
                    _ => self.value(function, value),
                };
                self.assign_bytes(from, to, place.ty.ty, self.context(function).size(place));
            }
            Op::Call { dst, callee, args } => {
                let result = dst.as_ref().map(|place| (self.place(function, place), place.ty.ty));
                let constants = args
                    .iter()
                    .map(|arg| match arg.kind {
                        ExprKind::Int(value) => Some(value),
                        _ => None,
                    })
                    .collect();
                let args = args.iter().map(|arg| (self.value(function, arg), arg.ty)).collect();
                self.calls.push(Call { function, edge: id, args, constants, result });
                let call = self.calls.len() as u32 - 1;
                match callee {
                    Callee::Direct(callee) => self.connect(call, *callee),
                    Callee::Indirect(pointer) => {
                        let node = self.scalar(function, pointer);
                        self.callees.entry((function, id)).or_default();
                        self.solver.with(node, Use::Call(call));
                    }
                    Callee::VaArg => self.give(call, Value::Scalar(self.variable)),
                }
            }
            Op::Return(Some(value)) => {
                let value = self.value(function, value);
                match (value, self.result(function)) {
                    (Value::Scalar(from), Value::Scalar(to)) => self.solver.copy(from, to, Shift::NONE),
                    (Value::Memory(from, len), Value::Memory(to, _)) => self.transfer(from, to, len),
                    _ => {}
                }
            }
            Op::Havoc { places, objects, cause } => {
                let any = self.special(ObjectId::INTEGER);
                for place in places {
                    let spot = self.place(function, place);
                    self.write(spot, self.context(function).size(place), any);
                }
                for pointer in objects {
                    let pointer = self.scalar(function, pointer);
                    self.solver.with(pointer, Use::Store { shift: Offset::Any, size: UNKNOWN, from: any });
                }
                let Cause::Asm(asm) = cause else { return };
                for operand in asm.outputs.iter().chain(&asm.inputs) {
                    let value = match &operand.value {
                        AsmValue::Place(place) => self.value(function, &Expr::load(place.clone())),
                        AsmValue::Value(value) => self.value(function, value),
                    };
                    self.let_out(value);
                }
            }
        }
    }
}
