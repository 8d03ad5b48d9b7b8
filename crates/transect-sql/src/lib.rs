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
mod answer_check;
mod answer_is;
mod answers;
mod book;
mod call;
mod child;
#[cfg(feature = "cluster")]
mod cluster;
pub mod command;
mod conditions;
mod constants;
mod error;
mod float_bounds;
mod functions;
mod grid;
mod message;
mod nearest;
mod numbers;
mod page;
mod planes;
mod regions;
mod registry;
mod rewriting;
mod shape;
mod signals;
mod size;
mod slab;
mod tables;
mod temporary_folder;
mod words;
mod zeros;

pub use book::{examples, functions_page};
pub use error::FunctionError;
pub use registry::register_all;
