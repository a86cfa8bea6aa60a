//! The abstract objects: what a pointer can point to.

use super::Offset;
use crate::cfa::{Cfa, Definition, EdgeId, FuncId, Function, GlobalId, GlobalKind, Program, Var};
use crate::ctype::{ArrayLen, LocalId, Quals, Type, TypeId, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(super) u32);

impl ObjectId {
    /// Whatever lies outside of the program.
    pub const OUTSIDE: ObjectId = ObjectId(0);
    /// No object: the null pointer.
    pub const NULL: ObjectId = ObjectId(1);
    /// No object: the value was never written.
    pub const INDETERMINATE: ObjectId = ObjectId(2);
    /// Inside of the analysis: an integer that was not made from a pointer. Answers have [`ObjectId::OUTSIDE`] instead,
    /// and all objects whose addresses were made integers.
    pub(super) const INTEGER: ObjectId = ObjectId(3);
    pub(super) const SPECIAL: u32 = 4;

    /// Whether there is an object with contents of its own behind it.
    pub(super) fn is_special(self) -> bool {
        self.0 < ObjectId::SPECIAL
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where memory is allocated: an edge, and which function it calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    pub function: FuncId,
    pub edge: EdgeId,
    pub callee: FuncId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    Outside,
    Null,
    Indeterminate,
    Global(GlobalId),
    Local(FuncId, LocalId),
    Function(FuncId),
    /// Allocated by `malloc` and its kin, until it is freed.
    Heap(Site),
    /// Allocated by `alloca`, until its function returns; arrays of variable length as well.
    Stack(Site),
    /// Made up by the analysis: a record on its way from one place to another.
    Passing,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub kind: ObjectKind,
    /// The declared type, where there is one.
    pub ty: Option<TypeId>,
    /// In bytes, when it is known.
    pub size: Option<u64>,
    /// At most one instance exists at a time. Set by the analysis, when calls are known.
    pub single: bool,
    /// Its contents do not change: a literal, or a const variable.
    pub constant: bool,
    /// Its address is taken somewhere, or known outside.
    pub addressed: bool,
}

/// Which variable and which function is which object.
pub(super) struct Ids {
    functions: u32,
    locals: Vec<u32>,
}

impl Ids {
    pub(super) fn global(&self, id: GlobalId) -> ObjectId {
        ObjectId(ObjectId::SPECIAL + id.0)
    }

    pub(super) fn function(&self, id: FuncId) -> ObjectId {
        ObjectId(self.functions + id.0)
    }

    pub(super) fn local(&self, function: FuncId, id: LocalId) -> ObjectId {
        ObjectId(self.locals[function.0 as usize] + id.0)
    }

    pub(super) fn variable(&self, function: FuncId, var: Var) -> ObjectId {
        match var {
            Var::Global(id) => self.global(id),
            Var::Local(id) => self.local(function, id),
        }
    }
}

/// All objects that exist without anything being run; allocated ones are added.
pub(super) fn objects(program: &Program) -> (Vec<Object>, Ids) {
    // The last one is the integer, which no answer mentions.
    let special = [ObjectKind::Outside, ObjectKind::Null, ObjectKind::Indeterminate, ObjectKind::Passing];
    let mut list: Vec<Object> = special.into_iter().map(|kind| Object::made_up(kind, None)).collect();
    for (index, global) in program.globals.iter().enumerate() {
        let literal = global.kind == GlobalKind::StringLiteral;
        let declared = matches!(global.definition, Definition::Declared);
        let size = program.types.size_of(global.ty.ty).map(|size| size + global.flexible_part(&program.types));
        list.push(Object {
            ty: Some(global.ty.ty),
            // Another file may define the end of a structure longer.
            size: size.filter(|_| !(declared && has_flexible_end(&program.types, global.ty.ty))),
            // What another file puts there is not known, and may be anything that is known outside.
            constant: literal || !declared && is_const(&program.types, global.ty.ty, global.ty.quals),
            single: true,
            addressed: false,
            ..Object::made_up(ObjectKind::Global(GlobalId(index as u32)), None)
        });
    }
    let functions = list.len() as u32;
    list.extend((0..program.functions.len() as u32).map(|id| Object {
        single: true,
        constant: true,
        ..Object::made_up(ObjectKind::Function(FuncId(id)), None)
    }));
    let mut locals = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        locals.push(list.len() as u32);
        let variables = function.cfa().map(|cfa| cfa.locals.as_slice()).unwrap_or_default();
        list.extend(variables.iter().enumerate().map(|(local, variable)| Object {
            ty: Some(variable.ty.ty),
            single: true,
            addressed: false,
            ..Object::made_up(
                ObjectKind::Local(FuncId(index as u32), LocalId(local as u32)),
                program.types.size_of(variable.ty.ty),
            )
        }));
    }
    (list, Ids { functions, locals })
}

impl Object {
    /// One of which there can be many.
    pub(super) fn made_up(kind: ObjectKind, size: Option<u64>) -> Object {
        Object { kind, ty: None, size, single: false, constant: false, addressed: true }
    }
}

/// Whether the program begins with this entry, and nothing has run before: `main`, or the function that gives `main`
/// its environment.
pub(crate) fn is_start(program: &Program, entry: FuncId) -> bool {
    let is_main = |function: &Function| function.name == "main" && function.linkage == crate::cfa::Linkage::External;
    let calls_main = |cfa: &Cfa| {
        cfa.edges.iter().any(|edge| match &edge.op {
            crate::cfa::Op::Call { callee: crate::cfa::Callee::Direct(callee), .. } => is_main(&program[*callee]),
            _ => false,
        })
    };
    let function = &program[entry];
    is_main(function) || function.name.starts_with("qicc_entry_main") && function.cfa().is_some_and(calls_main)
}

fn is_const(types: &Types, ty: TypeId, quals: Quals) -> bool {
    match types[ty] {
        Type::Array { elem, .. } => is_const(types, elem.ty, elem.quals),
        _ => quals.contains(Quals::CONST) && !quals.contains(Quals::VOLATILE),
    }
}

fn has_flexible_end(types: &Types, ty: TypeId) -> bool {
    match &types[ty] {
        Type::Array { len: ArrayLen::Unknown, .. } => true,
        Type::Record(_) => {
            types.fields(ty).and_then(|fields| fields.last()).is_some_and(|field| has_flexible_end(types, field.ty.ty))
        }
        _ => false,
    }
}

/// What a pointer can point to: an object, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub object: ObjectId,
    pub offset: Offset,
}
