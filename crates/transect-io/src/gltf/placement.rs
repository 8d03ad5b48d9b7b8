//! The placement of a node relative to its parent.

use transect_mesh::scene::{Placement, Transform};

use crate::error::PlacedError;
use crate::gltf::json::Node;

/// Returns the placement of a node. Errors name its place in the document.
pub(super) fn placement(
    entry: &Node<'_>,
    place: impl Fn() -> String,
) -> Result<Placement, PlacedError> {
    let parts = (entry.translation, entry.rotation, entry.scale);
    let finite = |field: &str, numbers: &[f64]| match numbers.iter().find(|n| !n.is_finite()) {
        Some(&value) => {
            let place = format!("{}.{field}", place());
            Err(PlacedError::not_finite(
                place,
                "a number of the transform",
                value,
            ))
        }
        None => Ok(()),
    };
    if let Some(matrix) = entry.matrix {
        let element = || format!("{}.matrix", place());
        if parts != (None, None, None) {
            let what = "a node has either a matrix or translation, rotation and scale";
            return Err(PlacedError::syntax(element(), what));
        }
        finite("matrix", &matrix)?;
        if [matrix[3], matrix[7], matrix[11], matrix[15]] != [0.0, 0.0, 0.0, 1.0] {
            return Err(PlacedError::syntax(
                element(),
                "the last row of the matrix is not 0, 0, 0, 1",
            ));
        }
        return Ok(Placement::Matrix(Transform {
            columns: core::array::from_fn(|column| {
                core::array::from_fn(|row| matrix[4 * column + row])
            }),
        }));
    }
    if parts == (None, None, None) {
        return Ok(Placement::Identity);
    }
    let translation = parts.0.unwrap_or([0.0; 3]);
    let rotation = parts.1.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let scale = parts.2.unwrap_or([1.0; 3]);
    finite("translation", &translation)?;
    finite("rotation", &rotation)?;
    finite("scale", &scale)?;
    Ok(Placement::Parts {
        translation,
        rotation,
        scale,
    })
}
