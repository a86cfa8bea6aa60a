//! Several units become one program.
//!
//! What has external linkage and the same symbol is one thing: declarations are merged with definitions, tentative
//! definitions with each other, and weak definitions yield to others. Two definitions, and types that are not
//! compatible (6.2.7), are errors. What has internal linkage stays apart. An inline definition that provides no symbol
//! yields to one that does; where there is none, it serves its own unit.
//!
//! Where a unit knew less of a type than the program does (`f()` for `f(int)`, `a[]` for `a[4]`), its uses are adapted:
//! variables get the composite type, and a call whose arguments do not fit the function any more is made through a
//! pointer of the type that the unit saw, which is what the unit does.

mod records;

use super::model::*;
use super::visit::{self, Rewrite};
use crate::ctype::{DataModel, TypeId, Types};
use crate::source::{Diagnostic, Result, Span};
use rayon::prelude::*;
use records::{Merged, composite};
use std::collections::{HashMap, HashSet};

pub fn link(mut units: Vec<Program>) -> Result<Program> {
    // A file by itself has nothing to merge, unless it has several names for one thing.
    let renames = |unit: &Program| {
        unit.functions.iter().any(|function| function.symbol.is_some())
            || unit.globals.iter().any(|global| global.symbol.is_some())
    };
    if units.len() == 1 && !renames(&units[0]) {
        return Ok(units.remove(0));
    }
    let mut linker = Linker::new(&units);
    for (index, unit) in units.into_iter().enumerate() {
        linker.add(index, unit)?;
    }
    Ok(linker.finish())
}

/// What a symbol stands for.
#[derive(Clone, Copy)]
enum Symbol {
    Function(FuncId),
    Global(GlobalId),
}

/// How the ids of one unit are called in the program.
struct Names {
    types: Vec<TypeId>,
    functions: Vec<FuncId>,
    /// The types with which the unit knows its functions, in the program.
    function_types: Vec<TypeId>,
    globals: Vec<GlobalId>,
}

struct Linker {
    merged: Merged,
    functions: Vec<Function>,
    globals: Vec<Global<Expr>>,
    /// Which unit a function's body and a global's initialiser come from.
    function_units: Vec<usize>,
    global_units: Vec<usize>,
    symbols: HashMap<String, Symbol>,
    /// The functions for which some unit provides a symbol.
    provided: HashSet<String>,
    builtins: HashMap<(String, TypeId), FuncId>,
    units: Vec<Names>,
    may_alias: bool,
}

impl Linker {
    fn new(units: &[Program]) -> Linker {
        let provides = |function: &&Function| {
            let inline = function.attributes.inline_only;
            function.linkage == Linkage::External && function.is_defined() && !inline
        };
        let provided = units.iter().flat_map(|unit| &unit.functions).filter(provides);
        let model = units.first().map_or(DataModel::Lp64, |unit| unit.types.model);
        Linker {
            merged: Merged::new(model),
            functions: Vec::new(),
            globals: Vec::new(),
            function_units: Vec::new(),
            global_units: Vec::new(),
            symbols: HashMap::new(),
            provided: provided.map(|function| function.symbol().into()).collect(),
            builtins: HashMap::new(),
            units: Vec::new(),
            may_alias: units.iter().any(|unit| unit.may_alias),
        }
    }

    fn add(&mut self, index: usize, unit: Program) -> Result<()> {
        let types = self.merged.add(index, &unit.types);
        let here = |ty: TypeId| types[unit.types.index_of(ty)];
        let mut function_types = Vec::with_capacity(unit.functions.len());
        let mut functions = Vec::with_capacity(unit.functions.len());
        for mut function in unit.functions {
            function.ty = here(function.ty);
            function_types.push(function.ty);
            functions.push(self.function(index, function)?);
        }
        let mut globals = Vec::with_capacity(unit.globals.len());
        for mut global in unit.globals {
            global.ty.ty = here(global.ty.ty);
            globals.push(self.global(index, global)?);
        }
        self.units.push(Names { types, functions, function_types, globals });
        Ok(())
    }

    fn function(&mut self, unit: usize, mut function: Function) -> Result<FuncId> {
        let new = FuncId(self.functions.len() as u32);
        let attributes = function.attributes;
        if attributes.builtin {
            let id = *self.builtins.entry((function.name.clone(), function.ty)).or_insert(new);
            if id == new {
                self.push_function(unit, function);
            }
            return Ok(id);
        }
        if attributes.inline_only && function.is_defined() {
            if self.provided.contains(function.symbol()) {
                function.body = Body::None;
            } else {
                function.linkage = Linkage::Internal;
            }
        }
        if function.linkage == Linkage::External
            && let Symbol::Function(id) =
                self.symbol(&function.name, function.symbol(), function.span, Symbol::Function(new))?
            && id != new
            && !self.is_foreign(id, &function)
        {
            self.merge_function(unit, id, function)?;
            return Ok(id);
        }
        self.push_function(unit, function);
        Ok(new)
    }

