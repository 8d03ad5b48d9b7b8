//! Intersections of a plane with lines, rays, segments and planes; times of contact; parts of small shapes.

use glam::{DMat3, DVec3};
use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray as ParryRay, RayCast as _};
use parry3d::shape::HalfSpace;
use transect::{
    Aabb, Line, LineMeeting, Moving, Passage, Plane, Ray, RayMeeting, Segment, SegmentMeeting,
    ShapeSplit, Sphere, ThreePlanesMeeting, Triangle, TwoPlanesMeeting,
};

use crate::questions::single::data::{Data, Raw};
use crate::questions::single::plain::{PlainPlane, vector};
use crate::questions::single::{Engines, OURS, PARRY, PLAIN, Session, calls};

pub(super) fn ask(session: &Session<'_>) {
    for data in Data::ALL {
        straight(session, data);
        times(session, data);
        planes(session, data);
        parts(session, data);
    }
}

/// Returns an intersection as one array: its parameter t and its point.
fn crossing(t: f64, [x, y, z]: [f64; 3]) -> [f64; 4] {
    [t, x, y, z]
}

fn straight(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let ask = |question, engines: Engines<'_, Raw, Option<[f64; 4]>>| {
        session.ask(question, data, |random| data.raw(random), engines);
    };
    // The direction of lines and rays, and the vector between the ends of a segment.
    let direction = |raw: &Raw| -> [f64; 3] {
        core::array::from_fn(|axis| raw.points[0][axis] - raw.touching[axis])
    };
    let numbers = move |raw: &Raw| (vector(&raw.touching), vector(&some(direction(raw))));
    let at = move |origin: DVec3, direction: DVec3| {
        let t = -by_hand.value(origin) / by_hand.normal.dot(direction);
        crossing(t, (origin + direction * t).to_array())
    };
    ask(
        "meet: line",
        vec![
            calls(
                OURS,
                move |raw: &Raw| Line::new(raw.touching, some(direction(raw))).expect("a line"),
                move |line: &Line| match plane.meet(line) {
                    LineMeeting::Point { t, point, .. } => Some(crossing(t, point)),
                    LineMeeting::Within | LineMeeting::Apart { .. } => None,
                },
            ),
            calls(
                PLAIN,
                numbers,
                move |&(origin, direction): &(DVec3, DVec3)| {
                    let slope = by_hand.normal.dot(direction);
                    (slope != 0.0).then(|| at(origin, direction))
                },
            ),
        ],
    );
    let half_space =
        HalfSpace::new(Vector::from_array(by_hand.normal.as_vec3().to_array()).normalize());
    let shift = by_hand.normal * (-by_hand.offset / (by_hand.length * by_hand.length));
    let pose = Pose::from_translation(Vector::from_array(shift.as_vec3().to_array()));
    ask(
        "meet: ray",
        vec![
            calls(
                OURS,
                move |raw: &Raw| Ray::new(raw.touching, some(direction(raw))).expect("a ray"),
                move |ray: &Ray| match plane.meet(ray) {
                    RayMeeting::Point { t, point, .. } => Some(crossing(t, point)),
                    _ => None,
                },
            ),
            calls(
                PLAIN,
                numbers,
                move |&(origin, direction): &(DVec3, DVec3)| {
                    let slope = by_hand.normal.dot(direction);
                    (slope != 0.0)
                        .then(|| at(origin, direction))
                        .filter(|point| point[0] >= 0.0)
                },
            ),
            calls(
                PARRY,
                move |raw: &Raw| {
                    let [origin, direction] = [raw.touching, direction(raw)]
                        .map(|vector| Vector::from_array(vector.map(|number| number as f32)));
                    ParryRay::new(origin, direction)
                },
                move |ray: &ParryRay| {
                    let t = half_space.cast_ray(&pose, ray, f32::MAX, false)?;
                    let point = ray.origin + ray.dir * t;
                    Some(crossing(f64::from(t), point.to_array().map(f64::from)))
                },
            ),
        ],
    );
    ask(
        "meet: segment",
        vec![
            calls(
                OURS,
                |raw: &Raw| Segment::new(raw.touching, raw.points[0]).expect("a segment"),
                move |segment: &Segment| match plane.meet(segment) {
                    SegmentMeeting::Point { t, point, .. } => Some(crossing(t, point)),
                    _ => None,
                },
            ),
            calls(
                PLAIN,
                |raw: &Raw| [raw.touching, raw.points[0]].map(|end| vector(&end)),
                move |&[start, end]: &[DVec3; 2]| {
                    let [a, b] = [by_hand.value(start), by_hand.value(end)];
                    let crosses = (a <= 0.0) != (b <= 0.0) || (a >= 0.0) != (b >= 0.0);
                    crosses.then(|| {
                        let t = a / (a - b);
                        crossing(t, (start + (end - start) * t).to_array())
                    })
                },
            ),
        ],
    );
}

