//! Tests answers about planes and shapes against facts, integer grids and laws.

mod chord;
mod distance;
mod handles;
mod meet;
mod robust_fit;
