//! `transect cut` and `transect info` for tables of boxes (docs/box-tables.md).

mod cut;
mod info;
mod report;
pub(crate) mod rows;
mod summary;
pub(crate) mod why;

pub(crate) use cut::cut;
pub(crate) use info::info;
