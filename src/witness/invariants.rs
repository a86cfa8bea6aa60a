//! What correctness witnesses claim, as assertions in the program.
//!
//! Every claim becomes assertions with properties of their own, and all are proved together with the properties of the
//! program. An execution ends where it violates something, so that each may rely on those in front of it, and on
//! itself in earlier rounds: if all hold, none has failed first.
//!
//! In YAML an invariant belongs to a loop or to a statement, a contract to a function ([`super::contracts`]), and all
//! of them may speak of ghosts ([`super::ghosts`]). In GraphML an invariant belongs to a node. Where the edges to the
//! node enter the head of a loop, it is one of that loop; elsewhere it holds where the automaton comes to the node
//! ([`super::nodes`]). Transition invariants are not looked at.

use super::claims::{At, Claimed, Claims, Held};
use super::layout::{Kind, Layout};
use super::probe::{Form, Fragment, Mark, Plan, Probe, ProbeId, refuse};
use super::protocol::{Built, Source, Token};
use super::{Annotation, Automaton, Content, Edge, Invariant, Witness, contracts, ghosts, nodes};
use crate::cfa::{EdgeId, FuncId, Native, Program, PropId, Property, PropertyKind};
use crate::source::Span;

/// A claim with its place.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What it is, in front of its words.
    what: String,
    /// Its words, and where they stand, as they are said behind it.
    pub text: String,
    place: String,
    /// Why it cannot be looked at.
    pub why: Option<String>,
    /// Whether a violation of it is one of the witness: there may be several ways to read that, or it is claimed at
    /// some visits of its place only.
    pub certain: bool,
    /// It is a ghost, or a change of one: nothing is asserted.
    ghost: bool,
    pub(super) home: Home,
}

/// Where a claim is asserted.
#[derive(Clone, Debug)]
pub(super) enum Home {
    Nowhere,
    /// Where its question stands.
    Mark(Probe, ProbeId),
    /// Where a function returns, with what was kept where it began.
    Returns(ProbeId, Vec<ProbeId>),
    /// Where the automaton comes to a node.
    Node(u32),
    Ghost(ProbeId, ghosts::Role),
}

impl Claim {
    pub(super) fn new(what: &str, text: &str, line: impl Into<Option<u32>>) -> Claim {
        let place = line.into().map_or(String::new(), |line| format!(" at line {line}"));
        let (what, text) = (what.to_owned(), text.to_owned());
        Claim { what, text, place, why: None, certain: true, ghost: false, home: Home::Nowhere }
    }

    pub(super) fn of_ghost(what: &str, text: &str, line: impl Into<Option<u32>>) -> Claim {
        Claim { ghost: true, ..Claim::new(what, text, line) }
    }

    /// The invariant of a node; where no line is told, its name has to do.
    pub(super) fn of_node(text: &str, line: Option<u32>, name: &str) -> Claim {
        let claim = Claim::new("the invariant", text, line);
        match line {
            Some(_) => claim,
            None => Claim { place: format!(" at the node {name}"), ..claim },
        }
    }

    pub(super) fn not(mut self, why: impl Into<String>) -> Claim {
        (self.why, self.home) = (Some(why.into()), Home::Nowhere);
        self
    }

    pub(super) fn at(mut self, home: Home) -> Claim {
        self.home = home;
        self
    }

    /// Asserted where its question stands.
    pub(super) fn asked(self, probe: Probe, plan: &mut Plan) -> Claim {
        match refuse(&self.text) {
            Some(why) => self.not(why),
            None => {
                let id = plan.add(probe.clone());
                self.at(Home::Mark(probe, id))
            }
        }
    }

    /// Whether it says something about the program.
    pub fn is_assertion(&self) -> bool {
        !self.ghost
    }

    /// What it is and where it stands, for people.
    pub fn title(&self) -> String {
        format!("{} `{}`{}", self.what, self.text, self.place)
    }
}

