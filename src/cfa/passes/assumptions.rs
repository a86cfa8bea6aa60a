//! Lists what a verdict takes for granted: functions that are called but not defined, inline assembly, functions that
//! run outside of `main`, symbols that the linker may leave out or replace.
//!
//! What the C library does is known ([`library`]); it is no assumption, but for the pointers that it returns.

use crate::cfa::library::{self, Effect};
use crate::cfa::model::*;
use crate::cfa::visit::{self, Visit};
use crate::ctype::{Quals, Type, TypeId, Types};
use crate::source::Span;
use std::collections::BTreeMap;

pub fn run(program: &mut Program) {
    let mut assumptions = Vec::new();
    let mut undefined = Undefined { program, span: None, called: BTreeMap::new(), weak: BTreeMap::new() };
    for function in &program.functions {
        if function.attributes.runs_outside_main() && function.is_defined() {
            let kind = AssumptionKind::Constructor(function.name.clone());
            assumptions.push(Assumption { kind, span: function.span });
        }
        for edge in function.cfa().into_iter().flat_map(|cfa| &cfa.edges) {
            undefined.span = Some(edge.span);
            match &edge.op {
                // Not called: it is the assumption.
                Op::Assume { cond, .. } => undefined.expr(cond),
                op => visit::visit_op(&mut undefined, op),
            }
            if matches!(edge.op, Op::Havoc { cause: Cause::Asm(_), .. }) {
                assumptions.push(Assumption { kind: AssumptionKind::InlineAssembly, span: edge.span });
            }
        }
    }
    for global in &program.globals {
        undefined.span = Some(global.span);
        if let Definition::Defined(init) = &global.definition {
            visit::visit_init(&mut undefined, init);
        }
    }
    for (name, (defined, span)) in undefined.weak {
        let kind = if defined { AssumptionKind::WeakDefinition(name) } else { AssumptionKind::WeakDeclaration(name) };
        assumptions.push(Assumption { kind, span });
    }
    for (func, span) in undefined.called {
        let function = &program.functions[func.0 as usize];
        let name = || function.name.clone();
        let effect = library::known(&function.name).map(|known| known.effect);
        if effect.is_none() {
            assumptions.push(Assumption { kind: AssumptionKind::UndefinedFunction(name()), span });
        }
        if effect != Some(Effect::Modelled) && gives_pointers(&program.types, function.ty, effect) {
            assumptions.push(Assumption { kind: AssumptionKind::UndefinedPointer(name()), span });
        }
    }
    assumptions.sort();
    assumptions.dedup();
    program.assumptions = assumptions;
}

/// The undefined and the weak functions that are called, or whose addresses are used, each with where that happens
/// first. What never comes back changes nothing that anyone could see.
struct Undefined<'a> {
    program: &'a Program,
    span: Option<Span>,
    called: BTreeMap<FuncId, Span>,
    /// What is weak and used: whether it is defined, and where it is used first.
    weak: BTreeMap<String, (bool, Span)>,
}

impl Visit for Undefined<'_> {
    fn func(&mut self, id: FuncId) {
        let function = &self.program[id];
        if let Some(span) = self.span.filter(|_| !function.is_defined() && !function.attributes.noreturn) {
            self.called.entry(id).or_insert(span);
        }
        if let Some(span) = self.span.filter(|_| function.attributes.weak) {
            self.weak.entry(function.name.clone()).or_insert((function.is_defined(), span));
        }
    }

    fn var(&mut self, var: Var) {
        let Var::Global(id) = var else { return };
        let global = &self.program[id];
        if let Some(span) = self.span.filter(|_| global.weak) {
            let defined = !matches!(global.definition, Definition::Declared);
            self.weak.entry(global.name.clone()).or_insert((defined, span));
        }
    }
}

/// Whether a function returns a pointer, or can store one where its arguments point to.
fn gives_pointers(types: &Types, function: TypeId, effect: Option<Effect>) -> bool {
    let Some(function) = types.as_function(function) else { return false };
    let stores = |ty: TypeId| {
        let seen = types.pointee(ty).filter(|to| !to.quals.contains(Quals::CONST));
        seen.is_some_and(|to| has_pointer(types, to.ty) && !library::is_opaque(types, to.ty))
    };
    let writes = matches!(effect, None | Some(Effect::Writes));
    let opaque = types.pointee(function.ret.ty).is_some_and(|to| library::is_opaque(types, to.ty));
    has_pointer(types, function.ret.ty) && !opaque || writes && function.params.iter().any(|param| stores(param.ty))
}

/// Whether an object of the type holds a pointer somewhere.
pub fn has_pointer(types: &Types, ty: TypeId) -> bool {
    match &types[ty] {
        Type::Pointer(to) => types.as_function(to.ty).is_none(),
        Type::Array { elem, .. } => has_pointer(types, elem.ty),
        Type::Record(_) => types.fields(ty).unwrap_or_default().iter().any(|field| has_pointer(types, field.ty.ty)),
        _ => false,
    }
}
