//! `cargo xtask roundtrip`: checks the files of halves with an independent reader, the library trimesh.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::command;
use crate::shared::is_there;

/// Cut sample files, and read the halves back with trimesh from PyPI (needs python3 with venv)
#[derive(Args)]
pub(crate) struct Roundtrip {}

/// The models and their cutting planes. A missing model is skipped with a message.
const CASES: [(&str, &str); 6] = [
    ("assets/office.glb", "z=1.2"),
    ("assets/spot.obj", "x=0"),
    ("assets/gltf/seams.glb", "z=0.1"),
    ("assets/cad_featuretype.stl", "z=0.5"),
    ("../shared/data/koala.obj", "y=0"),
    ("../shared/data/terrain_thuringia_solid.ply", "z=600"),
];

impl Roundtrip {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let venv = root.join("target/roundtrip/venv");
        let python = venv.join("bin/python");
        if !python.exists() {
            succeed(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
            let packages = ["trimesh==5.2.0", "numpy", "scipy", "networkx"];
            succeed(
                Command::new(&python)
                    .args(["-m", "pip", "install", "--quiet"])
                    .args(packages),
            )?;
        }
        let binary = command(&root)?;
        let mut script = Command::new(&python);
        script
            .current_dir(&root)
            .arg("xtask/roundtrip.py")
            .arg(binary)
            .arg("target/roundtrip/out");
        for (model, plane) in CASES {
            if is_there(&root, model)? {
                script.arg(format!("{model}={plane}"));
            } else {
                eprintln!("skipped: {model} not found");
            }
        }
        succeed(&mut script)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn succeed(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} ended with {status}")))
    }
}
