//! Layers of scenes, computed while the caller uses them.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Plane;
use transect_io::Document;
use transect_mesh::scene::{SceneLayer as Sections, SceneLayersError};
use transect_report::SectionRule;

use crate::pickles::Pickle;
use crate::plane::PyPlane;
use crate::section::PySection;
use crate::stream::Stream;

/// One layer of a scene: a height, and the sections of the objects that its plane meets.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> layer = next(tr.Scene({"tetrahedron": mesh}).layers("z", heights=[3]))
/// >>> [(name, section.area) for name, section in layer.sections]
/// [('tetrahedron', 4.5)]
#[pyclass(module = "transect", frozen)]
pub(crate) struct SceneLayer {
    /// The height.
    #[pyo3(get)]
    height: f64,
    plane: Plane,
    sections: Vec<(String, Py<PySection>)>,
}

impl SceneLayer {
    pub(crate) const fn new(
        height: f64,
        plane: Plane,
        sections: Vec<(String, Py<PySection>)>,
    ) -> Self {
        Self {
            height,
            plane,
            sections,
        }
    }
}

#[pymethods]
impl SceneLayer {
    /// The plane of the layer.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(self.plane)
    }

    /// The name and the section of each object that the plane meets, in the order of the scene.
    #[getter]
    fn sections(&self, py: Python<'_>) -> Vec<(String, Py<PySection>)> {
        let sections = self.sections.iter();
        sections
            .map(|(name, section)| (name.clone(), section.clone_ref(py)))
            .collect()
    }

    fn __repr__(&self) -> String {
        let objects = self.sections.len();
        let plural = if objects == 1 { "" } else { "s" };
        format!(
            "<transect.SceneLayer: height {}, {objects} object{plural}>",
            self.height
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sections = self.sections.iter();
        let sections = sections.map(|(name, section)| (name.into(), section.get().pickle()));
        let pickle = Pickle::SceneLayer {
            height: self.height,
            plane: self.plane,
            sections: sections.collect(),
        };
        pickle.reduced(py)
    }
}

/// An iterator of the layers of a scene in ascending order of height. `len()` is the number of layers that are left.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> len(tr.Scene({"tetrahedron": mesh}).layers("z", step=2))
/// 4
#[pyclass(module = "transect", frozen)]
pub(crate) struct SceneLayers {
    stream: Stream<Sections>,
    document: Arc<Document>,
    rule: SectionRule,
}

impl SceneLayers {
    /// Starts to compute layers on a thread of their own.
    pub(crate) fn start(
        py: Python<'_>,
        document: Arc<Document>,
        direction: [f64; 3],
        heights: Vec<f64>,
        wanted: Vec<bool>,
        rule: SectionRule,
    ) -> PyResult<Self> {
        let own = document.clone();
        let stream = Stream::start(py, move |sink| {
            sink.send(own.scene.layers(direction, &heights, |node| wanted[node])?);
            Ok::<_, SceneLayersError>(())
        })?;
        Ok(Self {
            stream,
            document,
            rule,
        })
    }
}

#[pymethods]
impl SceneLayers {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<SceneLayer>> {
        let Some(layer) = self.stream.next(py)? else {
            return Ok(None);
        };
        let objects = layer.objects.into_iter().map(|object| {
            let name = self.document.scene.nodes[object.node].name.clone();
            let section = PySection::new(object.sections.into(), layer.plane, self.rule);
            Ok((name, Py::new(py, section)?))
        });
        let sections = objects.collect::<PyResult<_>>()?;
        Ok(Some(SceneLayer::new(layer.height, layer.plane, sections)))
    }

    fn __len__(&self) -> usize {
        self.stream.left()
    }

    fn __repr__(&self) -> String {
        format!("<transect.SceneLayers: {} left>", self.stream.left())
    }
}
