//! `POST curve`: the areas of the sections by parallel planes, as a function of the height of the plane.

use serde::Deserialize;
use serde_json::{Value, json};
use transect::polygons::InsideRule;
use transect::{Plane, Side};

use crate::error::AnswerError;
use crate::levels::levels;
use crate::model::{Model, Object};
use crate::overtaken::Overtaken;
use crate::rules;

/// The greatest number of heights (planes) that a request may ask for.
const MOST_SAMPLES: usize = 1024;

/// The body of the question `curve`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurveRequest {
    normal: [f64; 3],
    #[serde(default = "samples")]
    samples: usize,
    #[serde(default, deserialize_with = "rules::inside")]
    inside: InsideRule,
    pub(crate) client: Option<String>,
    pub(crate) sequence: Option<u64>,
}

impl CurveRequest {
    /// Returns the request for a curve that no newer request replaces.
    pub(crate) fn of(normal: [f64; 3], samples: usize, inside: InsideRule) -> Self {
        Self {
            normal,
            samples,
            inside,
            client: None,
            sequence: None,
        }
    }
}

fn samples() -> usize {
    128
}

/// Returns the areas of sections at evenly spaced heights, from the lowest to the highest vertex of the model along a
/// normal n. The section at the height h is made by the plane n·p = h. If a face lies in this plane, the area is the
/// limit as the plane is approached from behind. The areas of rooms and openings are also given alone, as `air`.
/// `levels` lists the heights of large faces.
pub(crate) fn curve(
    model: &Model,
    request: &CurveRequest,
    overtaken: &Overtaken<'_>,
) -> Result<Value, AnswerError> {
    if !(2..=MOST_SAMPLES).contains(&request.samples) {
        let message = format!(
            "samples: {} is out of range; it must be from 2 to {MOST_SAMPLES}",
            request.samples
        );
        return Err(AnswerError::bad(message));
    }
    let plane_at = |height: f64| {
        Plane::from_normal_and_distance(request.normal, height).map_err(AnswerError::plane)
    };
    let zero = plane_at(0.0)?;
    let mut from = f64::INFINITY;
    let mut to = f64::NEG_INFINITY;
    for object in &model.objects {
        for point in object.mesh().positions() {
            let height = zero
                .normal()
                .iter()
                .zip(point)
                .fold(0.0, |sum, (n, p)| sum + n * p);
            from = from.min(height);
            to = to.max(height);
        }
    }
    let last = (request.samples - 1) as f64;
    let mut offsets = Vec::with_capacity(request.samples);
    let mut areas = Vec::with_capacity(request.samples);
    let mut air = Vec::with_capacity(request.samples);
    for sample in 0..request.samples {
        let share = sample as f64 / last;
        let height = from * (1.0 - share) + to * share;
        let plane = plane_at(height)?;
        let mut area = 0.0;
        let mut of_air = 0.0;
        for object in &model.objects {
            overtaken.check()?;
            let own = area_of(object, &plane, request.inside);
            area += own;
            if object.is_air {
                of_air += own;
            }
        }
        offsets.push(height);
        areas.push(area);
        air.push(of_air);
    }
    overtaken.check()?;
    Ok(json!({
        "from": from,
        "to": to,
        "offsets": offsets,
        "areas": areas,
        "air": air,
        "levels": levels(model, request.normal),
    }))
}

fn area_of(object: &Object, plane: &Plane, rule: InsideRule) -> f64 {
    let is_met = |bounds| plane.extent(bounds).side() == Side::On;
    if object.mesh().bounds().is_some_and(is_met) {
        object.area(plane, rule)
    } else {
        0.0
    }
}
