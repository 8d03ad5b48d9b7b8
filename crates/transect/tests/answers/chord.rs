//! Chords of lines, rays and segments in convex bodies: degenerate cases on integer grids, equal results for equal
//! bodies of different types, and the faces at the ends of chords.

use transect::region::ConvexRegion;
use transect::{
    Aabb, Chord, Convex, ConvexPolyhedron, Hull, Line, LinePart, Parallelepiped, Plane, Ray,
    Region, Segment, Sphere, Triangle,
};

use crate::random::Random;
use crate::run::cases;

/// A rational number with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Ratio(i64, i64);

impl Ratio {
    fn new(numerator: i64, denominator: i64) -> Self {
        Self(numerator * denominator.signum(), denominator.abs())
    }

    fn value(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (self.0 * other.1).partial_cmp(&(other.0 * self.1))
    }
}

/// A convex body along a line with the parameter t, given by functions a + t·b with integers a and b. A point of the
/// line lies in the body if none of these functions is negative there.
type Bounds = Vec<[i64; 2]>;

/// Returns the interval of parameters at which none of the functions in `bounds` is negative; an end is `None` if it is
/// infinite. All zeros of the functions are tried as ends. The library instead takes the last zero at which the line
/// enters a half-space, and the first zero at which the line leaves one.
fn interval(bounds: &Bounds) -> Option<[Option<Ratio>; 2]> {
    let holds = |t: Ratio| bounds.iter().all(|[a, b]| a * t.1 + b * t.0 >= 0);
    let zeros = bounds.iter().filter(|[_, b]| *b != 0);
    let zeros: Vec<Ratio> = zeros.map(|[a, b]| Ratio::new(-a, *b)).collect();
    let inside: Vec<Ratio> = zeros.iter().copied().filter(|&t| holds(t)).collect();
    let far = 1_000_000;
    let ends = [-far, far].map(|t| holds(Ratio(t, 1)));
    if inside.is_empty() && ends == [false; 2] {
        return None;
    }
    let least = inside
        .iter()
        .copied()
        .reduce(|a, b| if b < a { b } else { a });
    let most = inside
        .iter()
        .copied()
        .reduce(|a, b| if b > a { b } else { a });
    Some([
        if ends[0] { None } else { least },
        if ends[1] { None } else { most },
    ])
}

fn check<Face: std::fmt::Debug>(
    chord: &Chord<Face>,
    truth: Option<[Option<Ratio>; 2]>,
    case: &str,
) {
    let expected = truth.map(|[least, most]| {
        [
            least.map_or(f64::NEG_INFINITY, Ratio::value),
            most.map_or(f64::INFINITY, Ratio::value),
        ]
    });
    let is_point = matches!(truth, Some([Some(a), Some(b)]) if a == b);
    assert_eq!(
        matches!(chord, Chord::Point { .. }),
        is_point,
        "{chord:?}: {case}"
    );
    match (chord.interval(), expected) {
        (None, None) => {}
        (Some(found), Some(expected)) => {
            for (found, expected) in found.into_iter().zip(expected) {
                let is_near =
                    found == expected || (found - expected).abs() <= 2e-14 * expected.abs();
                assert!(is_near, "{found} instead of {expected}: {case}");
                assert_eq!(found == 0.0, expected == 0.0, "{case}");
            }
        }
        (found, expected) => panic!("{found:?} instead of {expected:?}: {case}"),
    }
}

/// Returns all vectors with coordinates from `low` to `high`.
fn grid(low: i64, high: i64) -> impl Iterator<Item = [i64; 3]> + Clone {
    let range = low..=high;
    let pairs = range.clone().flat_map({
        let range = range.clone();
        move |x| range.clone().map(move |y| [x, y])
    });
    pairs.flat_map(move |[x, y]| range.clone().map(move |z| [x, y, z]))
}

fn float(vector: [i64; 3]) -> [f64; 3] {
    vector.map(|c| c as f64)
}

/// Returns the functions that bound the cube from 0 to 2 on each axis, along a line.
fn box_bounds(origin: [i64; 3], direction: [i64; 3]) -> Bounds {
    let axis = |axis: usize| {
        let (o, v) = (origin[axis], direction[axis]);
        [[o, v], [2 - o, -v]]
    };
    (0..3).flat_map(axis).collect()
}

