//! Progress on long work: on a terminal, after half a second, gone when the work is done.

use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long the command may take before anything is shown.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often what is shown is brought up to date.
const BEAT: Duration = Duration::from_millis(100);

/// A line that says what is being done. A thread of its own shows it: reading and writing do not
/// report back.
pub(crate) struct Progress(Option<Display>);

struct Display {
    work: Arc<Mutex<Work>>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What is being done, and how much of it is.
#[derive(Clone, Debug, Default)]
struct Work {
    what: String,
    done: usize,
    total: usize,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let work = Arc::new(Mutex::new(Work::default()));
        let (sender, receiver) = channel();
        let shown = Arc::clone(&work);
        let thread = std::thread::spawn(move || show(&shown, &receiver));
        Self(Some(Display {
            work,
            thread: Some((sender, thread)),
        }))
    }

    /// The next piece of work, of unknown length.
    pub(crate) fn begin(&self, what: &str) {
        self.set(|work| {
            *work = Work {
                what: what.to_string(),
                ..Work::default()
            }
        });
    }

    /// How much of the work is done.
    pub(crate) fn count(&self, done: usize, total: usize) {
        self.set(|work| (work.done, work.total) = (done, total));
    }

    fn set(&self, change: impl FnOnce(&mut Work)) {
        if let Some(display) = &self.0 {
            change(&mut display.work.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Drop for Display {
    /// Takes the line away before anything else is said.
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Shows the work until the sender is gone.
fn show(work: &Mutex<Work>, end: &Receiver<()>) {
    let started = Instant::now();
    let mut bar: Option<ProgressBar> = None;
    while end.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        if started.elapsed() < PATIENCE {
            continue;
        }
        let Work { what, done, total } =
            work.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let bar = bar.get_or_insert_with(ProgressBar::no_length);
        let template = match total {
            0 | 1 => "{spinner} {msg} ({elapsed})",
            _ => "{spinner} {msg} {wide_bar} {pos}/{len}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        bar.tick();
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}
