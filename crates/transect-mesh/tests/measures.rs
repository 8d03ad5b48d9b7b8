//! Tests rounded measurements of planes: they must be close to mathematical values.

use transect::{FitError, Frame, Line, LineError, Plane, PlaneError, Side, Transform};
use transect_mesh::scene::Placement;

const UNIT: f64 = f64::EPSILON / 2.0;

fn plane(text: &str) -> Plane {
    text.parse().expect("an equation")
}

#[test]
fn angles_are_accurate_at_both_ends() {
    let level = plane("z = 0");
    for angle in [1e-300, 1e-20, 1e-9, 0.001, 0.5, 1.0, 1.5, 2.0, 3.0, 3.1] {
        let (sine, cosine) = (f64::sin(angle), f64::cos(angle));
        for factor in [1.0, 1e-5, 1e200] {
            let tilted = Plane::new([factor * sine, 0.0, factor * cosine], 7.0).expect("a plane");
            // The coefficients are made of a rounded sine and a rounded cosine, so the true angle differs from `angle`
            // by rounding errors.
            let answer = level.angle(&tilted);
            assert!(
                (answer - angle).abs() <= 24.0 * UNIT * angle,
                "{answer} {angle}"
            );
            let opposite = level.angle(&tilted.flipped());
            let expected = std::f64::consts::PI - angle;
            assert!(
                (opposite - expected).abs() <= 24.0 * UNIT * 4.0,
                "{opposite} {angle}"
            );
        }
    }
    let line = Plane::new([1.0, 0.0], 3.0).expect("a line");
    let diagonal = Plane::new([-1e-310, 1e-310], 3.0).expect("a line");
    assert_eq!(line.angle(&diagonal), 0.75 * std::f64::consts::PI);
}

#[test]
fn normals_of_any_length() {
    for factor in [1.0, 1e-160, 1e150, 5e-324, 1e307] {
        let plane = Plane::new([0.0, 3.0 * factor, 4.0 * factor], -10.0 * factor).expect("a plane");
        let distance = plane.distance_from_origin();
        assert!((distance - 2.0).abs() <= 16.0 * UNIT, "{factor} {distance}");
        let closest = plane.closest_to_origin();
        for (coordinate, expected) in closest.into_iter().zip([0.0, 1.2, 1.6]) {
            assert!(
                (coordinate - expected).abs() <= 16.0 * UNIT * expected,
                "{closest:?}"
            );
        }
        let frame = Frame::of(&plane);
        for (axis, expected) in [(frame.u(), [1.0, 0.0, 0.0]), (frame.v(), [0.0, 0.8, -0.6])] {
            for index in 0..3 {
                let difference = (axis[index].abs() - f64::abs(expected[index])).abs();
                assert!(difference <= 8.0 * UNIT, "{frame:?}");
            }
        }
        let point = [5.0_f64, 7.0, -2.0];
        let [foot, image] = [plane.project(&point), plane.mirror(&point)];
        // For the point p, n·p + d is 21 − 8 − 10 = 3 and |n| is 5, so the expected distance is 3/5.
        for (axis, step) in [0.0, 0.36, 0.48].into_iter().enumerate() {
            assert!((foot[axis] - (point[axis] - step)).abs() <= 32.0 * UNIT * 7.0);
            assert!((image[axis] - (point[axis] - 2.0 * step)).abs() <= 32.0 * UNIT * 7.0);
        }
    }
}

