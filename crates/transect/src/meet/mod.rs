//! What a plane and something straight have in common: typed results, and no "no hit" for what lies
//! within the plane.

mod lines;
mod planes;
mod segments;

use crate::plane::Plane;

pub use lines::{LineMeeting, RayMeeting};
pub use planes::{ThreePlanesMeeting, TwoLinesMeeting, TwoPlanesMeeting};
pub use segments::SegmentMeeting;
pub(crate) use segments::crossing;

/// What a plane can meet in a point, a line, or wholly: lines, rays, segments, and other planes.
pub trait Meet<const D: usize> {
    /// What the two may have in common.
    type Meeting;

    /// What this and a plane have in common. Which kind it is, is exact.
    fn meeting(&self, plane: &Plane<D>) -> Self::Meeting;
}

impl<const D: usize> Plane<D> {
    /// What this plane has in common with a line, ray, segment or another plane: which kind of
    /// answer it is, and every side in it, exactly; its points rounded.
    ///
    /// ```
    /// use transect::{Plane, Segment, SegmentMeeting, Side};
    /// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    /// let meeting = floor.meet(&Segment::new([0.0, 0.0, 3.0], [4.0, 0.0, -1.0]));
    /// assert_eq!(meeting, SegmentMeeting::Point { t: 0.75, point: [3.0, 0.0, 0.0], ends: [Side::Front, Side::Back] });
    /// let meeting = floor.meet(&Segment::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0]));
    /// assert_eq!(meeting, SegmentMeeting::Within);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn meet<Other: Meet<D>>(&self, other: &Other) -> Other::Meeting {
        other.meeting(self)
    }
}
