//! The well-formedness of a program: what every later layer takes for granted.
//!
//! This shares no code with lowering or the passes, on purpose. It looks at the shape of the graph, at every id, and at
//! the type of every expression and place. A violation is never the user's fault.

use super::display::Names;
use super::model::*;
use crate::ctype::{ArrayLen, FloatKind, IntKind, QType, Type, TypeId, Types};

/// Says what is wrong first, with function and edge.
pub fn check(program: &Program) -> Result<(), String> {
    let variable = variable_types(&program.types);
    let types = Checker { program, types: &program.types, variable: &variable, cfa: None };
    for global in &program.globals {
        let outcome = types.known(global.ty.ty).and_then(|()| types.definition(global));
        outcome.map_err(|what| format!("global `{}`: {what}", global.name))?;
    }
    for id in &program.entries {
        ensure(program.functions.get(id.0 as usize).is_some_and(Function::is_defined), || {
            "an entry is undefined".into()
        })?;
    }
    use rayon::prelude::*;
    program.functions.par_iter().try_for_each(|function| types.function(function))
}

type Checked = Result<(), String>;

struct Checker<'a> {
    program: &'a Program,
    types: &'a Types,
    /// By type: whether it mentions a variable length.
    variable: &'a [bool],
    cfa: Option<&'a Cfa>,
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

fn variable_types(types: &Types) -> Vec<bool> {
    let mut variable: Vec<bool> = Vec::new();
    // A type may mention one that was made later only through a record, which has no variable members.
    let mentions = |known: &[bool], ty: TypeId| known.get(types.index_of(ty)).copied().unwrap_or(false);
    for id in types.ids() {
        let answer = match &types[id] {
            Type::Array { len: ArrayLen::Variable(_), .. } => true,
            Type::Array { elem: of, .. } | Type::Pointer(of) => mentions(&variable, of.ty),
            Type::Function(f) => mentions(&variable, f.ret.ty) || f.params.iter().any(|p| mentions(&variable, p.ty)),
            _ => false,
        };
        variable.push(answer);
    }
    variable
}

impl<'a> Checker<'a> {
    fn function(&self, function: &'a Function) -> Checked {
        let within = |what| format!("function `{}`: {what}", function.name);
        self.known(function.ty).map_err(within)?;
        ensure(self.types.as_function(function.ty).is_some(), || within("its type is no function type".into()))?;
        let Some(cfa) = function.cfa() else { return Ok(()) };
        let inside = Checker { cfa: Some(cfa), ..*self };
        cfa.locals.iter().try_for_each(|local| self.known(local.ty.ty)).map_err(within)?;
        inside.signature(function, cfa).map_err(within)?;
        inside.shape(cfa).map_err(within)?;
        for id in cfa.edge_ids() {
            let edge = &cfa[id];
            inside.operation(function, &edge.op).map_err(|what| {
                let text = Names::new(self.program, cfa).op(&edge.op);
                within(format!("edge {} from {} to {}, `{text}`: {what}", id.0, edge.from.0, edge.to.0))
            })?;
        }
        Ok(())
    }

    fn known(&self, ty: TypeId) -> Checked {
        match self.variable.get(self.types.index_of(ty)) {
            Some(false) => Ok(()),
            Some(true) => Err(format!("the type `{}` has a variable length", self.types.describe(ty))),
            None => Err("an unknown type".into()),
        }
    }

    fn signature(&self, function: &Function, cfa: &Cfa) -> Checked {
        let Some(ty) = self.types.as_function(function.ty) else { return Ok(()) };
        let in_range = cfa.params.iter().all(|param| (param.0 as usize) < cfa.locals.len());
        ensure(in_range, || "a parameter is no local".into())?;
        if !ty.prototype {
            return Ok(());
        }
        ensure(ty.params.len() == cfa.params.len(), || "the parameters are not those of its type".into())?;
        for (param, declared) in cfa.params.iter().zip(&ty.params) {
            let local = &cfa.locals[param.0 as usize];
            ensure(local.ty.ty == declared.ty, || {
                let (own, seen) = (self.types.describe(local.ty.ty), self.types.describe(declared.ty));
                format!("a parameter has the type `{own}`, but `{seen}` in the function's type")
            })?;
        }
        Ok(())
    }

