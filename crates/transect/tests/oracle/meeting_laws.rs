//! Laws about intersections of planes with lines and planes, which must hold for all numbers.

use transect::{
    Line, LineMeeting, Plane, PlaneThrough, Ray, RayMeeting, Relation, Segment, SegmentMeeting,
    Side, ThreePlanesMeeting,
};

use crate::oracle::laws::for_all;
use crate::oracle::questions::plane;

/// If the plane is flipped, the intersection point stays the same, and all sides in the result are reversed.
fn a_flip_keeps_the_point<const D: usize>() {
    for_all::<D>(|case, _| {
        let plane = plane(case);
        let [a, b, c] = case.points;
        let flipped = plane.flipped();
        if let Ok(line) = Line::new(a, b) {
            let expected = match plane.meet(&line) {
                LineMeeting::Point { t, point, toward } => LineMeeting::Point {
                    t,
                    point,
                    toward: -toward,
                },
                LineMeeting::Within => LineMeeting::Within,
                LineMeeting::Apart { side } => LineMeeting::Apart { side: -side },
            };
            assert_eq!(flipped.meet(&line), expected, "{case:?}");
        }
        if let Ok(ray) = Ray::through([a, c]) {
            let expected = match plane.meet(&ray) {
                RayMeeting::Point {
                    t,
                    point,
                    start,
                    toward,
                } => RayMeeting::Point {
                    t,
                    point,
                    start: -start,
                    toward: -toward,
                },
                RayMeeting::Within => RayMeeting::Within,
                RayMeeting::Apart { side, is_parallel } => RayMeeting::Apart {
                    side: -side,
                    is_parallel,
                },
            };
            assert_eq!(flipped.meet(&ray), expected, "{case:?}");
        }
        let segment = Segment::new(b, c).expect("finite points");
        let expected = match plane.meet(&segment) {
            SegmentMeeting::Point { t, point, ends } => SegmentMeeting::Point {
                t,
                point,
                ends: ends.map(|side| -side),
            },
            SegmentMeeting::Within => SegmentMeeting::Within,
            SegmentMeeting::Apart { side, is_parallel } => SegmentMeeting::Apart {
                side: -side,
                is_parallel,
            },
        };
        assert_eq!(flipped.meet(&segment), expected, "{case:?}");
    });
}

/// The relation of two planes can be computed from either plane, with matching results. If the first plane is flipped,
/// `is_flipped` (the normals are opposite) changes its value. For parallel planes, the reported side changes, too.
fn relations_are_mutual<const D: usize>() {
    for_all::<D>(|case, random| {
        let one = plane(case);
        let factor = random.pick(&[1.0, -2.0, 0.5, -1.0]);
        let offset = case.offset * factor + random.pick(&[0.0, 0.0, 1.0, -0.1]);
        let Ok(other) = Plane::new(case.normal.map(|c| c * factor), offset) else {
            return;
        };
        let (there, back) = (one.relation(&other), other.relation(&one));
        match (there, back) {
            (
                Relation::Parallel { is_flipped, side },
                Relation::Parallel {
                    is_flipped: also,
                    side: opposite,
                },
            ) => {
                assert_eq!(is_flipped, also, "{case:?}");
                let expected = if is_flipped { side } else { -side };
                assert_eq!(opposite, expected, "{case:?}");
                let flipped = Relation::Parallel {
                    is_flipped: !is_flipped,
                    side: -side,
                };
                assert_eq!(one.flipped().relation(&other), flipped, "{case:?}");
            }
            _ => assert_eq!(there, back, "{case:?}"),
        }
        assert_eq!(one.relation(&one), Relation::Same { is_flipped: false });
        assert_eq!(one.relation(&-one), Relation::Same { is_flipped: true });
        assert!(one.is_same_oriented_set(&one) && !one.is_same_oriented_set(&-one));
    });
}

/// A plane that is kept as its points contains these points exactly. If the plane is flipped, every point changes to
/// the opposite side, and every value changes its sign.
fn kept_planes_hold_their_points<const D: usize>() {
    for_all::<D>(|case, _| {
        let points: [[f64; D]; D] = std::array::from_fn(|index| case.points[index]);
        let Ok(kept) = PlaneThrough::new(points) else {
            return;
        };
        assert_eq!(kept.points(), points);
        assert_eq!(points.map(|point| kept.side(&point)), [Side::On; D]);
        for point in &case.points {
            assert_eq!(kept.flipped().side(point), -kept.side(point), "{case:?}");
            assert_eq!(kept.flipped().value(point), -kept.value(point), "{case:?}");
        }
        assert_eq!(kept.flipped().flipped(), kept);
        assert_eq!(*kept.flipped().plane(), kept.plane().flipped());
    });
}

/// All orders of three planes give the same kind of intersection, and the same point, bit for bit.
#[test]
fn three_planes_in_any_order() {
    for_all::<3>(|case, random| {
        let [a, b, c] = case.points;
        let mut planes = [plane(case); 3];
        for (plane, normal) in planes[1..].iter_mut().zip([a, b]) {
            *plane = Plane::new(normal, c[0]).unwrap_or(*plane);
        }
        if random.one_in(4) {
            planes[2] = planes[1];
        }
        let first = Plane::meet_three(planes.each_ref());
        for swap in [0, 1, 0, 1, 0] {
            planes.swap(swap, swap + 1);
            match (first, Plane::meet_three(planes.each_ref())) {
                (ThreePlanesMeeting::Line(_), ThreePlanesMeeting::Line(_)) => {}
                (first, other) => assert_eq!(first, other, "{planes:?}"),
            }
        }
    });
}

mod hold {
    laws! {
        a_flip_keeps_the_point,
        relations_are_mutual,
        kept_planes_hold_their_points,
    }
}
