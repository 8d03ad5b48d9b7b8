//! How many shapes of a batch lie where.

/// How many shapes lie where.
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
    /// Strictly behind.
    pub back: usize,
    /// Met by the plane.
    pub on: usize,
    /// Strictly in front.
    pub front: usize,
    /// No shapes: a NaN, or a box with min > max.
    pub null: usize,
}

impl SideCounts {
    /// Those of two parts together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            back: self.back + other.back,
            on: self.on + other.on,
            front: self.front + other.front,
            null: self.null + other.null,
        }
    }
}

/// How many shapes lie how to a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionCounts {
    /// No point in common.
    pub outside: usize,
    /// Points in common, and points outside.
    pub meets: usize,
    /// All of the shape lies in the region.
    pub inside: usize,
    /// No shapes: a NaN, or a box with min > max.
    pub null: usize,
}

impl RegionCounts {
    /// Those of two parts together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            outside: self.outside + other.outside,
            meets: self.meets + other.meets,
            inside: self.inside + other.inside,
            null: self.null + other.null,
        }
    }
}
