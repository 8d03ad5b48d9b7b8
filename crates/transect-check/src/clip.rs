//! The questions of the facts (test cases) in `clip.jsonl`: the front and back parts of convex shapes and of lines, and
//! their sections.

use serde_json::{Value, json};
use transect::{Clip, ConvexPolygon, ConvexPolyhedron, Line, LinePart, Ray, ShapeSplit, vector};

use crate::comparison::{Comparison, number};
use crate::fact::{self, Fact, coordinates, largest, list, several};
use crate::fact_error::{Checked, FactError};
use crate::mesh::Bound;
use crate::question::{Question, by_dimension, question};

/// The allowed error of a coordinate, relative to the largest number of the input and of the answer: 2⁻⁴⁶.
const ACCURACY: f64 = 1.0 / (1_u64 << 46) as f64;

/// Makes the `Question` that tests the split of one kind of shape. `$keys` are the keys that describe the shape in a
/// fact.
macro_rules! split {
    ($op:literal, $keys:literal, $check:expr) => {
        question(
            $op,
            concat!($keys, " plane | split side touching front back cut"),
            $check,
        )
    };
}

pub(crate) const QUESTIONS: [Question; 6] = [
    split!("segment_split", "ends", by_dimension!(segment)),
    split!("ray_split", "origin direction", by_dimension!(ray)),
    split!("line_split", "origin direction", by_dimension!(line)),
    split!("triangle_split", "corners", by_dimension!(triangle)),
    split!("polygon_split", "corners", by_dimension!(polygon)),
    split!("polyhedron_split", "points", polyhedron),
];

fn segment<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let segment = fact.segment::<D>()?;
    let part = |part: transect::Segment<D>| Figure::Path(part.ends().to_vec());
    compare(fact, &segment, part, Figure::Point, comparison)
}

fn ray<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let ray = Ray::new(fact.point::<D>("origin")?, fact.point("direction")?)
        .map_err(|error| FactError::refused("direction", error))?;
    compare(fact, &ray, Figure::OfLine, Figure::Point, comparison)
}

fn line<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let line = Line::new(fact.point::<D>("origin")?, fact.point("direction")?)
        .map_err(|error| FactError::refused("direction", error))?;
    compare(fact, &line, Figure::OfLine, Figure::Point, comparison)
}

fn triangle<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let triangle = fact.triangle::<D>()?;
    compare(fact, &triangle, Figure::Loop, Figure::Path, comparison)
}

fn polygon<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let polygon = ConvexPolygon::<D>::new(fact.all_points("corners")?)
        .map_err(|error| FactError::refused("corners", error))?;
    compare(fact, &polygon, Figure::Loop, Figure::Path, comparison)
}

fn polyhedron(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let polyhedron = ConvexPolyhedron::hull_of(&fact.all_points("points")?)
        .map_err(|error| FactError::refused("points", error))?;
    compare(fact, &polyhedron, Figure::Solid, Figure::Loop, comparison)
}

fn compare<const D: usize, Shape: Clip<D>>(
    fact: Fact<'_>,
    shape: &Shape,
    part: impl Fn(Shape::Part) -> Figure<D>,
    in_plane: impl Fn(Shape::Section) -> Figure<D>,
    comparison: &mut Comparison,
) -> Checked {
    let split = fact.plane()?.split(shape);
    let received = match split {
        ShapeSplit::Within => "within",
        ShapeSplit::Whole { .. } => "whole",
        ShapeSplit::Halves { .. } => "divided",
    };
    if !comparison.word(fact, "split", &["within", "whole", "divided"], received)? {
        return Ok(());
    }
    match split {
        ShapeSplit::Within => Ok(()),
        ShapeSplit::Whole { side, touching } => {
            comparison.side(fact, "side", side)?;
            let Some(expected) = fact.get("touching") else {
                return Ok(());
            };
            match touching.map(in_plane) {
                Some(figure) if !expected.is_null() => figure.compare(fact, "touching", comparison),
                figure => {
                    let received = figure.map_or(Value::Null, |figure| figure.value());
                    comparison.same("touching", expected.clone(), received);
                    Ok(())
                }
            }
        }
        ShapeSplit::Halves {
            front,
            back,
            section: cut,
        } => {
            part(front).compare(fact, "front", comparison)?;
            part(back).compare(fact, "back", comparison)?;
            in_plane(cut).compare(fact, "cut", comparison)
        }
    }
}

/// A part of a shape that a plane splits, or the intersection of the shape with the plane.
enum Figure<const D: usize> {
    Point([f64; D]),
    /// Points in an order that must be equal in the expected and the received answer.
    Path(Vec<[f64; D]>),
    /// The corners of a loop. Their cyclic order must be equal in the expected and the received answer; any corner may
    /// be the first.
    Loop(Vec<[f64; D]>),
    OfLine(LinePart<D>),
    Solid(ConvexPolyhedron),
}

impl<const D: usize> Figure<D> {
    /// Returns the figure as JSON, in the form of the expected answers of facts.
    fn value(&self) -> Value {
        match self {
            Self::Point(point) => numbers(point),
            Self::Path(points) | Self::Loop(points) => listed(points),
            Self::OfLine(LinePart::Segment(part)) => json!({ "segment": listed(&part.ends()) }),
            Self::OfLine(LinePart::Ray(part)) => {
                json!({ "ray": listed(&[part.origin(), part.direction()]) })
            }
            Self::OfLine(LinePart::Line(_)) => "the whole line".into(),
            Self::Solid(solid) => json!({
                "vertices": solid.vertices().len(),
                "faces": solid.faces().len(),
                "volume": number(volume(solid)),
            }),
        }
    }

