//! The arguments of the command.

use std::path::PathBuf;

use clap::Parser;

/// Runs SQL on CSV and Parquet files, with functions for exact sides of planes and regions.
///
/// A table is a file, a folder or a pattern in single quotes, such as 'boxes.parquet', 'tiles/' or 'tiles/*.parquet'.
#[derive(Debug, Parser)]
#[command(
    name = "transect-sql",
    version,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
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
    /// The statement, such as "SELECT count(*) FROM 'boxes.parquet'"
    #[arg(required = true)]
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
    /// The memory for sorting, grouping and joining, such as 500M or 2G; larger data go to temporary files
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(super) memory: Option<usize>,
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    Order(Order),
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

Exit status: 0 success, 2 an error, 130 interrupted by Ctrl-C.";

/// Returns the number of bytes of a size such as 500M or 2G.
fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, ""),
    };
    let shift = match unit {
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => 0,
    };
    let number: usize = number
        .parse()
        .map_err(|_| format!("\"{text}\" is not a size; write a whole number and K, M, G or T"))?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("the size must not be zero".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err(format!("\"{text}\" is more than this machine can address")),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_powers_of_1024() {
        assert_eq!(bytes("17"), Ok(17));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        for wrong in ["", "M", "2m", "0", "-1", "1.5G", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
