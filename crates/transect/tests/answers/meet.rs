//! Tests the facts (expected results as data) of `conformance/meet.jsonl`.

use std::ops::Neg;

use serde_json::Value;
use transect::{
    Aabb, Extent, ExtentThrough, KeptPlane, Line, LineMeeting, MeetingPoint, Plane, PlaneAt,
    PlaneError, PlaneThrough, Ray, RayMeeting, Segment, SegmentMeeting, Side, ThreePlanesMeeting,
    Triangle, TwoLinesMeeting, TwoPlanesMeeting,
};

const MEETINGS: &str = include_str!("../../../../conformance/meet.jsonl");

#[test]
fn meetings() {
    let mut count = 0;
    for line in MEETINGS.lines() {
        let fact: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert!(fact["why"].is_string(), "{fact}");
        match dimension(&fact) {
            2 => check::<2>(&fact),
            3 => check::<3>(&fact),
            other => panic!("{other} dimensions: {fact}"),
        }
        count += 1;
    }
    assert!(count >= 110);
}

fn dimension(fact: &Value) -> usize {
    let length = |value: &Value| value.as_array().map(Vec::len);
    length(&fact["origin"])
        .filter(|_| fact["planes"].is_null())
        .or_else(|| length(&fact["ends"][0]))
        .or_else(|| length(&fact["points"][0]))
        .or_else(|| length(&fact["at"]["point"]))
        .or_else(|| length(&fact["planes"][0]).map(|numbers| numbers - 1))
        .unwrap_or_else(|| panic!("no point: {fact}"))
}

fn check<const D: usize>(fact: &Value)
where
    Planes<D>: MeetAsPlanes,
{
    match fact["op"].as_str() {
        Some("line_meet") => check_line::<D>(fact),
        Some("ray_meet") => check_ray::<D>(fact),
        Some("segment_meet") => check_segment::<D>(fact),
        Some("planes_meet") => Planes::<D>::check(fact),
        Some("kept_extent") => check_kept::<D>(fact),
        Some("meeting_point_side") => check_meeting_point::<D>(fact),
        _ => panic!("an unknown question: {fact}"),
    }
}

fn check_line<const D: usize>(fact: &Value) {
    let (origin, direction) = (point::<D>(&fact["origin"]), point(&fact["direction"]));
    let line = Line::new(origin, direction).expect("a line");
    match plane(&fact["plane"]).meet(&line) {
        LineMeeting::Point { t, point, toward } => {
            assert_eq!(fact["meet"], "point", "{fact}");
            assert_eq!(toward, side(&fact["toward"]), "{fact}");
            check_crossing(fact, &origin, t, &point);
        }
        LineMeeting::Within => assert_eq!(fact["meet"], "within", "{fact}"),
        LineMeeting::Apart { side: answer } => {
            assert_eq!(fact["meet"], "apart", "{fact}");
            assert_eq!(answer, side(&fact["side"]), "{fact}");
        }
    }
}

fn check_ray<const D: usize>(fact: &Value) {
    let (origin, direction) = (point::<D>(&fact["origin"]), point(&fact["direction"]));
    let answer = plane(&fact["plane"]).meet(&Ray::new(origin, direction).expect("a ray"));
    assert_eq!(answer.start(), side(&fact["start"]), "{fact}");
    match answer {
        RayMeeting::Point {
            t, point, toward, ..
        } => {
            assert_eq!(fact["meet"], "point", "{fact}");
            assert_eq!(toward, side(&fact["toward"]), "{fact}");
            assert_eq!(t == 0.0, answer.start() == Side::On, "{fact}");
            assert!(t >= 0.0, "{fact}");
            check_crossing(fact, &origin, t, &point);
        }
        RayMeeting::Within => assert_eq!(fact["meet"], "within", "{fact}"),
        RayMeeting::Apart { is_parallel, .. } => {
            assert_eq!(fact["meet"], "apart", "{fact}");
            assert_eq!(is_parallel, fact["parallel"], "{fact}");
        }
    }
}

/// Checks the parameter t and the crossing point. The guaranteed error is 2⁻⁴⁸ of t for the parameter. For a
/// coordinate, it is 2⁻⁴⁸ of the sum of |origin| and |t·direction| on that axis. The test allows twice these errors,
/// because the expected numbers are rounded too.
fn check_crossing<const D: usize>(fact: &Value, origin: &[f64; D], t: f64, point: &[f64; D]) {
    let bound = 2_f64.powi(-47);
    if let Some(expected) = number(&fact["t"]) {
        assert!(
            (t - expected).abs() <= bound * expected.abs(),
            "{t}: {fact}"
        );
    }
    for axis in 0..D {
        if let Some(expected) = number(&fact["point"][axis]) {
            let terms = origin[axis].abs() + (expected - origin[axis]).abs();
            let difference = (point[axis] - expected).abs();
            assert!(difference <= bound * terms, "{point:?}: {fact}");
        }
    }
}

