//! The principal axes of points: the directions in which they spread most and least.

use crate::arrays::array;
use crate::sorting::sort_by;
use crate::vector::{scale, sub};

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

/// Rotates the columns of a matrix until they are orthogonal. Returns the directions of the principal axes.
fn rotate<const D: usize>(rows: &mut [[f64; D]; D]) -> [[f64; D]; D] {
    let mut axes: [[f64; D]; D] =
        core::array::from_fn(|i| array(|j| if i == j { 1.0 } else { 0.0 }));
    // The rotations converge quadratically, usually in about six sweeps. At most 30 sweeps are made, because rounding
    // errors may keep some columns from becoming orthogonal.
    for _ in 0..30 {
        let mut is_done = true;
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            if j >= D {
                continue;
            }
            let column = |k: usize, l: usize| rows.iter().map(|row| row[k] * row[l]).sum::<f64>();
            let (a, b, c) = (column(i, i), column(j, j), column(i, j));
            if c.abs() <= f64::EPSILON * libm::sqrt(a * b) {
                continue;
            }
            is_done = false;
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
        }
        if is_done {
            break;
        }
    }
    axes
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
    use crate::random::SplitMix64;

    /// Returns the squared length of the vector to which a matrix maps `vector`.
    fn mapped<const D: usize>(rows: &[[f64; D]], vector: &[f64; D]) -> f64 {
        let along = rows.iter().map(|row| crate::vector::dot(row, vector));
        along.map(|value| value * value).sum()
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
