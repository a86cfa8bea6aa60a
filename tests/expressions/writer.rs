//! Writes expressions of which the type and the size of the values are known, so that none is undefined.

use crate::common::Model;
use crate::values::*;
use fastrand::Rng;
use std::collections::BTreeSet;

/// The fields that take part in arithmetic as they are: name, type, and the bits of a value. The others are wider than
/// int, and compilers do not agree on what arithmetic with those is.
pub const FIELDS: [(&str, Ty, u32); 7] = [
    ("a", Int, 4),
    ("b", UInt, 7),
    ("c", Bool, 0),
    ("e", UInt, 32),
    ("g", SChar, 2),
    ("h", UShort, 11),
    ("i", Int, 14),
];

/// An expression with its type; an integer is in [-2^bits, 2^bits].
pub struct Node {
    pub text: String,
    pub ty: Ty,
    pub bits: u32,
}

pub struct Input {
    pub name: String,
    pub declared: &'static str,
    pub ty: Ty,
    pub values: Vec<u128>,
    pub is_free: bool,
}

/// One assertion: what is declared for it, and what is computed.
pub struct Item {
    pub lines: Vec<String>,
    pub ty: Ty,
    pub text: String,
    /// What always has the same value.
    pub law: Option<String>,
}

pub struct Writer {
    pub rng: Rng,
    pub model: Model,
    pub inputs: Vec<Input>,
    /// Conversions to integers that are used.
    pub conversions: BTreeSet<(Ty, Ty)>,
    pub lines: Vec<String>,
    pub fresh: usize,
}

