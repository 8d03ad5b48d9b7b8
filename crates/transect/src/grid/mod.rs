//! Grids: space divided into cells by families of parallel planes, such as `x=0..40/4`.

mod error;
mod heights;
mod names;
mod search;
mod text;

use alloc::string::String;
use core::str::FromStr;

pub use error::FamilyError;
pub use names::{axis, counts_to_front, names, names_by_axis};

use transect_exact::Side;
use transect_exact::vector::length;

use crate::coordinates::Coordinates;
use crate::equation::Levels;
use crate::grid::heights::Heights;
use crate::grid::search::planes_before;
use crate::plane::Plane;
use crate::shape::Shape;

/// A family of parallel planes E = h for a linear expression E and ascending heights h. As text, it is the expression,
/// the range of the heights, and the number of cells in the range or their width: `x=0..40/4`, `z=0..3 step 0.5`. The
/// ends of the range are planes, too; with a width, the upper end is a plane if it is a multiple of the width away from
/// the lower end.
///
/// n planes divide space into n + 1 cells, which are numbered from 0. Cell 0 is behind all planes, or in front of all
/// planes if the cells are numbered along an axis that points to the back. A point on a plane is in the cell in front
/// of it. So each point is in exactly one cell.
///
/// The heights of a width are computed in decimals and rounded once. The heights of a number of cells are computed in
/// floats. Each plane is that of the equation E = h as text. The number of planes is not limited, and they are not
/// stored.
///
/// ```
/// use transect::{Aabb, grid::PlaneFamily};
/// let family: PlaneFamily = "x=0..40/4".parse()?;
/// assert_eq!(family.cell(&[10.0, 0.0, 0.0]), 2); // from 10 to 20
/// assert_eq!(family.cell(&[-1e-300, 0.0, 0.0]), 0); // before the range
/// let aabb = Aabb::new([5.0, 0.0, 0.0], [20.0, 1.0, 1.0])?;
/// assert_eq!(family.cells(&aabb), [1, 3]); // it touches the plane x = 20
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlaneFamily<const D: usize = 3> {
    /// The expression as it was written.
    expression: String,
    levels: Levels<D>,
    heights: Heights,
    first: Plane<D>,
    /// The distance between two neighboring planes, rounded, or infinity for a single plane. It only speeds up the
    /// search.
    spacing: f64,
}

impl<const D: usize> PlaneFamily<D> {
    /// Returns the number of planes. There is one more cell.
    #[must_use]
    pub fn plane_count(&self) -> u64 {
        self.heights.count
    }

    /// Returns the expression, as it was written.
    #[must_use]
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// Returns the height h of a plane E = h. Planes are counted from 0.
    ///
    /// # Panics
    /// Panics if the family has fewer planes.
    #[must_use]
    pub fn height(&self, index: u64) -> f64 {
        assert!(
            index < self.heights.count,
            "the family has no plane {index}"
        );
        self.heights.get(index)
    }

    /// Returns a plane. Planes are counted from 0.
    ///
    /// # Panics
    /// Panics if the family has fewer planes.
    #[must_use]
    pub fn plane(&self, index: u64) -> Plane<D> {
        let plane = self.levels.plane(self.height(index));
        plane.expect("the planes have been checked when the text was read")
    }

    /// Returns the number of the cell that contains a point.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn cell(&self, point: &impl Coordinates<D>) -> u64 {
        self.cells(&point.coordinates())[0]
    }

    /// Returns the numbers of the first and of the last cell that contain points of a shape. All cells between them
    /// contain points of the shape, too.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn cells(&self, shape: &impl Shape<D>) -> [u64; 2] {
        let distances = shape.interval(&self.first);
        // An end of a shape is in front of or on the planes before its cell.
        let back = planes_before(
            self.heights.count,
            distances.backmost / self.spacing,
            |index| shape.extent(&self.plane(index)).backmost != Side::Back,
        );
        let front = if distances.backmost == distances.frontmost && is_point(shape, &self.first) {
            back
        } else {
            planes_before(
                self.heights.count,
                distances.frontmost / self.spacing,
                |index| shape.extent(&self.plane(index)).frontmost != Side::Back,
            )
        };
        if counts_to_front(&self.first) {
            [back, front]
        } else {
            [front, back].map(|planes| self.heights.count - planes)
        }
    }
}

/// Returns `true` if the backmost point of a shape is its frontmost point.
fn is_point<const D: usize>(shape: &impl Shape<D>, plane: &Plane<D>) -> bool {
    let [backmost, frontmost] = shape.extremes(plane);
    backmost == frontmost
        && shape
            .extreme_balls(plane)
            .is_some_and(|(_, radius)| radius == 0.0)
}

/// Parses a family of planes.
impl<const D: usize> FromStr for PlaneFamily<D> {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Self, FamilyError> {
        let (expression, heights) = text::parse(text)?;
        let levels = Levels::parse(expression).map_err(FamilyError::Expression)?;
        let plane = |index| {
            let plane = levels.plane(heights.get(index));
            plane.map_err(FamilyError::Expression)
        };
        let last = heights.count - 1;
        let (first, farthest) = (plane(0)?, plane(last)?);
        if !levels.is_continuous() {
            for index in 1..last {
                plane(index)?;
            }
        }
        let way = (first.offset() - farthest.offset()).abs() / length(&first.normal());
        Ok(Self {
            expression: expression.trim().into(),
            spacing: if last == 0 {
                f64::INFINITY
            } else {
                way / last as f64
            },
            levels,
            heights,
            first,
        })
    }
}
