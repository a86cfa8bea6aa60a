//! What `--save DIR` keeps beside the folders of the tasks: what is what, and the result.

use super::output;

use super::question::Question;
use crate::emit::{self, Dialect};
use crate::report::{self, Detail, Report, Styles};
use crate::source::Result;
use crate::strategy::Request;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The result, and a text that says what else there is.
pub(super) fn save(folder: &Path, readme: &str, report: &Report) -> Result<()> {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| output::cannot_write(&path, error))
    };
    write("README", readme)?;
    write("report.json", &report::json(report))?;
    write("report.txt", &report::text(report, Styles { colours: false }, Detail::Verbose))
}

/// About the tasks of a verifier.
pub(super) fn readme(question: &Question, tasks: &BTreeMap<u32, (String, Request)>, report: &Report) -> String {
    let mut text = format!(
        "\
What qicc {} asked {} about {}.

report.txt, report.json   the result; `qicc explain json` has the fields
task-N/                   a task: step-K.sh runs its process number K again, step-K.out and step-K.err are what it said
text-N/                   a program as the verifier got it, and what was made of it once for several tasks
task-0/                   how the verifier was asked for its version

The scripts run without the limits of time and memory.

",
        env!("CARGO_PKG_VERSION"),
        report.verifier.as_deref().unwrap_or("nobody"),
        report.files.join(", ")
    );
    for (number, (label, request)) in tasks {
        _ = writeln!(text, "task-{number}, {label}, asks about");
        for property in &request.properties {
            let number = property.0 as usize;
            let kind = question.program.properties[number].description.as_str();
            _ = writeln!(text, "    qicc:{number}  {}  {}", question.ids[number], report::printable(kind));
        }
    }
    text
}

/// A program that is asked about, for who wants to look at it: in CBMC's words, since it has one for every question.
pub(super) fn program(folder: &Path, what: &str, question: &Question) -> Result<()> {
    let printed = emit::for_verifier(&question.program, Dialect::Cbmc, &question.asked);
    let mut text = format!("// {what}. What is asked about it:\n");
    for property in &question.asked {
        let name = question.ids[property.0 as usize].to_string();
        _ = writeln!(text, "// qicc:{}  {}", property.0, report::printable(&name));
    }
    for (property, why) in &printed.inexpressible {
        _ = writeln!(text, "// qicc:{} is not in it: {why}", property.0);
    }
    let path = folder.join("program.c");
    std::fs::write(&path, format!("{text}\n{}", printed.text)).map_err(|error| output::cannot_write(&path, error))
}
