//! The plan of a statement as bytes, which a scheduler and its executors read.

use std::sync::Arc;

use ballista_core::extension::{SessionConfigExt, SessionConfigHelperExt};
use ballista_core::serde::BallistaPhysicalExtensionCodec;
use ballista_core::serde::protobuf::KeyValuePair;
use datafusion::common::Result;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionConfig;
use datafusion_proto::physical_plan::AsExecutionPlan;
use datafusion_proto::protobuf::PhysicalPlanNode;

use crate::tables::without_pruning_nodes;

/// Returns the settings of the engine for plans that a cluster runs, in a number of parts.
pub(crate) fn config(parts: usize) -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_information_schema(false)
        .with_target_partitions(parts)
}

/// Returns the settings as pairs of text.
pub(super) fn settings(config: &SessionConfig) -> Vec<KeyValuePair> {
    config.to_key_value_pairs()
}

/// Returns the bytes of a plan.
///
/// # Errors
/// Returns an error if a step of the plan cannot be sent to other machines.
pub(super) fn bytes(plan: Arc<dyn ExecutionPlan>) -> Result<Vec<u8>> {
    let plan = without_pruning_nodes(plan)?;
    let codec = BallistaPhysicalExtensionCodec::default();
    let message = PhysicalPlanNode::try_from_physical_plan(plan, &codec)?;
    let mut bytes = Vec::new();
    message.try_encode(&mut bytes)?;
    Ok(bytes)
}
