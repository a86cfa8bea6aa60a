//! One run: a verifier that is there, a strategy, and the texts of what is asked.

use super::ask::{Asked, Asking, Pieces, limits, stop};
use super::output;
use super::question::Question;
use crate::cfa::{FuncId, Program, PropId};
use crate::emit::{self, Dialect, Printed};
use crate::exec::{self, Driver, Interrupts, Observer, Runner, Workspace};
use crate::pointer::{self, Pointers};
use crate::region::{Atlas, Callees, Ladder, Names, RegionId, Rung, Start};
use crate::report::{self, PieceReport, PropertyReport, Report};
use crate::source::Diagnostic;
use crate::strategy::{Climb, Effort, Gamble, Request, Settings, Strategy, Subject, Try, Whole};
use crate::verifier::registry::Named;
use crate::verifier::{Answer, Chain, Ground, Limits, Reason, Text, Tool, Usage, Verdict, Verifier};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A verifier that does not say its version in this time is broken.
const PROBE: Duration = Duration::from_secs(60);

pub(super) struct Setup<'a> {
    pub(super) question: &'a Question,
    pub(super) verifier: Named,
    pub(super) way: &'a Way,
    pub(super) jobs: usize,
    /// Whether it is wanted how regions fail.
    pub(super) traces: bool,
    /// Of each task.
    pub(super) limits: Limits,
    /// What was done before, which counts for the limits of the first task.
    pub(super) spent: Usage,
    pub(super) workspace: Arc<Workspace>,
    pub(super) observer: Arc<dyn Observer>,
    /// Says when nobody needs the answer any more.
    pub(super) needless: Option<watch::Receiver<bool>>,
}

pub(super) type Starts = BTreeMap<(RegionId, Rung), Start>;

/// What of the program the verifier gets to see.
#[derive(Clone, Debug)]
pub(super) enum Way {
    Whole,
    Gamble {
        ladder: Ladder,
        /// Whether idle cores try what may not be needed.
        speculate: bool,
    },
}

impl Way {
    pub(super) fn without_speculation(self) -> Way {
        match self {
            Way::Gamble { ladder, .. } => Way::Gamble { ladder, speculate: false },
            Way::Whole => Way::Whole,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Way::Whole => "whole",
            Way::Gamble { .. } => "gamble",
        }
    }
}

/// The folder for what is run: this one, or one that goes with the run.
pub(super) fn workspace(folder: Option<&Path>) -> Result<Arc<Workspace>, Diagnostic> {
    let workspace = match folder {
        Some(folder) => Workspace::saved(folder),
        None => Workspace::temporary().map_err(|error| format!("the folder for temporary files: {error}")),
    };
    workspace.map(Arc::new).map_err(|why| Diagnostic::new("output", format!("cannot write to {why}")))
}

/// What came of a run.
pub(super) struct Ran {
    pub(super) strategy: &'static str,
    /// The title of the verifier, if it was asked.
    pub(super) verifier: Option<String>,
    pub(super) verdicts: BTreeMap<PropId, Verdict>,
    pub(super) usage: Usage,
    /// What was asked, by the number of the task's folder.
    pub(super) asked: BTreeMap<u32, (String, Request)>,
    /// What was tried for each property, and where; nothing unless there was a gamble.
    pub(super) tried: BTreeMap<PropId, Vec<Try>>,
    pub(super) names: Option<Names>,
    /// What the pieces that were sent started from.
    pub(super) starts: Starts,
    pub(super) interrupted: bool,
    /// What else there is to say.
    pub(super) notes: Vec<String>,
}

impl Ran {
    /// A run in which nobody was asked.
    pub(super) fn nothing(way: &Way) -> Ran {
        Ran {
            strategy: way.name(),
            verifier: None,
            verdicts: BTreeMap::new(),
            usage: Usage::default(),
            asked: BTreeMap::new(),
            tried: BTreeMap::new(),
            names: None,
            starts: Starts::new(),
            interrupted: false,
            notes: vec![],
        }
    }
}

impl Ran {
    /// What a region started from when it was tried so.
    pub(super) fn start(&self, region: RegionId, rung: Option<Rung>) -> Start {
        rung.and_then(|rung| self.starts.get(&(region, rung))).cloned().unwrap_or_default()
    }

