//! `cargo xtask imports`: checks the imports in the crates and in the page of the viewer.

mod graph;
mod meaning;
mod names;
mod page;
mod paths;
mod rules;
mod source;
#[cfg(test)]
mod tests;
mod tree;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::imports::graph::Import;
use crate::imports::rules::{PAGE, Rules};
use crate::imports::source::names_in;
use crate::imports::tree::Tree;

/// Check that files import only from their own and earlier layers, and never in a circle
///
/// Reads the imports of all Rust crates of the workspace and of the viewer's page, without their tests. Exit status 1
/// if files import each other in a circle, if a file imports a later layer of ARCHITECTURE.md or a crate that is not
/// allowed there, or if an exception of xtask/imports.toml no longer occurs.
#[derive(Args)]
pub(crate) struct Imports {
    /// Also print every import
    #[arg(long)]
    list: bool,
}

impl Imports {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let rules = Rules::read(&root)?;
        let mut imports = page::imports(&root, PAGE.trim_end_matches('/'))?;
        for target in targets(&root)? {
            imports.extend(paths::imports(&Tree::read(&root, &target)?));
        }
        if self.list {
            for import in &imports {
                println!("{import}");
            }
        }
        let errors = rules.errors(&imports);
        for error in &errors {
            println!("{error}\n");
        }
        println!("{}", summary(&imports, errors.len()));
        Ok(if errors.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

fn summary(imports: &[Import], errors: usize) -> String {
    let mut files: Vec<&str> = imports.iter().map(|import| &*import.from).collect();
    files.sort_unstable();
    files.dedup();
    let count = imports.len();
    let files = files.len();
    format!("{count} imports of {files} files; errors: {errors}")
}

/// Returns the root files of all crates: of libraries, programs, examples and benches. Paths are relative to the root
/// of the project.
fn targets(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut packages = vec![PathBuf::from("benchmarks"), PathBuf::from("xtask")];
    for name in names_in(&root.join("crates"))? {
        packages.push(Path::new("crates").join(name));
    }
    let mut targets = Vec::new();
    for package in packages {
        for name in ["src/lib.rs", "src/main.rs"] {
            targets.push(package.join(name));
        }
        for folder in ["examples", "benches"] {
            let folder = package.join(folder);
            if root.join(&folder).is_dir() {
                for name in names_in(&root.join(&folder))? {
                    let path = folder.join(&name);
                    targets.push(if name.ends_with(".rs") {
                        path
                    } else {
                        path.join("main.rs")
                    });
                }
            }
        }
    }
    targets.retain(|path| root.join(path).is_file());
    Ok(targets)
}
