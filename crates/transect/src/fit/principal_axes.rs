//! The principal axes of points: the directions in which they spread most and least.

use transect_exact::arrays::array;
use transect_exact::sorting::sort_by;
use transect_exact::vector::{scale, sub};

/// Returns the principal axes of a matrix (its right singular vectors), and the length of the vector to which the
/// matrix maps each axis, in ascending order of this length. Rotates the columns of the matrix until they are
/// orthogonal (the one-sided Jacobi method).
pub(crate) fn principal_axes<const D: usize>(mut rows: [[f64; D]; D]) -> [([f64; D], f64); D] {
    let axes = rotate(&mut rows);
    let mut axes = core::array::from_fn(|column| {
        let squared: f64 = rows.iter().map(|row| row[column] * row[column]).sum();
        (axes[column], libm::sqrt(squared))
    });
    sort_by(&mut axes, |(_, one), (_, other): &([f64; D], f64)| {
        one.total_cmp(other)
    });
    axes
}

/// Rotates the columns of a matrix until they are orthogonal, up to rounding. Returns the directions of the principal
/// axes.
fn rotate<const D: usize>(rows: &mut [[f64; D]; D]) -> [[f64; D]; D] {
    let mut axes: [[f64; D]; D] =
        core::array::from_fn(|i| array(|j| if i == j { 1.0 } else { 0.0 }));
    // In exact arithmetic, the angles tend to 0, because none is above 45° (Forsythe, Henrici, Transactions of the
    // American Mathematical Society 94, 1960), and at last quadratically. So a sweep whose angles are all below the
    // rounding error of the axes is the last one. A column of length 0 need not become orthogonal to the others: it
    // shrinks with each sweep, and with it the angles.
    //
    // Rounding errors might keep the angles from becoming smaller. So the loop also ends after four sweeps without a new
    // least value of the largest angle. Each least value is less than the one before it, and there is a finite number of
    // floats, so the loop ends.
    let (mut least, mut sweeps_since) = (f64::INFINITY, 0);
    while sweeps_since < 4 {
        let largest = sweep(rows, &mut axes);
        if largest <= f64::EPSILON {
            break;
        }
        sweeps_since += 1;
        if largest < least {
            (least, sweeps_since) = (largest, 0);
        }
    }
    axes
}

/// Makes each two columns of a matrix orthogonal, one pair after another, and rotates the axes with them. Returns the
/// largest tangent of an angle, or 0 if the columns are orthogonal, up to rounding.
fn sweep<const D: usize>(rows: &mut [[f64; D]; D], axes: &mut [[f64; D]; D]) -> f64 {
    let mut largest = 0.0_f64;
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if j >= D {
            continue;
        }
        let column = |k: usize, l: usize| rows.iter().map(|row| row[k] * row[l]).sum::<f64>();
        let (a, b, c) = (column(i, i), column(j, j), column(i, j));
        if c.abs() <= f64::EPSILON * (libm::sqrt(a) * libm::sqrt(b)) {
            continue;
        }
        // Two rotation angles make the columns i and j orthogonal; the smaller of them is used.
        let zeta = (b - a) / (2.0 * c);
        let tangent = f64::copysign(1.0, zeta) / (zeta.abs() + libm::hypot(1.0, zeta));
        let cosine = 1.0 / libm::hypot(1.0, tangent);
        let sine = cosine * tangent;
        for row in rows.iter_mut() {
            (row[i], row[j]) = (
                cosine * row[i] - sine * row[j],
                sine * row[i] + cosine * row[j],
            );
        }
        let (one, other) = (axes[i], axes[j]);
        axes[i] = sub(&scale(&one, cosine), &scale(&other, sine));
        axes[j] = sub(&scale(&other, cosine), &scale(&one, -sine));
        largest = largest.max(tangent.abs());
    }
    largest
}

/// An upper triangular matrix R with RᵀR = AᵀA, for a matrix A whose rows are points. So R maps each vector to a vector
/// of the same length as A does, and has the same principal axes.
///
/// Points are added in blocks, by Householder reflections. The products AᵀA, which would square the spreads of the
/// points, are not computed. So directions in which the points spread little stay accurate.
pub(crate) struct Triangle<const D: usize> {
    rows: [[f64; D]; D],
}

impl<const D: usize> Triangle<D> {
    pub(crate) fn new() -> Self {
        Self {
            rows: [[0.0; D]; D],
        }
    }

