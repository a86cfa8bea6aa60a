//! Where programs are: PATH, and the folders of private installs.

use crate::verifier::{Places, Search};
use std::env;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The folders with programs that are not in PATH, in the order in which they are tried: those of `QICC_VERIFIERS`,
/// which is a list as PATH is; then `verifiers/NAME/bin` of the user's data folder for qicc, by name, where the
/// installers put them.
pub fn places() -> Places {
    let mut places = places_of(&|name| env::var_os(name));
    // A chain of analyses is this program.
    places.folders.extend(env::current_exe().ok().and_then(|program| Some(program.parent()?.to_path_buf())));
    places
}

fn places_of(variable: &dyn Fn(&str) -> Option<OsString>) -> Places {
    let mut folders: Vec<PathBuf> = variable("QICC_VERIFIERS").iter().flat_map(env::split_paths).collect();
    folders.retain(|folder| !folder.as_os_str().is_empty());
    let absolute = |value: OsString| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    let data = variable("XDG_DATA_HOME").and_then(absolute);
    let data = data.or_else(|| Some(absolute(variable("HOME")?)?.join(".local/share")));
    if let Some(data) = data {
        let installs = std::fs::read_dir(data.join("qicc/verifiers")).into_iter().flatten().flatten();
        let mut installs: Vec<PathBuf> = installs.map(|entry| entry.path().join("bin")).collect();
        installs.sort();
        folders.extend(installs.into_iter().filter(|folder| folder.is_dir()));
    }
    Places { folders }
}

/// Where a verifier is: where its variable leads to; else in PATH, or in the places. A variable that leads nowhere is a
/// mistake and not passed over: the answer is what it says, and starting that fails.
pub fn locate(search: &Search, places: &Places) -> Option<PathBuf> {
    let value = search.variable.and_then(env::var_os).filter(|value| !value.is_empty()).map(PathBuf::from);
    let Some(value) = value else { return find(search.programs, places) };
    let candidates = search.candidates(&value).into_iter().map(|path| path.to_string_lossy().into_owned());
    find(&candidates.collect::<Vec<_>>(), places).or(Some(value))
}

/// The first program with one of these names: a name that is a path stands for itself; the others are looked for in
/// PATH, and then in the places.
pub fn find<S: AsRef<str>>(names: &[S], places: &Places) -> Option<PathBuf> {
    find_in(names, env::var_os("PATH").unwrap_or_default(), places)
}

fn find_in<S: AsRef<str>>(names: &[S], path: OsString, places: &Places) -> Option<PathBuf> {
    // Nothing that happens to lie in the working directory is run because PATH has an empty entry.
    let path: Vec<PathBuf> = env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    names.iter().map(|name| Path::new(name.as_ref())).find_map(|name| {
        if name.components().count() > 1 {
            return std::path::absolute(name).ok().filter(|program| is_program(program));
        }
        path.iter().chain(&places.folders).map(|folder| folder.join(name)).find(|program| is_program(program))
    })
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn program(path: &Path, mode: u32) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "").expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    }

    #[test]
    fn path_comes_before_private_installs_and_those_in_their_order() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        program(&root.join("path/a"), 0o755);
        program(&root.join("path/b"), 0o644);
        for name in ["a", "b", "c"] {
            program(&root.join("mine").join(name), 0o755);
            program(&root.join("data/qicc/verifiers/x/bin").join(name), 0o755);
        }
        program(&root.join("data/qicc/verifiers/w/bin/d"), 0o755);
        program(&root.join("data/qicc/verifiers/x/bin/d"), 0o755);
        fs::create_dir_all(root.join("path/c")).expect("a folder that is no program");
        let places = places_of(&|name| match name {
            "QICC_VERIFIERS" => Some(env::join_paths([root.join("mine"), PathBuf::new()]).expect("a list")),
            "XDG_DATA_HOME" => Some(root.join("data").into()),
            _ => None,
        });
        let found = |names: &[&str]| {
            let program = find_in(names, root.join("path").into(), &places)?;
            Some(program.strip_prefix(root).expect("a path below the root").to_path_buf())
        };
        assert_eq!(found(&["a"]), Some("path/a".into()));
        assert_eq!(found(&["b"]), Some("mine/b".into()));
        assert_eq!(found(&["c"]), Some("mine/c".into()));
        assert_eq!(found(&["d"]), Some("data/qicc/verifiers/w/bin/d".into()));
        assert_eq!(found(&["e", "a"]), Some("path/a".into()));
        assert_eq!(found(&["e"]), None);
        let absolute = root.join("mine/c").to_string_lossy().into_owned();
        assert_eq!(find_in(&[absolute], OsString::new(), &places), Some(root.join("mine/c")));
    }

    #[test]
    fn the_data_folder_is_in_the_home_folder_unless_said_otherwise() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bin = folder.path().join(".local/share/qicc/verifiers/cbmc/bin");
        fs::create_dir_all(&bin).expect("a folder");
        let places = places_of(&|name| (name == "HOME").then(|| folder.path().into()));
        assert_eq!(places.folders, [bin]);
    }
}
