//! `cargo xtask dxf`: checks section.dxf with an independent library, ezdxf.

use std::io;
use std::process::ExitCode;

use clap::Args;

use crate::python_check::PythonCheck;

/// Cut models, audit each section.dxf with ezdxf from PyPI, and draw it as a picture in target/dxf/out
/// (needs python3 with venv)
#[derive(Args)]
pub(crate) struct Dxf {
    /// The command to check, instead of a new release build
    #[arg(long, value_name = "FILE")]
    command: Option<std::path::PathBuf>,
}

/// The Python packages: ezdxf reads and audits the files, and matplotlib draws them.
const PACKAGES: [&str; 2] = ["ezdxf==1.4.5", "matplotlib"];

/// The models and their cutting planes. A missing model is skipped with a message.
const CASES: [(&str, &str); 6] = [
    ("assets/office.glb", "z=1.2"),
    ("assets/office.glb", "z=4"),
    ("assets/office.glb", "x=10"),
    ("assets/cad_featuretype.stl", "z=0.5"),
    ("assets/spot.obj", "x=0"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=500"),
];

impl Dxf {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let check = PythonCheck {
            folder: "dxf",
            packages: &PACKAGES,
            script: "xtask/dxf_check.py",
            cases: &CASES,
        };
        check.run(self.command.as_deref())
    }
}
