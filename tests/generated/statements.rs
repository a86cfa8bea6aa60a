//! Random statements and expressions.

use crate::program::Kind;
use crate::writer::{Scope, Shape, Writer};

/// No program has more checks.
const CHECKS: usize = 12;
/// Of a local object in a recorded program.
const LEAVES: &str = "__attribute__((cleanup(leave)))";

impl Writer {
    /// A statement; `depth` blocks can be in it.
    pub fn statement(&mut self, depth: usize) {
        let room = self.checks.len() < CHECKS;
        if self.facts && self.one_in(4) {
            return match self.rng.u8(0..4) {
                0..=1 if room && depth > 0 => self.fact(depth - 1),
                2 if self.scope.leaves => self.leave("break"),
                _ if self.scope.continues => self.leave("continue"),
                _ => self.assignment(),
            };
        }
        if self.rarities && room && self.one_in(4) {
            return self.rarity(depth);
        }
        match self.rng.u8(0..25) {
            0..=1 => self.assignment(),
            3..=5 if room => self.array_access(),
            6..=8 if room => self.pointer_access(),
            9..=11 if room => self.assertion(),
            12..=13 if depth > 0 => self.branch(depth - 1),
            14..=17 if depth > 0 => self.repeat(depth - 1),
            18..=19 if !self.functions.is_empty() => {
                let number = self.rng.usize(0..self.functions.len());
                self.call(number);
            }
            20 => self.pointer_assignment(),
            21 => self.box_access(),
            22 if room => self.call_through_pointer(),
            23 if room => self.overwritten(),
            _ => self.assignment(),
        }
    }

    /// A number without side effects, and without anything that could fail.
    pub fn expression(&mut self, depth: usize) -> String {
        let ints = self.scope.ints.clone();
        let Some(variable) = self.pick(&ints) else { return self.rng.i32(0..4).to_string() };
        if depth == 0 {
            return if self.one_in(4) { self.rng.i32(-1..5).to_string() } else { variable };
        }
        let other = self.expression(depth - 1);
        match self.rng.u8(0..10) {
            0 => self.rng.i32(-1..5).to_string(),
            1..=2 => variable,
            3 => format!("({variable} + {other})"),
            4 => format!("({variable} - {other})"),
            5 => format!("({variable} + {})", self.rng.i32(1..3)),
            6 => format!("({other} & {})", [1, 3, 7][self.rng.usize(0..3)]),
            7 => format!("({other} % {})", self.rng.i32(2..5)),
            8 => format!("({variable} < {other})"),
            _ => format!("(2 * {variable})"),
        }
    }

    /// A number that is often a good index.
    fn index(&mut self) -> String {
        let ints = self.scope.ints.clone();
        // The newest names are counters of loops, more often than not.
        let newest = ints[ints.len().saturating_sub(3)..].to_vec();
        let variable = self.pick(&newest).unwrap_or_else(|| "0".to_owned());
        match self.rng.u8(0..10) {
            0..=3 => variable,
            4 => format!("{variable} + 1"),
            5 => format!("{variable} - 1"),
            6 => format!("({} & 3)", self.expression(1)),
            7 => format!("({} & 1)", self.expression(1)),
            8 => self.rng.i32(0..3).to_string(),
            _ => self.expression(1),
        }
    }

    pub fn condition(&mut self) -> String {
        let (left, right) = (self.expression(1), self.expression(0));
        format!("{left} {} {right}", ["<", ">", "==", "!=", "<="][self.rng.usize(0..5)])
    }

    pub fn assignment(&mut self) {
        let (places, value) = (self.scope.places.clone(), self.expression(2));
        let Some(place) = self.pick(&places) else { return };
        self.both(&format!("{place} = {value};"));
    }

    pub fn assertion(&mut self) {
        let ints = self.scope.ints.clone();
        let newest = self.pick(&ints[ints.len().saturating_sub(4)..]);
        let value = newest.filter(|_| self.one_in(2)).unwrap_or_else(|| self.expression(1));
        let check = self.check(Kind::Assertion);
        self.lines(&format!("assert({value} @A{check}@);"), &format!("holds({check}, {value});"));
    }

    /// Reads or writes an element: an expression for it in both forms.
    fn access(&mut self, plain: &str, recorded: &str) {
        if self.one_in(2) {
            let value = self.expression(1);
            self.lines(&format!("{plain} = {value};"), &format!("{recorded} = {value};"));
        } else {
            let name = self.name("t");
            self.lines(&format!("int {name} = {plain};"), &format!("int {name} = {recorded};"));
            self.scope.ints.push(name);
        }
    }

