//! What a proof claims, put into a program: assertions at marks and where functions return, values that are kept from
//! where functions began, and ghosts that change.
//!
//! Nothing here ends an execution or leaves one out: whoever proves the result has proved it of the program.

use super::probe::{self, Fragment};
use super::weave::{Counting, Rules, State, Weaver, state_variable};
use crate::cfa::passes::prune;
use crate::cfa::{Body, Callee, Edge, EdgeId, Expr, FuncId, GlobalId, LocId, Local, Op, Place, Program, PropId};
use crate::ctype::{TypeId, Types};
use std::collections::BTreeMap;

/// What a proof claims, as it is put into a program.
#[derive(Debug, Default)]
pub struct Claims {
    pub claimed: Vec<Claimed>,
    pub kept: Vec<Kept>,
    pub updates: Vec<Update>,
    /// The automaton of the proof, if places are known by it.
    pub rules: Rules,
    pub initial: State,
}

/// Something that is asserted at a place.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub function: FuncId,
    pub at: At,
    pub held: Held,
}

/// An expression that must hold.
#[derive(Clone, Debug)]
pub struct Held {
    pub fragment: Fragment,
    pub property: PropId,
    /// That it has a value there, if it may have none.
    pub valued: Option<PropId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Mark(EdgeId),
    /// Before a function returns; calls in the fragment stand for what it returns and for what was kept.
    Return(EdgeId),
}

/// A value that is kept from the beginning of a function; calls of a function stand for it.
#[derive(Clone, Debug)]
pub struct Kept {
    pub function: FuncId,
    pub fragment: Fragment,
    pub valued: Option<PropId>,
    pub stands_for: FuncId,
}

/// A ghost gets a value at a mark.
#[derive(Clone, Debug)]
pub struct Update {
    pub function: FuncId,
    pub mark: EdgeId,
    pub fragment: Fragment,
    pub valued: Option<PropId>,
    pub ghost: GlobalId,
}

/// Puts claims into a program; marks without one are gone.
pub fn claim(program: &mut Program, claims: &Claims) {
    let state = match claims.rules.is_empty() {
        true => GlobalId(0),
        false => state_variable(program, claims.initial),
    };
    let none = BTreeMap::new();
    for number in 0..program.functions.len() {
        let function = FuncId(number as u32);
        let Some(cfa) = program.functions[number].take_cfa() else { continue };
        let marks: Vec<EdgeId> = cfa.edge_ids().filter(|id| probe::mark(program, &cfa[*id]).is_some()).collect();
        // Nothing ends executions here.
        let mut weaver = Weaver { cfa, state, halt: FuncId(0), span: program.functions[number].span, choice: None };
        weaver.function(function, claims.rules.get(&function).unwrap_or(&none), &Counting::new());
        weaver.returns(program, function, claims);
        for id in marks {
            weaver.mark(program, function, id, claims);
        }
        prune(&mut weaver.cfa);
        program.functions[number].body = Body::Cfa(weaver.cfa);
    }
}

/// A fragment with variables for the calls that stand for them: those that were kept, and what is returned.
fn filled(fragment: &Fragment, stands: &BTreeMap<FuncId, Place>, returned: Option<&Place>) -> Fragment {
    let mut fragment = fragment.clone();
    for edge in &mut fragment.edges {
        let Op::Call { dst: Some(place), callee: Callee::Direct(callee), .. } = &edge.op else { continue };
        if let Some(from) = stands.get(callee).or(returned) {
            let (place, value) = (place.clone(), Expr::load(from.clone()).cast(place.ty.ty));
            edge.op = Op::Assign { place, value };
        }
    }
    fragment
}

