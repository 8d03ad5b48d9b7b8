//! Heights along a direction, and coordinates in the planes perpendicular to it.

use transect_exact::arrays::array;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{cross, dot, is_finite, length, near_one, scale, sub};

use crate::mesh::indexed::Mesh;

// Along an axis, heights are coordinates, and exact. Along other directions, they have an error ≤ ε = 16u·3C, where C
// is the largest magnitude of a coordinate (`height_error`): relative to the sum of the magnitudes of the products, 6u
// for the direction and 3u for the dot product. The curve is that of a mesh whose vertices have the rounded heights. So
// to first order, V differs from the volume of the given mesh by at most ε times the area of the surface.

/// The direction in which heights are measured, two directions perpendicular to it, and the centre of a mesh's bounding
/// box.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heights {
    /// Three directions that form a right-handed system: two in the plane, then the normal, along which heights are
    /// measured. Each has length one, up to rounding.
    directions: [[f64; 3]; 3],
    /// `true` if the direction is along an axis, so that heights are exact.
    is_along_axis: bool,
    center: [f64; 3],
    /// The height of the centre.
    pub(super) middle: f64,
    /// A bound on the error of heights.
    pub(super) error: f64,
    /// A bound on the error of each coordinate of [`Self::position`] that the rounding of the directions causes.
    pub(super) position_error: f64,
    /// A bound on the magnitudes of a vector's coordinates along x, y and z, if the magnitudes of its coordinates along
    /// the three directions are at most 1.
    pub(super) spread: f64,
}

impl Heights {
    /// Returns `None` if the direction is zero or not finite.
    pub(super) fn of(direction: [f64; 3], mesh: &Mesh) -> Option<Self> {
        if !is_finite(&direction) || direction == [0.0; 3] {
            return None;
        }
        let center = mesh.middle();
        let axis =
            (0..3).find(|axis| (0..3).all(|other| other == *axis || direction[other] == 0.0));
        let Some(axis) = axis else {
            return Some(Self::oblique(&direction, center, mesh));
        };
        let along = |axis: usize, sign: f64| {
            let mut vector = [0.0; 3];
            vector[axis % 3] = sign;
            vector
        };
        let is_up = direction[axis] > 0.0;
        let (first, second) = if is_up { (1, 2) } else { (2, 1) };
        let sign = if is_up { 1.0 } else { -1.0 };
        Some(Self {
            directions: [
                along(axis + first, 1.0),
                along(axis + second, 1.0),
                along(axis, sign),
            ],
            is_along_axis: true,
            middle: sign * center[axis],
            center,
            error: 0.0,
            position_error: 0.0,
            spread: 1.0,
        })
    }

    fn oblique(direction: &[f64; 3], center: [f64; 3], mesh: &Mesh) -> Self {
        let (near, _) = near_one(direction);
        let normal = scale(&near, 1.0 / length(&near));
        let normal = scale(&normal, 1.0 / length(&normal));
        // Find the axis that is the most nearly perpendicular to the normal.
        let (mut axis, mut least) = (0, f64::INFINITY);
        for (index, part) in normal.iter().enumerate() {
            if part.abs() < least {
                (axis, least) = (index, part.abs());
            }
        }
        let mut other = [0.0; 3];
        other[axis] = 1.0;
        let first = cross(&other, &normal);
        let first = scale(&first, 1.0 / length(&first));
        let second = cross(&normal, &first);
        let largest = 3.0 * mesh.largest_coordinate();
        Self {
            directions: [first, second, normal],
            is_along_axis: false,
            middle: dot(&normal, &center),
            center,
            error: 16.0 * U * largest + 8.0 * SMALLEST,
            position_error: 64.0 * U * largest + 64.0 * SMALLEST,
            spread: 2.0,
        }
    }

    /// Returns the height of a position. −0 becomes 0.
    pub(super) fn height(&self, position: &[f64; 3]) -> f64 {
        if !self.is_along_axis {
            return dot(&self.directions[2], position) + 0.0;
        }
        let parts = (0..3).filter(|axis| self.directions[2][*axis] != 0.0);
        parts.fold(0.0, |sum, axis| {
            sum + self.directions[2][axis] * position[axis]
        })
    }

    /// Returns the coordinates of a position along the two directions in the plane, relative to the centre.
    pub(super) fn in_plane(&self, position: &[f64; 3]) -> [f64; 2] {
        let offset = sub(position, &self.center);
        [
            dot(&self.directions[0], &offset),
            dot(&self.directions[1], &offset),
        ]
    }

    /// Returns the position whose coordinates along the three directions, relative to the centre, are `offset`.
    pub(super) fn position(&self, offset: &[f64; 3]) -> [f64; 3] {
        array(|axis| {
            let parts = (0..3).map(|index| offset[index] * self.directions[index][axis]);
            parts.fold(0.0, |sum, part| sum + part) + self.center[axis]
        })
    }
}
