//! Arithmetic on vectors `[f64; D]`. Results are rounded; operations have one fixed order and do not use fused
//! multiply-add.

use core::ops::Range;

use crate::arrays::array;

/// Returns the dot product Σ aᵢ·bᵢ. Its terms are added from the first axis to the last.
#[inline]
#[must_use]
pub fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// Returns the difference a − b of two vectors.
#[must_use]
pub fn sub<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    array(|axis| a[axis] - b[axis])
}

/// Returns the sum a + b of two vectors.
#[must_use]
pub fn add<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    array(|axis| a[axis] + b[axis])
}

/// Returns the vector a multiplied by the number `factor`.
#[must_use]
pub fn scale<const D: usize>(a: &[f64; D], factor: f64) -> [f64; D] {
    array(|axis| a[axis] * factor)
}

/// Returns the right-handed cross product a × b.
///
/// ```
/// use transect_exact::vector::cross;
/// assert_eq!(cross(&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
/// ```
#[inline]
#[must_use]
pub fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns `true` if no coordinate is NaN or infinite.
#[inline]
pub fn is_finite<const D: usize>(a: &[f64; D]) -> bool {
    a.iter().all(|coordinate| coordinate.is_finite())
}

/// Returns the vector b and the exponent e with a = b·2^e. The coordinate of b with the largest magnitude has a
/// magnitude of at least 1 and below 2. So sums of squares of b's coordinates neither overflow nor underflow. Zero and
/// non-finite vectors are returned unchanged.
///
/// ```
/// use transect_exact::vector::near_one;
/// assert_eq!(near_one(&[3.0, 4.0]), ([0.75, 1.0], 2));
/// ```
#[inline]
#[must_use]
pub fn near_one<const D: usize>(a: &[f64; D]) -> ([f64; D], i32) {
    let largest = a.iter().fold(0.0_f64, |m, c| m.max(c.abs()));
    let exponent = (largest.to_bits() >> 52) as i32 - 1023;
    match power_of_two(-exponent) {
        factor if factor != 0.0 && exponent > -1023 => (scale(a, factor), exponent),
        _ => near_one_by_libm(*a, largest),
    }
}

/// Returns the result of [`near_one`] for all vectors, including zero, subnormal and very large vectors. Takes the
/// vector by value, so that the caller can keep its vector in registers.
#[cold]
#[inline(never)]
fn near_one_by_libm<const D: usize>(a: [f64; D], largest: f64) -> ([f64; D], i32) {
    if largest == 0.0 || !largest.is_finite() {
        return (a, 0);
    }
    let exponent = libm::ilogb(largest);
    (array(|axis| libm::ldexp(a[axis], -exponent)), exponent)
}

/// Returns 2^power, or 0 if it is not a normal float.
#[inline]
pub const fn power_of_two(power: i32) -> f64 {
    if -1022 <= power && power <= 1023 {
        f64::from_bits(((power + 1023) as u64) << 52)
    } else {
        0.0
    }
}

/// The range of squared lengths that neither overflow nor lose bits to underflow.
pub const SQUARES: Range<f64> = 1e-280..1e280;

/// Returns the length |a| of a vector, without intermediate overflow or underflow.
///
/// ```
/// use transect_exact::vector::length;
/// assert_eq!(length(&[3e300, 4e300]), 5e300);
/// ```
#[inline]
#[must_use]
pub fn length<const D: usize>(a: &[f64; D]) -> f64 {
    let squared = dot(a, a);
    if SQUARES.contains(&squared) {
        return libm::sqrt(squared);
    }
    far_length(*a)
}

/// Returns the length of a vector whose square is beyond the range of floats, or near its ends. Takes the vector by
/// value, so that the caller can keep its vector in registers.
#[cold]
#[inline(never)]
fn far_length<const D: usize>(a: [f64; D]) -> f64 {
    let (b, exponent) = near_one(&a);
    libm::ldexp(libm::sqrt(dot(&b, &b)), exponent)
}

/// Returns the length |a| of a vector if its coordinates and |a| are f32 values, such as 7 for (2, 3, 6). Otherwise, or
/// if this cannot be shown in f64, returns `None`. The product of an f32 length and an f32 is exact in f64.
pub fn exact_length<const D: usize>(a: &[f64; D]) -> Option<f64> {
    let is_single = |number: f64| f64::from(number as f32) == number;
    let length = length(a);
    if !is_single(length) || !a.iter().all(|&coordinate| is_single(coordinate)) {
        return None;
    }
    // Squares of numbers with 24 significant bits are exact. An addition is exact if subtracting each term from the sum
    // gives the other term.
    let mut sum = 0.0;
    for coordinate in a {
        let square = coordinate * coordinate;
        let more = sum + square;
        if more - sum != square || more - square != sum {
            return None;
        }
        sum = more;
    }
    (sum == length * length).then_some(length)
}

/// Returns the unit vector a / |a|, without intermediate overflow or underflow. A zero vector is returned unchanged.
#[must_use]
pub fn unit<const D: usize>(a: &[f64; D]) -> [f64; D] {
    let (b, _) = near_one(a);
    match length(&b) {
        0.0 => b,
        length => array(|axis| b[axis] / length),
    }
}

/// Returns the index of the axis on which the coordinate has the largest magnitude. If there are several such axes, the
/// first one is returned.
#[must_use]
pub fn dominant_axis<const D: usize>(a: &[f64; D]) -> usize {
    let mut axis = 0;
    for candidate in 1..D {
        if a[candidate].abs() > a[axis].abs() {
            axis = candidate;
        }
    }
    axis
}
