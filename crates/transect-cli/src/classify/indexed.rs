//! Classifies the rows of a table with an index, without parsing the numbers in the table.

use std::io::BufRead;
use std::path::Path;

use transect_io::{IndexError, Table};

use crate::classify::answers::answer;
use crate::classify::index::IndexFile;
use crate::classify::question::Question;
use crate::classify::report::ClassifyReport;
use crate::classify::summed::Summed;
use crate::classify::task::{SIDES, Task};
use crate::error::CommandError;
use crate::input::{AnyTable, unreadable};
use crate::progress::Progress;
use crate::table::rows::{Reading, failure, side_column, write_row};
use transect_report::numbers::counted;
use transect_report::selection::ObjectSelection;

/// The number of bytes of the table between two updates of the progress line.
const STEP: u64 = 1 << 24;

impl Task<'_> {
    /// Classifies the rows with the trees of an index, one tree after the other. With `-o`, writes the rows that
    /// `--side` selects.
    ///
    /// All bytes of the table are read, to check by a checksum that the index belongs to this table.
    pub(crate) fn answer_from<const D: usize>(
        &mut self,
        mut index: IndexFile<D>,
        opened: AnyTable,
        question: &Question<D>,
        report: &mut ClassifyReport,
    ) -> Result<(), CommandError> {
        if let Some(bytes) = opened.bytes {
            // The table's size is checked first, so that a wrong size is an error before the whole table is read.
            let checked = index.mark().check_bytes(bytes);
            checked.map_err(|error| index.failure(error))?;
        }
        let (mut reader, sum) = Summed::of(opened.reader);
        let path = opened.path;
        if self.outputs.is_some() {
            let mut table: Table<_, ()> = Table::new(&path, reader)?;
            self.write_rows(&mut index, &mut table, opened.bytes, question, report)?;
            let checked = index.mark().check_rows(table.rows());
            checked.map_err(|error| index.failure(error))?;
            if index.next_tree()?.is_some() {
                return Err(index.failure(IndexError::Rows));
            }
        } else {
            self.progress.begin("querying the index");
            while let Some(tree) = index.next_tree()? {
                answer(&tree, question, &mut report.rows, None);
            }
            read_through(&path, &mut reader, opened.bytes, &self.progress)?;
        }
        let checked = index.mark().check_bytes(sum.bytes());
        let checked = checked.and_then(|()| index.mark().check_checksum(sum.checksum()));
        checked.map_err(|error| index.failure(error))?;
        let rows = counted(report.rows.total(), report.noun);
        let result = format!("queried {}: {rows}", index.path.display());
        self.progress.log(None, &result);
        let unit = self.command.unit.as_deref();
        report.read(&path, sum.bytes(), index.bounds(), unit);
        Ok(())
    }

    /// Reads the rows of the table, and writes those that `--side` selects, each with its answer from the index.
    fn write_rows<R: BufRead, const D: usize>(
        &mut self,
        index: &mut IndexFile<D>,
        table: &mut Table<R, ()>,
        bytes: Option<u64>,
        question: &Question<D>,
        report: &mut ClassifyReport,
    ) -> Result<(), CommandError> {
        let Some(outputs) = &mut self.outputs else {
            return Ok(());
        };
        let file = outputs.create(SIDES)?;
        let failed = |error| failure(SIDES, &error);
        write_row(file, table.header(), &side_column(table.names())).map_err(failed)?;
        let reading = Reading {
            only: &ObjectSelection::default(),
            name: None,
            noun: report.noun,
            bytes,
            progress: &self.progress,
        };
        let (mut words, mut place) = (Vec::new(), 0);
        reading.each_row(table, |row| {
            if place == words.len() {
                let Some(tree) = index.next_tree()? else {
                    let result = format!("it had {} rows and now has more", index.mark().rows);
                    return Err(index.failure(IndexError::OtherTable(result)));
                };
                answer(&tree, question, &mut report.rows, Some(&mut words));
                place = 0;
            }
            let word = words[place];
            place += 1;
            if !self.command.wants(word) {
                return Ok(());
            }
            report.rows_written += 1;
            write_row(file, row.raw, word.name()).map_err(failed)
        })?;
        Ok(())
    }
}

/// Reads a table to its end, so that the checksum of its bytes is complete.
fn read_through(
    path: &Path,
    reader: &mut dyn BufRead,
    bytes: Option<u64>,
    progress: &Progress,
) -> Result<(), CommandError> {
    let mebibytes = |bytes: u64| usize::try_from(bytes >> 20).unwrap_or(usize::MAX);
    progress.begin("checking the table, MiB");
    let (mut read, mut shown) = (0_u64, 0);
    loop {
        let length = match reader.fill_buf() {
            Ok(buffer) => buffer.len(),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(unreadable(path, error).into()),
        };
        if length == 0 {
            return Ok(());
        }
        reader.consume(length);
        read += length as u64;
        if read >= shown + STEP {
            shown = read;
            progress.count(mebibytes(read), bytes.map_or(0, mebibytes));
        }
    }
}
