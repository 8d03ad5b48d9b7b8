//! Tests of two convex polygons in 2D: separating edges in floats, with bounds on their errors.

use transect_exact::unit::U;

/// Returns `true` if two convex, counter-clockwise polygons in 2D overlap, and `false` if they do not. Returns `None`
/// if floats do not decide. Only the first two coordinates are read.
///
/// The polygons have an area, so they are apart exactly if all corners of one are strictly in front of an edge of the
/// other.
#[inline]
pub(super) fn overlap_of_polygons<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    bounds: &[[[f64; D]; 2]; 2],
) -> Option<bool> {
    let [[a_min, a_max], [b_min, b_max]] = bounds;
    let size = |axis: usize| a_max[axis].max(b_max[axis]) - a_min[axis].min(b_min[axis]);
    let (width, height) = (size(0), size(1));
    let mut is_open = false;
    for (one, other) in [(a, b), (b, a)] {
        let mut from = one.last()?;
        for to in one {
            let normal = [to[1] - from[1], from[0] - to[0]];
            // A difference, a product and a sum are rounded after each other, and the normal was rounded before: the
            // relative error is at most 4u, with u = 2⁻⁵³. The bound is twice as large, and covers underflow.
            let size = normal[0].abs() * width + normal[1].abs() * height;
            let bound = 8.0 * U * size + 16.0 * f64::from_bits(1);
            let mut least = f64::INFINITY;
            for corner in other {
                let along = normal[0] * (corner[0] - from[0]) + normal[1] * (corner[1] - from[1]);
                least = least.min(along);
            }
            if least > bound && size.is_finite() {
                return Some(false);
            }
            let is_strict = least < -bound;
            is_open |= !is_strict;
            from = to;
        }
    }
    (!is_open).then_some(true)
}
