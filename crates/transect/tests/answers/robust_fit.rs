//! Tests of robust fits: random planes with noise and outliers, exact inlier masks, and degenerate input.

use transect::{FitError, Plane, Ransac, RobustFit, Side, Sphere};

use crate::random::Random;

/// Returns a normally distributed number with the standard deviation 1.
fn noise(random: &mut Random) -> f64 {
    // The sum of twelve uniform numbers is nearly normal.
    (0..12).map(|_| 0.5 * random.unit()).sum()
}

/// Returns the unit normal of a random plane, and points near this plane. The plane passes through the point whose
/// coordinates all equal `origin`. Points whose index is a multiple of three are outliers.
fn scan<const D: usize>(
    random: &mut Random,
    count: usize,
    origin: f64,
    size: f64,
) -> ([f64; D], Vec<[f64; D]>) {
    let mut normal = [0.0; D].map(|_: f64| random.unit());
    let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
    normal = normal.map(|c| c / length);
    let points = (0..count).map(|index| {
        let free = [0.0; D].map(|_: f64| random.unit());
        let height: f64 = (0..D).map(|axis| free[axis] * normal[axis]).sum();
        let wanted = match index % 3 {
            0 => height + 0.4,
            _ => 0.002 * noise(random),
        };
        core::array::from_fn(|axis| origin + size * (free[axis] + (wanted - height) * normal[axis]))
    });
    (normal, points.collect())
}

/// Checks that the inlier mask of a fit is exact, that the number of inliers agrees with the mask, and that the root of
/// the mean squared distance is at most the threshold.
fn agrees<const D: usize>(fit: &RobustFit<D>, points: &[[f64; D]], threshold: f64)
where
    Sphere<D>: transect::Shape<D>,
{
    for (point, &is_inlier) in points.iter().zip(&fit.inliers) {
        let ball = Sphere::new(*point, threshold).expect("a ball");
        assert_eq!(
            is_inlier,
            fit.plane.side(&ball) == Side::On,
            "{point:?} {fit:?}"
        );
    }
    let count = fit.inliers.iter().filter(|&&is_inlier| is_inlier).count();
    assert_eq!((count, fit.inliers.len()), (fit.inlier_count, points.len()));
    assert!(fit.root_mean_square <= threshold, "{fit:?}");
}

fn recovers<const D: usize>()
where
    Sphere<D>: transect::Shape<D>,
{
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let (origin, size) = random.pick(&[
            (0.0, 1.0),
            (1e6, 1.0),
            (0.0, 1e-290),
            (0.0, 1e290),
            (-7e3, 20.0),
        ]);
        let (normal, points) = scan::<D>(&mut random, 600, origin, size);
        let threshold = 0.006 * size;
        let options = Ransac::new(threshold).with_seed(seed);
        let fit = Plane::robust_fit(&points, &options).expect("a plane");
        agrees(&fit, &points, threshold);
        let one_minus_cosine: f64 = 1.0
            - (0..D)
                .map(|axis| normal[axis] * fit.plane.normal()[axis])
                .sum::<f64>()
                .abs();
        // The noise has the standard deviation 0.002, and the points are about 0.5 away from their middle. So the mean
        // noise of 400 inliers turns the plane by about 0.002/√400/0.5 = 2e-4 radians. The allowed number 2e-6 is
        // 1 − cos of ten times this angle.
        assert!(
            one_minus_cosine < 2e-6,
            "seed {seed}: {one_minus_cosine} {:?} {normal:?}",
            fit.plane
        );
        assert!(fit.plane.signed_distance(&[origin; D]).abs() < 0.001 * size);
        assert!(
            fit.inlier_count >= 390 && fit.inlier_count <= 420,
            "{}",
            fit.inlier_count
        );
        assert!(
            (0.7..1.3).contains(&(fit.root_mean_square / (0.002 * size))),
            "{}",
            fit.root_mean_square
        );
        assert!(fit.iterations < 100, "{}", fit.iterations);
        assert_eq!(Plane::robust_fit(&points, &options), Ok(fit));
    }
}

#[test]
fn lines_are_recovered() {
    recovers::<2>();
}

#[test]
fn planes_are_recovered() {
    recovers::<3>();
}

/// Tests more points than the search compares with each candidate plane. The final plane still depends on all inliers.
#[test]
fn many_points_are_refined_together() {
    let (normal, points) = scan::<3>(&mut Random::new(5), 60_000, 3.0, 1.0);
    let fit = Plane::robust_fit(&points, &Ransac::new(0.006)).expect("a plane");
    agrees(&fit, &points, 0.006);
    let truth = Plane::from_point_and_normal([3.0; 3], normal).expect("a plane");
    let angle = truth.angle(&fit.plane);
    assert!(angle.min(core::f64::consts::PI - angle) < 1e-4, "{angle}");
    let members = points
        .iter()
        .zip(&fit.inliers)
        .filter_map(|(p, &is_in)| is_in.then_some(*p));
    let members: Vec<[f64; 3]> = members.collect();
    let again = Plane::best_fit(&members).expect("a plane");
    assert!(again.plane.angle(&fit.plane) < 1e-5);
    assert!((again.root_mean_square - fit.root_mean_square).abs() < 1e-6);
}

/// Tests inliers near a line. Only their small distances from the line determine the plane.
#[test]
fn slender_sets_are_fitted_accurately() {
    let mut points: Vec<[f64; 3]> = (0..500)
        .map(|index| [f64::from(index), 1e-5 * f64::from(index % 7), 0.0])
        .collect();
    points.extend((0..100).map(|index| [f64::from(index), 3.0, f64::from(index % 11) + 1.0]));
    let fit = Plane::robust_fit(&points, &Ransac::new(1e-9)).expect("a plane");
    assert_eq!(fit.inlier_count, 500);
    assert!(fit.plane.normal()[2] > 1.0 - 1e-15, "{:?}", fit.plane);
}

