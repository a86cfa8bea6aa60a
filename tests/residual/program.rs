//! Random programs that tell what they do: every statement has a number, and says it with a value.
//!
//! All names begin with the prefix of the program, so that many fit into one file. Everything is written before it is
//! read, nothing is undefined, and no order is left open: numbers are from 0 to 15, indices stay in their arrays, the
//! result of a call is stored when it is there. Every loop asks for inputs.

use fastrand::Rng;
use std::fmt::Write as _;

/// What programs may use that is defined elsewhere.
pub const HEAD: &str = "\
extern int any(int);
extern void t(int, int);
extern void abort(void) __attribute__((__noreturn__));
extern void __VERIFIER_assume(int);
extern void __CPROVER_assert(_Bool, const char *);
";

struct Writer {
    rng: Rng,
    text: String,
    /// The next number of a statement, of an input, of an assertion.
    numbers: u32,
    labels: u32,
    functions: u32,
    /// Whether many assertions are wanted.
    asserts: bool,
}

/// A program whose entry is called `main` behind the prefix.
pub fn random(seed: u64, prefix: &str, asserts: bool) -> String {
    let rng = Rng::with_seed(seed);
    let mut writer = Writer { rng, text: String::new(), numbers: 0, labels: 0, functions: 0, asserts };
    writer.program();
    writer.text.replace("P_", prefix)
}

