//! Slicing a model by many parallel planes: the request, its layers, the report and the table.

pub mod defects;
pub mod files;
pub mod labels;
pub mod layer_report;
pub mod outputs;
pub mod report;
pub mod request;
pub mod run;
mod section_lines;
pub mod surface;
pub mod table;
pub mod task;
pub mod watch;
