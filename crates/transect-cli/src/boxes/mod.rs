//! `transect cut` and `transect info` for tables of boxes (docs/box-tables.md).

mod cut;
mod info;
mod report;
mod rows;
mod summary;
mod why;

pub(crate) use cut::cut;
pub(crate) use info::info;
