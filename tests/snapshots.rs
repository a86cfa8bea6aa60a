//! What `qicc cfa`, `qicc emit`, `qicc regions`, `qicc extract` and `qicc reduce` print for small programs, so that a
//! change in it is seen and read by a person.
//!
//! `x.c` in `data/cfa`, and so on, beside `x.expected`; `UPDATE=1` rewrites them. Those in `data/property` are for
//! `qicc cfa --check`; for those in `data/reduce` there is what each of the fold-reducers leaves.

mod common;

use common::{Options, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use qicc::reduce::REDUCERS;
use std::fs;
use std::path::Path;

fn main() {
    let trials = ["cfa", "emit", "property", "regions", "extract", "reduce"]
        .into_iter()
        .flat_map(|suite| common::files(suite, "c").into_iter().map(move |path| (suite, path)))
        .map(|(suite, path)| {
            let command = if suite == "property" { "cfa" } else { suite };
            Trial::test(format!("{suite}::{}", common::stem(&path)), move || check(command, &path))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(command: &str, path: &Path) -> Result<(), Failed> {
    let options = Options::of(&fs::read(path)?);
    let found = match command {
        "reduce" => folded(&options, path)?,
        _ => printed(command, &options, &[], path)?,
    };
    Ok(common::check_expected(&path.with_extension("expected"), found.as_bytes())?)
}

/// What all fold-reducers leave. Those that leave the same are named together, as in figure 3 of paper 002.
fn folded(options: &Options, path: &Path) -> Result<String, Failed> {
    let mut found: Vec<(Vec<&str>, String)> = Vec::new();
    for (reducer, _) in REDUCERS.into_iter().filter(|(name, _)| *name != "id") {
        let text = printed("reduce", options, &["--reducer", reducer], path)?;
        match found.iter_mut().find(|(_, known)| *known == text) {
            Some((reducers, _)) => reducers.push(reducer),
            None => found.push((vec![reducer], text)),
        }
    }
    Ok(found.into_iter().map(|(reducers, text)| format!("/* {} */\n{text}\n", reducers.join(", "))).collect())
}

fn printed(command: &str, options: &Options, more: &[&str], path: &Path) -> Result<String, Failed> {
    let print = || {
        let mut qicc = common::qicc();
        // Run where the file is, so that no path of this machine gets into the text.
        qicc.current_dir(path.parent().expect("a folder")).arg(command).args(&options.args).args(more);
        qicc.arg(path.file_name().expect("a file")).arg("--").args(&options.flags);
        common::run(&mut qicc, b"", TOOL_LIMIT)
    };
    let outcome = print();
    if !outcome.success() {
        return Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into());
    }
    if print() != outcome {
        return Err("two runs print different texts".into());
    }
    Ok(String::from_utf8(outcome.stdout)?)
}
