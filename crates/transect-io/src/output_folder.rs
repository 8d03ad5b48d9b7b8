//! The folder of output files, and the checks whether files may be written into it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::WriteError;

/// A folder for output files, which may not exist yet.
#[derive(Debug)]
pub(crate) struct OutputFolder {
    pub(crate) path: PathBuf,
    /// `true` if existing files are replaced.
    force: bool,
    /// Input files, which an output never replaces.
    pub(crate) inputs: Vec<PathBuf>,
}

impl OutputFolder {
    /// Returns the folder at a path, or an error if the path is that of a file.
    pub(crate) fn new(path: &Path, force: bool) -> Result<Self, WriteError> {
        let folder = Self {
            path: path.to_path_buf(),
            force,
            inputs: Vec::new(),
        };
        folder.check_itself()?;
        Ok(folder)
    }

    /// Checks that the files at these final paths may be written. Each path has its subfolder, if there is one.
    pub(crate) fn check(&self, places: &[(Option<PathBuf>, PathBuf)]) -> Result<(), WriteError> {
        self.check_itself()?;
        // A name of an input is reported before a name of any other existing file, because `--force` does not help for
        // an input.
        if let Some((_, path)) = places.iter().find(|(_, target)| self.is_input(target)) {
            return Err(WriteError::IsAnInput { path: path.clone() });
        }
        places
            .iter()
            .try_for_each(|(subfolder, target)| self.check_place(subfolder.as_deref(), target))
    }

    /// Checks that the file at a final path may be written.
    pub(crate) fn check_file(
        &self,
        subfolder: Option<&Path>,
        target: &Path,
    ) -> Result<(), WriteError> {
        self.check_itself()?;
        self.check_place(subfolder, target)
    }

    fn check_itself(&self) -> Result<(), WriteError> {
        // If the folder does not exist, it can be created only if its nearest existing ancestor is a folder.
        let existing = self.path.ancestors().find_map(|path| {
            let path = if path.as_os_str().is_empty() {
                Path::new(".")
            } else {
                path
            };
            fs::metadata(path).ok().map(|found| (path, found))
        });
        match existing {
            Some((path, found)) if !found.is_dir() => Err(WriteError::NotAFolder {
                path: path.to_path_buf(),
            }),
            _ => Ok(()),
        }
    }

    fn check_place(&self, subfolder: Option<&Path>, target: &Path) -> Result<(), WriteError> {
        if let Some(subfolder) = subfolder
            && fs::symlink_metadata(subfolder).is_ok()
            && !subfolder.is_dir()
        {
            return Err(WriteError::NotAFolder {
                path: subfolder.to_path_buf(),
            });
        }
        self.check_target(target)
    }

    /// Checks that a file may take the place of what is at a final path.
    pub(crate) fn check_target(&self, target: &Path) -> Result<(), WriteError> {
        let path = target.to_path_buf();
        // `metadata` would follow symbolic links and report a broken link as missing. Here a broken link counts as an
        // existing file.
        match fs::symlink_metadata(target) {
            Ok(_) if target.is_dir() => Err(WriteError::IsAFolder { path }),
            Ok(_) if self.is_input(target) => Err(WriteError::IsAnInput { path }),
            Ok(_) if !self.force => Err(WriteError::Exists { path }),
            _ => Ok(()),
        }
    }

    fn is_input(&self, target: &Path) -> bool {
        let same = |input: &PathBuf| same_file::is_same_file(input, target).unwrap_or(false);
        self.inputs.iter().any(same)
    }
}
