//! The points in which a plane crosses many edges of a mesh. Each coordinate is rounded to the nearest float.

use alloc::vec::Vec;

use crate::batch::level::{dispatch, level_of_cpu};
use crate::plane::Plane;
use crate::predicates::crossing::{AcrossAxis, crossing};

/// The number of edges that are computed together. Their coordinates fit into the first-level cache.
const BLOCK: usize = 128;

/// One coordinate of the edges in a block.
type Column = [f64; BLOCK];

/// Returns the points in which a plane crosses edges. Each edge is given by its two vertices, which must lie strictly
/// on opposite sides of the plane.
pub(super) fn crossings(
    positions: &[[f64; 3]],
    plane: &Plane,
    edges: &[[u32; 2]],
) -> Vec<[f64; 3]> {
    let of_edge = |&[from, to]: &[u32; 2]| {
        let [a, b] = [from, to].map(|vertex| &positions[vertex as usize]);
        crossing(plane, a, b)
    };
    if !plane.form().is_along_axis() {
        return edges.iter().map(of_edge).collect();
    }
    let normal = plane.normal();
    let axis = (0..3).find(|&axis| normal[axis] != 0.0).unwrap_or(0);
    let [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
    // The coefficient of the normal on this axis is ±1, so the quotient is exact.
    let height = -plane.offset() / normal[axis] + 0.0;
    let level = level_of_cpu();
    let mut points = Vec::with_capacity(edges.len());
    let mut ends: [[Column; 3]; 2] = [[[0.0; BLOCK]; 3]; 2];
    let mut coordinates: [Column; 2] = [[0.0; BLOCK]; 2];
    for edges in edges.chunks(BLOCK) {
        for (row, edge) in edges.iter().enumerate() {
            for (columns, &vertex) in ends.iter_mut().zip(edge) {
                let position = &positions[vertex as usize];
                for (column, axis) in columns.iter_mut().zip([axis, first, second]) {
                    column[row] = position[axis];
                }
            }
        }
        dispatch!(level, _simd => across_axis(&ends, height, &mut coordinates));
        for (row, edge) in edges.iter().enumerate() {
            let mut point = [height; 3];
            [point[first], point[second]] = [coordinates[0][row], coordinates[1][row]];
            if point[first].is_nan() || point[second].is_nan() {
                point = of_edge(edge);
            }
            points.push(point);
        }
    }
    points
}

/// Computes two coordinates of the crossings in a block with a plane perpendicular to an axis. The columns of `ends`
/// are the coordinates along this axis and along the two others. A result is NaN if the error bounds of the computation
/// in floats do not determine the nearest float.
#[inline(always)]
fn across_axis(ends: &[[Column; 3]; 2], height: f64, coordinates: &mut [Column; 2]) {
    let [from, to] = ends;
    for row in 0..BLOCK {
        let crossing = AcrossAxis::new(from[0][row], to[0][row], height);
        coordinates[0][row] = crossing.coordinate(from[1][row], to[1][row]);
        coordinates[1][row] = crossing.coordinate(from[2][row], to[2][row]);
    }
}