fn check_segment<const D: usize>(fact: &Value) {
    let [start, end] = points::<D, 2>(&fact["ends"]);
    let answer = plane(&fact["plane"]).meet(&Segment::new(start, end).expect("finite points"));
    let sides = [0, 1].map(|index| side(&fact["sides"][index]));
    assert_eq!(answer.ends(), sides, "{fact}");
    match answer {
        SegmentMeeting::Point { t, point, .. } => {
            assert_eq!(fact["meet"], "point", "{fact}");
            assert_eq!(
                [t == 0.0, t == 1.0],
                sides.map(|side| side == Side::On),
                "{fact}"
            );
            if let Some(expected) = number(&fact["t"]) {
                let bound = 2_f64.powi(-47) * expected;
                assert!((t - expected).abs() <= bound, "{t}: {fact}");
            }
            for axis in 0..D {
                if let Some(expected) = number(&fact["point"][axis]) {
                    let bound = 2_f64.powi(-46) * start[axis].abs().max(end[axis].abs());
                    let difference = (point[axis] - expected).abs();
                    assert!(difference <= bound, "{point:?}: {fact}");
                }
            }
        }
        SegmentMeeting::Within => assert_eq!(fact["meet"], "within", "{fact}"),
        SegmentMeeting::Apart { is_parallel, .. } => {
            assert_eq!(fact["meet"], "apart", "{fact}");
            assert_eq!(is_parallel, fact["parallel"], "{fact}");
        }
    }
}

/// Checks the intersection of two planes in D dimensions. In 2D, its result has another type than in 3D.
struct Planes<const D: usize>;

trait MeetAsPlanes {
    fn check(fact: &Value);
}

impl MeetAsPlanes for Planes<2> {
    fn check(fact: &Value) {
        let [one, other] = planes::<2, 2>(&fact["planes"]);
        match one.meet(&other) {
            TwoLinesMeeting::Point(point) => {
                assert_eq!(fact["meet"], "point", "{fact}");
                check_rounded(fact, "point", &point);
            }
            TwoLinesMeeting::Same { is_flipped } => check_same(fact, is_flipped),
            TwoLinesMeeting::Parallel { is_flipped, side } => {
                check_parallel(fact, is_flipped, side);
            }
        }
    }
}

impl MeetAsPlanes for Planes<3> {
    fn check(fact: &Value) {
        if fact["planes"].as_array().map(Vec::len) == Some(3) {
            return check_three(fact);
        }
        let [one, other] = planes::<3, 2>(&fact["planes"]);
        match one.meet(&other) {
            TwoPlanesMeeting::Line(line) => {
                assert_eq!(fact["meet"], "line", "{fact}");
                check_rounded(fact, "origin", &line.origin());
                // The direction of the line must be a positive multiple of the expected direction.
                let expected = point::<3>(&fact["direction"]);
                let largest = (0..3).find(|&axis| {
                    expected[axis].abs() == expected.iter().fold(0.0, |m: f64, c| m.max(c.abs()))
                });
                let largest = largest.expect("a direction");
                let factor = line.direction()[largest] / expected[largest];
                assert!(factor > 0.0, "{line:?}: {fact}");
                for (answer, expected) in line.direction().into_iter().zip(expected) {
                    let bound = 2_f64.powi(-50) * (factor * expected).abs();
                    assert!(
                        (answer - factor * expected).abs() <= bound,
                        "{line:?}: {fact}"
                    );
                }
            }
            TwoPlanesMeeting::Same { is_flipped } => check_same(fact, is_flipped),
            TwoPlanesMeeting::Parallel { is_flipped, side } => {
                check_parallel(fact, is_flipped, side);
            }
        }
    }
}

fn check_same(fact: &Value, is_flipped: bool) {
    assert_eq!(fact["meet"], "same", "{fact}");
    assert_eq!(is_flipped, fact["flipped"], "{fact}");
}

fn check_parallel(fact: &Value, is_flipped: bool, answer: Side) {
    assert_eq!(fact["meet"], "parallel", "{fact}");
    assert_eq!(is_flipped, fact["flipped"], "{fact}");
    assert_eq!(answer, side(&fact["side"]), "{fact}");
}

/// Checks the intersection of three planes for all six orders in which they can be passed.
fn check_three(fact: &Value) {
    let mut planes = planes::<3, 3>(&fact["planes"]);
    for _ in 0..2 {
        for _ in 0..3 {
            planes.rotate_left(1);
            let kind = match Plane::meet_three(planes.each_ref()) {
                ThreePlanesMeeting::Point(point) => {
                    check_rounded(fact, "point", &point);
                    "point"
                }
                ThreePlanesMeeting::Line(_) => "line",
                ThreePlanesMeeting::Plane => "plane",
                ThreePlanesMeeting::Nothing => "nothing",
            };
            assert_eq!(fact["meet"], kind, "{fact}");
        }
        planes.swap(0, 1);
    }
}

/// Checks coordinates. Their guaranteed relative error is 4·2⁻⁵³. The test allows twice this error, because the
/// expected numbers are rounded too.
fn check_rounded<const D: usize>(fact: &Value, key: &str, answer: &[f64; D]) {
    for axis in 0..D {
        if let Some(expected) = number(&fact[key][axis]) {
            let difference = (answer[axis] - expected).abs();
            let bound = 2_f64.powi(-50) * expected.abs();
            assert!(difference <= bound, "{answer:?}: {fact}");
        }
    }
}

