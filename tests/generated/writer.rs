//! Writes a random program: global variables, functions that call those before them, and main.
//!
//! What is in reach of a statement is kept in a `Scope`. No line has more than one check of a kind, no value is read
//! before it is written, and pointers are never null; whether loops end and pointers are followed in time is seen when
//! the program runs.

use crate::program::{Check, Inputs, Kind, Object, Program};
use fastrand::Rng;

/// What the names in reach mean. Blocks shorten it again when they end.
#[derive(Clone, Default)]
pub struct Scope {
    /// Numbers that can be read.
    pub ints: Vec<String>,
    /// Numbers that can be written.
    pub places: Vec<String>,
    /// Pointers to int.
    pub pointers: Vec<String>,
    /// Pointers to a structure.
    pub boxes: Vec<String>,
    /// Arrays with the numbers of their objects.
    pub arrays: Vec<(String, usize)>,
    /// Variables of which the address can be taken.
    pub variables: Vec<String>,
    /// Whether there is a loop around that can be left, and one of which the next iteration can be begun.
    pub leaves: bool,
    pub continues: bool,
}

/// The parameters of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Number,
    PointerAndNumber,
    TwoPointers,
    TwoBoxes,
    Nothing,
}

pub struct Function {
    pub name: String,
    pub shape: Shape,
    /// It calls itself as often as its last parameter says.
    pub recursive: bool,
}

pub struct Writer {
    pub rng: Rng,
    pub scope: Scope,
    pub functions: Vec<Function>,
    /// A global pointer to functions of the shape `Number`, and a table of two such functions, with the number of its
    /// object.
    pub hook: bool,
    pub table: Option<usize>,
    /// Half of the programs have more to do with facts from outside of loops.
    pub facts: bool,
    /// Half of them have what is rare.
    pub rarities: bool,
    pub checks: Vec<Check>,
    objects: Vec<Object>,
    plain: String,
    recorded: String,
    line: u64,
    indent: usize,
    names: usize,
}

impl Writer {
    /// The program of a seed.
    pub fn program(seed: u64) -> Program {
        let mut writer = Writer {
            rng: Rng::with_seed(seed),
            scope: Scope::default(),
            functions: Vec::new(),
            hook: false,
            table: None,
            facts: seed / 2 % 2 == 1,
            rarities: seed / 8 % 2 == 1,
            checks: Vec::new(),
            objects: Vec::new(),
            plain: String::new(),
            recorded: String::new(),
            line: 1,
            indent: 0,
            names: 0,
        };
        let inputs = if writer.one_in(2) { Inputs { count: 2, values: 8 } } else { Inputs { count: 3, values: 4 } };
        writer.head();
        let mut alive = writer.globals();
        for number in 0..writer.rng.usize(1..4) {
            writer.function(number);
        }
        writer.pointers_to_functions();
        writer.main(inputs, &mut alive);
        let Writer { checks, objects, plain, recorded, .. } = writer;
        Program { inputs, checks, objects, plain, recorded }
    }

