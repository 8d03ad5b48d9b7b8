//! The questions about the side of a shape relative to a plane, for each type of shape.

use glam::DVec3;
use transect::{
    Aabb, Capsule, Cone, Cylinder, Ellipsoid, Hull, MeetingPoint, Parallelepiped, Plane,
    PlaneThrough, Segment, Shape, Side, Sphere, Triangle,
};

use crate::questions::single::data::{Data, Raw};
use crate::questions::single::plain::{PlainPlane, side, vector};
use crate::questions::single::{OURS, PLAIN, Session, calls};

pub(super) fn ask(session: &Session<'_>) {
    for data in Data::ALL {
        straight(session, data);
        round(session, data);
        kept_as_points(session, data);
    }
}

/// Measures the side of a shape: once with the type of transect, and once with plain numbers and code written by hand.
fn one<S: Shape<3>, Plain>(
    session: &Session<'_>,
    question: &'static str,
    data: Data,
    shape: impl Fn(&Raw) -> S,
    numbers: impl Fn(&Raw) -> Plain,
    plain: impl Fn(&PlainPlane, &Plain) -> [f64; 2],
) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let engines = vec![
        calls(OURS, shape, move |shape: &S| plane.side(shape)),
        calls(PLAIN, numbers, move |numbers: &Plain| {
            side(plain(&by_hand, numbers))
        }),
    ];
    session.ask(question, data, |random| data.raw(random), engines);
}

fn straight(session: &Session<'_>, data: Data) {
    one(
        session,
        "side: point",
        data,
        |raw| raw.touching,
        |raw| vector(&raw.touching),
        |plane, &point| [plane.value(point); 2],
    );
    let ends = |raw: &Raw| [raw.touching, raw.points[0]];
    one(
        session,
        "side: segment",
        data,
        |raw| Segment::new(ends(raw)[0], ends(raw)[1]).expect("a segment"),
        |raw| ends(raw).map(|end| vector(&end)),
        |plane, ends| plane.range(ends),
    );
    let corners = |raw: &Raw| [raw.touching, raw.points[0], raw.points[1]];
    one(
        session,
        "side: triangle",
        data,
        |raw| Triangle::new(corners(raw)).expect("a triangle"),
        |raw| corners(raw).map(|corner| vector(&corner)),
        |plane, corners| plane.range(corners),
    );
    one(
        session,
        "side: box",
        data,
        |raw| {
            let [min, max] = data.corners(raw);
            Aabb::new(min, max).expect("a box")
        },
        |raw| data.corners(raw).map(|corner| vector(&corner)),
        |plane, &corners| plane.range_of_box(corners),
    );
    one(
        session,
        "side: oriented box",
        data,
        |raw| {
            let (center, half_axes) = data.turned(raw);
            Parallelepiped::new(center, half_axes).expect("a parallelepiped")
        },
        |raw| {
            let (center, half_axes) = data.turned(raw);
            (vector(&center), half_axes.map(|axis| vector(&axis)))
        },
        |plane, (center, half_axes)| {
            let reach: f64 = half_axes
                .iter()
                .map(|axis| plane.normal.dot(*axis).abs())
                .sum();
            let value = plane.value(*center);
            [value - reach, value + reach]
        },
    );
    one(
        session,
        "side: hull of 20 points",
        data,
        |raw| Hull::new(cloud(data, raw)).expect("a hull"),
        |raw| cloud(data, raw).iter().map(vector).collect::<Vec<DVec3>>(),
        |plane, points| plane.range(points),
    );
}

/// Returns twenty points: the touching point, and points that lie farther to the front of the plane.
fn cloud(data: Data, raw: &Raw) -> Vec<[f64; 3]> {
    let normal = data.plane().normal();
    let point = |index: usize| {
        core::array::from_fn(|axis| {
            let size = raw.sizes[index % 3][(index / 3 + axis) % 3] * (index as f64);
            raw.touching[axis] + size.copysign(normal[axis])
        })
    };
    (0..20).map(point).collect()
}

