//! Drawings of sections, as files in memory.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use transect_draw::{Drawing, Paper, PaperSize};

use crate::errors::geometry;
use crate::pickles::Pickle;

/// The drawing of a section. Each method returns a file as `str` or `bytes`; a notebook shows the drawing as a picture.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> drawing = mesh.section("z = 3").drawing
/// >>> drawing.to_svg()[:4], drawing.to_png()[1:4], drawing.to_pdf()[:4]
/// ('<svg', b'PNG', b'%PDF')
#[pyclass(module = "transect", name = "Drawing", frozen)]
pub(crate) struct PyDrawing(pub(crate) Drawing);

impl PyDrawing {
    pub(crate) fn geojson_text(&self) -> PyResult<String> {
        let mut bytes = Vec::new();
        self.0.features().write_geojson(&mut bytes)?;
        String::from_utf8(bytes).map_err(geometry)
    }
}

/// Returns a sheet of A4 paper.
pub(crate) fn a4() -> Paper {
    Paper {
        size: PaperSize::A4,
        ..Paper::default()
    }
}

#[pymethods]
impl PyDrawing {
    /// Returns the drawing as SVG.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> drawing.to_svg()[:4]
    /// '<svg'
    fn to_svg(&self) -> String {
        self.0.to_svg()
    }

    /// Returns the drawing as a PNG picture.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> drawing.to_png()[:4]
    /// b'\x89PNG'
    fn to_png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let png = py.detach(|| self.0.to_png()).map_err(geometry)?;
        Ok(PyBytes::new(py, &png))
    }

    /// Returns the drawing on a sheet of A4 paper as PDF.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> drawing.to_pdf()[:4]
    /// b'%PDF'
    fn to_pdf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let pdf = py.detach(|| self.0.on_paper(&a4()).map(|sheet| sheet.to_pdf()));
        Ok(PyBytes::new(py, &pdf.map_err(geometry)?))
    }

    /// Returns the drawing as DXF.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> b"LWPOLYLINE" in drawing.to_dxf()
    /// True
    fn to_dxf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        self.0.write_dxf(&mut bytes)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the outlines as GeoJSON: one feature per object.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> import json
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> json.loads(drawing.to_geojson())["type"]
    /// 'FeatureCollection'
    fn to_geojson(&self) -> PyResult<String> {
        self.geojson_text()
    }

    /// Returns the outlines as well-known text: per line the name of an object, a tab, and the object's outlines.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> name, outlines = drawing.to_wkt().split("\t")
    /// >>> name, outlines[:12]
    /// ('section', 'MULTIPOLYGON')
    fn to_wkt(&self) -> PyResult<String> {
        let mut bytes = Vec::new();
        self.0.features().write_wkt(&mut bytes)?;
        String::from_utf8(bytes).map_err(geometry)
    }

    /// Returns the outlines as well-known binary.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> drawing.to_wkb()[0]  # the bytes of numbers are in little-endian order
    /// 1
    fn to_wkb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        self.0.features().write_wkb(&mut bytes)?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn _repr_svg_(&self) -> String {
        self.to_svg()
    }

    fn __repr__(&self) -> String {
        format!("<transect.Drawing: {} at {}>", self.0.title, self.0.plane)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Pickle::Drawing(Box::new(Cow::Borrowed(&self.0))).reduced(py)
    }
}
