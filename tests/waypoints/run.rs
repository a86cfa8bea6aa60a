//! Executions of the random programs: what happens in them that a witness can speak of.

use super::program::{Expr, Kind, Program, Stmt, narrowed};
use std::collections::BTreeMap;

pub type Values = BTreeMap<&'static str, i32>;

#[derive(Clone, Debug)]
pub enum Event {
    /// Control is in front of a statement.
    At(u32, Values),
    /// A statement that does one thing has done it.
    Done(u32, Values),
    /// A loop evaluates its condition next.
    Loop(u32, Values),
    /// How a condition ends, and whether there is only one way through it.
    Branch(u32, bool, bool),
    /// What decides a switch, and whether a case has that number.
    Switch(u32, i32, bool),
    Entered(u32),
    Returned(u32, i32),
    Error(u32),
}

/// Why control does not go on with the next statement.
enum Leave {
    Break,
    Continue,
    Return(i32),
    Error,
    /// It takes too long, or numbers get too large.
    Beyond,
}

type Scopes = Vec<Values>;

struct Machine<'a> {
    program: &'a Program,
    global: i32,
    events: Vec<Event>,
}

/// All executions; nothing if one of them is too long.
pub fn all(program: &Program) -> Option<Vec<Vec<Event>>> {
    let inputs = (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
    let run = |(a, b)| {
        let mut machine = Machine { program, global: program.global, events: Vec::new() };
        let (_, main) = program.functions.last()?;
        match machine.block(&mut vec![Values::from([("a", a), ("b", b)])], main) {
            Err(Leave::Beyond) => None,
            _ => Some(machine.events),
        }
    };
    inputs.map(run).collect()
}

impl Machine<'_> {
    fn say(&mut self, event: Event) -> Result<(), Leave> {
        self.events.push(event);
        if self.events.len() < 500 { Ok(()) } else { Err(Leave::Beyond) }
    }

    fn seen(&self, scopes: &Scopes) -> Values {
        let mut seen = Values::from([("g", self.global)]);
        scopes.iter().for_each(|scope| seen.extend(scope));
        seen
    }

    fn get(&self, scopes: &Scopes, name: &str) -> i32 {
        scopes.iter().rev().find_map(|scope| scope.get(name)).copied().unwrap_or(self.global)
    }

    fn put(&mut self, scopes: &mut Scopes, name: &str, value: i32) {
        match scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name)) {
            Some(variable) => *variable = value,
            None => self.global = value,
        }
    }

    fn block(&mut self, scopes: &mut Scopes, stmts: &[Stmt]) -> Result<(), Leave> {
        scopes.push(Values::new());
        let left = stmts.iter().try_for_each(|stmt| self.stmt(scopes, stmt));
        scopes.pop();
        left
    }

    fn stmt(&mut self, scopes: &mut Scopes, stmt: &Stmt) -> Result<(), Leave> {
        if let Kind::Block(stmts) = &stmt.kind {
            return self.block(scopes, stmts);
        }
        let id = stmt.id;
        self.say(Event::At(id, self.seen(scopes)))?;
        match &stmt.kind {
            Kind::Declare(name, value) => {
                let given = narrowed(name, self.expr(scopes, value)?);
                scopes.last_mut().expect("a scope").insert(name, given);
                if value.is_plain() {
                    self.say(Event::Done(id, self.seen(scopes)))?;
                }
            }
            Kind::Plain(value) => {
                self.expr(scopes, value)?;
                if matches!(value, Expr::Assign(_, given) if given.is_plain()) {
                    self.say(Event::Done(id, self.seen(scopes)))?;
                }
            }
            Kind::Error => {
                self.say(Event::Error(id))?;
                return Err(Leave::Error);
            }
            Kind::Break => return Err(Leave::Break),
            Kind::Continue => return Err(Leave::Continue),
            Kind::Return(value) => return Err(Leave::Return(self.expr(scopes, value)?)),
            Kind::If(cond, then, other) => {
                let holds = self.expr(scopes, cond)? != 0;
                self.say(Event::Branch(id, holds, cond.is_plain()))?;
                match (holds, other) {
                    (true, _) => self.stmt(scopes, then)?,
                    (false, Some(other)) => self.stmt(scopes, other)?,
                    _ => {}
                }
            }
            Kind::While(counter, limit, more, body) => {
                while self.counted(scopes, id, counter, *limit, Some(more))? && self.round(scopes, body)? {}
            }
            Kind::Do(counter, limit, body) => {
                while self.round(scopes, body)? && self.counted(scopes, id, counter, *limit, None)? {}
            }
            Kind::For(counter, limit, body) => {
                scopes.push(Values::from([(*counter, 0)]));
                let left = self.count_up(scopes, id, counter, *limit, body);
                scopes.pop();
                left?;
            }
            Kind::Switch(value, cases) => {
                let value = self.expr(scopes, value)?;
                let case = cases.iter().position(|(label, _)| *label == Some(value));
                self.say(Event::Switch(id, value, case.is_some()))?;
                let first = case.or_else(|| cases.iter().position(|(label, _)| label.is_none()));
                for stmt in first.map_or(&[][..], |first| &cases[first..]).iter().flat_map(|(_, stmts)| stmts) {
                    match self.stmt(scopes, stmt) {
                        Err(Leave::Break) => break,
                        left => left?,
                    }
                }
            }
            Kind::Block(_) => {}
        }
        Ok(())
    }

    /// `counter++ < limit && more`.
    fn counted(
        &mut self,
        scopes: &mut Scopes,
        id: u32,
        counter: &str,
        limit: i32,
        more: Option<&Expr>,
    ) -> Result<bool, Leave> {
        self.say(Event::Loop(id, self.seen(scopes)))?;
        let count = self.get(scopes, counter);
        self.put(scopes, counter, count + 1);
        let holds = count < limit && more.map_or(Ok(1), |more| self.expr(scopes, more))? != 0;
        self.say(Event::Branch(id, holds, more.is_none()))?;
        Ok(holds)
    }

    fn count_up(&mut self, scopes: &mut Scopes, id: u32, counter: &str, limit: i32, body: &Stmt) -> Result<(), Leave> {
        for count in 0.. {
            self.put(scopes, counter, count);
            self.say(Event::Loop(id, self.seen(scopes)))?;
            self.say(Event::Branch(id, count < limit, true))?;
            if count >= limit || !self.round(scopes, body)? {
                break;
            }
        }
        Ok(())
    }

    /// The body of a loop once; whether the loop goes on.
    fn round(&mut self, scopes: &mut Scopes, body: &Stmt) -> Result<bool, Leave> {
        match self.stmt(scopes, body) {
            Ok(()) | Err(Leave::Continue) => Ok(true),
            Err(Leave::Break) => Ok(false),
            Err(left) => Err(left),
        }
    }

    fn expr(&mut self, scopes: &mut Scopes, expr: &Expr) -> Result<i32, Leave> {
        let value = match expr {
            Expr::Const(value) => *value,
            Expr::Var(name) => self.get(scopes, name),
            Expr::Not(operand) => i32::from(self.expr(scopes, operand)? == 0),
            Expr::Binary(op, lhs, rhs) => {
                let lhs = self.expr(scopes, lhs)?;
                match (*op, lhs != 0) {
                    ("&&", false) => 0,
                    ("||", true) => 1,
                    _ => binary(op, lhs, self.expr(scopes, rhs)?),
                }
            }
            Expr::Choice(cond, yes, no) => {
                let chosen = if self.expr(scopes, cond)? != 0 { yes } else { no };
                self.expr(scopes, chosen)?
            }
            Expr::Assign(name, value) => {
                let value = narrowed(name, self.expr(scopes, value)?);
                self.put(scopes, name, value);
                value
            }
            Expr::Call(id, function, args) => {
                let args = args.iter().map(|arg| self.expr(scopes, arg)).collect::<Result<Vec<_>, _>>()?;
                self.say(Event::Entered(*id))?;
                let (params, body) = &self.program.functions[*function];
                let given = params.iter().copied().zip(args).map(|(param, value)| (param, narrowed(param, value)));
                let value = match self.block(&mut vec![given.collect()], body) {
                    Err(Leave::Return(value)) => value,
                    Err(left) => return Err(left),
                    Ok(()) => unreachable!("functions return"),
                };
                self.say(Event::Returned(*id, value))?;
                value
            }
        };
        if value.abs() < 1 << 20 { Ok(value) } else { Err(Leave::Beyond) }
    }
}

fn binary(op: &str, lhs: i32, rhs: i32) -> i32 {
    match op {
        "+" => lhs + rhs,
        "-" => lhs - rhs,
        "," => rhs,
        "&&" | "||" => i32::from(rhs != 0),
        _ => i32::from(holds(op, lhs, rhs)),
    }
}

pub fn holds(op: &str, lhs: i32, rhs: i32) -> bool {
    match op {
        "<" => lhs < rhs,
        "<=" => lhs <= rhs,
        ">" => lhs > rhs,
        ">=" => lhs >= rhs,
        "==" => lhs == rhs,
        "!=" => lhs != rhs,
        _ => unreachable!("{op} compares nothing"),
    }
}
