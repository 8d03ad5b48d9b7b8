//! The points of an outline at which it turns.
//!
//! A plane cuts the diagonals of a wall, too. So the section of a plain wall has points in the middle of its straight
//! edges. Drawings leave them out, unless they are asked to keep them.

use transect::Side;
use transect::predicates::orient2d;

/// The treatment of collinear points of outlines: points that lie exactly on the segment between their two
/// neighbours, such as those where the plane cuts the diagonals of walls. The outlines cover the same points of the
/// plane either way.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollinearPoints {
    /// Drawings leave the points out.
    #[default]
    LeftOut,
    /// Drawings have the points, as the section does.
    Kept,
}

/// Returns the points of an outline. Collinear points are among them only if they are kept. Both ends of an open
/// outline are kept.
///
/// If several successive points lie on one segment, each lies between its own neighbours, so the original neighbours
/// decide. Repeated points are kept.
pub(crate) fn corners(
    points: &[[f64; 2]],
    is_closed: bool,
    collinear: CollinearPoints,
) -> impl Iterator<Item = [f64; 2]> {
    corners_and(points, is_closed, move |_| {
        collinear == CollinearPoints::Kept
    })
}

/// Returns the points of [`corners`], and those that `is_kept` returns `true` for.
pub(crate) fn corners_and(
    points: &[[f64; 2]],
    is_closed: bool,
    is_kept: impl Fn(&[f64; 2]) -> bool,
) -> impl Iterator<Item = [f64; 2]> {
    let last = points.len().saturating_sub(1);
    let kept = points.iter().enumerate().filter(move |(place, point)| {
        let before = place.checked_sub(1).or(is_closed.then_some(last));
        let after = Some(place + 1).filter(|next| *next <= last);
        let after = after.or(is_closed.then_some(0));
        let (Some(before), Some(after)) = (before, after) else {
            return true;
        };
        !is_between(&points[before], point, &points[after]) || is_kept(point)
    });
    kept.map(|(_, point)| *point)
}

/// Returns `true` if `b` lies on the segment from `a` to `c`, and differs from both ends. The test is exact.
fn is_between(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> bool {
    let is_within = (0..2).all(|axis| {
        let [low, high] = [a[axis].min(c[axis]), a[axis].max(c[axis])];
        low.is_finite() && high.is_finite() && low <= b[axis] && b[axis] <= high
    });
    is_within && a != b && b != c && orient2d(a, b, c) == Side::On
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(points: &[[f64; 2]], is_closed: bool) -> Vec<[f64; 2]> {
        corners(points, is_closed, CollinearPoints::LeftOut).collect()
    }

    #[test]
    fn points_inside_straight_edges_are_left_out() {
        let wall = [
            [2.0, 0.0],
            [4.0, 0.0],
            [4.0, 1.0],
            [3.0, 1.0],
            [1.0, 1.0],
            [0.0, 1.0],
            [0.0, 0.0],
        ];
        let corners = [[4.0, 0.0], [4.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
        assert_eq!(kept(&wall, true), corners);
        let open = [[2.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
        assert_eq!(kept(&wall, false), open);
        let all = super::corners(&wall, true, CollinearPoints::Kept);
        assert!(all.eq(wall));
    }

    /// The middle of the first edge is rounded, so it does not lie exactly on the edge.
    #[test]
    fn only_exactly_straight_points_are_left_out() {
        let third = 1.0 / 3.0;
        let skew = [[0.0, 0.0], [0.1, third * 0.1], [3.0, 1.0], [0.0, 3.0]];
        assert_eq!(kept(&skew, true), skew);
        let exact = [[0.0, 0.0], [0.75, 0.25], [3.0, 1.0], [0.0, 3.0]];
        assert_eq!(kept(&exact, true).len(), 3);
    }

    #[test]
    fn turning_back_and_repeated_points_and_invalid_numbers_are_kept() {
        let spike = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]];
        assert_eq!(kept(&spike, false), spike);
        // The last point lies between the second and the first.
        assert_eq!(kept(&spike, true), spike[..2]);
        let twice = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
        assert_eq!(kept(&twice, false), twice);
        let odd = [
            [0.0, 0.0],
            [1.0, f64::NAN],
            [f64::INFINITY, 0.0],
            [1.0, 0.0],
        ];
        assert_eq!(kept(&odd, true).len(), 4);
        assert!(kept(&[], true).is_empty());
        assert_eq!(kept(&[[1.0, 2.0]], true), [[1.0, 2.0]]);
        let flat = [[0.0, 0.0], [1.0, 1.0]];
        assert_eq!(kept(&flat, true), flat);
    }
}
