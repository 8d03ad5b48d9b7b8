//! The methods of triangle meshes.

use std::borrow::Cow;
use std::path::PathBuf;

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect_mesh::{Attributes, Mesh, RawMesh};

use crate::array::array_of;
use crate::attribute_layers::{attributes_of, layers_of};
use crate::columns::{Columns, POINTS};
use crate::curve::PyCurve;
use crate::cut_question::division_of;
use crate::cutting_plane::cutter_of;
use crate::division::Division;
use crate::errors::geometry;
use crate::faces::faces_of;
use crate::heights::{direction_of, heights_of, range_of};
use crate::layers::Layers;
use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::Pickle;
use crate::region_argument::cutting_region_of;
use crate::region_cut::RegionCut;
use crate::scene::{PyScene, read, weld_distance};
use crate::section::{PySection, inside_rule, rule};
use crate::split::PySplit;
use crate::types::{make, side};
use crate::work::long;

/// The mesh of another package: vertices, faces, the rows of the corners of each face, and layers of attributes.
type Exchanged<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Vec<(String, Bound<'py, PyAny>)>,
);

/// A mesh of fewer triangles is made at once, without a thread that Ctrl-C can interrupt.
const SMALL: usize = 100_000;

impl PyMesh {
    fn from_interop(function: &str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let interop = object.py().import("transect._interop")?;
        let given = interop.call_method1(function, (object,))?;
        if let Ok((vertices, faces)) = given.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
            return Self::new(&vertices, &faces);
        }
        let (vertices, faces, corners, layers): Exchanged<'_> = given.extract()?;
        Self::with(&vertices, &faces, attributes_of(&corners, layers)?)
    }

    /// Returns a mesh with attributes.
    fn with(
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        attributes: Attributes,
    ) -> PyResult<Self> {
        let py = vertices.py();
        let argument = "vertices";
        let positions = Columns::of(vertices, POINTS.of(argument).in_3d())?.rows::<3>()?;
        let triangles = faces_of(faces)?;
        let is_small = triangles.len() < SMALL;
        let make = move || {
            Mesh::new(RawMesh {
                positions,
                triangles,
                attributes,
                ..RawMesh::default()
            })
        };
        let mesh = if is_small {
            py.detach(make)
        } else {
            long(py, None, move |_| make())?
        };
        mesh.map(SharedMesh::new).map(Self).map_err(geometry)
    }

    fn to_interop<'py>(slf: &Bound<'py, Self>, function: &str) -> PyResult<Bound<'py, PyAny>> {
        let interop = slf.py().import("transect._interop")?;
        interop.call_method1(function, (slf,))
    }
}

#[pymethods]
impl PyMesh {
    #[new]
    fn new(vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::with(vertices, faces, Attributes::default())
    }

