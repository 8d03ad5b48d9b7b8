//! Boxes as in a scene: each is small compared with the whole scene, and a plane cuts only a few of them.

use transect::{Camera, Plane};

use crate::ask::{Bounds, widened};
use crate::data::{rounded, unit_plane};
use crate::random::Random;

/// Returns boxes at random places in a cube of side 200, in random order.
/// The more boxes, the smaller they are, so that all boxes together always fill about the same volume.
pub(crate) fn boxes(count: usize) -> Vec<Bounds> {
    of_size(count, 100.0 / (count as f32).cbrt())
}

/// Returns boxes of up to twice `size` along each axis, at random places in a cube of side 200.
pub(crate) fn of_size(count: usize, size: f32) -> Vec<Bounds> {
    let mut random = Random::new(13);
    let mut one = || {
        let center: [f32; 3] = core::array::from_fn(|_| random.between(-100.0, 100.0));
        let half: [f32; 3] = core::array::from_fn(|_| random.between(0.1 * size, size));
        [
            core::array::from_fn(|axis| center[axis] - half[axis]),
            core::array::from_fn(|axis| center[axis] + half[axis]),
        ]
    };
    (0..count).map(|_| one()).collect()
}

/// Returns the boxes sorted by the value n·p + d of their lower corners, the least value first.
pub(crate) fn sorted(plane: &Plane, mut boxes: Vec<Bounds>) -> Vec<Bounds> {
    boxes.sort_by_cached_key(|[min, _]| {
        let bits = plane.value(&widened(min)).to_bits().cast_signed();
        // Convert the bits to integers with the same order as the floats.
        bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
    });
    boxes
}

/// Returns a plane through the middle of the cube in which the boxes lie.
pub(crate) fn plane() -> Plane {
    unit_plane()
}

/// Returns the frustum of a camera in the cube of the boxes. It sees about a tenth of the cube.
pub(crate) fn frustum() -> [Plane; 6] {
    let camera = Camera::looking([-30.0, 20.0, 10.0], [1.0, 0.4, -0.3], [0.0, 0.0, 1.0])
        .with_vertical_field_of_view(0.9)
        .with_aspect(1.6)
        .with_far(Some(130.0));
    let frustum = camera.frustum().expect("a camera");
    let unit = |plane: &Plane| rounded(&plane.normalized().expect("a plane"));
    let planes: Vec<Plane> = frustum.planes().iter().map(unit).collect();
    planes.try_into().expect("six planes")
}