    fn shape(&self, cfa: &Cfa) -> Checked {
        let valid = |loc: LocId| loc.0 < cfa.locations;
        ensure(valid(cfa.entry) && valid(cfa.exit), || "entry or exit is no location".into())?;
        ensure(cfa.labels.iter().all(|(loc, _)| valid(*loc)), || "a label has no location".into())?;
        for (index, edge) in cfa.edges.iter().enumerate() {
            ensure(valid(edge.from) && valid(edge.to), || format!("edge {index} has an end that is no location"))?;
            let returns = matches!(edge.op, Op::Return(_));
            ensure(returns == (edge.to == cfa.exit), || {
                format!("edge {index}: returns, and only they, go to the exit")
            })?;
        }
        let (outgoing, incoming) = (cfa.outgoing(), cfa.incoming());
        ensure(outgoing.of(cfa.exit).is_empty(), || "an edge leaves the exit".into())?;
        for loc in (0..cfa.locations).map(LocId) {
            let fault = match outgoing.of(loc) {
                [] if loc == cfa.exit => None,
                [] => incoming.of(loc).iter().find(|edge| !self.may_end(&cfa[**edge].op)).map(|_| "a path ends"),
                [only] => match cfa[*only].op {
                    Op::Assume { via: None, .. } => Some("a condition has one outcome only"),
                    _ => None,
                },
                [yes, no] => match (&cfa[*yes].op, &cfa[*no].op) {
                    (
                        Op::Assume { cond: a, truth: true, via: None },
                        Op::Assume { cond: b, truth: false, via: None },
                    ) if a == b => None,
                    _ => Some("two edges that are not the outcomes of one condition"),
                },
                _ => Some("more than two edges"),
            };
            ensure(fault.is_none(), || format!("location {}: {}", loc.0, fault.unwrap_or_default()))?;
        }
        Ok(())
    }

    /// Whether there may be nothing behind an operation.
    fn may_end(&self, op: &Op) -> bool {
        match op {
            Op::Call { callee: Callee::Direct(func), .. } => {
                let function = &self.program.functions[func.0 as usize];
                function.attributes.noreturn || function.is_defined()
            }
            Op::Assert { .. } => true,
            _ => false,
        }
    }

    fn operation(&self, function: &Function, op: &Op) -> Checked {
        match op {
            Op::Skip => Ok(()),
            Op::Assume { cond, via, .. } => {
                if let Some(func) = via {
                    self.func(*func)?;
                }
                self.scalar(cond)
            }
            Op::Assign { place, value } => {
                self.place(place)?;
                self.same(place.ty.ty, value.ty, "assigned")?;
                match &self.types[place.ty.ty] {
                    Type::Array { .. } => match &value.kind {
                        ExprKind::Zero => Ok(()),
                        ExprKind::Load(from) => self.place(from),
                        _ => Err("an array from something that is neither zero nor an array".into()),
                    },
                    Type::Record(_) if value.kind == ExprKind::Zero => Ok(()),
                    _ => self.expr(value),
                }
            }
            Op::Call { dst, callee, args } => self.call(dst.as_ref(), callee, args),
            Op::Return(None) => Ok(()),
            Op::Return(Some(value)) => {
                self.expr(value)?;
                let ret = self.types.as_function(function.ty).map_or(Types::VOID, |ty| ty.ret.ty);
                self.same(ret, value.ty, "returned")
            }
            Op::Declare(local) => self.local_in_range(local.0),
            Op::Havoc { places, objects, cause } => {
                places.iter().try_for_each(|place| self.place(place))?;
                objects.iter().try_for_each(|pointer| self.pointer(pointer))?;
                let Cause::Asm(asm) = cause else { return Ok(()) };
                let operands = asm.outputs.iter().chain(&asm.inputs);
                operands.map(|operand| &operand.value).try_for_each(|value| match value {
                    AsmValue::Place(place) => self.place(place),
                    AsmValue::Value(value) => self.expr(value),
                })
            }
            Op::Assert { cond, property } => {
                let Some(property) = self.program.properties.get(property.0 as usize) else {
                    return Err("the property does not exist".into());
                };
                match &property.native {
                    Native::CallIfFalse { func, args } => self.call(None, &Callee::Direct(*func), args)?,
                    Native::CallAlways { func, rest } => {
                        self.func(*func)?;
                        rest.iter().try_for_each(|arg| self.expr(arg))?;
                    }
                    Native::Nothing => {}
                }
                self.scalar(cond)
            }
        }
    }

