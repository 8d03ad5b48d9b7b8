//! Python objects as shapes: tables of shapes, arrays of points, single points, and single shapes.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use transect::{Aabb, Hull, Parallelepiped, Plane, PointError, Sphere};

use numpy::PyUntypedArrayMethods;

use crate::aabb::AxisAlignedBox;
use crate::array::{floats, shape_text, vector};
use crate::boxes::Boxes;
use crate::columns::{Columns, POINTS, is_masked};
use crate::errors::geometry;
use crate::hull::ConvexHull;
use crate::parallelepiped::OrientedBox;
use crate::parallelepipeds::Parallelepipeds;
use crate::points::{Points, points_of};
use crate::sphere::Ball;
use crate::spheres::Spheres;
use crate::table::{Kind, Table, expect_in_2d};

/// A shape, or a table of shapes.
pub(crate) enum Shapes<'a> {
    Table(&'a Table),
    /// Points from an array that the caller passed instead of [`Points`].
    Array(Table),
    Point([f64; 3]),
    Single(Single<'a>),
}

/// A single shape.
#[derive(Clone, Copy)]
pub(crate) enum Single<'a> {
    Aabb(&'a Aabb),
    Sphere(&'a Sphere),
    Parallelepiped(&'a Parallelepiped),
    Hull(&'a Hull),
}

impl<'a> Single<'a> {
    /// Returns the shape of a Python object, or `None` for an object of another type.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(aabb) = object.cast::<AxisAlignedBox>() {
            return Some(Self::Aabb(&aabb.get().0));
        }
        if let Ok(ball) = object.cast::<Ball>() {
            return Some(Self::Sphere(&ball.get().0));
        }
        if let Ok(oriented) = object.cast::<OrientedBox>() {
            return Some(Self::Parallelepiped(&oriented.get().0));
        }
        let hull = object.cast::<ConvexHull>().ok()?;
        Some(Self::Hull(&hull.get().0))
    }
}

/// Returns the table of a Python object, or `None` for an object of another type.
pub(crate) fn table<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a Table> {
    if let Ok(points) = object.cast::<Points>() {
        return Some(&points.get().0);
    }
    if let Ok(boxes) = object.cast::<Boxes>() {
        return Some(&boxes.get().0);
    }
    if let Ok(spheres) = object.cast::<Spheres>() {
        return Some(&spheres.get().0);
    }
    let parallelepipeds = object.cast::<Parallelepipeds>().ok()?;
    Some(&parallelepipeds.get().0)
}

impl<'a> Shapes<'a> {
    /// Returns the shapes of a Python object. An array with the shape (3,) is a point. One with the shape (n, 3) or (n, 2),
    /// or a table with the columns x, y and in 3D z, is a table of points.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(object, None)
    }

    /// Returns the shapes of a Python object about which some planes are asked. An array with the shape (2,) is a point in
    /// 2D, if no plane depends on z.
    pub(crate) fn asked_of(object: &'a Bound<'_, PyAny>, planes: &[Plane]) -> PyResult<Self> {
        Self::read(object, Some(planes))
    }

    fn read(object: &'a Bound<'_, PyAny>, planes: Option<&[Plane]>) -> PyResult<Self> {
        if let Some(table) = table(object) {
            return Ok(Self::Table(table));
        }
        if let Some(single) = Single::of(object) {
            return Ok(Self::Single(single));
        }
        if object.is_instance_of::<pyo3::types::PyString>() {
            return Err(PyTypeError::new_err(
                "shapes are points, boxes, spheres or parallelepipeds, not a str",
            ));
        }
        if let Some(columns) = Columns::named(object, POINTS)? {
            return Table::new(Kind::Points, columns).map(Self::Array);
        }
        let array = floats(object, "points")?;
        match (array.shape(), planes) {
            ([2], Some(planes)) => {
                expect_in_2d(planes)?;
                let [x, y] = vector(array.as_any(), "point")?;
                PointError::check(&[x, y]).map_err(geometry)?;
                // The coefficient of z is 0, so each z gives the same answers.
                Ok(Self::Point([x, y, 0.0]))
            }
            ([3], _) => {
                let point = vector(array.as_any(), "point")?;
                PointError::check(&point).map_err(geometry)?;
                Ok(Self::Point(point))
            }
            ([_, 2 | 3], _) => {
                let columns = Columns::of_array(array, is_masked(object)?)?.complete(POINTS)?;
                Table::new(Kind::Points, columns).map(Self::Array)
            }
            ([0], _) => Ok(Self::Array(points_of(object)?)),
            _ => Err(PyValueError::new_err(format!(
                "points: the shape is {}; it must be (n, 3), or (n, 2) in 2D, or (3,) or (2,) for one point; boxes are given as transect.Boxes",
                shape_text(&array)
            ))),
        }
    }
}