/// Checks a body's chords of the line, the ray and the segment from an origin in a direction.
fn all_three<Body: Convex<3>>(
    body: &Body,
    bounds: &Bounds,
    origin: [i64; 3],
    direction: [i64; 3],
    name: &str,
) where
    Body::Face: std::fmt::Debug,
{
    let case = format!("{name}: {origin:?} + t·{direction:?}");
    let end = std::array::from_fn(|axis| origin[axis] + direction[axis]);
    let ray = Ray::new(float(origin), float(direction)).expect("a direction");
    check(&ray.line().chord(body), interval(bounds), &case);
    let on_ray = [bounds.as_slice(), &[[0, 1]]].concat();
    check(&ray.chord(body), interval(&on_ray), &case);
    let on_segment = [on_ray.as_slice(), &[[1, -1]]].concat();
    let segment = Segment::new(float(origin), float(end)).expect("finite points");
    let chord = segment.chord(body);
    check(&chord, interval(&on_segment), &case);
    let is_whole = [0, 1]
        .iter()
        .all(|t| bounds.iter().all(|[a, b]| a + t * b >= 0));
    assert_eq!(chord.is_whole(), is_whole, "{case}");
}

#[test]
fn lines_on_a_grid_meet_a_box_as_integers_say_whatever_form_the_box_has() {
    let aabb = Aabb::new([0.0; 3], [2.0; 3]).expect("a box");
    let corners: Vec<[f64; 3]> = aabb.corners().collect();
    let hull = Hull::new(corners.clone()).expect("points");
    let polyhedron = ConvexPolyhedron::hull_of(&corners).expect("a cube");
    let solid = Parallelepiped::from_center([1.0; 3], [1.0; 3]).expect("a cube");
    let mirrored = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let mirrored = Parallelepiped::new([1.0; 3], mirrored).expect("a cube");
    let region = ConvexRegion::from(aabb);
    for origin in grid(-1, 3) {
        for direction in grid(-1, 2).filter(|&direction| direction != [0; 3]) {
            let bounds = box_bounds(origin, direction);
            let ask = (&bounds, origin, direction);
            all_three(&aabb, ask.0, ask.1, ask.2, "box");
            all_three(&solid, ask.0, ask.1, ask.2, "parallelepiped");
            all_three(&mirrored, ask.0, ask.1, ask.2, "mirrored parallelepiped");
            all_three(&region, ask.0, ask.1, ask.2, "region");
            if direction.iter().sum::<i64>() % 4 == 0 {
                all_three(&hull, ask.0, ask.1, ask.2, "hull");
                all_three(&polyhedron, ask.0, ask.1, ask.2, "polyhedron");
            }
        }
    }
}

