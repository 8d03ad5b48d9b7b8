//! `box_region`: the region of the points in a box.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::Plane;

use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::page::Page;
use crate::regions;
use crate::shape::{Kind, Shape};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "box_region",
        calls: &[
            "box_region(box)",
            "box_region(xmin, ymin, zmin, xmax, ymax, zmax)",
        ],
        summary: "Returns the region of the points in a box, with its border, for the first argument of region_overlap. So \
            `region_overlap(box_region(a), b) <> 'outside'` holds for boxes with a point in common. Infinite bounds have \
            no plane.",
        result: "a list of planes, as of region",
        null: "The box is NULL, or the row is not a box.",
        errors: "The argument is not a box; no bound is finite.",
        example: "SELECT region_overlap(box_region(0, 0, 0, 2, 2, 2), 2, 1, 1) AS border, \
            region_overlap(box_region(0, 0, 0, 2, 2, 2), 1, 1, 1, 3, 3, 3) AS overlap",
        answer: "
+--------+---------+
| border | overlap |
+--------+---------+
| inside | meets   |
+--------+---------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(1..=6, "the argument is a box")?;
    match types.shape(0)? {
        Some(shape) if shape.kind != Kind::Box => {
            Err(types.wrong(0, format!("the shape is a {shape}; a box is needed")))
        }
        shape => Ok(regions::data_type(shape.map_or(3, |shape| shape.dimension))),
    }
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    if *call.result == regions::data_type(2) {
        of_boxes::<2>(call)
    } else {
        of_boxes::<3>(call)
    }
}

fn of_boxes<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let shapes = call.shapes::<D>(0)?;
    let regions = (0..call.rows).map(|row| {
        let Some(Shape::Box(aabb)) = shapes.get(row) else {
            return Ok(None);
        };
        let mut planes = Vec::with_capacity(2 * D);
        for axis in 0..D {
            for (bound, sign) in [(aabb.min()[axis], 1.0), (aabb.max()[axis], -1.0)] {
                if bound.is_infinite() {
                    continue;
                }
                let mut normal = [0.0; D];
                normal[axis] = sign;
                planes.extend(Plane::new(normal, -sign * bound).ok());
            }
        }
        if planes.is_empty() {
            Err(FunctionError {
                function: call.function,
                argument: Some(0),
                row: Some(row),
                reason: "no bound of the box is finite".to_owned(),
            })
        } else {
            Ok(Some(planes))
        }
    });
    let regions = regions.collect::<Result<Vec<_>, FunctionError>>()?;
    Ok(Arc::new(regions::to_array(&regions)))
}
