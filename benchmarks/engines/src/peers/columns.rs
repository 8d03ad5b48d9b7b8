//! Transect's own engine for batches: boxes as columns, with exact answers.

use std::ops::Range;

use transect::batch::{AabbColumns, AabbRows, Batch, Masks, RegionMasks};
use transect::{Plane, Region, Side};

use crate::ask::{Bounds, Frustum};
use crate::rounds::Contestant;

/// Boxes as six columns of f32.
pub(crate) struct Columns {
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
}

impl Columns {
    pub(crate) fn new(boxes: &[Bounds]) -> Self {
        let column =
            |end: usize, axis: usize| boxes.iter().map(|bounds| bounds[end][axis]).collect();
        Self {
            min: core::array::from_fn(|axis| column(0, axis)),
            max: core::array::from_fn(|axis| column(1, axis)),
        }
    }

    /// Returns the boxes in another order: position i holds box `numbers[i]`.
    pub(crate) fn in_order(&self, numbers: &[u32]) -> Self {
        let ordered = |column: &Vec<f32>| {
            let boxes = numbers
                .iter()
                .filter_map(|&number| column.get(number as usize));
            boxes.copied().collect()
        };
        Self {
            min: self.min.each_ref().map(ordered),
            max: self.max.each_ref().map(ordered),
        }
    }

    pub(crate) fn all(&self) -> AabbColumns<'_, f32> {
        AabbColumns::new(
            self.min.each_ref().map(Vec::as_slice),
            self.max.each_ref().map(Vec::as_slice),
        )
    }

    /// Returns the columns with their largest coordinate computed in advance (`AabbColumns::checked`).
    pub(crate) fn checked(&self) -> AabbColumns<'_, f32> {
        let all = self.all();
        AabbColumns::checked(all.min(), all.max()).expect("families hold boxes")
    }
}

/// Boxes in any memory layout, as columns or as records. A range of them can be classified as a batch.
pub(crate) trait Layout {
    fn count(&self) -> usize;
    fn part(&self, rows: Range<usize>) -> impl Batch<3>;
}

impl Layout for AabbColumns<'_, f32> {
    fn count(&self) -> usize {
        self.len()
    }

    fn part(&self, rows: Range<usize>) -> impl Batch<3> {
        self.slice(rows)
    }
}

/// Boxes as an array of records, as the peers store them.
impl Layout for &[Bounds] {
    fn count(&self) -> usize {
        self.len()
    }

    fn part(&self, rows: Range<usize>) -> impl Batch<3> {
        AabbRows::new(&self[rows])
    }
}

/// A contestant (an engine to be timed) whose answers are two bitmaps: for a plane, the boxes on it and the boxes in
/// front; for a region, the boxes that meet it and the boxes inside.
struct Bitmaps<'c, Question, Boxes> {
    name: &'static str,
    question: &'c Question,
    boxes: Boxes,
    first: Vec<u64>,
    second: Vec<u64>,
}

pub(crate) const BITMAPS: &str = "transect bitmaps";
/// The engine name for columns whose numbers were checked in advance (`AabbColumns::checked`).
pub(crate) const CHECKED: &str = "transect checked";
/// The engine name for boxes as records instead of columns.
pub(crate) const RECORDS: &str = "transect records";

#[expect(
    private_bounds,
    reason = "only two types of questions exist: a plane and a frustum"
)]
pub(crate) fn bitmaps<'c, Question, Boxes: Layout + 'c>(
    name: &'static str,
    question: &'c Question,
    boxes: Boxes,
) -> Box<dyn Contestant + 'c>
where
    Bitmaps<'c, Question, Boxes>: Contestant,
{
    let words = vec![0; boxes.count().div_ceil(64)];
    Box::new(Bitmaps {
        name,
        question,
        boxes,
        first: words.clone(),
        second: words,
    })
}

fn words(rows: &Range<usize>) -> Range<usize> {
    rows.start / 64..rows.end.div_ceil(64)
}

/// Returns `true` if the bit of a row is set in a bitmap.
fn bit(words: &[u64], row: usize) -> bool {
    words[row / 64] >> (row % 64) & 1 == 1
}

impl<Boxes: Layout> Contestant for Bitmaps<'_, Plane, Boxes> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self, chunk: Range<usize>) {
        let masks = Masks {
            on: &mut self.first[words(&chunk)],
            front: &mut self.second[words(&chunk)],
            null: None,
        };
        self.boxes.part(chunk).masks(self.question, masks);
    }

    fn wrong(&self, exact: &[Side]) -> Option<usize> {
        let side = |row| match (bit(&self.first, row), bit(&self.second, row)) {
            (true, false) => Some(Side::On),
            (false, true) => Some(Side::Front),
            (false, false) => Some(Side::Back),
            (true, true) => None,
        };
        let pairs = exact.iter().enumerate();
        Some(
            pairs
                .filter(|&(row, exact)| side(row) != Some(*exact))
                .count(),
        )
    }
}

impl<Boxes: Layout> Contestant for Bitmaps<'_, Frustum, Boxes> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self, chunk: Range<usize>) {
        let masks = RegionMasks {
            meets: &mut self.first[words(&chunk)],
            inside: &mut self.second[words(&chunk)],
            null: None,
        };
        let boxes = self.boxes.part(chunk);
        boxes.overlap_conservative(&Region::new(self.question), masks);
    }

    fn wrong(&self, exact: &[Side]) -> Option<usize> {
        let is_seen = |row| bit(&self.first, row) || bit(&self.second, row);
        let pairs = exact.iter().enumerate();
        Some(
            pairs
                .filter(|&(row, exact)| is_seen(row) != (*exact != Side::Back))
                .count(),
        )
    }
}

/// A contestant (an engine to be timed) whose answers are a list of sides, one per box, as the other libraries report
/// them.
struct Sides<'c> {
    plane: Plane,
    boxes: AabbColumns<'c, f32>,
    sides: Vec<Side>,
}

pub(crate) fn sides<'c>(plane: &Plane, boxes: AabbColumns<'c, f32>) -> Box<dyn Contestant + 'c> {
    Box::new(Sides {
        plane: *plane,
        boxes,
        sides: vec![Side::On; boxes.len()],
    })
}

impl Contestant for Sides<'_> {
    fn name(&self) -> &'static str {
        "transect sides"
    }

    fn run(&mut self, chunk: Range<usize>) {
        let boxes = self.boxes.slice(chunk.clone());
        boxes.sides(&self.plane, &mut self.sides[chunk]);
    }

    fn wrong(&self, exact: &[Side]) -> Option<usize> {
        let pairs = self.sides.iter().zip(exact);
        Some(pairs.filter(|(side, exact)| side != exact).count())
    }
}
