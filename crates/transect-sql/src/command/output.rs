//! The answer as a table, CSV, JSON or Parquet. Nothing is written until the statement has succeeded.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::array::{RecordBatch, RecordBatchOptions};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::parquet::arrow::{ArrowSchemaConverter, ArrowWriter};
use datafusion::parquet::basic::{Compression, Type};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;
use tempfile::NamedTempFile;

use crate::command::arguments::Query;
use crate::command::failure::Failure;
use crate::command::metadata::Kept;

/// The largest number of rows that a table shows. A table is for people; the other formats write all rows.
const MOST_ROWS: usize = 1000;

/// The number of rows of a row group in files of `--parquet`.
const ROWS_PER_GROUP: u32 = 1 << 20;

/// The number of rows of a page. Pages are the smallest parts that planes and regions exclude.
const ROWS_PER_PAGE: usize = 1 << 12;

/// Returns an error if the file of `--parquet` or `order` exists and may not be replaced.
pub(super) fn check_target(path: &Path, is_replaced: bool) -> Result<(), Failure> {
    match path.symlink_metadata() {
        Ok(_) if !is_replaced => Err(Failure::new(format!(
            "{} exists already\nhint: pass --force to replace it",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The place where the answer is collected until the statement has succeeded.
pub(super) enum Output {
    Table {
        schema: SchemaRef,
        shown: Vec<RecordBatch>,
        rows: usize,
    },
    Csv(Box<datafusion::arrow::csv::Writer<File>>),
    Json(LineDelimitedWriter<io::BufWriter<File>>),
    Parquet {
        writer: Box<ArrowWriter<NamedTempFile>>,
        schema: SchemaRef,
        path: PathBuf,
    },
}

impl Output {
    /// Prepares the output that the arguments ask for. `kept` are the metadata of a Parquet file.
    pub(super) fn new(arguments: &Query, schema: &SchemaRef, kept: Kept) -> Result<Self, Failure> {
        if let Some(path) = &arguments.parquet {
            check_target(path, arguments.force)?;
            return Self::parquet(path, schema, ROWS_PER_GROUP, kept);
        }
        if arguments.csv {
            for field in schema.fields() {
                if field.data_type().is_nested() {
                    return Err(Failure::new(format!(
                        "column {}: CSV has no structs and no lists\nhint: select a field, such as {}['x'], or use --json",
                        field.name(),
                        field.name()
                    )));
                }
            }
            let file = tempfile::tempfile().map_err(|error| temporary(&error))?;
            let mut writer = datafusion::arrow::csv::Writer::new(file);
            // Without rows, the header is written all the same.
            writer
                .write(&RecordBatch::new_empty(SchemaRef::clone(schema)))
                .map_err(|error| temporary(&error))?;
            return Ok(Self::Csv(Box::new(writer)));
        }
        if arguments.json {
            let file = tempfile::tempfile().map_err(|error| temporary(&error))?;
            let file = io::BufWriter::new(file);
            return Ok(Self::Json(LineDelimitedWriter::new(file)));
        }
        Ok(Self::Table {
            schema: SchemaRef::clone(schema),
            shown: Vec::new(),
            rows: 0,
        })
    }

    /// Prepares a Parquet file with row groups of a number of rows.
    pub(super) fn parquet(
        path: &Path,
        schema: &SchemaRef,
        rows: u32,
        kept: Kept,
    ) -> Result<Self, Failure> {
        let file = temporary_beside(path).map_err(|error| failed(path, &error))?;
        let schema = kept.schema(schema);
        let properties = properties(&schema, rows, kept).map_err(|error| failed(path, &error))?;
        let writer = ArrowWriter::try_new(file, SchemaRef::clone(&schema), Some(properties));
        let writer = writer.map_err(|error| failed(path, &error))?;
        Ok(Self::Parquet {
            writer: Box::new(writer),
            schema,
            path: path.to_owned(),
        })
    }

    /// Adds rows.
    pub(super) fn add(&mut self, batch: RecordBatch) -> Result<(), Failure> {
        match self {
            Self::Table { shown, rows, .. } => {
                let left = MOST_ROWS.saturating_sub(*rows).min(batch.num_rows());
                *rows += batch.num_rows();
                if left > 0 {
                    shown.push(batch.slice(0, left));
                }
                Ok(())
            }
            Self::Csv(writer) => writer.write(&batch).map_err(|error| temporary(&error)),
            Self::Json(writer) => writer.write(&batch).map_err(|error| temporary(&error)),
            Self::Parquet {
                writer,
                schema,
                path,
            } => {
                let rows = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
                let schema = SchemaRef::clone(schema);
                let columns = batch.columns().iter().zip(schema.fields());
                let columns = columns.map(|(column, field)| match field.data_type() {
                    plain if plain != column.data_type() => cast(column, plain),
                    _ => Ok(Arc::clone(column)),
                });
                let columns = columns.collect::<Result<_, _>>();
                let columns = columns.map_err(|error| failed(path, &error))?;
                let batch = RecordBatch::try_new_with_options(schema, columns, &rows);
                let batch = batch.map_err(|error| failed(path, &error))?;
                writer.write(&batch).map_err(|error| failed(path, &error))
            }
        }
    }

    /// Writes the whole answer to standard output, or moves the file to its place.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Table {
                schema,
                shown,
                rows,
            } => {
                let table = pretty_format_batches_with_schema(schema, &shown);
                let table = table.map_err(|error| Failure::new(error.to_string()))?;
                let mut text = format!("{table}\n");
                if rows > MOST_ROWS {
                    text += &format!(
                        "The first {MOST_ROWS} of {rows} rows. --csv, --json and --parquet write all rows.\n"
                    );
                }
                print(|out| out.write_all(text.as_bytes()))
            }
            Self::Csv(writer) => copy(writer.into_inner()),
            Self::Json(mut writer) => {
                writer.finish().map_err(|error| temporary(&error))?;
                let file = writer.into_inner().into_inner();
                copy(file.map_err(|error| temporary(&error))?)
            }
            Self::Parquet { writer, path, .. } => {
                let file = writer.into_inner().map_err(|error| failed(&path, &error))?;
                file.as_file()
                    .sync_all()
                    .map_err(|error| failed(&path, &error))?;
                file.persist(&path)
                    .map_err(|error| failed(&path, &error.error))?;
                Ok(())
            }
        }
    }
}

/// Returns the properties of a Parquet file with row groups of a number of rows.
///
/// LZ4 is read two to three times as fast as Zstandard. Floating-point numbers have no dictionary: measured coordinates
/// are nearly all different, so a dictionary makes the file larger and takes as long to read as the compression.
fn properties(schema: &SchemaRef, rows: u32, kept: Kept) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_key_value_metadata(Some(kept.pairs))
        .set_compression(Compression::LZ4_RAW)
        .set_max_row_group_row_count(Some(rows as usize))
        .set_data_page_row_count_limit(ROWS_PER_PAGE)
        .set_write_batch_size(ROWS_PER_PAGE);
    for column in ArrowSchemaConverter::new().convert(schema)?.columns() {
        if let Type::FLOAT | Type::DOUBLE = column.physical_type() {
            properties = properties.set_column_dictionary_enabled(column.path().clone(), false);
        }
    }
    Ok(properties.build())
}

/// Returns a temporary file in the folder of a path, with the permissions of a new file. It is removed unless it is
/// moved to the path.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".transect-sql-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn copy(mut file: File) -> Result<(), Failure> {
    file.rewind().map_err(|error| temporary(&error))?;
    print(|out| io::copy(&mut file, out).map(drop))
}

/// Writes to standard output. A closed pipe is not an error, because the reader wants no more.
fn print(write: impl FnOnce(&mut io::StdoutLock<'_>) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn temporary(error: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("temporary file: {error}"))
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}
