//! Closed surfaces computed by formulas. Their triangles run counter-clockwise when seen from outside.

use std::f64::consts::{PI, TAU};

/// A surface: its positions, and three indices into them per triangle.
pub(super) struct Solid {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u16; 3]>,
}

/// Returns an axis-aligned box with 8 vertices. Vertex `i` is at the upper end of axis `a` if bit `a` of `i` is set.
pub(super) fn cuboid(min: [f32; 3], max: [f32; 3]) -> Solid {
    let corner = |i: usize| core::array::from_fn(|a| if i >> a & 1 == 1 { max[a] } else { min[a] });
    Solid {
        positions: (0..8).map(corner).collect(),
        triangles: vec![
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ],
    }
}

/// Returns a prism over a convex, counter-clockwise polygon.
pub(super) fn prism(polygon: &[[f32; 2]], bottom: f32, top: f32) -> Solid {
    let count = polygon.len() as u16;
    let at = |z: f32| polygon.iter().map(move |&[x, y]| [x, y, z]);
    let mut triangles = Vec::new();
    for i in 0..count {
        let next = (i + 1) % count;
        triangles.push([i, next, count + next]);
        triangles.push([i, count + next, count + i]);
    }
    for i in 1..count - 1 {
        triangles.push([0, i + 1, i]);
        triangles.push([count, count + i, count + i + 1]);
    }
    Solid {
        positions: at(bottom).chain(at(top)).collect(),
        triangles,
    }
}

/// A sphere around the origin: a grid of longitudes and latitudes.
/// The first and last columns, and the vertices of each pole, have equal positions but different texture coordinates.
pub(super) struct Globe {
    pub(super) solid: Solid,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) tangents: Vec<[f32; 4]>,
    pub(super) coordinates: Vec<[f32; 2]>,
}

pub(super) fn globe(radius: f64, columns: u16, rows: u16) -> Globe {
    let mut globe = Globe {
        solid: Solid {
            positions: Vec::new(),
            triangles: Vec::new(),
        },
        normals: Vec::new(),
        tangents: Vec::new(),
        coordinates: Vec::new(),
    };
    for row in 0..=rows {
        for column in 0..=columns {
            // The last column of vertices equals the first, bit for bit, and all vertices of a pole are at one point.
            let longitude = TAU * f64::from(column % columns) / f64::from(columns);
            let latitude = PI * (f64::from(row) / f64::from(rows) - 0.5);
            let (sine, cosine) = (libm::sin(longitude), libm::cos(longitude));
            let (height, around) = match row {
                0 => (-1.0, 0.0),
                _ if row == rows => (1.0, 0.0),
                _ => (libm::sin(latitude), libm::cos(latitude)),
            };
            let normal = [around * cosine, around * sine, height];
            globe
                .solid
                .positions
                .push(normal.map(|c| (radius * c) as f32));
            globe.normals.push(normal.map(|c| c as f32));
            globe.tangents.push([-sine as f32, cosine as f32, 0.0, 1.0]);
            globe.coordinates.push([
                f32::from(column) / f32::from(columns),
                1.0 - f32::from(row) / f32::from(rows),
            ]);
        }
    }
    let at = |row: u16, column: u16| row * (columns + 1) + column;
    for row in 0..rows {
        for column in 0..columns {
            let [a, b] = [at(row, column), at(row, column + 1)];
            let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
            // At a pole, one of the two triangles would have no area, so it is left out.
            if row > 0 {
                globe.solid.triangles.push([a, b, d]);
            }
            if row + 1 < rows {
                globe.solid.triangles.push([a, d, c]);
            }
        }
    }
    globe
}
