//! `frustum`: the region that a camera sees, from its matrix.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::ScalarValue;
use transect::{ClipSpace, Frustum, FrustumError, MatrixOrder, NameError};

use crate::call::{Call, Function, Types};
use crate::error::{FunctionError, Invalid};
use crate::numbers::{doubles, is_number};
use crate::page::Page;
use crate::regions;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "frustum",
        calls: &[
            "frustum(matrix, clip_space)",
            "frustum(matrix, clip_space, order)",
            "frustum(matrix, clip_space, order, infinite_far)",
        ],
        summary: "Returns the region that a camera sees. The matrix is a list of 16 numbers, which transforms world \
            coordinates to clip coordinates. The text `clip_space` is the range of depths in clip space: \
            `minus_one_to_one` (OpenGL), `zero_to_one` (Vulkan, Direct3D, Metal, WebGPU) or `reversed_z`. The text \
            `order` is `row_major` (the default: the matrix as it is written, row by row) or `column_major` (as OpenGL \
            and glm store it). Words may have hyphens in place of underscores. If `infinite_far` is true, the region has no far plane. Each coefficient of a plane is \
            rounded once.",
        result: "a list of up to six planes in 3D, in the order left, right, bottom, top, near, far",
        null: "An argument or a number of the matrix is NULL.",
        errors: "The matrix does not have 16 finite numbers; a word is not one of those above; the region is empty for \
            the rounding of floats, or a plane overflows.",
        example: "SELECT region_overlap(frustum([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -3, 0, 0, -1, 0], 'minus_one_to_one'), \
            3, -3, -3) AS corner",
        answer: "
+--------+
| corner |
+--------+
| inside |
+--------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(
        2..=4,
        "the arguments are a matrix, a clip space, and optionally an order and a truth value",
    )?;
    let matrix = types.types[0];
    let has_numbers = item(matrix).is_some_and(|item| is_number(item.data_type()));
    let is_list_of_numbers = has_numbers || matrix.is_null();
    if !is_list_of_numbers {
        let reason = format!("the type is {matrix}; a list of 16 numbers is needed");
        return Err(types.wrong(0, reason));
    }
    for (argument, data_type) in types.types.iter().enumerate().skip(1) {
        let (is_right, needed) = match argument {
            3 => (**data_type == DataType::Boolean, "truth value"),
            _ => (data_type.is_string(), "text"),
        };
        if !is_right && !data_type.is_null() {
            let reason = format!("the type is {data_type}; a {needed} is needed");
            return Err(types.wrong(argument, reason));
        }
        if let Some(ScalarValue::Utf8(Some(text))) = types.constant(argument) {
            let checked = match argument {
                1 => clip_space(text).map(drop),
                _ => matrix_order(text).map(drop),
            };
            checked.map_err(|reason| types.wrong(argument, reason))?;
        }
    }
    Ok(regions::data_type(3))
}

/// Returns the field of the items of a list.
fn item(list: &DataType) -> Option<&FieldRef> {
    match list {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::FixedSizeList(item, _)
        | DataType::ListView(item)
        | DataType::LargeListView(item) => Some(item),
        _ => None,
    }
}

fn clip_space(text: &str) -> Result<ClipSpace, String> {
    let space = text.parse::<ClipSpace>();
    space.map_err(|error| format!("the clip space is '{text}', not {}", quoted(&error)))
}

fn matrix_order(text: &str) -> Result<MatrixOrder, String> {
    let order = text.parse::<MatrixOrder>();
    order.map_err(|error| format!("the order is '{text}', not {}", quoted(&error)))
}