    fn call(&self, dst: Option<&Place>, callee: &Callee, args: &[Expr]) -> Checked {
        args.iter().try_for_each(|arg| self.expr(arg))?;
        if let Some(place) = dst {
            self.place(place)?;
        }
        let ty = match callee {
            Callee::Direct(func) => {
                self.func(*func)?;
                let function = &self.program[*func];
                if function.attributes.builtin {
                    // The compiler's own functions take what they take.
                    return Ok(());
                }
                function.ty
            }
            Callee::Indirect(pointer) => {
                self.expr(pointer)?;
                self.types.pointee(pointer.ty).ok_or("the callee is no pointer")?.ty
            }
            Callee::VaArg => {
                let lists = args.len() == 1 && args[0].ty == Types::VA_LIST;
                return ensure(dst.is_some() && lists, || "va_arg takes a list and gives a value".into());
            }
        };
        let function = self.types.as_function(ty).ok_or("the callee is no function")?;
        if let Some(place) = dst {
            self.same(place.ty.ty, function.ret.ty, "returned into")?;
        }
        if function.prototype {
            let exact = args.len() == function.params.len();
            ensure(exact || (function.variadic && args.len() > function.params.len()), || {
                format!("{} arguments for {} parameters", args.len(), function.params.len())
            })?;
            for (arg, param) in args.iter().zip(&function.params) {
                self.same(param.ty, arg.ty, "passed")?;
            }
        }
        let rest = if function.prototype { function.params.len() } else { 0 };
        args[rest.min(args.len())..].iter().try_for_each(|arg| {
            ensure(self.is_promoted(arg.ty), || {
                format!("an argument of type `{}` was not promoted", self.types.describe(arg.ty))
            })
        })
    }

    fn is_promoted(&self, ty: TypeId) -> bool {
        match self.types[ty] {
            Type::Int(kind) => kind.rank() >= IntKind::Int.rank(),
            Type::Float(kind) => !matches!(kind, FloatKind::Float | FloatKind::Float16),
            _ => true,
        }
    }

    fn func(&self, func: FuncId) -> Checked {
        ensure((func.0 as usize) < self.program.functions.len(), || "an unknown function".into())
    }

    fn local_in_range(&self, local: u32) -> Checked {
        let count = self.cfa.map_or(0, |cfa| cfa.locals.len());
        ensure((local as usize) < count, || "an unknown local".into())
    }

    fn same(&self, left: TypeId, right: TypeId, what: &str) -> Checked {
        ensure(left == right, || format!("`{}` {what} `{}`", self.types.describe(left), self.types.describe(right)))
    }

    fn scalar(&self, expr: &Expr) -> Checked {
        self.expr(expr)?;
        ensure(self.types.is_scalar(expr.ty), || format!("`{}` is no scalar", self.types.describe(expr.ty)))
    }

    fn pointer(&self, expr: &Expr) -> Checked {
        self.expr(expr)?;
        ensure(self.types.pointee(expr.ty).is_some(), || format!("`{}` is no pointer", self.types.describe(expr.ty)))
    }

    fn expr(&self, expr: &Expr) -> Checked {
        let ty = expr.ty;
        self.known(ty)?;
        match &expr.kind {
            ExprKind::Int(value) => match self.types[ty] {
                Type::Int(kind) => {
                    ensure(self.types.wrap(kind, *value) == *value, || format!("{value} is out of its type's range"))
                }
                _ => Err(format!("an integer of type `{}`", self.types.describe(ty))),
            },
            ExprKind::Float(bits) => match self.types[ty] {
                Type::Float(kind) => {
                    let width = self.types.model.float_bits(kind);
                    ensure(width == 128 || bits >> width == 0, || "a floating constant has too many bits".into())
                }
                _ => Err(format!("a floating constant of type `{}`", self.types.describe(ty))),
            },
            ExprKind::Zero => Err("all zero, but not assigned to an array or a record".into()),
            ExprKind::Load(place) => {
                self.place(place)?;
                self.same(place.ty.ty, ty, "read as")?;
                let value = !matches!(self.types[ty], Type::Array { .. } | Type::Function(_) | Type::Void);
                ensure(value, || format!("a value of type `{}`", self.types.describe(ty)))
            }
            ExprKind::AddrOf(place) => {
                self.place(place)?;
                ensure(place.bit_field(self.types).is_none(), || "the address of a bit-field".into())?;
                self.points_to(ty, place.ty)
            }
            ExprKind::Function(func) => {
                self.func(*func)?;
                self.points_to(ty, self.program[*func].ty.into())
            }
            ExprKind::Unary(op, operand) => {
                self.expr(operand)?;
                self.same(operand.ty, ty, "negated to")?;
                let float = *op == UnaryOp::Neg && self.types.as_float(ty).is_some();
                ensure(float || self.computes(ty), || "a unary operator on an operand that was not promoted".into())
            }
            ExprKind::Binary(op, lhs, rhs) => {
                self.expr(lhs)?;
                self.expr(rhs)?;
                self.binary(*op, lhs.ty, rhs.ty, ty)
            }
            ExprKind::Cast(operand) => {
                self.expr(operand)?;
                let (from, to) = (&self.types[operand.ty], &self.types[ty]);
                let floating = matches!(from, Type::Float(_)) || matches!(to, Type::Float(_));
                let pointer = matches!(from, Type::Pointer(_)) || matches!(to, Type::Pointer(_));
                let scalars = self.types.is_scalar(operand.ty) && self.types.is_scalar(ty);
                ensure(scalars && !(floating && pointer), || {
                    format!("a cast from `{}` to `{}`", self.types.describe(operand.ty), self.types.describe(ty))
                })
            }
            ExprKind::Object(query, operand) => {
                self.pointer(operand)?;
                let answer = match query {
                    ObjectQuery::Size => self.types.size_t(),
                    ObjectQuery::Offset => self.types.ptrdiff_t(),
                    ObjectQuery::Alive | ObjectQuery::Heap => Types::INT,
                };
                self.same(answer, ty, "answered as")
            }
        }
    }

