//! `cargo xtask s3`: checks tables in an object store, with a server from PyPI.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::tested_sql;
use crate::python::with_packages;

/// Ask tables of transect-sql in a bucket that moto from PyPI serves on loopback, also on a cluster (needs python3 with
/// venv, and the command that the tests of crates/transect-sql have built)
#[derive(Args)]
pub(crate) struct S3 {
    /// The command transect-sql
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/sql/debug/transect-sql"
    )]
    command: PathBuf,
}

/// The Python packages: moto with its server is a test double of S3, and boto3 writes the objects.
const PACKAGES: [&str; 2] = ["moto[s3,server]==5.2.5", "boto3"];

impl S3 {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let command = tested_sql(&root.join(&self.command))?;
        let Some(python) = with_packages(&root.join("target/s3"), &PACKAGES)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let status = Command::new(python)
            .current_dir(&root)
            .arg("xtask/s3_check.py")
            .arg(command)
            .arg("target/s3/out")
            .status()?;
        Ok(if status.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
