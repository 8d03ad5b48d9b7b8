//! Cuts by several planes: the request, its task, the report and the table of objects. The planes bound a region, whose
//! inside and outside are the parts, or they divide the model into one part per combination of sides.

pub mod findings;
pub mod objects;
pub mod outputs;
pub mod parts;
pub mod planes;
pub mod report;
pub mod request;
