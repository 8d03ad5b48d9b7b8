//! Tests with real models: those of `assets/`, and those beside the repository (skipped if they are absent).

mod curves;
mod folders;
mod layers;
mod random;
#[expect(dead_code, reason = "tests of the library ask for numbers of cases")]
#[path = "../../../transect/tests/run.rs"]
mod run;
