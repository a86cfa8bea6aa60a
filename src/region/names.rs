//! What people call regions, and the lines where these are.
//!
//! | region                       | name             |
//! |------------------------------|------------------|
//! | a whole program              | `program:main`   |
//! | functions that call each other | `recursive:even`, by any of them |
//! | a function                   | `helper`         |
//! | a loop                       | `helper:12`, by the first line of the loop |
//!
//! The second of several that would have the same name gets `.2` behind it, and so on, from the outside to the inside
//! and then in the order of the program. The names do not depend on what is checked, unless a check needs a loop of its
//! own.

use super::{Hierarchy, Kind, RegionId, Tangle};
use crate::cfa::{Cfa, FuncId, LocId, Program};
use crate::source::{Diagnostic, Result, SourceMap, Span};
use std::collections::BTreeMap;

/// How many close names are offered for one that does not exist.
const OFFERED: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub id: String,
    pub file: String,
    /// The first line and the last one.
    pub lines: (u32, u32),
}

/// The names of all regions.
pub struct Names {
    names: Vec<Name>,
    by_id: BTreeMap<String, RegionId>,
}

impl std::ops::Index<RegionId> for Names {
    type Output = Name;
    fn index(&self, id: RegionId) -> &Name {
        &self.names[id.0 as usize]
    }
}

impl Names {
    pub fn new(hierarchy: &Hierarchy, program: &Program, map: &SourceMap) -> Names {
        let mut result = Names { names: Vec::new(), by_id: BTreeMap::new() };
        let lines = lines(hierarchy, program, map);
        // Functions of the same name have the same place in the names of their loops.
        let mut functions: BTreeMap<FuncId, String> = BTreeMap::new();
        let mut taken = BTreeMap::new();
        for id in hierarchy.ids() {
            let function = |function: FuncId| program[function].name.clone();
            let wanted = match &hierarchy[id].kind {
                Kind::Program { entry, .. } => format!("program:{}", function(*entry)),
                Kind::Recursion { members, .. } => format!("recursive:{}", function(members[0])),
                Kind::Function(of) => function(*of),
                Kind::Loop { function: of, .. } => {
                    let name = functions.get(of).cloned().unwrap_or_else(|| function(*of));
                    format!("{name}:{}", lines[id.0 as usize].1.0)
                }
            };
            let name = result.free(wanted, &mut taken);
            if let Kind::Function(of) = hierarchy[id].kind {
                functions.insert(of, name.clone());
            }
            let (file, lines) = lines[id.0 as usize];
            result.by_id.insert(name.clone(), id);
            result.names.push(Name { id: name, file: file.to_owned(), lines });
        }
        // Any member will do, unless the name is taken.
        for id in hierarchy.ids() {
            if let Kind::Recursion { members, .. } = &hierarchy[id].kind {
                for member in members {
                    result.by_id.entry(format!("recursive:{}", program[*member].name)).or_insert(id);
                }
            }
        }
        result
    }

    /// The name, with the next number behind it if it is taken.
    fn free(&self, wanted: String, taken: &mut BTreeMap<String, u32>) -> String {
        let number = taken.entry(wanted.clone()).or_default();
        loop {
            *number += 1;
            let name = if *number == 1 { wanted.clone() } else { format!("{wanted}.{number}") };
            if !self.by_id.contains_key(&name) {
                return name;
            }
        }
    }

    /// The region of a name.
    pub fn find(&self, name: &str) -> Result<RegionId> {
        if let Some(id) = self.by_id.get(name) {
            return Ok(*id);
        }
        let likeness = |other: &str| strsim::jaro_winkler(other, name);
        let mut close: Vec<&str> =
            self.by_id.keys().map(String::as_str).filter(|other| likeness(other) > 0.8).collect();
        close.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)).then(a.cmp(b)));
        close.truncate(OFFERED);
        let help = match close.as_slice() {
            [] => "qicc regions lists all of them".to_owned(),
            close => format!("did you mean {}?", close.join(", ")),
        };
        Err(Diagnostic::new("region", format!("there is no region `{name}`")).help(help))
    }
}

