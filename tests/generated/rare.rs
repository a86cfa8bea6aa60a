//! What is rare in programs, and has hidden wrong proofs: addresses that are taken behind a loop which leads back,
//! numbers that hold pointers, structures with a flexible member, structures that are copied, loops made of goto.

use crate::program::Kind;
use crate::writer::Writer;

impl Writer {
    /// A statement that is rare; `depth` blocks can be in it.
    pub fn rarity(&mut self, depth: usize) {
        match self.rng.u8(0..8) {
            0..=1 if depth > 0 => self.late_address(depth - 1),
            2 if depth > 0 => self.goto_loop(depth - 1),
            3 if depth > 0 => self.switch(depth - 1),
            4 => self.hidden_pointer(),
            5 => self.copied_box(),
            6 => self.overwritten(),
            _ => self.pointer_assignment(),
        }
    }

    /// A structure that ends in an array of which its initialiser gives the size. Nobody has a pointer into it, which
    /// could be moved to the members in front without leaving the object.
    pub fn flexible(&mut self) {
        let (name, object, value) = (self.name("r"), self.object(None), self.rng.i32(0..4));
        let text = |size: &str| format!("static struct row {name} = {{{value}, {{[{size} - 1] = 0}}}};");
        self.lines(&text(&format!("@S{object}@")), &text("ROOM"));
        self.add_number(&format!("{name}.n"));
        self.scope.arrays.push((format!("{name}.cells"), object));
    }

    /// A number that holds a pointer.
    fn hidden_pointer(&mut self) {
        let pointers = self.scope.pointers.clone();
        let (name, target) = (self.name("n"), self.address(&pointers));
        self.both(&format!("long {name} = (long)({target});"));
        self.scope.pointers.extend([format!("((int *){name})"), format!("((int *){name})")]);
    }

    fn copied_box(&mut self) {
        let boxes = self.scope.boxes.clone();
        let (Some(one), Some(other)) = (self.pick(&boxes), self.pick(&boxes)) else { return self.assignment() };
        self.both(&format!("*{one} = *{other};"));
    }

    /// A number that a loop asserts before a pointer to it comes into being, for the next iteration.
    fn late_address(&mut self, depth: usize) {
        let outer = self.scope.clone();
        let pointers = self.scope.pointers.clone();
        let (name, value) = (self.name("v"), self.expression(1));
        self.variable(&name, &value);
        self.scope.ints.push(name.clone());
        let (pointer, target) = (self.name("p"), self.address(&pointers));
        self.both(&format!("int *{pointer} = {target};"));
        let (counter, bound) = (self.name("i"), self.rng.i32(2..4));
        self.both(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.only_recorded("tick();");
        (self.scope.leaves, self.scope.continues) = (true, true);
        self.scope.ints.push(counter);
        self.scope.pointers.extend([pointer.clone(), pointer.clone()]);
        let asks_inside = self.one_in(2);
        if asks_inside {
            self.ask(&name);
        }
        self.statement(depth);
        let (check, value) = (self.check(Kind::Bounds), self.expression(1));
        self.lines(&format!("*{pointer} = {value};"), &format!("*to({check}, {pointer}, 0) = {value};"));
        if !asks_inside || self.one_in(2) {
            self.ask(&name);
        }
        match self.rng.u8(0..3) {
            0 => self.both(&format!("{pointer} = &{name};")),
            1 => {
                let condition = self.condition();
                self.both(&format!("if ({condition}) {pointer} = &{name};"));
            }
            _ => {
                self.scope.variables.extend([name.clone(), name.clone()]);
                self.statement(depth);
            }
        }
        self.both("}");
        self.scope = outer;
        self.scope.ints.push(name);
    }

    /// An assertion about a variable.
    pub fn ask(&mut self, name: &str) {
        let check = self.check(Kind::Assertion);
        self.lines(&format!("assert({name} @A{check}@);"), &format!("holds({check}, {name});"));
    }

    /// A loop that a jump backwards makes; sometimes with two ways back.
    fn goto_loop(&mut self, depth: usize) {
        let (name, label, bound) = (self.name("k"), self.name("again"), self.bound());
        self.both(&format!("int {name} = 0;"));
        self.both(&format!("{label}: ;"));
        self.only_recorded("tick();");
        let outer = self.scope.clone();
        self.scope.ints.push(name.clone());
        (self.scope.leaves, self.scope.continues) = (false, false);
        self.both("{");
        self.statement(depth);
        self.both(&format!("{name}++;"));
        if self.one_in(2) {
            let condition = self.condition();
            self.both(&format!("if ({name} < 3 && {condition}) goto {label};"));
        }
        self.statement(depth);
        self.both("}");
        self.both(&format!("if ({name} < {bound}) goto {label};"));
        self.scope = outer;
        self.scope.ints.push(name);
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(1);
        self.both(&format!("switch ({value} & 3) {{"));
        let outer = self.scope.clone();
        self.scope.leaves = true;
        for case in ["case 0:", "case 1: case 3:", "default:"] {
            self.both(&format!("{case} {{"));
            let inner = self.scope.clone();
            self.statement(depth);
            self.scope = inner;
            self.both("}");
            if self.one_in(2) {
                self.both("break;");
            }
        }
        self.scope = outer;
        self.both("}");
    }
}
