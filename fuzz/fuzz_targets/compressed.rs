//! Bytes are read as a compressed file, or a typed error is returned. There is no panic, and memory stays in proportion to
//! the input. The first byte selects gzip, zstd or ZIP; the mark of the format is written over the first bytes.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let (mark, name): (&[u8], _) = match choice % 3 {
        0 => (b"\x1f\x8b\x08\0", "fuzzed.off.gz"),
        1 => (b"\x28\xb5\x2f\xfd", "fuzzed.off.zst"),
        _ => (b"PK\x03\x04", "fuzzed.zip"),
    };
    let mut file = rest.to_vec();
    file.resize(file.len().max(mark.len()), 0);
    file[..mark.len()].copy_from_slice(mark);
    let _ = transect_io::read_bytes(Path::new(name), &file);
});
