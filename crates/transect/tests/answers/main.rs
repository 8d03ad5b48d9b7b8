//! Tests answers about planes and shapes against facts, integer grids and laws.

mod chord;
mod distance;
mod handles;
mod meet;
#[expect(dead_code, reason = "each test binary needs a part of it")]
#[path = "../oracle/random.rs"]
mod random;
mod robust_fit;
