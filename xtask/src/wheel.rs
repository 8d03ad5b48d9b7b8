//! `cargo xtask wheel`: builds the Python package and tests it in a fresh environment.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::python::with_packages;

/// Build a wheel of the Python package, install it in a fresh environment and run its tests there
/// (needs python3 with venv)
#[derive(Args)]
pub(crate) struct Wheel {
    /// Builds a wheel for an old glibc (manylinux2014), with zig as the linker
    #[arg(long)]
    manylinux: bool,
    /// Builds a wheel for musl (musllinux_1_2), with zig as the linker. If docker is there, a container of Alpine installs
    /// the wheel and cuts a mesh, in place of the tests: the packages of some tests have no wheels for musl
    #[arg(long, conflicts_with = "manylinux")]
    musllinux: bool,
    /// Builds with the profile of tests, which compiles faster and runs slower
    #[arg(long, conflicts_with_all = ["manylinux", "musllinux"])]
    quick: bool,
    /// Lints the crates of the package while they are built; warnings are errors
    #[arg(long)]
    lints: bool,
}

/// Separates the arguments of clippy in the variable that its compiler reads.
const HACKERY: &str = "__CLIPPY_HACKERY__";

/// The Python packages that build the wheel; zig links for an old glibc.
const BUILDERS: [&str; 2] = ["maturin==1.16.0", "ziglang==0.15.1"];

/// The Python packages of the tests. The other packages are those that meshes, polygons and tables are exchanged with, and
/// those of docs/python.md.
const TESTERS: [&str; 16] = [
    "dask[array]",
    "duckdb",
    "geopandas",
    "hypothesis",
    "manifold3d==3.5.4",
    "meshio",
    "mypy==2.4.1",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "pyright==1.1.414",
    "pytest",
    "ray",
    "shapely==2.2.0",
    "trimesh==5.2.0",
];

/// Installs the wheel and cuts a gear: both halves are closed, and the certificate has no finding.
const ON_ALPINE: &str = "pip install --quiet /wheel/*.whl && python -c \"
import transect as tr
split = tr.Mesh.read('/assets/gear.stl').split('z = 8')
assert split.front.is_closed and split.back.is_closed and split.certificate().is_correct
print('cut', split.section.area)
\"";

impl Wheel {
    /// Returns the options for the wheel of this machine that is published.
    pub(crate) fn published() -> Self {
        Self {
            manylinux: cfg!(target_os = "linux"),
            musllinux: false,
            quick: false,
            lints: false,
        }
    }

    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        // On Windows, a canonical path has a prefix that Python's tools do not read.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = root.parent().unwrap_or(root);
        let target = root.join("target/wheel");
        let Some(builder) = with_packages(&target.join("build"), &BUILDERS)? else {
            return Ok(ExitCode::SUCCESS);
        };
        match self.made(root, &builder)? {
            Some(_) => Ok(ExitCode::SUCCESS),
            None => Ok(ExitCode::FAILURE),
        }
    }

    /// Builds and tests the wheel. Returns its path, or `None` if it does not build or does not pass its tests.
    ///
    /// # Errors
    /// Returns an error if there is no Python to build it.
    pub(crate) fn make(&self, root: &Path) -> io::Result<Option<PathBuf>> {
        let builder = with_packages(&root.join("target/wheel/build"), &BUILDERS)?;
        let needed = || io::Error::other("the wheel needs python3 with venv");
        self.made(root, &builder.ok_or_else(needed)?)
    }

    /// Builds the wheel by a Python that has the builders, and tests it in a fresh environment.
    fn made(&self, root: &Path, builder: &Path) -> io::Result<Option<PathBuf>> {
        let package = root.join("crates/transect-python");
        let target = root.join("target/wheel");
        let dist = target.join("dist");
        let mut build = self.build(builder, &package, &dist, &root.join("target"))?;
        let succeeded = build.status()?.success();
        let Some(wheel) = built(&dist, succeeded)? else {
            return Ok(None);
        };
        println!("built {}", wheel.display());
        if self.musllinux {
            return Ok(cut_on_alpine(&wheel, root)?.then_some(wheel));
        }
        let fresh = target.join("test");
        if fresh.exists() {
            fs::remove_dir_all(&fresh)?;
        }
        let Some(python) = with_packages(&fresh, &TESTERS)? else {
            return Ok(None);
        };
        let steps: [&[&str]; 4] = [
            &["-m", "pip", "install", "--quiet", "--no-deps", path(&wheel)],
            &["-m", "pytest", "-q", "-p", "no:cacheprovider"],
            &["-m", "mypy"],
            &["-m", "pyright", "--pythonpath", path(&python)],
        ];
        for arguments in steps {
            let status = Command::new(&python)
                .current_dir(&package)
                .args(arguments)
                .status()?;
            if !status.success() {
                return Ok(None);
            }
        }
        Ok(Some(wheel))
    }

    /// Returns the command that builds the wheel into a folder, which is emptied. A quick build uses what is compiled in
    /// `target`.
    fn build(
        &self,
        python: &Path,
        package: &Path,
        folder: &Path,
        target: &Path,
    ) -> io::Result<Command> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        let mut build = Command::new(python);
        build
            .current_dir(package)
            .args(["-m", "maturin", "build", "--locked", "--out"])
            .arg(folder);
        if self.lints {
            // The compiler of clippy compiles the crates of this workspace.
            build.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
            build.env("CLIPPY_ARGS", ["--deny", "warnings", ""].join(HACKERY));
        }
        if self.manylinux || self.musllinux {
            // Zig is a package of this Python, which the linker starts by this variable.
            build.env("CARGO_ZIGBUILD_PYTHON_PATH", python);
            build.args(["--profile", "dist", "--zig", "--compatibility"]);
            if self.musllinux {
                let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
                build.args(["musllinux_1_2", "--target", &target]);
            } else {
                build.arg("manylinux2014");
            }
        } else if self.quick {
            // The dependencies that the tests of the command have compiled are compiled already.
            build.args(["--profile", "dev", "--target-dir"]);
            build.arg(target);
        } else {
            build.args(["--profile", "dist"]);
        }
        Ok(build)
    }
}

