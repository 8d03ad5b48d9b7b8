//! Rows of attributes: each byte of a row is stored as its difference from the same byte of the row before.

use crate::gltf::meshopt::bytes::{Bytes, Damage, difference};

/// The number of differences in a group.
const GROUP: usize = 16;
/// The largest number of rows in a block, and the largest number of bytes.
const BLOCK_ROWS: usize = 256;
const BLOCK_BYTES: usize = 8192;

/// The numbers of bits per difference of the four kinds of groups: in version 0, and in version 1 with the controls 0 and 1.
const BITS: [[u32; 4]; 3] = [[0, 2, 4, 8], [0, 1, 2, 4], [1, 2, 4, 8]];

/// Returns `count` rows of `stride` bytes.
pub(super) fn decode(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Damage> {
    let mut data = Bytes(bytes);
    let version = match data.byte()? {
        0xa0 => 0,
        0xa1 => 1,
        _ => return Err("this version of compressed attributes is not known"),
    };
    // At the end are the row before the first one, and in version 1 the kinds of its channels of four bytes.
    let (tail, least) = match version {
        0 => (stride, 32),
        _ => (stride + stride / 4, 24),
    };
    let rest = data.0.len();
    let padded = tail.max(least);
    let end = rest
        .checked_sub(padded)
        .ok_or("the compressed data ends early")?;
    let tail = &data.0[rest - tail..];
    data.0 = &data.0[..end];
    let mut last = tail[..stride].to_vec();
    let channels = &tail[stride..];
    let block = (BLOCK_BYTES / stride / GROUP * GROUP).min(BLOCK_ROWS);
    // Each block has at least the kinds of one group per byte of a row, or the controls of its channels.
    let least = match version {
        0 => stride,
        _ => stride / 4,
    };
    if count.div_ceil(block).saturating_mul(least) > data.0.len() {
        return Err("the compressed data ends early");
    }
    let mut rows = vec![0; count * stride];
    let mut differences = vec![0; stride * block];
    for rows in rows.chunks_mut(block * stride) {
        let count = rows.len() / stride;
        let controls = match version {
            0 => &[][..],
            _ => data.take(stride / 4)?,
        };
        for (place, column) in differences.chunks_exact_mut(block).enumerate() {
            let control = controls
                .get(place / 4)
                .map(|four| (four >> (2 * (place % 4))) & 3);
            let column = &mut column[..count.next_multiple_of(GROUP)];
            match control {
                None => read_groups(&mut data, column, BITS[0])?,
                Some(2) => column.fill(0),
                Some(3) => column[..count].copy_from_slice(data.take(count)?),
                Some(own) => read_groups(&mut data, column, BITS[1 + usize::from(own)])?,
            }
        }
        for (index, row) in rows.chunks_exact_mut(stride).enumerate() {
            for (channel, own) in row.chunks_exact_mut(4).enumerate() {
                let before = &mut last[4 * channel..][..4];
                let place = |byte: usize| differences[(4 * channel + byte) * block + index];
                let stored = [place(0), place(1), place(2), place(3)];
                let next = next(
                    channels.get(channel).copied(),
                    stored,
                    [before[0], before[1], before[2], before[3]],
                )?;
                before.copy_from_slice(&next);
                own.copy_from_slice(&next);
            }
        }
    }
    data.end()?;
    Ok(rows)
}

/// Returns four bytes of a row from those of the row before, and from the stored differences.
fn next(channel: Option<u8>, stored: [u8; 4], before: [u8; 4]) -> Result<[u8; 4], Damage> {
    let kind = channel.unwrap_or(0);
    Ok(match kind & 3 {
        0 => core::array::from_fn(|byte| {
            before[byte].wrapping_add(difference(stored[byte].into()) as u8)
        }),
        1 => {
            let half = |low: usize| {
                let stored = u16::from_le_bytes([stored[low], stored[low + 1]]);
                let before = u16::from_le_bytes([before[low], before[low + 1]]);
                before
                    .wrapping_add(difference(stored.into()) as u16)
                    .to_le_bytes()
            };
            let ([a, b], [c, d]) = (half(0), half(2));
            [a, b, c, d]
        }
        2 => {
            let stored = u32::from_le_bytes(stored).rotate_right(u32::from(kind >> 4));
            (u32::from_le_bytes(before) ^ stored).to_le_bytes()
        }
        _ => return Err("a channel has an unknown kind"),
    })
}

/// Reads the kinds of the groups, two bits each, and then the groups.
fn read_groups(data: &mut Bytes<'_>, column: &mut [u8], bits: [u32; 4]) -> Result<(), Damage> {
    let kinds = data.take((column.len() / GROUP).div_ceil(4))?;
    for (index, group) in column.chunks_exact_mut(GROUP).enumerate() {
        let kind = (kinds[index / 4] >> (2 * (index % 4))) & 3;
        match bits[usize::from(kind)] {
            0 => group.fill(0),
            8 => group.copy_from_slice(data.take(GROUP)?),
            bits => read_group(data, group, bits)?,
        }
    }
    Ok(())
}

/// Reads a group of differences of a few bits. The largest number stands for a byte after the group.
fn read_group(data: &mut Bytes<'_>, group: &mut [u8], bits: u32) -> Result<(), Damage> {
    let packed = data.take(GROUP * bits as usize / 8)?;
    let per_byte = 8 / bits as usize;
    let most = (1 << bits) - 1;
    for (index, own) in group.iter_mut().enumerate() {
        let place = (index % per_byte) as u32 * bits;
        // Single bits begin with the lowest one, and all others with the highest ones.
        let shift = if bits == 1 { place } else { 8 - bits - place };
        let value = (packed[index / per_byte] >> shift) & most;
        *own = if value == most { data.byte()? } else { value };
    }
    Ok(())
}
