//! Cuts by several planes: the request, its task, the report and the table of objects. The planes bound a region, whose
//! inside and outside are the parts, or they divide the model into one part per combination of sides.

mod families;
pub mod findings;
mod grid;
pub mod objects;
pub mod outputs;
pub mod parts;
pub mod planes;
pub mod report;
pub mod request;
