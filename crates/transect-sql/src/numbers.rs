//! Columns of numbers: as f32 if all columns of a shape are f32, and otherwise as f64.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, Float32Array, Float64Array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type, UInt64Type};

use crate::error::Invalid;

/// Columns of equal length. The buffers are those of the Arrow arrays, without a copy, unless a column is converted.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    F32(Vec<Float32Array>),
    F64(Vec<Float64Array>),
}

/// The largest integer up to which f64 represents every integer.
const LARGEST_INTEGER: u64 = 1 << 53;

/// Returns `true` for types whose values can be coordinates. The type of a literal NULL is one of them.
pub(crate) fn is_number(data_type: &DataType) -> bool {
    data_type.is_numeric() || data_type.is_null()
}

impl Numbers {
    /// Returns the numbers of the columns. `names` are the names of the columns in messages.
    pub(crate) fn of(columns: &[ArrayRef], names: &[&str]) -> Result<Self, Invalid> {
        let all_f32 = columns
            .iter()
            .all(|column| *column.data_type() == DataType::Float32);
        if all_f32 {
            let columns = columns.iter().map(|column| column.as_primitive().clone());
            return Ok(Self::F32(columns.collect()));
        }
        let columns = columns.iter().zip(names);
        let columns = columns.map(|(column, name)| doubles(column, name));
        columns.collect::<Result<_, _>>().map(Self::F64)
    }

    /// Returns the number of a column and a row as f64. The conversion is exact.
    pub(crate) fn get(&self, column: usize, row: usize) -> f64 {
        match self {
            Self::F32(columns) => f64::from(columns[column].value(row)),
            Self::F64(columns) => columns[column].value(row),
        }
    }

    /// Returns the rows that are not null in any column.
    pub(crate) fn nulls(&self) -> Option<NullBuffer> {
        fn union<A: Array>(columns: &[A]) -> Option<NullBuffer> {
            let nulls = columns.iter().map(Array::logical_nulls);
            nulls.fold(None, |all, nulls| {
                NullBuffer::union(all.as_ref(), nulls.as_ref())
            })
        }
        match self {
            Self::F32(columns) => union(columns),
            Self::F64(columns) => union(columns),
        }
    }

    /// Checks that no number is infinite, except in null rows. There, infinite numbers become NaN.
    pub(crate) fn without_infinity(
        self,
        names: &[&str],
        nulls: Option<&NullBuffer>,
    ) -> Result<Self, Invalid> {
        let infinite = |column: usize, row: usize, number: f64| {
            let name = names.get(column).unwrap_or(&"number");
            Invalid::row(row, format!("{name} is {number}, not a finite number"))
        };
        let is_null = |row: usize| nulls.is_some_and(|nulls| nulls.is_null(row));
        Ok(match self {
            Self::F32(mut columns) => {
                for (index, column) in columns.iter_mut().enumerate() {
                    if !column.values().iter().any(|number| number.is_infinite()) {
                        continue;
                    }
                    let mut numbers = column.values().to_vec();
                    for (row, number) in numbers.iter_mut().enumerate() {
                        if number.is_infinite() {
                            if !is_null(row) {
                                return Err(infinite(index, row, f64::from(*number)));
                            }
                            *number = f32::NAN;
                        }
                    }
                    *column = numbers.into();
                }
                Self::F32(columns)
            }
            Self::F64(mut columns) => {
                for (index, column) in columns.iter_mut().enumerate() {
                    if !column.values().iter().any(|number| number.is_infinite()) {
                        continue;
                    }
                    let mut numbers = column.values().to_vec();
                    for (row, number) in numbers.iter_mut().enumerate() {
                        if number.is_infinite() {
                            if !is_null(row) {
                                return Err(infinite(index, row, *number));
                            }
                            *number = f64::NAN;
                        }
                    }
                    *column = numbers.into();
                }
                Self::F64(columns)
            }
        })
    }
}

/// Returns a column as f64. Integers that f64 cannot represent are an error.
pub(crate) fn doubles(column: &ArrayRef, name: &str) -> Result<Float64Array, Invalid> {
    if let Some(column) = column.as_primitive_opt() {
        return Ok(column.clone());
    }
    let magnitudes: Option<Vec<u64>> = match column.data_type() {
        DataType::Int64 => {
            let integers = column.as_primitive::<Int64Type>().values();
            Some(
                integers
                    .iter()
                    .map(|integer| integer.unsigned_abs())
                    .collect(),
            )
        }
        DataType::UInt64 => Some(column.as_primitive::<UInt64Type>().values().to_vec()),
        other if is_number(other) => None,
        other => {
            return Err(Invalid::argument(format!(
                "{name} has the type {other}; a number is needed"
            )));
        }
    };
    let too_large =
        |&(row, magnitude): &(usize, &u64)| *magnitude > LARGEST_INTEGER && column.is_valid(row);
    if let Some((row, magnitude)) = magnitudes.iter().flatten().enumerate().find(too_large) {
        return Err(Invalid::row(
            row,
            format!("the magnitude of {name} is {magnitude}, beyond the integers of f64 (2^53)"),
        ));
    }
    let column = cast(column, &DataType::Float64)
        .map_err(|error| Invalid::argument(format!("{name}: {error}")))?;
    Ok(column.as_primitive().clone())
}