    fn after(self, asked: Asked) -> Ran {
        Ran { usage: asked.usage, asked: asked.requests, interrupted: asked.interrupted, ..self }
    }
}

/// What there is to say about a run that has ended.
pub(super) fn report(files: Vec<String>, question: &Question, ran: Ran, since: Instant) -> Report {
    let property = |(id, verdict): (&PropId, &Verdict)| {
        let number = id.0 as usize;
        let property = &question.program.properties[number];
        PropertyReport {
            id: question.ids[number].clone(),
            kind: property.kind,
            description: property.description.clone(),
            function: question.functions[number].clone(),
            verdict: verdict.clone(),
            pieces: pieces(question, verdict, &ran),
            cause: report::cause(verdict, &question.map),
            trace: report::trace(verdict, &question.map),
            witness: None,
        }
    };
    let mut verdicts: Vec<(&PropId, &Verdict)> = ran.verdicts.iter().collect();
    verdicts.sort_by_key(|(id, _)| question.place(**id));
    let properties = verdicts.into_iter().map(property).collect();
    let mut report = Report {
        files,
        verifier: ran.verifier,
        strategy: ran.strategy.into(),
        properties,
        assumptions: question.assumptions.clone(),
        notes: question.notes.iter().cloned().chain(ran.notes).collect(),
        usage: ran.usage,
        tasks: ran.asked.len() as u32,
        elapsed: since.elapsed(),
        interrupted: ran.interrupted,
        witness: None,
    };
    report.notes.extend(question.unexpected(&report));
    report
}

/// Where a property was proved, if that was in regions.
fn pieces(question: &Question, verdict: &Verdict, ran: &Ran) -> Vec<PieceReport> {
    let (Verdict::Proved(proof), Some(names)) = (verdict, &ran.names) else { return Vec::new() };
    let piece = |ground: &Ground| {
        let start = ran.start(ground.region, ground.rung);
        let assumed = start.assumed.iter().map(|property| question.ids[property.0 as usize].to_string()).collect();
        let rung = ground.rung.map(|rung| rung.to_string());
        PieceReport { region: names[ground.region].id.clone(), rung, start, assumed }
    };
    proof.pieces().iter().map(piece).collect()
}

/// Asks until everything is known that can be. The error says why nobody can be asked at all.
pub(super) fn run(setup: Setup) -> Result<Ran, Diagnostic> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(output::cannot_start)?;
    runtime.block_on(async {
        let mut interrupts = exec::interrupts().map_err(output::cannot_start)?.or(setup.needless.clone());
        let mut runner = Runner::new(exec::this_program(), setup.jobs);
        if setup.workspace.is_temporary() {
            runner = runner.with_temporary(setup.workspace.root().to_path_buf());
        }
        let probed = match &setup.verifier {
            Named::Here(_) => None,
            Named::Tool(tool) | Named::Both(_, tool) => {
                match probe(&runner, tool.as_ref(), &setup, &mut interrupts).await {
                    Ok(verifier) => Some(verifier),
                    Err(reason) => return Ok(nobody(&setup, tool.as_ref(), &reason)),
                }
            }
        };
        let verifier: Arc<dyn Verifier> = match (&setup.verifier, probed) {
            (Named::Both(first, _), Some(second)) => Arc::new(Chain::new(first.clone(), second)),
            (Named::Here(verifier) | Named::Both(verifier, _), _) => verifier.clone(),
            (Named::Tool(_), Some(verifier)) => verifier,
            (Named::Tool(_), None) => unreachable!("it was probed"),
        };
        let driver = Driver::new(runner, setup.workspace.clone(), verifier.clone(), setup.observer.clone());
        let question = setup.question;
        let per_property = verifier.per_property();
        let texts = |atlas| Texts {
            question,
            verifier: verifier.as_ref(),
            atlas,
            shared: None,
            same: BTreeSet::new(),
            starts: Starts::new(),
        };
        let asking = |pieces| Asking {
            driver: Arc::new(driver),
            observer: setup.observer.clone(),
            pieces,
            jobs: setup.jobs,
            traces: setup.traces,
            limits: setup.limits,
            spent: setup.spent,
        };
        let ran = Ran { verifier: Some(verifier.title().to_owned()), ..Ran::nothing(setup.way) };
        match setup.way {
            Way::Whole => {
                let mut strategy = Whole::new(&question.asked, &question.reach, &question.unfaithful, per_property);
                let asked = asking(&mut texts(None)).run(&mut strategy, &mut interrupts).await;
                Ok(Ran { verdicts: strategy.verdicts().clone(), ..ran.after(asked) })
            }
            Way::Gamble { ladder, speculate } => {
                let atlas = Atlas::new(&question.program, &question.originals, &question.map);
                let rungs = |region| ladder.rungs(&atlas, region);
                let lost = |region, rung, property| ladder.is_lost(&atlas, region, rung, property);
                let climb = Climb::new(&atlas.hierarchy, rungs, lost);
                // Where a cheap task has all of the time, doing it again would only repeat it.
                let cheap = limits(Effort::Cheap, setup.limits) != setup.limits;
                let settings = Settings { per_property, speculate: *speculate, cheap };
                let mut strategy =
                    Gamble::new(&climb, &question.asked, &question.reach, &question.unfaithful, settings);
                let mut texts = texts(Some(&atlas));
                let asked = asking(&mut texts).run(&mut strategy, &mut interrupts).await;
                let starts = texts.starts;
                let tried = |property: &PropId| (*property, strategy.tried(*property).cloned().collect());
                Ok(Ran {
                    verdicts: strategy.verdicts().clone(),
                    tried: question.asked.iter().map(tried).collect(),
                    names: Some(atlas.names),
                    starts,
                    ..ran.after(asked)
                })
            }
        }
    })
}