/// The claims of a witness, with their questions.
pub fn plan(witness: &Witness, source: &Source, plan: &mut Plan) -> Vec<Claim> {
    let mut claims = Vec::new();
    match &witness.content {
        Content::Invariants(all) => claims.extend(all.iter().flat_map(|invariant| of_place(invariant, source, plan))),
        Content::Annotations(all) => {
            for annotation in all {
                match annotation {
                    Annotation::Invariant(invariant) => claims.extend(of_place(invariant, source, plan)),
                    Annotation::Transition(invariant) => {
                        let claim =
                            Claim::new("the transition invariant", &invariant.value.text, invariant.location.line);
                        claims.push(claim.not("qicc does not look at invariants about two states"));
                    }
                    Annotation::Contract(contract) => claims.extend(contracts::plan(contract, source, plan)),
                    Annotation::Ghosts(ghosts) => claims.extend(ghosts::plan(ghosts, source, plan)),
                }
            }
        }
        Content::Automaton(automaton) => of_nodes(automaton, source, plan, &mut claims),
        Content::Segments(_) => {}
    }
    ghosts::order(&mut claims);
    claims
}

/// One for each unit that the place is in.
fn of_place(invariant: &Invariant, source: &Source, plan: &mut Plan) -> Vec<Claim> {
    let begins = |(unit, token): Token| source.layout(unit).beginning(token);
    let suits = |token: Token| {
        let stmt = begins(token).map(|stmt| &source.layout(token.0).stmts[stmt]);
        stmt.is_some_and(|stmt| !invariant.at_loop || (stmt.is_loop() && stmt.code == token.1 && stmt.cond.is_some()))
    };
    let claim = Claim::new("the invariant", &invariant.value.text, invariant.location.line);
    let form = |stmt| if invariant.at_loop { Form::Condition(stmt) } else { Form::Before(stmt) };
    let text = &invariant.value.text;
    let probe = |token: Token| Some(Probe { unit: token.0, form: form(begins(token)?), text: text.clone() });
    let found: Vec<Probe> = source.at(&invariant.location, suits).into_iter().filter_map(probe).collect();
    if found.is_empty() {
        let why = if invariant.at_loop { "no loop begins there" } else { "no statement begins there" };
        return vec![claim.not(why)];
    }
    found.into_iter().map(|probe| claim.clone().asked(probe, plan)).collect()
}

fn of_nodes(automaton: &Automaton, source: &Source, plan: &mut Plan, claims: &mut Vec<Claim>) {
    for (node, invariant) in automaton.claiming() {
        let coming = || automaton.edges.iter().filter(move |step| step.to == node);
        if !coming().any(|step| step.guard.enters_loop_head) {
            claims.push(nodes::plan(automaton, node.0, source, plan));
            continue;
        }
        let (mut loops, mut elsewhere): (Vec<(u32, u32, usize)>, bool) = (Vec::new(), false);
        let other =
            |function: Option<&str>| invariant.function.as_deref().is_some_and(|wanted| function != Some(wanted));
        for step in coming().filter(|step| step.guard.enters_loop_head) {
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
        let certain = loops.iter().all(|(line, ..)| always(automaton, &invariant.text, *line));
        let name = &automaton.nodes[node.0 as usize].name;
        let claim = |line| Claim { certain, ..Claim::of_node(&invariant.text, line, name) };
        claims.push(match loops[..] {
            [(line, ..)] if elsewhere => claim(Some(line)).not("it is about another function"),
            [(line, unit, stmt)] => match head(source.layout(unit), stmt) {
                Some(form) => claim(Some(line)).asked(Probe { unit, form, text: invariant.text.clone() }, plan),
                None => claim(Some(line)).not("nothing happens at the head of its loop"),
            },
            [] => claim(coming().find_map(|step| Some(step.guard.lines?.0)))
                .not("the witness does not say at which loop it holds"),
            _ => claim(Some(loops[0].0)).not("several loops begin on its line"),
        });
    }
}

/// Where control enters a loop, in every round: the body of a `do`, the condition of the others.
fn head(layout: &Layout, stmt: usize) -> Option<Form> {
    if layout.stmts[stmt].kind != Kind::Do {
        return Some(Form::Condition(stmt));
    }
    let mut first = stmt;
    loop {
        let inside = (0..layout.stmts.len()).filter(|inner| layout.stmts[*inner].parent == Some(first));
        first = inside.min_by_key(|inner| layout.stmts[*inner].start)?;
        let begins = &layout.stmts[first];
        if begins.kind != Kind::Block {
            // Jumps may come to a label from elsewhere.
            return (begins.start == begins.code).then_some(Form::Before(first));
        }
    }
}

/// Whether an automaton is in a node with this invariant whenever the loop on a line is entered. One that has been
/// elsewhere first, or tells the rounds of a loop apart, claims it at some visits only.
pub(super) fn always(automaton: &Automaton, text: &str, line: u32) -> bool {
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

/// Makes properties for claims.
pub(super) struct Maker<'a> {
    program: &'a mut Program,
    pub(super) made: Made,
}

/// What becomes of claims in a program, and which claim each property belongs to.
#[derive(Default)]
pub struct Made {
    pub claims: Claims,
    pub claimed: Vec<(usize, PropId)>,
    /// That claims have a value where they are asserted.
    pub valued: Vec<(usize, PropId)>,
}

impl Maker<'_> {
    fn property(&mut self, description: String, span: Span) -> PropId {
        let kind = PropertyKind::Assertion;
        self.program.properties.push(Property { kind, description, span, origin: span, native: Native::Nothing });
        PropId(self.program.properties.len() as u32 - 1)
    }

    /// That what a claim computes has a value; nothing if it always has one.
    pub(super) fn valued(&mut self, (number, claim): (usize, &Claim), of: (&Fragment, Span)) -> Option<PropId> {
        of.0.undefined?;
        let property = self.property(format!("{} {} has a value", claim.what, claim.text), of.1);
        self.made.valued.push((number, property));
        Some(property)
    }

    /// A claim as an assertion.
    pub(super) fn held(&mut self, (number, claim): (usize, &Claim), of: (&Fragment, Span)) -> Held {
        let property = self.property(format!("{} {}", claim.what, claim.text), of.1);
        self.made.claimed.push((number, property));
        Held { fragment: of.0.clone(), property, valued: self.valued((number, claim), of) }
    }

    /// Asserts a claim somewhere.
    pub(super) fn assert(&mut self, whose: (usize, &Claim), function: FuncId, at: At, of: (&Fragment, Span)) {
        let held = self.held(whose, of);
        self.made.claims.claimed.push(Claimed { function, at, held });
    }
}

