//! Verifiers one after the other (papers 000 to 002): what one of them is through with, the next need not look at.
//!
//! A stage is an analysis, which takes the condition of those before it and gives a new one, or a verifier on the
//! residual program of a reducer. A property is known when a stage knows it of what is left: the rest is covered.

use super::ask::measured;
use super::output;
use super::prove::OutputArgs;
use super::question::Question;
use super::run::{self, Ran, Setup, Way};
use super::{limits, save, units};
use crate::analysis::{Domain, Monitors, Partial};
use crate::cfa::{FuncId, PropId};
use crate::condition::{self, Condition, Place, Subject};
use crate::emit::{self, Dialect};
use crate::engine::bounded::Plan;
use crate::exec;
use crate::reduce::{self, REDUCERS, Reducer, Shape, Size};
use crate::region::Ladder;
use crate::report::{Progress, Report};
use crate::source::Diagnostic;
use crate::verifier::registry::{self, Named};
use crate::verifier::{Analysis, Embedded, Limits, Method, Proof, Reason, Search, Usage, Verdict, seconds};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// One of the stages of a chain.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// As the user wrote it.
    text: String,
    /// What makes the program that it gets; each of them, if there are several.
    reducers: Vec<&'static str>,
    who: Who,
    time: Option<Duration>,
}

#[derive(Clone, Debug)]
enum Who {
    Analysis(Domain),
    /// The embedded verifier, with induction or without.
    Bounded(bool),
    /// By name, and whether it gets regions.
    Verifier(String, bool),
}

/// `[REDUCER[|REDUCER]+]WHO[:TIME]`
pub(super) fn stage(text: &str) -> Result<Stage, String> {
    let (rest, time) = match text.rsplit_once(':') {
        Some((rest, time)) => (rest, Some(units::duration(time)?)),
        None => (text, None),
    };
    let (reducers, who) = match rest.split_once('+') {
        Some((reducers, who)) => (reducers.split('|').map(reducer).collect::<Result<Vec<_>, _>>()?, who),
        None => (Vec::new(), rest),
    };
    let who = match who {
        "value" => Who::Analysis(Domain::Value),
        "interval" => Who::Analysis(Domain::Interval),
        "predicate" => Who::Analysis(Domain::Predicate),
        "composite" => Who::Analysis(Domain::Composite),
        "bmc" => Who::Bounded(false),
        "kinduction" => Who::Bounded(true),
        "gamble" => Who::Verifier(registry::EMBEDDED.into(), true),
        "" => return Err("a stage names an analysis or a verifier".into()),
        who => match who.strip_prefix("gamble@") {
            Some(verifier) => Who::Verifier(verifier.into(), true),
            None => Who::Verifier(who.into(), false),
        },
    };
    Ok(Stage { text: text.into(), reducers, who, time })
}

fn reducer(name: &str) -> Result<&'static str, String> {
    let found = REDUCERS.iter().find(|(known, _)| *known == name).map(|(known, _)| *known);
    found.ok_or_else(|| format!("there is no reducer {name}, but {}", REDUCERS.map(|(name, _)| name).join(", ")))
}

impl Stage {
    /// Whether it takes a condition as it is.
    pub(super) fn is_native(&self) -> bool {
        matches!((&self.who, &self.reducers[..]), (Who::Analysis(_), []))
    }
}

/// What came of a stage.
pub(super) struct Staged {
    stage: String,
    /// Whether regions were tried.
    gambles: bool,
    /// Each with its line.
    proved: Vec<String>,
    violated: usize,
    left: usize,
    elapsed: Duration,
    /// Whether a reducer made the program that it got.
    reduced: bool,
    /// How large the residual programs were, and what they looked like, by reducer.
    sizes: Sizes,
    /// How many states the condition has afterwards, if it is a new one.
    condition: Option<usize>,
}

/// How much each reducer leaves, what that looks like, and who of those before it leaves the same.
type Sizes = Vec<(&'static str, Size, Shape, Option<&'static str>)>;

/// What is left of the program, by one of the reducers.
struct Part {
    name: &'static str,
    question: Question,
    entry: FuncId,
    /// By edge of the entry: the edge of the program that it is.
    origin: Vec<Option<Place>>,
    /// The properties of which there are copies.
    original: BTreeMap<PropId, PropId>,
    /// What making it took.
    spent: Usage,
    /// What an analysis is through with.
    partial: Arc<Mutex<Option<Partial>>>,
}

