//! Questions about regions: frusta of matrices and cameras, and the relation of points, boxes and spheres to a frustum.
//!
//! The plain formulas and bevy test one plane at a time. So they report that a shape outside the frustum meets it, if
//! the shape is not wholly behind one of the planes.

use std::hint::black_box;

use bevy_camera::primitives::{Aabb as BevyAabb, Frustum as BevyFrustum, Sphere as BevySphere};
use bevy_math::{Mat4, Vec3, Vec3A, Vec4};
use bevy_shape::{HalfSpace, ViewFrustum};
use glam::DVec3;
use transect::{Aabb, Camera, ClipSpace, Frustum, Overlap, Plane, Sphere};

use crate::questions::single::data::{Data, Raw};
use crate::questions::single::plain::{PlainPlane, vector};
use crate::questions::single::{BEVY, OURS, PLAIN, Session, calls};
use crate::random::Random;

pub(super) fn ask(session: &Session<'_>) {
    for data in Data::ALL {
        if data != Data::NearTies {
            frusta(session, data);
        }
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
    // Bevy's half-spaces are normalized and in f32, so their numbers are not compared. The answer is the number of
    // planes.
    session.ask(
        "region: frustum of a matrix; number of planes",
        data,
        matrix,
        vec![
            calls(
                OURS,
                |&matrix: &[[f64; 4]; 4]| matrix,
                |matrix: &[[f64; 4]; 4]| {
                    let frustum = Frustum::from_row_major(matrix, ClipSpace::MinusOneToOne).ok()?;
                    let frustum = black_box(frustum);
                    Some(frustum.planes().len() as f64)
                },
            ),
            calls(
                BEVY,
                |matrix: &[[f64; 4]; 4]| {
                    let rows = matrix.map(|row| Vec4::from_array(row.map(|number| number as f32)));
                    Mat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose()
                },
                |matrix: &Mat4| {
                    let frustum = black_box(ViewFrustum::from_clip_from_world(matrix));
                    Some(frustum.half_spaces.len() as f64)
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

/// Returns bevy's half-space of a plane.
fn half_space(plane: &Plane) -> HalfSpace {
    let ([x, y, z], offset) = (plane.normal(), plane.offset());
    HalfSpace::new(Vec4::from_array(
        [x, y, z, offset].map(|number| number as f32),
    ))
}

fn narrow(point: &[f64; 3]) -> Vec3 {
    Vec3::from_array(point.map(|number| number as f32))
}

/// Returns a point on a face of a frustum, up to rounding, and the normal of this face, which points inward. The index
/// of the face is that of its plane.
fn on_face(frustum: &Frustum, raw: &Raw) -> ([f64; 3], [f64; 3]) {
    // The corners of each face, by their indices in `Frustum::corners`.
    const FACES: [[usize; 4]; 6] = [
        [0, 3, 7, 4],
        [1, 2, 6, 5],
        [0, 1, 5, 4],
        [3, 2, 6, 7],
        [0, 1, 2, 3],
        [4, 5, 6, 7],
    ];
    let corners = frustum.corners().expect("eight corners");
    let [first, ..] = raw.sizes[0];
    let face = (first * 1e6) as usize % 6;
    // The weights of the corners are positive and add up to 1.
    let weights = [
        raw.sizes[1][0],
        raw.sizes[1][1],
        raw.sizes[1][2],
        raw.sizes[2][0],
    ];
    let total: f64 = weights.iter().sum();
    let point: [f64; 3] = core::array::from_fn(|axis| {
        let parts = FACES[face].iter().zip(weights);
        parts
            .map(|(&corner, weight)| corners[corner][axis] * (weight / total))
            .sum()
    });
    let plane = &frustum.planes()[face];
    (plane.project(&point), plane.normal())
}

fn region(session: &Session<'_>, data: Data) {
    let camera = Camera::looking([-30.0, 20.0, 10.0], [1.0, 0.5, -0.25], [0.0, 0.0, 1.0])
        .with_far(Some(130.0));
    let frustum = camera.frustum().expect("a camera");
    let frustum = &frustum;
    let planes: Vec<PlainPlane> = frustum.planes().iter().map(PlainPlane::of).collect();
    let planes: [PlainPlane; 6] = planes.try_into().ok().expect("six planes");
    let half_spaces: Vec<HalfSpace> = frustum.planes().iter().map(half_space).collect();
    let half_spaces = half_spaces.try_into().ok().expect("six planes");
    let bevy = &BevyFrustum(ViewFrustum { half_spaces });
    let point = move |raw: &Raw| match data {
        Data::NearTies => on_face(frustum, raw).0,
        _ => raw.points[0],
    };
    session.ask(
        "region: contains a point",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, point, |point: &[f64; 3]| {
                frustum.region().contains(point)
            }),
            calls(
                PLAIN,
                move |raw: &Raw| vector(&point(raw)),
                move |&point: &DVec3| planes.iter().all(|plane| plane.value(point) >= 0.0),
            ),
        ],
    );
    // For near-ties, the box is outside, except for one corner on a face of the frustum.
    let corners = move |raw: &Raw| match data {
        Data::NearTies => {
            let (touching, normal) = on_face(frustum, raw);
            let other: [f64; 3] = core::array::from_fn(|axis| {
                touching[axis] - raw.sizes[0][axis].copysign(normal[axis])
            });
            [f64::min, f64::max]
                .map(|choose| core::array::from_fn(|axis| choose(touching[axis], other[axis])))
        }
        _ => data.corners(raw),
    };
    session.ask(
        "region: overlap of a box",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| {
                    let [min, max] = corners(raw);
                    Aabb::new(min, max).expect("a box")
                },
                |aabb: &Aabb| frustum.region().overlap(aabb),
            ),
            calls(
                PLAIN,
                move |raw: &Raw| corners(raw).map(|corner| vector(&corner)),
                move |&corners: &[DVec3; 2]| {
                    overlap_of(|plane| plane.range_of_box(corners), &planes)
                },
            ),
            calls(
                BEVY,
                move |raw: &Raw| {
                    let [min, max] = corners(raw).map(|corner| narrow(&corner));
                    BevyAabb::from_min_max(min, max)
                },
                |aabb: &BevyAabb| match bevy.intersects_obb_identity(aabb) {
                    true if bevy.contains_aabb_identity(aabb) => Overlap::Inside,
                    true => Overlap::Meets,
                    false => Overlap::Outside,
                },
            ),
        ],
    );
    // For near-ties, the sphere is outside and touches a face of the frustum.
    let ball = move |raw: &Raw| match data {
        Data::NearTies => {
            let (touching, normal) = on_face(frustum, raw);
            let center = vector(&touching) - vector(&normal).normalize() * raw.sizes[0][1];
            (center.to_array(), raw.sizes[0][1])
        }
        _ => (raw.points[0], raw.sizes[0][1]),
    };
    let sphere = move |raw: &Raw| {
        let (center, radius) = ball(raw);
        Sphere::new(center, radius).expect("a sphere")
    };
    session.ask(
        "region: overlap of a sphere",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, sphere, |sphere: &Sphere| {
                frustum.region().overlap_sphere(sphere)
            }),
            calls(
                PLAIN,
                move |raw: &Raw| {
                    let (center, radius) = ball(raw);
                    (vector(&center), radius)
                },
                move |&(center, radius): &(DVec3, f64)| {
                    overlap_of(|plane| plane.range_of_ball(center, radius), &planes)
                },
            ),
        ],
    );
    // Bevy distinguishes only spheres that meet the frustum from spheres that do not.
    session.ask(
        "region: meets a sphere",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, sphere, |sphere: &Sphere| {
                frustum.region().overlap_sphere(sphere) != Overlap::Outside
            }),
            calls(
                BEVY,
                move |raw: &Raw| {
                    let (center, radius) = ball(raw);
                    BevySphere {
                        center: Vec3A::from(narrow(&center)),
                        radius: radius as f32,
                    }
                },
                |sphere: &BevySphere| bevy.intersects_sphere(sphere, true),
            ),
        ],
    );
}

/// Returns the relation of a shape to the planes of a frustum, tested one by one. `range` returns the values n·p + d of
/// the backmost and the frontmost point of the shape.
#[inline]
fn overlap_of(range: impl Fn(&PlainPlane) -> [f64; 2], planes: &[PlainPlane; 6]) -> Overlap {
    let mut overlap = Overlap::Inside;
    for plane in planes {
        let [backmost, frontmost] = range(plane);
        if frontmost < 0.0 {
            return Overlap::Outside;
        }
        if backmost < 0.0 {
            overlap = Overlap::Meets;
        }
    }
    overlap
}
