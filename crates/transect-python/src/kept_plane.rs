//! Planes that are kept in the form in which they were given: their sides of shapes.

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use transect::batch::PointRows;
use transect::{ExtentThrough, KeptPlane, PointError};

use crate::array::{records, written};
use crate::errors::geometry;
use crate::shapes::{Shapes, Single};
use crate::table::{Kind, Table};
use crate::types::side;

/// Returns the exact side of a point or of a box, or of each point of a batch. `class` is the name of the plane's class.
pub(crate) fn side_of<'py>(
    plane: &impl KeptPlane<3>,
    class: &str,
    shapes: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = shapes.py();
    match Shapes::of(shapes)? {
        Shapes::Point(point) => {
            PointError::check(&point).map_err(geometry)?;
            side(py, point.extent_through(plane).side())
        }
        Shapes::Single(Single::Aabb(aabb)) => side(py, aabb.extent_through(plane).side()),
        Shapes::Table(table) => Ok(sides(plane, class, py, table)?.into_any()),
        Shapes::Array(table) => Ok(sides(plane, class, py, &table)?.into_any()),
        Shapes::Single(_) => Err(shapes_with_a_side(class)),
    }
}

fn sides<'py>(
    plane: &impl KeptPlane<3>,
    class: &str,
    py: Python<'py>,
    table: &Table,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    if table.kind() != Kind::Points {
        return Err(shapes_with_a_side(class));
    }
    table.expect_3d(&format!("a {class}"))?;
    let points = records::<3>(&table.stacked(py)?, "points")?;
    written(py, points.len(), |sides| {
        py.detach(|| {
            for (row, point) in points.iter().enumerate() {
                PointError::check(point)
                    .map_err(|error| geometry(format!("row {row}: {error}")))?;
            }
            let mut found = vec![transect::Side::On; points.len()];
            PointRows::new(&points).sides_of_kept(plane, &mut found);
            for (place, side) in sides.iter_mut().zip(found) {
                *place = side as i8;
            }
            Ok(())
        })
    })
}

fn shapes_with_a_side(class: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "a {class} has the sides of points and of one transect.Box"
    ))
}

/// Returns the hash of the numbers that define a plane.
pub(crate) fn hash(numbers: impl IntoIterator<Item = f64>) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    for number in numbers {
        // −0 equals 0, so both need the same hash.
        (number + 0.0).to_bits().hash(&mut hasher);
    }
    hasher.finish()
}
