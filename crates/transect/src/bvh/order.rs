//! The order of boxes along a Hilbert curve. Boxes that are neighbors in this order are neighbors in space.

/// Returns the number of bits of a grid cell's index on one axis.
pub(crate) const fn bits_of_an_axis(dimension: usize) -> u32 {
    if dimension == 3 { 10 } else { 15 }
}

/// The number of bits of a sort key, which holds the cell's indices on all axes.
pub(crate) const KEY_BITS: u32 = 30;

/// Computes one level of the Hilbert curve in D dimensions. At each level, the curve passes through the 2ᴰ parts into
/// which a cube is divided. A state is the corner where the curve enters the cube and the axis along which it leaves
/// the cube. The function returns the position of `part` along the curve, and the state within that part. (C. Hamilton,
/// *Compact Hilbert indices*, Dalhousie University CS-2006-07, section 2.)
const fn step(dimension: u32, state: u32, part: u32) -> (u32, u32) {
    let all = (1 << dimension) - 1;
    let (entry, axis) = (state >> 2, state & 3);
    let turned = rotated_right(part ^ entry, axis + 1, dimension);
    let mut place = turned; // the inverse of the Gray code
    let mut shift = 1;
    while shift < dimension {
        place ^= turned >> shift;
        shift += 1;
    }
    place &= all;
    let entry_there = match place {
        0 => 0,
        _ => gray(2 * ((place - 1) / 2)),
    };
    let axis_there = match place {
        0 => 0,
        _ if place.is_multiple_of(2) => (place - 1).trailing_ones() % dimension,
        _ => place.trailing_ones() % dimension,
    };
    let next_entry = entry ^ rotated_left(entry_there, axis + 1, dimension);
    let next_axis = (axis + axis_there + 1) % dimension;
    (place, next_entry << 2 | next_axis)
}

const fn gray(number: u32) -> u32 {
    number ^ number >> 1
}

const fn rotated_right(number: u32, by: u32, width: u32) -> u32 {
    let by = by % width;
    let all = (1 << width) - 1;
    (number >> by | number << (width - by)) & all
}

const fn rotated_left(number: u32, by: u32, width: u32) -> u32 {
    rotated_right(number, width - by % width, width)
}

/// The number of indices for states in three dimensions: 8 corners times 4, because the axis takes 2 bits of the index.
const STATES: usize = 32;

/// Returns the number of levels of the Hilbert curve that one table lookup processes.
const fn levels_of_a_step(dimension: usize) -> u32 {
    if dimension == 3 { 2 } else { 3 }
}

/// Returns the lookup table of [`along_the_curve`], indexed by the state and by the parts chosen at two (3D) or three
/// (2D) levels. The lower six bits of an entry are the positions along the curve; the bits above them are the next
/// state. There are 64 entries per state.
const fn table(dimension: u32) -> [[u16; 64]; STATES] {
    let mut table = [[0; 64]; STATES];
    let levels = levels_of_a_step(dimension as usize);
    let mut state = 0;
    while state < STATES as u32 {
        let mut parts = 0;
        while parts < 64 && state & 3 < dimension {
            let (mut inner, mut places) = (state, 0);
            let mut level = levels;
            while level > 0 {
                level -= 1;
                let part = parts >> (level * dimension) & ((1 << dimension) - 1);
                let (place, next) = step(dimension, inner, part);
                (inner, places) = (next, places << dimension | place);
            }
            table[state as usize][parts as usize] = (inner << 6 | places) as u16;
            parts += 1;
        }
        state += 1;
    }
    table
}

static TABLE_2: [[u16; 64]; STATES] = table(2);
static TABLE_3: [[u16; 64]; STATES] = table(3);

/// Spreads the bits of a number, with `D − 1` zeros between neighboring bits.
#[inline(always)]
fn spread<const D: usize>(number: u32) -> u32 {
    let mut bits = number;
    if D == 3 {
        bits = (bits | bits << 16) & 0x0300_00FF;
        bits = (bits | bits << 8) & 0x0300_F00F;
        bits = (bits | bits << 4) & 0x030C_30C3;
        (bits | bits << 2) & 0x0924_9249
    } else {
        bits = (bits | bits << 8) & 0x00FF_00FF;
        bits = (bits | bits << 4) & 0x0F0F_0F0F;
        bits = (bits | bits << 2) & 0x3333_3333;
        (bits | bits << 1) & 0x5555_5555
    }
}

/// Returns the Z-order key of a grid cell, 30 bits. The bits of the cell's coordinates on all axes are interleaved, the
/// highest bits first.
#[inline(always)]
pub(crate) fn interleaved<const D: usize>(cell: &[u32; D]) -> u32 {
    let mut key = 0;
    for (axis, &place) in cell.iter().enumerate() {
        key |= spread::<D>(place) << axis;
    }
    key
}

/// Returns the position along the Hilbert curve of the cell with this Z-order key.
#[inline(always)]
pub(crate) fn along_the_curve<const D: usize>(interleaved: u32) -> u32 {
    let table = if D == 3 { &TABLE_3 } else { &TABLE_2 };
    let (mut state, mut key) = (0, 0);
    for step in (0..5).rev() {
        let parts = interleaved >> (6 * step) & 63;
        let entry = u32::from(table[state % STATES][parts as usize]);
        key = key << 6 | entry & 63;
        state = (entry >> 6) as usize;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visits_each_cell_once_and_moves_by_one<const D: usize>() {
        // The test uses only the upper bits of the cells, which give the first levels of the curve.
        let bits = 12 / D as u32;
        let side = 1_u32 << bits;
        let shift = bits_of_an_axis(D) - bits;
        let mut cells = [None; 1 << 12];
        for index in 0..1_u32 << 12 {
            let cell: [u32; D] =
                core::array::from_fn(|axis| index >> (bits * axis as u32) & (side - 1));
            let key = along_the_curve::<D>(interleaved(&cell.map(|place| place << shift)));
            let place = (key >> (KEY_BITS - 12)) as usize;
            assert_eq!(cells[place], None, "one cell a place");
            cells[place] = Some(cell);
        }
        for pair in cells.windows(2) {
            let [Some(a), Some(b)] = [pair[0], pair[1]] else {
                panic!("every place has its cell")
            };
            let distance: u32 = (0..D).map(|axis| a[axis].abs_diff(b[axis])).sum();
            assert_eq!(distance, 1);
        }
    }

    #[test]
    fn the_curve_visits_each_cell_once_and_moves_by_one() {
        visits_each_cell_once_and_moves_by_one::<2>();
        visits_each_cell_once_and_moves_by_one::<3>();
    }
}
