//! Tables of boxes and points: CSV with one row per shape (docs/classify.md).
//!
//! This module splits records itself, without the `csv` crate. That crate repairs quotes silently: `"a"b` is read as
//! `ab`, and an unclosed quote swallows the following rows. It also reads records of any length into memory, and
//! miscounts lines that end in CRLF. And it does not keep the bytes of a row, which `transect` repeats in the tables
//! that it writes.

mod decimal;
mod head;
mod record;
mod shape;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use head::names_columns;
pub use shape::{RowShape, TableKind};
pub use table::{BoxTable, Row, Table};
