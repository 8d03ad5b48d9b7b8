//! `plane_at`: the plane through a point with a normal.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;

use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::page::Page;
use crate::planes;
use crate::shape::{Kind, ShapeType, Shapes};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "plane_at",
        calls: &[
            "plane_at(point, normal)",
            "plane_at(x, y, z, a, b, c)",
            "plane_at(x, y, a, b)",
        ],
        summary: "Returns the plane through a point with a normal, and in 2D the line. The point and the normal are structs \
            with the fields x, y and in 3D z, or numbers. The front is the side that the normal points to. The normal may \
            have any length. Both are kept as they are, so sides are exact for them, and the point lies on the plane. (The \
            offset that plane needs in place of the point may not be a float.) The result is a plane for all functions of \
            one plane. Regions are made of planes by their coefficients.",
        result: "a struct with the fields point and normal, which are structs of `DOUBLE` with the fields x, y and in 3D z",
        null: "An argument is NULL, or a number is NULL or NaN.",
        errors: "The normal is zero; a number is infinite; the point and the normal have different dimensions.",
        example: "SELECT plane_side(plane_at({'x': 0.1, 'y': 0.2, 'z': 0.3}, {'x': 0.1, 'y': 0.1, 'z': 0.1}), 0.1, 0.2, z) AS \
            side FROM (VALUES (0.3), (0.30000000000000004)) AS points(z)",
        answer: "
+-------+
| side  |
+-------+
| on    |
| front |
+-------+
",
    },
    check,
    run,
};

/// Returns the index of the first argument of the normal.
fn normal(arguments: usize) -> usize {
    arguments / 2
}

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    let what = "the arguments are a point and a normal";
    types.expect_count(2..=6, what)?;
    if matches!(types.types.len(), 3 | 5) {
        return Err(types.count_error(what));
    }
    let middle = normal(types.types.len());
    let mut dimension = None;
    for (first, arguments) in [
        (0, &types.types[..middle]),
        (middle, &types.types[middle..]),
    ] {
        let shape = ShapeType::of(arguments);
        let shape =
            shape.map_err(|(argument, invalid)| invalid.of(types.function, first + argument))?;
        let Some(shape) = shape else { continue };
        if shape.kind != Kind::Point {
            let reason = format!(
                "the shape is a {shape}; a point and a normal have the fields x, y and in 3D z"
            );
            return Err(types.wrong(first, reason));
        }
        if *dimension.get_or_insert(shape.dimension) != shape.dimension {
            return Err(types.wrong(first, "the point and the normal have different dimensions"));
        }
    }
    Ok(DataType::Struct(planes::fields_at(dimension.unwrap_or(3))))
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    if *call.result == DataType::Struct(planes::fields_at(2)) {
        planes_at::<2>(call)
    } else {
        planes_at::<3>(call)
    }
}

fn planes_at<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let middle = normal(call.arguments.len());
    let vectors = |from: usize, to: usize| {
        let arrays = (from..to).map(|argument| call.array(argument));
        let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
        let shape = ShapeType {
            kind: Kind::Point,
            dimension: D,
        };
        let vectors = Shapes::<D>::read(&arrays, Some(shape), call.rows);
        vectors.map_err(|invalid| invalid.of(call.function, from))
    };
    let points = vectors(0, middle)?;
    let normals = vectors(middle, call.arguments.len())?;
    let planes = planes::at(&points, &normals);
    let planes = planes.map_err(|invalid| invalid.of(call.function, middle))?;
    Ok(Arc::new(planes::to_array_at(&planes)))
}