type Lines<'a> = (&'a str, (u32, u32));

/// The file and the lines of each region. Only lines of the function's own file count; what macros make of them does
/// not.
fn lines<'a>(hierarchy: &Hierarchy, program: &Program, map: &'a SourceMap) -> Vec<Lines<'a>> {
    let mut found: Vec<Option<(u32, u32)>> = vec![None; hierarchy.ids().count()];
    for id in hierarchy.ids().collect::<Vec<_>>().into_iter().rev() {
        let region = &hierarchy[id];
        let Some((function, cfa)) = region.function().and_then(|of| Some((&program[of], program[of].cfa()?))) else {
            continue;
        };
        let file = map.line(function.span).0;
        let own = hierarchy.own_locations(id).iter().filter_map(|loc| of_location(hierarchy, id, cfa, *loc, file, map));
        let mut all = own.fold(found[id.0 as usize], |a, b| join(a, Some(b)));
        if !region.is_loop() {
            all = join(all, of_span(function.span, file, map));
        }
        found[id.0 as usize] = all;
        if let (true, Some(parent)) = (region.is_loop(), region.parents.first()) {
            found[parent.0 as usize] = join(found[parent.0 as usize], all);
        }
    }
    let lines = |id: RegionId| {
        let (of, own) = match &hierarchy[id].kind {
            Kind::Program { entry, .. } => (*entry, None),
            Kind::Recursion { members, .. } => (members[0], None),
            Kind::Function(function) | Kind::Loop { function, .. } => (*function, found[id.0 as usize]),
        };
        let (file, line) = map.line(program[of].span);
        let whole = || hierarchy.function(of).and_then(|region| found[region.0 as usize]);
        (file, own.or_else(whole).unwrap_or((line, line)))
    };
    hierarchy.ids().map(lines).collect()
}

/// The lines of the edges that leave a location.
fn of_location(
    hierarchy: &Hierarchy,
    id: RegionId,
    cfa: &Cfa,
    loc: LocId,
    file: &str,
    map: &SourceMap,
) -> Option<(u32, u32)> {
    let (nesting, _) = hierarchy.nesting(id)?;
    let edges = nesting.outgoing.of(loc).iter();
    edges.filter_map(|edge| of_span(cfa[*edge].span, file, map)).map(Some).fold(None, join)
}

fn of_span(span: Span, file: &str, map: &SourceMap) -> Option<(u32, u32)> {
    let at = |token: u32| Some(map.line(Span { start: token, ..span })).filter(|at| at.0 == file).map(|at| at.1);
    let first = at(span.start)?;
    let last = span.end.checked_sub(1).filter(|last| *last > span.start).and_then(at);
    Some((first, last.unwrap_or(first).max(first)))
}

fn join(a: Option<(u32, u32)>, b: Option<(u32, u32)>) -> Option<(u32, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}

impl Tangle {
    /// The first line and the last one, and the lines where control comes in, in order.
    pub fn lines(&self, hierarchy: &Hierarchy, program: &Program, map: &SourceMap) -> ((u32, u32), Vec<u32>) {
        let function = &program[self.function];
        let (file, line) = map.line(function.span);
        let Some(cfa) = function.cfa() else { return ((line, line), Vec::new()) };
        // A loop inside is there by its head.
        let everything = |loc: &LocId| match hierarchy.innermost(self.function, *loc) {
            Some(inner) if matches!(hierarchy[inner].kind, Kind::Loop { head, .. } if head == *loc) => {
                hierarchy.locations(inner).to_vec()
            }
            _ => vec![*loc],
        };
        let lines = |loc: LocId| of_location(hierarchy, self.within, cfa, loc, file, map);
        let all = self.members.iter().flat_map(everything).map(lines).fold(None, join);
        let mut entries: Vec<u32> = self.entries.iter().filter_map(|loc| lines(*loc)).map(|lines| lines.0).collect();
        entries.sort_unstable();
        entries.dedup();
        (all.unwrap_or((line, line)), entries)
    }
}
