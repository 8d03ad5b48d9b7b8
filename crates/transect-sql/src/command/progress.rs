//! The progress line on a terminal: the number of rows read so far, or the time on a cluster.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use datafusion::physical_plan::ExecutionPlan;

use crate::command::engine::Place;

/// A line on standard error, which is removed at the end. Nothing is written if standard error is not a terminal.
#[derive(Debug)]
pub(super) struct Progress {
    plan: Arc<dyn ExecutionPlan>,
    place: Place,
    start: Instant,
    is_shown: bool,
}

/// The time between two updates of the line.
pub(super) const INTERVAL: Duration = Duration::from_millis(200);

impl Progress {
    pub(super) fn new(plan: Arc<dyn ExecutionPlan>, place: Place) -> Self {
        Self {
            plan,
            place,
            start: Instant::now(),
            is_shown: false,
        }
    }

    /// Updates the line, after the first second.
    pub(super) fn show(&mut self) {
        let seconds = self.start.elapsed().as_secs();
        if seconds == 0 || !io::stderr().is_terminal() {
            return;
        }
        self.is_shown = true;
        let state = match self.place {
            Place::Here => format!("{} rows read", rows_read(&self.plan)),
            #[cfg(feature = "cluster")]
            Place::Cluster => "running on the cluster".to_owned(),
        };
        // Progress is not worth an error.
        let _ = write!(io::stderr(), "\r\x1b[K{state}, {seconds} s");
        let _ = io::stderr().flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Returns the number of rows that the leaves of a plan have delivered.
fn rows_read(plan: &Arc<dyn ExecutionPlan>) -> usize {
    let children = plan.children();
    if children.is_empty() {
        let metrics = plan.metrics();
        return metrics
            .and_then(|metrics| metrics.output_rows())
            .unwrap_or(0);
    }
    children.into_iter().map(rows_read).sum()
}
