//! The columns of the files of a table: their names, their types, and whether their values are converted.

use datafusion::arrow::datatypes::{DataType, FieldRef, Schema};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectStoreExt;
use futures::{StreamExt, TryStreamExt, stream};

use crate::message::message;
use crate::tables::cells::{self, Cells};
use crate::tables::files::Files;
use crate::tables::format::{Format, Header, Sample};
use crate::tables::location::Location;
use crate::tables::{header, lines, schema};

/// The number of files whose columns are read at once. Object stores answer many requests in the time of one.
const AT_ONCE: usize = 32;

/// The columns of a file, or of all files of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// The names and types, as statements see them.
    pub(crate) schema: Schema,
    /// For each column, `true` if its values are read as text and then converted to its type.
    pub(crate) is_converted: Vec<bool>,
}

impl Columns {
    /// Reads the columns of all files of a table.
    ///
    /// # Errors
    /// Returns an error that names the file that cannot be read, or the file and the column that differ from others.
    pub(crate) async fn of_all(
        files: &Files,
        sample: Sample,
        state: &SessionState,
    ) -> Result<Self> {
        // A loop and not `map`: the compiler cannot tell that futures of a closure may move to other threads.
        let mut columns = Vec::with_capacity(files.locations.len());
        for location in &files.locations {
            columns.push(Self::of(location, files, sample, state));
        }
        let columns = stream::iter(columns).buffered(AT_ONCE);
        let columns: Vec<Self> = columns.try_collect().await?;
        let schemas: Vec<_> = columns.iter().map(|file| file.schema.clone()).collect();
        let schema = schema::common(files, &schemas).map_err(DataFusionError::Execution)?;
        let mut is_converted = vec![false; schema.fields().len()];
        for file in &columns {
            for (all, one) in is_converted.iter_mut().zip(&file.is_converted) {
                *all |= one;
            }
        }
        Ok(Self {
            schema,
            is_converted,
        })
    }

    /// Reads the columns of a file. An error names the file.
    async fn of(
        location: &Location,
        files: &Files,
        sample: Sample,
        state: &SessionState,
    ) -> Result<Self> {
        let named = |error: DataFusionError| {
            DataFusionError::Execution(format!("{location}: {}", message(&error)))
        };
        let schema = unnamed_schema_of(location, files, sample, state).await;
        // A line of names that is not one is often the reason why the other lines cannot be read.
        let names = match &schema {
            Ok(schema) => Ok(schema.clone()),
            Err(_) => unnamed_schema_of(location, files, Sample::Names, state).await,
        };
        if let Ok(names) = names {
            header::check(files.format, names.fields())
                .map_err(|reason| DataFusionError::Execution(format!("{location}: {reason}")))?;
        }
        let schema = schema.map_err(named)?;
        let twice = header::twice(location, files.format, state).await;
        if let Some(name) = twice.map_err(named)? {
            return datafusion::common::exec_err!(
                "{location}: the first line names the column {name} more than once"
            );
        }
        let Format::Csv { header, .. } = files.format else {
            let is_converted = vec![false; schema.fields().len()];
            return Ok(Self {
                schema,
                is_converted,
            });
        };
        let rows = (sample == Sample::FirstLines).then_some(FIRST_ROWS);
        let cells = cells::survey(location, files, &schema, rows, state).await;
        let mut columns = Self::of_text(&schema, &cells.map_err(named)?, files);
        if sample != Sample::WholeFile && columns.schema.fields().iter().any(may_lose_values) {
            let schema = unnamed_schema_of(location, files, Sample::WholeFile, state).await;
            let schema = schema.map_err(named)?;
            let cells = cells::survey(location, files, &schema, None, state).await;
            let whole = Self::of_text(&schema, &cells.map_err(named)?, files);
            columns = columns.or_from(whole);
        }
        if header != Header::Missing {
            columns.trim_names();
        }
        Ok(columns)
    }