    /// Returns all objects of STL, OBJ, PLY, OFF, 3MF, GLB and glTF files as one mesh, in world coordinates.
    ///
    /// `transect.read` keeps the objects, their names and their materials.
    ///
    /// Parameters
    /// ----------
    /// *paths : str or os.PathLike
    ///
    /// Examples
    /// --------
    /// >>> import pathlib, tempfile, transect as tr
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "wedge.obj"
    /// >>> _ = path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
    /// >>> tr.Mesh.read(path)
    /// <transect.Mesh: 4 vertices, 4 faces, closed>
    #[staticmethod]
    #[pyo3(signature = (*paths))]
    fn read(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Self> {
        read(py, paths, None, None, None)?.to_mesh(py, None)
    }

    /// Writes the mesh to a file. Its object has the name of the file.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    ///     The extension .stl, .obj, .ply or .glb selects the format. OBJ and PLY files have 64-bit coordinates, and STL and
    ///     GLB files 32-bit ones.
    /// force : bool, optional
    ///     Replaces an existing file.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib, tempfile, transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "corner.ply"
    /// >>> mesh.write(path)
    /// >>> tr.read(path).names
    /// ['corner']
    #[pyo3(signature = (path, *, force = false))]
    fn write(&self, py: Python<'_>, path: PathBuf, force: bool) -> PyResult<()> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        PyScene::of_mesh(&name, &self.0).write(py, path.clone(), force)
    }

    /// Returns the mesh of a `trimesh.Trimesh`, or of any object with `vertices` and `faces`.
    ///
    /// Colours of vertices or faces and texture coordinates are kept. A warning names other content of `visual`, such as an
    /// image, and attributes of vertices and faces.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> class Quacks:
    /// ...     vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    /// ...     faces = [[0, 1, 2]]
    /// >>> tr.Mesh.from_trimesh(Quacks())
    /// <transect.Mesh: 3 vertices, 1 face, open>
    #[staticmethod]
    fn from_trimesh(mesh: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_interop("from_trimesh", mesh)
    }

    /// Returns the mesh of a `manifold3d.Manifold` or a `manifold3d.Mesh`.
    #[staticmethod]
    fn from_manifold(mesh: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_interop("from_manifold", mesh)
    }

    /// Returns the mesh of a `pyvista.PolyData` of triangles.
    #[staticmethod]
    fn from_pyvista(mesh: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_interop("from_pyvista", mesh)
    }

    /// Returns the triangles of a `meshio.Mesh`. Cells of other kinds are an error.
    #[staticmethod]
    fn from_meshio(mesh: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_interop("from_meshio", mesh)
    }

    /// Returns a `trimesh.Trimesh` with the same vertices and faces, and with colours and texture coordinates. Needs trimesh.
    ///
    /// trimesh has one value per vertex: where the corners at a vertex differ, it becomes several vertices. Normals are
    /// kept if no vertex has several. A warning names other attributes, such as tangents.
    fn to_trimesh<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_interop(slf, "to_trimesh")
    }

