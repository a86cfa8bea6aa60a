//! CBMC's models of C library functions: whether a text needs them, and whether they are there.
//!
//! CBMC reads its models with gcc, on every run. Where it does not find gcc it says nothing and goes on without them:
//! `malloc` then returns a pointer to nowhere, into which writes get lost, and `abort` comes back. So a text that calls
//! a function without a body gets gcc; and since there may be none on this machine, it also gets a start that first
//! tries whether a model is there. What we write stands behind the text, so that its lines stay where they are.

use crate::emit::{LAYOUT_FUNCTION, Printed, ProbeKind};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What the assertion says that fails where there are no models.
pub(super) const CANARY: &str = "library";

/// Functions that do not come back, according to their models.
const NO_RETURN: [&str; 4] = ["_Exit", "_exit", "exit", "abort"];

/// A text as CBMC gets it.
#[derive(Clone, Debug)]
pub(super) struct Complete {
    pub(super) text: String,
    /// Whether models are needed.
    pub(super) models: bool,
    /// Whether something of ours runs before the entry.
    started: bool,
}

impl Complete {
    pub(super) fn new(printed: &Printed) -> Complete {
        let models = !undefined(&printed.text).is_empty() || printed.text.contains("__builtin_");
        let mut text = printed.text.clone();
        text += &printed.layout;
        let mut first = String::new();
        if !printed.layout.is_empty() {
            first += &format!("    {LAYOUT_FUNCTION}();\n");
        }
        if models {
            first += &canary(&printed.text, &mut text);
        }
        if !first.is_empty() {
            for probe in &printed.probes {
                let ProbeKind::Entry(function) = probe.what else { continue };
                let Some(entry) = printed.functions.get(&function) else { continue };
                _ = write!(text, "void {}(void)\n{{\n{first}    {entry}();\n}}\n", start(entry));
            }
        }
        Complete { text, models, started: !first.is_empty() }
    }

    /// The function where execution starts, for an entry with this name.
    pub(super) fn start(&self, entry: &str) -> String {
        if self.started { start(entry) } else { entry.to_owned() }
    }
}

fn start(entry: &str) -> String {
    format!("qicc_start_{entry}")
}

/// What finds out whether there are models; declares what it needs.
fn canary(printed: &str, text: &mut String) -> String {
    let Some(model) = NO_RETURN.iter().find(|name| !printed.contains(*name)) else { return String::new() };
    let (parameter, argument) = if *model == "abort" { ("void", "") } else { ("int", "0") };
    _ = writeln!(text, "extern void {model}({parameter});");
    format!(
        "    int canary;
    if (canary) {{
        {model}({argument});
        __CPROVER_assert(0, \"{CANARY}\");
        __CPROVER_assume(0);
    }}
"
    )
}

/// Functions that the text declares and does not define, other than those that give arbitrary values and CBMC's own.
/// The printer writes a declaration on one line, and a definition with its brace on the next. Whatever looks different
/// counts as undefined: then gcc is started in vain, and nothing else happens.
fn undefined(text: &str) -> BTreeSet<&str> {
    let (mut declared, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')) {
        let Some((before, _)) = line.split_once('(') else { continue };
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        let name = &before[start..];
        if line.trim_end().ends_with(';') {
            declared.insert(name)
        } else {
            defined.insert(name)
        };
    }
    let harmless = ["nondet_", "__VERIFIER_nondet_", "__CPROVER_", "_Static_assert"];
    declared.retain(|name| !defined.contains(name) && !harmless.iter().any(|prefix| name.starts_with(prefix)));
    declared.retain(|name| !(NO_RETURN.contains(name) && says_itself_that_it_ends(text, name)));
    declared
}

/// Whether control stops behind each call of this function by the text's own words, so that no model is needed for
/// that.
fn says_itself_that_it_ends(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let calls = line.contains(&call) && !line.starts_with("extern ");
        if calls && !(line.starts_with(&call) && lines.peek() == Some(&"__CPROVER_assume(0);")) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_undefined_when_it_is_only_declared() {
        let text = "extern void *malloc(unsigned long);\nstatic int f(int);\nint nondet_int(void);\nint main(void);\n\
                    int x = 3;\nstatic int f(int a)\n{\n    g(a);\n}\nint main(void)\n{\n}\n";
        assert_eq!(undefined(text), BTreeSet::from(["malloc"]));
    }

    #[test]
    fn a_call_that_ends_needs_no_model() {
        let text =
            |behind: &str| format!("extern void exit(int);\nint main(void)\n{{\n    exit(1);\n    {behind}\n}}\n");
        assert!(undefined(&text("__CPROVER_assume(0);")).is_empty());
        assert_eq!(undefined(&text("x = 1;")).len(), 1);
    }

    #[test]
    fn what_looks_strange_counts_as_undefined() {
        assert_eq!(undefined("int (*f)(void);\n").len(), 1);
    }
}
