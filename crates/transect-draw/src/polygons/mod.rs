//! The section of an object as polygons that are valid in the sense of OGC 06-103r4, section 6.1.11.
//!
//! Rings are simple. Two rings of a polygon touch at most in points, and the inside of a polygon is connected. Two
//! polygons of an object touch at most in points. All of this holds for the coordinates as written.
//!
//! Drawings keep the outlines of each body; here, rings are split exactly where they touch, and bodies that overlap or
//! share edges are united (docs/polygons.md). Outlines that cross are first rounded to the points of a grid. This snap
//! rounding always terminates. The crate `i_overlay`, which `geo` also uses, does not: release 9.1 runs forever on
//! boxes that are rotated by the same angle and whose edges overlap up to rounding.

mod arrangement;
mod faces;
mod grid;
mod sweep;

use crate::corners::corners_and;
use crate::drawing::Item;
use crate::polygons::arrangement::{Arrangement, order};
use crate::polygons::faces::{Region, faces};
use crate::polygons::grid::Grid;
use crate::rings::{Points, Rings, doubled_area, plain};

/// The polygons of an object.
#[derive(Debug)]
pub(crate) struct Polygons {
    /// The polygons. The last point of each ring repeats the first.
    pub(crate) polygons: Vec<Rings>,
    /// The union of the bodies, if they overlap or share edges.
    pub(crate) union: Option<Union>,
}

/// The area of a union of bodies, and the error of its vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Union {
    /// The area of the polygons, rounded.
    pub(crate) area: f64,
    /// The largest distance of a polygon vertex from the original loops of the object. The distance is rounded.
    pub(crate) displacement: f64,
}

impl Item {
    /// Returns the polygons of the object's section.
    ///
    /// They have the points around which all loops together wind, as in drawings and masks: the winding number is not
    /// zero. Loops with a coordinate that is not finite are left out. A point that lies exactly on the segment between its
    /// two neighbours is left out, unless two rings meet there.
    pub(crate) fn areas(&self) -> Polygons {
        let ring = |index: &usize| {
            let points: Points = self.loops[*index].iter().map(plain).collect();
            let is_finite = points.iter().flatten().all(|value| value.is_finite());
            (points.len() > 2 && is_finite).then_some(points)
        };
        let bodies = self.polygons.iter();
        let loops = bodies.flat_map(|(outer, holes)| [outer].into_iter().chain(holes));
        let rings: Rings = loops.filter_map(ring).collect();
        let grid = Grid::of(rings.iter().flatten());
        let Region {
            mut polygons,
            is_union,
            is_rounded,
        } = region(&rings, grid);
        straighten(&mut polygons);
        let union = is_union.then(|| Union {
            area: polygons
                .iter()
                .flatten()
                .map(|ring| doubled_area(ring) / 2.0)
                .sum(),
            displacement: if is_rounded {
                grid.displacement(&rings, &polygons)
            } else {
                0.0
            },
        });
        for ring in polygons.iter_mut().flatten() {
            ring.extend(ring.first().copied());
        }
        Polygons { polygons, union }
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

/// Returns the polygons where the winding number of the rings is not zero.
///
/// The vertices of the polygons are the given points, and no others, unless the rings cross.
fn region(rings: &[Points], grid: Grid) -> Region {
    if let Ok(arrangement) = Arrangement::of(rings) {
        return faces(&arrangement);
    }
    // Snapped edges do not cross, so the first pass of this loop returns. Even if snapped edges crossed, the loop would
    // end: the grid becomes coarser until all points coincide.
    let mut grid = grid;
    loop {
        if let Ok(arrangement) = Arrangement::of(&grid.snapped(rings)) {
            return Region {
                is_union: true,
                is_rounded: true,
                ..faces(&arrangement)
            };
        }
        grid = grid.coarser();
    }
}
