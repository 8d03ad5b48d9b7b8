//! The first answer from what a release publishes, in an empty folder and with an empty environment.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::process::succeed;
use crate::python::with_packages;

/// Something that a user installs.
pub(super) enum Installed {
    Archive(PathBuf),
    Deb(PathBuf),
    Wheel(PathBuf),
}

impl fmt::Display for Installed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Archive(_) => "the archive",
            Self::Deb(_) => "the Debian package",
            Self::Wheel(_) => "the wheel",
        })
    }
}

/// The longest time to the first answer, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// Installs into a fresh folder and cuts the gear there. Returns the seconds from the download to the answer.
pub(super) fn first_answer(root: &Path, installed: &Installed) -> io::Result<f64> {
    let folder = root.join("target/first-answer");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::copy(root.join("assets/gear.stl"), folder.join("gear.stl"))?;
    let begin = Instant::now();
    let mut first = match installed {
        Installed::Archive(archive) => {
            let mut tar = Command::new("tar");
            tar.args(["--strip-components=1", "-xzf"]).arg(archive);
            succeed(tar.current_dir(&folder))?;
            Command::new(folder.join("transect"))
        }
        Installed::Deb(deb) => {
            let mut dpkg = Command::new("dpkg-deb");
            succeed(dpkg.arg("--extract").arg(deb).arg(&folder))?;
            Command::new(folder.join("usr/bin/transect"))
        }
        Installed::Wheel(wheel) => {
            let wheel = wheel.to_string_lossy();
            let python = with_packages(&folder, &[&wheel])?;
            let python = python.ok_or_else(|| io::Error::other("it cannot be installed"))?;
            let mut first = Command::new(python);
            first.args(["-m", "transect"]);
            first
        }
    };
    first.args(["cut", "gear.stl", "--plane", "z=8", "--unit", "mm"]);
    first.args(["--strict", "--quiet", "-o", "out"]);
    // An empty HOME and PATH: nothing of this machine helps.
    first.env_clear().env("HOME", &folder).env("PATH", &folder);
    succeed(first.current_dir(&folder))?;
    let seconds = begin.elapsed().as_secs_f64();
    for name in ["section.svg", "report.json", "front.stl", "back.stl"] {
        fs::metadata(folder.join("out").join(name))
            .map_err(|error| io::Error::other(format!("out/{name}: {error}")))?;
    }
    if seconds > MOST_SECONDS {
        return Err(io::Error::other(format!(
            "the first answer took {seconds:.0} s, more than {MOST_SECONDS:.0} s"
        )));
    }
    Ok(seconds)
}
