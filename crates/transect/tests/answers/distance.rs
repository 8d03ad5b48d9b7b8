//! Tests distances between points, spheres, boxes and shapes with corners: on integer grids, and by laws that relate
//! shapes of different types.

use std::cmp::Ordering;

use transect::{
    Aabb, ConvexPolyhedron, Hull, Overlap, Parallelepiped, Plane, Region, Segment, Sphere, Triangle,
};

/// Returns all points with integer coordinates from `low` to `high`.
fn grid(low: i64, high: i64) -> impl Iterator<Item = [i64; 3]> {
    (low..=high)
        .flat_map(move |x| (low..=high).flat_map(move |y| (low..=high).map(move |z| [x, y, z])))
}

fn float(vector: [i64; 3]) -> [f64; 3] {
    vector.map(|c| c as f64)
}

fn near(found: f64, expected: f64) -> bool {
    found == expected
        || (found - expected).abs() <= 4e-14 * expected.abs() && (found == 0.0) == (expected == 0.0)
}

#[test]
fn points_on_a_grid_have_their_distance_from_a_box() {
    let aabb = Aabb::new([0.0; 3], [2.0, 4.0, 1.0]).expect("a box");
    for point in grid(-4, 7) {
        let closest: [i64; 3] = std::array::from_fn(|axis| point[axis].clamp(0, [2, 4, 1][axis]));
        let squared: i64 = (0..3)
            .map(|axis| (point[axis] - closest[axis]).pow(2))
            .sum();
        let point = float(point);
        assert_eq!(aabb.closest(&point), float(closest));
        assert!(
            near(aabb.distance(&point), (squared as f64).sqrt()),
            "{point:?}"
        );
        assert_eq!(aabb.distance(&point) == 0.0, aabb.contains(&point));
        for length in 0..8 {
            let found = aabb.compare_distance(&point, length as f64);
            assert_eq!(
                found,
                squared.cmp(&(length * length)),
                "{point:?}, {length}"
            );
        }
        assert_eq!(aabb.compare_distance(&point, -1.0), Ordering::Greater);
    }
}

#[test]
fn distances_are_compared_exactly_where_floats_round() {
    let aabb = Aabb::new([0.0, 0.0], [1.0, 1.0]).expect("a box");
    // The squares of the coordinates overflow for the exponent 600, and underflow for −600.
    for exponent in [0, 600, -600] {
        let unit = 2_f64.powi(exponent);
        let point = [-3.0 * unit, -4.0 * unit];
        assert_eq!(aabb.distance(&point), 5.0 * unit);
        assert_eq!(aabb.compare_distance(&point, 5.0 * unit), Ordering::Equal);
        assert_eq!(
            aabb.compare_distance(&point, (5.0 * unit).next_up()),
            Ordering::Less
        );
        assert_eq!(
            aabb.compare_distance(&point, (5.0 * unit).next_down()),
            Ordering::Greater
        );
        let sphere = |radius| Sphere::new(point, radius).expect("a circle");
        let corner = Sphere::new([0.0, 0.0], 0.0).expect("a point");
        assert!(sphere(5.0 * unit).overlaps_sphere(&corner) && sphere(5.0 * unit).overlaps(&aabb));
        let less = sphere((5.0 * unit).next_down());
        assert!(!less.overlaps_sphere(&corner) && !less.overlaps(&aabb));
        let gap = 5.0 * unit - (5.0 * unit).next_down();
        assert!(near(less.distance(&aabb), gap) && near(less.distance_to_sphere(&corner), gap));
    }
}

#[test]
fn spheres_on_a_grid_overlap_a_box_as_integers_say_whatever_form_the_box_has() {
    let aabb = Aabb::new([0.0; 3], [2.0; 3]).expect("a box");
    let corners: Vec<[f64; 3]> = aabb.corners().collect();
    let hull = Hull::new(corners.clone()).expect("points");
    let polyhedron = ConvexPolyhedron::hull_of(&corners).expect("a cube");
    let solid = Parallelepiped::from_center([1.0; 3], [1.0; 3]).expect("a cube");
    for center in grid(-3, 5) {
        let squared: i64 = center.iter().map(|c| (c - c.clamp(&0, &2)).pow(2)).sum();
        for radius in 0..4_i64 {
            let sphere = Sphere::new(float(center), radius as f64).expect("a sphere");
            let expected = squared <= radius * radius;
            let distance = ((squared as f64).sqrt() - radius as f64).max(0.0);
            let case = format!("{center:?}, {radius}");
            assert_eq!(sphere.overlaps(&aabb), expected, "{case}");
            assert_eq!(sphere.overlaps(&hull), expected, "{case}");
            assert_eq!(sphere.overlaps(&polyhedron), expected, "{case}");
            assert_eq!(sphere.overlaps(&solid), expected, "{case}");
            assert!(near(sphere.distance(&solid), distance), "{case}");
            assert!(near(sphere.distance(&hull), distance), "{case}");
        }
    }
}

