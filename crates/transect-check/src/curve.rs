//! The questions of the facts (test cases) in `curve.jsonl`: area, volume and centroid as functions of a plane's
//! height.
//!
//! These measures are rounded. [`Bound`] gives their error bounds, which are proportional to the number of triangles.
//! A coordinate of a centroid, or a height, has the bound of a length.

use serde_json::{Value, json};
use transect_mesh::{Curve, Mesh};

use crate::comparison::Comparison;
use crate::fact::{self, Fact};
use crate::fact_error::{Checked, FactError};
use crate::mesh::Bound;
use crate::question::{Question, question};
use crate::solid::mesh;

pub(crate) const QUESTIONS: [Question; 2] = [
    question(
        "curve",
        "mesh direction height | area area_from_front volume centroid",
        measures,
    ),
    question("height_of_volume", "mesh direction volume | height", height),
];

/// Returns the curve of the fact's mesh along its direction, and the mesh.
fn curve(fact: Fact<'_>) -> Result<(Curve, Mesh), FactError> {
    let mesh = mesh(fact.need("mesh")?)?;
    let curve = mesh.curve(fact.point("direction")?);
    let curve = curve.map_err(|error| FactError::refused("mesh", error))?;
    Ok((curve, mesh))
}

fn measures(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (curve, mesh) = curve(fact)?;
    let bound = Bound::new(mesh.triangles().len(), mesh.positions());
    let point = curve.at(fact.number("height")?);
    let measures = [
        ("area", point.area, 2),
        ("area_from_front", point.area_from_front, 2),
        ("volume", point.volume, 3),
    ];
    for (key, received, dimensions) in measures.into_iter().filter(|(key, ..)| fact.has(key)) {
        comparison.near(key, fact.number(key)?, received, bound.of(dimensions));
    }
    if fact.has("centroid") {
        let expected: [f64; 3] = fact::coordinates("centroid", fact.need("centroid")?)?;
        let holds = point.centroid.is_some_and(|centroid| {
            let mut pairs = centroid.iter().zip(expected);
            pairs.all(|(received, expected)| (received - expected).abs() <= bound.of(1))
        });
        let received = point
            .centroid
            .map_or(Value::Null, |centroid| json!(centroid));
        comparison.holds("centroid", holds, json!(expected), received);
    }
    Ok(())
}

fn height(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (curve, mesh) = curve(fact)?;
    let bound = Bound::new(mesh.triangles().len(), mesh.positions());
    if fact.has("height") {
        let received = curve.height_of_volume(fact.number("volume")?);
        let received = received.unwrap_or(f64::NAN);
        comparison.near("height", fact.number("height")?, received, bound.of(1));
    }
    Ok(())
}
