//! The methods of scenes.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use transect_io::{Document, Format, Outputs, WriteError};
use transect_mesh::Mesh;
use transect_mesh::scene::{Node, Part, Scene, SceneMesh, Stage, world_mesh};
use transect_mesh::{MeshError, RawMesh};
use transect_report::drawing::drawing_of_section;
use transect_report::user_error::UserError;

use crate::command::{flags_of, require_page};
use crate::cut::PyCut;
use crate::cut_question::{Asked, Names, Options, Question, format_named, selection};
use crate::cutting_plane::cutter_of;
use crate::drawing::PyDrawing;
use crate::errors::{file, geometry, refused, unwritten};
use crate::heights::{direction_of, heights_of, range_of};
use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::Pickle;
use crate::scene::PyScene;
use crate::scene_layers::SceneLayers;
use crate::section::{inside_rule, rule};
use crate::work::{Progress, long};

/// Reports the number of objects done so far, at the end of each object.
fn report(progress: &Progress, stage: Stage) {
    if let Stage::Done(done) = stage {
        progress.report(done);
    }
}

/// Numbers the parts of a mesh from 0 on, also the cut faces of a mesh that is part of another one. Returns the number
/// of parts, which is at least 1.
fn number_parts(mesh: &mut Mesh) -> usize {
    let numbers: BTreeSet<u32> = mesh.parts().iter().copied().collect();
    // The numbers ascend, so a new number is free: all numbers below the old one are new already.
    for (new, &old) in (0..).zip(&numbers) {
        if new != old {
            mesh.rename_part(old, new);
        }
    }
    numbers.len().max(1)
}

/// Adds an object with its own mesh to a scene.
fn add_object(scene: &mut Scene, name: &str, mesh: &Mesh) {
    scene.nodes.push(Node {
        name: name.to_owned(),
        mesh: Some(scene.meshes.len()),
        ..Node::default()
    });
    let mut mesh = mesh.clone();
    let parts = vec![Part::default(); number_parts(&mut mesh)];
    scene.meshes.push(SceneMesh {
        name: name.to_owned(),
        mesh,
        parts,
        ..SceneMesh::default()
    });
}

/// Returns the wanted objects of a scene as one mesh, in world coordinates.
fn merged(scene: &Scene, wanted: &[bool]) -> Result<Mesh, MeshError> {
    let world = scene.world_transforms();
    let mut raw = RawMesh::default();
    for node in scene.objects().filter(|&node| wanted[node]) {
        let Some(mesh) = scene.nodes[node].mesh else {
            continue;
        };
        let placed = world_mesh(&scene.meshes[mesh].mesh, &world[node])?;
        // A mesh with more vertices than a `u32` counts is an error of `Mesh::new`.
        let first = u32::try_from(raw.positions.len()).unwrap_or(u32::MAX);
        raw.positions.extend_from_slice(placed.positions());
        let triangles = placed.triangles().iter();
        raw.triangles
            .extend(triangles.map(|corners| corners.map(|corner| corner.saturating_add(first))));
    }
    Mesh::new(raw)
}

impl PyScene {
    /// Returns a scene with one object.
    pub(crate) fn of_mesh(name: &str, mesh: &Mesh) -> Self {
        let mut scene = Scene::default();
        add_object(&mut scene, name, mesh);
        Self::made(Document {
            scene,
            ..Document::default()
        })
    }

    /// Returns, for each node, `true` if it is an object that `only` names. Without names, all objects are wanted.
    fn wanted(&self, only: Option<Names>) -> PyResult<Vec<bool>> {
        let scene = &self.document.scene;
        let selected = selection(only)?.nodes(scene, |_| true);
        selected.map_err(|error| refused(&error))
    }

    /// Returns the least and the greatest height of the wanted objects along a direction, or `None` for a scene without
    /// vertices.
    fn range(&self, direction: [f64; 3], wanted: &[bool]) -> PyResult<Option<[f64; 2]>> {
        let scene = &self.document.scene;
        let world = scene.world_transforms();
        let mut range: Option<[f64; 2]> = None;
        for node in self.nodes().into_iter().filter(|&node| wanted[node]) {
            let Some(mesh) = scene.nodes[node].mesh else {
                continue;
            };
            let placed = world_mesh(&scene.meshes[mesh].mesh, &world[node]).map_err(geometry)?;
            if let Some([low, high]) = range_of(&placed, direction)? {
                let [least, greatest] = range.unwrap_or([low, high]);
                range = Some([least.min(low), greatest.max(high)]);
            }
        }
        Ok(range)
    }

