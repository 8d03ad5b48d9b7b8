//! The questions of the facts (test cases) in `batch.jsonl`: columns of points, boxes and spheres, classified by a
//! plane or by a region.

use serde_json::{Value, json};
use transect::batch::{AabbColumns, Batch, PointColumns, RegionMasks, SphereColumns};
use transect::{Aabb, Overlap, Plane, Region, Side, Sphere};

use crate::comparison::{Comparison, name};
use crate::cull;
use crate::fact::{self, Fact, list, several};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, question};

pub(crate) const QUESTIONS: [Question; 2] = [
    question(
        "batch_sides",
        "plane points boxes spheres | sides",
        |fact, comparison| match dimension(fact)? {
            2 => sides::<2>(fact, comparison),
            _ => sides::<3>(fact, comparison),
        },
    ),
    question(
        "batch_overlap",
        "planes points boxes spheres | overlaps",
        |fact, comparison| match dimension(fact)? {
            2 => overlaps::<2>(fact, comparison),
            _ => overlaps::<3>(fact, comparison),
        },
    ),
];

/// The keys under which a fact lists its shapes. A fact has exactly one of them.
const SHAPES: [&str; 3] = ["points", "boxes", "spheres"];

/// Returns the key under which the fact lists its shapes, and the values of this list.
fn shapes<'a>(fact: Fact<'a>) -> Result<(&'static str, &'a [Value]), FactError> {
    let mut keys = SHAPES.into_iter().filter(|key| fact.has(key));
    let key = keys.next().ok_or(FactError::Missing { key: "points" })?;
    if let Some(second) = keys.next() {
        return Err(FactError::Refused {
            key: second,
            reason: format!("the fact has {key:?} already; one list is asked at a time"),
            kind: String::new(),
        });
    }
    Ok((key, list(key, fact.need(key)?)?))
}

/// Returns the number of coordinates of the first shape; 3 for an empty list.
fn dimension(fact: Fact<'_>) -> Result<usize, FactError> {
    let (key, values) = shapes(fact)?;
    let first = values.first().and_then(|value| match key {
        "points" => Some(value),
        _ => value.get(0),
    });
    Ok(first.and_then(Value::as_array).map_or(3, Vec::len))
}

/// The shapes of a fact in columns. Each column holds one number of every shape, such as x of all points.
enum Columns<const D: usize> {
    Points([Vec<f64>; D]),
    Boxes([[Vec<f64>; D]; 2]),
    Spheres([Vec<f64>; D], Vec<f64>),
}

fn columns<const D: usize>(fact: Fact<'_>) -> Result<Columns<D>, FactError> {
    let (key, values) = shapes(fact)?;
    let column = |points: &[[f64; D]]| {
        std::array::from_fn(|axis| points.iter().map(|point| point[axis]).collect())
    };
    match key {
        "points" => Ok(Columns::Points(column(&fact.all_points("points")?))),
        "boxes" => {
            let mut ends = [Vec::new(), Vec::new()];
            for value in values {
                let [min, max] = fact::points::<D, 2>(key, value)?;
                Aabb::new(min, max).map_err(|error| FactError::refused(key, error))?;
                ends[0].push(min);
                ends[1].push(max);
            }
            Ok(Columns::Boxes(ends.map(|end| column(&end))))
        }
        _ => {
            let (mut centers, mut radii) = (Vec::new(), Vec::new());
            for value in values {
                let [center, radius] = several(key, value, "a center and a radius")?;
                let (center, radius) = (fact::point(key, center)?, fact::number(key, radius)?);
                Sphere::<D>::new(center, radius).map_err(|error| FactError::refused(key, error))?;
                centers.push(center);
                radii.push(radius);
            }
            Ok(Columns::Spheres(column(&centers), radii))
        }
    }
}

/// Calls a function with the columns as a batch of the library, such as `PointColumns`.
macro_rules! with_batch {
    ($columns:expr, $function:ident, $($argument:expr),*) => {
        match $columns {
            Columns::Points(points) => {
                let points = points.each_ref().map(Vec::as_slice);
                $function(&PointColumns::new(points), $($argument),*)
            }
            Columns::Boxes(ends) => {
                let [min, max] = ends.each_ref().map(|end| end.each_ref().map(Vec::as_slice));
                $function(&AabbColumns::new(min, max), $($argument),*)
            }
            Columns::Spheres(centers, radii) => {
                let centers = centers.each_ref().map(Vec::as_slice);
                $function(&SphereColumns::new(centers, radii), $($argument),*)
            }
        }
    };
}

fn sides_of<const D: usize>(
    batch: &impl Batch<D>,
    plane: &Plane<D>,
    rows: usize,
) -> Vec<&'static str> {
    let mut sides = vec![Side::On; rows];
    batch.sides(plane, &mut sides);
    sides.into_iter().map(name).collect()
}

fn sides<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (plane, rows) = (fact.plane::<D>()?, shapes(fact)?.1.len());
    let received = with_batch!(&columns::<D>(fact)?, sides_of, &plane, rows);
    if let Some(expected) = fact.get("sides") {
        for value in list("sides", expected)? {
            fact::side("sides", value)?;
        }
        comparison.same("sides", expected.clone(), json!(received));
    }
    Ok(())
}

fn overlaps_of<const D: usize>(
    batch: &impl Batch<D>,
    region: &Region<'_, D>,
    rows: usize,
) -> Vec<&'static str> {
    let (mut meets, mut inside) = (vec![0; rows.div_ceil(64)], vec![0; rows.div_ceil(64)]);
    let masks = RegionMasks {
        meets: &mut meets,
        inside: &mut inside,
        null: None,
    };
    batch.overlap(region, masks);
    let bit = |words: &[u64], row: usize| words[row / 64] >> (row % 64) & 1 == 1;
    let overlap = |row: usize| match [bit(&meets, row), bit(&inside, row)] {
        [true, _] => cull::name(Overlap::Meets),
        [false, true] => cull::name(Overlap::Inside),
        [false, false] => cull::name(Overlap::Outside),
    };
    (0..rows).map(overlap).collect()
}

fn overlaps<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let (planes, rows) = (fact.planes::<D>()?, shapes(fact)?.1.len());
    let region = Region::new(&planes);
    let received = with_batch!(&columns::<D>(fact)?, overlaps_of, &region, rows);
    if let Some(expected) = fact.get("overlaps") {
        comparison.same("overlaps", expected.clone(), json!(received));
    }
    Ok(())
}
