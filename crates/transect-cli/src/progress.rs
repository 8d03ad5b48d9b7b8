//! Progress on long work: on a terminal, after half a second, gone when the work is done.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long work may take before anything is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar that appears only if it is needed.
pub(crate) struct Progress {
    started: Instant,
    enabled: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            started: Instant::now(),
            enabled: !quiet && std::io::stderr().is_terminal(),
            bar: None,
        }
    }

    /// Says what is being done, and how much of it is.
    pub(crate) fn show(&mut self, what: &'static str, done: usize, total: usize) {
        if !self.enabled || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{msg:10} {wide_bar} {pos}/{len}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_message(what);
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
