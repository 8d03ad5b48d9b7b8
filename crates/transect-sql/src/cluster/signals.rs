//! The signals that end a process of a cluster: Ctrl-C and SIGTERM.

use std::io;

/// Waits for Ctrl-C or SIGTERM. The signals are caught from the first poll of the future on.
pub(super) async fn end() -> io::Result<()> {
    #[cfg(unix)]
    {
        let kind = tokio::signal::unix::SignalKind::terminate();
        let mut terminate = tokio::signal::unix::signal(kind)?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