/// Every property unknown, because the verifier cannot be used, or because the user stopped before it was asked.
fn nobody(setup: &Setup, tool: &dyn Tool, reason: &Reason) -> Ran {
    let verdicts = Answer::unknown(&setup.question.asked, reason).verdicts;
    let interrupted = matches!(reason, Reason::Interrupted);
    let hint = format!(
        "the verifier {} cannot be used: {}; `qicc doctor` shows which verifiers there are, `qicc explain verifier` how to choose",
        tool.name(),
        tool.get()
    );
    Ran { verdicts, interrupted, notes: if interrupted { vec![] } else { vec![hint] }, ..Ran::nothing(setup.way) }
}

/// Asks a verifier for its version.
async fn probe(
    runner: &Runner,
    tool: &dyn Tool,
    setup: &Setup<'_>,
    interrupts: &mut Interrupts,
) -> Result<Arc<dyn Verifier>, Reason> {
    let limits = Limits { wall: PROBE, cpu: None, ..setup.limits };
    let (invocation, folder) = (tool.probe(), setup.workspace.task(0));
    let mut probing = std::pin::pin!(runner.run(&invocation, limits, &folder, "version"));
    let ended = loop {
        tokio::select! {
            ended = &mut probing => break ended,
            () = interrupts.next() => stop(runner),
        }
    };
    match Reason::of_end(&ended.how, &ended.limits) {
        Some(Reason::Interrupted) => Err(Reason::Interrupted),
        _ => tool.ready(&ended),
    }
}

/// The texts of whole programs and of regions. A verifier that answers for each property gets one text of the whole
/// program for all tasks; for the others the text says what is asked.
struct Texts<'a> {
    question: &'a Question,
    verifier: &'a dyn Verifier,
    /// Where regions are asked about.
    atlas: Option<&'a Atlas<'a>>,
    shared: Option<Arc<Text>>,
    /// Regions in which no call could be replaced: keeping callees would be the same once more.
    same: BTreeSet<(RegionId, Rung)>,
    starts: Starts,
}

