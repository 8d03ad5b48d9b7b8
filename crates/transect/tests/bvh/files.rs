//! Tests that reading a damaged tree file returns an error, wherever the damage is.

use transect::bvh::{Bvh, BvhFileError, BvhView};
use transect::{Plane, Region};

use crate::bvh::model::{Family, Model, Random};

fn tree(count: usize) -> Bvh<f32, 3> {
    let mut random = Random(2);
    let mut tree = Model::<f32, 3>::new(Family::Uniform, count, &mut random).tree();
    tree.remove(3).expect("it is there");
    tree.insert([[0.0; 3], [1.0; 3]]).expect("a box");
    tree
}

fn read(bytes: &[u8]) -> Result<Bvh<f32, 3>, BvhFileError> {
    Bvh::from_bytes(bytes)
}

#[test]
fn every_flipped_bit_is_found() {
    let bytes = tree(40).to_bytes();
    assert!(read(&bytes).is_ok());
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            let error = read(&damaged).expect_err("a flipped bit");
            if place >= 64 {
                assert!(
                    matches!(error, BvhFileError::Damaged { from: 64, .. }),
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn every_other_length_is_found() {
    let mut bytes = tree(40).to_bytes();
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err());
    }
    bytes.push(0);
    let (expected, found) = (bytes.len() as u64 - 1, bytes.len() as u64);
    assert_eq!(
        read(&bytes).err(),
        Some(BvhFileError::Length { expected, found })
    );
}

#[test]
fn damage_in_a_later_piece_has_its_place() {
    let mut bytes = tree(5_000).to_bytes();
    bytes[70_000] ^= 64;
    let (from, to) = (64 + 65_540, (64 + 2 * 65_540).min(bytes.len()));
    assert_eq!(read(&bytes).err(), Some(BvhFileError::Damaged { from, to }));
}

/// Returns the result of reading a tree file whose bytes from `place` on are replaced by `with`, with checksums that
/// match the change.
fn forged(count: usize, place: usize, with: &[u8]) -> Result<Bvh<f32, 3>, BvhFileError> {
    let mut bytes = tree(count).to_bytes();
    bytes[place..place + with.len()].copy_from_slice(with);
    let header = crc(&bytes[..60]);
    bytes[60..64].copy_from_slice(&header);
    let end = bytes.len() - 4;
    let body = crc(&bytes[64..end]);
    bytes[end..].copy_from_slice(&body);
    read(&bytes)
}

/// Returns the CRC-32 of IEEE 802.3, computed bit by bit.
fn crc(bytes: &[u8]) -> [u8; 4] {
    let rest = bytes.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| {
            (rest >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(rest & 1))
        })
    });
    (!rest).to_le_bytes()
}

