//! The rows of `--each` for people. They are printed one by one, so the widths of the columns are fixed.

use std::path::PathBuf;

use crate::each::answer::Answer;
use crate::screen::{BAD, Screen};

/// The least width of a column, in characters.
const CELL: usize = 12;
/// The greatest width of the column with the files. Longer paths push the other columns to the right.
const WIDEST: usize = 60;

/// The layout of the rows.
pub(super) struct Table {
    columns: Vec<String>,
    /// The width of the column with the files, in characters.
    files: usize,
    screen: Screen,
}

impl Table {
    pub(super) fn new<'f>(columns: Vec<String>, files: impl Iterator<Item = &'f PathBuf>) -> Self {
        let widths = files.map(|file| file.display().to_string().chars().count());
        Self {
            columns,
            files: widths.max().unwrap_or(0).clamp("file".len(), WIDEST),
            screen: Screen::stdout(),
        }
    }

    /// Returns the names of the columns as a line.
    pub(super) fn head(&self) -> String {
        self.line("file", &self.columns)
    }

    /// Returns the row of a file. A file without an answer has its error in place of the cells; if a check failed, the
    /// error is behind them.
    pub(super) fn row(&self, answer: &Answer) -> String {
        let reason = answer.error.as_ref().map(|error| {
            let reason = error.without_file(&answer.file).replace('\n', " ");
            format!("  {}: {reason}", self.screen.paint(BAD, "error"))
        });
        let line = self.line(&answer.file, &answer.row);
        line.trim_end_matches('\n').to_string() + &reason.unwrap_or_default() + "\n"
    }

    fn line(&self, file: &str, cells: &[String]) -> String {
        let width = self.files;
        let mut line = format!("{file:width$}");
        for (cell, column) in cells.iter().zip(&self.columns) {
            let width = CELL.max(column.chars().count());
            line += &format!("  {cell:>width$}");
        }
        line + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::each::answer::Problem;
    use crate::status::Status;

    #[test]
    fn rows_are_aligned_and_errors_are_named() {
        let files = [PathBuf::from("models/a.stl"), PathBuf::from("b.stl")];
        let columns = vec!["objects".to_string(), "volume".to_string()];
        let table = Table::new(columns, files.iter());
        assert_eq!(table.head(), "file               objects        volume\n");
        let error = Problem::new("b.stl, byte 80: the end is missing".into(), "copy it again");
        let mut answer = Answer::failed("b.stl".into(), Status::ERROR, error);
        assert_eq!(
            table.row(&answer),
            "b.stl         error: byte 80: the end is missing\n"
        );
        answer.row = vec!["1".into(), "2.5 m³".into()];
        answer.error = None;
        assert_eq!(
            table.row(&answer),
            "b.stl                    1        2.5 m³\n"
        );
    }
}
