//! Tests the curve of a mesh (`Mesh::curve`): area, volume and centroid as functions of the height. The expected values
//! come from triangles clipped in rational arithmetic, from sections, and from formulas.

use transect::{CuttingPlane, Plane, Side};
use transect_mesh::{Curve, CurveError, CurvePoint, Mesh, RawMesh, Section};

use crate::cutting::behind::{exact, rational};
use crate::cutting::conformance::meshes_of_facts;
use crate::cutting::families::Family;
use crate::cutting::meshes::Grid;
use crate::cutting::oracle::{area_bound, doubled_shadow, volume_bound};
use crate::random::Random;
use crate::run::cases;

/// The largest ratios of an error to its bound: for areas, for volumes, and for centroids.
pub(crate) type Worst = [f64; 3];

pub(crate) fn distance(value: f64, expected: &dashu_ratio::Relaxed) -> f64 {
    (rational(value) - expected).to_f64().value().abs()
}

/// Returns a number from 0 to 1.
fn share(random: &mut Random) -> f64 {
    0.5 + 0.5 * random.unit()
}

/// Checks that an error is within its bound, and updates the largest ratio of an error to its bound.
pub(crate) fn within(error: f64, bound: f64, worst: &mut f64, context: impl Fn() -> String) {
    assert!(error <= bound, "{error} > {bound}: {}", context());
    if bound > 0.0 && bound.is_finite() {
        *worst = worst.max(error / bound);
    }
}

/// Compares the volume and the centroid behind a plane with rational arithmetic.
pub(crate) fn compare_volume(mesh: &Mesh, plane: Plane, point: &CurvePoint, worst: &mut Worst) {
    let exact = exact(mesh, &CuttingPlane::from(plane));
    let context = || format!("{point:?} {plane:?} {mesh:?}");
    let error = distance(point.volume, &exact.volume);
    within(error, point.volume_error, &mut worst[1], context);
    for (axis, &coordinate) in point.centroid.iter().flatten().enumerate() {
        let expected = &exact.point[axis] + &exact.first[axis] / &exact.volume;
        let error = distance(coordinate, &expected);
        within(error, point.centroid_error, &mut worst[2], context);
    }
}

/// Returns the direction along an axis, positive or negative by `sign`, and the plane at a height in this direction.
pub(crate) fn along(axis: usize, sign: f64, height: f64) -> ([f64; 3], Plane) {
    let mut direction = [0.0; 3];
    direction[axis] = sign;
    let plane = Plane::from_normal_and_distance(direction, height).expect("a direction");
    (direction, plane)
}

