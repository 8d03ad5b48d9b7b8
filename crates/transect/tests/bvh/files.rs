//! Damaged files are errors, wherever the damage is.

use transect::bvh::{Bvh, BvhFileError};

use crate::model::{Family, Model, Random};

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

/// A file whose checksums are right and whose numbers are not.
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

/// CRC-32 of IEEE 802.3, bit by bit.
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
        // Sizes that no machine has: told before anything is taken.
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
    // 48 built slots and 16 for the one that waits; the one behind it was never given.
    let behind = forged(40, ids + 4 * 49, &[3, 0, 0, 0]);
    assert!(matches!(behind, Err(BvhFileError::Slot { slot: 49, .. })));
    let numbers = ids + 4 * 64;
    let nan = forged(40, numbers + 4 * 20, &f32::NAN.to_le_bytes());
    assert!(matches!(nan, Err(BvhFileError::NotABox { slot: 4, .. })));
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
