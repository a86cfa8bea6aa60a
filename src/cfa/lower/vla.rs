//! Objects of variable length.
//!
//! An array of variable length is a pointer to its elements, which are allocated on the stack where it is declared
//! (`__builtin_alloca`). The elements are the outermost ones whose size the compiler knows: `int a[n][m]` has `int`s,
//! `int a[n][4]` has `int[4]`s. So a pointer to an array of variable length is a pointer to its first element, and
//! pointer arithmetic on it counts elements, with the number of elements in one array as an explicit factor.
//!
//! The memory lives as long as C says: until the scope of the declaration is left, by its end or by a jump. Before each
//! allocation that can happen more than once in a call, the stack pointer is saved; whatever leaves the scope restores
//! it to what the outermost of the objects left behind had saved. Where the allocation happens at most once, the end
//! of the function frees it.

use super::*;
use crate::ctype::ArrayLen;

/// Maps every type to one without variable lengths and enumerations; those that have none are not listed.
pub(super) struct Plain {
    types: HashMap<TypeId, TypeId>,
    void_pointer: Option<TypeId>,
}

impl Plain {
    pub(super) fn new(types: &mut Types) -> Plain {
        let mut plain = Plain { types: HashMap::new(), void_pointer: None };
        let mut known = HashMap::new();
        for id in types.ids() {
            // The address of an array may have to be that of its first element, a function be called by its address.
            match types[id] {
                Type::Array { elem, .. } => drop(types.pointer_to(elem)),
                Type::Function(_) => drop(types.pointer_to(id)),
                _ => {}
            }
            if is_special(types, id, &mut known) {
                plain.void_pointer = Some(types.pointer_to(Types::VOID));
                let target = plain.make(types, id);
                plain.types.insert(id, target);
            }
        }
        types.map_fields(|ty| plain.of(ty));
        plain
    }

    pub(super) fn of(&self, ty: TypeId) -> TypeId {
        self.types.get(&ty).copied().unwrap_or(ty)
    }

    pub(super) fn qualified(&self, ty: QType) -> QType {
        QType { ty: self.of(ty.ty), ..ty }
    }

    fn make(&self, types: &mut Types, id: TypeId) -> TypeId {
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        match types[id].clone() {
            Type::Enum(_, kind) => types.int(kind),
            Type::Array { .. } if has_variable_size(types, id) => {
                let element = element(types, QType::from(id));
                let target = QType { ty: self.make(types, element.ty), ..element };
                types.pointer_to(target)
            }
            Type::Array { elem, len } => {
                let elem = QType { ty: self.make(types, elem.ty), ..elem };
                types.intern(Type::Array { elem, len })
            }
            Type::Pointer(target) if has_variable_size(types, target.ty) => self.make(types, target.ty),
            Type::Pointer(target) => {
                let target = QType { ty: self.make(types, target.ty), ..target };
                types.pointer_to(target)
            }
            Type::Function(mut function) => {
                function.ret.ty = self.make(types, function.ret.ty);
                for param in &mut function.params {
                    param.ty = self.make(types, param.ty);
                }
                types.intern(Type::Function(function))
            }
            _ => id,
        }
    }
}

/// Whether the size of an object of the type is known only at run time.
pub(super) fn has_variable_size(types: &Types, ty: TypeId) -> bool {
    match types[ty] {
        Type::Array { len: ArrayLen::Variable(_), .. } => true,
        Type::Array { elem, .. } => has_variable_size(types, elem.ty),
        _ => false,
    }
}

/// The outermost element type of known size.
fn element(types: &Types, ty: QType) -> QType {
    match types[ty.ty] {
        Type::Array { elem, .. } if has_variable_size(types, ty.ty) => element(types, elem),
        _ => ty,
    }
}

fn is_special(types: &Types, id: TypeId, known: &mut HashMap<TypeId, bool>) -> bool {
    if let Some(&answer) = known.get(&id) {
        return answer;
    }
    let answer = match &types[id] {
        Type::Array { len: ArrayLen::Variable(_), .. } | Type::Enum(..) => true,
        Type::Array { elem, .. } => is_special(types, elem.ty, known),
        Type::Pointer(target) => is_special(types, target.ty, known),
        Type::Function(function) => {
            is_special(types, function.ret.ty, known)
                || function.params.iter().any(|param| is_special(types, param.ty, known))
        }
        _ => false,
    };
    known.insert(id, answer);
    answer
}

/// The objects of variable length in scope that have to be freed, and the gotos that left some of them.
#[derive(Default)]
pub(super) struct Scopes {
    /// For each such object the local that holds the stack pointer from before its allocation.
    open: Vec<LocalId>,
    /// How many loops we are in.
    pub(super) loops: u32,
    gotos: Vec<(usize, typed::LabelId, Vec<LocalId>)>,
    /// How many were open at each label.
    labels: HashMap<typed::LabelId, usize>,
}

impl Scopes {
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn at_label(&mut self, label: typed::LabelId) {
        self.labels.insert(label, self.open.len());
    }

