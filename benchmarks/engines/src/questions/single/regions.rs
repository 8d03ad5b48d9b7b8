//! Questions about regions: frusta of matrices and cameras, and the relation of boxes and points to a frustum.

use glam::DVec3;
use transect::{Aabb, Camera, ClipSpace, Frustum, Overlap};

use crate::questions::single::data::{Data, Raw};
use crate::questions::single::plain::{PlainPlane, vector};
use crate::questions::single::{OURS, PLAIN, Session, calls};
use crate::random::Random;

pub(super) fn ask(session: &Session<'_>) {
    for data in [Data::Ordinary, Data::Contacts] {
        frusta(session, data);
        region(session, data);
    }
}

fn camera(data: Data, random: &mut Random) -> Camera {
    let [position, forward] = [data.point(random), data.point(random)];
    let forward = if forward[..2] == [0.0; 2] {
        [1.0, 1.0, 0.0]
    } else {
        forward
    };
    Camera::looking(position, forward, [0.0, 0.0, 1.0]).with_far(Some(130.0))
}

/// Returns the normals and offsets of the six planes of a frustum, or `None` if it has fewer planes.
fn rows(frustum: &Frustum) -> Option<[[f64; 4]; 6]> {
    let row = |index: usize| {
        let plane = &frustum.planes()[index];
        let [x, y, z] = plane.normal();
        [x, y, z, plane.offset()]
    };
    (frustum.planes().len() == 6).then(|| core::array::from_fn(row))
}

fn frusta(session: &Session<'_>, data: Data) {
    // Returns the rows of the projection matrix of a camera. In its clip coordinates (x, y, z, w), visible points
    // satisfy −w ≤ z ≤ w.
    let matrix = move |random: &mut Random| -> [[f64; 4]; 4] {
        let camera = camera(data, random);
        let [eye, forward] = [camera.position, camera.forward].map(|point| vector(&point));
        let forward = forward.normalize();
        let right = forward.cross(DVec3::Z).normalize();
        let row = |axis: DVec3, scale: f64, offset: f64| {
            let [x, y, z] = (axis * scale).to_array();
            [x, y, z, offset - scale * axis.dot(eye)]
        };
        let [near, far] = [1.0, 130.0];
        [
            row(right, 0.9, 0.0),
            row(right.cross(forward), 1.5, 0.0),
            row(
                forward,
                (far + near) / (far - near),
                -2.0 * far * near / (far - near),
            ),
            row(forward, 1.0, 0.0),
        ]
    };
    session.ask(
        "region: frustum of a matrix",
        data,
        matrix,
        vec![
            calls(
                OURS,
                |&matrix: &[[f64; 4]; 4]| matrix,
                |matrix: &[[f64; 4]; 4]| {
                    rows(&Frustum::from_row_major(matrix, ClipSpace::MinusOneToOne).ok()?)
                },
            ),
            calls(
                PLAIN,
                |&matrix: &[[f64; 4]; 4]| matrix,
                |&[x, y, z, w]: &[[f64; 4]; 4]| {
                    let sum = |row: [f64; 4]| core::array::from_fn(|index| w[index] + row[index]);
                    let difference =
                        |row: [f64; 4]| core::array::from_fn(|index| w[index] - row[index]);
                    Some([
                        sum(x),
                        difference(x),
                        sum(y),
                        difference(y),
                        sum(z),
                        difference(z),
                    ])
                },
            ),
        ],
    );
    session.ask(
        "region: frustum of a camera",
        data,
        |random| camera(data, random),
        vec![
            calls(
                OURS,
                |camera: &Camera| *camera,
                |camera: &Camera| rows(&camera.frustum().ok()?),
            ),
            calls(
                PLAIN,
                |camera: &Camera| *camera,
                |camera: &Camera| {
                    let [eye, forward, up] = [camera.position, camera.forward, camera.up]
                        .map(|vector| self::vector(&vector));
                    let forward = forward.normalize();
                    let right = forward.cross(up).normalize();
                    let up = right.cross(forward);
                    let height = (camera.vertical_field_of_view / 2.0).tan();
                    let row = |normal: DVec3, offset: f64| {
                        let [x, y, z] = normal.to_array();
                        [x, y, z, offset - normal.dot(eye)]
                    };
                    let [across, along] = [forward * (height * camera.aspect), forward * height];
                    Some([
                        row(across + right, 0.0),
                        row(across - right, 0.0),
                        row(along + up, 0.0),
                        row(along - up, 0.0),
                        row(forward, -camera.near),
                        row(-forward, camera.far.unwrap_or(f64::INFINITY)),
                    ])
                },
            ),
        ],
    );
}

fn region(session: &Session<'_>, data: Data) {
    let camera = Camera::looking([-30.0, 20.0, 10.0], [1.0, 0.5, -0.25], [0.0, 0.0, 1.0])
        .with_far(Some(130.0));
    let frustum = camera.frustum().expect("a camera");
    let frustum = &frustum;
    let planes: Vec<PlainPlane> = frustum.planes().iter().map(PlainPlane::of).collect();
    let planes: [PlainPlane; 6] = planes.try_into().ok().expect("six planes");
    session.ask(
        "region: contains a point",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                |raw: &Raw| raw.points[0],
                |point: &[f64; 3]| frustum.region().contains(point),
            ),
            calls(
                PLAIN,
                |raw: &Raw| vector(&raw.points[0]),
                move |&point: &DVec3| planes.iter().all(|plane| plane.value(point) >= 0.0),
            ),
        ],
    );
    session.ask(
        "region: overlap of a box",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| {
                    let [min, max] = data.corners(raw);
                    Aabb::new(min, max).expect("a box")
                },
                |aabb: &Aabb| frustum.region().overlap(aabb),
            ),
            calls(
                PLAIN,
                move |raw: &Raw| data.corners(raw).map(|corner| vector(&corner)),
                move |&corners: &[DVec3; 2]| {
                    let mut overlap = Overlap::Inside;
                    for plane in &planes {
                        let [backmost, frontmost] = plane.range_of_box(corners);
                        if frontmost < 0.0 {
                            return Overlap::Outside;
                        }
                        if backmost < 0.0 {
                            overlap = Overlap::Meets;
                        }
                    }
                    overlap
                },
            ),
        ],
    );
}
