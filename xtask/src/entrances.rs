//! `cargo xtask entrances`: takes the entrances of the README, each in a fresh clone, and measures the time from the clone to
//! the first answer.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use clap::Args;

/// Take the entrances of the README in fresh clones, and write benchmarks/record/entrances-NAME.csv
///
/// Each entrance builds everything from its sources, so all of them take long. The packages of registries may be downloaded
/// already. Needs git; python3 with venv for Python, and npm for the browser.
#[derive(Args)]
pub(crate) struct Entrances {
    /// The name of the record, such as the date
    name: String,
    /// Only these entrances: command, python, sql, rust, browser. Lines of others stay in the record
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// The entrances in the order of the README's table.
const NAMES: [&str; 5] = ["command", "python", "sql", "rust", "browser"];
/// The first line of a record.
const HEAD: &str = "entrance,clone_s,install_s,first_command_s,total_s,first_line\n";

/// A row of the README's table.
struct Entrance {
    name: &'static str,
    install: String,
    /// The first command, or the program of the README for Rust.
    first: String,
}

impl Entrances {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .canonicalize()?;
        let readme = fs::read_to_string(root.join("README.md"))?;
        let record = root.join(format!("benchmarks/record/entrances-{}.csv", self.name));
        for entrance in entrances(&readme) {
            let is_wanted =
                self.only.is_empty() || self.only.iter().any(|own| own == entrance.name);
            if !is_wanted {
                continue;
            }
            let folder = root.join("target/entrances").join(entrance.name);
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            let line = entrance.take(&root, &folder)?;
            println!("{line}");
            keep(&record, entrance.name, &line)?;
            fs::remove_dir_all(&folder)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the entrances of the README's table.
fn entrances(readme: &str) -> Vec<Entrance> {
    let rows = readme.lines().filter(|line| line.starts_with("| "));
    let code = |cell: &str| {
        let code = cell.trim().strip_prefix('`')?.split_once('`')?.0;
        Some(code.to_owned())
    };
    let rows = rows.filter_map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        Some((code(cells.get(2)?)?, code(cells.get(3)?)))
    });
    let program = readme.split("```rust\n").nth(1).unwrap_or_default();
    let program = program.split("```").next().unwrap_or_default();
    // The entrances that come after these in the table have no command that could be timed.
    let made = rows.zip(NAMES).map(|((install, first), name)| Entrance {
        name,
        install,
        first: first.unwrap_or_else(|| program.to_owned()),
    });
    made.collect()
}

impl Entrance {
    /// Clones the repository, installs, and runs the first command. Returns the line of the record.
    fn take(&self, root: &Path, folder: &Path) -> io::Result<String> {
        let clone = folder.join("transect");
        let begin = Instant::now();
        shell(
            folder,
            &format!("git clone --quiet '{}' transect", root.display()),
            "",
        )?;
        let cloned = begin.elapsed().as_secs_f64();
        // Programs are installed into the folder, and found there.
        let bin = folder.join("installed/bin");
        let path = format!(
            "{}:{}",
            bin.display(),
            std::env::var("PATH").unwrap_or_default()
        );
        let (install, first, place) = match self.name {
            "python" => (
                format!("python3 -m venv ../installed && {}", self.install),
                self.first.clone(),
                clone.clone(),
            ),
            "rust" => {
                fs::create_dir_all(clone.join("first/src"))?;
                let manifest = "[package]\nname = \"first\"\nedition = \"2024\"\n\n[workspace]\n";
                fs::write(clone.join("first/Cargo.toml"), manifest)?;
                fs::write(clone.join("first/src/main.rs"), &self.first)?;
                // The folder of the crate is beside that of the program.
                let install = self.install.replace("--path crates", "--path ../crates");
                (
                    install,
                    "cargo run --quiet && echo it holds".into(),
                    clone.join("first"),
                )
            }
            _ => (
                format!("{} --root ../installed", self.install),
                self.first.clone(),
                clone.clone(),
            ),
        };
        shell(&place, &install, &path)?;
        let installed = begin.elapsed().as_secs_f64();
        let line = match self.name {
            "browser" => address(&place, &first, &path)?,
            _ => shell(&place, &first, &path)?,
        };
        let total = begin.elapsed().as_secs_f64();
        let first_line = line.lines().next().unwrap_or_default().replace('"', "'");
        let times = [cloned, installed - cloned, total - installed, total];
        let mut row = self.name.to_owned();
        for time in times {
            // Writing to a text does not fail.
            let _ = write!(row, ",{time:.1}");
        }
        Ok(format!("{row},\"{first_line}\"\n"))
    }
}

/// Runs a line in a shell, with a fresh target folder. Returns its standard output. `path` is the list of folders of programs.
fn shell(folder: &Path, line: &str, path: &str) -> io::Result<String> {
    let output = command(folder, line, path)
        .stderr(Stdio::inherit())
        .output()?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(io::Error::other(format!("{line}: {}", output.status)))
    }
}

/// Starts the viewer, returns its first line without the address, and stops it.
fn address(folder: &Path, line: &str, path: &str) -> io::Result<String> {
    let mut viewer = command(folder, &format!("exec {line} --no-open"), path)
        .stdout(Stdio::piped())
        .spawn()?;
    let stdout = viewer
        .stdout
        .take()
        .ok_or_else(|| io::Error::other("no pipe"))?;
    let first = BufReader::new(stdout).lines().next().transpose()?;
    viewer.kill()?;
    viewer.wait()?;
    match first {
        Some(first) if first.contains("http://127.0.0.1:") => Ok("the viewer listens".into()),
        other => Err(io::Error::other(format!("{line}: {other:?}"))),
    }
}

fn command(folder: &Path, line: &str, path: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", line]);
    // A fresh clone builds into its own folder.
    shell.env_remove("CARGO_TARGET_DIR");
    if !path.is_empty() {
        shell.env("PATH", path);
    }
    shell
}

/// Writes a line into the record, in place of an older line of the same entrance.
fn keep(record: &PathBuf, name: &str, line: &str) -> io::Result<()> {
    let old = fs::read_to_string(record).unwrap_or_else(|_| HEAD.into());
    let begins = format!("{name},");
    let others = old
        .split_inclusive('\n')
        .filter(|own| !own.starts_with(&begins));
    let text: String = others.chain([line]).collect();
    fs::write(record, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_these_entrances() {
        let readme = include_str!("../../README.md");
        let found = entrances(readme);
        assert_eq!(found.len(), NAMES.len());
        let begins = [
            "transect cut",
            "python -c",
            "transect-sql",
            "use transect",
            "transect view",
        ];
        for (entrance, begin) in found.iter().zip(begins) {
            assert!(entrance.first.starts_with(begin), "{}", entrance.name);
        }
        assert_eq!(found[4].install, "cargo xtask install");
    }
}
