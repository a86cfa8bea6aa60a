//! Operations in the words of verifiers.
//!
//! An execution ends where an assertion fails, so each assertion is followed by the assumption that it held; one that
//! is not asked about is that assumption alone. Assembly is only what it changes.
//!
//! What CBMC needs to be told beyond that, each seen in both versions: an indirect call that finds no function of a
//! fitting type ends the execution in silence, so the functions it knows are asserted to be all ([`Guard`]). Two loops
//! with nothing between them share their counter, so an assumption stands before each loop. A loop with nothing in it,
//! and to 5.12 also one with a single statement in it, is an assumption that it is left at once, so each loop gets one
//! statement more; only a loop for which that is true becomes one. CBMC does not notice that a local is dead, so where
//! the program asks whether an object is alive every return says which are not. What it cannot be told: that an object
//! of an inner block, or one from `alloca`, is dead before its function returns.

use super::expr::{ANY, OBJECT_WHY, POSTFIX};
use super::models::{LARGE, Model};
use super::statement::StatementPrinter;
use super::writer::Writer;
use super::{Dialect, Guard, LARGE_GUARD, Probe, ProbeKind};
use crate::cfa::visit::queries;
use crate::cfa::{BinaryOp, Callee, Edge, EdgeId, Expr, ExprKind, FuncId, ObjectQuery, Op, Place, PlaceKind, PropId};
use crate::ctype::{DataModel, FunctionType, RecordKind, Type, TypeId, Types};
use crate::source::Span;

/// How tightly a comparison with zero wants its operand to bind.
const EQUALITY: u8 = 10;
/// How tightly another comparison does.
const SHIFT: u8 = 12;

