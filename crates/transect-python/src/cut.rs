//! Cuts of scenes.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use transect_draw::Drawing;
use transect_io::Outputs;
use transect_report::CutRequest;
use transect_report::drawing::drawing;
use transect_report::findings::Severity;
use transect_report::objects;
use transect_report::outputs::{CutOutput, OutputSelection};
use transect_report::request::CutAnswer;

use crate::cutting_plane::cutter;
use crate::drawing::{PyDrawing, a4};
use crate::errors::{file, unwritten};
use crate::pickles::asked_again;
use crate::scene::PyScene;
use crate::work::long;

/// The outputs that the package writes.
const OUTPUTS: [CutOutput; 11] = [
    CutOutput::Svg,
    CutOutput::Png,
    CutOutput::Pdf,
    CutOutput::Dxf,
    CutOutput::GeoJson,
    CutOutput::Wkt,
    CutOutput::Wkb,
    CutOutput::Front,
    CutOutput::Back,
    CutOutput::Objects,
    CutOutput::Report,
];

/// The cut of a scene by a plane. A notebook shows a table of the objects and the section.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> cut = tr.Scene({"tetrahedron": mesh}).cut("z = 3")
/// >>> cut
/// <transect.Cut at z = 3: 0 in front, 1 on the plane, 0 behind>
/// >>> cut.objects[0]["volume_front"]
/// 4.5
#[pyclass(module = "transect", name = "Cut", frozen)]
pub(crate) struct PyCut(Arc<Work>);

struct Work {
    scene: PyScene,
    request: CutRequest,
    answer: CutAnswer,
    drawing: OnceLock<Drawing>,
}

impl Work {
    fn drawing(&self) -> &Drawing {
        self.drawing
            .get_or_init(|| drawing(&self.request, &self.answer))
    }

    /// Writes one output into memory or to a file. Halves are written elsewhere.
    fn bytes(&self, output: CutOutput) -> Result<Vec<u8>, String> {
        let drawing = self.drawing();
        let mut bytes = Vec::new();
        let written = match output {
            CutOutput::Svg => drawing.write_to(&mut bytes),
            CutOutput::Png => {
                return drawing.to_png().map_err(|error| error.to_string());
            }
            CutOutput::Pdf => {
                let sheet = drawing.on_paper(&a4());
                return sheet
                    .map(|sheet| sheet.to_pdf())
                    .map_err(|error| error.to_string());
            }
            CutOutput::Dxf => drawing.write_dxf(&mut bytes),
            CutOutput::GeoJson => drawing.features().write_geojson(&mut bytes),
            CutOutput::Wkt => drawing.features().write_wkt(&mut bytes),
            CutOutput::Wkb => drawing.features().write_wkb(&mut bytes),
            CutOutput::Objects => {
                let (cut, report) = (&self.answer.cut, &self.answer.report);
                return objects::write(cut, report, &mut bytes)
                    .map(|()| bytes)
                    .map_err(|error| error.to_string());
            }
            CutOutput::Report => writeln!(bytes, "{}", self.answer.report.to_json()),
            _ => return Err("this is not a file of the section".into()),
        };
        written.map(|()| bytes).map_err(|error| error.to_string())
    }

    fn write(&self, outputs: &mut Outputs, output: CutOutput) -> Result<(), String> {
        let half = match output {
            CutOutput::Front => &self.answer.cut.front,
            CutOutput::Back => &self.answer.cut.back,
            _ => {
                let bytes = self.bytes(output)?;
                let file = outputs
                    .create(output.name())
                    .map_err(|error| unwritten(&error))?;
                return file.write_all(&bytes).map_err(|error| error.to_string());
            }
        };
        // An empty half has no file.
        if half.objects().next().is_some() {
            let format = self.answer.format;
            transect_io::write_scene(half, &self.scene.document, format, outputs, output.name())
                .map_err(|error| unwritten(&error))?;
        }
        Ok(())
    }
}

impl PyCut {
    pub(crate) fn new(scene: PyScene, request: CutRequest, answer: CutAnswer) -> Self {
        Self(Arc::new(Work {
            scene,
            request,
            answer,
            drawing: OnceLock::new(),
        }))
    }
}