    /// Returns the columns of a file of text. The engine has found the types, and takes numbers with blanks for text.
    fn of_text(schema: &Schema, cells: &[Cells], files: &Files) -> Self {
        let has_nulls = !files.nulls.is_empty();
        let fields = schema.fields().iter().zip(cells).map(|(field, cells)| {
            let number = (*field.data_type() == DataType::Utf8)
                .then(|| cells.number_type())
                .flatten();
            let data_type = number.unwrap_or_else(|| field.data_type().clone());
            let is_text = data_type == DataType::Utf8;
            let is_converted = !data_type.is_null() && (has_nulls || (cells.has_blank && !is_text));
            let field = field.as_ref().clone().with_data_type(data_type);
            (field, is_converted)
        });
        let (fields, is_converted): (Vec<_>, Vec<_>) = fields.unzip();
        Self {
            schema: Schema::new(fields),
            is_converted,
        }
    }

    /// Replaces the columns that may lose values by those that the whole file has. The other columns keep their types: a
    /// value of another type is an error that names it.
    fn or_from(self, whole: Self) -> Self {
        let one = self.schema.fields().iter().zip(self.is_converted);
        let all = whole.schema.fields().iter().zip(whole.is_converted);
        let columns = one.zip(all).map(|(first, whole)| {
            let (field, is_converted) = if may_lose_values(first.0) {
                whole
            } else {
                first
            };
            (FieldRef::clone(field), is_converted)
        });
        let (fields, is_converted): (Vec<_>, Vec<_>) = columns.unzip();
        Self {
            schema: Schema::new(fields),
            is_converted,
        }
    }

    /// Removes the blanks around the names of columns.
    fn trim_names(&mut self) {
        let fields = self.schema.fields().iter().map(|field| {
            let name = field.name().trim();
            field.as_ref().clone().with_name(name)
        });
        self.schema = Schema::new(fields.collect::<Vec<_>>());
    }

    /// Returns the columns with text in place of all types.
    pub(crate) fn as_text(&self) -> Self {
        let fields = self.schema.fields().iter();
        let fields = fields.map(|field| field.as_ref().clone().with_data_type(DataType::Utf8));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        Self {
            is_converted: vec![false; schema.fields().len()],
            schema,
        }
    }

    /// Returns the columns as the reader of files reads them.
    pub(crate) fn in_files(&self) -> Schema {
        let fields = self.schema.fields().iter().zip(&self.is_converted);
        let fields = fields.map(|(field, is_converted)| {
            if *is_converted {
                std::sync::Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8))
            } else {
                FieldRef::clone(field)
            }
        });
        Schema::new_with_metadata(fields.collect::<Vec<_>>(), self.schema.metadata().clone())
    }
}

/// The number of rows from which the types of columns are found at first; the number that the engine reads, too.
const FIRST_ROWS: usize = 1000;

/// Returns `true` for a CSV column of a type as which the engine reads values of other types, and loses them: a column
/// without a value in the first lines, or one of dates or times.
fn may_lose_values(field: &FieldRef) -> bool {
    let data_type = field.data_type();
    data_type.is_null() || data_type.is_temporal()
}

async fn unnamed_schema_of(
    location: &Location,
    files: &Files,
    sample: Sample,
    state: &SessionState,
) -> Result<Schema> {
    let schema = match files.format.csv(sample, &files.nulls) {
        Some(csv) => {
            // The engine's own pieces of a file end in the middle of cells with several lines.
            let records = lines::records(location, files.format, state).await?;
            let rows = csv.options().schema_infer_max_rec.unwrap_or(FIRST_ROWS);
            let (schema, _) = csv
                .infer_schema_from_stream(state, rows, records.map_ok(Into::into))
                .await?;
            schema
        }
        None => {
            let url = &location.url;
            let store = state.runtime_env().object_store(url)?;
            let file = store.head(url.prefix()).await?;
            let format = files.format.reader(&files.nulls);
            let schema = format.infer_schema(state, &store, &[file]).await?;
            schema.as_ref().clone()
        }
    };
    if schema.fields().is_empty() {
        return Err(DataFusionError::Execution(
            "there are no columns; the first line of a CSV file names them".to_owned(),
        ));
    }
    Ok(schema)
}
