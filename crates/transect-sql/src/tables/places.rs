//! Columns from the places of files: `filename`, and the names of folders such as `year=2026`.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::catalog::Session;
use datafusion::common::{DFSchema, ScalarValue};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::listing::helpers::expr_applicable_for_cols;
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, utils};
use datafusion::object_store::path::Path;

use crate::tables::files::Files;
use crate::tables::location::Location;

/// The value that other programs write into the name of a folder for NULL.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The columns from the places of files, and their values for each file.
#[derive(Clone, Debug)]
pub(crate) struct PlaceColumns {
    pub(crate) fields: Vec<FieldRef>,
    values: HashMap<Path, Vec<ScalarValue>>,
}

impl PlaceColumns {
    /// Returns the columns of the files of a table. Columns that the files have themselves are left out.
    ///
    /// If the folders of the files do not name the same columns, their names are not columns.
    pub(crate) fn of(files: &Files, schema: &Schema) -> Self {
        let folders: Vec<_> = files.locations.iter().map(folders).collect();
        let names = |pairs: &[(String, String)]| -> Vec<String> {
            pairs.iter().map(|(name, _)| name.clone()).collect()
        };
        let first = folders
            .first()
            .map(|pairs| names(pairs))
            .unwrap_or_default();
        let is_common = folders.iter().all(|pairs| names(pairs) == first);
        let mut fields = Vec::new();
        let mut columns = Vec::new();
        let mut add = |name: &str, data_type: DataType, values: Vec<ScalarValue>| {
            let is_known = |field: &FieldRef| field.name() == name;
            if !schema.fields().iter().any(is_known) && !fields.iter().any(is_known) {
                fields.push(Arc::new(Field::new(name, data_type, true)));
                columns.push(values);
            }
        };
        if is_common {
            for (index, name) in first.iter().enumerate() {
                let words = folders.iter().map(|pairs| pairs[index].1.as_str());
                let words: Vec<_> = words.collect();
                let data_type = type_of(&words);
                let values = words.iter().map(|word| value(word, &data_type)).collect();
                add(name, data_type, values);
            }
        }
        if files.has_file_names {
            let names = files.locations.iter();
            let names = names.map(|location| ScalarValue::from(location.to_string()));
            add("filename", DataType::Utf8, names.collect());
        }
        let values = files.locations.iter().enumerate().map(|(index, location)| {
            let values = columns.iter().map(|column: &Vec<_>| column[index].clone());
            (location.url.prefix().clone(), values.collect())
        });
        Self {
            values: values.collect(),
            fields,
        }
    }

    /// Returns `true` if a filter is about these columns alone.
    pub(crate) fn decide(&self, filter: &Expr) -> bool {
        let names: Vec<_> = self
            .fields
            .iter()
            .map(|field| field.name().as_str())
            .collect();
        !names.is_empty() && expr_applicable_for_cols(&names, filter)
    }

    /// Returns a file with its values of the columns, or `None` if they do not satisfy the filters, which are about these
    /// columns alone.
    pub(crate) fn placed(
        &self,
        mut file: PartitionedFile,
        filters: &[Expr],
        session: &dyn Session,
    ) -> Result<Option<PartitionedFile>> {
        let values = self.values.get(&file.object_meta.location);
        file.partition_values = values.cloned().unwrap_or_default();
        // They are statistics of the columns of the file alone.
        file.statistics = None;
        let Some(filter) = utils::conjunction(filters.iter().cloned()) else {
            return Ok(Some(file));
        };
        let schema: SchemaRef = Arc::new(Schema::new(self.fields.clone()));
        let arrays = file.partition_values.iter().map(ScalarValue::to_array);
        let row = RecordBatch::try_new(Arc::clone(&schema), arrays.collect::<Result<_>>()?)?;
        let filter = session.create_physical_expr(filter, &DFSchema::try_from(schema)?)?;
        let is_kept = filter.evaluate(&row)?.into_array(1)?;
        let is_kept = datafusion::common::cast::as_boolean_array(&is_kept)?;
        Ok((is_kept.is_valid(0) && is_kept.value(0)).then_some(file))
    }
}

/// Returns the names and the values that the folders of a file have, such as `year` and `2026`.
fn folders(location: &Location) -> Vec<(String, String)> {
    let name = location.to_string();
    let folders = name.rsplit_once(['/', std::path::MAIN_SEPARATOR]);
    let folders = folders.map_or("", |(folders, _)| folders);
    let pairs = folders.split(['/', std::path::MAIN_SEPARATOR]);
    let pairs = pairs.filter_map(|folder| folder.split_once('='));
    let pairs = pairs.filter(|(name, _)| !name.is_empty());
    pairs
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect()
}

/// Returns a text without percent escapes, which other programs write for letters that names of folders cannot have.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escape = (byte == b'%').then(|| after.get(..2)).flatten();
        let code = escape.and_then(|digits| {
            let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
            let digits = is_hex.then(|| str::from_utf8(digits).ok()).flatten()?;
            u8::from_str_radix(digits, 16).ok()
        });
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Returns the type of a column with these values: integers, dates or text.
fn type_of(words: &[&str]) -> DataType {
    let mut known = words.iter().filter(|word| **word != NULL).peekable();
    if known.peek().is_none() {
        return DataType::Utf8;
    }
    let all = |data_type: &DataType| {
        let mut known = known.clone();
        known.all(|word| !value(word, data_type).is_null())
    };
    let types = [DataType::Int64, DataType::Date32];
    types.into_iter().find(all).unwrap_or(DataType::Utf8)
}

/// Returns a value of a type, or NULL if a word is not one.
fn value(word: &str, data_type: &DataType) -> ScalarValue {
    let text = ScalarValue::from(word);
    let is_date = || word.len() == 10 && word.bytes().filter(|byte| *byte == b'-').count() == 2;
    let value = match data_type {
        _ if word == NULL => None,
        DataType::Int64 => word.parse::<i64>().ok().map(ScalarValue::from),
        DataType::Date32 => is_date().then(|| text.cast_to(data_type).ok()).flatten(),
        _ => Some(text),
    };
    value.unwrap_or_else(|| ScalarValue::try_from(data_type).unwrap_or(ScalarValue::Null))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_folders_have_types() {
        assert_eq!(type_of(&["2025", "2026", NULL]), DataType::Int64);
        assert_eq!(type_of(&["2025-01-31", "2026-02-28"]), DataType::Date32);
        assert_eq!(type_of(&["2025-01-31", "2026-02-30"]), DataType::Utf8);
        assert_eq!(type_of(&["2025", "old"]), DataType::Utf8);
        assert_eq!(type_of(&[NULL]), DataType::Utf8);
        assert_eq!(value("7", &DataType::Int64), ScalarValue::from(7_i64));
        assert!(value(NULL, &DataType::Utf8).is_null());
    }

    #[test]
    fn escapes_in_names_of_folders_are_read() {
        assert_eq!(decoded("a%2Fb%20c"), "a/b c");
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%zz%4"), "%zz%4");
        assert_eq!(decoded("%+1"), "%+1");
        assert_eq!(decoded("%ff"), "%ff");
    }
}
