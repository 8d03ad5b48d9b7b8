//! The report of `transect slice` as one JSON object (docs/slicing.md, docs/slice.schema.json).
#![expect(missing_docs, reason = "docs/slicing.md describes the fields")]

use serde::Serialize;

use crate::heights::AtLayer;
use crate::report::SourceReport;
use crate::slice::labels::Direction;
use crate::slice::layer_report::LayerReport;
use crate::slice::task::SliceTask;
use crate::storeys::storey::Storey;

#[derive(Debug, Serialize)]
pub struct SliceReport {
    pub version: u32,
    pub source: Vec<SourceReport>,
    pub direction: [f64; 3],
    pub axis: Option<&'static str>,
    pub range: [f64; 2],
    pub on_plane: &'static str,
    pub inside: &'static str,
    pub at_layer: Option<&'static str>,
    pub objects: SlicedObjects,
    pub storeys: Option<Vec<Storey>>,
    pub layers: Vec<LayerReport>,
    pub written: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct SlicedObjects {
    pub total: usize,
    pub closed: usize,
    pub open: usize,
}

impl SliceReport {
    /// Returns the report of a task without its layers.
    #[must_use]
    pub fn of(task: &SliceTask<'_>) -> Self {
        let request = task.request();
        let [closed, open] = task.closed_and_open();
        Self {
            version: 2,
            source: task.source.clone(),
            direction: request.direction.vector(),
            axis: match request.direction {
                Direction::Axis(_) => Some(request.direction.name()),
                Direction::Normal(_) => None,
            },
            range: task.range,
            on_plane: request.rule.on_plane.name(),
            inside: request.rule.inside.name(),
            at_layer: request.at_layer.map(AtLayer::name),
            objects: SlicedObjects {
                total: closed + open,
                closed,
                open,
            },
            storeys: request.storeys.as_ref().map(|storeys| storeys.list.clone()),
            layers: Vec::with_capacity(task.layers.len()),
            written: Vec::new(),
        }
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
