//! Arrow data with named columns: structs, tables, and lists of coordinates.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeListArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use pyo3::prelude::*;

use crate::import::import;
use crate::numbers::floats;

/// Named columns of Arrow data: the fields of a struct or of a table, or the coordinates x, y, … of lists of a fixed size
/// (interleaved points of GeoArrow). They may come in several batches.
pub struct Fields {
    batches: Vec<ArrayRef>,
}

impl Fields {
    /// Returns the columns of a Python object, or `None` for an object that does not offer Arrow data with columns.
    ///
    /// # Errors
    /// Returns an error if the object's Arrow data are invalid.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let batches = import(object)?;
        Ok(batches
            .map(|batches| Self { batches })
            .filter(|fields| fields.has_columns()))
    }

    fn has_columns(&self) -> bool {
        match self.data_type() {
            DataType::Struct(_) => true,
            DataType::FixedSizeList(item, size) => coordinates(item.name(), *size).is_some(),
            _ => false,
        }
    }

    /// Returns the type of all batches. There is at least one batch.
    fn data_type(&self) -> &DataType {
        self.batches[0].data_type()
    }

    /// Returns the names of the columns.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        match self.data_type() {
            DataType::Struct(fields) => fields.iter().map(|field| field.name().clone()).collect(),
            DataType::FixedSizeList(item, size) => coordinates(item.name(), *size)
                .unwrap_or_default()
                .chars()
                .map(String::from)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns those columns of a table that have columns themselves, with their names.
    #[must_use]
    pub fn nested(&self) -> Vec<(String, Self)> {
        let names = self.names();
        let nested = (0..names.len()).zip(names).filter_map(|(index, name)| {
            let columns = self.batches.iter().map(|batch| {
                let table = batch.as_struct_opt()?;
                // A row that is null in the table is null in its column.
                let (column, nulls) = (table.column(index), table.nulls());
                match column.as_struct_opt() {
                    Some(column) => Some(with_nulls(column, nulls)),
                    None => Some(list_with_nulls(column.as_fixed_size_list_opt()?, nulls)),
                }
            });
            let batches = columns.collect::<Option<Vec<_>>>()?;
            let fields = Self { batches };
            fields.has_columns().then_some((name, fields))
        });
        nested.collect()
    }

    /// Returns a column as a numpy array of float32 or float64, in which nulls are NaN. The flag is `true` if there are
    /// nulls.
    ///
    /// # Errors
    /// Returns a `TypeError` if the column does not have numbers, and a `ValueError` for a number without an equal
    /// float64.
    pub fn column<'py>(
        &self,
        py: Python<'py>,
        index: usize,
    ) -> PyResult<(Bound<'py, PyAny>, bool)> {
        let name = &self.names()[index];
        let mut has_nulls = false;
        let mut parts = Vec::new();
        for batch in &self.batches {
            has_nulls |= batch.null_count() > 0;
            let is_null = |row| batch.is_null(row);
            let is_null: Option<&dyn Fn(usize) -> bool> = match batch.null_count() {
                0 => None,
                _ => Some(&is_null),
            };
            parts.push(match batch.as_fixed_size_list_opt() {
                Some(list) => {
                    // The values begin with those of the first row, also in a slice.
                    let size = list.value_length() as usize;
                    let values = list
                        .values()
                        .slice(list.value_offset(0) as usize, list.len() * size);
                    has_nulls |= values.logical_null_count() > 0;
                    let values = floats(py, &values, None, name)?;
                    let rows = values.call_method1("reshape", ((list.len(), size),))?;
                    let column = rows.getattr("T")?.get_item(index)?;
                    match is_null {
                        None => column,
                        Some(is_null) => {
                            let copy = column.call_method0("copy")?;
                            for row in (0..list.len()).filter(|&row| is_null(row)) {
                                copy.set_item(row, f64::NAN)?;
                            }
                            copy
                        }
                    }
                }
                None => {
                    let column = batch.as_struct().column(index);
                    has_nulls |= column.logical_null_count() > 0;
                    floats(py, column, is_null, name)?
                }
            });
        }
        let column = joined(py, parts)?;
        Ok((column, has_nulls))
    }
}

/// Returns the names of the coordinates in lists of a fixed size: the letters of the name that GeoArrow gives their items, or
/// x, y and z for lists of two or three numbers whose items have another name.
fn coordinates(item: &str, size: i32) -> Option<&str> {
    match (item, size) {
        ("xy" | "xyz" | "xym" | "xyzm", _) => (item.len() == size as usize).then_some(item),
        (_, 2) => Some("xy"),
        (_, 3) => Some("xyz"),
        _ => None,
    }
}

/// Returns a column of a table whose rows are null where it is null, or where the table is null.
fn with_nulls(column: &StructArray, table: Option<&NullBuffer>) -> ArrayRef {
    let (fields, columns, nulls) = column.clone().into_parts();
    let nulls = NullBuffer::union(nulls.as_ref(), table);
    Arc::new(StructArray::new(fields, columns, nulls))
}

/// Does the same as [`with_nulls`] for a column of lists.
fn list_with_nulls(column: &FixedSizeListArray, table: Option<&NullBuffer>) -> ArrayRef {
    let (field, size, values, nulls) = column.clone().into_parts();
    let nulls = NullBuffer::union(nulls.as_ref(), table);
    Arc::new(FixedSizeListArray::new(field, size, values, nulls))
}

/// Returns an Arrow array of numbers as a numpy array of float32 or float64, in which nulls are NaN, or `None` for an object
/// that does not offer Arrow data. The flag is `true` if there are nulls.
///
/// # Errors
/// Returns a `TypeError` if the object does not have numbers, and a `ValueError` for a number without an equal float64.
pub fn column<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Option<(Bound<'py, PyAny>, bool)>> {
    let Some(batches) = import(object)? else {
        return Ok(None);
    };
    let py = object.py();
    let has_nulls = batches.iter().any(|batch| batch.logical_null_count() > 0);
    let parts = batches.iter().map(|batch| floats(py, batch, None, name));
    let column = joined(py, parts.collect::<PyResult<_>>()?)?;
    Ok(Some((column, has_nulls)))
}

fn joined<'py>(py: Python<'py>, mut parts: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    match parts.len() {
        1 => Ok(parts.remove(0)),
        _ => py.import("numpy")?.call_method1("concatenate", (parts,)),
    }
}
