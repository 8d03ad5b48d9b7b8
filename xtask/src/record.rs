//! `cargo xtask record`: runs the benches and whole commands,
//! and writes the times beside their targets as one CSV file.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::Args;

use crate::executable::built;
use crate::shared::is_there;

/// Run the benches and whole commands, and write benchmarks/record/NAME.csv
#[derive(Args)]
pub(crate) struct Record {
    /// The name of the record, such as the date
    name: String,
}

/// The benches of `benchmarks/` that are recorded. Each entry has a label, the name of the bench, the name of a bench
/// that only reads the same bytes, and a target in milliseconds.
const BENCHES: [(&str, &str, &str, Option<f64>); 10] = [
    (
        "read the 20 MB PLY",
        "terrain file/read",
        "terrain file/read loop",
        Some(150.0),
    ),
    (
        "section z=508.557, terrain",
        "terrain/section z=508.557",
        "terrain/read loop",
        Some(30.0),
    ),
    (
        "section z=600, terrain",
        "terrain/section z=600",
        "terrain/read loop",
        Some(30.0),
    ),
    (
        "section x=17700, terrain",
        "terrain/section x=17700",
        "terrain/read loop",
        Some(30.0),
    ),
    (
        "split z=508.557, terrain",
        "terrain/split z=508.557",
        "terrain/read loop",
        None,
    ),
    (
        "split z=600, terrain",
        "terrain/split z=600",
        "terrain/read loop",
        None,
    ),
    (
        "split and certificate z=508.557, terrain",
        "terrain/split and certificate z=508.557",
        "terrain/read loop",
        Some(600.0),
    ),
    (
        "split and certificate z=600, terrain",
        "terrain/split and certificate z=600",
        "terrain/read loop",
        Some(600.0),
    ),
    ("read office.glb", "office/read", "office/read loop", None),
    (
        "scene z=1.2, office",
        "office/scene z=1.2",
        "office/read loop",
        Some(100.0),
    ),
];

/// The commands that are measured as a whole, with all outputs. Each has a model, a plane, a target in seconds and a
/// target in MB of peak memory.
const COMMANDS: [(&str, &str, Option<f64>, Option<f64>); 2] = [
    ("assets/office.glb", "z=1.2", Some(1.0), None),
    (
        "../shared/data/terrain_thuringia_solid.ply",
        "z=508.557",
        None,
        Some(350.0),
    ),
];

/// The number of runs of each whole command. Of these runs, the fastest time and the largest memory are recorded.
const RUNS: u32 = 5;

impl Record {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = root.join("target/record");
        let measured = target.join("criterion");
        if measured.exists() {
            // Remove the results of earlier runs, which are not part of this record.
            std::fs::remove_dir_all(&measured)?;
        }
        let status = Command::new("cargo")
            .args(["bench", "--package", "transect-benchmarks", "--target-dir"])
            .arg(&target)
            .env("CRITERION_HOME", &measured)
            .current_dir(&root)
            .status()?;
        if !status.success() {
            return Err(io::Error::other("cargo bench failed"));
        }
        let mut csv = String::from("what,target,measured,unit,times the read loop,met\n");
        for (what, bench, read_loop, target_time) in BENCHES {
            let (Some(time), Some(least)) = (median(&target, bench)?, median(&target, read_loop)?)
            else {
                let _ = writeln!(csv, "\"{what}\",,,ms,,skipped: input not found");
                continue;
            };
            line(&mut csv, what, target_time, time, "ms", Some(time / least));
        }
        let binary = built(&root, "transect-cli")?;
        for (model, plane, seconds, megabytes) in COMMANDS {
            let what = format!("transect cut {plane}, all outputs, {}", file_name(model));
            if !is_there(&root, model)? {
                let _ = writeln!(csv, "\"{what}\",,,s,,skipped: input not found");
                continue;
            }
            let runs: Vec<(Duration, u64)> = (0..RUNS)
                .map(|_| whole_command(&root, &binary, model, plane))
                .collect::<io::Result<_>>()?;
            let fastest = runs.iter().map(|run| run.0).min().unwrap_or_default();
            let largest = runs.iter().map(|run| run.1).max().unwrap_or_default();
            line(&mut csv, &what, seconds, fastest.as_secs_f64(), "s", None);
            let peak = format!("peak memory: {what}");
            line(
                &mut csv,
                &peak,
                megabytes,
                largest as f64 / 1024.0,
                "MB",
                None,
            );
        }
        let path = root
            .join("benchmarks/record")
            .join(format!("{}.csv", self.name));
        std::fs::write(&path, &csv)?;
        println!("{csv}");
        Ok(ExitCode::SUCCESS)
    }
}

fn line(
    csv: &mut String,
    what: &str,
    target: Option<f64>,
    measured: f64,
    unit: &str,
    ratio: Option<f64>,
) {
    let bound = target.map(|target| format!("{target}")).unwrap_or_default();
    let ratio = ratio.map(|ratio| format!("{ratio:.1}")).unwrap_or_default();
    let met = match target {
        Some(target) if measured <= target => "yes",
        Some(_) => "no",
        None => "",
    };
    let _ = writeln!(csv, "\"{what}\",{bound},{measured:.3},{unit},{ratio},{met}");
}

/// Returns the median time of a bench in milliseconds, from the files of criterion, or `None` if the bench did not run.
fn median(target: &Path, bench: &str) -> io::Result<Option<f64>> {
    let path = target
        .join("criterion")
        .join(bench)
        .join("new/estimates.json");
    if !path.exists() {
        return Ok(None);
    }
    let estimates: serde_json::Value = serde_json::from_slice(&std::fs::read(path)?)?;
    let nanoseconds = estimates["median"]["point_estimate"].as_f64();
    Ok(nanoseconds.map(|nanoseconds| nanoseconds / 1e6))
}

/// Times one run of `transect cut`. Returns the time and the peak memory in kB as Linux counts it, or an error if the
/// cut fails.
fn whole_command(
    root: &Path,
    binary: &Path,
    model: &str,
    plane: &str,
) -> io::Result<(Duration, u64)> {
    let started = Instant::now();
    let mut child = Command::new(binary)
        .args([
            "cut",
            model,
            "--plane",
            plane,
            "--force",
            "-o",
            "target/record/out",
        ])
        .current_dir(root)
        .stdout(Stdio::null())
        .spawn()?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = 0;
    let ended = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    };
    let took = started.elapsed();
    if !ended.success() {
        return Err(io::Error::other(format!(
            "transect cut {model} --plane {plane} ended with {ended}"
        )));
    }
    Ok((took, peak))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_fails_has_no_time() {
        let run = |program: &str| {
            let here = Path::new(".");
            whole_command(here, Path::new(program), "model.obj", "z=0")
        };
        assert!(run("true").is_ok());
        let error = run("false").expect_err("it fails").to_string();
        assert!(
            error.contains("model.obj --plane z=0 ended with"),
            "{error}"
        );
    }
}