    /// Headers have functions of the C library under two names and with two types (`readdir` and `readdir64`), which
    /// are the same to those who know both. What nobody defines may have both.
    fn is_foreign(&mut self, old: FuncId, new: &Function) -> bool {
        let old = &self.functions[old.0 as usize];
        let renamed = old.symbol.is_some() || new.symbol.is_some();
        let undefined = !old.is_defined() && !self.provided.contains(new.symbol());
        renamed && undefined && composite(&mut self.merged.types, old.ty, new.ty).is_none()
    }

    /// What a symbol stands for: what had it first, or this new thing. A function and a variable cannot share one.
    fn symbol(&mut self, name: &str, symbol: &str, span: Span, new: Symbol) -> Result<Symbol> {
        let first = *self.symbols.entry(symbol.to_owned()).or_insert(new);
        let (message, other) = match (new, first) {
            (Symbol::Function(_), Symbol::Global(id)) => {
                ("is a function here and a variable elsewhere", self.globals[id.0 as usize].span)
            }
            (Symbol::Global(_), Symbol::Function(id)) => {
                ("is a variable here and a function elsewhere", self.functions[id.0 as usize].span)
            }
            _ => return Ok(first),
        };
        Err(conflict(name, message, span, other))
    }

    fn push_function(&mut self, unit: usize, function: Function) {
        self.functions.push(function);
        self.function_units.push(unit);
    }

    fn merge_function(&mut self, unit: usize, id: FuncId, new: Function) -> Result<()> {
        let old = &mut self.functions[id.0 as usize];
        let Some(ty) = composite(&mut self.merged.types, old.ty, new.ty) else {
            let (a, b) = (self.merged.types.describe(new.ty), self.merged.types.describe(old.ty));
            return Err(conflict(
                &new.name,
                &format!("has the type `{a}` here and `{b}` elsewhere"),
                new.span,
                old.span,
            ));
        };
        old.ty = ty;
        let replaces = match (old.is_defined(), new.is_defined()) {
            (_, false) => false,
            (false, true) => true,
            (true, true) if new.attributes.weak => false,
            (true, true) if old.attributes.weak => true,
            (true, true) => return Err(conflict(&new.name, "is defined twice", new.span, old.span)),
        };
        let (a, b) = (old.attributes, new.attributes);
        old.attributes = FuncAttributes {
            noreturn: a.noreturn || b.noreturn,
            weak: if replaces { b.weak } else { a.weak },
            inline_only: false,
            always_inline: a.always_inline || b.always_inline,
            builtin: false,
            constructor: a.constructor.or(b.constructor),
            destructor: a.destructor.or(b.destructor),
            returns_twice: a.returns_twice || b.returns_twice,
        };
        if old.symbol.is_none() && old.name != new.symbol() {
            old.symbol = new.symbol.clone();
        }
        if replaces {
            (old.body, old.span, old.name) = (new.body, new.span, new.name);
            self.function_units[id.0 as usize] = unit;
        }
        Ok(())
    }

    fn global(&mut self, unit: usize, global: Global<Expr>) -> Result<GlobalId> {
        let new = GlobalId(self.globals.len() as u32);
        let symbol = global.symbol.as_ref().unwrap_or(&global.name);
        if global.linkage == Linkage::External
            && let Symbol::Global(id) = self.symbol(&global.name, symbol, global.span, Symbol::Global(new))?
            && id != new
        {
            self.merge_global(unit, id, global)?;
            return Ok(id);
        }
        self.globals.push(global);
        self.global_units.push(unit);
        Ok(new)
    }

    fn merge_global(&mut self, unit: usize, id: GlobalId, new: Global<Expr>) -> Result<()> {
        let old = &mut self.globals[id.0 as usize];
        let same = old.ty.quals == new.ty.quals && old.thread_local == new.thread_local;
        let Some(ty) = composite(&mut self.merged.types, old.ty.ty, new.ty.ty).filter(|_| same) else {
            let (a, b) = (self.merged.types.describe(new.ty), self.merged.types.describe(old.ty));
            return Err(conflict(
                &new.name,
                &format!("has the type `{a}` here and `{b}` elsewhere"),
                new.span,
                old.span,
            ));
        };
        old.ty.ty = ty;
        old.align = old.align.max(new.align);
        use Definition::*;
        let replaces = match (&old.definition, &new.definition) {
            (_, Declared) | (Defined(_) | Tentative, Tentative) => false,
            (Declared, _) | (Tentative, Defined(_)) => true,
            (Defined(_), Defined(_)) if new.weak => false,
            (Defined(_), Defined(_)) if old.weak => true,
            (Defined(_), Defined(_)) => return Err(conflict(&new.name, "is defined twice", new.span, old.span)),
        };
        if replaces {
            (old.definition, old.span, old.weak) = (new.definition, new.span, new.weak);
            self.global_units[id.0 as usize] = unit;
        }
        Ok(())
    }

