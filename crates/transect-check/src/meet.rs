//! The questions of the facts (test cases) in `meet.jsonl`: the intersections of planes with lines, rays, segments and
//! planes.

use serde_json::json;
use transect::{
    Line, LineMeeting, Plane, Ray, RayMeeting, SegmentMeeting, Side, ThreePlanesMeeting,
    TwoLinesMeeting, TwoPlanesMeeting,
};

use crate::comparison::{Comparison, name, number};
use crate::fact::{self, Fact};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, by_dimension, question};

/// The allowed relative errors: `OF_T` of t (the position along a line), `OF_CROSSING` of a coordinate on a line or
/// ray, and `OF_SEGMENT` of a coordinate on a segment. Each is twice the error bound of `LineMeeting` or
/// `SegmentMeeting`, because the expected number is rounded, too.
const OF_T: f64 = bit(47);
const OF_CROSSING: f64 = bit(47);
const OF_SEGMENT: f64 = bit(46);
/// The allowed relative error of a coordinate of the point where several planes meet: 2⁻⁵⁰, twice the tolerance that
/// conformance/README.md gives for it.
const OF_PLANES: f64 = bit(50);

/// Returns 2⁻ⁿ.
const fn bit(n: u32) -> f64 {
    1.0 / (1_u64 << n) as f64
}

pub(crate) const QUESTIONS: [Question; 4] = [
    question(
        "line_meet",
        "plane origin direction | meet t point toward side",
        by_dimension!(line),
    ),
    question(
        "ray_meet",
        "plane origin direction | start meet t point toward parallel",
        by_dimension!(ray),
    ),
    question(
        "segment_meet",
        "plane ends | sides meet t point parallel",
        by_dimension!(segment),
    ),
    question(
        "planes_meet",
        "planes | meet point origin direction flipped side",
        |fact, comparison| match (fact.dimension()?, count_of_planes(fact)?) {
            (2, _) => two_lines(fact, comparison),
            (_, 3) => three_planes(fact, comparison),
            _ => two_planes(fact, comparison),
        },
    ),
];

fn line<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let line = Line::new(fact.point::<D>("origin")?, fact.point("direction")?)
        .map_err(|error| FactError::refused("direction", error))?;
    let meeting = fact.plane()?.meet(&line);
    let received = match meeting {
        LineMeeting::Point { .. } => "point",
        LineMeeting::Within => "within",
        LineMeeting::Apart { .. } => "apart",
    };
    if !comparison.word(fact, "meet", &["point", "within", "apart"], received)? {
        return Ok(());
    }
    match meeting {
        LineMeeting::Point { t, point, toward } => {
            comparison.side(fact, "toward", toward)?;
            crossing(fact, &line.origin(), t, &point, comparison)
        }
        LineMeeting::Within => Ok(()),
        LineMeeting::Apart { side } => {
            comparison.side(fact, "side", side)?;
            Ok(())
        }
    }
}

fn ray<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let ray = Ray::new(fact.point::<D>("origin")?, fact.point("direction")?)
        .map_err(|error| FactError::refused("direction", error))?;
    let meeting = fact.plane()?.meet(&ray);
    comparison.side(fact, "start", meeting.start())?;
    let received = match meeting {
        RayMeeting::Point { .. } => "point",
        RayMeeting::Within => "within",
        RayMeeting::Apart { .. } => "apart",
    };
    if !comparison.word(fact, "meet", &["point", "within", "apart"], received)? {
        return Ok(());
    }
    match meeting {
        RayMeeting::Point {
            t,
            point,
            start,
            toward,
        } => {
            comparison.side(fact, "toward", toward)?;
            let holds = t >= 0.0 && (t == 0.0) == (start == Side::On);
            if !holds {
                let wanted = "0 from a start on the plane, else greater";
                comparison.holds("t", false, wanted.into(), number(t));
            }
            crossing(fact, &ray.origin(), t, &point, comparison)
        }
        RayMeeting::Within => Ok(()),
        RayMeeting::Apart { is_parallel, .. } => parallel(fact, is_parallel, comparison),
    }
}

