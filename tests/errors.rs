//! Bad input gets a message and exit code 2, and hard input works.
//!
//! Every file of `data/errors` names its arguments in its first line (`// args: …`, `emit` when there are none) and has
//! its expected message beside it, with the exit code; `UPDATE=1` rewrites them. Files named `…_unreached.c` hold the
//! same unsupported construct as their twin where the entry does not reach it: they must be accepted. Inputs too big or
//! too odd for a file are made here.

mod common;

use common::{Options, Outcome, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = common::files("errors", "c")
        .into_iter()
        .chain(common::files("errors", "i"))
        .chain(common::files("errors", "yml"))
        .map(|path| Trial::test(common::stem(&path), move || check(&path)))
        .collect();
    trials.extend(BIG.iter().map(|big| Trial::test(big.name, move || check_big(big))));
    trials.push(Trial::test("time_is_linear", time_is_linear));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs on a copy in an empty folder, so that messages name the file as the user would.
fn check(path: &Path) -> Result<(), Failed> {
    let source = fs::read(path)?;
    let options = Options::of(&source);
    let folder = tempfile::tempdir()?;
    let name = path.file_name().expect("a file");
    fs::copy(path, folder.path().join(name))?;
    fs::create_dir(folder.path().join("folder.c"))?;
    for file in &options.with {
        fs::copy(common::data("errors/with").join(file), folder.path().join(file))?;
    }
    let mut command = common::qicc();
    command.current_dir(folder.path());
    let mut files: Vec<String> = Vec::new();
    match options.args.split_first() {
        Some((first, rest)) => {
            command.arg(first);
            files.extend(rest.iter().cloned());
        }
        None => {
            command.arg("emit");
        }
    }
    // `args` that name a file are instead of this one.
    if !files.iter().any(|argument| argument.ends_with(".c")) {
        command.arg(name);
    }
    command.args(&files).args(&options.with).arg("--").args(&options.flags);
    let outcome = common::run(&mut command, b"", TOOL_LIMIT);
    if common::stem(path).ends_with("_unreached") {
        return accepted(&outcome);
    }
    if outcome.success() && !common::stem(path).starts_with("works_") {
        return Err("it was accepted".into());
    }
    let mut found = outcome.stderr.clone();
    found.extend(format!("exit: {}\n", outcome.code.map_or("stopped".into(), |c| c.to_string())).into_bytes());
    Ok(common::check_expected(&path.with_extension("expected"), &found)?)
}

fn accepted(outcome: &Outcome) -> Result<(), Failed> {
    if outcome.success() {
        return Ok(());
    }
    Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into())
}

/// An input that is made rather than kept.
struct Big {
    name: &'static str,
    make: fn() -> Vec<u8>,
    /// Part of the message when the input is refused; `None` when it must be accepted and run to its end with `exit`.
    refused: Option<&'static str>,
    exit: i32,
}

const BIG: &[Big] = &[
    Big { name: "parentheses_20000_deep", make: || nested("(", "1", ")", 20_000), refused: Some("nest"), exit: 0 },
    Big { name: "parentheses_200_deep", make: || nested("(", "7", ")", 200), refused: None, exit: 7 },
    Big {
        name: "unary_20000_deep",
        make: || nested("-", " 1", "", 20_000),
        refused: Some("within each other"),
        exit: 0,
    },
    Big { name: "blocks_20000_deep", make: || blocks(20_000), refused: Some("nest"), exit: 0 },
    Big { name: "blocks_200_deep", make: || blocks(200), refused: None, exit: 3 },
    Big { name: "initialiser_100000_elements", make: || initialiser(100_000), refused: None, exit: 159 },
    Big { name: "statements_50000", make: || statements(50_000), refused: None, exit: 79 },
    Big { name: "else_ifs_5000", make: || else_ifs(5_000), refused: None, exit: 135 },
    Big { name: "sum_5000_terms", make: || sum(5_000), refused: None, exit: 136 },
    Big { name: "cases_5000", make: || cases(5_000), refused: None, exit: 135 },
    Big { name: "string_1_megabyte", make: || string(1_000_000), refused: None, exit: 64 },
    Big { name: "functions_5000", make: || functions(5_000), refused: None, exit: 135 },
    Big { name: "identifier_100000_characters", make: || identifier(100_000), refused: None, exit: 5 },
    Big { name: "binary_garbage", make: garbage, refused: Some(""), exit: 0 },
    Big { name: "empty_file", make: Vec::new, refused: Some(""), exit: 0 },
    Big {
        name: "unterminated_comment",
        make: || b"int main(void) { return 0; } /* ".to_vec(),
        refused: Some(""),
        exit: 0,
    },
    Big { name: "nul_bytes", make: || b"int main(void) { return \0 0; }\n".to_vec(), refused: Some(""), exit: 0 },
    Big {
        name: "not_utf8",
        make: || {
            b"/* \xff\xfe */ // \xe9\nint main(void) { return \"\xe9\xff\"[0] == '\\351' ? sizeof \"\xc0\xaf\" : 1; }\n"
                .to_vec()
        },
        refused: None,
        exit: 3,
    },
    Big {
        name: "crlf_line_ends",
        make: || b"int main(void)\r\n{\r\n    return 4; // x\r\n}\r\n".to_vec(),
        refused: None,
        exit: 4,
    },
    Big {
        name: "byte_order_mark",
        make: || b"\xef\xbb\xbfint main(void) { return 6; }\n".to_vec(),
        refused: None,
        exit: 6,
    },
    Big { name: "no_newline_at_end", make: || b"int main(void) { return 2; }".to_vec(), refused: None, exit: 2 },
];