    /// Makes every body and initialiser speak of the program instead of its unit.
    fn finish(mut self) -> Program {
        let mut function_pointers = HashMap::new();
        for unit in &self.units {
            for (id, seen) in unit.functions.iter().zip(&unit.function_types) {
                let ty = self.functions[id.0 as usize].ty;
                if ty != *seen {
                    function_pointers.insert(ty, self.merged.types.pointer_to(ty));
                    function_pointers.insert(*seen, self.merged.types.pointer_to(*seen));
                }
            }
        }
        let types = self.merged.types;
        let target = Target {
            types: &types,
            functions: self.functions.iter().map(|function| function.ty).collect(),
            globals: self.globals.iter().map(|global| global.ty.ty).collect(),
            pointers: function_pointers,
        };
        let units = &self.units;
        self.functions.par_iter_mut().zip(&self.function_units).for_each(|(function, unit)| {
            if let Body::Cfa(cfa) = &mut function.body {
                Relink { unit: &units[*unit], target: &target }.cfa(cfa);
            }
        });
        self.globals.par_iter_mut().zip(&self.global_units).for_each(|(global, unit)| {
            if let Definition::Defined(init) = &mut global.definition {
                visit::rewrite_init(&mut Relink { unit: &units[*unit], target: &target }, init);
            }
        });
        Program {
            types,
            globals: self.globals,
            functions: self.functions,
            properties: Vec::new(),
            entries: Vec::new(),
            assumptions: Vec::new(),
            may_alias: self.may_alias,
        }
    }
}

fn conflict(name: &str, what: &str, span: Span, other: Span) -> Diagnostic {
    Diagnostic::new("conflict", format!("`{name}` {what}")).at(span).see(other, "the other one")
}

/// The types of the linked program's functions and globals.
struct Target<'a> {
    types: &'a Types,
    functions: Vec<TypeId>,
    globals: Vec<TypeId>,
    /// Pointers to the function types that some unit knew differently.
    pointers: HashMap<TypeId, TypeId>,
}

struct Relink<'a> {
    unit: &'a Names,
    target: &'a Target<'a>,
}

impl Relink<'_> {
    fn cfa(&mut self, cfa: &mut Cfa) {
        for local in &mut cfa.locals {
            self.ty(&mut local.ty.ty);
        }
        for edge in &mut cfa.edges {
            let seen = match edge.op {
                Op::Call { callee: Callee::Direct(func), .. } => Some(self.unit.function_types[func.0 as usize]),
                _ => None,
            };
            visit::rewrite_op(self, &mut edge.op);
            if let Some(seen) = seen {
                self.adapt_call(&mut edge.op, seen);
            }
        }
    }

    /// A call of a function that the unit knows by another type: as it is when it fits, else as the unit sees it.
    fn adapt_call(&self, op: &mut Op, seen: TypeId) {
        let Op::Call { dst, callee, args } = op else { return };
        let Callee::Direct(func) = *callee else { return };
        let ty = self.target.functions[func.0 as usize];
        if ty == seen {
            return;
        }
        let Some(function) = self.target.types.as_function(ty) else { return };
        let count = args.len() == function.params.len() || (function.variadic && args.len() > function.params.len());
        let fits = count && args.iter().zip(&function.params).all(|(arg, param)| arg.ty == param.ty);
        if (fits || !function.prototype) && dst.as_ref().is_none_or(|place| place.ty.ty == function.ret.ty) {
            return;
        }
        let direct = Expr { kind: ExprKind::Function(func), ty: self.target.pointers[&ty] };
        *callee = Callee::Indirect(direct.cast(self.target.pointers[&seen]));
    }
}

impl Rewrite for Relink<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.unit.types[self.target.types.index_of(*ty)];
    }

    fn global(&mut self, global: &mut GlobalId) {
        *global = self.unit.globals[global.0 as usize];
    }

    fn func(&mut self, func: &mut FuncId) {
        *func = self.unit.functions[func.0 as usize];
    }

    fn place(&mut self, place: &mut Place) {
        visit::rewrite_place(self, place);
        if let PlaceKind::Var(Var::Global(global)) = place.kind {
            place.ty.ty = self.target.globals[global.0 as usize];
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        visit::rewrite_expr(self, expr);
        if let ExprKind::Function(func) = expr.kind {
            let ty = self.target.functions[func.0 as usize];
            if let Some(pointer) = self.target.pointers.get(&ty) {
                let seen = std::mem::replace(&mut expr.ty, *pointer);
                let direct = std::mem::replace(expr, Expr::int(Types::INT, 0));
                *expr = direct.cast(seen);
            }
        }
        // Reading a record through a global that another unit completed gives the complete type.
        if let ExprKind::Load(place) = &expr.kind {
            expr.ty = place.ty.ty;
        }
    }
}
