//! The least and the greatest values of columns in a part of a Parquet file.

use datafusion::parquet::basic::{ConvertedType, LogicalType};
use datafusion::parquet::file::metadata::ParquetMetaData;
use datafusion::parquet::file::page_index::column_index::ColumnIndexMetaData;
use datafusion::parquet::file::statistics::Statistics;

/// The values of a column in a part of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Values {
    /// The values lie between these two numbers. NULL and NaN are not counted.
    Between(f64, f64),
    /// All values are NULL.
    AllNull,
    /// The file does not tell.
    Unknown,
}

/// A row group, or the rows of a row group that lie in the same pages.
#[derive(Debug)]
pub(crate) struct Chunk<'m> {
    metadata: &'m ParquetMetaData,
    group: usize,
    /// The first row of the chunk in the row group, or `None` for the whole row group.
    first_row: Option<i64>,
}

impl<'m> Chunk<'m> {
    /// Returns a whole row group.
    pub(crate) fn row_group(metadata: &'m ParquetMetaData, group: usize) -> Self {
        Self {
            metadata,
            group,
            first_row: None,
        }
    }

    /// Returns the values of a column, which is given by the path of its names.
    pub(crate) fn values(&self, path: &[String]) -> Values {
        let Some(column) = column(self.metadata, path) else {
            return Values::Unknown;
        };
        match self.first_row {
            None => {
                let column = self.metadata.row_group(self.group).column(column);
                column.statistics().map_or(Values::Unknown, of_statistics)
            }
            Some(row) => self.values_of_page(column, row).unwrap_or(Values::Unknown),
        }
    }

    fn values_of_page(&self, column: usize, row: i64) -> Option<Values> {
        let offsets = self.metadata.offset_index()?.get(self.group)?.get(column)?;
        let pages = offsets.page_locations();
        let page = pages
            .partition_point(|page| page.first_row_index <= row)
            .checked_sub(1)?;
        let index = self.metadata.column_index()?.get(self.group)?.get(column)?;
        // A column has no index if it was written without one, or if all values of a page are NaN.
        let has_index = !matches!(index, ColumnIndexMetaData::NONE);
        if !has_index || index.num_pages() != pages.len() as u64 {
            return None;
        }
        if index.is_null_page(page) {
            return Some(Values::AllNull);
        }
        Some(match index {
            ColumnIndexMetaData::FLOAT(index) => between(
                index.min_value(page).map(|min| f64::from(*min)),
                index.max_value(page).map(|max| f64::from(*max)),
            ),
            ColumnIndexMetaData::DOUBLE(index) => between(
                index.min_value(page).copied(),
                index.max_value(page).copied(),
            ),
            ColumnIndexMetaData::INT32(index) => between(
                index.min_value(page).map(|min| f64::from(*min)),
                index.max_value(page).map(|max| f64::from(*max)),
            ),
            ColumnIndexMetaData::INT64(index) => between(
                index.min_value(page).and_then(|min| exact(*min)),
                index.max_value(page).and_then(|max| exact(*max)),
            ),
            _ => Values::Unknown,
        })
    }
}

/// Returns the index of a column of numbers. Integers that stand for something else, such as decimals or dates, are
/// excluded.
fn column(metadata: &ParquetMetaData, path: &[String]) -> Option<usize> {
    let columns = metadata.file_metadata().schema_descr().columns();
    let index = columns
        .iter()
        .position(|column| column.path().parts() == path)?;
    let column = &columns[index];
    let is_signed = match column.logical_type_ref() {
        None => true,
        Some(LogicalType::Integer(integer)) => integer.is_signed,
        Some(_) => false,
    };
    let is_plain = matches!(
        column.converted_type(),
        ConvertedType::NONE
            | ConvertedType::INT_8
            | ConvertedType::INT_16
            | ConvertedType::INT_32
            | ConvertedType::INT_64
    );
    (is_signed && is_plain).then_some(index)
}

fn of_statistics(statistics: &Statistics) -> Values {
    match statistics {
        Statistics::Float(values) => between(
            values.min_opt().map(|min| f64::from(*min)),
            values.max_opt().map(|max| f64::from(*max)),
        ),
        Statistics::Double(values) => between(values.min_opt().copied(), values.max_opt().copied()),
        Statistics::Int32(values) => between(
            values.min_opt().map(|min| f64::from(*min)),
            values.max_opt().map(|max| f64::from(*max)),
        ),
        Statistics::Int64(values) => between(
            values.min_opt().and_then(|min| exact(*min)),
            values.max_opt().and_then(|max| exact(*max)),
        ),
        _ => Values::Unknown,
    }
}

fn between(min: Option<f64>, max: Option<f64>) -> Values {
    match (min, max) {
        (Some(min), Some(max)) if min <= max => Values::Between(min, max),
        _ => Values::Unknown,
    }
}

/// Returns an integer as f64, or `None` if f64 does not represent all integers of its magnitude.
fn exact(integer: i64) -> Option<f64> {
    (integer.unsigned_abs() <= 1 << 53).then_some(integer as f64)
}

/// Returns the parts of a row group whose rows lie in the same pages of all given columns, with their numbers of rows, or
/// `None` if the file has no index of its pages.
pub(crate) fn pages<'m>(
    metadata: &'m ParquetMetaData,
    group: usize,
    paths: &[&[String]],
) -> Option<Vec<(usize, Chunk<'m>)>> {
    let offsets = metadata.offset_index()?.get(group)?;
    metadata.column_index()?.get(group)?;
    let mut starts = Vec::new();
    for path in paths {
        let pages = offsets.get(column(metadata, path)?)?.page_locations();
        starts.extend(pages.iter().map(|page| page.first_row_index));
    }
    starts.sort_unstable();
    starts.dedup();
    let rows = metadata.row_group(group).num_rows();
    if starts.first() != Some(&0) || starts.last().is_some_and(|last| *last >= rows) {
        return None;
    }
    let ends = starts.iter().skip(1).copied().chain([rows]);
    let chunks = starts.iter().zip(ends).map(|(&start, end)| {
        let chunk = Chunk {
            metadata,
            group,
            first_row: Some(start),
        };
        Some((usize::try_from(end - start).ok()?, chunk))
    });
    chunks.collect()
}
