//! Bytes, unchanged or with corrected checksums, are read as an index of a table, or a typed error is returned.
//! The trees of an index hold as many boxes as the index has rows.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use transect_io::{Index, IndexError, TableKind};

fuzz_target!(|bytes: &[u8]| {
    for bytes in [bytes, &sealed(bytes)] {
        let _ = read(bytes);
    }
});

/// Reads an index from bytes, with all its trees.
fn read(bytes: &[u8]) -> Result<(), IndexError> {
    let mut index: Index<_, 2> = Index::read(Cursor::new(bytes), TableKind::FlatBoxes)?;
    let mut rows = 0;
    while let Some(tree) = index.next_tree()? {
        rows += tree.len() as u64;
    }
    assert_eq!(rows, index.mark().rows);
    Ok(())
}

/// Returns the bytes of an index file after correcting four checksums. The first covers the head and the foot of the
/// file, the second the head of its first part. The last two cover the header and the rest of the tree in that part.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = bytes.to_vec();
    let mut seal = |start: usize, end: usize, head: &[u8]| {
        if start < end && end + 4 <= sealed.len() {
            let checksum = crc32fast::hash(&[head, &sealed[start..end]].concat());
            sealed[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
        }
    };
    let foot = bytes.len().saturating_sub(72);
    seal(16, 28, &[]);
    seal(32, 92, &[]);
    seal(96, foot.saturating_sub(4), &[]);
    seal(foot, foot + 68, bytes.get(..16).unwrap_or_default());
    sealed
}
