//! Files, folders, patterns and objects of buckets as tables.

mod cells;
mod columns;
mod damage;
mod failing_row;
mod files;
mod format;
mod header;
mod lines;
mod listing;
mod location;
mod metadata;
#[cfg(feature = "s3")]
mod objects;
#[cfg(not(feature = "s3"))]
#[path = "no_objects.rs"]
mod objects;
mod places;
mod pruning;
mod quotes;
mod schema;
#[cfg(feature = "s3")]
mod stores;
mod table;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use datafusion::arrow::datatypes::DataType;
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::SessionContext;

pub(crate) use crate::tables::failing_row::{Step, find as find_failing_row};
pub(crate) use crate::tables::files::tables_here;
pub(crate) use crate::tables::format::{Header, Text};
pub(crate) use crate::tables::metadata::Metadata;
pub(crate) use crate::tables::pruning::Parts;
#[cfg(feature = "cluster")]
pub(crate) use crate::tables::pruning::without_pruning_nodes;

use crate::tables::files::Files;
use crate::tables::format::Sample;
pub(crate) use crate::tables::table::FileTable;

/// Returns the environment of a session, which knows where files are. It does not limit the memory.
pub(crate) fn runtime() -> RuntimeEnvBuilder {
    let runtime = RuntimeEnvBuilder::new();
    #[cfg(feature = "s3")]
    let runtime = runtime.with_object_store_registry(Arc::new(stores::Stores::default()));
    runtime
}

/// The options of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// The options of text, if there are some.
    pub(crate) text: Option<Text>,
    /// `true` if there is a column with the name of the file of each row.
    pub(crate) has_file_names: bool,
}

/// The tables that the statements of a session have named.
#[derive(Debug)]
pub(crate) struct Tables {
    factory: Arc<Factory>,
}

impl Tables {
    /// Makes files available as tables in the statements of a session.
    ///
    /// `parts` are the smallest parts of Parquet files that conditions exclude.
    pub(crate) fn offer_to(context: &SessionContext, parts: Parts) -> Self {
        let state = context.state();
        let factory = Arc::new(Factory {
            state: state.clone(),
            parts,
            is_whole: AtomicBool::new(false),
            named: Mutex::default(),
            calls: Mutex::default(),
        });
        let catalogs = Arc::clone(state.catalog_list());
        let factory_of_tables = Arc::clone(&factory) as Arc<dyn UrlTableFactory>;
        let catalogs = DynamicFileCatalog::new(catalogs, factory_of_tables);
        context.register_catalog_list(Arc::new(catalogs));
        Self { factory }
    }

    /// Reads a table with options from now on, under a name of its own.
    pub(crate) fn read_as(&self, name: &str, file: &str, options: Options) {
        let call = (file.to_owned(), options);
        self.factory.calls().insert(name.to_owned(), call);
    }

    /// Forgets the tables of the statements before.
    pub(crate) fn forget(&self) {
        self.factory.named().clear();
    }

    /// Returns the names of the fields of all structs in the named tables.
    pub(crate) fn struct_fields(&self) -> Vec<String> {
        let mut names = Vec::new();
        for table in self.factory.named().iter() {
            for field in table.schema().fields() {
                collect_fields(field.data_type(), &mut names);
            }
        }
        names
    }

    /// Reads the whole CSV files of the named tables to find the types of their columns. Returns `true` if a statement about
    /// these tables has other types then, for all statements from now on.
    pub(crate) async fn read_types_again(&self) -> bool {
        let named = self.factory.named().clone();
        for table in named {
            if let Ok(true) = table.has_other_types(&self.factory.state).await {
                self.factory.is_whole.store(true, Ordering::Relaxed);
                return true;
            }
        }
        false
    }

    /// Reads all files of the named tables, and returns a message with the first file and column that cannot be read.
    pub(crate) async fn damage(&self, context: &SessionContext) -> Option<String> {
        let named = self.factory.named().clone();
        for table in named {
            if let Some(damage) = damage::find(&table, context).await {
                return Some(damage);
            }
        }
        None
    }
}

/// Adds the names of the fields of a struct, and of the structs in it.
fn collect_fields(data_type: &DataType, names: &mut Vec<String>) {
    if let DataType::Struct(fields) = data_type {
        for field in fields {
            if !names.contains(field.name()) {
                names.push(field.name().clone());
            }
            collect_fields(field.data_type(), names);
        }
    }
}

/// Makes the table of a name.
#[derive(Debug)]
struct Factory {
    state: SessionState,
    parts: Parts,
    /// `true` if the types of CSV columns are found from whole files.
    is_whole: AtomicBool,
    named: Mutex<Vec<Arc<FileTable>>>,
    /// The files and the options of tables, by the names that statements have for them.
    calls: Mutex<HashMap<String, (String, Options)>>,
}

impl Factory {
    fn named(&self) -> MutexGuard<'_, Vec<Arc<FileTable>>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<String, (String, Options)>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl UrlTableFactory for Factory {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let call = self.calls().get(name).cloned();
        let files = match call {
            Some((file, options)) => {
                let mut files = Files::of(&file, &self.state).await?;
                files.has_file_names = options.has_file_names;
                if let Some(text) = options.text {
                    files.format = files.format.with(&text).ok_or_else(|| {
                        DataFusionError::Execution(format!(
                            "{file}: a Parquet file has no options of text"
                        ))
                    })?;
                    files.nulls = text.nulls;
                }
                files
            }
            None if Files::is_other_name(name) => return Ok(None),
            None => Files::of(name, &self.state).await?,
        };
        let sample = if self.is_whole.load(Ordering::Relaxed) {
            Sample::WholeFile
        } else {
            Sample::FirstLines
        };
        let table = FileTable::new(files, sample, self.parts, &self.state).await?;
        let table = Arc::new(table);
        self.named().push(Arc::clone(&table));
        Ok(Some(table))
    }
}
