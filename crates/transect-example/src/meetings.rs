//! Intersections of planes with each other and with lines, rays and segments. The kind of each (a point, a line,
//! nothing, …) is decided exactly.

use serde::Serialize;
use transect::{
    Line, LineMeeting, Plane, RayMeeting, SegmentMeeting, Side, ThreePlanesMeeting,
    TwoLinesMeeting, TwoPlanesMeeting,
};

use crate::side::side_name;

/// The intersection of two or three planes, and the indices of these planes in the request.
#[derive(Serialize)]
pub(super) struct PlanesMeeting {
    planes: Vec<usize>,
    #[serde(flatten)]
    meeting: Meeting,
    text: String,
}

/// The intersection of planes with each other, or of a plane with a line, ray or segment. Points and directions are
/// rounded; the kind is exact.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Meeting {
    Point {
        point: Vec<f64>,
        /// The parameter t of the intersection point: the point is origin + t · direction of the line, the ray or the
        /// segment. `None` for an intersection of planes.
        #[serde(skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
    Line {
        origin: Vec<f64>,
        direction: Vec<f64>,
    },
    Plane,
    Nothing,
    Same {
        flipped: bool,
    },
    Parallel {
        flipped: bool,
        side: &'static str,
    },
    /// The line, the ray or the segment lies in the plane.
    Within,
    Apart {
        side: &'static str,
        parallel: bool,
    },
}

fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| [first, second]))
}

fn line(line: &Line<3>) -> Meeting {
    Meeting::Line {
        origin: line.origin().to_vec(),
        direction: line.direction().to_vec(),
    }
}

const fn named(flipped: bool) -> &'static str {
    if flipped {
        ", facing opposite ways"
    } else {
        ", facing the same way"
    }
}

/// Returns the intersection of each pair of planes (of lines in 2D). `meeting` computes the intersection of one pair.
fn of_pairs<T>(all: &[T], meeting: impl Fn(&T, &T) -> (Meeting, String)) -> Vec<PlanesMeeting> {
    let meetings = pairs(all.len()).map(|[a, b]| {
        let (meeting, text) = meeting(&all[a], &all[b]);
        PlanesMeeting {
            planes: vec![a, b],
            meeting,
            text,
        }
    });
    meetings.collect()
}

fn same(flipped: bool, noun: &str) -> (Meeting, String) {
    let text = format!("are the same {noun}{}", named(flipped));
    (Meeting::Same { flipped }, text)
}

fn parallel(flipped: bool, side: Side) -> (Meeting, String) {
    let side = side_name(side);
    let text = format!("are parallel{}", named(flipped));
    (Meeting::Parallel { flipped, side }, text)
}

/// Returns the intersection of each pair of planes.
pub(super) fn of_planes(planes: &[Plane<3>]) -> Vec<PlanesMeeting> {
    of_pairs(planes, |a, b| match a.meet(b) {
        TwoPlanesMeeting::Line(common) => (line(&common), "meet in a line".into()),
        TwoPlanesMeeting::Same { is_flipped } => same(is_flipped, "plane"),
        TwoPlanesMeeting::Parallel { is_flipped, side } => parallel(is_flipped, side),
    })
}

/// Returns the intersection of three planes, or `None` unless there are exactly three.
pub(super) fn of_three_planes(planes: &[Plane<3>]) -> Option<PlanesMeeting> {
    let [a, b, c] = planes else { return None };
    let (meeting, text) = match Plane::meet_three([a, b, c]) {
        ThreePlanesMeeting::Point(point) => {
            let point = point.to_vec();
            (Meeting::Point { point, t: None }, "meet in one point")
        }
        ThreePlanesMeeting::Line(common) => (line(&common), "have a line in common"),
        ThreePlanesMeeting::Plane => (Meeting::Plane, "are one plane"),
        ThreePlanesMeeting::Nothing => (Meeting::Nothing, "have nothing in common"),
    };
    Some(PlanesMeeting {
        planes: vec![0, 1, 2],
        meeting,
        text: text.into(),
    })
}

/// Returns the intersection of each pair of lines in two dimensions.
pub(super) fn of_lines(lines: &[Plane<2>]) -> Vec<PlanesMeeting> {
    of_pairs(lines, |a, b| match a.meet(b) {
        TwoLinesMeeting::Point(point) => {
            let point = point.to_vec();
            (Meeting::Point { point, t: None }, "meet in a point".into())
        }
        TwoLinesMeeting::Same { is_flipped } => same(is_flipped, "line"),
        TwoLinesMeeting::Parallel { is_flipped, side } => parallel(is_flipped, side),
    })
}

impl<const D: usize> From<LineMeeting<D>> for Meeting {
    fn from(meeting: LineMeeting<D>) -> Self {
        match meeting {
            LineMeeting::Point { t, point, .. } => Self::at(point, t),
            LineMeeting::Within => Self::Within,
            LineMeeting::Apart { side } => Self::Apart {
                side: side_name(side),
                parallel: true,
            },
        }
    }
}

impl<const D: usize> From<RayMeeting<D>> for Meeting {
    fn from(meeting: RayMeeting<D>) -> Self {
        match meeting {
            RayMeeting::Point { t, point, .. } => Self::at(point, t),
            RayMeeting::Within => Self::Within,
            RayMeeting::Apart { side, is_parallel } => Self::Apart {
                side: side_name(side),
                parallel: is_parallel,
            },
        }
    }
}

impl<const D: usize> From<SegmentMeeting<D>> for Meeting {
    fn from(meeting: SegmentMeeting<D>) -> Self {
        match meeting {
            SegmentMeeting::Point { t, point, .. } => Self::at(point, t),
            SegmentMeeting::Within => Self::Within,
            SegmentMeeting::Apart { side, is_parallel } => Self::Apart {
                side: side_name(side),
                parallel: is_parallel,
            },
        }
    }
}

impl Meeting {
    fn at<const D: usize>(point: [f64; D], t: f64) -> Self {
        Self::Point {
            point: point.to_vec(),
            t: Some(t),
        }
    }
}
