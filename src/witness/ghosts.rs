//! Ghosts (YAML 2.1): variables that the program does not have, which change where the witness says.
//!
//! A ghost is declared in front of the functions of the program, so that expressions are typed with it, and becomes a
//! variable of the product. It changes immediately before the statement at the place of an update; updates of one place
//! happen one after the other. Nobody says whether an invariant at the very same statement comes before that, so one
//! that mentions the ghost is not looked at there.

use super::claims::Update;
use super::invariants::{Claim, Home, Maker, marks};
use super::probe::{Form, Plan, Probe, ProbeId, refuse};
use super::protocol::{Built, Source, Token, names};
use super::{GhostUpdates, GhostVariable, Ghosts};
use crate::cfa::GlobalId;

/// What a claim about a ghost is.
#[derive(Clone, Debug)]
pub(super) enum Role {
    Declared,
    /// The ghost of this name changes at a statement of a unit.
    Changes(String, u32, usize),
}

pub(super) fn plan(ghosts: &Ghosts, source: &Source, plan: &mut Plan) -> Vec<Claim> {
    let mut claims: Vec<Claim> = ghosts.variables.iter().map(|ghost| declare(ghost, source, plan)).collect();
    let mut number = 0;
    for GhostUpdates { location: place, updates, .. } in &ghosts.updates {
        let begins = |(unit, token): Token| source.layout(unit).beginning(token);
        let found = source.at(place, |token| begins(token).is_some());
        // There is one unit where there are ghosts.
        let found = found.first().and_then(|token| Some((token.0, begins(*token)?)));
        for update in updates {
            number += 1;
            let claim =
                Claim::of_ghost(&format!("the update of {} to", update.variable), &update.value.text, place.line);
            let known = ghosts.variables.iter().any(|ghost| ghost.name == update.variable);
            claims.push(match (found, refuse(&update.value.text)) {
                _ if !known => claim.not("there is no ghost of that name"),
                (None, _) => claim.not("no statement begins there"),
                (_, Some(why)) => claim.not(why),
                (Some((unit, stmt)), None) => {
                    let form = Form::Update(stmt, number);
                    let id = plan.add(Probe { unit, form, text: update.value.text.clone() });
                    claim.at(Home::Ghost(id, Role::Changes(update.variable.clone(), unit, stmt)))
                }
            });
        }
    }
    claims
}

fn declare(ghost: &GhostVariable, source: &Source, plan: &mut Plan) -> Claim {
    let claim = Claim::of_ghost(&format!("the ghost {} with", ghost.name), &ghost.initial.text, None);
    let is_word = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_name = is_word(&ghost.name) && ghost.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_type = ghost.kind.split_whitespace().all(|word| is_word(word.trim_end_matches('*')));
    let occurs = |unit: &crate::source::UnitText| {
        (0..unit.tokens.len() as u32).any(|token| unit.token(token) == ghost.name.as_bytes())
    };
    if source.map.units().len() != 1 {
        return claim.not("the program has several files");
    }
    if !is_name || !is_type || ghost.kind.trim().is_empty() {
        return claim.not("it is not declared as a variable of a plain type");
    }
    if ghost.scope.as_deref().is_some_and(|scope| scope != "global") {
        return claim.not("it is no global variable");
    }
    if source.map.units().iter().any(|unit| occurs(unit)) {
        return claim.not("the program has that name, too");
    }
    if let Some(why) = refuse(&ghost.initial.text) {
        return claim.not(why);
    }
    let text = format!("static {} {} = ({});", ghost.kind, ghost.name, ghost.initial.text);
    let id = plan.add(Probe { unit: 0, form: Form::Ghost, text });
    claim.at(Home::Ghost(id, Role::Declared))
}

/// What mentions a ghost where it changes is not looked at.
pub(super) fn order(claims: &mut [Claim]) {
    let changes: Vec<(String, u32, usize)> = claims
        .iter()
        .filter_map(|claim| match &claim.home {
            Home::Ghost(_, Role::Changes(name, unit, stmt)) => Some((name.clone(), *unit, *stmt)),
            _ => None,
        })
        .collect();
    for claim in claims.iter_mut() {
        let Home::Mark(Probe { unit, form: Form::Before(stmt), text }, _) = &claim.home else { continue };
        let mentioned = names(text);
        let met = changes.iter().find(|(name, u, s)| (u, s) == (unit, stmt) && mentioned.contains(name));
        if let Some((name, ..)) = met {
            claim.why = Some(format!("{name} changes at the same place, and nobody says what comes first"));
            claim.home = Home::Nowhere;
        }
    }
}

/// A ghost changes in the product.
pub(super) fn weave(maker: &mut Maker, whose: (usize, &Claim), built: &Built, id: ProbeId, role: &Role) {
    let Role::Changes(name, ..) = role else { return };
    let Some(fragment) = built.fragments.get(&id) else { return };
    // A ghost that nobody reads is left out like other variables that nobody reads.
    let Some(number) = built.program.globals.iter().position(|global| global.name == *name) else { return };
    let ghost = GlobalId(number as u32);
    for (function, mark, span) in marks(built, id) {
        let valued = maker.valued(whose, (fragment, span));
        maker.made.claims.updates.push(Update { function, mark, fragment: fragment.clone(), valued, ghost });
    }
}
