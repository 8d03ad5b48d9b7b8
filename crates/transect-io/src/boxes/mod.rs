//! Tables of boxes and points: CSV with one row per shape (docs/box-tables.md, docs/sort.md).
//!
//! This module splits records itself. The `csv` crate, which reads the same files in tests, repairs quotes silently:
//! `"a"b` is read as `ab`, and an unclosed quote swallows the following rows.
//! The crate also reads records of any length into memory, and miscounts lines that end in CRLF.
//! But the tables that `transect` writes must repeat each input row byte for byte, followed by one more cell.

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
