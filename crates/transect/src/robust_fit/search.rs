//! The search for the plane with the best score: random samples, refined by least squares on their inliers.

use alloc::vec::Vec;

use transect_exact::SplitMix64;
use transect_exact::arrays::array;
use transect_exact::vector::{cross, dot, length, near_one, scale, sub};

use crate::fit::{Local, Triangle, principal_axes};

/// The number of points in a block. Their distances are computed together.
const LANES: usize = 8;

/// The number of blocks of [`LANES`] points that are processed at a time. After each such group of blocks, the search
/// drops a plane whose score is already too high.
const CHUNK: usize = 128;

/// The largest number of points that are scored. If there are more points, a random sample of more than half this
/// number is scored.
const SCORED: usize = 1 << 14;

/// A plane in local coordinates: the points with normal·p + offset = 0. The normal has length one.
#[derive(Clone, Copy)]
pub(super) struct Model<const D: usize> {
    pub(super) normal: [f64; D],
    offset: f64,
}

impl<const D: usize> Model<D> {
    pub(super) fn new(normal: [f64; D], point: &[f64; D]) -> Self {
        Self {
            normal,
            offset: -dot(&normal, point),
        }
    }

    /// Returns the plane through D points, or `None` if the normal computed in floats is zero.
    fn through(points: &[[f64; D]; D]) -> Option<Self> {
        let edge = |to: usize| sub(&points[to], &points[0]);
        let normal: [f64; D] = if D == 2 {
            let [x, y] = [edge(1)[0], edge(1)[1]];
            array(|axis| [-y, x][axis])
        } else {
            let space = |to: usize| array(|axis| edge(to)[axis]);
            let normal = cross(&space(1), &space(D - 1));
            array(|axis| normal[axis])
        };
        let (normal, _) = near_one(&normal);
        let size = length(&normal);
        (size > 0.0).then(|| Self::new(scale(&normal, 1.0 / size), &points[0]))
    }

    /// Returns the point of the plane that is nearest to the local origin.
    pub(super) fn point(&self) -> [f64; D] {
        scale(&self.normal, -self.offset)
    }

    /// Returns the squared distances of a block's points from the plane. Padding in the last block gives NaN.
    #[inline]
    fn squares(&self, block: &[[f64; LANES]; D]) -> [f64; LANES] {
        let mut squares = [0.0; LANES];
        for (lane, square) in squares.iter_mut().enumerate() {
            let mut distance = self.offset;
            for (coefficient, column) in self.normal.iter().zip(block) {
                distance += coefficient * column[lane];
            }
            *square = distance * distance;
        }
        squares
    }
}

/// Points in local coordinates, and the threshold for the distance of inliers.
pub(super) struct Cloud<const D: usize> {
    /// Blocks of points, one array per axis. The last block is padded with NaN.
    blocks: Vec<[[f64; LANES]; D]>,
    count: usize,
    /// The square of the threshold.
    limit: f64,
}

impl<const D: usize> Cloud<D> {
    pub(super) fn new(points: &[[f64; D]], local: &Local<D>, threshold: f64) -> Self {
        let threshold = local.local_length(threshold);
        let points = points.iter().map(|point| local.coordinates(point));
        Self::of_local(points, threshold * threshold)
    }

    fn of_local(points: impl Iterator<Item = [f64; D]>, limit: f64) -> Self {
        let (mut blocks, mut count) = (Vec::with_capacity(points.size_hint().0 / LANES + 1), 0);
        for point in points {
            if count % LANES == 0 {
                blocks.push([[f64::NAN; LANES]; D]);
            }
            if let Some(block) = blocks.last_mut() {
                for (column, coordinate) in block.iter_mut().zip(point) {
                    column[count % LANES] = coordinate;
                }
            }
            count += 1;
        }
        Self {
            blocks,
            count,
            limit,
        }
    }

    /// Returns the points to be scored, [`SCORED`] at most. The list of points is divided into groups of
    /// consecutive points, and one random point of each group is chosen.
    fn thinned(&self, random: &mut SplitMix64) -> Self {
        let group = self.count.div_ceil(SCORED).max(1);
        let groups = (0..self.count).step_by(group);
        let chosen = groups.map(|first| first + random.below(group.min(self.count - first)));
        Self::of_local(chosen.map(|index| self.point(index)), self.limit)
    }

