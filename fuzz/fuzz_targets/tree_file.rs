//! Bytes, unchanged or with corrected checksums, are read as a tree, or a typed error is returned. There is no panic.
//! A tree that is written and read again has the same boxes. A view (`BvhView`) of a valid tree's bytes gives the same
//! answers as the tree; a view of other bytes may give any answer or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use transect::bvh::{Bvh, BvhView};
use transect::{Plane, Region};

fuzz_target!(|bytes: &[u8]| {
    let mut sealed = bytes.to_vec();
    for (start, end) in [(0, 60), (64, sealed.len().saturating_sub(4))] {
        if start < end && end + 4 <= sealed.len() {
            let checksum = crc32fast::hash(&sealed[start..end]).to_le_bytes();
            sealed[end..end + 4].copy_from_slice(&checksum);
        }
    }
    for bytes in [bytes, &sealed] {
        let plane = Plane::new([3.0, 1.0], -1.0).expect("a plane");
        let view = BvhView::<f32, 2>::open(bytes);
        let found = view.and_then(|view| {
            let overlaps = view.overlap_conservative(&Region::new(&[plane]))?;
            Ok((view.on(&plane)?, overlaps))
        });
        if let Ok(tree) = Bvh::<f32, 2>::from_bytes(bytes) {
            let again = Bvh::<f32, 2>::from_bytes(&tree.to_bytes()).expect("what was written");
            assert!(again.boxes().eq(tree.boxes()));
            let counts = tree.side_counts(&plane);
            assert_eq!(counts.front + counts.on + counts.back, tree.len());
            let (mut cut, overlaps) = found.expect("a tree can be viewed");
            let mut expected: Vec<u32> = tree.on(&plane).ids().collect();
            cut.sort_unstable();
            expected.sort_unstable();
            assert_eq!(cut, expected);
            let expected = tree.overlap_conservative(&Region::new(&[plane]));
            assert_eq!(overlaps.inside.len(), expected.inside.count());
            assert_eq!(overlaps.meets.len(), expected.meets.count());
        }
    }
});
