//! What the test suites share: running programs with a time limit, the compilers there are, test programs as data.
//!
//! A suite compiles only part of this, so not everything here is used in each.
#![allow(dead_code)]

pub mod observe;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A compiled program that runs longer is stuck.
pub const RUN_LIMIT: Duration = Duration::from_secs(20);
/// A compiler, or qicc itself, that runs longer is stuck.
pub const TOOL_LIMIT: Duration = Duration::from_secs(180);

/// The tested program, as a command.
pub fn qicc() -> Command {
    Command::new(env!("CARGO_BIN_EXE_qicc"))
}

/// Runs a command whose output goes elsewhere: its exit code, none if it was stopped at the limit, and the most memory
/// that it had, in KiB.
pub fn watched(command: &mut Command, limit: Duration) -> (Option<i32>, u64) {
    let mut child = command.spawn().expect("it runs");
    let status = format!("/proc/{}/status", child.id());
    let (end, mut most) = (Instant::now() + limit, 0);
    loop {
        let now = fs::read_to_string(&status).unwrap_or_default();
        let peak = now.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(peak.unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a child of ours") {
            return (status.code(), most);
        }
        if Instant::now() > end {
            child.kill().expect("a child of ours");
            _ = child.wait();
            return (None, most);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A program that Ctrl-C reaches, even where the tests themselves run in the background of a script, deaf to it.
pub fn interruptible(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP").arg(program);
    command
}

/// Where the test data of a suite is.
pub fn data(suite: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(suite)
}

/// The files of a suite with this extension, by name.
pub fn files(suite: &str, extension: &str) -> Vec<PathBuf> {
    let folder = data(suite);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// The name of a test: its file's, without the extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// How a process ended, and what it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// As a shell has it: 128 and the signal's number for a killed process; `None` when it was stopped at the limit.
    pub code: Option<i32>,
}

impl Outcome {
    pub fn success(&self) -> bool {
        self.code == Some(0)
    }

    /// What a test expects of a program: its output, then its exit code on a line of its own.
    pub fn transcript(&self) -> Vec<u8> {
        let mut text = self.stdout.clone();
        let code = self.code.map_or("none: it was stopped".into(), |code| code.to_string());
        text.extend(format!("exit: {code}\n").into_bytes());
        text
    }

    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Runs a command to its end or to the limit; output goes through files, so that no pipe can fill up.
pub fn run(command: &mut Command, stdin: &[u8], limit: Duration) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in"), stdin).expect("a temporary file");
    let open = |name: &str| File::create(path(name)).expect("a temporary file");
    command.stdin(File::open(path("in")).expect("a temporary file")).stdout(open("out")).stderr(open("err"));
    command.process_group(0);
    let mut child = command.spawn().unwrap_or_else(|e| panic!("cannot run {command:?}: {e}"));
    let end = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let code = loop {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            break status.code().or(status.signal().map(|signal| 128 + signal));
        }
        if Instant::now() > end {
            // The whole group: a compiler has children of its own.
            _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
            _ = child.wait();
            break None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let read = |name: &str| fs::read(path(name)).expect("a temporary file");
    Outcome { stdout: read("out"), stderr: read("err"), code }
}

/// A verifier that programs are tried with.
#[derive(Clone, Debug)]
pub struct Verifier {
    /// `embedded`, or a version of CBMC.
    pub version: &'static str,
    cbmc: Option<PathBuf>,
}

/// The embedded verifier, and the versions of CBMC that can be had.
pub fn verifiers() -> Vec<Verifier> {
    ["embedded", "cbmc", "cbmc5"].into_iter().filter_map(verifier).collect()
}

/// The verifier of this name, if it can be had.
pub fn verifier(version: &'static str) -> Option<Verifier> {
    let cbmc = match version {
        "embedded" => None,
        version => Some(fetch(version)?.join("bin/cbmc")),
    };
    Some(Verifier { version, cbmc })
}

impl Verifier {
    /// The strategies that programs are tried with; for the older CBMC the usual one must do.
    pub fn strategies(&self) -> &'static [&'static str] {
        if self.version == "cbmc5" { &["gamble"] } else { &["gamble", "whole"] }
    }

    /// Lets a command use it.
    pub fn choose<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        match &self.cbmc {
            Some(program) => command.args(["--verifier", "cbmc"]).env("CBMC", program),
            None => command.args(["--verifier", "embedded"]),
        }
    }

    /// Whether it may say unknown for this reason whatever is expected: what the embedded verifier does not know it
    /// names.
    pub fn may_lack(&self, code: &str) -> bool {
        self.version == "embedded" && code == "not-supported"
    }
}

/// A data model with the compilers for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    Lp64,
    Ilp32,
}

impl Model {
    pub fn flag(self) -> &'static str {
        match self {
            Model::Lp64 => "--64",
            Model::Ilp32 => "--32",
        }
    }
}

