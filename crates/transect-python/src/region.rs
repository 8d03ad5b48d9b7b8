//! Convex regions: the common front of several planes.

use numpy::IntoPyArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{Overlap, Plane, Region};

use crate::array::vector;
use crate::bitmaps::Bitmaps;
use crate::errors::geometry;
use crate::plane::{PyPlane, planes_of};
use crate::shapes::{Shapes, Single};
use crate::table::{Answers, Question, Table};
use crate::types::{make, overlap};

/// A convex region: the points in front of or on every one of several planes.
///
/// Parameters
/// ----------
/// planes : iterable of Plane or str
///     The planes, whose fronts are inside. A region without planes is all of space.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> slab = tr.Region(["z = 0", "1 = z"])
/// >>> slab.overlap([0, 0, 1])
/// <Overlap.INSIDE: 1>
/// >>> slab.overlap(tr.Boxes([[0, 0, 0.5, 1, 1, 2], [0, 0, 3, 1, 1, 4]]))
/// array([ 0, -1], dtype=int8)
#[pyclass(module = "transect", name = "Region", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyRegion(pub(crate) Vec<Plane>);

/// Returns the exact or the conservative relation of shapes to a region.
pub(crate) fn relation<'py>(
    planes: &[Plane],
    shapes: &Bound<'py, PyAny>,
    nan: &str,
    is_exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = shapes.py();
    let region = Region::new(planes);
    let of_table = |table: &Table| {
        let question = Question::Overlap(planes, is_exact);
        Bitmaps::of(py, table, question)?.into_numbers(py, nan)
    };
    let single = |shape: Single<'_>| match (shape, is_exact) {
        (Single::Aabb(aabb), true) => region.overlap(aabb),
        (Single::Aabb(aabb), false) => region.overlap_conservative(aabb),
        (Single::Sphere(sphere), true) => region.overlap_sphere(sphere),
        (Single::Sphere(sphere), false) => region.overlap_conservative(sphere),
        (Single::Parallelepiped(oriented), true) => region.overlap(oriented),
        (Single::Parallelepiped(oriented), false) => region.overlap_conservative(oriented),
        (Single::Hull(hull), true) => region.overlap(hull),
        (Single::Hull(hull), false) => region.overlap_conservative(hull),
    };
    match Shapes::asked_of(shapes, planes)? {
        Shapes::Table(table) => of_table(table),
        Shapes::Array(table) => of_table(&table),
        Shapes::Point(point) => overlap(
            py,
            if region.contains(&point) {
                Overlap::Inside
            } else {
                Overlap::Outside
            },
        ),
        Shapes::Single(shape) => overlap(py, single(shape)),
    }
}

/// Returns, for each row, the bits of the planes behind which part of the shape lies.
fn plane_masks<'py>(planes: &[Plane], shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = shapes.py();
    if planes.len() > 32 {
        return Err(PyValueError::new_err(format!(
            "a mask has a bit for each of 32 planes: there are {}",
            planes.len()
        )));
    }
    crate::plane::with_table(shapes, |table| {
        let mut masks = vec![0_u32; table.rows];
        table.ask(py, Question::PlaneMasks(planes), Answers::Masks(&mut masks))?;
        Ok(masks.into_pyarray(py).into_any())
    })
}

#[pymethods]
impl PyRegion {
    #[new]
    fn new(planes: &Bound<'_, PyAny>) -> PyResult<Self> {
        if planes.is_instance_of::<pyo3::types::PyString>() {
            return Err(PyTypeError::new_err(
                "a region is a list of planes, not one str",
            ));
        }
        planes_of(planes).map(Self)
    }

    /// Returns the region of an axis-aligned box: six planes.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Region.box([0, 0, 0], [1, 1, 1]).overlap([1, 1, 1])
    /// <Overlap.INSIDE: 1>
    #[staticmethod]
    fn r#box(min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let aabb =
            transect::Aabb::new(vector(min, "min")?, vector(max, "max")?).map_err(geometry)?;
        Ok(Self(transect::ConvexRegion::from(aabb).planes().to_vec()))
    }

    /// The planes.
    #[getter]
    fn planes(&self) -> Vec<PyPlane> {
        self.0.iter().copied().map(PyPlane).collect()
    }

    /// Returns the exact relation of one shape, or of each row of a batch.
    ///
    /// Parameters
    /// ----------
    /// shapes : as for `Plane.side`
    /// nan : {"error", "null"}, optional
    ///     A null row is an error, or it is masked in the result.
    ///
    /// Returns
    /// -------
    /// Overlap, or ndarray of int8
    ///     −1 outside, 0 partly inside, 1 inside.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> corner = tr.Region(["x = 0", "1 = x + y"])
    /// >>> corner.overlap(tr.Box([-1, 1.5, 0], [0.5, 2, 0]))  # no single plane has the box behind it
    /// <Overlap.OUTSIDE: -1>
    #[pyo3(signature = (shapes, *, nan = "error"))]
    fn overlap<'py>(&self, shapes: &Bound<'py, PyAny>, nan: &str) -> PyResult<Bound<'py, PyAny>> {
        relation(&self.0, shapes, nan, true)
    }

    /// Returns the relation judged by one plane at a time: near an edge or a corner of the region, a shape outside may
    /// be reported as partly inside.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> corner = tr.Region(["x = 0", "1 = x + y"])
    /// >>> corner.overlap_conservative(tr.Box([-1, 1.5, 0], [0.5, 2, 0]))
    /// <Overlap.MEETS: 0>
    #[pyo3(signature = (shapes, *, nan = "error"))]
    fn overlap_conservative<'py>(
        &self,
        shapes: &Bound<'py, PyAny>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        relation(&self.0, shapes, nan, false)
    }

    /// Returns one uint32 per row of a batch: bit k is set if part of the shape is behind plane k.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Region(["z = 0", "1 = z"]).plane_masks([[0, 0, -1], [0, 0, 0.5], [0, 0, 2]])
    /// array([1, 0, 2], dtype=uint32)
    fn plane_masks<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        plane_masks(&self.0, shapes)
    }

    /// Returns the numbers of rows outside, partly inside, inside, and null.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Region(["z = 0", "1 = z"]).overlap_counts([[0, 0, -1], [0, 0, 0.5], [0, 0, 2]])
    /// RegionCounts(outside=2, meets=0, inside=1, null=0)
    fn overlap_counts<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = shapes.py();
        crate::plane::with_table(shapes, |table| {
            let bitmaps = Bitmaps::of(py, table, Question::Overlap(&self.0, true))?;
            make(py, "RegionCounts", <(_, _, _, _)>::from(bitmaps.counts()))
        })
    }

    /// Returns `True` if no point is in the region. This is exact.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Region(["z = 1", "0 = z"]).is_empty()
    /// True
    fn is_empty(&self) -> bool {
        Region::new(&self.0).is_empty()
    }

    /// Returns `True` if the region does not extend to infinity. This is exact.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Region(["z = 0", "1 = z"]).is_bounded()
    /// False
    fn is_bounded(&self) -> bool {
        Region::new(&self.0).is_bounded()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let planes: Vec<String> = self.0.iter().map(|plane| format!("'{plane}'")).collect();
        format!("transect.Region([{}])", planes.join(", "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().planes(),)).into_pyobject(slf.py())
    }
}
