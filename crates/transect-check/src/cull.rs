//! The questions of the facts (test cases) in `cull.jsonl`: regions (their overlap with shapes, and their boundaries)
//! and frustums.

use serde_json::{Value, json};
use transect::region::Decision;
use transect::{ClipSpace, Frustum, FrustumError, FrustumSide, Overlap, Plane, Polytope, Region};

use crate::any_shape;
use crate::comparison::Comparison;
use crate::fact::{self, Fact, count, list, several};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, by_dimension, question};
use crate::side::numbers;

pub(crate) const QUESTIONS: [Question; 4] = [
    question(
        "region_overlap",
        "planes shape point min max ends corners points center radius half_axes half_sizes \
            | overlap plane_by_plane decided_by",
        by_dimension!(overlap),
    ),
    question(
        "region_boundary",
        "planes | empty bounded vertices edges faces",
        by_dimension!(boundary),
    ),
    question(
        "frustum_planes",
        "matrix order clip_space infinite_far | planes error side",
        frustum_planes,
    ),
    question(
        "frustum_point",
        "matrix order clip_space infinite_far point | inside",
        frustum_point,
    ),
];

fn overlap<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let planes = fact.planes::<D>()?;
    let region = Region::new(&planes);
    let by_its_keys = [
        ("center", "sphere"),
        ("min", "box"),
        ("ends", "segment"),
        ("corners", "triangle"),
    ];
    let name = if fact.has("shape") {
        fact.word("shape", &SHAPES)?
    } else {
        let name = by_its_keys.iter().find(|(key, _)| fact.has(key));
        name.map_or("point", |(_, name)| name)
    };
    if name == "sphere" {
        return sphere(fact, region, comparison);
    }
    let shape = any_shape::polytope::<D>(name, fact)?;
    let shape = shape.map_err(|error| FactError::refused("shape", error))?;
    polytope(fact, region, &shape, comparison)
}

/// The shapes that a region can classify: those with corners, and spheres.
const SHAPES: [&str; 9] = [
    "point",
    "segment",
    "triangle",
    "box",
    "sphere",
    "parallelepiped",
    "centered_box",
    "polygon",
    "hull",
];

fn polytope<const D: usize>(
    fact: Fact<'_>,
    region: Region<'_, D>,
    shape: &impl Polytope<D>,
    comparison: &mut Comparison,
) -> Checked {
    plane_by_plane(fact, region.overlap_conservative(shape), comparison)?;
    decision(fact, &region.decide(shape), comparison)
}

fn sphere<const D: usize>(
    fact: Fact<'_>,
    region: Region<'_, D>,
    comparison: &mut Comparison,
) -> Checked {
    let (center, radius) = (fact.point::<D>("center")?, fact.number("radius")?);
    let sphere = transect::Sphere::new(center, radius)
        .map_err(|error| FactError::refused("radius", error))?;
    plane_by_plane(fact, region.overlap_conservative(&sphere), comparison)?;
    decision(fact, &region.decide_sphere(&sphere), comparison)
}

const OVERLAPS: [&str; 3] = ["outside", "meets", "inside"];

pub(crate) fn name(overlap: Overlap) -> &'static str {
    match overlap {
        Overlap::Outside => "outside",
        Overlap::Meets => "meets",
        Overlap::Inside => "inside",
    }
}

fn plane_by_plane(fact: Fact<'_>, received: Overlap, comparison: &mut Comparison) -> Checked {
    comparison.word(fact, "plane_by_plane", &OVERLAPS, name(received))?;
    Ok(())
}

fn decision(fact: Fact<'_>, received: &Decision, comparison: &mut Comparison) -> Checked {
    comparison.word(fact, "overlap", &OVERLAPS, name(received.overlap()))?;
    if fact.has("decided_by") {
        let expected = indices("decided_by", fact.need("decided_by")?)?;
        let received = match received {
            Decision::Outside { planes } => json!(planes),
            _ => Value::Null,
        };
        comparison.same("decided_by", json!(expected), received);
    }
    Ok(())
}

