//! The folder of an executor for temporary files, and the folders that killed executors have left.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::temporary_folder::TemporaryFolder;

const PREFIX: &str = "transect-sql-executor-";

/// The file in a work folder that a running executor has locked. The system unlocks it when the executor ends, in
/// whatever way.
const LOCK: &str = "lock";

/// A folder that is removed when its value is dropped.
#[derive(Debug)]
pub(super) struct WorkFolder {
    /// Dropped before the folder, because some systems do not remove files that are open.
    _lock: File,
    folder: TemporaryFolder,
}

impl WorkFolder {
    /// Makes a work folder in another folder, and removes the work folders there whose executor does not run any more.
    pub(super) fn new(parent: &Path) -> io::Result<Self> {
        remove_leftovers(parent)?;
        let folder = TemporaryFolder::new(PREFIX, parent)?;
        // The file gets its name when it is locked, so other executors never see it unlocked.
        let unnamed = folder.path().join("new");
        let lock = File::create_new(&unnamed)?;
        lock.lock()?;
        std::fs::rename(unnamed, folder.path().join(LOCK))?;
        Ok(Self {
            _lock: lock,
            folder,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the work folders of executors that do not run any more.
fn remove_leftovers(parent: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(parent)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy());
        if !name.is_some_and(|name| name.starts_with(PREFIX)) {
            continue;
        }
        // A folder without the file is just being made or removed, or is not a work folder.
        let Ok(lock) = File::open(path.join(LOCK)) else {
            continue;
        };
        if lock.try_lock().is_err() {
            continue;
        }
        drop(lock);
        match std::fs::remove_dir_all(&path) {
            Ok(()) => eprintln!(
                "removed what a killed executor has left: {}",
                path.display()
            ),
            Err(error) => eprintln!("cannot remove {}: {error}", path.display()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_executors_that_have_ended_are_removed() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let make = |name: &str, has_lock: bool| {
            let folder = parent.path().join(name);
            std::fs::create_dir_all(folder.join("job/1")).expect("a folder");
            std::fs::write(folder.join("job/1/part"), "rows").expect("a file");
            if has_lock {
                std::fs::write(folder.join(LOCK), "").expect("a file");
            }
            folder
        };
        let left = make("transect-sql-executor-a", true);
        let without_lock = make("transect-sql-executor-b", false);
        let other = make("other", true);
        let running = WorkFolder::new(parent.path()).expect("a work folder");
        assert!(!left.exists());
        assert!(without_lock.exists() && other.exists());
        let second = WorkFolder::new(parent.path()).expect("a work folder");
        assert!(running.path().exists() && running.path() != second.path());
        let path = running.path().to_owned();
        drop(running);
        assert!(!path.exists() && second.path().exists());
        // The folder of an executor that was killed: its lock is gone with the process.
        let WorkFolder { _lock, folder } = second;
        let path = folder.path().to_owned();
        std::mem::forget(folder);
        WorkFolder::new(parent.path()).expect("a work folder");
        assert!(path.exists());
        drop(_lock);
        WorkFolder::new(parent.path()).expect("a work folder");
        assert!(!path.exists());
    }
}
