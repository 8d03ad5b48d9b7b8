//! `cargo xtask shapely`: checks with an independent library that the polygons of sections are valid.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::built;
use crate::shared::is_there;

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
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let venv = root.join("target/shapely/venv");
        let python = venv.join("bin/python");
        if !python.exists() {
            let made = Command::new("python3")
                .args(["-m", "venv"])
                .arg(&venv)
                .status();
            if !made.is_ok_and(|status| status.success()) {
                eprintln!("skipped: python3 with venv is not installed");
                return Ok(ExitCode::SUCCESS);
            }
        }
        let installed = Command::new(&python)
            .args(["-m", "pip", "install", "--quiet"])
            .args(PACKAGES)
            .status()?;
        if !installed.success() {
            eprintln!("skipped: {} cannot be installed", PACKAGES.join(", "));
            return Ok(ExitCode::SUCCESS);
        }
        let command = match &self.command {
            Some(command) => command.canonicalize()?,
            None => built(&root, "transect-cli")?,
        };
        let mut script = Command::new(&python);
        script
            .current_dir(&root)
            .arg("xtask/shapely_check.py")
            .arg(command)
            .arg("target/shapely/out");
        for (model, plane) in CASES {
            if is_there(&root, model)? {
                script.arg(format!("{model}:{plane}"));
            } else {
                eprintln!("skipped: {model} not found");
            }
        }
        Ok(match script.status()?.success() {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}
