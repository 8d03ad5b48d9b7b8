//! Contour lines: the sections of a terrain at several heights.

use std::error::Error;

use transect::Plane;
use transect_mesh::{Mesh, RawMesh};

/// The terrain: the heights of a round hill on a grid of 21 × 21 points.
fn hill() -> Result<Mesh, Box<dyn Error>> {
    let size = 21_u32;
    let point = |index: u32| {
        let [x, y] = [index % size, index / size].map(f64::from);
        let (right, up) = (x - 10.0, y - 10.0);
        [x, y, 100.0 - right * right - up * up]
    };
    let positions = (0..size * size).map(point).collect();
    let corners = (0..size - 1).flat_map(|y| (0..size - 1).map(move |x| y * size + x));
    let triangles = corners.flat_map(|a| {
        let (b, c, d) = (a + 1, a + size, a + size + 1);
        [[a, b, d], [a, d, c]]
    });
    Ok(Mesh::new(RawMesh {
        positions,
        triangles: triangles.collect(),
        ..RawMesh::default()
    })?)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let hill = hill()?;
    let mut lengths = Vec::new();
    for height in [25.5, 50.5, 75.5] {
        let section = hill.section(&Plane::new([0.0, 0.0, 1.0], -height)?);
        assert_eq!((section.loops.len(), section.open_chains.len()), (1, 0));
        println!("{height} m: {} m long", section.perimeter());
        lengths.push(section.perimeter());
    }
    // The expected contour lines are circles of the radii √74.5, √49.5 and √24.5, drawn as polygons on the grid.
    for (length, radius_squared) in lengths.iter().zip([74.5_f64, 49.5, 24.5]) {
        let circle = std::f64::consts::TAU * radius_squared.sqrt();
        assert!(
            (0.97..1.0).contains(&(length / circle)),
            "{length} of {circle}"
        );
    }
    Ok(())
}
