//! Planes kept as three points.

use numpy::PyArray1;
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{CuttingPlane, PlaneThrough as Through, PointError};

use crate::array::{records, vector, written};
use crate::errors::geometry;
use crate::plane::{PyPlane, plane_of};
use crate::shapes::{Shapes, Single};
use crate::table::{Kind, Table};
use crate::types::side;

/// A plane kept as three points, which are counter-clockwise as seen from the front.
///
/// The coefficients of `Plane.through` are rounded, so the points may lie off that plane. The points never lie off
/// their `PlaneThrough`: cut along a face of a mesh with it.
///
/// Parameters
/// ----------
/// a, b, c : array_like, shape (3,)
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> corners = [[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]]
/// >>> tr.PlaneThrough(*corners).side(corners)
/// array([0, 0, 0], dtype=int8)
/// >>> tr.Plane.through(*corners).side(corners).any()
/// np.True_
#[pyclass(module = "transect", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PlaneThrough(pub(crate) Through);

/// Returns the plane to cut by: that of a `transect.PlaneThrough`, or of anything that [`plane_of`] accepts.
pub(crate) fn cutter_of(object: &Bound<'_, PyAny>) -> PyResult<CuttingPlane> {
    match object.cast::<PlaneThrough>() {
        Ok(plane) => Ok(plane.get().0.into()),
        Err(_) => plane_of(object).map(Into::into),
    }
}

/// Returns the Python object of a plane to cut by.
pub(crate) fn cutter<'py>(py: Python<'py>, plane: &CuttingPlane) -> PyResult<Bound<'py, PyAny>> {
    match *plane {
        CuttingPlane::Coefficients(plane) => PyPlane(plane).into_bound_py_any(py),
        CuttingPlane::Points(plane) => PlaneThrough(plane).into_bound_py_any(py),
    }
}

impl PlaneThrough {
    fn sides<'py>(&self, py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyArray1<i8>>> {
        if table.kind() != Kind::Points {
            return Err(shapes_with_a_side());
        }
        table.expect_3d("a PlaneThrough")?;
        let points = records::<3>(&table.stacked(py)?, "points")?;
        written(py, points.len(), |sides| {
            py.detach(|| {
                for (row, (place, point)) in sides.iter_mut().zip(&points).enumerate() {
                    let side = self.0.try_side(point);
                    *place = side.map_err(|error| geometry(format!("row {row}: {error}")))? as i8;
                }
                Ok(())
            })
        })
    }
}

fn shapes_with_a_side() -> PyErr {
    PyTypeError::new_err("a PlaneThrough has the sides of points and of one transect.Box")
}

#[pymethods]
impl PlaneThrough {
    #[new]
    fn new(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, c: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = [vector(a, "a")?, vector(b, "b")?, vector(c, "c")?];
        Through::new(points).map(Self).map_err(geometry)
    }

    /// The three points.
    #[getter]
    fn points(&self) -> [(f64, f64, f64); 3] {
        self.0.points().map(Into::into)
    }

    /// The plane of the coefficients, which may be rounded: for measuring.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(*self.0.plane())
    }

    /// Returns the same plane with front and back exchanged. This is exact.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneThrough([0, 0, 1], [1, 0, 1], [0, 1, 1]).flipped().side([0, 0, 0])
    /// <Side.FRONT: 1>
    fn flipped(&self) -> Self {
        Self(self.0.flipped())
    }

    /// Returns the exact side of a point or of a box, or of each point of a batch.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> plane = tr.PlaneThrough([0, 0, 1], [1, 0, 1], [0, 1, 1])
    /// >>> plane.side(tr.Box([0, 0, 0], [1, 1, 1]))
    /// <Side.ON: 0>
    fn side<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = shapes.py();
        match Shapes::of(shapes)? {
            Shapes::Point(point) => side(py, self.0.side(&point)),
            Shapes::Single(Single::Aabb(aabb)) => side(py, self.0.side(aabb)),
            Shapes::Table(table) => Ok(self.sides(py, table)?.into_any()),
            Shapes::Array(table) => Ok(self.sides(py, &table)?.into_any()),
            Shapes::Single(_) => Err(shapes_with_a_side()),
        }
    }

    /// Returns the signed distance of a point: positive in front, rounded.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.PlaneThrough([0, 0, 1], [1, 0, 1], [0, 1, 1]).signed_distance([5, 5, 3])
    /// 2.0
    fn signed_distance(&self, point: &Bound<'_, PyAny>) -> PyResult<f64> {
        let point = vector(point, "point")?;
        PointError::check(&point).map_err(geometry)?;
        Ok(self.0.signed_distance(&point))
    }

    fn __neg__(&self) -> Self {
        self.flipped()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        // −0 equals 0, so both need the same hash.
        let points = self
            .0
            .points()
            .map(|point| point.map(|c| (c + 0.0).to_bits()));
        points.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let [a, b, c] = self.points();
        format!("transect.PlaneThrough({a:?}, {b:?}, {c:?})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let [a, b, c] = slf.get().points();
        (slf.get_type(), (a, b, c)).into_pyobject(slf.py())
    }
}