/// The frame of a plane does not change when the plane and space are turned, so that another axis points up.
#[test]
fn frames_turn_with_the_axis_that_points_up() {
    let point = [2.0, 3.0, 5.0];
    // A point and a plane of a space in which x or y points up, for those with z up.
    let turns: [fn([f64; 3]) -> [f64; 3]; 2] = [|[x, y, z]| [z, x, y], |[x, y, z]| [x, z, 0.0 - y]];
    let names = [["y", "z", "x"], ["x", "−z", "y"]];
    for text in [
        "x = 1",
        "-x = 1",
        "y = 1",
        "-y = 1",
        "z = 1",
        "-z = 1",
        "x + 2y + 2z = 1",
        "y + 9z = 2",
    ] {
        let plane = plane(text);
        let usual = Frame::of(&plane);
        assert_eq!(Frame::with_up(&plane, 2), usual);
        for (axis, turn) in turns.iter().enumerate() {
            let turned = Plane::new(turn(plane.normal()), plane.offset()).expect("a plane");
            let frame = Frame::with_up(&turned, axis);
            assert_eq!(frame.origin(), turn(usual.origin()), "{text}");
            assert_eq!(
                [frame.u(), frame.v()],
                [usual.u(), usual.v()].map(turn),
                "{text}"
            );
            if usual.names() != ["u", "v"] {
                assert_eq!(frame.to_2d(&turn(point)), usual.to_2d(&point), "{text}");
            }
            for (own, usual) in frame.names().into_iter().zip(usual.names()) {
                let index = ["x", "y", "z"]
                    .iter()
                    .position(|name| usual.ends_with(name));
                let Some(expected) = index.map(|index| names[axis][index]) else {
                    assert_eq!(own, usual);
                    continue;
                };
                let is_reversed = usual.starts_with('−') != expected.starts_with('−');
                let sign = if is_reversed { "−" } else { "" };
                assert_eq!(
                    own,
                    format!("{sign}{}", expected.trim_start_matches('−')),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn planes_move_along_their_normals() {
    let ceiling = plane("z = 2.5");
    assert_eq!(ceiling.moved(0.5), Ok(plane("z = 3")));
    assert_eq!(ceiling.flipped().moved(0.5), Ok(plane("-z = -2")));
    let slope = Plane::new([0.0, 3.0, 4.0], -5.0).expect("a plane");
    assert_eq!(slope.moved(-1.0).map(|plane| plane.offset()), Ok(0.0));
    let huge = Plane::new([1e300, 0.0, 0.0], 0.0).expect("a plane");
    assert_eq!(huge.moved(1e300), Err(PlaneError::OffsetOverflow));
    assert!(matches!(
        huge.moved(f64::NAN),
        Err(PlaneError::NotFinite { .. })
    ));
    let (normal, distance) = slope.normal_and_distance();
    assert_eq!(Plane::from_normal_and_distance(normal, distance), Ok(slope));
    assert_eq!(Plane::try_from(<[f64; 4]>::from(slope)), Ok(slope));
    let line = Plane::new([3.0, 4.0], -5.0).expect("a line");
    assert_eq!(Plane::try_from(<[f64; 3]>::from(line)), Ok(line));
}

#[test]
fn the_front_goes_with_the_points() {
    let plane = Plane::new([2.0, 3.0, 6.0], -17.0).expect("a plane");
    let points = [
        [-1.0, 7.0, 0.0],
        [1.0, 1.0, 2.0],
        [0.0, 0.0, 0.0],
        [1e3, -5e2, 7.0],
    ];
    let maps = [
        Transform {
            columns: [
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [5.0, -3.0, 2.0],
            ],
        },
        Transform {
            columns: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]],
        },
        Transform {
            columns: [
                [1.0, 2.0, 3.0],
                [0.0, -4.0, 5.0],
                [2.0, 0.0, -7.0],
                [1.0, 1.0, 1.0],
            ],
        },
        Transform {
            columns: [
                [0.0, 1.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 0.0, 9.0],
                [0.5, 0.0, 0.0],
            ],
        },
    ];
    for map in maps {
        let image = plane.transformed(&map).expect("not singular");
        for point in &points {
            assert_eq!(
                image.side(&map.apply(point)),
                plane.side(point),
                "{map:?} {point:?}"
            );
        }
    }
    // The pose is a quarter turn about z and a translation, so the normal keeps its length.
    let pose = Placement::Parts {
        translation: [1.0, 2.0, 3.0],
        rotation: [0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt()],
        scale: [1.0; 3],
    };
    let turned = plane.transformed(&pose.transform()).expect("a pose");
    for (answer, expected) in turned.normal().into_iter().zip([-3.0, 2.0, 6.0]) {
        assert!((answer - expected).abs() <= 32.0 * UNIT * 7.0, "{turned:?}");
    }
    let flat = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    assert_eq!(plane.mapped(flat, [0.0; 3]), Err(PlaneError::SingularMap));
    // The coefficients would be beyond the range of floats, so they are divided by one power of two.
    let grown = plane.mapped(
        [[1e200, 0.0, 0.0], [0.0, 1e200, 0.0], [0.0, 0.0, 1e200]],
        [0.0; 3],
    );
    let grown = grown.expect("scaled");
    assert_eq!(grown.side(&[-1e200, 7e200, 0.0]), Side::Front);
    assert!(
        grown
            .normal()
            .iter()
            .all(|coefficient| coefficient.is_finite())
    );
    let line = Plane::new([1.0, 2.0], -3.0).expect("a line");
    let sheared = line
        .mapped([[1.0, 0.0], [5.0, -1.0]], [2.0, 2.0])
        .expect("not singular");
    for point in [[3.0, 0.0], [1.0, 1.0], [0.0, 0.0], [4.0, 4.0]] {
        let image = [point[0] + 5.0 * point[1] + 2.0, 2.0 - point[1]];
        assert_eq!(sheared.side(&image), line.side(&point));
    }
}

#[test]
fn best_fits() {
    // The corners of a square are moved off its plane, alternately by +h and −h. The plane of the square is still the
    // best fit.
    for height in [0.0, 1e-12, 0.25] {
        let points = [
            [1.0, 1.0, 5.0 + height],
            [-1.0, 1.0, 5.0 - height],
            [-1.0, -1.0, 5.0 + height],
            [1.0, -1.0, 5.0 - height],
        ];
        let fit = Plane::best_fit(&points).expect("a plane");
        assert_eq!(fit.plane.normal().map(f64::round), [0.0, 0.0, 1.0]);
        for answer in [fit.root_mean_square, fit.largest_distance, fit.spreads[0]] {
            assert!((answer - height).abs() <= 64.0 * UNIT, "{fit:?}");
        }
        assert!((fit.spreads[2] - 1.0).abs() <= 64.0 * UNIT);
        assert_eq!(fit.centroid, [0.0, 0.0, 5.0]);
    }
    // Points of the plane z = 2x − 3y are multiplied by 1, and by factors near both ends of the range of floats.
    let grid = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 2.0], [-2.0, 5.0]];
    for factor in [1.0, 1e-300, 1e300] {
        let points = grid.map(|[x, y]| [x * factor, y * factor, (2.0 * x - 3.0 * y) * factor]);
        let fit = Plane::best_fit(&points).expect("a plane");
        let expected = [-2.0, 3.0, 1.0].map(|c| c / 14.0_f64.sqrt());
        for (answer, expected) in fit.plane.normal().into_iter().zip(expected) {
            assert!((answer - expected).abs() <= 128.0 * UNIT, "{fit:?}");
        }
        assert!(
            fit.root_mean_square <= 128.0 * UNIT * 20.0 * factor,
            "{fit:?}"
        );
    }
    // In 2D, the best fit is the line with the least squared perpendicular distances from the points.
    let fit = Plane::best_fit(&[[0.0, 1.0], [0.0, -1.0], [4.0, 1.0], [4.0, -1.0]]).expect("a line");
    assert_eq!(
        (fit.plane.normal(), fit.root_mean_square),
        ([0.0, 1.0], 1.0)
    );
    let line = [
        [0.1, 0.2, 0.3],
        [0.2, 0.4, 0.6],
        [0.4, 0.8, 1.2],
        [0.0, 0.0, 0.0],
    ];
    assert_eq!(Plane::best_fit(&line), Err(FitError::Dependent));
    assert_eq!(Plane::best_fit(&[[1.0, 1.0]; 5]), Err(FitError::Dependent));
    assert_eq!(
        Plane::best_fit(&[[1.0, 1.0, 1.0]; 2]),
        Err(FitError::TooFew {
            count: 2,
            needed: 3
        })
    );
    let error = Plane::best_fit(&[[0.0; 3], [0.0, f64::NAN, 0.0], [1.0; 3]]).expect_err("NaN");
    assert_eq!(
        error.to_string(),
        "coordinate y of point 1 is NaN, not a finite number"
    );
}

#[test]
fn what_is_no_line_is_refused() {
    assert_eq!(
        Line::new([0.0; 3], [0.0, -0.0, 0.0]),
        Err(LineError::ZeroDirection)
    );
    assert_eq!(Line::through([[1.0; 2]; 2]), Err(LineError::ZeroDirection));
    let far = Line::through([[f64::MAX, 0.0], [f64::MIN, 0.0]]);
    assert_eq!(far, Err(LineError::DirectionOverflow));
    let error = Line::new([0.0, f64::INFINITY], [1.0, 0.0]).expect_err("infinite");
    assert_eq!(error.to_string(), "origin y is inf, not a finite number");
    assert!(Line::new([0.0; 3], [0.0, 0.0, 5e-324]).is_ok());
}

#[test]
fn many_points_at_once_are_as_one_by_one() {
    let plane = Plane::new([0.1, -0.7, 1e-3], 0.3).expect("a plane");
    let points: Vec<[f64; 3]> = (0..100)
        .map(|index| [0.1 * f64::from(index), 0.3, f64::from(index * index)])
        .collect();
    let mut sides = vec![Side::On; 100];
    let (mut values, mut distances) = (vec![0.0; 100], vec![0.0; 100]);
    plane.sides(&points, &mut sides);
    plane.values(&points, &mut values);
    plane.signed_distances(&points, &mut distances);
    let (mut feet, mut images) = (points.clone(), points.clone());
    plane.project_all(&mut feet);
    plane.mirror_all(&mut images);
    for (index, point) in points.iter().enumerate() {
        assert_eq!(sides[index], plane.side(point));
        assert_eq!(values[index], plane.value(point));
        assert_eq!(distances[index], plane.signed_distance(point));
        assert_eq!(feet[index], plane.project(point));
        assert_eq!(images[index], plane.mirror(point));
    }
}
