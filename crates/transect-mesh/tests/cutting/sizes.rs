//! Meshes of all sizes: from multiples of the least float to coordinates of about 1e69. Where products of lengths
//! underflow, certificates must not report correct cuts as wrong, and error bounds must still hold.

use dashu_int::IBig;
use dashu_ratio::Relaxed;
use transect::Plane;
use transect_mesh::Mesh;

use crate::cutting::behind::rational;
use crate::cutting::curve::{Worst, along, compare_volume, distance, within};
use crate::cutting::families::{Family, plane};
use crate::cutting::meshes::{Grid, determinant};
use crate::random::{Random, power_of_two};
use crate::run::is_long;

/// The exponents of the unit of a mesh. Among them are those at which products of two, three, four or five lengths begin
/// to underflow.
const EXPONENTS: [i32; 24] = [
    -1074, -1073, -1070, -1060, -1040, -1022, -1000, -800, -545, -538, -530, -515, -362, -358,
    -355, -348, -340, -270, -265, -218, -212, -200, 0, 220,
];

/// Returns the number of meshes per family and size.
fn meshes() -> u64 {
    if is_long() { 40 } else { 1 }
}

fn scaled(grid: &Grid, unit: f64) -> Mesh {
    grid.mesh_with(|position| position.map(|c| c as f64 * unit))
}

/// Returns a plane with coefficients of any size, for a mesh with this unit. The coefficients are exact multiples of the
/// given integers, or the result is `None`.
fn plane_of_any_size(coefficients: [i64; 4], unit: f64, random: &mut Random) -> Option<Plane> {
    let factor = power_of_two(random.pick(&[0, 0, 300, 940, -300, -900, -1022, -1074]));
    let [a, b, c, d] = coefficients.map(|c| c as f64);
    let normal = [a, b, c].map(|c| c * factor);
    let offset = d * unit * factor;
    let is_exact = offset.is_finite() && offset / factor / unit == d;
    is_exact.then(|| Plane::new(normal, offset).ok()).flatten()
}

#[test]
fn correct_cuts_of_any_size_have_no_errors() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (index, exponent) in EXPONENTS.into_iter().enumerate() {
        let unit = power_of_two(exponent);
        for family in Family::ALL {
            for seed in 0..meshes() {
                let mut random = Random::new(seed << 16 | (index as u64) << 8 | family as u64);
                let grid = family.mesh(&mut random);
                let mesh = scaled(&grid, unit);
                for _ in 0..4 {
                    let coefficients = plane(&grid, &mut random);
                    let Some(plane) = plane_of_any_size(coefficients, unit, &mut random) else {
                        continue;
                    };
                    count += 1;
                    let certificate = mesh.split(&plane).certificate(&mesh, &plane);
                    for error in certificate.errors() {
                        wrong.push(format!(
                            "2^{exponent}, {family:?}, {seed}, {plane:?}: {error:?}"
                        ));
                    }
                }
            }
        }
    }
    assert!(count > 12 * EXPONENTS.len(), "{count} cuts");
    let found = wrong.len();
    wrong.truncate(12);
    assert!(
        found == 0,
        "{found} errors, among them\n{}",
        wrong.join("\n")
    );
}

#[test]
fn curves_of_any_size_are_within_their_bounds() {
    let mut worst: Worst = [0.0; 3];
    for (index, exponent) in EXPONENTS.into_iter().enumerate() {
        let unit = power_of_two(exponent);
        for family in Family::ALL.into_iter().filter(|family| family.is_closed()) {
            for seed in 0..meshes() {
                let mut random = Random::new(seed << 16 | (index as u64) << 8 | family as u64);
                let grid = family.mesh(&mut random);
                let mesh = scaled(&grid, unit);
                let axis = random.below(3_usize);
                let curve = mesh.curve(along(axis, 1.0, 0.0).0).expect("a closed mesh");
                for _ in 0..4 {
                    let vertex = random.pick(&grid.positions)[axis] as f64;
                    let height = (vertex + random.pick(&[0.0, 0.0, 0.25, -0.5])) * unit;
                    let mut direction = [0.0; 3];
                    direction[axis] = 1.0;
                    let plane = Plane::new(direction, -height).expect("a plane");
                    compare_volume(&mesh, plane, &curve.at(height), &mut worst);
                }
            }
        }
    }
}

