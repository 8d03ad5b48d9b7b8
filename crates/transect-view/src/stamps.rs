//! The sizes and times of files, which tell whether a file has changed.

use std::path::PathBuf;
use std::time::SystemTime;

/// The size and the time of the last change of each file of a model. A difference means that a file has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps(Vec<(PathBuf, Option<(u64, SystemTime)>)>);

impl Stamps {
    /// Returns the present sizes and times of files. A missing file has neither.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let stamp = |path: &PathBuf| {
            let found = std::fs::metadata(path).ok()?;
            Some((found.len(), found.modified().ok()?))
        };
        Self(
            paths
                .iter()
                .map(|path| (path.clone(), stamp(path)))
                .collect(),
        )
    }

    /// Returns `true` if a file has changed since these stamps were taken.
    pub(crate) fn have_changed(&self) -> bool {
        let paths: Vec<PathBuf> = self.0.iter().map(|(path, _)| path.clone()).collect();
        Self::of(&paths) != *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_notice_a_changed_and_a_removed_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.obj");
        std::fs::write(&path, "1").expect("a file");
        let stamps = Stamps::of(std::slice::from_ref(&path));
        assert!(!stamps.have_changed());
        std::fs::write(&path, "12").expect("a file");
        assert!(stamps.have_changed());
        std::fs::remove_file(&path).expect("removed");
        assert!(stamps.have_changed());
    }
}
