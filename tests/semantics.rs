//! C in, the same C out: every program of `data/semantics` is compiled and run as it is and as qicc prints it, by every
//! compiler there is, with and without optimisation, in both data models, and both must do what `x.expected` says
//! (`x.expected32` where the 32-bit program prints something else).
//!
//! `UPDATE=1` rewrites the expectations from the original programs alone, never from emitted ones.

mod common;

use common::{Compiler, Model, Options, RUN_LIMIT, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let arguments = Arguments::from_args();
    // Before the trials start, so that they do not all wait for the same download.
    if !arguments.list {
        common::compilers();
    }
    let mut trials: Vec<Trial> = common::files("semantics", "c")
        .into_iter()
        .map(|path| Trial::test(common::stem(&path), move || check(&path)))
        .collect();
    trials.push(Trial::test("corrupted_emissions_are_noticed", corrupted_emissions_are_noticed));
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let program = Program::read(path);
    for model in [Model::Lp64, Model::Ilp32] {
        let compilers: Vec<&Compiler> =
            common::compilers().iter().filter(|c| c.model == model && program.options.runs_on(c)).collect();
        let Some(&first) = compilers.first() else { continue };
        let expected = program.expected(first)?;
        let emission = program.emit(first)?;
        for compiler in &compilers {
            for level in ["-O0", "-O2"] {
                program.compare("the original", &program.sources(), &expected, compiler, level)?;
                program.compare("the emission", &emission.files(), &expected, compiler, level)?;
            }
            // Headers say different things to different compilers, so each preprocesses for itself once.
            if compiler.name != first.name {
                let own = program.emit(compiler)?;
                program.compare("its own emission", &own.files(), &expected, compiler, "-O0")?;
            }
        }
    }
    Ok(())
}

/// A test program.
struct Program {
    path: PathBuf,
    options: Options,
}

/// What qicc printed, in a folder of its own.
struct Emission {
    folder: tempfile::TempDir,
}

impl Emission {
    fn files(&self) -> Vec<PathBuf> {
        vec![self.folder.path().join("emitted.c")]
    }
}

impl Program {
    fn read(path: &Path) -> Program {
        let source = fs::read(path).expect("a test program");
        Program { path: path.into(), options: Options::of(&source) }
    }

    fn sources(&self) -> Vec<PathBuf> {
        let mut sources = vec![self.path.clone()];
        sources.extend(self.options.with.iter().map(|file| common::data("semantics/with").join(file)));
        sources
    }

    /// What the program must print on this model.
    fn expected(&self, compiler: &Compiler) -> Result<Vec<u8>, Failed> {
        let own = self.path.with_extension("expected32");
        let common = self.path.with_extension("expected");
        if std::env::var_os("UPDATE").is_some() {
            let found = self.run(&self.sources(), compiler, "-O0")?;
            if compiler.model == Model::Lp64 || self.options.models.is_some() {
                fs::write(&common, &found)?;
            } else if fs::read(&common)? == found {
                _ = fs::remove_file(&own);
            } else {
                fs::write(&own, &found)?;
            }
            return Ok(found);
        }
        let path = if compiler.model == Model::Ilp32 && own.exists() { own } else { common };
        fs::read(&path).map_err(|e| format!("{}: {e}; UPDATE=1 writes it", path.display()).into())
    }

    fn emit(&self, compiler: &Compiler) -> Result<Emission, Failed> {
        let folder = tempfile::tempdir()?;
        let mut command = common::emit_with(compiler);
        command.args(&self.options.args).args(self.sources()).arg("--").args(&self.options.flags);
        let outcome = common::run(&mut command, b"", TOOL_LIMIT);
        if !outcome.success() {
            return Err(format!("{command:?}: exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into());
        }
        let emission = Emission { folder };
        fs::write(&emission.files()[0], &outcome.stdout)?;
        Ok(emission)
    }

    fn compare(
        &self,
        what: &str,
        sources: &[PathBuf],
        expected: &[u8],
        compiler: &Compiler,
        level: &str,
    ) -> Result<(), Failed> {
        let found = self.run(sources, compiler, level)?;
        if found == expected {
            return Ok(());
        }
        let difference = common::difference(expected, &found);
        Err(format!("{what}, {} {level} for {:?}: {difference}", compiler.name, compiler.model).into())
    }

    /// Compiles and runs; what it printed, with its exit code.
    fn run(&self, sources: &[PathBuf], compiler: &Compiler, level: &str) -> Result<Vec<u8>, Failed> {
        let folder = tempfile::tempdir()?;
        let binary = folder.path().join("program");
        let mut command = compiler.command();
        command.arg("-w").arg(level).args(&self.options.flags).args(sources).arg("-o").arg(&binary).arg("-lm");
        let built = common::run(&mut command, b"", TOOL_LIMIT);
        if !built.success() {
            return Err(format!("{command:?}: exit code {:?}\n{}", built.code, built.stderr_text()).into());
        }
        let mut command = std::process::Command::new(&binary);
        // What assertions print names the binary, the core they dump is of no use.
        command.current_dir(folder.path());
        Ok(common::run(&mut command, &self.options.stdin, RUN_LIMIT).transcript())
    }
}

/// A differential test that cannot fail tests nothing: an emission with one changed operator, constant or statement
/// must be seen.
fn corrupted_emissions_are_noticed() -> Result<(), Failed> {
    let program = Program::read(&common::data("semantics/unsigned_wrap.c"));
    let compiler = &common::compilers()[0];
    let expected = program.expected(compiler)?;
    let emission = program.emit(compiler)?;
    let file = &emission.files()[0];
    let text = fs::read_to_string(file)?;
    program.compare("the emission", &emission.files(), &expected, compiler, "-O0")?;
    let mut tried = 0;
    for (from, to) in [("33", "35"), ("65536", "65537"), ("return ", "return 1 + "), ("5381", "5380")] {
        let Some(at) = text.find(from) else { continue };
        let mut corrupted = text.clone();
        corrupted.replace_range(at..at + from.len(), to);
        fs::write(file, corrupted)?;
        if program.compare("the emission", &emission.files(), &expected, compiler, "-O0").is_ok() {
            return Err(format!("{from:?} became {to:?} in the emission, and no difference was found").into());
        }
        tried += 1;
    }
    if tried < 3 { Err("the emission has nothing left that this test knows how to corrupt".into()) } else { Ok(()) }
}
