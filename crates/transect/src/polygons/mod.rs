//! The points that lie inside of rings in a plane, as polygons that are valid in the sense of OGC 06-103r4, section
//! 6.1.11.
//!
//! Rings are simple. Two rings of a polygon touch at most in points, and the inside of a polygon is connected. Two
//! polygons touch at most in points. All of this holds for the returned coordinates.
//!
//! Rings are split exactly where they touch. Rings that cross are first rounded to the points of a grid. This snap
//! rounding always terminates. The crate `i_overlay`, which `geo` also uses, does not: release 9.1 runs forever on
//! boxes that are rotated by the same angle and whose edges overlap up to rounding.
//!
//! | topic | file |
//! |---|---|
//! | The rule that decides which points are inside | `rule.rs` |
//! | Rings that have no point in common | `contact.rs` |
//! | Rings as a planar graph | `arrangement.rs`, `sweep.rs` |
//! | Rings that cross, rounded to a grid | `grid.rs` |
//! | The faces of the graph that are inside, as polygons | `faces.rs` |

mod arrangement;
mod contact;
mod faces;
mod grid;
mod rings;
mod rule;
mod sweep;

use alloc::vec::Vec;

use crate::polygons::arrangement::Arrangement;
use crate::polygons::faces::{Region, faces};
use crate::polygons::grid::Grid;

pub use contact::have_contact;
pub use rule::{InsideRule, InsideRuleError};

/// The points inside of rings, as polygons.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Polygons {
    /// The polygons: for each of them, the counter-clockwise outer ring and the clockwise holes. The first point of a
    /// ring is not repeated.
    pub polygons: Vec<Vec<Vec<[f64; 2]>>>,
    /// `true` if the rings overlap or share edges.
    pub is_union: bool,
    /// `true` if the given rings are the boundary of the points inside: they wind once around these and not at all
    /// around all others, and share no edges.
    pub winds_once: bool,
    /// The largest distance of a vertex of the polygons from the rings, rounded: 0 unless rings cross.
    pub displacement: f64,
}

impl Polygons {
    /// Returns the points that are inside of rings by a rule. The winding numbers of all rings are added up. The first
    /// point of a ring is not repeated.
    ///
    /// The vertices of the polygons are the points of the rings, and no others, unless rings cross. All decisions are
    /// exact.
    ///
    /// ```
    /// use transect::polygons::{InsideRule, Polygons};
    /// let square = |from: f64, to: f64| vec![[from, from], [to, from], [to, to], [from, to]];
    /// let nested = [square(0.0, 3.0), square(1.0, 2.0)];
    /// assert_eq!(Polygons::of(&nested, InsideRule::Nonzero).polygons, [[square(0.0, 3.0)]]);
    /// assert_eq!(Polygons::of(&nested, InsideRule::Odd).polygons[0].len(), 2); // an outer ring and a hole
    /// ```
    #[must_use]
    pub fn of(rings: &[Vec<[f64; 2]>], rule: InsideRule) -> Self {
        let grid = Grid::of(rings.iter().flatten());
        let region = region(rings, grid, rule);
        let displacement = if region.is_rounded {
            grid.displacement(rings, &region.polygons)
        } else {
            0.0
        };
        Self {
            polygons: region.polygons,
            is_union: region.is_union,
            winds_once: region.winds_once,
            displacement,
        }
    }
}

fn region(rings: &[Vec<[f64; 2]>], grid: Grid, rule: InsideRule) -> Region {
    if let Ok(arrangement) = Arrangement::of(rings) {
        return faces(&arrangement, rule);
    }
    // Snapped edges do not cross, so the first pass of this loop returns. Even if snapped edges crossed, the loop would
    // end: the grid becomes coarser until all points coincide.
    let mut grid = grid;
    loop {
        if let Ok(arrangement) = Arrangement::of(&grid.snapped(rings)) {
            return Region {
                is_union: true,
                winds_once: false,
                is_rounded: true,
                ..faces(&arrangement, rule)
            };
        }
        grid = grid.coarser();
    }
}
