//! The plane with which the page starts, and the axis that may point up: from the storeys of a building, or else from the
//! areas of faces.

use serde_json::{Value, json};
use transect::{Aabb, CuttingPlane, Plane, PlaneError};
use transect_draw::Up;
use transect_mesh::Mesh;
use transect_report::storeys::storey::Storeys;

use crate::faces::faces;

/// The number of intervals into which heights are divided.
const BINS: usize = 256;
/// The part of the heights, at each end, in which no start plane is searched.
const MARGIN: usize = BINS / 8;
/// The least ratio of areas that suggests another axis than z as up.
const CLEAR: f64 = 1.6;

/// For each axis, a height whose section is large, and the axis whose level faces are largest. Both are measured to
/// within an interval of heights, for a good first picture; no answer depends on them.
pub(crate) struct Start {
    heights: [f64; 3],
    up: usize,
}

impl Start {
    /// Returns the start for these meshes in the world; those of rooms and openings are to be left out.
    ///
    /// The area of the section of a closed surface is the sum of the signed, projected areas of the faces above it. Each
    /// triangle counts at the height of its middle.
    pub(crate) fn of<'a>(meshes: impl Iterator<Item = &'a Mesh>, bounds: &Aabb) -> Self {
        let mut projected = [[0.0; BINS]; 3];
        let mut flat = [0.0; 3];
        let [min, max] = [bounds.min(), bounds.max()];
        for face in meshes.flat_map(faces) {
            let [a, b, c] = face.corners;
            let area = face.area();
            for axis in 0..3 {
                let middle = (a[axis] + b[axis] + c[axis]) / 3.0;
                let share = (middle - min[axis]) / (max[axis] - min[axis]);
                let bin = ((share * BINS as f64) as usize).min(BINS - 1);
                projected[axis][bin] += face.area_vector[axis];
                if 0.0 < area {
                    // The fourth power of the normal's component, so that slanted faces count little.
                    flat[axis] += area * (face.area_vector[axis] / area).powi(4);
                }
            }
        }
        let heights = core::array::from_fn(|axis| {
            let bin = largest(&projected[axis]);
            let share = bin as f64 / BINS as f64;
            min[axis] * (1.0 - share) + max[axis] * share
        });
        let up = match flat {
            [x, y, z] if CLEAR * x.max(z) < y => 1,
            [x, y, z] if CLEAR * y.max(z) < x => 0,
            _ => 2,
        };
        Self { heights, up }
    }

    /// Returns the start of a building: its height is that of the plan of the lowest large storey, 1.2 m above the floor.
    /// A storey is large if it has at least half of the area of the largest.
    pub(crate) fn of_building(self, storeys: &Storeys) -> Self {
        let areas = storeys.list.iter().map(|storey| storey.area);
        let largest = areas.fold(0.0, f64::max);
        let mut heights = self.heights;
        if let Some(storey) = storeys
            .list
            .iter()
            .find(|storey| largest <= 2.0 * storey.area)
        {
            heights[storeys.axis] = storey.plan;
        }
        Self { heights, ..self }
    }

    /// Returns the plane with which the page starts: across the axis that points up, at a height with a large section.
    /// The height is rounded to about a thousandth of the model's extent.
    ///
    /// # Errors
    /// Returns a [`PlaneError`] if the height is not finite.
    pub(crate) fn plane(&self, up: Option<Up>, bounds: &Aabb) -> Result<CuttingPlane, PlaneError> {
        let axis = match up {
            Some(Up::X) => 0,
            Some(Up::Y) => 1,
            Some(Up::Z) | None => 2,
        };
        let extent = bounds.max()[axis] - bounds.min()[axis];
        let height = self.heights[axis];
        // Multiples of a power of ten are computed by division, because tenths are not floats.
        let digits = -(extent / 800.0).log10().floor();
        let scale = 10.0_f64.powf(digits);
        let rounded = (height * scale).round() / scale;
        let mut normal = [0.0; 3];
        normal[axis] = 1.0;
        let offset = 0.0 - if rounded.is_finite() { rounded } else { height };
        Plane::new(normal, offset).map(CuttingPlane::from)
    }

    pub(crate) fn to_json(&self) -> Value {
        let up = ["x", "y", "z"][self.up];
        json!({"heights": self.heights, "up": up})
    }
}

/// Returns the bin at whose lower end the section is largest. Of bins with nearly the same area, the bin nearest to the
/// middle is returned.
fn largest(projected: &[f64; BINS]) -> usize {
    let mut areas = [0.0; BINS];
    let mut sum = 0.0;
    for bin in (0..BINS).rev() {
        sum += projected[bin];
        areas[bin] = sum;
    }
    let bins = MARGIN..BINS - MARGIN;
    let most = bins.clone().map(|bin| areas[bin]).fold(0.0, f64::max);
    let near = bins.filter(|bin| 0.9 * most <= areas[*bin]);
    near.min_by_key(|bin| bin.abs_diff(BINS / 2))
        .unwrap_or(BINS / 2)
}
