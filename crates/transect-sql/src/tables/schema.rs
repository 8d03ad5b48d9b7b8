//! The columns of a table, from the columns of its files.

use datafusion::arrow::datatypes::{DataType, Field, Schema};

use crate::tables::files::Files;
use crate::tables::format::Format;
use crate::tables::location::Location;

/// Returns the columns of a table. `schemas` has the columns of each file.
///
/// A column of Parquet files has the same type in all files that have it. CSV files have the same columns in the same
/// order; a column of whole numbers in one file and other numbers in another is a column of `DOUBLE`.
///
/// # Errors
/// Returns a message with the file and the column that differ.
pub(crate) fn common(files: &Files, schemas: &[Schema]) -> Result<Schema, String> {
    let Some((first, others)) = schemas.split_first() else {
        return Ok(Schema::empty());
    };
    let mut fields: Vec<Field> = Vec::new();
    for field in first.fields() {
        fields.push(field.as_ref().clone().with_nullable(true));
    }
    let first_location = &files.locations[0];
    for (location, schema) in files.locations[1..].iter().zip(others) {
        if let Format::Csv { .. } = files.format {
            same_names(first_location, location, &fields, schema)?;
        }
        for field in schema.fields() {
            let Some(known) = fields.iter_mut().find(|known| known.name() == field.name()) else {
                fields.push(field.as_ref().clone().with_nullable(true));
                continue;
            };
            let [a, b] = [known.data_type(), field.data_type()];
            if a.equals_datatype(b) {
                continue;
            }
            let is_csv = matches!(files.format, Format::Csv { .. });
            let common = is_csv.then(|| wider(a, b)).flatten().ok_or_else(|| {
                format!(
                    "{location}: column {} has the type {b}, but {a} in the files before it",
                    field.name()
                )
            })?;
            *known = known.clone().with_data_type(common);
        }
    }
    Ok(Schema::new(fields))
}

/// Returns the type that holds the values of two columns of CSV files.
fn wider(a: &DataType, b: &DataType) -> Option<DataType> {
    match (a, b) {
        (DataType::Null, other) | (other, DataType::Null) => Some(other.clone()),
        (DataType::Int64, DataType::Float64) | (DataType::Float64, DataType::Int64) => {
            Some(DataType::Float64)
        }
        _ => None,
    }
}

/// Returns an error if two CSV files do not have the same columns in the same order.
fn same_names(
    first: &Location,
    location: &Location,
    fields: &[Field],
    schema: &Schema,
) -> Result<(), String> {
    let count = fields.len().max(schema.fields().len());
    for index in 0..count {
        let expected = fields.get(index).map(Field::name);
        let found = schema.fields().get(index).map(|field| field.name());
        if expected != found {
            let name = |name: Option<&String>| match name {
                Some(name) => name.clone(),
                None => "missing".to_owned(),
            };
            return Err(format!(
                "{location}: column {} is {}, but {} in {first}",
                index + 1,
                name(found),
                name(expected),
            ));
        }
    }
    Ok(())
}
