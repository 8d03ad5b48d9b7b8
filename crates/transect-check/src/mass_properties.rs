//! The question of the facts (test cases) in `mass_properties.jsonl`: volume, centroid and inertia tensor of a closed
//! mesh.
//!
//! These measures are rounded. [`Bound`] gives their error bounds, which are proportional to the number of triangles. A
//! coordinate of a centroid has the bound of a length, and an entry of an inertia tensor that of a product of five
//! lengths. Volume and inertia do not depend on the distance from the origin. So their bounds are relative to the size
//! of the mesh.

use serde_json::{Value, json};
use transect::Aabb;
use transect_mesh::CurveError;

use crate::comparison::Comparison;
use crate::fact::{self, Fact};
use crate::fact_error::{Checked, FactError};
use crate::mesh::Bound;
use crate::question::{Question, question};
use crate::solid::mesh;

pub(crate) const QUESTIONS: [Question; 1] = [question(
    "mass_properties",
    "mesh | volume centroid inertia",
    mass_properties,
)];

fn mass_properties(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let mesh = mesh(fact.need("mesh")?)?;
    let properties = mesh.mass_properties().ok_or_else(|| {
        let open_edges = mesh.boundary().open_edges();
        FactError::refused("mesh", CurveError::Open { open_edges })
    })?;
    let positions = mesh.positions();
    let bound = Bound::new(mesh.triangles().len(), positions);
    let low = mesh.bounds().map_or([0.0; 3], Aabb::min);
    let to_corner = |point: &[f64; 3]| [0, 1, 2].map(|axis| point[axis] - low[axis]);
    let moved: Vec<[f64; 3]> = positions.iter().map(to_corner).collect();
    let of_size = Bound::new(mesh.triangles().len(), &moved);
    if fact.has("volume") {
        let expected = fact.number("volume")?;
        comparison.near("volume", expected, properties.volume, of_size.of(3));
    }
    let are_near = |found: &[f64; 3], expected: &[f64; 3], bound: f64| {
        let mut pairs = found.iter().zip(expected);
        pairs.all(|(found, expected)| (found - expected).abs() <= bound)
    };
    if fact.has("centroid") {
        let expected: [f64; 3] = fact::coordinates("centroid", fact.need("centroid")?)?;
        let found = properties.centroid;
        let holds = found.is_some_and(|found| are_near(&found, &expected, bound.of(1)));
        let received = found.map_or(Value::Null, |found| json!(found));
        comparison.holds("centroid", holds, json!(expected), received);
    }
    if fact.has("inertia") {
        let rows = fact::several::<3>("inertia", fact.need("inertia")?, "three rows")?;
        let mut expected = [[0.0; 3]; 3];
        for (row, value) in expected.iter_mut().zip(rows) {
            *row = fact::coordinates("inertia", value)?;
        }
        let found = properties.inertia;
        let holds = found.is_some_and(|found| {
            let mut rows = found.iter().zip(&expected);
            rows.all(|(found, expected)| are_near(found, expected, of_size.of(5)))
        });
        let received = found.map_or(Value::Null, |found| json!(found));
        comparison.holds("inertia", holds, json!(expected), received);
    }
    Ok(())
}
