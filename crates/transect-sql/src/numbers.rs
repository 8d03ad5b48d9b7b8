//! Columns of numbers: as f32 if all columns of a shape are f32, and otherwise as f64.

use datafusion::arrow::array::{
    Array, ArrayRef, ArrowPrimitiveType, AsArray, Float32Array, Float64Array, PrimitiveArray,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Fields, Int64Type, UInt64Type};
use transect::batch::Scalar;

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
        let check = |column: usize, row: usize, number: f64| {
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                return Ok(());
            }
            let name = names.get(column).unwrap_or(&"number");
            Err(Invalid::row(
                row,
                format!("{name} is {number}, not a finite number"),
            ))
        };
        Ok(match self {
            Self::F32(columns) => Self::F32(replaced(columns, f32::NAN, check)?),
            Self::F64(columns) => Self::F64(replaced(columns, f64::NAN, check)?),
        })
    }
}

/// Returns the columns with NaN in the place of infinite numbers. Calls `check` with the column, the row and the value
/// of each infinite number, and stops at the first error.
fn replaced<T: ArrowPrimitiveType>(
    mut columns: Vec<PrimitiveArray<T>>,
    nan: T::Native,
    check: impl Fn(usize, usize, f64) -> Result<(), Invalid>,
) -> Result<Vec<PrimitiveArray<T>>, Invalid>
where
    T::Native: Scalar,
{
    let is_infinite = |number: &T::Native| number.to_f64().is_infinite();
    for (index, column) in columns.iter_mut().enumerate() {
        if !column.values().iter().any(is_infinite) {
            continue;
        }
        let mut numbers = column.values().to_vec();
        for (row, number) in numbers.iter_mut().enumerate() {
            if is_infinite(number) {
                check(index, row, number.to_f64())?;
                *number = nan;
            }
        }
        *column = PrimitiveArray::new(numbers.into(), None);
    }
    Ok(columns)
}

/// Checks that a struct has a field of a name, and that its values can be coordinates. `forms` are the forms of the
/// argument, for messages.
pub(crate) fn check_field(fields: &Fields, name: &str, forms: &str) -> Result<(), Invalid> {
    let Some((_, field)) = fields.find(name) else {
        let reason = format!("the field {name} is missing; {forms}");
        return Err(Invalid::argument(reason));
    };
    if is_number(field.data_type()) {
        return Ok(());
    }
    Err(Invalid::argument(format!(
        "the field {name} has the type {}; a number is needed",
        field.data_type()
    )))
}

/// Returns `true` if f64 represents an integer exactly: if its bits from the first to the last set bit are at most 53.
fn is_double(magnitude: u64) -> bool {
    magnitude >> magnitude.trailing_zeros().min(63) <= LARGEST_INTEGER
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
        |&(row, magnitude): &(usize, &u64)| !is_double(*magnitude) && column.is_valid(row);
    if let Some((row, magnitude)) = magnitudes.iter().flatten().enumerate().find(too_large) {
        return Err(Invalid::row(
            row,
            format!("the magnitude of {name} is {magnitude}, which no f64 represents exactly"),
        ));
    }
    let column = cast(column, &DataType::Float64)
        .map_err(|error| Invalid::argument(format!("{name}: {error}")))?;
    Ok(column.as_primitive().clone())
}
