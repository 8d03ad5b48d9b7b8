//! Laws about the extents of shapes, which must hold for all numbers. A degenerate shape has the extent of a simpler
//! shape. Flipping, scaling, exchanging axes and similarity maps have the expected effects.

use transect::vector;
use transect::{
    Aabb, Capsule, Cone, ConvexPolygon, Cylinder, Ellipsoid, Extent, Hull, Parallelepiped, Plane,
    Segment, Shape, Side, Sphere, Triangle,
};

use crate::families::{Case, FAMILIES};
use crate::oracle::number::{dot, exact, minus};
use crate::oracle::shapes::{case, half_axes, radius, touching};
use crate::random::Random;

/// The number of random cases per family of hard cases (`families.rs`).
const CASES: u64 = 1_500;

/// A plane, and the points, half-axes and radius from which all shapes of a test case are made.
struct Numbers<const D: usize> {
    plane: Plane<D>,
    points: [[f64; D]; 3],
    half_axes: [[f64; D]; D],
    radius: f64,
}

fn for_all<const D: usize>(law: impl Fn(&Numbers<D>, &mut Random)) {
    for family in FAMILIES {
        let mut random = Random::new(3000 + family as u64);
        for _ in 0..CASES {
            let case: Case<D> = case(family, &mut random);
            let radius = radius(&case, &mut random);
            let reach = radius * vector::length(&case.normal);
            let numbers = Numbers {
                plane: touching(&case, &case.points[0], reach, &mut random),
                points: case.points,
                half_axes: half_axes(family, &mut random),
                radius,
            };
            law(&numbers, &mut random);
        }
    }
}

/// Returns the extents of all shapes that are made from these numbers. Cylinders and cones exist only in 3D.
fn extents<const D: usize>(numbers: &Numbers<D>) -> Vec<Extent> {
    let Numbers {
        plane,
        points,
        half_axes,
        radius,
    } = numbers;
    let [start, end, _] = *points;
    let mut extents = vec![
        plane.extent(&Sphere::new(start, *radius).expect("a sphere")),
        plane.extent(&Capsule::new(start, end, *radius).expect("a capsule")),
        plane.extent(&Ellipsoid::new(start, *half_axes).expect("an ellipsoid")),
        plane.extent(&Parallelepiped::new(start, *half_axes).expect("a parallelepiped")),
        plane.extent(&Hull::new(*points).expect("a hull")),
    ];
    extents.extend(in_space(numbers).into_iter().flatten());
    extents
}

/// Returns the extents of a cylinder and a cone made from these numbers; `None` in 2D.
fn in_space<const D: usize>(numbers: &Numbers<D>) -> Option<[Extent; 2]> {
    let in_space = |point: &[f64; D]| <[f64; 3]>::try_from(&point[..]).ok();
    let normal = in_space(&numbers.plane.normal())?;
    let plane = Plane::new(normal, numbers.plane.offset()).expect("as before");
    let [start, end] = [in_space(&numbers.points[0])?, in_space(&numbers.points[1])?];
    let cylinder = Cylinder::new(start, end, numbers.radius).ok()?;
    let cone = Cone::new(start, end, numbers.radius).expect("as the cylinder");
    Some([plane.extent(&cylinder), plane.extent(&cone)])
}

fn flipping_swaps_the_sides<const D: usize>() {
    for_all::<D>(|numbers, _| {
        let flipped = Numbers {
            plane: numbers.plane.flipped(),
            ..*numbers
        };
        let turned: Vec<Extent> = extents(&flipped)
            .into_iter()
            .map(|extent| -extent)
            .collect();
        assert_eq!(extents(numbers), turned, "{:?}", numbers.plane);
    });
}

/// The extents must not change if the plane is multiplied by a power of two and the shapes are scaled by another power
/// of two.
fn scaling_by_powers_of_two_changes_nothing<const D: usize>() {
    for_all::<D>(|numbers, random| {
        let [plane_factor, factor] = [0; 2].map(|_| random.power_of_two(-300, 300).abs());
        let exact = |number: f64, factor: f64| {
            let scaled = number * factor;
            number == 0.0 || scaled.is_finite() && scaled.abs() >= f64::MIN_POSITIVE
        };
        let scaled = |point: &[f64; D]| vector::scale(point, factor);
        let (normal, offset) = (numbers.plane.normal(), numbers.plane.offset());
        let mut lengths = numbers.points.iter().chain(&numbers.half_axes).flatten();
        let is_exact = normal.iter().all(|&c| exact(c, plane_factor))
            && exact(offset, plane_factor * factor)
            && lengths.all(|&c| exact(c, factor))
            && exact(numbers.radius, factor);
        if !is_exact {
            return;
        }
        let normal = vector::scale(&normal, plane_factor);
        let image = Numbers {
            plane: Plane::new(normal, offset * (plane_factor * factor)).expect("as before"),
            points: numbers.points.each_ref().map(scaled),
            half_axes: numbers.half_axes.each_ref().map(scaled),
            radius: numbers.radius * factor,
        };
        assert_eq!(extents(numbers), extents(&image), "{:?}", numbers.plane);
    });
}

