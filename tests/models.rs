//! What verifiers are told that functions of the C library do is what they do: the definitions of `src/cfa/models.c`
//! are compiled and compared with the library of this machine on random arguments, by `tests/tools/models.c`.

mod common;

use common::TOOL_LIMIT;
use std::path::Path;
use std::process::Command;

#[test]
fn models_do_what_the_library_does() {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/models.c");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let binary = folder.path().join("models");
    let mut build = Command::new("gcc");
    build
        .args(["-w", "-O1", "-fno-builtin", "-ffp-contract=off", "-fwrapv"])
        .arg(driver)
        .arg("-o")
        .arg(&binary)
        .arg("-lm");
    let built = common::run(&mut build, b"", TOOL_LIMIT);
    assert!(built.success(), "{}", built.stderr_text());
    let run = common::run(&mut Command::new(&binary), b"", TOOL_LIMIT);
    assert!(run.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
