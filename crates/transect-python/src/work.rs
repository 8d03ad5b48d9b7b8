//! Long work on a thread of its own, while the caller's thread watches for signals such as Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::pool;

/// The time between two checks for signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// The handle by which long work reports its progress and learns that it was cancelled.
pub(crate) struct Progress {
    done: Sender<usize>,
    is_cancelled: Arc<AtomicBool>,
}

impl Progress {
    /// Reports the number of units of work that are done so far.
    pub(crate) fn report(&self, done: usize) {
        // The receiver is gone after a cancellation; then nobody wants the report.
        let _ = self.done.send(done);
    }

    /// Returns the flag that is set when the caller no longer waits for the result.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.is_cancelled.clone()
    }

    /// Returns `true` if the caller no longer waits for the result.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Work that runs on a thread of its own. If it is dropped before it was waited for, the work is cancelled.
pub(crate) struct Running<T> {
    reports: Receiver<usize>,
    /// The channel of the result; `None` while a call waits for it.
    result: Option<Receiver<T>>,
    is_cancelled: Arc<AtomicBool>,
}

impl<T: Send + 'static> Running<T> {
    /// Starts work without the GIL.
    pub(crate) fn start(work: impl FnOnce(&Progress) -> T + Send + 'static) -> PyResult<Self> {
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let (done, reports) = channel();
        let (finished, result) = channel();
        let progress = Progress {
            done,
            is_cancelled: is_cancelled.clone(),
        };
        thread::Builder::new()
            .name("transect".into())
            .spawn(move || {
                let value = pool::run(|| work(&progress));
                // Closes the channel of reports before the result is sent.
                drop(progress);
                let _ = finished.send(value);
            })?;
        Ok(Self {
            reports,
            result: Some(result),
            is_cancelled,
        })
    }

    /// Waits for the result. A signal whose handler raises an exception, such as Ctrl-C, ends the call at once and
    /// cancels the work. Each report of the work is passed to `callback`; an exception of the callback cancels the work.
    pub(crate) fn wait(
        mut self,
        py: Python<'_>,
        callback: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<T> {
        let result = self.result.take().ok_or_else(ended_early)?;
        let outcome = wait(py, callback, &self.reports, result);
        if outcome.is_err() {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
        outcome
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        if self.result.is_some() {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs work without the GIL, and waits for it as [`Running::wait`] does.
pub(crate) fn long<T: Send + 'static>(
    py: Python<'_>,
    callback: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> PyResult<T> {
    Running::start(work)?.wait(py, callback)
}

fn ended_early() -> PyErr {
    PyRuntimeError::new_err(
        "the work ended without a result: please report this as a defect of transect",
    )
}

fn wait<T: Send>(
    py: Python<'_>,
    callback: Option<&Bound<'_, PyAny>>,
    reports: &Receiver<usize>,
    mut result: Receiver<T>,
) -> PyResult<T> {
    loop {
        let received;
        // The receiver moves into the closure and back, because a reference to it must not change threads.
        (result, received) = py.detach(move || {
            let received = result.recv_timeout(PATIENCE);
            (result, received)
        });
        if let Some(callback) = callback {
            while let Ok(done) = reports.try_recv() {
                callback.call1((done,))?;
            }
        }
        match received {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(ended_early()),
        }
    }
}
