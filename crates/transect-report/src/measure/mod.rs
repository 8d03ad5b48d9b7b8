//! Measuring a model: volume, area, centroid and inertia of its objects, and section area and volume at given heights.

pub mod chart;
pub mod measures;
pub mod open;
pub mod outputs;
pub mod report;
pub mod request;
pub mod table;
pub mod volume;
