//! The signals that end a process: Ctrl-C, SIGTERM and SIGHUP.

use std::io;

/// A signal that ends a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// SIGINT, or Ctrl-C.
    Interrupt,
    /// SIGTERM.
    #[cfg(unix)]
    Terminate,
    /// SIGHUP: the terminal is gone.
    #[cfg(unix)]
    HangUp,
}

impl Signal {
    /// Returns the exit status of a process that the signal has ended: 128 and the number of the signal, as shells report
    /// it.
    pub(crate) fn status(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            #[cfg(unix)]
            Self::Terminate => 143,
            #[cfg(unix)]
            Self::HangUp => 129,
        }
    }
}

/// Waits for a signal. The signals are caught from the first poll of the future on. SIGHUP is not caught if the process was
/// started with SIGHUP ignored, as `nohup` does.
#[cfg(unix)]
pub(crate) async fn end() -> io::Result<Signal> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    if is_ignored(SignalKind::hangup().as_raw_value()) {
        return Ok(tokio::select! {
            _ = interrupt.recv() => Signal::Interrupt,
            _ = terminate.recv() => Signal::Terminate,
        });
    }
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(tokio::select! {
        _ = interrupt.recv() => Signal::Interrupt,
        _ = terminate.recv() => Signal::Terminate,
        _ = hang_up.recv() => Signal::HangUp,
    })
}

/// Waits for Ctrl-C, which is caught from the first poll of the future on.
#[cfg(not(unix))]
pub(crate) async fn end() -> io::Result<Signal> {
    tokio::signal::ctrl_c().await?;
    Ok(Signal::Interrupt)
}

/// Returns `true` if the process ignores a signal. Only Linux reports this without unsafe calls.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
