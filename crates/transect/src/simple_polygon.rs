//! Simple polygons in 2D, convex or not, and their convex pieces.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use transect_exact::arrays::Few as _;
use transect_exact::{Side, orient2d};

use crate::coordinates::Coordinates;
use crate::polygon::{ConvexPolygon, doubled_area, upward};
use crate::polytope::Polytope;
use crate::sat::overlap;
use crate::triangulation::fill::triangulation;
use crate::triangulation::points::Points;

/// A polygon in 2D that does not cross itself, given by its corners in counter-clockwise order. It need not be convex.
///
/// Edges that are not neighbours have no common point; neighbouring edges share only their corner. Corners may lie on
/// the edge between their neighbours. The constructor checks these conditions exactly.
///
/// The polygon is cut into convex pieces. It is cut into triangles first ([`triangulate`](crate::triangulate)). Two
/// pieces are then joined if the corners at both ends of their common edge stay convex (Hertel, Mehlhorn 1983). There
/// are at most four times as many pieces as the least possible number.
///
/// ```
/// use transect::{SimplePolygon, Triangle};
/// let angle = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
/// let angle = SimplePolygon::new(angle)?;
/// assert_eq!(angle.convex_pieces().len(), 2);
/// assert!(!angle.overlaps(&Triangle::new([[2.0, 2.0], [3.0, 2.0], [2.0, 3.0]])?)); // in the notch of the angle
/// assert!(angle.overlaps(&Triangle::new([[1.0, 1.0], [3.0, 2.0], [2.0, 3.0]])?)); // touches the corner of the notch
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "polyline")]
#[doc(alias = "BezPath")]
#[derive(Clone, Debug, PartialEq)]
pub struct SimplePolygon {
    corners: Vec<[f64; 2]>,
    pieces: Vec<ConvexPolygon<2>>,
}

/// An error: the corners do not form a simple polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SimplePolygonError {
    /// There are fewer than three corners.
    TooFewCorners {
        /// The number of given corners.
        count: usize,
    },
    /// A coordinate of a corner is NaN or infinite.
    NotFinite {
        /// The index of the corner that has the invalid coordinate.
        corner: usize,
        /// The axis of the coordinate that is NaN or infinite: 0 or 1.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// Two edges cross, touch or overlap, or an edge has no length.
    Crossing {
        /// The indices of the corners from which the two edges start. For an edge without length, both indices are the
        /// same.
        edges: [usize; 2],
    },
    /// The corners go around the polygon clockwise.
    Clockwise,
}

impl fmt::Display for SimplePolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewCorners { count } => write!(
                f,
                "{count} corners are too few for a polygon; it needs at least 3"
            ),
            Self::NotFinite {
                corner,
                axis,
                value,
            } => write!(
                f,
                "corner {corner} {} is {value}, not a finite number",
                ["x", "y"][*axis]
            ),
            Self::Crossing {
                edges: [first, second],
            } if first == second => write!(
                f,
                "the edge from corner {first} has no length; remove the repeated corner"
            ),
            Self::Crossing {
                edges: [first, second],
            } => write!(
                f,
                "the edges from corners {first} and {second} cross, touch or overlap; \
                 only neighbours may share a corner"
            ),
            Self::Clockwise => {
                f.write_str("the corners go around clockwise; give them the other way round")
            }
        }
    }
}

impl Error for SimplePolygonError {}

impl SimplePolygon {
    /// Returns the polygon with these corners, in order. The time grows with the square of the number of edges.
    ///
    /// # Errors
    /// Returns a [`SimplePolygonError`] if the corners do not go once counter-clockwise around a simple polygon.
    pub fn new(
        corners: impl IntoIterator<Item = impl Coordinates<2>>,
    ) -> Result<Self, SimplePolygonError> {
        let corners: Vec<[f64; 2]> = corners.into_iter().map(Coordinates::coordinates).collect();
        let count = corners.len();
        if count < 3 {
            return Err(SimplePolygonError::TooFewCorners { count });
        }
        for (corner, point) in corners.iter().enumerate() {
            if let Some(axis) = point.iter().position(|c| !c.is_finite()) {
                return Err(SimplePolygonError::NotFinite {
                    corner,
                    axis,
                    value: point[axis],
                });
            }
        }
        for second in 0..count {
            for first in 0..=second {
                if has_forbidden_point(&corners, first, second) {
                    return Err(SimplePolygonError::Crossing {
                        edges: [first, second],
                    });
                }
            }
        }
        if doubled_area(&corners, [0, 1]).side() != Side::Front {
            return Err(SimplePolygonError::Clockwise);
        }
        let pieces = convex_pieces(&corners).into_iter().map(|piece| {
            let piece: Vec<_> = piece
                .iter()
                .map(|&corner| corners[corner as usize])
                .collect();
            ConvexPolygon::new(piece).expect("a piece is convex")
        });
        let pieces = pieces.collect();
        Ok(Self { corners, pieces })
    }

    /// Returns the corners, in the given order.
    #[must_use]
    pub fn corners(&self) -> &[[f64; 2]] {
        &self.corners
    }