fn round(session: &Session<'_>, data: Data) {
    one(
        session,
        "side: sphere",
        data,
        |raw| {
            let (center, radius) = data.ball(raw);
            Sphere::new(center, radius).expect("a sphere")
        },
        |raw| {
            let (center, radius) = data.ball(raw);
            (vector(&center), radius)
        },
        |plane, &(center, radius)| plane.range_of_ball(center, radius),
    );
    // Returns the end of a shape's axis that begins at `start`. For contacts and near-ties, the end is farther to the
    // front than `start`.
    let axis = |raw: &Raw, start: [f64; 3]| -> [f64; 3] {
        let (normal, length) = (data.plane().normal(), raw.sizes[1][0]);
        match data {
            Data::Ordinary => raw.points[0],
            _ => core::array::from_fn(|axis| start[axis] + length * normal[axis]),
        }
    };
    let ends = |raw: &Raw| {
        let (center, radius) = data.ball(raw);
        (center, axis(raw, center), radius)
    };
    one(
        session,
        "side: capsule",
        data,
        |raw| {
            let (start, end, radius) = ends(raw);
            Capsule::new(start, end, radius).expect("a capsule")
        },
        |raw| {
            let (start, end, radius) = ends(raw);
            (vector(&start), vector(&end), radius)
        },
        |plane, &(start, end, radius)| {
            let [low, high] = plane.range(&[start, end]);
            let reach = radius * plane.length;
            [low - reach, high + reach]
        },
    );
    let ends = |raw: &Raw| (raw.touching, axis(raw, raw.touching), raw.sizes[0][0]);
    one(
        session,
        "side: cylinder",
        data,
        |raw| {
            let (start, end, radius) = ends(raw);
            Cylinder::new(start, end, radius).expect("a cylinder")
        },
        |raw| {
            let (start, end, radius) = ends(raw);
            (vector(&start), vector(&end), radius)
        },
        |plane, &(start, end, radius)| {
            let [low, high] = plane.range(&[start, end]);
            let reach = plane.reach_of_disc(end - start, radius);
            [low - reach, high + reach]
        },
    );
    one(
        session,
        "side: cone",
        data,
        |raw| {
            let (apex, base, radius) = ends(raw);
            Cone::new(apex, base, radius).expect("a cone")
        },
        |raw| {
            let (apex, base, radius) = ends(raw);
            (vector(&apex), vector(&base), radius)
        },
        |plane, &(apex, base, radius)| {
            let [tip, middle] = [plane.value(apex), plane.value(base)];
            let reach = plane.reach_of_disc(base - apex, radius);
            [tip.min(middle - reach), tip.max(middle + reach)]
        },
    );
    let axes = |raw: &Raw| {
        let (center, radius) = data.ball(raw);
        let half_axes = match data {
            Data::Ordinary => data.turned(raw).1,
            _ => [[radius, 0.0, 0.0], [0.0, radius, 0.0], [0.0, 0.0, radius]],
        };
        (center, half_axes)
    };
    one(
        session,
        "side: ellipsoid",
        data,
        |raw| {
            let (center, half_axes) = axes(raw);
            Ellipsoid::new(center, half_axes).expect("an ellipsoid")
        },
        |raw| {
            let (center, half_axes) = axes(raw);
            (vector(&center), half_axes.map(|axis| vector(&axis)))
        },
        |plane, (center, half_axes)| {
            let along = half_axes.map(|axis| plane.normal.dot(axis));
            let reach = DVec3::from_array(along).length();
            let value = plane.value(*center);
            [value - reach, value + reach]
        },
    );
}

/// Measures sides of points from planes that are kept as three points, and sides of points that are kept as three
/// planes.
fn kept_as_points(session: &Session<'_>, data: Data) {
    let points = |raw: &Raw| [raw.points, [raw.touching, raw.sizes[0], raw.sizes[1]]];
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    // Three points of the plane. For contacts, they are integers and lie exactly on the plane. Otherwise, they are
    // projected onto the plane and rounded.
    let three = [[1.0, 1.0, 0.0], [-2.0, 1.0, 1.0], [-2.0, 3.0, 0.0]];
    let three = match data {
        Data::Contacts => three,
        _ => three.map(|point| plane.project(&point)),
    };
    let through = PlaneThrough::new(three).expect("a plane");
    let plain = three.map(|point| vector(&point));
    session.ask(
        "side: point; plane kept as points",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                |raw: &Raw| raw.touching,
                move |point: &[f64; 3]| through.side(point),
            ),
            calls(
                PLAIN,
                |raw: &Raw| vector(&raw.touching),
                move |&point: &DVec3| {
                    let [a, b, c] = plain.map(|corner| corner - point);
                    side([-a.dot(b.cross(c)); 2])
                },
            ),
        ],
    );
    let planes = move |raw: &Raw| {
        let [normals, [through, ..]] = points(raw);
        normals.map(|normal| Plane::from_point_and_normal(through, normal))
    };
    let planes = move |raw: &Raw| {
        let fallback = [Plane::X, Plane::Y, Plane::Z];
        let [a, b, c] = planes(raw);
        let (Ok(a), Ok(b), Ok(c)) = (a, b, c) else {
            return fallback;
        };
        MeetingPoint::new([a, b, c]).map_or(fallback, |point| point.planes())
    };
    session.ask(
        "side: point kept as planes",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| MeetingPoint::new(planes(raw)).expect("a point"),
                move |point: &MeetingPoint| -> Side { plane.side(point) },
            ),
            calls(
                PLAIN,
                move |raw: &Raw| planes(raw).map(|plane| PlainPlane::of(&plane)),
                move |planes: &[PlainPlane; 3]| {
                    side([by_hand.value(super::meets::common_point(planes)); 2])
                },
            ),
        ],
    );
}
