//! The question of the facts (test cases) in `region_cut.jsonl`: the parts of a mesh inside and outside of a convex
//! region.

use serde_json::{Value, json};
use transect::{Overlap, Region};
use transect_mesh::{Mesh, RawMesh, RegionPart};

use crate::comparison::Comparison;
use crate::fact::{Fact, list, number};
use crate::fact_error::{Checked, FactError};
use crate::mesh::{Bound, half};
use crate::question::{Question, question};
use crate::solid::mesh;

pub(crate) const QUESTIONS: [Question; 1] = [question(
    "region_cut",
    "mesh planes | relation inside outside faces",
    region_cut,
)];

fn region_cut(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let mesh = mesh(fact.need("mesh")?)?;
    let planes = fact.planes::<3>()?;
    let region = Region::new(&planes);
    let cut = mesh.cut_by_region(region);
    if fact.has("relation") {
        let expected = fact.word("relation", &["inside", "meets", "outside"])?;
        let received = match cut.relation {
            Overlap::Inside => "inside",
            Overlap::Meets => "meets",
            Overlap::Outside => "outside",
        };
        comparison.same("relation", expected.into(), received.into());
    }
    for (key, part) in [("inside", &cut.inside), ("outside", &cut.outside)] {
        if fact.has(key) {
            half(key, fact.within(key)?, &part.mesh, &mesh, comparison)?;
        }
    }
    if fact.has("faces") {
        let expected = list("faces", fact.need("faces")?)?;
        comparison.same("faces.length", expected.len().into(), planes.len().into());
        faces(expected, &cut.inside, &mesh, comparison)?;
    }
    let certificate = cut.certificate(&mesh, region);
    if !certificate.is_correct() {
        comparison.same(
            "the verdict of the certificate",
            json!("correct"),
            json!("wrong"),
        );
    }
    Ok(())
}

/// Compares the areas of the cut faces, one per plane of the region.
fn faces(
    expected: &[Value],
    inside: &RegionPart,
    input: &Mesh,
    comparison: &mut Comparison,
) -> Checked {
    for (plane, value) in expected.iter().enumerate() {
        let triangles: Vec<[u32; 3]> = inside
            .face(plane)
            .map(|triangle| inside.mesh.triangles()[triangle])
            .collect();
        let bound = Bound::new(triangles.len(), input.positions()).of(2);
        let face = Mesh::new(RawMesh {
            positions: inside.mesh.positions().to_vec(),
            triangles,
            ..RawMesh::default()
        });
        let area = face
            .map_err(|error| FactError::refused("faces", error))?
            .area();
        let place = format!("faces[{plane}]");
        comparison.near(&place, number("faces", value)?, area, bound);
    }
    Ok(())
}
