//! Signals stop what runs.

use crate::command::engine::Engine;
use crate::command::failure::Failure;
use crate::signals::{self, Signal};

/// The end of a piece of work.
pub(super) enum End {
    Done,
    Failed(Failure),
    Stopped(Signal),
}

/// Runs a piece of work until its end or until a signal, which stops its statement.
pub(super) async fn until_signal(
    engine: &Engine,
    work: impl Future<Output = Result<(), Failure>>,
) -> End {
    tokio::select! {
        // Signals come first, so that they are caught before the work does anything.
        biased;
        result = signals::end() => match result {
            Ok(signal) => {
                engine.cancel().await;
                End::Stopped(signal)
            }
            Err(error) => End::Failed(Failure::new(format!("cannot catch signals: {error}"))),
        },
        result = work => match result {
            Ok(()) => End::Done,
            Err(failure) => End::Failed(failure),
        },
    }
}
