//! `qicc why FILE:LINE`: what was tried for the properties of a line, what was sent, and what came back.

use super::question::{self, Question};
use super::run::{self, Ran};
use super::{how, input, limits, output};
use crate::cfa::PropId;
use crate::exec::Workspace;
use crate::report::{self, Attempt, Progress, Target, Why};
use crate::source::Diagnostic;
use crate::strategy::{Outcome, Subject, Try};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc why main.c:120                    the regions in which the properties of line 120 were tried, and how that ended
  qicc why --code main.c:120             with the C that the verifier got each time
  qicc why list.h:31 a.c b.c -- -I.      a line of a header, in a program of two files
  qicc why --save tasks main.c:120       keep every task, with the command that reruns it

A miss is no bug: the region may start in a state that the program is never in. Only the whole
program has the last word.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "qicc why [OPTIONS] FILE:LINE [FILE]... [-- <C FLAGS>...]")]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    #[command(flatten)]
    how: how::Args,

    #[command(flatten)]
    limits: limits::Args,

    /// Show the C that the verifier got
    #[arg(long, help_heading = "Output")]
    code: bool,

    /// Show what the verifier wrote
    #[arg(long, help_heading = "Output")]
    words: bool,

    /// Keep every task in this folder, with the command that reruns it
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Output")]
    save: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> u8 {
    let since = Instant::now();
    let (file, line, input) = match args.input.at_a_place() {
        Ok(place) => place,
        Err(error) => return output::unusable(error),
    };
    let mut question = match Question::of(&input, &args.asked) {
        Ok(question) => question,
        Err(code) => return code,
    };
    let in_file = |id: &PropId| Some(*id).zip(line_in(&question, *id, &file));
    let found: Vec<(PropId, u32)> = question.asked.iter().filter_map(in_file).collect();
    let properties: BTreeSet<PropId> = found.iter().filter(|(_, at)| *at == line).map(|(id, _)| *id).collect();
    if properties.is_empty() {
        let message = format!("there is nothing to prove in line {line} of {}", file.display());
        let near = found.iter().map(|(_, at)| *at).min_by_key(|at| at.abs_diff(line));
        let near = near.map(|at| format!("the nearest line with something is {at}; ")).unwrap_or_default();
        let help = format!("{near}`qicc regions FILE` lists the properties; --check asks for other kinds");
        return output::unusable(Diagnostic::new("place", message).help(help));
    }
    question.asked = properties;
    match args.ask(&question) {
        Ok((ran, workspace)) => args.show(&question, input.names(), ran, &workspace, since),
        Err(error) => output::unusable(error),
    }
}

impl Args {
    fn ask(&self, question: &Question) -> Result<(Ran, std::sync::Arc<Workspace>), Diagnostic> {
        let workspace = run::workspace(self.save.as_deref())?;
        let progress = Progress::new(Target::Nowhere);
        let ran = run::run(run::Setup {
            question,
            verifier: self.how.verifier()?,
            // What was not needed would only confuse.
            way: &self.how.gamble().without_speculation(),
            jobs: self.limits.jobs(),
            traces: true,
            limits: self.limits.limits(),
            spent: crate::verifier::Usage::default(),
            workspace: workspace.clone(),
            observer: progress.observer(),
            needless: None,
        })?;
        Ok((ran, workspace))
    }

    fn show(&self, question: &Question, files: Vec<String>, ran: Ran, workspace: &Workspace, since: Instant) -> u8 {
        let mut properties: Vec<PropId> = question.asked.iter().copied().collect();
        properties.sort_by_key(|id| question.place(*id));
        let attempts: Vec<Vec<Attempt>> = properties
            .iter()
            .map(|property| {
                let tries = ran.tried.get(property).map(Vec::as_slice).unwrap_or_default();
                tries.iter().map(|tried| self.attempt(question, *property, tried, &ran, workspace)).collect()
            })
            .collect();
        let report = run::report(files, question, ran, since);
        let text = report::why(&Why { report: &report, attempts: &attempts }, output::styles(&std::io::stdout()));
        match output::result(&text, None) {
            super::OK => report.outcome().exit_code(),
            failed => failed,
        }
    }

    fn attempt(&self, question: &Question, property: PropId, tried: &Try, ran: &Ran, workspace: &Workspace) -> Attempt {
        let names = ran.names.as_ref();
        let region = names.map(|names| names[tried.region].clone());
        let same = |subject: &Subject| match (subject, tried.rung) {
            (Subject::Region(region, rung), Some(wanted)) => *region == tried.region && *rung == wanted,
            (Subject::Whole(_), None) => true,
            _ => false,
        };
        let asked = ran.asked.iter().filter(|(_, (_, request))| {
            same(&request.subject) && request.effort == tried.effort && request.properties.contains(&property)
        });
        let folders: Vec<PathBuf> =
            asked.map(|(number, _)| workspace.task(*number)).filter(|folder| folder.is_dir()).collect();
        let (outcome, trace) = match &tried.outcome {
            Outcome::Hit(proof) => (format!("hit, by {}: {}", proof.verifier(), proof.grounds()), Vec::new()),
            Outcome::Miss(reason) => (format!("miss: {reason} [{}]", reason.code()), Vec::new()),
            Outcome::Fails(how) => {
                let words = "miss: it fails from a state that the program may never be in".to_owned();
                (words, report::steps(how, &question.map))
            }
            Outcome::Violated => ("violated".to_owned(), Vec::new()),
            Outcome::Dropped => ("not waited for".to_owned(), Vec::new()),
        };
        Attempt {
            region: region.as_ref().map(|name| name.id.clone()).unwrap_or_default(),
            lines: region.map(|name| (name.file, name.lines)),
            rung: tried.rung.map(|rung| rung.to_string()),
            start: ran.start(tried.region, tried.rung),
            outcome,
            trace,
            code: files(self.code, &folders, "program.i"),
            words: files(self.words, &folders, "step-1.out"),
        }
    }
}

/// The line of a property, if it is in this file.
fn line_in(question: &Question, id: PropId, file: &Path) -> Option<u32> {
    let location = &question.ids[id.0 as usize].location;
    let file = file.strip_prefix(".").unwrap_or(file);
    Path::new(&location.file).ends_with(file).then_some(location.line)
}

/// What is in the files of this name, if it is wanted.
fn files(wanted: bool, folders: &[PathBuf], name: &str) -> Vec<String> {
    let folders = if wanted { folders } else { &[] };
    folders.iter().filter_map(|folder| std::fs::read_to_string(folder.join(name)).ok()).collect()
}
