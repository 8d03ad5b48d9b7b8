//! A table of files, as the engine reads it.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{FieldRef, Schema, SchemaRef};
use datafusion::catalog::{ScanArgs, ScanResult, Session, TableProvider};
use datafusion::common::{DFSchema, Statistics, project_schema};
use datafusion::datasource::TableType;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, ident};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use datafusion::physical_plan::projection::ProjectionExec;

use crate::tables::cells::converted;
use crate::tables::columns::Columns;
use crate::tables::files::Files;
use crate::tables::format::{Format, Sample};
use crate::tables::listing::listing;
use crate::tables::location::Location;
use crate::tables::metadata::Metadata;
use crate::tables::places::PlaceColumns;
use crate::tables::pruning;
use crate::tables::pruning::Parts;
use crate::tables::quotes;

/// The files of a table and their common columns.
#[derive(Debug)]
pub(crate) struct FileTable {
    pub(crate) files: Files,
    parts: Parts,
    columns: Columns,
    places: PlaceColumns,
    /// The columns of the files and those of their places.
    schema: SchemaRef,
    /// The files, with the columns as the engine reads them.
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
        let files = quotes::checked(files, state).await?;
        let columns = Columns::of_all(&files, sample, state).await?;
        let places = PlaceColumns::of(&files, &columns.schema);
        Self::with(files, parts, columns, places)
    }

    fn with(files: Files, parts: Parts, columns: Columns, places: PlaceColumns) -> Result<Self> {
        let format = files.format.reader(&files.nulls);
        let listing = listing(&files.locations, format, Arc::new(columns.in_files()))?;
        let fields = columns.schema.fields().iter().chain(&places.fields);
        let fields: Vec<FieldRef> = fields.map(Arc::clone).collect();
        let metadata = columns.schema.metadata().clone();
        Ok(Self {
            schema: Arc::new(Schema::new_with_metadata(fields, metadata)),
            files,
            parts,
            columns,
            places,
            listing,
        })
    }

    /// Returns `true` if the types of CSV columns differ from those that the first lines have, and the values that are read
    /// as numbers still are. An error means that the files cannot be read.
    pub(crate) async fn has_other_types(&self, state: &SessionState) -> Result<bool> {
        let Format::Csv { .. } = self.files.format else {
            return Ok(false);
        };
        let whole = Columns::of_all(&self.files, Sample::WholeFile, state).await?;
        let both = self.columns.schema.fields().iter();
        let both = both.zip(whole.schema.fields());
        let mut both = both.map(|(first, whole)| (first.data_type(), whole.data_type()));
        let is_kept = both
            .clone()
            .all(|(first, whole)| !first.is_numeric() || whole.is_numeric());
        let is_other = both.any(|(first, whole)| first != whole);
        Ok(is_kept && (is_other || whole.is_converted != self.columns.is_converted))
    }

    /// Reads the metadata of all files.
    pub(crate) async fn metadata(&self, state: &SessionState) -> Result<Vec<Metadata>> {
        Metadata::of_all(&self.files, state).await
    }

    /// Returns the table of one of the files, with the columns of all files.
    pub(crate) fn only(&self, location: &Location) -> Result<Self> {
        let mut files = self.files.clone();
        files.locations = vec![location.clone()];
        let (columns, places) = (self.columns.clone(), self.places.clone());
        Self::with(files, self.parts, columns, places)
    }

    /// Returns the table with the cells of text as they are in the file.
    pub(crate) fn as_text(&self) -> Result<Self> {
        let columns = match self.files.format {
            Format::Parquet => self.columns.clone(),
            Format::Csv { .. } => self.columns.as_text(),
        };
        let (files, places) = (self.files.clone(), self.places.clone());
        Self::with(files, self.parts, columns, places)
    }

    /// Returns `true` if a column is one of the places of files.
    pub(crate) fn is_of_place(&self, name: &str) -> bool {
        let mut fields = self.places.fields.iter();
        fields.any(|field| field.name() == name)
    }

    /// Returns the plan that reads the files with the columns of their places.
    async fn placed(
        &self,
        session: &dyn Session,
        args: &ScanArgs<'_>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let filters = args.filters().unwrap_or_default();
        let own = filters.iter().filter(|filter| self.places.decide(filter));
        let own: Vec<Expr> = own.cloned().collect();
        // Filters may leave out files that the limit counts.
        let limit = args.limit().filter(|_| filters.is_empty());
        let listed = self
            .listing
            .list_files_for_scan(session, &[], limit)
            .await?;
        let mut groups = Vec::new();
        for group in listed.file_groups {
            let mut files = Vec::new();
            for file in group.into_inner() {
                files.extend(self.places.placed(file, &own, session)?);
            }
            if !files.is_empty() {
                groups.push(FileGroup::new(files));
            }
        }
        let projection = args.projection().map(<[usize]>::to_vec);
        let (Some(first), false) = (self.files.locations.first(), groups.is_empty()) else {
            let schema = project_schema(&self.read_schema(), projection.as_ref())?;
            return Ok(Arc::new(EmptyExec::new(schema)));
        };
        let schema = Arc::new(self.columns.in_files());
        let places = self.places.fields.clone();
        let schema = TableSchema::builder(schema).with_table_partition_cols(places);
        let format = &self.listing.options().format;
        let source = format.file_source(schema.build());
        let scan = FileScanConfigBuilder::new(first.url.object_store(), source)
            .with_file_groups(groups)
            .with_statistics(Statistics::new_unknown(&self.read_schema()))
            .with_projection_indices(projection)?
            .with_limit(args.limit())
            .build();
        format.create_physical_plan(session, scan).await
    }

    /// Returns all columns as the engine reads them, before values are converted.
    fn read_schema(&self) -> SchemaRef {
        let in_files = self.columns.in_files();
        let fields = in_files.fields().iter().chain(&self.places.fields);
        let fields: Vec<FieldRef> = fields.map(Arc::clone).collect();
        Arc::new(Schema::new_with_metadata(
            fields,
            in_files.metadata().clone(),
        ))
    }

    /// Returns a plan with the values of text converted to the types of their columns.
    fn converted(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        projection: Option<&[usize]>,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let all: Vec<usize> = (0..self.schema.fields().len()).collect();
        let projection = projection.unwrap_or(&all);
        let is_converted =
            |column: &usize| self.columns.is_converted.get(*column).is_some_and(|is| *is);
        if !projection.iter().any(is_converted) {
            return Ok(plan);
        }
        let schema = DFSchema::try_from(plan.schema())?;
        let columns = projection.iter().map(|column| {
            let field = self.schema.field(*column);
            let value = if is_converted(column) {
                converted(ident(field.name()), field.data_type(), &self.files.nulls)
            } else {
                ident(field.name())
            };
            let value = session.create_physical_expr(value, &schema)?;
            Ok((value, field.name().clone()))
        });
        let columns = columns.collect::<Result<Vec<_>>>()?;
        Ok(Arc::new(ProjectionExec::try_new(columns, plan)?))
    }
}

#[async_trait]
impl TableProvider for FileTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
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
        let projection = args.projection().map(<[usize]>::to_vec);
        let scan = if self.places.fields.is_empty() {
            self.listing.scan_with_args(state, args).await?.into_inner()
        } else {
            self.placed(state, &args).await?
        };
        let plan = match self.files.format {
            Format::Parquet => {
                pruning::prune(scan, &filters, &self.schema, state, self.parts).await?
            }
            Format::Csv { .. } => self.converted(scan, projection.as_deref(), state)?,
        };
        Ok(ScanResult::new(plan))
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        let supports = filters.iter().map(|filter| {
            if self.places.decide(filter) {
                TableProviderFilterPushDown::Exact
            } else {
                TableProviderFilterPushDown::Inexact
            }
        });
        Ok(supports.collect())
    }
}
