//! Small programs, and what exactly is known at the heads of their loops: what proofs need, and what must not be
//! concluded.

use super::Ranges;
use crate::cfa::display::Names;
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::tests::built;
use crate::cfa::{FuncId, LocId, Program};
use crate::pointer::Pointers;

fn function(program: &Program, name: &str) -> FuncId {
    FuncId(program.functions.iter().position(|function| function.name == name).expect("a function") as u32)
}

/// The heads of the loops of a function, in the order in which control gets there.
fn heads(program: &Program, id: FuncId) -> Vec<LocId> {
    let dominators = Dominators::new(&CfaFlow::new(program[id].cfa().expect("a body")));
    let loops = Loops::new(&dominators);
    dominators.order.iter().copied().filter(|loc| loops.is_head(*loc)).collect()
}

/// The conditions at the entry of a function, and at its loops.
fn conditions(text: &str, name: &str) -> Vec<String> {
    let program = built(text);
    let pointers = Pointers::of(&program);
    let ranges = Ranges::of(&pointers);
    let id = function(&program, name);
    let cfa = program[id].cfa().expect("a body");
    let names = Names::new(&program, cfa);
    let at = |loc: LocId| match ranges.at(id, loc) {
        None => "never".to_string(),
        Some(facts) => {
            let conditions = facts.iter().map(|fact| names.expr(&fact.condition(&program.types)));
            conditions.collect::<Vec<String>>().join(", ")
        }
    };
    std::iter::once(cfa.entry).chain(heads(&program, id)).map(at).collect()
}

#[track_caller]
fn check(text: &str, name: &str, expected: &[&str]) {
    assert_eq!(conditions(text, name), expected, "{name} in {text}");
}

#[test]
fn conditions_say_what_types_do_not() {
    check("int main(void) { int i; for (i = 0; i < 9; i++); return i; }", "main", &["", "i >= 0 & i <= 9"]);
    check("int main(void) { unsigned i; for (i = 0; i < 9; i++); return i; }", "main", &["", "i <= 9"]);
    check("int main(void) { long i; for (i = 9; i > 0; i--); return i; }", "main", &["", "i >= 0 & i <= 9"]);
    let byte = "unsigned char c; int main(void) { for (c = 0; c < 9; c++); return c; }";
    check(byte, "main", &["(int)c == 0", "(int)c <= 9"]);
    check("int rand(void); int main(void) { int i = 3; while (rand()); return i; }", "main", &["", "i == 3"]);
}

#[test]
fn entries_that_are_not_main_find_anything() {
    let text = "int g = 3; const int c = 4; static int s; int rand(void);
                void f(int n) { while (n < g + c + s) n++; }";
    check(text, "f", &["c == 4", "c == 4"]);
    let before = "int g = 3; int rand(void); __attribute__((constructor)) static void early(void) { g = 5; }
                  int main(void) { while (rand()) g |= 0; return g; }";
    check(before, "main", &["", ""]);
}

#[test]
fn functions_that_are_known_outside_find_anything() {
    let text = "void at(void (*)(int)); int rand(void); static int g, own;
                static void back(int n) { own = 3; while (n > g) n--; }
                int main(void) { g = 2; at(back); while (rand()) g += own * 0; return g; }";
    check(text, "back", &["", "own == 3"]);
    // It can have been called, or not.
    check(text, "main", &["g == 0, own == 0", "g == 2"]);
}

#[test]
fn what_was_never_written_is_anything() {
    check("int rand(void); int main(void) { _Bool b; int i; while (rand()) i += b; return i; }", "main", &["", ""]);
    let sometimes = "int rand(void); int main(void) { int i; if (rand()) i = 1; while (rand()) i += 0; return i; }";
    check(sometimes, "main", &["", ""]);
    let stays = "int rand(void); int main(void) { _Bool b = rand(); while (rand()); return b; }";
    check(stays, "main", &["", "(int)b <= 1"]);
}

#[test]
fn assertions_count_where_the_program_ends() {
    let ends = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
                int rand(void); int main(void) { int i = rand();
                i < 5 ? (void)0 : __assert_fail(\"\", \"\", 1, \"\"); while (rand()) i *= 1; return i; }";
    check(ends, "main", &["", "i <= 4"]);
    let goes_on = "void __CPROVER_assert(int, const char *); int rand(void); int main(void) { int i = rand();
                   __CPROVER_assert(i < 5, \"\"); while (rand()); return i; }";
    check(goes_on, "main", &["", ""]);
}

#[test]
fn where_control_never_gets_nothing_holds() {
    let text = "int rand(void); static void f(int n) { while (n) n--; }
                int main(void) { int i; for (i = 0; i < 5; i++); if (i > 5) f(i); return 0; }";
    check(text, "f", &["never", "never"]);
}

#[test]
fn large_and_unsigned_numbers() {
    let text = "int rand(void); int main(void) { unsigned long u = 0xfffffffffffffff0ul; while (rand() && u != 0) u++; return 0; }";
    check(text, "main", &["", ""]);
    let top = "int rand(void); int main(void) { unsigned long u = 0xfffffffffffffff0ul; while (rand()) if (u < 0xfffffffffffffffeul) u++; return u; }";
    check(top, "main", &["", "u >= 18446744073709551600 & u <= 18446744073709551614"]);
    let huge = "int rand(void); int main(void) { __int128 h = 3; int i = (int)h; while (rand()); return i + (int)h; }";
    check(huge, "main", &["", ""]);
}
