//! Temporary files that processes left behind when they were killed.
//!
//! The temporary file of an output is called a partial file. Its name is `.name.process.partial`, and its process holds
//! a lock on it. The operating system releases the lock when the process ends, however it ends. So a partial file
//! without a lock belongs to no living process.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use same_file::Handle;

/// The extension of partial files (temporary files of outputs), without a dot.
pub(crate) const PARTIAL: &str = "partial";

/// The partial files (temporary files of outputs) that a folder contained when it was read.
#[derive(Debug)]
pub(crate) struct Leftovers(Vec<PathBuf>);

impl Leftovers {
    /// Returns the partial files (temporary files of outputs) in the folder of `target`. A folder that cannot be read
    /// counts as empty.
    pub(crate) fn beside(target: &Path) -> Self {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name());
        let partial = names.filter(|name| process(name, None).is_some());
        Self(partial.map(|name| target.with_file_name(name)).collect())
    }

    /// Removes those temporary files of the output `target` that no process has locked. An error in removing a file is
    /// ignored, because the file does no harm.
    pub(crate) fn remove(&mut self, target: &Path) {
        let name = target.file_name().unwrap_or_default();
        self.0.retain(|path| {
            let own = path.file_name().unwrap_or_default();
            let belongs = process(own, Some(name)).is_some();
            if belongs && let Some(_lock) = abandoned(path) {
                let _ = fs::remove_file(path);
            }
            !belongs
        });
    }
}

/// Returns the process id, such as `123`, from the name of a temporary file `.name.process.partial`. If the process had
/// to try several names, the number of the attempt follows the id: `123-4`. Returns `None` for any other name, or if
/// the file is not for `target`.
fn process<'a>(name: &'a OsStr, target: Option<&OsStr>) -> Option<&'a str> {
    let name = name.to_str()?.strip_prefix('.')?;
    let name = name.strip_suffix(PARTIAL)?.strip_suffix('.')?;
    let (of, process) = name.rsplit_once('.')?;
    let (id, attempt) = process.split_once('-').unwrap_or((process, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_wanted = target.is_none_or(|target| target == of) && !of.is_empty();
    (is_wanted && is_number(id) && is_number(attempt)).then_some(process)
}

/// Opens and locks a file, and returns it. Returns `None` if it is not a regular file, or if a process has locked it.
fn abandoned(path: &Path) -> Option<File> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let file = File::options().write(true).open(path).ok()?;
    file.try_lock().ok()?;
    // Between opening and locking, another process may have removed the file and created a new file of the same name.
    // So this code checks that the path still leads to the locked file.
    let locked = Handle::from_file(file.try_clone().ok()?).ok()?;
    (Handle::from_path(path).ok()? == locked).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_partial_files_are_recognized() {
        let of = |name: &str, target: Option<&str>| {
            process(OsStr::new(name), target.map(OsStr::new)).is_some()
        };
        assert!(of(".front.obj.123.partial", None));
        assert!(of(".front.obj.123-4.partial", Some("front.obj")));
        for other in [
            "front.obj.123.partial",
            ".front.obj.123.backup",
            ".front.obj.partial",
            ".front.obj.12a.partial",
            ".front.obj.12-.partial",
            ".front.obj.123.partial~",
            "..1.partial",
        ] {
            assert!(!of(other, Some("front.obj")), "{other}");
        }
        assert!(!of(".back.obj.123.partial", Some("front.obj")));
    }
}
