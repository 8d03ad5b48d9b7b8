//! `cargo xtask verify-others`: cuts models with other libraries, and checks the halves with `transect verify`.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::built;
use crate::python::Script;

/// Cut models with trimesh, manifold3d and MeshLib from PyPI,
/// and print the verdict of `transect verify` on their halves (needs python3 with venv)
#[derive(Args)]
pub(crate) struct VerifyOthers {}

/// The PyPI packages of the libraries that cut the models, and the packages that these libraries need.
const PACKAGES: [&str; 3] = [
    "trimesh==5.2.0 scipy networkx shapely mapbox_earcut rtree",
    "manifold3d==3.5.4",
    "meshlib==3.1.4.297",
];

/// The models and their planes. Each plane is perpendicular to an axis, so every library can represent it exactly.
const CASES: [&str; 3] = [
    "assets/spot.obj:y=0.2",
    "assets/small/stair.obj:z=0.5",
    "assets/cad_featuretype.stl:z=0.7",
];

impl VerifyOthers {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let venv = root.join("target/others/venv");
        let python = venv.join("bin/python");
        if !python.exists() {
            let status = Command::new("python3")
                .args(["-m", "venv"])
                .arg(&venv)
                .status()?;
            if !status.success() {
                return Err(io::Error::other("python3 -m venv failed"));
            }
        }
        for packages in PACKAGES {
            let installed = Command::new(&python)
                .args(["-m", "pip", "install", "--quiet"])
                .args(packages.split(' '))
                .status()?;
            if !installed.success() {
                eprintln!("skipped: {packages} cannot be installed");
            }
        }
        let script = Script {
            root: &root,
            python: &python,
            path: "xtask/verify_others.py",
            command: &built(&root, "transect-cli")?,
            out: Path::new("target/others/out"),
        };
        script.run(&CASES)
    }
}
