//! The metadata of Parquet files: texts by their keys, for a file and for its columns.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use datafusion::datasource::physical_plan::parquet::metadata::DFParquetMetadata;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectStoreExt;
use datafusion::parquet::arrow::parquet_to_arrow_schema;

use crate::tables::files::Files;
use crate::tables::format::Format;

/// The metadata of a Parquet file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    /// The texts of the file.
    pub(crate) of_file: BTreeMap<String, String>,
    /// The texts of each column, by the name of the column.
    pub(crate) of_columns: HashMap<String, HashMap<String, String>>,
}

impl Metadata {
    /// Reads the metadata of all files of a table. Files of text have none.
    pub(super) async fn of_all(files: &Files, state: &SessionState) -> Result<Vec<Self>> {
        if files.format != Format::Parquet {
            return Ok(Vec::new());
        }
        let cache = state.runtime_env().cache_manager.get_file_metadata_cache();
        let mut all = Vec::with_capacity(files.locations.len());
        for location in &files.locations {
            let store = state.runtime_env().object_store(&location.url)?;
            let file = store.head(location.url.prefix()).await?;
            let metadata = DFParquetMetadata::new(&*store, &file)
                .with_file_metadata_cache(Some(Arc::clone(&cache)))
                .fetch_metadata()
                .await?;
            let metadata = metadata.file_metadata();
            let pairs = metadata.key_value_metadata();
            let schema = parquet_to_arrow_schema(metadata.schema_descr(), pairs)?;
            let fields = schema.fields().iter();
            let of_columns = fields.map(|field| (field.name().clone(), field.metadata().clone()));
            let pairs = pairs.into_iter().flatten();
            let of_file = pairs.filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?)));
            all.push(Self {
                of_file: of_file.collect(),
                of_columns: of_columns.collect(),
            });
        }
        Ok(all)
    }
}
