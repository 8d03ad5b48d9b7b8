//! Compares frustums with the definition of projection matrices, in rationals. Let (x, y, z, w) be the product of a
//! matrix and a point. The point is in the frustum if −w ≤ x ≤ w, and if y and z satisfy similar inequalities.

use dashu_ratio::RBig;
use transect::{Camera, ClipSpace, Frustum, FrustumError, FrustumSide, Overlap};

use crate::region::integers::Random;
use crate::region::sphere::ball;
use crate::run::cases;

type Matrix = [[f64; 4]; 4];

fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("finite")
}

/// Returns M·(x, y, z, 1), exactly.
fn clip(matrix: &Matrix, point: &[f64; 3]) -> [RBig; 4] {
    matrix.map(|row| {
        let moved = rational(row[3]);
        (0..3).fold(moved, |sum, axis| {
            sum + rational(row[axis]) * rational(point[axis])
        })
    })
}

fn is_seen(matrix: &Matrix, space: ClipSpace, infinite: bool, point: &[f64; 3]) -> bool {
    let [x, y, z, w] = clip(matrix, point);
    let within = |value: &RBig| *value >= -w.clone() && *value <= w;
    let (near, far) = match space {
        ClipSpace::MinusOneToOne => (z >= -w.clone(), z <= w),
        ClipSpace::ZeroToOne => (z >= RBig::ZERO, z <= w),
        ClipSpace::ReversedZ => (z <= w, z >= RBig::ZERO),
    };
    within(&x) && within(&y) && near && (far || infinite)
}

const SPACES: [ClipSpace; 3] = [
    ClipSpace::MinusOneToOne,
    ClipSpace::ZeroToOne,
    ClipSpace::ReversedZ,
];

fn transposed(matrix: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| matrix[column][row]))
}

#[test]
fn a_point_is_inside_exactly_if_the_clip_inequalities_hold() {
    let mut random = Random(41);
    let mut counts = [0; 3];
    for case in 0..cases(40_000) {
        let size = [1, 3, 50][random.below(3) as usize];
        let scale = [1.0, 0.125, 1e10_f64.trunc()][random.below(3) as usize];
        let mut integer = |size| random.integer(size) as f64;
        let matrix: Matrix = [(); 4].map(|()| [(); 4].map(|()| integer(size) * scale));
        let points: [[f64; 3]; 6] = [(); 6].map(|()| [(); 3].map(|()| integer(8) * 0.25));
        let space = SPACES[random.below(3) as usize];
        let infinite = random.below(4) == 0;
        let frustum = match (infinite, case % 2) {
            (false, 0) => Frustum::from_row_major(&matrix, space),
            (false, _) => Frustum::from_column_major(&transposed(&matrix), space),
            (true, 0) => Frustum::from_row_major_with_infinite_far(&matrix, space),
            (true, _) => Frustum::from_column_major_with_infinite_far(&transposed(&matrix), space),
        };
        for point in &points {
            let seen = is_seen(&matrix, space, infinite, point);
            match &frustum {
                Ok(frustum) => {
                    assert_eq!(
                        frustum.region().contains(point),
                        seen,
                        "{matrix:?} {space:?} {point:?}"
                    );
                    counts[usize::from(seen)] += 1;
                }
                Err(FrustumError::Empty { .. }) => {
                    assert!(!seen, "{matrix:?} {space:?} {point:?}");
                    counts[2] += 1;
                }
                Err(error) => panic!("{error}: {matrix:?}"),
            }
        }
    }
    assert!(counts.iter().all(|&count| count > cases(300)), "{counts:?}");
}

