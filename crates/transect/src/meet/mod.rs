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
///
/// ```
/// use transect::{LineMeeting, Meet, Plane, Ray, RayMeeting, Side};
/// fn meetings<T: Meet<2>>(planes: &[Plane<2>], other: &T) -> Vec<T::Meeting> {
///     planes.iter().map(|plane| plane.meet(other)).collect()
/// }
/// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([1.0, 0.0], -2.0)?];
/// let ray = Ray::new([1.0, 0.0], [1.0, 1.0])?;
/// let away = RayMeeting::Apart { side: Side::Front, is_parallel: false };
/// assert_eq!(meetings(&planes, &ray)[0], away);
/// assert!(matches!(meetings(&planes, &ray.line())[0], LineMeeting::Point { t: -1.0, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