fn boundary<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let planes = fact.planes::<D>()?;
    let region = Region::new(&planes);
    comparison.truth(fact, "empty", region.is_empty())?;
    comparison.truth(fact, "bounded", region.is_bounded())?;
    let boundary = region.boundary();
    let vertices = fact.get("vertices").map(|value| list("vertices", value));
    let vertices = vertices.transpose()?;
    if let Some(vertices) = vertices {
        let found = boundary.vertices.len();
        comparison.same("vertices.count", vertices.len().into(), found.into());
    }
    for (index, vertex) in vertices.unwrap_or_default().iter().enumerate() {
        let place = format!("vertices[{index}]");
        let vertex = Fact::of("vertices", vertex)?;
        vertex.only("a vertex", &["point", "planes"])?;
        let planes = indices("planes", vertex.need("planes")?)?;
        let point: [f64; D] = fact::coordinates("point", vertex.need("point")?)?;
        let found = boundary
            .vertices
            .iter()
            .find(|found| found.planes == planes);
        let Some(found) = found else {
            comparison.same(&place, json!(planes), Value::Null);
            continue;
        };
        for (axis, (expected, received)) in point.into_iter().zip(found.point).enumerate() {
            comparison.same_number(&format!("{place}.point[{axis}]"), expected, received);
        }
    }
    for (key, received) in [
        ("edges", boundary.edges.len()),
        ("faces", boundary.faces.len()),
    ] {
        comparison.count(fact, key, received)?;
    }
    Ok(())
}

fn indices(key: &'static str, value: &Value) -> Result<Vec<usize>, FactError> {
    let indices = list(key, value)?.iter();
    indices
        .map(|index| Ok(count(key, index)? as usize))
        .collect()
}

const SIDES: [(&str, FrustumSide); 6] = [
    ("left", FrustumSide::Left),
    ("right", FrustumSide::Right),
    ("bottom", FrustumSide::Bottom),
    ("top", FrustumSide::Top),
    ("near", FrustumSide::Near),
    ("far", FrustumSide::Far),
];

fn frustum_planes(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let frustum = match frustum(fact)? {
        Ok(frustum) => frustum,
        Err(error) => {
            let expected = if fact.has("error") {
                let expected = json!({ "error": fact.word("error", &["empty"])? });
                match fact.get("side") {
                    Some(side) => json!({ "error": expected["error"], "side": side }),
                    None => json!({ "error": expected["error"], "side": error["side"] }),
                }
            } else {
                fact.get("planes").cloned().unwrap_or_default()
            };
            comparison.same("error", expected, error);
            return Ok(());
        }
    };
    if fact.has("error") {
        let expected = fact.word("error", &["empty"])?;
        comparison.same("error", expected.into(), Value::Null);
        return Ok(());
    }
    if !fact.has("planes") {
        return Ok(());
    }
    let planes = fact.within("planes")?;
    planes.only("the planes of a frustum", &SIDES.map(|(name, _)| name))?;
    for (name, side) in SIDES {
        let expected = planes.get(name);
        let expected: Option<Plane> = expected
            .map(|plane| fact::plane("planes", plane))
            .transpose()?;
        let numbers = |plane: Option<&Plane>| plane.map_or(Value::Null, numbers);
        let received = frustum.plane(side);
        comparison.same(
            &format!("planes.{name}"),
            numbers(expected.as_ref()),
            numbers(received),
        );
    }
    Ok(())
}

fn frustum_point(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let point = fact.point("point")?;
    match frustum(fact)? {
        Ok(frustum) => comparison.truth(fact, "inside", frustum.region().contains(&point)),
        Err(error) => {
            comparison.same("inside", fact.truth("inside")?.into(), error);
            Ok(())
        }
    }
}

/// Builds the frustum that a fact describes. The inner error is the error of the library, as JSON, because a fact may
/// expect it.
fn frustum(fact: Fact<'_>) -> Result<Result<Frustum, Value>, FactError> {
    let rows = several::<4>("matrix", fact.need("matrix")?, "four lists of four numbers")?;
    let mut matrix = [[0.0; 4]; 4];
    for (row, numbers) in matrix.iter_mut().zip(rows) {
        *row = fact::point("matrix", numbers)?;
    }
    let spaces = [
        ("minus_one_to_one", ClipSpace::MinusOneToOne),
        ("zero_to_one", ClipSpace::ZeroToOne),
        ("reversed_z", ClipSpace::ReversedZ),
    ];
    let space = fact.word("clip_space", &spaces.map(|(name, _)| name))?;
    let space = spaces.iter().find(|(name, _)| *name == space);
    let (_, space) = *space.expect("one of these words");
    let order = fact.word("order", &["row_major", "column_major"])?;
    let infinite = fact.has("infinite_far") && fact.truth("infinite_far")?;
    let frustum = match (order, infinite) {
        ("row_major", false) => Frustum::from_row_major(&matrix, space),
        ("row_major", true) => Frustum::from_row_major_with_infinite_far(&matrix, space),
        (_, false) => Frustum::from_column_major(&matrix, space),
        (_, true) => Frustum::from_column_major_with_infinite_far(&matrix, space),
    };
    Ok(frustum.map_err(|error| match error {
        FrustumError::Empty { side, .. } => {
            let name = SIDES.iter().find(|(_, known)| *known == side);
            json!({ "error": "empty", "side": name.map(|(name, _)| name) })
        }
        error => json!({ "error": error.to_string() }),
    }))
}
