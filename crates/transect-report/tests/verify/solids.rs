//! Small solids, several of which have the same bounding box.

use transect_mesh::scene::{Part, SceneMesh};
use transect_mesh::{Mesh, RawMesh};

/// Returns the number of solids that [`solid`] knows.
pub(crate) const SOLIDS: usize = 7;

/// The two triangles of each face of a box. The corners of a box count x fastest and z slowest.
const BOX: [[u32; 3]; 12] = [
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
];

/// The same box as `BOX`, with the other diagonal of the faces at the least and the greatest z and y.
const OTHER_DIAGONALS: [[u32; 3]; 12] = [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

/// Returns one of several solids between the planes z = 0 and z = 2.
pub(crate) fn solid(number: usize) -> SceneMesh {
    let corner = |index: u32| [index & 1, index >> 1 & 1, index >> 2].map(|bit| f64::from(2 * bit));
    let cube: Vec<[f64; 3]> = (0..8).map(corner).collect();
    let (positions, triangles) = match number {
        0 => (cube, BOX.to_vec()),
        1 => (cube, OTHER_DIAGONALS.to_vec()),
        // The same top as that of the cube, and a smaller bottom.
        2 => (narrowed(cube, 0.0), BOX.to_vec()),
        // The same bottom as that of the cube, and a smaller top.
        3 => (narrowed(cube, 2.0), BOX.to_vec()),
        // An open box.
        4 => (cube, BOX[..10].to_vec()),
        5 => (
            vec![[0.0; 3], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]],
            vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        ),
        // Two separate boxes.
        _ => {
            let low = cube.iter().map(|&[x, y, z]| [x, y, z / 4.0]);
            let high = cube.iter().map(|&[x, y, z]| [x, y, 1.0 + z / 2.0]);
            let second = BOX.map(|triangle| triangle.map(|vertex| vertex + 8));
            (low.chain(high).collect(), [BOX, second].concat())
        }
    };
    let parts = (0..triangles.len()).map(|triangle| u32::from(triangle > 5 && number % 2 == 1));
    let mesh = Mesh::new(RawMesh {
        positions,
        parts: parts.collect(),
        triangles,
        ..RawMesh::default()
    });
    SceneMesh {
        mesh: mesh.expect("a mesh"),
        parts: vec![Part::default(); 2],
        ..SceneMesh::default()
    }
}

/// Moves the corners at the height `z` nearer to each other.
fn narrowed(mut corners: Vec<[f64; 3]>, z: f64) -> Vec<[f64; 3]> {
    for corner in corners.iter_mut().filter(|corner| corner[2] == z) {
        corner[0] = 0.5 + corner[0] / 2.0;
        corner[1] = 0.5 + corner[1] / 2.0;
    }
    corners
}
