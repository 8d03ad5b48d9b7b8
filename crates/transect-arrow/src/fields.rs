//! Arrow data with named columns: structs, tables, and lists of coordinates.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
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
        matches!(
            self.data_type(),
            DataType::Struct(_) | DataType::FixedSizeList(..)
        )
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
            DataType::FixedSizeList(_, size) => ["x", "y", "z", "m"]
                .iter()
                .take(usize::try_from(*size).unwrap_or_default())
                .map(ToString::to_string)
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
                let column = table.column(index).as_struct_opt();
                // A row that is null in the table is null in its column.
                let column =
                    column.map(|column| -> ArrayRef { Arc::new(with_nulls(column, table)) });
                column.or_else(|| {
                    let is_list =
                        matches!(table.column(index).data_type(), DataType::FixedSizeList(..));
                    is_list.then(|| table.column(index).clone())
                })
            });
            let batches = columns.collect::<Option<Vec<_>>>()?;
            Some((name, Self { batches }))
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
                    has_nulls |= values.null_count() > 0;
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
                    has_nulls |= column.null_count() > 0;
                    floats(py, column, is_null, name)?
                }
            });
        }
        let column = match parts.len() {
            1 => parts.remove(0),
            _ => py.import("numpy")?.call_method1("concatenate", (parts,))?,
        };
        Ok((column, has_nulls))
    }
}

/// Returns a struct whose rows are null where it is null, or where the table is null that it is a column of.
fn with_nulls(column: &StructArray, table: &StructArray) -> StructArray {
    let (fields, columns, nulls) = column.clone().into_parts();
    let nulls = arrow_buffer::NullBuffer::union(nulls.as_ref(), table.nulls());
    StructArray::new(fields, columns, nulls)
}
