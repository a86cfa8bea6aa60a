//! Statements: the operations on edges, in the structure that was found for them.

use super::expr::{ANY, ExprPrinter, LOGICAL_AND, LOGICAL_OR, POSTFIX, wrapped};
use super::literal;
use super::names::Names;
use super::structure::{Decision, Guard, LoopForm, Stmt, Tree};
use super::writer::Writer;
use crate::cfa::{
    Asm, AsmOperand, AsmValue, Callee, Cause, Cfa, Edge, EdgeId, Expr, ExprKind, FuncId, LocId, Native, Op, Place,
    PropId,
};
use crate::ctype::{FloatKind, IntKind, Quals, Type, int_name};
use std::collections::BTreeMap;

pub(super) struct StatementPrinter<'a> {
    exprs: &'a ExprPrinter<'a>,
    cfa: &'a Cfa,
}

/// The text of one function while it is written.
struct Text<'a> {
    out: Writer<'a>,
    tree: &'a Tree,
    labels: BTreeMap<LocId, String>,
}

impl<'a> StatementPrinter<'a> {
    pub(super) fn new(exprs: &'a ExprPrinter<'a>, cfa: &'a Cfa) -> StatementPrinter<'a> {
        StatementPrinter { exprs, cfa }
    }

    /// Whether the edge prints nothing.
    pub(super) fn is_silent(&self, edge: &Edge) -> bool {
        match &edge.op {
            // Locals are declared at the top.
            Op::Skip | Op::Declare(_) | Op::Havoc { cause: Cause::Call, .. } => true,
            Op::Assert { property, .. } => *self.native(*property) == Native::Nothing,
            _ => false,
        }
    }

    pub(super) fn print(&self, tree: &Tree) -> String {
        let mut text = Text { out: Writer::new(self.exprs.printer.map), tree, labels: self.label_names(tree) };
        text.out.indent();
        let last = tree.body.iter().rposition(|stmt| !matches!(stmt, Stmt::Label(loc) if !tree.labels.contains(loc)));
        let body = match last {
            // The closing brace returns as well.
            Some(at) if self.is_plain_return(&tree.body[at]) => &tree.body[..at],
            _ => &tree.body[..],
        };
        self.block(&mut text, body);
        text.out.text
    }

    fn is_plain_return(&self, stmt: &Stmt) -> bool {
        matches!(stmt, Stmt::Op(edge) if matches!(self.cfa[*edge].op, Op::Return(None)))
    }

    /// The source's labels where there are any.
    fn label_names(&self, tree: &Tree) -> BTreeMap<LocId, String> {
        let mut names = Names::default();
        let mut result = BTreeMap::new();
        for (loc, name) in &self.cfa.labels {
            if tree.labels.contains(loc) && !result.contains_key(loc) {
                result.insert(*loc, names.fresh(name, None));
            }
        }
        let mut count = 0;
        for loc in &tree.labels {
            result.entry(*loc).or_insert_with(|| {
                count += 1;
                names.fresh(&format!("L{count}"), None)
            });
        }
        result
    }

    fn block(&self, text: &mut Text<'_>, stmts: &[Stmt]) {
        for (i, stmt) in stmts.iter().enumerate() {
            match stmt {
                Stmt::Label(loc) => {
                    if let Some(name) = text.labels.get(loc) {
                        // The empty statement: a declaration or a brace may not follow a label.
                        let line = format!("{name}: ;");
                        text.out.raw(&line);
                    }
                }
                Stmt::Op(edge) => {
                    text.out.at(self.cfa[*edge].span);
                    self.op(&mut text.out, *edge);
                }
                Stmt::End(loc) => self.end(text, *loc, i.checked_sub(1).map(|before| &stmts[before])),
                Stmt::If { arms, otherwise } => self.branches(text, arms, otherwise),
                Stmt::Loop(form, body) => self.a_loop(text, *form, body),
                Stmt::Goto(loc) => {
                    let line = format!("goto {};", text.labels[loc]);
                    text.out.line(&line);
                }
                Stmt::Break => text.out.line("break;"),
                Stmt::Continue => text.out.line("continue;"),
            }
        }
    }

    fn branches(&self, text: &mut Text<'_>, arms: &[(Guard, Vec<Stmt>)], otherwise: &[Stmt]) {
        for (i, (guard, then)) in arms.iter().enumerate() {
            let word = if i == 0 { "if" } else { "} else if" };
            if i == 0 {
                self.guard_line(text, *guard);
            }
            let line = format!("{word} ({}) {{", self.guard(text.tree, *guard, ANY));
            text.out.line(&line);
            self.nested(text, then);
        }
        if !otherwise.is_empty() {
            text.out.line("} else {");
            self.nested(text, otherwise);
        }
        text.out.line("}");
    }

    fn a_loop(&self, text: &mut Text<'_>, form: LoopForm, body: &[Stmt]) {
        match form {
            LoopForm::Forever => text.out.line("while (1) {"),
            LoopForm::While(guard) => {
                self.guard_line(text, guard);
                let line = format!("while ({}) {{", self.guard(text.tree, guard, ANY));
                text.out.line(&line);
            }
            LoopForm::DoWhile(_) => text.out.line("do {"),
        }
        self.nested(text, body);
        match form {
            LoopForm::DoWhile(guard) => {
                self.guard_line(text, guard);
                let line = format!("}} while ({});", self.guard(text.tree, guard, ANY));
                text.out.line(&line);
            }
            _ => text.out.line("}"),
        }
    }

    fn nested(&self, text: &mut Text<'_>, stmts: &[Stmt]) {
        text.out.indent();
        self.block(text, stmts);
        text.out.dedent();
    }

    fn guard_line(&self, text: &mut Text<'_>, guard: Guard) {
        let mut guard = guard;
        loop {
            match text.tree.decision(guard) {
                Decision::Test(edge, _) => return text.out.at(self.cfa[edge].span),
                Decision::And(first, _) | Decision::Or(first, _) => guard = first,
            }
        }
    }

    fn guard(&self, tree: &Tree, guard: Guard, min: u8) -> String {
        let mut out = String::new();
        self.guard_text(&mut out, tree, guard, min);
        out
    }

    fn guard_text(&self, out: &mut String, tree: &Tree, guard: Guard, min: u8) {
        match tree.decision(guard) {
            Decision::Test(edge, wanted) => {
                let Op::Assume { cond, truth, .. } = &self.cfa[edge].op else {
                    unreachable!("a branch has assumptions");
                };
                self.exprs.condition(out, cond, *truth == wanted, min);
            }
            Decision::And(a, b) => wrapped(out, LOGICAL_AND, min, |out| {
                self.guard_text(out, tree, a, LOGICAL_AND);
                out.push_str(" && ");
                self.guard_text(out, tree, b, LOGICAL_AND);
            }),
            // One level up: `&&` in `||` gets parentheses, which nobody needs but everybody likes.
            Decision::Or(a, b) => wrapped(out, LOGICAL_OR, min, |out| {
                for (operand, before) in [(a, ""), (b, " || ")] {
                    out.push_str(before);
                    let mixed = matches!(tree.decision(operand), Decision::And(..));
                    self.guard_text(out, tree, operand, if mixed { LOGICAL_AND + 1 } else { LOGICAL_OR });
                }
            }),
        }
    }

    /// Where control does not go on. Compilers know that a function does not return when it says so; CBMC does not, but
    /// knows these functions.
    fn end(&self, text: &mut Text<'_>, loc: LocId, before: Option<&Stmt>) {
        if loc == self.cfa.exit {
            return text.out.line("return;");
        }
        let known = |func: FuncId| {
            let function = &self.exprs.printer.program.functions[func.0 as usize];
            let ends = matches!(function.name.as_str(), "exit" | "_exit" | "_Exit" | "abort");
            function.attributes.noreturn && ends && !self.exprs.printer.defined(func)
        };
        let stops = |edge: EdgeId| match self.cfa[edge].op {
            Op::Call { callee: Callee::Direct(func), .. } => known(func),
            _ => false,
        };
        if !matches!(before, Some(Stmt::Op(edge)) if stops(*edge)) {
            text.out.line("for (;;) { }");
        }
    }

    fn native(&self, property: PropId) -> &'a Native {
        &self.exprs.printer.program.properties[property.0 as usize].native
    }

