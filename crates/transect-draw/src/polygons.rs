//! The section of an object as valid polygons, for GeoJSON, WKT and WKB.
//!
//! `transect::polygons` has the algorithm. Drawings keep the outlines of each body; here, rings are split exactly where
//! they touch, and bodies that overlap or share edges are united (docs/polygons.md).

use transect::polygons::InsideRule;

use crate::corners::{CollinearPoints, corners_and};
use crate::drawing::Item;
use crate::rings::{Points, Rings, order, plain};

/// The polygons of an object.
#[derive(Debug)]
pub(crate) struct Polygons {
    /// The polygons. The last point of each ring repeats the first.
    pub(crate) polygons: Vec<Rings>,
    /// `true` if bodies overlap or share edges, so that the polygons are their union.
    pub(crate) is_union: bool,
    /// The largest distance of a vertex from the outlines of the object, rounded: 0 unless these cross.
    pub(crate) displacement: f64,
}

impl Item {
    /// Returns the polygons of the object's section.
    ///
    /// They have the points around which all loops together wind, as in drawings and masks: the winding number is not
    /// zero. Loops with a coordinate that is not finite are left out. Points where two rings meet are kept, also if
    /// they are collinear.
    pub(crate) fn areas(&self, collinear: CollinearPoints) -> Polygons {
        let ring = |index: &usize| {
            let points: Points = self.loops[*index].iter().map(plain).collect();
            let is_finite = points.iter().flatten().all(|value| value.is_finite());
            (points.len() > 2 && is_finite).then_some(points)
        };
        let bodies = self.polygons.iter();
        let loops = bodies.flat_map(|(outer, holes)| [outer].into_iter().chain(holes));
        let rings: Rings = loops.filter_map(ring).collect();
        let found = transect::polygons::Polygons::of(&rings, InsideRule::Nonzero);
        let mut polygons = found.polygons;
        if collinear == CollinearPoints::LeftOut {
            straighten(&mut polygons);
        }
        for ring in polygons.iter_mut().flatten() {
            ring.extend(ring.first().copied());
        }
        Polygons {
            polygons,
            is_union: found.is_union,
            displacement: found.displacement.max(self.displacement),
        }
    }
}

/// Leaves out the points of rings that lie exactly on the segment between their two neighbours. Points that occur in
/// several rings are kept, so that rings which touch at a point both have this point.
fn straighten(polygons: &mut [Rings]) {
    let mut all: Points = Vec::new();
    if polygons.iter().map(Vec::len).sum::<usize>() > 1 {
        all.extend(polygons.iter().flatten().flatten());
        all.sort_unstable_by(order);
    }
    let is_shared = |point: &[f64; 2]| {
        let first = all.partition_point(|other| order(other, point).is_lt());
        all.get(first + 1).is_some_and(|next| next == point)
    };
    for ring in polygons.iter_mut().flatten() {
        *ring = corners_and(ring, true, is_shared).collect();
    }
}
