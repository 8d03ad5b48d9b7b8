//! Planes fitted to points with outliers (RANSAC). Outliers are points that do not belong to the plane.

mod search;

use alloc::vec::Vec;

use transect_exact::vector::length;
use transect_exact::{Side, SplitMix64};

use crate::coordinates::Coordinates;
use crate::fit::{FitError, Local, check, upward};
use crate::plane::Plane;
use crate::robust_fit::search::{Cloud, Model};
use crate::sphere::Sphere;

/// The options of a robust fit: the distance threshold for inliers, and the limits of the search.
///
/// ```
/// use transect::Ransac;
/// let options = Ransac::new(0.01).with_confidence(0.9999).with_seed(7);
/// assert_eq!((options.threshold, options.max_iterations), (0.01, 10_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ransac {
    /// The largest distance of an inlier from the plane. Two to three times the standard deviation of the noise is a
    /// good choice.
    pub threshold: f64,
    /// The probability, 0.999 by default, that at least one random sample consists only of inliers. The number of
    /// iterations follows from this probability and from the share of inliers found so far.
    pub confidence: f64,
    /// The largest number of iterations, 10 000 by default.
    pub max_iterations: usize,
    /// The least number of inliers of a plane, 4 by default. Any three points lie on a plane, so three inliers prove
    /// nothing.
    pub min_inliers: usize,
    /// The seed of the random samples, 0 by default. The same points, options and seed give the same bits on every
    /// platform.
    pub seed: u64,
}

impl Ransac {
    /// Returns the default options with this distance threshold.
    #[must_use]
    pub const fn new(threshold: f64) -> Self {
        Self {
            threshold,
            confidence: 0.999,
            max_iterations: 10_000,
            min_inliers: 4,
            seed: 0,
        }
    }

    /// Returns the options with another confidence.
    #[must_use]
    pub const fn with_confidence(self, confidence: f64) -> Self {
        Self { confidence, ..self }
    }

    /// Returns the options with another limit for the number of iterations.
    #[must_use]
    pub const fn with_max_iterations(self, max_iterations: usize) -> Self {
        Self {
            max_iterations,
            ..self
        }
    }

    /// Returns the options with another least number of inliers.
    #[must_use]
    pub const fn with_min_inliers(self, min_inliers: usize) -> Self {
        Self {
            min_inliers,
            ..self
        }
    }

    /// Returns the options with another seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns an error unless the options are valid.
    fn check(&self) -> Result<(), FitError> {
        let value = self.threshold;
        if !(value > 0.0 && value.is_finite()) {
            return Err(FitError::Threshold { value });
        }
        let value = self.confidence;
        if !(value > 0.0 && value < 1.0) {
            return Err(FitError::Confidence { value });
        }
        Ok(())
    }
}

/// A plane fitted to its inliers: the points within a threshold of the plane.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RobustFit<const D: usize = 3> {
    /// The plane. Its normal has length one, and the coordinate of the normal with the largest absolute value is
    /// positive.
    pub plane: Plane<D>,
    /// The inlier mask: for each point, `true` if its distance from the plane is at most the threshold. The comparison
    /// is exact.
    pub inliers: Vec<bool>,
    /// The number of inliers.
    pub inlier_count: usize,
    /// The root of the mean squared distance of the inliers from the plane, rounded.
    pub root_mean_square: f64,
    /// The number of random samples that were tried.
    pub iterations: usize,
}

impl<const D: usize> Plane<D> {
    /// Returns a plane that fits many of the points within a threshold. The other points, the outliers, have no
    /// influence on the plane. In 2D, the plane is a line.
    ///
    /// The search (RANSAC) draws random samples of D points. The score of the plane through a sample is the sum of the
    /// squared distances of all points, where distances beyond the threshold count as the threshold (MSAC). A plane
    /// with a better score than all earlier planes is refined by repeated least squares on its inliers. The number of
    /// samples depends on the share of inliers. If there are more than about 16 000 points, only a random sample of
    /// 8 000 to 16 000 points is scored. The final least-squares fit uses all inliers. The random numbers are those of
    /// SplitMix64 with the seed of the options, so the result is the same on every platform.
    ///
    /// ```
    /// use transect::{Plane, Ransac};
    /// // A floor at z = 0, and two points of a table.
    /// let mut points: Vec<[f64; 3]> = (0..20).map(|i| [(i % 5).into(), (i / 5).into(), 0.0]).collect();
    /// points.extend([[1.0, 1.0, 0.75], [2.0, 1.0, 0.75]]);
    /// let fit = Plane::robust_fit(&points, &Ransac::new(0.01))?;
    /// assert_eq!((fit.plane.normal(), fit.inlier_count), ([0.0, 0.0, 1.0], 20));
    /// assert!(fit.inliers[..20].iter().all(|&inlier| inlier) && !fit.inliers[20]);
    /// // Least squares alone are misled by the table.
    /// assert!(Plane::best_fit(&points)?.largest_distance > 0.5);
    /// # Ok::<(), transect::FitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`FitError`] if the points or options are invalid, or if the plane has fewer inliers than the options
    /// require.
    ///
    /// Sources: M. A. Fischler, R. C. Bolles, "Random sample consensus", Communications of the ACM 24, 1981. P. H. S.
    /// Torr, A. Zisserman, "MLESAC", Computer Vision and Image Understanding 78, 2000, for the score. O. Chum, J.
    /// Matas, J. Kittler, "Locally optimized RANSAC", DAGM 2003, for the refinement.
    #[doc(alias = "ransac")]
    #[doc(alias = "segment_plane")]
    #[doc(alias = "SACSegmentation")]
    pub fn robust_fit(
        points: &[impl Coordinates<D>],
        options: &Ransac,
    ) -> Result<RobustFit<D>, FitError> {
        options.check()?;
        let fit = one_fit(
            &Coordinates::all(points),
            options,
            &mut SplitMix64::new(options.seed),
        )?;
        if fit.inlier_count < options.min_inliers {
            return Err(FitError::NoConsensus {
                inliers: fit.inlier_count,
                needed: options.min_inliers,
            });
        }
        Ok(fit)
    }

