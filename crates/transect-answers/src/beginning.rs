//! The first view of the page.

use serde_json::{Value, json};
use transect::CuttingPlane;
use transect::polygons::InsideRule;
use transect_draw::Up;

use crate::plane_request::as_requested;

/// The first view of the page.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The plane that the page shows first, if one was given.
    pub plane: Option<CuttingPlane>,
    /// The axis that points up, if it was given.
    pub up: Option<Up>,
    /// The unit of the coordinates, if it was given.
    pub unit: Option<String>,
    /// The rule by which the page decides first which points are inside.
    pub inside: InsideRule,
    /// `true` if the page starts with the example scene.
    pub example: bool,
}

/// A file of a model that is not read yet.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// The name of the file, without its folder.
    pub name: String,
    /// The size of the file in bytes.
    pub bytes: u64,
}

impl Beginning {
    /// Returns the state while the model is being read.
    pub(crate) fn to_json(&self, files: &[ModelFile]) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "state": "loading",
            "progress": null,
            "error": null,
            "sources": files.iter().map(|file| json!({
                "path": file.name,
                "format": null,
                "bytes": file.bytes,
            })).collect::<Vec<_>>(),
            "plane": self.plane.map(|plane| plane.plane().to_string()),
            "plane_request": self.plane.as_ref().map(as_requested),
            "up": self.up.map(Up::name),
            "unit": self.unit,
            "inside": self.inside.name(),
            "example": self.example,
            "tree": "building",
            "model": null,
            "changed": false,
        })
    }
}