    fn point(&self, index: usize) -> [f64; D] {
        let block = &self.blocks[index / LANES];
        array(|axis| block[axis][index % LANES])
    }

    /// Returns the squared distances of all points from a plane.
    pub(super) fn squares<'a>(&'a self, model: &'a Model<D>) -> impl Iterator<Item = f64> + 'a {
        let blocks = self.blocks.iter();
        blocks
            .flat_map(|block| model.squares(block))
            .take(self.count)
    }

    /// Returns, for each point, `true` if it is an inlier of a plane.
    fn inliers<'a>(&'a self, model: &'a Model<D>) -> impl Iterator<Item = bool> + 'a {
        self.squares(model).map(|square| square <= self.limit)
    }

    /// Returns the score of a plane: the sum of the squared distances of all points, where squares above the squared
    /// threshold count as the squared threshold. Returns `None` if the score is not less than `best`.
    fn score(&self, model: &Model<D>, best: f64) -> Option<f64> {
        let mut cost = 0.0;
        for chunk in self.blocks.chunks(CHUNK) {
            let mut sums = [0.0; LANES];
            for block in chunk {
                for (sum, square) in sums.iter_mut().zip(model.squares(block)) {
                    // The padding is NaN, so each padded place adds the squared threshold. This amount is the same for
                    // every plane.
                    *sum += if square < self.limit {
                        square
                    } else {
                        self.limit
                    };
                }
            }
            cost += sums.iter().sum::<f64>();
            if cost >= best {
                return None;
            }
        }
        Some(cost)
    }

    /// Calls `add` with each inlier of a plane, and with `None` after every [`CHUNK`] blocks.
    #[inline]
    fn each_inlier(&self, model: &Model<D>, mut add: impl FnMut(Option<[f64; D]>)) {
        for chunk in self.blocks.chunks(CHUNK) {
            for block in chunk {
                for (lane, square) in model.squares(block).into_iter().enumerate() {
                    if square <= self.limit {
                        add(Some(array(|axis| block[axis][lane])));
                    }
                }
            }
            add(None);
        }
    }

    /// Returns the inliers of a plane in a block, relative to a center. Other points of the block are replaced by zero.
    #[inline]
    fn inliers_of(
        &self,
        block: &[[f64; LANES]; D],
        model: &Model<D>,
        center: &[f64; D],
    ) -> [[f64; LANES]; D] {
        let squares = model.squares(block);
        core::array::from_fn(|axis| {
            array(|lane| {
                if squares[lane] <= self.limit {
                    block[axis][lane] - center[axis]
                } else {
                    0.0
                }
            })
        })
    }

    /// Returns the sums over the inliers of a plane.
    fn scatter(&self, model: &Model<D>) -> Scatter<D> {
        let (mut total, mut scatter) = (Scatter::default(), Scatter::default());
        self.each_inlier(model, |point| match point {
            Some(point) => scatter.add(&point),
            None => total.join(&core::mem::take(&mut scatter)),
        });
        total
    }

    /// Returns the plane that fits the inliers of `model` best: with the least sum of squared distances. Returns `None`
    /// if `model` has fewer than D inliers.
    fn least_squares(&self, model: &Model<D>) -> Option<Model<D>> {
        let scatter = self.scatter(model);
        (scatter.count >= D as f64).then(|| {
            let mean = scatter.mean();
            across(scatter.matrix(&mean), &mean)
        })
    }

    /// Returns the same plane as `least_squares`, but computed without products of coordinates. So it is accurate even
    /// if the inliers are near a line. Returns `None` if the new plane has a worse score than `cost`, for example
    /// because all inliers are on a line.
    fn accurate(&self, model: &Model<D>, cost: f64) -> Option<Model<D>> {
        let scatter = self.scatter(model);
        if scatter.count < D as f64 {
            return None;
        }
        let mean = scatter.mean();
        let mut triangle = Triangle::new();
        for block in &self.blocks {
            triangle.add(self.inliers_of(block, model, &mean));
        }
        let model = across(triangle.rows(), &mean);
        self.score(&model, cost * 1.000_001).map(|_| model)
    }

