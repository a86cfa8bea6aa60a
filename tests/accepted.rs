//! Whether verifiers take the C that we print, and see in it what we think they see.
//!
//! The emission of every program of `data/semantics`, for a compiler and for CBMC, goes through `goto-cc` of versions
//! 6.6 and 5.12; for SV-COMP, through gcc. The loops that we number are the loops that both versions of CBMC number.
//! Some programs are run by both: they come to their end with the exit code that they have when they are compiled.

mod common;

use common::{Options, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use qicc::cfa::PropId;
use qicc::emit::{Dialect, Printed, for_verifier};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that CBMC finishes in a few seconds, one for each part of C that printing for it could get wrong.
const RUN: &[&str] = &[
    "alloca_and_vla_return",
    "anonymous_members",
    "arrays_of_arrays",
    "bitfields",
    "bool_type",
    "builtins_bits",
    "builtins_misc",
    "builtins_overflow",
    "compound_literals",
    "const_volatile",
    "designated_init",
    "evaluation_once",
    "fnptr_struct_dispatch",
    "function_pointers",
    "gnu_zero_size",
    "gotos",
    "inline_functions",
    "int_conversions",
    "irreducible",
    "label_places",
    "link_inline",
    "nan_inf",
    "nested_structs_arrays",
    "packed_structs",
    "pointer_arithmetic",
    "recursion",
    "short_circuit",
    "statement_expressions",
    "static_initialisers",
    "static_locals",
    "struct_by_value",
    "switch_shapes",
];

fn main() {
    let mut trials = Vec::new();
    for path in common::files("semantics", "c") {
        let name = format!("gcc::sv-comp::{}", common::stem(&path));
        trials.push(Trial::test(name, move || compiles_for_all(&path)));
    }
    for version in ["cbmc", "cbmc5"] {
        let Some(folder) = common::fetch(version) else { continue };
        let (compiler, cbmc) = (folder.join("bin/goto-cc"), folder.join("bin/cbmc"));
        for path in common::files("semantics", "c") {
            for dialect in ["native", "cbmc"] {
                let (compiler, path) = (compiler.clone(), path.clone());
                let name = format!("{version}::{dialect}::{}", common::stem(&path));
                trials.push(Trial::test(name, move || check(&compiler, dialect, &path)));
            }
            if RUN.contains(&common::stem(&path).as_str()) {
                let (cbmc, path) = (cbmc.clone(), path.clone());
                let name = format!("{version}::runs::{}", common::stem(&path));
                trials.push(Trial::test(name, move || same_end(&cbmc, version, &path)));
            }
            let cbmc = cbmc.clone();
            let name = format!("{version}::loops::{}", common::stem(&path));
            trials.push(Trial::test(name, move || same_loops(&cbmc, &path)));
        }
        trials.push(Trial::test(format!("{version}::nonsense_is_refused"), move || refused(&compiler)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(compiler: &Path, dialect: &str, path: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let printed = folder.path().join("printed.c");
    emit(dialect, path, &printed)?;
    compile(compiler, &printed)
}

fn compiles_for_all(path: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let printed = folder.path().join("printed.c");
    emit("sv-comp", path, &printed)?;
    let text = fs::read_to_string(&printed)?;
    if let Some(line) = text.lines().find(|line| line.starts_with("#line") || line.starts_with("#include")) {
        return Err(format!("a directive: {line}").into());
    }
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu11", "-fsyntax-only"]).arg(&printed);
    let outcome = common::run(&mut gcc, b"", TOOL_LIMIT);
    if outcome.success() { Ok(()) } else { Err(outcome.stderr_text().into()) }
}

fn emit(dialect: &str, path: &Path, printed: &Path) -> Result<(), Failed> {
    let options = Options::of(&fs::read(path)?);
    let mut qicc = common::qicc();
    let others = options.with.iter().map(|file| common::data("semantics/with").join(file));
    qicc.args(["emit", "--dialect", dialect]).args(&options.args).arg(path).args(others);
    if options.models.as_deref() == Some("32") {
        qicc.arg("--32");
    }
    let emitted = common::run(qicc.arg("-o").arg(printed).arg("--").args(&options.flags), b"", TOOL_LIMIT);
    if emitted.success() { Ok(()) } else { Err(format!("{:?}\n{}", emitted.code, emitted.stderr_text()).into()) }
}

fn compile(compiler: &Path, source: &Path) -> Result<(), Failed> {
    let object: PathBuf = source.with_extension("gb");
    let outcome = common::run(Command::new(compiler).arg("-c").arg(source).arg("-o").arg(&object), b"", TOOL_LIMIT);
    if outcome.success() && object.exists() {
        return Ok(());
    }
    Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into())
}

/// A program of `data/semantics` as CBMC gets it.
fn printed(path: &Path) -> Result<Printed, Failed> {
    let program = common::program(path)?;
    let all: BTreeSet<PropId> = (0..program.properties.len() as u32).map(PropId).collect();
    Ok(for_verifier(&program, Dialect::Cbmc, &all))
}

/// Names and lines of loops, ours and CBMC's; models of library functions have loops that we do not number.
fn same_loops(cbmc: &Path, path: &Path) -> Result<(), Failed> {
    let printed = printed(path)?;
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("printed.c");
    fs::write(&source, &printed.text)?;
    let outcome = common::run(Command::new(cbmc).args(["--show-loops", "--json-ui"]).arg(&source), b"", TOOL_LIMIT);
    let messages: serde_json::Value = serde_json::from_slice(&outcome.stdout)?;
    let theirs = messages.as_array().into_iter().flatten().filter_map(|message| message["loops"].as_array()).flatten();
    let theirs = theirs
        .filter(|a_loop| a_loop["sourceLocation"]["file"].as_str().is_some_and(|file| file.ends_with("printed.c")));
    let theirs: BTreeSet<(String, String)> = theirs
        .map(|a_loop| (text(&a_loop["name"]), text(&a_loop["sourceLocation"]["line"])))
        .filter(|(name, _)| !name.starts_with("qicc_"))
        .collect();
    let ours: BTreeSet<(String, String)> = printed
        .loops
        .iter()
        .map(|a_loop| (format!("{}.{}", printed.functions[&a_loop.function], a_loop.number), a_loop.line.to_string()))
        .collect();
    if ours == theirs && printed.lines.len() == printed.text.lines().count() {
        return Ok(());
    }
    let only = |a: &BTreeSet<(String, String)>, b| a.difference(b).map(|one| format!("{one:?}")).collect::<Vec<_>>();
    Err(format!("only ours: {:?}\nonly theirs: {:?}\n{}", only(&ours, &theirs), only(&theirs, &ours), printed.text)
        .into())
}

/// CBMC comes to the end of the program, all of it, with the exit code that the program has.
fn same_end(cbmc: &Path, version: &str, path: &Path) -> Result<(), Failed> {
    let expected = String::from_utf8_lossy(&fs::read(path.with_extension("expected"))?).into_owned();
    let code = expected.lines().find_map(|line| line.strip_prefix("exit: ")).unwrap_or("none").to_owned();
    let printed = printed(path)?;
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("printed.c");
    let driver = format!(
        "void driver(void)\n{{\n    int code = main();\n    __CPROVER_assert((code & 255) == {code}, \"same\");\n    \
         __CPROVER_assert(0, \"end\");\n}}\n"
    );
    fs::write(&source, format!("{}\n{driver}", printed.text))?;
    let mut run = Command::new(cbmc);
    run.args(["--function", "driver", "--unwind", "34", "--unwinding-assertions"]).arg(&source);
    if version == "cbmc" {
        run.arg("--no-standard-checks");
    }
    let outcome = common::run(&mut run, b"", TOOL_LIMIT);
    let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
    let results = said.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.rsplit_once(": "));
    for (what, result) in results.clone() {
        let reached = what.ends_with(" end") || what.contains("probe:");
        // CBMC's own checks of its models are not ours.
        if (result == "FAILURE") != reached && !what.contains("precondition") {
            return Err(format!("{what}: {result}\n{}", printed.text).into());
        }
    }
    match results.filter(|(what, _)| what.ends_with(" end") || what.ends_with(" same")).count() {
        2 => Ok(()),
        _ => Err(format!("exit code {:?}\n{said}{}", outcome.code, outcome.stderr_text()).into()),
    }
}

fn text(value: &serde_json::Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The test can fail.
fn refused(compiler: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("wrong.c");
    fs::write(&source, "int main(void) { return x; }\n")?;
    match compile(compiler, &source) {
        Ok(()) => Err("an undeclared name is accepted".into()),
        Err(_) => Ok(()),
    }
}
