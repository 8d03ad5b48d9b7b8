//! `cargo xtask cluster`: the full version of the tests of SQL on a cluster.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable;

/// Start a scheduler and executors of transect-sql on this machine, and classify 2·10⁷ boxes, also while processes are lost
///
/// Compares the counts with those of one process and of `transect classify`, and measures times and memory. Needs Linux, 3 GB
/// on disk and some minutes, besides the build of the SQL engine in release mode.
#[derive(Args)]
pub(crate) struct Cluster {
    /// The command transect, instead of a new release build
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
    /// Writes the figures to benchmarks/record/NAME.csv
    #[arg(long, value_name = "NAME")]
    record: Option<String>,
    /// The number of boxes
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    rows: u64,
}

impl Cluster {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let root = root.canonicalize()?;
        let transect = match &self.command {
            Some(command) => command.canonicalize()?,
            None => executable::built(&root, "transect-cli")?,
        };
        let folder = root.join("target/cluster");
        fs::create_dir_all(&folder)?;
        let mut test = Command::new("cargo");
        // In the folder of the package, cargo reads the profiles of the SQL engine.
        test.current_dir(root.join("crates/transect-sql"))
            .args([
                "test",
                "--release",
                "--locked",
                "--test",
                "sql",
                "--target-dir",
            ])
            .arg(root.join("target/sql"))
            .args([
                "--",
                "--ignored",
                "--exact",
                "cluster::full::full_version",
                "--nocapture",
            ])
            .env("TRANSECT_COMMAND", transect)
            .env("TRANSECT_CLUSTER_FOLDER", &folder)
            .env("TRANSECT_CLUSTER_ROWS", self.rows.to_string());
        if let Some(name) = &self.record {
            let record = root.join("benchmarks/record").join(format!("{name}.csv"));
            test.env("TRANSECT_CLUSTER_RECORD", record);
        }
        Ok(if test.status()?.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
