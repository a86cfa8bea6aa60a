//! The loops around a program: which there are, and the C text with them.

use super::fragment::Fragment;
use std::fmt;
use std::fmt::Write as _;

/// How often a loop goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// 10.
    Small,
    /// 200.
    Large,
    /// As often as a number says that comes from outside.
    Arbitrary,
}

/// How many loops there are around the assertion, and how many of them around the fact: the names of table 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Structure {
    Baseline,
    Single1,
    Single2,
    Double1,
    Double2,
    Double3,
}

/// One of the 34 ways to put loops around a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scenario {
    pub structure: Structure,
    /// From the outside in.
    pub bounds: Vec<Bound>,
}

impl Bound {
    pub const ALL: [Bound; 3] = [Bound::Small, Bound::Large, Bound::Arbitrary];

    fn word(self) -> &'static str {
        match self {
            Bound::Small => "small",
            Bound::Large => "large",
            Bound::Arbitrary => "arbitrary",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Bound::Small => "10",
            Bound::Large => "200",
            Bound::Arbitrary => "rounds",
        }
    }
}

impl Structure {
    pub const ALL: [Structure; 6] = [
        Structure::Baseline,
        Structure::Single1,
        Structure::Single2,
        Structure::Double1,
        Structure::Double2,
        Structure::Double3,
    ];

    /// Loops around the assertion, and those of them that are also around the fact.
    fn loops(self) -> (usize, usize) {
        match self {
            Structure::Baseline => (0, 0),
            Structure::Single1 => (1, 1),
            Structure::Single2 => (1, 0),
            Structure::Double1 => (2, 2),
            Structure::Double2 => (2, 1),
            Structure::Double3 => (2, 0),
        }
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Structure::Baseline => "Baseline",
            Structure::Single1 => "Single 1",
            Structure::Single2 => "Single 2",
            Structure::Double1 => "Double 1",
            Structure::Double2 => "Double 2",
            Structure::Double3 => "Double 3",
        })
    }
}

impl Scenario {
    /// All of them, in the order of table 1.
    pub fn all() -> Vec<Scenario> {
        let mut all = Vec::new();
        for structure in Structure::ALL {
            let bounds: Vec<Vec<Bound>> = match structure.loops().0 {
                0 => vec![Vec::new()],
                1 => Bound::ALL.map(|bound| vec![bound]).into(),
                _ => Bound::ALL.iter().flat_map(|outer| Bound::ALL.map(|inner| vec![*outer, inner])).collect(),
            };
            all.extend(bounds.into_iter().map(|bounds| Scenario { structure, bounds }));
        }
        all
    }

    /// The row of table 1: two loops with the same bound are in the row of one.
    pub fn row(&self) -> String {
        let mut words: Vec<&str> = self.bounds.iter().map(|bound| bound.word()).collect();
        words.dedup();
        words.join("/")
    }

    /// A name for files: `double-2-small-large`.
    pub fn name(&self) -> String {
        let words = self.bounds.iter().map(|bound| format!("-{}", bound.word()));
        self.structure.to_string().to_lowercase().replace(' ', "-") + &words.collect::<String>()
    }

    /// A program with the loops of this scenario around it.
    pub fn text(&self, fragment: &Fragment) -> String {
        let (_, around_fact) = self.structure.loops();
        let mut text = "#include <assert.h>\n".to_owned();
        for declaration in DECLARATIONS {
            let name = declaration.split(['(', ' ']).find(|word| word.starts_with("__"));
            let used = |name: &str| fragment.fact.contains(name) || fragment.assertion.contains(name);
            if name.is_some_and(|name| used(name) || self.bounds.contains(&Bound::Arbitrary) && name == NUMBER) {
                _ = writeln!(text, "extern {declaration};");
            }
        }
        text += "\nint main(void)\n{\n";
        if self.bounds.contains(&Bound::Arbitrary) {
            _ = writeln!(text, "    int rounds = {NUMBER}();");
        }
        let loops = self.bounds.iter().zip(NAMES).map(|(bound, counter)| {
            let bound = bound.text();
            format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{")
        });
        let mut lines: Vec<String> = loops.collect();
        lines.insert(around_fact, fragment.fact.clone());
        for (number, lines) in lines.iter().enumerate() {
            text += &indented(lines, number - usize::from(number > around_fact));
        }
        let loops = self.bounds.len();
        text += &indented(&fragment.assertion, loops);
        for depth in (0..loops).rev() {
            text += &indented("}", depth);
        }
        text + "    return 0;\n}\n"
    }
}

/// The names of what the loops have for themselves.
pub(super) const NAMES: [&str; 3] = ["outer", "inner", "rounds"];

/// Any number.
const NUMBER: &str = "__VERIFIER_nondet_int";

/// What programs may use; only what they do use is declared.
const DECLARATIONS: [&str; 6] = [
    "void __CPROVER_assert(_Bool, const char *)",
    "void __CPROVER_assume(_Bool)",
    "int __VERIFIER_nondet_int(void)",
    "unsigned int __VERIFIER_nondet_uint(void)",
    "float __VERIFIER_nondet_float(void)",
    "double __VERIFIER_nondet_double(void)",
];

/// With the indentation of the fragment itself kept.
fn indented(text: &str, depth: usize) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{}{line}\n", "    ".repeat(depth + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty_four() {
        let all = Scenario::all();
        assert_eq!(all.len(), 34);
        let names: std::collections::BTreeSet<String> = all.iter().map(Scenario::name).collect();
        assert_eq!(names.len(), 34);
        let count = |structure| all.iter().filter(|scenario| scenario.structure == structure).count();
        assert_eq!(Structure::ALL.map(count), [1, 3, 3, 9, 9, 9]);
    }

    #[test]
    fn facts_lie_where_the_structure_says() {
        let fragment = Fragment { name: "x".into(), fact: "int x = 0;".into(), assertion: "assert(x == 0);".into() };
        let scenario = Scenario { structure: Structure::Double2, bounds: vec![Bound::Arbitrary, Bound::Small] };
        assert_eq!((scenario.row(), scenario.name()), ("arbitrary/small".into(), "double-2-arbitrary-small".into()));
        let expected = "\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    for (int outer = 0; outer < rounds; outer++) {
        int x = 0;
        for (int inner = 0; inner < 10; inner++) {
            assert(x == 0);
        }
    }
    return 0;
}
";
        assert_eq!(scenario.text(&fragment), expected);
        let scenario = Scenario { structure: Structure::Baseline, bounds: Vec::new() };
        let body = "    int x = 0;\n    assert(x == 0);\n    return 0;\n";
        assert_eq!(scenario.text(&fragment), format!("#include <assert.h>\n\nint main(void)\n{{\n{body}}}\n"));
    }
}
