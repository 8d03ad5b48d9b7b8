//! `transect classify`: classifies the boxes or points of a table against a plane or a region (docs/classify.md).

mod answers;
mod command;
mod decision;
mod given;
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

pub(crate) use self::command::ClassifyCommand;
pub(crate) use self::question::{ClassifyRequest, PlaneRequest, Word};
pub(crate) use self::run::run;
pub(crate) use self::task::{REPORT, SIDES};
