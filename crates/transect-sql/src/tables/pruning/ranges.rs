//! Row groups as ranges of bytes of their files. A reader reads the row groups that begin in the range of its file.

use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::FileGroup;
use datafusion::datasource::physical_plan::parquet::ParquetAccessPlan;
use datafusion::parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};

/// The row groups of several files that are read.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    pieces: Vec<Piece>,
    rows: u64,
}

/// A row group, or a whole file.
#[derive(Debug)]
struct Piece {
    file: PartitionedFile,
    /// The offsets of the beginning of the row group and of a byte after it; `None` for a whole file.
    range: Option<(i64, i64)>,
    /// `true` if the row group before it in the file is the piece before this one.
    follows: bool,
    rows: u64,
}

impl Ranges {
    /// Adds the row groups of a file that are read. If the row groups are not in the order of their bytes, adds the
    /// whole file.
    pub(super) fn add(
        &mut self,
        file: &PartitionedFile,
        metadata: &ParquetMetaData,
        access: &ParquetAccessPlan,
    ) {
        let groups = metadata.row_groups();
        let begins: Vec<i64> = groups.iter().map(begin).collect();
        if !begins.is_sorted_by(|one, next| one < next) {
            let rows = groups.iter().map(rows_of).sum();
            self.push(file, None, false, rows);
            return;
        }
        let mut follows = false;
        for (index, group) in groups.iter().enumerate() {
            let is_read = access.should_scan(index);
            if is_read {
                let range = (begins[index], begins[index].saturating_add(1));
                self.push(file, Some(range), follows, rows_of(group));
            }
            follows = is_read;
        }
    }

    fn push(
        &mut self,
        file: &PartitionedFile,
        range: Option<(i64, i64)>,
        follows: bool,
        rows: u64,
    ) {
        self.rows += rows;
        self.pieces.push(Piece {
            file: file.clone(),
            range,
            follows,
            rows,
        });
    }

    /// Divides the row groups into at most `count` groups of about the same number of rows.
    pub(super) fn divided(self, count: usize) -> Vec<FileGroup> {
        let mut groups: Vec<Vec<PartitionedFile>> = Vec::new();
        let mut part = None;
        let mut before: u64 = 0;
        for piece in self.pieces {
            let middle = u128::from(before) + u128::from(piece.rows / 2);
            let own = middle * count as u128 / u128::from(self.rows.max(1));
            before += piece.rows;
            let is_new = part != Some(own);
            part = Some(own);
            if is_new {
                groups.push(Vec::new());
            }
            let Some(files) = groups.last_mut() else {
                continue;
            };
            let range = piece.range;
            match (files.last_mut().and_then(|file| file.range.as_mut()), range) {
                (Some(last), Some((_, end))) if piece.follows => last.end = end,
                _ => {
                    let mut file = piece.file;
                    // The statistics are those of the whole file.
                    file.statistics = None;
                    files.push(match range {
                        Some((start, end)) => file.with_range(start, end),
                        None => file,
                    });
                }
            }
        }
        groups.into_iter().map(FileGroup::new).collect()
    }
}

/// Returns the offset by which a reader decides whether a row group begins in a range.
fn begin(group: &RowGroupMetaData) -> i64 {
    let column = group.column(0);
    column
        .dictionary_page_offset()
        .unwrap_or_else(|| column.data_page_offset())
}

fn rows_of(group: &RowGroupMetaData) -> u64 {
    u64::try_from(group.num_rows()).unwrap_or(0)
}
