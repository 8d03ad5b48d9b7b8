//! Tables of boxes and points: CSV with a row each (docs/box-tables.md, docs/sort.md).
//!
//! The splitting of records is our own. The `csv` crate, which reads them back in tests, mends quotes in
//! silence (`"a"b` is read as `ab`, and a quote that is never closed swallows the rows below it),
//! takes records of any length into memory, and miscounts lines that end in CRLF; and what is
//! written has to be each row byte for byte, with one cell more.

mod decimal;
mod head;
mod record;
mod shape;
mod table;
#[cfg(test)]
mod tests;

pub use shape::{RowShape, TableKind};
pub use table::{BoxTable, Row, Table};
