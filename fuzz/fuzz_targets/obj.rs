//! Bytes are OBJ or a typed error; never a panic, and memory stays in proportion.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = transect_io::read_bytes(Path::new("fuzzed.obj"), bytes);
});