fn check_kept<const D: usize>(fact: &Value) {
    if let Some(at) = fact.get("at") {
        let [point, normal] = [point::<D>(&at["point"]), point(&at["normal"])];
        let plane = PlaneAt::new(point, normal);
        check_plane(fact, plane, (PlaneError::ZeroNormal, "zero_normal"));
    } else {
        let plane = PlaneThrough::new(points::<D, D>(&fact["points"]));
        check_plane(fact, plane, (PlaneError::Dependent, "dependent"));
    }
}

fn check_plane<const D: usize>(
    fact: &Value,
    plane: Result<impl KeptPlane<D> + Neg<Output: KeptPlane<D>>, PlaneError>,
    (wrong, name): (PlaneError, &str),
) {
    let kept = match plane {
        Ok(kept) => kept,
        Err(error) => {
            assert_eq!(error, wrong, "{fact}");
            assert_eq!(fact["error"], name, "{fact}");
            return;
        }
    };
    if fact["point"].is_array() {
        check_extent(fact, &kept, &point::<D>(&fact["point"]));
    } else if fact["ends"].is_array() {
        let [start, end] = points::<D, 2>(&fact["ends"]);
        check_extent(
            fact,
            &kept,
            &Segment::new(start, end).expect("finite points"),
        );
    } else if fact["corners"].is_array() {
        check_extent(
            fact,
            &kept,
            &Triangle::new(points::<D, 3>(&fact["corners"])).expect("finite points"),
        );
    } else {
        let aabb = Aabb::new(point::<D>(&fact["min"]), point(&fact["max"])).expect("a box");
        check_extent(fact, &kept, &aabb);
    }
}

fn check_extent<const D: usize>(
    fact: &Value,
    kept: &(impl KeptPlane<D> + Neg<Output: KeptPlane<D>>),
    shape: &impl ExtentThrough<D>,
) {
    let expected = Extent {
        backmost: side(&fact["extent"][0]),
        frontmost: side(&fact["extent"][1]),
    };
    let extent = shape.extent_through(kept);
    assert_eq!(extent, expected, "{fact}");
    assert_eq!(extent.side(), side(&fact["side"]), "{fact}");
    assert_eq!(shape.extent_through(&-*kept), -expected, "{fact}");
}

fn check_meeting_point<const D: usize>(fact: &Value) {
    let point = match MeetingPoint::new(planes::<D, D>(&fact["planes"])) {
        Ok(point) => point,
        Err(error) => {
            assert_eq!(error, PlaneError::NoSinglePoint, "{fact}");
            assert_eq!(fact["error"], "no single point", "{fact}");
            return;
        }
    };
    let answer = match fact["plane"].get("through") {
        Some(through) => PlaneThrough::new(points(through))
            .expect("a plane")
            .side(&point),
        None if fact["plane"].is_object() => {
            let at = &fact["plane"]["at"];
            let [from, normal] = ["point", "normal"].map(|key| self::point(&at[key]));
            PlaneAt::new(from, normal).expect("a plane").side(&point)
        }
        None => plane(&fact["plane"]).side(&point),
    };
    assert_eq!(answer, side(&fact["side"]), "{fact}");
}

fn planes<const D: usize, const N: usize>(value: &Value) -> [Plane<D>; N] {
    assert_eq!(value.as_array().map(Vec::len), Some(N), "{value}");
    std::array::from_fn(|index| plane(&value[index]))
}

fn plane<const D: usize>(numbers: &Value) -> Plane<D> {
    assert_eq!(numbers.as_array().map(Vec::len), Some(D + 1), "{numbers}");
    let number = |index: usize| numbers[index].as_f64().expect("a number");
    Plane::new(std::array::from_fn(number), number(D)).expect("a plane")
}

fn points<const D: usize, const N: usize>(value: &Value) -> [[f64; D]; N] {
    assert_eq!(value.as_array().map(Vec::len), Some(N), "{value}");
    std::array::from_fn(|index| point(&value[index]))
}

fn point<const D: usize>(value: &Value) -> [f64; D] {
    assert_eq!(value.as_array().map(Vec::len), Some(D), "{value}");
    std::array::from_fn(|axis| value[axis].as_f64().expect("a number"))
}

/// Returns a JSON number, or the value of a fraction such as "1/7"; `None` for any other JSON value, such as null.
fn number(value: &Value) -> Option<f64> {
    if let Some(text) = value.as_str() {
        let (above, below) = text.split_once('/').expect("a fraction");
        let parse = |text: &str| text.parse::<f64>().expect("a number");
        return Some(parse(above) / parse(below));
    }
    value.as_f64()
}

fn side(value: &Value) -> Side {
    match value.as_str() {
        Some("back") => Side::Back,
        Some("on") => Side::On,
        Some("front") => Side::Front,
        _ => panic!("no side: {value}"),
    }
}
