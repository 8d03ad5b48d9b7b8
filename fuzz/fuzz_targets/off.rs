//! Bytes are read as OFF, or a typed error is returned. There is no panic, and memory stays in proportion to the input.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = transect_io::read_bytes(Path::new("fuzzed.off"), bytes);
});
