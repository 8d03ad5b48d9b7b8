//! A closed mesh with dents, in f32, and rays of which two thirds hit it.

use std::f32::consts::TAU;

use transect_exact::SplitMix64;

use crate::ask::Point;

/// A triangle mesh in f32.
pub(crate) struct Triangles {
    pub(crate) positions: Vec<Point>,
    pub(crate) indices: Vec<[u32; 3]>,
}

/// Returns a torus with dents, of `count` × 2 `count` squares, each of two triangles.
pub(crate) fn torus(count: u32) -> Triangles {
    let (rows, columns) = (count, 2 * count);
    let mut positions = Vec::new();
    let mut indices = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let around = TAU * (row as f32 + 0.5) / rows as f32;
            let along = TAU * column as f32 / columns as f32;
            let radius = 3.0 + around.cos() * (1.0 + 0.2 * (7.0 * along).sin());
            positions.push([radius * along.cos(), radius * along.sin(), around.sin()]);
            let [next_row, next_column] = [(row + 1) % rows, (column + 1) % columns];
            let [a, b] = [column, next_column].map(|column| row * columns + column);
            let [d, c] = [column, next_column].map(|column| next_row * columns + column);
            indices.extend([[a, b, c], [a, c, d]]);
        }
    }
    Triangles { positions, indices }
}

/// Returns rays from above the torus to points near it: origins and directions.
pub(crate) fn rays(count: usize) -> Vec<[Point; 2]> {
    let mut random = SplitMix64::new(5);
    let mut unit = || (random.bits() as f64 / 2.0_f64.powi(63) - 1.0) as f32;
    let mut ray = || {
        let origin = [6.0 * unit(), 6.0 * unit(), 6.0];
        let to = [4.0 * unit(), 4.0 * unit(), unit()];
        [origin, [0, 1, 2].map(|axis| to[axis] - origin[axis])]
    };
    (0..count).map(|_| ray()).collect()
}
