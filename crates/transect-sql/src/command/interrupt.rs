//! Ctrl-C: stops what runs.

use crate::command::engine::Engine;
use crate::command::failure::Failure;

/// The end of a piece of work.
pub(super) enum End {
    Done,
    Failed(Failure),
    Interrupted,
}

/// Runs a piece of work until its end or until Ctrl-C, which stops its statement.
pub(super) async fn until_interrupt(
    engine: &Engine,
    work: impl Future<Output = Result<(), Failure>>,
) -> End {
    tokio::select! {
        // Ctrl-C comes first, so that it is caught before the work does anything.
        biased;
        result = tokio::signal::ctrl_c() => match result {
            Ok(()) => {
                engine.cancel().await;
                End::Interrupted
            }
            Err(error) => End::Failed(Failure::new(format!("cannot catch Ctrl-C: {error}"))),
        },
        result = work => match result {
            Ok(()) => End::Done,
            Err(failure) => End::Failed(failure),
        },
    }
}
