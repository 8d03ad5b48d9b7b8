//! Constants of float rounding.

/// Half the distance from 1 to the next greater float: the unit roundoff u.
pub const U: f64 = f64::EPSILON / 2.0;

/// The smallest positive float, 2⁻¹⁰⁷⁴.
pub const SMALLEST: f64 = f64::from_bits(1);
