//! The questions of the facts (test cases) in `construction.jsonl`: planes and points that the library computes from
//! other planes and points.

use serde_json::json;
use transect::{Fit, FitError, Plane, Transform};

use crate::comparison::{Comparison, number};
use crate::fact::{self, Fact, coordinates, largest};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, by_dimension, question};
use crate::side::numbers;

/// The allowed relative error of coefficients and angles: 2⁻⁴⁸.
const ACCURACY: f64 = 1.0 / (1_u64 << 48) as f64;
/// The allowed error of the image of a point, relative to the largest coordinate of the point and of its image: 2⁻⁴⁶.
const OF_IMAGE: f64 = 1.0 / (1_u64 << 46) as f64;
/// The allowed error of a fit, relative to the largest coordinate of its points (or to 1 if that is larger), and of the
/// angle between two fitted planes: 2⁻⁴⁰.
const OF_FIT: f64 = 1.0 / (1_u64 << 40) as f64;

pub(crate) const QUESTIONS: [Question; 7] = [
    question(
        "normalized",
        "plane | normalized",
        |fact, comparison| match fact.need("plane")?.as_array().map(Vec::len) {
            Some(3) => normalized::<2>(fact, comparison),
            _ => normalized::<3>(fact, comparison),
        },
    ),
    question("flipped", "plane | flipped", |fact, comparison| match fact
        .need("plane")?
        .as_array()
        .map(Vec::len)
    {
        Some(3) => flipped::<2>(fact, comparison),
        _ => flipped::<3>(fact, comparison),
    }),
    question("transformed", "plane columns | transformed", transformed),
    question("project", "plane point | image", by_dimension!(project)),
    question("mirror", "plane point | image", by_dimension!(mirror)),
    question("angle", "planes | degrees", by_dimension!(angle)),
    question(
        "best_fit",
        "points | plane centroid root_mean_square largest_distance",
        by_dimension!(best_fit),
    ),
];

/// Compares the coefficients of a computed plane with those that the fact expects, if it expects any.
fn coefficients<const D: usize>(
    fact: Fact<'_>,
    key: &'static str,
    received: &Plane<D>,
    accuracy: f64,
    comparison: &mut Comparison,
) -> Checked {
    let Some(value) = fact.get(key) else {
        return Ok(());
    };
    let values = fact::list(key, value)?;
    if values.len() != D + 1 {
        return Err(FactError::wrong(key, value, format!("{} numbers", D + 1)));
    }
    let expected: Result<Vec<f64>, _> = values.iter().map(|v| fact::number(key, v)).collect();
    let received = received.normal().into_iter().chain([received.offset()]);
    for (index, (expected, received)) in expected?.into_iter().zip(received).enumerate() {
        let bound = accuracy * expected.abs();
        comparison.near(&format!("{key}[{index}]"), expected, received, bound);
    }
    Ok(())
}

fn normalized<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let plane = fact.plane::<D>()?.normalized();
    let plane = plane.map_err(|error| FactError::refused("plane", error))?;
    coefficients(fact, "normalized", &plane, ACCURACY, comparison)
}

fn flipped<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let plane = fact.plane::<D>()?.flipped();
    coefficients(fact, "flipped", &plane, 0.0, comparison)
}

/// Compares the image of a plane under a transform with the expected plane. Their coefficients may differ by a positive
/// factor.
fn transformed(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let columns = fact.points("columns")?;
    let image = fact.plane::<3>()?.transformed(&Transform { columns });
    let image = image.map_err(|error| FactError::refused("columns", error))?;
    let Some(value) = fact.get("transformed") else {
        return Ok(());
    };
    let expected = fact::plane::<3>("transformed", value)?;
    let holds = image.is_same_oriented_set(&expected);
    comparison.holds("transformed", holds, value.clone(), numbers(&image));
    Ok(())
}

/// Compares the image of a point with the image that the fact expects, if it expects one.
fn image<const D: usize>(
    fact: Fact<'_>,
    received: [f64; D],
    comparison: &mut Comparison,
) -> Checked {
    let Some(value) = fact.get("image") else {
        return Ok(());
    };
    let expected: [f64; D] = coordinates("image", value)?;
    let of_image = expected.iter().fold(0.0_f64, |size, c| size.max(c.abs()));
    let bound = OF_IMAGE * fact.get("point").map_or(0.0, largest).max(of_image);
    for (axis, (expected, received)) in expected.into_iter().zip(received).enumerate() {
        comparison.near(&format!("image[{axis}]"), expected, received, bound);
    }
    Ok(())
}

fn project<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let received = fact.plane::<D>()?.project(&fact.point("point")?);
    image(fact, received, comparison)
}

fn mirror<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let received = fact.plane::<D>()?.mirror(&fact.point("point")?);
    image(fact, received, comparison)
}

fn angle<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let [one, other] = fact.some_planes::<D, 2>()?;
    if fact.has("degrees") {
        let expected = fact.number("degrees")?;
        let received = one.angle(&other).to_degrees();
        comparison.near("degrees", expected, received, ACCURACY * expected);
    }
    Ok(())
}

/// Compares the best-fit plane of the fact's points, the centroid of the points, and their root-mean-square and largest
/// distance from the plane. The plane may be the expected plane or its flip, and may differ by rounding errors.
fn best_fit<const D: usize>(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let points = fact.all_points::<D>("points")?;
    let fit = match Plane::best_fit(&points) {
        Ok(fit) => fit,
        Err(FitError::Plane(error)) => return Err(FactError::refused("points", error)),
        Err(error) => return Err(FactError::refused("points", error)),
    };
    let Fit {
        plane,
        centroid,
        root_mean_square,
        largest_distance,
        ..
    } = &fit;
    let bound = OF_FIT
        * points
            .as_flattened()
            .iter()
            .fold(1.0_f64, |size, c| size.max(c.abs()));
    if let Some(value) = fact.get("plane") {
        let expected = fact.plane::<D>()?;
        let angle = plane.angle(&expected);
        let is_parallel = angle.min(std::f64::consts::PI - angle) <= OF_FIT;
        let is_near = expected.signed_distance(centroid).abs() <= bound;
        comparison.holds(
            "plane",
            is_parallel && is_near,
            value.clone(),
            numbers(plane),
        );
    }
    if let Some(value) = fact.get("centroid") {
        let expected: [f64; D] = coordinates("centroid", value)?;
        let is_near = expected
            .iter()
            .zip(centroid)
            .all(|(a, b)| (a - b).abs() <= bound);
        comparison.holds(
            "centroid",
            is_near,
            value.clone(),
            json!(centroid.map(number).to_vec()),
        );
    }
    let measures = [
        ("root_mean_square", *root_mean_square),
        ("largest_distance", *largest_distance),
    ];
    for (key, received) in measures {
        if fact.has(key) {
            comparison.near(key, fact.number(key)?, received, bound);
        }
    }
    Ok(())
}
