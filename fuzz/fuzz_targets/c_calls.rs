//! Sequences of calls of the C library with good, bad and overlapping arguments report no internal error. Run it with
//! AddressSanitizer, as cargo-fuzz does by default.
#![no_main]

#[path = "../../crates/transect-c/tests/calls/mod.rs"]
mod calls;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    calls::play(bytes);
});
