//! `cargo xtask openscad`: has OpenSCAD judge the halves of parts with many holes.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use crate::executable::command;
use crate::python::Script;

/// Cut ten parts with many holes, which OpenSCAD makes, and a CAD model,
/// and have OpenSCAD subtract a cube from each half (needs openscad and python3)
#[derive(Args)]
pub(crate) struct OpenScad {}

/// A model with a crack, and planes that cut its holes.
const CASES: [&str; 7] = [
    "assets/cad_featuretype.stl:z=0.1",
    "assets/cad_featuretype.stl:z=0.3",
    "assets/cad_featuretype.stl:z=0.4",
    "assets/cad_featuretype.stl:z=0.45",
    "assets/cad_featuretype.stl:z=0.5",
    "assets/cad_featuretype.stl:z=0.7",
    "assets/cad_featuretype.stl:z=1.2",
];

impl OpenScad {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let script = Script {
            root: &root,
            python: Path::new("python3"),
            path: "xtask/openscad.py",
            command: &command(&root)?,
            out: Path::new("target/openscad"),
        };
        script.run(&CASES)
    }
}
