//! Sections by way of a tree are those of the mesh, bit for bit.

use transect::mesh::{Mesh, SectionIndex};
use transect::{Cutter, Plane, PlaneThrough, Side};

use crate::laws::{Verdict, law};
use crate::meshes::Grid;
use crate::random::Random;

/// For a mesh of any size; small ones are scanned without a tree.
pub(crate) fn the_index_tells_the_same(mesh: &Mesh, cutter: &impl Cutter) -> Verdict {
    same(&SectionIndex::new(mesh), cutter)
}

fn same(index: &SectionIndex<&Mesh>, cutter: &impl Cutter) -> Verdict {
    let expected = index.mesh().sections(cutter);
    law!(
        index.sections(cutter) == expected,
        "sections by way of the index differ"
    );
    law!(
        index.section(cutter) == *expected.counting_on_as(Side::Front)
            && index.mesh().section(cutter) == expected.on_front,
        "one limit differs from both"
    );
    Ok(())
}

fn asked_often(mesh: &Mesh, random: &mut Random) -> Verdict {
    let index = SectionIndex::new(mesh);
    let vertex = |random: &mut Random| mesh.positions()[random.below(mesh.positions().len())];
    for _ in 0..30 {
        let (mut points, normal) = (
            [vertex(random), vertex(random), vertex(random)],
            [0; 3].map(|_| random.between(-3, 3) as f64),
        );
        if let Ok(plane) = Plane::from_point_and_normal(points[0], normal) {
            same(&index, &plane)?;
            let moved = plane.moved(random.unit()).expect("near");
            same(&index, &moved)?;
        }
        // Coefficients of a plane through such points are rounded, and miss what the points do not.
        if random.one_in(2) {
            points = points.map(|point| point.map(|coordinate| coordinate * 0.1));
        }
        if let Ok(plane) = PlaneThrough::new(points) {
            same(&index, &plane)?;
            same(&index, &plane.flipped())?;
        }
    }
    Ok(())
}

#[test]
fn of_large_meshes() -> Verdict {
    let random = &mut Random::new(20);
    let heights: Vec<Vec<i64>> = (0..80)
        .map(|_| (0..80).map(|_| random.between(1, 12)).collect())
        .collect();
    let terrain = Grid::terrain(&heights, 0, 2, random);
    // In f32, in f64, and where planes through vertices are rounded.
    asked_often(&terrain.mesh(), random)?;
    asked_often(&terrain.mesh_with(|p| p.map(|c| c as f64 * 0.1)), random)?;
    asked_often(&Grid::torus(120, 60, 1000.0, 300.0).mesh(), random)
}
