//! The result as text for people, and as JSON for programs.

use super::{Access, Extent, ObjectId, ObjectKind, Offset, Pointers, Target};
use crate::cfa::display::Names;
use crate::cfa::{Cfa, Expr, FuncId, Place};
use crate::ctype::LocalId;
use crate::source::SourceMap;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The version of the JSON schema.
const SCHEMA: u32 = 1;

/// For each function its pointers with what they may point to, and what it writes.
pub fn text(pointers: &Pointers, map: &SourceMap) -> String {
    let render = Render { pointers, map };
    let mut text = String::new();
    for (id, cfa) in pointers.program.defined() {
        let function = &pointers.program[id];
        let _ = writeln!(text, "function {}  // {}", function.name, map.locate(function.span));
        for (local, name, is_param) in render.pointers_of(cfa) {
            let targets = render.targets(&render.held(id, cfa, local));
            let targets = if targets.is_empty() { "nothing".into() } else { targets.join(", ") };
            let _ = writeln!(text, "  {} {name}: {targets}", if is_param { "param" } else { "local" });
        }
        let writes = render.access(&pointers.function_writes(id), Some(id));
        let _ = writeln!(text, "  writes {}", if writes.is_empty() { "nothing".into() } else { writes.join(", ") });
        text.push('\n');
    }
    text
}

pub fn json(pointers: &Pointers, map: &SourceMap) -> String {
    let render = Render { pointers, map };
    let mut functions = Vec::new();
    for (id, cfa) in pointers.program.defined() {
        let variables: Vec<Value> = render
            .pointers_of(cfa)
            .into_iter()
            .map(|(local, name, is_param)| {
                let targets = render.held(id, cfa, local);
                let targets: Vec<Value> = targets.iter().map(|target| render.target_json(target)).collect();
                json!({ "name": name, "parameter": is_param, "pointsTo": targets })
            })
            .collect();
        functions.push(json!({
            "name": pointers.program[id].name,
            "at": map.locate(pointers.program[id].span).to_string(),
            "pointers": variables,
            "writes": render.access_json(&pointers.function_writes(id)),
            "reads": render.access_json(&pointers.function_reads(id)),
        }));
    }
    let objects: Vec<Value> = pointers
        .objects()
        .map(|(id, object)| {
            json!({
                "id": id.0,
                "name": render.name(id),
                "size": object.size,
                "single": object.single,
                "constant": object.constant,
                "escaped": pointers.is_escaped(id),
            })
        })
        .collect();
    let value = json!({ "schema": SCHEMA, "objects": objects, "functions": functions });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

struct Render<'r, 'a> {
    pointers: &'r Pointers<'a>,
    map: &'r SourceMap,
}

impl<'a> Render<'_, 'a> {
    /// The parameters and named locals that are pointers.
    fn pointers_of(&self, cfa: &'a Cfa) -> Vec<(LocalId, String, bool)> {
        let program = self.pointers.program;
        let names = Names::new(program, cfa);
        let mut found = Vec::new();
        for (index, local) in cfa.locals.iter().enumerate() {
            let id = LocalId(index as u32);
            let is_param = cfa.params.contains(&id);
            if program.types.pointee(local.ty.ty).is_some() && (local.name.is_some() || is_param) {
                found.push((id, names.local(id).to_string(), is_param));
            }
        }
        found
    }

    /// What a local holds.
    fn held(&self, function: FuncId, cfa: &Cfa, local: LocalId) -> BTreeSet<Target> {
        let place = Place::local(local, cfa.locals[local.0 as usize].ty);
        self.pointers.points_to(function, &Expr::load(place))
    }

    fn name(&self, id: ObjectId) -> String {
        let program = self.pointers.program;
        match self.pointers.object(id).kind {
            ObjectKind::Outside => "outside".into(),
            ObjectKind::Null => "null".into(),
            ObjectKind::Indeterminate => "indeterminate".into(),
            ObjectKind::Global(global) => program[global].name.clone(),
            ObjectKind::Function(function) => format!("{}()", program[function].name),
            ObjectKind::Local(function, local) => {
                let name = program[function].cfa().map(|cfa| Names::new(program, cfa).local(local).to_string());
                format!("{}::{}", program[function].name, name.unwrap_or_default())
            }
            ObjectKind::Heap(site) | ObjectKind::Stack(site) => {
                let span = program[site.function].cfa().map(|cfa| cfa[site.edge].span);
                let line = span.map(|span| self.map.locate(span).line).unwrap_or_default();
                format!("{}@{}:{line}", program[site.callee].name, program[site.function].name)
            }
            ObjectKind::Passing => String::new(),
        }
    }

    /// Name, offset where it is not the start, and size; many that are known outside are only counted.
    fn targets(&self, targets: &BTreeSet<Target>) -> Vec<String> {
        let outside = targets.iter().any(|target| target.object == ObjectId::OUTSIDE);
        let mut texts = Vec::new();
        let mut known = 0;
        for target in targets {
            if outside && target.offset == Offset::Any && self.pointers.is_escaped(target.object) {
                known += 1;
                continue;
            }
            let mut text = self.name(target.object);
            if target.offset != Offset::ZERO {
                let _ = write!(text, "+{}", target.offset);
            }
            if let Some(size) = self.pointers.size(target.object) {
                let _ = write!(text, " [{size}]");
            }
            texts.push(text);
        }
        if known > 0 {
            texts.push(format!("{known} objects that are known outside"));
        }
        texts
    }

    /// What is accessed, without the function's own variables that nobody else can see.
    fn access(&self, access: &Access, function: Option<FuncId>) -> Vec<String> {
        let mut texts = Vec::new();
        let mut known = 0;
        for (id, extents) in &access.parts {
            let object = self.pointers.object(*id);
            if matches!(object.kind, ObjectKind::Local(owner, _) if !object.addressed && Some(owner) == function) {
                continue;
            }
            if access.outside() && self.pointers.is_escaped(*id) {
                known += 1;
                continue;
            }
            let name = self.name(*id);
            for extent in extents {
                texts.push(match extent.size {
                    _ if *extent == Extent::WHOLE => name.clone(),
                    Some(size) => format!("{name}+{} ({size})", extent.offset),
                    None => format!("{name}+{}", extent.offset),
                });
            }
        }
        if known > 0 {
            texts.push(format!("{known} objects that are known outside"));
        }
        texts
    }

    fn target_json(&self, target: &Target) -> Value {
        json!({ "object": target.object.0, "offset": offset_json(target.offset) })
    }

    fn access_json(&self, access: &Access) -> Vec<Value> {
        let parts = access.parts.iter().flat_map(|(id, extents)| extents.iter().map(move |extent| (*id, *extent)));
        let part = |(id, extent): (ObjectId, Extent)| json!({ "object": id.0, "offset": offset_json(extent.offset), "size": extent.size });
        parts.map(part).collect()
    }
}

fn offset_json(offset: Offset) -> Value {
    match offset {
        Offset::Exact(offset) => json!({ "kind": "exact", "at": offset }),
        Offset::Steps { from, stride, to } => json!({ "kind": "steps", "from": from, "stride": stride, "to": to }),
        Offset::Class { remainder, stride } => json!({ "kind": "class", "remainder": remainder, "stride": stride }),
        Offset::Any => json!({ "kind": "any" }),
    }
}
