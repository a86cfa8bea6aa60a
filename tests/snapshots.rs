//! What `qicc cfa`, `qicc emit`, `qicc regions`, `qicc extract` and `qicc reduce` print for small programs, so that a
//! change in it is seen and read by a person.
//!
//! `x.c` in `data/cfa`, and so on, beside `x.expected`; `UPDATE=1` rewrites them. Those in `data/property` are for
//! `qicc cfa --check`.

mod common;

use common::{Options, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
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
    let print = || {
        let mut qicc = common::qicc();
        // Run where the file is, so that no path of this machine gets into the text.
        qicc.current_dir(path.parent().expect("a folder"));
        qicc.arg(command).args(&options.args).arg(path.file_name().expect("a file")).arg("--").args(&options.flags);
        common::run(&mut qicc, b"", TOOL_LIMIT)
    };
    let outcome = print();
    if !outcome.success() {
        return Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into());
    }
    if print() != outcome {
        return Err("two runs print different texts".into());
    }
    Ok(common::check_expected(&path.with_extension("expected"), &outcome.stdout)?)
}