/// Returns the names that are right, such as `'row_major' or 'column_major'`.
fn quoted(error: &NameError) -> String {
    let quoted = |names: &[&str]| {
        let names = names.iter().map(|name| format!("'{name}'"));
        names.collect::<Vec<_>>().join(", ")
    };
    match error.names.split_last() {
        Some((last, names)) => format!("{} or '{last}'", quoted(names)),
        None => String::new(),
    }
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let matrices = call.values(0, matrices)?;
    let clips = call.values(1, |array| texts(array, clip_space))?;
    let count = call.arguments.len();
    let orders = (count > 2).then(|| call.values(2, |array| texts(array, matrix_order)));
    let orders = orders.transpose()?;
    let infinite = (count > 3)
        .then(|| call.values(3, truth_values))
        .transpose()?;
    let regions = (0..call.rows).map(|row| {
        let order = orders
            .as_ref()
            .map_or(Some(MatrixOrder::RowMajor), |orders| *orders.get(row));
        let infinite = infinite
            .as_ref()
            .map_or(Some(false), |infinite| *infinite.get(row));
        let (Some(matrix), Some(clip), Some(order), Some(infinite)) =
            (matrices.get(row), *clips.get(row), order, infinite)
        else {
            return Ok(None);
        };
        let frustum = frustum(matrix, clip, order, infinite);
        let planes = frustum.map(|frustum| Some(frustum.planes().to_vec()));
        planes.map_err(|error| Invalid::row(row, error).of(call.function, 0))
    });
    let regions = regions.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(regions::to_array(&regions)))
}

type Matrix = [[f64; 4]; 4];

fn frustum(
    matrix: &Matrix,
    clip: ClipSpace,
    order: MatrixOrder,
    infinite: bool,
) -> Result<Frustum, FrustumError> {
    match (order, infinite) {
        (MatrixOrder::RowMajor, false) => Frustum::from_row_major(matrix, clip),
        (MatrixOrder::RowMajor, true) => Frustum::from_row_major_with_infinite_far(matrix, clip),
        (MatrixOrder::ColumnMajor, false) => Frustum::from_column_major(matrix, clip),
        (MatrixOrder::ColumnMajor, true) => {
            Frustum::from_column_major_with_infinite_far(matrix, clip)
        }
    }
}

fn matrices(array: &ArrayRef) -> Result<Vec<Option<Matrix>>, Invalid> {
    if array.data_type().is_null() {
        return Ok(vec![None; array.len()]);
    }
    let item = item(array.data_type());
    let item = item.ok_or_else(|| Invalid::argument("the matrix is not a list"))?;
    let array = cast(array, &DataType::List(Arc::clone(item))).map_err(Invalid::argument)?;
    let lists = array.as_list::<i32>();
    let matrices = (0..lists.len()).map(|row| {
        if lists.is_null(row) {
            return Ok(None);
        }
        let numbers = doubles(&lists.value(row), "a number of the matrix");
        let numbers = numbers.map_err(|invalid| Invalid::row(row, invalid.reason))?;
        if numbers.len() != 16 {
            let reason = format!("the matrix has {} numbers; 16 are needed", numbers.len());
            return Err(Invalid::row(row, reason));
        }
        if numbers.null_count() > 0 {
            return Ok(None);
        }
        let mut matrix = [[0.0; 4]; 4];
        for (place, number) in matrix.as_flattened_mut().iter_mut().zip(numbers.values()) {
            *place = *number;
        }
        Ok(Some(matrix))
    });
    matrices.collect()
}

fn texts<T>(
    array: &ArrayRef,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<Option<T>>, Invalid> {
    let texts = cast(array, &DataType::Utf8View).map_err(Invalid::argument)?;
    let texts = texts.as_string_view().iter().enumerate();
    let parsed = texts.map(|(row, text)| {
        let parsed = text.map(&parse).transpose();
        parsed.map_err(|reason| Invalid::row(row, reason))
    });
    parsed.collect()
}

fn truth_values(array: &ArrayRef) -> Result<Vec<Option<bool>>, Invalid> {
    let array = cast(array, &DataType::Boolean).map_err(Invalid::argument)?;
    Ok(array.as_boolean().iter().collect())
}
