//! `cargo xtask bench`: measures transect and other libraries in one process. Writes a table of the times, a record
//! (CSV) and a chart.

pub(crate) mod chart;
pub(crate) mod panel;
mod row;
pub(crate) mod speed;
mod table;
mod targets;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::Args;

use crate::bench::row::{Row, rows};
use crate::bench::targets::missed;

/// Measure transect beside other libraries (benchmarks/engines), and write benchmarks/record/DATE-CPU.csv and .svg
///
/// Builds the other libraries twice, which takes some minutes: with default settings and for this CPU. With --quick or
/// --only, the record is partial and goes to target/bench instead.
#[derive(Args)]
pub(crate) struct Bench {
    /// Measure for a few seconds only, with at most a million boxes
    #[arg(long)]
    quick: bool,
    /// Measure only entries whose "question, data" contains this text, such as "frustum" or "boxes, random"
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Compare with benchmarks/targets.toml; exit with status 1 if a target is missed
    #[arg(long)]
    check: bool,
    /// Show the newest record of each question instead of measuring, and redraw the charts of docs/speed.md
    #[arg(long, conflicts_with_all = ["quick", "only"])]
    recorded: bool,
}

/// The two builds of each engine (a measured library or loop): with default settings, and for the CPU of this machine.
const BUILDS: [&str; 2] = ["default", "native"];

impl Bench {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let rows = if self.recorded {
            let rows = recorded(&root)?;
            let targets = fs::read_to_string(root.join("benchmarks/targets.toml"))?;
            for (name, chart) in speed::charts(&rows, &targets) {
                if let Some(chart) = chart {
                    fs::write(root.join("docs/figures").join(name), chart)?;
                }
            }
            rows
        } else {
            self.measure(&root)?
        };
        print!("{}", table::table(&rows));
        if !self.check {
            return Ok(ExitCode::SUCCESS);
        }
        let targets = fs::read_to_string(root.join("benchmarks/targets.toml"))?;
        Ok(if missed(&targets, &rows)? {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn measure(&self, root: &Path) -> io::Result<Vec<Row>> {
        let mut executables = Vec::new();
        for build in BUILDS {
            executables.push((build, built(root, build)?));
        }
        let mut all = Vec::new();
        for (build, executable) in &executables {
            let mut command = on_one_core(executable)?;
            all.extend(rows(&self.output(&mut command, build)?)?);
        }
        let (build, executable) = &executables[0];
        let mut command = Command::new(executable);
        all.extend(rows(&self.output(command.arg("--threads"), build)?)?);
        let is_part = self.quick || !self.only.is_empty();
        let folder = root.join(if is_part { "target/bench" } else { RECORDS });
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}-{}.csv", today()?, cpu()));
        fs::write(&path, table::csv(&all))?;
        draw(&path, &all)?;
        println!("{}", path.display());
        Ok(all)
    }

    /// Runs the engines and returns their output.
    fn output(&self, command: &mut Command, build: &str) -> io::Result<String> {
        command.args(["--build", build, "--only", &self.only]);
        if self.quick {
            command.arg("--quick");
        }
        let output = command.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(io::Error::other(format!("the {build} build failed")));
        }
        String::from_utf8(output.stdout).map_err(io::Error::other)
    }
}

/// Creates a command that runs on one core, if `taskset` is installed.
fn on_one_core(executable: &Path) -> io::Result<Command> {
    let cores = std::thread::available_parallelism()?.get();
    let version = Command::new("taskset").arg("-V").output();
    if !version.is_ok_and(|output| output.status.success()) {
        eprintln!("`taskset` not found: the system may move the process between cores");
        return Ok(Command::new(executable));
    }
    let mut command = Command::new("taskset");
    command
        .args(["-c", &(cores - 1).to_string()])
        .arg(executable);
    Ok(command)
}

/// Draws the chart of a record into a file beside it, if the record has rows for a chart.
fn draw(record: &Path, rows: &[Row]) -> io::Result<()> {
    match chart::chart(rows) {
        Some(chart) => fs::write(record.with_extension("svg"), chart),
        None => Ok(()),
    }
}

const RECORDS: &str = "benchmarks/record";

/// Returns the newest rows of each question: those of the newest record that contains the question. A record need not
/// contain all questions.
pub(crate) fn recorded(root: &Path) -> io::Result<Vec<Row>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(root.join(RECORDS))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            paths.push(path);
        }
    }
    // The names of these records begin with the date, so the newest record comes last. The extension is left out:
    // `DATE-CPU-planes` is a later record than `DATE-CPU` of the same day.
    paths.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    let mut all: Vec<Row> = Vec::new();
    for path in paths.iter().rev() {
        // Records of other kinds have other columns and are skipped.
        let Ok(mut new) = rows(&fs::read_to_string(path)?) else {
            continue;
        };
        new.retain(|row| all.iter().all(|other| other.question != row.question));
        all.extend(new);
    }
    Ok(all)
}

/// Builds the engines with default settings or for the CPU of this machine, each build in its own folder. Returns the
/// path of the executable.
fn built(root: &Path, build: &str) -> io::Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let folder = target.join(match build {
        "native" => "engines-native",
        _ => "engines",
    });
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--locked", "--target-dir"])
        .arg(&folder)
        .current_dir(root.join("benchmarks/engines"));
    let mut output = folder.clone();
    if build == "native" {
        // If cargo gets an explicit target, build scripts and macros are not compiled for this CPU. So both builds
        // share them.
        let host = host()?;
        cargo
            .args(["--target", &host])
            .env("RUSTFLAGS", "-C target-cpu=native");
        output.push(host);
    }
    if !cargo.status()?.success() {
        return Err(io::Error::other(format!(
            "cargo build of benchmarks/engines failed ({build})"
        )));
    }
    let name = format!("transect-engines{}", std::env::consts::EXE_SUFFIX);
    Ok(output.join("release").join(name))
}

/// Returns the target that rustc builds for.
fn host() -> io::Result<String> {
    let version = said(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from)
        .ok_or_else(|| io::Error::other("`rustc -vV` prints no host"))
}

/// Returns today's date as it appears in file names of records.
fn today() -> io::Result<String> {
    Ok(said(Command::new("date").arg("+%F"))?.trim().into())
}

/// Returns the name of the CPU as part of a file name.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':'));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name);
    let name = name.to_lowercase().replace("(r)", "").replace("(tm)", "");
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

fn said(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