#[test]
fn spheres_overlap_a_triangle_as_they_overlap_the_region_of_its_planes() {
    // The triangle 0 ≤ x, 0 ≤ y, x + y ≤ 3 in the plane z = 1.
    let planes: Vec<Plane> = ["z = 1", "1 = z", "x = 0", "y = 0", "3 = x + y"]
        .map(|text| text.parse().expect("a plane"))
        .into();
    let region = Region::new(&planes);
    let triangle =
        Triangle::new([[0.0, 0.0, 1.0], [3.0, 0.0, 1.0], [0.0, 3.0, 1.0]]).expect("finite corners");
    for center in grid(-3, 5) {
        for radius in [0.0, 1.0, 1.5, 2.0, 3.0] {
            let sphere = Sphere::new(float(center), radius).expect("a sphere");
            let expected = region.overlap_sphere(&sphere) != Overlap::Outside;
            assert_eq!(sphere.overlaps(&triangle), expected, "{sphere:?}");
            assert_eq!(sphere.distance(&triangle) == 0.0, expected, "{sphere:?}");
        }
    }
}

#[test]
fn degenerate_shapes_have_distances() {
    let sphere = Sphere::new([0.0, 5.0, 0.0], 3.0).expect("a sphere");
    let point = [4.0, 2.0, 0.0];
    assert_eq!(sphere.distance(&point), 2.0);
    // A segment without length has a distance, and so has a triangle whose corners are on one line.
    assert_eq!(
        sphere.distance(&Segment::new(point, point).expect("finite ends")),
        2.0
    );
    let line = Triangle::new([[-4.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
        .expect("finite corners");
    assert_eq!(sphere.distance(&line), 2.0);
    let folded = Triangle::new([[-4.0, 2.0, 0.0], [4.0, 2.0, 0.0], [1.0, 2.0, 0.0]])
        .expect("finite corners");
    assert!(sphere.overlaps(&folded));
    let flat =
        Parallelepiped::new([0.0; 3], [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]]).expect("flat");
    assert_eq!(sphere.distance(&flat), 2.0);
    // The center of the sphere lies strictly inside the cube.
    let around = Parallelepiped::from_center([0.0, 5.0, 0.0], [9.0; 3]).expect("a cube");
    assert!(
        Sphere::new([0.0, 5.0, 0.0], 0.0)
            .expect("a point")
            .overlaps(&around)
    );
}

#[test]
fn spheres_on_a_grid_overlap_spheres_as_integers_say() {
    let other = Sphere::new([0.0, 0.0, 0.0], 2.0).expect("a sphere");
    for center in grid(-5, 5) {
        let squared: i64 = center.iter().map(|c| c * c).sum();
        for radius in 0..4_i64 {
            let sphere = Sphere::new(float(center), radius as f64).expect("a sphere");
            let expected = squared <= (radius + 2).pow(2);
            assert_eq!(sphere.overlaps_sphere(&other), expected);
            assert_eq!(other.overlaps_sphere(&sphere), expected);
            let distance = ((squared as f64).sqrt() - (radius + 2) as f64).max(0.0);
            assert!(near(sphere.distance_to_sphere(&other), distance));
        }
    }
}

#[test]
#[should_panic(expected = "no closest point")]
fn a_point_with_nan_has_no_closest_point() {
    let aabb = Aabb::new([0.0; 3], [1.0; 3]).expect("a box");
    let _ = aabb.closest(&[0.5, f64::NAN, 0.5]);
}

#[test]
fn spheres_and_boxes_with_infinite_bounds() {
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let cases = [
        ([low, 0.0], [high, 1.0], 1.0),
        ([low, low], [4.0, high], 0.0),
        ([low, low], [3.0, high], 1.0),
        ([8.0, 7.0], [high, high], 4.0),
        ([low, low], [high, high], 0.0),
    ];
    // The circle around (5, 3) with the radius 1.
    let sphere = Sphere::new([5.0, 3.0], 1.0).expect("a circle");
    for (min, max, distance) in cases {
        let aabb = Aabb::new(min, max).expect("a box");
        assert_eq!(sphere.distance(&aabb), distance, "{aabb:?}");
        assert_eq!(sphere.overlaps(&aabb), distance == 0.0, "{aabb:?}");
    }
}
