//! Output files that appear all together or not at all.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::WriteError;
use crate::memory_files::MemoryFiles;
use crate::output_folder::OutputFolder;
use crate::pending::{Sink, State, Trace};

/// The place of the files after the commit.
#[derive(Debug)]
enum Place {
    Folder(OutputFolder),
    Memory(MemoryFiles),
}

/// Files that a program writes into one folder, or into memory.
///
/// Each file is first written under a temporary hidden name. [`commit`](Self::commit) moves all files to their final
/// paths, or none of them. If an `Outputs` is dropped without a commit, it removes its temporary files.
///
/// A process that is killed leaves its temporary files behind; their names are `.name.process.partial`. When a later
/// process creates a file of the same `name`, these temporary files are removed. A process holds a lock on its
/// temporary files, so files of living processes are kept.
///
/// ```
/// use std::io::Write;
/// use transect_io::Outputs;
/// let folder = std::env::temp_dir().join(format!("transect-outputs-{}", std::process::id()));
/// let mut outputs = Outputs::new(&folder, false)?;
/// outputs.create("front.txt")?.write_all(b"front").expect("a file can be written");
/// assert!(!folder.join("front.txt").exists());
/// assert!(outputs.targets() == [folder.join("front.txt")]);
/// assert_eq!(outputs.commit()?, [folder.join("front.txt")]);
/// assert!(Outputs::new(&folder, false)?.check(&["front.txt"]).is_err());
/// # std::fs::remove_dir_all(&folder).expect("the folder can be removed");
/// # Ok::<(), transect_io::WriteError>(())
/// ```
#[derive(Debug)]
pub struct Outputs {
    place: Place,
    /// The list of the temporary files and new folders of these outputs. Every [`Canceller`] shares this list.
    trace: Arc<Mutex<Trace>>,
    /// The file that is being written.
    open: Option<BufWriter<Sink>>,
}

/// A file of [`Outputs`] that stays open while other files are written.
#[derive(Debug)]
pub struct OutputFile {
    file: BufWriter<Sink>,
    target: PathBuf,
}

impl OutputFile {
    /// Writes the rest of the buffer to the file.
    ///
    /// # Errors
    /// Returns [`WriteError::Io`] if the file cannot be written.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { file, target } = self;
        file.into_inner()
            .map(drop)
            .map_err(|error| WriteError::from(error.into_error()).in_file(&target))
    }

    /// Replaces bytes that were written before, such as a number in a header that is known at the end.
    ///
    /// # Errors
    /// Returns [`WriteError::Io`] if the file cannot be written.
    pub fn overwrite(&mut self, at: u64, bytes: &[u8]) -> Result<(), WriteError> {
        let flushed = self.file.flush();
        let written = flushed.and_then(|()| self.file.get_mut().overwrite(at, bytes));
        written.map_err(|error| self.failure(error))
    }

    /// Converts an error of writing this file to an error that names the path of the file.
    #[must_use]
    pub fn failure(&self, error: std::io::Error) -> WriteError {
        WriteError::from(error).in_file(&self.target)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// Cancels [`Outputs`] from another thread, for example from a signal handler.
#[derive(Clone, Debug)]
pub struct Canceller(Arc<Mutex<Trace>>);

impl Canceller {
    /// Removes all temporary files, and the new folders if they are empty. Later calls on the outputs return
    /// [`WriteError::Cancelled`]. If a commit is running, waits for its end. Returns `false`, without any effect, if
    /// the files are already committed.
    ///
    /// ```
    /// use transect_io::{Outputs, WriteError};
    /// let folder = std::env::temp_dir().join(format!("transect-cancelled-{}", std::process::id()));
    /// let mut outputs = Outputs::new(&folder, false)?;
    /// let canceller = outputs.canceller();
    /// outputs.create("front.txt")?;
    /// assert!(std::thread::spawn(move || canceller.cancel()).join().expect("no panic"));
    /// assert!(!folder.exists());
    /// assert!(matches!(outputs.commit(), Err(WriteError::Cancelled)));
    /// # Ok::<(), WriteError>(())
    /// ```
    #[must_use = "files that are in their places stay there"]
    pub fn cancel(&self) -> bool {
        let mut trace = locked(&self.0);
        if trace.state == State::Committed {
            return false;
        }
        trace.state = State::Cancelled;
        trace.remove();
        true
    }
}

/// Locks the shared state of the outputs, even if another thread has panicked.
fn locked(trace: &Mutex<Trace>) -> MutexGuard<'_, Trace> {
    trace.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the shared state of the outputs, or returns an error if they were cancelled.
fn uncancelled(trace: &Mutex<Trace>) -> Result<MutexGuard<'_, Trace>, WriteError> {
    let trace = locked(trace);
    match trace.state {
        State::Cancelled => Err(WriteError::Cancelled),
        _ => Ok(trace),
    }
}