    /// Cuts the objects as a question asks.
    fn answer(
        &self,
        py: Python<'_>,
        question: Question,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCut> {
        let (document, own) = (self.document.clone(), question.request.clone());
        let answer = long(py, progress, move |progress| {
            let task = own.begin_any(&document)?.stopped_by(progress.flag());
            task.cut(&document, |stage| report(progress, stage))
        })?;
        let answer = answer.map_err(|error| refused(&error))?;
        Ok(PyCut::new(self.clone(), question, answer))
    }
}

#[pymethods]
impl PyScene {
    #[new]
    fn new(meshes: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut scene = Scene::default();
        for (name, mesh) in meshes {
            let name: String = name.extract()?;
            let mesh = mesh.cast::<PyMesh>().map_err(|_| {
                PyTypeError::new_err(format!("the object {name:?} is not a transect.Mesh"))
            })?;
            add_object(&mut scene, &name, &mesh.get().0);
        }
        Ok(Self::made(Document {
            scene,
            ..Document::default()
        }))
    }

    /// The names of the objects.
    #[getter]
    fn names(&self) -> Vec<String> {
        let nodes = self.nodes().into_iter();
        nodes
            .map(|node| self.document.scene.nodes[node].name.clone())
            .collect()
    }

    /// The paths of the files that the scene was read from, or `None` for a scene that was made in memory.
    #[getter]
    fn files(&self) -> Option<Vec<PathBuf>> {
        let sources = self.document.sources.iter();
        self.is_of_files
            .then(|| sources.map(|source| source.path.clone()).collect())
    }

    /// Notes about parts of the files that the scene does not hold, such as animations.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let notes = self.document.notes.iter();
        notes
            .map(|note| format!("{}: {}", note.path.display(), note.what))
            .collect()
    }

