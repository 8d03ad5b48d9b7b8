//! Results that are computed on a thread of their own while the caller uses earlier results.

use std::fmt::Display;
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::geometry;
use crate::pool;
use crate::work::PATIENCE;

/// The number of results that are computed before the caller takes the first.
const AHEAD: usize = 64;

/// The results of one computation, in order.
pub(crate) struct Stream<T> {
    state: Mutex<State<T>>,
    process: u32,
}

struct State<T> {
    /// The results to come; `None` while a call waits for one.
    receiver: Option<Receiver<T>>,
    left: usize,
}

/// The place for the results of a computation.
pub(crate) struct Sink<T> {
    begun: Sender<usize>,
    results: SyncSender<T>,
}

impl<T> Sink<T> {
    /// Sends all results of an iterator, until the caller needs no more of them.
    pub(crate) fn send(self, results: impl ExactSizeIterator<Item = T>) {
        let _ = self.begun.send(results.len());
        for result in results {
            if self.results.send(result).is_err() {
                break;
            }
        }
    }
}

impl<T: Send + 'static> Stream<T> {
    /// Starts a computation. It sends its results, or returns an error before the first result. Its thread ends when the
    /// results are no longer wanted.
    pub(crate) fn start<E: Display>(
        py: Python<'_>,
        work: impl FnOnce(Sink<T>) -> Result<(), E> + Send + 'static,
    ) -> PyResult<Self> {
        let (results, receiver) = sync_channel(AHEAD);
        let (begun, count) = channel();
        let (failed, reason) = channel();
        thread::Builder::new()
            .name("transect".into())
            .spawn(move || {
                pool::run(move || {
                    if let Err(error) = work(Sink { begun, results }) {
                        let _ = failed.send(error.to_string());
                    }
                });
            })?;
        let Some(left) = received(py, count).1? else {
            return Err(match reason.recv() {
                Ok(reason) => geometry(reason),
                Err(_) => ended_early(),
            });
        };
        Ok(Self {
            state: Mutex::new(State {
                receiver: Some(receiver),
                left,
            }),
            process: process::id(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of results that are left.
    pub(crate) fn left(&self) -> usize {
        self.state().left
    }

    /// Waits for the next result; `None` after the last one.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        if process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "these layers belong to the process that was forked; call layers() again",
            ));
        }
        let receiver = self.state().receiver.take();
        let receiver = receiver.ok_or_else(|| {
            PyRuntimeError::new_err("another thread waits for a layer of this iterator")
        })?;
        let (receiver, result) = received(py, receiver);
        let mut state = self.state();
        state.receiver = Some(receiver);
        match result? {
            Some(result) => {
                state.left = state.left.saturating_sub(1);
                Ok(Some(result))
            }
            None if state.left > 0 => Err(ended_early()),
            None => Ok(None),
        }
    }
}

/// Waits for a value without the GIL. Returns the receiver, and the value, `None` if there are no more values, or the
/// exception of a signal such as Ctrl-C.
fn received<T: Send>(
    py: Python<'_>,
    mut receiver: Receiver<T>,
) -> (Receiver<T>, PyResult<Option<T>>) {
    loop {
        let value;
        // The receiver moves into the closure and back, because a reference to it must not change threads.
        (receiver, value) = py.detach(move || {
            let value = receiver.recv_timeout(PATIENCE);
            (receiver, value)
        });
        match value {
            Ok(value) => return (receiver, Ok(Some(value))),
            Err(RecvTimeoutError::Disconnected) => return (receiver, Ok(None)),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    return (receiver, Err(signal));
                }
            }
        }
    }
}

fn ended_early() -> PyErr {
    PyRuntimeError::new_err(
        "the layers ended before the last: please report this as a defect of transect",
    )
}
