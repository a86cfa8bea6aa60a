//! A program with many expressions: as a compiler gets it, which computes what is expected, and as a verifier gets it.

use crate::common::{self, Compiler, Model, TOOL_LIMIT};
use crate::values::*;
use crate::writer::{Input, Item, Writer};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// On how many inputs a law is tried before a verifier is asked to prove it.
const TRIALS: usize = 8;

/// What stands in front of every program.
const PRELUDE: &str = "\
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
enum low { LOW_A = -3, LOW_B = 4 };
enum high { HIGH_A = 2, HIGH_B = 9 };
struct fields {
    int a : 5; unsigned b : 7; _Bool c : 1; long long d : 33; unsigned e : 32;
    unsigned long long f : 50; signed char g : 3; unsigned short h : 11; int i : 15;
};
static int cells[16];
static struct fields rows[16];
static int sign_f(float x) { union { float x; unsigned u; } v; v.x = x; return v.u >> 31; }
static int sign_d(double x) { union { double x; unsigned long long u; } v; v.x = x; return v.u >> 63; }
static int sign_l(long double x) { union { long double x; unsigned short u[5]; } v; v.x = x; return v.u[4] >> 15; }
static int same_f(float x, float y) { return x != x ? y != y : x == y && sign_f(x) == sign_f(y); }
static int same_d(double x, double y) { return x != x ? y != y : x == y && sign_d(x) == sign_d(y); }
static int same_l(long double x, long double y) { return x != x ? y != y : x == y && sign_l(x) == sign_l(y); }
";

fn same(ty: Ty, left: &str, right: &str) -> String {
    match ty {
        Float => format!("same_f({left}, {right})"),
        Double => format!("same_d({left}, {right})"),
        LDouble => format!("same_l({left}, {right})"),
        _ => format!("{left} == {right}"),
    }
}

/// How inputs get their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Assumed,
    Constant,
    Free,
}

pub struct Batch {
    pub model: Model,
    pub kind: Kind,
    pub inputs: Vec<Input>,
    pub items: Vec<Item>,
    pub conversions: BTreeSet<(Ty, Ty)>,
    /// In the twin this item is changed, and its expectation is this.
    pub changed: usize,
    /// What the compiler's program computed.
    pub expected: Vec<u128>,
    pub flipped: u128,
}

impl Batch {
    pub fn new(seed: u64, count: usize, model: Model) -> Batch {
        let kind = [Kind::Assumed, Kind::Constant, Kind::Free][seed as usize % 3];
        let mut writer = Writer {
            rng: Rng::with_seed(seed),
            model,
            inputs: Vec::new(),
            conversions: BTreeSet::new(),
            lines: Vec::new(),
            fresh: 0,
        };
        let enums = [("enum low", Int), ("enum high", UInt)];
        let types = TYPES.iter().map(|ty| (ty.name(), *ty));
        for (declared, ty) in types.clone().chain(types).chain(enums) {
            if model == Model::Ilp32 && matches!(ty, I128 | U128) {
                continue;
            }
            let values = (0..TRIALS).map(|_| corner(&mut writer.rng, ty, model)).collect();
            let is_free = kind == Kind::Free && ty != LDouble && writer.rng.bool();
            writer.inputs.push(Input { name: format!("x{}", writer.inputs.len()), declared, ty, values, is_free });
        }
        let items: Vec<Item> =
            (0..count).map(|_| if kind == Kind::Free { writer.law() } else { writer.expression() }).collect();
        let changed = writer.rng.usize(0..count);
        let Writer { inputs, conversions, .. } = writer;
        Batch { model, kind, inputs, items, conversions, changed, expected: Vec::new(), flipped: 0 }
    }

    fn head(&self) -> String {
        let mut text = PRELUDE.to_owned();
        for (from, to) in &self.conversions {
            let suffix = ["f", "", "L"][*from as usize - Float as usize];
            // 2^128 is no float.
            let suffix = if *to == U128 { "L" } else { suffix };
            let bits = to.bits(self.model);
            let least = if to.is_signed() { format!(">= -0x1p{bits}{suffix}") } else { format!("> -1.0{suffix}") };
            _ = writeln!(
                text,
                "static {} to_{}_{}({} x) {{ return x {least} && x < 0x1p{bits}{suffix} ? ({})x : 0; }}",
                to.name(),
                *from as u8,
                *to as u8,
                from.name(),
                to.name()
            );
        }
        text
    }

    /// The fields get their values from inputs, which are numbered like the types.
    const FIELDS: &str = "struct fields in; in.a = x6; in.b = x7; in.c = x0; in.d = x10; in.e = x7; in.f = x11; \
                          in.g = x2; in.h = x5; in.i = x4;";

    fn body(&self, number: usize) -> String {
        let Item { lines, ty, text, law } = &self.items[number];
        let right = law.as_ref().map_or(String::new(), |law| format!(" {} right = {law};", ty.name()));
        format!("{} {} left = {text};{right}", lines.join(" "), ty.name())
    }

