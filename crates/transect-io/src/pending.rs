//! Files that are written but not yet at their final paths, and the folders created for them.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::WriteError;
use crate::leftovers::{Leftovers, PARTIAL};
use crate::memory_files::{Buffer, MemoryFiles};

/// A file that is not yet at its final path.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) target: PathBuf,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// A file with a temporary name.
    File {
        temporary: PathBuf,
        /// The temporary file, kept open for its lock: the lock shows other processes that this process is alive.
        /// `None` for a file in a subfolder. Such a file needs no lock, because its temporary folder belongs to this
        /// process alone. There may also be more files in subfolders than a process may keep open.
        _lock: Option<File>,
    },
    Memory(Buffer),
}

impl Pending {
    /// Returns the path of the temporary file; `None` for a file in memory.
    pub(crate) fn temporary(&self) -> Option<&Path> {
        match &self.content {
            Content::File { temporary, .. } => Some(temporary),
            Content::Memory(_) => None,
        }
    }
}

/// A file that is being written, on disk or in memory.
#[derive(Debug)]
pub(crate) enum Sink {
    File(File),
    Memory(Buffer),
}

impl Sink {
    /// Replaces bytes that were written before. What is written next still comes at the end.
    pub(crate) fn overwrite(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::File(file) => {
                file.seek(SeekFrom::Start(at))?;
                file.write_all(bytes)?;
                file.seek(SeekFrom::End(0)).map(drop)
            }
            Self::Memory(buffer) => buffer.overwrite(at, bytes),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Memory(buffer) => buffer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Memory(buffer) => buffer.flush(),
        }
    }
}

/// A subfolder of the outputs, and the hidden folder that holds its files before the commit.
#[derive(Debug)]
struct Subfolder {
    temporary: PathBuf,
    target: PathBuf,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    #[default]
    Writing,
    /// All files are at their final paths.
    Committed,
    /// All partial output is removed, and no more output is accepted.
    Cancelled,
}

/// The shared state of outputs: their temporary files, and the folders created for them. Cancelling removes both.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) state: State,
    /// The folders that were created for the outputs, the outermost first.
    pub(crate) made: Vec<PathBuf>,
    pub(crate) pending: Vec<Pending>,
    subfolders: Vec<Subfolder>,
    /// The temporary files that earlier processes left in the folder of the outputs; `None` before the folder is read.
    leftovers: Option<Leftovers>,
}

