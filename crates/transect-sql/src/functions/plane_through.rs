//! `plane_through`: the plane through three points.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::Plane;

use crate::call::{Call, Function, Types};
use crate::error::{FunctionError, Invalid};
use crate::page::Page;
use crate::planes;
use crate::shape::{Kind, Shape, ShapeType, Shapes};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "plane_through",
        calls: &["plane_through(p, q, r)", "plane_through(p, q)"],
        summary: "Returns the plane through three points, and in 2D the line through two points. The points are structs \
            with the fields x, y and in 3D z. The front of the plane is the side from which p, q and r appear \
            counter-clockwise; in 2D it is on the left of the way from p to q. The coefficients are rounded, so p, q \
            and r may lie slightly off the plane. Whether the points determine a plane is decided exactly.",
        result: "a struct of `DOUBLE` with the fields a, b, c and in 3D d",
        null: "A point is NULL, or a coordinate is NULL or NaN.",
        errors: "The points lie on one line, or in 2D are equal; a coordinate is infinite; the floats cannot represent \
            the plane.",
        example: "SELECT plane_through({'x': 1, 'y': 0, 'z': 0}, {'x': 0, 'y': 1, 'z': 0}, {'x': 0, 'y': 0, 'z': 1}) \
            AS p",
        answer: "
+-----------------------------------+
| p                                 |
+-----------------------------------+
| {a: 1.0, b: 1.0, c: 1.0, d: -1.0} |
+-----------------------------------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(2..=3, "the arguments are three points, or in 2D two points")?;
    let dimension = types.types.len();
    for (argument, point) in types.types.iter().enumerate() {
        let shape = ShapeType::of(&[*point]);
        let shape = shape.map_err(|(_, invalid)| invalid.of(types.function, argument))?;
        let expected = ShapeType {
            kind: Kind::Point,
            dimension,
        };
        if shape.is_some_and(|shape| shape != expected) {
            let reason = format!("a {expected} is needed for a plane through {dimension} points");
            return Err(types.wrong(argument, reason));
        }
    }
    Ok(DataType::Struct(planes::fields(dimension)))
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    if call.arguments.len() == 2 {
        through::<2>(call)
    } else {
        through::<3>(call)
    }
}

fn through<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let shape = ShapeType {
        kind: Kind::Point,
        dimension: D,
    };
    let points = (0..D).map(|argument| {
        let points = Shapes::<D>::read(&[call.array(argument)?], Some(shape), call.rows);
        points.map_err(|invalid| invalid.of(call.function, argument))
    });
    let points = points.collect::<Result<Vec<_>, _>>()?;
    let planes = (0..call.rows).map(|row| {
        let mut corners = [[0.0; D]; D];
        for (corner, points) in corners.iter_mut().zip(&points) {
            let Some(Shape::Point(point)) = points.get(row) else {
                return Ok(None);
            };
            *corner = point;
        }
        let plane = Plane::through(corners);
        plane.map(Some).map_err(|error| FunctionError {
            argument: None,
            ..Invalid::row(row, error).of(call.function, 0)
        })
    });
    let planes = planes.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(planes::to_array(&planes)))
}