/// Installs a wheel in a container of Alpine, reads a sample file there, and cuts it. Returns `false` if this fails; without
/// docker, nothing can fail.
fn cut_on_alpine(wheel: &Path, root: &Path) -> io::Result<bool> {
    let Some(folder) = wheel.parent() else {
        return Ok(false);
    };
    let mount = |folder: &Path, name: &str| format!("{}:{name}:ro", folder.display());
    let started = Command::new("docker")
        .args(["run", "--rm", "--volume", &mount(folder, "/wheel")])
        .args(["--volume", &mount(&root.join("assets"), "/assets")])
        .args(["python:3.12-alpine", "sh", "-c", ON_ALPINE])
        .status();
    match started {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("docker is missing: the wheel is built, and not installed");
            Ok(true)
        }
        Err(error) => Err(error),
    }
}

/// Returns the wheel in a folder, or `None` if its build has not succeeded.
fn built(folder: &Path, succeeded: bool) -> io::Result<Option<PathBuf>> {
    if !succeeded {
        return Ok(None);
    }
    let wheel = fs::read_dir(folder)?.next().transpose()?;
    Ok(wheel.map(|wheel| wheel.path()))
}

/// Builds a wheel of a Python package with the profile of tests, and returns a Python that has the wheel and the packages
/// of its tests. `folder` is for the Python environment, and `target` for what is compiled.
pub(crate) fn tested_wheel(package: &Path, folder: &Path, target: &Path) -> io::Result<PathBuf> {
    with_wheel(package, folder, target, &TESTERS)
}

/// Builds a wheel as [`tested_wheel`] does, and returns a Python that has the wheel and other packages.
pub(crate) fn with_wheel(
    package: &Path,
    folder: &Path,
    target: &Path,
    others: &[&str],
) -> io::Result<PathBuf> {
    let wheel = Wheel {
        manylinux: false,
        musllinux: false,
        quick: true,
        lints: false,
    };
    let packages = [&BUILDERS[..1], others].concat();
    let needed = || io::Error::other("the tests of the Python package need python3 with venv");
    let python = with_packages(folder, &packages)?.ok_or_else(needed)?;
    let dist = folder.join("dist");
    // Code that a program has written has warnings, so the messages are printed only if the build fails.
    let output = wheel.build(&python, package, &dist, target)?.output()?;
    if !output.status.success() {
        io::stderr().write_all(&output.stderr)?;
    }
    let built = built(&dist, output.status.success())?;
    let built = built.ok_or_else(|| io::Error::other("the Python package does not build"))?;
    install(&python, &built)?;
    Ok(python)
}

/// Installs a wheel for a Python, also in place of one with the same version.
pub(crate) fn install(python: &Path, wheel: &Path) -> io::Result<()> {
    let options = ["--quiet", "--no-deps", "--force-reinstall"];
    let installed = Command::new(python)
        .args(["-m", "pip", "install"])
        .args(options)
        .arg(wheel)
        .status()?;
    if installed.success() {
        Ok(())
    } else {
        Err(io::Error::other("the wheel cannot be installed"))
    }
}

/// Returns a path of this repository as text.
fn path(path: &Path) -> &str {
    path.to_str().expect("the path of the repository is text")
}
