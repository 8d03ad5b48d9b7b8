//! The intersections of a plane with lines, rays, segments and planes. Each of these shapes has its own result type.
//! Each result type has a separate variant for a shape that lies within the plane.

mod lines;
mod planes;
mod segments;
mod values;

use crate::plane::Plane;

pub use lines::{LineMeeting, RayMeeting};
pub use planes::{ThreePlanesMeeting, TwoLinesMeeting, TwoPlanesMeeting};
pub use segments::SegmentMeeting;
pub(crate) use segments::crossing;

/// A shape that a plane can intersect: a line, a ray, a segment or another plane.
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
#[diagnostic::on_unimplemented(
    message = "a plane has no `meet` with `{Self}` of this dimension",
    label = "this type does not implement `transect::Meet`",
    note = "a plane meets lines, rays, segments and planes; `Plane::split` cuts other shapes"
)]
pub trait Meet<const D: usize> {
    /// The type of the result, with one variant per kind of intersection.
    type Meeting;

    /// Returns the intersection with a plane. The variant is exact.
    fn meeting(&self, plane: &Plane<D>) -> Self::Meeting;
}

impl<const D: usize> Plane<D> {
    /// Returns the intersection of this plane with a line, ray, segment or another plane. The variant and every side
    /// in it are exact; points are rounded.
    ///
    /// ```
    /// use transect::{Plane, Segment, SegmentMeeting, Side};
    /// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    /// let meeting = floor.meet(&Segment::new([0.0, 0.0, 3.0], [4.0, 0.0, -1.0])?);
    /// assert_eq!(meeting, SegmentMeeting::Point { t: 0.75, point: [3.0, 0.0, 0.0], ends: [Side::Front, Side::Back] });
    /// let meeting = floor.meet(&Segment::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0])?);
    /// assert_eq!(meeting, SegmentMeeting::Within);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "intersects")]
    #[doc(alias = "intersect")]
    #[doc(alias = "cast_ray")]
    #[doc(alias = "raycast")]
    #[must_use]
    #[doc(alias = "intersect_line")]
    #[doc(alias = "intersect_plane")]
    #[doc(alias = "intersects_ray")]
    #[doc(alias = "line_intersection")]
    #[doc(alias = "ray_plane")]
    pub fn meet<Other: Meet<D>>(&self, other: &Other) -> Other::Meeting {
        other.meeting(self)
    }
}
