//! Planes of requests and of answers. In two dimensions, they are lines.

use serde::Serialize;
use transect::{Plane, vector};

use crate::error::ExampleError;
use crate::field::Field;

/// Reads a plane from an equation, from points (rounded as by [`Plane::through`]), or from a normal and an offset.
pub(super) fn read<const D: usize>(field: &Field<'_>) -> Result<Plane<D>, ExampleError> {
    field.only(&["text", "through", "flip", "normal", "offset"])?;
    let refused = |error: transect::PlaneError| error.to_string();
    let plane = if let Some(text) = field.get("text") {
        text.text()?
            .parse()
            .map_err(|error: transect::EquationError| text.no_equation(&error))?
    } else if let Some(through) = field.get("through") {
        Plane::through(through.points()?).map_err(|error| through.refused(&refused(error)))?
    } else {
        let normal = field.need("normal")?;
        let offset = field
            .get("offset")
            .map_or(Ok(0.0), |offset| offset.number())?;
        Plane::new(normal.point()?, offset).map_err(|error| normal.refused(&refused(error)))?
    };
    let is_flipped = field.get("flip").map_or(Ok(false), |flip| flip.truth())?;
    Ok(if is_flipped { plane.flipped() } else { plane })
}

/// The part of the answer that repeats a plane of the request: its numbers as they were read, and its text.
#[derive(Serialize)]
pub(super) struct PlaneAnswer {
    normal: Vec<f64>,
    offset: f64,
    text: String,
    /// The normal scaled to length one, rounded.
    unit_normal: Vec<f64>,
}

impl PlaneAnswer {
    pub(super) fn of<const D: usize>(plane: &Plane<D>) -> Self {
        let normal = plane.normal();
        Self {
            normal: normal.to_vec(),
            offset: plane.offset(),
            text: plane.to_string(),
            unit_normal: unit(&normal).to_vec(),
        }
    }
}

/// Scales a direction to length one, rounded. No intermediate result overflows or underflows.
fn unit<const D: usize>(direction: &[f64; D]) -> [f64; D] {
    let largest = direction.iter().fold(0.0_f64, |m, c| m.max(c.abs()));
    let over = direction.map(|coordinate| coordinate / largest);
    let length = vector::dot(&over, &over).sqrt();
    over.map(|coordinate| coordinate / length)
}
