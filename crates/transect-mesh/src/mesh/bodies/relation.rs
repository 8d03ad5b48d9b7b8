//! Closed surfaces that lie apart or in each other.

use alloc::vec::Vec;

use transect::Aabb;
use transect_exact::{Side, orient2d, orient3d};

use crate::mesh::bodies::crossing::{Boxed, Move, Toward, cross};
use crate::mesh::bodies::inward::Inward;
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

/// The relation of two closed surfaces that do not cross each other as they are.
pub(super) enum Relation {
    /// They lie apart, or one lies in the other, and may touch: how often the second winds around the first, and the first
    /// around the second.
    Windings([i32; 2]),
    /// They overlap: there are points inside of both, and points inside of each that are outside of the other.
    Overlapping,
    /// Each tried move makes them cross, and they cannot both be moved into their own insides.
    Unknown,
}

impl Relation {
    /// Returns the relation of two closed surfaces. Infinitely small moves decide: along eight diagonals, of each surface
    /// toward the middle of its bounding box, and of each vertex into the inside of its surface.
    ///
    /// An infinitely small move changes the volumes of unions and differences by infinitely little. So if the surfaces do
    /// not cross after one such move, their insides are disjoint, or one contains the other, but for points without volume.
    /// If a surface crosses the other one even after it is moved into its own inside, there are points inside of it on both
    /// sides of the other one. If this holds for both, they overlap.
    pub(super) fn of(one: &Shell<'_>, other: &Shell<'_>) -> Self {
        let diagonals = || DIRECTIONS.into_iter();
        let moved = diagonals().find_map(|direction| windings_after(one, other, direction, None));
        let shrunk = |one, other| {
            let center = Some(Shell::center(one));
            windings_after(one, other, DIRECTIONS[0], center)
        };
        let exchanged = |[a, b]: [i32; 2]| [b, a];
        let moved = moved
            .or_else(|| shrunk(one, other))
            .or_else(|| shrunk(other, one).map(exchanged));
        if let Some(windings) = moved {
            return Self::Windings(windings);
        }
        match [after_inward(one, other), after_inward(other, one)] {
            [Some(Some(windings)), _] => Self::Windings(windings),
            [_, Some(Some(windings))] => Self::Windings(exchanged(windings)),
            [Some(None), Some(None)] => Self::Overlapping,
            _ => Self::Unknown,
        }
    }

    /// Returns the winding numbers, if they are known.
    pub(super) fn windings(&self) -> Option<[i32; 2]> {
        match self {
            Self::Windings(windings) => Some(*windings),
            _ => None,
        }
    }
}

/// Returns the winding numbers after the first of two surfaces moved into its own inside; `Some(None)` if they cross then,
/// and `None` if no such move is found.
fn after_inward(one: &Shell<'_>, other: &Shell<'_>) -> Option<Option<[i32; 2]>> {
    let inward = Inward::of(one, &other.bounds)?;
    let [mut first, mut second] = [one, other].map(|own| mirrored(own, DIRECTIONS[0]));
    let way = Move::First(Toward::Own(&inward.of_triangles));
    if cross(&mut first, &mut second, way) {
        return Some(None);
    }
    let toward = inward.center(one.end_id());
    let toward = toward.map_or(Approach::None, Approach::Toward);
    let of_other = around(&second, DIRECTIONS[0], &one.end, toward);
    // The first surface has moved away from its own points.
    let is_on = one.corners().any(|corners| holds(corners, &other.end));
    let of_one = if is_on {
        0
    } else {
        around(&first, DIRECTIONS[0], &other.end, Approach::None)
    };
    Some(Some([of_other, of_one]))
}

/// Returns `true` if a triangle with an area contains a point.
fn holds([a, b, c]: [&[f64; 3]; 3], p: &[f64; 3]) -> bool {
    orient3d(a, b, c, p) == Side::On
        && (0..3).any(|axis| {
            let seen = |point: &[f64; 3]| [point[(axis + 1) % 3], point[(axis + 2) % 3]];
            let turn = |u, v, w| orient2d(&seen(u), &seen(v), &seen(w));
            let own = turn(a, b, c);
            let turns = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
            own != Side::On && turns.iter().all(|side| *side != -own)
        })
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
    let toward = image(direction).map_or(Toward::Nothing, Toward::Center);
    if cross(first, second, Move::First(toward)) {
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
    let corners = shell.corners().zip(0..);
    corners
        .map(|(corners, place)| Boxed::new(corners.map(image), place))
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
