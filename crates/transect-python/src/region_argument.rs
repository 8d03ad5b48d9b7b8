//! The planes of a region that a caller gives.

use pyo3::prelude::*;
use transect::{CuttingPlane, Plane};

use crate::cutting_plane::cutters_of;
use crate::frustum::PyFrustum;
use crate::plane::planes_of;
use crate::region::PyRegion;

/// Returns the planes of a `transect.Region`, a `transect.Frustum` or a list of planes.
pub(crate) fn region_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<Plane>> {
    match named_region(object) {
        Some(planes) => Ok(planes),
        None => planes_of(object),
    }
}

/// Returns the planes of a region to cut by: a `transect.Region`, a `transect.Frustum` or a list of planes of any kind
/// that can cut.
pub(crate) fn cutting_region_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<CuttingPlane>> {
    match named_region(object) {
        Some(planes) => Ok(planes.into_iter().map(Into::into).collect()),
        None => cutters_of(object),
    }
}

/// Returns the planes of a `transect.Region` or a `transect.Frustum`, or `None` for another object.
fn named_region(object: &Bound<'_, PyAny>) -> Option<Vec<Plane>> {
    if let Ok(region) = object.cast::<PyRegion>() {
        return Some(region.get().0.clone());
    }
    let frustum = object.cast::<PyFrustum>().ok()?;
    Some(frustum.get().0.planes().to_vec())
}