    fn op(&self, out: &mut Writer<'_>, id: EdgeId) {
        match &self.cfa[id].op {
            Op::Skip | Op::Declare(_) => {}
            Op::Assume { cond, truth, via } => {
                let mut text = String::new();
                match via {
                    Some(func) => {
                        self.exprs.condition(&mut text, cond, *truth, ANY);
                        out.line(&format!("{}({text});", self.exprs.printer.function_name(*func)));
                    }
                    None => {
                        self.exprs.condition(&mut text, cond, !truth, ANY);
                        out.line(&format!("if ({text}) {{ for (;;) {{ }} }}"));
                    }
                }
            }
            Op::Assign { place, value } => self.assign(out, place, value),
            Op::Call { dst, callee, args } => self.call(out, dst.as_ref(), callee, args),
            Op::Return(None) => out.line("return;"),
            Op::Return(Some(value)) => out.line(&format!("return {};", self.exprs.text(value, ANY))),
            Op::Havoc { cause: Cause::Asm(asm), .. } => out.line(&self.asm(asm)),
            Op::Havoc { cause: Cause::Call, .. } => {}
            Op::Havoc { places, .. } => places.iter().for_each(|place| self.havoc(out, place)),
            Op::Assert { cond, property } => self.assertion(out, cond, *property),
        }
    }

