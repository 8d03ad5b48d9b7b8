//! Drawings of sections, as files in memory.

use std::borrow::Cow;
use std::ffi::CString;
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use transect_draw::{Drawing, Paper, PaperError, PaperSize, missing_characters};
use transect_report::glyphs::missing_glyphs;

use crate::errors::{file, geometry};
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
    /// Returns the drawing with the fonts of these files.
    fn with_fonts(&self, paths: &[PathBuf]) -> PyResult<Cow<'_, Drawing>> {
        if paths.is_empty() {
            return Ok(Cow::Borrowed(&self.0));
        }
        let mut drawing = self.0.clone();
        for path in paths {
            let failed = |error: &dyn Display| file(format!("{}: {error}", path.display()));
            let bytes = fs::read(path).map_err(|error| failed(&error))?;
            drawing.fonts.add(bytes).map_err(|error| failed(&error))?;
        }
        Ok(Cow::Owned(drawing))
    }

    pub(crate) fn geojson_text(&self) -> PyResult<String> {
        let mut bytes = Vec::new();
        self.0.features().write_geojson(&mut bytes)?;
        String::from_utf8(bytes).map_err(geometry)
    }
}

/// Warns of the characters that pictures show as boxes.
pub(crate) fn warn_of_boxes(py: Python<'_>, files: &str, missing: &[char]) -> PyResult<()> {
    let remedy = "Drawing.to_png and Drawing.to_pdf take fonts=[FILE] that have them";
    let Some(note) = missing_glyphs(files, missing, remedy) else {
        return Ok(());
    };
    // A text of the note has no NUL, because control characters have no boxes.
    let note = CString::new(note)?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 1)
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
    /// Parameters
    /// ----------
    /// fonts : list of str or os.PathLike, optional
    ///     Font files (TrueType, OpenType) for characters that the built-in font lacks, such as Chinese ones. The first font
    ///     that has a character draws it. A warning names the characters that no font has; they are drawn as boxes.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> drawing.to_png()[:4]
    /// b'\x89PNG'
    #[pyo3(signature = (*, fonts = Vec::new()))]
    fn to_png<'py>(&self, py: Python<'py>, fonts: Vec<PathBuf>) -> PyResult<Bound<'py, PyBytes>> {
        let drawing = self.with_fonts(&fonts)?;
        let (svg, png) = py.detach(|| drawing.to_svg_and_png());
        let png = png.map_err(geometry)?;
        let missing = missing_characters(&svg, &drawing.fonts);
        warn_of_boxes(py, "PNG", &missing)?;
        Ok(PyBytes::new(py, &png))
    }

    /// Returns the drawing on a sheet of A4 paper as PDF.
    ///
    /// Parameters
    /// ----------
    /// fonts : list of str or os.PathLike, optional
    ///     Font files (TrueType, OpenType) for characters that the built-in font lacks, such as Chinese ones. The first font
    ///     that has a character draws it. A warning names the characters that no font has; they are drawn as boxes.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> drawing = mesh.section("z = 3").drawing
    /// >>> drawing.to_pdf()[:4]
    /// b'%PDF'
    #[pyo3(signature = (*, fonts = Vec::new()))]
    fn to_pdf<'py>(&self, py: Python<'py>, fonts: Vec<PathBuf>) -> PyResult<Bound<'py, PyBytes>> {
        let drawing = self.with_fonts(&fonts)?;
        let drawn = py.detach(|| {
            let sheet = drawing.on_paper(&a4())?;
            Ok::<_, PaperError>((sheet.to_pdf(), sheet.missing_characters()))
        });
        let (pdf, missing) = drawn.map_err(geometry)?;
        warn_of_boxes(py, "PDF", &missing)?;
        Ok(PyBytes::new(py, &pdf))
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
