//! Statements: the operations on edges, in the structure that was found for them.

use super::expr::{ANY, ExprPrinter, LOGICAL_AND, LOGICAL_OR, POSTFIX, wrapped};
use super::names::Names;
use super::structure::{Decision, Guard, LoopForm, Stmt, Tree};
use super::writer::Writer;
use super::{Dialect, Origin, PrintedLoop, ProbeKind, declare, literal};
use crate::cfa::trips;
use crate::cfa::visit::addressed_locals;
use crate::cfa::{
    Asm, AsmOperand, AsmValue, Callee, Cause, Cfa, Edge, EdgeId, Expr, ExprKind, FuncId, LocId, Native, Op, Place,
    PropId,
};
use crate::ctype::{LocalId, Quals, Type};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct StatementPrinter<'a> {
    pub(super) exprs: &'a ExprPrinter<'a>,
    pub(super) cfa: &'a Cfa,
    function: FuncId,
    /// Locals that get a new value where they are declared.
    pub(super) renewed: BTreeMap<LocalId, Cause>,
    /// For verifiers: locals that pointers may outlive.
    pub(super) mortal: BTreeSet<LocalId>,
}

/// The text of one function while it is written.
struct Text<'t, 'm> {
    out: Writer<'m>,
    tree: &'t Tree,
    labels: BTreeMap<LocId, String>,
    /// The line of each label so far.
    written: BTreeMap<LocId, u32>,
    loops: Vec<PrintedLoop>,
    /// What is known of how often loops go round, by the heads that they have in the text.
    trips: BTreeMap<LocId, Option<u64>>,
}

