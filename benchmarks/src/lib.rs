//! Only benches: `cargo bench -p transect-benchmarks`, recorded by `cargo xtask record`.
