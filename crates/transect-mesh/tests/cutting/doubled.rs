//! Tests meshes with repeated triangles: among them, meshes whose walls occur more often on one side of the plane than
//! on the other.

use transect::Plane;
use transect_mesh::{CAP, Mesh, RawMesh};

use crate::cutting::meshes::Grid;

/// Returns the four walls of a box, without its floor and its lid.
fn walls(low: i64, high: i64) -> Grid {
    let mut grid = Grid::default();
    let corners = [[0, 0], [2, 0], [2, 2], [0, 2]];
    for (index, [x, y]) in corners.into_iter().enumerate() {
        let [u, v] = corners[(index + 1) % 4];
        grid.quad([[x, y, low], [u, v, low], [u, v, high], [x, y, high]], true);
    }
    grid
}

#[test]
fn zero_and_minus_zero_are_one_position() {
    let positions = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -0.0, -0.0],
    ];
    let mesh = Mesh::new(RawMesh {
        positions,
        triangles: vec![[0, 1, 2], [2, 1, 3]],
        ..RawMesh::default()
    });
    let mesh = mesh.expect("two triangles");
    assert_eq!(mesh.positions().len(), 3);
    assert!(mesh.boundary().is_closed());
}

#[test]
fn what_is_there_twice_is_closed_and_not_manifold() {
    let once = Grid::cuboid([0; 3], [1; 3]);
    let twice = Grid::union(&[once.clone(), once.clone()]).mesh();
    assert!(once.mesh().boundary().manifold);
    assert!(twice.boundary().is_closed() && !twice.boundary().manifold);
}

#[test]
fn a_cap_is_there_as_often_as_walls_on_both_sides() {
    let plane: Plane = "z = 0".parse().expect("a plane");
    for (above, below) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        let walls = [vec![walls(0, 1); above], vec![walls(-1, 0); below]].concat();
        let split = Grid::union(&walls).mesh().split(&plane);
        let caps = |half: &Mesh| half.parts().iter().filter(|&&part| part == CAP).count();
        let expected = 2 * above.min(below);
        assert_eq!([&split.front, &split.back].map(caps), [expected; 2]);
    }
}
