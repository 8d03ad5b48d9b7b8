//! What is being done: a line on terminals, gone when the work is done; with `--verbose`, a log.
//!
//! The line is our own: `indicatif` fills its lines up to the edge of the terminal, where the `^C` that
//! terminals print wraps, and what stands above it stays there for good.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::error::warn;
use crate::screen::Screen;
use crate::telling::Telling;
use transect_report::numbers::grouped;

/// How long the command may take before anything is shown.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often what is shown is brought up to date.
const BEAT: Duration = Duration::from_millis(100);
/// From how many columns on there is room for a bar.
const WIDE: usize = 64;
/// How many columns are kept free at the edge, for the `^C` that terminals print.
const FREE: usize = 4;
/// How long the bar is.
const BAR: usize = 20;
/// What turns while the command is alive.
const TURNS: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇', '⠏', '⠛'];

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
    since: Option<Instant>,
    done: usize,
    total: usize,
    /// How many columns the line takes now.
    shown: usize,
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
        work.wipe();
    }

    /// Says what stays, where the line stood.
    fn instead(&self, text: &str) {
        self.work().wipe();
        warn(text);
    }
}

impl Work {
    /// Puts another line in the place of the one that is shown. Spaces wipe, on any terminal.
    fn show(&mut self, line: &str) {
        let columns = line.chars().count();
        let rest = self.shown.saturating_sub(columns);
        // Nobody is harmed if it cannot be shown.
        let _ = write!(std::io::stderr(), "\r{line}{:rest$}", "");
        let _ = std::io::stderr().flush();
        self.shown = columns;
    }

    fn wipe(&mut self) {
        if self.shown > 0 {
            // And what the terminal has printed behind it.
            self.shown += FREE - 1;
            self.show("");
            self.show("");
        }
    }

    /// What the line says, in so many columns.
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
            // Cut short it would say something else.
            if line.chars().count() + to_go.len() <= room {
                line += &to_go;
            }
        }
        line.chars().take(room).collect()
    }

    /// How many seconds are left, if all goes on as it went.
    fn to_go(&self, now: Instant) -> Option<u64> {
        let took = now - self.since.filter(|_| self.done > 0)?;
        let left = self.total.saturating_sub(self.done);
        Some((took.as_secs_f64() * left as f64 / self.done as f64) as u64)
    }
}

impl Progress {
    pub(crate) fn new(telling: Telling) -> Self {
        let line = Line::default();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shown = !telling.quiet && !dumb && std::io::stderr().is_terminal();
        let thread = shown.then(|| {
            let (sender, receiver) = channel();
            let line = line.clone();
            (sender, std::thread::spawn(move || show(&line, &receiver)))
        });
        let now = Instant::now();
        let log = telling.verbose.then(|| Log {
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
        work.since = Some(Instant::now());
        (work.done, work.total) = (0, 0);
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
            let step = Screen::stderr().hanging(step, took.len() + 2);
            self.line.instead(&format!("{took}  {step}"));
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
