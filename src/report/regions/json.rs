//! The hierarchy as JSON, for programs. `qicc explain regions-json` says what the fields mean; that page and [`SCHEMA`]
//! change together with the structs here.
//!
//! A field is never removed and never changes its meaning under the same number; new ones may come.

use super::{Regions, kind_word};
use crate::cfa::PropId;
use crate::region::{CallSite, Goes, Kind, RegionId};
use serde::Serialize;
use std::collections::BTreeSet;

/// The number of the schema.
const SCHEMA: u32 = 1;

/// The regions as indented JSON with a newline at the end.
pub fn json(regions: &Regions) -> String {
    let shown = regions.shown();
    let properties: BTreeSet<PropId> = shown.iter().flat_map(|id| regions.own_properties(*id)).collect();
    let within: BTreeSet<RegionId> = shown.iter().copied().collect();
    let tangles = regions.hierarchy.tangles().iter().filter(|tangle| within.contains(&tangle.within));
    let all = All {
        schema: SCHEMA,
        qicc: env!("CARGO_PKG_VERSION"),
        files: &regions.files,
        regions: shown.iter().map(|id| region(regions, *id)).collect(),
        tangles: tangles
            .map(|tangle| {
                let (lines, entries) = tangle.lines(regions.hierarchy, regions.program, regions.map);
                TangleJson {
                    function: &regions.program[tangle.function].name,
                    within: &regions.names[tangle.within].id,
                    file: &regions.names[tangle.within].file,
                    first_line: lines.0,
                    last_line: lines.1,
                    entry_lines: entries,
                    entries: tangle.entries.iter().map(|loc| loc.0).collect(),
                    members: tangle.members.iter().map(|loc| loc.0).collect(),
                }
            })
            .collect(),
        properties: properties.into_iter().map(|id| property(regions, id)).collect(),
        notes: regions.notes,
    };
    // Strings and numbers cannot fail to be written.
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct All<'a> {
    schema: u32,
    qicc: &'static str,
    files: &'a [String],
    regions: Vec<RegionJson<'a>>,
    tangles: Vec<TangleJson<'a>>,
    properties: Vec<PropertyJson<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionJson<'a> {
    id: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    /// Those of functions that call each other; the others have one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entered: Vec<&'a str>,
    file: &'a str,
    first_line: u32,
    last_line: u32,
    depth: u32,
    recursive: bool,
    uncalled: bool,
    parents: Vec<&'a str>,
    children: Vec<&'a str>,
    properties: Vec<String>,
    callees: Vec<&'a str>,
    calls: Vec<Call<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<u32>,
    locations: Vec<u32>,
    exits: Vec<Exit>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a> {
    from: u32,
    line: u32,
    targets: Vec<&'a str>,
    through_pointer: bool,
}

#[derive(Serialize)]
struct Exit {
    from: u32,
    to: u32,
    again: bool,
    line: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TangleJson<'a> {
    function: &'a str,
    within: &'a str,
    file: &'a str,
    first_line: u32,
    last_line: u32,
    entry_lines: Vec<u32>,
    entries: Vec<u32>,
    members: Vec<u32>,
}

#[derive(Serialize)]
struct PropertyJson<'a> {
    id: String,
    file: &'a str,
    line: u32,
    column: u32,
    kind: &'static str,
    description: &'a str,
    smallest: Vec<&'a str>,
}

fn region<'a>(regions: &'a Regions, id: RegionId) -> RegionJson<'a> {
    let Regions { program, map, hierarchy, names, .. } = regions;
    let (region, name) = (&hierarchy[id], &names[id]);
    let named = |list: &[RegionId]| list.iter().map(|id| names[*id].id.as_str()).collect::<Vec<_>>();
    let (members, entered): (&[_], &[_]) = match &region.kind {
        Kind::Recursion { members, entered } => (members, entered),
        _ => (&[], &[]),
    };
    let of = match region.kind {
        Kind::Program { entry, .. } => Some(entry),
        _ => region.function(),
    };
    let body = hierarchy.body(program, id).filter(|_| region.is_loop());
    let cfa = region.function().and_then(|function| program[function].cfa());
    let exit = |(edge, goes): (crate::cfa::EdgeId, Goes)| {
        let edge = &cfa?[edge];
        Some(Exit { from: edge.from.0, to: edge.to.0, again: goes == Goes::Again, line: map.line(edge.span).1 })
    };
    let call = |site: &'a CallSite| {
        let edge = &cfa?[site.edge];
        Some(Call {
            from: edge.from.0,
            line: map.line(edge.span).1,
            targets: regions.function_names(&site.callees),
            through_pointer: site.through_pointer,
        })
    };
    let callees: Vec<_> = hierarchy.callees(id).into_iter().collect();
    RegionJson {
        id: &name.id,
        kind: kind_word(&region.kind),
        function: of.map(|function| program[function].name.as_str()),
        members: regions.function_names(members),
        entered: regions.function_names(entered),
        file: &name.file,
        first_line: name.lines.0,
        last_line: name.lines.1,
        depth: region.depth,
        recursive: !members.is_empty() || of.is_some_and(|function| hierarchy.is_recursive(function)),
        uncalled: hierarchy.is_uncalled(id),
        parents: named(&region.parents),
        children: named(&region.children),
        properties: regions.own_properties(id).iter().map(|p| regions.properties[p.0 as usize].to_string()).collect(),
        callees: regions.function_names(&callees),
        calls: region.calls.iter().filter_map(call).collect(),
        head: hierarchy.head(id).map(|loc| loc.0),
        locations: hierarchy.own_locations(id).iter().map(|loc| loc.0).collect(),
        exits: body.iter().flat_map(|body| body.exits()).filter_map(exit).collect(),
    }
}

fn property<'a>(regions: &'a Regions, id: PropId) -> PropertyJson<'a> {
    let name = &regions.properties[id.0 as usize];
    PropertyJson {
        id: name.to_string(),
        file: &name.location.file,
        line: name.location.line,
        column: name.location.column,
        kind: name.kind.word(),
        description: &regions.program[id].description,
        smallest: regions.hierarchy.smallest(id).iter().map(|id| regions.names[*id].id.as_str()).collect(),
    }
}