impl Part {
    /// Whether another reducer has left the same.
    fn is_like(&self, other: &Part) -> bool {
        self.entry == other.entry
            && self.origin == other.origin
            && reduce::is_same(&self.question.program, &other.question.program, self.entry)
    }

    /// What an analysis is through with, of the whole program.
    fn condition(&self) -> Option<Condition> {
        let found = self.partial.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        reduce::back(&self.question.program, self.entry, &self.origin, &found.condition)
    }

    /// What is known of properties of the program from what is known of what is left.
    fn known(&self, open: &BTreeSet<PropId>, verdicts: BTreeMap<PropId, Verdict>) -> BTreeMap<PropId, Verdict> {
        let original = |id: PropId| self.original.get(&id).copied().unwrap_or(id);
        let mut known: BTreeMap<PropId, Verdict> = BTreeMap::new();
        for (id, verdict) in verdicts {
            let verdict = verdict.elsewhere();
            let verdict = match known.remove(&original(id)) {
                Some(other) => other.and(verdict),
                None => verdict,
            };
            known.insert(original(id), verdict);
        }
        // Whatever comes to the others is covered.
        let asked: BTreeSet<PropId> = self.question.asked.iter().map(|id| original(*id)).collect();
        let proof = || Proof::new("qicc", "every execution that comes to it is covered by the condition");
        known.extend(open.difference(&asked).map(|id| (*id, Verdict::Proved(proof()))));
        known
    }
}

/// How residual programs are made.
#[derive(Clone, Copy)]
pub(super) struct Reducing {
    /// How many iterations reducers keep apart, if they do.
    pub(super) bound: u32,
    /// Whether what no assertion depends on is left out.
    pub(super) slices: bool,
}

