//! The direction and the heights of layers, as callers give them.

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use transect::Plane;
use transect::decimal::Decimal;
use transect_mesh::Mesh;
use transect_report::heights::HeightRule;

use crate::array::{floats, shape_text, vector, with_precision};
use crate::errors::geometry;

/// Returns the direction of an axis name or of three numbers.
pub(crate) fn direction_of(object: &Bound<'_, PyAny>) -> PyResult<[f64; 3]> {
    match object.extract::<String>().as_deref() {
        Ok("x") => Ok([1.0, 0.0, 0.0]),
        Ok("y") => Ok([0.0, 1.0, 0.0]),
        Ok("z") => Ok([0.0, 0.0, 1.0]),
        Ok(name) => Err(PyValueError::new_err(format!(
            "direction: {name:?} is not an axis; axes are \"x\", \"y\" and \"z\""
        ))),
        Err(_) => vector(object, "direction"),
    }
}

/// Returns the least and the greatest height of the vertices of a mesh, or `None` for an empty mesh.
pub(crate) fn range_of(mesh: &Mesh, direction: [f64; 3]) -> PyResult<Option<[f64; 2]>> {
    let plane = Plane::new(direction, 0.0).map_err(geometry)?;
    Ok(mesh
        .reach(&plane)
        .map(|reach| [reach.backmost, reach.frontmost].map(|vertex| plane.value(&vertex))))
}

/// Returns the heights that a caller gives, those of planes at distances of a step within `bounds`, or those in the middle
/// of layers of equal thickness.
pub(crate) fn heights_of(
    heights: Option<&Bound<'_, PyAny>>,
    step: Option<f64>,
    count: Option<usize>,
    bounds: impl FnOnce() -> PyResult<Option<[f64; 2]>>,
) -> PyResult<Vec<f64>> {
    let rule = match (heights, step, count) {
        (Some(heights), None, None) => {
            let array = with_precision(floats(heights, "heights")?, false)?;
            if array.ndim() != 1 {
                return Err(PyTypeError::new_err(format!(
                    "heights: the shape is {}; it must be (n,)",
                    shape_text(&array)
                )));
            }
            let array = array.cast::<PyArray1<f64>>()?.readonly();
            return Ok(array.as_array().to_vec());
        }
        (None, Some(step), None) => {
            let step: Decimal = step.to_string().parse().map_err(geometry)?;
            if !step.is_positive() {
                return Err(geometry("the step must be positive"));
            }
            HeightRule::Step {
                step,
                from: None,
                to: None,
            }
        }
        (None, None, Some(0)) => return Err(geometry("count must be at least 1")),
        (None, None, Some(count)) => HeightRule::Count {
            count,
            from: None,
            to: None,
        },
        _ => {
            return Err(PyTypeError::new_err(
                "layers need one of heights=…, step=… and count=…",
            ));
        }
    };
    let Some(range) = bounds()? else {
        return Ok(Vec::new());
    };
    let layers = rule
        .layers(range, None)
        .map_err(|error| geometry(error.message))?;
    Ok(layers.into_iter().map(|layer| layer.height).collect())
}