    pub fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(0..n) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.rng.usize(0..from.len())].clone()) }
    }

    /// A name that is new.
    pub fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// A line of both forms.
    pub fn both(&mut self, text: &str) {
        self.lines(text, text);
    }

    /// A line in its two forms.
    pub fn lines(&mut self, plain: &str, recorded: &str) {
        if plain.starts_with('}') {
            self.indent -= 1;
        }
        let indent = "    ".repeat(self.indent);
        self.plain += &format!("{indent}{plain}\n");
        self.line += 1;
        self.only_recorded(recorded);
        if plain.ends_with('{') {
            self.indent += 1;
        }
    }

    pub fn only_recorded(&mut self, text: &str) {
        self.recorded += &format!("{text}\n");
    }

    /// The number of a check that will be in the next line.
    pub fn check(&mut self, kind: Kind) -> usize {
        self.checks.push(Check { line: self.line, kind });
        self.checks.len() - 1
    }

    /// The number of a new object.
    pub fn object(&mut self, size: Option<i64>) -> usize {
        self.objects.push(Object { size, least: 1 });
        self.objects.len() - 1
    }

    fn head(&mut self) {
        self.lines("#include <assert.h>", "");
        self.lines("#include <stdlib.h>", "");
        self.lines("extern int __VERIFIER_nondet_int(void);", "");
        self.both("struct box { int n; int *p; struct box *next; };");
        if self.rarities {
            self.both("struct row { int n; int cells[]; };");
        }
    }

    /// Global variables; what is to be said about them when an execution begins.
    fn globals(&mut self) -> Vec<String> {
        let mut alive = Vec::new();
        for _ in 0..self.rng.usize(1..4) {
            let (name, object) = (self.name("g"), self.object(Some(1)));
            let value = self.rng.i32(0..4);
            self.both(&format!("static int {name} = {value};"));
            alive.push(format!("lives({object}, &{name}, 1);"));
            self.add_number(&name);
            self.scope.variables.push(name);
        }
        for _ in 0..self.rng.usize(1..3) {
            let (name, object) = (self.name("a"), self.object(None));
            let value = self.rng.i32(0..4);
            let text = |size: &str| format!("static int {name}[{size}] = {{{value}}};");
            self.lines(&text(&format!("@S{object}@")), &text("ROOM"));
            alive.push(format!("lives({object}, {name}, ROOM);"));
            self.scope.arrays.push((name, object));
        }
        if self.one_in(3) {
            let (name, value) = (self.name("c"), self.rng.i32(0..200));
            self.both(&format!("static unsigned char {name} = {value};"));
            self.add_number(&name);
        }
        if self.one_in(2) {
            let (name, target) = (self.name("p"), self.address(&[]));
            self.both(&format!("static int *{name} = {target};"));
            self.scope.pointers.push(name);
        }
        if self.one_in(3) {
            let (first, second) = (self.name("b"), self.name("b"));
            self.both(&format!("static struct box {second};"));
            let (target, value) = (self.address(&[]), self.rng.i32(0..4));
            self.both(&format!("static struct box {first} = {{{value}, {target}, &{second}}};"));
            let (target, next) = (self.address(&[]), if self.one_in(2) { &first } else { &second });
            self.both(&format!("static struct box {second} = {{1, {target}, &{next}}};"));
            self.scope.boxes = vec![format!("(&{first})"), format!("(&{second})")];
        }
        if self.rarities && self.one_in(2) {
            self.flexible();
        }
        alive
    }

    pub fn add_number(&mut self, name: &str) {
        self.scope.ints.push(name.to_owned());
        self.scope.places.push(name.to_owned());
    }

    /// An expression for the address of an int that exists, or one of those pointers.
    pub fn address(&mut self, pointers: &[String]) -> String {
        let (variables, mut arrays) = (self.scope.variables.clone(), self.scope.arrays.clone());
        arrays.retain(|(name, _)| !name.contains('.'));
        match self.rng.u8(0..5) {
            0 | 1 => self.pick(&variables).map(|name| format!("&{name}")),
            2 | 3 => self.pick(&arrays).map(|(name, object)| {
                let offset = self.rng.i64(0..3);
                self.objects[object].least = self.objects[object].least.max(offset + 1);
                format!("{name} + {offset}")
            }),
            _ => self.pick(pointers),
        }
        .unwrap_or_else(|| format!("&{}", variables[0]))
    }

    fn function(&mut self, number: usize) {
        let name = format!("f{number}");
        let shapes = [Shape::Number, Shape::Number, Shape::PointerAndNumber, Shape::TwoPointers, Shape::TwoPointers];
        let mut shape = shapes[self.rng.usize(0..shapes.len())];
        if !self.scope.boxes.is_empty() && self.one_in(2) {
            shape = Shape::TwoBoxes;
        } else if self.one_in(6) {
            shape = Shape::Nothing;
        }
        let recursive = matches!(shape, Shape::Number | Shape::PointerAndNumber) && self.one_in(4);
        let outer = self.scope.clone();
        let parameters = match shape {
            Shape::Number => "int x",
            Shape::PointerAndNumber => "int *p, int x",
            Shape::TwoPointers => "int *p, int *q",
            Shape::TwoBoxes => "struct box *b, struct box *c",
            Shape::Nothing => "void",
        };
        let names = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        match shape {
            Shape::Number => {}
            Shape::PointerAndNumber => self.scope.pointers.extend(names(&["p", "p"])),
            Shape::TwoPointers => self.scope.pointers.extend(names(&["p", "q", "p", "q"])),
            Shape::TwoBoxes => self.scope.boxes = names(&["b", "c"]),
            Shape::Nothing => {}
        }
        self.both(&format!("static int {name}({parameters}) {{"));
        if matches!(shape, Shape::Number | Shape::PointerAndNumber) {
            self.scope.ints.extend(names(&["x", "x"]));
            if !recursive {
                self.scope.places.push("x".to_owned());
            }
        }
        self.only_recorded("tick();");
        if self.one_in(3) {
            self.static_local();
        }
        if self.one_in(3) {
            self.local();
        }
        if matches!(shape, Shape::PointerAndNumber | Shape::TwoPointers) && self.one_in(2) {
            self.overwritten();
        }
        let count = self.rng.usize(2..5);
        let before = self.rng.usize(0..count);
        for at in 0..count {
            if recursive && at == before {
                let rest = if shape == Shape::Number { String::new() } else { self.address(&["p".to_owned()]) + ", " };
                self.both(&format!("if (x > 0) {name}({rest}x - 1);"));
            }
            self.statement(1);
        }
        let result = self.expression(1);
        self.both(&format!("return {result};"));
        self.both("}");
        self.scope = outer;
        self.functions.push(Function { name, shape, recursive });
    }

    /// Pointers to functions come behind those: only main calls through them.
    fn pointers_to_functions(&mut self) {
        let fitting = |f: &&Function| f.shape == Shape::Number && !f.recursive;
        let names: Vec<String> = self.functions.iter().filter(fitting).map(|f| f.name.clone()).collect();
        let (Some(first), Some(last)) = (names.first(), names.last()) else { return };
        if self.one_in(3) {
            self.both(&format!("static int (*hook)(int) = {first};"));
            self.hook = true;
        } else if self.one_in(2) {
            self.both(&format!("static int (*const table[2])(int) = {{{first}, {last}}};"));
            self.table = Some(self.object(Some(2)));
        }
    }

    fn main(&mut self, inputs: Inputs, alive: &mut Vec<String>) {
        self.both("int main(void) {");
        for line in alive.drain(..) {
            self.only_recorded(&line);
        }
        for number in 0..inputs.count {
            let name = format!("in{number}");
            self.lines(&format!("int {name} = __VERIFIER_nondet_int();"), &format!("int {name} = input({number});"));
            self.both(&format!("if ({name} < 0 || {name} > {}) return 0;", inputs.values - 1));
            self.scope.ints.push(name);
        }
        if self.one_in(2) {
            self.local();
        }
        if self.one_in(3) {
            self.heap();
        }
        // Whatever the functions are, somebody calls them, before or behind the rest.
        let (first, count) = (self.rng.usize(0..self.functions.len() + 1), self.functions.len());
        for number in first / 2..count {
            self.call(number);
        }
        for _ in 0..self.rng.usize(3..7) {
            self.statement(2);
        }
        // Those with pointers get different ones.
        let takes_pointers = |shape| matches!(shape, Shape::PointerAndNumber | Shape::TwoPointers | Shape::TwoBoxes);
        for number in (0..count)
            .filter(|number| *number < first || takes_pointers(self.functions[*number].shape))
            .collect::<Vec<_>>()
        {
            self.call(number);
        }
        if self.checks.len() < 4 {
            self.assertion();
        }
        self.both("return 0;");
        self.both("}");
    }
}
