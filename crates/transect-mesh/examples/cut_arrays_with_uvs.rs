//! Cutting plain arrays: positions, texture coordinates and indices go in, and two closed halves come out as such arrays,
//! each with its cap as a range of its own.

use std::error::Error;

use transect::Plane;
use transect_mesh::{BufferOptions, Mesh, VertexBuffers};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The positions of a tetrahedron. The texture coordinates of a vertex are its x and y, divided by 6.
    let positions = [
        [0.0_f32, 0.0, 0.0],
        [6.0, 0.0, 0.0],
        [0.0, 6.0, 0.0],
        [0.0, 0.0, 6.0],
    ];
    let uvs = positions.map(|[x, y, _]| [x / 6.0, y / 6.0]);
    let indices = [0_u16, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    let buffers = VertexBuffers::new(&positions, &indices).with_texture_coordinates(&uvs);
    let mesh = Mesh::from_buffers(buffers)?;

    let plane: Plane = "x = 3".parse()?;
    let halves = mesh.split_to_buffers(&plane, &BufferOptions::default())?;
    for (name, half) in [("front", &halves.front), ("back", &halves.back)] {
        let caps = half.caps();
        println!("{name}: the indices of the cap are {caps:?}");
        for &index in &half.indices[..caps.start] {
            let [x, y, _] = half.positions[index as usize];
            let uv = half.texture_coordinates[0][index as usize];
            assert_eq!(uv, [x / 6.0, y / 6.0]); // also at the cut
            println!("  ({x}, {y}) has the texture coordinates {uv:?}");
        }
    }
    // The halves can be read again, to measure them or to cut them further.
    let [front, back] = [&halves.front, &halves.back].map(Mesh::from_buffers);
    assert_eq!((front?.volume(), back?.volume()), (4.5, 31.5));
    Ok(())
}
