//! The question of a cut of a scene: its planes, and the options of a caller.

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use transect_io::Format;
use transect_report::CutRequest;
use transect_report::planes::{CutKind, CutPlanes};
use transect_report::selection::ObjectSelection;

use crate::cutting_plane::{cutter, cutter_of, cutters, cutters_of};
use crate::errors::refused;
use crate::frustum::PyFrustum;
use crate::pickles::asked_again;
use crate::region_argument::cutting_region_of;
use crate::scene::PyScene;
use crate::section::rule;

/// Names or patterns: a text stands for a list of one.
#[derive(FromPyObject)]
pub(crate) enum Names {
    One(String),
    Several(Vec<String>),
}

impl Names {
    pub(crate) fn list(self) -> Vec<String> {
        match self {
            Self::One(name) => vec![name],
            Self::Several(names) => names,
        }
    }
}

/// Returns the selection of the objects that a caller names with `only`.
pub(crate) fn selection(only: Option<Names>) -> PyResult<ObjectSelection> {
    let patterns = only.map(Names::list).unwrap_or_default();
    ObjectSelection::of("only", &patterns).map_err(|error| refused(&error))
}

/// The options of a caller besides the planes.
pub(crate) struct Options<'a> {
    pub(crate) only: Option<Names>,
    pub(crate) on_plane: &'a str,
    pub(crate) inside: &'a str,
    pub(crate) unit: Option<String>,
    pub(crate) format: Option<&'a str>,
}

/// The planes of a cut as Python objects, and the method that takes them.
pub(crate) struct Asked {
    method: &'static str,
    planes: Py<PyAny>,
    /// The texts of the families of a grid, which is asked without planes.
    grid: Option<Vec<String>>,
}

/// A request, and the planes as they were asked, for pickles.
pub(crate) struct Question {
    pub(crate) request: CutRequest,
    asked: Asked,
}

/// Returns the format whose files have this extension.
pub(crate) fn format_named(extension: &str) -> Option<Format> {
    let mut formats = Format::ALL.into_iter();
    formats.find(|format| format.extension().eq_ignore_ascii_case(extension))
}

/// Returns the format of the parts that a caller names.
fn format_of(name: &str) -> PyResult<Format> {
    format_named(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "format must be \"stl\", \"obj\", \"ply\", \"off\", \"3mf\" or \"glb\", not {name:?}"
        ))
    })
}

/// Returns the planes of a grid.
fn grid_of(texts: &[String]) -> PyResult<CutPlanes> {
    if texts.is_empty() {
        return Err(PyTypeError::new_err(
            "grid needs a text such as \"x=0..40/4\"",
        ));
    }
    CutPlanes::of_grid(texts).map_err(|error| refused(&error))
}

/// Returns the planes of a division: those of a list, or those of a grid.
pub(crate) fn division_of(
    planes: Option<&Bound<'_, PyAny>>,
    grid: Option<&[String]>,
) -> PyResult<CutPlanes> {
    match (planes, grid) {
        (Some(planes), None) => cutters_of(planes).map(CutPlanes::of_planes),
        (None, Some(grid)) => grid_of(grid),
        _ => Err(PyTypeError::new_err("divide takes either planes or grid=…")),
    }
}

impl Asked {
    /// Returns the question to cut by one plane.
    pub(crate) fn plane(plane: &Bound<'_, PyAny>) -> PyResult<(Self, CutPlanes)> {
        let planes = cutter_of(plane)?;
        let asked = Self {
            method: "cut",
            planes: cutter(plane.py(), &planes)?.unbind(),
            grid: None,
        };
        Ok((asked, planes.into()))
    }

    /// Returns the question to cut by a region. The planes of a frustum have the names of its sides.
    pub(crate) fn region(region: &Bound<'_, PyAny>) -> PyResult<(Self, CutPlanes)> {
        let (asked, planes) = match region.cast::<PyFrustum>() {
            Ok(frustum) => (region.clone(), CutPlanes::of_view(&frustum.get().0)),
            Err(_) => {
                let planes = cutting_region_of(region)?;
                let asked = cutters(region.py(), &planes)?;
                let asked = asked.into_bound_py_any(region.py())?;
                (asked, CutPlanes::of_region(planes))
            }
        };
        let asked = Self {
            method: "cut_by_region",
            planes: asked.unbind(),
            grid: None,
        };
        Ok((asked, planes))
    }

    /// Returns the question to divide by planes or by a grid.
    pub(crate) fn division(
        py: Python<'_>,
        planes: Option<&Bound<'_, PyAny>>,
        grid: Option<Vec<String>>,
    ) -> PyResult<(Self, CutPlanes)> {
        let planes = division_of(planes, grid.as_deref())?;
        let asked = match planes.kind {
            CutKind::Grid => py.None(),
            _ => cutters(py, &planes.cutters())?.into_py_any(py)?,
        };
        let asked = Self {
            method: "divide",
            planes: asked,
            grid,
        };
        Ok((asked, planes))
    }
}

impl Question {
    pub(crate) fn new((asked, planes): (Asked, CutPlanes), options: Options<'_>) -> PyResult<Self> {
        let request = CutRequest {
            selection: selection(options.only)?,
            rule: rule(options.on_plane, options.inside)?,
            unit: options.unit,
            format: options.format.map(format_of).transpose()?,
            ..CutRequest::by(planes)
        };
        Ok(Self { request, asked })
    }

    /// Returns the value of `__reduce__` for the answer: the call that asks the question of the scene.
    pub(crate) fn asked_again<'py>(
        &self,
        py: Python<'py>,
        scene: PyScene,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let request = &self.request;
        let options = PyDict::new(py);
        options.set_item("only", request.selection.patterns())?;
        options.set_item("on_plane", request.rule.on_plane.name())?;
        options.set_item("inside", request.rule.inside.name())?;
        options.set_item("unit", request.unit.as_ref())?;
        options.set_item("format", request.format.map(Format::extension))?;
        if let Some(grid) = &self.asked.grid {
            options.set_item("grid", grid)?;
        }
        let planes = self.asked.planes.clone_ref(py);
        asked_again(py, scene, self.asked.method, planes, Some(&options))
    }
}
