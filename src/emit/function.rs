//! Prototypes and definitions of functions.

use super::expr::ExprPrinter;
use super::names::Names;
use super::records::attributes;
use super::statement::StatementPrinter;
use super::structure::structure;
use super::writer::Writer;
use super::{Dialect, PrintedLoop, Printer, literal};
use crate::cfa::{Body, Cfa, FuncAttributes, FuncId, Function, Linkage};
use std::cell::{OnceCell, RefCell};

/// gcc gives the memory of a variable-length array back in the middle of a function. clang has no builtin for it, but
/// a function with the symbol of LLVM's own operation is that operation.
const STACK_FOR_CLANG: &str = "\
#ifdef __clang__
#if __clang_major__ < 18
extern void *__builtin_stack_save(void) __asm__(\"llvm.stacksave\");
extern void __builtin_stack_restore(void *) __asm__(\"llvm.stackrestore\");
#else
extern void *__builtin_stack_save(void) __asm__(\"llvm.stacksave.p0\");
extern void __builtin_stack_restore(void *) __asm__(\"llvm.stackrestore.p0\");
#endif
#endif
";

/// Declarations of all functions that are printed or called.
pub(super) fn prototypes(printer: &Printer<'_>) -> String {
    let mut out = String::new();
    let native = printer.dialect == Dialect::Native;
    if native && printer.usage.functions.iter().any(|id| printer.program[*id].name == "__builtin_stack_save") {
        out += STACK_FOR_CLANG;
    }
    if printer.dialect == Dialect::SvComp {
        out += "extern void reach_error(void);\n";
    }
    for declaration in printer.nondet.borrow().iter() {
        out += declaration;
        out += ";\n";
    }
    for &id in &printer.usage.functions {
        let function = &printer.program.functions[id.0 as usize];
        let name = &printer.functions[&id];
        if !name.declared {
            continue;
        }
        let params = printer.types.params(function.ty);
        let ty = printer.types.types.as_function(function.ty).expect("a function has a function type");
        let head = printer.types.declare_function(ty.ret, &name.text, &params);
        let symbol = name.symbol.as_ref().map(|symbol| format!(" __asm__({})", literal::string(symbol.bytes())));
        if !native {
            // The rest is for linkers and optimisers.
            out += &format!("{}{head};\n", storage(printer, id));
            continue;
        }
        let given = &function.attributes;
        let flag = |is: bool, word: &str| is.then(|| word.to_owned());
        let priority = |at: Option<u32>, word: &str| {
            at.map(|at| if at < FuncAttributes::LAST_PRIORITY { format!("{word}({at})") } else { word.to_owned() })
        };
        let list = [
            flag(given.noreturn, "noreturn"),
            flag(given.weak, "weak"),
            flag(given.always_inline && given.inline_only, "always_inline"),
            flag(given.returns_twice, "returns_twice"),
            priority(given.constructor, "constructor"),
            priority(given.destructor, "destructor"),
        ];
        let list = list.into_iter().flatten();
        out += &format!("{}{head}{}{};\n", storage(printer, id), symbol.unwrap_or_default(), attributes(list));
    }
    out
}

/// A definition that gives no symbol stays one: the symbol's own definition is elsewhere, and may well call this.
fn storage(printer: &Printer<'_>, id: FuncId) -> &'static str {
    let function = &printer.program.functions[id.0 as usize];
    match function.linkage {
        Linkage::External if printer.dialect != Dialect::Native && printer.defined(id) => {
            if printer.is_outside(function) { "" } else { "static " }
        }
        Linkage::External if function.attributes.inline_only && printer.defined(id) => {
            "extern __inline__ __attribute__((__gnu_inline__)) "
        }
        Linkage::External if printer.defined(id) => "",
        Linkage::External => "extern ",
        Linkage::Internal | Linkage::None => "static ",
    }
}

pub(super) fn definitions<'a>(printer: &Printer<'a>) -> Writer<'a> {
    let mut out = Writer::new(None);
    for &id in &printer.usage.functions {
        let function = &printer.program.functions[id.0 as usize];
        let part = match &function.body {
            Body::None => continue,
            // Whoever prints this has not checked that it is never needed.
            Body::Unsupported(reason) => {
                let mut part = Writer::new(None);
                part.raw(&format!("#error {}: {}", function.name, reason.message));
                part
            }
            Body::Cfa(cfa) => define(printer, id, function, cfa, out.count() + u32::from(out.count() > 0)),
        };
        if out.count() > 0 {
            out.raw("");
        }
        out.append(part);
    }
    out
}

/// The definition of a function, with `above` lines above it.
fn define<'a>(printer: &Printer<'a>, id: FuncId, function: &Function, cfa: &Cfa, above: u32) -> Writer<'a> {
    let exprs = ExprPrinter {
        printer,
        locals: local_names(printer, cfa),
        used: RefCell::new(vec![false; cfa.locals.len()]),
        cfa: Some(cfa),
        constant: OnceCell::new(),
    };
    let statements = StatementPrinter::new(&exprs, cfa, id);
    let tree = structure(cfa, &|edge| statements.is_silent(edge));
    let (body, loops) = statements.print(&tree);
    let mut out = Writer::new(printer.map);
    out.at(function.span);
    out.raw(&format!("{}{}", storage(printer, id), head(printer, id, function, cfa, &exprs)));
    out.raw("{");
    out.indent();
    for param in &cfa.params {
        exprs.used.borrow_mut()[param.0 as usize] = false;
    }
    for (i, local) in cfa.locals.iter().enumerate() {
        if exprs.used.borrow()[i] {
            let text = printer.types.declare_assignable(local.ty, &exprs.locals[i]);
            let aligned = local.align.map(|align| format!("aligned({align})"));
            out.line(&format!("{text}{};", attributes(aligned.into_iter())));
        }
    }
    let above = above + out.count();
    printer.printed.borrow_mut().loops.extend(loops.into_iter().map(|a_loop| PrintedLoop {
        line: a_loop.line + above,
        first: a_loop.first + above,
        last: a_loop.last + above,
        ..a_loop
    }));
    out.append(body);
    out.dedent();
    out.raw("}");
    out
}

/// The declarator of a definition; the parameters of a function without prototype stand behind it.
fn head(printer: &Printer<'_>, id: FuncId, function: &Function, cfa: &Cfa, exprs: &ExprPrinter<'_>) -> String {
    let ty = printer.types.types.as_function(function.ty).expect("a function has a function type");
    let declared: Vec<String> = cfa
        .params
        .iter()
        .map(|param| printer.types.declare_assignable(cfa.locals[param.0 as usize].ty, &exprs.locals[param.0 as usize]))
        .collect();
    let name = printer.function_name(id);
    if !ty.prototype {
        let names: Vec<&str> = cfa.params.iter().map(|param| exprs.locals[param.0 as usize].as_str()).collect();
        let mut head = printer.types.declare_function(ty.ret, name, &names.join(", "));
        declared.iter().for_each(|param| head += &format!(" {param};"));
        return head;
    }
    let mut params = declared;
    if ty.variadic {
        params.push("...".into());
    } else if params.is_empty() {
        params.push("void".into());
    }
    printer.types.declare_function(ty.ret, name, &params.join(", "))
}

/// Locals never shadow what is at file scope.
fn local_names(printer: &Printer<'_>, cfa: &Cfa) -> Vec<String> {
    let mut names = Names::default();
    let mut made_up = 0;
    let mut name = |source: &Option<String>| match source {
        Some(name) => names.fresh(name, Some(&printer.names)),
        None => {
            made_up += 1;
            names.fresh(&format!("t{made_up}"), Some(&printer.names))
        }
    };
    cfa.locals.iter().map(|local| name(&local.name)).collect()
}
