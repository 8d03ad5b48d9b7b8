//! The exact signs that all classifications of shapes use. Floats with error bounds are tried first, then integers; no
//! epsilon is used (docs/exactness.md).

mod accumulator;
pub(crate) mod common_line;
pub(crate) mod compensated;
pub(crate) mod cone;
pub(crate) mod crossing;
mod decimal;
pub(crate) mod determinant;
pub(crate) mod double_double;
pub(crate) mod dyadic;
pub(crate) mod ends;
pub(crate) mod error_free;
pub(crate) mod in_circle;
pub(crate) mod lanes;
pub(crate) mod linear;
pub(crate) mod nearest;
pub(crate) mod nearest_sum;
pub(crate) mod normal;
pub(crate) mod number;
pub(crate) mod orient;
pub(crate) mod polynomial;
mod products;
pub(crate) mod quotient;
pub(crate) mod radial;
pub(crate) mod rounded;
pub(crate) mod ruler;
mod scaled;
pub(crate) mod unit;
pub(crate) mod wide;

pub use decimal::equal_float;
pub use dyadic::Dyadic;
pub use linear::LinearForm;
pub use orient::orient2d;

/// Returns the number of exact integers that this process has created. Only benchmarks and tests need it.
#[cfg(feature = "count_integers")]
#[doc(hidden)]
#[must_use]
pub fn exact_numbers() -> usize {
    accumulator::CREATED.load(core::sync::atomic::Ordering::Relaxed)
}
