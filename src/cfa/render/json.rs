//! For other programs: everything in the automaton, types as C text, positions as the user's. Expressions are trees of
//! objects with a `kind`. The schema has a number that changes when a reader would have to.

use super::text::assumption_text;
use crate::cfa::display::Names;
use crate::cfa::model::*;
use crate::ctype::{QType, TypeId};
use crate::source::{SourceMap, Span};
use serde_json::{Map, Value, json};

/// The version of the schema.
const SCHEMA: u32 = 1;

pub fn json(program: &Program, map: &SourceMap) -> String {
    let render = Render { program, map, names: Names::outside(program) };
    let functions: Vec<Value> = program.functions.iter().map(|function| render.function(function)).collect();
    let globals: Vec<Value> = program.globals.iter().map(|global| render.global(global)).collect();
    let properties: Vec<Value> = program.properties.iter().map(|property| render.property(property)).collect();
    let assumptions: Vec<Value> = program
        .assumptions
        .iter()
        .map(|assumption| json!({ "text": assumption_text(&assumption.kind), "at": render.at(assumption.span) }))
        .collect();
    let entries: Vec<u32> = program.entries.iter().map(|id| id.0).collect();
    let value = json!({
        "schema": SCHEMA,
        "pointerBytes": program.types.model.pointer_size(),
        "entries": entries,
        "globals": globals,
        "functions": functions,
        "properties": properties,
        "assumptions": assumptions,
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

struct Render<'a> {
    program: &'a Program,
    map: &'a SourceMap,
    names: Names<'a>,
}

impl Render<'_> {
    fn at(&self, span: Span) -> Value {
        let location = self.map.locate(span);
        json!({ "file": location.file, "line": location.line, "column": location.column })
    }

    fn ty(&self, ty: TypeId) -> String {
        self.program.types.describe(ty)
    }

    fn qualified(&self, ty: QType) -> String {
        self.program.types.describe(ty)
    }

    fn global(&self, global: &Global<Expr>) -> Value {
        let kind = match global.kind {
            GlobalKind::Variable => "variable",
            GlobalKind::StringLiteral => "string",
            GlobalKind::CompoundLiteral => "compoundLiteral",
        };
        let mut value = json!({
            "name": global.name,
            "kind": kind,
            "type": self.qualified(global.ty),
            "linkage": linkage(global.linkage),
            "at": self.at(global.span),
        });
        match &global.definition {
            Definition::Declared => value["declared"] = true.into(),
            Definition::Tentative => value["init"] = json!({ "kind": "zero" }),
            Definition::Defined(init) => value["init"] = self.init(init),
        }
        value
    }

    fn init(&self, init: &Init<Expr>) -> Value {
        match init {
            Init::Zero => json!({ "kind": "zero" }),
            Init::Expr(value) => self.expr(value),
            Init::String(units) => json!({ "kind": "string", "units": units }),
            Init::List(items) => {
                let part = |item: &InitItem<Expr>| json!({ "first": item.first, "end": item.end, "init": self.init(&item.init) });
                json!({ "kind": "list", "items": items.iter().map(part).collect::<Vec<_>>() })
            }
        }
    }

    fn function(&self, function: &Function) -> Value {
        let mut value = json!({
            "name": function.name,
            "type": self.ty(function.ty),
            "linkage": linkage(function.linkage),
            "at": self.at(function.span),
        });
        match &function.body {
            Body::None => {}
            Body::Unsupported(why) => value["unsupported"] = why.message.clone().into(),
            Body::Cfa(cfa) => {
                let inside = Render { names: Names::new(self.program, cfa), ..*self };
                value["cfa"] = inside.cfa(cfa);
            }
        }
        value
    }

    fn cfa(&self, cfa: &Cfa) -> Value {
        let local = |(index, local): (usize, &Local)| {
            let name = self.names.local(crate::ctype::LocalId(index as u32));
            json!({ "name": name, "type": self.qualified(local.ty), "temporary": local.name.is_none() })
        };
        let edge = |edge: &Edge| {
            let mut value = self.op(&edge.op);
            value.insert("from".into(), edge.from.0.into());
            value.insert("to".into(), edge.to.0.into());
            value.insert("at".into(), self.at(edge.span));
            Value::Object(value)
        };
        json!({
            "params": cfa.params.iter().map(|id| id.0).collect::<Vec<_>>(),
            "locals": cfa.locals.iter().enumerate().map(local).collect::<Vec<_>>(),
            "locations": cfa.locations,
            "entry": cfa.entry.0,
            "exit": cfa.exit.0,
            "labels": cfa.labels.iter().map(|(loc, name)| json!([loc.0, name])).collect::<Vec<_>>(),
            "edges": cfa.edges.iter().map(edge).collect::<Vec<_>>(),
        })
    }

    fn op(&self, op: &Op) -> Map<String, Value> {
        let value = match op {
            Op::Skip => json!({ "op": "skip" }),
            Op::Assume { cond, truth, via } => {
                json!({ "op": "assume", "cond": self.expr(cond), "truth": truth, "via": via.map(|id| id.0) })
            }
            Op::Assign { place, value } => {
                json!({ "op": "assign", "place": self.place(place), "value": self.expr(value) })
            }
            Op::Call { dst, callee, args } => {
                let callee = match callee {
                    Callee::Direct(func) => json!({ "kind": "function", "function": func.0 }),
                    Callee::Indirect(pointer) => self.expr(pointer),
                    Callee::VaArg => json!({ "kind": "vaArg" }),
                };
                let args: Vec<Value> = args.iter().map(|arg| self.expr(arg)).collect();
                let dst = dst.as_ref().map(|place| self.place(place));
                json!({ "op": "call", "dst": dst, "callee": callee, "args": args })
            }
            Op::Return(value) => json!({ "op": "return", "value": value.as_ref().map(|value| self.expr(value)) }),
            Op::Declare(local) => json!({ "op": "declare", "local": local.0 }),
            Op::Havoc { places, objects, cause } => {
                let places: Vec<Value> = places.iter().map(|place| self.place(place)).collect();
                let objects: Vec<Value> = objects.iter().map(|pointer| self.expr(pointer)).collect();
                let cause = match cause {
                    Cause::Choice => json!("choice"),
                    Cause::Content => json!("content"),
                    Cause::Asm(asm) => json!({ "asm": asm.template }),
                    Cause::Call => json!("call"),
                };
                json!({ "op": "havoc", "places": places, "objects": objects, "cause": cause })
            }
            Op::Assert { cond, property } => {
                json!({ "op": "assert", "cond": self.expr(cond), "property": property.0 })
            }
        };
        let mut value = match value {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        value.insert("text".into(), self.names.op(op).into());
        value
    }

    fn place(&self, place: &Place) -> Value {
        let mut value = match &place.kind {
            PlaceKind::Var(Var::Local(id)) => json!({ "kind": "local", "local": id.0 }),
            PlaceKind::Var(Var::Global(id)) => json!({ "kind": "global", "global": id.0 }),
            PlaceKind::Deref(pointer) => json!({ "kind": "deref", "pointer": self.expr(pointer) }),
            PlaceKind::Member(base, field) => json!({ "kind": "member", "base": self.place(base), "field": field }),
            PlaceKind::Index(base, index) => {
                json!({ "kind": "index", "base": self.place(base), "index": self.expr(index) })
            }
        };
        value["type"] = self.qualified(place.ty).into();
        value
    }

    fn expr(&self, expr: &Expr) -> Value {
        let mut value = match &expr.kind {
            // As text: readers of JSON have no integers of 128 bits.
            ExprKind::Int(_) => json!({ "kind": "int", "value": self.names.expr(expr) }),
            ExprKind::Float(bits) => json!({ "kind": "float", "bits": format!("{bits:#x}") }),
            ExprKind::Zero => json!({ "kind": "zero" }),
            ExprKind::Load(place) => json!({ "kind": "load", "place": self.place(place) }),
            ExprKind::AddrOf(place) => json!({ "kind": "addressOf", "place": self.place(place) }),
            ExprKind::Function(func) => json!({ "kind": "function", "function": func.0 }),
            ExprKind::Unary(op, operand) => json!({ "kind": unary(*op), "operand": self.expr(operand) }),
            ExprKind::Binary(op, lhs, rhs) => {
                json!({ "kind": binary(*op), "lhs": self.expr(lhs), "rhs": self.expr(rhs) })
            }
            ExprKind::Cast(operand) => json!({ "kind": "cast", "operand": self.expr(operand) }),
            ExprKind::Object(query, pointer) => json!({ "kind": query.word(), "operand": self.expr(pointer) }),
        };
        value["type"] = self.ty(expr.ty).into();
        value
    }

    fn property(&self, property: &Property) -> Value {
        json!({
            "kind": property.kind.word(),
            "description": property.description,
            "at": self.at(property.span),
        })
    }
}

fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
        Linkage::None => "none",
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::BitNot => "bitNot",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::Shl => "shl",
        BinaryOp::Shr => "shr",
        BinaryOp::And => "and",
        BinaryOp::Xor => "xor",
        BinaryOp::Or => "or",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne => "ne",
        BinaryOp::Lt => "lt",
        BinaryOp::Le => "le",
        BinaryOp::Gt => "gt",
        BinaryOp::Ge => "ge",
        BinaryOp::PtrAdd => "ptrAdd",
        BinaryOp::PtrSub => "ptrSub",
        BinaryOp::PtrDiff => "ptrDiff",
    }
}
