//! Planes of best fit, and the volume of a body behind a plane.

use glam::DVec3;
use nalgebra::{Matrix3, SymmetricEigen};
use transect::{Plane, Ransac};
use transect_mesh::{Mesh, RawMesh};

use crate::questions::single::data::Data;
use crate::questions::single::plain::{PlainPlane, vector};
use crate::questions::single::{OURS, PLAIN, Session, calls};
use crate::random::Random;

pub(super) fn ask(session: &Session<'_>) {
    best(session);
    robust(session);
    volume(session);
}

/// Returns points near a plane. A part of the points, with the share `outliers`, lies anywhere in the cube instead.
fn cloud(random: &mut Random, count: usize, outliers: f64) -> Vec<[f64; 3]> {
    let plane = Data::Ordinary.plane();
    let mut point = || {
        let point = Data::Ordinary.point(random);
        let noise = random.double(-0.1, 0.1);
        if random.double(0.0, 1.0) < outliers {
            return point;
        }
        let [foot, normal] = [plane.project(&point), plane.normal()];
        core::array::from_fn(|axis| foot[axis] + noise * normal[axis])
    };
    (0..count).map(|_| point()).collect()
}

/// Returns the normal and the offset of a fitted plane. Fits of the library orient the normal so that its coordinate
/// with the largest absolute value is positive.
fn upward(plane: &Plane) -> [f64; 4] {
    let [x, y, z] = plane.normal();
    [x, y, z, plane.offset()]
}

fn best(session: &Session<'_>) {
    const POINTS: usize = 1000;
    session.ask_about(
        "fit: plane of best fit",
        Data::Ordinary.name(),
        [16, POINTS],
        |random| cloud(random, POINTS, 0.0),
        vec![
            calls(OURS, Clone::clone, |points: &Vec<[f64; 3]>| {
                upward(&Plane::best_fit(points).expect("a plane").plane)
            }),
            calls(PLAIN, Clone::clone, |points: &Vec<[f64; 3]>| {
                let sum: DVec3 = points.iter().map(vector).sum();
                let mean = sum / POINTS as f64;
                let mut products = [[0.0; 3]; 3];
                for point in points {
                    let offset = (vector(point) - mean).to_array();
                    for (row, products) in products.iter_mut().enumerate() {
                        for (column, product) in products.iter_mut().enumerate() {
                            *product += offset[row] * offset[column];
                        }
                    }
                }
                let matrix = Matrix3::from_fn(|row, column| products[row][column]);
                let eigen = SymmetricEigen::new(matrix);
                let normal = eigen
                    .eigenvectors
                    .column(eigen.eigenvalues.imin())
                    .into_owned();
                let normal = DVec3::new(normal[0], normal[1], normal[2]);
                let normal = normal * normal[normal.abs().max_position()].signum();
                let [x, y, z] = normal.to_array();
                [x, y, z, -normal.dot(mean)]
            }),
        ],
    );
}

fn robust(session: &Session<'_>) {
    const POINTS: usize = 100_000;
    session.ask_about(
        "fit: plane with 30 % outliers",
        Data::Ordinary.name(),
        [1, POINTS],
        |random| cloud(random, POINTS, 0.3),
        vec![calls(OURS, Clone::clone, |points: &Vec<[f64; 3]>| {
            let fit = Plane::robust_fit(points, &Ransac::new(0.1)).expect("a plane");
            upward(&fit.plane)
        })],
    );
}

/// Returns a closed mesh of 960 triangles: a sphere with the radius 10 and a random centre.
fn ball(random: &mut Random) -> RawMesh {
    const AROUND: u32 = 32;
    const ACROSS: u32 = 16;
    let center: [f64; 3] = core::array::from_fn(|_| random.double(-5.0, 5.0));
    let at = |row: u32, column: u32| {
        let latitude = std::f64::consts::PI * f64::from(row) / f64::from(ACROSS);
        let longitude = std::f64::consts::TAU * f64::from(column) / f64::from(AROUND);
        let ring = 10.0 * latitude.sin();
        let [x, y] = [ring * longitude.cos(), ring * longitude.sin()];
        [
            center[0] + x,
            center[1] + y,
            center[2] - 10.0 * latitude.cos(),
        ]
    };
    let mut positions = vec![at(0, 0)];
    for row in 1..ACROSS {
        positions.extend((0..AROUND).map(|column| at(row, column)));
    }
    positions.push([center[0], center[1], center[2] + 10.0]);
    let last = positions.len() as u32 - 1;
    let vertex = |row: u32, column: u32| match row {
        0 => 0,
        ACROSS => last,
        _ => 1 + (row - 1) * AROUND + column % AROUND,
    };
    let mut triangles = Vec::new();
    for row in 0..ACROSS {
        for column in 0..AROUND {
            let [a, b] = [vertex(row, column), vertex(row, column + 1)];
            let [c, d] = [vertex(row + 1, column), vertex(row + 1, column + 1)];
            let both = [[a, b, d], [a, d, c]];
            triangles.extend(
                both.into_iter()
                    .filter(|[a, b, c]| a != b && b != c && a != c),
            );
        }
    }
    RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    }
}

fn volume(session: &Session<'_>) {
    const TRIANGLES: usize = 960;
    let plane = Data::Ordinary.plane();
    let by_hand = PlainPlane::of(&plane);
    session.ask_about(
        "fit: volume and area behind a plane",
        Data::Ordinary.name(),
        [16, TRIANGLES],
        ball,
        vec![
            calls(
                OURS,
                |raw: &RawMesh| Mesh::new(raw.clone()).expect("a mesh"),
                move |mesh: &Mesh| {
                    let behind = mesh.moments_behind(&plane);
                    [behind.volume, behind.area]
                },
            ),
            calls(
                PLAIN,
                |raw: &RawMesh| {
                    let corners = |triangle: &[u32; 3]| {
                        triangle.map(|index| vector(&raw.positions[index as usize]))
                    };
                    raw.triangles
                        .iter()
                        .map(corners)
                        .collect::<Vec<[DVec3; 3]>>()
                },
                move |triangles: &Vec<[DVec3; 3]>| behind(&by_hand, triangles),
            ),
        ],
    );
}

/// Returns the volume and the surface area behind a plane, by the formula that a user would write. The volume is the
/// sum of the signed volumes of pyramids. The apex of all pyramids is the same point of the plane, and the base of each
/// is the part of a triangle behind the plane.
fn behind(plane: &PlainPlane, triangles: &[[DVec3; 3]]) -> [f64; 2] {
    let apex = plane.normal * (-plane.offset / (plane.length * plane.length));
    let [mut volume, mut area] = [0.0, 0.0];
    for triangle in triangles {
        let values = triangle.map(|corner| plane.value(corner));
        let [a, b, c] = *triangle;
        let cross = (b - a).cross(c - a);
        let behind = values.iter().filter(|&&value| value < 0.0).count();
        if behind == 0 {
            continue;
        }
        // The share of the triangle's area that is behind the plane. If the plane cuts the triangle, one corner is
        // alone on its side, and `corner` is the share of the part at this corner.
        let share = if behind == 3 {
            1.0
        } else {
            let is_alone = |&index: &usize| (values[index] < 0.0) == (behind == 1);
            let alone = (0..3).find(is_alone).unwrap_or_default();
            let t = |index: usize| values[alone] / (values[alone] - values[index]);
            let corner = t((alone + 1) % 3) * t((alone + 2) % 3);
            if behind == 1 { corner } else { 1.0 - corner }
        };
        area += share * 0.5 * cross.length();
        volume += share * (a - apex).dot(cross) / 6.0;
    }
    [volume, area]
}
