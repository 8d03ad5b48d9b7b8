//! Outputs that appear together or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::WriteError;

/// Files to be written into one folder.
///
/// Each is written under a hidden name beside its place; [`commit`](Self::commit) moves all of them to
/// their places, or none. What is dropped without that leaves nothing behind.
///
/// ```
/// use std::io::Write;
/// use transect_io::Outputs;
/// let folder = std::env::temp_dir().join(format!("transect-outputs-{}", std::process::id()));
/// let mut outputs = Outputs::new(&folder, false)?;
/// outputs.create("front.txt")?.write_all(b"front").expect("a file can be written");
/// assert!(!folder.join("front.txt").exists());
/// assert!(outputs.targets().eq([folder.join("front.txt")]));
/// assert_eq!(outputs.commit()?, [folder.join("front.txt")]);
/// assert!(Outputs::new(&folder, false)?.check(&["front.txt"]).is_err());
/// # std::fs::remove_dir_all(&folder).expect("the folder can be removed");
/// # Ok::<(), transect_io::WriteError>(())
/// ```
#[derive(Debug)]
pub struct Outputs {
    folder: PathBuf,
    force: bool,
    /// Folders that were made, the outermost first.
    made: Vec<PathBuf>,
    pending: Vec<Pending>,
    /// The file being written, the last of `pending`.
    open: Option<BufWriter<File>>,
}

#[derive(Debug)]
struct Pending {
    temporary: PathBuf,
    target: PathBuf,
}

impl Outputs {
    /// Outputs for a folder, which is made with the first file. With `force` existing files are
    /// replaced.
    ///
    /// # Errors
    /// [`WriteError::NotAFolder`] if the path is a file.
    pub fn new(folder: &Path, force: bool) -> Result<Self, WriteError> {
        let outputs = Self {
            folder: folder.to_path_buf(),
            force,
            made: Vec::new(),
            pending: Vec::new(),
            open: None,
        };
        outputs.check_folder()?;
        Ok(outputs)
    }

    /// Tests before the long work whether files of these names may be written.
    ///
    /// # Errors
    /// [`WriteError::Exists`] for the first that exists, unless existing files are to be replaced;
    /// [`WriteError::IsAFolder`] even then.
    pub fn check<S: AsRef<str>>(&self, names: &[S]) -> Result<(), WriteError> {
        self.check_folder()?;
        for name in names {
            self.check_target(&self.target(name.as_ref())?)?;
        }
        Ok(())
    }

    /// Begins a file; the one begun before is finished.
    ///
    /// # Errors
    /// [`WriteError`] if the name is taken or not a file name, or if the folder cannot be written to.
    pub fn create(&mut self, name: &str) -> Result<&mut (impl Write + use<>), WriteError> {
        self.finish()?;
        self.check_folder()?;
        let target = self.target(name)?;
        self.check_target(&target)?;
        if self.pending.iter().any(|pending| pending.target == target) {
            return Err(WriteError::Exists { path: target });
        }
        self.make_folder()?;
        let (temporary, file) = create_hidden(&target, "partial")?;
        self.pending.push(Pending { temporary, target });
        Ok(self.open.insert(BufWriter::with_capacity(1 << 16, file)))
    }

    /// Moves all files to their places and returns these, in the order in which they were begun.
    ///
    /// # Errors
    /// [`WriteError`] if a place is taken or a file cannot be moved; then all is as it was before.
    pub fn commit(mut self) -> Result<Vec<PathBuf>, WriteError> {
        self.finish()?;
        for pending in &self.pending {
            self.check_target(&pending.target)?;
        }
        let mut moved: Vec<Moved> = Vec::new();
        for pending in &self.pending {
            match replace(pending) {
                Ok(done) => moved.push(done),
                Err(error) => {
                    for done in moved.into_iter().rev() {
                        done.undo();
                    }
                    return Err(error);
                }
            }
        }
        for done in moved {
            if let Some(backup) = done.backup {
                // The new files are in place; a backup that stays is no reason to fail.
                let _ = fs::remove_file(backup);
            }
        }
        self.made.clear();
        Ok(core::mem::take(&mut self.pending)
            .into_iter()
            .map(|pending| pending.target)
            .collect())
    }