    /// Refines a plane by repeated least squares on its inliers, while each step improves the score by more than a
    /// thousandth. Returns the refined plane and its score.
    ///
    /// The loop ends: each score is less than the one before it, no score is below 0, and there is a finite number of
    /// floats.
    fn refined(&self, mut model: Model<D>, mut cost: f64) -> (Model<D>, f64) {
        while let Some(next) = self.least_squares(&model) {
            let Some(better) = self.score(&next, cost) else {
                break;
            };
            let is_done = better > 0.999 * cost;
            (model, cost) = (next, better);
            if is_done {
                break;
            }
        }
        (model, cost)
    }

    /// Searches for the plane with the best score, starting with the plane `first`. Random samples are tried until at
    /// least one of them has only inliers, with the probability `confidence`. Returns the plane and the number of
    /// samples.
    ///
    /// If there are many points, only some of them are scored. The last refinement uses all points.
    pub(super) fn search(
        &self,
        first: Model<D>,
        confidence: f64,
        max_iterations: usize,
        random: &mut SplitMix64,
    ) -> (Model<D>, usize) {
        let scored = self.thinned(random);
        let (mut best, mut cost) = (first, f64::INFINITY);
        let (mut iterations, mut needed) = (0, f64::INFINITY);
        let mut model = Some(first);
        loop {
            if let Some(model) = model
                && let Some(better) = scored.score(&model, cost)
            {
                (best, cost) = scored.refined(model, better);
                needed = scored.samples_needed(&best, confidence);
            }
            if iterations >= max_iterations || iterations as f64 >= needed {
                break;
            }
            iterations += 1;
            let sample = sample::<D>(random, self.count);
            model = Model::through(&sample.map(|index| self.point(index)));
        }
        let (best, cost) = self.refined(best, f64::INFINITY);
        (self.accurate(&best, cost).unwrap_or(best), iterations)
    }

    /// Returns the number of random samples that are needed so that, with the probability `confidence`, at least one
    /// sample has only inliers of a plane.
    fn samples_needed(&self, model: &Model<D>, confidence: f64) -> f64 {
        let inliers = self.inliers(model).filter(|&is_inlier| is_inlier).count();
        let share = inliers as f64 / self.count as f64;
        let all_inliers = (0..D).fold(1.0, |product, _| product * share);
        // If all points are inliers, the second logarithm is −∞ and the quotient 0. If no point is an inlier, the
        // quotient is infinite.
        libm::log1p(-confidence) / libm::log1p(-all_inliers)
    }
}

/// Sums over points: their number, their coordinates, and the products of two coordinates.
struct Scatter<const D: usize> {
    count: f64,
    sums: [f64; D],
    products: [[f64; D]; D],
}

impl<const D: usize> Default for Scatter<D> {
    fn default() -> Self {
        Self {
            count: 0.0,
            sums: [0.0; D],
            products: [[0.0; D]; D],
        }
    }
}

impl<const D: usize> Scatter<D> {
    #[inline]
    fn add(&mut self, point: &[f64; D]) {
        self.count += 1.0;
        for i in 0..D {
            self.sums[i] += point[i];
            for j in i..D {
                self.products[i][j] += point[i] * point[j];
            }
        }
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        for i in 0..D {
            self.sums[i] += other.sums[i];
            for j in i..D {
                self.products[i][j] += other.products[i][j];
            }
        }
    }

    fn mean(&self) -> [f64; D] {
        self.sums.map(|sum| sum / self.count)
    }

    /// Returns the covariance matrix.
    fn matrix(&self, mean: &[f64; D]) -> [[f64; D]; D] {
        core::array::from_fn(|i| {
            array(|j| self.products[i.min(j)][i.max(j)] / self.count - mean[i] * mean[j])
        })
    }
}

/// Returns the plane through a point whose normal is the direction that a matrix maps to the shortest vector.
fn across<const D: usize>(matrix: [[f64; D]; D], point: &[f64; D]) -> Model<D> {
    let axis = principal_axes(matrix)[0].0;
    Model::new(scale(&axis, 1.0 / length(&axis)), point)
}

/// Returns D different indices below `count`, which is at least D (R. Floyd's algorithm, Communications of the ACM 30,
/// 1987).
fn sample<const D: usize>(random: &mut SplitMix64, count: usize) -> [usize; D] {
    let mut sample = [usize::MAX; D];
    for place in 0..D {
        let last = count - D + place;
        let index = random.below(last + 1);
        sample[place] = if sample.contains(&index) { last } else { index };
    }
    sample
}
