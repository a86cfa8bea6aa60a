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
use super::{Annotation, Automaton, Content, Edge, Invariant, Place, Witness};
use crate::cfa::{Native, Program, PropId, Property, PropertyKind};

/// An invariant with its place.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its words, and where they stand.
    pub text: String,
    pub line: u32,
    /// Why it cannot be looked at.
    pub why: Option<String>,
    /// Whether it is claimed at every visit of its place, so that one at which it fails rejects the witness.
    pub always: bool,
    probe: Option<Probe>,
    id: Option<ProbeId>,
}

/// The invariants of a witness, with their questions.
pub fn plan(witness: &Witness, source: &Source, plan: &mut Plan) -> Vec<Claim> {
    let mut claims = match &witness.content {
        Content::Invariants(all) => all.iter().flat_map(|invariant| of_place(invariant, source)).collect(),
        Content::Annotations(all) => all.iter().flat_map(|annotation| of_annotation(annotation, source)).collect(),
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

fn of_annotation(annotation: &Annotation, source: &Source) -> Vec<Claim> {
    let (line, what) = match annotation {
        Annotation::Invariant(invariant) => return of_place(invariant, source),
        Annotation::Transition(invariant) => (invariant.location.line, "a transition invariant"),
        Annotation::Contract(contract) => (contract.location.line, "a contract of a function"),
        Annotation::Ghosts(_) => (0, "a ghost variable"),
    };
    let why = Some("qicc looks at invariants of loops and of places".to_owned());
    vec![Claim { text: what.into(), line, why, always: true, probe: None, id: None }]
}

/// One for each unit that the place is in.
fn of_place(invariant: &Invariant, source: &Source) -> Vec<Claim> {
    let begins = |(unit, token): Token| source.layout(unit).beginning(token);
    let suits = |token: Token| {
        let stmt = begins(token).map(|stmt| &source.layout(token.0).stmts[stmt]);
        stmt.is_some_and(|stmt| !invariant.at_loop || (stmt.is_loop() && stmt.code == token.1 && stmt.cond.is_some()))
    };
    let found = source.at(&invariant.location, suits);
    let form = |stmt| if invariant.at_loop { Form::Condition(stmt) } else { Form::Before(stmt) };
    let (text, line) = (&invariant.value.text, invariant.location.line);
    let claim = |why, probe| Claim { text: text.clone(), line, why, always: true, probe, id: None };
    let probe = |token: Token| Some(Probe { unit: token.0, form: form(begins(token)?), text: text.clone() });
    let claims: Vec<Claim> = found.into_iter().map(|token| claim(None, probe(token))).collect();
    let what = if invariant.at_loop { "no loop begins there" } else { "no statement begins there" };
    if claims.is_empty() { vec![claim(Some(what.into()), None)] } else { claims }
}

fn of_nodes(automaton: &Automaton, source: &Source) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (number, node) in (0..).zip(&automaton.nodes) {
        let Some(invariant) = &node.invariant else { continue };
        let text = invariant.text.clone();
        let (mut loops, mut elsewhere): (Vec<(u32, u32, usize)>, bool) = (Vec::new(), false);
        let other =
            |function: Option<&str>| invariant.function.as_deref().is_some_and(|wanted| function != Some(wanted));
        for step in automaton.edges.iter().filter(|step| step.to.0 == number && step.guard.enters_loop_head) {
            let Some(lines) = step.guard.lines else { continue };
            for (unit, token) in source.tokens(step.guard.file.as_deref(), lines) {
                let layout = source.layout(unit);
                let stmt = layout.beginning(token).filter(|stmt| {
                    let stmt = &layout.stmts[*stmt];
                    stmt.is_loop() && stmt.code == token && stmt.cond.is_some()
                });
                elsewhere |= stmt.is_some() && other(layout.function(token));
                loops.extend(stmt.map(|stmt| (lines.0, unit, stmt)));
            }
        }
        loops.sort_unstable();
        loops.dedup();
        let claim = |line, why: Option<&str>, probe| Claim {
            text: text.clone(),
            line,
            why: why.map(str::to_owned),
            always: loops.iter().all(|(line, ..)| always(automaton, &text, *line)),
            probe,
            id: None,
        };
        match loops[..] {
            [(line, ..)] if elsewhere => claims.push(claim(line, Some("it is about another function"), None)),
            [(line, unit, stmt)] => {
                claims.push(claim(line, None, Some(Probe { unit, form: Form::Condition(stmt), text: text.clone() })));
            }
            [] => claims.push(claim(0, Some("the witness does not say at which loop it holds"), None)),
            _ => claims.push(claim(loops[0].0, Some("several loops begin on its line"), None)),
        }
    }
    claims
}

/// Whether an automaton is in a node with this invariant whenever the loop on a line is entered. One that has been
/// elsewhere first, or tells the rounds of a loop apart, claims it at some visits only.
fn always(automaton: &Automaton, text: &str, line: u32) -> bool {
    let has = |node: u32| automaton.nodes[node as usize].invariant.as_ref().is_some_and(|known| known.text == text);
    let enters = |step: &Edge| {
        let guard = &step.guard;
        let plain = guard.control.is_none() && guard.enters_function.is_none() && guard.returns_from.is_none();
        plain && guard.enters_loop_head && guard.lines.is_some_and(|lines| (lines.0..=lines.1).contains(&line))
    };
    (0..automaton.nodes.len() as u32).all(|node| {
        let mut entering = automaton.edges.iter().filter(|step| step.from.0 == node && enters(step)).peekable();
        match entering.peek() {
            Some(_) => entering.all(|step| has(step.to.0)),
            None => has(node),
        }
    })
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
            let mut add = |description| {
                program.properties.push(Property { kind, description, span, native: Native::Nothing });
                PropId(program.properties.len() as u32 - 1)
            };
            let property = add(format!("invariant {}", claim.text));
            let valued = fragment.undefined.map(|_| add(format!("invariant {} has a value", claim.text)));
            found.push((number, Claimed { function, mark: edge, fragment: fragment.clone(), property, valued }));
        }
    }
    found
}