impl Outputs {
    /// Returns outputs for a folder, which is created with the first file. With `force`, existing files are replaced.
    ///
    /// # Errors
    /// Returns [`WriteError::NotAFolder`] if the path is a file.
    pub fn new(folder: &Path, force: bool) -> Result<Self, WriteError> {
        let folder = OutputFolder::new(folder, force)?;
        Ok(Self::at(Place::Folder(folder)))
    }

    /// Returns outputs that stay in memory. The commit adds them to `files`.
    ///
    /// ```
    /// use std::io::Write;
    /// use std::path::Path;
    /// use transect_io::{MemoryFiles, Outputs};
    /// let files = MemoryFiles::default();
    /// let mut outputs = Outputs::in_memory(&files);
    /// outputs.create("front.txt")?.write_all(b"front").expect("memory can be written");
    /// assert_eq!(files.take(Path::new("front.txt")), None);
    /// outputs.commit()?;
    /// assert_eq!(files.take(Path::new("front.txt")), Some(b"front".to_vec()));
    /// # Ok::<(), transect_io::WriteError>(())
    /// ```
    #[must_use]
    pub fn in_memory(files: &MemoryFiles) -> Self {
        Self::at(Place::Memory(files.clone()))
    }

    fn at(place: Place) -> Self {
        Self {
            place,
            trace: Arc::default(),
            open: None,
        }
    }

    /// Protects inputs: an output that would replace one of these files is refused, even with `force`. Two paths are
    /// the same file if they have the same device and inode; symbolic links are followed.
    ///
    /// ```
    /// use transect_io::{Outputs, WriteError};
    /// let folder = std::env::temp_dir().join(format!("transect-inputs-{}", std::process::id()));
    /// std::fs::create_dir_all(&folder).expect("a folder");
    /// std::fs::write(folder.join("front.obj"), "v 0 0 0").expect("a file");
    /// let mut outputs = Outputs::new(&folder, true)?;
    /// outputs.protect([folder.join("front.obj")]);
    /// assert!(matches!(outputs.check(&["front.obj"]), Err(WriteError::IsAnInput { .. })));
    /// assert!(outputs.check(&["back.obj"]).is_ok());
    /// # std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    /// # Ok::<(), WriteError>(())
    /// ```
    pub fn protect(&mut self, inputs: impl IntoIterator<Item = PathBuf>) {
        if let Place::Folder(folder) = &mut self.place {
            folder.inputs.extend(inputs);
        }
    }

    /// Checks that files with these names may be written. So a caller can report an error before a long computation.
    ///
    /// # Errors
    /// Returns [`WriteError::Exists`] for the first file that exists, unless `force` is set. Returns
    /// [`WriteError::IsAFolder`] if a name is that of a folder, and [`WriteError::IsAnInput`] if a name is that of an
    /// input, even if `force` is set.
    pub fn check<S: AsRef<str>>(&self, names: &[S]) -> Result<(), WriteError> {
        let places = names.iter().map(|name| self.place(name.as_ref()));
        let places = places.collect::<Result<Vec<_>, _>>()?;
        match &self.place {
            Place::Folder(folder) => folder.check(&places),
            Place::Memory(_) => Ok(()),
        }
    }

