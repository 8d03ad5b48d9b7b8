//! Bitmaps that the caller provides for results, one bit per row.

use transect_exact::arrays::Few as _;

use crate::batch::kernel::BLOCK;
use crate::batch::threads::Room;
use crate::batch::words::{Words, live, rows_of};

/// Returns the rows whose bits are set in a bitmap, in ascending order: bit i % 64 of word i / 64 belongs to row i.
///
/// ```
/// use transect::{Plane, batch::{AabbColumns, Batch, Masks, set_rows}};
/// let boxes = AabbColumns::new([&[0.0_f32, 1.0, 2.0]; 2], [&[1.0_f32, 2.0, 3.0]; 2]);
/// let (mut on, mut front) = ([0], [0]);
/// boxes.masks(&Plane::new([1.0, 0.0], -1.0)?, Masks { on: &mut on, front: &mut front, null: None });
/// assert_eq!(set_rows(&on).collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(set_rows(&front).collect::<Vec<_>>(), [2]);
/// # Ok::<(), transect::PlaneError>(())
/// ```
pub fn set_rows(bitmap: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let blocks = bitmap.iter().enumerate();
    blocks.flat_map(|(block, &word)| rows_of(word).map(move |row| block * BLOCK + row))
}

/// The bitmaps that a classification against a plane fills, in Arrow's bit order: bit i % 64 of word i / 64 belongs to
/// row i. On a little-endian machine the words have the same bytes as Arrow's bitmaps. Bits beyond the last row are
/// zero.
///
/// ```
/// use transect::{Plane, batch::{AabbColumns, Batch, Masks}};
/// let boxes = AabbColumns::new([&[0.0_f32, 1.0, 2.0]; 2], [&[1.0_f32, 2.0, 3.0]; 2]);
/// let (mut on, mut front) = ([0], [0]);
/// let masks = Masks { on: &mut on, front: &mut front, null: None };
/// boxes.masks(&Plane::new([1.0, 0.0], -1.5)?, masks);
/// assert_eq!((on, front), ([0b010], [0b100]));
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Debug)]
pub struct Masks<'m> {
    /// A bit is set if the shape is on the plane: neither strictly in front nor strictly behind.
    pub on: &'m mut [u64],
    /// A bit is set if the shape is strictly in front. A row with a bit in neither `on` nor `front` is strictly behind
    /// or null.
    pub front: &'m mut [u64],
    /// A bit is set if the row is null: it has a NaN, it is a box that contains no point, or a sphere with a negative
    /// radius.
    pub null: Option<&'m mut [u64]>,
}

impl Masks<'_> {
    /// # Panics
    /// Panics if a bitmap does not have one word per 64 rows, rounded up.
    pub(crate) fn check(&self, rows: usize) {
        let bitmaps = [("on", &*self.on), ("front", &*self.front)];
        check(rows, bitmaps, self.null.as_deref());
    }

    /// Writes the bits of some blocks, 64 per word. Element 0 of the bitmaps belongs to the block with index `start`.
    #[inline]
    pub(crate) fn write(&mut self, start: usize, words: &Words<'_>, rows: usize) {
        let here = words.first - start..words.first - start + words.front.len();
        let on = self.on[here.clone()].iter_mut();
        let ends = words.front.iter().zip(words.back).zip(words.null);
        for (on, ((front, back), null)) in on.zip(ends) {
            *on = !(front | back | null);
        }
        if here.end * BLOCK > rows - start * BLOCK {
            self.on[here.end - 1] &= live(start + here.end - 1, rows);
        }
        self.front[here.clone()].copy_from_slice(words.front);
        if let Some(null) = &mut self.null {
            null[here].copy_from_slice(words.null);
        }
    }

    /// Reborrows the bitmaps, so that the caller can use the original again afterwards.
    pub(crate) fn again(&mut self) -> Masks<'_> {
        Masks {
            on: self.on,
            front: self.front,
            null: self.null.as_deref_mut(),
        }
    }
}

/// The bitmaps that a classification against a region fills, in the bit order of [`Masks`].
#[derive(Debug)]
pub struct RegionMasks<'m> {
    /// A bit is set if the shape has points inside and points outside of the region.
    pub meets: &'m mut [u64],
    /// A bit is set if the shape lies completely in the region. A row with a bit in neither `meets` nor `inside` is
    /// outside or null.
    pub inside: &'m mut [u64],
    /// A bit is set if the row is null: it has a NaN, it is a box that contains no point, or a sphere with a negative
    /// radius.
    pub null: Option<&'m mut [u64]>,
}

impl RegionMasks<'_> {
    /// # Panics
    /// Panics if a bitmap does not have one word per 64 rows, rounded up.
    pub(crate) fn check(&self, rows: usize) {
        let bitmaps = [("meets", &*self.meets), ("inside", &*self.inside)];
        check(rows, bitmaps, self.null.as_deref());
    }
}

impl Room for Masks<'_> {
    fn split(self, blocks: usize) -> [Self; 2] {
        let [first, rest] = [self.on, self.front].split(blocks);
        let [first_null, null] = self.null.split(blocks);
        [(first, first_null), (rest, null)].each(|([on, front], null)| Self { on, front, null })
    }
}

impl Room for RegionMasks<'_> {
    fn split(self, blocks: usize) -> [Self; 2] {
        let [first, rest] = [self.meets, self.inside].split(blocks);
        let [first_null, null] = self.null.split(blocks);
        [(first, first_null), (rest, null)].each(|([meets, inside], null)| Self {
            meets,
            inside,
            null,
        })
    }
}

/// # Panics
/// Panics if a bitmap does not have one word per 64 rows, rounded up.
fn check(rows: usize, bitmaps: [(&str, &[u64]); 2], null: Option<&[u64]>) {
    let null = null.map(|null| ("null", null));
    for (name, bitmap) in bitmaps.into_iter().chain(null) {
        assert!(
            bitmap.len() == rows.div_ceil(BLOCK),
            "a bitmap has a word for every 64 rows: {rows} rows need {} words, `{name}` has {}",
            rows.div_ceil(BLOCK),
            bitmap.len()
        );
    }
}