    /// The program that a verifier gets, with some of the items, and the lines of their assertions.
    pub fn program(&self, items: &[usize], is_twin: bool) -> (String, Vec<u64>) {
        let mut text = self.head();
        for input in &self.inputs {
            _ = writeln!(text, "extern {} __VERIFIER_nondet_{}(void);", input.declared, input.name);
        }
        text += "int main(void) {\n    unsigned pick = __VERIFIER_nondet_uint();\n";
        for Input { name, declared, ty, values, is_free } in &self.inputs {
            let value = literal(*ty, values[0], self.model);
            _ = match self.kind {
                Kind::Constant => writeln!(text, "    {declared} {name} = {value};"),
                _ if *is_free => writeln!(text, "    {declared} {name} = __VERIFIER_nondet_{name}();"),
                _ => writeln!(
                    text,
                    "    {declared} {name} = __VERIFIER_nondet_{name}(); __VERIFIER_assume({});",
                    same(*ty, name, &value)
                ),
            };
        }
        _ = writeln!(text, "    {}", Batch::FIELDS);
        let mut lines = Vec::new();
        for &number in items {
            let item = &self.items[number];
            let is_changed = is_twin && number == self.changed;
            let claim = match item.law {
                Some(_) if is_changed => format!("!({})", same(item.ty, "left", "right")),
                Some(_) => same(item.ty, "left", "right"),
                None => {
                    let raw = if is_changed { self.flipped } else { self.expected[number] };
                    same(item.ty, "left", &literal(item.ty, raw, self.model))
                }
            };
            _ = writeln!(text, "    {{ {}", self.body(number));
            // An execution ends where an assertion fails, so each is come to by executions of its own.
            _ = writeln!(text, "    if (pick == {number}) __VERIFIER_assert({claim}); }}");
            lines.push(text.lines().count() as u64);
        }
        (text + "    return 0;\n}\n", lines)
    }

    /// The program that a compiler gets: it prints the bits of each item, for several inputs if there are laws.
    pub fn native(&self) -> String {
        let mut text = format!("#include <stdio.h>\n#include <string.h>\n{}", self.head());
        text += "static void show(const void *x, int size) { unsigned char b[16] = {0}; memcpy(b, x, size); \
                 for (int i = 15; i >= 0; i--) printf(\"%02x\", b[i]); printf(\"\\n\"); }\n";
        for Input { name, declared, ty, values, .. } in &self.inputs {
            let values: Vec<String> = values.iter().map(|raw| literal(*ty, *raw, self.model)).collect();
            _ = writeln!(text, "static {declared} all_{name}[] = {{{}}};", values.join(", "));
        }
        let trials = if self.kind == Kind::Free { TRIALS } else { 1 };
        _ = writeln!(text, "int main(void) {{\n    for (int trial = 0; trial < {trials}; trial++) {{");
        for Input { name, declared, is_free, .. } in &self.inputs {
            let at = if *is_free { "trial" } else { "0" };
            _ = writeln!(text, "    {declared} {name} = all_{name}[{at}];");
        }
        _ = writeln!(text, "    {}", Batch::FIELDS);
        for (number, item) in self.items.iter().enumerate() {
            _ = match item.law {
                Some(_) => writeln!(
                    text,
                    "    {{ {} int holds = {}; show(&holds, 1); }}",
                    self.body(number),
                    same(item.ty, "left", "right")
                ),
                None => {
                    let size = item.ty.width(self.model).div_ceil(8);
                    writeln!(text, "    {{ {} show(&left, {size}); }}", self.body(number))
                }
            };
        }
        text + "    }\n    return 0;\n}\n"
    }

    /// Has the compiler compute what is expected.
    pub fn judge(&mut self, compiler: &Compiler, folder: &Path, flags: &[&str], rng: &mut Rng) -> Result<(), String> {
        let (source, binary) = (folder.join("native.c"), folder.join("native"));
        fs::write(&source, self.native()).map_err(|e| e.to_string())?;
        let mut command = compiler.command();
        // Otherwise gcc makes the negation of an integer's conversion of its difference from 0.0, and -0.0 of 0.0.
        command.args(["-w", "-O0", "-frounding-math"]).args(flags).arg(&source).arg("-o").arg(&binary);
        let built = common::run(&mut command, b"", TOOL_LIMIT);
        if !built.success() {
            return Err(format!("{command:?}: {}", built.stderr_text()));
        }
        let outcome = common::run(&mut Command::new(&binary), b"", common::RUN_LIMIT);
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let values: Vec<u128> = text.lines().filter_map(|line| u128::from_str_radix(line, 16).ok()).collect();
        if !outcome.success() || !outcome.stderr.is_empty() || !values.len().is_multiple_of(self.items.len()) {
            return Err(format!("the compiled program: {:?}, {}", outcome.code, outcome.stderr_text()));
        }
        if self.kind == Kind::Free {
            return match values.iter().position(|holds| *holds != 1) {
                Some(at) => Err(format!("no law: {}", self.body(at % self.items.len()))),
                None => Ok(()),
            };
        }
        self.flipped = flipped(rng, self.items[self.changed].ty, values[self.changed], self.model);
        self.expected = values;
        Ok(())
    }
}
