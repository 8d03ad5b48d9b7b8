//! The metadata of the files of a statement that are true of its answer.
//!
//! `geo` and `pandas` describe columns, and stay for the columns that the statement does not change. Other keys describe a
//! file. They stay if each row and each column of the answer is one of the same files.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::error::Result;
use datafusion::parquet::file::metadata::KeyValue;
use datafusion::prelude::{DataFrame, SessionContext};
use serde_json::Value;

use crate::command::geo;
use crate::command::origin::{Origin, RowsOf, origins, rows_of};
use crate::tables::Metadata;

/// The keys that this file knows, and the schema of Arrow, which the writer makes for the answer.
const KNOWN: [&str; 3] = ["geo", "pandas", "ARROW:schema"];

/// The metadata of an answer.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) pairs: Vec<KeyValue>,
    /// The texts of each column.
    columns: Vec<HashMap<String, String>>,
}

impl Kept {
    /// Returns the metadata that stay true of the rows of a statement.
    pub(super) async fn of(rows: &DataFrame, context: &SessionContext) -> Result<Self> {
        let plan = rows.logical_plan();
        let origins = origins(plan);
        let rows = rows_of(plan);
        let mut pairs = BTreeMap::new();
        let mut columns = vec![HashMap::new(); origins.len()];
        let mut seen: Vec<&Origin> = Vec::new();
        let mut geos = Vec::new();
        for origin in origins.iter().flatten() {
            let is_seen = |seen: &&Origin| Arc::ptr_eq(&seen.table, &origin.table);
            let Some(files) = origin.files().filter(|_| !seen.iter().any(is_seen)) else {
                continue;
            };
            seen.push(origin);
            let metadata = files.metadata(&context.state()).await?;
            let own: Vec<Option<&str>> = origins
                .iter()
                .map(|other| {
                    let other = other.as_ref()?;
                    Arc::ptr_eq(&other.table, &origin.table).then_some(other.column.as_str())
                })
                .collect();
            for (column, name) in columns.iter_mut().zip(&own) {
                if let Some(texts) = name.and_then(|name| of_column(&metadata, name)) {
                    *column = texts;
                }
            }
            let schema = plan.schema().as_arrow();
            let kept = own.iter().zip(schema.fields()).filter_map(|(name, field)| {
                Some(geo::Column {
                    before: (*name)?.to_owned(),
                    after: field.name().clone(),
                })
            });
            let kept: Vec<_> = kept.collect();
            let is_whole = rows == RowsOf::WholeTable;
            geos.extend(
                of_key(&metadata, "geo")
                    .and_then(|texts| geo::kept(&geo::common(&texts)?, &kept, is_whole)),
            );
            if own.iter().all(Option::is_some) && rows != RowsOf::Other {
                pairs.extend(common(&metadata));
            }
            if seen.len() == 1
                && let Some(text) =
                    of_key(&metadata, "pandas").and_then(|texts| pandas(&texts, &kept))
            {
                pairs.insert("pandas".to_owned(), text);
            }
        }
        // Two tables with geometries would need one text of two versions.
        if let [geo] = &geos[..] {
            pairs.insert("geo".to_owned(), geo.to_string());
        }
        let pairs = pairs.into_iter();
        Ok(Self {
            pairs: pairs.map(|(key, text)| KeyValue::new(key, text)).collect(),
            columns,
        })
    }

    /// Returns the schema of a file, with the texts of its columns.
    ///
    /// The engine reads texts as views, which some readers of files cannot filter, so they become plain texts.
    pub(super) fn schema(&self, schema: &SchemaRef) -> SchemaRef {
        let fields = schema.fields().iter().enumerate().map(|(index, field)| {
            let field = without_views(field);
            match self.columns.get(index) {
                Some(texts) if !texts.is_empty() => field.with_metadata(texts.clone()),
                _ => field,
            }
        });
        // Some readers take the texts of a file from the schema of Arrow.
        let pairs = self.pairs.iter();
        let texts = pairs.filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?)));
        SchemaRef::new(Schema::new_with_metadata(
            fields.collect::<Vec<_>>(),
            texts.collect(),
        ))
    }
}

/// Returns a field with plain texts and bytes in place of views.
fn without_views(field: &FieldRef) -> Field {
    let inner = |field: &FieldRef| FieldRef::new(without_views(field));
    let data_type = match field.data_type() {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inner).collect()),
        DataType::List(item) => DataType::List(inner(item)),
        DataType::LargeList(item) => DataType::LargeList(inner(item)),
        other => other.clone(),
    };
    Field::clone(field).with_data_type(data_type)
}

/// Returns the texts of a column, if all files that have the column have the same ones. Numbers of columns in a file are
/// left out.
fn of_column(metadata: &[Metadata], name: &str) -> Option<HashMap<String, String>> {
    let mut texts = metadata.iter().filter_map(|file| file.of_columns.get(name));
    let first = texts.next()?;
    let mut first = texts.all(|other| other == first).then(|| first.clone())?;
    first.remove("PARQUET:field_id");
    Some(first)
}

/// Returns the texts that all files have for a key, or `None` if a file does not have it.
fn of_key<'m>(metadata: &'m [Metadata], key: &str) -> Option<Vec<&'m str>> {
    let texts = metadata.iter().map(|file| file.of_file.get(key));
    let texts = texts.map(|text| text.map(String::as_str));
    texts.collect()
}

/// Returns the other texts that are the same in all files.
fn common(metadata: &[Metadata]) -> Vec<(String, String)> {
    let Some((first, others)) = metadata.split_first() else {
        return Vec::new();
    };
    let pairs = first.of_file.iter().filter(|(key, text)| {
        let is_common = || {
            others
                .iter()
                .all(|file| file.of_file.get(*key) == Some(*text))
        };
        !KNOWN.contains(&key.as_str()) && is_common()
    });
    pairs
        .map(|(key, text)| (key.clone(), text.clone()))
        .collect()
}

/// Returns the description of columns for pandas, for the columns that are kept under their names. An index that is a
/// range is left out, because it numbers the rows of the file.
fn pandas(texts: &[&str], kept: &[geo::Column]) -> Option<String> {
    let (first, others) = texts.split_first()?;
    if others.iter().any(|text| text != first) {
        return None;
    }
    let mut pandas: Value = serde_json::from_str(first).ok()?;
    let is_kept = |name: &str| {
        let mut kept = kept.iter();
        kept.any(|column| column.before == name && column.after == name)
    };
    let indices = pandas.get_mut("index_columns")?.as_array_mut()?;
    indices.retain(|index| index.as_str().is_some_and(is_kept));
    let columns = pandas.get_mut("columns")?.as_array_mut()?;
    columns.retain(|column| {
        let name = column.get("field_name").or_else(|| column.get("name"));
        name.and_then(Value::as_str).is_some_and(is_kept)
    });
    Some(pandas.to_string())
}
