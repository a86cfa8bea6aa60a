//! `qicc doctor`: verifiers that work, that do not, and that lie.

mod common;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A shell that runs a script with the program in `$0`, as a verifier.
fn describe(folder: &Path, name: &str, program: &str, script: &str) -> String {
    let text = format!(
        "name = '{name}'\ntitle = 'Fake'\nprograms = ['{program}']\nget = 'no way'\ndialect = 'sv-comp'\n\
         [version]\nargs = ['-c', 'echo 7.5']\npattern = '^(\\S+)$'\n\
         [run]\nargs = ['-c', '''{script}''', '{{program}}']\nilp32 = []\nlp64 = []\n\
         [answer.true]\nexit = [0]\nonce = ['^TRUE$']\n[answer.false]\nexit = [0]\nonce = ['^FALSE$']\n"
    );
    let file = folder.join(format!("{name}.toml"));
    fs::write(&file, text).expect("a file");
    file.to_string_lossy().into_owned()
}

/// The exit code, and what was said of each verifier.
fn doctor(args: &[&str], environment: &[(&str, &Path)]) -> (Option<i32>, Vec<(String, String, String)>) {
    let mut command = common::qicc();
    command.args(["doctor", "--format", "json"]).args(args).envs(environment.iter().copied());
    let output = command.output().expect("qicc runs");
    let json: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&[output.stdout, output.stderr].concat())));
    assert_eq!(json["schema"], 1);
    let word = |value: &Value| value.as_str().expect("a string").to_owned();
    let verifiers = json["verifiers"].as_array().expect("a list").iter();
    let rows = verifiers.map(|verifier| {
        let programs = verifier["programs"].as_array().expect("a list").iter();
        let verdicts: Vec<String> = programs.map(|program| word(&program["verdict"])).collect();
        (word(&verifier["name"]), word(&verifier["health"]), verdicts.join(" "))
    });
    (output.status.code(), rows.collect())
}

#[test]
fn verifiers_work_fail_or_lie() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let honest = "if grep -q ')  *0;' $0; then exit 6; elif grep -q '>= 10u' $0; then echo TRUE; else echo FALSE; fi";
    for (name, program, script, code, health, verdicts) in [
        ("honest", "sh", honest, 0, "works", "proved violated unknown"),
        ("yes", "sh", "echo TRUE", 1, "wrong", "proved proved proved"),
        ("no", "sh", "echo FALSE", 1, "wrong", "violated violated violated"),
        ("silent", "sh", "exit 0", 3, "fails", "unknown unknown unknown"),
        ("nowhere", "no-such-program", "", 4, "not-installed", ""),
    ] {
        let file = describe(folder.path(), name, program, script);
        let expected = vec![(name.to_owned(), health.to_owned(), verdicts.to_owned())];
        assert_eq!(doctor(&[&file], &[]), (Some(code), expected));
    }
}

#[test]
fn a_verifier_without_proofs_is_not_asked_for_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = describe(folder.path(), "finder", "sh", "if grep -q '>= 9u' $0; then echo FALSE; fi");
    let text = fs::read_to_string(&file).expect("a file").replace("[answer.true]\nexit = [0]\nonce = ['^TRUE$']\n", "");
    fs::write(&file, text).expect("a file");
    let (code, rows) = doctor(&[&file], &[]);
    assert_eq!((code, rows[0].1.as_str(), rows[0].2.as_str()), (Some(0), "works", "unknown violated unknown"));
}

#[test]
fn the_table_says_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let liar = describe(folder.path(), "yes", "sh", "echo TRUE");
    let output = common::qicc().args(["doctor", &liar]).output().expect("qicc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("yes         WRONG          Fake 7.5, /"), "{text}");
    assert!(text.contains("\n            unsafe  proved in ") && text.contains(", expected violated\n"), "{text}");
    let broken = folder.path().join("broken.toml");
    fs::write(&broken, "name = 'x'\nfrob = 1\n").expect("a file");
    let output = common::qicc().arg("doctor").arg(&broken).output().expect("qicc runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("broken.toml:2: unknown field `frob`"));
}

#[test]
fn cbmc_works_in_both_versions() {
    for thing in ["cbmc", "cbmc5"] {
        let Some(folder) = common::fetch(thing) else { continue };
        for model in [&["cbmc"][..], &["cbmc", "--32"]] {
            let expected = ("cbmc".to_owned(), "works".to_owned(), "proved violated unknown".to_owned());
            assert_eq!(doctor(model, &[("CBMC", &folder)]), (Some(0), vec![expected]), "{thing} {model:?}");
        }
    }
}

#[test]
fn the_embedded_verifier_works() {
    for model in [&["embedded"][..], &["embedded", "--32"]] {
        let expected = ("embedded".to_owned(), "works".to_owned(), "proved violated unknown".to_owned());
        assert_eq!(doctor(model, &[]), (Some(0), vec![expected]), "{model:?}");
    }
}

/// The whole way, with a real verifier that has one verdict for all properties, no `main` of its own choice, and a
/// property that is violated among those that hold: the batch is split until each has a verdict.
#[test]
fn a_described_verifier_tells_properties_apart() {
    let Some(folder) = common::fetch("cbmc") else { return };
    let data = common::data("described");
    let mut command = common::qicc();
    command.args(["--format", "json", "--verifier"]).arg(data.join("cbmc.toml")).arg(data.join("sum.c"));
    let output = command.env("CBMC", folder).output().expect("qicc runs");
    let json: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    let properties = json["properties"].as_array().expect("a list").iter();
    let verdicts: Vec<&str> = properties.filter_map(|property| property["verdict"].as_str()).collect();
    assert_eq!((output.status.code(), &verdicts[..]), (Some(1), &["proved", "violated", "proved"][..]));
}

/// Those that have recorded runs, live, wherever they are installed.
#[test]
fn recorded_verifiers_work_where_they_are() {
    for name in ["ultimate", "cpachecker"] {
        let (code, rows) = doctor(&[name], &[]);
        match rows[0].1.as_str() {
            "not-installed" => common::skip(&format!("a live run of {name}")),
            health => assert_eq!((code, health), (Some(0), "works"), "{rows:?}"),
        }
    }
}

/// The installer of CBMC brings what is not there, and nothing where it is.
#[test]
fn the_installer_of_cbmc_is_careful() {
    let install = |args: &[&str], prefix: &Path| {
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("verifiers/cbmc/install");
        let output = Command::new(tool).args(args).arg(prefix).output().expect("bash is there");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).trim().to_owned(), words)
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("notes"), "mine").expect("a file");
    let (code, _, words) = install(&[], folder.path());
    assert!(code == Some(2) && words.contains("no CBMC of ours"), "{code:?} {words}");
    assert_eq!(install(&["--suite", "potato"], folder.path()).0, Some(2));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let Some(there) = common::fetch("cbmc") else { return };
    let (code, prefix, words) = install(&[], &there);
    assert_eq!((code, Path::new(&prefix), words.as_str()), (Some(0), there.as_path(), ""));
}
