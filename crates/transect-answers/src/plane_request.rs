//! The plane of a request: an equation, three points, a point and a normal, or a normal and an offset.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use transect::{CuttingPlane, Plane, PlaneAt, PlaneThrough};

use crate::error::AnswerError;

/// The plane in the body of a request. The body has exactly one of these: `text`, `through`, `at`, or `normal` together
/// with `offset`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaneRequest {
    pub(crate) text: Option<String>,
    pub(crate) through: Option<[[f64; 3]; 3]>,
    pub(crate) at: Option<PointAndNormal>,
    pub(crate) normal: Option<[f64; 3]>,
    pub(crate) offset: Option<f64>,
    #[serde(default)]
    pub(crate) flip: bool,
}

/// A plane by a point and a normal.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointAndNormal {
    pub(crate) point: [f64; 3],
    pub(crate) normal: [f64; 3],
}

impl PointAndNormal {
    /// Returns the point and the normal of a plane that was given by them, or else `None`.
    fn of(plane: &CuttingPlane) -> Option<Self> {
        let given = plane.point_and_normal();
        given.map(|[point, normal]| Self { point, normal })
    }
}

impl PlaneRequest {
    /// Returns the request for a plane, which is kept exactly.
    pub(crate) fn of(plane: &CuttingPlane) -> Self {
        match plane {
            CuttingPlane::Points(plane) => Self {
                through: Some(plane.points()),
                ..Self::default()
            },
            CuttingPlane::PointAndNormal(_) => Self {
                at: PointAndNormal::of(plane),
                ..Self::default()
            },
            CuttingPlane::Coefficients(plane) => Self {
                normal: Some(plane.normal()),
                offset: Some(plane.offset()),
                ..Self::default()
            },
        }
    }

    /// Parses the plane of the request.
    pub(crate) fn plane(&self) -> Result<CuttingPlane, AnswerError> {
        let given = (&self.text, self.through, &self.at, self.normal, self.offset);
        let request = match given {
            (Some(text), None, None, None, None) => text
                .parse::<CuttingPlane>()
                .map_err(|error| AnswerError::equation(text, &error))?,
            (None, Some(points), None, None, None) => PlaneThrough::new(points)
                .map_err(AnswerError::plane)?
                .into(),
            (None, None, Some(at), None, None) => PlaneAt::new(at.point, at.normal)
                .map_err(AnswerError::plane)?
                .into(),
            (None, None, None, Some(normal), Some(offset)) => Plane::new(normal, offset)
                .map_err(AnswerError::plane)?
                .into(),
            _ => {
                let error = AnswerError::bad("the plane must be given in exactly one of four ways");
                return Err(error.with_hint(
                    "{\"text\": \"z=1.2\"}, {\"through\": [[0,0,0], [1,0,0], [0,1,0]]}, {\"at\": \
                     {\"point\": [0,0,1.2], \"normal\": [0,0,1]}}, or {\"normal\": [0,0,1], \"offset\": -1.2}",
                ));
            }
        };
        Ok(if self.flip {
            request.flipped()
        } else {
            request
        })
    }
}

/// Returns a plane as JSON, in a form that requests accept.
#[must_use]
pub fn as_requested(plane: &CuttingPlane) -> Value {
    match plane {
        CuttingPlane::Coefficients(plane) => json!({"text": plane.to_string()}),
        CuttingPlane::Points(plane) => json!({"through": plane.points(), "flip": false}),
        CuttingPlane::PointAndNormal(at) if at.is_rounded() => {
            json!({"at": PointAndNormal::of(plane)})
        }
        CuttingPlane::PointAndNormal(at) => json!({"text": at.plane().to_string()}),
    }
}

/// Returns all data of a plane that the page needs. The unit normal and the distance are rounded.
pub(crate) fn plane_json(request: &CuttingPlane) -> Value {
    let plane = request.plane();
    let unit = plane.normalized();
    let unit = unit.as_ref().unwrap_or(plane);
    json!({
        "normal": plane.normal(),
        "offset": plane.offset(),
        "text": plane.to_string(),
        "through": request.points(),
        "at": PointAndNormal::of(request),
        "unit_normal": unit.normal(),
        "distance_from_origin": 0.0 - unit.offset(),
    })
}