/// Six times the volume, 24 times the first moments and 120 times the second moments about the origin, in units.
fn moments(grid: &Grid) -> (i64, [i64; 3], [[i64; 3]; 3]) {
    let (mut volume, mut first, mut second) = (0, [0; 3], [[0; 3]; 3]);
    for [a, b, c] in grid.corners() {
        let sixfold = determinant(&a, &b, &c);
        let sum = [0, 1, 2].map(|axis| a[axis] + b[axis] + c[axis]);
        volume += sixfold;
        for i in 0..3 {
            first[i] += sixfold * sum[i];
            for j in 0..3 {
                let squares = a[i] * a[j] + b[i] * b[j] + c[i] * c[j];
                second[i][j] += sixfold * (sum[i] * sum[j] + squares);
            }
        }
    }
    (volume, first, second)
}

fn ratio(numerator: i64, denominator: i64) -> Relaxed {
    Relaxed::from(IBig::from(numerator)) / Relaxed::from(IBig::from(denominator))
}

#[test]
fn mass_properties_of_any_size_are_within_their_bounds() {
    let mut worst = [0.0; 3];
    let mut with_inertia = 0;
    for (index, exponent) in EXPONENTS.into_iter().enumerate() {
        let unit = power_of_two(exponent);
        let power = |count: usize| (0..count).fold(Relaxed::ONE, |p, _| p * rational(unit));
        for family in Family::ALL.into_iter().filter(|family| family.is_closed()) {
            for seed in 0..meshes() {
                let mut random = Random::new(seed << 16 | (index as u64) << 8 | family as u64);
                let grid = family.mesh(&mut random);
                let found = scaled(&grid, unit)
                    .mass_properties()
                    .expect("a closed mesh");
                let (volume, first, second) = moments(&grid);
                let context = || format!("2^{exponent}, {family:?}, {seed}: {found:?}");
                let expected = ratio(volume, 6) * power(3);
                let error = distance(found.volume, &expected);
                within(error, found.volume_error, &mut worst[0], context);
                let Some(centroid) = found.centroid else {
                    continue;
                };
                for (coordinate, first) in centroid.into_iter().zip(first) {
                    let expected = ratio(first, 4 * volume) * power(1);
                    let error = distance(coordinate, &expected);
                    within(error, found.centroid_error, &mut worst[1], context);
                }
                let central = |i: usize, j: usize| {
                    ratio(second[i][j], 120) - ratio(first[i], 24) * ratio(first[j], 4 * volume)
                };
                let Some(inertia) = found.inertia else {
                    continue;
                };
                with_inertia += 1;
                for (i, row) in inertia.iter().enumerate() {
                    for (j, &entry) in row.iter().enumerate() {
                        let (next, last) = ((i + 1) % 3, (i + 2) % 3);
                        let expected = if i == j {
                            central(next, next) + central(last, last)
                        } else {
                            -central(i, j)
                        };
                        let error = distance(entry, &(expected * power(5)));
                        within(error, found.inertia_error, &mut worst[2], context);
                    }
                }
            }
        }
    }
    assert!(with_inertia > 25, "{with_inertia} tensors");
}

/// Outlines of these tetrahedra cross, and products of the coefficients and coordinates are greater than the greatest float.
#[test]
fn points_where_outlines_cross_are_found_in_planes_of_any_size() {
    let grid = Family::Tetrahedra.mesh(&mut Random::new(22 << 16 | 23 << 8 | 5));
    for (exponent, power) in [(0, 0), (100, 940), (220, 940), (230, 1000)] {
        let mesh = scaled(&grid, power_of_two(exponent));
        let plane = Plane::new([power_of_two(power); 3], 0.0).expect("a plane");
        let split = mesh.split(&plane);
        assert!(split.caps_cross);
        let certificate = split.certificate(&mesh, &plane);
        assert!(certificate.is_correct(), "{certificate:?}");
    }
}
