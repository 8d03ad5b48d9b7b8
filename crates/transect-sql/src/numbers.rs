//! Columns of numbers: as f32 if all columns of a shape are f32, and otherwise as f64.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, ArrowPrimitiveType, AsArray, Float32Array, Float64Array, PrimitiveArray,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{
    DataType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Fields, Int64Type,
    UInt64Type,
};
use datafusion::arrow::util::display::array_value_to_string;
use transect::batch::Scalar;
use transect::predicates::equal_float;

use crate::error::Invalid;

/// Columns of equal length. The buffers are those of the Arrow arrays, without a copy, unless a column is converted.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    F32(Vec<Float32Array>),
    F64(Vec<Float64Array>),
}

/// Returns `true` for types whose values can be coordinates. The type of a literal NULL is one of them.
pub(crate) fn is_number(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_number(values),
        other => other.is_numeric() || other.is_null(),
    }
}

impl Numbers {
    /// Returns the numbers of the columns. `names` are the names of the columns in messages.
    pub(crate) fn of(columns: &[ArrayRef], names: &[&str]) -> Result<Self, Invalid> {
        let columns = columns.iter().zip(names);
        let columns = columns.map(|(column, name)| plain(column, name));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
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

/// Returns a column as f64.
///
/// # Errors
/// Returns an error if a number of the column is not an f64, such as 2^53 + 1 or the decimal 0.1.
pub(crate) fn doubles(column: &ArrayRef, name: &str) -> Result<Float64Array, Invalid> {
    if let Some(column) = column.as_primitive_opt() {
        return Ok(column.clone());
    }
    let column = &plain(column, name)?;
    if !is_number(column.data_type()) {
        return Err(Invalid::argument(format!(
            "{name} has the type {}; a number is needed",
            column.data_type()
        )));
    }
    let integers = |numbers: &mut dyn Iterator<Item = i128>| converted(column, numbers, 0, name);
    match *column.data_type() {
        DataType::Int64 => integers(&mut integers_of::<Int64Type>(column)),
        DataType::UInt64 => integers(&mut integers_of::<UInt64Type>(column)),
        DataType::Decimal32(_, scale) => converted(
            column,
            &mut integers_of::<Decimal32Type>(column),
            scale,
            name,
        ),
        DataType::Decimal64(_, scale) => converted(
            column,
            &mut integers_of::<Decimal64Type>(column),
            scale,
            name,
        ),
        DataType::Decimal128(_, scale) => converted(
            column,
            &mut integers_of::<Decimal128Type>(column),
            scale,
            name,
        ),
        DataType::Decimal256(_, scale) => {
            let numbers = column.as_primitive::<Decimal256Type>().values().iter();
            // No f64 has so many digits, unless most of them are zeros.
            let numbers = numbers.map(|number| number.to_i128());
            let mut numbers = numbers.map(|number| number.unwrap_or(i128::MAX));
            converted(column, &mut numbers, scale, name)
        }
        // Every number of the other types is an f64.
        _ => {
            let column = cast(column, &DataType::Float64)
                .map_err(|error| Invalid::argument(format!("{name}: {error}")))?;
            Ok(column.as_primitive().clone())
        }
    }
}

/// Returns a column with one value per row. Columns with a dictionary have the values of the dictionary.
fn plain(column: &ArrayRef, name: &str) -> Result<ArrayRef, Invalid> {
    match column.data_type() {
        DataType::Dictionary(_, values) => {
            cast(column, values).map_err(|error| Invalid::argument(format!("{name}: {error}")))
        }
        _ => Ok(Arc::clone(column)),
    }
}

fn integers_of<T: ArrowPrimitiveType>(column: &ArrayRef) -> impl Iterator<Item = i128>
where
    T::Native: Into<i128>,
{
    let numbers = column.as_primitive::<T>().values().iter();
    numbers.map(|&number| number.into())
}

/// Returns the numbers `integer · 10^(−scale)` of a column as f64.
fn converted(
    column: &ArrayRef,
    integers: &mut dyn Iterator<Item = i128>,
    scale: i8,
    name: &str,
) -> Result<Float64Array, Invalid> {
    let mut numbers = Vec::with_capacity(column.len());
    for (row, integer) in integers.enumerate() {
        numbers.push(match (equal_float(integer, scale), column.is_null(row)) {
            (_, true) => 0.0,
            (Some(number), false) => number,
            (None, false) => {
                let number = array_value_to_string(column, row).map_err(Invalid::argument)?;
                let reason = format!(
                    "{name} is {number}, and no DOUBLE is equal to it\nhint: CAST(… AS DOUBLE) takes the nearest one"
                );
                return Err(Invalid::row(row, reason));
            }
        });
    }
    Ok(Float64Array::new(numbers.into(), column.nulls().cloned()))
}
