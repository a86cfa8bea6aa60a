//! Random programs as trees, and their text with the places of everything that a witness can point at.
//!
//! Nothing in them is undefined, and no order is left open: where an operand has an effect, the other is a constant.
//! Numbers stay small. Names are shadowed, statements share lines, bodies have no braces.

use fastrand::Rng;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub enum Expr {
    Const(i32),
    Var(&'static str),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Assign(&'static str, Box<Expr>),
    /// The number of the call, the function, and what it is given.
    Call(u32, usize, Vec<Expr>),
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub id: u32,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Declare(&'static str, Expr),
    Plain(Expr),
    Error,
    Break,
    Continue,
    Return(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// The variable that counts, declared in front of it; how far it counts; what else has to hold.
    While(&'static str, i32, Expr, Box<Stmt>),
    Do(&'static str, i32, Box<Stmt>),
    For(&'static str, i32, Box<Stmt>),
    /// The cases in their order; `default` has no number.
    Switch(Expr, Vec<(Option<i32>, Vec<Stmt>)>),
    Block(Vec<Stmt>),
}

impl Expr {
    /// Whether nothing happens in it but arithmetic, so that there is one way through it.
    pub fn is_plain(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Var(_) => true,
            Expr::Binary(op, lhs, rhs) => !matches!(*op, "&&" | "||" | ",") && lhs.is_plain() && rhs.is_plain(),
            Expr::Not(_) | Expr::Choice(..) | Expr::Assign(..) | Expr::Call(..) => false,
        }
    }
}

pub struct Program {
    pub global: i32,
    /// The functions with their parameters; the last one is `main`.
    pub functions: Vec<(Vec<&'static str>, Vec<Stmt>)>,
}

pub const FUNCTIONS: [&str; 2] = ["f", "h"];
/// Variables that count are not written by anybody else.
const COUNTERS: [&str; 12] = ["i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "ia", "ib"];

struct Writer {
    rng: Rng,
    last: u32,
    counters: usize,
    functions: Vec<usize>,
    /// Whether the program may call the error function.
    errors: bool,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Around {
    depth: u32,
    in_loop: bool,
    in_switch: bool,
    in_main: bool,
}

type Scope = Vec<&'static str>;

pub fn random(seed: u64, errors: bool) -> Program {
    let mut writer = Writer { rng: Rng::with_seed(seed), last: 0, counters: 0, functions: Vec::new(), errors };
    let (global, count) = (writer.rng.i32(0..3), writer.rng.usize(0..3));
    let mut functions = Vec::new();
    let around = |depth, in_main| Around { depth, in_loop: false, in_switch: false, in_main };
    for _ in 0..count {
        let params: Scope = ["p", "q"][..writer.rng.usize(0..3)].to_vec();
        let scope: Scope = [&["g"][..], &params].concat();
        let mut body = writer.block(&scope, around(1, false), 3);
        let value = writer.pure(&scope, 1);
        body.push(writer.stmt(Kind::Return(value)));
        functions.push((params.clone(), body));
        writer.functions.push(params.len());
    }
    functions.push((Vec::new(), writer.block(&["g", "a", "b"], around(2, true), 6)));
    Program { global, functions }
}

impl Writer {
    fn id(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    fn stmt(&mut self, kind: Kind) -> Stmt {
        Stmt { id: self.id(), kind }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.usize(0..all.len())]
    }

    fn constant(&mut self) -> Expr {
        Expr::Const(self.rng.i32(-1..5))
    }

    fn pure(&mut self, scope: &[&'static str], depth: u32) -> Expr {
        let choice = if depth == 0 { 0 } else { self.rng.u32(0..100) };
        let inner = |this: &mut Writer| Box::new(this.pure(scope, depth - 1));
        match choice {
            0..35 if scope.is_empty() || self.chance(25) => self.constant(),
            0..35 => Expr::Var(self.pick(scope)),
            35..85 => {
                let (lhs, rhs) = (inner(self), inner(self));
                Expr::Binary(self.pick(&["+", "-", "<", "==", "!=", ">", "<=", "&&", "||"]), lhs, rhs)
            }
            85..93 => Expr::Not(inner(self)),
            _ => Expr::Choice(inner(self), inner(self), inner(self)),
        }
    }

    /// An expression that may have effects.
    fn expr(&mut self, scope: &[&'static str], depth: u32) -> Expr {
        let choice = if depth == 0 { 0 } else { self.rng.u32(0..100) };
        let written = written(scope);
        let inner = |this: &mut Writer| Box::new(this.expr(scope, depth - 1));
        match choice {
            45..65 if !self.functions.is_empty() => {
                let function = self.rng.usize(0..self.functions.len());
                let count = self.functions[function];
                let effect = self.rng.usize(0..count.max(1));
                let arg = |at| if at == effect { self.expr(scope, depth - 1) } else { self.constant() };
                let args = (0..count).map(arg).collect();
                Expr::Call(self.id(), function, args)
            }
            65..73 => {
                let lhs = inner(self);
                Expr::Binary(self.pick(&["+", "-", "<", "=="]), lhs, Box::new(self.constant()))
            }
            73..86 => {
                let (lhs, rhs) = (inner(self), inner(self));
                Expr::Binary(self.pick(&["&&", "||", ","]), lhs, rhs)
            }
            86..90 => Expr::Not(inner(self)),
            90..94 => Expr::Choice(inner(self), inner(self), inner(self)),
            94.. if !written.is_empty() => {
                let value = inner(self);
                Expr::Assign(self.pick(&written), value)
            }
            _ => self.pure(scope, depth.min(2)),
        }
    }

    fn block(&mut self, scope: &[&'static str], around: Around, most: u32) -> Vec<Stmt> {
        let (mut scope, mut own, mut stmts) = (scope.to_vec(), Vec::new(), Vec::new());
        for _ in 0..self.rng.u32(most / 2..=most) {
            let free: Vec<&str> = ["x", "y", "z"].into_iter().filter(|name| !own.contains(name)).collect();
            if self.chance(15) && !free.is_empty() {
                let name = self.pick(&free);
                // It is not declared in terms of itself.
                let before: Scope = scope.iter().copied().filter(|known| *known != name).collect();
                let value = self.expr(&before, 2);
                stmts.push(self.stmt(Kind::Declare(name, value)));
                own.push(name);
                scope = before;
                scope.push(name);
            } else if around.depth > 0 && self.chance(12) && self.counters < COUNTERS.len() {
                self.counters += 1;
                let (counter, limit) = (COUNTERS[self.counters - 1], self.rng.i32(1..3));
                stmts.push(self.stmt(Kind::Declare(counter, Expr::Const(0))));
                let more = self.pure(&scope, 1);
                let body = Box::new(self.body(&scope, Around { in_loop: true, ..around }));
                let kind = if self.rng.bool() {
                    Kind::While(counter, limit, more, body)
                } else {
                    Kind::Do(counter, limit, body)
                };
                stmts.push(self.stmt(kind));
            } else {
                stmts.push(self.statement(&scope, around));
            }
        }
        stmts
    }

    fn body(&mut self, scope: &[&'static str], around: Around) -> Stmt {
        let around = Around { depth: around.depth - 1, ..around };
        if self.chance(35) {
            return self.statement(scope, around);
        }
        let block = self.block(scope, around, 3);
        self.stmt(Kind::Block(block))
    }

    /// A statement that declares nothing.
    fn statement(&mut self, scope: &[&'static str], around: Around) -> Stmt {
        let nested = around.depth > 0;
        let kind = match self.rng.u32(0..100) {
            0..8 if self.errors => Kind::Error,
            8..14 if around.in_loop && self.rng.bool() => Kind::Continue,
            8..14 if around.in_loop || around.in_switch => Kind::Break,
            14..18 if !around.in_main => Kind::Return(self.pure(scope, 2)),
            18..40 if nested => {
                let (cond, then) = (self.expr(scope, 2), self.body(scope, around));
                let other = self.rng.bool().then(|| Box::new(self.body(scope, around)));
                // Which `if` an `else` belongs to is never left open.
                let then = if other.is_some() { self.braced(then) } else { then };
                Kind::If(cond, Box::new(then), other)
            }
            40..48 if nested && self.counters < COUNTERS.len() => {
                self.counters += 1;
                let (counter, limit) = (COUNTERS[self.counters - 1], self.rng.i32(1..3));
                let scope: Scope = [scope, &[counter]].concat();
                Kind::For(counter, limit, Box::new(self.body(&scope, Around { in_loop: true, ..around })))
            }
            48..54 if nested => self.switch(scope, around),
            54..60 => Kind::Plain(self.expr(scope, 2)),
            _ => {
                let value = Box::new(self.expr(scope, 2));
                Kind::Plain(Expr::Assign(self.pick(&written(scope)), value))
            }
        };
        self.stmt(kind)
    }

    fn braced(&mut self, stmt: Stmt) -> Stmt {
        match stmt.kind {
            Kind::Block(_) => stmt,
            _ => self.stmt(Kind::Block(vec![stmt])),
        }
    }

    fn switch(&mut self, scope: &[&'static str], around: Around) -> Kind {
        let value = self.expr(scope, 1);
        let mut labels: Vec<Option<i32>> = (0..self.rng.i32(1..4)).map(Some).collect();
        labels.extend(self.chance(60).then_some(None));
        self.rng.shuffle(&mut labels);
        let around = Around { depth: 0, in_switch: true, ..around };
        let mut cases = Vec::new();
        for label in labels {
            let mut stmts = vec![self.statement(scope, around)];
            if self.chance(60) {
                stmts.push(self.stmt(Kind::Break));
            }
            cases.push((label, stmts));
        }
        Kind::Switch(value, cases)
    }
}

/// What statements may write.
fn written(scope: &[&'static str]) -> Scope {
    scope.iter().copied().filter(|name| matches!(*name, "g" | "p" | "q" | "x" | "y" | "z")).collect()
}

/// The type of a variable: those that are narrower than `int` are one wherever they are read.
fn type_of(name: &str) -> &'static str {
    match name {
        "q" => "unsigned short",
        "y" => "unsigned char",
        "z" => "signed char",
        _ => "int",
    }
}

/// What a variable has when it is given a number.
pub fn narrowed(name: &str, value: i32) -> i32 {
    match type_of(name) {
        "unsigned short" => i32::from(value as u16),
        "unsigned char" => i32::from(value as u8),
        "signed char" => i32::from(value as i8),
        _ => value,
    }
}

/// A line and a column.
pub type At = (u32, u32);

/// The text of a program, and where statements begin and calls end.
pub struct Text {
    pub text: String,
    pub stmts: BTreeMap<u32, At>,
    pub calls: BTreeMap<u32, At>,
    /// What is called.
    pub callees: BTreeMap<u32, &'static str>,
    /// The lines of conditions.
    pub conditions: BTreeMap<u32, u32>,
    at: At,
    rng: Rng,
    /// Whether everything that stands alone has a line of its own.
    apart: bool,
}

impl Text {
    pub fn of(program: &Program, seed: u64, apart: bool) -> Text {
        let (stmts, calls, callees, conditions) = Default::default();
        let (text, at, rng) = (String::new(), (1, 1), Rng::with_seed(seed));
        let mut text = Text { text, stmts, calls, callees, conditions, at, rng, apart };
        text.add("extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\nextern void reach_error(void);\n");
        text.add(&format!("int g = {};\n", program.global));
        let (main, others) = program.functions.split_last().expect("there is main");
        for ((params, body), name) in others.iter().zip(FUNCTIONS) {
            let params: Vec<String> = params.iter().map(|param| format!("{} {param}", type_of(param))).collect();
            let params = if params.is_empty() { "void".into() } else { params.join(", ") };
            text.add(&format!("int {name}({params}) {{\n"));
            text.block(body);
            text.add("}\n");
        }
        text.add("int main(void) {\n  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n");
        text.add("  if (a < 0 || a > 2 || b < 0 || b > 2) abort();\n  ");
        text.block(&main.1);
        text.add("return 0;\n}\n");
        text
    }

    fn add(&mut self, words: &str) {
        for c in words.chars() {
            self.at = if c == '\n' { (self.at.0 + 1, 1) } else { (self.at.0, self.at.1 + 1) };
            self.text.push(c);
        }
    }

    fn gap(&mut self) {
        let gap = match self.rng.u32(0..10) {
            _ if self.apart => "\n  ",
            0..6 => "\n  ",
            6..9 => " ",
            _ => " /* größer */ ",
        };
        self.add(gap);
    }

    /// A space, or a new line.
    fn space(&mut self) {
        self.add(if self.apart { "\n  " } else { " " });
    }

    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
            self.gap();
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Kind::Block(stmts) = &stmt.kind {
            self.add("{");
            self.space();
            self.block(stmts);
            return self.add("}");
        }
        self.stmts.insert(stmt.id, self.at);
        self.conditions.insert(stmt.id, self.at.0);
        match &stmt.kind {
            Kind::Declare(name, value) => self.around(&format!("{} {name} = ", type_of(name)), value, ";"),
            Kind::Plain(value) => self.around("", value, ";"),
            Kind::Error => self.add("reach_error();"),
            Kind::Break => self.add("break;"),
            Kind::Continue => self.add("continue;"),
            Kind::Return(value) => self.around("return ", value, ";"),
            Kind::If(cond, then, other) => {
                self.around("if (", cond, ")");
                self.gap();
                self.stmt(then);
                if let Some(other) = other {
                    self.gap();
                    self.add("else");
                    self.space();
                    self.stmt(other);
                }
            }
            Kind::While(counter, limit, more, body) => {
                self.around(&format!("while ({counter}++ < {limit} && "), more, ")");
                self.gap();
                self.stmt(body);
            }
            Kind::Do(counter, limit, body) => {
                self.add("do");
                self.space();
                self.stmt(body);
                self.gap();
                self.conditions.insert(stmt.id, self.at.0);
                self.add(&format!("while ({counter}++ < {limit});"));
            }
            Kind::For(counter, limit, body) => {
                self.add(&format!("for (int {counter} = 0; {counter} < {limit}; {counter}++)"));
                self.gap();
                self.stmt(body);
            }
            Kind::Switch(value, cases) => {
                self.around("switch (", value, ") {");
                for (label, stmts) in cases {
                    self.gap();
                    self.add(&label.map_or("default:".into(), |label| format!("case {label}:")));
                    self.space();
                    self.block(stmts);
                }
                self.add("}");
            }
            Kind::Block(_) => {}
        }
    }

    fn around(&mut self, before: &str, value: &Expr, behind: &str) {
        self.add(before);
        self.expr(value);
        self.add(behind);
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(value) => self.add(&format!("({value})")),
            Expr::Var(name) => self.add(name),
            Expr::Not(operand) => self.around("(!", operand, ")"),
            Expr::Binary(op, lhs, rhs) => {
                self.around("(", lhs, &format!(" {op} "));
                self.around("", rhs, ")");
            }
            Expr::Choice(cond, yes, no) => {
                self.around("(", cond, " ? ");
                self.around("", yes, " : ");
                self.around("", no, ")");
            }
            Expr::Assign(name, value) => self.around(&format!("({name} = "), value, ")"),
            Expr::Call(id, function, args) => {
                self.add(&format!("{}(", FUNCTIONS[*function]));
                for (number, arg) in args.iter().enumerate() {
                    self.around(if number > 0 { ", " } else { "" }, arg, "");
                }
                self.calls.insert(*id, self.at);
                self.callees.insert(*id, FUNCTIONS[*function]);
                self.add(")");
            }
        }
    }
}
