//! Output files that stay in memory.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files in memory: their names and their bytes. Copies of this value share the files.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>);

impl MemoryFiles {
    /// Removes the file with this name, and returns its bytes; `None` if there is no such file.
    #[must_use]
    pub fn take(&self, name: &Path) -> Option<Vec<u8>> {
        locked(&self.0).remove(name)
    }

    pub(crate) fn insert(&self, name: PathBuf, bytes: Vec<u8>) {
        locked(&self.0).insert(name, bytes);
    }
}

/// The bytes of a file that is being written to memory. Copies share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut locked(&self.0))
    }

    /// Replaces bytes that were written before.
    pub(crate) fn overwrite(&self, at: u64, new: &[u8]) -> io::Result<()> {
        let mut bytes = locked(&self.0);
        let place = usize::try_from(at).ok();
        let old = place.and_then(|place| bytes.get_mut(place..place + new.len()));
        let old = old.ok_or(io::ErrorKind::UnexpectedEof)?;
        old.copy_from_slice(new);
        Ok(())
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Locks a value, even if another thread has panicked.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
