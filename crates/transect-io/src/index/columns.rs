//! The boxes of the rows in one part of an index, stored by column.

use transect::batch::AabbColumns;
use transect::bvh::{Bvh, BvhError};

use crate::index::tree::IndexTree;

/// The boxes of rows, by column. The coordinates are stored as f32 as long as all of them are f32 values. When the
/// first coordinate that is not an f32 value is added, all coordinates are converted to f64.
#[derive(Debug)]
pub(crate) enum Columns<const D: usize> {
    Single(Ends<f32, D>),
    Double(Ends<f64, D>),
}

/// The least corners and the greatest corners of the boxes: for each of the two, one list of coordinates per axis.
#[derive(Debug)]
pub(crate) struct Ends<T, const D: usize>([[Vec<T>; D]; 2]);

impl<const D: usize> Columns<D> {
    pub(crate) fn new() -> Self {
        Self::Single(Ends::new())
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Single(ends) => ends.len(),
            Self::Double(ends) => ends.len(),
        }
    }

    pub(crate) fn push(&mut self, corners: [[f64; D]; 2]) {
        match self {
            Self::Single(ends) => match singles(&corners) {
                Some(corners) => ends.push(corners),
                None => {
                    let mut widened = ends.widened();
                    widened.push(corners);
                    *self = Self::Double(widened);
                }
            },
            Self::Double(ends) => ends.push(corners),
        }
    }

    pub(crate) fn tree(&self) -> Result<IndexTree<D>, BvhError> {
        match self {
            Self::Single(ends) => Bvh::build(&ends.columns()).map(IndexTree::Single),
            Self::Double(ends) => Bvh::build(&ends.columns()).map(IndexTree::Double),
        }
    }
}

/// Returns the least and the greatest corner as f32; `None` if a number is not an f32 value.
fn singles<const D: usize>(corners: &[[f64; D]; 2]) -> Option<[[f32; D]; 2]> {
    let singles = corners.map(|corner| corner.map(|number| number as f32));
    (singles.map(|corner| corner.map(f64::from)) == *corners).then_some(singles)
}

impl<T: Copy, const D: usize> Ends<T, D> {
    fn new() -> Self {
        Self([0; 2].map(|_| [0; D].map(|_| Vec::new())))
    }

    fn len(&self) -> usize {
        self.0[0][0].len()
    }

    fn push(&mut self, corners: [[T; D]; 2]) {
        for (columns, corner) in self.0.iter_mut().zip(corners) {
            for (column, number) in columns.iter_mut().zip(corner) {
                column.push(number);
            }
        }
    }
}

impl<const D: usize> Ends<f32, D> {
    fn widened(&self) -> Ends<f64, D> {
        let widened = |column: &Vec<f32>| column.iter().copied().map(f64::from).collect();
        Ends(
            self.0
                .each_ref()
                .map(|columns| columns.each_ref().map(widened)),
        )
    }
}

impl<T: transect::bvh::Coordinate, const D: usize> Ends<T, D> {
    fn columns(&self) -> AabbColumns<'_, T, D> {
        let [min, max] = self
            .0
            .each_ref()
            .map(|columns| columns.each_ref().map(Vec::as_slice));
        AabbColumns::new(min, max)
    }
}
