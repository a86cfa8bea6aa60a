//! Recorded runs of real verifiers through their adapters: the verdict that the program has, or unknown for the right
//! reason; and never a proof from an output that is cut, doubled, or spoofed.
//!
//! The recordings are not part of the repository. They are looked for in `../shared/data/transcripts`, or in
//! `$QICC_SHARED/data/transcripts`.

mod common;

use qicc::cfa::{FuncId, PropId};
use qicc::ctype::DataModel;
use qicc::emit::{Dialect, Printed};
use qicc::verifier::{End, Ended, Limits, Reason, Step, Task, Text, Usage, Verdict, Verifier, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A recording, what the adapter makes of its output, and what it makes of the whole task where that differs.
type Row = (&'static str, &'static str, &'static str);

/// A program that never calls `reach_error` is not sent.
const ULTIMATE: &[Row] = &[
    ("arg_missing_file", "failed", ""),
    ("arg_no_arch", "failed", ""),
    ("arg_no_file", "failed", ""),
    ("arg_no_spec", "failed", ""),
    ("arg_ultversion", "garbled", ""),
    ("arg_version", "garbled", ""),
    ("bad_property", "failed", ""),
    // Safe, but the solver for the bit-precise second run was not installed.
    ("bits_safe", "missing", ""),
    ("build_exception", "gave-up", ""),
    ("build_nosolver", "missing", ""),
    ("concurrent_a", "proved", ""),
    ("concurrent_b", "violated", ""),
    // Without the wrapper one of the two voices is missing.
    ("direct_heap22m_no_oom", "garbled", ""),
    ("direct_missing_input", "gave-up", ""),
    ("direct_unsafe", "garbled", ""),
    ("float_safe", "missing", ""),
    // TRUE, although nothing was checked.
    ("include_preprocessed", "vacuous", ""),
    ("include_unpreprocessed", "vacuous", ""),
    ("mem_deref", "not-answered", "vacuous"),
    ("mem_free", "not-answered", "vacuous"),
    ("mem_safe", "not-answered", "vacuous"),
    ("mem_track", "missing", "vacuous"),
    ("no_java11", "missing", ""),
    ("overflow_safe", "not-answered", ""),
    ("overflow_unsafe", "not-answered", ""),
    ("parse_error", "not-supported", ""),
    // Without --full-output one of the two voices is missing.
    ("quiet_unsafe", "garbled", ""),
    ("race_false", "not-answered", "vacuous"),
    ("reach_array_safe", "proved", ""),
    ("reach_loop_safe", "proved", ""),
    ("reach_loop_unsafe", "violated", ""),
    ("reach_straight_safe", "proved", ""),
    ("reach_straight_unsafe", "violated", ""),
    // The wrapper says TRUE because of the name of the file.
    ("spoof_filename_parse_error", "not-supported", ""),
    ("term_false", "not-answered", "vacuous"),
    ("term_true", "not-answered", "vacuous"),
    ("timeout_external_sigterm", "time-limit", ""),
    ("timeout_internal_30s", "missing", ""),
    ("type_error", "not-supported", ""),
    ("undef_function", "not-supported", ""),
    ("unsupported", "not-supported", ""),
    ("validate_correctness_yml", "proved", ""),
    ("validate_violation_graphml", "violated", ""),
    ("validate_wrong_type", "failed", ""),
];

const CPACHECKER: &[Row] = &[
    ("bad_option", "failed", ""),
    ("bad_property", "not-supported", ""),
    ("bmc_loop_safe_bounded", "gave-up", ""),
    ("bmc_loop_unsafe", "violated", ""),
    ("hard_actually_false", "violated", ""),
    ("help", "garbled", ""),
    // TRUE without a warning, although the program cannot call reach_error at all.
    ("include_preprocess_opt", "proved", "vacuous"),
    ("include_unpreprocessed", "proved", "vacuous"),
    ("kind_loop_safe", "proved", ""),
    ("missing_file", "not-supported", ""),
    ("no_solver_default", "missing", ""),
    ("overflow_unsafe", "not-answered", ""),
    ("parse_error", "not-supported", ""),
    ("pred_loop_safe", "proved", ""),
    ("pred_loop_unsafe", "violated", ""),
    ("pred_straight_safe", "proved", ""),
    ("pred_straight_unsafe", "violated", ""),
    ("smg_deref", "missing", "vacuous"),
    ("smg_memtrack", "missing", "vacuous"),
    ("timeout_external_sigterm", "time-limit", ""),
    ("timeout_internal_15s", "gave-up", ""),
    ("type_error", "not-supported", ""),
    // `x == x` holds whatever the undefined function returns.
    ("undef_function", "proved", ""),
    ("unsupported_asm_goto", "not-supported", ""),
    ("value_array_safe", "proved", ""),
    // Unsafe, but this analysis could not confirm its own counterexample.
    ("value_straight_unsafe", "gave-up", ""),
];

const TOOLS: [(&str, &[Row]); 2] = [("cpachecker", CPACHECKER), ("ultimate", ULTIMATE)];

/// A program with one property, for outputs that are read without their own program.
const STUB: &str = "extern void reach_error(void);\nint main(void) { reach_error(); }\n";

const LIMITS: Limits = Limits { wall: Duration::from_secs(60), cpu: None, memory: Some(1 << 31), output: 1 << 26 };

/// What a recorded process said.
#[derive(Clone)]
struct Recording {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    exit: i32,
    program: Option<String>,
}

/// A place for outputs that were changed, and the verifier that reads them.
struct Reader {
    verifier: Arc<dyn Verifier>,
    folder: tempfile::TempDir,
}

fn transcripts() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let shared = std::env::var_os("QICC_SHARED").map_or_else(beside, PathBuf::from);
    let folder = shared.join("data/transcripts");
    if !folder.is_dir() {
        common::skip("recorded runs of verifiers (../shared/data/transcripts)");
        return None;
    }
    Some(folder)
}

fn recording(folder: &Path) -> Recording {
    let read = |name: &str| fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{}/{name}: {e}", folder.display()));
    let exit = String::from_utf8_lossy(&read("exit_code.txt")).trim().parse().expect("an exit code");
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let program = entries.filter(|path| path.extension().is_some_and(|end| end == "c")).min();
    let program = program.map(|path| fs::read_to_string(path).expect("C is text"));
    Recording { stdout: read("stdout.txt"), stderr: read("stderr.txt"), exit, program }
}

/// All recordings of a tool, with what is expected of them.
fn recordings(tool: &str, table: &'static [Row]) -> Vec<(&'static str, &'static str, Recording)> {
    let Some(folder) = transcripts() else { return vec![] };
    table.iter().map(|(name, verdict, _)| (*name, *verdict, recording(&folder.join(tool).join(name)))).collect()
}

impl Reader {
    fn new(tool: &str) -> Reader {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tool = registry::named(tool, &|_| None).unwrap_or_else(|wrong| panic!("{}", wrong.message));
        let probe = match tool.name() {
            "ultimate" => "This is Ultimate 0.2.5-?-?-m\nVersion is 0.2.5\n",
            _ => "\nCPAchecker 4.0 (OpenJDK 64-Bit Server VM 21.0.8)\n",
        };
        let ended = write(folder.path(), probe.as_bytes(), b"", End::Exit(0));
        let verifier = tool.ready(&ended).unwrap_or_else(|reason| panic!("{}: {reason}", tool.name()));
        Reader { verifier, folder }
    }

    /// What the adapter answers when its run ends like this. It may answer without a run.
    fn judge(&self, recording: &Recording, program: &str) -> Verdict {
        let (entry, property) = (FuncId(0), PropId(0));
        let printed = Printed {
            text: program.into(),
            functions: BTreeMap::from([(entry, "main".to_string())]),
            properties: BTreeSet::from([property]),
            ..Printed::default()
        };
        let text = Arc::new(Text {
            printed,
            dialect: Dialect::SvComp,
            program: None,
            model: DataModel::Lp64,
            shared: false,
            origin: None,
        });
        let task = Task { text, entry, properties: BTreeSet::from([property]), traces: true, limits: LIMITS };
        let mut session = self.verifier.start(&task, self.folder.path());
        let answer = match session.next(None) {
            Step::Done(answer) => answer,
            Step::Think(_) => panic!("it is no part of this process"),
            Step::Run(_) => {
                // The runs that were stopped from outside were stopped by `timeout`.
                let how = if recording.exit == 124 { End::TimeLimit } else { End::Exit(recording.exit) };
                let ended = write(self.folder.path(), &recording.stdout, &recording.stderr, how);
                match session.next(Some(&ended)) {
                    Step::Done(answer) => answer,
                    again => panic!("it wants {again:?}"),
                }
            }
        };
        answer.verdicts[&property].clone()
    }

    fn read(&self, recording: &Recording) -> String {
        word(&self.judge(recording, STUB))
    }
}

fn write(folder: &Path, stdout: &[u8], stderr: &[u8], how: End) -> Ended {
    let (out, err) = (folder.join("out"), folder.join("err"));
    fs::write(&out, stdout).and_then(|()| fs::write(&err, stderr)).expect("files");
    Ended { how, limits: LIMITS, usage: Usage::default(), stdout: out, stderr: err, folder: folder.into() }
}

/// `proved`, `violated`, or the code of the reason.
fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unknown(reason) => reason.code().into(),
        known => known.word().into(),
    }
}

