//! Trees over boxes.

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::batch::{AabbColumns, Scalar};
use transect::bvh::{Bvh, Coordinate, Selection};
use transect::{Aabb, Plane, Region};

use crate::aabb::AxisAlignedBox;
use crate::array::array_of;
use crate::boxes::Boxes;
use crate::errors::geometry;
use crate::plane::plane_of;
use crate::region_argument::region_of;
use crate::table::{RELEASE, Table};
use crate::types::make;
use crate::work::long;

enum Tree {
    Single(Bvh<f32>),
    Double(Bvh<f64>),
}

/// A tree over boxes: it finds the boxes that a plane, a region or a box meets, in time that depends mainly on the
/// number of found boxes.
///
/// Parameters
/// ----------
/// boxes : Boxes or array_like, shape (n, 6)
///     The boxes, which are copied. A null row is an error.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> tree = tr.Bvh([[0, 0, z, 1, 1, z + 1] for z in range(1000)])
/// >>> tree.on("z = 500.5")
/// array([500], dtype=uint32)
#[pyclass(module = "transect", name = "Bvh", frozen)]
pub(crate) struct PyBvh(Tree);

/// Builds a tree. The columns of many boxes are copied, so that a signal such as Ctrl-C ends the call at once.
fn build<T: Coordinate + Scalar + Element>(py: Python<'_>, table: &Table) -> PyResult<Bvh<T>> {
    table.expect_3d("a tree")?;
    let columns: Vec<Vec<T>> = table.with::<T, _>(py, |rows| {
        let mut room = Vec::new();
        rows.in_columns(0, rows.len(), &mut room, |columns| {
            columns.iter().map(|column| column.to_vec()).collect()
        })
    });
    let work = move || {
        let [x, y, z, to_x, to_y, to_z] = [0, 1, 2, 3, 4, 5].map(|index| &columns[index][..]);
        Bvh::build(&AabbColumns::new([x, y, z], [to_x, to_y, to_z]))
    };
    let tree = if table.rows < RELEASE {
        work()
    } else {
        long(py, None, move |_| work())?
    };
    tree.map_err(geometry)
}

/// Returns the ids of a selection in ascending order.
fn sorted(selection: &Selection<'_>) -> Vec<u32> {
    let mut ids: Vec<u32> = selection.ids().collect();
    ids.sort_unstable();
    ids
}

impl Tree {
    fn on(&self, plane: &Plane) -> Vec<u32> {
        match self {
            Self::Single(tree) => sorted(&tree.on(plane)),
            Self::Double(tree) => sorted(&tree.on(plane)),
        }
    }

    fn meeting(&self, aabb: &Aabb) -> Vec<u32> {
        match self {
            Self::Single(tree) => sorted(&tree.meeting(aabb)),
            Self::Double(tree) => sorted(&tree.meeting(aabb)),
        }
    }

    fn overlap(&self, planes: &[Plane], is_exact: bool) -> [Vec<u32>; 2] {
        let region = Region::new(planes);
        let found = match (self, is_exact) {
            (Self::Single(tree), true) => tree.overlap(&region),
            (Self::Single(tree), false) => tree.overlap_conservative(&region),
            (Self::Double(tree), true) => tree.overlap(&region),
            (Self::Double(tree), false) => tree.overlap_conservative(&region),
        };
        [sorted(&found.inside), sorted(&found.meets)]
    }
}

#[pymethods]
impl PyBvh {
    #[new]
    fn new(boxes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = boxes.py();
        let made;
        let boxes = match boxes.cast::<Boxes>() {
            Ok(boxes) => boxes,
            Err(_) => {
                made = py.get_type::<Boxes>().call1((boxes,))?;
                made.cast::<Boxes>()?
            }
        };
        let table = &boxes.get().0;
        let tree = if table.is_single {
            build(py, table).map(Tree::Single)
        } else {
            build(py, table).map(Tree::Double)
        };
        tree.map(Self)
    }

    /// Returns the rows of the boxes that a plane meets, in ascending order.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Bvh([[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2]]).on("z = 1")
    /// array([0, 1], dtype=uint32)
    fn on<'py>(&self, plane: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let py = plane.py();
        let plane = plane_of(plane)?;
        Ok(py.detach(|| self.0.on(&plane)).into_pyarray(py))
    }

    /// Returns the rows of the boxes that a box meets, in ascending order.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tree = tr.Bvh([[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2]])
    /// >>> tree.meeting(tr.Box([0, 0, 1.5], [1, 1, 3]))
    /// array([1], dtype=uint32)
    fn meeting<'py>(&self, r#box: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let py = r#box.py();
        let aabb = r#box
            .cast::<AxisAlignedBox>()
            .map_err(|_| PyTypeError::new_err("meeting needs a transect.Box"))?;
        let aabb = &aabb.get().0;
        Ok(py.detach(|| self.0.meeting(aabb)).into_pyarray(py))
    }

    /// Returns the rows of the boxes inside a region, and of those partly inside, each in ascending order.
    ///
    /// Parameters
    /// ----------
    /// region : Region, Frustum or list of planes
    /// exact : bool, optional
    ///     If false, boxes are judged by one plane at a time, as renderers cull.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tree = tr.Bvh([[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 3]])
    /// >>> tree.overlap(["z = 0", "2 = z"]).inside
    /// array([0], dtype=uint32)
    #[pyo3(signature = (region, *, exact = true))]
    fn overlap<'py>(&self, region: &Bound<'py, PyAny>, exact: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = region.py();
        let planes = region_of(region)?;
        let found = py.detach(|| self.0.overlap(&planes, exact));
        let [inside, meets] = found.map(|ids| ids.into_pyarray(py));
        make(py, "OverlapRows", (inside, meets))
    }

    fn __len__(&self) -> usize {
        match &self.0 {
            Tree::Single(tree) => tree.len(),
            Tree::Double(tree) => tree.len(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<transect.Bvh: {} boxes>", self.__len__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let array = match &slf.get().0 {
            Tree::Single(tree) => array_of(py, &rows(tree, |corner| corner as f32))?.into_any(),
            Tree::Double(tree) => array_of(py, &rows(tree, |corner| corner))?.into_any(),
        };
        (slf.get_type(), (array,)).into_pyobject(py)
    }
}

/// Returns the boxes of a tree as rows, in the order in which they were given.
fn rows<T: Coordinate, F: Copy + Default>(tree: &Bvh<T>, convert: fn(f64) -> F) -> Vec<[F; 6]> {
    let mut rows = vec![[F::default(); 6]; tree.len()];
    for (id, aabb) in tree.boxes() {
        let corners = [aabb.min(), aabb.max()];
        rows[id as usize] = std::array::from_fn(|place| convert(corners[place / 3][place % 3]));
    }
    rows
}
