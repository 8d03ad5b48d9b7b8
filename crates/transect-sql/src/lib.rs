//! SQL functions for exact sides of planes and regions, on DataFusion.
//!
//! [`register_all`] adds the functions to a session of the engine. The command `transect-sql` runs SQL on files.
//!
//! ```
//! # fn main() -> Result<(), datafusion::error::DataFusionError> {
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! use datafusion::prelude::SessionContext;
//!
//! let context = SessionContext::new();
//! transect_sql::register_all(&context);
//! let answer = context.sql("SELECT plane_side('z = 1.2', 0, 0, 1.5) AS side").await?;
//! assert!(answer.to_string().await?.contains("front"));
//! # Ok(())
//! # })
//! # }
//! ```

mod aggregate;
mod aggregates;
mod call;
pub mod command;
mod error;
mod functions;
mod message;
mod numbers;
mod page;
mod planes;
mod regions;
mod shape;
mod tables;
mod words;

use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::SessionContext;

use crate::aggregate::{Aggregate, Udaf};
use crate::call::{Function, Scalar};

pub use error::FunctionError;
pub use page::{examples, functions_page};

/// The functions, in the order of the page.
static FUNCTIONS: [&Function; 11] = [
    &functions::plane::FUNCTION,
    &functions::plane_through::FUNCTION,
    &functions::plane_side::FUNCTION,
    &functions::plane_extent::FUNCTION,
    &functions::signed_distance::FUNCTION,
    &functions::plane_interval::FUNCTION,
    &functions::region::FUNCTION,
    &functions::frustum::FUNCTION,
    &functions::region_overlap::FUNCTION,
    &functions::region_overlap_conservative::FUNCTION,
    &functions::hilbert::FUNCTION,
];

/// The aggregate functions, in the order of the page.
static AGGREGATES: [&Aggregate; 2] = [
    &aggregates::plane_fit::AGGREGATE,
    &aggregates::extent::AGGREGATE,
];

/// Registers all functions in a session of the engine. Functions of the same names are replaced.
pub fn register_all(context: &SessionContext) {
    for function in FUNCTIONS {
        context.register_udf(ScalarUDF::new_from_impl(Scalar::new(function)));
    }
    for aggregate in AGGREGATES {
        context.register_udaf(AggregateUDF::new_from_impl(Udaf::new(aggregate)));
    }
}
