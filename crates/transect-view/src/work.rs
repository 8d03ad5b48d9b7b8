//! The queues for computations. The numbers of running and waiting requests are limited, and outdated requests are
//! cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use transect_answers::AnswerError;

use crate::error::RequestError;
use crate::latest::Ticket;

/// The greatest number of requests that wait in both queues together.
const MOST_WAITING: usize = 128;

/// The queue in which a request waits until its computation may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The queue for requests that take milliseconds. At most as many of these requests run at a time as there are
    /// processors, but at least two are allowed.
    Quick,
    /// The queue for requests that take much memory and up to several seconds. Only one of these requests runs at a
    /// time.
    Slow,
}

/// The two queues, quick and slow.
pub(crate) struct Work {
    quick: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Work {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            quick: Arc::new(Semaphore::new(processors.max(2))),
            slow: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
        }
    }
}

/// A request that waits in a queue. Dropping this value subtracts the request from the counter of waiting requests.
struct Waiting<'w>(&'w AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Work {
    /// Runs a computation on a separate thread, after waiting in the queue `lane`.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        ticket: &Ticket,
        job: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
    ) -> Result<T, RequestError> {
        let semaphore = match lane {
            Lane::Quick => &self.quick,
            Lane::Slow => &self.slow,
        };
        let waiting = Waiting(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            let message = format!("{MOST_WAITING} requests are waiting already");
            let error = RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message);
            return Err(error.with_hint("repeat the request in a moment"));
        }
        let permit = Arc::clone(semaphore).acquire_owned().await;
        drop(waiting);
        if ticket.is_overtaken() {
            return Err(AnswerError::overtaken().into());
        }
        let done = tokio::task::spawn_blocking(move || {
            let outcome = job();
            drop(permit);
            outcome
        });
        done.await.unwrap_or_else(|_| {
            Err(RequestError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "an internal error of transect; see the terminal of `transect view`",
            ))
        })
    }
}
