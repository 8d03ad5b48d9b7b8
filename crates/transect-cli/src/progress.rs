//! Progress: on terminals a line that is removed at the end, and with `--verbose` a log.
//!
//! The crate `indicatif` is not used. It fills its lines up to the edge of the terminal. There, the `^C` that
//! terminals print wraps to the next line, and the old progress line stays on the screen.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::display::DisplayOptions;
use crate::error::warn;
use crate::screen::Screen;
use transect_report::numbers::grouped;

/// The time after which the progress line appears.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the progress line.
const BEAT: Duration = Duration::from_millis(100);
/// The least number of terminal columns for which the progress line has a bar.
const WIDE: usize = 64;
/// The number of columns left free at the right edge, for the `^C` that terminals print.
const FREE: usize = 4;
/// The length of the progress bar in characters.
const BAR: usize = 20;
/// The frames of the spinner.
const TURNS: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇', '⠏', '⠛'];

/// The progress of a run: the line on the terminal and the log of `--verbose`.
pub(crate) struct Progress {
    line: Line,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
    log: Option<Log>,
}

/// The steps of a run, for the log of `--verbose`.
struct Log {
    started: Instant,
    /// The name of the current step, and the time when it started.
    current: RefCell<(String, Instant)>,
    /// The names of the finished steps, and their durations.
    done: RefCell<Vec<(String, Duration)>>,
}

/// A shared handle to the progress line on the terminal. The signal handler uses it to remove the line.
#[derive(Clone, Default)]
pub(crate) struct Line(Arc<Mutex<Work>>);

/// The name of the current step, its start and its amount of work, and the state of the progress line.
#[derive(Default)]
struct Work {
    what: String,
    since: Option<Instant>,
    done: usize,
    total: usize,
    /// The current length of the progress line in columns.
    shown: usize,
    cleared: bool,
}

impl Line {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the progress line; it is not shown again.
    pub(crate) fn clear(&self) {
        let mut work = self.work();
        work.cleared = true;
        work.wipe();
    }

    /// Sets the finished and the total amount of work in the current step, for example in objects or MiB.
    pub(crate) fn count(&self, done: usize, total: usize) {
        let mut work = self.work();
        (work.done, work.total) = (done, total);
    }

    /// Prints something permanent in place of the progress line. The progress line comes back below it.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut work = self.work();
        work.wipe();
        print()
    }

    /// Prints a step of a log with its duration, if the duration is known.
    pub(crate) fn log(&self, took: Option<Duration>, step: &str) {
        let took = took.map_or(format!("{:11}", ""), |took| {
            format!("{:9.3} s", took.as_secs_f64())
        });
        let step = Screen::stderr().hanging(step, took.len() + 2);
        self.aside(|| warn(&format!("{took}  {step}")));
    }
}

impl Work {
    /// Replaces the text of the progress line. Spaces overwrite the rest of the old text: this works on every terminal.
    fn show(&mut self, line: &str) {
        let columns = line.chars().count();
        let rest = self.shown.saturating_sub(columns);
        // Progress is optional, so write errors are ignored.
        let _ = write!(std::io::stderr(), "\r{line}{:rest$}", "");
        let _ = std::io::stderr().flush();
        self.shown = columns;
    }

    fn wipe(&mut self) {
        if self.shown > 0 {
            // The terminal may have printed `^C` after the line. So spaces overwrite the columns of the `^C`, too.
            self.shown += FREE - 1;
            self.show("");
            self.show("");
        }
    }

    /// Returns the text of the progress line, in at most `columns` columns.
    fn line(&self, beat: usize, started: Instant, now: Instant, columns: usize) -> String {
        let room = columns.saturating_sub(FREE);
        let mut line = format!("{} ", TURNS[beat % TURNS.len()]);
        if self.total > 1 && columns >= WIDE {
            let full = BAR * self.done.min(self.total) / self.total;
            line += &format!("{}{} ", "█".repeat(full), "░".repeat(BAR - full));
        }
        line += &self.what;
        if self.total > 1 {
            let (done, total) = (grouped(self.done), grouped(self.total));
            line += &format!(" {done} of {total}");
        }
        line += &format!(", {} s", (now - started).as_secs());
        if let Some(to_go) = self.to_go(now).filter(|&to_go| to_go > 0) {
            let to_go = format!(", {to_go} s to go");
            // The remaining time is added only if all of its text fits: a number that is cut off would be wrong.
            if line.chars().count() + to_go.len() <= room {
                line += &to_go;
            }
        }
        line.chars().take(room).collect()
    }