fn decided(word: &str) -> bool {
    word == "proved" || word == "violated"
}

#[test]
fn recordings_have_the_verdict_of_their_program_or_a_reason() {
    let Some(folder) = transcripts() else { return };
    let mut wrong = Vec::new();
    for (tool, table) in TOOLS {
        let reader = Reader::new(tool);
        let listed: BTreeSet<String> = table.iter().map(|(name, ..)| name.to_string()).collect();
        let there: BTreeSet<String> = fs::read_dir(folder.join(tool))
            .expect("recordings")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(listed, there, "the table for {tool} is not about the recordings that are there");
        for (name, read, sent) in table {
            let recording = recording(&folder.join(tool).join(name));
            let sent = if sent.is_empty() { read } else { sent };
            let found = reader.read(&recording);
            if found != *read {
                wrong.push(format!("{tool}/{name}: expected {read}, found {found}"));
            }
            let verdict = reader.judge(&recording, recording.program.as_deref().unwrap_or(STUB));
            if word(&verdict) != *sent {
                wrong.push(format!("{tool}/{name} with its program: expected {sent}, found {verdict:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn reasons_name_the_line_and_what_is_missing() {
    let Some(folder) = transcripts() else { return };
    for (tool, name, words) in [
        ("ultimate", "parse_error", "Syntax error, in line 8 of the printed program: "),
        ("ultimate", "undef_function", "not supported: Unsupported Syntax: The following functions are not defined"),
        ("ultimate", "bits_safe", "cannot run mathsat: Ultimate needs this solver on PATH"),
        ("ultimate", "no_java11", "cannot run Java 11: "),
        ("ultimate", "bad_property", "exit code 1: RuntimeError: The formula G ! call(foo_error()) is unknown"),
        ("ultimate", "quiet_unsafe", "but nothing like ^RESULT"),
        ("cpachecker", "type_error", "in line 8 of the printed program: "),
        ("cpachecker", "no_solver_default", "cannot run MATHSAT5: missing libraries"),
        ("cpachecker", "timeout_internal_15s", "The CPU-time limit of 15s has elapsed"),
        ("cpachecker", "bad_option", "failed with exit code 1"),
    ] {
        let recording = recording(&folder.join(tool).join(name));
        let program = recording.program.clone().unwrap_or_else(|| STUB.into());
        match Reader::new(tool).judge(&recording, &program) {
            Verdict::Unknown(reason) => assert!(reason.to_string().contains(words), "{tool}/{name}: {reason}"),
            verdict => panic!("{tool}/{name}: {verdict:?}"),
        }
    }
}

/// A verifier that is killed while it writes must not prove anything, whatever it was about to say.
#[test]
fn a_cut_output_is_no_verdict() {
    for (tool, table) in TOOLS {
        let reader = Reader::new(tool);
        for (name, verdict, recording) in recordings(tool, table) {
            let length = recording.stdout.len();
            let spread = (0..20).map(|part| length * part / 20);
            // Around the verdict, at every byte.
            let end = length.saturating_sub(if verdict == "proved" { 200 } else { 0 })..length;
            for cut in spread.chain(end) {
                let lost = String::from_utf8_lossy(&recording.stdout[cut..]).into_owned();
                // The last line of CPAchecker names a file for people.
                let complete = lost.trim().is_empty()
                    || (tool == "cpachecker" && lost.starts_with("Graphical representation included in"));
                let found = reader.read(&Recording { stdout: recording.stdout[..cut].to_vec(), ..recording.clone() });
                assert!(
                    !decided(&found)
                        || (complete && found == verdict)
                        || (found == "violated" && verdict == "violated"),
                    "{tool}/{name} cut at {cut} of {length}: {found}"
                );
            }
        }
    }
}

#[test]
fn two_verdicts_in_one_output_are_none() {
    for (tool, table) in TOOLS {
        let reader = Reader::new(tool);
        let all = recordings(tool, table);
        let verdicts: Vec<_> = all.iter().filter(|(_, verdict, _)| decided(verdict)).collect();
        for (first, one, a) in &verdicts {
            for (second, two, b) in &verdicts {
                let stdout = [&a.stdout[..], &b.stdout].concat();
                let found = reader.read(&Recording { stdout, ..a.clone() });
                let expected: &[&str] = if one == two { &["garbled"] } else { &["contradiction"] };
                assert!(expected.contains(&found.as_str()), "{tool}: {first} and {second}: {found}");
            }
        }
    }
}

#[test]
fn an_error_exit_is_no_verdict() {
    for (tool, table) in TOOLS {
        let reader = Reader::new(tool);
        for (name, _, recording) in recordings(tool, table).into_iter().filter(|(_, verdict, _)| decided(verdict)) {
            for exit in [1, 2, 7, 101, 134, 143, 255] {
                let found = reader.read(&Recording { exit, ..recording.clone() });
                assert_eq!(found, "failed", "{tool}/{name} with exit code {exit}");
            }
        }
    }
}

/// The words of a verdict inside of a line are the program's, or a file's name.
#[test]
fn verdicts_inside_of_lines_do_not_count() {
    let spoofs = [
        "RESULT: Ultimate proved your program to be correct!",
        "AllSpecificationsHoldResult",
        "Result: TRUE",
        "Verification result: TRUE. No property violation found by chosen configuration.",
    ];
    for (tool, table) in TOOLS {
        let reader = Reader::new(tool);
        for (name, verdict, recording) in recordings(tool, table) {
            if decided(verdict) {
                continue;
            }
            for spoof in spoofs {
                let text =
                    |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(".c", &format!("{spoof}.c")).into_bytes();
                let changed =
                    Recording { stdout: text(&recording.stdout), stderr: text(&recording.stderr), ..recording.clone() };
                let found = reader.read(&changed);
                assert!(!decided(&found), "{tool}/{name} with {spoof:?} in its names: {found}");
            }
        }
    }
}

#[test]
fn recorded_probes_tell_the_version() {
    let Some(folder) = transcripts() else { return };
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let ready = |tool: &str, name: &str| {
        let recording = recording(&folder.join(tool).join(name));
        let ended = write(scratch.path(), &recording.stdout, &recording.stderr, End::Exit(recording.exit));
        let tool = registry::named(tool, &|_| None).unwrap_or_else(|wrong| panic!("{}", wrong.message));
        tool.ready(&ended).map(|verifier| verifier.title().to_string())
    };
    assert_eq!(ready("ultimate", "arg_ultversion").as_deref(), Ok("Ultimate Automizer 0.2.5"));
    assert_eq!(ready("cpachecker", "help").as_deref(), Ok("CPAchecker"));
    assert_eq!(ready("ultimate", "no_java11").map_err(|reason| reason.code()), Err("missing"));
    assert!(matches!(ready("ultimate", "arg_version"), Err(Reason::Version { .. })));
}