    /// An integer type in which C computes, because it promotes all narrower ones.
    fn computes(&self, ty: TypeId) -> bool {
        self.types.as_int(ty).is_some_and(|kind| kind.rank() >= IntKind::Int.rank())
    }

    fn binary(&self, op: BinaryOp, lhs: TypeId, rhs: TypeId, ty: TypeId) -> Checked {
        let same = lhs == rhs && rhs == ty;
        let pointers = self.types.pointee(lhs).is_some() && self.types.pointee(rhs).is_some();
        let integer = |ty| self.types.as_int(ty).is_some();
        let float = self.types.as_float(ty).is_some();
        use BinaryOp::*;
        let right = match op {
            Add | Sub | Mul | Div => same && (float || self.computes(ty)),
            Rem | And | Xor | Or => same && self.computes(ty),
            Shl | Shr => lhs == ty && self.computes(ty) && integer(rhs),
            Eq | Ne | Lt | Le | Gt | Ge => {
                ty == Types::INT && ((lhs == rhs && self.types.is_arithmetic(lhs)) || pointers)
            }
            PtrAdd | PtrSub => lhs == ty && self.types.pointee(lhs).is_some() && integer(rhs),
            PtrDiff => pointers && ty == self.types.ptrdiff_t(),
        };
        ensure(right, || {
            let [lhs, rhs, ty] = [lhs, rhs, ty].map(|ty| self.types.describe(ty));
            format!("{op:?} of `{lhs}` and `{rhs}` as `{ty}`")
        })
    }

    fn points_to(&self, pointer: TypeId, target: QType) -> Checked {
        ensure(self.types.pointee(pointer).is_some_and(|to| to.ty == target.ty), || {
            format!("an address of `{}` as `{}`", self.types.describe(target.ty), self.types.describe(pointer))
        })
    }

    fn place(&self, place: &Place) -> Checked {
        let ty = place.ty.ty;
        match &place.kind {
            PlaceKind::Var(Var::Local(local)) => {
                self.local_in_range(local.0)?;
                let local = self.cfa.and_then(|cfa| cfa.locals.get(local.0 as usize));
                self.same(local.map_or(ty, |local| local.ty.ty), ty, "local used as")
            }
            PlaceKind::Var(Var::Global(global)) => match self.program.globals.get(global.0 as usize) {
                Some(global) => self.same(global.ty.ty, ty, "global used as"),
                None => Err("an unknown global".into()),
            },
            PlaceKind::Deref(pointer) => {
                self.expr(pointer)?;
                self.points_to(pointer.ty, place.ty)
            }
            PlaceKind::Member(base, field) => {
                self.place(base)?;
                let fields = self.types.fields(base.ty.ty).ok_or("a member of something that is no complete record")?;
                let field = fields.get(*field as usize).ok_or("an unknown member")?;
                self.same(field.ty.ty, ty, "member used as")
            }
            PlaceKind::Index(base, index) => {
                self.place(base)?;
                self.expr(index)?;
                ensure(self.types.as_int(index.ty).is_some(), || "an index is no integer".into())?;
                let elem = self.types.element(base.ty.ty).ok_or("an element of something that is no array")?;
                self.same(elem.ty, ty, "element used as")
            }
        }
    }

    fn definition(&self, global: &Global<Expr>) -> Checked {
        match &global.definition {
            Definition::Defined(init) => self.init(global.ty.ty, init),
            Definition::Declared | Definition::Tentative => Ok(()),
        }
    }

    fn init(&self, ty: TypeId, init: &Init<Expr>) -> Checked {
        match init {
            Init::Zero => Ok(()),
            Init::Expr(value) => {
                self.expr(value)?;
                self.same(ty, value.ty, "initialised with")
            }
            Init::String(_) => {
                ensure(self.types.element(ty).is_some(), || "a string initialises something that is no array".into())
            }
            Init::List(items) => items.iter().try_for_each(|item| {
                let part = match &self.types[ty] {
                    Type::Array { elem, .. } => Some(elem.ty),
                    _ => {
                        let fields = self.types.fields(ty).unwrap_or_default();
                        fields.get(item.first as usize).map(|field| field.ty.ty)
                    }
                };
                self.init(part.ok_or("an initialiser for a part that does not exist")?, &item.init)
            }),
        }
    }
}
