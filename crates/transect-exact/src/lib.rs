//! Exact signs of polynomials of floats, for geometric algorithms: on which side of a line or a plane a point lies, and
//! the sign of any polynomial that you write down. Values and quotients of polynomials are rounded once.
//!
//! ```
//! use transect_exact::{Side, orient2d};
//! // The point (0.3, 0.3) lies on the line through (0.1, 0.1) and (0.2, 0.2). Beside it, every float has a side.
//! let [a, b] = [[0.1, 0.1], [0.2, 0.2]];
//! assert_eq!(orient2d(&a, &b, &[0.3, 0.3]), Side::On);
//! assert_eq!(orient2d(&a, &b, &[0.3, 0.3_f64.next_up()]), Side::Front);
//! ```
//!
//! # Which item answers which question
//!
//! | question | item |
//! |---|---|
//! | On which side of a line or a plane lies a point? | [`orient2d`], [`orient3d`] |
//! | Is a point inside a circle or a sphere? | [`in_circle`], [`in_sphere`] |
//! | What is the sign of n·p + d, and its nearest float? | [`linear::LinearForm`] |
//! | What is the sign of a polynomial of my own? | [`polynomial::sign`] |
//! | Which float is nearest to a quotient of polynomials? | [`quotient::quotient`] |
//! | Where does an edge cross a plane? | [`crossing::crossing`] |
//! | What is the exact sum of these products? | [`Dyadic::sum_of_products`] |
//! | What is a + b or a·b, and its rounding error? | [`error_free`], [`double_double`], [`compensated`] |
//! | Which float is equal to a decimal? | [`equal_float`] |
//!
//! # How signs are found
//!
//! A formula is written once, for any type of numbers: [`number::Number`]. It is evaluated in floats that carry an error
//! bound ([`polynomial::Bounded`]), then in double-doubles with a bound ([`double_double::DoubleDouble`]), and at last in
//! integers whose size the compiler knows ([`Dyadic`]). The first stage that leaves one sign answers. No stage has a
//! tolerance, and no stage gives up: signs are right for all finite floats, subnormal and huge ones included.
//!
//! The stages of frequent predicates are written by hand, and their error bounds are derived where they stand; the
//! project's page `docs/exactness.md` collects the bounds, and says how they are tested.
//!
//! # Invalid numbers
//!
//! Functions that need exact numbers panic if one is NaN or infinite; their section *Panics* says so. All other functions
//! return NaN or infinity, or say that nothing is certain.
//!
//! # What else is here
//!
//! [`vector`] has arithmetic on `[f64; D]` in one fixed order of operations. [`arrays`], [`sorting`] and [`SplitMix64`]
//! are small tools with little code to compile, which the crates above this one share. The crate needs `alloc`, not the
//! standard library, and has no `unsafe` code. With the feature `serde_1`, [`Side`] is written and read by its name.
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod accumulator;
pub mod arrays;
mod circle;
pub mod compensated;
pub mod crossing;
mod decimal;
pub mod determinant;
pub mod double_double;
mod dyadic;
pub mod error_free;
mod lanes;
pub mod linear;
mod name_error;
pub mod nearest;
pub mod nearest_sum;
pub mod number;
mod orient;
pub mod polynomial;
mod products;
pub mod quotient;
mod random;
pub mod rounded;
mod scaled;
#[cfg(feature = "serde_1")]
mod serialization;
mod side;
pub mod sorting;
mod sphere;
pub mod unit;
pub mod vector;
pub mod wide;

pub use circle::{in_circle, is_certainly_in_circle};
pub use decimal::equal_float;
pub use dyadic::{Dyadic, PRODUCT_DIGITS};
pub use name_error::NameError;
pub use orient::{orient2d, orient3d};
pub use random::SplitMix64;
pub use side::Side;
pub use sphere::in_sphere;

/// Runs the Rust code of the package's README.md as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