fn permuting_the_axes_changes_nothing<const D: usize>() {
    for_all::<D>(|numbers, random| {
        let turn = random.below(D as u64) as usize;
        let mirror = random.one_in(2);
        let permuted = |mut point: [f64; D]| {
            point.rotate_left(turn);
            if mirror {
                point.swap(0, 1);
            }
            point
        };
        let normal = permuted(numbers.plane.normal());
        let mut half_axes = numbers.half_axes.map(permuted);
        half_axes.rotate_left(1);
        let image = Numbers {
            plane: Plane::new(normal, numbers.plane.offset()).expect("as before"),
            points: numbers.points.map(permuted),
            half_axes,
            radius: numbers.radius,
        };
        assert_eq!(extents(numbers), extents(&image), "{:?}", numbers.plane);
    });
}

fn degenerate_shapes_are_the_simpler_ones<const D: usize>() {
    for_all::<D>(|numbers, _| {
        let Numbers { plane, radius, .. } = numbers;
        let [a, b, c] = numbers.points;
        let zero = [0.0; D];
        let same = |shape: Extent, simpler: Extent, law: &str| {
            assert_eq!(
                shape, simpler,
                "{law}: {plane:?} {a:?} {b:?} {c:?} {radius:?}"
            );
        };
        let sphere = Sphere::new(a, *radius).expect("a sphere");
        let along_axes = |size: f64| -> [[f64; D]; D] {
            std::array::from_fn(|axis| {
                std::array::from_fn(|other| if axis == other { size } else { 0.0 })
            })
        };
        let mut flat = [zero; D];
        flat[D - 1] = b;
        same(
            plane.extent(&Sphere::new(a, 0.0).expect("a point")),
            plane.extent(&a),
            "a sphere of radius zero is a point",
        );
        same(
            plane.extent(&Capsule::new(a, a, *radius).expect("a sphere")),
            plane.extent(&sphere),
            "a capsule of length zero is a sphere",
        );
        same(
            plane.extent(&Capsule::new(a, b, 0.0).expect("a segment")),
            plane.extent(&Segment::new(a, b).expect("finite points")),
            "a capsule of radius zero is a segment",
        );
        same(
            plane.extent(&Ellipsoid::new(a, along_axes(*radius)).expect("a sphere")),
            plane.extent(&sphere),
            "an ellipsoid of equal half-axes is a sphere",
        );
        same(
            plane.extent(&Ellipsoid::new(a, flat).expect("a segment")),
            plane.extent(&Parallelepiped::new(a, flat).expect("a segment")),
            "an ellipsoid and a parallelepiped of one half-axis are the same segment",
        );
        same(
            plane.extent(&Parallelepiped::new(a, [zero; D]).expect("a point")),
            plane.extent(&a),
            "a parallelepiped without half-axes is a point",
        );
        same(
            plane.extent(&Hull::new([a, b, c, a]).expect("a hull")),
            plane.extent(&Triangle::new([a, b, c]).expect("finite points")),
            "the hull of three points is a triangle",
        );
        let aabb = Aabb::from_corners(a, b).expect("a box");
        let corners: Vec<[f64; D]> = aabb.corners().collect();
        same(
            plane.extent(&Hull::new(corners.clone()).expect("a hull")),
            plane.extent(&aabb),
            "a box is the hull of its corners",
        );
    });
}

