//! `region`: the points in front of several planes.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;

use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::page::Page;
use crate::planes::{self, PlaneType};
use crate::regions;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "region",
        calls: &["region(plane, …)"],
        summary: "Returns the region of all points that are in front of or on every plane. Texts are planes in 3D, unless \
            one of the planes is a struct in 2D.",
        result: "a list of planes, which are structs of `DOUBLE` with the fields a, b, c and in 3D d",
        null: "A plane is NULL.",
        errors: "A plane is invalid; the planes have different dimensions.",
        example: "SELECT region_overlap(region('x = 0', 'x + y = 1'), 2, 2, 2) AS overlap",
        answer: "
+---------+
| overlap |
+---------+
| inside  |
+---------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(1..=usize::MAX, "a region needs at least one plane")?;
    let mut dimension = None;
    for (argument, plane) in types.types.iter().enumerate() {
        let plane = PlaneType::of(plane);
        let plane = plane.map_err(|invalid| invalid.of(types.function, argument))?;
        if let PlaneType::PointAndNormal { .. } = plane {
            return Err(types.wrong(argument, planes::NO_COEFFICIENTS));
        }
        match (dimension, plane.dimension()) {
            (Some(first), Some(other)) if first != other => {
                let reason = format!("a plane in {other}D among planes in {first}D");
                return Err(types.wrong(argument, reason));
            }
            (_, other) => dimension = dimension.or(other),
        }
    }
    let dimension = dimension.unwrap_or(3);
    for argument in 0..types.types.len() {
        types.constant_plane(argument, dimension)?;
    }
    Ok(regions::data_type(dimension))
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    if *call.result == regions::data_type(2) {
        region::<2>(call)
    } else {
        region::<3>(call)
    }
}

fn region<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let planes = (0..call.arguments.len())
        .map(|argument| call.values(argument, planes::read_coefficients::<D>));
    let planes = planes.collect::<Result<Vec<_>, _>>()?;
    let regions = (0..call.rows).map(|row| {
        let planes = planes.iter().map(|planes| *planes.get(row));
        planes.collect::<Option<Vec<_>>>()
    });
    let regions: Vec<_> = regions.collect();
    Ok(Arc::new(regions::to_array(&regions)))
}
