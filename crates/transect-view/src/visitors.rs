//! The connections to the server. A connection is a stranger until a request on it has been let in. Strangers have a
//! small quota and little time, so that they cannot keep others out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::bounds::{CONNECTIONS, STRANGER_TIME, STRANGERS};

/// The time after which a stranger may be closed in favour of a new connection.
const YOUNG: Duration = Duration::from_millis(250);
/// The time between two attempts to find room for a new connection.
const PAUSE: Duration = Duration::from_millis(10);

/// All open connections.
pub(crate) struct Visitors {
    /// The strangers, the oldest first.
    strangers: Mutex<VecDeque<Arc<Visitor>>>,
    known: Arc<Semaphore>,
}

/// One connection.
pub(crate) struct Visitor {
    since: Instant,
    is_known: AtomicBool,
    /// Notified if a newer stranger needs the place of this one.
    closes: Notify,
    all: Arc<Visitors>,
    /// The place among the known connections, which is given back when the connection ends.
    place: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Visitors {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            strangers: Mutex::default(),
            known: Arc::new(Semaphore::new(CONNECTIONS)),
        })
    }

    /// Waits until there is room for another stranger. If there is no room, the oldest stranger is closed, unless it is
    /// very young.
    pub(crate) async fn room(&self) {
        while !self.has_room() {
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn has_room(&self) -> bool {
        let mut strangers = self.lock();
        if strangers.len() < STRANGERS {
            return true;
        }
        let oldest = strangers.pop_front_if(|oldest| oldest.since.elapsed() > YOUNG);
        oldest.is_some_and(|oldest| {
            oldest.closes.notify_one();
            true
        })
    }

    /// Returns a new connection, which is a stranger.
    pub(crate) fn enter(self: &Arc<Self>) -> Arc<Visitor> {
        let visitor = Arc::new(Visitor {
            since: Instant::now(),
            is_known: AtomicBool::new(false),
            closes: Notify::new(),
            all: Arc::clone(self),
            place: Mutex::default(),
        });
        self.lock().push_back(Arc::clone(&visitor));
        visitor
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Arc<Visitor>>> {
        self.strangers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visitor {
    /// Records that a request on this connection was let in. Returns `false` if there are too many such connections.
    pub(crate) fn welcome(self: &Arc<Self>) -> bool {
        if self.is_known.load(Ordering::Acquire) {
            return true;
        }
        let Ok(place) = Arc::clone(&self.all.known).try_acquire_owned() else {
            return false;
        };
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
        self.is_known.store(true, Ordering::Release);
        self.forget();
        true
    }

    /// Removes the connection from the strangers.
    pub(crate) fn forget(self: &Arc<Self>) {
        self.all.lock().retain(|other| !Arc::ptr_eq(other, self));
    }

    /// Waits until the visitor is no longer a stranger, or its time is over. Returns `true` if the connection must
    /// close, because its time is over or a newer stranger needs its place.
    pub(crate) async fn must_close(&self) -> bool {
        let _ = tokio::time::timeout(STRANGER_TIME, self.closes.notified()).await;
        !self.is_known.load(Ordering::Acquire)
    }
}
