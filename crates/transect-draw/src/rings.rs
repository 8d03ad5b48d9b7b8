//! Points of rings and lines, for GeoJSON, WKT and WKB.

use std::cmp::Ordering;

use crate::corners::{CollinearPoints, corners};
use crate::drawing::Item;

/// The points of a ring or a line.
pub(crate) type Points = Vec<[f64; 2]>;

/// The rings of a polygon: first the counter-clockwise outer ring, then the clockwise holes.
/// The first point of a ring is not repeated.
pub(crate) type Rings = Vec<Points>;

impl Item {
    /// Returns the object's lines: the open chains, and the loops of two points, which enclose no area. Successive
    /// equal points are written once, and a line has at least two points.
    pub(crate) fn lines(&self, collinear: CollinearPoints) -> Vec<Points> {
        let flat = self.loops.iter().filter(|points| points.len() == 2);
        let flat = flat.map(|points| line(points.iter().chain(points.first()).copied()));
        let chains = self.chains.iter();
        let chains = chains.map(|points| line(corners(points, false, collinear)));
        flat.chain(chains).filter(|line| line.len() > 1).collect()
    }
}

impl Item {
    /// Returns the contour lines of the object, and for each line `true` if it is closed. A closed line begins and ends
    /// with the same point. Successive equal points are written once, and a line has at least two points.
    pub(crate) fn contours(
        &self,
        collinear: CollinearPoints,
    ) -> impl Iterator<Item = (Points, bool)> {
        let loops = self.loops.iter();
        let loops = loops.map(move |points| {
            let kept: Points = corners(points, true, collinear).collect();
            (line(kept.iter().chain(kept.first()).copied()), true)
        });
        let chains = self.chains.iter();
        let chains = chains.map(move |points| (line(corners(points, false, collinear)), false));
        loops.chain(chains).filter(|(line, _)| line.len() > 1)
    }
}

/// Returns the points of a line, with successive equal points written once.
fn line(points: impl Iterator<Item = [f64; 2]>) -> Points {
    let mut line: Points = points.map(|point| plain(&point)).collect();
    line.dedup();
    line
}

/// Returns the order of points by x and then by y.
pub(crate) fn order(a: &[f64; 2], b: &[f64; 2]) -> Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}

/// Returns the point without negative zeros, which some readers reject.
pub(crate) fn plain(&[x, y]: &[f64; 2]) -> [f64; 2] {
    [x + 0.0, y + 0.0]
}