impl Writer {
    pub fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(0..n) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(0..from.len())]
    }

    fn ty(&mut self) -> Ty {
        let ty = self.pick(&TYPES);
        if matches!(ty, I128 | U128) && self.model == Model::Ilp32 { LLong } else { ty }
    }

    fn whole_ty(&mut self) -> Ty {
        let ty = self.ty();
        if ty.is_float() { self.pick(&[Int, UInt, UChar, Long, LLong, ULLong]) } else { ty }
    }

    pub fn node(&self, ty: Ty, text: String) -> Node {
        Node { text, ty, bits: if ty.is_float() { 0 } else { ty.bits(self.model) } }
    }

    /// A variable that nothing else uses, so that no two changes of it are unsequenced.
    fn temporary(&mut self, declared: &str) -> String {
        self.fresh += 1;
        self.lines.push(format!("{declared} t{};", self.fresh));
        format!("t{}", self.fresh)
    }

    pub fn leaf(&mut self) -> Node {
        match self.rng.u8(0..10) {
            0 => {
                let ty = self.ty();
                let raw = corner(&mut self.rng, ty, self.model);
                self.node(ty, literal(ty, raw, self.model))
            }
            1 => {
                let (name, ty, bits) = self.pick(&FIELDS);
                // A field that is narrower than int is promoted to int, whatever its type.
                Node { text: format!("in.{name}"), ty: if bits < 32 { Int } else { ty }, bits }
            }
            2 if self.one_in(2) => Node { text: "((long long)in.d)".into(), ty: LLong, bits: 32 },
            2 => Node { text: "((unsigned long long)in.f)".into(), ty: ULLong, bits: 50 },
            _ => {
                let at = self.rng.usize(0..self.inputs.len());
                self.node(self.inputs[at].ty, self.inputs[at].name.clone())
            }
        }
    }

    fn whole(&mut self, depth: u32) -> Node {
        let node = self.any(depth);
        let ty = self.whole_ty();
        if node.ty.is_float() { self.cast(node, ty) } else { node }
    }

    pub fn cast(&mut self, node: Node, to: Ty) -> Node {
        let Node { text, ty, bits } = node;
        if ty.is_float() && !to.is_float() && to != Bool {
            self.conversions.insert((ty, to));
            return self.node(to, format!("to_{}_{}({text})", ty as u8, to as u8));
        }
        if ty == U128 && to == Float {
            // The largest numbers are out of range.
            return self.node(to, format!("((float)({text} >> 1))"));
        }
        let full = self.node(to, String::new()).bits;
        let fits = if to.is_signed() { bits + 2 <= to.width(self.model) } else { !ty.is_signed() };
        let name = match to {
            Int if self.one_in(6) => "enum low",
            UInt if self.one_in(6) => "enum high",
            _ => to.name(),
        };
        let bits = if fits && !ty.is_float() { bits.min(full) } else { full };
        Node { text: format!("(({name}){text})"), ty: to, bits }
    }

    /// Two operands with the type that both are converted to.
    fn meet(&mut self, a: Node, b: Node) -> (Node, Node, Ty) {
        let ty = a.ty.common(b.ty, self.model);
        let mut fit = |node: Node| if ty == Float && node.ty == U128 { self.cast(node, Float) } else { node };
        (fit(a), fit(b), ty)
    }

    fn shifted(&self, node: Node, by: u32) -> Node {
        Node { text: format!("({} >> {by})", node.text), ty: node.ty.promoted(), bits: node.bits - by }
    }

    /// Operands with which the operator has a defined result, and the result's type and bits.
    fn guarded(&mut self, op: &str, a: Node, b: Node) -> (Node, Node, Ty, u32) {
        let model = self.model;
        if matches!(op, "<<" | ">>") {
            return self.guarded_shift(op, a, b);
        }
        let (mut a, mut b, mut ty) = self.meet(a, b);
        if ty.is_float() {
            return (a, b, ty, 0);
        }
        let width = ty.width(model);
        let mut bits = a.bits.max(b.bits) + 1;
        match op {
            "/" | "%" => {
                let is_least = ty.is_signed() && a.bits > width - 2;
                if is_least && self.one_in(2) {
                    a = self.shifted(a, 1);
                } else if is_least {
                    let largest = literal(b.ty.promoted(), mask(b.ty.promoted().width(model)) >> 1, model);
                    b.text = format!("({} & {largest})", b.text);
                }
                b = Node { text: format!("({} | 1)", b.text), ty: b.ty.promoted(), bits: b.bits.max(1) };
                bits = width;
            }
            "+" | "-" | "*" if ty.is_signed() => {
                let sum = if op == "*" { a.bits + b.bits } else { bits };
                if sum <= width - 2 {
                    bits = sum;
                } else if self.one_in(2) {
                    // The type is unsigned with this, and wraps.
                    ty = ty.unsigned();
                    b = self.node(ty, format!("(({}){})", ty.name(), b.text));
                } else {
                    // Halves add up to what the type has; factors of half the width multiply to less.
                    let amount = |node: &Node| match op {
                        "*" => node.bits.saturating_sub(width / 2 - 1),
                        _ => u32::from(node.bits >= width - 2),
                    };
                    let (by_a, by_b) = (amount(&a), amount(&b));
                    a = if by_a > 0 { self.shifted(a, by_a) } else { a };
                    b = if by_b > 0 { self.shifted(b, by_b) } else { b };
                    bits = width;
                }
            }
            _ => {}
        }
        let bits = if ty.is_signed() { bits.min(ty.bits(model)) } else { ty.bits(model) };
        (a, b, ty, bits)
    }

    fn guarded_shift(&mut self, op: &str, mut a: Node, mut b: Node) -> (Node, Node, Ty, u32) {
        let ty = a.ty.promoted();
        let width = ty.width(self.model);
        let is_narrow = op == "<<" && ty.is_signed();
        if is_narrow {
            a = Node { text: format!("({} & 15)", a.text), ty, bits: 4 };
        }
        let most = if is_narrow { width / 2 - 1 } else { width - 1 };
        b.text = format!("({} & {most})", b.text);
        let bits = if op == ">>" { a.bits } else { ty.bits(self.model) };
        (a, b, ty, bits)
    }

    fn binary(&mut self, depth: u32) -> Node {
        let (mut a, mut b) = (self.any(depth), self.any(depth));
        let mut op = self.pick(&["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "+", "-", "<<", ">>"]);
        if a.ty.max(b.ty).is_float() && !matches!(op, "+" | "-" | "*" | "/") {
            let (to_a, to_b) = (self.whole_ty(), self.whole_ty());
            a = if a.ty.is_float() { self.cast(a, to_a) } else { a };
            b = if b.ty.is_float() { self.cast(b, to_b) } else { b };
        }
        // Wide divisions are dear, and do not get easier by being many.
        if matches!(op, "/" | "%") && a.ty.common(b.ty, self.model).width(self.model) >= 64 && !self.one_in(4) {
            op = "-";
        }
        let is_unsigned_shift = op == "<<" && a.ty.promoted().is_signed() && self.one_in(2);
        if is_unsigned_shift {
            let ty = a.ty.promoted().unsigned();
            a = self.cast(a, ty);
        }
        let (a, b, ty, bits) = self.guarded(op, a, b);
        Node { text: format!("({} {op} {})", a.text, b.text), ty, bits }
    }

    fn unary(&mut self, depth: u32) -> Node {
        let node = self.any(depth);
        let ty = node.ty.promoted();
        match self.pick(&["-", "~", "!", "+"]) {
            "-" if ty.is_signed() && node.bits > ty.width(self.model) - 2 => {
                let half = self.shifted(node, 1);
                Node { text: format!("(-{})", half.text), ty, bits: half.bits }
            }
            "~" if !ty.is_float() => {
                let bits = if ty.is_signed() { (node.bits + 1).min(ty.bits(self.model)) } else { ty.bits(self.model) };
                Node { text: format!("(~{})", node.text), ty, bits }
            }
            "!" => Node { text: format!("(!{})", node.text), ty: Int, bits: 0 },
            "-" if ty.is_signed() || ty.is_float() => Node { text: format!("(-{})", node.text), ty, bits: node.bits },
            "-" => self.node(ty, format!("(-{})", node.text)),
            _ => Node { text: format!("(+{})", node.text), ty, bits: node.bits },
        }
    }

    /// A variable or a bit-field is given a value and changed.
    fn assignment(&mut self, depth: u32) -> Node {
        let (value, by) = (self.any(depth), self.any(depth));
        if self.one_in(8) {
            let (field, ty) = self.pick(&[("d", LLong), ("f", ULLong)]);
            let (value, place) = (self.cast(value, ty), self.temporary("struct fields"));
            return self.node(ty, format!("(({})({place}.{field} = {}))", ty.name(), value.text));
        }
        let field = if self.one_in(3) { Some(self.pick(&FIELDS)) } else { None };
        let declared = field.map_or_else(|| self.ty(), |(_, ty, _)| ty);
        let mut a = self.cast(value, declared);
        let mut place = self.temporary(if field.is_some() { "struct fields" } else { declared.name() });
        let mut prefix = String::new();
        if let Some((name, _, bits)) = field {
            a = Node { text: a.text, ty: if bits < 32 { Int } else { declared }, bits };
            prefix = format!("{place} = in, ");
            place = format!("{place}.{name}");
        }
        let whole = self.whole_ty();
        let is_whole = !declared.is_float();
        let b = if is_whole && by.ty.is_float() { self.cast(by, whole) } else { by };
        let ops: &[&str] = match field {
            _ if !is_whole => &["+", "-", "*", "/", "++"],
            // What is stored in a signed field may be negative, whatever it was made of.
            Some((_, ty, _)) if ty.is_signed() => &["+", "-", "*", "/", "%", ">>", "&", "|", "^", "++"],
            _ => &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "++"],
        };
        let op = self.pick(ops);
        let neighbour = if field.is_some() && op != "++" && self.one_in(3) {
            format!(", {}.h", &place[..place.len() - 2])
        } else {
            String::new()
        };
        // The neighbour is narrower than int, even if the field is not.
        let is_promoted = !neighbour.is_empty() || field.is_some_and(|(_, _, bits)| bits < 32);
        let result = self.node(if is_promoted { Int } else { declared }, String::new());
        let text = if op == "++" {
            let least = declared.promoted() == declared && declared.is_signed() && field.is_none();
            let a = if least && a.bits > declared.width(self.model) - 2 { self.shifted(a, 1) } else { a };
            let change = self.pick(&["++@", "--@", "@++", "@--", "@++, @", "@--, @"]).replace('@', &place);
            format!("({prefix}{place} = {}, {change})", a.text)
        } else {
            let (a, b, ..) = self.guarded(op, a, b);
            format!("({prefix}{place} = {}, {place} {op}= {}{neighbour})", a.text, b.text)
        };
        Node { text, ..result }
    }

    fn any(&mut self, depth: u32) -> Node {
        if depth == 0 || self.one_in(8) {
            return self.leaf();
        }
        let depth = depth - 1;
        match self.rng.u8(0..24) {
            0..=8 => self.binary(depth),
            9..=11 => self.unary(depth),
            12..=14 => {
                let (node, ty) = (self.any(depth), self.ty());
                self.cast(node, ty)
            }
            15..=17 => self.assignment(depth),
            18 | 19 => {
                let (a, b) = (self.any(depth), self.any(depth));
                let (a, b, _) = self.meet(a, b);
                let op = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                Node { text: format!("({} {op} {})", a.text, b.text), ty: Int, bits: 0 }
            }
            20 => {
                let (a, b, op) = (self.any(depth), self.any(depth), self.pick(&["&&", "||"]));
                Node { text: format!("({} {op} {})", a.text, b.text), ty: Int, bits: 0 }
            }
            21 => {
                let (condition, a, b) = (self.any(depth), self.any(depth), self.any(depth));
                let (a, b, ty) = self.meet(a, b);
                let bits = if ty.is_signed() { a.bits.max(b.bits) } else { self.node(ty, String::new()).bits };
                Node { text: format!("({} ? {} : {})", condition.text, a.text, b.text), ty, bits }
            }
            22 => {
                let (a, b) = (self.any(depth), self.any(depth));
                Node { text: format!("({}, {})", a.text, b.text), ..b }
            }
            _ => {
                let (a, b, array) = (self.whole(depth), self.whole(depth), self.pick(&["cells", "rows"]));
                let (op, ty) = self.pick(&[("-", Long), ("-", Long), ("<", Int), ("==", Int)]);
                let ty = if self.model == Model::Ilp32 { Int } else { ty };
                let text = format!("(&{array}[(int)({} & 15)] {op} &{array}[(int)({} & 15)])", a.text, b.text);
                Node { text, ty, bits: 4 }
            }
        }
    }

    pub fn expression(&mut self) -> Item {
        let depth = self.rng.u32(2..5);
        let mut node = self.any(depth);
        // A truth value tells little about what it was computed from.
        if node.ty == Int && node.bits == 0 && !self.one_in(4) {
            node = self.any(depth);
        }
        Item { lines: std::mem::take(&mut self.lines), ty: node.ty, text: node.text, law: None }
    }
}
