//! Objects that share an edge are cut there at the same point, bit for bit.

use std::collections::BTreeSet;

use transect::Plane;
use transect::mesh::{Mesh, RawMesh};

use crate::random::Random;

/// A triangle with its vertices in this order, and nothing else.
fn triangle(corners: [[f64; 3]; 3]) -> Mesh {
    Mesh::new(RawMesh {
        positions: corners.to_vec(),
        triangles: vec![[0, 1, 2]],
        ..RawMesh::default()
    })
    .expect("finite corners")
}

/// The cut vertices, bit for bit.
fn made(mesh: &Mesh, plane: &Plane) -> BTreeSet<[u64; 3]> {
    let split = mesh.split(plane);
    let halves = [&split.front, &split.back];
    let positions = halves.into_iter().flat_map(Mesh::positions);
    let made = positions.filter(|position| !mesh.positions().contains(position));
    made.map(|position| position.map(f64::to_bits)).collect()
}

/// Ids differ from object to object, and so does the direction in which triangles run along an edge.
#[test]
fn an_edge_is_cut_at_one_point_whatever_the_ids_of_its_ends() {
    let mut random = Random::new(1);
    let mut cut = 0;
    for _ in 0..2_000 {
        let mut point = || [0; 3].map(|_: i32| random.unit());
        let ([a, b, c], normal, through) = ([point(), point(), point()], point(), point());
        let plane = Plane::from_point_and_normal(through, normal).expect("a normal");
        let expected = made(&triangle([a, b, c]), &plane);
        for corners in [[b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]] {
            assert_eq!(made(&triangle(corners), &plane), expected, "{corners:?}");
        }
        cut += usize::from(expected.len() == 2);
    }
    assert!(cut > 500, "{cut} triangles were cut");
}