impl Writer {
    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
    }

    fn program(&mut self) {
        self.line(HEAD);
        self.line("struct P_s { int a; int b[4]; struct P_s *next; };");
        self.line("static int P_g = 1, P_h, P_arr[8]; static struct P_s P_r; static int *P_p = &P_h;");
        let number = self.number();
        let second = self.number();
        _ = writeln!(self.text, "static void P_add(int *p, int v) {{ t({number}, v); *p = (*p + v) & 15; }}");
        _ = writeln!(
            self.text,
            "static int P_fill(int *a, int n) {{ int i; for (i = 0; i < n; i++) a[i] = i; t({second}, n); return n; }}"
        );
        self.line("static int (*P_f)(int, int *);");
        for id in 0..self.rng.u32(1..4) {
            self.function(id);
            self.functions = id + 1;
        }
        self.line("int P_main(void) { int x = 1, y = 2, z = 0, a[4] = {0}; int *p = &z; struct P_s r = {0};");
        if self.rng.bool() {
            let id = self.rng.u32(0..self.functions);
            _ = writeln!(self.text, "P_f = P_f{id};");
        } else {
            self.line("P_f = P_f0;");
        }
        self.statements(3, false);
        self.line("return 0; }");
    }

    /// A function: with locals that have addresses or without, static ones, and maybe one that calls itself.
    fn function(&mut self, id: u32) {
        let addressed = self.rng.bool();
        _ = writeln!(self.text, "static int P_f{id}(int x, int *q) {{ int y = x, z = 1; struct P_s r = {{0}};");
        self.line(match addressed {
            true => "int a[4] = {0}; int *p = &y; P_fill(a, 4);",
            false => "static int P_kept[4]; int *a = P_kept, *p = q;",
        });
        if self.rng.u32(0..3) == 0 {
            let number = self.number();
            _ = writeln!(self.text, "static int P_n; P_n = (P_n + 1) & 15; t({number}, P_n); z = P_n;");
        }
        if self.rng.u32(0..3) == 0 {
            let (number, address) = (self.number(), self.address());
            _ = writeln!(self.text, "t({number}, x); if (x > 0) y = P_f{id}((x & 3) - 1, {address});");
        }
        self.statements(2, true);
        let number = self.number();
        _ = writeln!(self.text, "t({number}, *p); return (y + z) & 15; }}");
    }

    fn address(&mut self) -> &'static str {
        ["&P_g", "&P_h", "p", "P_p"][self.rng.usize(0..4)]
    }

    fn value(&mut self) -> String {
        match self.rng.u32(0..12) {
            0..=4 => ["x", "y", "z", "P_g", "P_h"][self.rng.usize(0..5)].to_owned(),
            5 => "*p".into(),
            6 => "a[x & 3]".into(),
            7 => "P_arr[y & 7]".into(),
            8 => "r.a".into(),
            9 => "P_r.b[z & 3]".into(),
            10 => "*P_p".into(),
            _ => self.rng.u32(0..6).to_string(),
        }
    }

    fn place(&mut self) -> String {
        match self.rng.u32(0..12) {
            0..=4 => ["x", "y", "z", "P_g", "P_h"][self.rng.usize(0..5)].to_owned(),
            5 => "*p".into(),
            6 => "a[P_g & 3]".into(),
            7 => "P_arr[x & 7]".into(),
            8 => "r.a".into(),
            9 => "P_r.b[y & 3]".into(),
            10 => "*P_p".into(),
            _ => "r.b[1]".into(),
        }
    }

    fn test(&mut self) -> String {
        let (a, b) = (self.value(), self.value());
        let op = ["<", "==", "!=", ">="][self.rng.usize(0..4)];
        match self.rng.u32(0..6) {
            0 => format!("{a} {op} {b} && {} > 2", self.value()),
            1 => format!("any({}) > 3", self.number()),
            _ => format!("{a} {op} {b}"),
        }
    }

    fn say(&mut self, value: &str) {
        let number = self.number();
        _ = writeln!(self.text, "t({number}, {value});");
    }

    fn statements(&mut self, depth: u32, inside: bool) {
        for _ in 0..self.rng.u32(1..5) {
            self.statement(depth, inside);
        }
    }

    fn statement(&mut self, depth: u32, inside: bool) {
        let (place, value, other) = (self.place(), self.value(), self.value());
        let number = self.number();
        let test = self.test();
        match self.rng.u32(0..if depth > 0 { 22 } else { 14 }) {
            0..=1 => _ = writeln!(self.text, "{place} = any({number});"),
            2..=4 => _ = writeln!(self.text, "{place} = ({value} + {other}) & 15;"),
            5 => {
                let address = self.address();
                _ = writeln!(self.text, "P_add({address}, {value});");
            }
            6 => {
                let address = ["&y", "&z", "&P_arr[2]", "&P_r.a", "&r.b[1]", "&a[1]"][self.rng.usize(0..6)];
                _ = writeln!(self.text, "P_add({address}, {value});");
            }
            7..=9 if self.functions > 0 => {
                let (id, address) = (self.rng.u32(0..self.functions), self.address());
                _ = writeln!(self.text, "{{ int v = P_f{id}({value} & 3, {address}); {place} = v; }}");
            }
            10 if !inside && self.rng.bool() => {
                _ = writeln!(self.text, "{{ int v = P_f({value} & 1, &P_h); {place} = v; }}")
            }
            11 => {
                let copies = ["p = &x;", "P_p = &P_g;", "P_p = &P_arr[3];", "P_r = r;", "r = P_r;"];
                self.text += copies[self.rng.usize(0..5)];
            }
            12 => self.assert(&value),
            13 if self.rng.u32(0..4) == 0 => _ = writeln!(self.text, "if ({value} > 13) abort();"),
            13 if self.rng.u32(0..3) == 0 => {
                self.say(&other);
                _ = writeln!(self.text, "if ({test}) return {value};");
            }
            13 if self.rng.u32(0..3) == 0 => _ = writeln!(self.text, "__VERIFIER_assume({value} < 15);"),
            14..=16 => {
                _ = writeln!(self.text, "if ({test}) {{");
                self.statements(depth - 1, inside);
                if self.rng.bool() {
                    self.line("} else {");
                    self.statements(depth - 1, inside);
                }
                self.line("}");
            }
            17..=18 => {
                _ = writeln!(self.text, "while (any({number}) > {}) {{", self.rng.u32(2..5));
                self.say(&value);
                self.statements(depth - 1, inside);
                if self.rng.u32(0..3) == 0 {
                    _ = writeln!(self.text, "if ({test}) {};", ["break", "continue"][self.rng.usize(0..2)]);
                }
                self.line("}");
            }
            19 => {
                _ = writeln!(self.text, "switch ({value}) {{ case 0:");
                self.statements(depth - 1, inside);
                self.text += ["break;", ""][self.rng.usize(0..2)];
                self.line("case 1: case 3:");
                self.statements(depth - 1, inside);
                self.line("break; default:");
                self.statements(depth - 1, inside);
                self.line("}");
            }
            20 => {
                self.labels += 1;
                let label = self.labels;
                _ = writeln!(self.text, "if ({test}) goto l{label};");
                self.statements(depth - 1, inside);
                _ = writeln!(self.text, "l{label}: ;");
            }
            21 => {
                // A loop that is also entered in its midst.
                self.labels += 1;
                let label = self.labels;
                _ = writeln!(self.text, "if ({test}) goto m{label};\nk{label}: ;");
                self.statements(depth - 1, inside);
                _ = writeln!(self.text, "m{label}: ;");
                self.say(&value);
                _ = writeln!(self.text, "if (any({number}) > 4) goto k{label};");
            }
            _ => _ = writeln!(self.text, "P_g = (P_g + 1) & 15;"),
        }
        let value = self.value();
        match self.rng.u32(0..4) {
            0 if self.asserts => self.assert(&value),
            0..=1 => self.say(&value),
            _ => {}
        }
    }

    fn assert(&mut self, value: &str) {
        let number = self.number();
        let test = match self.rng.bool() {
            true => format!("({value} & {}) != 0", 1 << self.rng.u32(0..4)),
            false => format!("{value} < {}", 6 + number % 11),
        };
        _ = writeln!(self.text, "__CPROVER_assert({test}, \"{number}\");");
    }
}