    /// Where the files begun so far will stand, in the order in which they were begun.
    pub fn targets(&self) -> impl Iterator<Item = &Path> {
        self.pending.iter().map(|pending| pending.target.as_path())
    }

    /// Where a file of a name will stand, for messages.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn check_folder(&self) -> Result<(), WriteError> {
        // The nearest ancestor that exists has to be a folder.
        let existing = self.folder.ancestors().find_map(|path| {
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

    fn target(&self, name: &str) -> Result<PathBuf, WriteError> {
        let mut components = Path::new(name).components();
        match (components.next(), components.next()) {
            (Some(std::path::Component::Normal(only)), None) if only == name => {
                Ok(self.folder.join(name))
            }
            _ => Err(WriteError::Name {
                name: name.to_owned(),
            }),
        }
    }

    fn check_target(&self, target: &Path) -> Result<(), WriteError> {
        let path = target.to_path_buf();
        // Not `metadata`: a link that leads nowhere is a taken name, too.
        match fs::symlink_metadata(target) {
            Ok(_) if target.is_dir() => Err(WriteError::IsAFolder { path }),
            Ok(_) if !self.force => Err(WriteError::Exists { path }),
            _ => Ok(()),
        }
    }

    fn make_folder(&mut self) -> Result<(), WriteError> {
        let missing: Vec<&Path> = self
            .folder
            .ancestors()
            .take_while(|path| !path.as_os_str().is_empty() && !path.is_dir())
            .collect();
        for path in missing.into_iter().rev() {
            match fs::create_dir(path) {
                Ok(()) => self.made.push(path.to_path_buf()),
                Err(_) if path.is_dir() => {}
                Err(error) => return Err(WriteError::from(error).in_file(path)),
            }
        }
        Ok(())
    }

    /// Writes out what is buffered for the open file.
    fn finish(&mut self) -> Result<(), WriteError> {
        let (Some(open), Some(pending)) = (self.open.take(), self.pending.last()) else {
            return Ok(());
        };
        open.into_inner()
            .map(drop)
            .map_err(|error| WriteError::from(error.into_error()).in_file(&pending.target))
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        self.open = None;
        for pending in &self.pending {
            // Nobody is left to tell; after a commit nothing is pending.
            let _ = fs::remove_file(&pending.temporary);
        }
        for made in self.made.iter().rev() {
            // Fails, as it should, if somebody has put something into it.
            let _ = fs::remove_dir(made);
        }
    }
}

/// A file that is in its place, and what stood there before.
struct Moved {
    temporary: PathBuf,
    target: PathBuf,
    backup: Option<PathBuf>,
}

impl Moved {
    fn undo(self) {
        // The best that can be done: the error that led here is the one that is reported.
        let _ = fs::rename(&self.target, &self.temporary);
        if let Some(backup) = self.backup {
            let _ = fs::rename(backup, &self.target);
        }
    }
}

/// Moves a file to its place, and what stands there to a hidden name.
fn replace(pending: &Pending) -> Result<Moved, WriteError> {
    let target = &pending.target;
    let backup = if fs::symlink_metadata(target).is_ok() {
        let (backup, _) = create_hidden(target, "backup")?;
        fs::rename(target, &backup).map_err(|error| {
            let _ = fs::remove_file(&backup);
            WriteError::from(error).in_file(target)
        })?;
        Some(backup)
    } else {
        None
    };
    let moved = Moved {
        temporary: pending.temporary.clone(),
        target: target.clone(),
        backup,
    };
    match fs::rename(&pending.temporary, target) {
        Ok(()) => Ok(moved),
        Err(error) => {
            if let Some(backup) = &moved.backup {
                let _ = fs::rename(backup, target);
            }
            Err(WriteError::from(error).in_file(target))
        }
    }
}

/// Makes a new file `.name.process.ending` beside a target.
fn create_hidden(target: &Path, ending: &str) -> Result<(PathBuf, File), WriteError> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    for attempt in 0..1000 {
        let again = if attempt == 0 {
            String::new()
        } else {
            format!("-{attempt}")
        };
        let path = target.with_file_name(format!(".{name}.{process}{again}.{ending}"));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(WriteError::from(error).in_file(target)),
        }
    }
    Err(WriteError::from(io::Error::from(io::ErrorKind::AlreadyExists)).in_file(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    fn put(outputs: &mut Outputs, name: &str, text: &str) {
        let file = outputs.create(name).expect("a file");
        file.write_all(text.as_bytes()).expect("written");
    }

    #[test]
    fn files_appear_at_the_end() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("a/b");
        let mut outputs = Outputs::new(&folder, false).expect("outputs");
        put(&mut outputs, "one", "1");
        put(&mut outputs, "two", "2");
        assert!(
            names(&folder)
                .iter()
                .all(|name| name.starts_with('.') && name.ends_with(".partial"))
        );
        let places = outputs.commit().expect("moved");
        assert_eq!(places, [folder.join("one"), folder.join("two")]);
        assert_eq!(names(&folder), ["one", "two"]);
        assert_eq!(fs::read_to_string(folder.join("two")).expect("text"), "2");
    }

    #[test]
    fn what_is_dropped_leaves_nothing() {
        let scratch = tempfile::tempdir().expect("a folder");
        let mut outputs = Outputs::new(&scratch.path().join("a/b"), false).expect("outputs");
        put(&mut outputs, "one", "1");
        drop(outputs);
        assert!(names(scratch.path()).is_empty());
    }

    #[test]
    fn existing_files_are_kept_without_force() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path();
        let mut outputs = Outputs::new(folder, false).expect("outputs");
        put(&mut outputs, "one", "new");
        put(&mut outputs, "two", "new");
        // It appears while the work is done.
        fs::write(folder.join("two"), "old").expect("a file");
        let error = outputs.commit().expect_err("taken");
        assert!(error.to_string().contains("--force"), "{error}");
        assert_eq!(names(folder), ["two"]);
        let outputs = Outputs::new(folder, false).expect("outputs");
        assert!(outputs.check(&["one"]).is_ok());
        assert!(matches!(
            outputs.check(&["one", "two"]),
            Err(WriteError::Exists { .. })
        ));
    }