#[test]
fn measures_agree_with_rationals() {
    let mut worst = [0.0; 3];
    let mut compared = 0;
    for family in Family::ALL.into_iter().filter(|family| family.is_closed()) {
        let mut random = Random::new(41);
        for _ in 0..25 {
            let grid = family.mesh(&mut random);
            let far = random.pick(&[0.0, 0.0, 1_048_576.0, 1_099_511_627_776.0]);
            let mesh = grid.mesh_with(|p| p.map(|c| c as f64 + far));
            let (axis, sign) = (random.below(3), random.pick(&[1_i64, -1]));
            let curve = mesh
                .curve(along(axis, sign as f64, 0.0).0)
                .expect("a closed mesh");
            for _ in 0..20 {
                // About half of the heights are those of vertices.
                let vertex = random.pick(&grid.positions)[axis];
                let eighths = 8 * sign * vertex + random.pick(&[0, 0, 0, 1, -2, 3]);
                let height = eighths as f64 / 8.0 + sign as f64 * far;
                let point = curve.at(height);
                compare_volume(
                    &mesh,
                    along(axis, sign as f64, height).1,
                    &point,
                    &mut worst,
                );
                let mut plane = [0, 0, 0, -eighths];
                plane[axis] = 8 * sign;
                for (area, side) in [
                    (point.area, Side::Front),
                    (point.area_from_front, Side::Back),
                ] {
                    let (doubled, _) = doubled_shadow(&grid, &plane, side);
                    let expected = (doubled / dashu_ratio::RBig::from(2)).relax();
                    let context = || format!("{family:?} {side:?} {point:?} {plane:?} {grid:?}");
                    within(
                        distance(area, &expected),
                        point.area_error,
                        &mut worst[0],
                        context,
                    );
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 4000);
    println!("largest errors relative to their bounds (area, volume, centroid): {worst:?}");
    assert!(
        worst.iter().all(|ratio| *ratio > 1e-7),
        "a test that compares something: {worst:?}"
    );
}

/// The sections of tetrahedra with large coordinates. Their areas are sums of few terms, so the errors are a larger part of
/// their bounds than those of other meshes.
#[test]
fn areas_of_tetrahedra_agree_with_rationals() {
    let mut random = Random::new(49);
    let mut worst = 0.0;
    for _ in 0..4_000 {
        let corners = [(); 4].map(|()| [(); 3].map(|()| random.between(-(1 << 19), 1 << 19)));
        let grid = Grid::tetrahedron(corners);
        let curve = grid.mesh().curve([0.0, 0.0, 1.0]).expect("a closed mesh");
        let heights = corners.map(|corner| corner[2]);
        let height = random.between(
            *heights.iter().min().expect("four"),
            *heights.iter().max().expect("four"),
        );
        let point = curve.at(height as f64);
        let (doubled, _) = doubled_shadow(&grid, &[0, 0, 1, -height], Side::Front);
        let expected = (doubled / dashu_ratio::RBig::from(2)).relax();
        let context = || format!("{point:?} {corners:?}");
        within(
            distance(point.area, &expected),
            point.area_error,
            &mut worst,
            context,
        );
    }
    println!("largest error relative to its bound: {worst}");
    assert!(worst > 1.0 / 256.0, "{worst}");
}

#[test]
fn areas_agree_with_sections() {
    let torus = Grid::torus(96, 48, 40_000.0, 15_000.0);
    let mesh = torus.mesh();
    let curve = mesh.curve([0.0, 0.0, 1.0]).expect("a closed mesh");
    let [low, high] = curve.range().expect("a mesh with vertices");
    let mut random = Random::new(42);
    for _ in 0..cases(10_000) {
        let height = low + (high - low) * share(&mut random);
        let plane = along(2, 1.0, height).1;
        let section = mesh.section(&plane);
        let point = curve.at(height);
        let allowed = point.area_error + rounding_of_area(&mesh, &section);
        assert!(
            (point.area - section.area()).abs() <= allowed,
            "{point:?} {}",
            section.area()
        );
    }
    let top = curve.at(high);
    assert_eq!((top.volume, top.area_from_front), (curve.volume(), 0.0));
    assert!((curve.volume() - mesh.volume()).abs() <= top.volume_error * 2.0);
    let [at_infinity, nowhere] = [f64::INFINITY, f64::NAN].map(|height| curve.at(height));
    assert_eq!((at_infinity.volume, nowhere.volume), (curve.volume(), 0.0));
}

/// Returns a cylinder of 64 sides around the z axis, whose caps are tilted by a small angle about the x axis.
fn tilted_cylinder(tilt: f64) -> Mesh {
    let count = 64_u32;
    let mut raw = RawMesh::default();
    for height in [0.0, 1.0] {
        for side in 0..count {
            let (sine, cosine) =
                (f64::from(side) / f64::from(count) * core::f64::consts::TAU).sin_cos();
            raw.positions.push([cosine, sine, height + tilt * sine]);
        }
    }
    for from in 0..count {
        let to = (from + 1) % count;
        raw.triangles
            .extend([[from, to, to + count], [from, to + count, from + count]]);
    }
    for last in 2..count {
        raw.triangles
            .extend([[0, last, last - 1], [count, count + last - 1, count + last]]);
    }
    Mesh::new(raw).expect("a cylinder")
}

#[test]
fn nearly_horizontal_triangles_leave_no_residue() {
    let mut worst = [0.0; 3];
    for tilt in [1e-3, 1e-6, 1e-9, 1e-12, 1e-15] {
        let mesh = tilted_cylinder(tilt);
        let curve = mesh.curve([0.0, 0.0, 1.0]).expect("a closed mesh");
        let area = mesh.section(&along(2, 1.0, 0.5).1).area();
        let middle = curve.at(0.5);
        assert!(
            (middle.area - area).abs() < 1e-13,
            "{tilt}: {middle:?} {area}"
        );
        assert!(middle.area_error < 1e-11, "{middle:?}");
        for height in [
            -0.7 * tilt,
            0.2 * tilt,
            0.5,
            1.0 - 0.3 * tilt,
            1.0 + 0.5 * tilt,
            2.0,
        ] {
            compare_volume(
                &mesh,
                along(2, 1.0, height).1,
                &curve.at(height),
                &mut worst,
            );
        }
    }
    println!(
        "largest errors relative to their bounds (volume, centroid): {:?}",
        &worst[1..]
    );
}

/// Checks `height_of_volume`: the volume behind the plane at the returned height must be `volume`, up to rounding.
fn check_inverse(curve: &Curve, volume: f64) {
    let height = curve
        .height_of_volume(volume)
        .expect("a volume of the range");
    let point = curve.at(height);
    let step =
        (height.next_up() - height.next_down()) * (point.area.abs() + point.area_from_front.abs());
    let error = (point.volume - volume).abs();
    assert!(
        error <= point.volume_error + 4.0 * step,
        "{volume}: {height} {point:?}"
    );
}

#[test]
fn height_of_volume_is_the_inverse_of_the_volume() {
    let mut random = Random::new(43);
    for family in Family::ALL.into_iter().filter(|family| family.is_clean()) {
        for _ in 0..10 {
            let mesh = family.mesh(&mut random).mesh();
            let curve = mesh.curve([0.0, -1.0, 0.0]).expect("a closed mesh");
            for _ in 0..50 {
                check_inverse(&curve, curve.volume() * share(&mut random));
            }
            check_inverse(&curve, curve.volume());
            assert_eq!(
                curve.height_of_volume(0.0),
                curve.range().map(|[low, _]| low)
            );
            for outside in [-1.0, 2.0 * curve.volume(), f64::NAN] {
                assert_eq!(curve.height_of_volume(outside), None);
            }
        }
    }
}

/// A pyramid stands on its base, and beside it an inside-out pyramid stands on its apex. At the height h, their areas
/// are (1 − h)² and −h², so the volume is h − h². Its maximum is between the two knots 0 and 1.
#[test]
fn the_largest_volume_may_be_between_two_knots() {
    let pyramid = |x: f64, base: f64, first: u32| {
        let corners = [[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]];
        let mut positions: Vec<[f64; 3]> = corners.map(|[x, y]| [x, y, base]).to_vec();
        positions.push([x + 0.5, 0.5, 1.0 - base]);
        let triangles = [
            [0, 2, 1],
            [0, 3, 2],
            [0, 1, 4],
            [1, 2, 4],
            [2, 3, 4],
            [3, 0, 4],
        ];
        (
            positions,
            triangles.map(|corners| corners.map(|corner| corner + first)),
        )
    };
    // With its base above its apex, the same list of triangles is inside out.
    let (mut positions, upright) = pyramid(0.0, 0.0, 0);
    let (others, inside_out) = pyramid(2.0, 1.0, 5);
    positions.extend(others);
    let triangles = [upright, inside_out].concat();
    let mesh = Mesh::new(RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    });
    let curve = mesh
        .expect("two pyramids")
        .curve([0.0, 0.0, 1.0])
        .expect("a closed mesh");
    let mut random = Random::new(48);
    for _ in 0..1000 {
        let height = 0.5 * share(&mut random);
        let volume = curve.volume_behind(height);
        check_inverse(&curve, volume);
        let found = curve
            .height_of_volume(volume)
            .expect("a volume of the range");
        assert!((found - height).abs() < 1e-7, "{found} instead of {height}");
    }
    let peak = curve.height_of_volume(0.25).expect("the largest volume");
    assert!((peak - 0.5).abs() < 1e-7, "{peak}");
    assert_eq!(curve.height_of_volume(0.25 + 1e-13), None);
}

#[test]
fn a_gap_between_bodies_has_no_area_and_a_constant_volume() {
    let mut random = Random::new(44);
    for _ in 0..200 {
        let mut corner = || [0; 3].map(|_: i64| random.between(1, 9));
        let [size, other] = [corner(), corner()];
        let upper = Grid::cuboid(
            [-other[0], -other[1], size[2] + 3],
            [7, 5, size[2] + 3 + other[2]],
        );
        let grid = Grid::union(&[Grid::cuboid([0; 3], size), upper]);
        let curve = grid.mesh().curve([0.0, 0.0, 1.0]).expect("a closed mesh");
        let top = size[2] as f64;
        let [end, inside] = [top, top + 1.5].map(|height| curve.at(height));
        assert_eq!(
            (end.area_from_front, inside.area, inside.area_error),
            (0.0, 0.0, 0.0)
        );
        assert_eq!(end.volume, inside.volume);
        assert_eq!(curve.height_of_volume(end.volume), Some(top));
    }
}

#[test]
fn oblique_curves_are_those_of_rounded_heights() {
    let mut random = Random::new(45);
    for family in Family::ALL.into_iter().filter(|family| family.is_clean()) {
        for _ in 0..10 {
            let mesh = family.mesh(&mut random).mesh();
            let direction = [0; 3].map(|_: i64| random.between(1, 9) as f64);
            let curve = mesh.curve(direction).expect("a closed mesh");
            let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
            let [low, high] = curve.range().expect("a mesh with vertices");
            for _ in 0..20 {
                let height = low + (high - low) * share(&mut random);
                let plane = Plane::new(direction, -height * length).expect("a direction");
                let point = curve.at(height);
                let exact = exact(&mesh, &CuttingPlane::from(plane));
                // The offset of the plane is rounded, too.
                let shift = curve.height_error() + 4.0 * f64::EPSILON * height.abs();
                let allowed = point.volume_error + 2.0 * shift * mesh.area();
                let error = distance(point.volume, &exact.volume);
                assert!(
                    error <= allowed,
                    "{error} > {allowed}: {point:?} {plane:?} {mesh:?}"
                );
                if let Some(centroid) = point.centroid.filter(|_| point.volume > 1.0) {
                    let behind = mesh.moments_behind(&plane).centroid.expect("a volume");
                    for (found, expected) in centroid.iter().zip(behind) {
                        assert!((found - expected).abs() < 1e-9, "{point:?} {behind:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn meshes_without_a_curve_are_typed_errors() {
    let cube = Grid::cuboid([0; 3], [1; 3]);
    let mut open = cube.clone();
    open.triangles.pop();
    let up = [0.0, 0.0, 1.0];
    assert_eq!(
        open.mesh().curve(up),
        Err(CurveError::Open { open_edges: 3 })
    );
    assert_eq!(
        cube.mesh().curve([0.0; 3]),
        Err(CurveError::Direction {
            direction: [0.0; 3]
        })
    );
    assert!(matches!(
        cube.mesh().curve([f64::NAN, 0.0, 1.0]),
        Err(CurveError::Direction { .. })
    ));
    let huge = cube.mesh_with(|p| p.map(|c| c as f64 * 1e71));
    assert_eq!(huge.curve(up), Err(CurveError::TooLarge { largest: 1e71 }));
    let empty = Mesh::default().curve(up).expect("an empty mesh is closed");
    assert_eq!(
        (empty.range(), empty.volume(), empty.height_of_volume(0.0)),
        (None, 0.0, None)
    );
    assert_eq!(empty.at(0.0).volume, 0.0);
}

#[test]
fn curves_of_the_facts_meshes_end_with_their_volumes_and_agree_with_sections() {
    let mut random = Random::new(46);
    let mut compared = 0;
    for mesh in meshes_of_facts() {
        if !mesh.boundary().is_closed() || mesh.is_empty() {
            continue;
        }
        for axis in 0..3 {
            let curve = mesh.curve(along(axis, 1.0, 0.0).0).expect("a closed mesh");
            let [low, high] = curve.range().expect("a mesh with vertices");
            let top = curve.at(high);
            let rounding = volume_bound(largest(&mesh), mesh.area()).to_f64().value();
            let error = (top.volume - mesh.volume()).abs();
            assert!(error <= top.volume_error + rounding, "{top:?} {mesh:?}");
            for number in 0..100 {
                let height = match number % 4 {
                    0 => random.pick(curve.knots()),
                    _ => low + (high - low) * share(&mut random),
                };
                let sections = mesh.sections(&along(axis, 1.0, height).1);
                let point = curve.at(height);
                for (area, side) in [
                    (point.area, Side::Front),
                    (point.area_from_front, Side::Back),
                ] {
                    let section = sections.counting_on_as(side);
                    let allowed = point.area_error + rounding_of_area(&mesh, section);
                    let error = (area - section.area()).abs();
                    assert!(error <= allowed, "{error} > {allowed}: {point:?} {mesh:?}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 10_000, "{compared}");
}

/// The coordinates of a mesh are moved by the same whole numbers, without rounding. All measures must be the same up to
/// their bounds, and the bounds must not grow with the distance from the origin.
#[test]
fn curves_far_from_the_origin_are_those_near_it() {
    let torus = Grid::torus(48, 24, 40_000.0, 15_000.0);
    let near = torus.mesh().curve([0.0, 0.0, 1.0]).expect("a closed mesh");
    let [low, high] = near.range().expect("a mesh with vertices");
    for far in [1e6, 1e9, 1_099_511_627_776.0] {
        let shift = [far, -2.0 * far, 3.0 * far];
        let mesh = torus.mesh_with(|p| std::array::from_fn(|i| p[i] as f64 + shift[i]));
        let curve = mesh.curve([0.0, 0.0, 1.0]).expect("a closed mesh");
        let mut random = Random::new(47);
        for _ in 0..1000 {
            // A height that is exact near the origin and far from it.
            let height = (256.0 * (low + (high - low) * share(&mut random))).round() / 256.0;
            let [point, expected] = [curve.at(height + shift[2]), near.at(height)];
            let context = || format!("{far}: {point:?} {expected:?}");
            for (found, expected, [bound, near_bound]) in [
                (
                    point.area,
                    expected.area,
                    [point.area_error, expected.area_error],
                ),
                (
                    point.volume,
                    expected.volume,
                    [point.volume_error, expected.volume_error],
                ),
            ] {
                let error = (found - expected).abs();
                assert!(error <= bound + near_bound, "{error}: {}", context());
                assert!(bound <= 4.0 * near_bound, "a bound grew: {}", context());
            }
            let [Some(found), Some(centroid)] = [point.centroid, expected.centroid] else {
                assert_eq!(point.centroid.is_none(), expected.centroid.is_none());
                continue;
            };
            for axis in 0..3 {
                let error = (found[axis] - shift[axis] - centroid[axis]).abs();
                // The subtraction of the shift is rounded.
                let rounding = f64::EPSILON * 3.0 * far;
                let allowed = point.centroid_error + expected.centroid_error + rounding;
                assert!(error <= allowed, "{error} > {allowed}: {}", context());
            }
            check_inverse(&curve, point.volume.max(0.0));
        }
        check_inverse(&curve, curve.volume());
    }
}

/// Returns the largest magnitude of a coordinate.
fn largest(mesh: &Mesh) -> f64 {
    let coordinates = mesh.positions().as_flattened().iter();
    coordinates.fold(0.0, |most: f64, c| most.max(c.abs()))
}

/// Returns a bound on the rounding error of a section's area.
fn rounding_of_area(mesh: &Mesh, section: &Section) -> f64 {
    let points = section.loops.iter().map(|one| one.points.len()).sum();
    let bound = area_bound(largest(mesh), section.perimeter(), points);
    bound.to_f64().value()
}

/// Near the height with the largest volume, the computed volumes differ by rounding. None of them is greater than the
/// largest volume of the curve, so a height is found for each.
#[test]
fn volumes_beside_the_largest_one_have_heights() {
    let mut random = Random::new(49);
    let mut compared = 0;
    for _ in 0..60 {
        let mut corner = |low: i64| [8, 8, 9].map(|size| low + random.below::<i64>(size));
        let below = Grid::tetrahedron([corner(0), corner(0), corner(0), corner(20)]);
        let above = Grid::tetrahedron([corner(0), corner(20), corner(20), corner(20)]);
        let mesh = Grid::union(&[below, above.inverted()]).mesh();
        let curve = mesh.curve([0.0, 0.0, 1.0]).expect("a closed mesh");
        for knots in curve.knots().windows(2) {
            let [mut low, mut high] = [knots[0], knots[1]];
            // The area is positive at `low` and negative at `high`, so the largest volume is in between.
            if curve.at(low).area_from_front <= 0.0 || curve.at(high).area >= 0.0 {
                continue;
            }
            while low.midpoint(high) > low && low.midpoint(high) < high {
                let middle = low.midpoint(high);
                if curve.at(middle).area > 0.0 {
                    low = middle
                } else {
                    high = middle
                }
            }
            for step in -300_i64..300 {
                let height = f64::from_bits(low.to_bits().wrapping_add_signed(step * 64));
                let volume = curve.volume_behind(height);
                if (knots[0]..=knots[1]).contains(&height) && volume > 0.0 {
                    assert!(
                        curve.height_of_volume(volume).is_some(),
                        "{volume} {mesh:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5000, "{compared} volumes");
}