/// What stages share.
pub(super) struct Chain<'a> {
    question: &'a Question,
    output: &'a OutputArgs,
    limits: &'a limits::Args,
    reducing: Reducing,
    /// Where everything is kept.
    save: Option<&'a Path>,
    monitors: Monitors,
    entry: FuncId,
    condition: Condition,
    open: BTreeSet<PropId>,
    verdicts: BTreeMap<PropId, Verdict>,
    usage: Usage,
    tasks: u32,
    interrupted: bool,
    pub(super) stages: Vec<Staged>,
    /// Which stages could ask nobody, and why; and where conditions cover less than they could.
    pub(super) notes: Vec<String>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(
        question: &'a Question,
        output: &'a OutputArgs,
        limits: &'a limits::Args,
        reducing: Reducing,
        given: Option<Condition>,
        monitors: Monitors,
    ) -> Result<Chain<'a>, Diagnostic> {
        output.check()?;
        let entry = reduce::entry(&question.program)?;
        let reached: BTreeSet<PropId> = question.reach.values().flatten().copied().collect();
        let unknown = |id: &PropId| match reached.contains(id) {
            true => (*id, Verdict::Unknown(Reason::NotAnswered)),
            false => (*id, Verdict::Unknown(Reason::Vacuous("no entry reaches it".into()))),
        };
        Ok(Chain {
            question,
            output,
            limits,
            reducing,
            save: output.save(),
            monitors,
            entry,
            condition: given.unwrap_or_else(|| Condition::of_all(false)),
            open: question.asked.intersection(&reached).copied().collect(),
            verdicts: question.asked.iter().map(unknown).collect(),
            usage: Usage::default(),
            tasks: 0,
            interrupted: false,
            stages: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Runs stages until everything is known.
    pub(super) fn run(&mut self, stages: &[Stage]) -> Result<(), Diagnostic> {
        for (number, stage) in (1..).zip(stages) {
            if self.open.is_empty() || self.interrupted {
                break;
            }
            let since = Instant::now();
            let (before, refuted) = (self.open.clone(), self.violated());
            let (sizes, states) = match (&stage.who, &stage.reducers[..]) {
                (Who::Analysis(domain), []) => (Vec::new(), Some(self.analyse(number, stage, *domain)?)),
                (_, []) => self.residual(number, stage, &["id"])?,
                (_, reducers) => self.residual(number, stage, reducers)?,
            };
            let violated = &self.violated() - &refuted;
            let mut proved: Vec<PropId> = (&(&before - &self.open) - &violated).into_iter().collect();
            proved.sort_by_key(|id| self.question.place(*id));
            self.stages.push(Staged {
                stage: stage.text.clone(),
                gambles: matches!(stage.who, Who::Verifier(_, true)),
                proved: proved.into_iter().map(|id| self.named(id)).collect(),
                violated: violated.len(),
                left: self.open.len(),
                elapsed: since.elapsed(),
                reduced: !stage.reducers.is_empty(),
                sizes,
                condition: states,
            });
        }
        Ok(())
    }

    fn violated(&self) -> BTreeSet<PropId> {
        let violated = self.verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Violated(_)));
        violated.map(|(id, _)| *id).collect()
    }

    /// A property as people know it.
    fn named(&self, id: PropId) -> String {
        let property = &self.question.program.properties[id.0 as usize];
        let at = self.question.map.locate(property.span);
        format!("{}:{}: {}", at.file, at.line, property.description)
    }

    /// An analysis, with the condition so far. Gives the number of states of the new one.
    fn analyse(&mut self, number: u32, stage: &Stage, domain: Domain) -> Result<usize, Diagnostic> {
        let subject = self.question.subject(&(&self.question.asked - &self.violated()));
        let partial = Arc::default();
        let method = self.method(domain, Some(self.condition.clone()), &partial);
        let question = self.question.about(self.question.program.clone(), &self.open, &BTreeMap::new());
        let verifier = Named::Here(Arc::new(Embedded { method }));
        let folders = [format!("stage-{number}")];
        let asked = [(&question, Usage::default())];
        let verdicts = self.ask(stage, &asked, vec![(verifier, Way::Whole)], &folders)?;
        verdicts.into_iter().for_each(|verdicts| self.combine(verdicts));
        let found = partial.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(found) = found {
            self.condition = found.condition;
            self.keep_condition(number, &subject)?;
        }
        Ok(self.condition.states.len())
    }

    fn keep_condition(&mut self, number: u32, subject: &Subject) -> Result<(), Diagnostic> {
        let Some(path) = self.kept(number, "condition.json")? else { return Ok(()) };
        let (program, map) = (&self.question.program, &self.question.map);
        self.notes.extend(condition::save(&path, &self.condition, program, map, subject)?);
        Ok(())
    }

    fn method(&self, domain: Domain, condition: Option<Condition>, partial: &Arc<Mutex<Option<Partial>>>) -> Method {
        Method::Analysis(Analysis {
            monitors: self.monitors.clone(),
            condition: condition.map(Arc::new),
            partial: Arc::clone(partial),
            lemmas: self.output.testifies(),
            through: true,
            ..Analysis::new(domain)
        })
    }

    /// A verifier on what is left of the program, by each of some reducers at once. Gives how much that is, and the
    /// number of states of the new condition, if there is one: what an analysis is through with in what is left.
    fn residual(
        &mut self,
        number: u32,
        stage: &Stage,
        reducers: &[&'static str],
    ) -> Result<(Sizes, Option<usize>), Diagnostic> {
        let subject = self.question.subject(&(&self.question.asked - &self.violated()));
        let (mut parts, mut sizes): (Vec<Part>, Sizes) = (Vec::new(), Vec::new());
        let slices = self.reducing.slices && !stage.reducers.is_empty();
        for &name in reducers {
            let reducer = Reducer::named(name, self.reducing.bound).unwrap_or(Reducer::Identity);
            let (residual, spent) = measured(|| {
                let residual = reduce::reduce(&self.question.program, self.entry, &self.condition, reducer);
                residual.map(|residual| if slices { residual.slice() } else { residual })
            });
            let residual = residual?;
            for call in &residual.uncovered {
                let place = self.question.map.locate(*call);
                self.note(stage, &format!("nothing is covered behind the call at {place}"));
            }
            let shape = residual.shape();
            let question = self.question.about(residual.program, &self.open, &residual.original);
            if let Some(path) = self.kept(number, &format!("{name}.c"))? {
                let text = emit::for_verifier(&question.program, Dialect::Cbmc, &question.asked).text;
                std::fs::write(&path, text).map_err(|error| output::cannot_write(&path, error))?;
            }
            let (entry, origin, partial) = (residual.entry, residual.origin, Arc::default());
            let part = Part { name, question, entry, origin, original: residual.original, spent, partial };
            let same = parts.iter().find(|other| other.is_like(&part)).map(|other| other.name);
            sizes.push((name, residual.size, shape, same));
            // A second answer about the same program would say nothing new.
            if same.is_none() {
                parts.push(part);
            }
        }
        // Where nothing is left to be asked, nobody need be.
        if let Some(at) = parts.iter().position(|part| part.question.asked.is_empty()) {
            self.combine(parts[at].known(&self.open, BTreeMap::new()));
            return Ok((sizes, None));
        }
        let asked: Vec<(&Question, Usage)> = parts.iter().map(|part| (&part.question, part.spent)).collect();
        let verifiers = parts.iter().map(|part| self.verifier(stage, &part.partial)).collect::<Result<_, _>>()?;
        let folders: Vec<String> = match reducers {
            [_] => vec![format!("stage-{number}")],
            _ => parts.iter().map(|part| format!("stage-{number}-{}", part.name)).collect(),
        };
        let verdicts = self.ask(stage, &asked, verifiers, &folders)?;
        for (part, verdicts) in parts.iter().zip(verdicts) {
            self.combine(part.known(&self.open, verdicts));
        }
        // Each of them has what was covered before in it, as far as it is still told apart, but for the identity, which
        // tells nothing apart; one is enough. What is left out of a slice is not covered, and looks as if it were.
        let mut parts = parts.iter().filter(|part| part.name != "id" && !slices);
        let Some(found) = parts.find_map(Part::condition) else { return Ok((sizes, None)) };
        self.condition = found;
        self.keep_condition(number, &subject)?;
        Ok((sizes, Some(self.condition.states.len())))
    }

    fn verifier(&self, stage: &Stage, partial: &Arc<Mutex<Option<Partial>>>) -> Result<(Named, Way), Diagnostic> {
        Ok(match &stage.who {
            Who::Analysis(domain) => {
                let method = self.method(*domain, None, partial);
                (Named::Here(Arc::new(Embedded { method })), Way::Whole)
            }
            Who::Bounded(induction) => {
                let method = Method::Bounded(Plan::new(None, *induction));
                (Named::Here(Arc::new(Embedded { method })), Way::Whole)
            }
            Who::Verifier(name, gambles) => {
                let places = exec::places();
                let verifier = registry::find(name, &|search: &Search| exec::locate(search, &places))?;
                let gamble = || Way::Gamble { ladder: Ladder::default(), speculate: true };
                (verifier, if *gambles { gamble() } else { Way::Whole })
            }
        })
    }

    /// Asks about several programs at once, as many as there are jobs, until all is known about one of them. Gives what
    /// is known about each. What making a program took counts for the limits of the stage.
    fn ask(
        &mut self,
        stage: &Stage,
        questions: &[(&Question, Usage)],
        verifiers: Vec<(Named, Way)>,
        folders: &[String],
    ) -> Result<Vec<BTreeMap<PropId, Verdict>>, Diagnostic> {
        let jobs = self.limits.jobs();
        let threads = jobs.min(questions.len());
        let limits = self.limits.limits();
        let limits = Limits { wall: stage.time.unwrap_or(limits.wall), ..limits };
        let progress = Progress::new(self.output.progress());
        let (known, needless) = watch::channel(false);
        let (verifiers, ways): (Vec<Named>, Vec<Way>) = verifiers.into_iter().unzip();
        let mut setups = Vec::new();
        for (at, verifier) in verifiers.into_iter().enumerate() {
            let folder = self.save.map(|save| save.join(&folders[at]));
            setups.push(Setup {
                question: questions[at].0,
                verifier,
                way: &ways[at],
                jobs: (jobs / threads).max(1),
                traces: false,
                limits,
                spent: questions[at].1,
                workspace: run::workspace(folder.as_deref())?,
                observer: progress.observer_of(at as u32),
                needless: Some(needless.clone()),
            });
        }
        let waiting = Mutex::new(setups.into_iter().enumerate());
        let (by_user, ran) = (AtomicBool::new(false), Mutex::new(BTreeMap::new()));
        let work = || {
            while !*needless.borrow() {
                let Some((at, setup)) = waiting.lock().unwrap_or_else(PoisonError::into_inner).next() else { break };
                let result = run::run(setup);
                let before = *needless.borrow();
                let ends = match &result {
                    Ok(ran) => {
                        ran.interrupted || !ran.verdicts.values().any(|verdict| matches!(verdict, Verdict::Unknown(_)))
                    }
                    Err(_) => true,
                };
                if result.as_ref().is_ok_and(|ran| ran.interrupted) && !before {
                    by_user.store(true, Ordering::Relaxed);
                }
                ran.lock().unwrap_or_else(PoisonError::into_inner).insert(at, result);
                if ends {
                    known.send_replace(true);
                }
            }
        };
        std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
        self.interrupted |= by_user.into_inner();
        let mut ran = ran.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut verdicts = Vec::new();
        for at in 0..questions.len() {
            let Some(ran) = ran.remove(&at).transpose()? else {
                verdicts.push(BTreeMap::new());
                continue;
            };
            self.usage += ran.usage;
            self.tasks += ran.asked.len() as u32;
            ran.notes.iter().for_each(|note| self.note(stage, note));
            verdicts.push(ran.verdicts);
        }
        Ok(verdicts)
    }

    /// What there is to say about a stage, once.
    fn note(&mut self, stage: &Stage, note: &str) {
        let note = format!("stage {}: {note}", stage.text);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// What a stage knows is known.
    fn combine(&mut self, verdicts: BTreeMap<PropId, Verdict>) {
        for (id, verdict) in verdicts {
            if !self.open.contains(&id) {
                continue;
            }
            if !matches!(verdict, Verdict::Unknown(_)) {
                self.open.remove(&id);
            }
            self.verdicts.insert(id, verdict);
        }
    }

    /// What there is to say when all stages have ended.
    pub(super) fn report(self, files: Vec<String>, notes: Vec<String>, since: Instant) -> Result<Report, Diagnostic> {
        let verdicts = self.verdicts.clone();
        let gambles = self.stages.iter().any(|stage| stage.gambles && !stage.proved.is_empty());
        let ran = Ran {
            strategy: "chain",
            verdicts: self.verdicts,
            usage: self.usage,
            interrupted: self.interrupted,
            notes,
            ..Ran::nothing(&Way::Whole)
        };
        let report = run::report(files, self.question, ran, since);
        let mut report = Report { tasks: self.tasks, ..report };
        self.output.testify(self.question, &verdicts, gambles, &mut report)?;
        if let Some(folder) = self.save {
            std::fs::create_dir_all(folder).map_err(|error| output::cannot_write(folder, error))?;
            save::save(folder, &readme(&self.stages, &report), &report)?;
        }
        Ok(report)
    }

    /// Where something of a stage is kept, if it is.
    fn kept(&self, number: u32, name: &str) -> Result<Option<PathBuf>, Diagnostic> {
        let Some(folder) = self.save else { return Ok(None) };
        std::fs::create_dir_all(folder).map_err(|error| output::cannot_write(folder, error))?;
        Ok(Some(folder.join(format!("stage-{number}-{name}"))))
    }
}

/// What is kept of a chain.
fn readme(stages: &[Staged], report: &Report) -> String {
    let mut text = format!(
        "\
What qicc {} asked about {}, stage by stage.

report.txt, report.json    the result; `qicc explain json` has the fields
stage-N-condition.json     what is through behind stage N; `qicc reduce` and `qicc check` take it
stage-N-REDUCER.c          the residual program that stage N got
stage-N/                   the tasks of stage N, with scripts that run a verifier's processes again; with
                           several reducers there is a folder for each. What runs inside of qicc has none

",
        env!("CARGO_PKG_VERSION"),
        report.files.join(", ")
    );
    (1..).zip(stages).for_each(|(number, stage)| _ = writeln!(text, "{number}: {}", stage.text()));
    text
}

impl Staged {
    /// One line about it.
    pub(super) fn text(&self) -> String {
        let size = |(name, size, shape, same): &(&str, Size, Shape, Option<&str>)| {
            let Size { program, product, residual, sliced } = *size;
            let left = sliced.unwrap_or(residual);
            let ratio = left as f64 / program.max(1) as f64;
            let whole = sliced.map(|_| format!(", sliced from {residual}")).unwrap_or_default();
            let same = same.map(|same| format!(", the same as {same}")).unwrap_or_default();
            let made = format!("{name} left {left} of {program} locations ({ratio:.2}{whole}, product {product})");
            match self.reduced {
                true => format!("{made} with {shape}{same}"),
                false => format!("without a reducer it had all {program} locations, with {shape}"),
            }
        };
        let sizes: Vec<String> = self.sizes.iter().map(size).collect();
        let condition = self.condition.map(|states| format!("its condition has {states} states"));
        let Staged { stage, proved, violated, left, elapsed, .. } = self;
        let named = (!proved.is_empty()).then(|| format!("it proved {}", proved.join(", ")));
        let more: Vec<String> = sizes.into_iter().chain(condition).chain(named).collect();
        let known = format!("{} proved, {violated} violated, {left} left", proved.len());
        format!("stage {stage}: {known} after {}; {}", seconds(*elapsed), more.join("; "))
    }
}