    fn array_access(&mut self) {
        let arrays = self.scope.arrays.clone();
        let Some((array, object)) = self.pick(&arrays) else { return };
        let index = self.index();
        let guarded = self.one_in(4);
        if guarded {
            let limit = self.rng.i32(1..4);
            self.both(&format!("if ({index} >= 0 && {index} <= {limit}) {{"));
        }
        let outer = self.scope.clone();
        let check = self.check(Kind::Bounds);
        self.access(&format!("{array}[{index}]"), &format!("{array}[at({check}, {object}, ROOM, {index})]"));
        if guarded {
            self.both("}");
            self.scope = outer;
        }
    }

    fn pointer_access(&mut self) {
        let pointers = self.scope.pointers.clone();
        let Some(pointer) = self.pick(&pointers) else { return self.array_access() };
        let (plain, index) = if self.one_in(2) {
            (format!("*{pointer}"), "0".to_owned())
        } else {
            let index = self.index();
            (format!("{pointer}[{index}]"), index)
        };
        let check = self.check(Kind::Bounds);
        self.access(&plain, &format!("*to({check}, {pointer}, {index})"));
    }

    /// Writes through one pointer, then through another or somewhere else, and asks about the first.
    pub fn overwritten(&mut self) {
        let pointers = self.scope.pointers.clone();
        let (Some(first), Some(second)) = (self.pick(&pointers), self.pick(&pointers)) else { return self.assertion() };
        let value = self.rng.i32(0..2);
        let check = self.check(Kind::Bounds);
        self.lines(&format!("*{first} = {value};"), &format!("*to({check}, {first}, 0) = {value};"));
        match self.rng.u8(0..3) {
            0 if !self.functions.is_empty() => {
                let number = self.rng.usize(0..self.functions.len());
                self.call(number);
            }
            1 => self.assignment(),
            _ => {
                let value = self.rng.i32(1..4);
                let check = self.check(Kind::Bounds);
                self.lines(&format!("*{second} = {value};"), &format!("*to({check}, {second}, 0) = {value};"));
            }
        }
        let (name, check) = (self.name("t"), self.check(Kind::Bounds));
        self.lines(&format!("int {name} = *{first};"), &format!("int {name} = *to({check}, {first}, 0);"));
        self.ask(&name);
        self.scope.ints.push(name);
    }

    pub fn pointer_assignment(&mut self) {
        let pointers = self.scope.pointers.clone();
        let Some(pointer) = self.pick(&pointers) else { return self.assignment() };
        let target = self.address(&pointers);
        if let Some(number) = pointer.strip_prefix("((int *)") {
            let number = number.trim_end_matches(')');
            self.both(&format!("{number} = (long)({target});"));
        } else if self.one_in(3) {
            let (condition, other) = (self.condition(), self.address(&pointers));
            self.both(&format!("{pointer} = {condition} ? {target} : {other};"));
        } else {
            self.both(&format!("{pointer} = {target};"));
        }
    }

    fn box_access(&mut self) {
        let (boxes, pointers) = (self.scope.boxes.clone(), self.scope.pointers.clone());
        let Some(one) = self.pick(&boxes) else { return self.assignment() };
        match self.rng.u8(0..5) {
            0 => {
                let value = self.expression(1);
                self.both(&format!("{one}->n = {value};"));
            }
            1 => {
                let target = self.address(&pointers);
                self.both(&format!("{one}->p = {target};"));
            }
            2 if !one.starts_with('(') => self.both(&format!("{one} = {one}->next;")),
            3 => {
                let name = self.name("t");
                self.both(&format!("int *{name} = {one}->p;"));
                self.scope.pointers.extend([name.clone(), name]);
            }
            _ => {
                let name = self.name("t");
                self.both(&format!("int {name} = {one}->n;"));
                self.scope.ints.push(name);
            }
        }
    }

    /// A block with statements of its own; names in it end with it.
    fn block(&mut self, depth: usize, least: usize) {
        let outer = self.scope.clone();
        for _ in 0..self.rng.usize(least..least + 3) {
            self.statement(depth);
        }
        self.scope = outer;
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        self.both(&format!("if ({condition}) {{"));
        self.block(depth, 1);
        if self.one_in(3) {
            self.both("} else {");
            self.block(depth, 1);
        }
        self.both("}");
    }

