//! `cargo xtask c-archive`: the C library, its headers, examples and build files in one folder and one archive.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::archive::{pack, time_of_commit};
use crate::process::{output, succeed};
use crate::versions::version;

/// Make the archive of the C library: headers, shared and static library, files of pkg-config and CMake, and examples
///
/// Writes target/package/transect-c-VERSION-TARGET and the .tar.gz of this folder. Needs tar.
#[derive(Args)]
pub(crate) struct CArchive {
    /// Also compile and run the examples as a new user does: with pkg-config, and with CMake, which must be installed
    #[arg(long)]
    test: bool,
    /// Use the libraries of a build without optimization, which takes less time
    #[arg(long)]
    quick: bool,
}

/// The text files of the archive: from the folder of the package, to a folder of the archive.
const FILES: [(&str, &str); 14] = [
    ("README.md", "README.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("include/transect.h", "include/transect.h"),
    ("include/transect.hpp", "include/transect.hpp"),
    ("archive/transect-c.pc", "lib/pkgconfig/transect-c.pc"),
    (
        "archive/transect-c-config.cmake",
        "lib/cmake/transect-c/transect-c-config.cmake",
    ),
    (
        "archive/transect-c-config-version.cmake",
        "lib/cmake/transect-c/transect-c-config-version.cmake",
    ),
    ("examples/CMakeLists.txt", "examples/CMakeLists.txt"),
    ("examples/cut.c", "examples/cut.c"),
    ("examples/cut.cpp", "examples/cut.cpp"),
    ("examples/questions.c", "examples/questions.c"),
    ("examples/questions.cpp", "examples/questions.cpp"),
    ("../../CHANGELOG.md", "CHANGELOG.md"),
];

/// The libraries that a system has: the names that cargo gives them, and their folders in the archive. Those that a
/// system does not have are left out.
const LIBRARIES: [(&str, &str); 7] = [
    ("libtransect_c.so", "lib"),
    ("libtransect_c.dylib", "lib"),
    ("libtransect_c.a", "lib"),
    ("transect_c.dll", "bin"),
    ("transect_c.dll.lib", "lib"),
    ("libtransect_c.dll.a", "lib"),
    ("transect_c.lib", "lib"),
];

/// Makes the archive of optimized libraries, and returns its path.
pub(crate) fn build(root: &Path) -> io::Result<PathBuf> {
    let archive = CArchive {
        test: false,
        quick: false,
    };
    Ok(archive.make(root)?.archive)
}

/// The files that the task has written.
struct Made {
    folder: PathBuf,
    archive: PathBuf,
}

impl CArchive {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .canonicalize()?;
        let Made { folder, archive } = self.make(&root)?;
        println!("Wrote {}.", archive.display());
        if self.test {
            with_pkg_config(&root, &folder)?;
            with_cmake(&root, &folder)?;
            println!("The examples run with pkg-config and with CMake.");
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Makes the folder and its archive.
    fn make(&self, root: &Path) -> io::Result<Made> {
        let package = root.join("crates/transect-c");
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--locked", "--target-dir"]);
        cargo.arg(root.join("target")).current_dir(&package);
        if !self.quick {
            cargo.arg("--release");
        }
        succeed(&mut cargo)?;
        let built = root
            .join("target")
            .join(if self.quick { "debug" } else { "release" });
        let version = version(root)?;
        let target = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
        let target = target.trim();
        let name = format!("transect-c-{version}-{target}");
        let packages = root.join("target/package");
        let folder = packages.join(&name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        for (from, to) in FILES {
            let text = fs::read_to_string(package.join(from))?;
            write(
                &folder.join(to),
                text.replace("@VERSION@", &version).as_bytes(),
            )?;
        }
        let mut files = FILES.map(|(_, to)| to.to_owned()).to_vec();
        for (library, place) in LIBRARIES {
            let from = built.join(library);
            if from.exists() {
                fs::create_dir_all(folder.join(place))?;
                fs::copy(from, folder.join(place).join(library))?;
                files.push(format!("{place}/{library}"));
            }
        }
        if files.len() < FILES.len() + 2 {
            return Err(io::Error::other(format!(
                "{} does not have the shared and the static library",
                built.display()
            )));
        }
        let archive = pack(&packages, &name, &files, time_of_commit(root)?)?;
        Ok(Made { folder, archive })
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}

/// Compiles and runs each example with the flags that pkg-config prints.
fn with_pkg_config(root: &Path, folder: &Path) -> io::Result<()> {
    let flags = output(
        Command::new("pkg-config")
            .args(["--cflags", "--libs", "transect-c"])
            .env("PKG_CONFIG_PATH", folder.join("lib/pkgconfig")),
    )?;
    let build = root.join("target/c-archive");
    fs::create_dir_all(&build)?;
    for (compiler, standard, example) in [
        ("cc", "-std=c99", "questions.c"),
        ("cc", "-std=c99", "cut.c"),
        ("c++", "-std=c++17", "questions.cpp"),
        ("c++", "-std=c++17", "cut.cpp"),
    ] {
        let program = build.join(format!("{example}.out"));
        succeed(
            Command::new(compiler)
                .arg(standard)
                .arg(folder.join("examples").join(example))
                .arg("-o")
                .arg(&program)
                .args(flags.split_whitespace())
                .arg("-lm"),
        )?;
        succeed(&mut Command::new(&program))?;
    }
    Ok(())
}

/// Configures, builds and tests the examples with CMake.
fn with_cmake(root: &Path, folder: &Path) -> io::Result<()> {
    let build = root.join("target/c-archive/cmake");
    if build.exists() {
        fs::remove_dir_all(&build)?;
    }
    succeed(
        Command::new("cmake")
            .arg("-S")
            .arg(folder.join("examples"))
            .arg("-B")
            .arg(&build)
            .arg(format!("-DCMAKE_PREFIX_PATH={}", folder.display())),
    )?;
    succeed(Command::new("cmake").arg("--build").arg(&build))?;
    succeed(
        Command::new("ctest")
            .args(["--output-on-failure", "--test-dir"])
            .arg(&build),
    )
}
