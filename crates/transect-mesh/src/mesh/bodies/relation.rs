//! Closed surfaces that lie apart or in each other.

use alloc::vec::Vec;

use transect::Aabb;

use crate::mesh::bodies::crossing::{Boxed, Move, cross};
use crate::mesh::bodies::shell::Shell;
use crate::mesh::bodies::winding::{Approach, winding_of_moved};

/// Returns the pairs whose bounding boxes have a common inside.
pub(super) fn near_pairs<T>(all: &[T], bounds: impl Fn(&T) -> &Aabb) -> Vec<[usize; 2]> {
    let bounds = |own: usize| bounds(&all[own]);
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| bounds(a).min()[0].total_cmp(&bounds(b).min()[0]));
    let mut pairs = Vec::new();
    for (place, &one) in order.iter().enumerate() {
        let end = bounds(one).max()[0];
        let near = order[place + 1..].iter();
        let near = near.take_while(|&&other| bounds(other).min()[0] < end);
        let near = near.filter(|&&other| have_common_inside(bounds(one), bounds(other)));
        pairs.extend(near.map(|&other| [one, other]));
    }
    pairs
}

/// Returns `true` if the insides of two boxes have a common point.
fn have_common_inside(one: &Aabb, other: &Aabb) -> bool {
    (0..3).all(|axis| one.min()[axis] < other.max()[axis] && other.min()[axis] < one.max()[axis])
}

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

/// Returns how often the second of two closed surfaces winds around the first, and the first around the second, if this
/// is known: if the surfaces lie apart or in each other. They may touch, unless each of these infinitely small moves
/// makes them cross: moves along eight diagonals, and moves of each surface toward the middle of its bounding box.
///
/// An infinitely small move changes the volumes of unions and differences by infinitely little. So if the surfaces do
/// not cross after one such move, their insides are disjoint, or one contains the other, but for points without volume.
pub(super) fn windings(one: &Shell<'_>, other: &Shell<'_>) -> Option<[i32; 2]> {
    let diagonals = || DIRECTIONS.into_iter();
    let moved = diagonals().find_map(|direction| windings_after(one, other, direction, None));
    let shrunk = |one, other| {
        let center = Some(Shell::center(one));
        windings_after(one, other, DIRECTIONS[0], center)
    };
    moved
        .or_else(|| shrunk(one, other))
        .or_else(|| shrunk(other, one).map(|[a, b]| [b, a]))
}

/// Returns the winding numbers if the surfaces do not cross after a move of the first: toward a center, and then along
/// a diagonal.
fn windings_after(
    one: &Shell<'_>,
    other: &Shell<'_>,
    direction: [f64; 3],
    center: Option<[f64; 3]>,
) -> Option<[i32; 2]> {
    let mut surfaces = [one, other].map(|own| mirrored(own, direction));
    let [first, second] = &mut surfaces;
    let image = |signs: [f64; 3]| center.map(|point| times(&signs, &point));
    if cross(first, second, Move::First(image(direction))) {
        return None;
    }
    // Seen from the second surface, the first is moved by the same way backward.
    let back = direction.map(|sign| -sign);
    let toward = image(direction).map_or(Approach::None, Approach::Toward);
    let from = image(back).map_or(Approach::None, Approach::From);
    Some([
        around(&surfaces[1], direction, &one.end, toward),
        around(&mirrored(one, back), back, &other.end, from),
    ])
}

fn times(signs: &[f64; 3], point: &[f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| signs[axis] * point[axis])
}

/// Returns the triangles of a surface with the coordinates multiplied by signs.
fn mirrored(shell: &Shell<'_>, signs: [f64; 3]) -> Vec<Boxed> {
    let image = |corner: &[f64; 3]| times(&signs, corner);
    shell
        .corners()
        .map(|corners| Boxed::new(corners.map(image)))
        .collect()
}

/// Returns how often a surface winds around a point after a move, and another by an infinitely small way with these
/// signs. The surface and the move have the coordinates multiplied by the signs.
fn around(surface: &[Boxed], signs: [f64; 3], point: &[f64; 3], way: Approach) -> i32 {
    let corners = surface.iter().map(|own| own.corners.each_ref());
    let found = winding_of_moved(corners, &times(&signs, point), way);
    // A mirrored surface faces the other way.
    if signs.iter().product::<f64>() < 0.0 {
        -found
    } else {
        found
    }
}
