//! Laws of arithmetic: two ways to write what has the same value whatever the operands are.

use crate::common::Model;
use crate::values::*;
use crate::writer::{Item, Writer};

impl Writer {
    /// The operands `a`, `b`, `c` are evaluated once; of their values a law holds, which is wrapped in a conversion.
    pub fn law(&mut self) -> Item {
        const WHOLE: [(&str, &str); 20] = [
            ("a + b", "b + a"),
            ("a - b", "a + (~b + 1)"),
            ("a ^ b", "(a | b) - (a & b)"),
            ("a + b", "(a & b) + (a | b)"),
            ("~(a & b)", "~a | ~b"),
            ("~(a | b)", "~a & ~b"),
            ("a ^ b ^ b", "a"),
            ("-(a - b)", "b - a"),
            ("-a", "~a + 1"),
            ("(a + b) << k", "(a << k) + (b << k)"),
            ("(a ^ b) >> k", "(a >> k) ^ (b >> k)"),
            ("a % ((U)1 << k)", "a & (((U)1 << k) - 1)"),
            ("a >> k", "a / ((U)1 << k)"),
            ("a << k", "a * ((U)1 << k)"),
            ("(U)(a < b)", "(U)!(b <= a)"),
            ("(U)((S)a < (S)b)", "(U)((a ^ (U)1 << (sizeof(U) * 8 - 1)) < (b ^ (U)1 << (sizeof(U) * 8 - 1)))"),
            ("(U)(S)(signed char)a", "((a & 255) ^ 128) - 128"),
            ("c ? a : b", "!c ? b : a"),
            ("(U)!(a && c)", "(U)(!a || !c)"),
            ("(a & 15) * ((b & 15) + (c & 15))", "(c & 15) * (a & 15) + (b & 15) * (a & 15)"),
        ];
        // Products and quotients are of few bits: that two circuits for them agree is hard to prove.
        const DIVIDED: (&str, &str) = ("a & 63", "(a & 63) / (b & 7 | 1) * (b & 7 | 1) + (a & 63) % (b & 7 | 1)");
        const FLOATS: [(&str, &str); 8] = [
            ("a + b", "b + a"),
            ("a * b", "b * a"),
            ("a - b", "a + -b"),
            ("a + a", "a * 2"),
            ("-(-a)", "a"),
            ("(U)(a < b)", "(U)!(a >= b || a != a || b != b)"),
            ("(U)(float)(double)(float)a", "(U)(float)a"),
            ("(U)(double)(int)c", "(U)(int)c"),
        ];
        let is_whole = !self.one_in(4);
        let wide: &[Ty] =
            if self.model == Model::Ilp32 { &[UInt, ULong, ULLong] } else { &[UInt, ULong, ULLong, U128] };
        let ty = if is_whole { self.pick(wide) } else { self.pick(&[Float, Double]) };
        let law = match is_whole {
            true if self.one_in(20) => DIVIDED,
            true => self.pick(&WHOLE),
            false => self.pick(&FLOATS),
        };
        let mut operands = Vec::new();
        for name in ["a", "b", "c"] {
            // No circuit for a product or a quotient is in front: two that differ are hard to tell to be equal.
            let at = self.rng.usize(0..self.inputs.len());
            let leaf = self.node(self.inputs[at].ty, self.inputs[at].name.clone());
            let leaf = if leaf.ty.is_float() && self.one_in(2) { self.leaf() } else { leaf };
            let node = self.cast(leaf, if name == "c" { Int } else { ty });
            operands.push(format!("{} {name} = {};", if name == "c" { "int" } else { ty.name() }, node.text));
        }
        let width = ty.width(self.model);
        let k = self.rng.u32(0..width.min(31));
        let signed = if is_whole { TYPES[ty as usize - 1].name() } else { "int" };
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(format!("typedef {} U; typedef {signed} S; enum {{ k = {k} }};", ty.name()));
        lines.extend(operands);
        Item { lines, ty, text: law.0.into(), law: Some(law.1.into()) }
    }
}
