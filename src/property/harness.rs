//! The environment that an entry starts in: every value that it could find.
//!
//! An entry with parameters, or one that other functions may have run before, is called from a function of ours without
//! parameters:
//!
//! - numbers, and records of numbers, are any; `main` gets an `argc` of at least 0;
//! - when the entry is not `main`, the variables that it reaches and that are not const hold any value; variables that
//!   no file defines do so in `main` as well.
//!
//! What a pointer from outside points to, and which pointers are the same, cannot be built yet. An entry that may look
//! at such a pointer, as a parameter, in a record, in a variable or in a list of arguments, is given back with the
//! reason: nothing may be concluded from it. A parameter that the entry never mentions may hold anything.

use crate::cfa::library;
use crate::cfa::passes::stand_in::unique;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{
    BinaryOp, Body, Callee, Cause, Cfa, Definition, Edge, Expr, FuncAttributes, FuncId, Function, GlobalId, GlobalKind,
    Linkage, Local, Op, Place, Program, Reached, Var,
};
use crate::ctype::{FloatKind, FunctionType, IntKind, LocalId, QType, Quals, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// Replaces the entries by functions without parameters that give them their environment. Those for which that cannot
/// be done stay, and come back with the reason.
pub fn harness(program: &mut Program) -> BTreeMap<FuncId, String> {
    let mut reasons = BTreeMap::new();
    for index in 0..program.entries.len() {
        let entry = program.entries[index];
        match Environment::of(program, entry) {
            Ok(environment) if environment.is_empty(program) => {}
            Ok(environment) => program.entries[index] = environment.build(program),
            Err(reason) => drop(reasons.insert(entry, reason)),
        }
    }
    reasons
}

struct Environment {
    entry: FuncId,
    /// The variables that hold any value at the start.
    places: Vec<Place>,
}

impl Environment {
    fn of(program: &Program, entry: FuncId) -> Result<Environment, String> {
        let function = &program[entry];
        let (Some(cfa), Some(ty)) = (function.cfa(), program.types.as_function(function.ty)) else {
            return Err(format!("`{}` is not defined", function.name));
        };
        let used = mentioned(cfa);
        for param in cfa.params.iter().filter(|param| used.contains(param)) {
            let local = &cfa.locals[param.0 as usize];
            if program.types.has_pointer(local.ty.ty) {
                let name = local.name.as_deref().unwrap_or("a parameter");
                return Err(format!("what the parameter `{name}` of `{}` points to is not known", function.name));
            }
        }
        if ty.variadic {
            return Err(format!("the variable arguments of `{}` are not known", function.name));
        }
        let main = function.name == "main" && function.linkage == Linkage::External;
        let mut places = Vec::new();
        let reached = Reached::from(program, &[entry]).globals;
        for (id, global) in (0..).map(GlobalId).zip(&program.globals).filter(|(id, _)| reached[id.0 as usize]) {
            let undefined = matches!(global.definition, Definition::Declared);
            if global.kind == GlobalKind::StringLiteral || is_const(&program.types, global.ty) || main && !undefined {
                continue;
            }
            // What the C library has under a name, such as `stderr`, nobody looks into.
            let pointee = program.types.pointee(global.ty.ty);
            let opaque = undefined && pointee.is_some_and(|to| library::is_opaque(&program.types, to.ty));
            if program.types.has_pointer(global.ty.ty) && !opaque {
                let when = if undefined { "which no file defines" } else { "at the start" };
                return Err(format!("what `{}` points to, {when}, is not known", global.name));
            }
            if program.types.size_of(global.ty.ty).is_some() {
                places.push(Place::global(id, global.ty));
            } else {
                return Err(format!("the size of `{}` is not known", global.name));
            }
        }
        Ok(Environment { entry, places })
    }

    fn is_empty(&self, program: &Program) -> bool {
        self.places.is_empty() && program[self.entry].cfa().is_none_or(|cfa| cfa.params.is_empty())
    }

    fn build(self, program: &mut Program) -> FuncId {
        let function = program[self.entry].clone();
        let span = function.span;
        let (Some(cfa), Some(signature)) = (function.cfa(), program.types.as_function(function.ty).cloned()) else {
            return self.entry;
        };
        let mut body = Cfa::empty();
        let mut at = body.entry;
        let mut push = |body: &mut Cfa, op: Op| {
            let to = if matches!(op, Op::Return(_)) { body.exit } else { body.new_location() };
            body.edges.push(Edge { from: at, to, op, span });
            at = to;
        };
        let mut args = Vec::new();
        let mut places = self.places;
        for param in &cfa.params {
            let local = &cfa.locals[param.0 as usize];
            let ty: QType = local.ty.ty.into();
            let id = body.new_local(Local { ty, ..local.clone() });
            push(&mut body, Op::Declare(id));
            let place = Place::local(id, ty);
            if !program.types.has_pointer(ty.ty) {
                places.push(place.clone());
            } else if program.types.pointee(ty.ty).is_some() {
                push(&mut body, Op::Assign { place: place.clone(), value: Expr::zero(&program.types, ty.ty) });
            }
            args.push(Expr::load(place));
        }
        if !places.is_empty() {
            push(&mut body, Op::Havoc { places, objects: Vec::new(), cause: Cause::Choice });
        }
        if function.name == "main"
            && let Some(count) = args.first().filter(|count| count.ty == Types::INT)
        {
            let cond = Expr::binary(BinaryOp::Ge, count.clone(), Expr::int(Types::INT, 0), Types::INT);
            let assume = assume(program, span);
            push(&mut body, Op::Assume { cond, truth: true, via: Some(assume) });
        }
        if !signature.prototype {
            args = args.into_iter().map(|arg| promoted(&program.types, arg)).collect();
        }
        push(&mut body, Op::Call { dst: None, callee: Callee::Direct(self.entry), args });
        let returns = cfa.edges.iter().any(|edge| edge.to == cfa.exit);
        if returns && !function.attributes.noreturn {
            push(&mut body, Op::Return(None));
        }
        let ty = FunctionType { ret: Types::VOID.into(), params: Vec::new(), variadic: false, prototype: true };
        let ty = program.types.intern(Type::Function(ty));
        let name = unique(program, &format!("qicc_entry_{}", function.name));
        program.functions.push(Function {
            name,
            ty,
            linkage: Linkage::External,
            symbol: None,
            attributes: FuncAttributes::default(),
            body: Body::Cfa(body),
            span,
        });
        FuncId(program.functions.len() as u32 - 1)
    }
}

/// The function that assumes its argument, as SV-COMP calls it.
pub(crate) fn assume(program: &mut Program, span: crate::source::Span) -> FuncId {
    let ty =
        FunctionType { ret: Types::VOID.into(), params: vec![Types::INT.into()], variadic: false, prototype: true };
    let ty = program.types.intern(Type::Function(ty));
    let known = |function: &Function| function.name == "__VERIFIER_assume" && !function.is_defined();
    if let Some(index) = program.functions.iter().position(known) {
        return FuncId(index as u32);
    }
    program.declare(unique(program, "__VERIFIER_assume"), ty, span)
}

/// An argument as a function without a prototype gets it.
fn promoted(types: &Types, arg: Expr) -> Expr {
    match types[arg.ty] {
        Type::Int(kind) if kind.rank() < IntKind::Int.rank() => arg.cast(Types::INT),
        Type::Float(FloatKind::Float | FloatKind::Float16) => arg.cast(Types::DOUBLE),
        _ => arg,
    }
}

/// The locals that occur in a function.
fn mentioned(cfa: &Cfa) -> BTreeSet<LocalId> {
    struct Mentioned(BTreeSet<LocalId>);
    impl Visit for Mentioned {
        fn var(&mut self, var: Var) {
            if let Var::Local(local) = var {
                self.0.insert(local);
            }
        }
    }
    let mut mentioned = Mentioned(BTreeSet::new());
    visit::visit_cfa(&mut mentioned, cfa);
    mentioned.0
}

fn is_const(types: &Types, ty: QType) -> bool {
    match types[ty.ty] {
        Type::Array { elem, .. } => is_const(types, elem),
        _ => ty.quals.contains(Quals::CONST),
    }
}