/// Adds the properties of claims to a program, and says where each is asserted; with why not, where it is not.
pub fn assertions(witness: &Witness, claims: &mut [Claim], built: &Built, program: &mut Program) -> Made {
    let mut maker = Maker { program, made: Made::default() };
    for (number, claim) in claims.iter_mut().enumerate() {
        let home = claim.home.clone();
        let ids: Vec<ProbeId> = match &home {
            Home::Nowhere | Home::Node(_) => continue,
            Home::Mark(_, id) | Home::Ghost(id, _) => vec![*id],
            Home::Returns(id, kept) => std::iter::once(*id).chain(kept.iter().copied()).collect(),
        };
        if let Some(why) = ids.iter().find_map(|id| built.untyped.get(id)) {
            claim.why = Some(why.clone());
            continue;
        }
        match &home {
            Home::Mark(_, id) => {
                // What nobody comes to holds.
                let Some(fragment) = built.fragments.get(id) else { continue };
                for (function, edge, span) in marks(built, *id) {
                    maker.assert((number, claim), function, At::Mark(edge), (fragment, span));
                }
            }
            Home::Returns(id, kept) => contracts::assert(&mut maker, (number, claim), built, *id, kept),
            Home::Ghost(id, role) => ghosts::weave(&mut maker, (number, claim), built, *id, role),
            Home::Nowhere | Home::Node(_) => {}
        }
    }
    if let Content::Automaton(automaton) = &witness.content {
        nodes::assert(&mut maker, claims, automaton, built);
    }
    let made = maker.made;
    // A ghost that does not change as it should says nothing about those who mention it.
    if claims.iter().any(|claim| claim.ghost && claim.why.is_some()) {
        claims.iter_mut().for_each(|claim| claim.certain = false);
    }
    made
}

/// Where a question stands in the automaton.
pub(super) fn marks(built: &Built, id: ProbeId) -> Vec<(FuncId, EdgeId, Span)> {
    let mine = built.edges().filter(|(_, cfa, edge)| built.mark(cfa, *edge) == Some(Mark::Want(id)));
    mine.map(|(function, cfa, edge)| (function, edge, cfa[edge].span)).collect()
}