    fn repeat(&mut self, depth: usize) {
        match self.rng.u8(0..6) {
            0 => self.while_loop(depth),
            1 => self.do_loop(depth),
            _ => self.for_loop(depth),
        }
    }

    /// A number that is asserted in a loop behind its last assignment, or so it seems; often with a loop in between.
    fn fact(&mut self, depth: usize) {
        let outer = self.scope.clone();
        let (name, value) = (self.name("f"), self.expression(1));
        self.both(&format!("int {name} = {value};"));
        self.scope.ints.push(name.clone());
        if self.one_in(3) {
            self.scope.places.push(name.clone());
        }
        if self.one_in(2) {
            self.repeat(depth);
        }
        let (counter, bound) = (self.name("i"), self.bound());
        self.both(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.only_recorded("tick();");
        let inside = self.scope.clone();
        (self.scope.leaves, self.scope.continues) = (true, true);
        self.statement(depth);
        self.ask(&name);
        self.statement(depth);
        self.scope = inside;
        self.both("}");
        self.scope = outer;
    }

    /// Leaves a loop, or begins its next iteration.
    fn leave(&mut self, word: &str) {
        let condition = self.condition();
        self.both(&format!("if ({condition}) {word};"));
    }

    fn counter(&mut self, name: &str, outer: &mut Scope) {
        self.scope.ints.extend([name.to_owned(), name.to_owned()]);
        if self.one_in(6) {
            self.scope.places.push(name.to_owned());
        }
        outer.ints.push(name.to_owned());
    }

    pub fn bound(&mut self) -> String {
        if self.one_in(2) { self.rng.i32(1..5).to_string() } else { format!("({} & 3)", self.expression(1)) }
    }

    fn for_loop(&mut self, depth: usize) {
        let (name, bound) = (self.name("i"), self.bound());
        let mut outer = self.scope.clone();
        let first = self.rng.i32(0..2);
        if self.one_in(3) {
            // The counter is there behind the loop.
            self.both(&format!("int {name};"));
            self.both(&format!("for ({name} = {first}; {name} < {bound}; {name}++) {{"));
            self.counter(&name, &mut outer);
        } else if self.one_in(4) {
            self.both(&format!("for (int {name} = {bound}; {name} >= 0; {name}--) {{"));
            self.counter(&name, &mut Scope::default());
        } else {
            self.both(&format!("for (int {name} = {first}; {name} < {bound}; {name}++) {{"));
            self.counter(&name, &mut Scope::default());
        }
        self.only_recorded("tick();");
        (self.scope.leaves, self.scope.continues) = (true, true);
        self.block(depth, 1);
        self.both("}");
        self.scope = outer;
    }

    /// A loop that is sometimes entered in its middle.
    fn while_loop(&mut self, depth: usize) {
        let (name, start, bound) = (self.name("w"), self.expression(0), self.bound());
        self.both(&format!("int {name} = {start};"));
        let mut outer = self.scope.clone();
        self.counter(&name, &mut outer);
        if self.one_in(3) {
            let (label, condition) = (self.name("into"), self.condition());
            self.both(&format!("if ({condition}) goto {label};"));
            self.both(&format!("while ({name} < {bound}) {{"));
            self.both(&format!("{label}: ;"));
        } else {
            self.both(&format!("while ({name} < {bound}) {{"));
        }
        self.only_recorded("tick();");
        (self.scope.leaves, self.scope.continues) = (true, false);
        self.block(depth, 1);
        let step = self.rng.i32(1..3);
        self.both(&format!("{name} += {step};"));
        self.both("}");
        self.scope = outer;
    }

    fn do_loop(&mut self, depth: usize) {
        let (name, start, bound) = (self.name("d"), self.expression(0), self.bound());
        self.both(&format!("int {name} = {start};"));
        let mut outer = self.scope.clone();
        self.counter(&name, &mut outer);
        self.both("do {");
        self.only_recorded("tick();");
        (self.scope.leaves, self.scope.continues) = (true, false);
        self.block(depth, 1);
        self.both(&format!("{name}++;"));
        self.both(&format!("}} while ({name} < {bound});"));
        self.scope = outer;
    }

    /// A call of a function, with arguments that may alias.
    pub fn call(&mut self, number: usize) {
        let (name, shape) = (self.functions[number].name.clone(), self.functions[number].shape);
        let value = match self.functions[number].recursive {
            true => format!("({} & 1)", self.expression(1)),
            false => self.expression(1),
        };
        let (pointers, boxes) = (self.scope.pointers.clone(), self.scope.boxes.clone());
        let arguments = match shape {
            Shape::Number => value,
            Shape::PointerAndNumber => format!("{}, {value}", self.address(&pointers)),
            Shape::TwoPointers => {
                let (one, other) = (self.address(&pointers), self.address(&pointers));
                if self.one_in(3) { format!("{one}, {one}") } else { format!("{one}, {other}") }
            }
            Shape::TwoBoxes => match (self.pick(&boxes), self.pick(&boxes)) {
                (Some(one), Some(other)) => format!("{one}, {other}"),
                _ => return,
            },
            Shape::Nothing => String::new(),
        };
        self.result(&format!("{name}({arguments})"), &format!("{name}({arguments})"));
    }

    fn result(&mut self, plain: &str, recorded: &str) {
        let places = self.scope.places.clone();
        match self.rng.u8(0..3) {
            0 => self.lines(&format!("{plain};"), &format!("{recorded};")),
            1 if !places.is_empty() => {
                let place = self.pick(&places).unwrap_or_default();
                self.lines(&format!("{place} = {plain};"), &format!("{place} = {recorded};"));
            }
            _ => {
                let name = self.name("t");
                self.lines(&format!("int {name} = {plain};"), &format!("int {name} = {recorded};"));
                self.scope.ints.push(name);
            }
        }
    }

    fn call_through_pointer(&mut self) {
        let value = self.expression(1);
        if let Some(object) = self.table {
            let index = self.index();
            let check = self.check(Kind::Bounds);
            let recorded = format!("table[at({check}, {object}, 2, {index})]({value})");
            self.result(&format!("table[{index}]({value})"), &recorded);
        } else if self.hook && self.one_in(2) {
            let fitting = self.functions.iter().filter(|f| f.shape == Shape::Number && !f.recursive);
            let names: Vec<String> = fitting.map(|f| f.name.clone()).collect();
            let (condition, name) = (self.condition(), self.pick(&names).unwrap_or_default());
            self.both(&format!("if ({condition}) hook = {name};"));
        } else if self.hook {
            self.result(&format!("hook({value})"), &format!("hook({value})"));
        } else {
            self.assertion();
        }
    }

    pub fn static_local(&mut self) {
        let (name, object, value) = (self.name("s"), self.object(Some(1)), self.rng.i32(0..3));
        let plain = format!("static int {name} = {value};");
        self.lines(&plain, &format!("{plain} lives({object}, &{name}, 1);"));
        self.add_number(&name);
        self.scope.variables.push(name);
    }

    /// A local variable of which the address can be taken.
    pub fn variable(&mut self, name: &str, value: &str) {
        let object = self.object(Some(1));
        self.only_recorded(&format!("#define {name} (*{name}_)"));
        let recorded = format!("int *const {name}_ {LEAVES} = fresh({object}, 1); {name} = {value};");
        self.lines(&format!("int {name} = {value};"), &recorded);
    }

    /// A local variable or array, of which the address can be taken.
    pub fn local(&mut self) {
        let (name, value) = (self.name("l"), self.rng.i32(0..4));
        if self.one_in(2) {
            self.variable(&name, &value.to_string());
            self.add_number(&name);
            self.scope.variables.extend([name.clone(), name]);
        } else {
            let object = self.object(None);
            let recorded = format!("int *const {name} {LEAVES} = fresh({object}, ROOM); *{name} = {value};");
            self.lines(&format!("int {name}[@S{object}@] = {{{value}}};"), &recorded);
            self.scope.arrays.push((name, object));
        }
    }

    /// A block of memory, or two of one size and one place.
    pub fn heap(&mut self) {
        let (array, object, counter) = (self.name("m"), self.object(None), self.name("i"));
        self.both(&format!("int *{array}[2];"));
        self.both(&format!("for (int {counter} = 0; {counter} < 2; {counter}++) {{"));
        self.only_recorded("tick();");
        let place = format!("{array}[{counter}]");
        let recorded = format!("{place} = calloc(ROOM, sizeof(int)); lives({object}, {place}, ROOM);");
        self.lines(&format!("{place} = calloc(@S{object}@, sizeof(int));"), &recorded);
        self.both(&format!("if (!{place}) return 0;"));
        self.both("}");
        for number in 0..2 {
            let name = self.name("h");
            self.both(&format!("int *{name} = {array}[{number}];"));
            self.scope.pointers.push(name);
        }
    }
}
