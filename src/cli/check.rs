//! `qicc check FILE…`: the embedded verifier alone, on the whole program.

use super::prove::OutputArgs;
use super::question::Question;
use super::run::Way;
use super::{input, limits, output, question};
use crate::analysis::{Assumption, Domain, LIMITS, Limit, Monitors, Order, Partial};
use crate::condition;
use crate::engine::bounded::Plan;
use crate::report::{Assumed, PropertyReport};
use crate::source::Diagnostic;
use crate::verifier::registry::Named;
use crate::verifier::{Analysis, Embedded, Method, Verdict};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc check main.c                             bounded model checking and k-induction, further and further
  qicc check --analysis bmc --unwind 20 main.c  no loop is followed for more than 20 rounds
  qicc check --check bounds,null main.c         other properties than assertions
  qicc check --analysis value --time-limit 5s --condition-out c.json main.c
                                                state by state; what was checked is in c.json

Exit codes are those of qicc itself: 0 all proved · 1 a violation · 3 something unknown.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    /// How loops are looked at
    #[arg(long, value_enum, default_value_t = Kind::Kinduction, help_heading = "Question")]
    analysis: Kind,

    /// How many rounds loops are followed for, and how often functions may call themselves [default: as many as the
    /// limits allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Question")]
    unwind: Option<u64>,

    /// What need not be checked, for analyses that go state by state
    #[arg(long, value_name = "FILE", help_heading = "Conditions")]
    condition: Option<PathBuf>,

    /// Write what was checked to this file, whatever came of it: `qicc reduce` takes it. JSON of ours if the name ends
    /// in .json, else CPAchecker's text; compressed, if .gz is behind that
    #[arg(long, value_name = "FILE", help_heading = "Conditions")]
    condition_out: Option<PathBuf>,

    /// Write what was not checked to this file, as C that must hold at places of the program: FILE:LINE:COLUMN: C
    #[arg(long, value_name = "FILE", help_heading = "Conditions")]
    formula_out: Option<PathBuf>,

    #[command(flatten)]
    monitors: MonitorArgs,

    /// Which state is looked at next [default: topological]
    #[arg(long, value_enum, help_heading = "Conditions")]
    order: Option<OrderName>,

    #[command(flatten)]
    limits: limits::Args,

    #[command(flatten)]
    output: OutputArgs,
}

/// How programs are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Kind {
    /// Round by round, up to a bound
    Bmc,
    /// Also all rounds at once, where what the loop preserves suffices
    Kinduction,
    /// State by state, by the values of few variables
    Value,
    /// State by state, by the least and the largest values of variables
    Interval,
    /// State by state, by few conditions that hold where loops begin
    Predicate,
    /// The same, with values of variables where these are enough
    Composite,
}

impl Kind {
    /// What an analysis knows of states, if it goes state by state.
    pub(super) fn domain(self) -> Option<Domain> {
        match self {
            Kind::Bmc | Kind::Kinduction => None,
            Kind::Value => Some(Domain::Value),
            Kind::Interval => Some(Domain::Interval),
            Kind::Predicate => Some(Domain::Predicate),
            Kind::Composite => Some(Domain::Composite),
        }
    }

    /// An analysis that goes round by round, up to a bound if there is one.
    pub(super) fn bounded(self, most: Option<u64>) -> Method {
        Method::Bounded(Plan::new(most, self == Kind::Kinduction))
    }
}

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct MonitorArgs {
    /// Give a part up when there is more of something than this, and go on elsewhere (`qicc explain monitor`)
    #[arg(long = "monitor", value_name = "NAME[=N]", value_parser = monitor, help_heading = "Conditions")]
    monitors: Vec<(Limit, u64)>,
}

impl MonitorArgs {
    fn is_empty(&self) -> bool {
        self.monitors.is_empty()
    }

    pub(super) fn get(&self) -> Monitors {
        self.monitors.iter().copied().collect()
    }
}

