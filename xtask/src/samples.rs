//! Generates small sample files: glTF files that each show one feature of placements,
//! attributes or accessors, the OBJ files of the book, and a part to print.

mod builder;
mod gear;
mod scenes;
mod shapes;
mod solids;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::samples::gear::gear;
use crate::samples::scenes::{
    georeferenced, instanced, mirrored, nested, nonuniform, primitives, quantized, seams, sparse,
};
use crate::samples::shapes::{
    crossing, degenerate, doubled, edge, fin, flipped, inside_out, lidless, open, overlapping,
    sides, stair,
};

/// Write assets/gear.stl and the small files of assets/gltf and assets/small again; the output is the same byte by byte
#[derive(clap::Args)]
pub(crate) struct Samples {
    /// The folder to write into, instead of assets
    #[arg(long)]
    folder: Option<PathBuf>,
}

impl Samples {
    /// Writes the sample files, and prints the name and the size of each.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let folder = self.folder.clone().unwrap_or_else(assets);
        for sub in ["gltf", "small"] {
            fs::create_dir_all(folder.join(sub))?;
        }
        for (name, bytes) in files() {
            println!("{name}: {} bytes", bytes.len());
            fs::write(folder.join(name), bytes)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

/// Returns the sample files, with their names.
fn files() -> [(&'static str, Vec<u8>); 22] {
    [
        ("gear.stl", gear()),
        ("gltf/nested.glb", nested().glb()),
        ("gltf/mirrored.glb", mirrored().glb()),
        ("gltf/nonuniform.glb", nonuniform().glb()),
        ("gltf/instanced.glb", instanced().glb()),
        ("gltf/primitives.glb", primitives().glb()),
        ("gltf/seams.glb", seams().glb()),
        ("gltf/georeferenced.glb", georeferenced().glb()),
        ("gltf/quantized.glb", quantized().glb()),
        ("gltf/sparse.gltf", sparse().gltf()),
        ("small/stair.obj", stair().bytes()),
        ("small/sides.obj", sides().bytes()),
        ("small/open.obj", open().bytes()),
        ("small/lidless.obj", lidless().bytes()),
        ("small/doubled.obj", doubled().bytes()),
        ("small/flipped.obj", flipped().bytes()),
        ("small/inside-out.obj", inside_out().bytes()),
        ("small/fin.obj", fin().bytes()),
        ("small/degenerate.obj", degenerate().bytes()),
        ("small/crossing.obj", crossing().bytes()),
        ("small/overlapping.obj", overlapping().bytes()),
        ("small/edge.obj", edge().bytes()),
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
            let limit = if name == "gear.stl" { 250_000 } else { 20_000 };
            assert!(bytes.len() < limit, "{name} is {} bytes", bytes.len());
        }
    }
}
