//! `plane_interval`: the signed distances of the backmost and of the frontmost point of a shape.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array};
use datafusion::arrow::datatypes::DataType;
use transect::CuttingPlane;

use crate::call::{Call, Function, Types, Values};
use crate::error::FunctionError;
use crate::functions::ends;
use crate::functions::signed_distance::without_nan;
use crate::numbers::Numbers;
use crate::page::Page;
use crate::shape::{Kind, boxes};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "plane_interval",
        calls: &["plane_interval(plane, shape)"],
        summary: "Returns the signed distances of the shape's backmost and frontmost points from the plane. They are \
            rounded, but their signs are exact. The distance of a box that extends to infinity is infinite. The shape \
            may be given as columns of numbers.",
        result: "a struct of `DOUBLE` with the fields backmost and frontmost",
        null: "The plane or the shape is NULL, or the row is not a shape.",
        errors: "The same as those of plane_side.",
        example: "SELECT plane_interval('z = 1', 0, 0, 0, 2, 2, 3) AS interval",
        answer: "
+----------------------------------+
| interval                         |
+----------------------------------+
| {backmost: -1.0, frontmost: 2.0} |
+----------------------------------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.plane_and_shape()?;
    Ok(ends::data_type(&DataType::Float64))
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    match call.dimension_of_plane_and_shape()? {
        2 => intervals::<2>(call),
        _ => intervals::<3>(call),
    }
}

fn intervals<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let shapes = call.shapes::<D>(1)?;
    let planes = call.planes::<D>(0)?;
    let [backmost, frontmost] = match &planes {
        Values::Constant(Some(CuttingPlane::Coefficients(plane))) if shapes.kind == Kind::Box => {
            let [mut back, mut front] = [vec![0.0; call.rows], vec![0.0; call.rows]];
            match &shapes.numbers {
                Numbers::F32(columns) => {
                    boxes::<_, D>(columns).intervals(plane, &mut back, &mut front);
                }
                Numbers::F64(columns) => {
                    boxes::<_, D>(columns).intervals(plane, &mut back, &mut front);
                }
            }
            [back, front].map(|distances| without_nan(distances, shapes.nulls.clone()))
        }
        planes => {
            let intervals = (0..call.rows).map(|row| {
                let plane = planes.get(row).as_ref()?;
                Some(shapes.get(row)?.interval(plane))
            });
            let intervals: Vec<_> = intervals.collect();
            let backmost = intervals
                .iter()
                .map(|interval| Some(interval.as_ref()?.backmost));
            let frontmost = intervals
                .iter()
                .map(|interval| Some(interval.as_ref()?.frontmost));
            [
                Float64Array::from_iter(backmost),
                Float64Array::from_iter(frontmost),
            ]
        }
    };
    Ok(ends::array(Arc::new(backmost), Arc::new(frontmost)))
}