    /// Returns several planes, one after another: each is the robust fit of the points that are not inliers of an
    /// earlier plane. The list ends after `most` planes, or if the next plane would have fewer inliers than the options
    /// require. The list may be empty.
    ///
    /// A point is an inlier of at most one plane: the first plane in the list that is near enough.
    ///
    /// ```
    /// use transect::{Plane, Ransac};
    /// // Two walls of a room, and a lamp.
    /// let grid = (0..36).map(|i| [f64::from(i % 6), f64::from(i / 6)]);
    /// let mut points: Vec<[f64; 3]> = grid.clone().map(|[u, v]| [0.0, 1.0 + u, v]).collect();
    /// points.extend(grid.take(30).map(|[u, v]| [1.0 + u, 0.0, v]));
    /// points.push([3.0, 3.0, 2.0]);
    /// let walls = Plane::robust_fits(&points, &Ransac::new(0.01).with_min_inliers(10), 5)?;
    /// let counts: Vec<usize> = walls.iter().map(|wall| wall.inlier_count).collect();
    /// assert_eq!(counts, [36, 30]);
    /// assert_eq!(walls[1].plane.normal(), [0.0, 1.0, 0.0]);
    /// assert!(walls.iter().all(|wall| !wall.inliers[66]));
    /// # Ok::<(), transect::FitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`FitError`] if the points or options are invalid. If too few points remain, or if the remaining
    /// points are on one line, this is an error only if no plane has been found yet.
    pub fn robust_fits(
        points: &[impl Coordinates<D>],
        options: &Ransac,
        most: usize,
    ) -> Result<Vec<RobustFit<D>>, FitError> {
        options.check()?;
        let points = Coordinates::all(points);
        let mut random = SplitMix64::new(options.seed);
        let mut fits: Vec<RobustFit<D>> = Vec::new();
        let mut rest: Vec<usize> = (0..points.len()).collect();
        while fits.len() < most {
            let left: Vec<[f64; D]> = rest.iter().map(|&index| points[index]).collect();
            let mut fit = match one_fit(&left, options, &mut random) {
                Ok(fit) if fit.inlier_count >= options.min_inliers.max(1) => fit,
                Err(error) if fits.is_empty() => return Err(error),
                _ => break,
            };
            let mut inliers = alloc::vec![false; points.len()];
            for (&index, &is_inlier) in rest.iter().zip(&fit.inliers) {
                inliers[index] = is_inlier;
            }
            rest.retain(|&index| !inliers[index]);
            fit.inliers = inliers;
            fits.push(fit);
        }
        Ok(fits)
    }
}

/// Returns the robust fit of points, even if it has fewer inliers than the options require.
fn one_fit<const D: usize>(
    points: &[[f64; D]],
    options: &Ransac,
    random: &mut SplitMix64,
) -> Result<RobustFit<D>, FitError> {
    let basis = check(points)?;
    let first = Plane::best_fit(&basis)?.plane.normal();
    let local = Local::of(points);
    let first = Model::new(first, &local.coordinates(&basis[0]));
    let cloud = Cloud::new(points, &local, options.threshold);
    let (model, iterations) =
        cloud.search(first, options.confidence, options.max_iterations, random);
    let point = local.point(&model.point());
    let plane = Plane::from_point_and_normal(point, upward(model.normal))?;
    let inliers = inlier_mask(points, &plane, options.threshold);
    let (mut inlier_count, mut sum) = (0, 0.0);
    for (square, &is_inlier) in cloud.squares(&model).zip(&inliers) {
        if is_inlier {
            sum += square;
            inlier_count += 1;
        }
    }
    let mean = sum / f64::max(1.0, inlier_count as f64);
    Ok(RobustFit {
        plane,
        inliers,
        inlier_count,
        root_mean_square: local.length(libm::sqrt(mean)),
        iterations,
    })
}

/// Returns, for each point, `true` if its distance from a plane is at most the threshold. This test is exact: the plane
/// must meet the sphere around the point whose radius is the threshold.
fn inlier_mask<const D: usize>(points: &[[f64; D]], plane: &Plane<D>, threshold: f64) -> Vec<bool> {
    // The value n·p + d of an inlier is at most |n|·threshold in magnitude. With u = 2⁻⁵³, the computed |n| and the
    // product have relative errors below 4u together. Near the limit, the exact side of the sphere around the point
    // decides.
    let limit = threshold * length(&plane.normal());
    let (least, greatest) = (limit * (1.0 - 1e-14), limit * (1.0 + 1e-14));
    let is_ordinary = (1e-280..1e300).contains(&limit);
    let is_inlier = |point: &[f64; D]| {
        let [low, high] = plane.form().enclosure(point);
        if is_ordinary && -least <= low && high <= least {
            true
        } else if is_ordinary && (low > greatest || high < -greatest) {
            false
        } else {
            Sphere::new(*point, threshold).is_ok_and(|ball| plane.side(&ball) == Side::On)
        }
    };
    points.iter().map(is_inlier).collect()
}
