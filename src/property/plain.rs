//! Functions of the C library under the names by which verifiers know them.
//!
//! `__builtin_memcpy`, `__memcpy_chk` and their like become `memcpy`; `bcopy`, `mempcpy` and `stpcpy` are said in terms
//! of `memmove`, `memcpy` and `strcpy`, `fgets` and its like give back what they were given, and the atomic operations
//! that verifiers do not know by plain ones. Where the program has another function of that name, nothing happens.

use super::formats::unconverted;
use crate::cfa::library::{self, Effect};
use crate::cfa::{
    BinaryOp, Body, Callee, Cfa, Edge, EdgeId, Expr, ExprKind, FuncId, LocId, Local, Op, Place, PlaceKind, Program,
};
use crate::ctype::{FunctionType, Quals, Type, TypeId, Types};
use crate::source::Span;

/// Calls functions by their plain names where verifiers know those only.
pub(super) fn rename(program: &mut Program) {
    for index in 0..program.functions.len() {
        let Some(mut cfa) = program.functions[index].take_cfa() else { continue };
        for id in cfa.edge_ids() {
            let Op::Call { callee: Callee::Direct(func), args, .. } = &mut cfa.edges[id.0 as usize].op else {
                continue;
            };
            if let Some((plain, count)) = plain_form(program, *func, args.len()) {
                *func = plain;
                args.truncate(count);
            }
            in_other_words(program, &mut cfa, id);
        }
        program.functions[index].body = Body::Cfa(cfa);
    }
}

/// The function of the plain name, and how many of the arguments it takes.
fn plain_form(program: &mut Program, func: FuncId, args: usize) -> Option<(FuncId, usize)> {
    let function = &program[func];
    if function.is_defined() {
        return None;
    }
    let name = library::plain(&function.name)?.to_owned();
    let known = library::known(&name).filter(|known| known.effect == Effect::Modelled || !known.needs.is_empty())?;
    // Formats have arguments in the middle that the plain form has not.
    let checked = function.name.ends_with("_chk");
    if library::known(&function.name).is_some_and(|own| own.needs != known.needs) || checked && name.contains("printf")
    {
        return None;
    }
    let mut ty: FunctionType = program.types.as_function(function.ty)?.clone();
    if checked {
        ty.params.pop()?;
    }
    if !ty.prototype || ty.variadic || ty.params.len() + usize::from(checked) != args {
        return None;
    }
    let (count, span) = (ty.params.len(), function.span);
    let ty = program.types.intern(Type::Function(ty));
    Some((declared(program, &name, ty, span)?, count))
}

/// The function of this name and type, declared if need be; nothing when the program has another one of that name.
fn declared(program: &mut Program, name: &str, ty: TypeId, span: Span) -> Option<FuncId> {
    if let Some(at) = program.functions.iter().position(|other| other.name == name) {
        return same_type(&program.types, program.functions[at].ty, ty).then_some(FuncId(at as u32));
    }
    Some(program.declare(name.to_owned(), ty, span))
}