fn check_big(big: &Big) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("input.c");
    fs::write(&source, (big.make)())?;
    let mut command = common::qicc();
    command.current_dir(folder.path()).args(["emit", "input.c"]);
    let outcome = common::run(&mut command, b"", Duration::from_secs(60));
    let message = outcome.stderr_text();
    if let Some(part) = big.refused {
        // Exit code 2 and a message: neither a crash nor silence.
        return if outcome.code == Some(2) && message.contains("error") && message.contains(part) {
            Ok(())
        } else {
            Err(format!("exit code {:?}: {message}", outcome.code).into())
        };
    }
    accepted(&outcome)?;
    fs::write(folder.path().join("emitted.c"), &outcome.stdout)?;
    let mut gcc = common::compilers()[0].command();
    gcc.current_dir(folder.path()).args(["-w", "-O0", "emitted.c", "-o", "program"]);
    let built = common::run(&mut gcc, b"", TOOL_LIMIT);
    accepted(&built)?;
    let ran = common::run(&mut std::process::Command::new(folder.path().join("program")), b"", common::RUN_LIMIT);
    if ran.code == Some(big.exit) {
        return Ok(());
    }
    Err(format!("the emitted program's exit code is {:?}, not {}", ran.code, big.exit).into())
}

/// Eight times the input may take eight times as long, and some more for a loaded machine; sixty-four times is a bug.
fn time_is_linear() -> Result<(), Failed> {
    for (name, make) in [
        ("statements", statements as fn(usize) -> Vec<u8>),
        ("initialiser", initialiser),
        ("else_ifs", else_ifs),
        ("sum", sum),
        ("cases", cases),
        ("functions", functions),
    ] {
        let small = emission_time(&make(5_000 / 8))?;
        let large = emission_time(&make(5_000))?;
        let allowed = small * 24 + Duration::from_millis(500);
        if large > allowed {
            return Err(format!("{name}: {small:?} for an eighth, {large:?} for the whole").into());
        }
    }
    Ok(())
}

fn emission_time(source: &[u8]) -> Result<Duration, Failed> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("input.c"), source)?;
    let start = Instant::now();
    let mut command = common::qicc();
    accepted(&common::run(command.current_dir(folder.path()).args(["emit", "input.c"]), b"", TOOL_LIMIT))?;
    Ok(start.elapsed())
}

fn program(body: &str) -> Vec<u8> {
    format!("int main(void)\n{{\n{body}\n}}\n").into_bytes()
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> Vec<u8> {
    // Of `-`, every second one would make a `--`.
    let open = if open == "-" { "- " } else { open };
    program(&format!("return {}{inner}{};", open.repeat(depth), close.repeat(depth)))
}

fn blocks(depth: usize) -> Vec<u8> {
    program(&format!("int x = 3; {}x = x;{} return x;", "{".repeat(depth), "}".repeat(depth)))
}

fn initialiser(count: usize) -> Vec<u8> {
    let items: Vec<String> = (0..count).map(|i| i.to_string()).collect();
    let last = count - 1;
    format!("static int table[] = {{ {} }};\nint main(void) {{ return table[{last}] & 255; }}\n", items.join(", "))
        .into_bytes()
}

fn statements(count: usize) -> Vec<u8> {
    let lines: String = (0..count).map(|i| format!("x = x + {};\n", i % 3)).collect();
    program(&format!("unsigned x = 0;\n{lines}return x & 127;"))
}

fn else_ifs(count: usize) -> Vec<u8> {
    let arms: String = (0..count).map(|i| format!("if (x == {i}) return {i} & 255;\nelse ")).collect();
    program(&format!("volatile int x = {};\n{arms}return 1;", count - 1))
}

fn sum(count: usize) -> Vec<u8> {
    program(&format!("volatile int x = 1;\nreturn ({}) & 255;", vec!["x"; count].join(" + ")))
}

fn cases(count: usize) -> Vec<u8> {
    let arms: String = (0..count).map(|i| format!("case {i}: return {i} & 255;\n")).collect();
    program(&format!("volatile int x = {};\nswitch (x) {{\n{arms}}}\nreturn 1;", count - 1))
}

fn string(length: usize) -> Vec<u8> {
    let text = "a".repeat(length);
    format!("static char s[] = \"{text}\";\nint main(void) {{ return sizeof s - 1 == {length} && s[{length} - 1] == 'a' ? 64 : 1; }}\n")
        .into_bytes()
}

fn functions(count: usize) -> Vec<u8> {
    let mut text = String::from("static int f0(void) { return 0; }\n");
    for i in 1..count {
        text += &format!("static int f{i}(void) {{ return f{}() + 1; }}\n", i - 1);
    }
    text += &format!("int main(void) {{ return f{}() & 255; }}\n", count - 1);
    text.into_bytes()
}

fn identifier(length: usize) -> Vec<u8> {
    let name = "n".repeat(length);
    format!("static int {name} = 5;\nint main(void) {{ return {name}; }}\n").into_bytes()
}

fn garbage() -> Vec<u8> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..10_000).map(|_| next()).collect()
}
