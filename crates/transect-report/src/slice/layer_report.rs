//! The numbers of a layer (docs/slicing.md).
#![expect(missing_docs, reason = "docs/slicing.md describes the fields")]

use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct LayerReport {
    pub height: f64,
    pub bottom: Option<f64>,
    pub top: Option<f64>,
    pub objects: usize,
    pub loops: usize,
    pub holes: usize,
    pub open_chains: usize,
    pub area: f64,
    pub area_other_limit: f64,
    pub signed_area: f64,
    pub perimeter: f64,
    pub volume_behind: Option<f64>,
    pub centroid_behind: Option<[f64; 3]>,
}
