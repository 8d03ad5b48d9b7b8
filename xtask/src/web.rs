//! `cargo xtask web`: builds the page of `transect view` from its sources.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Args;

use crate::npm::{check_tools, has_packages, install_packages, npm};
use crate::static_page;

/// Build the page of `transect view`; the next build of the command embeds it
///
/// Needs Node.js 20 or newer with npm.
/// The packages of the page come from the npm registry, in the versions of package-lock.json.
#[derive(Args)]
pub(crate) struct Web {
    /// Build the page that needs no server instead, as a folder for a web host
    ///
    /// The page computes in the browser: nothing is uploaded. Needs the target wasm32-unknown-unknown, which rustup adds.
    #[arg(long = "static")]
    is_static: bool,
}

impl Web {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        if self.is_static {
            let folder = static_page::build(&root)?;
            println!("Built the page without a server: {}", folder.display());
            println!("Copy the folder to a web host, or open its index.html in a browser.");
            return Ok(ExitCode::SUCCESS);
        }
        build_page(&root)?;
        println!("Built the page. `cargo build --release` embeds it in the command.");
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds the page and returns the folder of its sources.
pub(crate) fn build_page(root: &Path) -> io::Result<PathBuf> {
    check_tools()?;
    let view = root.join("crates/transect-view");
    let web = view.join("web");
    if !has_packages(&web) {
        install_packages(&web)?;
    }
    if build_again(&web)? {
        // Touch build.rs, so that cargo builds the command again and embeds the page. If the page did not exist when
        // the command was built, cargo does not watch for it.
        File::options()
            .append(true)
            .open(view.join("build.rs"))?
            .set_modified(SystemTime::now())?;
    }
    Ok(web)
}

/// Builds the page, and returns `true` if it differs from the page before. An equal page keeps the files of the page
/// before with their times, so that cargo does not build the command again.
fn build_again(web: &Path) -> io::Result<bool> {
    let (page, before) = (web.join("dist"), web.join("dist-before"));
    if !page.exists() {
        build_in(web)?;
        return Ok(true);
    }
    if before.exists() {
        fs::remove_dir_all(&before)?;
    }
    fs::rename(&page, &before)?;
    let built = build_in(web);
    let differs = built.is_ok() && files(&page)? != files(&before)?;
    if differs {
        fs::remove_dir_all(&before)?;
    } else {
        if page.exists() {
            fs::remove_dir_all(&page)?;
        }
        fs::rename(&before, &page)?;
    }
    built.map(|()| differs)
}

/// Returns the bytes of all files below a folder, by their paths relative to the folder.
pub(crate) fn files(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in next.read_dir()? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let name = name.to_string_lossy().replace('\\', "/");
            found.insert(name, fs::read(&path)?);
        }
    }
    Ok(found)
}

/// Builds the page in the folder of its sources. The packages must be installed.
pub(crate) fn build_in(web: &Path) -> io::Result<()> {
    npm(web, &["run", "--silent", "build"])
}
