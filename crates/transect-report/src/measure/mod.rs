//! Measuring a model: volume, area, centroid and inertia of its objects, and measures against height.

pub mod chart;
pub mod outputs;
pub mod report;
pub mod request;
pub mod table;
pub mod volume;
