//! Tests that coefficients of planes through points, and coordinates of points where planes meet, are the floats
//! nearest to the exact numbers. The cases have exact numbers near midpoints between floats, sums that cancel, or
//! integer coordinates.

use transect::{MeetingPoint, Plane, PlaneThrough, ThreePlanesMeeting, TwoLinesMeeting};

use crate::oracle::number::{Echelon, Exact, dot, exact, is_nearest};
use crate::oracle::several::{is_rounded, rows};
use crate::random::{Random, power_of_two};

/// Returns a random number. `kind` selects small integers, tenths of them, ordinary floats, floats of many magnitudes,
/// floats within 10⁻⁹ of 1, and floats near the ends of the range in which products neither overflow nor underflow.
fn number(random: &mut Random, kind: usize) -> f64 {
    match kind {
        0 => random.integer(8),
        1 => random.integer(8) * 0.1,
        2 => random.unit(),
        3 => random.unit() * random.power_of_two(-60, 60),
        4 => 1.0 + 1e-9 * random.unit(),
        _ => random.unit() * random.power_of_two(-520, 500),
    }
}

fn numbers<const D: usize>(random: &mut Random, kind: usize) -> [f64; D] {
    std::array::from_fn(|_| number(random, kind))
}

fn planes_through<const D: usize>(normal: impl Fn(&[[Exact; D]; D], usize) -> Exact) {
    let mut random = Random::new(71);
    let mut compared = 0;
    for case in 0..24_000 {
        let kind = case % 6;
        let mut points: [[f64; D]; D] = std::array::from_fn(|_| numbers(&mut random, kind));
        if case % 5 == 0 {
            // The points are almost or exactly on one line.
            let part = random.pick(&[0.5, 2.0, -1.0, 0.3]);
            points[D - 1] = std::array::from_fn(|axis| {
                points[0][axis] + part * (points[1][axis] - points[0][axis])
            });
        }
        let exact_points = points.each_ref().map(exact);
        let truth: [Exact; D] = std::array::from_fn(|axis| normal(&exact_points, axis));
        let Ok(plane) = Plane::through(points) else {
            assert!(truth.iter().all(Exact::is_zero), "{points:?}");
            continue;
        };
        let one = Exact::of(1.0);
        // Coefficients far from the ends of the range of floats are not scaled.
        let at_least = |power| {
            truth
                .iter()
                .any(|c| Exact::power_of_two(power).at_most(&c.abs()))
        };
        if at_least(-490) && !at_least(490) {
            for (coefficient, truth) in plane.normal().into_iter().zip(&truth) {
                assert!(is_nearest(coefficient, truth, &one), "{points:?}");
            }
            compared += 1;
        }
        let along = dot(&exact(&plane.normal()), &exact_points[0]);
        assert!(is_nearest(plane.offset(), &-&along, &one), "{points:?}");
        let kept = PlaneThrough::new(points).expect("as above");
        assert!(
            points.iter().all(|point| kept.value(point) == 0.0),
            "{points:?}"
        );
    }
    assert!(compared > 15_000, "{compared}");
}

#[test]
fn coefficients_of_planes_through_points_are_the_nearest_floats() {
    planes_through::<3>(|[a, b, c], axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let product = |i: usize, j: usize| &(&b[i] - &a[i]) * &(&c[j] - &a[j]);
        &product(next, last) - &product(last, next)
    });
    planes_through::<2>(|[a, b], axis| match axis {
        0 => &a[1] - &b[1],
        _ => &b[0] - &a[0],
    });
}

/// Returns planes x + y = a + b and x − y = a − b, and z = x/2 in 3D. Their common point is (a, b) or (a, b, a/2). The
/// offsets a + b and a − b are rounded, so that most coordinates of the point are midpoints between floats.
fn with_midpoints<const D: usize>(random: &mut Random) -> [Plane<D>; D] {
    let a = 1.0 + random.unit().abs();
    let b = random.unit() * random.power_of_two(-3, 0);
    let scale = random.power_of_two(-30, 30);
    std::array::from_fn(|row| {
        let (first, second) = ([1.0, 1.0, -0.5][row], [1.0, -1.0, 0.0][row]);
        let offset = [-(a + b), b - a, 0.0][row];
        let normal: [f64; D] =
            std::array::from_fn(|axis| [first, second, f64::from(row == 2)][axis]);
        Plane::new(normal.map(|c| c * scale), offset * scale).expect("a plane")
    })
}

/// Returns `true` if an exact quotient is in the middle between a float and one of its neighbors.
fn is_tie(float: f64, (above, below): &(Exact, Exact)) -> bool {
    [float.next_down(), float.next_up()]
        .into_iter()
        .any(|other| {
            let middle = &Exact::of(float) + &Exact::of(other);
            (&(above + above) - &(&middle * below)).is_zero()
        })
}

fn meeting_points<const D: usize>(meet: impl Fn(&[Plane<D>; D]) -> Option<[f64; D]>) {
    let mut random = Random::new(72);
    let (mut compared, mut ties) = (0, 0);
    for case in 0..24_000 {
        let planes = match case % 7 {
            6 => with_midpoints(&mut random),
            kind => {
                let mut normals: [[f64; D]; D] =
                    std::array::from_fn(|_| numbers(&mut random, kind));
                if case % 3 == 0 {
                    // Two of the planes are almost parallel.
                    let tiny = power_of_two(-40);
                    normals[1] = normals[0].map(|c| c + tiny * random.unit());
                }
                let offsets: [f64; D] = numbers(&mut random, kind);
                let made = std::array::from_fn(|row| Plane::new(normals[row], offsets[row]));
                if made.iter().any(Result::is_err) {
                    continue;
                }
                made.map(|plane| plane.expect("checked above"))
            }
        };
        let Some(solution) = Echelon::of(rows(&planes), D).solution() else {
            continue;
        };
        let point = meet(&planes).expect("the planes meet");
        assert!(is_rounded(&point, &solution), "{point:?} {planes:?}");
        let kept = MeetingPoint::new(planes).expect("they meet in a point");
        assert_eq!(kept.rounded(), point);
        compared += 1;
        ties += usize::from(case % 7 == 6 && is_tie(point[0], &solution[0]));
    }
    assert!(compared > 20_000 && ties > 200, "{compared} {ties}");
}

#[test]
fn points_where_planes_meet_are_the_nearest_floats() {
    meeting_points::<3>(|[a, b, c]| match Plane::meet_three([a, b, c]) {
        ThreePlanesMeeting::Point(point) => Some(point),
        _ => None,
    });
    meeting_points::<2>(|[a, b]| match a.meet(b) {
        TwoLinesMeeting::Point(point) => Some(point),
        _ => None,
    });
}
