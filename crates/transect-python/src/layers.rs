//! Layers: sections by many parallel planes, computed while the caller uses them.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Plane;
use transect_mesh::{LayersError, MeshLayer};
use transect_report::SectionRule;

use crate::mesh::SharedMesh;
use crate::pickles::Pickle;
use crate::plane::PyPlane;
use crate::section::PySection;
use crate::stream::Stream;

/// One layer: a height and its section.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> next(mesh.layers("z", heights=[3]))
/// <transect.Layer: height 3, area 4.5>
#[pyclass(module = "transect", frozen)]
pub(crate) struct Layer {
    /// The height.
    #[pyo3(get)]
    height: f64,
    plane: Plane,
    section: Py<PySection>,
}

impl Layer {
    pub(crate) const fn new(height: f64, plane: Plane, section: Py<PySection>) -> Self {
        Self {
            height,
            plane,
            section,
        }
    }
}

#[pymethods]
impl Layer {
    /// The plane of the layer.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(self.plane)
    }

    /// The section.
    #[getter]
    fn section(&self, py: Python<'_>) -> Py<PySection> {
        self.section.clone_ref(py)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.section.call_method0(py, "to_svg")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let area: f64 = self.section.getattr(py, "area")?.extract(py)?;
        Ok(format!(
            "<transect.Layer: height {}, area {area}>",
            self.height
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pickle = Pickle::Layer {
            height: self.height,
            plane: self.plane,
            section: self.section.get().pickle(),
        };
        pickle.reduced(py)
    }
}

/// An iterator of layers in ascending order of height. `len()` is the number of layers that are left.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> len(mesh.layers("z", step=2))
/// 4
#[pyclass(module = "transect", frozen)]
pub(crate) struct Layers {
    stream: Stream<MeshLayer>,
    rule: SectionRule,
}

impl Layers {
    /// Starts to compute layers on a thread of their own.
    pub(crate) fn start(
        py: Python<'_>,
        mesh: SharedMesh,
        direction: [f64; 3],
        heights: Vec<f64>,
        rule: SectionRule,
    ) -> PyResult<Self> {
        let stream = Stream::start(py, move |sink| {
            let layers = mesh.layers(direction, &heights)?;
            sink.send(layers);
            Ok::<_, LayersError>(())
        })?;
        Ok(Self { stream, rule })
    }
}

#[pymethods]
impl Layers {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Layer>> {
        let Some(layer) = self.stream.next(py)? else {
            return Ok(None);
        };
        let section = PySection::new(layer.sections.into(), layer.plane, self.rule);
        let section = Py::new(py, section)?;
        Ok(Some(Layer::new(layer.height, layer.plane, section)))
    }

    fn __len__(&self) -> usize {
        self.stream.left()
    }

    fn __repr__(&self) -> String {
        format!("<transect.Layers: {} left>", self.stream.left())
    }
}
