//! Programs that were judged by hand: for each property of `data/verdicts/x.c`, the verdict in `x.expected` is what
//! qicc must give, with both versions of CBMC, and both strategies.
//!
//! The first line of a program has its options. The expected lines, `LINE:COLUMN kind.number verdict`, are never
//! written by qicc: they are the oracle. A version of CBMC that cannot decide may say unknown where a line allows it:
//! `proved|unknown`.

mod common;

use common::Verifier;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A run of qicc that takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(240);

fn main() {
    let mut trials = Vec::new();
    for verifier in common::verifiers() {
        for path in common::files("verdicts", "c") {
            for strategy in verifier.strategies() {
                let (verifier, path) = (verifier.clone(), path.clone());
                let name = format!("{}::{strategy}::{}", verifier.version, common::stem(&path));
                trials.push(Trial::test(name, move || check(&verifier, strategy, &path)));
            }
        }
    }
    trials.push(Trial::test("the_check_can_fail", can_fail));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(verifier: &Verifier, strategy: &str, path: &Path) -> Result<(), Failed> {
    let source = fs::read_to_string(path)?;
    let options = common::Options::of(source.as_bytes()).args;
    if !source.starts_with("// args:") {
        return Err("the first line says no options".into());
    }
    let mut command = common::qicc();
    command.args(["--strategy", strategy, "--format", "json"]).args(options).arg(path);
    let outcome = common::run(verifier.choose(&mut command), b"", LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("{error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
    let found = report["properties"].as_array().into_iter().flatten().map(line).collect::<Option<Vec<_>>>();
    let found = found.ok_or_else(|| format!("a property without a name or a verdict:\n{report:#}"))?;
    let lacks = |(_, verdict, reason): &&(String, String, String)| {
        verdict == "unknown"
            && verifier.may_lack(if reason.starts_with("not supported") { "not-supported" } else { "" })
    };
    let lacking: Vec<&str> = found.iter().filter(lacks).map(|(name, ..)| name.as_str()).collect();
    let expected = fs::read_to_string(path.with_extension("expected"))?;
    let is_judged = |name: &str| !lacking.contains(&name);
    let expected: Vec<&str> =
        expected.lines().filter(|line| line.rsplit_once(' ').is_none_or(|(name, _)| is_judged(name))).collect();
    let judged: Vec<_> = found.iter().filter(|(name, ..)| is_judged(name)).cloned().collect();
    compare(&expected.join("\n"), &judged)
}

/// The name of a property within its file, its verdict, and the reason of that.
fn line(property: &Value) -> Option<(String, String, String)> {
    let number = property["id"].as_str()?.rsplit(':').next()?;
    let name = format!("{}:{} {number}", property["line"].as_u64()?, property["column"].as_u64()?);
    let reason = property["reason"]["text"].as_str().unwrap_or_default();
    Some((name, property["verdict"].as_str()?.to_owned(), reason.to_owned()))
}

fn compare(expected: &str, found: &[(String, String, String)]) -> Result<(), Failed> {
    let expected: BTreeMap<&str, &str> = expected.lines().filter_map(|line| line.rsplit_once(' ')).collect();
    let found: BTreeMap<&str, (&str, &str)> =
        found.iter().map(|(name, verdict, reason)| (name.as_str(), (verdict.as_str(), reason.as_str()))).collect();
    let mut wrong = Vec::new();
    for name in expected.keys().chain(found.keys().filter(|name| !expected.contains_key(*name))) {
        let allowed = expected.get(name).copied().unwrap_or("no such property");
        let (verdict, reason) = found.get(name).copied().unwrap_or(("nothing", ""));
        if !allowed.split('|').any(|word| word == verdict) {
            wrong.push(format!("{name}: expected {allowed}, found {verdict} {reason}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn can_fail() -> Result<(), Failed> {
    let found = |verdict: &str| vec![("3:5 bounds.1".to_owned(), verdict.to_owned(), String::new())];
    let good = compare("3:5 bounds.1 proved", &found("proved")).is_ok();
    let bad = ["violated", "unknown"].iter().all(|word| compare("3:5 bounds.1 proved", &found(word)).is_err());
    let missing = compare("3:5 bounds.1 proved", &[]).is_err() && compare("", &found("proved")).is_err();
    if good && bad && missing { Ok(()) } else { Err("a wrong verdict is accepted".into()) }
}