impl Texts<'_> {
    fn print(&self, program: Cow<Program>, asked: &BTreeSet<PropId>) -> Text {
        let (dialect, model) = (self.verifier.dialect(), program.types.model);
        let printed = match self.verifier.takes_text() {
            true => emit::for_verifier(&program, dialect, asked),
            false => Printed::default(),
        };
        let program = self.verifier.takes_program().then(|| Arc::new(program.into_owned()));
        Text { printed, dialect, program, model, shared: false, origin: None }
    }

    /// Whether several tasks will be about the program, so that preparing it pays.
    fn is_shared(&self) -> bool {
        let question = self.question;
        let is_asked = |(entry, reached): &(&FuncId, &BTreeSet<PropId>)| {
            !question.unfaithful.contains_key(entry) && !reached.is_disjoint(&question.asked)
        };
        question.reach.iter().filter(is_asked).count() > 1
    }

    /// Why CBMC is not to be believed about the whole program.
    fn torn(&mut self) -> Option<String> {
        let question = self.question;
        let of = |pointers: &Pointers| {
            let program = &question.program;
            let edges = |entry: FuncId| program[entry].cfa().into_iter().flat_map(|cfa| cfa.edge_ids());
            let reached = |entry: &FuncId| pointers.called(*entry, edges(*entry)).into_iter().chain([*entry]);
            let torn = pointers.torn(program.entries.iter().flat_map(reached))?;
            Some(pointer::torn_words(&program[torn].name))
        };
        match self.atlas {
            Some(atlas) => of(&atlas.pointers),
            None => of(&Pointers::of(&question.program)),
        }
    }

    fn whole(&mut self, properties: &BTreeSet<PropId>) -> Arc<Text> {
        let program = &self.question.program;
        if !self.verifier.per_property() {
            return Arc::new(self.print(Cow::Borrowed(program), properties));
        }
        let text = match self.shared.take() {
            Some(text) => text,
            None => {
                let mut text =
                    Text { shared: self.is_shared(), ..self.print(Cow::Borrowed(program), &self.question.asked) };
                if text.dialect == Dialect::Cbmc
                    && self.verifier.takes_text()
                    && let Some(why) = self.torn()
                {
                    text.printed.withdraw(&why);
                }
                Arc::new(text)
            }
        };
        self.shared = Some(text.clone());
        text
    }

    fn region(
        &mut self,
        region: RegionId,
        rung: Rung,
        properties: &BTreeSet<PropId>,
        holds: &dyn Fn(PropId) -> bool,
    ) -> Result<(Text, FuncId), String> {
        let atlas = self.atlas.ok_or("nobody gambles")?;
        if rung.callees == Callees::Keep && self.same.contains(&(region, Rung { callees: Callees::Havoc, ..rung })) {
            return Err("it has no calls that could be replaced, and was tried with all of them".into());
        }
        let piece = atlas.piece(region, rung, properties, holds)?;
        if rung.callees == Callees::Havoc && piece.start.replaced.is_empty() {
            self.same.insert((region, rung));
        }
        let mut text = Text { origin: Some(piece.origin), ..self.print(Cow::Owned(piece.program), properties) };
        for each in text.printed.loops.iter_mut().filter(|each| each.trips.is_none()) {
            each.trips = piece.rounds.get(&(each.function, each.head)).copied();
        }
        // It may have been asked about other properties before, with these among what was assumed.
        let before = self.starts.insert((region, rung), piece.start);
        if let (Some(before), Some(start)) = (before, self.starts.get_mut(&(region, rung))) {
            start.assumed.extend(before.assumed);
        }
        Ok((text, piece.entry))
    }
}

impl Pieces for Texts<'_> {
    fn text(&mut self, request: &Request, holds: &dyn Fn(PropId) -> bool) -> Result<(Arc<Text>, FuncId), Reason> {
        match request.subject {
            Subject::Whole(entry) => Ok((self.whole(&request.properties), entry)),
            Subject::Region(region, rung) => {
                let text = self.region(region, rung, &request.properties, holds);
                let (text, entry) = text.map_err(Reason::NotGambled)?;
                Ok((Arc::new(text), entry))
            }
        }
    }

    fn label(&self, request: &Request) -> String {
        let subject = match (request.subject, self.atlas) {
            (Subject::Region(region, rung), Some(atlas)) => format!("{} ({rung})", atlas.names[region].id),
            (Subject::Whole(entry), _) => self.question.entries.get(&entry).cloned().unwrap_or_default(),
            (Subject::Region(..), None) => String::new(),
        };
        self.question.label(&subject, &request.properties)
    }
}
