//! The measures of a mesh (docs/measure.md).
#![expect(missing_docs, reason = "docs/measure.md describes the fields")]

use std::borrow::Cow;

use serde::Serialize;
use transect::polygons::InsideRule;
use transect_mesh::{MassProperties, Mesh};

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measures {
    pub area: f64,
    pub volume: Option<f64>,
    pub volume_error: Option<f64>,
    pub signed_volume: Option<f64>,
    pub centroid: Option<[f64; 3]>,
    pub centroid_error: Option<f64>,
    pub inertia: Option<[[f64; 3]; 3]>,
    pub inertia_error: Option<f64>,
}

impl Measures {
    /// Returns the measures of a mesh and of the points inside of it by a rule, with the mesh that bounds these points.
    /// It is `None` if they are not known: then the mesh has an area and perhaps a signed volume.
    #[must_use]
    pub fn inside(mesh: &Mesh, rule: InsideRule) -> (Self, Option<Cow<'_, Mesh>>) {
        let inside = mesh.inside(rule);
        let own = match &inside {
            Some(Cow::Borrowed(mesh)) => Self::of(mesh),
            Some(Cow::Owned(bounding)) => Self {
                area: mesh.area(),
                signed_volume: mesh.mass_properties().map(|own| own.volume),
                ..Self::of(bounding)
            },
            None => Self {
                area: mesh.area(),
                volume: None,
                volume_error: None,
                signed_volume: mesh.mass_properties().map(|own| own.volume),
                centroid: None,
                centroid_error: None,
                inertia: None,
                inertia_error: None,
            },
        };
        (own, inside)
    }

    /// Returns the measures of a mesh that counts each point once. An open mesh has only an area.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let properties: Option<MassProperties> = mesh.mass_properties();
        let centroid = properties.and_then(|properties| properties.centroid);
        let inertia = properties.and_then(|properties| properties.inertia);
        Self {
            area: mesh.area(),
            volume: properties.map(|properties| properties.volume),
            volume_error: properties.map(|properties| properties.volume_error),
            signed_volume: properties.map(|properties| properties.volume),
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
