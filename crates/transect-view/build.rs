//! Embeds the files of the built page (`cargo xtask web`) into the program, so builds of this crate do not need npm.
//! Without a built page, the command says that the page is missing.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let dist = root.join("web/dist");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut text = String::from(
        "/// The files of the page, by their paths.\nstatic FILES: &[(&str, &[u8])] = &[\n",
    );
    println!("cargo::rerun-if-changed=build.rs");
    if dist.join("index.html").is_file() {
        // If the folder did not exist, Cargo would rebuild the crate each time because of this line. So the line is
        // printed only if the folder exists. After building the page for the first time, touch `build.rs`.
        println!("cargo::rerun-if-changed=web/dist");
        let mut files = Vec::new();
        collect(&dist, &mut files)?;
        files.sort();
        for (index, file) in files.iter().enumerate() {
            let name = file
                .strip_prefix(&dist)?
                .to_str()
                .ok_or("a file name is not UTF-8")?;
            let name = name.replace('\\', "/");
            // A copy of each file is embedded, because the page may be rebuilt while this crate compiles.
            let copy = format!("page_file_{index}");
            std::fs::copy(file, out.join(&copy))?;
            writeln!(
                text,
                "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{copy}\"))),"
            )?;
        }
    }
    text += "];\n";
    std::fs::write(out.join("page_files.rs"), text)?;
    Ok(())
}

/// Collects all files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
