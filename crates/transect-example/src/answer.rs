//! The part of the reply that is about one shape and its relation to the planes.

use serde::Serialize;
use transect::{Extent, Interval, LineMeeting, Plane, RayMeeting, Shape, Side};

use crate::meetings::Meeting;
use crate::shape::{Body, Cornered, Named, corners};
use crate::side::side_name;

/// The answer for a shape: its relation to the first plane (`first`), and its relation to each plane (`planes`).
#[derive(Serialize)]
pub(super) struct ShapeAnswer {
    id: String,
    kind: String,
    #[serde(flatten)]
    first: Option<PlaneView>,
    /// The intersection of a line, a ray or a segment with the first plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    meeting: Option<Meeting>,
    planes: Vec<PlaneView>,
    /// The convex pieces of a non-convex polygon, each a list of corners; empty for a convex polygon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Vec<Vec<f64>>>,
}

/// The relation of a shape to a plane.
#[derive(Clone, Serialize)]
pub(super) struct PlaneView {
    /// The exact side: `front`, `back`, or `on` if the plane meets the shape.
    side: &'static str,
    backmost: &'static str,
    frontmost: &'static str,
    /// `true` if the plane touches the shape without passing through it.
    touching: bool,
    /// The relation of the shape to the plane in words.
    text: &'static str,
    /// The signed distances of the backmost and the frontmost point of the shape, rounded. The first is `None` if the
    /// shape is unbounded towards the back, the second if it is unbounded towards the front.
    interval: [Option<f64>; 2],
    /// The backmost and the frontmost point of the shape, rounded. The first is `None` if the shape is unbounded
    /// towards the back, the second if it is unbounded towards the front.
    extremes: [Option<Vec<f64>>; 2],
}

impl ShapeAnswer {
    pub(super) fn of<const D: usize>(shape: &Named<D>, planes: &[Plane<D>]) -> Self {
        let seen: Vec<PlaneView> = planes
            .iter()
            .map(|plane| PlaneView::of(&shape.body, plane))
            .collect();
        let meeting = planes.first().and_then(|plane| match &shape.body {
            Body::Line(line) => Some(plane.meet(line).into()),
            Body::Ray(ray) => Some(plane.meet(ray).into()),
            Body::Segment(segment) => Some(plane.meet(segment).into()),
            _ => None,
        });
        let pieces = match &shape.body {
            Body::Polygon { pieces, .. } if pieces.len() > 1 => {
                let corners = |piece: &Cornered<D>| corners(piece).map(Vec::from).collect();
                pieces.iter().map(corners).collect()
            }
            _ => Vec::new(),
        };
        Self {
            id: shape.id.clone(),
            kind: shape.kind.clone(),
            first: seen.first().cloned(),
            meeting,
            planes: seen,
            pieces,
        }
    }
}

impl PlaneView {
    fn of<const D: usize>(body: &Body<D>, plane: &Plane<D>) -> Self {
        match body {
            Body::Cornered(shape) => Self::shape(shape, plane),
            Body::Segment(segment) => Self::shape(segment, plane),
            Body::Sphere(sphere) => Self::shape(sphere, plane),
            Body::Polygon { hull, .. } => Self::shape(hull, plane),
            Body::Line(line) => match plane.meet(line) {
                // The signed distances of the line have no bounds, because a line that crosses the plane is unbounded
                // on both sides.
                LineMeeting::Point { .. } => {
                    Self::unbounded::<D>([Side::Back, Side::Front], [None; 2])
                }
                LineMeeting::Within => Self::parallel(Side::On, plane, &line.origin()),
                LineMeeting::Apart { side } => Self::parallel(side, plane, &line.origin()),
            },
            Body::Ray(ray) => {
                let start = plane.extent(&ray.origin()).backmost;
                let toward = match plane.meet(ray) {
                    RayMeeting::Point { toward, .. } => toward,
                    RayMeeting::Apart {
                        side,
                        is_parallel: false,
                    } => side,
                    _ => return Self::parallel(start, plane, &ray.origin()),
                };
                let distance = Some(plane.signed_distance(&ray.origin()));
                let point = Some(ray.origin());
                let mut seen = if toward == Side::Front {
                    Self::unbounded([start, toward], [point, None])
                } else {
                    Self::unbounded([toward, start], [None, point])
                };
                let end = usize::from(toward == Side::Back);
                seen.interval[end] = distance;
                seen
            }
        }
    }

    fn shape<const D: usize>(shape: &impl Shape<D>, plane: &Plane<D>) -> Self {
        let Interval {
            backmost,
            frontmost,
        } = plane.interval(shape);
        let extremes = shape.extremes(plane).map(|point| Some(point.to_vec()));
        Self::new(
            plane.extent(shape),
            [Some(backmost), Some(frontmost)],
            extremes,
        )
    }

    /// Returns the relation of a line or ray that is parallel to the plane. All its points have the same signed
    /// distance as `point`.
    fn parallel<const D: usize>(side: Side, plane: &Plane<D>, point: &[f64; D]) -> Self {
        let distance = Some(plane.signed_distance(point));
        let extremes = [Some(point.to_vec()), Some(point.to_vec())];
        Self::new(Extent::of_point(side), [distance; 2], extremes)
    }

    fn unbounded<const D: usize>(ends: [Side; 2], extremes: [Option<[f64; D]>; 2]) -> Self {
        let [backmost, frontmost] = ends;
        let extent = Extent {
            backmost,
            frontmost,
        };
        Self::new(
            extent,
            [None; 2],
            extremes.map(|point| point.map(|point| point.to_vec())),
        )
    }

    fn new(extent: Extent, interval: [Option<f64>; 2], extremes: [Option<Vec<f64>>; 2]) -> Self {
        Self {
            side: side_name(extent.side()),
            backmost: side_name(extent.backmost),
            frontmost: side_name(extent.frontmost),
            touching: extent.touches(),
            text: words(extent),
            interval,
            extremes,
        }
    }
}

const fn words(extent: Extent) -> &'static str {
    match (extent.backmost, extent.frontmost) {
        (Side::Front, _) => "in front",
        (_, Side::Back) => "behind",
        (Side::On, Side::On) => "lies in the plane",
        (Side::On, Side::Front) => "touches the plane, from the front",
        (Side::Back, Side::On) => "touches the plane, from behind",
        (Side::Back, Side::Front) => "meets the plane",
    }
}
