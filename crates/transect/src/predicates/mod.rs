//! The exact signs that all classifications of shapes use. Floats with error bounds are tried first, then integers; no
//! epsilon is used (docs/exactness.md). The crate [`transect_exact`] has the numbers and the predicates that know no
//! planes; here are the names of it that users of planes need, and the predicates of planes and shapes.

pub(crate) mod common_line;
pub(crate) mod cone;
pub(crate) mod ends;
pub(crate) mod normal;
pub(crate) mod radial;
pub(crate) mod ruler;

#[doc(inline)]
pub use transect_exact::linear::LinearForm;
#[doc(inline)]
pub use transect_exact::{Dyadic, equal_float, orient2d};