impl Weaver {
    /// What is claimed, and what ghosts become, in the place of a mark.
    fn mark(&mut self, program: &Program, function: FuncId, id: EdgeId, claims: &Claims) {
        let to = self.cfa[id].to;
        self.span = self.cfa[id].span;
        let mut here = self.cfa.new_location();
        let edge = &mut self.cfa.edges[id.0 as usize];
        (edge.to, edge.op) = (here, Op::Skip);
        for claimed in claims.claimed.iter().filter(|claim| claim.function == function && claim.at == At::Mark(id)) {
            here = self.claimed(here, &claimed.held);
        }
        for update in claims.updates.iter().filter(|update| update.function == function && update.mark == id) {
            let behind = self.cfa.new_location();
            let exit = self.valued(here, &update.fragment, update.valued, behind);
            here = behind;
            let ty = program.globals[update.ghost.0 as usize].ty.ty;
            let value = update.fragment.value.clone().cast(ty);
            self.edge(exit, here, Op::Assign { place: Place::global(update.ghost, ty), value });
        }
        self.edge(here, to, Op::Skip);
    }

    /// Asserts the value of a fragment.
    pub(super) fn claimed(&mut self, from: LocId, held: &Held) -> LocId {
        let behind = self.cfa.new_location();
        let exit = self.valued(from, &held.fragment, held.valued, behind);
        self.edge(exit, behind, Op::Assert { cond: held.fragment.value.clone(), property: held.property });
        behind
    }

    /// A fragment, with the assertion that it has a value, if it may have none; where its value is known.
    fn valued(&mut self, from: LocId, fragment: &Fragment, valued: Option<PropId>, behind: LocId) -> LocId {
        let nowhere = self.cfa.new_location();
        let exit = self.copy(from, fragment, None, nowhere);
        if let Some(property) = valued {
            self.edge(nowhere, behind, Op::Assert { cond: Expr::int(Types::INT, 0), property });
        }
        exit
    }

    fn variable(&mut self, name: &str, ty: TypeId) -> Place {
        let name = Some(name.into());
        let local = self.cfa.new_local(Local { name, ty: ty.into(), align: None, span: self.span });
        Place::local(local, ty)
    }

    /// What is kept where a function begins, and claimed where it returns.
    fn returns(&mut self, program: &Program, function: FuncId, claims: &Claims) {
        let mut stands: BTreeMap<FuncId, Place> = BTreeMap::new();
        for kept in claims.kept.iter().filter(|kept| kept.function == function) {
            if stands.contains_key(&kept.stands_for) {
                continue;
            }
            let ty = program.types.as_function(program[kept.stands_for].ty).map_or(Types::INT, |ty| ty.ret.ty);
            let place = self.variable("qicc_old", ty);
            let (start, entry) = (self.cfa.new_location(), self.cfa.entry);
            self.cfa.entry = start;
            let exit = self.valued(start, &kept.fragment, kept.valued, entry);
            let value = kept.fragment.value.clone().cast(ty);
            self.edge(exit, entry, Op::Assign { place: place.clone(), value });
            stands.insert(kept.stands_for, place);
        }
        let returns: Vec<EdgeId> = self.cfa.edge_ids().filter(|id| matches!(self.cfa[*id].op, Op::Return(_))).collect();
        for id in returns {
            let here = claims.claimed.iter().filter(|claim| claim.function == function && claim.at == At::Return(id));
            let here: Vec<&Claimed> = here.collect();
            let Edge { from, to, op: Op::Return(value), span } = self.cfa[id].clone() else { continue };
            if here.is_empty() {
                continue;
            }
            self.span = span;
            let mut at = self.cfa.new_location();
            let mut returned = None;
            match value {
                Some(value) => {
                    let place = self.variable("qicc_result", value.ty);
                    returned = Some(place.clone());
                    self.edge(from, at, Op::Assign { place, value });
                }
                None => self.edge(from, at, Op::Skip),
            }
            for claimed in here {
                let fragment = filled(&claimed.held.fragment, &stands, returned.as_ref());
                at = self.claimed(at, &Held { fragment, ..claimed.held.clone() });
            }
            let op = Op::Return(returned.map(Expr::load));
            self.cfa.edges[id.0 as usize] = Edge { from: at, to, op, span };
        }
    }
}