/// Returns the vector, or (1, 1, 1) if the vector is zero and so not a direction.
fn some(direction: [f64; 3]) -> [f64; 3] {
    if direction == [0.0; 3] {
        [1.0; 3]
    } else {
        direction
    }
}

/// Returns the times at which a moving shape begins and ends to touch the plane. Returns `None` if the shape never
/// touches the plane, or touches it at all times.
fn both(passage: Passage) -> Option<[f64; 2]> {
    match passage {
        Passage::Through {
            touches, leaves, ..
        } => Some([touches, leaves]),
        Passage::Leaving { leaves, .. } => Some([0.0, leaves]),
        Passage::Along | Passage::Never { .. } => None,
    }
}

/// Returns the first and the last time, from 0 on, at which the range from `low` to `high` contains zero. Both ends
/// change by `speed` per unit of time.
fn while_zero([low, high]: [f64; 2], speed: f64) -> Option<[f64; 2]> {
    let [a, b] = [-low / speed, -high / speed];
    let [touches, leaves] = [a.min(b), a.max(b)];
    (speed != 0.0 && leaves >= 0.0).then(|| [touches.max(0.0), leaves])
}

fn times(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    session.ask(
        "meet: passage of a box",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| {
                    let [min, max] = data.corners(raw);
                    Moving::new(Aabb::new(min, max).expect("a box"), raw.points[0]).expect("finite")
                },
                move |moving: &Moving<Aabb>| both(plane.passage(moving)),
            ),
            calls(
                PLAIN,
                move |raw: &Raw| {
                    let corners = data.corners(raw).map(|corner| vector(&corner));
                    (corners, vector(&raw.points[0]))
                },
                move |&(corners, velocity): &([DVec3; 2], DVec3)| {
                    while_zero(by_hand.range_of_box(corners), by_hand.normal.dot(velocity))
                },
            ),
        ],
    );
    session.ask(
        "meet: passage of a sphere",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| {
                    let (center, radius) = data.ball(raw);
                    Moving::new(
                        Sphere::new(center, radius).expect("a sphere"),
                        raw.points[1],
                    )
                    .expect("finite")
                },
                move |moving: &Moving<Sphere>| both(plane.passage(moving)),
            ),
            calls(
                PLAIN,
                move |raw: &Raw| {
                    let (center, radius) = data.ball(raw);
                    (vector(&center), radius, vector(&raw.points[1]))
                },
                move |&(center, radius, velocity): &(DVec3, f64, DVec3)| {
                    let range = by_hand.range_of_ball(center, radius);
                    while_zero(range, by_hand.normal.dot(velocity))
                },
            ),
        ],
    );
}

/// Returns the common point of three planes.
pub(super) fn common_point(planes: &[PlainPlane; 3]) -> DVec3 {
    let [a, b, c] = planes;
    let offsets = DVec3::new(a.offset, b.offset, c.offset);
    let rows = DMat3::from_cols(a.normal, b.normal, c.normal).transpose();
    -(rows.inverse() * offsets)
}