    fn assertion(&self, out: &mut Writer<'_>, cond: &Expr, property: PropId) {
        match self.native(property) {
            Native::Nothing => {}
            Native::CallIfFalse { func, args } => {
                let call = format!("{}({});", self.exprs.printer.function_name(*func), self.args(args));
                if cond.kind == ExprKind::Int(0) {
                    return out.line(&call);
                }
                let mut text = String::new();
                self.exprs.condition(&mut text, cond, false, ANY);
                out.line(&format!("if ({text}) {{"));
                out.indent();
                out.line(&call);
                out.dedent();
                out.line("}");
            }
            Native::CallAlways { func, rest } => {
                let first = self.exprs.text(cond, ANY);
                let rest = if rest.is_empty() { String::new() } else { format!(", {}", self.args(rest)) };
                out.line(&format!("{}({first}{rest});", self.exprs.printer.function_name(*func)));
            }
        }
    }

    fn assign(&self, out: &mut Writer<'_>, place: &Place, value: &Expr) {
        let types = &self.exprs.printer.types;
        let target = self.exprs.place_text(place);
        let is_array = matches!(types.types[place.ty.ty], Type::Array { .. });
        let address = if is_array { target.clone() } else { format!("&{target}") };
        let size = || types.name(place.ty.ty);
        match &value.kind {
            ExprKind::Zero => out.line(&format!("__builtin_memset({address}, 0, sizeof({}));", size())),
            ExprKind::Load(source) if is_array => {
                let source = self.exprs.place_text(source);
                out.line(&format!("__builtin_memcpy({address}, {source}, sizeof({}));", size()));
            }
            ExprKind::Load(source) if types.types[place.ty.ty] == Type::VaList => {
                out.line(&format!("__builtin_va_copy({target}, {});", self.exprs.place_text(source)));
            }
            _ => out.line(&format!("{target} = {};", self.exprs.text(value, ANY))),
        }
    }

    fn call(&self, out: &mut Writer<'_>, dst: Option<&Place>, callee: &Callee, args: &[Expr]) {
        let target = dst.map(|place| format!("{} = ", self.exprs.place_text(place))).unwrap_or_default();
        let call = match callee {
            Callee::Direct(func) => match self.quiet_comparison(*func, args) {
                Some(comparison) => comparison,
                None => format!("{}({})", self.exprs.printer.function_name(*func), self.args(args)),
            },
            Callee::Indirect(pointer) => format!("{}({})", self.exprs.text(pointer, POSTFIX), self.args(args)),
            Callee::VaArg => {
                let ty = dst.expect("va_arg has a destination").ty.ty;
                format!("__builtin_va_arg({}, {})", self.args(args), self.exprs.printer.types.name(ty))
            }
        };
        out.line(&format!("{target}{call};"));
    }

