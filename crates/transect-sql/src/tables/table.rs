//! A table of files, as the engine reads it.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{FieldRef, Schema, SchemaRef};
use datafusion::catalog::{ScanArgs, ScanResult, Session, TableProvider};
use datafusion::datasource::TableType;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown};
use datafusion::object_store::ObjectStoreExt;
use datafusion::physical_plan::ExecutionPlan;
use futures::{StreamExt, TryStreamExt, stream};

use crate::message::message;
use crate::tables::files::Files;
use crate::tables::format::{Format, Sample};
use crate::tables::location::Location;
use crate::tables::pruning::Parts;
use crate::tables::{header, pruning, schema};

/// The number of files whose columns are read at once. Object stores answer many requests in the time of one.
const AT_ONCE: usize = 32;

/// The files of a table and their common columns.
#[derive(Debug)]
pub(crate) struct FileTable {
    pub(crate) files: Files,
    parts: Parts,
    listing: ListingTable,
}

impl FileTable {
    /// Reads the columns of all files.
    ///
    /// # Errors
    /// Returns an error that names the file that cannot be read, or the file and the column that differ from others.
    pub(crate) async fn new(
        files: Files,
        sample: Sample,
        parts: Parts,
        state: &SessionState,
    ) -> Result<Self> {
        let schema = schema_of_all(&files, sample, state).await?;
        let listing = listing(
            &files.locations,
            files.format.reader(sample),
            Arc::new(schema),
        )?;
        Ok(Self {
            files,
            parts,
            listing,
        })
    }

    /// Returns `true` if the types of CSV columns differ from those that the first lines have, and the values that are read
    /// as numbers still are. An error means that the files cannot be read.
    pub(crate) async fn has_other_types(&self, state: &SessionState) -> Result<bool> {
        let Format::Csv { .. } = self.files.format else {
            return Ok(false);
        };
        let whole = schema_of_all(&self.files, Sample::WholeFile, state).await?;
        let schema = self.schema();
        let both = schema.fields().iter().zip(whole.fields());
        let mut both = both.map(|(first, whole)| (first.data_type(), whole.data_type()));
        let is_kept = both
            .clone()
            .all(|(first, whole)| !first.is_numeric() || whole.is_numeric());
        Ok(is_kept && both.any(|(first, whole)| first != whole))
    }

    /// Returns the table of one of the files, with the columns of all files.
    pub(crate) fn only(&self, location: &Location) -> Result<ListingTable> {
        let format = self.files.format.reader(Sample::FirstLines);
        listing(std::slice::from_ref(location), format, self.schema())
    }
}

/// Reads the columns of all files of a table.
async fn schema_of_all(files: &Files, sample: Sample, state: &SessionState) -> Result<Schema> {
    // A loop and not `map`: the compiler cannot tell that futures of a closure may move to other threads.
    let mut schemas = Vec::with_capacity(files.locations.len());
    for location in &files.locations {
        schemas.push(schema_of(location, files.format, sample, state));
    }
    let schemas = stream::iter(schemas).buffered(AT_ONCE);
    let schemas: Vec<Schema> = schemas.try_collect().await?;
    schema::common(files, &schemas).map_err(DataFusionError::Execution)
}

/// Reads the columns of a file. An error names the file.
async fn schema_of(
    location: &Location,
    format: Format,
    sample: Sample,
    state: &SessionState,
) -> Result<Schema> {
    let named = |error: DataFusionError| {
        DataFusionError::Execution(format!("{location}: {}", message(&error)))
    };
    let schema = unnamed_schema_of(location, &format.reader(sample), state).await;
    // A line of names that is not one is often the reason why the other lines cannot be read.
    let names = match &schema {
        Ok(schema) => Ok(schema.clone()),
        Err(_) => unnamed_schema_of(location, &format.reader(Sample::Names), state).await,
    };
    if let Ok(names) = names {
        header::check(format, names.fields())
            .map_err(|reason| DataFusionError::Execution(format!("{location}: {reason}")))?;
    }
    let schema = schema.map_err(named)?;
    let is_csv = matches!(format, Format::Csv { .. });
    if !is_csv || sample == Sample::WholeFile || !schema.fields().iter().any(may_lose_values) {
        return Ok(schema);
    }
    let reader = format.reader(Sample::WholeFile);
    let whole = unnamed_schema_of(location, &reader, state).await;
    let whole = whole.map_err(named)?;
    // The other columns keep their types: a value of another type is an error that names it.
    let fields = schema.fields().iter().zip(whole.fields());
    let fields = fields.map(|(first, whole)| match may_lose_values(first) {
        true => Arc::clone(whole),
        false => Arc::clone(first),
    });
    Ok(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns `true` for a CSV column of a type as which the engine reads values of other types, and loses them: a column
/// without a value in the first lines, or one of dates or times.
fn may_lose_values(field: &FieldRef) -> bool {
    let data_type = field.data_type();
    data_type.is_null() || data_type.is_temporal()
}

async fn unnamed_schema_of(
    location: &Location,
    format: &Arc<dyn FileFormat>,
    state: &SessionState,
) -> Result<Schema> {
    let url = &location.url;
    let store = state.runtime_env().object_store(url)?;
    let file = store.head(url.prefix()).await?;
    let schema = format.infer_schema(state, &store, &[file]).await?;
    if schema.fields().is_empty() {
        return Err(DataFusionError::Execution(
            "there are no columns; the first line of a CSV file names them".to_owned(),
        ));
    }
    Ok(schema.as_ref().clone())
}

fn listing(
    locations: &[Location],
    format: Arc<dyn FileFormat>,
    schema: SchemaRef,
) -> Result<ListingTable> {
    let urls = locations.iter().map(|location| location.url.clone());
    let options = ListingOptions::new(format).with_file_extension("");
    let config = ListingTableConfig::new_with_multi_paths(urls.collect())
        .with_listing_options(options)
        .with_schema(schema);
    ListingTable::try_new(config)
}

#[async_trait]
impl TableProvider for FileTable {
    fn schema(&self) -> SchemaRef {
        self.listing.schema()
    }

    fn table_type(&self) -> TableType {
        self.listing.table_type()
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let args = ScanArgs::default()
            .with_projection(projection.map(Vec::as_slice))
            .with_filters(Some(filters))
            .with_limit(limit);
        Ok(self.scan_with_args(state, args).await?.into_inner())
    }

    async fn scan_with_args<'a>(
        &self,
        state: &dyn Session,
        args: ScanArgs<'a>,
    ) -> Result<ScanResult> {
        if self.files.format.is_compressed() && self.parts == Parts::RowGroups {
            return datafusion::common::exec_err!(
                "{}: compressed text is not read on a cluster\nhint: write the table as Parquet, with --parquet",
                self.files.locations[0]
            );
        }
        let filters = args.filters().unwrap_or_default().to_vec();
        let scan = self.listing.scan_with_args(state, args).await?;
        if self.files.format != Format::Parquet {
            return Ok(scan);
        }
        let plan = pruning::prune(
            scan.into_inner(),
            &filters,
            &self.schema(),
            state,
            self.parts,
        )
        .await?;
        Ok(ScanResult::new(plan))
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        self.listing.supports_filters_pushdown(filters)
    }
}