    /// Returns the mesh of an object in world coordinates, by its name or its index among the objects.
    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<PyMesh> {
        let nodes = self.nodes();
        let node = match key.extract::<isize>() {
            Ok(index) => {
                let place = match usize::try_from(index) {
                    Ok(place) => Some(place),
                    Err(_) => nodes.len().checked_sub(index.unsigned_abs()),
                };
                place.and_then(|place| nodes.get(place).copied())
            }
            Err(_) => {
                let name: String = key.extract()?;
                let mut named = nodes
                    .iter()
                    .filter(|&&node| self.document.scene.nodes[node].name == name);
                let found = named.next().copied();
                if named.next().is_some() {
                    return Err(PyKeyError::new_err(format!(
                        "several objects have the name {name:?}; use an index"
                    )));
                }
                found
            }
        };
        let node = match node {
            Some(node) => node,
            // Iteration over a sequence ends with an IndexError.
            None if key.extract::<isize>().is_ok() => {
                return Err(pyo3::exceptions::PyIndexError::new_err(format!(
                    "there are {} objects",
                    nodes.len()
                )));
            }
            None => return Err(PyKeyError::new_err(key.clone().unbind())),
        };
        let scene = &self.document.scene;
        let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh].mesh);
        let mesh = mesh.ok_or_else(|| PyKeyError::new_err(key.clone().unbind()))?;
        let placed = world_mesh(mesh, &scene.world_transforms()[node]).map_err(geometry)?;
        Ok(PyMesh(SharedMesh::new(placed.into_owned())))
    }

    /// Cuts the objects by a plane: sides, sections, closed halves and certificates.
    ///
    /// The call ends within 0.1 s of Ctrl-C, and the work stops after the current object.
    ///
    /// Parameters
    /// ----------
    /// plane : Plane, PlaneThrough, PlaneAt or str
    /// only : str or list of str, optional
    ///     Patterns such as ``"walls/*"`` of the objects to cut. The parts have no other objects.
    /// on_plane : {"front", "back"}, optional
    ///     As for `Mesh.section`.
    /// inside : {"nonzero", "odd"}, optional
    ///     As for `Mesh.section`.
    /// unit : str, optional
    ///     The unit of the coordinates, if the files have none.
    /// format : {"stl", "obj", "ply", "off", "3mf", "glb"}, optional
    ///     The format in which `Cut.write` writes the parts; otherwise that of the first file, or "glb". The coordinates of
    ///     the parts have its numbers: 64 bits for "obj", "ply", "off" and "3mf", and 32 bits for "stl" and "glb".
    /// progress : callable, optional
    ///     Called with the number of objects done so far. An exception stops the work.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> cut = tr.Scene({"tetrahedron": mesh}).cut("z = 3", progress=print)
    /// 1
    /// >>> cut.objects[0]["section_area"]
    /// 4.5
    #[pyo3(signature = (plane, *, only = None, on_plane = "front", inside = "nonzero", unit = None, format = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn cut(
        &self,
        plane: &Bound<'_, PyAny>,
        only: Option<Names>,
        on_plane: &str,
        inside: &str,
        unit: Option<String>,
        format: Option<&str>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCut> {
        let options = Options {
            only,
            on_plane,
            inside,
            unit,
            format,
        };
        let question = Question::new(Asked::plane(plane)?, options)?;
        self.answer(plane.py(), question, progress)
    }

    /// Returns the drawing of the section of the objects, without computing halves.
    ///
    /// The parameters are those of `cut`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> tr.Scene({"tetrahedron": mesh}).section("z = 3").to_svg()[:4]
    /// '<svg'
    #[pyo3(signature = (plane, *, only = None, on_plane = "front", inside = "nonzero", unit = None, progress = None))]
    fn section(
        &self,
        plane: &Bound<'_, PyAny>,
        only: Option<Names>,
        on_plane: &str,
        inside: &str,
        unit: Option<String>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyDrawing> {
        let options = Options {
            only,
            on_plane,
            inside,
            unit,
            format: None,
        };
        let Question { request, .. } = Question::new(Asked::plane(plane)?, options)?;
        let document = self.document.clone();
        let drawing = long(plane.py(), progress, move |progress| {
            let task = request.begin_any(&document)?.stopped_by(progress.flag());
            let answer = task.sections(&document, |stage| report(progress, stage))?;
            Ok::<_, UserError>(drawing_of_section(&request, &answer, 0))
        })?;
        drawing.map(PyDrawing).map_err(|error| refused(&error))
    }

    /// Cuts the objects by a convex region into the part inside and the part outside.
    ///
    /// Parameters
    /// ----------
    /// region : Region, Frustum, or list of Plane, PlaneThrough, PlaneAt or str
    ///     As for `Mesh.cut_by_region`.
    /// only, on_plane, inside, unit, format, progress
    ///     As for `cut`.
    ///
    /// Returns
    /// -------
    /// Cut
    ///     A cut with the parts `inside` and `outside`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> cut = tr.Scene({"tetrahedron": mesh}).cut_by_region(["z = 0", "3 = z"])
    /// >>> cut.inside[0].volume, cut.outside[0].volume, cut.is_correct
    /// (31.5, 4.5, True)
    /// >>> cut.objects[0]["relation"], list(cut.drawings), cut.report["planes"][1]["cap_area"]
    /// ('meets', ['2'], 4.5)
    #[pyo3(signature = (region, *, only = None, on_plane = "front", inside = "nonzero", unit = None, format = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn cut_by_region(
        &self,
        region: &Bound<'_, PyAny>,
        only: Option<Names>,
        on_plane: &str,
        inside: &str,
        unit: Option<String>,
        format: Option<&str>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCut> {
        let options = Options {
            only,
            on_plane,
            inside,
            unit,
            format,
        };
        let question = Question::new(Asked::region(region)?, options)?;
        self.answer(region.py(), question, progress)
    }

    /// Divides the objects by several planes, or by the families of parallel planes of a grid.
    ///
    /// Parameters
    /// ----------
    /// planes : list of Plane, PlaneThrough, PlaneAt or str, optional
    ///     As for `Mesh.divide`.
    /// grid : list of str, optional
    ///     As for `Mesh.divide`. The parts have names such as ``"x2-z1"``.
    /// only, on_plane, inside, unit, format, progress
    ///     As for `cut`.
    ///
    /// Returns
    /// -------
    /// Cut
    ///     A cut with one part per combination of sides in which an object lies.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> scene = tr.Scene({"tetrahedron": mesh})
    /// >>> division = scene.divide(["z = 3", "x = 9"])
    /// >>> [(part.sides[0].name, part.scene[0].volume) for part in division.parts], division.is_correct
    /// ([('FRONT', 4.5), ('BACK', 31.5)], True)
    /// >>> slices = scene.divide(grid=["z=0..6 step 3"])
    /// >>> [(part.name, part.scene[0].volume) for part in slices.parts]
    /// [('z2', 4.5), ('z1', 31.5)]
    #[pyo3(signature = (planes = None, *, grid = None, only = None, on_plane = "front", inside = "nonzero", unit = None, format = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn divide(
        &self,
        py: Python<'_>,
        planes: Option<&Bound<'_, PyAny>>,
        grid: Option<Vec<String>>,
        only: Option<Names>,
        on_plane: &str,
        inside: &str,
        unit: Option<String>,
        format: Option<&str>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCut> {
        let options = Options {
            only,
            on_plane,
            inside,
            unit,
            format,
        };
        let question = Question::new(Asked::division(py, planes, grid)?, options)?;
        self.answer(py, question, progress)
    }

    /// Returns the sections of the objects by many parallel planes, in ascending order of their heights.
    ///
    /// Parameters
    /// ----------
    /// direction, heights, step, count, on_plane, inside
    ///     As for `Mesh.layers`. Multiples of a step run from the bottom to the top of the scene.
    /// only : str or list of str, optional
    ///     Patterns of the names of the objects, as for `cut`.
    ///
    /// Returns
    /// -------
    /// SceneLayers
    ///     An iterator of `SceneLayer` with `height`, `plane` and `sections`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> for layer in tr.Scene({"tetrahedron": mesh}).layers("z", heights=[3, 7]):
    /// ...     print(layer)
    /// <transect.SceneLayer: height 3, 1 object>
    /// <transect.SceneLayer: height 7, 0 objects>
    #[pyo3(signature = (direction, *, heights = None, step = None, count = None, only = None, on_plane = "front", inside = "nonzero"))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn layers(
        &self,
        direction: &Bound<'_, PyAny>,
        heights: Option<&Bound<'_, PyAny>>,
        step: Option<f64>,
        count: Option<usize>,
        only: Option<Names>,
        on_plane: &str,
        inside: &str,
    ) -> PyResult<SceneLayers> {
        let py = direction.py();
        let direction = direction_of(direction)?;
        let wanted = self.wanted(only)?;
        let heights = heights_of(heights, step, count, || self.range(direction, &wanted))?;
        let document = self.document.clone();
        SceneLayers::start(
            py,
            document,
            direction,
            heights,
            wanted,
            rule(on_plane, inside)?,
        )
    }

    /// Returns all objects as one mesh, in world coordinates.
    ///
    /// Parameters
    /// ----------
    /// only : str or list of str, optional
    ///     Patterns of the names of the objects, as for `cut`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> tr.Scene({"a": mesh, "b": mesh}).to_mesh(only="a").volume
    /// 36.0
    #[pyo3(signature = (*, only = None))]
    pub(crate) fn to_mesh(&self, py: Python<'_>, only: Option<Names>) -> PyResult<PyMesh> {
        let wanted = self.wanted(only)?;
        let document = self.document.clone();
        let mesh = long(py, None, move |_| merged(&document.scene, &wanted))?;
        mesh.map(SharedMesh::new).map(PyMesh).map_err(geometry)
    }

    /// Starts the viewer and opens its page in a tab of the browser: drag the plane, and the exact section follows.
    ///
    /// A scene that was made in memory is first written into a temporary folder.
    ///
    /// Parameters
    /// ----------
    /// plane : Plane, PlaneThrough, PlaneAt or str, optional
    ///     The first plane.
    /// unit : str, optional
    ///     The unit of the coordinates, if the files have none.
    /// inside : {"nonzero", "odd"}, optional
    ///     The points inside, as for `cut`, when the page opens.
    /// opens_tab : bool, optional
    ///     If `False`, the browser is not opened. `Viewer.url` is the address.
    ///
    /// Returns
    /// -------
    /// Viewer
    ///     The running viewer. It ends with its method `stop`, or with this process.
    ///
    /// Raises
    /// ------
    /// RuntimeError
    ///     If this package was built without the page of the viewer, or if the viewer does not start.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> triangle = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    /// >>> viewer = tr.Scene({"triangle": triangle}).view("x = 0.5", opens_tab=False)
    /// >>> viewer.url.startswith("http://127.0.0.1:"), viewer.stop()
    /// (True, None)
    #[pyo3(signature = (plane = None, *, unit = None, inside = "nonzero", opens_tab = true))]
    fn view<'py>(
        slf: &Bound<'py, Self>,
        plane: Option<&Bound<'py, PyAny>>,
        unit: Option<String>,
        inside: &str,
        opens_tab: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        require_page()?;
        let plane = plane.map(cutter_of).transpose()?;
        let mut flags = plane.as_ref().map(flags_of).unwrap_or_default();
        flags.push(format!("--inside={}", inside_rule(inside)?.name()));
        let viewer = slf.py().import("transect._viewer")?.getattr("Viewer")?;
        viewer.call1((slf, flags, unit, opens_tab))
    }

    /// Returns the page of the viewer with this scene and the answers for some planes, in one HTML file.
    ///
    /// A notebook shows the page inline. It needs no server and no network.
    ///
    /// Parameters
    /// ----------
    /// *planes : Plane, PlaneThrough, PlaneAt or str
    ///     Without planes, the page has a level plane through a large section.
    /// unit : str, optional
    ///     The unit of the coordinates, if the files have none.
    /// inside : {"nonzero", "odd"}, optional
    ///     The points inside, as for `cut`, in all answers.
    ///
    /// Returns
    /// -------
    /// Page
    ///     The page. `Page.write` writes it into a file.
    ///
    /// Raises
    /// ------
    /// RuntimeError
    ///     If this package was built without the page of the viewer.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> triangle = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    /// >>> page = tr.Scene({"triangle": triangle}).page("x = 0.5")
    /// >>> page.html[:15]
    /// '<!doctype html>'
    #[pyo3(signature = (*planes, unit = None, inside = "nonzero"))]
    fn page<'py>(
        slf: &Bound<'py, Self>,
        planes: &Bound<'py, PyTuple>,
        unit: Option<String>,
        inside: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        require_page()?;
        let module = slf.py().import("transect._viewer")?;
        module.call_method1("page_of", (slf, planes, unit, inside))
    }

    /// Writes the scene as STL, OBJ, PLY, OFF, 3MF or GLB; the extension of the path decides.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    /// force : bool, optional
    ///     Replaces an existing file. A file that the scene was read from is never replaced.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib, tempfile, transect as tr
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "triangle.glb"
    /// >>> tr.Scene({"t": tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])}).write(path)
    /// >>> tr.read(path)
    /// <transect.Scene: 1 object, 1 face>
    #[pyo3(signature = (path, *, force = false))]
    pub(crate) fn write(&self, py: Python<'_>, path: PathBuf, force: bool) -> PyResult<()> {
        let format = format_of(&path)?;
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem
            .ok_or_else(|| file(format!("{}: the name is not text", path.display())))?
            .to_string();
        let document = self.document.clone();
        let written = long(py, None, move |_| {
            let mut outputs = Outputs::new(&folder, force)?;
            outputs.protect(document.files());
            transect_io::write(&document, format, &mut outputs, &stem)?;
            outputs.commit()
        })?;
        let written = written.map_err(|error: WriteError| unwritten(&error.into()));
        written.map(drop)
    }

    fn __len__(&self) -> usize {
        self.document.scene.objects().count()
    }

    fn __repr__(&self) -> String {
        let nodes = self.nodes();
        let faces = nodes
            .iter()
            .filter_map(|&node| self.document.scene.nodes[node].mesh);
        let faces: usize = faces
            .map(|mesh| self.document.scene.meshes[mesh].mesh.triangles().len())
            .sum();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        format!(
            "<transect.Scene: {} object{}, {faces} face{}>",
            nodes.len(),
            plural(nodes.len()),
            plural(faces)
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pickle = Pickle::Scene {
            document: Cow::Borrowed(&self.document),
            is_of_files: self.is_of_files,
        };
        pickle.reduced(py)
    }
}

/// Returns the format that the extension of a path names.
fn format_of(path: &Path) -> PyResult<Format> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    format_named(extension.unwrap_or_default()).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{}: the extension must be .stl, .obj, .ply or .glb",
            path.display()
        ))
    })
}