fn segment<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let segment = fact.segment::<D>()?;
    let meeting = fact.plane()?.meet(&segment);
    let sides = meeting.ends();
    if fact.has("sides") {
        let expected = fact.sides("sides")?.map(name);
        comparison.same("sides", json!(expected), json!(sides.map(name)));
    }
    let received = match meeting {
        SegmentMeeting::Point { .. } => "point",
        SegmentMeeting::Within => "within",
        SegmentMeeting::Apart { .. } => "apart",
    };
    if !comparison.word(fact, "meet", &["point", "within", "apart"], received)? {
        return Ok(());
    }
    match meeting {
        SegmentMeeting::Point { t, point, .. } => {
            let holds = (0.0..=1.0).contains(&t)
                && [t == 0.0, t == 1.0] == sides.map(|side| side == Side::On);
            if !holds {
                let wanted = "0 or 1 for an end on the plane, else between";
                comparison.holds("t", false, wanted.into(), number(t));
            }
            relatively(fact, "t", t, OF_T, comparison)?;
            let largest = |axis: usize| segment.ends().map(|end| end[axis].abs());
            coordinates(fact, "point", &point, comparison, |axis, _| {
                let [start, end] = largest(axis);
                OF_SEGMENT * start.max(end)
            })
        }
        SegmentMeeting::Within => Ok(()),
        SegmentMeeting::Apart { is_parallel, .. } => parallel(fact, is_parallel, comparison),
    }
}

fn parallel(fact: Fact<'_>, received: bool, comparison: &mut Comparison) -> Checked {
    comparison.truth(fact, "parallel", received)?;
    Ok(())
}

/// Compares the position t along the line and the intersection point, if the fact has them.
fn crossing<const D: usize>(
    fact: Fact<'_>,
    origin: &[f64; D],
    t: f64,
    point: &[f64; D],
    comparison: &mut Comparison,
) -> Checked {
    relatively(fact, "t", t, OF_T, comparison)?;
    coordinates(fact, "point", point, comparison, |axis, expected| {
        OF_CROSSING * (origin[axis].abs() + (expected - origin[axis]).abs())
    })
}

/// Compares the received number with the fact's number under `key`, if the fact has it. `part` is the allowed relative
/// error.
fn relatively(
    fact: Fact<'_>,
    key: &'static str,
    received: f64,
    part: f64,
    comparison: &mut Comparison,
) -> Checked {
    if fact.has(key) {
        let expected = fact.number(key)?;
        comparison.near(key, expected, received, part * expected.abs());
    }
    Ok(())
}

/// Compares the coordinates of a point if the fact has the point. `bound` computes the allowed error of a coordinate
/// from its axis and its expected value.
fn coordinates<const D: usize>(
    fact: Fact<'_>,
    key: &'static str,
    received: &[f64; D],
    comparison: &mut Comparison,
    bound: impl Fn(usize, f64) -> f64,
) -> Checked {
    let Some(expected) = fact.get(key) else {
        return Ok(());
    };
    let expected: [f64; D] = fact::coordinates(key, expected)?;
    for (axis, (expected, received)) in expected.into_iter().zip(received).enumerate() {
        let place = format!("{key}[{axis}]");
        comparison.near(&place, expected, *received, bound(axis, expected));
    }
    Ok(())
}

/// Compares the point where several planes meet, if the fact has the point.
fn point_of_planes<const D: usize>(
    fact: Fact<'_>,
    key: &'static str,
    received: &[f64; D],
    comparison: &mut Comparison,
) -> Checked {
    coordinates(fact, key, received, comparison, |_, expected| {
        OF_PLANES * expected.abs()
    })
}

fn count_of_planes(fact: Fact<'_>) -> Result<usize, FactError> {
    Ok(fact::list("planes", fact.need("planes")?)?.len())
}

