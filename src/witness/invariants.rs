//! Invariants of correctness witnesses as assertions at their places.
//!
//! Every one becomes an assertion with a property of its own, and all are proved together with the properties of the
//! program. An execution ends where it violates something, so that each may rely on those in front of it, and on
//! itself in earlier rounds: if all hold, none has failed first.
//!
//! In GraphML an invariant belongs to a node. Where the edges to the node enter the head of a loop, it is one of that
//! loop; any other place is not known well enough to say that it fails there.

use super::probe::{Form, Mark, Plan, Probe, ProbeId, refuse};
use super::protocol::{Built, Source, Token};
use super::weave::Claimed;
use super::{Annotation, Automaton, Content, Invariant, Place, Witness};
use crate::cfa::{Native, Program, PropId, Property, PropertyKind};

/// An invariant with its place.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its words, and where they stand.
    pub text: String,
    pub line: u32,
    /// Why it cannot be looked at.
    pub why: Option<String>,
    probe: Option<Probe>,
    id: Option<ProbeId>,
}

/// The invariants of a witness, with their questions.
pub fn plan(witness: &Witness, source: &Source, plan: &mut Plan) -> Vec<Claim> {
    let mut claims = match &witness.content {
        Content::Invariants(all) => all.iter().map(|invariant| of_place(invariant, source)).collect(),
        Content::Annotations(all) => all.iter().map(|annotation| of_annotation(annotation, source)).collect(),
        Content::Automaton(automaton) => of_nodes(automaton, source),
        Content::Segments(_) => Vec::new(),
    };
    for claim in &mut claims {
        if claim.probe.is_none() {
            continue;
        }
        if let Some(why) = refuse(&claim.text) {
            (claim.why, claim.probe) = (Some(why), None);
        }
        claim.id = claim.probe.clone().map(|probe| plan.add(probe));
    }
    claims
}

fn of_annotation(annotation: &Annotation, source: &Source) -> Claim {
    let (line, what) = match annotation {
        Annotation::Invariant(invariant) => return of_place(invariant, source),
        Annotation::Transition(invariant) => (invariant.location.line, "a transition invariant"),
        Annotation::Contract(contract) => (contract.location.line, "a contract of a function"),
        Annotation::Ghosts(_) => (0, "a ghost variable"),
    };
    let why = Some("qicc looks at invariants of loops and of places".to_owned());
    Claim { text: what.into(), line, why, probe: None, id: None }
}

fn of_place(invariant: &Invariant, source: &Source) -> Claim {
    let begins = |(unit, token): Token| source.layout(unit).beginning(token);
    let suits = |token: Token| {
        let stmt = begins(token).map(|stmt| &source.layout(token.0).stmts[stmt]);
        stmt.is_some_and(|stmt| !invariant.at_loop || (stmt.is_loop() && stmt.code == token.1 && stmt.cond.is_some()))
    };
    let found = source.at(&invariant.location, suits);
    let form = |stmt| if invariant.at_loop { Form::Condition(stmt) } else { Form::Before(stmt) };
    let text = invariant.value.text.clone();
    let probe = found.and_then(|token| Some(Probe { unit: token.0, form: form(begins(token)?), text: text.clone() }));
    let what = if invariant.at_loop { "no loop begins there" } else { "no statement begins there" };
    let why = probe.is_none().then(|| what.to_owned());
    Claim { text, line: invariant.location.line, why, probe, id: None }
}

fn of_nodes(automaton: &Automaton, source: &Source) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (number, node) in (0..).zip(&automaton.nodes) {
        let Some(invariant) = &node.invariant else { continue };
        let text = invariant.text.clone();
        let mut loops: Vec<(u32, u32, usize)> = Vec::new();
        for step in automaton.edges.iter().filter(|step| step.to.0 == number && step.guard.enters_loop_head) {
            let Some(lines) = step.guard.lines else { continue };
            for (unit, token) in source.tokens(step.guard.file.as_deref(), lines) {
                let layout = source.layout(unit);
                let stmt = layout.beginning(token).filter(|stmt| {
                    let stmt = &layout.stmts[*stmt];
                    stmt.is_loop() && stmt.code == token && stmt.cond.is_some()
                });
                loops.extend(stmt.map(|stmt| (lines.0, unit, stmt)));
            }
        }
        loops.sort_unstable();
        loops.dedup();
        let claim = |line, why: Option<&str>, probe| Claim {
            text: text.clone(),
            line,
            why: why.map(str::to_owned),
            probe,
            id: None,
        };
        match loops[..] {
            [(line, unit, stmt)] => {
                claims.push(claim(line, None, Some(Probe { unit, form: Form::Condition(stmt), text: text.clone() })));
            }
            [] => claims.push(claim(0, Some("the witness does not say at which loop it holds"), None)),
            _ => claims.push(claim(loops[0].0, Some("several loops begin on its line"), None)),
        }
    }
    claims
}

impl Claim {
    /// Where it stands, for people.
    pub fn title(&self, place: Option<&Place>) -> String {
        match place {
            Some(place) => format!("`{}` at {}:{}", self.text, place.file, place.line),
            None => format!("`{}` at line {}", self.text, self.line),
        }
    }
}

/// Adds the properties of invariants to a program, and says where each is asserted; with why not, where it is not.
pub fn assertions(claims: &mut [Claim], built: &Built, program: &mut Program) -> Vec<(usize, Claimed)> {
    let mut found = Vec::new();
    for (number, claim) in claims.iter_mut().enumerate() {
        let Some(id) = claim.id else { continue };
        if let Some(why) = built.untyped.get(&id) {
            claim.why = Some(why.clone());
            continue;
        }
        // What nobody comes to holds.
        let Some(fragment) = built.fragments.get(&id) else { continue };
        for (function, cfa, edge) in built.edges() {
            if built.mark(cfa, edge) != Some(Mark::Want(id)) {
                continue;
            }
            let (kind, span) = (PropertyKind::Assertion, cfa[edge].span);
            let description = format!("invariant {}", claim.text);
            program.properties.push(Property { kind, description, span, origin: span, native: Native::Nothing });
            let property = PropId(program.properties.len() as u32 - 1);
            found.push((number, Claimed { function, mark: edge, fragment: fragment.clone(), property }));
        }
    }
    found
}
