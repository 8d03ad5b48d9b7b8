//! The shapes in the rows of tables: boxes and points.

use transect::{Aabb, ExtentThrough, Polytope};
use transect_io::RowShape;

/// The shape in a row of a table: a box or a point.
pub(crate) trait TableShape<const D: usize>:
    RowShape + Polytope<D> + ExtentThrough<D>
{
    /// The noun for one row, `box` or `point`.
    const NOUN: &'static str;
    /// The noun for several rows, `boxes` or `points`.
    const NOUNS: &'static str;

    /// Returns the corner of the shape with the least coordinates, and the corner with the greatest. For a point, both
    /// are the point.
    fn ends(&self) -> [[f64; D]; 2];
}

impl<const D: usize> TableShape<D> for Aabb<D>
where
    Self: RowShape,
{
    const NOUN: &'static str = "box";
    const NOUNS: &'static str = "boxes";

    fn ends(&self) -> [[f64; D]; 2] {
        [self.min(), self.max()]
    }
}

impl<const D: usize> TableShape<D> for [f64; D]
where
    Self: RowShape,
{
    const NOUN: &'static str = "point";
    const NOUNS: &'static str = "points";

    fn ends(&self) -> [[f64; D]; 2] {
        [*self, *self]
    }
}
