//! Tests that objects with a shared edge are cut at the same point of this edge, with the same attributes, bit for bit.

use std::collections::BTreeSet;

use transect::Plane;
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, RawMesh};

use crate::random::Random;
use crate::run::cases;

/// A corner: its position, and an attribute value that is interpolated between corners.
type Corner = ([f64; 3], f64);

/// Returns a mesh of a single triangle with these corners, in this order.
fn triangle(corners: [Corner; 3]) -> Mesh {
    let values = corners.map(|(_, value)| value).to_vec();
    Mesh::new(RawMesh {
        positions: corners.map(|(position, _)| position).to_vec(),
        triangles: vec![[0, 1, 2]],
        attributes: Attributes {
            corners: vec![[0, 1, 2]],
            layers: vec![AttributeLayer {
                meaning: Meaning::Custom("heat".into()),
                width: 1,
                values,
            }],
        },
        ..RawMesh::default()
    })
    .expect("finite corners")
}

/// Returns the cut vertices of both halves: the bits of their positions and of their attribute values.
fn made(mesh: &Mesh, plane: &Plane) -> BTreeSet<([u64; 3], u64)> {
    let split = mesh.split(plane);
    let mut made = BTreeSet::new();
    for half in [&split.front, &split.back] {
        let rows = half.attributes().corners.iter();
        for (vertices, rows) in half.triangles().iter().zip(rows) {
            for (&vertex, &row) in vertices.iter().zip(rows) {
                let position = half.positions()[vertex as usize];
                if !mesh.positions().contains(&position) {
                    let value = half.attributes().layers[0].row(row)[0];
                    made.insert((position.map(f64::to_bits), value.to_bits()));
                }
            }
        }
    }
    made
}

/// The triangles of two objects may number the ends of a shared edge differently, and run along it in opposite
/// directions.
#[test]
fn an_edge_is_cut_at_one_point_whatever_the_ids_of_its_ends() {
    let mut random = Random::new(1);
    let mut cut = 0;
    for _ in 0..cases(2_000) {
        let mut point = || [0; 3].map(|_: i32| random.unit());
        let (a, b, c, normal, through) = (point(), point(), point(), point(), point());
        let [a, b, c] = [a, b, c].map(|position| (position, random.unit()));
        let plane = Plane::from_point_and_normal(through, normal).expect("a normal");
        let expected = made(&triangle([a, b, c]), &plane);
        for corners in [[b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]] {
            assert_eq!(made(&triangle(corners), &plane), expected, "{corners:?}");
        }
        cut += usize::from(expected.len() == 2);
    }
    assert!(cut > cases(500), "{cut} triangles were cut");
}
