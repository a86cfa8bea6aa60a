//! The metadata of an entry.

use super::fields::{Fields, flat};
use super::texts;
use super::tree::{Tree, What};
use crate::ctype::DataModel;
use crate::witness::fault::Faults;
use crate::witness::words::{check_hash, check_specification, check_time, check_uuid, short};
use crate::witness::{Metadata, Producer, Subject};

/// More than a program has; they are looked for one by one.
pub(super) const MOST_FILES: usize = 1000;

pub(super) fn read(tree: Tree, subject: Option<&Subject>, faults: &mut Faults) -> Option<Metadata> {
    let mut fields = Fields::of(tree, "metadata", faults)?;
    let mut metadata = Metadata::default();
    if let Some((line, version)) = fields.need_text("format_version", faults) {
        if !["0.1", "2.0", "2.1"].contains(&version.as_str()) {
            faults
                .wrong(line, format!("version `{}` of the format is not known: 0.1, 2.0 and 2.1 are", short(&version)));
        }
        metadata.format_version = version;
    }
    if let Some((line, uuid)) = fields.need_text("uuid", faults) {
        check_uuid(line, &uuid, faults);
        metadata.uuid = Some(uuid);
    }
    if let Some((line, time)) = fields.need_text("creation_time", faults) {
        check_time(line, &time, faults);
        metadata.creation_time = Some(time);
    }
    if let Some(tree) = fields.need("producer", faults) {
        metadata.producer = producer(tree, &mut metadata.other, faults)?;
    }
    if let Some(tree) = fields.need("task", faults) {
        task(tree, subject, &mut metadata, faults)?;
    }
    metadata.other.extend(flat(fields.rest(faults)));
    Some(metadata)
}

fn producer(tree: Tree, other: &mut Vec<(String, String)>, faults: &mut Faults) -> Option<Producer> {
    let mut fields = Fields::of(tree, "producer", faults)?;
    let name = fields.need_text("name", faults).map(|found| found.1);
    let version = fields.need_text("version", faults).map(|found| found.1);
    let mut text = |name: &str| fields.text(name, faults).map(|found| found.1);
    let (configuration, command_line, description) = (text("configuration"), text("command_line"), text("description"));
    let unknown = flat(fields.rest(faults)).into_iter();
    other.extend(unknown.map(|(name, value)| (format!("producer.{name}"), value)));
    Some(Producer { name, version, configuration, command_line, description })
}

fn task(tree: Tree, subject: Option<&Subject>, metadata: &mut Metadata, faults: &mut Faults) -> Option<()> {
    let mut fields = Fields::of(tree, "task", faults)?;
    let line = fields.line;
    if let Some(tree) = fields.need("input_files", faults) {
        metadata.files = texts(tree, "the name of a file", faults).into_iter().map(|name| (name, None)).collect();
        if metadata.files.len() > MOST_FILES {
            faults.unusable(line, format!("there are more than {MOST_FILES} input files"));
            return None;
        }
        if metadata.files.is_empty() {
            faults.wrong(line, "there are no input files");
        }
    }
    if let Some(tree) = fields.need("input_file_hashes", faults) {
        hashes(tree, subject, metadata, faults);
    }
    if let Some((line, specification)) = fields.need_text("specification", faults) {
        check_specification(line, &specification, faults);
        metadata.specification = Some(specification);
    }
    if let Some((line, model)) = fields.need_text("data_model", faults) {
        match model.as_str() {
            "ILP32" => metadata.data_model = Some(DataModel::Ilp32),
            "LP64" => metadata.data_model = Some(DataModel::Lp64),
            _ => {
                faults.wrong(line, format!("there is no data model `{}`: ILP32 and LP64 are", short(&model)));
                metadata.other.push(("task.data_model".into(), model));
            }
        }
    }
    if let Some((line, language)) = fields.need_text("language", faults)
        && language != "C"
    {
        faults.wrong(line, format!("the language is `{}`, not C", short(&language)));
        metadata.other.push(("task.language".into(), language));
    }
    let unknown = flat(fields.rest(faults)).into_iter();
    metadata.other.extend(unknown.map(|(name, value)| (format!("task.{name}"), value)));
    Some(())
}

fn hashes(tree: Tree, subject: Option<&Subject>, metadata: &mut Metadata, faults: &mut Faults) {
    let line = tree.line;
    let What::Map(items) = tree.what else {
        faults.wrong(line, format!("input_file_hashes has to be a mapping, and is {}", tree.word()));
        return;
    };
    for (key, value) in items {
        let What::Scalar { text, .. } = value.what else {
            faults.wrong(value.line, format!("a hash is a text, not {}", value.word()));
            continue;
        };
        check_hash(value.line, &text, faults);
        if let Some(subject) = subject {
            subject.check_hash(value.line, Some(&key.text), &text, faults);
        }
        match metadata.files.iter_mut().find(|(name, hash)| *name == key.text && hash.is_none()) {
            Some(file) => file.1 = Some(text),
            None => faults.wrong(key.line, format!("{} is none of the input files", short(&key.text))),
        }
    }
    for (name, _) in metadata.files.iter().filter(|(_, hash)| hash.is_none()) {
        faults.wrong(line, format!("there is no hash of {}", short(name)));
    }
}
