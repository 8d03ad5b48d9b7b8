//! `plane`: a plane from a text or from its coefficients.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;

use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::numbers::{doubles, is_number};
use crate::page::Page;
use crate::planes;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "plane",
        calls: &[
            "plane(text)",
            "plane(text, dimension)",
            "plane(a, b, c, d)",
            "plane(a, b, c)",
        ],
        summary: "Returns a plane. The text is an equation, such as `'z = 1.2'` or `'2x + 3y + 6z - 17 = 0'`, and the \
            front is where its left side minus its right side is positive. A text is a plane in 3D, unless the \
            literal `2` follows. Four coefficients are the plane `ax + by + cz + d = 0`. Three coefficients are the \
            plane `ax + by + c = 0` in 2D, which is a line.",
        result: "a struct of `DOUBLE` with the fields a, b, c and in 3D d",
        null: "An argument is NULL.",
        errors: "The text is not a plane; the normal is zero; a number is not finite; the dimension is not the \
            literal `2` or `3`.",
        example: "SELECT plane('z = 1.2') AS floor, plane(1, 0, -5) AS line",
        answer: "
+-----------------------------------+---------------------------+
| floor                             | line                      |
+-----------------------------------+---------------------------+
| {a: 0.0, b: 0.0, c: 1.0, d: -1.2} | {a: 1.0, b: 0.0, c: -5.0} |
+-----------------------------------+---------------------------+
",
    },
    check,
    run,
};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(
        1..=4,
        "a plane is a text, or four coefficients, or in 2D three",
    )?;
    let dimension = match &types.types[..] {
        [text] if text.is_string() || text.is_null() => {
            types.constant_plane(0, 3)?;
            3
        }
        [text, _] if text.is_string() || text.is_null() => {
            let dimension = match types.constant(1) {
                Some(ScalarValue::Int64(Some(2))) => 2,
                Some(ScalarValue::Int64(Some(3))) => 3,
                _ => return Err(types.wrong(1, "the dimension must be the literal 2 or 3")),
            };
            types.constant_plane(0, dimension)?;
            dimension
        }
        [other] | [other, _] => {
            return Err(types.wrong(0, format!("the type is {other}; a text is needed")));
        }
        numbers => {
            for (index, number) in numbers.iter().enumerate() {
                if !is_number(number) {
                    let reason = format!("the type is {number}; a number is needed");
                    return Err(types.wrong(index, reason));
                }
            }
            numbers.len() - 1
        }
    };
    Ok(DataType::Struct(planes::fields(dimension)))
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let is_2d = *call.result == DataType::Struct(planes::fields(2));
    match (call.arguments.len(), is_2d) {
        (1 | 2, true) => texts::<2>(call),
        (1 | 2, false) => texts::<3>(call),
        (_, true) => numbers::<2>(call),
        (_, false) => numbers::<3>(call),
    }
}

fn texts<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let planes = planes::read_coefficients::<D>(&call.array(0)?);
    let planes = planes.map_err(|invalid| invalid.of(call.function, 0))?;
    Ok(Arc::new(planes::to_array(&planes)))
}

fn numbers<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let columns = NAMES[..=D].iter().enumerate().map(|(argument, name)| {
        let column = doubles(&call.array(argument)?, name);
        column.map_err(|invalid| invalid.of(call.function, argument))
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let planes = planes::from_columns::<D>(&columns, None, call.rows);
    let planes = planes.map_err(|invalid| FunctionError {
        function: call.function,
        argument: None,
        row: invalid.row,
        reason: invalid.reason,
    })?;
    Ok(Arc::new(planes::to_array(&planes)))
}
