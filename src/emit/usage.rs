//! What of a program is printed: everything that can be reached from where execution starts.

use super::Options;
use crate::cfa::{
    AsmValue, Body, Callee, Cause, Definition, Expr, ExprKind, FuncId, Global, GlobalId, GlobalKind, Init, Linkage,
    Native, ObjectQuery, Op, Place, PlaceKind, Program, PropId, Var,
};
use std::collections::{BTreeMap, BTreeSet};

/// Functions and globals that are printed.
#[derive(Default)]
pub(super) struct Usage {
    pub(super) functions: BTreeSet<FuncId>,
    pub(super) globals: BTreeSet<GlobalId>,
    /// Functions whose addresses are taken.
    pub(super) addressed: BTreeSet<FuncId>,
    /// Whether some assertion asks whether an object is alive.
    pub(super) asks_alive: bool,
    /// How often string literals occur as a pointer to their first character, and otherwise.
    literals: BTreeMap<GlobalId, (u32, u32)>,
}

impl Usage {
    /// What a verifier gets to see: assertions and assumptions are in its own words, and it starts with the entries.
    pub(super) fn by_verifiers(program: &Program) -> Usage {
        let mut walk = Walk { program, usage: Usage::default(), work: Vec::new(), natives: false };
        program.entries.iter().for_each(|&id| walk.function(id));
        walk.run()
    }

    pub(super) fn of(program: &Program, options: &Options) -> Usage {
        let mut walk = Walk { program, usage: Usage::default(), work: Vec::new(), natives: true };
        program.entries.iter().for_each(|&id| walk.function(id));
        for (i, function) in program.functions.iter().enumerate() {
            let exported = options.library
                && function.linkage == Linkage::External
                && !function.attributes.inline_only
                && !matches!(function.body, Body::None);
            if exported || function.attributes.runs_outside_main() {
                walk.function(FuncId(i as u32));
            }
        }
        for (i, global) in program.globals.iter().enumerate() {
            let defined = !matches!(global.definition, Definition::Declared);
            if options.library && global.linkage == Linkage::External && defined {
                walk.global(GlobalId(i as u32));
            }
        }
        walk.run()
    }

    /// Whether `alloca` is called; arrays of variable length do so, too.
    pub(super) fn allocates_on_the_stack(&self, program: &Program) -> bool {
        self.functions.iter().any(|id| program[*id].is_stack_allocation())
    }

    /// Whether a string literal is printed where it is used: it must be used once, and as a pointer, for else it would
    /// not be one and the same object.
    pub(super) fn is_inline(&self, id: GlobalId) -> bool {
        self.literals.get(&id) == Some(&(1, 0))
    }
}

/// Whether a global can be written as a string literal of `char`.
pub(super) fn is_narrow_literal(program: &Program, global: &Global<Expr>) -> bool {
    let bytes = program.types.element(global.ty.ty).and_then(|elem| program.types.size_of(elem.ty)) == Some(1);
    global.kind == GlobalKind::StringLiteral
        && bytes
        && matches!(global.definition, Definition::Defined(Init::String(_)))
}

enum Item {
    Function(FuncId),
    Global(GlobalId),
}

struct Walk<'a> {
    program: &'a Program,
    usage: Usage,
    work: Vec<Item>,
    /// Whether what the program does for its assertions and assumptions is printed, and assembly.
    natives: bool,
}

impl<'a> Walk<'a> {
    fn run(mut self) -> Usage {
        while let Some(item) = self.work.pop() {
            match item {
                Item::Function(id) => self.body(id),
                Item::Global(id) => self.definition(id),
            }
        }
        self.usage
    }

    fn function(&mut self, id: FuncId) {
        if self.usage.functions.insert(id) {
            self.work.push(Item::Function(id));
        }
    }

    fn global(&mut self, id: GlobalId) {
        if self.usage.globals.insert(id) {
            self.work.push(Item::Global(id));
        }
    }

    fn body(&mut self, id: FuncId) {
        if let Body::Cfa(cfa) = &self.program.functions[id.0 as usize].body {
            for edge in &cfa.edges {
                self.op(&edge.op);
            }
        }
    }

    fn definition(&mut self, id: GlobalId) {
        if let Definition::Defined(init) = &self.program.globals[id.0 as usize].definition {
            self.init(init);
        }
    }

    fn init(&mut self, init: &Init<Expr>) {
        match init {
            Init::Zero | Init::String(_) => {}
            Init::Expr(value) => self.expr(value),
            Init::List(items) => items.iter().for_each(|item| self.init(&item.init)),
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Skip | Op::Declare(_) => {}
            Op::Assume { cond, via, .. } => {
                if let Some(func) = via
                    && self.natives
                {
                    self.function(*func);
                }
                self.expr(cond);
            }
            Op::Assign { place, value } => {
                self.place(place);
                self.expr(value);
            }
            Op::Call { dst, callee, args } => {
                dst.iter().for_each(|place| self.place(place));
                match callee {
                    Callee::Direct(func) => self.function(*func),
                    Callee::Indirect(pointer) => self.expr(pointer),
                    Callee::VaArg => {}
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            Op::Return(value) => value.iter().for_each(|value| self.expr(value)),
            Op::Havoc { places, objects, cause } => {
                places.iter().for_each(|place| self.place(place));
                objects.iter().for_each(|pointer| self.expr(pointer));
                let Cause::Asm(asm) = cause else { return };
                if !self.natives {
                    return;
                }
                for operand in asm.outputs.iter().chain(&asm.inputs) {
                    match &operand.value {
                        AsmValue::Place(place) => self.place(place),
                        AsmValue::Value(value) => self.expr(value),
                    }
                }
            }
            Op::Assert { cond, property } => {
                if self.natives {
                    self.native(*property);
                }
                self.expr(cond);
            }
        }
    }

    fn native(&mut self, property: PropId) {
        match &self.program.properties[property.0 as usize].native {
            Native::CallIfFalse { func, args: rest } | Native::CallAlways { func, rest } => {
                self.function(*func);
                rest.iter().for_each(|arg| self.expr(arg));
            }
            Native::Nothing => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero => {}
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddrOf(place) => match decayed_literal(self.program, place) {
                Some(id) => {
                    self.global(id);
                    self.usage.literals.entry(id).or_default().0 += 1;
                }
                None => self.place(place),
            },
            ExprKind::Function(func) => {
                self.usage.addressed.insert(*func);
                self.function(*func);
            }
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.expr(operand),
            ExprKind::Object(query, operand) => {
                self.usage.asks_alive |= *query == ObjectQuery::Alive;
                self.expr(operand);
            }
            ExprKind::Binary(_, lhs, rhs) => {
                self.expr(lhs);
                self.expr(rhs);
            }
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Var(Var::Local(_)) => {}
            PlaceKind::Var(Var::Global(id)) => {
                self.global(*id);
                self.usage.literals.entry(*id).or_default().1 += 1;
            }
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Member(base, _) => self.place(base),
            PlaceKind::Index(base, index) => {
                self.place(base);
                self.expr(index);
            }
        }
    }
}

/// The string literal whose first element this is, if it can be printed as one.
pub(super) fn decayed_literal(program: &Program, place: &Place) -> Option<GlobalId> {
    let PlaceKind::Index(base, index) = &place.kind else { return None };
    let (PlaceKind::Var(Var::Global(id)), ExprKind::Int(0)) = (&base.kind, &index.kind) else { return None };
    is_narrow_literal(program, &program.globals[id.0 as usize]).then_some(*id)
}
