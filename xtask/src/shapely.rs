//! `cargo xtask shapely`: checks with an independent library that the polygons of sections are valid.

use std::io;
use std::process::ExitCode;

use clap::Args;

use crate::python_check::PythonCheck;

/// Cut models and generated assemblies, and check each polygon of the sections with shapely from PyPI
/// (needs python3 with venv)
#[derive(Args)]
pub(crate) struct Shapely {
    /// The command to check, instead of a new release build
    #[arg(long, value_name = "FILE")]
    command: Option<std::path::PathBuf>,
}

/// The Python packages: shapely checks geometries, numpy holds their coordinates, and pyogrio, which contains GDAL,
/// reads the reference systems of files.
const PACKAGES: [&str; 3] = ["shapely==2.2.0", "numpy", "pyogrio"];

/// The models and their cutting planes. A missing model is skipped with a message.
const CASES: [(&str, &str); 9] = [
    ("assets/office.glb", "z=1.2"),
    ("assets/office.glb", "z=4"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=400"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=450"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=500"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=550"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=600"),
    ("../shared/data/cad_tray_bottom.stl", "z=-100"),
    ("../shared/data/cad_tray_bottom.stl", "y=1"),
];

impl Shapely {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let check = PythonCheck {
            folder: "shapely",
            packages: &PACKAGES,
            script: "xtask/shapely_check.py",
            cases: &CASES,
        };
        check.run(self.command.as_deref())
    }
}