/// For integers, an axis-aligned box and the parallelepiped with the same center and half-sizes have the same extent.
/// So have a parallelepiped and the hull of its corners.
fn boxes_of_integers_are_one<const D: usize>() {
    for_all::<D>(|numbers, random| {
        let plane = numbers.plane;
        let center: [f64; D] = std::array::from_fn(|_| random.integer(1000));
        let half_sizes: [f64; D] = std::array::from_fn(|_| random.integer(100).abs());
        let aabb = Aabb::from_center(center, half_sizes).expect("a box");
        let centered = Parallelepiped::from_center(center, half_sizes).expect("a box");
        assert_eq!((aabb.center(), aabb.half_sizes()), (center, half_sizes));
        assert!(aabb.corners().eq(centered.corners()));
        assert_eq!(plane.extent(&aabb), plane.extent(&centered), "{plane:?}");
        let half_axes: [[f64; D]; D] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.integer(100)));
        let turned = Parallelepiped::new(center, half_axes).expect("integers");
        let corners: Vec<[f64; D]> = turned.corners().collect();
        let hull = Hull::new(corners).expect("corners");
        assert_eq!(plane.extent(&turned), plane.extent(&hull), "{plane:?}");
        let ([p, q], [r, s]) = (turned.extremes(&plane), hull.extremes(&plane));
        for (one, other) in [(p, r), (q, s)] {
            let way = minus(&exact(&one), &exact(&other));
            assert_eq!(
                dot(&exact(&plane.normal()), &way).side(),
                Side::On,
                "{plane:?}"
            );
        }
    });
}

/// A rotation by the angle of a 3-4-5 triangle, combined with a scaling by 5, maps integers to integers. Applied to the
/// plane and to the shapes, it must not change extents.
fn similarities_change_nothing<const D: usize>() {
    for_all::<D>(|_, random| {
        let mut integers = || std::array::from_fn(|_| random.integer(1 << 12));
        let (normal, points): ([f64; D], _) = (integers(), [integers(), integers(), integers()]);
        let half_axes: [[f64; D]; D] = std::array::from_fn(|_| integers());
        if normal == [0.0; D] {
            return;
        }
        let similar = |numbers: [f64; D]| -> [f64; D] {
            let (x, y) = (numbers[0], numbers[1]);
            std::array::from_fn(|axis| match axis {
                0 => 3.0 * x - 4.0 * y,
                1 => 4.0 * x + 3.0 * y,
                _ => 5.0 * numbers[axis],
            })
        };
        let radius = random.integer(1 << 12).abs();
        let reach = (radius * vector::length(&normal)).round();
        let offset = reach - vector::dot(&normal, &points[0]);
        let one = Numbers {
            plane: Plane::new(normal, offset).expect("integers"),
            points,
            half_axes,
            radius,
        };
        let other = Numbers {
            plane: Plane::new(similar(normal), 25.0 * offset).expect("integers"),
            points: points.map(similar),
            half_axes: half_axes.map(similar),
            radius: 5.0 * radius,
        };
        assert_eq!(extents(&one), extents(&other), "{:?} {points:?}", one.plane);
    });
}

/// Cylinders and cones of radius zero must have the extents of segments. Polygons with three corners must have the
/// extents of triangles.
#[test]
fn thin_cylinders_and_cones_are_segments_and_small_polygons_are_triangles() {
    for_all::<3>(|numbers, _| {
        let plane = numbers.plane;
        let [a, b, c] = numbers.points;
        if a == b {
            return;
        }
        let segment = plane.extent(&Segment::new(a, b).expect("finite points"));
        let (cylinder, cone) = (Cylinder::new(a, b, 0.0), Cone::new(a, b, 0.0));
        assert_eq!(plane.extent(&cylinder.expect("a segment")), segment);
        assert_eq!(plane.extent(&cone.expect("a segment")), segment);
        // The cone is part of the cylinder, and the cylinder is part of the capsule. So the extent of each larger shape
        // contains that of the smaller one.
        let [cylinder, cone, capsule] = [
            plane.extent(&Cylinder::new(a, b, numbers.radius).expect("a cylinder")),
            plane.extent(&Cone::new(a, b, numbers.radius).expect("a cone")),
            plane.extent(&Capsule::new(a, b, numbers.radius).expect("a capsule")),
        ];
        assert_eq!(cylinder.join(cone), cylinder, "{plane:?} {a:?} {b:?}");
        assert_eq!(capsule.join(cylinder), capsule, "{plane:?} {a:?} {b:?}");
        if let Ok(polygon) = ConvexPolygon::new([a, b, c]) {
            let triangle = plane.extent(&Triangle::new([a, b, c]).expect("finite points"));
            assert_eq!(plane.extent(&polygon), triangle);
        }
    });
}

mod hold {
    laws! {
        flipping_swaps_the_sides,
        scaling_by_powers_of_two_changes_nothing,
        permuting_the_axes_changes_nothing,
        degenerate_shapes_are_the_simpler_ones,
        boxes_of_integers_are_one,
        similarities_change_nothing,
    }
}