#[pymethods]
impl PyCut {
    /// The part of the scene in front of the plane.
    #[getter]
    fn front(&self) -> PyScene {
        PyScene::with(&self.0.scene.document, self.0.answer.cut.front.clone())
    }

    /// The part of the scene behind the plane.
    #[getter]
    fn back(&self) -> PyScene {
        PyScene::with(&self.0.scene.document, self.0.answer.cut.back.clone())
    }

    /// The drawing of the section.
    #[getter]
    fn drawing(&self) -> PyDrawing {
        PyDrawing(self.0.drawing().clone())
    }

    /// `True` if no certificate has an error.
    #[getter]
    fn is_correct(&self) -> bool {
        let findings = &self.0.answer.report.certificate.findings;
        let mut findings = findings.iter();
        findings.all(|found| found.finding.severity != Severity::Error)
    }

    /// The report as a dict: the content of the command's `report.json`.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = py.import("json")?;
        let report = json.call_method1("loads", (self.0.answer.report.to_json(),))?;
        Ok(report.cast_into::<PyDict>()?)
    }

    /// The table of the objects: a list of dicts with the method `to_pandas`.
    #[getter]
    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.report(py)?;
        let rows = report.get_item("objects_list")?;
        py.import("transect._objects")?
            .call_method1("Objects", (rows,))
    }

    /// Writes files of the cut: all of them, or none if one fails.
    ///
    /// Parameters
    /// ----------
    /// folder : str or os.PathLike
    ///     The folder, which is created if it does not exist.
    /// write : list of str, optional
    ///     Names of files or groups: section.svg, section.png, section.pdf, section.dxf, section.geojson, section.wkt,
    ///     section.wkb, front, back, objects.csv, report.json, halves, data, drawings.
    /// force : bool, optional
    ///     Replaces existing files. Files that the scene was read from are never replaced.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     The paths of the files.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib, tempfile
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> folder = pathlib.Path(tempfile.mkdtemp())
    /// >>> paths = tr.Scene({"tetrahedron": mesh}).cut("z = 3").write(folder, write=["section.svg", "objects.csv"])
    /// >>> sorted(pathlib.Path(path).name for path in paths)
    /// ['objects.csv', 'section.svg']
    #[pyo3(signature = (folder, *, write = vec!["section.svg".into(), "halves".into(), "objects.csv".into(), "report.json".into()], force = false))]
    fn write(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        write: Vec<String>,
        force: bool,
    ) -> PyResult<Vec<String>> {
        let files = OutputSelection::of(write.iter().map(String::as_str))
            .map_err(|error| PyValueError::new_err(format!("{error}\nhint: {}", error.hint())))?;
        if let Some(other) = CutOutput::ALL
            .into_iter()
            .find(|output| files.contains(*output) && !OUTPUTS.contains(output))
        {
            return Err(PyValueError::new_err(format!(
                "{}: only the command `transect cut` writes this file",
                other.name()
            )));
        }
        let work = self.0.clone();
        let written = long(py, None, move |progress| {
            let mut outputs = Outputs::new(&folder, force).map_err(|error| unwritten(&error))?;
            outputs.protect(work.scene.document.files());
            for output in OUTPUTS.into_iter().filter(|output| files.contains(*output)) {
                if progress.is_cancelled() {
                    return Err("cancelled".into());
                }
                work.write(&mut outputs, output)?;
            }
            let paths = outputs.targets();
            outputs.commit().map_err(|error| unwritten(&error))?;
            Ok::<_, String>(paths)
        })?;
        let paths = written.map_err(file)?;
        Ok(paths
            .iter()
            .map(|path| path.display().to_string())
            .collect())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let objects = slf.py().import("transect._objects")?;
        objects.call_method1("cut_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let counts = &self.0.answer.report.objects;
        format!(
            "<transect.Cut at {}: {} in front, {} on the plane, {} behind>",
            self.0.answer.cut.plane.plane(),
            counts.front,
            counts.on,
            counts.back
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (work, request) = (&self.0, &self.0.request);
        let options = PyDict::new(py);
        options.set_item("only", request.selection.patterns())?;
        options.set_item("on_plane", request.on_plane.name())?;
        options.set_item("unit", request.unit.as_ref())?;
        let plane = cutter(py, &request.plane)?;
        asked_again(py, work.scene.clone(), "cut", plane, Some(&options))
    }
}
