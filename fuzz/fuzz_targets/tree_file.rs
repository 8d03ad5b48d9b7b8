//! Bytes, as they are or behind right checksums, are a tree that survives being written, or a typed error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use transect::Plane;
use transect::bvh::Bvh;

fuzz_target!(|bytes: &[u8]| {
    let mut sealed = bytes.to_vec();
    for (start, end) in [(0, 60), (64, sealed.len().saturating_sub(4))] {
        if start < end && end + 4 <= sealed.len() {
            let checksum = crc32fast::hash(&sealed[start..end]).to_le_bytes();
            sealed[end..end + 4].copy_from_slice(&checksum);
        }
    }
    for bytes in [bytes, &sealed] {
        if let Ok(tree) = Bvh::<f32, 2>::from_bytes(bytes) {
            let again = Bvh::<f32, 2>::from_bytes(&tree.to_bytes()).expect("what was written");
            assert!(again.boxes().eq(tree.boxes()));
            let counts = tree.side_counts(&Plane::new([3.0, 1.0], -1.0).expect("a plane"));
            assert_eq!(counts.front + counts.cut + counts.back, tree.len());
        }
    }
});