/// Says what `bcopy`, `mempcpy` and `stpcpy` do by functions that verifiers know.
fn in_other_words(program: &mut Program, cfa: &mut Cfa, id: EdgeId) -> Option<()> {
    let Edge { to, op: Op::Call { dst, callee: Callee::Direct(func), args }, span, .. } = cfa[id].clone() else {
        return None;
    };
    if program[func].is_defined() {
        return None;
    }
    let name = program[func].name.clone();
    match (name.as_str(), args.as_slice()) {
        ("bcopy", [from, target, size]) => {
            let (from, target, size) = (from.clone(), target.clone(), size.clone());
            let ty = signature(&mut program.types, target.ty, &[target.ty, from.ty, size.ty]);
            let callee = Callee::Direct(declared(program, "memmove", ty, span)?);
            cfa.edges[id.0 as usize].op = Op::Call { dst: None, callee, args: vec![target, from, size] };
        }
        ("mempcpy", [target, _, size]) => {
            let ty = signature(&mut program.types, target.ty, &[target.ty, args[1].ty, size.ty]);
            let memcpy = declared(program, "memcpy", ty, span)?;
            let mut chain = Chain { cfa, id, to, span };
            let [target, size] = [target, size].map(|value| chain.saved(value));
            chain.last(Op::Call { dst: None, callee: Callee::Direct(memcpy), args });
            chain.result(dst, target, size);
        }
        ("stpcpy", [target, source]) => {
            let size_t = program.types.size_t();
            let types = [(target.ty, vec![target.ty, source.ty]), (size_t, vec![source.ty])];
            let [copy, length] = types.map(|(ret, params)| signature(&mut program.types, ret, &params));
            let strlen = declared(program, "strlen", length, span)?;
            let strcpy = declared(program, "strcpy", copy, span)?;
            let source = source.clone();
            let mut chain = Chain { cfa, id, to, span };
            let target = chain.saved(target);
            let local = chain.cfa.new_local(Local { name: None, ty: size_t.into(), align: None, span });
            let size = Place::local(local, size_t);
            let call = Op::Call { dst: Some(size.clone()), callee: Callee::Direct(strlen), args: vec![source] };
            chain.before(call);
            chain.last(Op::Call { dst: None, callee: Callee::Direct(strcpy), args });
            chain.result(dst, target, Expr::load(size));
        }
        ("memcpy" | "memmove", [target, from, size]) => {
            let copy = assignment(program, target, from, size)
                .filter(|copy| name == "memcpy" || !moves_array(program, copy))?;
            let mut chain = Chain { cfa, id, to, span };
            let target = chain.saved(target);
            chain.last(copy);
            chain.store(dst, target);
        }
        ("fgets" | "__fgets_chk" | "gets" | "getcwd", [buffer, ..]) => {
            if let Some(place) = dst {
                Chain { cfa, id, to, span }.given_back(&program.types, func, place, buffer, &args);
            }
        }
        ("__atomic_clear", [flag, _]) => {
            let place = pointed_to(&program.types, flag)?;
            let value = Expr::zero(&program.types, place.ty.ty);
            cfa.edges[id.0 as usize].op = Op::Assign { place, value };
        }
        ("__atomic_compare_exchange_n", [object, expected, new, ..]) => {
            let values = [object, expected, new].map(Expr::clone);
            compare_exchange(&program.types, Chain { cfa, id, to, span }, dst, values)?;
        }
        _ => {}
    }
    Some(())
}

/// A copy of exactly one object with pointers in it as an assignment: byte by byte, verifiers lose them.
fn assignment(program: &Program, to: &Expr, from: &Expr, size: &Expr) -> Option<Op> {
    let types = &program.types;
    let ExprKind::Int(size) = size.kind else { return None };
    let fits = |place: &Place| types.size_of(place.ty.ty).is_some_and(|whole| i128::from(whole) == size);
    let object = |pointer: &Expr| {
        let pointer = unconverted(program, pointer);
        let mut place = match &pointer.kind {
            ExprKind::AddrOf(place) => place.clone(),
            _ => Place { kind: PlaceKind::Deref(Box::new(pointer.clone())), ty: types.pointee(pointer.ty)? },
        };
        // The first element stands for its array.
        while !fits(&place) {
            let PlaceKind::Index(array, index) = place.kind else { return None };
            place = *array;
            matches!(index.kind, ExprKind::Int(0)).then_some(())?;
        }
        Some(place)
    };
    let (place, source) = (object(to)?, object(from)?);
    let same = place.ty.ty == source.ty.ty && types.has_pointer(place.ty.ty) && !place.ty.quals.contains(Quals::CONST);
    same.then(|| Op::Assign { place, value: Expr::load(source) })
}

/// Whether an array is assigned: printed as a copy, parts of it could not overlap.
fn moves_array(program: &Program, op: &Op) -> bool {
    matches!(op, Op::Assign { place, .. } if program.types.element(place.ty.ty).is_some())
}

/// The scalar that a pointer points to.
fn pointed_to(types: &Types, pointer: &Expr) -> Option<Place> {
    let ty = types.pointee(pointer.ty).filter(|to| types.is_scalar(to.ty))?;
    Some(Place { kind: PlaceKind::Deref(Box::new(pointer.clone())), ty })
}

/// If the object is what was expected it gets the new value, and else what was expected gets the object's.
fn compare_exchange(types: &Types, mut chain: Chain<'_>, dst: Option<Place>, values: [Expr; 3]) -> Option<()> {
    if values[..2].iter().any(|pointer| pointed_to(types, pointer).is_none()) {
        return None;
    }
    let [object, expected, new] = values.map(|value| chain.saved(&value));
    let (object, expected) = (pointed_to(types, &object)?, pointed_to(types, &expected)?);
    let old = chain.saved(&Expr::load(object.clone()));
    let wanted = chain.saved(&Expr::load(expected.clone()));
    let equal = Expr::binary(BinaryOp::Eq, old.clone(), wanted.cast(old.ty), Types::INT);
    let op = |truth| Op::Assume { cond: equal.clone(), truth, via: None };
    let from = chain.cfa[chain.id].from;
    let [same, other] = [(object, new), (expected, old)].map(|(place, value)| {
        let value = value.cast(place.ty.ty);
        Op::Assign { place, value }
    });
    chain.last(op(true));
    for (truth, store) in [(true, same), (false, other)] {
        let (decided, stored) = (chain.cfa.new_location(), chain.cfa.new_location());
        if truth {
            chain.cfa.edges[chain.id.0 as usize].to = decided;
        } else {
            chain.cfa.edges.push(Edge { from, to: decided, op: op(false), span: chain.span });
        }
        let result = dst.clone().map_or(Op::Skip, |place| {
            let value = Expr::int(Types::INT, i128::from(truth)).cast(place.ty.ty);
            Op::Assign { place, value }
        });
        chain.cfa.edges.push(Edge { from: decided, to: stored, op: store, span: chain.span });
        chain.cfa.edges.push(Edge { from: stored, to: chain.to, op: result, span: chain.span });
    }
    Some(())
}