/// A C compiler of this machine or of the private cache, for one data model.
#[derive(Clone, Debug)]
pub struct Compiler {
    pub name: &'static str,
    pub program: PathBuf,
    pub model: Model,
    environment: Vec<(&'static str, PathBuf)>,
}

impl Compiler {
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.envs(self.environment.iter().cloned());
        if self.model == Model::Ilp32 {
            // Without this, 32-bit code computes floats in x87 registers and rounds when they are spilled, so that any
            // two ways to write the same expression may differ.
            command.arg("-msse2");
            if self.name == "gcc" {
                command.arg("-mfpmath=sse");
            }
        }
        command
    }
}

/// `qicc emit` with the layout checked, preprocessing with this compiler for its data model.
pub fn emit_with(compiler: &Compiler) -> Command {
    let mut command = qicc();
    command.args(["emit", "--check-layout", compiler.model.flag(), "--cc"]).arg(&compiler.program);
    command.envs(compiler.environment.iter().cloned());
    command
}

/// Every compiler that works here; at least gcc for 64 bits. Says loudly what is missing.
pub fn compilers() -> &'static [Compiler] {
    static FOUND: OnceLock<Vec<Compiler>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let compiler =
            |name, program: &Path, model| Compiler { name, program: program.into(), model, environment: vec![] };
        let mut found = vec![compiler("gcc", Path::new("gcc"), Model::Lp64)];
        let clang = if works(&compiler("clang", Path::new("clang"), Model::Lp64)) {
            Some(PathBuf::from("clang"))
        } else {
            fetch("clang").map(|folder| folder.join("bin/clang"))
        };
        found.extend(clang.as_deref().map(|program| compiler("clang", program, Model::Lp64)));
        if let Some(folder) = fetch("gcc32") {
            found.push(compiler("gcc", &folder.join("bin/gcc32"), Model::Ilp32));
            found.extend(clang.map(|clang| Compiler {
                environment: vec![("CLANG", clang)],
                ..compiler("clang", &folder.join("bin/clang32"), Model::Ilp32)
            }));
        }
        found.retain(|compiler| {
            let works = works(compiler);
            if !works {
                skip(&format!("{} for {:?} (it cannot build a program that runs)", compiler.name, compiler.model));
            }
            works
        });
        assert!(!found.is_empty(), "no C compiler works here");
        found
    })
}

