//! A floor plan: the walls of a room, cut 1.2 m above the floor.

use std::error::Error;

use transect::Plane;
use transect_mesh::{Mesh, RawMesh};

/// A wall as a closed box of twelve triangles.
fn wall(low: [f64; 3], high: [f64; 3]) -> Result<Mesh, Box<dyn Error>> {
    let corner = |index: usize| {
        std::array::from_fn(|axis| {
            if index >> axis & 1 == 1 {
                high[axis]
            } else {
                low[axis]
            }
        })
    };
    let sides = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = sides
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Ok(Mesh::new(RawMesh {
        positions: (0..8).map(corner).collect(),
        triangles: triangles.collect(),
        ..RawMesh::default()
    })?)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let walls = [
        ("south", wall([0.0, 0.0, 0.0], [5.0, 0.25, 2.5])?),
        ("north", wall([0.0, 3.75, 0.0], [5.0, 4.0, 2.5])?),
        ("west", wall([0.0, 0.25, 0.0], [0.25, 3.75, 2.5])?),
        ("parapet", wall([4.75, 0.25, 0.0], [5.0, 3.75, 1.0])?),
    ];
    let plane: Plane = "z = 1.2".parse()?;
    let mut area = 0.0;
    for (name, mesh) in &walls {
        let section = mesh.section(&plane);
        for (index, outline) in section.loops.iter().enumerate() {
            println!("{name}: {:?}, {} m²", section.loop_2d(index), outline.area);
        }
        area += section.area();
    }
    // The parapet is lower than the plane, so only the other three walls are cut.
    assert_eq!(area, 1.25 + 1.25 + 0.875);
    Ok(())
}
