//! Folders of temporary files to which threads may still write when they are removed.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A folder that is removed when its value is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes a folder in another one. Its name begins with the prefix.
    pub(crate) fn new(prefix: &str, parent: &Path) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        Ok(Self(folder.keep()))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A thread may make a file in a folder whose files were just removed. Once the folder is gone, it cannot.
        while let Err(error) = std::fs::remove_dir_all(&self.0) {
            if error.kind() != ErrorKind::DirectoryNotEmpty {
                // Nothing else can be done.
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_while_files_are_made_in_it() {
        let parent = tempfile::tempdir().expect("a folder");
        for _ in 0..20 {
            let folder = TemporaryFolder::new("some-", parent.path()).expect("a folder");
            let inner = folder.path().join("inner");
            std::fs::create_dir(&inner).expect("a folder");
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    let mut names = (0..1_000_000).map(|number| inner.join(format!("{number}")));
                    names.all(|name| std::fs::write(name, "rows").is_ok());
                });
                while !inner.join("9").exists() {
                    std::thread::yield_now();
                }
                drop(folder);
            });
        }
        assert_eq!(
            std::fs::read_dir(parent.path())
                .expect("the folder")
                .count(),
            0
        );
    }
}
