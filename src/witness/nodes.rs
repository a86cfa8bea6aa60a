//! Invariants at nodes of GraphML that are no heads of loops: they hold where the automaton comes to the node.
//!
//! The automaton of a proof restricts nothing: it is followed beside the program, and an invariant is asserted where an
//! edge to its node is taken. What one line of the source is may be several edges here. An edge of the witness is
//! taken with the last of them, when control is about to leave what the guard fits.
//!
//! Where the automaton can be in several nodes at once, all are followed, and what is violated in one of them need not
//! be what the witness means: then nothing is rejected. Where a part of the automaton fits nothing here, nobody knows
//! when the node is come to, and the invariant is not looked at.

use super::claims::Held;
use super::graph::{MOST_WAYS, question, too_large};
use super::guards::{Event, Matcher, Phase};
use super::invariants::{Claim, Home, Maker};
use super::probe::{Plan, refuse};
use super::protocol::{Built, Source, Token};
use super::weave::{Rule, State, Way, When};
use super::{Automaton, Edge as Step};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn plan(automaton: &Automaton, number: u32, source: &Source, plan: &mut Plan) -> Claim {
    let coming: Vec<&Step> = automaton.edges.iter().filter(|step| step.to.0 == number).collect();
    let node = &automaton.nodes[number as usize];
    let (text, scope) =
        node.invariant.as_ref().map_or(("", None), |scoped| (scoped.text.as_str(), scoped.function.as_deref()));
    let line = coming.iter().find_map(|step| step.guard.lines).map(|lines| lines.0);
    let claim = Claim::of_node(text, line, &node.name);
    if coming.is_empty() {
        return claim.not("no edge leads to its node");
    }
    if automaton.edges.iter().any(|step| !step.guard.has_place()) {
        return claim.not("the witness does not say at which loop or line it holds");
    }
    if let Some(why) = refuse(text) {
        return claim.not(why);
    }
    for step in coming {
        let tokens = source.tokens(step.guard.file.as_deref(), step.guard.lines.unwrap_or((0, u32::MAX)));
        let here =
            |(unit, token): &Token| scope.is_none_or(|wanted| source.layout(*unit).function(*token) == Some(wanted));
        plan.extend(tokens.into_iter().filter(here).filter_map(|token| question(source, token, text)));
    }
    claim.at(Home::Node(number))
}

/// Follows the automaton, and asserts invariants where it comes to their nodes.
pub(super) fn assert(maker: &mut Maker, claims: &mut [Claim], automaton: &Automaton, built: &Built) {
    let mut homes: BTreeMap<u32, usize> = BTreeMap::new();
    for (number, claim) in claims.iter().enumerate() {
        if let Home::Node(node) = claim.home {
            homes.insert(node, number);
        }
    }
    if homes.is_empty() {
        return;
    }
    if let Some(why) = too_large(automaton, built) {
        homes.values().for_each(|number| claims[*number].why = Some(why.message.clone()));
        return;
    }
    let matcher = Matcher::new(built);
    let fitting: Vec<BTreeSet<Event>> = automaton.edges.iter().map(|step| matcher.events(step)).collect();
    let unseen = automaton.edges.iter().zip(&fitting).find(|(_, events)| events.is_empty());
    if let Some((step, _)) = unseen {
        let place = automaton.place(step);
        let why = format!("nothing that the program does fits the edge of the witness {place}");
        homes.values().for_each(|number| claims[*number].why = Some(why.clone()));
        return;
    }
    let mut by_event: BTreeMap<Event, Vec<usize>> = BTreeMap::new();
    for (number, events) in fitting.iter().enumerate() {
        let last = events.iter().filter(|event| !matcher.fits_next(events, **event));
        last.for_each(|event| by_event.entry(*event).or_default().push(number));
    }
    let (mut ambiguous, mut count) = (false, 0);
    for (event, numbers) in &by_event {
        let mut rules: BTreeMap<State, Vec<Way>> = BTreeMap::new();
        for number in numbers {
            if count > MOST_WAYS {
                let why = "the witness leaves more choices than can be followed";
                homes.values().for_each(|number| claims[*number].why = Some(why.into()));
                maker.made.claims.rules.clear();
                return;
            }
            let more = matcher.alike(automaton, *number, numbers);
            count += more.len() + 1;
            for end in std::iter::once(*number).chain(more) {
                let to = automaton.edges[end].to.0;
                let claimed = homes.get(&to).map(|home| (*home, to));
                let held = claimed.map(|(home, node)| hold(maker, claims, home, automaton, node, *event, built));
                let from = automaton.edges[*number].from.0;
                let claims = held.flatten().into_iter().collect();
                rules.entry(from).or_default().push(Way { checks: Vec::new(), claims, to: Some(to) });
            }
        }
        ambiguous |= rules.values().any(|ways| ways.len() > 1);
        let rules = rules.into_iter().map(|(from, ways)| Rule { from, avoid: Vec::new(), ways, stay: false });
        let (function, edge, phase) = *event;
        let when = if phase == Phase::Before { When::Before(edge) } else { When::After(edge) };
        maker.made.claims.rules.entry(function).or_default().entry(when).or_default().extend(rules);
    }
    maker.made.claims.initial = automaton.entry.0;
    homes.values().for_each(|number| claims[*number].certain = !ambiguous);
}

/// The invariant of a node at an event, as an assertion.
fn hold(
    maker: &mut Maker,
    claims: &mut [Claim],
    home: usize,
    automaton: &Automaton,
    node: u32,
    (function, edge, _): Event,
    built: &Built,
) -> Option<Held> {
    let span = built.program[function].cfa()?[edge].span;
    let scope = automaton.nodes[node as usize].invariant.as_ref()?.function.as_deref();
    let line = built.source.map.line(span).1;
    let layout = built.source.layout(span.unit);
    if scope.is_some_and(|wanted| layout.function(span.start) != Some(wanted)) {
        claims[home].why = Some(format!("line {line} is in another function than its scope"));
        return None;
    }
    let id = question(built.source, (span.unit, span.start), &claims[home].text).and_then(|p| built.plan.get(&p));
    let fragment = id.and_then(|id| built.fragments.get(&id)).filter(|fragment| fragment.function == function);
    let Some(fragment) = fragment else {
        let why = id.and_then(|id| built.untyped.get(&id)).map_or("it cannot be typed there", String::as_str);
        claims[home].why = Some(format!("at line {line}: {why}"));
        return None;
    };
    Some(maker.held((home, &claims[home]), (fragment, span)))
}