    /// Returns a `manifold3d.Manifold` of the mesh. Needs manifold3d, which rounds the vertices to float32.
    fn to_manifold<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_interop(slf, "to_manifold")
    }

    /// Returns a `pyvista.PolyData` of the mesh. Needs pyvista.
    fn to_pyvista<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_interop(slf, "to_pyvista")
    }

    /// Returns a `meshio.Mesh` of the mesh. Needs meshio.
    fn to_meshio<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_interop(slf, "to_meshio")
    }

    /// The attributes of corners, for `_interop.py`.
    #[getter(_layers)]
    fn attribute_layers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(layers_of(py, self.0.attributes())?
            .into_pyobject(py)?
            .into_any())
    }

    /// The vertices, as a new array of float64 with the shape (n, 3).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array_of(py, self.0.positions())
    }

    /// The faces, as a new array of uint32 with the shape (m, 3).
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        array_of(py, self.0.triangles())
    }

    /// `True` if every directed edge occurs as often as its reverse.
    #[getter]
    fn is_closed(&self) -> bool {
        self.0.boundary().is_closed()
    }

    /// The number of directed edges without a matching reverse edge.
    #[getter]
    fn open_edges(&self) -> usize {
        self.0.boundary().open_edges()
    }

    /// Returns this mesh with cracks up to a width closed.
    ///
    /// Only vertices on open edges move, each onto another one. A second weld changes nothing.
    ///
    /// Parameters
    /// ----------
    /// distance : float
    ///     The largest distance of vertices that are joined.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1e-9, 0], [1e-9, 1, 0], [1, 1, 0]]
    /// >>> mesh = tr.Mesh(corners, [[0, 1, 2], [3, 5, 4]])
    /// >>> mesh.open_edges, mesh.welded(1e-8).open_edges
    /// (6, 4)
    fn welded(&self, py: Python<'_>, distance: f64) -> PyResult<Self> {
        let (mesh, distance) = (self.0.clone(), weld_distance(distance)?);
        let welded = long(py, None, move |_| mesh.welded(distance))?;
        Ok(Self(SharedMesh::new(welded.mesh)))
    }

    /// Returns this mesh with each rim filled by a fan of triangles. The result is closed.
    ///
    /// A rim is a group of open edges that share vertices. The fan is around the vertex of the rim with the least index.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], [[0, 2, 1], [0, 1, 3], [1, 2, 3]])
    /// >>> mesh.is_closed, mesh.with_filled_rims().volume
    /// (False, 36.0)
    fn with_filled_rims(&self, py: Python<'_>) -> PyResult<Self> {
        let mesh = self.0.clone();
        let filled = long(py, None, move |_| mesh.with_filled_rims())?;
        Ok(Self(SharedMesh::new(filled.map_err(geometry)?.mesh)))
    }

    /// Returns the closed shells of this mesh as one mesh. A shell is a group of faces that are connected by edges.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> points = [[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6], [9, 9, 9], [9, 9, 8]]
    /// >>> mesh = tr.Mesh(points, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2], [3, 4, 5]])
    /// >>> mesh.is_closed, mesh.closed_shells().volume
    /// (False, 36.0)
    fn closed_shells(&self, py: Python<'_>) -> PyResult<Self> {
        let mesh = self.0.clone();
        let shells = long(py, None, move |_| mesh.closed_shells())?;
        Ok(Self(SharedMesh::new(shells.mesh)))
    }

    /// Returns the height of the lowest open edge along a direction, or `None` if no part of the mesh lies below it.
    ///
    /// Up to this height, the curve of `with_filled_rims()` has the volumes of this mesh. For a closed mesh, the height is
    /// infinite.
    ///
    /// Examples
    /// --------
    /// A tank without its lid:
    ///
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 6], [6, 0, 6], [0, 6, 6], [0, 0, 0]], [[0, 3, 1], [1, 3, 2], [2, 3, 0]])
    /// >>> mesh.closed_below("z"), mesh.closed_below([0, 0, -1])
    /// (6.0, None)
    /// >>> mesh.with_filled_rims().curve("z").at(3).volume
    /// 4.5
    fn closed_below(&self, direction: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let (mesh, py) = (self.0.clone(), direction.py());
        let direction = direction_of(direction)?;
        let below = long(py, None, move |_| mesh.curve_below_rims(direction))?;
        Ok(below.map_err(geometry)?.map(|below| below.closed_below))
    }

    /// The enclosed volume, rounded. It is meaningful only if the mesh is closed.
    #[getter]
    fn volume(&self) -> f64 {
        self.0.volume()
    }

    /// The area of the faces, rounded.
    #[getter]
    fn area(&self) -> f64 {
        self.0.area()
    }

    /// The least and the greatest corner of the bounding box, or `None` for an empty mesh.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let bounds = self.0.bounds();
        bounds
            .map(|bounds| array_of(py, &[bounds.min(), bounds.max()]))
            .transpose()
    }

    /// Returns the volume, the centroid and the inertia with bounds of their errors, or `None` for an open mesh.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.mass_properties().centroid
    /// (1.5, 1.5, 1.5)
    fn mass_properties<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        type Row = (f64, f64, f64);
        let mesh = self.0.clone();
        let Some(found) = long(py, None, move |_| mesh.mass_properties())? else {
            return Ok(None);
        };
        let centroid: Option<Row> = found.centroid.map(Into::into);
        let inertia: Option<(Row, Row, Row)> = found.inertia.map(|rows| rows.map(Row::from).into());
        let fields = (
            found.volume,
            found.volume_error,
            centroid,
            found.centroid_error,
            inertia,
            found.inertia_error,
        );
        make(py, "MassProperties", fields).map(Some)
    }

    /// Returns the exact side of the mesh: on the plane if a vertex is on it, or if vertices lie on both sides.
    ///
    /// An empty mesh has no side; the result is `None`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    /// >>> mesh.side("z = 1")
    /// <Side.BACK: -1>
    fn side<'py>(&self, plane: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = plane.py();
        let reach = self.0.reach(&cutter_of(plane)?);
        let reach = reach.map(|reach| side(py, reach.extent.side()));
        reach.transpose()
    }

    /// Returns the section by a plane: the outlines of the material in the plane.
    ///
    /// Parameters
    /// ----------
    /// plane : Plane, PlaneThrough, PlaneAt or str
    /// on_plane : {"front", "back"}, optional
    ///     The side on which vertices in the plane count. It matters where faces lie in the plane: ``"front"`` gives the
    ///     limit of sections that approach from behind, ``"back"`` the limit from the front.
    /// inside : {"nonzero", "odd"}, optional
    ///     The points inside, for areas, perimeters, drawings and polygons: ``"nonzero"`` unites bodies that overlap, and fills
    ///     bodies that are inside out; ``"odd"`` leaves out what two bodies share.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.section("z = 3").area
    /// 4.5
    #[pyo3(signature = (plane, *, on_plane = "front", inside = "nonzero"))]
    fn section(
        &self,
        plane: &Bound<'_, PyAny>,
        on_plane: &str,
        inside: &str,
    ) -> PyResult<PySection> {
        let py = plane.py();
        let (plane, rule) = (cutter_of(plane)?, rule(on_plane, inside)?);
        let mesh = self.0.clone();
        let sections = long(py, None, move |_| mesh.sections(&plane))?;
        Ok(PySection::new(sections.into(), *plane.plane(), rule))
    }

    /// Cuts the mesh by a plane into two halves. The halves of a closed mesh are closed.
    ///
    /// The call ends within 0.1 s of Ctrl-C; its thread ends when it has finished the mesh.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> front, back = mesh.split("z = 3")
    /// >>> front.is_closed and back.is_closed
    /// True
    fn split(&self, plane: &Bound<'_, PyAny>) -> PyResult<PySplit> {
        let py = plane.py();
        let plane = cutter_of(plane)?;
        let mesh = self.0.clone();
        let split = long(py, None, move |_| mesh.split(&plane))?;
        Ok(PySplit::new(self.0.clone(), plane, split))
    }

    /// Returns the sections by many parallel planes, in ascending order of their heights.
    ///
    /// Layers are computed on a thread of their own while the caller uses earlier layers.
    ///
    /// Parameters
    /// ----------
    /// direction : {"x", "y", "z"} or array_like, shape (3,)
    ///     The normal of the planes.
    /// heights : array_like, shape (n,), optional
    ///     A plane at height h is direction · p = h.
    /// step : float, optional
    ///     Instead of heights: the distance of the planes. Heights are multiples of the step, from the bottom to the top
    ///     of the mesh.
    /// count : int, optional
    ///     Instead of heights: the number of layers of equal thickness, from the bottom to the top of the mesh. The planes
    ///     are in the middle of the layers.
    /// on_plane : {"front", "back"}, optional
    ///     As for `section`.
    /// inside : {"nonzero", "odd"}, optional
    ///     As for `section`.
    ///
    /// Returns
    /// -------
    /// Layers
    ///     An iterator of `Layer` with `height` and `section`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> [(layer.height, layer.section.area) for layer in mesh.layers("z", heights=[3, 5])]
    /// [(3.0, 4.5), (5.0, 0.5)]
    /// >>> [layer.height for layer in mesh.layers("z", count=3)]
    /// [1.0, 3.0, 5.0]
    #[pyo3(signature = (direction, *, heights = None, step = None, count = None, on_plane = "front", inside = "nonzero"))]
    fn layers(
        &self,
        direction: &Bound<'_, PyAny>,
        heights: Option<&Bound<'_, PyAny>>,
        step: Option<f64>,
        count: Option<usize>,
        on_plane: &str,
        inside: &str,
    ) -> PyResult<Layers> {
        let py = direction.py();
        let direction = direction_of(direction)?;
        let heights = heights_of(heights, step, count, || range_of(&self.0, direction))?;
        Layers::start(
            py,
            self.0.clone(),
            direction,
            heights,
            rule(on_plane, inside)?,
        )
    }

    /// Returns the mesh that bounds the points inside, or None if it is not known: if the mesh is open, or if bodies cross, or
    /// touch in some ways.
    ///
    /// Bodies that are inside out are turned, and bodies that change nothing are left out. So the volume, the centroid and
    /// the curve of the mesh are those of the points inside.
    ///
    /// Parameters
    /// ----------
    /// rule : {"nonzero", "odd"}, optional
    ///     As `inside` of `section`.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> inverted = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                    [[0, 1, 2], [0, 3, 1], [1, 3, 2], [0, 2, 3]])
    /// >>> inverted.volume, inverted.inside().volume
    /// (-36.0, 36.0)
    #[pyo3(signature = (rule = "nonzero"))]
    fn inside(&self, py: Python<'_>, rule: &str) -> PyResult<Option<Self>> {
        let rule = inside_rule(rule)?;
        let mesh = self.0.clone();
        let found = long(py, None, move |_| mesh.inside(rule).map(Cow::into_owned))?;
        Ok(found.map(|mesh| Self(SharedMesh::new(mesh))))
    }

    /// Returns the curve of area and volume against height, for a closed mesh.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.curve("z").at(3).volume
    /// 31.5
    fn curve(&self, direction: &Bound<'_, PyAny>) -> PyResult<PyCurve> {
        let py = direction.py();
        let direction = direction_of(direction)?;
        let mesh = self.0.clone();
        let curve = long(py, None, move |_| mesh.curve(direction))?;
        let curve = curve.map_err(geometry)?;
        Ok(PyCurve::new(self.0.clone(), direction, curve))
    }

    /// Cuts the mesh by a convex region into the part inside and the rest. Both parts of a closed mesh are closed.
    ///
    /// The parts are exact pieces of the mesh, and each coordinate of a cut vertex is rounded once. So the order of the
    /// planes does not matter.
    ///
    /// Parameters
    /// ----------
    /// region : Region, Frustum, or list of Plane, PlaneThrough, PlaneAt or str
    ///     The planes of a list, whose fronts are inside, may be of several kinds.
    ///
    /// Returns
    /// -------
    /// RegionCut
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> cut = mesh.cut_by_region(tr.Region.box([0, 0, 0], [1, 1, 1]))
    /// >>> cut.inside.volume, cut.relation
    /// (1.0, <Overlap.MEETS: 0>)
    fn cut_by_region(&self, region: &Bound<'_, PyAny>) -> PyResult<RegionCut> {
        let py = region.py();
        let planes = cutting_region_of(region)?;
        let (mesh, own) = (self.0.clone(), planes.clone());
        let cut = long(py, None, move |_| mesh.cut_by_planes(&own))?;
        Ok(RegionCut::new(self.0.clone(), planes, cut))
    }

    /// Divides the mesh by several planes. The parts of a closed mesh are closed.
    ///
    /// Each combination of sides in which something of the mesh lies is a part. The parts are exact pieces of the mesh,
    /// and each coordinate of a cut vertex is rounded once. So the order of the planes does not matter.
    ///
    /// Parameters
    /// ----------
    /// planes : list of Plane, PlaneThrough, PlaneAt or str, optional
    ///     Any number of planes, which may be of several kinds.
    /// grid : list of str, optional
    ///     Families of parallel planes instead of a list of planes: an expression, its range, and the number of cells
    ///     (``"x=0..40/4"``) or their width (``"z=0..3 step 0.5"``). The ends of the range are planes, too.
    ///
    /// Returns
    /// -------
    /// Division
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> [part.mesh.volume for part in mesh.divide(["z = 3"]).parts]
    /// [4.5, 31.5]
    /// >>> len(mesh.divide(grid=["x=0..6/2", "z=0..6 step 3"]).parts)
    /// 3
    #[pyo3(signature = (planes = None, *, grid = None))]
    fn divide(
        &self,
        py: Python<'_>,
        planes: Option<&Bound<'_, PyAny>>,
        grid: Option<Vec<String>>,
    ) -> PyResult<Division> {
        let planes = division_of(planes, grid.as_deref())?.cutters();
        let (mesh, own) = (self.0.clone(), planes.clone());
        let division = long(py, None, move |_| mesh.divided_by(&own))?;
        Ok(Division::new(self.0.clone(), planes, division))
    }

    fn __repr__(&self) -> String {
        let [vertices, faces] = [self.0.positions().len(), self.0.triangles().len()];
        let state = if self.is_closed() { "closed" } else { "open" };
        let plural = if faces == 1 { "" } else { "s" };
        format!("<transect.Mesh: {vertices} vertices, {faces} face{plural}, {state}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Pickle::Mesh(Cow::Borrowed(&*self.0)).reduced(py)
    }
}
