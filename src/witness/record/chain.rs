//! An execution as a chain of GraphML's edges: every test of a part of a condition, every input, and the calls, one
//! behind the other. Executions that go the other way at a test go to a sink.

use super::{Execution, Input, MOST_STEPS, Teller, What};
use crate::source::{Diagnostic, Result, Span};
use crate::witness::{Automaton, Claim, Edge, Guard, Node, NodeId, Scoped};

/// The node of executions that are left out.
const SINK: NodeId = NodeId(0);

impl Teller<'_> {
    pub(super) fn automaton(&self, execution: &Execution) -> Result<Automaton> {
        if !self.is_told(execution.target) {
            return Err(Diagnostic::new("witness", "the violation is in a file that the program includes"));
        }
        let mut chain =
            Chain { nodes: vec![Node { name: "sink".into(), sink: true, ..Node::default() }], edges: vec![] };
        chain.nodes.push(Node { name: "N0".into(), ..Node::default() });
        chain.step(Guard { enters_function: Some(execution.entry.clone()), ..Guard::default() }, None);
        let (mut told, mut calls) = (0, Vec::new());
        for step in &execution.steps {
            if let What::Enter(_) = step.what {
                calls.push((step.span, told < MOST_STEPS && !self.indirect.contains(&step.span)));
            }
            match &step.what {
                What::Branch(truth) if told < MOST_STEPS && self.site(step.span).is_some() => {
                    self.branch(&mut chain, step.span, *truth);
                }
                What::Input(input) => self.returned(&mut chain, step.span, input),
                // What stands in for another function behind a pointer, nobody has written.
                What::Enter(name) if told < MOST_STEPS && self.source.has_function(name) => {
                    let enters_function = Some(name.clone());
                    chain.step(Guard { enters_function, ..self.guard(step.span) }, None);
                }
                What::Leave(name) => {
                    let Some((call, true)) = calls.pop() else { continue };
                    chain.step(Guard { returns_from: Some(name.clone()), ..self.guard(call) }, None);
                }
                _ => continue,
            }
            told += 1;
        }
        let span = execution.target;
        let (start, end) = self.full_expression(span).unwrap_or((span.start, span.end));
        // In a macro the first token need not come first in the file.
        let (around, own) = (self.guard(Span { start, end, ..span }), self.guard(span));
        let both = |a: Option<(u32, u32)>, b: Option<(u32, u32)>| Some((a?.0.min(b?.0), a?.1.max(b?.1)));
        let (lines, offsets) = (both(around.lines, own.lines), both(around.offsets, own.offsets));
        chain.step(Guard { lines, offsets, ..around }, None);
        if let Some(last) = chain.nodes.last_mut() {
            last.violation = true;
        }
        Ok(Automaton { claim: Claim::Violation, entry: NodeId(1), nodes: chain.nodes, edges: chain.edges })
    }

    fn branch(&self, chain: &mut Chain, span: Span, truth: bool) {
        let truth = self.polarity(span, truth);
        let guard = |control: bool| Guard { control: Some(control), ..self.guard(span) };
        let from = chain.last();
        chain.edges.push(Edge {
            from,
            to: SINK,
            guard: guard(!truth),
            assumption: None,
            result_of: None,
            other: vec![],
        });
        chain.step(guard(truth), None);
    }

    fn returned(&self, chain: &mut Chain, span: Span, input: &Input) {
        let function = self.source.layout(span.unit).function(span.start).map(str::to_owned);
        let (text, result_of) = match &input.variable {
            Some(name) => (input.value.of(name), None),
            None if input.in_a_word => (input.value.of("\\result"), Some(input.function.clone())),
            None => return,
        };
        chain.step(self.guard(span), Some((Scoped { text: format!("{text};"), function }, result_of)));
    }

    /// Where something stands: its lines, and the characters of the file.
    fn guard(&self, span: Span) -> Guard {
        let last = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        let map = self.source.map;
        let lines = (map.line(span).1, map.line(last).1.max(map.line(span).1));
        let offsets = self.source.offset(span).zip(self.source.offset(last)).filter(|(start, end)| start <= end);
        let several = map.units().len() > 1;
        let file = several.then(|| map.unit(span.unit).file(0).to_owned());
        Guard { file, lines: Some(lines), offsets, ..Guard::default() }
    }
}

struct Chain {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Chain {
    fn last(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// One more edge, to a new node.
    fn step(&mut self, guard: Guard, assumption: Option<(Scoped, Option<String>)>) {
        let from = self.last();
        self.nodes.push(Node { name: format!("N{}", from.0), ..Node::default() });
        let (assumption, result_of) = assumption.map_or((None, None), |(scoped, result)| (Some(scoped), result));
        self.edges.push(Edge { from, to: self.last(), guard, assumption, result_of, other: vec![] });
    }
}
