//! The areas of level faces, by their heights.

use std::collections::HashMap;

use transect::vector::{cross, sub};
use transect_mesh::Mesh;

/// A level: a height, and the total area of the faces there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) height: f64,
    pub(super) area: f64,
}

/// The areas of level faces along an up axis, by their heights: `up` for faces that face up, and `down` for faces that
/// face down. The keys are the bits of the heights.
///
/// A face is level if the heights of its corners differ by at most a tolerance. Corners that a transform placed need
/// this tolerance, because their heights are rounded.
#[derive(Debug)]
pub(super) struct Levels {
    axis: usize,
    tolerance: f64,
    up: HashMap<u64, f64>,
    down: HashMap<u64, f64>,
}

impl Levels {
    pub(super) fn new(axis: usize, tolerance: f64) -> Self {
        Self {
            axis,
            tolerance,
            up: HashMap::new(),
            down: HashMap::new(),
        }
    }

    /// Adds the level faces of a mesh that are at most as high as `limit`.
    pub(super) fn add(&mut self, mesh: &Mesh, limit: f64) {
        for triangle in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(triangle);
            let heights = [a, b, c].map(|corner| corner[self.axis]);
            let low = heights.into_iter().fold(f64::INFINITY, f64::min);
            let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
            // The comparison is false for NaN.
            if !(high - low <= self.tolerance && high <= limit) {
                continue;
            }
            let area = 0.5 * cross(&sub(&b, &a), &sub(&c, &a))[self.axis];
            let levels = if area > 0.0 {
                &mut self.up
            } else {
                &mut self.down
            };
            // Adding 0.0 turns −0.0 into 0.0, so both have the same bits.
            *levels.entry((low + 0.0).to_bits()).or_default() += area.abs();
        }
    }

    /// Returns the levels that face up, in ascending order. Neighbouring levels at most `gap` apart become one level,
    /// with their total area and the height of the largest of them.
    pub(super) fn up(&self, gap: f64) -> Vec<Level> {
        clusters(&self.up, gap)
    }

    /// Returns the levels that face down, as [`Self::up`] does.
    pub(super) fn down(&self, gap: f64) -> Vec<Level> {
        clusters(&self.down, gap)
    }
}

fn clusters(areas: &HashMap<u64, f64>, gap: f64) -> Vec<Level> {
    let levels = areas.iter().filter(|(_, area)| **area > 0.0);
    let mut levels: Vec<Level> = levels
        .map(|(&bits, &area)| Level {
            height: f64::from_bits(bits),
            area,
        })
        .collect();
    levels.sort_by(|a, b| a.height.total_cmp(&b.height));
    levels
        .chunk_by(|low, high| high.height - low.height <= gap)
        .filter_map(|near| {
            let largest = near.iter().max_by(|a, b| a.area.total_cmp(&b.area))?;
            Some(Level {
                area: near.iter().map(|level| level.area).sum(),
                ..*largest
            })
        })
        .collect()
}

/// Merges levels that are nearer than `distance` to a larger level into the larger level, which keeps its height. The
/// result is in ascending order.
pub(super) fn merged(levels: &[Level], distance: f64) -> Vec<Level> {
    let mut by_area = levels.to_vec();
    by_area.sort_by(|a, b| {
        let order = b.area.total_cmp(&a.area);
        order.then(a.height.total_cmp(&b.height))
    });
    let mut kept: Vec<Level> = Vec::new();
    for level in by_area {
        let near = |kept: &&mut Level| (kept.height - level.height).abs() < distance;
        match kept.iter_mut().find(near) {
            Some(larger) => larger.area += level.area,
            None => kept.push(level),
        }
    }
    kept.sort_by(|a, b| a.height.total_cmp(&b.height));
    kept
}

/// Returns the area of the largest level, or 0 without levels.
pub(super) fn largest(levels: &[Level]) -> f64 {
    levels.iter().map(|level| level.area).fold(0.0, f64::max)
}
