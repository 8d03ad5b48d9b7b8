//! The contents of a file that did not change while it was read.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use crate::each::answer::Problem;
use crate::input::unreadable;

/// Returns all bytes of a file. A file that changes meanwhile is an error, since its bytes may be a mixture.
pub(super) fn contents(path: &Path) -> Result<Vec<u8>, Problem> {
    let failure = |error| Problem::from(unreadable(path, error));
    let mut file = File::open(path).map_err(failure)?;
    let before = file.metadata().map_err(failure)?;
    if before.is_dir() {
        return Err(failure(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or_default());
    file.read_to_end(&mut bytes).map_err(failure)?;
    let after = file.metadata().map_err(failure)?;
    if is_unchanged(&before, &after, bytes.len() as u64) {
        Ok(bytes)
    } else {
        Err(Problem::new(
            format!("{}: the file changed while it was read", path.display()),
            "run the command again when nothing writes to the file",
        ))
    }
}

/// Returns `true` if a file did not change, by its properties before and after it was read and by the number of bytes.
/// Only regular files have a size.
fn is_unchanged(before: &Metadata, after: &Metadata, length: u64) -> bool {
    let is_regular = before.is_file();
    let is_same_time = before.modified().ok() == after.modified().ok();
    !is_regular || is_same_time && before.len() == length && after.len() == length
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn changes_of_the_size_and_of_the_time_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("part.stl");
        std::fs::write(&path, "solid").expect("a file");
        assert_eq!(contents(&path).expect("contents"), b"solid");
        let properties = || path.metadata().expect("a file");
        let before = properties();
        assert!(is_unchanged(&before, &properties(), 5));
        assert!(
            !is_unchanged(&before, &properties(), 4),
            "the end was missing"
        );
        let mut file = File::options().append(true).open(&path).expect("a file");
        file.write_all(b" part").expect("more");
        assert!(
            !is_unchanged(&before, &properties(), 5),
            "grown after reading"
        );
        assert!(
            !is_unchanged(&before, &properties(), 10),
            "grown while reading"
        );
        let before = properties();
        file.set_modified(SystemTime::now() + Duration::from_secs(9))
            .expect("a time");
        assert!(
            !is_unchanged(&before, &properties(), 10),
            "replaced by as many bytes"
        );
    }

    #[test]
    fn a_folder_and_a_missing_file_are_errors_with_a_hint() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = contents(folder.path()).expect_err("a folder");
        assert!(
            error.message.ends_with(" is a folder, not a file"),
            "{}",
            error.message
        );
        let error = contents(&folder.path().join("a.stl")).expect_err("missing");
        assert!(
            error.message.contains("a.stl: ") && error.hint.is_some(),
            "{}",
            error.message
        );
    }
}
