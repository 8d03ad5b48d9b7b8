//! The files that tasks have written after the scheduler had the files of their statement removed.
//!
//! When a task fails, the scheduler tells the executors at once to remove the files of the statement. Other tasks of it may
//! still write then, and a task may even start afterwards. So each executor looks after the statements whose tasks it ran.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use ballista_core::serde::protobuf::job_status::Status;

use crate::cluster::address::Address;
use crate::cluster::client::{connect, status};

/// The time between two looks at the files.
const PAUSE: Duration = Duration::from_secs(1);

/// The tasks that an executor runs, by the statement that they belong to. A task runs as long as its flag is held.
#[derive(Debug, Default)]
pub(super) struct Tasks(Mutex<HashMap<String, Vec<Weak<AtomicBool>>>>);

impl Tasks {
    /// Adds a task of a statement.
    pub(super) fn add(&self, job: &str, flag: &Arc<AtomicBool>) {
        let mut jobs = self.jobs();
        jobs.entry(job.to_owned())
            .or_default()
            .push(Arc::downgrade(flag));
    }

    /// Returns the statements without a running task that have files in a folder, and forgets those without files.
    fn ended(&self, folder: &Path) -> Vec<String> {
        let mut ended = Vec::new();
        self.jobs().retain(|job, tasks| {
            tasks.retain(|task| task.strong_count() > 0);
            if !tasks.is_empty() {
                return true;
            }
            let has_files = folder.join(job).exists();
            if has_files {
                ended.push(job.clone());
            }
            has_files
        });
        ended
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Vec<Weak<AtomicBool>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes the files of statements that have failed, and of statements that the scheduler does not know any more, as soon
/// as none of their tasks runs. Goes on until it is dropped.
pub(super) async fn remove(
    tasks: &Tasks,
    folder: &Path,
    scheduler: &Address,
    timeout: Duration,
) -> Infallible {
    let mut client = None;
    loop {
        tokio::time::sleep(PAUSE).await;
        for job in tasks.ended(folder) {
            if client.is_none() {
                client = connect(scheduler, timeout).await.ok();
            }
            let Some(client) = &client else {
                // The scheduler may answer at the next look.
                break;
            };
            // The scheduler knows each statement from its first task until some time after its end.
            if let Ok(None | Some(Status::Failed(_))) = status(client, &job).await {
                // A task that has just started may write into the folder. The next look finds it again.
                let _ = tokio::fs::remove_dir_all(folder.join(&job)).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_ended_when_none_of_its_tasks_runs() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("a")).expect("a folder");
        let tasks = Tasks::default();
        let [first, second, other] = std::array::from_fn(|_| Arc::new(AtomicBool::new(false)));
        tasks.add("a", &first);
        tasks.add("a", &second);
        tasks.add("b", &other);
        drop(first);
        assert!(tasks.ended(folder.path()).is_empty());
        drop((second, other));
        assert_eq!(tasks.ended(folder.path()), ["a"]);
        // The one without files is forgotten, and the other one stays until its files are gone.
        assert_eq!(tasks.jobs().keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(tasks.ended(folder.path()), ["a"]);
        std::fs::remove_dir(folder.path().join("a")).expect("the folder");
        assert!(tasks.ended(folder.path()).is_empty());
        assert!(tasks.jobs().is_empty());
    }
}
