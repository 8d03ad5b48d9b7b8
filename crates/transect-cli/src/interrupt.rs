//! Ctrl-C, SIGTERM and SIGHUP: the handler removes partial output and ends the command.

use std::sync::{Mutex, PoisonError};

use transect_io::Canceller;

use crate::error::warn;
use crate::progress::Line;

/// The outputs and the progress line to clean up when a signal arrives.
struct Work {
    outputs: Vec<Canceller>,
    line: Line,
    /// `true` after a signal that came when all output files had their final names. That signal cancelled nothing. The
    /// next signal ends the command immediately.
    late: Mutex<bool>,
}

impl Work {
    /// Cancels the outputs and removes the progress line. Returns `true` if the command has to end.
    fn interrupted(&self) -> bool {
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        if *late {
            return true;
        }
        let cancelled: Vec<bool> = self.outputs.iter().map(Canceller::cancel).collect();
        let report = match (cancelled.contains(&true), cancelled.contains(&false)) {
            (true, false) => "interrupted: nothing was written",
            (true, true) => "interrupted: only the index was written",
            (false, false) => "interrupted",
            // All files have their final names, so the command continues and reports them.
            (false, true) => {
                *late = true;
                return false;
            }
        };
        self.line.clear();
        warn(report);
        true
    }
}

/// Sets up the signal handler that removes partial output and ends the command.
///
/// There are two `outputs` if `transect classify` also builds an index. The index gets its final name before the other
/// files.
pub(crate) fn listen(outputs: Vec<Canceller>, line: Line) {
    let late = Mutex::new(false);
    let work = Work {
        outputs,
        line,
        late,
    };
    answer_with(move || work.interrupted());
}

/// Sets up a handler that calls `end` and then ends the command.
pub(crate) fn listen_with(end: impl Fn() + Send + 'static) {
    answer_with(move || {
        end();
        true
    });
}

/// Sets up a handler that calls `end` for the first signal, and ends the command immediately for the second signal.
pub(crate) fn on_signal(end: impl Fn() + Send + 'static) {
    let request = Mutex::new(false);
    answer_with(move || {
        let mut request = request.lock().unwrap_or_else(PoisonError::into_inner);
        let is_second = std::mem::replace(&mut *request, true);
        if !is_second {
            end();
        }
        is_second
    });
}

/// The current function that reacts to signals. It returns `true` if the command has to end.
static ANSWER: Mutex<Option<Box<dyn Fn() -> bool + Send>>> = Mutex::new(None);

/// Replaces the function that reacts to signals. The first call also starts the thread that waits for signals.
fn answer_with(ends: impl Fn() -> bool + Send + 'static) {
    let answer = || ANSWER.lock().unwrap_or_else(PoisonError::into_inner);
    if answer().replace(Box::new(ends)).is_none() {
        system::listen(move || answer().as_ref().is_none_or(|ends| ends()));
    }
}

#[cfg(unix)]
mod system {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Starts the thread that handles signals.
    ///
    /// If a signal ends the command, the process dies by that signal, as if it had no handler. Shells then report 128
    /// plus the number of the signal, and stop their loops.
    pub(super) fn listen(ends: impl Fn() -> bool + Send + 'static) {
        let wanted = [SIGHUP, SIGINT, SIGTERM];
        let wanted = wanted.into_iter().filter(|&signal| !is_ignored(signal));
        // If the handler cannot be installed, the command works without it. An interruption then leaves hidden partial
        // files.
        let Ok(mut signals) = Signals::new(wanted) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if ends() {
                    let _ = emulate_default_handler(signal);
                    std::process::exit(128 + signal);
                }
            }
        });
    }

    /// Returns `true` if the process was started with the signal ignored, as `nohup` does. Only Linux reports
    /// this without unsafe calls.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    pub(super) fn listen(ends: impl Fn() -> bool + Send + 'static) {
        // If the handler cannot be installed, the command works without it. An interruption then leaves hidden partial
        // files.
        let _ = ctrlc::set_handler(move || {
            if ends() {
                std::process::exit(130);
            }
        });
    }
}
