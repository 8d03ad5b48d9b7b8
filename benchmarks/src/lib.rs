//! This crate has benches only: `cargo bench -p transect-benchmarks`, recorded by `cargo xtask record`.
