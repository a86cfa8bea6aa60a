//! A description that has been checked: patterns compiled, placeholders known, verdicts told apart.
//!
//! Whatever can be said about a description without running its verifier is said here, once, with the line.

use super::answer::{Because, Rules, Sign, Signs};
use super::command::{PLACEHOLDERS, names};
use super::format::{self, Argument, DialectName, File, Kind, Side, Source, Words};
use super::version::{Range, Version};
use crate::emit::Dialect;
use crate::source::Diagnostic;
use regex::{Regex, RegexBuilder};
use toml::Spanned;

/// What is asked of every verifier that knows SV-COMP's functions.
const UNREACH_CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

#[derive(Debug)]
pub(super) struct Spec {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) programs: Vec<String>,
    pub(super) variable: Option<String>,
    pub(super) get: String,
    pub(super) dialect: Dialect,
    pub(super) version: Probe,
    pub(super) compile: Option<Compile>,
    pub(super) args: Vec<Argument>,
    pub(super) ilp32: Option<Vec<String>>,
    pub(super) lp64: Option<Vec<String>>,
    pub(super) property: String,
    pub(super) env: Vec<(String, Option<String>)>,
    pub(super) append: String,
    /// A function in it that gives an object any value: void f(void *, unsigned long, const char *).
    pub(super) input: Option<String>,
    /// The program that is run is the one that was compiled.
    pub(super) itself: bool,
    pub(super) files: Vec<(String, String)>,
    pub(super) replay: Option<Replay>,
    /// What makes a proof complete.
    pub(super) grounds: String,
    pub(super) rules: Rules,
}

#[derive(Debug)]
pub(super) struct Probe {
    pub(super) args: Vec<String>,
    pub(super) pattern: Regex,
    pub(super) range: Range,
}

#[derive(Debug)]
pub(super) struct Replay {
    pub(super) inputs: String,
    pub(super) args: Vec<Argument>,
    pub(super) read: Regex,
}

#[derive(Debug)]
pub(super) struct Compile {
    pub(super) programs: Vec<String>,
    pub(super) args: Vec<Argument>,
    pub(super) makes: String,
}

impl Spec {
    /// Reads a description; `file` is what messages call it.
    pub(super) fn parse(file: &str, text: &str) -> Result<Spec, Diagnostic> {
        let source = Source { file, text };
        let file = source.parse()?;
        source.check(file)
    }
}

