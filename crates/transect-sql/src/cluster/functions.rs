//! The functions of the processes of a cluster: the same as those of one machine.

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use datafusion::common::Result;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::registry::register_all;
use crate::tables;

/// Returns a session with Ballista's rules for plans and with all functions. It knows where files are, because a plan
/// cannot be read without.
pub(super) fn state(config: SessionConfig) -> Result<SessionState> {
    let state = SessionStateBuilder::new_from_existing(default_session_builder(config)?)
        .with_runtime_env(tables::runtime().build_arc()?)
        .build();
    let context = SessionContext::new_with_state(state);
    register_all(&context);
    Ok(context.state())
}

/// Returns the functions of an executor.
pub(super) fn registry() -> Result<BallistaFunctionRegistry> {
    let state = state(ballista_core::utils::default_config_producer())?;
    Ok(BallistaFunctionRegistry::from(&state))
}
