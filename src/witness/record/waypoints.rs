//! An execution as waypoints of YAML.
//!
//! The statement decides once for each time that its condition is evaluated, by the last part of it that is: the parts
//! are evaluated from left to right. What a function returned is said where the call ends, or, where readers could not
//! look at it there, in front of the next statement.

use super::{Execution, Input, MOST_STEPS, Site, Step, StmtId, Teller, What};
use crate::source::{Diagnostic, Result, Span};
use crate::witness::layout::Kind;
use crate::witness::segments::{Spot, spots};
use crate::witness::{Branch, Formula, Passed, Place, Segment, Waypoint};
use std::collections::BTreeMap;

impl Teller<'_> {
    pub(super) fn segments(&self, execution: &Execution) -> Result<Vec<Segment>> {
        let decides = self.deciding(&execution.steps);
        let (mut segments, mut told) = (Vec::new(), 0);
        for (step, decides) in execution.steps.iter().zip(decides) {
            let waypoint = match &step.what {
                What::Branch(truth) if decides && told < MOST_STEPS => self.branching(step.span, *truth),
                What::Input(input) => self.input(step.span, input),
                _ => None,
            };
            told += usize::from(matches!(step.what, What::Branch(_)) && waypoint.is_some());
            segments.extend(waypoint.map(segment));
        }
        segments.push(segment(self.target(execution)?));
        Ok(segments)
    }

    /// Of each step whether it is the last part of a condition that is evaluated.
    fn deciding(&self, steps: &[Step]) -> Vec<bool> {
        let mut decides = vec![false; steps.len()];
        // By call: the last step at each condition.
        let mut calls: Vec<BTreeMap<StmtId, usize>> = vec![BTreeMap::new()];
        for (number, step) in steps.iter().enumerate() {
            match &step.what {
                What::Enter(_) => calls.push(BTreeMap::new()),
                What::Leave(_) if calls.len() > 1 => _ = calls.pop(),
                What::Branch(truth) => {
                    decides[number] = true;
                    let (stmt, goes_on) = match self.site(step.span) {
                        Some(Site::Condition(stmt)) => (stmt, None),
                        // The test behind one that fails goes on.
                        Some(Site::Label(stmt)) => (stmt, Some(*truth)),
                        None => continue,
                    };
                    let Some(here) = calls.last_mut() else { continue };
                    if let Some(before) = here.insert(stmt, number) {
                        let (last, this) = (&steps[before], step);
                        let part = match goes_on {
                            None => {
                                last.span.end < this.span.end
                                    || last.span.end == this.span.end && last.span != this.span
                            }
                            Some(_) => matches!(last.what, What::Branch(false)) && last.span != this.span,
                        };
                        decides[before] = !part;
                    }
                }
                _ => {}
            }
        }
        decides
    }

    fn branching(&self, span: Span, truth: bool) -> Option<Waypoint> {
        let (stmt, branch) = match self.site(span)? {
            Site::Condition(stmt) => (stmt, Branch::If(self.polarity(span, truth))),
            Site::Label(stmt) => {
                (stmt, if truth { Branch::Case(self.cases.get(&span)?.to_string()) } else { Branch::Default })
            }
        };
        let layout = self.source.layout(stmt.0);
        let (start, end) = layout.stmts[stmt.1].cond?;
        let text = self.source.map.unit(stmt.0);
        // What a choice is made of may be a constant, and then nothing says which it was.
        let chooses = (start..end).any(|token| text.token(token) == b"?");
        if self.asserting.contains(&stmt) || (matches!(branch, Branch::If(_)) && chooses) {
            return None;
        }
        let wanted = match branch {
            Branch::If(_) => Spot::Condition(stmt.0, stmt.1),
            _ => Spot::Switch(stmt.0, stmt.1),
        };
        self.waypoint(stmt.0, layout.stmts[stmt.1].code, Passed::Branching(branch), wanted)
    }

    fn input(&self, span: Span, input: &Input) -> Option<Waypoint> {
        let close = span.end.checked_sub(1)?;
        if input.in_a_word {
            let formula = formula(input.value.of("\\result"), "acsl_expression");
            return self.waypoint(
                span.unit,
                close,
                Passed::FunctionReturn(formula),
                Spot::Returned((span.unit, close)),
            );
        }
        let layout = self.source.layout(span.unit);
        let stmt = &layout.stmts[layout.around(span.start)?];
        let simple = matches!(stmt.kind, Kind::Plain | Kind::Declaration) && stmt.in_block && stmt.end == span.end + 1;
        let next = layout.beginning(stmt.end).filter(|_| simple)?;
        let behind = &layout.stmts[next];
        if behind.start != behind.code || behind.parent != stmt.parent {
            return None;
        }
        let formula = formula(input.value.of(input.variable.as_ref()?), "c_expression");
        self.waypoint(span.unit, behind.code, Passed::Assumption(formula), Spot::Statement(span.unit, next))
    }

    fn target(&self, execution: &Execution) -> Result<Waypoint> {
        let span = execution.target;
        let start = self.full_expression(span).map_or(span.start, |(start, _)| start);
        let waypoint = Waypoint::followed(self.place(span.unit, start), Passed::Target);
        match self.is_told(span) {
            true => spots(self.source, &waypoint).map(|_| waypoint),
            false => Err(Diagnostic::new("witness", "the violation is in a file that the program includes")),
        }
    }

    /// A waypoint at a token, if readers find the token by its place.
    fn waypoint(&self, unit: u32, token: u32, what: Passed, wanted: Spot) -> Option<Waypoint> {
        let told = self.is_told(self.source.span(unit, token));
        let waypoint = Waypoint::followed(self.place(unit, token), what);
        let mut found = self.found.borrow_mut();
        let found =
            *found.entry(wanted).or_insert_with(|| spots(self.source, &waypoint).is_ok_and(|spots| spots == [wanted]));
        (told && found).then_some(waypoint)
    }

    fn place(&self, unit: u32, token: u32) -> Place {
        let location = self.source.map.locate(self.source.span(unit, token));
        let function = self.source.layout(unit).function(token).map(str::to_owned);
        Place { file: location.file, line: location.line, column: Some(self.source.column((unit, token))), function }
    }
}

fn formula(text: String, format: &str) -> Formula {
    Formula { text, format: Some(format.to_owned()) }
}

fn segment(waypoint: Waypoint) -> Segment {
    Segment { waypoints: vec![waypoint] }
}