impl Trace {
    /// Creates a folder and its missing parents.
    pub(crate) fn make_folder(&mut self, folder: &Path) -> Result<(), WriteError> {
        let missing: Vec<&Path> = folder
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

    /// Creates a file under a hidden name in the folder of its final path.
    pub(crate) fn begin(&mut self, target: PathBuf) -> Result<Sink, WriteError> {
        let leftovers = self
            .leftovers
            .get_or_insert_with(|| Leftovers::beside(&target));
        leftovers.remove(&target);
        let (temporary, file) = create_locked(&target)?;
        let lock = file.try_clone();
        let lock = lock.map_err(|error| {
            let _ = fs::remove_file(&temporary);
            WriteError::from(error).in_file(&target)
        })?;
        self.pending.push(Pending {
            target,
            content: Content::File {
                temporary,
                _lock: Some(lock),
            },
        });
        Ok(Sink::File(file))
    }

    /// Begins a file in memory.
    pub(crate) fn begin_in_memory(&mut self, target: &Path) -> Sink {
        let buffer = Buffer::default();
        self.pending.push(Pending {
            target: target.to_path_buf(),
            content: Content::Memory(buffer.clone()),
        });
        Sink::Memory(buffer)
    }

    /// Creates the temporary file of a file in a subfolder. The temporary file is in a hidden folder beside the
    /// subfolder. The subfolder itself is created by [`Trace::commit`].
    pub(crate) fn begin_in(
        &mut self,
        subfolder: &Path,
        target: PathBuf,
    ) -> Result<Sink, WriteError> {
        let known = self.subfolders.iter().find(|own| own.target == subfolder);
        let folder = match known {
            Some(known) => known.temporary.clone(),
            None => {
                let temporary = create_hidden_folder(subfolder)?;
                self.subfolders.push(Subfolder {
                    temporary: temporary.clone(),
                    target: subfolder.to_path_buf(),
                });
                temporary
            }
        };
        let temporary = folder.join(target.file_name().unwrap_or_default());
        let file = File::create_new(&temporary)
            .map_err(|error| WriteError::from(error).in_file(&target))?;
        self.pending.push(Pending {
            target,
            content: Content::File {
                temporary,
                _lock: None,
            },
        });
        Ok(Sink::File(file))
    }

    /// Moves all files to their final paths, or none of them.
    pub(crate) fn commit(&mut self) -> Result<Vec<PathBuf>, WriteError> {
        let mut moved: Vec<Moved> = Vec::new();
        let folders: Vec<PathBuf> = self
            .subfolders
            .iter()
            .map(|own| own.target.clone())
            .collect();
        for folder in folders {
            self.make_folder(&folder)?;
        }
        for pending in &self.pending {
            let Some(temporary) = pending.temporary() else {
                continue;
            };
            match replace(temporary, &pending.target) {
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
                // The new file is at its final path. It is not an error if the backup of the old file cannot be
                // removed.
                let _ = fs::remove_file(backup);
            }
        }
        for subfolder in self.subfolders.drain(..) {
            // The hidden folder is empty now. An error in removing it cannot be reported after the commit.
            let _ = fs::remove_dir(subfolder.temporary);
        }
        self.state = State::Committed;
        self.made.clear();
        let places = core::mem::take(&mut self.pending).into_iter();
        Ok(places.map(|pending| pending.target).collect())
    }

    /// Adds all files in memory to `files`, and returns their names in the order of creation.
    pub(crate) fn commit_to(&mut self, files: &MemoryFiles) -> Vec<PathBuf> {
        self.state = State::Committed;
        let mut names = Vec::with_capacity(self.pending.len());
        for pending in self.pending.drain(..) {
            if let Content::Memory(buffer) = pending.content {
                files.insert(pending.target.clone(), buffer.take());
                names.push(pending.target);
            }
        }
        names
    }

    /// Removes the file for one target, if it was begun.
    pub(crate) fn discard(&mut self, target: &Path) {
        let place = self.pending.iter().position(|own| own.target == target);
        let Some(pending) = place.map(|place| self.pending.remove(place)) else {
            return;
        };
        if let Some(temporary) = pending.temporary() {
            // An error in removing a file cannot be reported here.
            let _ = fs::remove_file(temporary);
        }
    }

    /// Removes all temporary files, and then the new folders that are empty. After a commit, the lists are empty and
    /// nothing is removed.
    pub(crate) fn remove(&mut self) {
        for pending in self.pending.drain(..) {
            if let Some(temporary) = pending.temporary() {
                // An error in removing a file cannot be reported here.
                let _ = fs::remove_file(temporary);
            }
        }
        for subfolder in self.subfolders.drain(..) {
            let _ = fs::remove_dir(subfolder.temporary);
        }
        for made in self.made.drain(..).rev() {
            // If the folder contains other files, `remove_dir` fails and keeps the folder, as intended.
            let _ = fs::remove_dir(made);
        }
    }
}

/// A file that `commit` has moved to its final path, and the backup of the file that was there before.
struct Moved {
    temporary: PathBuf,
    target: PathBuf,
    backup: Option<PathBuf>,
}

impl Moved {
    fn undo(self) {
        // An error here is ignored, because the caller reports the error for which the commit is undone.
        let _ = fs::rename(&self.target, &self.temporary);
        if let Some(backup) = self.backup {
            let _ = fs::rename(backup, &self.target);
        }
    }
}

/// Moves a temporary file to its final path. An existing file at this path is first moved to a hidden name, as a
/// backup.
fn replace(temporary: &Path, target: &Path) -> Result<Moved, WriteError> {
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
        temporary: temporary.to_path_buf(),
        target: target.to_path_buf(),
        backup,
    };
    match fs::rename(temporary, target) {
        Ok(()) => Ok(moved),
        Err(error) => {
            if let Some(backup) = &moved.backup {
                let _ = fs::rename(backup, target);
            }
            Err(WriteError::from(error).in_file(target))
        }
    }
}

/// Creates a new file `.name.process.partial` beside a target, and locks it.
fn create_locked(target: &Path) -> Result<(PathBuf, File), WriteError> {
    loop {
        let (path, file) = create_hidden(target, PARTIAL)?;
        // On a file system without locks, the file is used without a lock. Other processes then cannot lock the file
        // either, so they do not remove it as a leftover.
        let is_locked = file.lock().is_ok();
        // Between creating and locking the file, another process may have removed the file as a leftover. In this case,
        // another file is created. Once the file is locked, no process removes it.
        if !is_locked || fs::symlink_metadata(&path).is_ok() {
            return Ok((path, file));
        }
    }
}

/// Creates a new folder `.name.process.partial` beside a subfolder of the outputs. If the process is killed, later
/// processes do not remove the folder: a folder has no lock that would show whether its process is alive.
fn create_hidden_folder(target: &Path) -> Result<PathBuf, WriteError> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    for attempt in 0..1000 {
        let again = if attempt == 0 {
            String::new()
        } else {
            format!("-{attempt}")
        };
        let path = target.with_file_name(format!(".{name}.{process}{again}.{PARTIAL}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(WriteError::from(error).in_file(target)),
        }
    }
    Err(WriteError::from(io::Error::from(io::ErrorKind::AlreadyExists)).in_file(target))
}

/// Creates a new file `.name.process.ending` beside a target.
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
