//! The questions about values, distances, intervals, contacts and projections: for single shapes, and for columns and
//! slices of shapes.

use std::cell::RefCell;

use glam::DVec3;
use transect::batch::{AabbColumns, PointColumns};
use transect::{Aabb, Plane, Sphere};

use crate::questions::single::data::{Data, Raw};
use crate::questions::single::plain::{PlainPlane, vector};
use crate::questions::single::{Engines, OURS, PLAIN, Session, calls};

pub(super) fn ask(session: &Session<'_>) {
    for data in Data::ALL {
        points(session, data);
        boxes(session, data);
        balls(session, data);
        columns(session, data);
    }
}

fn points(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let ours = |raw: &Raw| raw.touching;
    let plain = |raw: &Raw| vector(&raw.touching);
    let ask = |question, engines: Engines<'_, Raw, f64>| {
        session.ask(question, data, |random| data.raw(random), engines);
    };
    ask(
        "measure: value of a point",
        vec![
            calls(OURS, ours, move |point: &[f64; 3]| plane.value(point)),
            calls(PLAIN, plain, move |&point: &DVec3| by_hand.value(point)),
        ],
    );
    ask(
        "measure: signed distance of a point",
        vec![
            calls(OURS, ours, move |point: &[f64; 3]| {
                plane.signed_distance(point)
            }),
            calls(PLAIN, plain, move |&point: &DVec3| {
                by_hand.value(point) / by_hand.length
            }),
        ],
    );
    let ask = |question, engines: Engines<'_, Raw, [f64; 3]>| {
        session.ask(question, data, |random| data.raw(random), engines);
    };
    let by = move |point: DVec3, times: f64| {
        let step = times * by_hand.value(point) / (by_hand.length * by_hand.length);
        (point - by_hand.normal * step).to_array()
    };
    ask(
        "measure: project a point",
        vec![
            calls(OURS, ours, move |point: &[f64; 3]| plane.project(point)),
            calls(PLAIN, plain, move |&point: &DVec3| by(point, 1.0)),
        ],
    );
    ask(
        "measure: mirror a point",
        vec![
            calls(OURS, ours, move |point: &[f64; 3]| plane.mirror(point)),
            calls(PLAIN, plain, move |&point: &DVec3| by(point, 2.0)),
        ],
    );
}

/// Returns the signed distance of the point of a shape that is nearest to the plane. The argument is the range of the
/// signed distances of all points of the shape.
fn nearest([backmost, frontmost]: [f64; 2]) -> f64 {
    backmost.max(0.0) + frontmost.min(0.0)
}

fn boxes(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let ours = move |raw: &Raw| {
        let [min, max] = data.corners(raw);
        Aabb::new(min, max).expect("a box")
    };
    let plain = move |raw: &Raw| data.corners(raw).map(|corner| vector(&corner));
    let range = move |corners: [DVec3; 2]| {
        by_hand
            .range_of_box(corners)
            .map(|value| value / by_hand.length)
    };
    session.ask(
        "measure: interval of a box",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, move |aabb: &Aabb| {
                let interval = plane.interval(aabb);
                [interval.backmost, interval.frontmost]
            }),
            calls(PLAIN, plain, move |&corners: &[DVec3; 2]| range(corners)),
        ],
    );
    session.ask(
        "measure: contact of a box",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, move |aabb: &Aabb| {
                plane.contact(aabb).map(|contact| {
                    let [x, y, z] = contact.deepest;
                    [contact.depth, x, y, z]
                })
            }),
            calls(PLAIN, plain, move |&corners: &[DVec3; 2]| {
                let deepest = by_hand.backmost(corners);
                let depth = -by_hand.value(deepest) / by_hand.length;
                let [x, y, z] = deepest.to_array();
                (depth >= 0.0).then_some([depth, x, y, z])
            }),
        ],
    );
    session.ask(
        "measure: distance of the closest point of a box",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, move |aabb: &Aabb| {
                plane.closest(aabb).signed_distance
            }),
            calls(PLAIN, plain, move |&corners: &[DVec3; 2]| {
                nearest(range(corners))
            }),
        ],
    );
}

fn balls(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let ours = move |raw: &Raw| {
        let (center, radius) = data.ball(raw);
        Sphere::new(center, radius).expect("a sphere")
    };
    let plain = move |raw: &Raw| {
        let (center, radius) = data.ball(raw);
        (vector(&center), radius)
    };
    let range = move |&(center, radius): &(DVec3, f64)| {
        by_hand
            .range_of_ball(center, radius)
            .map(|value| value / by_hand.length)
    };
    session.ask(
        "measure: interval of a sphere",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, move |sphere: &Sphere| {
                let interval = plane.interval(sphere);
                [interval.backmost, interval.frontmost]
            }),
            calls(PLAIN, plain, range),
        ],
    );
    session.ask(
        "measure: contact of a sphere",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, move |sphere: &Sphere| {
                plane.contact(sphere).map(|contact| {
                    let [x, y, z] = contact.deepest;
                    [contact.depth, x, y, z]
                })
            }),
            calls(PLAIN, plain, move |&(center, radius): &(DVec3, f64)| {
                let depth = radius - by_hand.value(center) / by_hand.length;
                let deepest = center - by_hand.normal * (radius / by_hand.length);
                let [x, y, z] = deepest.to_array();
                (depth >= 0.0).then_some([depth, x, y, z])
            }),
        ],
    );
    session.ask(
        "measure: distance of the closest point of a sphere",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, move |sphere: &Sphere| {
                plane.closest(sphere).signed_distance
            }),
            calls(PLAIN, plain, move |ball: &(DVec3, f64)| {
                nearest(range(ball))
            }),
        ],
    );
}

