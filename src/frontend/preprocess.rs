//! C files to preprocessed text, by the system's compiler.
//!
//! Files named `.i` are preprocessed already. Everything that can be wrong with a file before it is C is said here.

use crate::ctype::DataModel;
use crate::source::{Diagnostic, Result};
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct Preprocessor {
    /// The compiler; the first of `cc`, `gcc`, `clang` that there is when not given.
    pub cc: Option<String>,
    /// The user's flags: `-I`, `-D`, `-std` and so on.
    pub flags: Vec<String>,
    pub model: DataModel,
}

impl Preprocessor {
    /// The preprocessed text of a file.
    pub fn run(&self, file: &Path) -> Result<Vec<u8>> {
        let text = read(file)?;
        if file.extension() == Some(OsStr::new("i")) {
            return Ok(text);
        }
        let output = self.compiler(file)?;
        if output.status.success() { Ok(output.stdout) } else { Err(self.failure(file, &output)) }
    }

    fn compiler(&self, file: &Path) -> Result<Output> {
        let names: Vec<&str> = match &self.cc {
            Some(cc) => vec![cc],
            None => vec!["cc", "gcc", "clang"],
        };
        for name in &names {
            match self.command(name, file).output() {
                Ok(output) => return Ok(output),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(Diagnostic::new("preprocess", format!("cannot run the compiler `{name}`: {error}")));
                }
            }
        }
        let message = format!("no C compiler found to preprocess with: {}", names.join(", "));
        Err(Diagnostic::new("preprocess", message).help("name one with --cc, or give preprocessed files (.i)"))
    }

    fn command(&self, cc: &str, file: &Path) -> Command {
        let mut words = cc.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or(cc));
        command.args(words).arg("-E");
        command.arg(match self.model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        });
        command.args(&self.flags).args(["-x", "c"]);
        // A name that starts with a dash would be an option.
        command.arg(if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
            Path::new(".").join(file)
        } else {
            file.to_owned()
        });
        command.env("LC_ALL", "C").stdin(Stdio::null());
        command
    }

    fn failure(&self, file: &Path, output: &Output) -> Diagnostic {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim_end();
        let message = match said {
            "" => format!("preprocessing {} failed ({})", file.display(), output.status),
            _ => format!("preprocessing {} failed:\n{said}", file.display()),
        };
        let diagnostic = Diagnostic::new("preprocess", message);
        match missing_header(said) {
            Some(header) if self.model == DataModel::Ilp32 && is_system(header) => diagnostic.help(format!(
                "`{header}` belongs to the C library's headers for 32 bits: install them (Debian: gcc-multilib), or \
                 use --64"
            )),
            Some(header) => diagnostic.help(format!(
                "tell where `{header}` is with C flags at the end: qicc … {} -- -Iinclude",
                file.display()
            )),
            None => diagnostic,
        }
    }
}

/// The text of a file that can be C.
fn read(file: &Path) -> Result<Vec<u8>> {
    let name = file.display();
    if file.is_dir() {
        let message = format!("{name} is a directory");
        return Err(Diagnostic::new("input", message).help("name the C files in it"));
    }
    let text = std::fs::read(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Diagnostic::new("input", format!("no such file: {name}")),
        _ => Diagnostic::new("input", format!("cannot read {name}: {error}")),
    })?;
    if text.trim_ascii().is_empty() {
        return Err(Diagnostic::new("input", format!("{name} is empty")));
    }
    if let Some(at) = text.iter().position(|c| *c == 0) {
        let message = format!("{name} is not a C file: it has a zero byte at offset {at}");
        return Err(Diagnostic::new("input", message).help("give C source text, in UTF-8 or another superset of ASCII"));
    }
    Ok(text)
}

/// The header that a compiler did not find: `x.c:1:10: fatal error: a.h: No such file or directory` (gcc),
/// `fatal error: 'a.h' file not found` (clang).
fn missing_header(said: &str) -> Option<&str> {
    let after = said.split_once("fatal error: ")?.1.lines().next()?;
    match after.strip_suffix(": No such file or directory") {
        Some(header) => Some(header),
        None => after.strip_suffix(" file not found")?.strip_prefix('\'')?.strip_suffix('\''),
    }
}

fn is_system(header: &str) -> bool {
    ["bits/", "sys/", "gnu/", "asm/"].iter().any(|folder| header.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_are_missing() {
        let gcc = "x.c:1:10: fatal error: no.h: No such file or directory\n    1 | #include <no.h>\n";
        assert_eq!(missing_header(gcc), Some("no.h"));
        assert_eq!(missing_header("x.c:1:10: fatal error: 'no.h' file not found\n"), Some("no.h"));
        assert_eq!(missing_header("x.c:1:2: error: #error no\n"), None);
    }

    #[test]
    fn files_that_are_no_c() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            read(&path).err().map(|diagnostic| diagnostic.message.replace(folder.path().to_str().unwrap(), "."))
        };
        assert_eq!(file("a.c", b" \n\t\n").as_deref(), Some("./a.c is empty"));
        assert_eq!(file("b.c", b"\x7fELF\0").as_deref(), Some("./b.c is not a C file: it has a zero byte at offset 4"));
        assert_eq!(file("c.c", b"/* \xff */ int x;"), None);
        assert!(read(folder.path()).is_err_and(|diagnostic| diagnostic.message.ends_with("is a directory")));
        assert!(read(&folder.path().join("d.c")).is_err_and(|d| d.message.starts_with("no such file")));
    }
}
