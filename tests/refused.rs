//! Conditions that are no use, given to every command that takes one: a clear message, exit code 2, in bounded time and
//! memory, and nothing is written.

mod common;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const PROGRAM: &str = "int any(void);
int main(void)
{
    int x = any();
    if (x > 0)
        x = 1;
    else
        x = 2;
    __CPROVER_assert(x > 0, \"a\");
    return 0;
}
";

/// The commands that take a condition, with what they would write.
const COMMANDS: [&[&str]; 4] = [
    &["reduce", "program.c", "-o", "written"],
    &["reduce", "program.c", "--reducer", "cfa", "--slice", "-o", "written"],
    &["check", "--analysis", "value", "program.c", "--condition-out", "written", "--formula-out", "written.txt"],
    &["cmc", "--stage", "value", "--stage", "lh+kinduction", "program.c", "--save", "written"],
];

/// A machine that does other things as well may take this long to refuse something.
const LIMIT: Duration = Duration::from_secs(120);
/// A quarter of 1 GiB of text is read before it is too much.
const MOST_KIB: u64 = 600 << 10;

/// A folder with the program, and a condition in it.
fn folder(condition: impl FnOnce(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("program.c"), PROGRAM).expect("a temporary file");
    condition(&folder.path().join("condition"));
    folder
}

/// Runs a command with the condition of a folder: its exit code, its messages and the most memory that it had, in KiB.
fn refused(folder: &Path, args: &[&str]) -> (Option<i32>, String, u64) {
    let messages = folder.join("messages");
    let mut command = common::qicc();
    command.current_dir(folder).args(args).args(["--condition", "condition"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&messages).expect("a temporary file"));
    let (code, most) = common::watched(&mut command, LIMIT);
    (code, fs::read_to_string(&messages).expect("a temporary file"), most)
}

/// Every command refuses the condition of a folder with these words, and writes nothing.
fn all_refuse(folder: &tempfile::TempDir, words: &str) {
    for args in COMMANDS {
        let (code, messages, most) = refused(folder.path(), args);
        assert_eq!(code, Some(2), "{args:?}: {messages}");
        assert!(messages.contains("error[condition]") && messages.contains(words), "{args:?}: {messages}");
        assert!(messages.len() < 1000, "{args:?}: {} bytes of messages", messages.len());
        assert!(most > 0 && most < MOST_KIB, "{args:?}: {most} KiB");
        let written = ["written", "written.txt"].map(|name| folder.path().join(name).exists());
        assert_eq!(written, [false, false], "{args:?} has written something");
    }
}

#[test]
fn a_gigabyte() {
    let sparse = |path: &Path| {
        let file = File::create(path).expect("a temporary file");
        file.set_len(1 << 30).expect("a file with nothing in it takes no space");
    };
    all_refuse(&folder(sparse), "it has more than 256 MiB of text");
}

#[test]
fn a_gigabyte_that_was_compressed() {
    let bomb = |path: &Path| {
        let mut encoder = GzEncoder::new(File::create(path).expect("a temporary file"), Compression::fast());
        let spaces = vec![b' '; 1 << 20];
        (0..1024).for_each(|_| encoder.write_all(&spaces).expect("a temporary file"));
        encoder.finish().expect("a temporary file");
    };
    let folder = folder(bomb);
    let size = fs::metadata(folder.path().join("condition")).expect("it was made").len();
    assert!(size < 16 << 20, "{size} bytes are no bomb");
    all_refuse(&folder, "it has more than 256 MiB of text");
}

/// Small ones that are wrong, as JSON and as CPAchecker's text.
#[test]
fn what_does_not_fit() {
    let json = |initial: &str, to: &str, line: u32| {
        let edge = format!("{{\"file\": \"program.c\", \"line\": {line}, \"column\": 9, \"branch\": true}}");
        let arrow = format!("{{\"edges\": [{edge}], \"to\": \"{to}\"}}");
        format!(
            "{{\"schema\": 1, {initial}\"states\": [{{\"name\": \"a\", \"transitions\": [{arrow}]}}, {{\"name\": \"b\", \
             \"covered\": true}}]}}"
        )
    };
    let text = |initial: &str, matched: &str, to: &str| {
        let arrows = format!("MATCH \"{matched}\" -> GOTO {to}; TRUE -> GOTO a;");
        let states = format!("STATE USEFIRST a : {arrows}\nSTATE __TRUE : TRUE -> GOTO __TRUE;");
        format!("OBSERVER AUTOMATON A\n{initial}\n{states}\nEND AUTOMATON\n")
    };
    let begins = "\"initial\": \"a\", ";
    let good = [json(begins, "b", 5), text("INITIAL STATE a;", "[x > 0]", "__TRUE")];
    let mut wrong = vec![
        (json("\"initial\": \"c\", ", "b", 5), "no state c"),
        (json("", "b", 5), "missing field `initial`"),
        (json(begins, "c", 5), "no state c, to which a leads"),
        (json(begins, "b", 4), "does not fit the program"),
        (json(begins, "b", 50), "does not fit the program"),
        (json(begins, "b", 5).replace("\"to\"", "\"assume\": \"1\", \"before\": \"1\", \"to\""), "both"),
        (text("INITIAL STATE c;", "[x > 0]", "a"), "no state c"),
        (text("", "[x > 0]", "a"), "INITIAL"),
        (text("INITIAL STATE a;", "[x > 0]", "c"), "no state c"),
        (text("INITIAL STATE a;", "[x > 7]", "a"), "[x > 7]"),
        (String::new(), "the condition ends"),
        ("\u{0}\u{1}".to_owned(), "is not understood"),
    ];
    for good in &good {
        let whole = folder(|path| fs::write(path, good).expect("a temporary file"));
        let (code, messages, _) = refused(whole.path(), COMMANDS[0]);
        assert_eq!(code, Some(0), "{messages}\n{good}");
        // What ends too soon is never taken for what it would have been.
        wrong.extend([3, 2].map(|part| (good[..good.len() / part].to_owned(), "condition")));
        wrong.push((good.trim_end()[..good.trim_end().len() - 1].to_owned(), "condition"));
    }
    for (condition, words) in wrong {
        let folder = folder(|path| fs::write(path, &condition).expect("a temporary file"));
        println!("{condition}");
        all_refuse(&folder, words);
    }
}
