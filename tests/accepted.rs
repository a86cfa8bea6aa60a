//! Whether CBMC takes the C that we print: the emission of every program of `data/semantics` goes through `goto-cc` of
//! versions 6.6 and 5.12.

mod common;

use common::{Options, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let mut trials = Vec::new();
    for version in ["cbmc", "cbmc5"] {
        let Some(folder) = common::fetch(version) else { continue };
        let compiler = folder.join("bin/goto-cc");
        for path in common::files("semantics", "c") {
            let compiler = compiler.clone();
            let name = format!("{version}::{}", common::stem(&path));
            trials.push(Trial::test(name, move || check(&compiler, &path)));
        }
        trials.push(Trial::test(format!("{version}::nonsense_is_refused"), move || refused(&compiler)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(compiler: &Path, path: &Path) -> Result<(), Failed> {
    let options = Options::of(&fs::read(path)?);
    let folder = tempfile::tempdir()?;
    let printed = folder.path().join("printed.c");
    let mut qicc = common::qicc();
    let others = options.with.iter().map(|file| common::data("semantics/with").join(file));
    qicc.arg("emit").args(&options.args).arg(path).args(others);
    if options.models.as_deref() == Some("32") {
        qicc.arg("--32");
    }
    let emitted = common::run(qicc.arg("-o").arg(&printed).arg("--").args(&options.flags), b"", TOOL_LIMIT);
    if !emitted.success() {
        return Err(format!("exit code {:?}\n{}", emitted.code, emitted.stderr_text()).into());
    }
    compile(compiler, &printed)
}

fn compile(compiler: &Path, source: &Path) -> Result<(), Failed> {
    let object: PathBuf = source.with_extension("gb");
    let outcome = common::run(Command::new(compiler).arg("-c").arg(source).arg("-o").arg(&object), b"", TOOL_LIMIT);
    if outcome.success() && object.exists() {
        return Ok(());
    }
    Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into())
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