/// The number of points or boxes in a batch. A batch of this size fits in the caches.
const ROWS: usize = 1000;

/// The columns of a batch of boxes, and two columns for the results. Questions about points use the columns `min`.
struct Batch {
    min: [Vec<f64>; 3],
    max: [Vec<f64>; 3],
    out: RefCell<[Vec<f64>; 2]>,
}

impl Batch {
    fn of(rows: &[[[f64; 3]; 2]]) -> Self {
        let column = |end: usize, axis: usize| rows.iter().map(|row| row[end][axis]).collect();
        Self {
            min: core::array::from_fn(|axis| column(0, axis)),
            max: core::array::from_fn(|axis| column(1, axis)),
            out: RefCell::new([vec![0.0; rows.len()], vec![0.0; rows.len()]]),
        }
    }

    /// Returns four of the results, for the comparison of engines.
    fn some(out: &[Vec<f64>; 2]) -> [f64; 4] {
        [out[0][0], out[0][ROWS / 2], out[1][1], out[1][ROWS - 1]]
    }
}

fn columns(session: &Session<'_>, data: Data) {
    let plane = data.plane();
    let by_hand = PlainPlane::of(&plane);
    let batch = |rows: &Vec<[[f64; 3]; 2]>| Batch::of(rows);
    let record = |random: &mut _| -> Vec<[[f64; 3]; 2]> {
        (0..ROWS).map(|_| data.corners(&data.raw(random))).collect()
    };
    let ask = |question, engines: Engines<'_, Vec<[[f64; 3]; 2]>, [f64; 4]>| {
        session.ask_about(question, data.name(), [4, ROWS], record, engines);
    };
    ask(
        "measure: column of signed distances",
        vec![
            calls(OURS, batch, move |batch: &Batch| {
                let mut out = batch.out.borrow_mut();
                let points = PointColumns::new(batch.min.each_ref().map(|column| &column[..]));
                points.signed_distances(&plane, &mut out[0]);
                Batch::some(&out)
            }),
            calls(PLAIN, batch, move |batch: &Batch| {
                let mut out = batch.out.borrow_mut();
                let [x, y, z] = batch.min.each_ref().map(|column| &column[..ROWS]);
                for (row, distance) in out[0].iter_mut().enumerate().take(ROWS) {
                    let point = DVec3::new(x[row], y[row], z[row]);
                    *distance = by_hand.value(point) / by_hand.length;
                }
                Batch::some(&out)
            }),
        ],
    );
    ask(
        "measure: columns of intervals of boxes",
        vec![
            calls(OURS, batch, move |batch: &Batch| {
                let mut out = batch.out.borrow_mut();
                let [min, max] = [&batch.min, &batch.max];
                let boxes = AabbColumns::new(
                    min.each_ref().map(|column| &column[..]),
                    max.each_ref().map(|column| &column[..]),
                );
                let [backmost, frontmost] = &mut *out;
                boxes.intervals(&plane, backmost, frontmost);
                Batch::some(&out)
            }),
            calls(PLAIN, batch, move |batch: &Batch| {
                let mut out = batch.out.borrow_mut();
                let [backmost, frontmost] = &mut *out;
                let [a, b, c] = batch.min.each_ref().map(|column| &column[..ROWS]);
                let [x, y, z] = batch.max.each_ref().map(|column| &column[..ROWS]);
                for row in 0..ROWS {
                    let min = DVec3::new(a[row], b[row], c[row]);
                    let max = DVec3::new(x[row], y[row], z[row]);
                    let [back, front] = by_hand.range_of_box([min, max]);
                    backmost[row] = back / by_hand.length;
                    frontmost[row] = front / by_hand.length;
                }
                Batch::some(&out)
            }),
        ],
    );
    slices(session, data, &plane, by_hand);
}

/// Measures the values n·p + d of a slice of points p.
fn slices(session: &Session<'_>, data: Data, plane: &Plane, by_hand: PlainPlane) {
    type Slice = (Vec<[f64; 3]>, RefCell<Vec<f64>>);
    let slice = |points: &Vec<[f64; 3]>| (points.clone(), RefCell::new(vec![0.0; points.len()]));
    session.ask_about(
        "measure: values of a slice of points",
        data.name(),
        [4, ROWS],
        |random| {
            (0..ROWS)
                .map(|_| data.raw(random).touching)
                .collect::<Vec<[f64; 3]>>()
        },
        vec![
            calls(OURS, slice, |(points, values): &Slice| {
                let mut values = values.borrow_mut();
                plane.values(points, &mut values);
                [values[0], values[ROWS - 1]]
            }),
            calls(PLAIN, slice, move |(points, values): &Slice| {
                let mut values = values.borrow_mut();
                for (point, value) in points.iter().zip(&mut *values) {
                    *value = by_hand.value(vector(point));
                }
                [values[0], values[ROWS - 1]]
            }),
        ],
    );
}
