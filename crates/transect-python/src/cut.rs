//! Cuts of scenes: by one plane, by a region, or into the parts of a division.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};
use transect_mesh::PartPlace;
use transect_mesh::scene::Scene;
use transect_report::findings::ObjectFinding;
use transect_report::output_selection::OutputError;
use transect_report::outputs::OutputSelection;
use transect_report::plane_report::SectionReport;
use transect_report::planes::{CutKind, CutPlanes};
use transect_report::request::CutAnswer;

use crate::cut_files::Work;
use crate::cut_question::{Names, Question};
use crate::division::sides_of;
use crate::drawing::{PyDrawing, warn_of_boxes};
use crate::errors::{Unwritten, refused, unwritten};
use crate::scene::PyScene;
use crate::types::make;
use crate::work::long;

/// The largest number of names of parts that a message lists.
const LISTED: usize = 8;

/// The cut of a scene: by one plane, by a region, or into parts by several planes or a grid. A notebook shows a table of
/// the objects and the sections.
///
/// A cut unpacks into its two parts and `is_correct`. A division unpacks into the list `parts` and `is_correct`.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> scene = tr.Scene({"tetrahedron": mesh})
/// >>> cut = scene.cut("z = 3")
/// >>> cut
/// <transect.Cut at z = 3: 0 in front, 1 on the plane, 0 behind>
/// >>> cut.area, cut.volumes
/// (4.5, {'front': 4.5, 'back': 31.5})
/// >>> cut.objects[0]["volume_front"]
/// 4.5
/// >>> scene.cut_by_region(["z = 1", "3 = z"])
/// <transect.Cut by a region of 2 planes: 0 objects inside, 1 partly inside, 0 outside>
/// >>> scene.divide(grid=["z=0..6/2", "x=0..6/2"])
/// <transect.Cut by a grid of 6 planes: 3 parts, 1 of 1 object cut>
#[pyclass(module = "transect", name = "Cut", frozen)]
pub(crate) struct PyCut(Arc<Work>);

/// Returns the measures of a section as a named tuple.
fn measures<'py>(py: Python<'py>, section: &SectionReport) -> PyResult<Bound<'py, PyAny>> {
    let fields = (
        section.area,
        section.area_other_limit,
        section.perimeter,
        section.loops,
        section.open_chains,
        section.signed_area,
    );
    make(py, "SectionMeasures", fields)
}

impl PyCut {
    pub(crate) fn new(scene: PyScene, question: Question, answer: CutAnswer) -> Self {
        Self(Arc::new(Work::new(scene, question, answer)))
    }

    fn planes(&self) -> &CutPlanes {
        &self.0.question.request.planes
    }

    fn scene(&self, scene: &Scene) -> PyScene {
        PyScene::with(&self.0.scene.document, scene.clone())
    }

    /// Returns the part with a name. A part in which nothing lies is an empty scene.
    fn part(&self, name: &str) -> PyResult<PyScene> {
        let answer = &self.0.answer;
        let mut parts = answer.cut.parts.iter().zip(&answer.part_names);
        if let Some((part, _)) = parts.find(|(_, own)| *own == name) {
            return Ok(self.scene(&part.scene));
        }
        let names = self.planes().part_names();
        if names.iter().any(|own| own == name) {
            return Ok(self.scene(&Scene::default()));
        }
        let listed: Vec<&str> = answer.part_names.iter().map(|name| &**name).collect();
        let listed = match listed.len() {
            0 => "none".into(),
            1..=LISTED => listed.join(", "),
            count => format!(
                "{} and {} more",
                listed[..LISTED].join(", "),
                count - LISTED
            ),
        };
        Err(PyAttributeError::new_err(format!(
            "this cut has no part {name:?}; its parts are: {listed}"
        )))
    }

    /// Returns the measures of the section if one plane cuts.
    fn section_of_only<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let planes = &self.0.answer.report.planes;
        let only = planes
            .first()
            .filter(|_| self.planes().kind == CutKind::Plane);
        let section = only.and_then(|plane| plane.section.as_ref());
        section.map(|section| measures(py, section)).transpose()
    }

    /// Returns the drawings of the sections in some planes.
    fn drawn(&self, py: Python<'_>, planes: Vec<usize>) -> PyResult<Vec<PyDrawing>> {
        let work = self.0.clone();
        let drawn = long(py, None, move |_| {
            let drawings = planes.into_iter();
            let drawings = drawings.map(|plane| work.drawing(plane).cloned().map(PyDrawing));
            drawings.collect::<Result<Vec<_>, _>>()
        })?;
        drawn.map_err(|error| refused(&error))
    }
}

#[pymethods]
impl PyCut {
    /// The part of the scene in front of the plane. A cut by several planes has no such part.
    #[getter]
    fn front(&self) -> PyResult<PyScene> {
        self.part("front")
    }