/// `NAME=N`, or a name where nothing is counted.
fn monitor(text: &str) -> Result<(Limit, u64), String> {
    let names = || LIMITS.map(|(_, name)| name).join(", ");
    let (name, most) = text.split_once('=').map_or((text, None), |(name, most)| (name, Some(most)));
    let limit = Limit::named(name).ok_or_else(|| format!("there is no monitor {name}, but {}", names()))?;
    match most {
        Some(most) if limit.counts() => Ok((limit, most.parse().map_err(|_| format!("{most} is no number"))?)),
        None if !limit.counts() => Ok((limit, 0)),
        Some(_) => Err(format!("{name} has no number")),
        None => Err("write NAME=N".into()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum OrderName {
    /// What comes first in the program
    Topological,
    Breadth,
    Depth,
}

pub(super) fn run(args: &Args) -> u8 {
    let since = Instant::now();
    if let Err(error) = args.fits() {
        return output::unusable(error);
    }
    let mut question = match Question::of(&args.input, &args.asked) {
        Ok(question) => question,
        Err(code) => return code,
    };
    question.assumptions.extend(args.condition.as_deref().map(Assumed::condition));
    match args.answer(&question, since) {
        Ok(code) => code,
        Err(error) => output::unusable_at(&question.map, error),
    }
}

impl Args {
    /// What the chosen analysis has no use for is refused: who gives it expects it to matter.
    fn fits(&self) -> Result<(), Diagnostic> {
        let by_state = self.analysis.domain().is_some();
        let refused = |message: &str, help: &str| Err(Diagnostic::new("analysis", message).help(help));
        match by_state {
            false if !self.monitors.is_empty() => refused(
                "--monitor goes with analyses that go state by state",
                "choose one of these, as in --analysis value, or limit rounds by --unwind",
            ),
            false if self.order.is_some() => refused(
                "--order goes with analyses that go state by state",
                "choose one of these, as in --analysis value; bmc and kinduction have no states to choose from",
            ),
            true if self.unwind.is_some() => refused(
                "--unwind goes with --analysis bmc and kinduction",
                "choose one of these, or --monitor repetitions=N, which gives up where a way comes to a place more often",
            ),
            _ => Ok(()),
        }
    }

    fn answer(&self, question: &Question, since: Instant) -> Result<u8, Diagnostic> {
        let given = self.condition.as_ref().map(|path| question.condition(path)).transpose()?;
        let partial = Arc::default();
        let method = match self.analysis.domain() {
            Some(domain) => Method::Analysis(Analysis {
                order: self.order(),
                monitors: self.monitors.get(),
                condition: given.map(Arc::new),
                partial: Arc::clone(&partial),
                through: self.condition_out.is_some(),
                formula: self.formula_out.is_some(),
                ..Analysis::new(domain)
            }),
            None if self.condition.is_some() => {
                let message = "only analyses that go state by state take a condition";
                return Err(Diagnostic::new("condition", message).help("choose --analysis value, or use qicc reduce"));
            }
            None => self.analysis.bounded(self.unwind),
        };
        let verifier = || Ok(Named::Here(Arc::new(Embedded { method: method.clone() })));
        let mut report = self.output.ask(&self.input, question, &verifier, &Way::Whole, &self.limits, since)?;
        let found = partial.lock().unwrap_or_else(PoisonError::into_inner).take();
        let partial = found.unwrap_or_else(|| {
            let is_proved = |property: &&PropertyReport| matches!(property.verdict, Verdict::Proved(_));
            let proved: BTreeSet<_> = report.properties.iter().filter(is_proved).map(|property| &property.id).collect();
            let hold = question.asked.iter().copied().filter(|id| proved.contains(&question.ids[id.0 as usize]));
            Partial::of_properties(&question.program, &question.asked, &hold.collect())
        });
        if let Some(path) = &self.formula_out {
            let line =
                |assumption: &Assumption| format!("{}: {}\n", question.map.locate(assumption.span), assumption.text);
            let text: String = partial.assumptions.iter().map(line).collect();
            std::fs::write(path, text).map_err(|error| output::cannot_write(path, error))?;
        }
        if let Some(path) = &self.condition_out {
            let condition = partial.condition;
            let subject = question.subject(&question.asked);
            report.notes.extend(condition::save(path, &condition, &question.program, &question.map, &subject)?);
        }
        Ok(self.output.show(&report))
    }

    fn order(&self) -> Order {
        match self.order.unwrap_or(OrderName::Topological) {
            OrderName::Topological => Order::Topological,
            OrderName::Breadth => Order::Breadth,
            OrderName::Depth => Order::Depth,
        }
    }
}