    /// Returns the estimated seconds left in the current step, at its average speed until `now`.
    fn to_go(&self, now: Instant) -> Option<u64> {
        let took = now - self.since.filter(|_| self.done > 0)?;
        let left = self.total.saturating_sub(self.done);
        Some((took.as_secs_f64() * left as f64 / self.done as f64) as u64)
    }
}

impl Progress {
    pub(crate) fn new(display: DisplayOptions) -> Self {
        let line = Line::default();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shown = !display.quiet && !dumb && std::io::stderr().is_terminal();
        let thread = shown.then(|| {
            let (sender, receiver) = channel();
            let line = line.clone();
            (sender, std::thread::spawn(move || show(&line, &receiver)))
        });
        let now = Instant::now();
        let log = display.verbose.then(|| Log {
            started: now,
            current: RefCell::new((String::new(), now)),
            done: RefCell::default(),
        });
        Self { line, thread, log }
    }

    /// Begins the next step. Its amount of work is unknown until `count` is called.
    pub(crate) fn begin(&self, what: &str) {
        let mut work = self.line.work();
        work.what = what.to_string();
        work.since = Some(Instant::now());
        (work.done, work.total) = (0, 0);
        if let Some(log) = &self.log {
            let now = Instant::now();
            let (before, since) = log.current.replace((what.to_string(), now));
            log.done.borrow_mut().push((before, now - since));
        }
    }

    /// Records the duration of a finished step that ran at the same time as others.
    pub(crate) fn add(&self, what: &str, took: Duration) {
        if let Some(log) = &self.log {
            log.done.borrow_mut().push((what.to_string(), took));
        }
    }

    /// Sets the finished and the total amount of work in the current step, for example in objects or MiB.
    pub(crate) fn count(&self, done: usize, total: usize) {
        self.line.count(done, total);
    }

    /// Returns a handle to the progress line, with which another thread can remove the line.
    pub(crate) fn line(&self) -> Line {
        self.line.clone()
    }

    /// Returns `true` if steps are logged (`--verbose`).
    pub(crate) fn logs(&self) -> bool {
        self.log.is_some()
    }

    /// Returns the duration of the finished step with this name, if it is recorded for `--verbose`.
    pub(crate) fn took(&self, what: &str) -> Option<Duration> {
        let done = self.log.as_ref()?.done.borrow();
        done.iter()
            .find(|(name, _)| name == what)
            .map(|step| step.1)
    }

    /// Logs a step with its duration, if the duration is known.
    pub(crate) fn log(&self, took: Option<Duration>, step: &str) {
        if self.log.is_some() {
            self.line.log(took, step);
        }
    }

    /// Logs the end of the run.
    pub(crate) fn log_end(&self) {
        if let Some(log) = &self.log {
            let memory = peak_memory().map_or(String::new(), |mebibytes| {
                format!(" with a peak memory of {mebibytes} MiB")
            });
            self.log(Some(log.started.elapsed()), &format!("done{memory}"));
        }
    }
}

/// Returns the peak memory of the process in MiB, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.div_ceil(1024))
}

impl Drop for Progress {
    /// Removes the progress line before other output is printed.
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
        self.line.clear();
    }
}

/// Shows the current work again and again, until the sender of `end` is dropped.
fn show(line: &Line, end: &Receiver<()>) {
    let started = Instant::now();
    for beat in 0.. {
        if end.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let mut work = line.work();
        if work.cleared {
            return;
        }
        if started.elapsed() >= PATIENCE {
            let columns = terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into());
            let text = work.line(beat, started, Instant::now(), columns);
            work.show(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_what_is_to_go_are_told_where_they_are_known() {
        let mut work = Work {
            what: "cutting".into(),
            total: 1,
            ..Work::default()
        };
        let started = Instant::now();
        let now = started + Duration::from_millis(2900);
        let line = |work: &Work, beat, columns| work.line(beat, started, now, columns);
        assert_eq!(line(&work, 0, 80), "⠋ cutting, 2 s");
        (work.done, work.total) = (270, 1080);
        assert_eq!(
            line(&work, 1, 80),
            "⠙ █████░░░░░░░░░░░░░░░ cutting 270 of 1,080, 2 s"
        );
        work.since = Some(started);
        assert_eq!(line(&work, 8, 50), "⠋ cutting 270 of 1,080, 2 s, 8 s to go");
        assert_eq!(line(&work, 8, 40), "⠋ cutting 270 of 1,080, 2 s");
        assert_eq!(line(&work, 8, 20), "⠋ cutting 270 of");
        assert_eq!(line(&work, 8, 3), "");
    }
}