fn planes(session: &Session<'_>, data: Data) {
    session.ask(
        "meet: plane through three points",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                |raw: &Raw| raw.points,
                |points: &[[f64; 3]; 3]| {
                    let plane = Plane::through(*points).ok()?;
                    let [x, y, z] = plane.normal();
                    Some([x, y, z, plane.offset()])
                },
            ),
            calls(
                PLAIN,
                |raw: &Raw| raw.points.map(|point| vector(&point)),
                |[a, b, c]: &[DVec3; 3]| {
                    let normal = (b - a).cross(c - a);
                    let [x, y, z] = normal.to_array();
                    (normal != DVec3::ZERO).then(|| [x, y, z, -normal.dot(*a)])
                },
            ),
        ],
    );
    // Near-ties: the third normal is the rounded sum of the other two, so the three normals are nearly linearly
    // dependent.
    let three = move |raw: &Raw| -> [Plane; 3] {
        let [a, b, mut c] = raw.points;
        if data == Data::NearTies {
            c = core::array::from_fn(|axis| a[axis] + b[axis]);
        }
        [(a, 0), (b, 1), (c, 2)]
            .map(|(normal, index)| Plane::new(some(normal), raw.sizes[0][index]).expect("a plane"))
    };
    let numbers = move |raw: &Raw| three(raw).map(|plane| PlainPlane::of(&plane));
    session.ask(
        "meet: two planes",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, three, |[a, b, _]: &[Plane; 3]| match a.meet(b) {
                TwoPlanesMeeting::Line(line) => Some([line.origin(), line.direction()]),
                _ => None,
            }),
            calls(PLAIN, numbers, |[a, b, _]: &[PlainPlane; 3]| {
                let direction = a.normal.cross(b.normal);
                let square = direction.length_squared();
                let mixed = b.normal * a.offset - a.normal * b.offset;
                let origin = direction.cross(mixed) / square;
                (square > 0.0).then(|| [origin, direction].map(|vector| vector.to_array()))
            }),
        ],
    );
    session.ask(
        "meet: three planes",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, three, |planes: &[Plane; 3]| {
                match Plane::meet_three(planes.each_ref()) {
                    ThreePlanesMeeting::Point(point) => Some(point),
                    _ => None,
                }
            }),
            calls(PLAIN, numbers, |planes: &[PlainPlane; 3]| {
                let point = common_point(planes);
                point.is_finite().then(|| point.to_array())
            }),
        ],
    );
}

fn parts(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let corners = |raw: &Raw| [raw.touching, raw.points[0], raw.points[1]];
    session.ask(
        "meet: split of a segment",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                |raw: &Raw| Segment::new(raw.touching, raw.points[0]).expect("a segment"),
                move |segment: &Segment| match plane.split(segment) {
                    ShapeSplit::Halves { section, .. } => Some(section),
                    _ => None,
                },
            ),
            calls(
                PLAIN,
                |raw: &Raw| [raw.touching, raw.points[0]].map(|end| vector(&end)),
                move |&[start, end]: &[DVec3; 2]| {
                    let [a, b] = [by_hand.value(start), by_hand.value(end)];
                    (a * b < 0.0).then(|| (start + (end - start) * (a / (a - b))).to_array())
                },
            ),
        ],
    );
    session.ask(
        "meet: clip of a triangle",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| Triangle::new(corners(raw)).expect("a triangle"),
                move |triangle: &Triangle| plane.clip(triangle),
            ),
            calls(
                PLAIN,
                move |raw: &Raw| corners(raw).map(|corner| vector(&corner)),
                move |corners: &[DVec3; 3]| clipped(&by_hand, corners),
            ),
        ],
    );
}

/// Clips a triangle by the algorithm of Sutherland and Hodgman.
fn clipped(plane: &PlainPlane, corners: &[DVec3; 3]) -> Option<Vec<[f64; 3]>> {
    let values = corners.map(|corner| plane.value(corner));
    if values.iter().all(|&value| value <= 0.0) {
        return None;
    }
    let mut part = Vec::with_capacity(4);
    for index in 0..3 {
        let next = (index + 1) % 3;
        let [a, b] = [values[index], values[next]];
        if a >= 0.0 {
            part.push(corners[index].to_array());
        }
        if a * b < 0.0 {
            let t = a / (a - b);
            part.push((corners[index] + (corners[next] - corners[index]) * t).to_array());
        }
    }
    Some(part)
}
