//! The files and the first view of the page, as given in the options, and the answer to `GET /api/state` without errors.

use std::path::PathBuf;

use serde_json::{Value, json};
use transect::CuttingPlane;
use transect::polygons::InsideRule;
use transect_draw::Up;
use transect_mesh::WeldDistance;
use transect_report::file_name::file_name;

use crate::model::Model;
use crate::options::Options;
use crate::plane_request::as_requested;

/// The files of the model, and the first view of the page.
pub(crate) struct Beginning {
    /// The files of the model.
    pub(crate) models: Vec<PathBuf>,
    /// The plane that the page shows first, if one was given.
    pub(crate) plane: Option<CuttingPlane>,
    /// The axis that points up, if it was given.
    pub(crate) up: Option<Up>,
    /// The unit of the coordinates, if it was given.
    pub(crate) unit: Option<String>,
    /// The distance within which gaps of open objects are closed, if any.
    pub(crate) weld: Option<WeldDistance>,
    /// The rule by which the page decides first which points are inside.
    pub(crate) inside: InsideRule,
    /// `true` if the page starts with the example scene.
    pub(crate) example: bool,
}

impl Beginning {
    pub(crate) fn of(options: &Options) -> Self {
        Self {
            models: options.models.clone(),
            plane: options.plane,
            up: options.up,
            unit: options.unit.clone(),
            weld: options.weld,
            inside: options.inside,
            example: options.example,
        }
    }

    /// Returns the state while the model is being read.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "state": "loading",
            "progress": null,
            "error": null,
            "sources": self.models.iter().map(|path| json!({
                "path": file_name(&path.display().to_string()),
                "format": null,
                "bytes": std::fs::metadata(path).map_or(0, |file| file.len()),
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

    /// Returns the state of a loaded model. `changed` is `true` if a file has changed since it was read.
    pub(crate) fn state_of(&self, model: &Model, changed: bool) -> Value {
        let mut answer = self.to_json();
        answer["state"] = json!("ready");
        answer["unit"] = json!(model.unit);
        answer["tree"] = json!(if model.has_trees() {
            "ready"
        } else {
            "building"
        });
        answer["sources"] = model.sources();
        answer["model"] = json!(model.identity.text());
        answer["changed"] = json!(changed);
        answer
    }
}
