//! Tests with real models: those of `assets/`, and those beside the repository (skipped if they are absent).

mod curves;
mod folders;
mod inside;
mod layers;
mod random;
#[path = "../../../transect/tests/run.rs"]
mod run;
