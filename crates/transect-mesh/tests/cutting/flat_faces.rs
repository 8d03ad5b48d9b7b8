//! Tests of triangles without area that lie in the cutting plane.

use transect::Plane;
use transect_mesh::{CAP, Mesh, RawMesh};

use crate::cutting::laws::every_law_of_any_mesh;

/// Returns a box between the heights `z` and `other`. One edge at height `z` has a vertex at its midpoint, which only
/// one of its two faces uses. A zero-area triangle closes the gap to the other face.
fn with_flat_face(z: i64, other: i64) -> Mesh {
    let positions = [
        [0, 0, z],
        [2, 0, z],
        [2, 2, z],
        [0, 2, z],
        [0, 0, other],
        [2, 0, other],
        [2, 2, other],
        [0, 2, other],
        [1, 0, z],
    ];
    let mut triangles = vec![
        [0, 2, 1],
        [0, 3, 2],
        [4, 5, 6],
        [4, 6, 7],
        [1, 2, 6],
        [1, 6, 5],
        [2, 3, 7],
        [2, 7, 6],
        [3, 0, 4],
        [3, 4, 7],
        // The next three triangles form the face that uses the vertex at the midpoint of its edge. The last triangle of
        // the list has no area.
        [0, 8, 4],
        [8, 5, 4],
        [8, 1, 5],
        [0, 1, 8],
    ];
    if other < z {
        triangles
            .iter_mut()
            .for_each(|triangle| triangle.swap(1, 2));
    }
    Mesh::new(RawMesh {
        positions: positions.iter().map(|p| p.map(|c| c as f64)).collect(),
        triangles,
        ..RawMesh::default()
    })
    .expect("a box")
}

/// The box lies below the plane, with its top and the zero-area triangle in the plane. Whichever side of the plane is
/// its front, the half with the box is the whole box.
#[test]
fn a_face_without_area_bounds_what_lies_behind() {
    let plane: Plane = "z = 1".parse().expect("a plane");
    let mesh = with_flat_face(1, 0);
    for plane in [plane, plane.flipped()] {
        let split = every_law_of_any_mesh(&mesh, &plane).unwrap_or_else(|law| panic!("{law}"));
        let [body, nothing] = if plane.normal()[2] > 0.0 {
            [split.back, split.front]
        } else {
            [split.front, split.back]
        };
        assert!(nothing.is_empty());
        // The half contains the zero-area triangle itself, not a cap in its place.
        assert_eq!(body.triangles().len(), mesh.triangles().len());
        assert!(!body.parts().contains(&CAP));
    }
}

#[test]
fn a_body_on_a_face_without_area_stays_whole() {
    let plane: Plane = "z = 1".parse().expect("a plane");
    let mesh = with_flat_face(1, 2);
    for plane in [plane, plane.flipped()] {
        let split = every_law_of_any_mesh(&mesh, &plane).unwrap_or_else(|law| panic!("{law}"));
        let mut counts = [split.front, split.back].map(|half| half.triangles().len());
        counts.sort_unstable();
        assert_eq!(counts, [0, 14]);
    }
}
