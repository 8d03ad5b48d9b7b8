//! The kinds and sides of intersections of planes with lines, rays, segments and planes agree with the sides of points.
//! They do so for both directions of a line, for a plane and its flip, and for any order of the planes.
#![no_main]
use core::mem::discriminant;
use libfuzzer_sys::fuzz_target;
use transect::{
    Line, LineMeeting, MeetingPoint, Plane, PlaneThrough, Ray, RayMeeting, Relation, Segment,
    SegmentMeeting, Side, ThreePlanesMeeting, TwoPlanesMeeting,
};

mod numbers;
use numbers::Numbers;

fn check<const D: usize>(numbers: &mut Numbers<'_>) -> Option<()> {
    let plane = numbers.plane::<D>()?;
    let [p, q] = numbers.points::<D, 2>()?;
    let ends = [plane.side(&p), plane.side(&q)];
    let meeting = plane.meet(&Segment::new(p, q).expect("finite points"));
    assert_eq!(meeting.ends(), ends);
    assert_eq!(
        plane
            .meet(&Segment::new(q, p).expect("finite points"))
            .ends(),
        [ends[1], ends[0]]
    );
    assert_eq!(
        plane
            .flipped()
            .meet(&Segment::new(p, q).expect("finite points"))
            .ends(),
        ends.map(|side| -side)
    );
    match meeting {
        SegmentMeeting::Within => assert_eq!(ends, [Side::On; 2]),
        SegmentMeeting::Apart { side, .. } => assert!(side != Side::On && ends == [side; 2]),
        SegmentMeeting::Point { t, point, .. } => {
            assert!(ends[0] != ends[1]);
            assert_eq!([t == 0.0, t == 1.0], ends.map(|side| side == Side::On));
            assert!((0.0..=1.0).contains(&t));
            // Each coordinate of the crossing, although rounded, lies between the coordinates of the segment's ends.
            let between = |axis: usize| {
                let (low, high) = (p[axis].min(q[axis]), p[axis].max(q[axis]));
                (low..=high).contains(&point[axis])
            };
            assert!((0..D).all(between));
        }
    }

    let Ok(line) = Line::new(p, q) else {
        return Some(());
    };
    let reversed = Line::new(p, q.map(|c| -c)).expect("as the line");
    let ray = plane.meet(&Ray::new(p, q).expect("as the line"));
    let flipped = plane.flipped().meet(&line);
    assert_eq!(ray.start(), ends[0]);
    match (plane.meet(&line), plane.meet(&reversed), flipped) {
        (
            LineMeeting::Point { t, point, toward },
            LineMeeting::Point {
                toward: backward, ..
            },
            LineMeeting::Point {
                toward: flipped, ..
            },
        ) => {
            assert!(toward != Side::On && backward == -toward && flipped == -toward);
            assert_eq!(t == 0.0 && point == p, ends[0] == Side::On);
            assert!(!t.is_nan() && point.iter().all(|c| !c.is_nan()));
            match ray {
                RayMeeting::Point { .. } => assert!(ends[0] != toward && t >= 0.0),
                other => assert_eq!(
                    other,
                    RayMeeting::Apart {
                        side: toward,
                        is_parallel: false
                    }
                ),
            }
        }
        (LineMeeting::Within, LineMeeting::Within, LineMeeting::Within) => {
            assert_eq!((ray, ends[0]), (RayMeeting::Within, Side::On));
        }
        (
            LineMeeting::Apart { side },
            LineMeeting::Apart { side: other },
            LineMeeting::Apart { side: flipped },
        ) => {
            assert!(side == ends[0] && side == other && side == -flipped);
            assert_eq!(
                ray,
                RayMeeting::Apart {
                    side,
                    is_parallel: true
                }
            );
        }
        others => panic!("{others:?}"),
    }
    Some(())
}

fn check_planes(numbers: &mut Numbers<'_>) -> Option<()> {
    let [a, b, c] = [numbers.plane::<3>()?, numbers.plane()?, numbers.plane()?];
    match (a.relation(&b), b.relation(&a), a.meet(&b)) {
        (Relation::Crossing, Relation::Crossing, TwoPlanesMeeting::Line(line)) => {
            assert!(line.origin().iter().all(|c| c.is_finite()));
        }
        (
            Relation::Same { is_flipped },
            Relation::Same { is_flipped: other },
            TwoPlanesMeeting::Same { is_flipped: met },
        ) => assert!(is_flipped == other && is_flipped == met),
        (
            Relation::Parallel { is_flipped, side },
            Relation::Parallel {
                is_flipped: other,
                side: back,
            },
            TwoPlanesMeeting::Parallel {
                is_flipped: met,
                side: met_side,
            },
        ) => {
            assert!(is_flipped == other && is_flipped == met && side == met_side);
            assert_eq!(back, if is_flipped { side } else { -side });
        }
        others => panic!("{others:?}"),
    }
    let kind = discriminant(&Plane::meet_three([&a, &b, &c]));
    for others in [
        [&b, &c, &a],
        [&c, &a, &b],
        [&b, &a, &c],
        [&a, &c, &b],
        [&c, &b, &a],
    ] {
        assert_eq!(discriminant(&Plane::meet_three(others)), kind);
    }
    let is_point = kind == discriminant(&ThreePlanesMeeting::Point([0.0; 3]));
    let point = MeetingPoint::new([a, b, c]);
    assert_eq!(point.is_ok(), is_point);
    if let Ok(point) = point {
        assert_eq!([a, b, c].map(|plane| plane.side(&point)), [Side::On; 3]);
        assert!(point.rounded().iter().all(|c| !c.is_nan()));
    }
    Some(())
}

fn check_through(numbers: &mut Numbers<'_>) -> Option<()> {
    let [p, q, r, s] = numbers.points::<3, 4>()?;
    let Ok(plane) = PlaneThrough::new([p, q, r]) else {
        return Some(());
    };
    assert_eq!([p, q, r].map(|point| plane.side(&point)), [Side::On; 3]);
    let side = plane.side(&s);
    let sides =
        [[q, r, p], [r, p, q]].map(|points| PlaneThrough::new(points).expect("as before").side(&s));
    assert_eq!(sides, [side; 2]);
    assert_eq!(
        PlaneThrough::new([q, p, r]).expect("as before").side(&s),
        -side
    );
    assert_eq!(plane.flipped().side(&s), -side);
    // The side of s from the plane through p, q, r has the sign of the volume of the tetrahedron p, q, r, s. The side
    // of p from the plane through q, s, r has the same sign: q, s, r, p is an even permutation of p, q, r, s.
    if let Ok(other) = PlaneThrough::new([q, s, r]) {
        assert_eq!(other.side(&p), side);
    }
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    let numbers = &mut Numbers(bytes);
    match numbers.byte().map(|byte| byte % 4) {
        Some(0) => check::<2>(numbers),
        Some(1) => check::<3>(numbers),
        Some(2) => check_planes(numbers),
        _ => check_through(numbers),
    };
});
