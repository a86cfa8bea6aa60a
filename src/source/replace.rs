//! Files that are there as a whole, or as they were before.

use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a file anew. If it cannot be written, an older one stays.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Temporary files are for their owner alone; this one is for everybody for whom the umask leaves new files.
    let mut file = tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_is_written_is_like_any_new_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [plain, ours] = ["plain", "ours"].map(|name| folder.path().join(name));
        std::fs::write(&plain, "text").expect("a writable folder");
        replace(&ours, |file| file.write_all(b"text")).expect("a writable folder");
        let mode = |path: &Path| path.metadata().expect("it was written").permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
        assert_eq!(std::fs::read(&ours).expect("it was written"), b"text");
    }

    #[test]
    fn what_cannot_be_written_stays_as_it_was() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        replace(&path, |file| file.write_all(b"old")).expect("a writable folder");
        let failed = replace(&path, |file| {
            file.write_all(b"new")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).expect("it is there"), b"old");
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
    }
}
