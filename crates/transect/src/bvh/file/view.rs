//! Queries of a tree directly in the bytes of a file.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use fearless_simd::Simd;
use transect_exact::arrays::{Few as _, array};

use crate::batch::level::{dispatch, level_of_cpu};
use crate::bvh::block::{Block, first_lanes, lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::descend::Probe;
use crate::bvh::file::error::BvhFileError;
use crate::bvh::file::header::Header;
use crate::bvh::file::layout::{CHECKSUM, HEADER, PIECE, ROW, check_piece, u32_of};
use crate::bvh::file::{block_of, check_boxes, lanes_in_use};
use crate::bvh::plane::SideProbe;
use crate::bvh::region::RegionProbe;
use crate::bvh::tree::NO_ID;
use crate::plane::Plane;
use crate::region::Region;

/// A tree that is queried directly in the bytes of a file, which the caller has mapped into memory or read. The bytes
/// are not copied. Only the header (64 bytes) and those pieces of the file (up to 64 KiB each) that queries need are
/// read.
///
/// A piece of 64 KiB is compared with its checksum when it is first needed, and the boxes of a leaf are checked
/// whenever they are read. A query that needs damaged bytes returns an error. Two properties are not checked: that the
/// bounds of each node contain the boxes below it, and that no id occurs twice.
/// [`Bvh::from_bytes`](crate::bvh::Bvh::from_bytes) checks both. Use `from_bytes` for bytes of unknown origin and
/// `BvhView` for bytes that you wrote.
///
/// The library forbids `unsafe` code, so the caller maps the file, for instance with `memmap2`. The file must not
/// change while it is mapped.
///
/// ```
/// use transect::{Plane, batch::AabbColumns, bvh::{Bvh, BvhView}};
/// let (low, high) = ([0.0_f32, 2.0, 4.0], [1.0, 3.0, 5.0]);
/// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
/// let bytes = tree.to_bytes();
/// let view: BvhView<f32, 2> = BvhView::open(&bytes)?;
/// assert_eq!(view.on(&Plane::new([1.0, 0.0], -2.5)?)?, [1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BvhView<'b, T = f32, const D: usize = 3> {
    bytes: &'b [u8],
    header: Header,
    /// One flag per piece of the file (up to 64 KiB): `true` if the piece was already compared with its checksum.
    checked: Vec<AtomicBool>,
    numbers: PhantomData<T>,
}

/// The ids of the boxes inside a region and of those that meet it, in unspecified order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverlapIds {
    /// The ids of the boxes completely inside the region.
    pub inside: Vec<u32>,
    /// The ids of the boxes with points inside and points outside of the region.
    pub meets: Vec<u32>,
}

impl<'b, T: Coordinate, const D: usize> BvhView<'b, T, D> {
    /// Opens a tree in the bytes that [`Bvh::to_bytes`](crate::bvh::Bvh::to_bytes) made. Reads only the first 64 bytes,
    /// the header.
    ///
    /// # Errors
    /// Returns a [`BvhFileError`] if the header is invalid or the number of bytes does not match it.
    pub fn open(bytes: &'b [u8]) -> Result<Self, BvhFileError> {
        let header = Header::read::<T, D>(bytes)?;
        let pieces = (bytes.len() - HEADER).div_ceil(PIECE + CHECKSUM);
        Ok(Self {
            bytes,
            header,
            checked: (0..pieces).map(|_| AtomicBool::new(false)).collect(),
            numbers: PhantomData,
        })
    }

    /// Returns the ids of the boxes on a plane, in unspecified order: the same as [`Bvh::on`](crate::bvh::Bvh::on).
    ///
    /// # Errors
    /// Returns a [`BvhFileError`] if bytes that the query needs are damaged.
    pub fn on(&self, plane: &Plane<D>) -> Result<Vec<u32>, BvhFileError> {
        let mut probe = SideProbe::new(plane, self.header.largest);
        let mut found = OverlapIds::default();
        self.ask(&mut probe, false, &mut found)?;
        Ok(found.meets)
    }

    /// Returns the ids of the boxes inside a region and of those that meet it, judged by one plane at a time: the same
    /// as [`Bvh::overlap_conservative`](crate::bvh::Bvh::overlap_conservative).
    ///
    /// # Errors
    /// Returns a [`BvhFileError`] if bytes that the query needs are damaged.
    pub fn overlap_conservative(&self, region: &Region<'_, D>) -> Result<OverlapIds, BvhFileError> {
        let mut probe = RegionProbe::new(region, self.header.largest);
        let mut found = OverlapIds::default();
        self.ask(&mut probe, true, &mut found)?;
        Ok(found)
    }

