//! `plane_extent`: the exact sides of the backmost and of the frontmost point of a shape.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::{Extent, Side};

use crate::answers::Answers;
use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::functions::ends;
use crate::page::Page;
use crate::words::{SIDES, side_key};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "plane_extent",
        calls: &["plane_extent(plane, shape)"],
        summary: "Returns the sides of the shape's backmost and frontmost points. The two sides distinguish a shape that \
            the plane crosses (`back` and `front`) from one that only touches it (`on` and `front`, or `back` and \
            `on`). They are exact. The shape may be given as columns of numbers.",
        result: "a struct of texts with the fields backmost and frontmost, each `back`, `on` or `front`",
        null: "The plane or the shape is NULL, or the row is not a shape.",
        errors: "The same as those of plane_side.",
        example: "SELECT plane_extent('z = 1', 0, 0, 1, 2, 2, 3) AS standing, plane_extent('z = 1', 0, 0, 0, 2, 2, 3) AS \
            crossed",
        answer: "
+----------------------------------+------------------------------------+
| standing                         | crossed                            |
+----------------------------------+------------------------------------+
| {backmost: on, frontmost: front} | {backmost: back, frontmost: front} |
+----------------------------------+------------------------------------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.plane_and_shape()?;
    Ok(ends::data_type(&DataType::Utf8View))
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    match call.dimension_of_plane_and_shape()? {
        2 => extents::<2>(call),
        _ => extents::<3>(call),
    }
}

fn extents<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let shapes = call.shapes::<D>(1)?;
    let planes = call.planes::<D>(0)?;
    let extents = (0..call.rows).map(|row| {
        let plane = planes.get(row).as_ref()?;
        Some(shapes.get(row)?.extent(plane))
    });
    let extents: Vec<_> = extents.collect();
    let texts = |end: fn(&Extent) -> Side| {
        let keys = extents
            .iter()
            .map(|extent| Some(side_key(end(extent.as_ref()?))));
        Answers::of_keys(call.rows, keys).texts(call.function, SIDES)
    };
    let backmost = texts(|extent| extent.backmost)?;
    let frontmost = texts(|extent| extent.frontmost)?;
    Ok(ends::array(backmost, frontmost))
}