impl StatementPrinter<'_> {
    pub(super) fn op_for_verifier(&self, out: &mut Writer<'_>, id: EdgeId) {
        let edge = &self.cfa[id];
        match &edge.op {
            Op::Skip => {}
            Op::Declare(local) => {
                if let Some(holds) = self.renewed.get(local) {
                    self.havoc(out, &Place::local(*local, self.cfa.locals[local.0 as usize].ty), holds);
                }
            }
            Op::Assume { cond, truth, via } => {
                let probed = via.is_some() && !cond.is_constant() && self.exprs.printer.dialect == Dialect::Cbmc;
                if probed {
                    self.probe(out, ProbeKind::Before(edge.span));
                }
                self.assume(out, &self.condition(cond, *truth));
                if probed {
                    self.probe(out, ProbeKind::After(edge.span));
                }
            }
            Op::Assign { place, value } => self.assign(out, place, value),
            Op::Call { dst, callee, args } => self.call_for_verifier(out, edge, dst.as_ref(), callee, args),
            Op::Return(value) => {
                self.end_of_life(out);
                let value = value.as_ref().map(|value| format!(" {}", self.exprs.text(value, ANY)));
                out.line(&format!("return{};", value.unwrap_or_default()));
            }
            Op::Havoc { places, objects, cause } => {
                objects.iter().for_each(|pointer| self.havoc_object(out, pointer));
                places.iter().for_each(|place| self.havoc(out, place, cause));
            }
            Op::Assert { cond, property } => self.assert(out, cond, *property),
        }
    }

    fn assert(&self, out: &mut Writer<'_>, cond: &Expr, property: PropId) {
        let printer = self.exprs.printer;
        let asked = printer.asked.contains(&property);
        let is_object = printer.dialect == Dialect::SvComp && !queries(cond).is_empty();
        if is_object && asked {
            printer.printed.borrow_mut().inexpressible.insert(property, OBJECT_WHY.to_owned());
        }
        // Where not even that holds, a test fails; a verifier would take it for all that is asked.
        let weaker = if asked && printer.as_they_are { without_queries(cond) } else { None };
        let cond = match &weaker {
            Some(weaker) => weaker,
            None if is_object => return,
            None => cond,
        };
        let text = self.condition(cond, true);
        if asked {
            printer.printed.borrow_mut().properties.insert(property);
            match printer.dialect {
                Dialect::SvComp => {
                    let fails = self.condition(cond, false);
                    return out.line(&format!("if ({fails}) {{ reach_error(); {}(); }}", self.abort()));
                }
                _ => out.line(&format!("__CPROVER_assert({text}, \"qicc:{}\");", property.0)),
            }
        }
        self.assume(out, &text);
    }

    /// A condition that is an integer, or a comparison.
    fn condition(&self, cond: &Expr, truth: bool) -> String {
        let mut text = String::new();
        if truth && !matches!(self.exprs.printer.types.types[cond.ty], Type::Int(_)) {
            self.exprs.expr(&mut text, cond, EQUALITY);
            return text + " != 0";
        }
        self.exprs.condition(&mut text, cond, truth, ANY);
        text
    }

    /// Ends the executions in which this is not so.
    pub(super) fn assume(&self, out: &mut Writer<'_>, text: &str) {
        match self.exprs.printer.dialect {
            Dialect::SvComp => out.line(&format!("if (!({text})) {{ {}(); }}", self.abort())),
            _ => out.line(&format!("__CPROVER_assume({text});")),
        }
    }

    /// The function that ends an execution.
    fn abort(&self) -> &'static str {
        self.exprs.printer.library("abort")
    }

    /// Control does not go on here.
    pub(super) fn stop(&self, out: &mut Writer<'_>) {
        match self.exprs.printer.dialect {
            Dialect::SvComp => out.line(&format!("{}();", self.abort())),
            _ => out.line("__CPROVER_assume(0);"),
        }
    }

    /// Something real between two loops, or in one.
    pub(super) fn something(&self, out: &mut Writer<'_>) {
        if self.exprs.printer.dialect == Dialect::Cbmc {
            out.line("__CPROVER_assume(1);");
        }
    }

    /// Asks whether execution can come here.
    pub(super) fn probe(&self, out: &mut Writer<'_>, what: ProbeKind) {
        let mut printed = self.exprs.printer.printed.borrow_mut();
        let label = format!("probe:{}", printed.probes.len());
        out.line(&format!("__CPROVER_assert(0, \"{label}\");"));
        printed.probes.push(Probe { label, what });
    }

    /// Before a return: whatever points to one of these points to nothing any more. CBMC remembers one such object,
    /// any.
    pub(super) fn end_of_life(&self, out: &mut Writer<'_>) {
        for local in &self.mortal {
            let name = self.exprs.place_text(&Place::local(*local, self.cfa.locals[local.0 as usize].ty));
            let any = self.exprs.printer.any("int", "int");
            out.line(&format!("__CPROVER_dead_object = {any}() ? (const void *)&{name} : __CPROVER_dead_object;"));
        }
    }

    fn call_for_verifier(
        &self,
        out: &mut Writer<'_>,
        edge: &Edge,
        dst: Option<&Place>,
        callee: &Callee,
        args: &[Expr],
    ) {
        let printer = self.exprs.printer;
        let types = printer.types.types;
        self.guard_stack(out, callee, args);
        match callee {
            Callee::Indirect(pointer) if printer.dialect == Dialect::Cbmc => self.guard_call(out, edge.span, pointer),
            Callee::Direct(func) if printer.program[*func].attributes.builtin => {
                match printer.program[*func].name.as_str() {
                    "__builtin_stack_save" => {
                        if let Some(place) = dst {
                            self.assign(out, place, &Expr::zero(types, place.ty.ty));
                        }
                        return;
                    }
                    // The end of the path says the rest.
                    "__builtin_stack_restore" | "__builtin_unreachable" | "__builtin_trap" => return,
                    "__builtin_alloca_with_align" => {
                        let target = dst.map(|place| format!("{} = ", self.exprs.place_text(place)));
                        let size = args.first().map(|size| self.exprs.text(size, ANY)).unwrap_or_default();
                        return out.line(&format!("{}__builtin_alloca({size});", target.unwrap_or_default()));
                    }
                    name if printer.dialect == Dialect::Cbmc => {
                        if let (Some(place), Some(value)) = (dst, self.classified(name, args)) {
                            return out.line(&format!("{} = {value};", self.exprs.place_text(place)));
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        match callee {
            Callee::Direct(func) if printer.any.contains(func) && self.quiet_comparison(*func, args).is_none() => {
                self.any_call(out, *func, dst);
            }
            _ => {
                dst.into_iter().for_each(|place| self.note_record(place));
                out.line(&format!("{};", self.call_text(dst, callee, args)));
            }
        }
    }

    /// Remembers that a record with pointers is assigned behind a pointer or into a union, or an array of them
    /// anywhere.
    pub(super) fn note_record(&self, place: &Place) {
        let types = self.exprs.printer.types.types;
        let is = |kind: RecordKind, ty: TypeId| types.as_record(ty).is_some_and(|id| types[id].kind == kind);
        let mut base = place;
        let mut in_union = false;
        while let PlaceKind::Member(of, _) | PlaceKind::Index(of, _) = &base.kind {
            in_union |= is(RecordKind::Union, of.ty.ty);
            base = of;
        }
        let elsewhere = in_union || place.root().is_none();
        let record = elsewhere && is(RecordKind::Struct, place.ty.ty);
        let array = types.element(place.ty.ty).is_some();
        if (record || array) && types.has_pointer(place.ty.ty) {
            self.exprs.printer.printed.borrow_mut().moves_records = true;
        }
    }

    /// What the builtins about floating values that CBMC does not know compute.
    fn classified(&self, name: &str, args: &[Expr]) -> Option<String> {
        let [value] = args else { return None };
        let x = self.exprs.text(value, POSTFIX);
        // Any value that is not zero says yes.
        let yes = |condition: String| format!("{condition} ? {}() : 0", self.exprs.printer.model(Model::own("true")));
        Some(match name {
            // Infinity less infinity is no number.
            "__builtin_isfinite" | "__builtin_finite" => yes(format!("{x} - {x} == 0")),
            "__builtin_isinf" | "__builtin_isinff" => yes(format!("{x} == {x} && {x} - {x} != 0")),
            "__builtin_isinf_sign" => format!("{x} == {x} && {x} - {x} != 0 ? ({x} < 0 ? -1 : 1) : 0"),
            _ => return None,
        })
    }

    /// Asserts, in 32 bits, that what is allocated on the stack is not too large for CBMC.
    fn guard_stack(&self, out: &mut Writer<'_>, callee: &Callee, args: &[Expr]) {
        let printer = self.exprs.printer;
        let (Callee::Direct(func), [size, ..]) = (callee, args) else { return };
        let cbmc = printer.dialect == Dialect::Cbmc && printer.types.types.model == DataModel::Ilp32;
        if cbmc && printer.program[*func].is_stack_allocation() {
            let small = format!("{} <= {LARGE}U", self.exprs.text(size, SHIFT));
            out.line(&format!("__CPROVER_assert({small}, \"{LARGE_GUARD}\");"));
            out.line(&format!("__CPROVER_assume({small});"));
        }
    }

    /// Asserts that a pointer is one of the functions that CBMC takes it for.
    fn guard_call(&self, out: &mut Writer<'_>, span: Span, pointer: &Expr) {
        let printer = self.exprs.printer;
        let types = printer.types.types;
        let called = types.pointee(pointer.ty).and_then(|target| types.as_function(target.ty));
        let Some(called) = called else { return };
        let target = self.exprs.text(pointer, EQUALITY);
        let fitting = |id: &&FuncId| {
            types.as_function(printer.program[**id].ty).is_some_and(|function| fits(types, called, function))
        };
        let choices: Vec<String> = printer
            .usage
            .addressed
            .iter()
            .filter(fitting)
            .map(|id| format!("{target} == {}", printer.function_name(*id)))
            .collect();
        let text = if choices.is_empty() { "0".to_owned() } else { choices.join(" || ") };
        let mut printed = printer.printed.borrow_mut();
        let label = format!("guard:{}", printed.guards.len());
        out.line(&format!("__CPROVER_assert({text}, \"{label}\");"));
        let why = "this call may go to a function that CBMC does not take it for".to_owned();
        printed.guards.push(Guard { label, span, why });
    }
}

/// What is left of a condition without its questions about objects, if anything is. It holds wherever the condition
/// does: what asks is taken for true, and nothing is negated that has questions in it.
fn without_queries(cond: &Expr) -> Option<Expr> {
    match &cond.kind {
        _ if queries(cond).is_empty() => Some(cond.clone()),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs) if is_truth(lhs) && is_truth(rhs) => {
            match (op, without_queries(lhs), without_queries(rhs)) {
                (BinaryOp::And, Some(left), None) | (BinaryOp::And, None, Some(left)) => Some(left),
                (_, Some(lhs), Some(rhs)) => Some(Expr::binary(*op, lhs, rhs, cond.ty)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an expression is 0 or 1.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, lhs, rhs) => is_truth(lhs) && is_truth(rhs),
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Object(query, _) => matches!(query, ObjectQuery::Alive | ObjectQuery::Heap),
        _ => false,
    }
}

/// Whether CBMC follows a call to a function; it follows some more. See `function_is_type_compatible` there.
fn fits(types: &Types, call: &FunctionType, function: &FunctionType) -> bool {
    let plain = |ty: TypeId| matches!(types[ty], Type::Int(_) | Type::Pointer(_));
    let alike = |a: TypeId, b: TypeId| a == b || plain(a) && plain(b);
    let takes = call.params.len() == function.params.len()
        && call.variadic == function.variadic
        && call.params.iter().zip(&function.params).all(|(a, b)| alike(a.ty, b.ty));
    let anything = !call.prototype && call.params.is_empty();
    alike(call.ret.ty, function.ret.ty) && (takes || anything)
}
