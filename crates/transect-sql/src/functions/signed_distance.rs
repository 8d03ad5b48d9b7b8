//! `signed_distance`: the signed distance of a point from a plane.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array};
use datafusion::arrow::datatypes::DataType;
use transect::batch::ColumnError;
use transect::{CuttingPlane, Plane};

use crate::call::{Call, Function, Types, Values};
use crate::error::FunctionError;
use crate::numbers::Numbers;
use crate::page::Page;
use crate::shape::{Kind, Shape, points};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "signed_distance",
        calls: &[
            "signed_distance(plane, point)",
            "signed_distance(plane, x, y, z)",
        ],
        summary: "Returns the distance of the point from the plane, positive in front and negative behind. It is rounded, \
            but its sign is exact, and it is zero only for points in the plane. For boxes and spheres, see \
            plane_interval.",
        result: "`DOUBLE`",
        null: "The plane or the point is NULL, or a coordinate is NaN.",
        errors: "The same as those of plane_side; the shape is not a point.",
        example: "SELECT signed_distance('3x + 4y = 5', 3, 4, 0) AS distance",
        answer: "
+----------+
| distance |
+----------+
| 4.0      |
+----------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    match types.plane_and_shape()? {
        Some(shape) if shape.kind != Kind::Point => Err(types.wrong(
            1,
            format!("a {shape} has an interval of distances; use plane_interval"),
        )),
        _ => Ok(DataType::Float64),
    }
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    match call.dimension_of_plane_and_shape()? {
        2 => distances::<2>(call),
        _ => distances::<3>(call),
    }
}

fn distances<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let mut shapes = call.unchecked_shapes::<D>(1)?;
    let planes = call.planes::<D>(0)?;
    let Values::Constant(Some(CuttingPlane::Coefficients(plane))) = &planes else {
        return by_row(call, &planes);
    };
    let mut distances = vec![0.0; call.rows];
    if of_plane(plane, &shapes.numbers, &mut distances).is_err() {
        // A coordinate is infinite. This is an error, except in a null row.
        shapes = shapes
            .finite()
            .map_err(|invalid| invalid.of(call.function, 1))?;
        of_plane(plane, &shapes.numbers, &mut distances).map_err(|error| call.wrong(1, error))?;
    }
    Ok(Arc::new(without_nan(distances, shapes.nulls)))
}

/// Computes the distances of points from a plane. Returns an error if a coordinate is infinite.
pub(super) fn of_plane<const D: usize>(
    plane: &Plane<D>,
    numbers: &Numbers,
    distances: &mut [f64],
) -> Result<(), ColumnError> {
    match numbers {
        Numbers::F32(columns) => points::<_, D>(columns).try_signed_distances(plane, distances),
        Numbers::F64(columns) => points::<_, D>(columns).try_signed_distances(plane, distances),
    }
}

fn by_row<const D: usize>(
    call: &Call<'_>,
    planes: &Values<Option<CuttingPlane<D>>>,
) -> Result<ArrayRef, FunctionError> {
    let shapes = call.shapes::<D>(1)?;
    let distances = (0..call.rows).map(|row| {
        let plane = planes.get(row).as_ref()?;
        match shapes.get(row)? {
            Shape::Point(point) => Some(plane.signed_distance(&point)),
            Shape::Box(_) | Shape::Sphere(_) => None,
        }
    });
    Ok(Arc::new(Float64Array::from_iter(distances)))
}

/// Returns the numbers as an array, with NULL for NaN and in null rows.
pub(crate) fn without_nan(
    numbers: Vec<f64>,
    nulls: Option<datafusion::arrow::buffer::NullBuffer>,
) -> Float64Array {
    use datafusion::arrow::buffer::NullBuffer;
    // All numbers are compared, without an early exit: so the compiler compares several at once.
    let has_nan = numbers
        .iter()
        .fold(false, |found, number| found | number.is_nan());
    let nulls = if has_nan {
        let valid = NullBuffer::from_iter(numbers.iter().map(|number| !number.is_nan()));
        NullBuffer::union(Some(&valid), nulls.as_ref())
    } else {
        nulls
    };
    Float64Array::new(numbers.into(), nulls)
}
