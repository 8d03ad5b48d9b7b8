//! The functions of the processes of a cluster: the same as those of one machine.

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use datafusion::common::Result;
use datafusion::execution::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::registry::register_all;

/// Returns a session with Ballista's rules for plans and with all functions.
pub(super) fn state(config: SessionConfig) -> Result<SessionState> {
    let context = SessionContext::new_with_state(default_session_builder(config)?);
    register_all(&context);
    Ok(context.state())
}

/// Returns the functions of an executor.
pub(super) fn registry() -> Result<BallistaFunctionRegistry> {
    let state = state(ballista_core::utils::default_config_producer())?;
    Ok(BallistaFunctionRegistry::from(&state))
}
