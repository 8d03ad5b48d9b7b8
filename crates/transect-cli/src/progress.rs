//! What is being done: a line on terminals, gone when the work is done; with `--verbose`, a log.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::warn;

/// How long the command may take before anything is shown.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often what is shown is brought up to date.
const BEAT: Duration = Duration::from_millis(100);
/// From how many columns on there is room for a bar.
const WIDE: u16 = 64;

/// How much is said while the work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Talk {
    /// Nothing.
    Quiet,
    /// A line that goes away, on terminals alone.
    Line,
    /// A line that stays for each step, wherever stderr leads.
    Steps,
}

impl Talk {
    pub(crate) fn of(quiet: bool, verbose: bool) -> Self {
        match (quiet, verbose) {
            (true, _) => Self::Quiet,
            (_, true) => Self::Steps,
            _ => Self::Line,
        }
    }
}

/// What is being done, said to those who want to know.
pub(crate) struct Progress {
    line: Line,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
    log: Option<Log>,
}

/// The steps so far.
struct Log {
    started: Instant,
    /// What is being done, and since when.
    current: RefCell<(String, Instant)>,
    /// What was done before, and how long it took.
    done: RefCell<Vec<(String, Duration)>>,
}

/// The line on the terminal, for whoever has to take it away.
#[derive(Clone, Default)]
pub(crate) struct Line(Arc<Mutex<Work>>);

/// What is being done, and how much of it is.
#[derive(Default)]
struct Work {
    what: String,
    done: usize,
    total: usize,
    /// How many different things were done before.
    turn: usize,
    bar: Option<ProgressBar>,
    cleared: bool,
}

impl Line {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the line away; it does not come back.
    pub(crate) fn clear(&self) {
        let mut work = self.work();
        work.cleared = true;
        if let Some(bar) = work.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Says what stays, above the line.
    fn above(&self, text: &str) {
        match &self.work().bar {
            Some(bar) => bar.suspend(|| warn(text)),
            None => warn(text),
        }
    }
}

impl Progress {
    pub(crate) fn new(talk: Talk) -> Self {
        let line = Line::default();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shown = talk != Talk::Quiet && !dumb && std::io::stderr().is_terminal();
        let thread = shown.then(|| {
            let (sender, receiver) = channel();
            let line = line.clone();
            (sender, std::thread::spawn(move || show(&line, &receiver)))
        });
        let now = Instant::now();
        let log = (talk == Talk::Steps).then(|| Log {
            started: now,
            current: RefCell::new((String::new(), now)),
            done: RefCell::default(),
        });
        Self { line, thread, log }
    }

    /// The next piece of work, of unknown length.
    pub(crate) fn begin(&self, what: &str) {
        let mut work = self.line.work();
        work.what = what.to_string();
        (work.done, work.total) = (0, 0);
        work.turn += 1;
        if let Some(log) = &self.log {
            let now = Instant::now();
            let (before, since) = log.current.replace((what.to_string(), now));
            log.done.borrow_mut().push((before, now - since));
        }
    }

    /// How much of the work is done.
    pub(crate) fn count(&self, done: usize, total: usize) {
        let mut work = self.line.work();
        (work.done, work.total) = (done, total);
    }

    /// The line, for whoever has to take it away.
    pub(crate) fn line(&self) -> Line {
        self.line.clone()
    }

    /// Whether steps are told.
    pub(crate) fn tells(&self) -> bool {
        self.log.is_some()
    }

    /// How long a piece of work took that is not the last one.
    pub(crate) fn took(&self, what: &str) -> Option<Duration> {
        let done = self.log.as_ref()?.done.borrow();
        done.iter()
            .find(|(name, _)| name == what)
            .map(|step| step.1)
    }

    /// Tells a step that took so long; none if nobody knows.
    pub(crate) fn tell(&self, took: Option<Duration>, step: &str) {
        if self.log.is_some() {
            let took = took.map_or(format!("{:11}", ""), |took| {
                format!("{:9.3} s", took.as_secs_f64())
            });
            self.line.above(&format!("{took}  {step}"));
        }
    }

    /// Tells that all is done.
    pub(crate) fn tell_all_done(&self) {
        if let Some(log) = &self.log {
            let memory = peak_memory().map_or(String::new(), |mebibytes| {
                format!(", with at most {mebibytes} MiB of memory")
            });
            self.tell(Some(log.started.elapsed()), &format!("done in all{memory}"));
        }
    }
}

/// The most memory that was in use, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.div_ceil(1024))
}

impl Drop for Progress {
    /// Takes the line away before anything else is said.
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
        self.line.clear();
    }
}

/// Shows the work until the sender is gone.
fn show(line: &Line, end: &Receiver<()>) {
    let started = Instant::now();
    let mut turn = 0;
    while end.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        if started.elapsed() < PATIENCE {
            continue;
        }
        let mut work = line.work();
        if work.cleared {
            return;
        }
        let bar = work
            .bar
            .get_or_insert_with(|| ProgressBar::no_length().with_elapsed(started.elapsed()))
            .clone();
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| width.0);
        // The wide part takes what is left: the line never wraps.
        let template = match (work.total, columns >= WIDE) {
            (0 | 1, _) => "{spinner} {wide_msg} {elapsed}",
            (_, false) => "{spinner} {wide_msg} {pos}/{len} {elapsed}",
            (_, true) => "{spinner} {msg} {wide_bar} {pos}/{len}, {elapsed}, {eta} to go",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if turn != work.turn {
            turn = work.turn;
            bar.set_position(0);
            bar.reset_eta();
        }
        bar.set_message(work.what.clone());
        bar.set_length(work.total as u64);
        bar.set_position(work.done as u64);
        bar.tick();
    }
}
