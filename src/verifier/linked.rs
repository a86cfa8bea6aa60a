//! What is linked with a program so that it is a test of an execution: its functions that choose return what they
//! returned there.
//!
//! Whatever else verifiers know and a linker does not is in it as well, unless the program has its own, because a
//! definition of the program comes before a weak one. Functions that the execution does not call are defined for the
//! linker alone.

use super::sanitizer;
use crate::cfa::passes::{KNOWN, Known, is_nondeterministic};
use crate::cfa::{Program, PropertyKind};
use std::collections::BTreeMap;

/// What a call returned, as C.
pub struct Given<'a> {
    pub function: &'a str,
    pub ty: &'a str,
    pub value: &'a str,
}

/// The functions of which a call is an error.
pub fn errors() -> impl Iterator<Item = &'static str> {
    KNOWN
        .into_iter()
        .filter(|(_, known)| matches!(known, Known::Fails(PropertyKind::ErrorCall, _)))
        .map(|(name, _)| name)
}

/// The file that says what the inputs of an execution are that violates a property of this kind.
pub fn inputs(program: &Program, kind: PropertyKind, given: &[Given]) -> String {
    let mut text = String::from(
        "/* The inputs of a violation. Compile it with the program:\n   cc -g -fsanitize=address,undefined */\n",
    );
    let open = open(program);
    let mut by_function: BTreeMap<&str, (&str, Vec<&str>)> = BTreeMap::new();
    by_function.extend(open.iter().map(|(name, ty)| (*name, (ty.as_str(), Vec::new()))));
    for Given { function, ty, value } in given {
        by_function.entry(function).or_insert((ty, Vec::new())).1.push(value);
    }
    for (name, (ty, values)) in by_function {
        text += &choosing(name, ty, &values);
    }
    text += &sanitizer::violation();
    text += "\nextern void exit(int);\n#define WEAK __attribute__((weak))\n\n";
    for (name, known) in KNOWN {
        text += &ending(program, kind, name, known);
    }
    text
}

/// The functions that may return anything, with their types as C. What has members is not known to the linker's file.
fn open(program: &Program) -> BTreeMap<&str, String> {
    let open = program.functions.iter().filter(|f| !f.is_defined() && is_nondeterministic(&f.name));
    let typed = open.filter_map(|function| {
        let ty = program.types.describe(program.types.as_function(function.ty)?.ret.ty);
        (!ty.contains("struct") && !ty.contains("union")).then_some((function.name.as_str(), ty))
    });
    typed.collect()
}

/// A function that returns these values, one after the other.
fn choosing(name: &str, ty: &str, values: &[&str]) -> String {
    match (ty, values.len()) {
        ("void", _) => format!("\nvoid {name}(void) {{}}\n"),
        (_, 0) => format!("\n{ty} {name}(void) {{\n  static {ty} nothing;\n  return nothing;\n}}\n"),
        (_, count) => format!(
            "\n{ty} {name}(void) {{\n  static const {ty} values[] = {{{}}};\n  static unsigned at;\n  \
             return at < {count} ? values[at++] : 0;\n}}\n",
            values.join(", ")
        ),
    }
}

/// A function that ends executions; the C library has its own for assertions. Where something else is asked about, an
/// execution goes on behind an error, if the function may come back.
fn ending(program: &Program, kind: PropertyKind, name: &str, known: Known) -> String {
    let never_returns = program.functions.iter().any(|f| f.name == name && f.attributes.noreturn);
    let violated = |is_asked: bool| if is_asked || never_returns { "qicc_violated();" } else { "" };
    let checked = |end: &str| if end.is_empty() { String::new() } else { format!("if (!holds) {end}") };
    let (parameters, body) = match known {
        Known::Fails(PropertyKind::ErrorCall, _) => ("void", violated(kind == PropertyKind::ErrorCall).to_owned()),
        Known::Fails(..) => return String::new(),
        Known::Checks(None) => ("int holds", checked(violated(kind == PropertyKind::Assertion))),
        Known::Checks(Some(_)) => ("int holds, const char *why", checked(violated(kind == PropertyKind::Assertion))),
        Known::Assumes => ("int holds", checked("exit(0);")),
    };
    format!("WEAK void {name}({parameters}) {{ {body} }}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa;
    use crate::ctype::DataModel;
    use crate::frontend::sema;
    use crate::frontend::syntax::Unit;

    fn program(text: &str) -> Program {
        let (_, unit) = Unit::read(0, "a.c", text.as_bytes().to_vec());
        let unit = unit.expect("C");
        let dialect = sema::Dialect { model: DataModel::Lp64, gnu89_inline: false };
        let unit = sema::analyse(unit.number(), dialect, &unit).expect("types");
        cfa::build(vec![unit], &cfa::Options::default()).expect("an automaton")
    }

    #[test]
    fn inputs_in_their_order() {
        let program = program(
            "int nondet_int(void); _Bool nondet_bool(void); void reach_error(void);\n\
             int main(void) { if (nondet_bool()) reach_error(); return nondet_int(); }\n",
        );
        let given = ["4", "-1"].map(|value| Given { function: "nondet_int", ty: "int", value });
        let text = inputs(&program, PropertyKind::ErrorCall, &given);
        assert!(text.contains("int nondet_int(void)") && text.contains("{4, -1}"), "{text}");
        assert!(text.contains("_Bool nondet_bool(void)"), "{text}");
        assert!(text.contains("reach_error(void) { qicc_violated(); }") && text.contains("qicc_leave(77)"), "{text}");
        let text = inputs(&program, PropertyKind::Overflow, &[]);
        assert!(text.contains("reach_error(void) {  }") && text.contains("if (!holds) exit(0);"), "{text}");
    }
}