/// The projection matrices of several libraries for the same camera must give the same frustum. Each matrix is in the
/// memory order of its library. The camera has a vertical field of view of 90°, aspect 2, near 1 and far 4. Most
/// numbers of the matrices are exact; 4/3, 5/3 and similar ones are rounded.
#[test]
fn matrices_of_the_libraries_show_the_same() {
    let (near, far) = (1.0, 4.0);
    // The matrix of `glm::perspectiveRH_NO` and of three.js. The camera looks along −z. Each inner array is a column.
    let opengl = [
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, -(far + near) / (far - near), -1.0],
        [0.0, 0.0, -2.0 * far * near / (far - near), 0.0],
    ];
    // The matrix of `glm::perspectiveRH_ZO`. It has the depth range of Vulkan, but its y axis points up, not down as in
    // Vulkan. Each inner array is a column.
    let vulkan = [
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, far / (near - far), -1.0],
        [0.0, 0.0, -(far * near) / (far - near), 0.0],
    ];
    // The matrix of `XMMatrixPerspectiveFovLH`. The camera looks along +z. Each inner array is a row. DirectXMath
    // writes a point as a row vector, to the left of the matrix. So these rows are the columns in the other libraries.
    let direct3d = [
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, far / (far - near), 1.0],
        [0.0, 0.0, -far * near / (far - near), 0.0],
    ];
    // The matrix of `glam::Mat4::perspective_infinite_reverse_rh`. Each inner array is a column.
    let reversed = [
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, -1.0],
        [0.0, 0.0, near, 0.0],
    ];
    let finite = [
        (
            Frustum::from_column_major(&opengl, ClipSpace::MinusOneToOne),
            -1.0,
        ),
        (
            Frustum::from_column_major(&vulkan, ClipSpace::ZeroToOne),
            -1.0,
        ),
        (
            Frustum::from_column_major(&direct3d, ClipSpace::ZeroToOne),
            1.0,
        ),
    ];
    for (frustum, forward) in finite {
        let frustum = frustum.expect("a frustum");
        let corners = frustum.corners().expect("six planes");
        let expected = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        for (place, corner) in corners.iter().enumerate() {
            let depth = if place < 4 { near } else { far };
            let [x, y] = expected[place % 4];
            let exact = [2.0 * x * depth, y * depth, forward * depth];
            for (found, exact) in corner.iter().zip(exact) {
                // The allowed error covers three kinds of rounding: of the rows of the matrix, of differences between
                // numbers near 5/3 and 8/3, and of the quotient that gives a coordinate.
                assert!(
                    (found - exact).abs() <= exact.abs() * 16.0 * f64::EPSILON,
                    "{corners:?}"
                );
            }
        }
        let at = |x: f64, y: f64, depth: f64| [x, y, forward * depth];
        let contains = |point| frustum.region().contains(&point);
        assert!(contains(at(4.0, 2.0, 2.0)) && contains(at(-4.0, -2.0, 2.0)));
        assert!(!contains(at(4.0_f64.next_up(), 2.0, 2.0)));
        assert!(!contains(at(0.0, 2.0_f64.next_up(), 2.0)));
        assert!(!contains(at(0.0, 0.0, -2.0)) && !contains(at(0.0, 0.0, 0.5)));
        assert!(!contains(at(0.0, 0.0, 4.5)) && contains(at(0.0, 0.0, 3.5)));
    }
    let infinite = Frustum::from_column_major(&reversed, ClipSpace::ReversedZ).expect("a frustum");
    // The matrix gives the coefficients (0, 0, 0, near) for the far plane: a positive number at all points, so there is
    // no far plane.
    let sides: Vec<FrustumSide> = infinite.sides().to_vec();
    use FrustumSide::{Bottom, Left, Near, Right, Top};
    assert_eq!(sides, [Left, Right, Bottom, Top, Near]);
    assert_eq!(infinite.corners(), None);
    assert!(infinite.region().contains(&[0.0, 0.0, -1e300]));
    assert!(infinite.region().contains(&[0.0, 0.0, -1.0]));
    assert!(
        !infinite
            .region()
            .contains(&[0.0, 0.0, (-1.0_f64).next_up()])
    );
    assert!(!infinite.region().is_bounded());
    assert_eq!(infinite.region().boundary().vertices.len(), 4);
    let named = Frustum::from_column_major_with_infinite_far(&reversed, ClipSpace::ReversedZ);
    assert_eq!(named, Ok(infinite));
}

#[test]
fn a_row_without_a_normal_bounds_nothing_or_leaves_nothing() {
    let mut matrix = [[0.0; 4]; 4];
    matrix[3][3] = 1.0;
    let everything = Frustum::from_row_major(&matrix, ClipSpace::MinusOneToOne).expect("w = 1");
    assert!(everything.planes().is_empty());
    matrix[0][3] = 2.0;
    assert_eq!(
        Frustum::from_row_major(&matrix, ClipSpace::ZeroToOne),
        Err(FrustumError::Empty {
            side: FrustumSide::Right,
            offset: -1.0
        })
    );
    matrix[0] = [f64::MAX, 0.0, 0.0, 0.0];
    matrix[3] = [f64::MAX, 0.0, 0.0, 0.0];
    assert_eq!(
        Frustum::from_row_major(&matrix, ClipSpace::ZeroToOne),
        Err(FrustumError::Overflow {
            side: FrustumSide::Left
        })
    );
    matrix[2][1] = f64::NAN;
    let error = Frustum::from_row_major(&matrix, ClipSpace::ZeroToOne).expect_err("not a number");
    assert_eq!(
        error.to_string(),
        "row 2, column 1 of the matrix is NaN, not a finite number"
    );
}

