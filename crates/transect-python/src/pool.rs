//! The threads that share the work of large batches and meshes. A process that was forked starts threads of its own.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of a process, and the id of this process.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Runs work on the threads of this process. If no threads can be started, the work runs on the current thread.
pub(crate) fn run<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    match threads() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn threads() -> Option<Arc<ThreadPool>> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let id = process::id();
    if let Some((owner, threads)) = &*pool
        && *owner == id
    {
        return Some(threads.clone());
    }
    // A forked process has a copy of its parent's pool, but none of its threads. The copy is leaked, because dropping
    // the pool would wait for these threads.
    if let Some(inherited) = pool.take() {
        std::mem::forget(inherited);
    }
    let threads = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    *pool = Some((id, threads.clone()));
    Some(threads)
}
