//! `transect cut` and `transect info` for tables of boxes (docs/box-tables.md).

mod cut;
mod info;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod shape;
pub(crate) mod summary;
pub(crate) mod why;

pub(crate) use cut::cut;
pub(crate) use info::info;