fn signature(types: &mut Types, ret: TypeId, params: &[TypeId]) -> TypeId {
    let params = params.iter().map(|ty| (*ty).into()).collect();
    types.intern(Type::Function(FunctionType { ret: ret.into(), params, variadic: false, prototype: true }))
}

/// Edges in the place of one.
struct Chain<'a> {
    cfa: &'a mut Cfa,
    /// The edge that is replaced; it stands behind those that are added before it.
    id: EdgeId,
    to: LocId,
    span: Span,
}

impl Chain<'_> {
    fn before(&mut self, op: Op) {
        let next = self.cfa.new_location();
        let edge = &mut self.cfa.edges[self.id.0 as usize];
        let from = std::mem::replace(&mut edge.from, next);
        self.cfa.edges.push(Edge { from, to: next, op, span: self.span });
    }

    /// A value before anything happens to it.
    fn saved(&mut self, value: &Expr) -> Expr {
        let local = self.cfa.new_local(Local { name: None, ty: value.ty.into(), align: None, span: self.span });
        let place = Place::local(local, value.ty);
        self.before(Op::Assign { place: place.clone(), value: value.clone() });
        Expr::load(place)
    }

    fn last(&mut self, op: Op) {
        self.cfa.edges[self.id.0 as usize].op = op;
    }

    /// Stores what a call returns that gives back its first argument, unless it returns null or has been given nothing.
    fn given_back(&mut self, types: &Types, func: FuncId, place: Place, first: &Expr, args: &[Expr]) {
        let first = self.saved(first);
        let local = self.cfa.new_local(Local { name: None, ty: place.ty.ty.into(), align: None, span: self.span });
        let own = Place::local(local, place.ty.ty);
        let call = Op::Call { dst: Some(own.clone()), callee: Callee::Direct(func), args: args.to_vec() };
        self.last(call);
        let own = Expr::load(own);
        let [called, succeeded, given, other] = [(); 4].map(|()| self.cfa.new_location());
        self.cfa.edges[self.id.0 as usize].to = called;
        let is_there = |value: &Expr| {
            let null = Expr::zero(types, value.ty);
            Expr::binary(BinaryOp::Ne, value.clone(), null, Types::INT)
        };
        for (from, cond, to) in [(called, is_there(&own), succeeded), (succeeded, is_there(&first), given)] {
            for (truth, to) in [(true, to), (false, other)] {
                let op = Op::Assume { cond: cond.clone(), truth, via: None };
                self.cfa.edges.push(Edge { from, to, op, span: self.span });
            }
        }
        for (from, value) in [(given, first.cast(place.ty.ty)), (other, own)] {
            let op = Op::Assign { place: place.clone(), value };
            self.cfa.edges.push(Edge { from, to: self.to, op, span: self.span });
        }
    }

    /// Stores a value behind the last operation.
    fn store(&mut self, dst: Option<Place>, value: Expr) {
        let Some(place) = dst else { return };
        let behind = self.cfa.new_location();
        self.cfa.edges[self.id.0 as usize].to = behind;
        let value = value.cast(place.ty.ty);
        self.cfa.edges.push(Edge { from: behind, to: self.to, op: Op::Assign { place, value }, span: self.span });
    }

    /// Stores where the copy ends.
    fn result(&mut self, dst: Option<Place>, target: Expr, size: Expr) {
        let ty = target.ty;
        self.store(dst, Expr::binary(BinaryOp::PtrAdd, target, size, ty));
    }
}

/// Whether two functions take and give the same types, but for qualifiers of what is passed.
fn same_type(types: &Types, a: TypeId, b: TypeId) -> bool {
    let (Some(a), Some(b)) = (types.as_function(a), types.as_function(b)) else { return false };
    let types_of = |function: &FunctionType| -> Vec<TypeId> {
        std::iter::once(&function.ret).chain(&function.params).map(|ty| ty.ty).collect()
    };
    a.prototype && b.prototype && !a.variadic && !b.variadic && types_of(a) == types_of(b)
}
