//! Python objects as shapes: tables of shapes, arrays of points, single points, and single shapes.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use transect::{Aabb, Hull, Parallelepiped, PointError, Sphere};

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
use crate::table::{Kind, Table};

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
    /// Returns the shapes of a Python object. An array with the shape (3,) is a point. One with the shape (n, 3) or (n, 2), or a
    /// table with the columns x, y and in 3D z, is a table of points.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
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
        match array.shape() {
            [3] => {
                let point = vector(array.as_any(), "point")?;
                PointError::check(&point).map_err(geometry)?;
                Ok(Self::Point(point))
            }
            [_, 2 | 3] => {
                let columns = Columns::of_array(array, is_masked(object)?)?.complete(POINTS)?;
                Table::new(Kind::Points, columns).map(Self::Array)
            }
            [0] => Ok(Self::Array(points_of(object)?)),
            _ => Err(PyValueError::new_err(format!(
                "points: the shape is {}; it must be (n, 3), or (n, 2) in 2D, or (3,) for one point; boxes are given as transect.Boxes",
                shape_text(&array)
            ))),
        }
    }
}
