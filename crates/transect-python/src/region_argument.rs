//! The planes of a region that a caller gives.

use pyo3::prelude::*;
use transect::Plane;

use crate::frustum::PyFrustum;
use crate::plane::planes_of;
use crate::region::PyRegion;

/// Returns the planes of a `transect.Region`, a `transect.Frustum` or a list of planes.
pub(crate) fn region_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<Plane>> {
    if let Ok(region) = object.cast::<PyRegion>() {
        return Ok(region.get().0.clone());
    }
    if let Ok(frustum) = object.cast::<PyFrustum>() {
        return Ok(frustum.get().0.planes().to_vec());
    }
    planes_of(object)
}
