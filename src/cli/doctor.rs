//! `qicc doctor`: which verifiers are here, and whether they work.

use super::output::Format;
use super::{OK, output};
use crate::cfa::PropId;
use crate::ctype::DataModel;
use crate::exec::{self, Driver, Interrupts, Runner, Workspace};
use crate::report::{Checkup, Health, checkup_text, checkups_json};
use crate::source::Diagnostic;
use crate::verifier::registry::{self, Named};
use crate::verifier::{Answer, Limits, Reason, Search, Tool, Trial, Usage, Verdict, Verifier};
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  qicc doctor                  every verifier that qicc knows
  qicc doctor cbmc ultimate    only these
  qicc doctor my.toml          one that you described yourself

Each verifier that is installed gets a safe, an unsafe and a broken program.

Exit codes: 0 all that are installed work · 1 one gives wrong answers · 2 usage error · 3 one gives no answers ·
4 none is installed";

/// What a tiny program may use. Verifiers that start a Java machine take their time.
const LIMITS: Limits = Limits { wall: Duration::from_secs(180), cpu: None, memory: Some(4 << 30), output: 64 << 20 };

/// Who never proves anything goes on with a safe program for all of the time.
const SEARCH: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Verifiers, by name or by the file that describes them [default: all with a name]
    #[arg(value_name = "NAME|FILE.toml")]
    verifiers: Vec<String>,

    /// Ask about programs for 32 bits
    #[arg(long = "32")]
    narrow: bool,

    /// How to show the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> u8 {
    let checkups = tools(&args.verifiers).and_then(|tools| {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(output::cannot_start)?;
        runtime.block_on(async {
            let workspace = Workspace::temporary().map_err(output::cannot_start)?;
            let runner = Runner::new(exec::this_program(), Trial::ALL.len());
            let runner = runner.with_temporary(workspace.root().to_path_buf());
            let doctor = Doctor { args, workspace: Arc::new(workspace), runner };
            let interrupts = exec::interrupts().map_err(output::cannot_start)?;
            Ok(doctor.see(&tools, interrupts).await)
        })
    });
    match checkups {
        Ok(Some(checkups)) => {
            if args.format == Format::Json {
                let code = output::result(&checkups_json(&checkups), None);
                if code != OK {
                    return code;
                }
            }
            exit_code(&checkups)
        }
        Ok(None) => 130,
        Err(error) => output::unusable(error),
    }
}

fn tools(names: &[String]) -> Result<Vec<Named>, Diagnostic> {
    let places = exec::places();
    let found = |search: &Search| exec::locate(search, &places);
    match names {
        [] => registry::names().into_iter().map(|name| registry::find(name, &found)).collect(),
        names => names.iter().map(|name| registry::find(name, &found)).collect(),
    }
}

fn exit_code(checkups: &[Checkup]) -> u8 {
    let any = |health: Health| checkups.iter().any(|checkup| checkup.health() == health);
    match () {
        () if any(Health::Wrong) => 1,
        () if any(Health::Fails) => 3,
        () if any(Health::Works) => OK,
        () => 4,
    }
}

struct Doctor<'a> {
    args: &'a Args,
    workspace: Arc<Workspace>,
    runner: Runner,
}

impl Doctor<'_> {
    /// Looks at one verifier after the other, and shows each as soon as it is done; nothing when the user stops it.
    async fn see(&self, tools: &[Named], mut interrupts: Interrupts) -> Option<Vec<Checkup>> {
        let look = async {
            let mut checkups = Vec::new();
            for (number, tool) in (0u32..).zip(tools) {
                let checkup = match tool {
                    Named::Here(verifier) => self.own(number, verifier).await,
                    Named::Tool(tool) | Named::Both(_, tool) => self.checkup(number, tool.as_ref()).await,
                };
                if self.args.format == Format::Text {
                    let text = checkup_text(&checkup, output::styles(&std::io::stdout()));
                    // Whoever has closed standard output does not want to see the rest.
                    let _ = std::io::stdout().write_all(text.as_bytes());
                }
                checkups.push(checkup);
            }
            checkups
        };
        let seen = tokio::select! {
            checkups = look => Some(checkups),
            () = interrupts.next() => None,
        };
        if seen.is_none() {
            self.runner.kill();
        }
        self.runner.idle().await;
        seen
    }

    /// The verifier that is a part of this program.
    async fn own(&self, number: u32, verifier: &Arc<dyn Verifier>) -> Checkup {
        let (title, answers) = (Ok(verifier.title().to_owned()), self.answers(number, verifier).await);
        let program = exec::this_program().display().to_string();
        Checkup { name: registry::EMBEDDED.into(), program, get: String::new(), title, proves: true, answers }
    }

    async fn checkup(&self, number: u32, tool: &dyn Tool) -> Checkup {
        let probe = tool.probe();
        let program = probe.program.display().to_string();
        let folder = self.workspace.text(number);
        let ready = tool.ready(&self.runner.run(&probe, LIMITS, &folder, "version").await);
        let (title, proves, answers) = match ready {
            Ok(verifier) => {
                let answers = self.answers(number, &verifier).await;
                (Ok(verifier.title().to_owned()), verifier.proves(), answers)
            }
            Err(reason) => (Err(reason), true, vec![]),
        };
        Checkup { name: tool.name().into(), program, get: tool.get().into(), title, proves, answers }
    }

    /// The programs at once; the answers in their order.
    async fn answers(&self, number: u32, verifier: &Arc<dyn Verifier>) -> Vec<(Trial, Verdict, Usage)> {
        let model = if self.args.narrow { DataModel::Ilp32 } else { DataModel::Lp64 };
        let (runner, workspace) = (self.runner.clone(), self.workspace.clone());
        let driver = Arc::new(Driver::new(runner, workspace, verifier.clone(), Arc::new(())));
        let limits = Limits { wall: if verifier.proves() { LIMITS.wall } else { SEARCH }, ..LIMITS };
        let tasks: Vec<_> = (number * 10..)
            .zip(Trial::ALL)
            .map(|(number, trial)| {
                let task = trial.task(verifier.as_ref(), model, limits);
                (trial, task.map(|task| tokio::spawn(driver.run_task(number, trial.name().into(), task))))
            })
            .collect();
        let mut answers = Vec::new();
        for (trial, task) in tasks {
            let (answer, usage) = match task {
                Ok(task) => task.await.unwrap_or_default(),
                Err(reason) => (Answer::unknown(&[PropId(0)].into(), &reason), Usage::default()),
            };
            let verdict = answer.verdicts.get(&PropId(0)).cloned();
            answers.push((trial, verdict.unwrap_or(Verdict::Unknown(Reason::NotAnswered)), usage));
        }
        answers
    }
}
