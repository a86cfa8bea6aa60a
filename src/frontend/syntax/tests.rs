//! What lang-c gets to see, and what comes back.

use super::symbol::Names;
use super::*;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, Statement};

fn read(source: &str) -> Result<Unit> {
    Unit::read(0, "test.c", source.as_bytes().to_vec()).1
}

/// The texts for lang-c of all declarations, one a line, the declarations of types in front left out.
fn texts(source: &str) -> String {
    let unit = read(source).unwrap().parts;
    let texts = unit.resolved.chunks.iter().map(|chunk| {
        let written = write::write(&unit.tokens, &unit.live, &unit.resolved, chunk);
        written.text[written.places[0].0 as usize..].trim_end().to_owned()
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Parses on a big stack, as the driver does.
fn parse(source: &str) -> Result<Vec<External>> {
    let source = source.to_owned();
    let run = move || read(&source)?.externals().collect();
    crate::frontend::load::with_threads(1, run)?
}

/// The message and its place for a wrong source.
fn message(source: &str) -> String {
    let (text, unit) = Unit::read(0, "test.c", source.as_bytes().to_vec());
    let error = match unit {
        Err(error) => error,
        Ok(unit) => unit.externals().find_map(Result::err).unwrap(),
    };
    let (start, _) = text.range(error.span.unwrap().start);
    let line = text.line_of(start);
    format!("{}:{}: {}", text.user_line(line).number, start - text.lines[line as usize] + 1, error.message)
}

/// The expression that the last function returns at its end.
fn returned(source: &str) -> Expression {
    let externals = parse(source).unwrap();
    let ExternalDeclaration::FunctionDefinition(function) = &externals.last().unwrap().node.node else { panic!() };
    let Statement::Compound(items) = &function.node.statement.node else { panic!() };
    let BlockItem::Statement(last) = &items.last().unwrap().node else { panic!("{items:?}") };
    let last = match &last.node {
        Statement::Labeled(labeled) => &labeled.node.statement,
        _ => last,
    };
    let Statement::Return(Some(value)) = &last.node else { panic!("{last:?}") };
    value.node.clone()
}

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(texts(source), expected, "{source}");
    parse(source).unwrap_or_else(|error| panic!("{source}: {}", error.message));
}

#[test]
fn gnu_forms() {
    check("int f(int a) { return a ?: 2; }", "int f ( int a ) { return a ? __qicc_same : 2 ; }");
    check("int f(void) { return __alignof__(int); }", "int f ( void ) { return sizeof ( int ) ; }");
    check("unsigned __int128 x; __int128_t y;", "__qicc_u128 x ;\n__qicc_i128 y ;");
    check("__int128 const unsigned x;", "__qicc_u128 const x ;");
    check("int x = sizeof(unsigned __int128 *);", "int x = sizeof ( __qicc_u128 * ) ;");
    check("__extension__ typedef __signed__ char c;", "typedef signed char c ;");
    check("static __thread int x;", "static _Thread_local int x ;");
    check("__float128 q = 1.5q;", "_Float128 q = 1.5F128 ;");
    check("void f(void) { asm(\"nop\"); }", "void f ( void ) { __asm__ ( \"nop\" ) ; }");
    check("void f(void) { asm volatile inline (\"nop\"); }", "void f ( void ) { __asm__ volatile ( \"nop\" ) ; }");
    check("int a$b;", &format!("int __qicc_name{} ;", Names::new().len()));
    check(
        "int x = __builtin_types_compatible_p(int, char *);",
        "int x = __builtin_types_compatible_p ( sizeof ( int ) , sizeof ( char * ) ) ;",
    );
    check("void f(int *a) { __auto_type x = *a; }", "void f ( int * a ) { __typeof__ ( ( 0 , * a ) ) x = * a ; }");
    check("void f(void) { __label__ a, b; a: b: ; }", "void f ( void ) { a : b : ; }");
    check(
        "void f(int x) { switch (x) { case 1 ... 3: default: } }",
        "void f ( int x ) { switch ( x ) { case 1 ... 3 : default : ; } }",
    );
    check("void f(void) { l: int x; }", "void f ( void ) { l : ; int x ; }");
    check("struct s { int a, b; } x = { a: 1, .b = 2 };", "struct s { int a , b ; } x = { a : 1 , . b = 2 } ;");
    check("int a[9] = { [1] 5, [2 ... 4] = 6, };", "int a [ 9 ] = { [ 1 ] 5 , [ 2 ... 4 ] = 6 , } ;");
    check(
        "struct s {}; struct s f(void) { return (struct s){}; }",
        "struct s { } ;\nstruct s f ( void ) { return ( struct s ) { __qicc_empty } ; }",
    );
    check("struct s { ; int a;; int b };", "struct s { int a ; int b ; } ;");
    check("int x = sizeof (int[]){1, 2}[0] + 1;", "int x = sizeof ( ( int [ ] ) { 1 , 2 } [ 0 ] ) + 1 ;");
    check("_Static_assert(1); int x;", "_Static_assert ( 1 , \"\" ) ;\nint x ;");
}

#[test]
fn implicit_int() {
    check("main() {}", "int main ( ) { }");
    check("static x; const y = 3; z;", "static int x ;\nconst int y = 3 ;\nint z ;");
    check("f(a, b) char b; { return a; }", "int f ( a , b ) char b ; { return a ; }");
    check("*f() {}", "int * f ( ) { }");
    check(
        "void f(void) { register i; static j = 1; g(); }",
        "void f ( void ) { register int i ; static int j = 1 ; g ( ) ; }",
    );
    check("unsigned x; int f(register x) { return x; }", "unsigned x ;\nint f ( register int x ) { return x ; }");
}

#[test]
fn literals() {
    check("int x = 1'000 + 0b11;", "int x = 1000 + 0b11 ;");
    check("double d = 0x1.8p3, e = 1.5d, f = 0xd;", "double d = 0x1.8p3 , e = 1.5 , f = 0xd ;");
    check("char *s = L\"a\" \"b\";", "char * s = L\"a\" \"b\" ;");
    check(r#"char *s = "\e[0m\d\u00e9";"#, r#"char * s = "\033[0mdé" ;"#);
    let (_, unit) = Unit::read(0, "x.c", b"/* \xff */ char s[] = \"\xff\\\xfe\";".to_vec());
    let unit = unit.unwrap().parts;
    let written = write::write(&unit.tokens, &unit.live, &unit.resolved, &unit.resolved.chunks[0]);
    assert_eq!(written.text.trim_end(), r#"char s [ ] = "\377\376" ;"#);
    check("int a<:2:>;", "int a [ 2 ] ;");
    let name = format!("__qicc_name{}", Names::new().len());
    check("int é = 1, \\u00e9;", &format!("int {name} = 1 , {name} ;"));
}

/// Whether the value that the last function returns is a cast or a type's size, and not an operation on objects.
fn is_type_use(source: &str) -> bool {
    match returned(source) {
        Expression::Cast(_) | Expression::SizeOfTy(_) | Expression::CompoundLiteral(_) => true,
        Expression::BinaryOperator(operation) => {
            assert!(matches!(operation.node.operator.node, BinaryOperator::Multiply | BinaryOperator::BitwiseAnd));
            false
        }
        Expression::SizeOfVal(_) | Expression::Call(_) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_that_are_types_here() {
    for source in [
        "int f(int *x) { return (T)*x; }",
        "int f(int *T) { { typedef int T; } return (int)*T; }",
        "int f(int *x) { { int T = 1; } return (T)*x; }",
        "int f(int *x) { for (int T = 0; T < 1; T++) ; return (T)*x; }",
        "int f(int *x) { T: return (T)*x; }",
        "int f(int *x) { struct { T T; } s; return (T)*x; }",
        "int f(int *x) { struct T { int a; } s = {0}; return (T)*x; }",
        "int f(int g(int T), int *x) { return (T)*x; }",
        "int f(int *x) { int g(int T); return (T)*x; }",
        "int f(int *x) { { enum { T }; } return (T)*x; }",
        "int f(int *x) { typedef int *T; return (T)x; }",
        "int f(void) { return sizeof(T); }",
        "int f(int *x, int n) { int a = sizeof(int (*)(int T)); return (T)*x; }",
        "int f(int *x) { if (sizeof(enum { T })) ; return (T)*x; }",
        "int f(int *x) { while (sizeof(enum { T }) > 9) ; return (T)*x; }",
        "int f(int *x) { if (x) sizeof(enum { T }); else sizeof(enum { T }); return (T)*x; }",
        "int f(int *x) { do sizeof(enum { T }); while (0); return (T)*x; }",
        "int f(x, T2) int *x; T T2; { return (T)*x; }",
    ] {
        assert!(is_type_use(&format!("typedef int T; {source}")), "{source}");
    }
}

#[test]
fn names_that_are_objects_here() {
    for source in [
        "int f(int T, int x) { return (T)*x; }",
        "int f(T T, int x) { return (T)*x; }",
        "int (f)(int T, int x) { return (T)*x; }",
        "int (*f(int T, int x))(void) { return (T)*x; }",
        "int f(int x) { int T = 2; return (T)*x; }",
        "int f(int x) { T T = 2; return (T)*x; }",
        "int f(int x) { T y = 1, T = 2; return (T)*x; }",
        "int f(int x) { enum { T = 2 }; return (T)*x; }",
        "int f(int x) { struct { enum { T } e; } s; return (T)*x; }",
        "int f(int x) { extern int T; return (T)&x; }",
        "int f(int x) { int T(int); return (T)(x); }",
        "int f(int x) { int T = 1; { typedef int T; } return (T)*x; }",
        "int f(int x, int T) { return sizeof(T); }",
        "int f(int x) { int T = 1; return sizeof (T); }",
        "int f(enum { T } e, int x) { return (T)*x; }",
    ] {
        assert!(!is_type_use(&format!("typedef int T; {source}")), "{source}");
    }
}

#[test]
fn declarations_and_expressions_of_names() {
    let with_t = |rest: &str| format!("typedef int T; {rest}");
    let shown = |rest: &str| texts(&with_t(rest)).split_once('\n').unwrap().1.to_owned();
    assert_eq!(
        shown("void f(int T) { T * 2; }"),
        "void f ( int T ) { T * 2 ; }",
        "no type in it: nothing to tell apart"
    );
    assert_eq!(
        shown("void f(T a, int T) { s.T = p->T + T; goto T; T: ; struct T x = { .T = T, T: T }; }"),
        "void f ( T a , int T__qicc_shadow ) { s . T = p -> T + T__qicc_shadow ; goto T ; T : ; \
         struct T x = { . T = T__qicc_shadow , T : T__qicc_shadow } ; }"
    );
    assert_eq!(
        shown("void f(void) { for (T *x; ; ) ; }"),
        "void f ( void ) { for ( __attribute__ (()) T * x ; ; ) ; }"
    );
    assert_eq!(shown("__typeof__(T *) x;"), "__typeof__ ( __attribute__ (()) T * ) x ;");
    assert_eq!(shown("int f(int (T));"), "int f ( int ( register T ) ) ;");
    assert_eq!(shown("int f(int (x));"), "int f ( int ( x ) ) ;");
}

#[test]
fn a_shadow_keeps_its_name() {
    let unit = read("typedef int T; int f(T a, int T) { return T; } int a$;").unwrap();
    assert_eq!(unit.side().original_name("T__qicc_shadow"), "T");
    assert_eq!(unit.side().original_name("x"), "x");
    let mangled = texts("int a$;").replace("int ", "").replace(" ;", "");
    assert_eq!(read("int a$;").unwrap().side().original_name(&mangled), "a$");
}

#[test]
fn unsupported_bodies() {
    let construct = |source: &str| {
        let externals = parse(source).unwrap();
        externals.into_iter().find_map(|external| external.unsupported).unwrap().message
    };
    assert_eq!(construct("void f(void *p) { goto *p; }"), "a computed goto is not supported");
    let address = "the address of a label (`&&label`) is not supported";
    assert_eq!(construct("void f(void) { void *p = &&l; l: ; }"), address);
    assert_eq!(construct("void f(void) { void *p = (void *)&&l; l: ; }"), address);
    assert_eq!(
        construct("void f(void) { int g(void) { return 1; } g(); }"),
        "a function inside a function is not supported"
    );
    assert_eq!(construct("void f(void) { asm goto (\"\" : : : : l); l: ; }"), "`asm goto` is not supported");
    assert!(parse("int f(int a, int b) { return a && b; }").unwrap().iter().all(|e| e.unsupported.is_none()));
    assert_eq!(parse("asm(\".globl x\"); int y;").unwrap()[0].kind, ExternalKind::FileAsm);
}

#[test]
fn side_table() {
    let unit = read(
        "__attribute__((noreturn, __aligned__(8))) void f(int a __attribute__((unused))) __attribute((weak)) \
         [[deprecated(\"x\")]];\n\
         #pragma pack(push, 2)\nstruct s { char c; _Alignas(int) char d; };\n#pragma pack(pop)\nint z;",
    )
    .unwrap();
    let side = unit.side();
    let names = |attributes: &mut dyn Iterator<Item = &Attribute>| {
        attributes.map(|attribute| attribute.name.clone()).collect::<Vec<_>>().join(" ")
    };
    let token = |spelling: &str| (0..).find(|t| unit.text().token(*t) == spelling.as_bytes()).unwrap();
    assert_eq!(names(&mut side.attributes_preceding(token("void"))), "noreturn aligned");
    assert_eq!(names(&mut side.attributes_following(token("a") + 1)), "unused");
    assert_eq!(names(&mut side.attributes_between(0, token("struct"))), "noreturn aligned weak deprecated");
    assert_eq!(names(&mut side.attributes_between(token("void"), token("struct"))), "weak deprecated");
    assert_eq!(names(&mut side.attributes_between(token("c"), token("d"))), "aligned");
    assert_eq!(side.pack_at(token("struct")), Some(2));
    assert_eq!(side.pack_at(token("z")), None);
    assert_eq!(unit.externals().count(), 3);
}

#[test]
fn messages() {
    assert_eq!(message("int f(void) {\n  int x\n  return x;\n}"), "2:7: expected `;` after `x`");
    assert_eq!(message("int f(void) { return 1 + ; }"), "1:26: unexpected `;`");
    assert_eq!(message("int f(void) { x y; }"), "1:15: unknown type name `x`");
    assert_eq!(message("foo bar;"), "1:1: unknown type name `foo`");
    assert_eq!(message("int f(foo x);"), "1:7: unknown type name `foo`");
    assert_eq!(message("int f(void) { return (1; }"), "1:26: unexpected `}`: the `(` of line 1 is still open");
    assert_eq!(message("int f(void) { return 1; "), "1:13: this `{` is never closed");
    assert_eq!(message("int x; }"), "1:8: unexpected `}`: nothing is open here");
    assert_eq!(message("int x = \"a;\n"), "1:9: missing closing \"");
    assert_eq!(message("int x = @;"), "1:9: unexpected character `@`");
    assert_eq!(message("# 7 \"a.c\"\nint x = 1 2;"), "7:11: expected `;` or an operator before `2`");
    assert_eq!(message("void f(void) { else ; }"), "1:16: `else` without an `if`");
    assert_eq!(message("int int x;"), "1:5: one `int` too many in this type");
    assert_eq!(message("## x\nint x;"), "1:1: `##` is left in preprocessed text");
    assert_eq!(message("#include <x.h>\n"), "1:1: `#include` is left in preprocessed text");
    assert_eq!(message("#pragma once\n#pragma weak x\nint x;"), "2:1: `#pragma weak` is not supported");
    let deep = format!("int x = {}1{};", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(message(&deep), "1:1009: brackets nested more than 1000 deep");
    let long = format!("int x = 1{};", "+1".repeat(30_000));
    assert_eq!(message(&long), "1:40010: more than 20000 operators or statements within each other");
    let long = format!("void f(int x) {{ {}; }}", "if (x); else ".repeat(30_000));
    assert!(message(&long).ends_with("more than 20000 operators or statements within each other"));
}

#[test]
fn comments_splices_and_markers() {
    let source = "/* a\n */ int // x\n ab\\\ncd;\n# 40 \"u.h\" 2\nint y;\n#line 7\nint z;\n_Pragma(\"pack(1)\") int w;";
    let unit = read(source).unwrap();
    assert_eq!(unit.text().token(1), b"abcd");
    let line = |token: u32| {
        let line = unit.text().user_line(unit.text().line_of(unit.text().range(token).0));
        format!("{}:{}", unit.text().file(line.file), line.number)
    };
    assert_eq!([line(1), line(4), line(7)], ["test.c:3", "u.h:40", "u.h:7"]);
    assert_eq!(unit.side().pack_at(9), Some(1));
}

#[test]
fn long_and_deep_programs() {
    let list = format!("int a[] = {{ {} }};", "1,".repeat(100_000));
    let statements = format!("void f(int x) {{ {} }}", "x = x + 1;".repeat(50_000));
    let chain = format!("void f(int x) {{ {} ; }}", "if (x) x = 1; else ".repeat(5_000));
    let sum = format!("int f(int x) {{ return x{}; }}", " + x".repeat(5_000));
    let casts = format!("int f(int x) {{ return {}x; }}", "(int)".repeat(2_000));
    let parentheses = format!("int x = {}1{};", "(".repeat(999), ")".repeat(999));
    let calls = format!("int f(int x) {{ return {}x{}; }}", "f(".repeat(900), ")".repeat(900));
    let blocks = format!("void f(void) {{ {} {} }}", "{".repeat(990), "}".repeat(990));
    for source in [list, statements, chain, sum, casts, parentheses, calls, blocks] {
        parse(&source).unwrap_or_else(|error| panic!("{}", error.message));
    }
}
