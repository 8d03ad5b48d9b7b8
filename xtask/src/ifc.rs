//! `cargo xtask ifc`: checks the converter of IFC files with models that it and other converters write.

use std::io;
use std::process::ExitCode;

use clap::Args;

use crate::python_check::PythonCheck;

/// Convert IFC files with docs/ifc_to_glb.py, and compare their classes, storeys and sections with known ones
/// (needs python3 with venv)
#[derive(Args)]
pub(crate) struct Ifc {
    /// The command to check, instead of a new release build
    #[arg(long, value_name = "FILE")]
    command: Option<std::path::PathBuf>,
}

/// IfcOpenShell makes triangles of IFC files. Other versions may make other ones.
const PACKAGES: [&str; 1] = ["ifcopenshell==0.9.0.post1"];

/// A real building. Without it, only buildings that the script makes are checked.
const CASES: [(&str, &str); 1] = [("../shared/data/office_a.ifc", "z=1.2")];

impl Ifc {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let check = PythonCheck {
            folder: "ifc",
            packages: &PACKAGES,
            script: "xtask/ifc_check.py",
            cases: &CASES,
        };
        check.run(self.command.as_deref())
    }
}
