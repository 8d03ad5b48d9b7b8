//! `cargo xtask layers`: times layers of models beside other libraries.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::python::with_packages;
use crate::shared::is_there;

/// Time 1,000 layers of models beside manifold3d and MeshLib from PyPI, and write benchmarks/record/NAME.csv
/// (needs python3 with venv, and taskset)
#[derive(Args)]
pub(crate) struct Layers {
    /// The name of the record, such as layers-2026-01-01
    name: String,
    /// The number of rounds; the fastest counts
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Only models whose path or name contains this text, such as `sphere`
    #[arg(long, default_value = "")]
    only: String,
}

/// The Python packages: the libraries to compare with, and numpy, which holds coordinates.
const PACKAGES: [&str; 3] = ["manifold3d==3.5.4", "meshlib==3.1.4.297", "numpy"];

/// The numbers n of the spheres that show the growth of the time with the number of triangles. Sphere n has n − 1 rings
/// of vertices and 4n(n − 1) triangles.
const RINGS: [u32; 7] = [16, 28, 50, 88, 158, 274, 500];

/// The models. A missing model is skipped with a message.
const MODELS: [&str; 2] = [
    "../shared/data/terrain_thuringia_solid.ply",
    "../shared/data/koala.obj",
];

impl Layers {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let Some(python) = with_packages(&root.join("target/layers"), &PACKAGES)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let mut models = Vec::new();
        for model in MODELS.iter().filter(|model| model.contains(&self.only)) {
            if is_there(&root, model)? {
                models.push((*model).to_string());
            } else {
                eprintln!("skipped: {model} not found");
            }
        }
        let spheres = RINGS.map(|rings| format!("sphere {rings}")).into_iter();
        models.extend(spheres.filter(|sphere| sphere.contains(&self.only)));
        if models.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let status = Command::new(&python)
            .current_dir(&root)
            .arg("xtask/layers_beside.py")
            .arg(example(&root)?)
            .arg(format!("benchmarks/record/{}.csv", self.name))
            .arg(self.rounds.to_string())
            .args(models)
            .status()?;
        Ok(if status.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Builds the example `layers` of the benchmarks, and returns its path.
fn example(root: &Path) -> io::Result<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["build", "--release", "--quiet", "--example", "layers"])
        .args(["--package", "transect-benchmarks", "--features", "rayon"])
        .status()?;
    if !built.success() {
        return Err(io::Error::other("the example `layers` cannot be built"));
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("release/examples/layers").canonicalize()
}