    /// Remembers a goto by its edge: where its label stands may not be known yet.
    pub(super) fn at_goto(&mut self, edge: usize, label: typed::LabelId) {
        if !self.open.is_empty() {
            self.gotos.push((edge, label, self.open.clone()));
        }
    }
}

impl Lower<'_> {
    /// Allocates an object of variable length.
    pub(super) fn allocate(&mut self, local: LocalId) -> Result<()> {
        let declared = &self.body.locals[local.0 as usize];
        if declared.align.is_some_and(|align| align > 16) {
            return unsupported("an array of variable length with an alignment of more than 16 bytes", declared.span);
        }
        let (pointer, size_t) = (self.void_pointer(), self.types.size_t());
        let size = self.size_of_variable(declared.ty.ty);
        self.emit(Op::Declare(local));
        if self.vlas.loops > 0 || !self.body.labels.is_empty() {
            let token = self.temporary(pointer);
            let save = self.builtin("__builtin_stack_save", function_type(pointer, vec![]));
            self.emit(Op::Call { dst: Some(token.clone()), callee: Callee::Direct(save), args: vec![] });
            if let Some(Var::Local(token)) = token.root() {
                self.vlas.open.push(token);
            }
        }
        let alloca = self.builtin("__builtin_alloca", function_type(pointer, vec![size_t.into()]));
        let memory = self.temporary(pointer);
        self.emit(Op::Call { dst: Some(memory.clone()), callee: Callee::Direct(alloca), args: vec![size] });
        let place = self.local(local);
        let value = Expr::load(memory).cast(place.ty.ty);
        self.assign_edge(place, value);
        Ok(())
    }

    /// Leaves the scopes of all but `depth` objects of variable length, by a jump: the scopes stay open for what
    /// stands after the jump.
    pub(super) fn restore_to(&mut self, depth: usize) {
        if let Some(&token) = self.vlas.open.get(depth) {
            let op = self.restore(token);
            self.emit(op);
        }
    }

    /// Leaves the scopes of all but `depth` objects of variable length, at the end of their block.
    pub(super) fn close_to(&mut self, depth: usize) {
        self.restore_to(depth);
        self.vlas.open.truncate(depth);
    }

    /// Makes the gotos that leave scopes free what they leave.
    pub(super) fn restore_at_gotos(&mut self) {
        for (edge, label, open) in std::mem::take(&mut self.vlas.gotos) {
            let depth = self.vlas.labels.get(&label).copied().unwrap_or(0);
            if let Some(&token) = open.get(depth) {
                self.edges[edge].op = self.restore(token);
            }
        }
    }

    fn restore(&mut self, token: LocalId) -> Op {
        let restore =
            self.builtin("__builtin_stack_restore", function_type(Types::VOID, vec![self.void_pointer().into()]));
        let args = vec![Expr::load(self.local(token))];
        Op::Call { dst: None, callee: Callee::Direct(restore), args }
    }

    fn void_pointer(&self) -> TypeId {
        self.context.plain.void_pointer.expect("types of variable length bring the type void *")
    }

    /// The size of a type of variable length, in `size_t`.
    pub(super) fn size_of_variable(&self, ty: TypeId) -> Expr {
        let size_t = self.types.size_t();
        let element = element(self.types, ty.into());
        let size = self.types.size_of(self.plain(element.ty)).unwrap_or(1);
        let count = self.count(ty, size_t);
        match size {
            1 => count,
            _ => Expr::binary(BinaryOp::Mul, count, Expr::int(size_t, size.into()), size_t),
        }
    }

    /// How many elements a type of variable length has, in an integer type.
    fn count(&self, ty: TypeId, count_ty: TypeId) -> Expr {
        let Type::Array { elem, len } = self.types[ty] else {
            return Expr::int(count_ty, 1);
        };
        let len = match len {
            ArrayLen::Fixed(n) => Expr::int(count_ty, n.into()),
            ArrayLen::Variable(local) => Expr::load(self.local(local)).cast(count_ty),
            ArrayLen::Unknown => Expr::int(count_ty, 0),
        };
        if !has_variable_size(self.types, elem.ty) {
            return len;
        }
        Expr::binary(BinaryOp::Mul, len, self.count(elem.ty, count_ty), count_ty)
    }

    /// A number of objects as a number of elements, for arithmetic on pointers to objects of the type.
    pub(super) fn scaled(&self, index: Expr, object: TypeId) -> Expr {
        if !has_variable_size(self.types, object) {
            return index;
        }
        let ty = self.types.ptrdiff_t();
        let count = self.count(object, ty);
        Expr::binary(BinaryOp::Mul, index.cast(ty), count, ty)
    }

    /// A distance in elements as a distance in objects of the type.
    pub(super) fn unscaled(&self, distance: Expr, object: TypeId) -> Expr {
        if !has_variable_size(self.types, object) {
            return distance;
        }
        let ty = distance.ty;
        let count = self.count(object, ty);
        Expr::binary(BinaryOp::Div, distance, count, ty)
    }
}

pub(super) fn function_type(ret: TypeId, params: Vec<QType>) -> FunctionType {
    FunctionType { ret: ret.into(), params, variadic: false, prototype: true }
}
