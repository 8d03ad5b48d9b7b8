//! `cargo xtask targets`: checks the code of other platforms, and runs the tests of the core there.

pub(crate) mod known;
mod library;

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::targets::known::{CORE, EMULATED, TARGETS, Target, Tests, known};
use crate::targets::library::{Library, MISSING, host};

/// Check the code of other platforms with clippy, or run the tests of the core there
///
/// A target whose standard library is missing is skipped and named. `.ci/prepare` provides standard libraries: by
/// rustup, or on Debian as source, which cargo then compiles for each target. Checks need no linker. For other platforms than
/// this one, they leave out the allocator `mimalloc`, which is written in C.
#[derive(Args)]
pub(crate) struct Targets {
    /// Only these targets; each must be available
    #[arg(value_name = "TARGET", value_parser = known)]
    only: Vec<&'static Target>,
    /// Fail if the standard library of one of these targets is missing
    #[arg(long, value_name = "TARGET", num_args = 1.., value_parser = known)]
    require: Vec<&'static Target>,
    /// Fail if the standard library of any target is missing
    #[arg(long, conflicts_with = "only")]
    all: bool,
    /// Run the tests of the core instead, in an emulator if this machine cannot run the target
    #[arg(long, requires = "only")]
    tests: bool,
    /// Also check `transect-sql` for Windows, which takes minutes and needs MinGW's compiler of C
    #[arg(long, conflicts_with = "tests")]
    sql: bool,
    /// Print the names of all targets instead
    #[arg(long, exclusive = true)]
    list: bool,
}

impl Targets {
    /// Runs the task. The exit status is 1 if a check or a test fails, or if a required target is missing.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        if self.list {
            for target in &TARGETS {
                println!("{}", target.name);
            }
            return Ok(ExitCode::SUCCESS);
        }
        let machine = Machine::this()?;
        let (mut passed, mut skipped, mut failed) = (Vec::new(), Vec::new(), Vec::new());
        let has =
            |list: &[&Target], target: &Target| list.iter().any(|own| own.name == target.name);
        for target in TARGETS
            .iter()
            .filter(|target| self.only.is_empty() || has(&self.only, target))
        {
            let Some(library) = Library::of(target.name, &machine.root)? else {
                let is_required = self.all || has(&self.only, target) || has(&self.require, target);
                let (list, how) = if is_required {
                    (&mut failed, "error")
                } else {
                    (&mut skipped, "skipped")
                };
                eprintln!("{how}: {}: {MISSING}", target.name);
                list.push(target.name);
                continue;
            };
            println!(
                "\n== {}, {} ({})",
                target.name,
                library.origin(),
                target.why
            );
            let succeeded = if self.tests {
                machine.test(target, &library)?
            } else {
                machine.check(target, &library, self.sql)?
            };
            if succeeded {
                passed.push(target.name)
            } else {
                failed.push(target.name)
            }
        }
        println!();
        for (result, names) in [
            ("passed", &passed),
            ("skipped", &skipped),
            ("failed", &failed),
        ] {
            println!("{result}: {} {}", names.len(), names.join(" "));
        }
        Ok(if failed.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// The machine that runs the task.
struct Machine {
    /// The target of this machine's own programs.
    host: String,
    /// The root of the repository.
    root: PathBuf,
    /// The folder of builds for other platforms. Crates are compiled differently with the unstable flags for a standard
    /// library, so they do not share a folder with other builds.
    builds: PathBuf,
}

impl Machine {
    fn this() -> io::Result<Self> {
        // Cargo compares paths of the standard library as texts, so the path of the root has no `..`.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = root.parent().unwrap_or(root).to_path_buf();
        let own = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        Ok(Self {
            host: host()?,
            root,
            builds: own.join("targets"),
        })
    }

    /// Checks the crates of a target. Returns `false` if a check fails.
    fn check(&self, target: &Target, library: &Library, sql: bool) -> io::Result<bool> {
        let mut core = self.cargo("clippy", target, library);
        core.args(CORE.map(|name| format!("--package={name}")));
        let mut commands = vec![core];
        if target.has_command {
            let mut command = self.cargo("clippy", target, library);
            command.args(["--package=transect-view", "--package=transect-cli"]);
            if target.name != self.host {
                command.arg("--no-default-features");
            }
            commands.push(command);
        }
        if sql && target.name == "x86_64-pc-windows-gnu" {
            let mut engine = self.cargo("clippy", target, library);
            engine.current_dir(self.root.join("crates/transect-sql"));
            commands.push(engine);
        }
        for mut cargo in commands {
            // Tests use crates that do not compile without files and threads.
            cargo.arg(if target.has_command {
                "--all-targets"
            } else {
                "--lib"
            });
            cargo.args(["--", "--deny", "warnings"]);
            if target.name != self.host {
                // Paths are larger on Windows, and so are errors that name a file.
                cargo.args(["--allow", "clippy::result_large_err"]);
            }
            if !cargo.status()?.success() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs the tests of the core for a target. Returns `false` if a test fails, or if no test can run.
    fn test(&self, target: &Target, library: &Library) -> io::Result<bool> {
        if target.name == self.host
            || matches!(target.tests, Tests::AlsoOn(host) if host == self.host)
        {
            let mut cargo = self.cargo("test", target, library);
            cargo.args(CORE.map(|name| format!("--package={name}")));
            return Ok(cargo.status()?.success());
        }
        let Tests::Emulated { linker, emulator } = target.tests else {
            eprintln!(
                "error: {}: its tests do not run on {}",
                target.name, self.host
            );
            return Ok(false);
        };
        for program in [&[linker], &emulator[..1]].concat() {
            if !on_path(program) {
                eprintln!(
                    "error: {}: {program} is missing; `.ci/prepare --tools` installs it",
                    target.name
                );
                return Ok(false);
            }
        }
        let variable = target.name.to_uppercase().replace('-', "_");
        for arguments in EMULATED {
            let mut cargo = self.cargo("test", target, library);
            cargo
                .args(arguments)
                .env(format!("CARGO_TARGET_{variable}_LINKER"), linker)
                .env(
                    format!("CARGO_TARGET_{variable}_RUNNER"),
                    emulator.join(" "),
                );
            if !cargo.status()?.success() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Starts a call of cargo for a target.
    fn cargo(&self, subcommand: &str, target: &Target, library: &Library) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .args([
                subcommand,
                "--locked",
                "--quiet",
                "--target",
                target.name,
                "--target-dir",
            ])
            .arg(&self.builds)
            .current_dir(&self.root);
        library.set(&mut cargo);
        cargo
    }
}

/// Returns `true` if a folder of the variable PATH has a program of this name.
fn on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
