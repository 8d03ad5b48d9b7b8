//! The state of `--each` that signals such as Ctrl-C need: the outputs that are being written, and the record.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use transect_io::{Canceller, Outputs};
use transect_report::numbers::{counted, grouped};

use crate::each::record::Record;
use crate::error::warn;
use crate::interrupt;
use crate::progress::Line;

/// The state that the threads of a run and the handler of signals share.
pub(super) struct Shared {
    pub(super) record: Option<Record>,
    /// The outputs that are being written, by the index of their file; `None` after a signal.
    cancellers: Mutex<Option<BTreeMap<usize, Canceller>>>,
    done: AtomicUsize,
    total: usize,
}

impl Shared {
    pub(super) fn new(record: Option<Record>, total: usize) -> Self {
        Self {
            record,
            cancellers: Mutex::new(Some(BTreeMap::new())),
            done: AtomicUsize::new(0),
            total,
        }
    }

    /// Sets up the handler of signals: it removes partial output, says how many files are done, and ends the command.
    pub(super) fn listen(self: &Arc<Self>, line: Line) {
        let shared = self.clone();
        interrupt::listen_with(move || shared.interrupted(&line));
    }

    fn interrupted(&self, line: &Line) {
        let begun = self.cancellers().take();
        for canceller in begun.into_iter().flatten().map(|(_, canceller)| canceller) {
            // Files that have their final names already stay there. Their answer may be missing in the record; then
            // `--resume` replaces them.
            let _ = canceller.cancel();
        }
        line.clear();
        let continues = self.record.as_ref().map_or(String::new(), |record| {
            // No line is written from here on until the process ends, so the last one is whole.
            std::mem::forget(record.lock());
            format!("; --resume continues with {}", record.path.display())
        });
        warn(&format!(
            "interrupted: {} of {} done{continues}",
            grouped(self.done.load(Ordering::SeqCst)),
            counted(self.total, "file")
        ));
    }

    /// Adds outputs that a signal cancels. After a signal, blocks until the process ends.
    pub(super) fn begin(&self, place: usize, outputs: &Outputs) {
        let mut cancellers = self.cancellers();
        match cancellers.as_mut() {
            Some(cancellers) => drop(cancellers.insert(place, outputs.canceller())),
            None => {
                // The lock is released, so that other threads end here as well.
                drop(cancellers);
                loop {
                    std::thread::park();
                }
            }
        }
    }

    /// Removes the outputs of a file, which are written or dropped.
    pub(super) fn end(&self, place: usize) {
        if let Some(cancellers) = self.cancellers().as_mut() {
            cancellers.remove(&place);
        }
    }

    /// Counts a file as done.
    pub(super) fn count(&self) {
        self.done.fetch_add(1, Ordering::SeqCst);
    }

    fn cancellers(&self) -> MutexGuard<'_, Option<BTreeMap<usize, Canceller>>> {
        self.cancellers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
