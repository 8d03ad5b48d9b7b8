//! The measures of a mesh (docs/measure.md).
#![expect(missing_docs, reason = "docs/measure.md describes the fields")]

use serde::Serialize;
use transect_mesh::{MassProperties, Mesh};

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measures {
    pub area: f64,
    pub volume: Option<f64>,
    pub volume_error: Option<f64>,
    pub centroid: Option<[f64; 3]>,
    pub centroid_error: Option<f64>,
    pub inertia: Option<[[f64; 3]; 3]>,
    pub inertia_error: Option<f64>,
}

impl Measures {
    /// Returns the measures of a mesh. An open mesh has only an area.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let properties: Option<MassProperties> = mesh.mass_properties();
        let centroid = properties.and_then(|properties| properties.centroid);
        let inertia = properties.and_then(|properties| properties.inertia);
        Self {
            area: mesh.area(),
            volume: properties.map(|properties| properties.volume),
            volume_error: properties.map(|properties| properties.volume_error),
            centroid,
            centroid_error: properties
                .filter(|_| centroid.is_some())
                .map(|properties| properties.centroid_error),
            inertia,
            inertia_error: properties
                .filter(|_| inertia.is_some())
                .map(|properties| properties.inertia_error),
        }
    }
}
