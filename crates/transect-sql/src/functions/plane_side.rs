//! `plane_side`: the exact side of a plane on which a shape lies.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::CuttingPlane;
use transect::batch::Batch;

use crate::answers::Answers;
use crate::call::{Call, Function, Types, Values};
use crate::error::FunctionError;
use crate::page::Page;
use crate::shape::with_batch;
use crate::words::{SIDES, side_key};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "plane_side",
        calls: &[
            "plane_side(plane, shape)",
            "plane_side(plane, x, y, z)",
            "plane_side(plane, xmin, ymin, zmin, xmax, ymax, zmax)",
        ],
        summary: "Returns the side of the plane on which the shape lies: `front`, `back`, or `on` if the plane meets the \
            shape. A shape that touches the plane meets it. The side is exact.",
        result: "a text: `back`, `on` or `front`",
        null: "The plane or the shape is NULL, or the row is not a shape.",
        errors: "The plane is invalid or has another dimension than the shape; a coordinate of a point or of a sphere \
            is infinite.",
        example: "SELECT z, plane_side('z = 1.2', 0, 0, z) AS side FROM (VALUES (1.0), (1.2), (1.5)) AS heights(z)",
        answer: "
+-----+-------+
| z   | side  |
+-----+-------+
| 1.0 | back  |
| 1.2 | on    |
| 1.5 | front |
+-----+-------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.plane_and_shape()?;
    Ok(DataType::Utf8View)
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    answers(call)?.texts(call.function, SIDES)
}

/// Computes the sides of a batch.
pub(crate) fn answers(call: &Call<'_>) -> Result<Answers, FunctionError> {
    match call.dimension_of_plane_and_shape()? {
        2 => sides::<2>(call),
        _ => sides::<3>(call),
    }
}

fn sides<const D: usize>(call: &Call<'_>) -> Result<Answers, FunctionError> {
    let shapes = call.shapes::<D>(1)?;
    let planes = call.planes::<D>(0)?;
    let Values::Constant(Some(CuttingPlane::Coefficients(plane))) = &planes else {
        let keys = (0..call.rows).map(|row| {
            let plane = planes.get(row).as_ref()?;
            Some(side_key(shapes.get(row)?.side(plane)))
        });
        return Ok(Answers::of_keys(call.rows, keys));
    };
    let mut answers = Answers::new(shapes.rows, shapes.nulls.clone());
    with_batch!(shapes, batch => batch.masks(plane, answers.side_masks()));
    Ok(answers)
}