    /// The part of the scene behind the plane. A cut by several planes has no such part.
    #[getter]
    fn back(&self) -> PyResult<PyScene> {
        self.part("back")
    }

    /// The part of the scene inside the region. Only a cut by a region has this part.
    #[getter]
    fn inside(&self) -> PyResult<PyScene> {
        self.part("inside")
    }

    /// The part of the scene outside the region. Only a cut by a region has this part.
    #[getter]
    fn outside(&self) -> PyResult<PyScene> {
        self.part("outside")
    }

    /// The parts that have objects, as a list of `ScenePart`: front before back, where the first plane counts most, or
    /// inside before outside.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let answer = &self.0.answer;
        let parts = answer.cut.parts.iter().zip(&answer.part_names);
        let parts = parts.filter(|(part, _)| part.scene.objects().next().is_some());
        parts
            .map(|(part, name)| {
                let sides = match &part.place {
                    PartPlace::Sides(sides) => sides_of(py, sides)?,
                    PartPlace::Inside | PartPlace::Outside => PyTuple::empty(py),
                };
                make(py, "ScenePart", (sides, self.scene(&part.scene), name))
            })
            .collect()
    }

    /// The drawing of the section by the only plane. A cut by several planes has `drawings`.
    #[getter]
    fn drawing(&self, py: Python<'_>) -> PyResult<PyDrawing> {
        let mut drawn = match self.planes().kind {
            CutKind::Plane => self.drawn(py, vec![0])?,
            _ => Vec::new(),
        };
        drawn.pop().ok_or_else(|| {
            PyAttributeError::new_err(
                "this cut has a drawing for each of its planes: use cut.drawings",
            )
        })
    }

    /// The drawings of the sections: a dict from the names of planes to drawings. With several planes, those are left out
    /// that cut no object.
    ///
    /// The names are `1`, `2` and so on in the order of the planes, such as `x-1` for a grid, or the sides of a frustum. The
    /// section of a region lies within the region: it is the cut face of this plane.
    #[getter]
    fn drawings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let planes: Vec<usize> = self.0.drawn_planes().collect();
        let drawings = PyDict::new(py);
        for (&plane, drawing) in planes.iter().zip(self.drawn(py, planes.clone())?) {
            drawings.set_item(&self.planes().planes[plane].name, drawing)?;
        }
        Ok(drawings)
    }

    /// The measures of the section by the only plane, as a `SectionMeasures`. A cut by several planes has `sections`.
    #[getter]
    fn section<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.section_of_only(py)?.ok_or_else(|| {
            PyAttributeError::new_err(
                "this cut has a section for each of its planes: use cut.sections",
            )
        })
    }

    /// The measures of the sections: a dict from the names of planes to `SectionMeasures`. The planes of a region have none:
    /// the report has the areas of their cut faces.
    #[getter]
    fn sections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sections = PyDict::new(py);
        for plane in &self.0.answer.report.planes {
            if let Some(section) = &plane.section {
                sections.set_item(&plane.name, measures(py, section)?)?;
            }
        }
        Ok(sections)
    }

    /// The area of the section by the only plane, in square units of the file. A cut by several planes has `sections`.
    #[getter]
    fn area<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.section(py)?.getattr("area")
    }

    /// The volumes of the points inside in the parts: a dict from their names to the sums over the objects of which they are
    /// known. The volumes of an object are not known if it is open, or if bodies of it cross.
    #[getter]
    fn volumes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let volumes = PyDict::new(py);
        for part in &self.0.answer.report.parts {
            volumes.set_item(&part.name, part.volume)?;
        }
        Ok(volumes)
    }

    /// The signed volumes of the parts: a dict from their names to the sums of the signed volumes of their closed objects,
    /// which count each body as often as it winds around a point.
    #[getter]
    fn signed_volumes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let volumes = PyDict::new(py);
        for part in &self.0.answer.report.parts {
            volumes.set_item(&part.name, part.signed_volume)?;
        }
        Ok(volumes)
    }

    /// `True` if no certificate has an error.
    #[getter]
    fn is_correct(&self) -> bool {
        self.0.answer.report.errors().next().is_none()
    }

    /// The findings of the certificates, as a list of `ObjectFinding`.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let findings = self.0.answer.report.certificate.findings.iter();
        let planes = &self.planes().planes;
        let made = findings.map(|found: &ObjectFinding| {
            let plane = found.plane.map(|number| &planes[number - 1].name);
            let place = found.place.map(|[x, y, z]| (x, y, z));
            let severity = if found.is_error() { "error" } else { "note" };
            make(
                py,
                "ObjectFinding",
                (
                    &found.object,
                    found.index,
                    found.kind.name(),
                    &found.part,
                    plane,
                    place,
                    found.amount,
                    found.count,
                    severity,
                ),
            )
        });
        made.collect()
    }

    /// The report as a dict: the content of the command's `report.json`.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = py.import("json")?;
        let report = json.call_method1("loads", (self.0.answer.report.to_json(),))?;
        Ok(report.cast_into::<PyDict>()?)
    }

    /// The table of the objects: a list of dicts with the method `to_pandas`.
    ///
    /// The columns are those of `objects.csv`. With one plane, each cell has one value. With several planes, the columns
    /// `side`, `touching`, `divided`, `loops`, `section_area` and `section_signed_area` have a list with one value per
    /// plane, and `cut_by` has the names of the planes that cut the object. With a region, `loops` and both areas are
    /// `None`, and `relation` is `inside`, `meets` or `outside`. There are columns such as `volume_front` and
    /// `signed_volume_front` for each part.
    #[getter]
    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let objects = py.import("transect._objects")?.getattr("Objects")?;
        objects.call_method1("of_report", (self.report(py)?,))
    }

    /// Writes files of the cut: all of them, or none if one fails.
    ///
    /// Parameters
    /// ----------
    /// folder : str or os.PathLike
    ///     The folder, which is created if it does not exist.
    /// write : str or list of str, optional
    ///     Names of files or groups: section.svg, section.png, section.pdf, section.dxf, section.geojson, section.wkt,
    ///     section.wkb, preview.png, parts, objects.csv, report.html, report.json, data, drawings. The name of a part stands
    ///     for this part alone, such as front, inside or x2-y1. Without names, the files that the command writes. With
    ///     several planes, there is a file such as section-1.svg for each plane that cuts an object.
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
    /// >>> scene = tr.Scene({"tetrahedron": mesh})
    /// >>> folder = pathlib.Path(tempfile.mkdtemp())
    /// >>> [pathlib.Path(path).name for path in scene.cut("z = 3").write(folder, write="section.svg")]
    /// ['section.svg']
    /// >>> paths = scene.divide(["z = 3", "x = 1"]).write(folder, write=["section.svg", "front-back"])
    /// >>> sorted(pathlib.Path(path).name for path in paths)
    /// ['front-back.glb', 'section-1.svg', 'section-2.svg']
    #[pyo3(signature = (folder, *, write = None, force = false))]
    fn write(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        write: Option<Names>,
        force: bool,
    ) -> PyResult<Vec<String>> {
        let refused =
            |error: OutputError| PyValueError::new_err(format!("{error}\nhint: {}", error.hint()));
        let files = match write.map(Names::list) {
            Some(names) => {
                OutputSelection::of(names.iter().map(String::as_str)).map_err(refused)?
            }
            None => OutputSelection::usual(self.planes()),
        };
        files
            .check(self.planes(), self.0.answer.format)
            .map_err(refused)?;
        let work = self.0.clone();
        let written = long(py, None, move |progress| {
            let paths = work.write(&folder, force, &files, progress)?;
            Ok::<_, Unwritten>((paths, work.missing_characters(&files)?))
        })?;
        let (paths, missing) = written.map_err(|error| unwritten(&error))?;
        warn_of_boxes(py, "section.png, section.pdf", &missing)?;
        let paths = paths.iter().map(|path| path.display().to_string());
        Ok(paths.collect())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let names = match self.planes().kind {
            CutKind::Plane => ["front", "back"],
            kind if kind.is_region() => ["inside", "outside"],
            _ => {
                let fields = (self.parts(py)?, self.is_correct());
                return fields.into_pyobject(py)?.try_iter();
            }
        };
        let fields = (
            self.part(names[0])?,
            self.part(names[1])?,
            self.is_correct(),
        );
        fields.into_pyobject(py)?.try_iter()
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let objects = slf.py().import("transect._objects")?;
        objects.call_method1("cut_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let (planes, report) = (self.planes(), &self.0.answer.report);
        let counted = |count: usize, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let by = counted(planes.planes.len(), "plane");
        let objects = &report.objects;
        let count = |count: Option<usize>| count.unwrap_or_default();
        match (planes.kind, report.planes.first()) {
            (CutKind::Plane, Some(plane)) => format!(
                "<transect.Cut at {}: {} in front, {} on the plane, {} behind>",
                planes.text, plane.objects.front, plane.objects.on, plane.objects.back
            ),
            (kind, _) if kind.is_region() => format!(
                "<transect.Cut by a {} of {by}: {} inside, {} partly inside, {} outside>",
                kind.name(),
                counted(count(objects.inside), "object"),
                count(objects.meets),
                count(objects.outside)
            ),
            (kind, _) => format!(
                "<transect.Cut by {}{by}: {}, {} of {} cut>",
                match kind {
                    CutKind::Grid => "a grid of ",
                    _ => "",
                },
                counted(report.parts.len(), "part"),
                objects.cut,
                counted(objects.total, "object")
            ),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.0.question.asked_again(py, self.0.scene.clone())
    }
}