    /// Adds the points of a block, given by one array per axis. Points that are zero do not change the matrix.
    #[inline]
    pub(crate) fn add<const L: usize>(&mut self, mut block: [[f64; L]; D]) {
        for k in 0..D {
            let (done, rest) = block.split_at_mut(k + 1);
            let column = &done[k];
            let below = dot(column, column);
            if below == 0.0 {
                continue;
            }
            // Let v consist of `diagonal` and then the numbers of `column`, and let w consist of `first` and then the
            // numbers of `column`. The reflection at the plane perpendicular to w maps v to (−`length`, 0, …, 0).
            let diagonal = self.rows[k][k];
            let length = libm::sqrt(diagonal * diagonal + below).copysign(diagonal);
            let first = diagonal + length;
            let scale = 1.0 / (length * first);
            self.rows[k][k] = -length;
            for (place, other) in rest.iter_mut().enumerate() {
                let above = &mut self.rows[k][k + 1 + place];
                let times = (first * *above + dot(column, other)) * scale;
                *above -= times * first;
                for (other, number) in other.iter_mut().zip(column) {
                    *other -= times * number;
                }
            }
        }
    }

    pub(crate) fn rows(self) -> [[f64; D]; D] {
        self.rows
    }
}

/// Returns Σ aᵢ·bᵢ. The terms are added up in eight partial sums, so that several are added at once.
#[inline]
fn dot<const L: usize>(a: &[f64; L], b: &[f64; L]) -> f64 {
    let mut sums = [0.0; 8];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h)) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::SplitMix64;

    /// Returns the squared length of the vector to which a matrix maps `vector`.
    fn mapped<const D: usize>(rows: &[[f64; D]], vector: &[f64; D]) -> f64 {
        let along = rows.iter().map(|row| crate::vector::dot(row, vector));
        along.map(|value| value * value).sum()
    }

    /// Returns a random matrix of a kind: ordinary, of small integers, with columns or rows of very different length, or
    /// with nearly equal rows. In half of the matrices, the last column is the sum of the others.
    fn matrix<const D: usize>(random: &mut SplitMix64, kind: usize) -> [[f64; D]; D] {
        let mut unit = || (random.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        let mut rows: [[f64; D]; D] = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let number = unit();
                match kind % 6 {
                    0 => number,
                    1 => libm::rint(3.0 * number),
                    2 => number * libm::pow(10.0, -7.0 * j as f64),
                    3 => number * libm::pow(10.0, -50.0 * i as f64),
                    4 => number * libm::pow(10.0, -20.0 * (i + j) as f64),
                    _ => 1.0 + libm::rint(2.0 * number) * f64::EPSILON,
                }
            })
        });
        if kind >= 6 {
            for row in &mut rows {
                row[D - 1] = row[..D - 1].iter().sum();
            }
        }
        rows
    }

    /// The sweeps end because all angles are small, after six sweeps at most, also for matrices whose columns depend on
    /// each other. Then the columns are orthogonal, except those that are shorter than rounding errors.
    #[test]
    fn a_few_sweeps_are_enough() {
        fn check<const D: usize>(random: &mut SplitMix64, kind: usize) {
            let (mut rows, mut axes) = (matrix::<D>(random, kind), [[0.0; D]; D]);
            let given = rows;
            let sweeps = (1..).find(|_| sweep(&mut rows, &mut axes) <= f64::EPSILON);
            assert!(sweeps.is_some_and(|sweeps| sweeps <= 6), "{given:?}");
            let axes = principal_axes(given);
            let largest = axes[D - 1].1;
            for (i, (axis, length)) in axes.iter().enumerate() {
                let size = crate::vector::dot(axis, axis);
                assert!((size - 1.0).abs() <= 64.0 * f64::EPSILON, "{given:?}");
                for (other, _) in &axes[..i] {
                    let along = crate::vector::dot(axis, other).abs();
                    assert!(along <= 64.0 * f64::EPSILON, "{given:?}");
                }
                let found = libm::sqrt(mapped(&given, axis));
                let error = 64.0 * f64::EPSILON * largest;
                assert!((found - length).abs() <= error, "{given:?}");
            }
        }
        let random = &mut SplitMix64::new(23);
        for case in 0..60_000 {
            check::<2>(random, case % 12);
            check::<3>(random, case % 12);
        }
    }

    #[test]
    fn lengths_are_those_that_the_points_give() {
        let mut random = SplitMix64::new(7);
        let mut unit = || (random.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        for blocks in 1..20 {
            let mut triangle = Triangle::<3>::new();
            let mut points = Vec::new();
            for block in 0..blocks {
                // The last block is partly empty.
                let count = if block + 1 == blocks { 3 } else { 10 };
                let mut columns = [[0.0; 10]; 3];
                for _ in 0..count {
                    let point = [unit(), 1e-3 * unit(), 1e-6 * unit()];
                    let lane = points.len() % 10;
                    for (column, coordinate) in columns.iter_mut().zip(point) {
                        column[lane] = coordinate;
                    }
                    points.push(point);
                }
                triangle.add(columns);
            }
            for vector in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 2e3, -1e6]] {
                let [found, expected] =
                    [&triangle.rows[..], &points[..]].map(|rows| mapped(rows, &vector));
                assert!((found - expected).abs() <= 1e-13 * expected, "{vector:?}");
            }
            let rows = triangle.rows;
            assert_eq!([rows[1][0], rows[2][0], rows[2][1]], [0.0; 3]);
        }
    }
}