    /// Begins a file, and finishes the previous file.
    ///
    /// # Errors
    /// Returns [`WriteError`] if the folder is not writable, or the name is not a file name. Also returns
    /// [`WriteError`] if these outputs already have a file of this name, or if the folder has one that may not be
    /// replaced. Returns [`WriteError::Cancelled`] if the outputs were cancelled.
    pub fn create(&mut self, name: &str) -> Result<&mut (impl Write + use<>), WriteError> {
        self.finish()?;
        let target = self.target(name)?;
        let file = self.begin(None, &target)?;
        Ok(self.open.insert(BufWriter::with_capacity(1 << 16, file)))
    }

    /// Begins a file that stays open while other files are written. `name` is a file name, or the name of a subfolder
    /// and a file name, such as `layers/layer-1.svg`. The caller finishes the file before the commit.
    ///
    /// ```
    /// use std::io::Write;
    /// use transect_io::Outputs;
    /// let folder = std::env::temp_dir().join(format!("transect-open-{}", std::process::id()));
    /// let mut outputs = Outputs::new(&folder, false)?;
    /// let [mut table, mut layer] = [outputs.open("layers.csv")?, outputs.open("layers/layer-1.svg")?];
    /// writeln!(layer, "<svg/>").and_then(|()| writeln!(table, "height")).expect("files can be written");
    /// (table.finish()?, layer.finish()?);
    /// outputs.commit()?;
    /// assert!(folder.join("layers/layer-1.svg").exists());
    /// # std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    /// # Ok::<(), transect_io::WriteError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`Outputs::create`], and [`WriteError::NotAFolder`] if the subfolder is a file.
    pub fn open(&mut self, name: &str) -> Result<OutputFile, WriteError> {
        let (subfolder, target) = self.place(name)?;
        let file = self.begin(subfolder.as_deref(), &target)?;
        Ok(OutputFile {
            file: BufWriter::with_capacity(1 << 16, file),
            target,
        })
    }

    /// Removes a file that was begun by [`Outputs::open`] and is not wanted any more. The caller no longer writes to it.
    ///
    /// ```
    /// use transect_io::Outputs;
    /// let folder = std::env::temp_dir().join(format!("transect-discarded-{}", std::process::id()));
    /// let mut outputs = Outputs::new(&folder, false)?;
    /// drop(outputs.open("front.stl")?);
    /// outputs.discard("front.stl")?;
    /// assert!(outputs.commit()?.is_empty());
    /// # std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    /// # Ok::<(), transect_io::WriteError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WriteError`] if the name is not that of a file, or if the outputs were cancelled.
    pub fn discard(&mut self, name: &str) -> Result<(), WriteError> {
        let (_, target) = self.place(name)?;
        uncancelled(&self.trace)?.discard(&target);
        Ok(())
    }

    /// Begins the file at a final path, which may be in a subfolder.
    fn begin(&self, subfolder: Option<&Path>, target: &Path) -> Result<Sink, WriteError> {
        if let Place::Folder(folder) = &self.place {
            folder.check_file(subfolder, target)?;
        }
        // The shared state stays locked until the new file is recorded in it. So a cancellation either removes the
        // file, or comes before the file exists.
        let mut trace = uncancelled(&self.trace)?;
        if trace.pending.iter().any(|pending| pending.target == target) {
            return Err(WriteError::Exists {
                path: target.to_path_buf(),
            });
        }
        let Place::Folder(folder) = &self.place else {
            return Ok(trace.begin_in_memory(target));
        };
        trace.make_folder(&folder.path)?;
        match subfolder {
            Some(subfolder) => trace.begin_in(subfolder, target.to_path_buf()),
            None => trace.begin(target.to_path_buf()),
        }
    }

