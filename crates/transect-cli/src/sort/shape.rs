//! The shapes of rows that `transect sort` classifies.

use transect::{Aabb, Polytope};
use transect_io::RowShape;

/// A row of a table: a box or a point.
pub(crate) trait Sorted<const D: usize>: RowShape + Polytope<D> {
    /// The noun for one row, `box` or `point`.
    const NOUN: &'static str;
    /// The plural of the noun, as reports use it.
    const NOUNS: &'static str;

    /// Returns the least and the greatest corner of the shape.
    fn ends(&self) -> [[f64; D]; 2];
}

impl<const D: usize> Sorted<D> for Aabb<D>
where
    Self: RowShape,
{
    const NOUN: &'static str = "box";
    const NOUNS: &'static str = "boxes";

    fn ends(&self) -> [[f64; D]; 2] {
        [self.min(), self.max()]
    }
}

impl<const D: usize> Sorted<D> for [f64; D]
where
    Self: RowShape,
{
    const NOUN: &'static str = "point";
    const NOUNS: &'static str = "points";

    fn ends(&self) -> [[f64; D]; 2] {
        [*self, *self]
    }
}