impl<'a> StatementPrinter<'a> {
    pub(super) fn new(exprs: &'a ExprPrinter<'a>, cfa: &'a Cfa, function: FuncId) -> StatementPrinter<'a> {
        let printer = exprs.printer;
        let (mut renewed, mut mortal) = (BTreeMap::new(), BTreeSet::new());
        if printer.renews {
            renewed = declare::renewed(printer.types.types, cfa);
        }
        if printer.asks_alive && !printer.program.entries.contains(&function) {
            mortal = addressed_locals(cfa);
        }
        StatementPrinter { exprs, cfa, function, renewed, mortal }
    }

    /// Whether the edge prints nothing.
    pub(super) fn is_silent(&self, edge: &Edge) -> bool {
        match &edge.op {
            // Locals are declared at the top.
            Op::Skip => true,
            Op::Declare(local) => !self.renewed.contains_key(local),
            Op::Call { dst: None, callee: Callee::Direct(func), .. } => self.exprs.printer.any.contains(func),
            _ if self.exprs.printer.dialect != Dialect::Native => false,
            Op::Havoc { cause: Cause::Call, .. } => true,
            Op::Assert { property, .. } => *self.native(*property) == Native::Nothing,
            _ => false,
        }
    }

    /// The body, and the ways back in it; lines are counted from the start of the body.
    pub(super) fn print(&self, tree: &Tree) -> (Writer<'a>, Vec<PrintedLoop>) {
        let printer = self.exprs.printer;
        let out = Writer::new(printer.map);
        let (labels, trips) = (self.label_names(tree), self.trips());
        let mut text = Text { out, tree, labels, written: BTreeMap::new(), loops: Vec::new(), trips };
        text.out.indent();
        if printer.dialect == Dialect::Cbmc && printer.program.entries.contains(&self.function) {
            self.probe(&mut text.out, ProbeKind::Entry(self.function));
        }
        let last = tree.body.iter().rposition(|stmt| !matches!(stmt, Stmt::Label(loc) if !tree.labels.contains(loc)));
        let body = match last {
            // The closing brace returns as well.
            Some(at) if self.mortal.is_empty() && self.is_plain_return(&tree.body[at]) => &tree.body[..at],
            _ => &tree.body[..],
        };
        self.block(&mut text, body);
        (text.out, text.loops)
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

    fn block(&self, text: &mut Text<'_, '_>, stmts: &[Stmt]) {
        for (i, stmt) in stmts.iter().enumerate() {
            match stmt {
                Stmt::Label(loc) => {
                    if let Some(name) = text.labels.get(loc) {
                        // The empty statement: a declaration or a brace may not follow a label.
                        let line = format!("{name}: ;");
                        self.something(&mut text.out);
                        text.out.raw(&line);
                        text.written.insert(*loc, text.out.count());
                        self.something(&mut text.out);
                    }
                }
                Stmt::Op(edge) => {
                    self.at(text, *edge);
                    self.op(&mut text.out, *edge);
                    text.out.origin = None;
                }
                Stmt::End(loc) => self.end(text, *loc, i.checked_sub(1).map(|before| &stmts[before])),
                Stmt::If { arms, otherwise } => self.branches(text, arms, otherwise),
                Stmt::Loop(form, body) => {
                    let head = stmts[..i].iter().rev().find_map(|before| match before {
                        Stmt::Label(loc) => Some(*loc),
                        _ => None,
                    });
                    self.a_loop(text, head.expect("the head of a loop has a label before it"), *form, body);
                }
                Stmt::Goto(loc) => {
                    let line = format!("goto {};", text.labels[loc]);
                    text.out.line(&line);
                    if let Some(first) = text.written.get(loc) {
                        let at = text.out.count();
                        self.way_back(text, *loc, at, *first);
                    }
                }
                Stmt::Break => text.out.line("break;"),
                Stmt::Continue => text.out.line("continue;"),
            }
        }
    }

    /// The last line leads back to a line above.
    fn way_back(&self, text: &mut Text<'_, '_>, head: LocId, line: u32, first: u32) {
        let (number, last) = (text.loops.len() as u32, text.out.count());
        let trips = text.trips.get(&head).copied().flatten();
        text.loops.push(PrintedLoop { function: self.function, head, number, line, first, last, trips });
    }

    /// What is known of how often loops go round. Where silent edges make one head of several, nothing is.
    fn trips(&self) -> BTreeMap<LocId, Option<u64>> {
        let mut result = BTreeMap::new();
        if self.exprs.printer.dialect != Dialect::Cbmc {
            return result;
        }
        let outgoing = self.cfa.outgoing();
        for (head, trips) in trips::trips(self.exprs.printer.types.types, self.cfa) {
            let mut at = head;
            // A cycle of silent edges is no loop that anybody counts.
            for _ in 0..self.cfa.edges.len() {
                match outgoing.of(at) {
                    [edge] if self.is_silent(&self.cfa[*edge]) => at = self.cfa[*edge].to,
                    _ => break,
                }
            }
            result.entry(at).and_modify(|several| *several = None).or_insert(trips);
        }
        result
    }

    /// The next line comes from this edge.
    fn at(&self, text: &mut Text<'_, '_>, edge: EdgeId) {
        let span = self.cfa[edge].span;
        text.out.at(span);
        text.out.origin = Some(Origin { function: self.function, edge, span });
    }

    fn branches(&self, text: &mut Text<'_, '_>, arms: &[(Guard, Vec<Stmt>)], otherwise: &[Stmt]) {
        for (i, (guard, then)) in arms.iter().enumerate() {
            let word = if i == 0 { "if" } else { "} else if" };
            let first = self.first_test(text.tree, *guard);
            if i == 0 {
                self.at(text, first);
            }
            let line = format!("{word} ({}) {{", self.guard(text.tree, *guard, ANY));
            text.out.origin = Some(Origin { function: self.function, edge: first, span: self.cfa[first].span });
            text.out.line(&line);
            text.out.origin = None;
            let (line, loops) = (text.out.count(), text.loops.len());
            self.nested(text, then);
            // CBMC makes one jump of a test that does nothing but jump.
            if let ([Stmt::Goto(_)], Some(a_loop)) = (then.as_slice(), text.loops.get_mut(loops))
                && i + 1 == arms.len()
                && otherwise.is_empty()
            {
                a_loop.line = line;
            }
        }
        if !otherwise.is_empty() {
            text.out.line("} else {");
            self.nested(text, otherwise);
        }
        text.out.line("}");
    }

    fn a_loop(&self, text: &mut Text<'_, '_>, head: LocId, form: LoopForm, body: &[Stmt]) {
        let nothing = |stmt: &Stmt| match stmt {
            Stmt::Label(loc) => !text.tree.labels.contains(loc),
            Stmt::Op(edge) => self.is_silent(&self.cfa[*edge]),
            _ => false,
        };
        let empty = body.iter().all(nothing);
        if empty && self.exprs.printer.dialect == Dialect::Cbmc && self.stands_still(text, form) {
            return;
        }
        self.something(&mut text.out);
        let first = text.out.count() + 1;
        match form {
            LoopForm::Forever => text.out.line("while (1) {"),
            LoopForm::While(guard) => self.guarded(text, guard, "while (", ") {"),
            LoopForm::DoWhile(_) => text.out.line("do {"),
        }
        text.out.indent();
        self.something(&mut text.out);
        text.out.dedent();
        self.nested(text, body);
        let line = match form {
            LoopForm::DoWhile(guard) => {
                self.guarded(text, guard, "} while (", ");");
                text.out.count()
            }
            _ => {
                text.out.line("}");
                first
            }
        };
        self.way_back(text, head, line, first);
    }

    /// A loop with nothing in it, over a condition that nothing changes, goes on at once or never.
    fn stands_still(&self, text: &mut Text<'_, '_>, form: LoopForm) -> bool {
        let guard = match form {
            LoopForm::Forever => {
                self.stop(&mut text.out);
                return true;
            }
            LoopForm::While(guard) | LoopForm::DoWhile(guard) => guard,
        };
        let mut work = vec![guard];
        while let Some(guard) = work.pop() {
            match text.tree.decision(guard) {
                Decision::Test(edge, _) => match &self.cfa[edge].op {
                    Op::Assume { cond, .. } if !reads_volatile(cond) => {}
                    _ => return false,
                },
                Decision::And(a, b) | Decision::Or(a, b) => work.extend([a, b]),
            }
        }
        self.guarded(text, guard, "__CPROVER_assume(!(", "));");
        true
    }

    fn nested(&self, text: &mut Text<'_, '_>, stmts: &[Stmt]) {
        text.out.indent();
        self.block(text, stmts);
        text.out.dedent();
    }

    /// A line with a condition in it.
    fn guarded(&self, text: &mut Text<'_, '_>, guard: Guard, before: &str, behind: &str) {
        self.at(text, self.first_test(text.tree, guard));
        let line = format!("{before}{}{behind}", self.guard(text.tree, guard, ANY));
        text.out.line(&line);
        text.out.origin = None;
    }

    fn first_test(&self, tree: &Tree, guard: Guard) -> EdgeId {
        let mut guard = guard;
        loop {
            match tree.decision(guard) {
                Decision::Test(edge, _) => return edge,
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
    fn end(&self, text: &mut Text<'_, '_>, loc: LocId, before: Option<&Stmt>) {
        if loc == self.cfa.exit {
            self.end_of_life(&mut text.out);
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
        let stopped = matches!(before, Some(Stmt::Op(edge)) if stops(*edge));
        match self.exprs.printer.dialect {
            Dialect::Cbmc => self.stop(&mut text.out),
            _ if stopped => {}
            Dialect::SvComp => self.stop(&mut text.out),
            Dialect::Native => text.out.line("for (;;) { }"),
        }
    }

    fn native(&self, property: PropId) -> &'a Native {
        &self.exprs.printer.program.properties[property.0 as usize].native
    }

    fn op(&self, out: &mut Writer<'_>, id: EdgeId) {
        if self.exprs.printer.dialect != Dialect::Native {
            return self.op_for_verifier(out, id);
        }
        match &self.cfa[id].op {
            Op::Skip => {}
            Op::Declare(local) => self.renew(out, *local),
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
            Op::Call { dst, callee, args } => {
                out.line(&format!("{};", self.call_text(dst.as_ref(), callee, args)));
            }
            Op::Return(None) => out.line("return;"),
            Op::Return(Some(value)) => out.line(&format!("return {};", self.exprs.text(value, ANY))),
            Op::Havoc { cause: Cause::Asm(asm), .. } => out.line(&self.asm(asm)),
            Op::Havoc { cause: Cause::Call, .. } => {}
            Op::Havoc { places, cause, .. } => places.iter().for_each(|place| self.havoc(out, place, cause)),
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

    pub(super) fn assign(&self, out: &mut Writer<'_>, place: &Place, value: &Expr) {
        self.note_record(place);
        let types = &self.exprs.printer.types;
        let target = self.exprs.place_text(place);
        let is_array = matches!(types.types[place.ty.ty], Type::Array { .. });
        let address = if is_array { target.clone() } else { format!("&{target}") };
        let size = || types.name(place.ty.ty);
        match &value.kind {
            ExprKind::Zero => out.line(&format!("{}({address}, 0, sizeof({}));", self.memset(), size())),
            ExprKind::Load(source) if is_array => {
                let (source, size) = (self.exprs.place_text(source), size());
                out.line(&match self.exprs.printer.dialect {
                    Dialect::Native => format!("__builtin_memcpy({address}, {source}, sizeof({size}));"),
                    // CBMC has no model of the builtin, and the plain name could be the program's own.
                    Dialect::Cbmc => {
                        format!("__builtin___memcpy_chk({address}, {source}, sizeof({size}), sizeof({size}));")
                    }
                    Dialect::SvComp => {
                        format!("{}({address}, {source}, sizeof({size}));", self.exprs.printer.library("memcpy"))
                    }
                });
            }
            ExprKind::Load(source) if types.types[place.ty.ty] == Type::VaList => {
                out.line(&format!("__builtin_va_copy({target}, {});", self.exprs.place_text(source)));
            }
            _ => out.line(&format!("{target} = {};", self.exprs.text(value, ANY))),
        }
    }

    fn memset(&self) -> &'static str {
        match self.exprs.printer.dialect {
            Dialect::SvComp => self.exprs.printer.library("memset"),
            _ => "__builtin_memset",
        }
    }

    /// A call with what becomes of its value, without the semicolon.
    pub(super) fn call_text(&self, dst: Option<&Place>, callee: &Callee, args: &[Expr]) -> String {
        let target = dst.map(|place| format!("{} = ", self.exprs.place_text(place))).unwrap_or_default();
        let call = match callee {
            Callee::Direct(func) => match self.quiet_comparison(*func, args) {
                Some(comparison) => comparison,
                None => format!("{}({})", self.callee_name(*func, args), self.args(args)),
            },
            Callee::Indirect(pointer) => format!("{}({})", self.exprs.text(pointer, POSTFIX), self.args(args)),
            Callee::VaArg => {
                let ty = dst.expect("va_arg has a destination").ty.ty;
                format!("__builtin_va_arg({}, {})", self.args(args), self.exprs.printer.types.name(ty))
            }
        };
        target + &call
    }

    /// What the called function is called. Where verifiers know the number of bytes, they need no loop of ours over
    /// them. That they lose pointers so is no matter: about a program that copies pointers in bytes they are not
    /// believed ([`crate::pointer::torn_words`]).
    fn callee_name(&self, func: FuncId, args: &[Expr]) -> &str {
        let printer = self.exprs.printer;
        let name = printer.function_name(func);
        if !matches!(args.last(), Some(Expr { kind: ExprKind::Int(_), .. })) {
            return name;
        }
        match name.strip_prefix("qicc_").filter(|_| !printer.defined(func)) {
            Some("memcpy") => printer.library("memcpy"),
            Some("memmove") => printer.library("memmove"),
            Some("memset") => printer.library("memset"),
            _ => name,
        }
    }

    /// `isgreater` and its kin, whose builtins make CBMC 6.6 crash, as what they compute. They differ from it in the
    /// floating-point exceptions only.
    pub(super) fn quiet_comparison(&self, func: FuncId, args: &[Expr]) -> Option<String> {
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
