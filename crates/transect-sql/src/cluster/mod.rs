//! Statements on several machines, with Ballista: a scheduler divides a plan into stages, and executors run their tasks.
//!
//! The command plans the statement itself, so the scheduler reads no files. The executors read the files by the same
//! paths as the command, and have the same functions. So the answers are those of one machine.
//!
//! Conditions exclude row groups as on one machine: as ranges of bytes, which Ballista can send. Pages are not
//! excluded, because Ballista cannot send access plans. With plans of SQL text or of logical steps, Ballista would
//! improve plans while they run, which matters for joins.

mod address;
mod client;
mod executor;
mod functions;
mod health;
mod leftovers;
mod messages;
mod plan;
mod reason;
mod scheduler;
mod stopping;
mod work_folder;

pub(crate) use address::Address;
pub(crate) use client::{Cluster, Job};
pub(crate) use executor::{Executor, run as run_executor};
pub(crate) use messages::write_messages;
pub(crate) use plan::config;
pub(crate) use reason::Reason;
pub(crate) use scheduler::{Scheduler, run as run_scheduler};

/// The largest size of a message between processes, in bytes. The largest messages are plans that list very many files.
const LARGEST_MESSAGE: usize = 1 << 28;
