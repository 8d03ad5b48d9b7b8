//! Columns of Arrow numbers as floats that are equal to them. A null is NaN.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use numpy::{Element, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use transect::predicates::equal_float;

use crate::view::view;

/// Returns the numbers of a column as a numpy array of float32 or float64. The array is a view if the column has floats
/// and no nulls. `is_null` tells which rows are null for another reason than the column itself, if there are some.
///
/// # Errors
/// Returns a `TypeError` for a column of another type, and a `ValueError` for a number without an equal float64.
pub(crate) fn floats<'py>(
    py: Python<'py>,
    column: &ArrayRef,
    is_null: Option<&dyn Fn(usize) -> bool>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let has_nulls = is_null.is_some() || column.null_count() > 0;
    let is_null = |row: usize| is_null.is_some_and(|is_null| is_null(row)) || column.is_null(row);
    let rows = Rows {
        py,
        name,
        count: column.len(),
        is_null: &is_null,
    };
    match column.data_type() {
        DataType::Float32 if !has_nulls => view(py, column.as_primitive::<Float32Type>()),
        DataType::Float64 if !has_nulls => view(py, column.as_primitive::<Float64Type>()),
        DataType::Float16 => rows.map(f32::NAN, f32::from, column.as_primitive::<Float16Type>()),
        DataType::Float32 => rows.map(
            f32::NAN,
            |value| value,
            column.as_primitive::<Float32Type>(),
        ),
        DataType::Float64 => rows.map(
            f64::NAN,
            |value| value,
            column.as_primitive::<Float64Type>(),
        ),
        DataType::Int8 => rows.map(f64::NAN, f64::from, column.as_primitive::<Int8Type>()),
        DataType::Int16 => rows.map(f64::NAN, f64::from, column.as_primitive::<Int16Type>()),
        DataType::Int32 => rows.map(f64::NAN, f64::from, column.as_primitive::<Int32Type>()),
        DataType::UInt8 => rows.map(f64::NAN, f64::from, column.as_primitive::<UInt8Type>()),
        DataType::UInt16 => rows.map(f64::NAN, f64::from, column.as_primitive::<UInt16Type>()),
        DataType::UInt32 => rows.map(f64::NAN, f64::from, column.as_primitive::<UInt32Type>()),
        DataType::Int64 => {
            let numbers = column.as_primitive::<Int64Type>();
            rows.exact(|row| (numbers.value(row).into(), 0))
        }
        DataType::UInt64 => {
            let numbers = column.as_primitive::<UInt64Type>();
            rows.exact(|row| (numbers.value(row).into(), 0))
        }
        DataType::Decimal32(_, scale) => {
            let numbers = column.as_primitive::<Decimal32Type>();
            rows.exact(|row| (numbers.value(row).into(), *scale))
        }
        DataType::Decimal64(_, scale) => {
            let numbers = column.as_primitive::<Decimal64Type>();
            rows.exact(|row| (numbers.value(row).into(), *scale))
        }
        DataType::Decimal128(_, scale) => {
            let numbers = column.as_primitive::<Decimal128Type>();
            rows.exact(|row| (numbers.value(row), *scale))
        }
        DataType::Decimal256(_, scale) => {
            let numbers = column.as_primitive::<Decimal256Type>();
            // Integers beyond i128 are refused like other numbers without an equal float64.
            rows.exact(|row| match numbers.value(row).to_i128() {
                Some(value) => (value, *scale),
                None => (i128::MAX, *scale),
            })
        }
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let values = floats(py, dictionary.values(), None, name)?;
            if values.len()? == 0 {
                return rows.map_with(|_| f64::NAN);
            }
            let picked = values.call_method1("take", (dictionary.normalized_keys(),))?;
            for row in (0..rows.count).filter(|&row| is_null(row)) {
                picked.set_item(row, f64::NAN)?;
            }
            Ok(picked)
        }
        DataType::Null => rows.map_with(|_| f64::NAN),
        other => Err(PyTypeError::new_err(format!(
            "the column {name} has the Arrow type {other}; it must have a type of floats, integers or decimals; cast it to double"
        ))),
    }
}

/// The rows of a column that is converted.
struct Rows<'r, 'py> {
    py: Python<'py>,
    name: &'r str,
    count: usize,
    is_null: &'r dyn Fn(usize) -> bool,
}

impl<'py> Rows<'_, 'py> {
    fn map_with(&self, number: impl Fn(usize) -> f64) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyArray1::from_iter(self.py, (0..self.count).map(number)).into_any())
    }

    /// Converts each number without rounding; a null becomes `nan`.
    fn map<T: ArrowPrimitiveType, F: Element + Copy>(
        &self,
        nan: F,
        convert: impl Fn(T::Native) -> F,
        numbers: &arrow_array::PrimitiveArray<T>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = (0..self.count).map(|row| {
            if (self.is_null)(row) {
                nan
            } else {
                convert(numbers.value(row))
            }
        });
        Ok(PyArray1::from_iter(self.py, rows).into_any())
    }

    /// Converts numbers v / 10ˢ, given as v and s. A number without an equal float64 is an error.
    fn exact(&self, number: impl Fn(usize) -> (i128, i8)) -> PyResult<Bound<'py, PyAny>> {
        let mut floats = Vec::with_capacity(self.count);
        for row in 0..self.count {
            if (self.is_null)(row) {
                floats.push(f64::NAN);
                continue;
            }
            let (value, scale) = number(row);
            floats.push(equal_float(value, scale).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "the column {} has the number {} in row {row}, which has no equal float64; cast the column to \
                     double to round its numbers",
                    self.name,
                    text(value, scale)
                ))
            })?);
        }
        Ok(PyArray1::from_vec(self.py, floats).into_any())
    }
}

/// Returns v / 10ˢ as text.
fn text(value: i128, scale: i8) -> String {
    let Ok(places @ 1..) = usize::try_from(scale) else {
        return format!("{value}{}", "0".repeat(usize::from(scale.unsigned_abs())));
    };
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    format!("{}{whole}.{rest}", if value < 0 { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_decimal_is_written_with_its_places() {
        assert_eq!(
            [text(-5, 2), text(1234, 2), text(7, 0), text(7, -1)],
            ["-0.05", "12.34", "7", "70"]
        );
    }
}
