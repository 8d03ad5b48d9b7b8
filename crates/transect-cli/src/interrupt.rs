//! Ctrl-C, SIGTERM and SIGHUP: what was begun is taken away, then the command ends.

use std::sync::{Mutex, PoisonError};

use transect_io::Canceller;

use crate::error::warn;
use crate::progress::Line;

/// What there is to put in order when a signal arrives.
struct Work {
    outputs: Vec<Canceller>,
    line: Line,
    /// Whether a signal came too late to cancel: the next one ends the command at once.
    late: Mutex<bool>,
}

impl Work {
    /// Puts things in order, and answers whether the command is to end.
    fn interrupted(&self) -> bool {
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        if *late {
            return true;
        }
        let cancelled: Vec<bool> = self.outputs.iter().map(Canceller::cancel).collect();
        let told = match (cancelled.contains(&true), cancelled.contains(&false)) {
            (true, false) => "interrupted: nothing was written",
            (true, true) => "interrupted: only the index was written",
            (false, false) => "interrupted",
            // All files are in their places: what is left is to say so.
            (false, true) => {
                *late = true;
                return false;
            }
        };
        self.line.clear();
        warn(told);
        true
    }
}

/// From now on signals take away what was begun before they end the command. Before that, there is
/// nothing to take away. Of several outputs, an index is in its place before the others.
pub(crate) fn listen(outputs: Vec<Canceller>, line: Line) {
    let late = Mutex::new(false);
    let work = Work {
        outputs,
        line,
        late,
    };
    answer_with(move || work.interrupted());
}

/// From now on the first signal asks for the end, in a way of its own; the second ends the command at once.
pub(crate) fn ask_to_end(end: impl Fn() + Send + 'static) {
    let asked = Mutex::new(false);
    answer_with(move || {
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_second = std::mem::replace(&mut *asked, true);
        if !is_second {
            end();
        }
        is_second
    });
}

/// What a signal asks at present: whether the command is to end.
static ANSWER: Mutex<Option<Box<dyn Fn() -> bool + Send>>> = Mutex::new(None);

/// From now on signals ask this, and nothing that they asked before.
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

    /// Where a signal ends the command, it ends by the signal itself, as if it had not been caught: shells
    /// show 128 plus its number, and stop their loops.
    pub(super) fn listen(ends: impl Fn() -> bool + Send + 'static) {
        let wanted = [SIGHUP, SIGINT, SIGTERM];
        let wanted = wanted.into_iter().filter(|&signal| !is_ignored(signal));
        // Without signals the command works as well: what is left then are hidden files.
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

    /// Whether whoever started the command wants the signal ignored, as `nohup` does. Only Linux tells
    /// without unsafe calls.
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
        // Without signals the command works as well: what is left then are hidden files.
        let _ = ctrlc::set_handler(move || {
            if ends() {
                std::process::exit(130);
            }
        });
    }
}
