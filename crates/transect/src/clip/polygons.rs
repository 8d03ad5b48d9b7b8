//! Triangles and convex polygons, split by a plane.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::clip::{Clip, ShapeSplit};
use crate::meet::crossing;
use crate::plane::Plane;
use crate::polygon::ConvexPolygon;
use crate::triangle::Triangle;

/// A part of a split triangle is a list of three or four points, in the order of the triangle's corners. The section is
/// a list of one or two points, in the same order.
impl<const D: usize> Clip<D> for Triangle<D> {
    type Part = Vec<[f64; D]>;
    type Section = Vec<[f64; D]>;

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Vec<[f64; D]>, Vec<[f64; D]>> {
        split(&self.corners, plane)
    }

    fn whole(&self) -> Vec<[f64; D]> {
        self.corners.to_vec()
    }
}

/// A part of a split polygon is a list of points, in the order of the polygon's corners. The part is not a
/// [`ConvexPolygon`]: after rounding, a crossing may equal its neighbour, or the part may be slightly non-convex.
///
/// The section is a list of points in the same order: one point, two points, or all corners on an edge in the plane. If
/// the corners of the polygon are not exactly in one plane, the section may have more points.
impl<const D: usize> Clip<D> for ConvexPolygon<D> {
    type Part = Vec<[f64; D]>;
    type Section = Vec<[f64; D]>;

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Vec<[f64; D]>, Vec<[f64; D]>> {
        split(self.corners(), plane)
    }

    fn whole(&self) -> Vec<[f64; D]> {
        self.corners().to_vec()
    }
}

/// Splits a polygon by the algorithm of Sutherland and Hodgman, "Reentrant polygon clipping" (1974). A single pass over
/// the corners makes the parts on both sides.
fn split<const D: usize>(
    corners: &[[f64; D]],
    plane: &Plane<D>,
) -> ShapeSplit<Vec<[f64; D]>, Vec<[f64; D]>> {
    let sides: Vec<Side> = corners.iter().map(|c| plane.form().side(c)).collect();
    let [mut front, mut back, mut cut] = [const { Vec::new() }; 3];
    for (index, corner) in corners.iter().enumerate() {
        let next = (index + 1) % corners.len();
        if sides[index] != Side::Back {
            front.push(*corner);
        }
        if sides[index] != Side::Front {
            back.push(*corner);
        }
        if sides[index] == Side::On {
            cut.push(*corner);
        } else if sides[index] == -sides[next] {
            let point = crossing(plane, corner, &corners[next]);
            for part in [&mut front, &mut back, &mut cut] {
                part.push(point);
            }
        }
    }
    let [has_front, has_back] = [Side::Front, Side::Back].each(|side| sides.contains(&side));
    match (has_front, has_back) {
        (true, true) => ShapeSplit::Halves {
            front,
            back,
            section: cut,
        },
        (false, false) => ShapeSplit::Within,
        (is_front, _) => ShapeSplit::Whole {
            side: if is_front { Side::Front } else { Side::Back },
            touching: (!cut.is_empty()).then_some(cut),
        },
    }
}
