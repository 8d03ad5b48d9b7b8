//! The report of `transect measure` as one JSON object (docs/measure.md, docs/measure.schema.json).
#![expect(missing_docs, reason = "docs/measure.md describes the fields")]

use serde::Serialize;
use transect_mesh::CurvePoint;

use crate::bent::BentReport;
use crate::closing::ChangesReport;
use crate::measure::measures::Measures;
use crate::measure::open::OpenMeasures;
use crate::report::SourceReport;

#[derive(Debug, Serialize)]
pub struct MeasureReport {
    pub version: u32,
    pub source: Vec<SourceReport>,
    pub inside: &'static str,
    pub objects: MeasuredObjects,
    pub total: Option<Measures>,
    pub objects_list: Vec<ObjectMeasures>,
    pub direction: Option<[f64; 3]>,
    pub axis: Option<&'static str>,
    pub range: Option<[f64; 2]>,
    pub height_error: Option<f64>,
    pub heights: Vec<HeightMeasures>,
    pub volumes: Vec<VolumeHeight>,
    pub written: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct MeasuredObjects {
    pub total: usize,
    pub closed: usize,
    pub open: usize,
    /// The number of closed objects whose volume is not known.
    pub unknown: usize,
}

#[derive(Debug, Serialize)]
pub struct ObjectMeasures {
    pub name: String,
    pub closed: bool,
    pub open_edges: usize,
    #[serde(flatten)]
    pub measures: Measures,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangesReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bent: Option<BentReport>,
    /// The volumes of an open object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenMeasures>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct HeightMeasures {
    pub height: f64,
    pub area: f64,
    pub area_other_limit: f64,
    pub area_error: f64,
    pub volume_behind: f64,
    pub volume_error: f64,
    pub centroid_behind: Option<[f64; 3]>,
    pub centroid_error: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct VolumeHeight {
    pub asked: String,
    pub volume: f64,
    pub height: f64,
}

impl HeightMeasures {
    /// Returns the row for one height in the table of heights.
    #[must_use]
    pub fn of(height: f64, point: &CurvePoint) -> Self {
        Self {
            height,
            area: point.area,
            area_other_limit: point.area_from_front,
            area_error: point.area_error,
            volume_behind: point.volume,
            volume_error: point.volume_error,
            centroid_behind: point.centroid,
            centroid_error: point.centroid.map(|_| point.centroid_error),
        }
    }
}

impl MeasureReport {
    #[must_use]
    pub fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
