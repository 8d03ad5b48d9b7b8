//! Cargo requires a library in each package; this one is empty. The tests of the package are in `batches.rs` and
//! `conformance/`.
