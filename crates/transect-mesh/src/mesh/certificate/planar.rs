//! Figures in a plane: orientations by floats, bounds on rounding, and edges that cross.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::sub;

/// Returns `true` if two edges of a boundary cross: if they have a common point which is an end of neither. `place` returns the
/// position of a vertex, each coordinate rounded once, and `side` the exact side of the line from the first vertex to the
/// second on which the third lies.
pub(super) fn do_cross(
    edges: &[([u32; 2], i32)],
    place: impl Fn(u32) -> [f64; 2],
    side: impl Fn(&[u32; 3]) -> Side,
) -> bool {
    let mut boxes: Vec<([[f64; 2]; 2], [u32; 2])> = edges
        .iter()
        .map(|(ends, _)| {
            let [a, b] = ends.each(&place);
            let range = |axis: usize| [a[axis].min(b[axis]), a[axis].max(b[axis])];
            // Places are rounded, so the boxes reach one float further.
            let wider = |[least, most]: [f64; 2]| [least.next_down(), most.next_up()];
            ([wider(range(0)), wider(range(1))], *ends)
        })
        .collect();
    sort_by(&mut boxes, |a, b| a.0[0][0].total_cmp(&b.0[0][0]));
    let mut active: Vec<([[f64; 2]; 2], [u32; 2])> = Vec::new();
    for (own, [a, b]) in boxes {
        active.retain(|(other, _)| other[0][1] >= own[0][0]);
        for &(other, [c, d]) in &active {
            let is_near = other[1][1] >= own[1][0] && own[1][1] >= other[1][0];
            let share_an_end = a == c || a == d || b == c || b == d;
            let are_apart = |from: u32, to: u32, one: u32, other: u32| {
                let of_one = side(&[from, to, one]);
                of_one != Side::On && side(&[from, to, other]) == -of_one
            };
            if is_near && !share_an_end && are_apart(a, b, c, d) && are_apart(c, d, a, b) {
                return true;
            }
        }
        active.push((own, [a, b]));
    }
    false
}

/// Returns a bound on the change of twice a triangle's area by rounding. If corners move by at most δ along each axis, twice
/// the area changes by at most δ times Σ(|x| + |y|) over the edges, plus 6δ². The returned bound has 12δ² instead, a third term
/// for the rounding of the products, and a fourth for their underflow. `moved` is δ.
pub(super) fn rounding([a, b, c]: &[[f64; 2]; 3], moved: f64) -> f64 {
    let sides = [sub(b, a), sub(c, b), sub(a, c)];
    let around: f64 = sides.iter().flatten().map(|c| c.abs()).sum();
    moved * around + 12.0 * moved * moved + 8.0 * U * around * around + 8.0 * SMALLEST
}

/// Returns the orientation of three points if floats decide it, although each coordinate is off by at most `moved` and its own
/// rounding.
///
/// A difference d of two coordinates of magnitude at most m has an error of at most 2(um + `moved`) + u·|d|.
pub(super) fn by_moved_floats([a, b, c]: &[[f64; 2]; 3], moved: f64) -> Option<Side> {
    let (u, v) = (sub(b, a), sub(c, a));
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    let sum = u[0].abs() + u[1].abs() + v[0].abs() + v[1].abs();
    let largest = [a, b, c]
        .iter()
        .flat_map(|point| point.iter())
        .fold(0.0, |m: f64, c| m.max(c.abs()));
    let margin = moved + U * largest + f64::MIN_POSITIVE;
    let error = 4.0 * U * (left.abs() + right.abs())
        + margin * (2.01 * sum + 8.1 * margin)
        + f64::MIN_POSITIVE;
    let determinant = left - right;
    (determinant.abs() > error && error < f64::INFINITY).then(|| Side::of_nonzero(determinant))
}

/// Returns twice the signed area of a triangle, rounded.
pub(super) fn doubled([a, b, c]: &[[f64; 2]; 3]) -> f64 {
    let (u, v) = (sub(b, a), sub(c, a));
    u[0] * v[1] - u[1] * v[0]
}
