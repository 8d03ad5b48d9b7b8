//! The report of `transect cut` about a table of boxes, for programs: one JSON object (docs/json.md,
//! docs/boxes.schema.json).

use serde::Serialize;
use transect::{Aabb, CuttingPlane, Extent, Side};

use crate::input::Table;
use transect_report::report::{Bounds, PlaneReport, SourceReport};

#[derive(Debug, Serialize)]
pub(crate) struct BoxReport {
    pub(crate) version: u32,
    pub(crate) source: Vec<SourceReport>,
    pub(crate) plane: PlaneReport,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) objects: RowCounts,
    pub(crate) written: Vec<String>,
    #[serde(skip)]
    unit: Option<String>,
    #[serde(skip)]
    hull: Option<Aabb>,
}

/// The counts of rows in front of a plane, on it and behind it. `touching` counts the `on` rows whose boxes only touch
/// the plane.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct RowCounts {
    pub(crate) total: usize,
    pub(crate) front: usize,
    pub(crate) on: usize,
    pub(crate) back: usize,
    pub(crate) touching: usize,
}

impl BoxReport {
    /// Returns an empty report, before the first row is read.
    pub(crate) fn nothing(plane: &CuttingPlane, unit: Option<&str>) -> Self {
        Self {
            version: 2,
            source: Vec::new(),
            plane: PlaneReport::of(plane),
            bounds: None,
            objects: RowCounts::default(),
            written: Vec::new(),
            unit: unit.map(String::from),
            hull: None,
        }
    }

    /// Counts a box by its position relative to the plane, and enlarges the bounds of all boxes so that they contain
    /// this box.
    pub(crate) fn add(&mut self, bounds: &Aabb, extent: Extent) {
        let counts = &mut self.objects;
        counts.total += 1;
        match extent.side() {
            Side::Front => counts.front += 1,
            Side::On => counts.on += 1,
            Side::Back => counts.back += 1,
        }
        counts.touching += usize::from(extent.touches());
        self.hull = Some(self.hull.map_or(*bounds, |hull| hull.join(bounds)));
    }

    /// Sets the file name, the size and the unit of the table, and the bounds of all boxes, after the whole table is
    /// read.
    pub(crate) fn read(&mut self, table: &Table) {
        self.source = vec![SourceReport::of_table(
            table.path(),
            table.bytes(),
            self.unit.as_deref(),
        )];
        self.bounds = self.hull.map(Bounds::of);
    }

    pub(crate) fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    pub(crate) fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