fn two_lines(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let [one, other] = fact.some_planes::<2, 2>()?;
    let meeting = one.meet(&other);
    let received = match meeting {
        TwoLinesMeeting::Point(_) => "point",
        TwoLinesMeeting::Same { .. } => "same",
        TwoLinesMeeting::Parallel { .. } => "parallel",
    };
    if !comparison.word(fact, "meet", &["point", "same", "parallel"], received)? {
        return Ok(());
    }
    match meeting {
        TwoLinesMeeting::Point(point) => point_of_planes(fact, "point", &point, comparison),
        TwoLinesMeeting::Same { is_flipped } => beside(fact, is_flipped, None, comparison),
        TwoLinesMeeting::Parallel { is_flipped, side } => {
            beside(fact, is_flipped, Some(side), comparison)
        }
    }
}

fn two_planes(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let [one, other] = fact.some_planes::<3, 2>()?;
    let meeting = one.meet(&other);
    let received = match meeting {
        TwoPlanesMeeting::Line(_) => "line",
        TwoPlanesMeeting::Same { .. } => "same",
        TwoPlanesMeeting::Parallel { .. } => "parallel",
    };
    if !comparison.word(fact, "meet", &["line", "same", "parallel"], received)? {
        return Ok(());
    }
    match meeting {
        TwoPlanesMeeting::Line(line) => {
            point_of_planes(fact, "origin", &line.origin(), comparison)?;
            direction(fact, &line.direction(), comparison)
        }
        TwoPlanesMeeting::Same { is_flipped } => beside(fact, is_flipped, None, comparison),
        TwoPlanesMeeting::Parallel { is_flipped, side } => {
            beside(fact, is_flipped, Some(side), comparison)
        }
    }
}

/// Compares a direction with the direction that the fact expects, if it expects one. The two may differ by a positive
/// factor.
fn direction(fact: Fact<'_>, received: &[f64; 3], comparison: &mut Comparison) -> Checked {
    let Some(value) = fact.get("direction") else {
        return Ok(());
    };
    let expected: [f64; 3] = fact::point("direction", value)?;
    let largest = (0..3).fold(0, |best, axis| {
        if expected[axis].abs() > expected[best].abs() {
            axis
        } else {
            best
        }
    });
    let factor = received[largest] / expected[largest];
    let holds = factor > 0.0
        && received.iter().zip(expected).all(|(received, expected)| {
            (received - factor * expected).abs() <= OF_PLANES * (factor * expected).abs()
        });
    comparison.holds(
        "direction",
        holds,
        value.clone(),
        received.map(number).to_vec().into(),
    );
    Ok(())
}

/// Compares the relation of two parallel planes: whether their normals are opposite (`flipped`), and the side of the
/// first plane on which the second lies.
fn beside(
    fact: Fact<'_>,
    is_flipped: bool,
    side: Option<Side>,
    comparison: &mut Comparison,
) -> Checked {
    comparison.truth(fact, "flipped", is_flipped)?;
    if let Some(side) = side {
        comparison.side(fact, "side", side)?;
    }
    Ok(())
}

/// Compares the intersection of three planes, which are passed to the library in all six orders.
fn three_planes(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let planes = fact.some_planes::<3, 3>()?;
    let words = ["point", "line", "plane", "nothing"];
    for [a, b, c] in [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [1, 0, 2],
        [0, 2, 1],
        [2, 1, 0],
    ] {
        let meeting = Plane::meet_three([&planes[a], &planes[b], &planes[c]]);
        let received = match meeting {
            ThreePlanesMeeting::Point(_) => "point",
            ThreePlanesMeeting::Line(_) => "line",
            ThreePlanesMeeting::Plane => "plane",
            ThreePlanesMeeting::Nothing => "nothing",
        };
        let is_same = comparison.word(fact, "meet", &words, received)?;
        if let ThreePlanesMeeting::Point(point) = meeting
            && is_same
        {
            point_of_planes(fact, "point", &point, comparison)?;
        }
        if !comparison.differences.is_empty() {
            break;
        }
    }
    Ok(())
}
