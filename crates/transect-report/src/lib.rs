//! Cut requests and their results: the report, the drawing, the table of objects, and the certificate as text. The
//! command and the viewer both use this crate, so their outputs are identical, byte for byte.

pub mod bent;
pub mod bodies;
pub mod camera;
pub mod checks;
pub mod closing;
pub mod drawing;
pub mod equation;
pub mod error_kind;
pub mod file_name;
pub mod findings;
pub mod glyphs;
pub mod heights;
pub mod listing;
pub mod measure;
pub mod nearest;
pub mod numbers;
pub mod objects;
pub mod on_plane;
pub mod output_selection;
pub mod outputs;
mod placed;
pub mod plane_file;
pub mod plane_report;
pub mod planes;
pub mod report;
pub mod request;
pub mod section_rule;
pub mod selection;
pub mod slice;
pub mod storeys;
pub mod sums;
pub mod totals;
pub mod unit;
pub mod up;
pub mod upright;
pub mod user_error;
pub mod verification;
pub mod verify;
pub mod why;

pub use crate::error_kind::ErrorKind;
pub use crate::on_plane::{OnPlaneRule, OnPlaneRuleError};
pub use crate::report::Report;
pub use crate::request::CutRequest;
pub use crate::section_rule::SectionRule;
pub use crate::user_error::UserError;