    /// Returns the convex pieces of the polygon. Their corners are corners of the polygon, and two pieces
    /// share at most an edge.
    #[must_use]
    pub fn convex_pieces(&self) -> &[ConvexPolygon<2>] {
        &self.pieces
    }

    /// Returns `true` if the polygon and a convex shape have a common point. The test is exact; shapes that touch have
    /// a common point.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn overlaps(&self, other: &impl Polytope<2>) -> bool {
        self.pieces.iter().any(|piece| overlap(piece, other))
    }

    /// Returns `true` if two polygons have a common point. The test is exact; polygons that touch have a common point.
    ///
    /// ```
    /// use transect::SimplePolygon;
    /// let angle = SimplePolygon::new([[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]])?;
    /// let other = |x: f64| SimplePolygon::new(angle.corners().iter().map(|c| [x - c[0], x - c[1]]).collect::<Vec<_>>());
    /// assert!(angle.overlaps_polygon(&other(5.0)?)); // hooked into each other
    /// assert!(!angle.overlaps_polygon(&other(8.5)?));
    /// # Ok::<(), transect::SimplePolygonError>(())
    /// ```
    #[must_use]
    pub fn overlaps_polygon(&self, other: &Self) -> bool {
        other.pieces.iter().any(|piece| self.overlaps(piece))
    }
}

/// Returns `true` if two edges have a common point that edges of a simple polygon must not have. Each edge is given by
/// the index of the corner from which it starts.
fn has_forbidden_point(corners: &[[f64; 2]], first: usize, second: usize) -> bool {
    let count = corners.len();
    let at = |corner: usize| &corners[corner % count];
    if first == second {
        return upward(at(first), at(first + 1)) == Side::On;
    }
    let folds_back = |corner: usize| {
        let [before, at, after] = [corner + count - 1, corner, corner + 1].each(at);
        orient2d(before, at, after) == Side::On && upward(before, at) == -upward(at, after)
    };
    match second - first {
        1 => folds_back(second),
        steps if steps == count - 1 => folds_back(first),
        _ => meet([at(first), at(first + 1)], [at(second), at(second + 1)]),
    }
}

/// Returns `true` if two closed segments have a common point.
fn meet(a: [&[f64; 2]; 2], b: [&[f64; 2]; 2]) -> bool {
    let sides = |a: [&[f64; 2]; 2], b: [&[f64; 2]; 2]| b.each(|end| orient2d(a[0], a[1], end));
    let apart = |[one, other]: [Side; 2]| one == other && one != Side::On;
    let (of_b, of_a) = (sides(a, b), sides(b, a));
    if apart(of_b) || apart(of_a) {
        return false;
    }
    if of_b != [Side::On; 2] {
        return true;
    }
    // All four ends are on one line, so the segments' intervals on both axes are compared.
    (0..2).all(|axis| {
        let ends = [a, b].each(|[p, q]| [p[axis].min(q[axis]), p[axis].max(q[axis])]);
        ends[0][0] <= ends[1][1] && ends[1][0] <= ends[0][1]
    })
}

/// Returns the convex pieces of a polygon. Each piece is a list of corner indices.
fn convex_pieces(corners: &[[f64; 2]]) -> Vec<Vec<u32>> {
    let turn = |a: u32, b: u32, c: u32| {
        let [a, b, c] = [a, b, c].each(|corner| &corners[corner as usize]);
        orient2d(a, b, c)
    };
    let count = corners.len() as u32;
    let edges: Vec<[u32; 2]> = (0..count).map(|k| [k, (k + 1) % count]).collect();
    let points = Points::new(corners);
    let triangles = triangulation(&points, corners.len(), &edges).triangles;
    // Each diagonal is an edge of two triangles, which follow it in opposite directions.
    let diagonals: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|&[a, b]| a < b && a + 1 != b && [a, b] != [0, count - 1])
        .collect();
    let mut pieces: Vec<Vec<u32>> = triangles.into_iter().map(Vec::from).collect();
    for [a, b] in diagonals {
        // Finds the piece that has the edge from the corner `from` to another corner. Returns the piece's corners,
        // rotated so that they begin at the end of this edge and end at its start.
        let from_edge = |pieces: &[Vec<u32>], from: u32, to: u32| {
            pieces.iter().enumerate().find_map(|(index, piece)| {
                let start = piece.iter().position(|&corner| corner == to)?;
                let mut piece = piece.clone();
                piece.rotate_left(start);
                (piece.last() == Some(&from)).then_some((index, piece))
            })
        };
        let sides = (from_edge(&pieces, a, b), from_edge(&pieces, b, a));
        let (Some((i, mut one)), Some((j, other))) = sides else {
            unreachable!("a diagonal is an edge of two pieces");
        };
        // The pieces `one` and `other` have the edge between the corners a and b in common. The corners of `one` go
        // from b around to a, and those of `other` from a around to b.
        let is_convex_at_a = turn(one[one.len() - 2], a, other[1]) != Side::Back;
        let is_convex_at_b = turn(other[other.len() - 2], b, one[1]) != Side::Back;
        if is_convex_at_a && is_convex_at_b {
            one.extend_from_slice(&other[1..other.len() - 1]);
            pieces[i] = one;
            pieces.swap_remove(j);
        }
    }
    pieces
}
