//! The class of scenes: named meshes of files. Its methods stand in `scene_methods.rs`, because cuts hold scenes, too.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use transect_io::{Document, ReadError};
use transect_mesh::WeldDistance;
use transect_mesh::scene::Scene;
use transect_report::unit::{UnitConversion, unit_of};

use crate::errors::{refused, unread};
use crate::work::long;

/// Named meshes, as files have them.
///
/// Parameters
/// ----------
/// meshes : Mapping[str, Mesh]
///     The objects. `transect.read` reads them from files.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> scene = tr.Scene({"tetrahedron": mesh})
/// >>> scene.names
/// ['tetrahedron']
/// >>> cut = scene.cut("z = 3")
/// >>> cut.is_correct, cut.front["tetrahedron"].volume
/// (True, 4.5)
#[pyclass(module = "transect", name = "Scene", frozen)]
#[derive(Clone)]
pub(crate) struct PyScene {
    pub(crate) document: Arc<Document>,
    /// `true` if the scene is the whole content of the document's source files, unchanged.
    pub(crate) is_of_files: bool,
}

/// Reads STL, OBJ, PLY, OFF, 3MF, GLB and glTF files as one scene.
///
/// Parameters
/// ----------
/// *paths : str or os.PathLike
/// weld : float, optional
///     Cracks of open objects up to this width are closed in cuts, slices and measures, in the unit of the files. Only
///     vertices on open edges move, and the objects themselves stay as they are. With `to_unit`, it is in that unit.
/// unit : str, optional
///     The unit of the coordinates, such as `"mm"`, if the files have none.
/// to_unit : str, optional
///     Converts all coordinates from the unit of the files to this one. Each number is rounded once.
///
/// Raises
/// ------
/// ValueError
///     If `weld` is not a finite number greater than 0.
/// GeometryError
///     If a unit is not known, contradicts that of a file, or is needed for `to_unit` and missing.
/// FileError
///     If a file cannot be read. The message names the file, the place in the file and the reason.
///
/// Examples
/// --------
/// >>> import pathlib, tempfile, transect as tr
/// >>> path = pathlib.Path(tempfile.mkdtemp()) / "wedge.obj"
/// >>> _ = path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
/// >>> tr.read(path)
/// <transect.Scene: 1 object, 4 faces>
/// >>> tr.read(path, unit="in", to_unit="mm").to_mesh().vertices[3].tolist()
/// [0.0, 0.0, 25.4]
#[pyfunction]
#[pyo3(signature = (*paths, weld = None, unit = None, to_unit = None))]
pub(crate) fn read(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    weld: Option<f64>,
    unit: Option<String>,
    to_unit: Option<String>,
) -> PyResult<PyScene> {
    if paths.is_empty() {
        return Err(PyTypeError::new_err("read needs the path of a file"));
    }
    let options = ReadOptions::new(weld, unit, to_unit)?;
    let document = long(py, None, move |_| transect_io::read(&paths))?;
    options.scene(document)
}

/// The options with which files are read.
pub(crate) struct ReadOptions {
    weld: Option<WeldDistance>,
    unit: Option<String>,
    conversion: Option<UnitConversion>,
}

impl ReadOptions {
    pub(crate) fn new(
        weld: Option<f64>,
        unit: Option<String>,
        to_unit: Option<String>,
    ) -> PyResult<Self> {
        let to_unit = to_unit.as_deref();
        let conversion = to_unit.map(|to_unit| UnitConversion::new(unit.as_deref(), to_unit));
        Ok(Self {
            weld: weld.map(weld_distance).transpose()?,
            conversion: conversion.transpose().map_err(|error| refused(&error))?,
            unit,
        })
    }

    /// Returns the scene of files that were read, or the exception for their error.
    pub(crate) fn scene(&self, document: Result<Document, ReadError>) -> PyResult<PyScene> {
        let mut document = document.map_err(|error| unread(&error))?;
        document.scene.weld = self.weld;
        let unit = self.unit.as_deref();
        if let Some(conversion) = &self.conversion {
            let converted = conversion.apply(&mut document);
            converted.map_err(|error| refused(&error))?;
        } else if let Some(unit) = unit_of(&document, unit).map_err(|error| refused(&error))? {
            document.state_unit(&unit);
        }
        Ok(PyScene {
            document: Arc::new(document),
            is_of_files: unit.is_none() && self.conversion.is_none(),
        })
    }
}

/// Returns the distance of a weld.
pub(crate) fn weld_distance(value: f64) -> PyResult<WeldDistance> {
    WeldDistance::try_from(value).map_err(|error| PyValueError::new_err(format!("weld: {error}")))
}

impl PyScene {
    /// Returns a scene that replaces the scene of a document.
    pub(crate) fn with(document: &Document, scene: Scene) -> Self {
        Self::made(Document {
            scene,
            sources: document.sources.clone(),
            textures: document.textures.clone(),
            notes: Vec::new(),
            bent: Vec::new(),
            up: document.up,
        })
    }

    /// Returns a scene that is not the content of files.
    pub(crate) fn made(document: Document) -> Self {
        Self {
            document: Arc::new(document),
            is_of_files: false,
        }
    }

    pub(crate) fn nodes(&self) -> Vec<usize> {
        self.document.scene.objects().collect()
    }
}
