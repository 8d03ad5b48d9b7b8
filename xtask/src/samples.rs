//! Small glTF files, generated: each shows one thing that placements, attributes or accessors do.

mod builder;
mod scenes;
mod solids;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::samples::scenes::{
    georeferenced, instanced, mirrored, nested, nonuniform, primitives, quantized, seams, sparse,
};

/// Write the small glTF files of assets/gltf anew; they come out the same to the byte.
#[derive(clap::Args)]
pub(crate) struct Samples {
    /// The folder to write into, instead of assets/gltf
    #[arg(long)]
    folder: Option<PathBuf>,
}

impl Samples {
    /// Writes the files and lists them.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let folder = self.folder.clone().unwrap_or_else(assets);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in files() {
            println!("{name}: {} bytes", bytes.len());
            fs::write(folder.join(name), bytes)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/gltf")
}

/// The files, by their names.
fn files() -> [(&'static str, Vec<u8>); 9] {
    [
        ("nested.glb", nested().glb()),
        ("mirrored.glb", mirrored().glb()),
        ("nonuniform.glb", nonuniform().glb()),
        ("instanced.glb", instanced().glb()),
        ("primitives.glb", primitives().glb()),
        ("seams.glb", seams().glb()),
        ("georeferenced.glb", georeferenced().glb()),
        ("quantized.glb", quantized().glb()),
        ("sparse.gltf", sparse().gltf()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_in_assets_are_these() {
        for (name, bytes) in files() {
            let there = fs::read(assets().join(name)).unwrap_or_default();
            assert!(there == bytes, "{name}: run `cargo xtask samples`");
            assert!(bytes.len() < 20_000, "{name} is {} bytes", bytes.len());
        }
    }
}
