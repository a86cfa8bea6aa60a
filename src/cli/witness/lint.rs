//! `qicc witness lint`: everything that is wrong with the file of a witness.

use crate::cli::OK;
use crate::cli::output::{self, Format};
use crate::report::{SCHEMA, Word, printable};
use crate::source::Diagnostic;
use crate::witness::{self, Fault, Subject, Weight};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  qicc witness lint witness.yml            what breaks the rules of the format
  qicc witness lint witness.graphml main.c also what does not fit the program: hashes, lines, columns
  qicc witness lint --strict witness.yml   also unknown keys, and rules that tools often do not keep

Exit codes: 0 nothing is wrong · 1 there are faults · 2 the files cannot be read.";

/// There is something wrong.
const FAULTS: u8 = 1;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The witness: GraphML or YAML, also compressed
    witness: PathBuf,

    /// The files of the program
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Also report what real tools do, and many readers overlook
    #[arg(long)]
    strict: bool,

    /// How to show it
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(args: &Args) -> u8 {
    match args.text() {
        Ok((text, faults)) => match output::result(&text, None) {
            OK if faults => FAULTS,
            code => code,
        },
        Err(error) => output::unusable(error),
    }
}

impl Args {
    /// What is printed, and whether there are faults.
    fn text(&self) -> Result<(String, bool), Diagnostic> {
        let all = std::iter::once(&self.witness).chain(&self.files).cloned().collect();
        let (path, files) = witness::file::among(all, 0);
        let subject = match files.as_slice() {
            [] => None,
            files => Some(Subject::read(files)?),
        };
        let reading = witness::read(&witness::file::text(&path)?, subject.as_ref());
        let mut faults = reading.faults;
        faults.retain(|fault| self.strict || fault.weight != Weight::Lax);
        let text = match self.format {
            Format::Json => json(&path, &faults),
            Format::Text => lines(&path, &faults),
        };
        Ok((text, !faults.is_empty()))
    }
}

fn lines(path: &Path, faults: &[Fault]) -> String {
    let styles = output::styles(&std::io::stdout());
    let mut text = String::new();
    let file = path.display();
    for fault in faults {
        let word = match fault.weight {
            Weight::Unusable => styles.paint(Word::Violated, "unusable"),
            Weight::Wrong => styles.paint(Word::Unknown, "wrong"),
            Weight::Lax => styles.paint(Word::Aside, "lax"),
        };
        _ = writeln!(text, "{file}:{}: {word}: {}", fault.line, printable(&fault.text));
    }
    match faults.len() {
        0 => _ = writeln!(text, "{file}: {}", styles.paint(Word::Proved, "no faults")),
        1 => _ = writeln!(text, "1 fault"),
        count => _ = writeln!(text, "{count} faults"),
    }
    text
}

fn json(path: &Path, faults: &[Fault]) -> String {
    let all = All {
        schema: SCHEMA,
        witness: path.display().to_string(),
        faults: faults
            .iter()
            .map(|fault| One { line: fault.line, weight: fault.weight.word(), text: &fault.text })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct All<'a> {
    schema: u32,
    witness: String,
    faults: Vec<One<'a>>,
}

#[derive(Serialize)]
struct One<'a> {
    line: u32,
    weight: &'static str,
    text: &'a str,
}
