//! transect's batches: boxes as columns, exact.

use std::ops::Range;

use transect::batch::{AabbColumns, Batch as _, Masks, RegionMasks};
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

    /// The same boxes in another order, a place for each number.
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
        self.some(0..self.min[0].len())
    }

    fn some(&self, rows: Range<usize>) -> AabbColumns<'_, f32> {
        let [min, max] = [&self.min, &self.max].map(|columns| {
            let columns = columns.each_ref();
            columns.map(|column| &column[rows.clone()])
        });
        AabbColumns::new(min, max)
    }
}

/// Two bitmaps: met by the plane and strictly in front; or met by the region and inside.
pub(crate) struct Bitmaps<Question> {
    question: Question,
    columns: Columns,
    first: Vec<u64>,
    second: Vec<u64>,
}

pub(crate) fn bitmaps<Question: Copy>(question: &Question, boxes: &[Bounds]) -> Box<dyn Contestant>
where
    Bitmaps<Question>: Contestant + 'static,
{
    let words = vec![0; boxes.len().div_ceil(64)];
    Box::new(Bitmaps {
        question: *question,
        columns: Columns::new(boxes),
        first: words.clone(),
        second: words,
    })
}

const BITMAPS: &str = "transect bitmaps";

fn words(rows: &Range<usize>) -> Range<usize> {
    rows.start / 64..rows.end.div_ceil(64)
}

/// Whether the bit of a row is set.
fn bit(words: &[u64], row: usize) -> bool {
    words[row / 64] >> (row % 64) & 1 == 1
}

impl Contestant for Bitmaps<Plane> {
    fn name(&self) -> &'static str {
        BITMAPS
    }

    fn run(&mut self, chunk: Range<usize>) {
        let masks = Masks {
            meets: &mut self.first[words(&chunk)],
            front: &mut self.second[words(&chunk)],
            null: None,
        };
        self.columns.some(chunk).masks(&self.question, masks);
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

impl Contestant for Bitmaps<Frustum> {
    fn name(&self) -> &'static str {
        BITMAPS
    }

    fn run(&mut self, chunk: Range<usize>) {
        let masks = RegionMasks {
            meets: &mut self.first[words(&chunk)],
            inside: &mut self.second[words(&chunk)],
            null: None,
        };
        let boxes = self.columns.some(chunk);
        boxes.overlap_conservative(&Region::new(&self.question), masks);
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

/// A side for each box, as the peers tell it.
struct Sides {
    plane: Plane,
    columns: Columns,
    sides: Vec<Side>,
}

pub(crate) fn sides(plane: &Plane, boxes: &[Bounds]) -> Box<dyn Contestant> {
    Box::new(Sides {
        plane: *plane,
        columns: Columns::new(boxes),
        sides: vec![Side::On; boxes.len()],
    })
}

impl Contestant for Sides {
    fn name(&self) -> &'static str {
        "transect sides"
    }

    fn run(&mut self, chunk: Range<usize>) {
        let boxes = self.columns.some(chunk.clone());
        boxes.sides(&self.plane, &mut self.sides[chunk]);
    }

    fn wrong(&self, exact: &[Side]) -> Option<usize> {
        let pairs = self.sides.iter().zip(exact);
        Some(pairs.filter(|(side, exact)| side != exact).count())
    }
}
