//! The number of shapes in each relation to a plane or a region.

/// The number of shapes on each side of a plane.
///
/// ```
/// use transect::{Plane, batch::{AabbColumns, Batch, SideCounts}};
/// let boxes = AabbColumns::new([&[0.0_f32, 1.0, 2.0]; 2], [&[1.0_f32, 2.0, 3.0]; 2]);
/// let counts = boxes.side_counts(&Plane::new([1.0, 0.0], -1.5)?);
/// assert_eq!(counts, SideCounts { back: 1, on: 1, front: 1, null: 0 });
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    /// The number of shapes strictly behind the plane.
    pub back: usize,
    /// The number of shapes on the plane: neither strictly in front nor strictly behind.
    pub on: usize,
    /// The number of shapes strictly in front of the plane.
    pub front: usize,
    /// The number of null rows: rows with a NaN, boxes that contain no point, and spheres with a negative radius.
    pub null: usize,
}

impl SideCounts {
    /// Returns the sum of these counts and other counts, field by field.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            back: self.back + other.back,
            on: self.on + other.on,
            front: self.front + other.front,
            null: self.null + other.null,
        }
    }
}

/// The number of shapes in each relation to a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionCounts {
    /// The number of shapes without a point in the region.
    pub outside: usize,
    /// The number of shapes with points inside and points outside of the region.
    pub meets: usize,
    /// The number of shapes that lie completely in the region.
    pub inside: usize,
    /// The number of null rows: rows with a NaN, boxes that contain no point, and spheres with a negative radius.
    pub null: usize,
}

impl RegionCounts {
    /// Returns the sum of these counts and other counts, field by field.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            outside: self.outside + other.outside,
            meets: self.meets + other.meets,
            inside: self.inside + other.inside,
            null: self.null + other.null,
        }
    }
}
