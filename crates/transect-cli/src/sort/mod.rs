//! `transect sort`: classifies the boxes or points of a table against a plane or a region (docs/sort.md).

mod answers;
mod command;
mod index;
mod indexed;
mod not_a_table;
mod question;
mod report;
mod run;
mod streamed;
mod summary;
mod summed;
mod task;
mod why;

pub(crate) use self::command::SortCommand;
pub(crate) use self::question::{SortRequest, Word};
pub(crate) use self::run::run;