    fn compare(&self, fact: Fact<'_>, key: &'static str, comparison: &mut Comparison) -> Checked {
        let Some(value) = fact.get(key) else {
            return Ok(());
        };
        let holds = match self {
            Self::Point(point) => is_near(fact, &[coordinates(key, value)?], &[*point]),
            Self::Path(points) => is_near(fact, &all_coordinates(key, value)?, points),
            Self::Loop(points) => {
                let mut expected = all_coordinates(key, value)?;
                (0..points.len().max(1)).any(|_| {
                    let holds = is_near(fact, &expected, points);
                    if !expected.is_empty() {
                        expected.rotate_left(1);
                    }
                    holds
                })
            }
            Self::OfLine(part) => is_part(fact, part, key, value)?,
            Self::Solid(solid) => return compare_solid(fact, solid, key, comparison),
        };
        comparison.holds(key, holds, value.clone(), self.value());
        Ok(())
    }
}

fn numbers<const D: usize>(point: &[f64; D]) -> Value {
    point.map(number).to_vec().into()
}

fn listed<const D: usize>(points: &[[f64; D]]) -> Value {
    points.iter().map(numbers).collect()
}

/// Reads points whose coordinates may be fractions.
fn all_coordinates<const D: usize>(
    key: &'static str,
    value: &Value,
) -> Result<Vec<[f64; D]>, FactError> {
    let points = list(key, value)?.iter();
    points.map(|point| coordinates(key, point)).collect()
}

/// Returns `true` if the received points equal the expected points within the error [`ACCURACY`].
fn is_near<const D: usize>(fact: Fact<'_>, expected: &[[f64; D]], received: &[[f64; D]]) -> bool {
    let inputs = ["ends", "origin", "corners", "points"];
    let inputs = inputs.iter().filter_map(|key| fact.get(key)).map(largest);
    let answers = expected.as_flattened().iter().map(|number| number.abs());
    let bound = ACCURACY * inputs.chain(answers).fold(0.0, f64::max);
    let (all, others) = (expected.as_flattened(), received.as_flattened());
    let mut pairs = all.iter().zip(others);
    all.len() == others.len() && pairs.all(|(a, b)| (a - b).abs() <= bound)
}

/// Returns `true` if the received part of a line is the expected part. Facts write a part as
/// `{"segment": [start, end]}` or as `{"ray": [origin, direction]}`. For a ray, the received direction must be exactly
/// the expected one.
fn is_part<const D: usize>(
    fact: Fact<'_>,
    part: &LinePart<D>,
    key: &'static str,
    value: &Value,
) -> Result<bool, FactError> {
    let expected = Fact::of(key, value)?;
    expected.only(&format!("the part {key:?}"), &["segment", "ray"])?;
    if let (Some(ends), None) = (expected.get("segment"), expected.get("ray")) {
        let ends = several::<2>("segment", ends, "two points")?;
        let ends = fact::each(ends, |end| coordinates::<D>("segment", end))?;
        return Ok(matches!(part, LinePart::Segment(part) if is_near(fact, &ends, &part.ends())));
    }
    if let (Some(ray), None) = (expected.get("ray"), expected.get("segment")) {
        let ray = several::<2>("ray", ray, "an origin and a direction")?;
        let [origin, direction] = fact::each(ray, |point| coordinates::<D>("ray", point))?;
        return Ok(matches!(part, LinePart::Ray(part)
            if part.direction() == direction && is_near(fact, &[origin], &[part.origin()])));
    }
    Err(FactError::wrong(
        key,
        value,
        "an object with the key segment or the key ray",
    ))
}

/// Compares a convex polyhedron. The error bound of its volume is the same as for a half of a mesh.
fn compare_solid(
    fact: Fact<'_>,
    solid: &ConvexPolyhedron,
    key: &'static str,
    comparison: &mut Comparison,
) -> Checked {
    let expected = fact.within(key)?;
    expected.only(key, &["vertices", "faces", "volume"])?;
    let counts = [
        ("vertices", solid.vertices().len()),
        ("faces", solid.faces().len()),
    ];
    for (name, received) in counts.into_iter().filter(|(name, _)| expected.has(name)) {
        let expected = expected.count(name)?;
        comparison.same(&format!("{key}.{name}"), expected.into(), received.into());
    }
    let triangles = solid.faces().iter().map(|face| face.len() - 2).sum();
    let bound = Bound::new(triangles, &fact.all_points("points")?).of(3);
    if expected.has("volume") {
        let expected = expected.number("volume")?;
        comparison.near(&format!("{key}.volume"), expected, volume(solid), bound);
    }
    Ok(())
}

/// Returns the volume of the solid: the sum of the signed volumes of the tetrahedra from the origin to the triangles of
/// its faces.
fn volume(solid: &ConvexPolyhedron) -> f64 {
    let corner = |index: usize| &solid.vertices()[index];
    let six_fold = |face: &Vec<usize>| -> f64 {
        let fan = face[1..].windows(2).map(|edge| {
            let [a, b, c] = [face[0], edge[0], edge[1]].map(corner);
            vector::dot(a, &vector::cross(b, c))
        });
        fan.sum()
    };
    solid.faces().iter().map(six_fold).sum::<f64>() / 6.0
}
