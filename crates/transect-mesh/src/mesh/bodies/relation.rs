//! Closed surfaces that lie apart or in each other.

use alloc::vec::Vec;

use crate::mesh::bodies::body::Shell;
use crate::mesh::bodies::crossing::{Boxed, Move, cross};
use crate::mesh::bodies::winding::winding;

/// The directions of infinitely small moves, by the signs of their coordinates.
const DIRECTIONS: [[f64; 3]; 8] = [
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, -1.0, 1.0],
    [-1.0, -1.0, 1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [1.0, -1.0, -1.0],
    [-1.0, -1.0, -1.0],
];

/// Returns how often the second of two closed surfaces winds around the first, and the first around the second, if this is known:
/// if the surfaces lie apart or in each other. They may touch, unless each of the moves below makes them cross.
///
/// An infinitely small move of the first surface changes the volumes of unions and differences by infinitely little. So if the
/// surfaces do not cross after one such move, their insides are disjoint, or one contains the other, but for points without volume.
pub(super) fn windings(one: &Shell<'_>, other: &Shell<'_>) -> Option<[i32; 2]> {
    DIRECTIONS.into_iter().find_map(|direction| {
        let mut surfaces = [one, other].map(|own| mirrored(own, direction));
        let [first, second] = &mut surfaces;
        if cross(first, second, Move::First) {
            return None;
        }
        // Seen from the second surface, the first is moved by the same way backward.
        let back = direction.map(|sign| -sign);
        Some([
            around(&surfaces[1], direction, &one.end),
            around(&mirrored(one, back), back, &other.end),
        ])
    })
}

/// Returns the triangles of a surface with the coordinates multiplied by signs.
fn mirrored(shell: &Shell<'_>, signs: [f64; 3]) -> Vec<Boxed> {
    let image = |corner: &[f64; 3]| [0, 1, 2].map(|axis| signs[axis] * corner[axis]);
    shell
        .corners()
        .map(|corners| Boxed::new(corners.map(image)))
        .collect()
}

/// Returns how often a surface winds around a point that is moved by an infinitely small way with these signs. The surface has the
/// coordinates multiplied by the signs.
fn around(surface: &[Boxed], signs: [f64; 3], point: &[f64; 3]) -> i32 {
    let point = [0, 1, 2].map(|axis| signs[axis] * point[axis]);
    let found = winding(surface.iter().map(|own| own.corners.each_ref()), &point);
    // A mirrored surface faces the other way.
    if signs.iter().product::<f64>() < 0.0 {
        -found
    } else {
        found
    }
}
