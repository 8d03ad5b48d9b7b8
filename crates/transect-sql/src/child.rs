//! The child of a step of a plan that has one.

use std::sync::Arc;

use datafusion::common::{Result, internal_err};
use datafusion::physical_plan::ExecutionPlan;

/// Returns the new child of a step with this name.
///
/// # Errors
/// Returns an internal error of the engine unless there is one child.
pub(crate) fn only_child(
    name: &str,
    mut children: Vec<Arc<dyn ExecutionPlan>>,
) -> Result<Arc<dyn ExecutionPlan>> {
    match (children.pop(), children.len()) {
        (Some(child), 0) => Ok(child),
        _ => internal_err!("{name} has one child"),
    }
}
