//! Tests of normals in scenes whose transforms mirror or shear: normals point outward on both halves of an object.

use transect::vector::{cross, dot, length, scale, sub};
use transect::{Plane, Transform};
use transect_mesh::scene::{Encoding, Node, Part, Placement, Scene, SceneMesh};
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, RawMesh};

use crate::cutting::meshes::Grid;

/// Returns an outward normal of a triangle, computed from its corners. The normal may have any length.
fn outward(mesh: &Mesh, triangle: usize) -> [f64; 3] {
    let [a, b, c] = mesh.corners(triangle);
    cross(&sub(&b, &a), &sub(&c, &a))
}

/// Returns a mesh with normals. The transform `map` takes the mesh to an axis-aligned box, and the normals of the mesh
/// to normals of the box.
fn slanted_box(map: &Transform, inverse: impl Fn(&[i64; 3]) -> [f64; 3]) -> Mesh {
    let grid = Grid::cuboid([0, 0, 0], [4, 3, 6]);
    let faces = grid.mesh();
    let [x, y, z, _] = &map.columns;
    let mut normals = Vec::new();
    for triangle in 0..faces.triangles().len() {
        // If n is a normal of the box, then m = mapᵀ·n is the normal of the mesh, because m·p = n·(map p) for all
        // directions p. The nonzero coordinates of m differ by powers of two. So scaling m to length one does not
        // disturb zero coordinates of n.
        let normal = outward(&faces, triangle);
        let normal = [dot(x, &normal), dot(y, &normal), dot(z, &normal)];
        let normal = scale(&normal, 1.0 / length(&normal));
        normals.extend([normal; 3].as_flattened());
    }
    let turn = |[a, b, c]: [u32; 3]| {
        if map.determinant() < 0.0 {
            [a, c, b]
        } else {
            [a, b, c]
        }
    };
    let triangles = grid.triangles.iter().map(|&triangle| turn(triangle));
    let corners = (0..grid.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    Mesh::new(RawMesh {
        positions: grid.positions.iter().map(inverse).collect(),
        triangles: triangles.collect(),
        attributes: Attributes {
            corners: corners.collect(),
            layers: vec![AttributeLayer {
                meaning: Meaning::Normal,
                width: 3,
                values: normals,
            }],
        },
        parts: Vec::new(),
    })
    .expect("a parallelepiped")
}

#[test]
fn normals_point_outward_on_both_halves() {
    for sign in [-1.0, 1.0] {
        // The test uses the map x ↦ ±x + 2z, and its inverse.
        let map = Transform {
            columns: [[sign, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 0.0, 1.0], [0.0; 3]],
        };
        let inverse = |&[x, y, z]: &[i64; 3]| [sign * (x - 2 * z) as f64, y as f64, z as f64];
        let scene = Scene {
            nodes: vec![Node {
                placement: Placement::Matrix(map),
                mesh: Some(0),
                ..Node::default()
            }],
            meshes: vec![SceneMesh {
                mesh: slanted_box(&map, inverse),
                parts: vec![Part::default()],
                ..SceneMesh::default()
            }],
            ..Scene::default()
        };
        let plane = Plane::from_point_and_normal([2.0, 1.0, 3.0], [1.0, 2.0, 3.0]);
        let plane = plane.expect("a normal");
        let cut = scene.cut(&plane, Encoding::Double, |_| true, |_| ());
        let cut = cut.expect("small coordinates");
        for half in &cut.parts {
            let mesh = &half.scene.meshes[0].mesh;
            let mut faces = 0;
            for triangle in 0..mesh.triangles().len() {
                let outward = outward(mesh, triangle);
                for row in mesh.attributes().corners[triangle] {
                    let normal = mesh.attributes().layers[0].row(row);
                    let normal: [f64; 3] = normal.try_into().expect("three numbers");
                    assert!(dot(&outward, &normal) > 0.0, "{normal:?} on {outward:?}");
                    if mesh.part(triangle) == 0 {
                        // On the faces of the box (not on caps), the stored normal has zeros in the same coordinates as
                        // the normal computed from the corners.
                        assert_eq!(normal.map(|c| c == 0.0), outward.map(|c| c == 0.0));
                        faces += 1;
                    }
                }
            }
            assert!(faces > 0);
        }
    }
}