    fn ask<P: Probe<T, D>>(
        &self,
        probe: &mut P,
        is_first_wanted: bool,
        found: &mut OverlapIds,
    ) -> Result<(), BvhFileError> {
        dispatch!(level_of_cpu(), simd => self.ask_on(simd, probe, is_first_wanted, found))
    }

    /// Classifies the boxes with `probe` and adds their ids to `found`. Visits the nodes depth first from the root,
    /// then the leaves of inserted boxes that wait to be merged. Level 0 holds the leaves.
    #[inline(always)]
    fn ask_on<S: Simd, P: Probe<T, D>>(
        &self,
        simd: S,
        probe: &mut P,
        is_first_wanted: bool,
        found: &mut OverlapIds,
    ) -> Result<(), BvhFileError> {
        let [built, leaves] = [self.header.built, self.header.leaves].each(|count| count as usize);
        // `counts` has the number of blocks of each level, the leaves first; `firsts` has the index of the first block
        // of each level.
        let counts: Vec<usize> = core::iter::once(built)
            .chain(self.header.levels())
            .collect();
        let mut firsts = Vec::from([0, leaves]);
        for &count in &counts[1..] {
            firsts.push(firsts[firsts.len() - 1] + count);
        }
        let start = probe.start();
        let mut open: Vec<(usize, usize, P::State)> = Vec::new();
        open.extend((built..leaves).map(|leaf| (0, leaf, start)));
        if built > 0 {
            open.push((counts.len() - 1, 0, start));
        }
        while let Some((level, place, state)) = open.pop() {
            let block = self.block(firsts[level] + place)?;
            if level == 0 {
                check_boxes(&block, place, &self.header)?;
                let ids = self.ids(place)?;
                let query = lanes_in_use(&ids);
                let verdict = probe.leaf(simd, &block, state, query);
                let between = query & !(verdict.first | verdict.last);
                found.meets.extend(lanes(between).map(|lane| ids[lane]));
                if is_first_wanted {
                    found
                        .inside
                        .extend(lanes(query & verdict.first).map(|lane| ids[lane]));
                }
                continue;
            }
            let query = first_lanes(counts[level - 1] - place * LANES);
            let verdict = probe.node(simd, &block, state);
            if is_first_wanted {
                for lane in lanes(query & verdict.first) {
                    let width = LANES.pow(level as u32 - 1);
                    let first = (place * LANES + lane) * width;
                    self.add_all(first..built.min(first + width), &mut found.inside)?;
                }
            }
            for lane in lanes(query & !(verdict.first | verdict.last)) {
                open.push((level - 1, place * LANES + lane, probe.below(state, lane)));
            }
        }
        Ok(())
    }

    /// Adds the ids of all boxes in a range of leaves.
    fn add_all(&self, leaves: Range<usize>, ids: &mut Vec<u32>) -> Result<(), BvhFileError> {
        for leaf in leaves {
            ids.extend(self.ids(leaf)?.into_iter().filter(|&id| id != NO_ID));
        }
        Ok(())
    }

    fn ids(&self, leaf: usize) -> Result<[u32; LANES], BvhFileError> {
        let row = self.row(leaf)?.as_chunks::<4>().0;
        Ok(array(|lane| u32_of(&row[lane])))
    }

    /// Reads a block by its index among all blocks of the file: the leaves come first, then the levels from the lowest
    /// up.
    fn block(&self, index: usize) -> Result<Block<T, D>, BvhFileError> {
        let rows = LANES * 2 * D * T::BYTES / ROW;
        let first = self.header.leaves as usize + index * rows;
        // A block lies in at most two pieces, so it is enough to check the pieces that hold its first and its last row
        // of 64 bytes.
        self.row(first + rows - 1)?;
        self.row(first)?;
        Ok(block_of(
            &mut (first..first + rows).map(|row| self.bytes_of(row)),
        ))
    }

    /// Returns a row of 64 bytes of the file, counted after the header. Its piece is compared with the checksum first,
    /// if it was not compared before.
    fn row(&self, row: usize) -> Result<&'b [u8], BvhFileError> {
        let piece = row / (PIECE / ROW);
        if !self.checked[piece].load(Ordering::Relaxed) {
            let from = HEADER + piece * (PIECE + CHECKSUM);
            let to = self.bytes.len().min(from + PIECE + CHECKSUM);
            check_piece(&self.bytes[from..to], from)?;
            self.checked[piece].store(true, Ordering::Relaxed);
        }
        Ok(self.bytes_of(row))
    }

    fn bytes_of(&self, row: usize) -> &'b [u8] {
        let (piece, place) = (row / (PIECE / ROW), row % (PIECE / ROW));
        let start = HEADER + piece * (PIECE + CHECKSUM) + place * ROW;
        &self.bytes[start..start + ROW]
    }
}
