//! `cargo xtask tables`: random tables have the same answers in Python, in SQL and on a cluster.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::tested_sql;
use crate::python::with_packages;
use crate::wheel::{install, with_wheel};

/// Compare the answers about random tables: of the Python package, of transect-sql on Parquet and CSV files, also on a
/// cluster, and of Python's fractions
///
/// Needs python3 with venv, and the command that the tests of crates/transect-sql have built. pyarrow, polars and DuckDB
/// from PyPI write the files.
#[derive(Args)]
pub(crate) struct Tables {
    /// The number of tables
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u32,
    /// The seed of the random tables
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The command transect-sql
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/sql/debug/transect-sql"
    )]
    command: PathBuf,
    /// A wheel of the Python package, instead of a new build with the profile of tests
    #[arg(long, value_name = "FILE")]
    wheel: Option<PathBuf>,
    /// Writes the counts to benchmarks/record/NAME.csv
    #[arg(long, value_name = "NAME")]
    record: Option<String>,
}

/// The Python packages: the programs that write the files, and the frames and arrays that the Python package reads.
const PACKAGES: [&str; 5] = ["duckdb", "numpy", "pandas", "polars", "pyarrow"];

impl Tables {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        // On Windows, a canonical path has a prefix that Python's tools do not read.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = root.parent().unwrap_or(root);
        let command = tested_sql(&root.join(&self.command))?;
        let folder = root.join("target/tables");
        let python = match &self.wheel {
            None => with_wheel(
                &root.join("crates/transect-python"),
                &folder,
                &root.join("target"),
                &PACKAGES,
            )?,
            Some(wheel) => {
                let Some(python) = with_packages(&folder, &PACKAGES)? else {
                    return Ok(ExitCode::FAILURE);
                };
                install(&python, wheel)?;
                python
            }
        };
        let mut script = Command::new(python);
        script
            .current_dir(root)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .arg("xtask/tables_check.py")
            .arg(command)
            .arg(folder.join("out"))
            .args([self.count.to_string(), self.seed.to_string()]);
        if let Some(name) = &self.record {
            script.arg(root.join("benchmarks/record").join(format!("{name}.csv")));
        }
        Ok(if script.status()?.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