#[test]
fn lines_on_a_grid_meet_flat_bodies_as_integers_say() {
    // The triangle 0 ≤ x, 0 ≤ y, x + y ≤ 2 in the plane z = 1, and the square 0 ≤ x, y ≤ 2 in this plane.
    let triangle =
        Triangle::new([[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]]).expect("finite points");
    let square = |third: [f64; 3]| {
        let half_axes = [[1.0, 0.0, 0.0], third, [0.0, 1.0, 0.0]];
        Parallelepiped::new([1.0; 3], half_axes).expect("a square")
    };
    let squares = [square([0.0; 3])];
    // The half-axes (1/2, 0), (1/2, 0) and (0, 1) span the same square as (1, 0) and (0, 1): 0 ≤ x, y ≤ 2 around
    // (1, 1). The first two half-axes are parallel and add up to (1, 0).
    let halves = [[0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let folded = Parallelepiped::new([1.0; 3], halves).expect("a square");
    let region: Vec<Plane> = ["z = 1", "1 = z", "x = 0", "y = 0", "2 = x", "2 = y"]
        .map(|text| text.parse().expect("a plane"))
        .into();
    for origin in grid(-1, 3) {
        for direction in grid(-1, 2).filter(|&direction| direction != [0; 3]) {
            let ([x, y, z], [u, v, w]) = (origin, direction);
            let plane = [[z - 1, w], [1 - z, -w], [x, u], [y, v]];
            let of_triangle = [plane.as_slice(), &[[2 - x - y, -u - v]]].concat();
            all_three(&triangle, &of_triangle, origin, direction, "triangle");
            let of_square = [plane.as_slice(), &[[2 - x, -u], [2 - y, -v]]].concat();
            for square in squares.iter().chain([&folded]) {
                all_three(square, &of_square, origin, direction, "square");
            }
            all_three(
                &Region::new(&region),
                &of_square,
                origin,
                direction,
                "flat region",
            );
        }
    }
}

#[test]
fn lines_on_a_grid_meet_a_sphere_as_integers_say() {
    let sphere = Sphere::new([1.0, 1.0, 1.0], 3.0).expect("a sphere");
    for origin in grid(-3, 4) {
        for direction in grid(-1, 2).filter(|&direction| direction != [0; 3]) {
            let case = format!("{origin:?} + t·{direction:?}");
            let relative = origin.map(|c| c - 1);
            let dot = |a: [i64; 3], b: [i64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>();
            let (a, b) = (dot(direction, direction), dot(direction, relative));
            let c = dot(relative, relative) - 9;
            let discriminant = b * b - a * c;
            let ray = Ray::new(float(origin), float(direction)).expect("a direction");
            let end = std::array::from_fn(|axis| ray.origin()[axis] + ray.direction()[axis]);
            let chord = ray.line().chord(&sphere);
            if discriminant < 0 {
                assert!(chord.is_apart() && ray.chord(&sphere).is_apart(), "{case}");
                continue;
            }
            let root = (discriminant as f64).sqrt();
            let roots = [-1.0, 1.0].map(|sign| (sign * root - b as f64) / a as f64);
            let near = |found: Option<[f64; 2]>, expected: [f64; 2]| {
                let found = found.unwrap_or_else(|| panic!("{case}"));
                found
                    .iter()
                    .zip(expected)
                    .all(|(f, e)| (f - e).abs() <= 1e-14 * e.abs().max(1.0))
            };
            assert!(near(chord.interval(), roots), "{case}");
            assert_eq!(
                matches!(chord, Chord::Point { .. }),
                discriminant == 0,
                "{case}"
            );
            // Along the ray, f(t) = a·t² + 2b·t + c is negative inside the sphere. f(0) = c, and the ray starts inward
            // if b < 0.
            let ray_meets = c <= 0 || b < 0;
            assert_eq!(ray.chord(&sphere).is_apart(), !ray_meets, "{case}");
            if ray_meets {
                let from = if c <= 0 && !(c == 0 && b < 0) {
                    0.0
                } else {
                    roots[0]
                };
                assert!(
                    near(ray.chord(&sphere).interval(), [from.max(0.0), roots[1]]),
                    "{case}"
                );
            }
            let segment = Segment::new(ray.origin(), end).expect("finite points");
            let end_value = a + 2 * b + c;
            let has_turn = -b > 0 && -b < a;
            let segment_meets = c <= 0 || end_value <= 0 || has_turn;
            assert_eq!(segment.chord(&sphere).is_apart(), !segment_meets, "{case}");
            let is_whole = c <= 0 && end_value <= 0;
            assert_eq!(segment.chord(&sphere).is_whole(), is_whole, "{case}");
            if segment_meets {
                let expected = [roots[0].max(0.0), roots[1].min(1.0)];
                assert!(near(segment.chord(&sphere).interval(), expected), "{case}");
            }
        }
    }
}

#[test]
fn faces_are_those_where_the_ray_enters_and_leaves() {
    let aabb = Aabb::new([0.0; 3], [2.0, 4.0, 6.0]).expect("a box");
    let ray = Ray::new([1.0, -2.0, 3.0], [0.0, 1.0, 0.5]).expect("a direction");
    let Chord::Part {
        enter,
        leave,
        is_grazing,
    } = ray.chord(&aabb)
    else {
        panic!()
    };
    assert_eq!((enter.t, enter.face, enter.is_end), (2.0, Some(2), false));
    assert_eq!((leave.t, leave.face, leave.is_end), (6.0, Some(3), false));
    assert!(!is_grazing);
    // If a ray starts inside the body, its chord has no face at the start.
    let inside = Ray::new([1.0; 3], [0.0, 0.0, -1.0]).expect("a direction");
    let Chord::Part { enter, leave, .. } = inside.chord(&aabb) else {
        panic!()
    };
    assert_eq!((enter.t, enter.face, enter.is_end), (0.0, None, true));
    assert_eq!((leave.t, leave.face), (1.0, Some(4)));
    // If a ray starts on a face and goes inward, its chord names this face at the start. If the ray goes outward, it
    // only touches the box.
    let on_face = |direction| {
        Ray::new([0.0, 1.0, 1.0], direction)
            .expect("a direction")
            .chord(&aabb)
    };
    let Chord::Part { enter, .. } = on_face([1.0, 0.0, 0.0]) else {
        panic!()
    };
    assert_eq!((enter.t, enter.face, enter.is_end), (0.0, Some(0), true));
    assert_eq!(
        on_face([-1.0, 0.0, 0.0]),
        Chord::Point {
            t: 0.0,
            faces: [None, Some(0)]
        }
    );
    // One line runs along an edge, the other in a face: both are on the boundary of the box.
    for origin in [[0.0, 0.0, -1.0], [0.0, 1.0, -1.0]] {
        let line = Line::new(origin, [0.0, 0.0, 1.0]).expect("a direction");
        let Chord::Part {
            enter,
            leave,
            is_grazing,
        } = line.chord(&aabb)
        else {
            panic!()
        };
        assert_eq!(
            (enter.face, leave.face, is_grazing),
            (Some(4), Some(5), true)
        );
    }
    let hull = Hull::new(aabb.corners().collect::<Vec<_>>()).expect("points");
    let line = Line::new([0.0, 1.0, -1.0], [0.0, 0.0, 1.0]).expect("a direction");
    let Chord::Part {
        enter, is_grazing, ..
    } = line.chord(&hull)
    else {
        panic!()
    };
    assert_eq!((enter.face, is_grazing), (Some(vec![0, 2]), true));
    // This line touches the box only at its corner (0, 0, 0).
    let corner = Line::new([-1.0, 1.0, 0.0], [1.0, -1.0, 0.0]).expect("a direction");
    assert_eq!(
        corner.chord(&aabb),
        Chord::Point {
            t: 1.0,
            faces: [Some(0), Some(2)]
        }
    );
    // The faces of a parallelepiped are numbered in the order of its half-axes. The line runs along the first
    // half-axis, so it meets the faces 0 and 1.
    let turned = Parallelepiped::new([0.0; 2], [[3.0, 4.0], [-4.0, 3.0]]).expect("a square");
    let across = Line::new([-3.0, -4.0], [3.0, 4.0]).expect("a direction");
    let Chord::Part { enter, leave, .. } = across.chord(&turned) else {
        panic!()
    };
    assert_eq!([enter.face, leave.face], [Some(0), Some(1)]);
    assert_eq!([enter.t, leave.t], [0.0, 2.0]);
}

#[test]
fn the_order_of_entering_and_leaving_is_exact() {
    // In the plane, the line y = x/3 leaves the half-plane x ≤ 3 exactly where it enters y ≥ 1. If the bound of y is
    // one float greater, the line misses the region.
    let planes = |offset: f64| {
        [
            Plane::new([-1.0, 0.0], 3.0).expect("a plane"),
            Plane::new([0.0, 1.0], -offset).expect("a plane"),
        ]
    };
    let line = Line::new([0.0, 0.0], [3.0, 1.0]).expect("a direction");
    let at = |offset: f64| line.chord(&Region::new(&planes(offset)));
    assert_eq!(
        at(1.0),
        Chord::Point {
            t: 1.0,
            faces: [Some(1), Some(0)]
        }
    );
    assert_eq!(at(1.0_f64.next_up()), Chord::Apart);
    assert!(matches!(at(1.0_f64.next_down()), Chord::Part { .. }));
    // This line is a tangent of the circle.
    let sphere = |radius| Sphere::new([1e8, 1.0], radius).expect("a circle");
    let level = Line::new([-5.0, 0.0], [1.0, 0.0]).expect("a direction");
    assert_eq!(
        level.chord(&sphere(1.0)),
        Chord::Point {
            t: 1e8 + 5.0,
            faces: [Some(()); 2]
        }
    );
    assert!(level.chord(&sphere(1.0_f64.next_down())).is_apart());
}

#[test]
fn regions_without_planes_and_without_points_have_chords() {
    let line = Line::new([0.0, 0.0], [1.0, 0.0]).expect("a direction");
    let everywhere = line.chord(&Region::new(&[]));
    assert_eq!(
        everywhere.interval(),
        Some([f64::NEG_INFINITY, f64::INFINITY])
    );
    assert!(everywhere.is_whole());
    let empty: [Plane<2>; 2] = ["x = 1", "0 = x"].map(|text| text.parse().expect("a plane"));
    assert!(line.chord(&Region::new(&empty)).is_apart());
    let half = Region::new(&empty[..1]);
    assert_eq!(line.chord(&half).interval(), Some([1.0, f64::INFINITY]));
}

#[test]
fn segments_without_length_are_points() {
    let aabb = Aabb::new([0.0, 0.0], [2.0, 2.0]).expect("a box");
    let triangle = Triangle::new([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]).expect("finite points");
    let sphere = Sphere::new([0.0, 0.0], 2.0).expect("a circle");
    let at = |point| Segment::new(point, point).expect("finite points");
    for point in [[0.0, 0.0], [2.0, 0.0], [1.0, 1.0]] {
        assert_eq!(at(point).chord(&aabb).interval(), Some([0.0; 2]));
        assert_eq!(at(point).chord(&triangle).interval(), Some([0.0; 2]));
        assert_eq!(at(point).chord(&sphere).interval(), Some([0.0; 2]));
    }
    let outside = at([2.5, 0.5]);
    assert!(outside.chord(&aabb).is_apart());
    assert!(outside.chord(&triangle).is_apart());
    assert!(outside.chord(&sphere).is_apart());
}

#[test]
fn parameters_beyond_the_range_of_floats_are_infinite_and_small_ones_are_not_zero() {
    let aabb = Aabb::new([1e300, -1.0], [2e300, 1.0]).expect("a box");
    let ray = Ray::new([0.0, 0.0], [1e-300, 0.0]).expect("a direction");
    assert_eq!(ray.chord(&aabb).interval(), Some([f64::INFINITY; 2]));
    let near = Aabb::new([1e-300, -1.0], [1.0, 1.0]).expect("a box");
    let fast = Ray::new([0.0, 0.0], [1e300, 0.0]).expect("a direction");
    let Chord::Part { enter, .. } = fast.chord(&near) else {
        panic!()
    };
    assert!(enter.t > 0.0 && !enter.is_end);
}

/// The order of the entries into two triangles is that of fractions of integers, with many ties: triangles that share
/// corners, edges and planes.
#[test]
fn entries_into_triangles_come_in_their_exact_order() {
    let random = &mut Random::new(8);
    let mut found = [0; 3];
    for _ in 0..cases(100_000) {
        let mut point = || [(); 3].map(|()| random.between(-2, 2));
        let (origin, end) = (point(), point());
        let points: Vec<[i64; 3]> = (0..4).map(|_| point()).collect();
        let direction = [0, 1, 2].map(|axis| end[axis] - origin[axis]);
        let float = |point: &[i64; 3]| point.map(|c| c as f64);
        let Ok(ray) = Ray::new(float(&origin), float(&direction)) else {
            continue;
        };
        let corners = [
            [0, 1, 2],
            [random.below(4), random.below(4), random.below(4)],
        ]
        .map(|corners| corners.map(|corner: usize| points[corner]));
        let triangles = corners.map(|corners| {
            Triangle::new(corners.map(|corner| float(&corner))).expect("finite corners")
        });
        // The parameter at which the line meets the plane of a triangle, as a fraction with a positive denominator.
        let entry = |corners: &[[i64; 3]; 3]| {
            let [a, b, c] = corners.map(|corner| [0, 1, 2].map(|axis| corner[axis] - origin[axis]));
            let normal = cross(&minus(&b, &a), &minus(&c, &a));
            let (above, below) = (dot(&normal, &a), dot(&normal, &direction));
            (below != 0).then(|| [above * below.signum(), below.abs()])
        };
        let [Some(one), Some(other)] = corners.each_ref().map(entry) else {
            continue;
        };
        let line = ray.line();
        let is_met = triangles
            .each_ref()
            .map(|triangle| !line.chord(triangle).is_apart());
        let order = LinePart::Ray(ray).order_of_entries(triangles.each_ref());
        assert_eq!(order.is_some(), is_met == [true; 2]);
        if let Some(order) = order {
            assert_eq!(order, (one[0] * other[1]).cmp(&(other[0] * one[1])));
            found[(order as i8 + 1) as usize] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

fn minus(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

fn cross(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

fn dot(a: &[i64; 3], b: &[i64; 3]) -> i64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}
