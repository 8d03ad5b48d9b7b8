//! Cutting plain arrays: positions, triangles and texture coordinates go in, two closed halves with texture coordinates
//! come out.

use std::error::Error;

use transect::Plane;
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, RawMesh};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The positions of a tetrahedron. The texture coordinates of a vertex are its x and y, divided by 6.
    let positions = vec![
        [0.0, 0.0, 0.0],
        [6.0, 0.0, 0.0],
        [0.0, 6.0, 0.0],
        [0.0, 0.0, 6.0],
    ];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let values = positions
        .iter()
        .flat_map(|&[x, y, _]| [x / 6.0, y / 6.0])
        .collect();
    let uvs = AttributeLayer {
        meaning: Meaning::TextureCoordinate(0),
        width: 2,
        values,
    };
    let attributes = Attributes {
        layers: vec![uvs],
        // For each corner of each triangle, the index of its attribute row. Here, every vertex has one row of its own.
        corners: triangles.clone(),
    };
    let mesh = Mesh::new(RawMesh {
        positions,
        triangles,
        attributes,
        ..RawMesh::default()
    })?;

    let plane: Plane = "x = 3".parse()?;
    let split = mesh.split(&plane);
    for (name, half) in [("front", &split.front), ("back", &split.back)] {
        assert!(half.boundary().is_closed());
        let uvs = &half.attributes().layers[0];
        println!("{name}: volume {}", half.volume());
        for (triangle, rows) in half.triangles().iter().zip(&half.attributes().corners) {
            for (&vertex, &row) in triangle.iter().zip(rows) {
                let [x, y, _] = half.positions()[vertex as usize];
                println!(
                    "  ({x}, {y}) has the texture coordinates {:?}",
                    uvs.row(row)
                );
            }
        }
    }
    assert_eq!((split.front.volume(), split.back.volume()), (4.5, 31.5));
    Ok(())
}
