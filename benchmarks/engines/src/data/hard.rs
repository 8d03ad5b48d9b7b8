//! Boxes for which plain floats give wrong answers.

use transect::Plane;

use crate::ask::Bounds;
use crate::data::{between, integer_plane, unit_plane_through};
use crate::random::Random;

/// Returns the plane that every box of [`lattice`] touches: each box lies in front of this plane or behind it, and has
/// a corner on it. The coefficients of the plane are small integers.
pub(crate) fn lattice_plane() -> Plane {
    Plane::new([2.0, 3.0, 6.0], -4.0).expect("a plane")
}

/// Returns boxes with integer corners. One corner of each box is exactly on the plane [`lattice_plane`], and the
/// other corners are on one side of it.
pub(crate) fn lattice(count: usize) -> Vec<Bounds> {
    let mut random = Random::new(17);
    let mut one = || {
        // Choose the corner on the plane: 2x + 3y + 6z = 4. Here y is even, so x is an integer.
        let [y, z] = [2 * random.whole(-500, 500), random.whole(-500, 500)];
        let corner = [2 - 3 * (y / 2) - 3 * z, y, z];
        let is_behind = random.whole(0, 1) == 1;
        let other = corner.map(|number| match random.whole(1, 8) {
            size if is_behind => number - size,
            size => number + size,
        });
        between([corner, other].map(|point| point.map(|number| number as f32)))
    };
    (0..count).map(|_| one()).collect()
}

/// A coordinate as large as in national map grids: 5·10⁶. Neighboring f32 values of this size are half a unit apart.
const FAR: f32 = 5e6;

pub(crate) fn far_plane() -> Plane {
    unit_plane_through([f64::from(FAR); 3])
}

pub(crate) fn far(count: usize) -> Vec<Bounds> {
    let mut random = Random::new(19);
    let mut one = || {
        let corner: [f32; 3] = core::array::from_fn(|_| FAR + random.between(-1000.0, 1000.0));
        [
            corner,
            corner.map(|number| number + random.between(0.0, 20.0)),
        ]
    };
    (0..count).map(|_| one()).collect()
}

/// Returns the plane for the boxes of [`huge`]. The coordinates of these boxes are so large that the sum of two of them
/// may overflow in f32.
pub(crate) fn huge_plane() -> Plane {
    integer_plane()
}

pub(crate) fn huge(count: usize) -> Vec<Bounds> {
    let mut random = Random::new(23);
    let mut point = || core::array::from_fn(|_| random.between(-3.4e38, 3.4e38));
    (0..count).map(|_| between([point(), point()])).collect()
}
