//! The arguments of the command.

use std::path::PathBuf;

use clap::Parser;

use crate::size::bytes;

/// Runs SQL on CSV and Parquet files, with functions for exact sides of planes and regions.
///
/// A table is a file, a folder or a pattern in single quotes, such as 'boxes.parquet', 'tiles/' or 'tiles/*.parquet', on
/// this machine or in a bucket: 's3://bucket/tiles/'.
#[derive(Debug, Parser)]
#[command(
    name = "transect-sql",
    version,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) query: Query,
}

/// A statement and its output.
#[derive(Debug, clap::Args)]
pub(super) struct Query {
    /// The statement, such as "SELECT count(*) FROM 'boxes.parquet'"; several are separated by semicolons. Without it,
    /// statements are read from standard input, and on a terminal there is a prompt
    pub(super) sql: Option<String>,
    /// Write CSV to standard output instead of a table
    #[arg(long, conflicts_with_all = ["json", "parquet"])]
    pub(super) csv: bool,
    /// Write JSON to standard output, one object per line
    #[arg(long, conflicts_with = "parquet")]
    pub(super) json: bool,
    /// Write a Parquet file; it appears only when the statement has succeeded
    #[arg(long, value_name = "FILE")]
    pub(super) parquet: Option<PathBuf>,
    /// Replace the file of --parquet if it exists
    #[arg(long, requires = "parquet")]
    pub(super) force: bool,
    /// The memory for sorting, grouping and joining, such as 500M or 2G; larger data go to temporary files
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(super) memory: Option<usize>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(super) cluster: ClusterOptions,
}

/// The cluster that runs a statement.
#[cfg(feature = "cluster")]
#[derive(Debug, clap::Args)]
pub(super) struct ClusterOptions {
    /// Run the statement on the cluster of the scheduler at this address
    #[arg(long = "cluster", value_name = "HOST:PORT", conflicts_with = "memory")]
    pub(super) scheduler: Option<crate::cluster::Address>,
    /// The number of tasks of each step on a cluster: at least the number of cores of all executors
    #[arg(long, value_name = "N", default_value_t = 16, requires = "scheduler", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) tasks: u16,
    /// The seconds within which a process of a cluster must answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "scheduler", value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub(super) timeout: u16,
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    Order(Order),
    #[cfg(feature = "cluster")]
    Scheduler(crate::cluster::Scheduler),
    #[cfg(feature = "cluster")]
    Executor(crate::cluster::Executor),
}

/// Write a table to a Parquet file in which shapes that are near each other in space are near each other in the file
///
/// Planes and regions in the conditions of a statement then exclude most row groups, which are not read.
#[derive(Debug, clap::Args)]
pub(super) struct Order {
    /// The table: a file, a folder or a pattern
    pub(super) input: String,
    /// The Parquet file; it appears only when it is complete
    pub(super) output: PathBuf,
    /// Replace the Parquet file if it exists
    #[arg(long)]
    pub(super) force: bool,
    /// The column of the shape, or the columns of its numbers, such as x,y,z [default: the only column of shapes]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub(super) by: Vec<String>,
    /// The number of rows of a row group
    #[arg(long, value_name = "N", default_value_t = 65536, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) rows: u32,
    /// The memory for sorting, such as 500M or 2G; larger data go to temporary files
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(super) memory: Option<usize>,
}

const EXAMPLES: &str = "Examples:
  transect-sql \"SELECT plane_side('z = 1.2', box), count(*) FROM 'boxes.parquet' GROUP BY 1\"
  transect-sql --parquet cut.parquet \"SELECT * FROM 'tiles/*.parquet' WHERE plane_side('x + y = 9', box) = 'on'\"
  transect-sql order tiles/ ordered.parquet
  transect-sql --cluster localhost:50050 \"SELECT count(*) FROM 'tiles/' WHERE plane_side('x + y = 9', box) = 'on'\"

Exit status: 0 success, 2 an error; 130, 143 or 129 ended by Ctrl-C, SIGTERM or SIGHUP, with nothing left behind.";
