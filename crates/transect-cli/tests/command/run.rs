//! Functions that run the binary and read its files, for all tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use transect_mesh::Mesh;
use transect_mesh::scene::world_mesh;

/// The output and the exit status of a run.
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    pub(crate) fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
        Self {
            status: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Returns the outcome unchanged. Panics unless the exit status is 0.
    pub(crate) fn fine(self) -> Self {
        assert_eq!(self.status, Some(0), "{}{}", self.stdout, self.stderr);
        self
    }

    /// Parses stdout as JSON.
    pub(crate) fn report(&self) -> Value {
        serde_json::from_str(&self.stdout).expect("stdout is one JSON value")
    }
}

/// Returns the command `transect cut …` in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .arg("cut")
        .args(arguments)
        .stdin(Stdio::null());
    command
}

/// Runs `transect …` in a folder. The first argument names the subcommand.
pub(crate) fn transect(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    Outcome::of(&command.output().expect("the binary runs"))
}

/// Runs `transect cut …` in a folder.
pub(crate) fn cut(folder: &Path, arguments: &[&str]) -> Outcome {
    Outcome::of(
        &command(folder, arguments)
            .output()
            .expect("the binary runs"),
    )
}

/// The flags for a small preview, because drawing a preview of the default size takes half of the time of a run.
pub(crate) const SMALL: [&str; 2] = ["--size", "320x240"];

/// Runs `transect cut …` in a folder, with a small preview.
pub(crate) fn cut_unseen(folder: &Path, arguments: &[&str]) -> Outcome {
    cut(folder, &[arguments, &SMALL].concat())
}

/// Runs `transect cut … --json`, which must succeed, and returns the report.
pub(crate) fn report(folder: &Path, arguments: &[&str]) -> Value {
    cut(folder, &[arguments, &["--json"]].concat())
        .fine()
        .report()
}

/// Returns a temporary folder with the given files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    folder
}

/// Returns the path of a file of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Returns the path of a file in `assets`, as an argument.
pub(crate) fn asset(name: &str) -> String {
    project("assets").join(name).display().to_string()
}

/// Returns the names of all files in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// Returns the objects of a file, each with its name and its mesh in world coordinates: those of the model, also if the
/// file is glTF in metres of a model in another unit.
pub(crate) fn objects(path: &Path) -> Vec<(String, Mesh)> {
    let document = transect_io::read(&[path.to_path_buf()]);
    let mut document = document.expect("the file can be read");
    transect_io::leave_metres(&mut document);
    let scene = document.scene;
    let world = scene.world_transforms();
    let object = |node: usize| {
        let mesh = &scene.meshes[scene.nodes[node].mesh?].mesh;
        let mesh = world_mesh(mesh, &world[node])
            .expect("positions are finite")
            .into_owned();
        Some((scene.nodes[node].name.clone(), mesh))
    };
    scene.objects().filter_map(object).collect()
}

/// Returns the volume that a closed mesh encloses.
pub(crate) fn volume(mesh: &Mesh) -> f64 {
    assert!(mesh.boundary().is_closed());
    // Moments about a vertex of the mesh lose no accuracy if the mesh is far from the origin.
    mesh.moments(&mesh.positions()[0]).volume
}

/// Returns a number of a report, by its JSON pointer.
pub(crate) fn number(report: &Value, pointer: &str) -> f64 {
    let value = report.pointer(pointer);
    value
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("{pointer} is {value:?}"))
}

/// Returns a count of a report, by its JSON pointer.
pub(crate) fn count(report: &Value, pointer: &str) -> u64 {
    let value = report.pointer(pointer);
    value
        .and_then(Value::as_u64)
        .unwrap_or_else(|| panic!("{pointer} is {value:?}"))
}

/// Returns random multiples of 0.1 from −2 to 2, by Marsaglia's xorshift. Sums that are equal as decimals differ as
/// floats.
pub(crate) fn tenths(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % 41) as f64 / 10.0 - 2.0
    }
}
