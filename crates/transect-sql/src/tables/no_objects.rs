//! The answer to names of objects, without the feature `s3`.

use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::execution::SessionState;

use crate::tables::location::Location;

/// Returns an error that says what is missing.
pub(super) async fn of(name: &str, _: &str, _: &SessionState) -> Result<Vec<Location>> {
    plan_err!(
        "{name}: this build has no client for object stores\nhint: build it with the feature s3"
    )
}
