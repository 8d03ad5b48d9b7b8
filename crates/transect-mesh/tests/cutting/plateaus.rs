//! Cuts through terrains with plateaus in the cutting plane. The outlines of their caps pass through a point twice. The
//! crate that triangulates caps may fill such outlines with triangles of which some are turned over.

use transect::Plane;
use transect_mesh::{Mesh, RawMesh};

use crate::random::Random;
use crate::run::cases;

/// Returns the solid between z = 0 and a grid of heights; the cells are rectangles of 59 × 93, divided by diagonals.
fn solid(columns: u32, heights: &[f64]) -> Mesh {
    let count = heights.len() as u32;
    let rows = count / columns;
    let xy = |index: u32| {
        [
            f64::from(index % columns) * 59.0,
            f64::from(index / columns) * 93.0,
        ]
    };
    let top = (0..count).map(|index| [xy(index)[0], xy(index)[1], heights[index as usize]]);
    let bottom = (0..count).map(|index| [xy(index)[0], xy(index)[1], 0.0]);
    let mut triangles = Vec::new();
    for row in 1..rows {
        for column in 1..columns {
            let d = row * columns + column;
            let [a, b, c] = [d - columns - 1, d - columns, d - 1];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    let below: Vec<[u32; 3]> = triangles
        .iter()
        .map(|t| [t[0], t[2], t[1]].map(|v| v + count))
        .collect();
    let last = count - 1;
    let right = (0..columns - 1).map(|column| [column, column + 1]);
    let up = (0..rows - 1).map(|row| [(row + 1) * columns - 1, (row + 2) * columns - 1]);
    let left = (0..columns - 1).map(|column| [last - column, last - column - 1]);
    let down = (0..rows - 1).map(|row| {
        [
            last + 1 - (row + 1) * columns,
            last + 1 - (row + 2) * columns,
        ]
    });
    let walls = right.chain(up).chain(left).chain(down);
    let walls = walls.flat_map(|[a, b]| [[b, a, a + count], [b, a + count, b + count]]);
    triangles.extend(walls.collect::<Vec<_>>());
    triangles.extend(below);
    let positions = top.chain(bottom).collect();
    Mesh::new(RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    })
    .expect("a mesh")
}

fn check(mesh: &Mesh, name: &str) {
    assert!(mesh.boundary().is_closed(), "{name}");
    let plane: Plane = "z = 300".parse().expect("a plane");
    let certificate = mesh.split(&plane).certificate(mesh, &plane);
    assert!(
        certificate.errors().next().is_none(),
        "{name}: {certificate:?}"
    );
}

#[test]
fn caps_beside_plateaus_are_not_folded() {
    // A part of a real terrain, with heights in metres.
    let terrain = [
        299.0, 301.0, 302.0, 301.0, 301.0, 302.0, //
        300.0, 300.0, 300.0, 300.0, 301.0, 301.0, //
        306.0, 303.0, 302.0, 299.0, 300.0, 300.0, //
        310.0, 309.0, 305.0, 303.0, 301.0, 301.0,
    ];
    check(&solid(6, &terrain), "terrain");
}

#[test]
fn caps_of_random_plateaus_are_not_folded() {
    for seed in 0..cases(400) {
        let mut random = Random::new(seed);
        let columns = 4 + random.below(6) as u32;
        let rows = 4 + random.below(6);
        let heights: Vec<f64> = (0..columns as usize * rows as usize)
            .map(|_| [299.0, 300.0, 300.0, 301.0, 302.0][random.below(5) as usize])
            .collect();
        check(&solid(columns, &heights), &format!("seed {seed}"));
    }
}