fn works(compiler: &Compiler) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, binary) = (folder.path().join("a.c"), folder.path().join("a"));
    fs::write(&source, "#include <stdio.h>\nint main(void) { return printf(\"x\") - 1; }\n").expect("a temporary file");
    let mut command = compiler.command();
    let built = command.arg(&source).arg("-o").arg(&binary).stderr(Stdio::null()).status();
    built.is_ok_and(|status| status.success())
        && Command::new(&binary).stdout(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// The folder of something that `tests/tools/fetch` brings, or `None` after a loud message.
pub fn fetch(thing: &str) -> Option<PathBuf> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/fetch");
    let output = Command::new(tool).arg(thing).output().expect("bash is there");
    if output.status.success() {
        return Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    }
    skip(&format!("{thing}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    None
}

/// Says that part of the tests does not run; with `QICC_REQUIRE_TOOLS` set that is a failure.
pub fn skip(what: &str) {
    assert!(std::env::var_os("QICC_REQUIRE_TOOLS").is_none(), "SKIPPED, and QICC_REQUIRE_TOOLS is set: {what}");
    skip_foreign(what);
}

/// The same of what no test command can bring: it is in no registry, and used where somebody has installed it.
pub fn skip_foreign(what: &str) {
    eprintln!("*** SKIPPED, not available here: {what}");
}

/// The options in the comments at the head of a test program: `// key: value`, one a line.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub flags: Vec<String>,
    /// Arguments of qicc itself.
    pub args: Vec<String>,
    /// `32` or `64` when the program is for one data model only.
    pub models: Option<String>,
    pub gcc_only: bool,
    /// Further files of the program, from the folder `with`.
    pub with: Vec<String>,
    pub stdin: Vec<u8>,
}

impl Options {
    pub fn of(source: &[u8]) -> Options {
        let mut options = Options::default();
        for line in String::from_utf8_lossy(source).lines() {
            let Some(line) = line.strip_prefix("//").or_else(|| line.strip_prefix("/*")) else { break };
            let line = line.trim_end_matches("*/").trim();
            let words = |list: &str| list.split_whitespace().map(str::to_string).collect();
            match line.split_once(": ") {
                Some(("flags", list)) => options.flags = words(list),
                Some(("args", list)) => options.args = words(list),
                Some(("models", model)) => options.models = Some(model.to_string()),
                Some(("with", list)) => options.with = words(list),
                Some(("stdin", text)) => options.stdin = (text.replace("\\n", "\n") + "\n").into_bytes(),
                _ if line == "gcc-only" => options.gcc_only = true,
                _ => {}
            }
        }
        options
    }

    pub fn runs_on(&self, compiler: &Compiler) -> bool {
        let model = match compiler.model {
            Model::Lp64 => "64",
            Model::Ilp32 => "32",
        };
        self.models.as_deref().is_none_or(|only| only == model) && !(self.gcc_only && compiler.name != "gcc")
    }
}

/// The automaton of a program of `data/semantics`, or of any other with options in its head.
pub fn program(path: &Path) -> Result<qicc::cfa::Program, String> {
    use qicc::frontend::{load, sema};
    let options = Options::of(&fs::read(path).map_err(|e| e.to_string())?);
    let with = path.with_file_name("with");
    let files = std::iter::once(path.to_path_buf()).chain(options.with.iter().map(|file| with.join(file))).collect();
    let model = match options.models.as_deref() {
        Some("32") => qicc::ctype::DataModel::Ilp32,
        _ => qicc::ctype::DataModel::Lp64,
    };
    let loaded = load::load(&load::Input { files, cc: None, flags: options.flags, model: Some(model) });
    if let Some(error) = loaded.errors.first() {
        return Err(error.message.clone());
    }
    let dialect = sema::Dialect { model, gnu89_inline: false };
    let units: Result<Vec<_>, _> =
        loaded.units.iter().map(|unit| sema::analyse(unit.number(), dialect, unit)).collect();
    let program = units.and_then(|units| qicc::cfa::build(units, &qicc::cfa::Options::default()));
    program.map_err(|error| error.message)
}

/// The two texts where they first differ, with line numbers; for messages of failed tests.
pub fn difference(expected: &[u8], found: &[u8]) -> String {
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    let (mut left, mut right) = (expected.lines(), found.lines());
    let mut text = String::new();
    for number in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (l, r) if l == r => continue,
            (l, r) => {
                let show = |line: Option<&str>| line.map_or("(nothing more)".into(), |line| format!("{line:?}"));
                _ = write!(text, "line {number}: expected {}, found {}", show(l), show(r));
                break;
            }
        }
    }
    text
}

/// Compares with the file beside a test, or rewrites it when `UPDATE=1`.
pub fn check_expected(path: &Path, found: &[u8]) -> Result<(), String> {
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(path, found).map_err(|e| format!("{}: {e}", path.display()));
    }
    let expected = fs::read(path).map_err(|e| format!("{}: {e}; UPDATE=1 writes it", path.display()))?;
    if expected == found {
        return Ok(());
    }
    Err(format!(
        "{}: {}\nUPDATE=1 rewrites it; all that was found:\n{}",
        path.display(),
        difference(&expected, found),
        String::from_utf8_lossy(found)
    ))
}

/// Whether a property of a JSON report was proved in regions, none of which is a whole program.
pub fn is_below_the_root(property: &serde_json::Value) -> bool {
    let pieces = property["proof"]["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
    !pieces.is_empty() && pieces.iter().all(|piece| piece["rung"].is_string())
}