/// Compares the frustum of a rectangle on the screen with its defining inequalities, in rationals. For a rectangle from
/// x₀ to x₁, these are x₀·w ≤ x ≤ x₁·w, and similar inequalities for y and z.
#[test]
fn a_rectangle_of_the_screen_is_what_its_inequalities_say() {
    let mut random = Random(42);
    let mut counts = [0; 2];
    for _ in 0..cases(20_000) {
        let mut integer = |size| random.integer(size) as f64;
        let matrix: Matrix = [(); 4].map(|()| [(); 4].map(|()| integer(9)));
        let ends: [[f64; 2]; 2] = [(); 2].map(|()| {
            let (a, b) = (integer(8) / 8.0, integer(8) / 8.0);
            [a.min(b), a.max(b)]
        });
        let points: [[f64; 3]; 6] = [(); 6].map(|()| [(); 3].map(|()| integer(4)));
        let Ok(frustum) = Frustum::from_row_major(&matrix, ClipSpace::MinusOneToOne) else {
            continue;
        };
        let [[left, right], [bottom, top]] = ends;
        let part = match frustum.screen_rectangle([left, bottom], [right, top]) {
            Ok(part) => part,
            Err(FrustumError::Empty { .. } | FrustumError::NoPlane { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        for point in &points {
            let [x, y, z, w] = clip(&matrix, point);
            let within = |value: &RBig, [low, high]: [f64; 2]| {
                *value >= rational(low) * &w && *value <= rational(high) * &w
            };
            let depth = z >= -w.clone() && z <= w;
            let seen = within(&x, ends[0]) && within(&y, ends[1]) && depth;
            assert_eq!(
                part.region().contains(point),
                seen,
                "{matrix:?} {ends:?} {point:?}"
            );
            counts[usize::from(seen)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > cases(500)), "{counts:?}");
}

#[test]
fn a_rectangle_says_what_is_wrong_with_it() {
    let camera = Camera::looking([0.0; 3], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let frustum = camera.frustum().expect("a frustum");
    let error = |min, max| {
        frustum
            .screen_rectangle(min, max)
            .expect_err("wrong")
            .to_string()
    };
    assert_eq!(
        error([0.5, 0.0], [0.25, 1.0]),
        "max x is 0.25; it must not be less than the minimum"
    );
    assert_eq!(
        error([0.0, f64::NAN], [0.25, 1.0]),
        "min y is NaN; a rectangle needs finite numbers"
    );
}

/// Checks the corners of the frustum of a camera that looks along (3, 4, 0). The tangent of 45° and the unit vectors
/// each have errors of a few units in the last place.
#[test]
fn a_camera_sees_its_corners() {
    let camera = Camera::looking([10.0, 20.0, 30.0], [3.0, 4.0, 0.0], [0.0, 0.0, 7.0])
        .with_vertical_field_of_view(std::f64::consts::FRAC_PI_2)
        .with_aspect(2.0)
        .with_near(5.0)
        .with_far(Some(50.0));
    let frustum = camera.frustum().expect("a frustum");
    let corners = frustum.corners().expect("six planes");
    for (place, corner) in corners.iter().enumerate() {
        let depth = if place < 4 { 5.0 } else { 50.0 };
        let [x, y] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][place % 4];
        let (right, up) = (2.0 * x * depth, y * depth);
        // The expected directions are forward (0.6, 0.8, 0), right (0.8, −0.6, 0) and up (0, 0, 1).
        let expected = [
            10.0 + 0.6 * depth + 0.8 * right,
            20.0 + 0.8 * depth - 0.6 * right,
            30.0 + up,
        ];
        for (found, expected) in corner.iter().zip(expected) {
            // The sums for a corner's coordinates contain numbers up to 150 and have about thirty roundings, which
            // gives the allowed error.
            assert!(
                (found - expected).abs() <= 150.0 * 32.0 * f64::EPSILON,
                "{corners:?}"
            );
        }
    }
    assert_eq!(
        frustum.region().overlap_sphere(&ball(camera.position, 1.0)),
        Overlap::Outside
    );
    assert_eq!(
        frustum
            .region()
            .overlap_sphere(&ball([16.0, 28.0, 30.0], 0.5)),
        Overlap::Inside
    );
    let boundary = frustum.region().boundary();
    assert_eq!((boundary.vertices.len(), boundary.faces.len()), (8, 6));
}

#[test]
fn a_camera_says_what_is_wrong_with_it() {
    let upwards = |up| Camera::looking([0.0; 3], [0.0, 0.0, -1.0], up);
    let good = upwards([0.0, 1.0, 0.0]);
    let error = |camera: Camera| camera.frustum().expect_err("wrong").to_string();
    let parallel = upwards([0.0, 0.0, 1e-300]);
    assert_eq!(
        error(parallel),
        "the camera's forward and up directions are parallel, or one is zero"
    );
    let nearly = upwards([0.0, 1e-300, 1e300]);
    assert!(nearly.frustum().is_ok());
    let wide = good.with_vertical_field_of_view(3.2);
    assert_eq!(
        error(wide),
        "the vertical field of view is 3.2; it must be above 0 and below π"
    );
    let inverted = good.with_near(2.0).with_far(Some(1.0));
    assert_eq!(
        error(inverted),
        "the far distance is 1; it must be finite and above the near distance; `None` is a view to infinity"
    );
    let nowhere = Camera::looking([0.0, f64::NAN, 0.0], good.forward, good.up);
    assert_eq!(
        error(nowhere),
        "the position is NaN; a camera needs finite numbers"
    );
}