    /// `isgreater` and its kin, whose builtins make CBMC 6.6 crash, as what they compute. They differ from it in the
    /// floating-point exceptions only.
    fn quiet_comparison(&self, func: FuncId, args: &[Expr]) -> Option<String> {
        let function = &self.exprs.printer.program[func];
        let name = function.name.strip_prefix("__builtin_is").filter(|_| function.attributes.builtin)?;
        let [a, b] = args else { return None };
        let [a, b] = [a, b].map(|arg| self.exprs.text(arg, POSTFIX));
        Some(match name {
            "greater" => format!("{a} > {b}"),
            "greaterequal" => format!("{a} >= {b}"),
            "less" => format!("{a} < {b}"),
            "lessequal" => format!("{a} <= {b}"),
            _ if args.iter().any(reads_volatile) => return None,
            "lessgreater" => format!("{a} < {b} || {a} > {b}"),
            "unordered" => format!("{a} != {a} || {b} != {b}"),
            _ => return None,
        })
    }

    fn args(&self, args: &[Expr]) -> String {
        let mut out = String::new();
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.exprs.operand(&mut out, arg, ANY, false);
        }
        out
    }

    fn havoc(&self, out: &mut Writer<'_>, place: &Place) {
        let printer = self.exprs.printer;
        let target = self.exprs.place_text(place);
        match nondet(&printer.types.types[place.ty.ty]) {
            Some((name, ty)) => {
                printer.nondet.borrow_mut().insert(format!("extern {ty} __VERIFIER_nondet_{name}(void)"));
                let cast = cast(&printer.types.types[place.ty.ty], &printer.types.name(place.ty.ty));
                out.line(&format!("{target} = {cast}__VERIFIER_nondet_{name}();"));
            }
            None => {
                let size = printer.types.name(printer.types.types.size_t());
                printer.nondet.borrow_mut().insert(format!("extern void __VERIFIER_nondet_memory(void *, {size})"));
                out.line(&format!("__VERIFIER_nondet_memory(&{target}, sizeof({target}));"));
            }
        }
    }

    fn asm(&self, asm: &Asm<AsmValue>) -> String {
        let volatile = if asm.volatile { " volatile" } else { "" };
        let mut out = format!("__asm__{volatile} ({}", literal::string(asm.template.bytes()));
        if !asm.basic {
            let clobbers: Vec<String> = asm.clobbers.iter().map(|name| literal::string(name.bytes())).collect();
            let (outputs, inputs) = (self.asm_operands(&asm.outputs), self.asm_operands(&asm.inputs));
            out += &format!(" : {outputs} : {inputs} : {}", clobbers.join(", "));
        }
        out + ");"
    }

    fn asm_operands(&self, operands: &[AsmOperand<AsmValue>]) -> String {
        let one = |operand: &AsmOperand<AsmValue>| {
            let name = operand.name.as_ref().map(|name| format!("[{name}] ")).unwrap_or_default();
            let value = match &operand.value {
                AsmValue::Place(place) => self.exprs.place_text(place),
                AsmValue::Value(value) => {
                    let mut out = String::new();
                    self.exprs.operand(&mut out, value, ANY, false);
                    out
                }
            };
            format!("{name}{} ({value})", literal::string(operand.constraint.bytes()))
        };
        operands.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// Whether evaluating twice is not the same as once.
fn reads_volatile(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Load(place) => place.ty.quals.contains(Quals::VOLATILE),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Object(_, operand) => reads_volatile(operand),
        ExprKind::Binary(_, lhs, rhs) => reads_volatile(lhs) || reads_volatile(rhs),
        _ => false,
    }
}

/// What SV-COMP calls the function that gives any value of a type, and what it returns.
fn nondet(ty: &Type) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        Type::Pointer(_) => ("pointer", "void *"),
        Type::Float(FloatKind::Float) => ("float", "float"),
        Type::Float(FloatKind::Double) => ("double", "double"),
        Type::Int(kind) => {
            let name = match kind {
                IntKind::Bool => "bool",
                IntKind::Char => "char",
                IntKind::SChar => "schar",
                IntKind::UChar => "uchar",
                IntKind::Short => "short",
                IntKind::UShort => "ushort",
                IntKind::Int => "int",
                IntKind::UInt => "uint",
                IntKind::Long => "long",
                IntKind::ULong => "ulong",
                IntKind::LongLong => "longlong",
                IntKind::ULongLong => "ulonglong",
                IntKind::Int128 => "int128",
                IntKind::UInt128 => "uint128",
            };
            (name, int_name(*kind))
        }
        _ => return None,
    })
}

fn cast(ty: &Type, name: &str) -> String {
    if matches!(ty, Type::Pointer(_)) { format!("({name})") } else { String::new() }
}