#[test]
fn what_is_no_tree_is_found_behind_right_checksums() {
    assert!(forged(40, 0, &[]).is_ok());
    assert_eq!(
        forged(40, 8, &[9]).err(),
        Some(BvhFileError::Version { found: 9 })
    );
    let error = forged(40, 13, &[8]).expect_err("64-bit numbers");
    assert_eq!(
        error.to_string(),
        "the tree is 3D of 64-bit numbers; asked for is 3D of 32-bit ones"
    );
    for place in [16, 24] {
        // One of two counts in the header becomes 2⁶⁴ − 1: the number of blocks of 16 boxes, or the number of slots
        // for boxes added later. The error must come before memory is allocated for so many blocks or slots.
        let error = forged(40, place, &u64::MAX.to_le_bytes()).expect_err("a size");
        assert!(matches!(error, BvhFileError::Length { .. }), "{error}");
    }
    let ids = 64;
    let twice = {
        let bytes = tree(40).to_bytes();
        bytes[ids + 4..ids + 8].to_vec()
    };
    assert!(matches!(
        forged(40, ids, &twice),
        Err(BvhFileError::Slot { slot: 1, .. })
    ));
    assert!(matches!(
        forged(40, ids, &[41, 0, 0, 0]),
        Err(BvhFileError::Slot { slot: 0, .. })
    ));
    // The tree was built with 40 boxes in 48 slots (places for one box each). Slots 48 to 63 are a leaf for boxes added
    // later; slot 48 holds such a box. Slot 49 was never used, so it must not contain an id.
    let behind = forged(40, ids + 4 * 49, &[3, 0, 0, 0]);
    assert!(matches!(behind, Err(BvhFileError::Slot { slot: 49, .. })));
    let numbers = ids + 4 * 64;
    let nan = forged(40, numbers + 4 * 20, &f32::NAN.to_le_bytes());
    assert!(matches!(nan, Err(BvhFileError::NotABox { slot: 4, .. })));
    // The largest coordinate in the header is replaced by 0.5, which some boxes exceed. In the file, the lowest level
    // of nodes (at `level` below) comes after the four leaves.
    let small = forged(40, 40, &0.5_f64.to_le_bytes());
    assert!(matches!(small, Err(BvhFileError::Slot { slot: 0, .. })));
    for none in [f64::NAN, f64::INFINITY, -1.0] {
        let error = forged(40, 40, &none.to_le_bytes()).expect_err("a largest coordinate");
        assert!(error.to_string().contains("largest"), "{error}");
    }
    let level = numbers + 4 * 384;
    for bound in [f32::NAN, 9e9, 20.0] {
        let error = forged(40, level, &bound.to_le_bytes()).err();
        let (level, block) = (1, 0);
        assert_eq!(error, Some(BvhFileError::Bounds { level, block }));
    }
    let inverted = forged(40, numbers, &1e9_f32.to_le_bytes());
    assert!(matches!(
        inverted,
        Err(BvhFileError::NotABox { slot: 0, .. })
    ));
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(read(b"").err(), Some(BvhFileError::NotATree));
    assert_eq!(read(b"solid a").err(), Some(BvhFileError::NotATree));
    let empty = Bvh::<f32, 3>::from_bytes(&Model::<f32, 3>(Vec::new()).tree().to_bytes());
    assert!(empty.is_ok_and(|tree| tree.is_empty()));
    assert!(Bvh::<f32, 2>::from_bytes(&tree(5).to_bytes()).is_err());
}

#[test]
fn a_view_reads_what_it_needs() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random(6);
    let model = Model::<f32, 3>::new(Family::Uniform, 70_000, &mut random);
    let mut bytes = model.tree().to_bytes();
    // The tree has 4,375 leaves, and above them levels of 274, 18, 2 and 1 blocks of nodes. The file consists of pieces
    // with a checksum each. The test damages two of these pieces: the first piece of ids, and the first piece with the
    // bounds of leaves.
    let [ids, leaves] = [64, 64 + 4 * 65_540];
    for place in [ids + 5, leaves + 40_000] {
        bytes[place] ^= 1;
    }
    let view: BvhView<'_, f32, 3> = BvhView::open(&bytes)?;
    let far = Plane::new([1.0, 0.0, 0.0], 1e6)?;
    assert_eq!(view.on(&far)?, [0_u32; 0]);
    let damaged = |from: usize| {
        Err(BvhFileError::Damaged {
            from,
            to: from + 65_540,
        })
    };
    let through = Plane::new([1.0, 0.0, 0.0], -5.0)?;
    assert_eq!(view.on(&through).map(|ids| ids.len()), damaged(leaves));
    // All boxes are inside this region, as the bounds of the top node show. So the query reads the ids of the boxes,
    // but not their bounds.
    let all = [Plane::new([1.0, 0.0, 0.0], 1e6)?];
    let inside = view.overlap_conservative(&Region::new(&all));
    assert_eq!(inside.map(|ids| ids.inside.len()), damaged(ids));
    assert!(matches!(read(&bytes), Err(BvhFileError::Damaged { from, .. }) if from == ids));
    Ok(())
}

#[test]
fn every_flipped_bit_is_found_or_not_needed() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = tree(40).to_bytes();
    let plane = Plane::new([1.0, 2.0, 0.5], -12.0)?;
    let expected = BvhView::<f32, 3>::open(&bytes)?.on(&plane)?;
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        let found = BvhView::<f32, 3>::open(&damaged).and_then(|view| view.on(&plane));
        // The small file has a single piece under one checksum, which every query reads.
        assert!(found.is_err(), "{place}");
    }
    assert!(!expected.is_empty());
    Ok(())
}