    #[test]
    fn force_replaces_all_or_restores_all() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path();
        fs::write(folder.join("one"), "old").expect("a file");
        let mut outputs = Outputs::new(folder, true).expect("outputs");
        put(&mut outputs, "one", "new");
        put(&mut outputs, "two", "new");
        // The second cannot be moved: its temporary file is gone.
        fs::remove_file(&outputs.pending[1].temporary).expect("removed");
        assert!(outputs.commit().is_err());
        assert_eq!(names(folder), ["one"]);
        assert_eq!(fs::read_to_string(folder.join("one")).expect("text"), "old");

        let mut outputs = Outputs::new(folder, true).expect("outputs");
        put(&mut outputs, "one", "new");
        outputs.commit().expect("moved");
        assert_eq!(names(folder), ["one"]);
        assert_eq!(fs::read_to_string(folder.join("one")).expect("text"), "new");
    }

    #[test]
    fn folders_and_files_are_not_confused() {
        let scratch = tempfile::tempdir().expect("a folder");
        let file = scratch.path().join("file");
        fs::write(&file, "").expect("a file");
        assert!(matches!(
            Outputs::new(&file, true),
            Err(WriteError::NotAFolder { .. })
        ));
        assert!(matches!(
            Outputs::new(&file.join("a"), true),
            Err(WriteError::NotAFolder { .. })
        ));
        fs::create_dir(scratch.path().join("folder")).expect("a folder");
        let mut outputs = Outputs::new(scratch.path(), true).expect("outputs");
        assert!(matches!(
            outputs.check(&["folder"]),
            Err(WriteError::IsAFolder { .. })
        ));
        for name in ["", ".", "..", "a/b", "/a", "a/"] {
            assert!(
                matches!(outputs.create(name), Err(WriteError::Name { .. })),
                "{name}"
            );
        }
    }
}