#[test]
fn several_planes_are_found_in_turn() {
    let mut random = Random::new(9);
    let mut points = Vec::new();
    for (axis, count) in [(2, 300), (0, 200), (1, 100)] {
        for _ in 0..count {
            let mut point = [0.0; 3].map(|_: f64| 2.0 + random.unit());
            point[axis] = 0.0;
            points.push(point);
        }
    }
    let options = Ransac::new(1e-6).with_min_inliers(50);
    let fits = Plane::robust_fits(&points, &options, 10).expect("planes");
    let counts: Vec<usize> = fits.iter().map(|fit| fit.inlier_count).collect();
    assert_eq!(counts, [300, 200, 100]);
    for (fit, normal) in fits
        .iter()
        .zip([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    {
        assert_eq!(fit.plane.normal(), normal);
        assert_eq!(fit.inliers.len(), points.len());
    }
    for index in 0..points.len() {
        assert_eq!(fits.iter().filter(|fit| fit.inliers[index]).count(), 1);
    }
    assert_eq!(
        Plane::robust_fits(&points, &options, 2).map(|fits| fits.len()),
        Ok(2)
    );
    assert_eq!(Plane::robust_fits(&points, &options, 0), Ok(Vec::new()));
    let demanding = options.with_min_inliers(301);
    assert_eq!(Plane::robust_fits(&points, &demanding, 10), Ok(Vec::new()));
    let error = Plane::robust_fit(&points, &demanding).expect_err("too few inliers");
    assert_eq!(
        error,
        FitError::NoConsensus {
            inliers: 300,
            needed: 301
        }
    );
    assert_eq!(
        error.to_string(),
        "the best plane has 300 inliers; at least 301 are needed"
    );
}

#[test]
fn degenerate_points_are_errors_or_fitted() {
    let options = Ransac::new(0.1).with_min_inliers(0);
    let fit = |points: &[[f64; 3]]| Plane::robust_fit(points, &options);
    assert_eq!(
        fit(&[]),
        Err(FitError::TooFew {
            count: 0,
            needed: 3
        })
    );
    assert_eq!(fit(&[[1.0; 3]; 9]), Err(FitError::Dependent));
    let line: Vec<[f64; 3]> = (0..9).map(|i| [f64::from(i); 3]).collect();
    assert_eq!(fit(&line), Err(FitError::Dependent));
    assert_eq!(
        Plane::robust_fits(&line, &options, 3),
        Err(FitError::Dependent)
    );
    let bad = [[0.0; 3], [0.0, f64::NAN, 0.0], [1.0; 3]];
    assert_eq!(
        fit(&bad).expect_err("NaN").to_string(),
        "coordinate y of point 1 is NaN, not a finite number"
    );
    // Nearly all of these points are equal. So nearly all random triples of them do not determine a plane.
    let mut equal = vec![[1.0; 3]; 1000];
    equal.extend([[2.0, 1.0, 1.0], [1.0, 3.0, 1.0]]);
    let found = fit(&equal).expect("a plane");
    assert_eq!(
        (found.plane.normal(), found.inlier_count),
        ([0.0, 0.0, 1.0], 1002)
    );
    let three = fit(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).expect("a plane");
    assert_eq!(three.inlier_count, 3);
    let points = [[0.0, 0.0], [1.0, 1.0], [5.0, 5.0], [0.0, 3.0]];
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = Plane::robust_fit(&points, &Ransac::new(value)).expect_err("the threshold");
        assert_eq!(
            error.to_string(),
            format!("the threshold is {value}, not a positive finite number")
        );
    }
    for value in [0.0, 1.0, f64::NAN] {
        let options = Ransac::new(0.1).with_confidence(value);
        assert!(matches!(
            Plane::robust_fit(&points, &options),
            Err(FitError::Confidence { .. })
        ));
    }
}

/// Thresholds and coordinates at the ends of the range of floats must not cause a panic or an inexact inlier mask.
#[test]
fn extreme_numbers_do_not_panic() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        for size in [f64::MAX, 1e200, 1.0, 1e-200, 1e-320] {
            let points: Vec<[f64; 3]> = (0..30)
                .map(|_| [0.0; 3].map(|_: f64| size * random.unit()))
                .collect();
            for threshold in [f64::MAX, 1.0, 1e-30, 5e-324, size] {
                let options = Ransac::new(threshold)
                    .with_min_inliers(0)
                    .with_max_iterations(20);
                if let Ok(fit) = Plane::robust_fit(&points, &options) {
                    for (point, &is_inlier) in points.iter().zip(&fit.inliers) {
                        let ball = Sphere::new(*point, threshold).expect("a ball");
                        assert_eq!(is_inlier, fit.plane.side(&ball) == Side::On);
                    }
                }
            }
        }
    }
}

/// The result is the same on every platform, so the test compares it with recorded bits.
#[test]
fn results_are_the_same_bits_everywhere() {
    let (_, points) = scan::<3>(&mut Random::new(1), 100, 0.25, 1.0);
    let fit = Plane::robust_fit(&points, &Ransac::new(0.006).with_seed(3)).expect("a plane");
    let bits = fit.plane.normal().map(f64::to_bits);
    assert_eq!(
        bits,
        [
            4593613897484556345,
            4601941598360580781,
            4606098605646797044
        ]
    );
    assert_eq!(fit.plane.offset().to_bits(), 13823622664659362996);
    assert_eq!(fit.iterations, 21);
}
