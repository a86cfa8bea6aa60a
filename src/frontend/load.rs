//! The files of the command line to units ready to be parsed, all cores at work.

use super::preprocess::Preprocessor;
use super::syntax::Unit;
use super::task::Task;
use crate::ctype::DataModel;
use crate::source::{Diagnostic, Result, SourceMap, UnitText};
use rayon::prelude::*;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The stack of a thread that handles syntax trees: their depth is that of the program, bounded by the syntax layer.
const STACK: usize = 512 << 20;

/// What the user gave.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// `.c`, `.i` and `.yml` files.
    pub files: Vec<PathBuf>,
    /// The compiler to preprocess with.
    pub cc: Option<String>,
    /// C flags for it.
    pub flags: Vec<String>,
    /// What a task says, or else LP64, when not given.
    pub model: Option<DataModel>,
}

/// What came of it. Where there are errors, units are missing.
pub struct Loaded {
    pub map: SourceMap,
    pub model: DataModel,
    pub units: Vec<Unit>,
    /// The tasks among the files.
    pub tasks: Vec<Task>,
    pub errors: Vec<Diagnostic>,
}

/// Reads everything. Has to run in [`with_threads`].
pub fn load(input: &Input) -> Loaded {
    let mut loaded = Loaded {
        map: SourceMap::default(),
        model: DataModel::Lp64,
        units: Vec::new(),
        tasks: Vec::new(),
        errors: Vec::new(),
    };
    let (files, tasks) = match expand(&input.files) {
        Ok(expanded) => expanded,
        Err(error) => {
            loaded.errors.push(error);
            return loaded;
        }
    };
    loaded.tasks = tasks;
    loaded.model = match input.model.map_or_else(|| common_model(&loaded.tasks), |model| Ok(Some(model))) {
        Ok(model) => model.unwrap_or(DataModel::Lp64),
        Err(error) => {
            loaded.errors.push(error);
            return loaded;
        }
    };
    let preprocessor = Preprocessor { cc: input.cc.clone(), flags: input.flags.clone(), model: loaded.model };
    let numbered: Vec<(u32, &PathBuf)> = (0..).zip(&files).collect();
    let read: Vec<(Arc<UnitText>, Result<Unit>)> = numbered
        .into_par_iter()
        .map(|(number, file)| match preprocessor.run(file) {
            Ok(text) => Unit::read(number, &file.to_string_lossy(), text),
            Err(error) => (Arc::default(), Err(error)),
        })
        .collect();
    let mut texts = Vec::new();
    for (text, unit) in read {
        texts.push(text);
        match unit {
            Ok(unit) => loaded.units.push(unit),
            Err(error) => loaded.errors.push(error),
        }
    }
    loaded.map = SourceMap::new(texts);
    loaded
}

/// Runs a job where all further work is spread over `jobs` threads (0: as many as there are cores) with stacks that
/// deep syntax trees need.
pub fn with_threads<T: Send>(jobs: usize, job: impl FnOnce() -> T + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    let pool = pool.map_err(|error| Diagnostic::new("input", format!("cannot start threads: {error}")))?;
    Ok(pool.install(job))
}

/// The C files, those of tasks in their places.
fn expand(files: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Task>)> {
    let mut expanded = Vec::new();
    let mut tasks = Vec::new();
    for file in files {
        if is_task(file) {
            let task = Task::read(file)?;
            expanded.extend(task.files.iter().cloned());
            tasks.push(task);
        } else {
            expanded.push(file.clone());
        }
    }
    Ok((expanded, tasks))
}

fn is_task(file: &Path) -> bool {
    [Some(OsStr::new("yml")), Some(OsStr::new("yaml"))].contains(&file.extension())
}

/// The data model that the tasks agree on.
fn common_model(tasks: &[Task]) -> Result<Option<DataModel>> {
    let mut models = tasks.iter().filter_map(|task| task.model);
    let first = models.next();
    if models.any(|model| Some(model) != first) {
        let message = "the tasks have different data models";
        return Err(Diagnostic::new("task", message).help("choose one with --32 or --64"));
    }
    Ok(first)
}
