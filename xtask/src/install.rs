//! `cargo xtask install`: builds the page of `transect view` and installs the command that serves it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::web::build_page;

/// Build the page of `transect view`, and install the command with the page
///
/// Needs Node.js 20 or newer with npm, and says so if one of them is missing. `cargo install` alone installs the
/// command without the page.
#[derive(Args)]
pub(crate) struct Install {
    /// The folder to install into, instead of cargo's own: the command is ROOT/bin/transect
    #[arg(long, value_name = "ROOT")]
    root: Option<PathBuf>,
}

impl Install {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        build_page(&project)?;
        let mut cargo = Command::new("cargo");
        cargo
            .args(["install", "--locked", "--force", "--path"])
            .arg(project.join("crates/transect-cli"));
        if let Some(root) = &self.root {
            cargo.arg("--root").arg(root);
        }
        Ok(if cargo.status()?.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
