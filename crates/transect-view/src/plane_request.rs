//! The plane of a request: an equation, three points, or a normal and an offset.

use serde::Deserialize;
use serde_json::{Value, json};
use transect::{CuttingPlane, Plane, PlaneThrough};

use crate::error::RequestError;

/// The plane in the body of a request. The body has exactly one of these: `text`, `through`, or `normal` together with
/// `offset`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaneRequest {
    pub(crate) text: Option<String>,
    pub(crate) through: Option<[[f64; 3]; 3]>,
    pub(crate) normal: Option<[f64; 3]>,
    pub(crate) offset: Option<f64>,
    #[serde(default)]
    pub(crate) flip: bool,
}

impl PlaneRequest {
    /// Returns the request for a plane, which is kept exactly.
    pub(crate) fn of(plane: &CuttingPlane) -> Self {
        match plane.points() {
            Some(points) => Self {
                through: Some(points),
                ..Self::default()
            },
            None => Self {
                normal: Some(plane.plane().normal()),
                offset: Some(plane.plane().offset()),
                ..Self::default()
            },
        }
    }

    /// Parses the plane of the request.
    pub(crate) fn plane(&self) -> Result<CuttingPlane, RequestError> {
        let request = match (&self.text, self.through, self.normal, self.offset) {
            (Some(text), None, None, None) => text
                .parse::<CuttingPlane>()
                .map_err(|error| RequestError::equation(text, &error))?,
            (None, Some(points), None, None) => PlaneThrough::new(points)
                .map_err(RequestError::plane)?
                .into(),
            (None, None, Some(normal), Some(offset)) => Plane::new(normal, offset)
                .map_err(RequestError::plane)?
                .into(),
            _ => {
                let error =
                    RequestError::bad("the plane must be given in exactly one of three ways");
                return Err(error.with_hint(
                    "{\"text\": \"z=1.2\"}, {\"through\": [[0,0,0], [1,0,0], [0,1,0]]}, or {\"normal\": \
                     [0,0,1], \"offset\": -1.2}",
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
pub(crate) fn as_requested(plane: &CuttingPlane) -> Value {
    match plane.points() {
        None => json!({"text": plane.plane().to_string()}),
        Some(points) => json!({"through": points, "flip": false}),
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
        "unit_normal": unit.normal(),
        "distance_from_origin": 0.0 - unit.offset(),
    })
}