impl Source<'_> {
    fn check(&self, file: File) -> Result<Spec, Diagnostic> {
        let name = file.name.get_ref();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            let help = "it is what one types behind --verifier: small letters, digits and `-`";
            return Err(self.wrong(file.name.span().start, &format!("`{name}` cannot be a name"), help));
        }
        self.programs(&file.programs)?;
        self.command(&file)?;
        let compiles = file.compile.is_some();
        let compile = file.compile.map(|compile| self.compile(compile)).transpose()?;
        let replay = file.replay.map(|replay| self.replay(replay, compiles)).transpose()?;
        let append = file.run.append.unwrap_or_default();
        if let Some(function) = file.run.input.as_ref().filter(|function| !append.contains(function.get_ref().as_str()))
        {
            let help = format!("define void {}(void *, unsigned long, const char *) in it", function.get_ref());
            return Err(self.wrong(function.span().start, "`append` has no such function", &help));
        }
        let grounds = file.answer.safe.as_ref().and_then(|safe| safe.grounds.clone());
        Ok(Spec {
            name: name.clone(),
            title: file.title,
            programs: file.programs.into_inner(),
            variable: file.variable,
            get: file.get,
            dialect: match file.dialect {
                DialectName::SvComp => Dialect::SvComp,
            },
            version: self.probe(&file.version)?,
            compile,
            args: file.run.args.into_inner(),
            ilp32: file.run.ilp32,
            lp64: file.run.lp64,
            property: file.run.property.map_or(UNREACH_CALL.into(), Spanned::into_inner),
            env: file.run.env.into_iter().map(|(name, value)| (name, Some(value))).collect(),
            append,
            input: file.run.input.map(Spanned::into_inner),
            itself: file.run.itself,
            files: file.run.files.into_iter().collect(),
            replay,
            grounds: grounds.unwrap_or_else(|| "its own verdict".into()),
            rules: self.rules(&file.answer)?,
        })
    }

    fn programs(&self, programs: &Spanned<Vec<String>>) -> Result<(), Diagnostic> {
        if programs.get_ref().is_empty() || programs.get_ref().iter().any(String::is_empty) {
            let help = "programs = [\"NAME\", …], the preferred name first";
            return Err(self.wrong(programs.span().start, "there is no program to run", help));
        }
        Ok(())
    }

    fn command(&self, file: &File) -> Result<(), Diagnostic> {
        let (args, at) = (file.run.args.get_ref(), file.run.args.span().start);
        let made = if file.compile.is_some() { &["compiled"][..] } else { &[] };
        self.placeholders(args, at, made)?;
        if file.run.itself && file.compile.is_none() {
            return Err(self.wrong(at, "nothing is compiled that could be run itself", "give [compile]"));
        }
        let has = |name: &str| texts(args).any(|text| names(text).any(|found| found == name));
        let input = if file.compile.is_some() { "compiled" } else { "program" };
        if !has(input) && !file.run.itself {
            let help = format!("put \"{{{input}}}\" where the file belongs");
            return Err(self.wrong(at, "the verifier does not get the program", &help));
        }
        if let Some(property) = file.run.property.as_ref().filter(|_| !has("property")) {
            let help = "put \"{property}\" where the file belongs, or leave the property out";
            return Err(self.wrong(property.span().start, "the verifier does not get the property", help));
        }
        let models = [&file.run.ilp32, &file.run.lp64];
        let compiler = file.compile.as_ref().map_or(&[][..], |compile| &compile.args);
        let placed = [&args[..], compiler].concat().iter().any(|arg| matches!(arg, Argument::One(t) if t == "{model}"));
        if models.iter().all(|model| model.is_none()) {
            let help = "give ilp32 or lp64, each a list of arguments, [] when none are needed";
            return Err(self.wrong(at, "the verifier supports no data model", help));
        }
        if models.into_iter().flatten().any(|model| !model.is_empty()) != placed {
            let help = "put \"{model}\" as an argument of its own where those of ilp32 and lp64 belong";
            return Err(self.wrong(
                at,
                "the arguments for the data model have no place, or the place no arguments",
                help,
            ));
        }
        Ok(())
    }

    /// `{model}` stands for several arguments, so it must be one of its own.
    fn placeholders(&self, args: &[Argument], at: usize, made: &[&str]) -> Result<(), Diagnostic> {
        for text in texts(args) {
            for name in names(text) {
                let known = PLACEHOLDERS.iter().any(|(known, _)| *known == name);
                let missing = ["compiled", "input"].contains(&name) && !made.contains(&name);
                if !known || missing || (name == "model" && text != "{model}") {
                    let list: Vec<String> =
                        PLACEHOLDERS.iter().map(|(name, what)| format!("{{{name}}} {what}")).collect();
                    return Err(self.wrong(at, &format!("`{{{name}}}` cannot be in `{text}`"), &list.join("; ")));
                }
            }
        }
        Ok(())
    }

    fn compile(&self, compile: format::Compile) -> Result<Compile, Diagnostic> {
        self.programs(&compile.programs)?;
        let at = compile.programs.span().start;
        self.placeholders(&compile.args, at, &[])?;
        let makes = compile.makes.get_ref();
        if makes.is_empty() || makes.contains('/') {
            let help = "it is made in the folder that the compiler is started in";
            return Err(self.wrong(compile.makes.span().start, &format!("`{makes}` is no name of a file"), help));
        }
        Ok(Compile { programs: compile.programs.into_inner(), args: compile.args, makes: compile.makes.into_inner() })
    }

    fn replay(&self, replay: format::Replay, compiles: bool) -> Result<Replay, Diagnostic> {
        let at = replay.inputs.span().start;
        if !compiles {
            return Err(self.wrong(at, "nothing is compiled that could be run again", "give [compile]"));
        }
        self.placeholders(&replay.args, at, &["compiled", "input"])?;
        if !texts(&replay.args).any(|text| names(text).any(|name| name == "input")) {
            return Err(self.wrong(at, "the program does not get the input", "put \"{input}\" where the file belongs"));
        }
        let read = self.pattern(&replay.read)?;
        let groups: Vec<&str> = read.capture_names().flatten().collect();
        if let Some(name) = ["what", "value"].into_iter().find(|name| !groups.contains(name)) {
            let help = format!("name a group of the pattern: (?<{name}>…)");
            return Err(self.wrong(replay.read.span().start, &format!("nothing is called `{name}`"), &help));
        }
        Ok(Replay { inputs: replay.inputs.into_inner(), args: replay.args, read })
    }

    fn probe(&self, probe: &format::Probe) -> Result<Probe, Diagnostic> {
        let pattern = self.pattern(&probe.pattern)?;
        if pattern.captures_len() < 2 {
            let help = "put the version into a group: '^Tool (\\S+)'";
            return Err(self.wrong(probe.pattern.span().start, "the pattern has no group for the version", help));
        }
        let version = |text: &Option<Words>| {
            let Some(text) = text else { return Ok(None) };
            let wrong = || self.wrong(text.span().start, "this is no version", "numbers with points between them");
            Version::parse(text.get_ref()).map(Some).ok_or_else(wrong)
        };
        let range = Range { from: version(&probe.from)?, below: version(&probe.below)? };
        Ok(Probe { args: probe.args.clone(), pattern, range })
    }

    fn rules(&self, answer: &format::Answer) -> Result<Rules, Diagnostic> {
        let becauses = |list: &[format::Because], veto| {
            list.iter().map(|because| self.because(because, veto)).collect::<Result<Vec<_>, _>>()
        };
        let signs =
            |signs: &Option<format::Signs>, side| signs.as_ref().map(|signs| self.signs(signs, side)).transpose();
        let (safe, violated) = (signs(&answer.safe, Side::True)?, signs(&answer.violated, Side::False)?);
        if safe.is_none() && violated.is_none() {
            let help = "give [answer.true], [answer.false], or both";
            return Err(self.wrong(self.text.len(), "the verifier has no verdict", help));
        }
        if let (Some(safe), Some(violated)) = (&answer.safe, &answer.violated) {
            let verdicts = |signs: &format::Signs| [&signs.once[..], &signs.once_stderr].concat();
            let twin = |word: &&Words| verdicts(safe).iter().any(|other| other.get_ref() == word.get_ref());
            if let Some(word) = verdicts(violated).iter().find(twin) {
                let help = "what both verdicts have belongs into `some`";
                return Err(self.wrong(word.span().start, "the pattern is the verdict of both true and false", help));
            }
        }
        Ok(Rules {
            last_run: answer.last_run.as_ref().map(|pattern| self.pattern(pattern)).transpose()?,
            vetoes: becauses(&answer.veto, true)?,
            safe,
            violated,
            unknown: becauses(&answer.unknown, false)?,
        })
    }

    fn signs(&self, signs: &format::Signs, side: Side) -> Result<Signs, Diagnostic> {
        let at = signs.exit.span().start;
        if signs.exit.get_ref().is_empty() {
            return Err(self.wrong(at, "no exit code goes with the verdict", "usually exit = [0]"));
        }
        if signs.once.is_empty() && signs.once_stderr.is_empty() {
            let help = "an exit code alone is no verdict: give `once`, the words that a verdict consists of";
            return Err(self.wrong(at, "there are no words for the verdict", help));
        }
        if side == Side::False && signs.grounds.is_some() {
            return Err(self.wrong(at, "a violation needs no grounds", "`grounds` belongs to [answer.true]"));
        }
        let list = |patterns: &[Words], stderr| -> Result<Vec<Sign>, Diagnostic> {
            patterns.iter().map(|pattern| Ok(Sign { stderr, pattern: self.pattern(pattern)? })).collect()
        };
        let both = |stdout, stderr| -> Result<Vec<Sign>, Diagnostic> {
            Ok(list(stdout, false)?.into_iter().chain(list(stderr, true)?).collect())
        };
        Ok(Signs {
            exits: signs.exit.get_ref().clone(),
            once: both(&signs.once, &signs.once_stderr)?,
            some: both(&signs.some, &signs.some_stderr)?,
        })
    }

    fn because(&self, because: &format::Because, veto: bool) -> Result<Because, Diagnostic> {
        let at = because.because.span().start;
        let pattern = |words: &Option<Words>| words.as_ref().map(|words| self.pattern(words)).transpose();
        let (stdout, stderr) = (pattern(&because.stdout)?, pattern(&because.stderr)?);
        if stdout.is_none() && stderr.is_none() && because.exit.is_none() {
            return Err(self.wrong(at, "nothing says when this is the reason", "give `stdout`, `stderr` or `exit`"));
        }
        if because.against.is_some() && !veto {
            return Err(self.wrong(at, "only a veto is against a verdict", "move it to [[answer.veto]]"));
        }
        let kind = *because.because.get_ref();
        let needed = match kind {
            Kind::Missing => Some("program"),
            Kind::Bound => Some("bound"),
            _ => None,
        };
        let groups: Vec<&str> =
            [&stdout, &stderr].into_iter().flatten().flat_map(Regex::capture_names).flatten().collect();
        if let Some(name) = names(&because.message).chain(needed).find(|name| !groups.contains(name)) {
            let help = format!("name a group of the pattern: (?<{name}>…)");
            return Err(self.wrong(at, &format!("nothing is called `{name}`"), &help));
        }
        let (exits, message, against) = (because.exit.clone(), because.message.clone(), because.against);
        Ok(Because { kind, stdout, stderr, exits, message, against })
    }

    fn pattern(&self, words: &Words) -> Result<Regex, Diagnostic> {
        let at = words.span().start;
        let regex = RegexBuilder::new(words.get_ref()).multi_line(true).build();
        let regex = regex.map_err(|error| {
            let text = error.to_string();
            let last = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_string();
            self.wrong(at, &format!("the pattern cannot be read: {last}"), "patterns are those of Rust's regex crate")
        })?;
        if regex.is_match("") {
            return Err(self.wrong(at, "the pattern matches anything", "a sign must be something that is said"));
        }
        Ok(regex)
    }
}

/// All texts of a command line.
fn texts(args: &[Argument]) -> impl Iterator<Item = &str> {
    args.iter().flat_map(|argument| match argument {
        Argument::One(text) => std::slice::from_ref(text).iter().map(String::as_str),
        Argument::Group(texts) => texts.iter().map(String::as_str),
    })
}