    /// Moves all files to their final paths, and returns these paths in the order of creation.
    ///
    /// # Errors
    /// Returns [`WriteError`] if a final path belongs to a file that may not be replaced, if a file cannot be moved, or
    /// if the outputs were cancelled. After an error, all files are as they were before the commit.
    pub fn commit(mut self) -> Result<Vec<PathBuf>, WriteError> {
        self.finish()?;
        let mut trace = uncancelled(&self.trace)?;
        match &self.place {
            Place::Folder(folder) => {
                for pending in &trace.pending {
                    folder.check_target(&pending.target)?;
                }
                trace.commit()
            }
            Place::Memory(files) => Ok(trace.commit_to(files)),
        }
    }

    /// Returns a handle that cancels the outputs from another thread.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        Canceller(Arc::clone(&self.trace))
    }

    /// Returns the final paths of the files created so far, in the order of creation.
    #[must_use]
    pub fn targets(&self) -> Vec<PathBuf> {
        let trace = locked(&self.trace);
        let targets = trace.pending.iter().map(|pending| pending.target.clone());
        targets.collect()
    }

    /// Returns the final path of a file, for messages.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        match &self.place {
            Place::Folder(folder) => folder.path.join(name),
            Place::Memory(_) => name.into(),
        }
    }

    fn target(&self, name: &str) -> Result<PathBuf, WriteError> {
        let mut components = Path::new(name).components();
        match (components.next(), components.next()) {
            (Some(std::path::Component::Normal(only)), None) if only == name => Ok(self.path(name)),
            _ => Err(WriteError::Name {
                name: name.to_owned(),
            }),
        }
    }

    /// Returns the path of the subfolder in `name`, if there is one, and the final path of the file.
    fn place(&self, name: &str) -> Result<(Option<PathBuf>, PathBuf), WriteError> {
        match name.split_once('/') {
            None => Ok((None, self.target(name)?)),
            Some((folder, file)) => {
                let subfolder = self.target(folder)?;
                self.target(file)?;
                let target = subfolder.join(file);
                Ok((Some(subfolder), target))
            }
        }
    }

    /// Flushes the buffer of the open file.
    fn finish(&mut self) -> Result<(), WriteError> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        open.into_inner().map(drop).map_err(|error| {
            let file = self.targets().pop().unwrap_or_else(|| self.path(""));
            WriteError::from(error.into_error()).in_file(&file)
        })
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        self.open = None;
        locked(&self.trace).remove();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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

    /// Removes the temporary file of the second file, so that the commit fails there.
    fn remove_second(outputs: &Outputs) {
        let trace = locked(&outputs.trace);
        let path = trace.pending[1].temporary().expect("a file on disk");
        fs::remove_file(path).expect("removed");
    }

    #[test]
    fn files_in_memory_appear_at_the_end_or_never() {
        let files = MemoryFiles::default();
        let mut outputs = Outputs::in_memory(&files);
        put(&mut outputs, "one", "1");
        let mut layer = outputs.open("layers/two").expect("a file");
        write!(layer, "{}", "2".repeat(1 << 17)).expect("written");
        layer.finish().expect("flushed");
        assert!(matches!(
            outputs.create("one"),
            Err(WriteError::Exists { .. })
        ));
        assert!(matches!(outputs.open("../a"), Err(WriteError::Name { .. })));
        assert!(outputs.check(&["three"]).is_ok());
        assert_eq!(files.take(Path::new("one")), None);
        let names = outputs.commit().expect("committed");
        assert_eq!(names, [Path::new("one"), Path::new("layers/two")]);
        let two = files.take(Path::new("layers/two")).expect("a file");
        assert_eq!(two.len(), 1 << 17);
        let mut outputs = Outputs::in_memory(&files);
        put(&mut outputs, "three", "3");
        assert!(outputs.canceller().cancel());
        assert!(matches!(outputs.commit(), Err(WriteError::Cancelled)));
        assert_eq!(files.take(Path::new("three")), None);
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

    /// Creating an output removes old temporary files for the same name, if no process has locked them. No other files
    /// are removed.
    #[test]
    fn partial_files_of_killed_processes_are_removed() {
        let scratch = tempfile::tempdir().expect("a folder");
        let path = |name: &str| scratch.path().join(name);
        let dead = [".one.4000000001.partial", ".one.4000000001-7.partial"];
        let kept = [
            ".one.4000000001.backup",
            ".one.partial",
            ".other.4000000001.partial",
            "one.4000000001.partial",
        ];
        for name in dead.iter().chain(&kept) {
            fs::write(path(name), "left").expect("a file");
        }
        fs::create_dir(path(".one.5.partial")).expect("a folder");
        let mut living = Outputs::new(scratch.path(), false).expect("outputs");
        put(&mut living, "one", "first");
        living.finish().expect("flushed");
        let mut second = Outputs::new(scratch.path(), false).expect("outputs");
        put(&mut second, "one", "second");
        let left = names(scratch.path());
        assert!(dead.iter().all(|name| !left.contains(&(*name).to_string())));
        assert!(kept.iter().all(|name| left.contains(&(*name).to_string())));
        assert_eq!(
            left.len(),
            kept.len() + 3,
            "a folder, and two partial files with locks: {left:?}"
        );
        second.commit().expect("moved");
        drop(living);
        assert_eq!(fs::read_to_string(path("one")).expect("text"), "second");
        assert_eq!(names(scratch.path()).len(), kept.len() + 2);
    }

    #[test]
    fn several_files_are_written_at_once_and_into_subfolders() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("out");
        let mut outputs = Outputs::new(&folder, false).expect("outputs");
        let mut table = outputs.open("table.csv").expect("a file");
        for index in 0..3000 {
            let mut layer = outputs
                .open(&format!("layers/{index}.svg"))
                .expect("more files than may be open");
            write!(layer, "{index}").expect("written");
            write!(table, "{index},").expect("written");
            layer.finish().expect("flushed");
        }
        table.finish().expect("flushed");
        assert!(
            !folder.join("layers").exists(),
            "subfolders appear at the end"
        );
        for name in ["layers/1.svg", "table.csv"] {
            assert!(matches!(outputs.open(name), Err(WriteError::Exists { .. })));
        }
        for name in ["layers/", "/a", "../a", "layers/../a", "a/b/c"] {
            assert!(
                matches!(outputs.open(name), Err(WriteError::Name { .. })),
                "{name}"
            );
        }
        assert_eq!(outputs.commit().expect("moved").len(), 3001);
        assert_eq!(names(&folder), ["layers", "table.csv"]);
        assert_eq!(names(&folder.join("layers")).len(), 3000);

        // Without `force`, existing files of the subfolder are not replaced. A file cannot be used as a subfolder.
        let mut outputs = Outputs::new(&folder, false).expect("outputs");
        assert!(matches!(
            outputs.check(&["layers/7.svg"]),
            Err(WriteError::Exists { .. })
        ));
        assert!(matches!(
            outputs.open("table.csv/a"),
            Err(WriteError::NotAFolder { .. })
        ));
        drop(outputs.open("layers/new.svg").expect("a file"));
        drop(outputs);
        assert_eq!(names(&folder), ["layers", "table.csv"]);
        assert!(!folder.join("layers/new.svg").exists());
        let mut outputs = Outputs::new(&folder, true).expect("outputs");
        drop(outputs.open("masks/7.svg").expect("a file"));
        drop(outputs.open("layers/7.svg").expect("a file"));
        assert!(outputs.canceller().cancel());
        assert_eq!(names(&folder), ["layers", "table.csv"]);
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
    fn what_is_cancelled_leaves_nothing_at_any_stage() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("a/b");
        for files in 0..4 {
            let mut outputs = Outputs::new(&folder, false).expect("outputs");
            let canceller = outputs.canceller();
            for index in 0..files {
                // The text is longer than the buffer of the writer, so a part of it is already in the temporary file.
                put(&mut outputs, &format!("{index}"), &"x".repeat(100_000));
            }
            assert!(canceller.cancel(), "{files} files begun");
            assert!(names(scratch.path()).is_empty(), "{files} files begun");
            let refused = outputs.create("more").map(drop);
            assert!(matches!(refused, Err(WriteError::Cancelled)));
            assert!(canceller.cancel(), "twice does no harm");
            assert!(matches!(outputs.commit(), Err(WriteError::Cancelled)));
            assert!(names(scratch.path()).is_empty(), "{files} files begun");
        }
    }

    #[test]
    fn what_is_written_on_after_cancelling_is_lost() {
        let scratch = tempfile::tempdir().expect("a folder");
        let mut outputs = Outputs::new(scratch.path(), false).expect("outputs");
        let canceller = outputs.canceller();
        let file = outputs.create("one").expect("a file");
        assert!(canceller.cancel());
        file.write_all(&[b'x'; 100_000]).expect("nobody looks");
        assert!(matches!(outputs.commit(), Err(WriteError::Cancelled)));
        assert!(names(scratch.path()).is_empty());
    }

    #[test]
    fn what_stood_there_survives_cancelling() {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::write(scratch.path().join("one"), "old").expect("a file");
        let mut outputs = Outputs::new(scratch.path(), true).expect("outputs");
        put(&mut outputs, "one", "new");
        assert!(outputs.canceller().cancel());
        drop(outputs);
        assert_eq!(names(scratch.path()), ["one"]);
        let text = fs::read_to_string(scratch.path().join("one"));
        assert_eq!(text.expect("text"), "old");
    }

    #[test]
    fn a_commit_is_never_cancelled_in_part() {
        let scratch = tempfile::tempdir().expect("a folder");
        let mut cancelled = 0;
        for round in 0..200 {
            let folder = scratch.path().join(format!("{round}"));
            let mut outputs = Outputs::new(&folder, false).expect("outputs");
            for name in ["one", "two", "three"] {
                put(&mut outputs, name, name);
            }
            let canceller = outputs.canceller();
            let (undone, committed) = std::thread::scope(|scope| {
                let other = scope.spawn(|| canceller.cancel());
                let committed = outputs.commit();
                (other.join().expect("no panic"), committed)
            });
            assert_eq!(undone, committed.is_err());
            cancelled += usize::from(undone);
            if undone {
                assert!(!folder.exists());
            } else {
                assert_eq!(names(&folder), ["one", "three", "two"]);
                assert!(!canceller.cancel(), "too late");
                assert_eq!(names(&folder), ["one", "three", "two"]);
            }
        }
        println!("{cancelled} of 200 commits were cancelled");
    }

    #[test]
    fn existing_files_are_kept_without_force() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path();
        let mut outputs = Outputs::new(folder, false).expect("outputs");
        put(&mut outputs, "one", "new");
        put(&mut outputs, "two", "new");
        // This file has the name of an output. It is created after `create` and before `commit`.
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
        // The second file cannot be moved, because its temporary file is gone.
        remove_second(&outputs);
        assert!(outputs.commit().is_err());
        assert_eq!(names(folder), ["one"]);
        assert_eq!(fs::read_to_string(folder.join("one")).expect("text"), "old");

        // The second file fails again. This time the first file has replaced an older file, which has to be restored.
        fs::write(folder.join("two"), "older").expect("a file");
        let mut outputs = Outputs::new(folder, true).expect("outputs");
        put(&mut outputs, "one", "new");
        put(&mut outputs, "two", "new");
        remove_second(&outputs);
        assert!(outputs.commit().is_err());
        assert_eq!(names(folder), ["one", "two"]);
        for (name, text) in [("one", "old"), ("two", "older")] {
            assert_eq!(fs::read_to_string(folder.join(name)).expect("text"), text);
        }
        fs::remove_file(folder.join("two")).expect("removed");

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
