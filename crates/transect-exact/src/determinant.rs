//! Determinants and products of vectors. Their entries are of any type that implements [`Number`].

use crate::number::Number;

/// Returns the array of the numbers f(0), f(1), … in this order. Like [`array`](crate::arrays::array), this function
/// compiles to less code than `core::array::from_fn`.
#[inline]
pub fn numbers_of<N: Number, const D: usize>(mut f: impl FnMut(usize) -> N) -> [N; D] {
    let mut numbers = [N::ZERO; D];
    let mut axis = 0;
    while axis < D {
        numbers[axis] = f(axis);
        axis += 1;
    }
    numbers
}

/// Converts the coordinates of a point or vector to the type `N`.
pub fn numbers<N: Number, const D: usize>(values: &[f64; D]) -> [N; D] {
    numbers_of(|axis| N::of(values[axis]))
}

/// Returns a − b.
pub fn difference<N: Number, const D: usize>(a: &[f64; D], b: &[f64; D]) -> [N; D] {
    numbers_of(|axis| N::of(a[axis]).minus(&N::of(b[axis])))
}

/// Returns Σ aᵢ·bᵢ.
pub fn dot<N: Number, const D: usize>(a: &[N; D], b: &[N; D]) -> N {
    let mut sum = a[0].times(&b[0]);
    for axis in 1..D {
        sum = sum.plus(&a[axis].times(&b[axis]));
    }
    sum
}

/// Returns the right-handed cross product a × b.
pub fn cross<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    numbers_of(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        minor(&a[next], &a[last], &b[next], &b[last])
    })
}

/// Returns the determinant of the rows (a, b) and (c, d).
pub fn minor<N: Number>(a: &N, b: &N, c: &N, d: &N) -> N {
    a.times(d).minus(&b.times(c))
}

/// Returns the determinant of a matrix with two or three rows.
pub fn determinant<N: Number, const D: usize>(rows: [&[N; D]; D]) -> N {
    if D == 2 {
        return minor(&rows[0][0], &rows[0][1], &rows[1][0], &rows[1][1]);
    }
    // The determinant is expanded along the first row. The cofactors of the first row are the cross product of the
    // other two rows.
    let cofactor = |axis: usize| {
        let (next, last) = ((axis + 1) % D, (axis + 2) % D);
        minor(
            &rows[1][next],
            &rows[1][last],
            &rows[2][next],
            &rows[2][last],
        )
    };
    let product = |axis: usize| rows[0][axis].times(&cofactor(axis));
    (1..D).fold(product(0), |sum, axis| sum.plus(&product(axis)))
}

/// Returns the determinant of a matrix with four rows, expanded along the last column.
pub fn determinant4<N: Number>(rows: [&[N; 4]; 4]) -> N {
    let part = |row: usize| -> [N; 3] { numbers_of(|axis| rows[row][axis].clone()) };
    let parts = [part(0), part(1), part(2), part(3)];
    let without = |row: usize| {
        let [a, b, c] = match row {
            0 => [1, 2, 3],
            1 => [0, 2, 3],
            2 => [0, 1, 3],
            _ => [0, 1, 2],
        };
        rows[row][3].times(&determinant([&parts[a], &parts[b], &parts[c]]))
    };
    // The terms for the rows 0, 1, 2 and 3 of the last column have the signs −, +, −, +.
    without(1)
        .minus(&without(0))
        .plus(&without(3))
        .minus(&without(2))
}
