//! The command that reruns an invocation by hand, as a shell script beside its output.

use crate::verifier::Invocation;
use std::ffi::OsStr;
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes the script. It runs in its own folder, wherever that has been moved, and without the limits.
pub(super) fn write(file: &Path, program: &Path, invocation: &Invocation) -> io::Result<()> {
    let mut script = File::create(file)?;
    script.write_all(&text(program, invocation)?)?;
    script.set_permissions(Permissions::from_mode(0o755))
}

fn text(program: &Path, invocation: &Invocation) -> io::Result<Vec<u8>> {
    let mut text = b"#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit\n".to_vec();
    let mut line = |words: &[&OsStr]| {
        let words = words.iter().map(|word| word.as_bytes());
        text.extend(shlex::bytes::try_join(words).map_err(io::Error::other)?);
        text.push(b'\n');
        io::Result::Ok(())
    };
    for (name, value) in &invocation.env {
        match value {
            Some(value) => line(&["export".as_ref(), format!("{name}={value}").as_ref()])?,
            None => line(&["unset".as_ref(), name.as_ref()])?,
        }
    }
    let mut words: Vec<&OsStr> = vec!["exec".as_ref(), program.as_os_str()];
    words.extend(invocation.args.iter().map(OsStr::new));
    line(&words)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_sees_the_same_words() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let args = ["-c", "printf '<%s>' \"$@\" \"$A\" \"${B-unset}\"", "sh", "a b", "'\"$HOME`\\", "", "*", "é\n;"];
        let invocation = Invocation {
            program: "sh".into(),
            args: args.iter().map(|arg| arg.to_string()).collect(),
            env: vec![("A".into(), Some("x 'y'".into())), ("B".into(), None)],
            files: vec![],
        };
        let script = folder.path().join("a.sh");
        write(&script, Path::new("sh"), &invocation).expect("a script");
        let output = std::process::Command::new(&script).env("B", "set").output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "<a b><'\"$HOME`\\><><*><é\n;><x 'y'><unset>");
    }

    #[test]
    fn what_no_shell_can_say_is_an_error() {
        let invocation = Invocation { program: "a".into(), args: vec!["\0".into()], env: vec![], files: vec![] };
        assert!(text(Path::new("a"), &invocation).is_err());
    }
}
