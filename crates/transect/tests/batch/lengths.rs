//! Tests spheres whose distance from the plane is nearly their radius, for normals whose length is not a float, and for
//! normals whose length is subnormal.

use transect::batch::{Batch, Level, SphereColumns};
use transect::{Plane, PlaneError, Side, Sphere};

use crate::random::{Random, power_of_two};

/// Checks 64 equal spheres in f32, at every level, against the side of one sphere, which `expected` gives as well.
fn check(plane: &Plane, center: [f32; 3], radius: f32, expected: Side) {
    let columns = center.map(|coordinate| [coordinate; 64]);
    let columns = columns.each_ref().map(<[f32; 64]>::as_slice);
    let radii = [radius; 64];
    let sphere = Sphere::new(center.map(f64::from), radius.into()).expect("a sphere");
    assert_eq!(plane.side(&sphere), expected, "{plane:?}, {sphere:?}");
    for level in Level::available() {
        let mut sides = [Side::On; 64];
        let batch = SphereColumns::new(columns, &radii);
        batch.at(level).sides(plane, &mut sides);
        assert_eq!(sides, [expected; 64], "{level}: {plane:?}, {sphere:?}");
    }
}

/// The products are exact and the rounded length times the radius equals n·c + d, but the true length is another one. So
/// the sphere does not touch the plane, or crosses it.
#[test]
fn a_rounded_length_is_not_exact() -> Result<(), PlaneError> {
    let mut random = Random::new(6);
    let mut compared = [0; 2];
    while compared.iter().any(|&count| count < 30) {
        let normal = [0; 3].map(|_| random.integer(40));
        let squared = normal.iter().map(|n| n * n).sum::<f64>();
        let length = squared.sqrt();
        if length == length.trunc() {
            continue;
        }
        // The sign of the rounded length minus the true one, from its exact square.
        let exact = |value: f64| dashu_ratio::Relaxed::try_from(value).expect("a number");
        let is_longer = exact(length) * exact(length) > exact(squared);
        let radius = power_of_two(random.below(9_i32) - 4);
        let expected = if is_longer { Side::Front } else { Side::On };
        let plane = Plane::new(normal, length * radius)?;
        check(&plane, [0.0; 3], radius as f32, expected);
        compared[usize::from(is_longer)] += 1;
    }
    Ok(())
}

/// The normal is (1, 1, 0) times the least float, and its rounded length is the least float, not √2 times as much.
#[test]
fn a_subnormal_length_is_not_rounded() -> Result<(), PlaneError> {
    let least = power_of_two(-1074);
    let plane = Plane::new([least, least, 0.0], 0.0)?;
    let radius = 8_388_608.0_f32; // √2 times this radius is about 11,863,283.2
    for (x, expected) in [(11_863_283.0, Side::On), (11_863_284.0, Side::Front)] {
        check(&plane, [x, 0.0, 0.0], radius, expected);
        check(&plane.flipped(), [0.0, -x, 0.0], radius, expected);
    }
    Ok(())
}
