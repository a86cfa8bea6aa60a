//! A verifier described by a TOML file: any program that takes a C file and prints one verdict for all properties.
//!
//! One run answers for all properties of a text. "True" proves all of them; "false" says that one is violated, and only
//! where the text has exactly one, or where the verifier names the line, is it known which. The text is called
//! `program.c`: verifiers have been seen to look for result words in names of files.

mod answer;
mod command;

mod format;
mod session;
mod spec;
mod version;

use super::{Ended, Invocation, Reason, Session, Task, Text, Tool, Verifier};
use crate::emit::Dialect;
use crate::source::Diagnostic;
use spec::Spec;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A verifier with a description, whether or not it is installed.
#[derive(Debug)]
pub struct Described {
    spec: Arc<Spec>,
    program: PathBuf,
    compiler: Option<PathBuf>,
}

/// What to look for on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The verifier's name: private installs are in a folder of that name.
    pub name: &'a str,
    /// A variable of the environment that leads to it.
    pub variable: Option<&'a str>,
    /// The names that the program may have.
    pub programs: &'a [String],
}

impl Search<'_> {
    /// Where the program can be when the variable has this value: it is the program, or the folder that has it.
    pub fn candidates(&self, value: &Path) -> Vec<PathBuf> {
        let folders = [value.to_path_buf(), value.join("bin"), value.join("scripts")];
        let inside = folders.iter().flat_map(|folder| self.programs.iter().map(move |program| folder.join(program)));
        std::iter::once(value.to_path_buf()).chain(inside).collect()
    }
}

impl Described {
    /// From the text of a description. `file` is what messages call it; `found` knows this machine.
    pub fn parse(file: &str, text: &str, found: &dyn Fn(&Search) -> Option<PathBuf>) -> Result<Described, Diagnostic> {
        let spec = Spec::parse(file, text)?;
        // A program that is not there keeps its name, and starting it says so.
        let find = |variable: Option<&str>, programs: &[String]| {
            let search = Search { name: &spec.name, variable, programs };
            found(&search).unwrap_or_else(|| PathBuf::from(&programs[0]))
        };
        let program = find(spec.variable.as_deref(), &spec.programs);
        let compiler = spec.compile.as_ref().map(|compile| find(None, &compile.programs));
        Ok(Described { spec: Arc::new(spec), program, compiler })
    }
}

impl Tool for Described {
    fn name(&self) -> &str {
        &self.spec.name
    }

    fn get(&self) -> &str {
        self.spec.get.trim()
    }

    fn probe(&self) -> Invocation {
        Invocation {
            program: self.program.clone(),
            args: self.spec.version.args.clone(),
            env: self.spec.env.clone(),
            files: vec![],
        }
    }

    fn ready(&self, probe: &Ended) -> Result<Arc<dyn Verifier>, Reason> {
        let spec = &self.spec;
        if let Some(reason) = Reason::of_end(&probe.how, &probe.limits) {
            return Err(reason);
        }
        let output = session::Output::read(probe)?;
        let said = output.said();
        let wanted = || spec.version.range.to_string();
        let Some(captures) = [said.stdout, said.stderr].iter().find_map(|text| spec.version.pattern.captures(text))
        else {
            let silent = Reason::Version { found: "that it does not tell".into(), wanted: wanted() };
            let failed =
                (said.exit != 0).then(|| Reason::Failed { code: said.exit, message: answer::last_words(said) });
            return Err(spec.rules.explain(said).or(failed).unwrap_or(silent));
        };
        let version = captures.get(1).map_or("", |group| group.as_str());
        // A build without a version of its own is somebody's own build: they know.
        if !version.is_empty() && !spec.version.range.contains(version) {
            return Err(Reason::Version { found: version.into(), wanted: wanted() });
        }
        let title = if version.is_empty() { spec.title.clone() } else { format!("{} {version}", spec.title) };
        Ok(Arc::new(Ready {
            title,
            spec: spec.clone(),
            program: self.program.clone(),
            compiler: self.compiler.clone(),
        }))
    }
}

/// A described verifier that is there.
#[derive(Clone, Debug)]
struct Ready {
    title: String,
    spec: Arc<Spec>,
    program: PathBuf,
    compiler: Option<PathBuf>,
}

impl Verifier for Ready {
    fn title(&self) -> &str {
        &self.title
    }

    fn dialect(&self) -> Dialect {
        self.spec.dialect
    }

    fn per_property(&self) -> bool {
        false
    }

    fn proves(&self) -> bool {
        self.spec.rules.safe.is_some()
    }

    fn prepare(&self, _: &Text) -> Option<Invocation> {
        None
    }

    fn prepared(&self, _: &Ended) -> Result<(), Reason> {
        Ok(())
    }

    fn start(&self, task: &Task, _: &Path) -> Box<dyn Session> {
        Box::new(session::Run::new(self.clone(), task.clone()))
    }
}
