//! The release archive of the command: the program with its page, completions, manual pages and licences.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::executable::{built, built_by};
use crate::linked::linked;
use crate::manual::write_manual;
use crate::process::{output, succeed};
use crate::third_party;
use crate::versions::version;

/// The texts of the archive, from the root of the repository.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Writes the archive of the command for a target, or for this machine. If it is to be reproducible, the program has no paths
/// of this machine. Returns the path of the archive.
pub(crate) fn archive(
    root: &Path,
    target: Option<&str>,
    is_reproducible: bool,
) -> io::Result<PathBuf> {
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let host = host.trim();
    let mut cargo = Command::new("cargo");
    if is_reproducible {
        // Flags are separated so that they may have spaces.
        let flags = flags_of_release(root, target.unwrap_or(host))?.join("\u{1f}");
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
    }
    let command = built_by(&mut cargo, root, "transect-cli", target)?;
    let target = target.unwrap_or(host);
    let name = format!("transect-{}-{target}", version(root)?);
    let packages = root.join("target/package");
    let folder = packages.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let program = command.file_name().unwrap_or_default();
    fs::copy(&command, folder.join(program))?;
    for text in TEXTS {
        fs::copy(root.join(text), folder.join(text))?;
    }
    // A program for another machine cannot print its manual.
    let runs_here = Command::new(&command).arg("--version").output();
    match runs_here {
        Ok(output) if output.status.success() => write_manual(&command, &folder)?,
        _ => write_manual(&built(root, "transect-cli")?, &folder)?,
    }
    let web = root.join("crates/transect-view/web");
    let linked = linked(root, "transect-cli", target)?;
    let licences = third_party::licences(&linked, &web)?;
    fs::write(folder.join("THIRD-PARTY-LICENCES.txt"), licences)?;
    let bill = third_party::bill(&version(root)?, &linked, &web)?;
    let bill = serde_json::to_string_pretty(&bill)? + "\n";
    fs::write(folder.join("transect.cdx.json"), bill)?;
    pack(&packages, &name, &files(&folder)?, time_of_commit(root)?)
}

/// Returns the flags of the compiler for a program that is given away: the same names in place of the folders of this
/// repository and of cargo, and on Windows no library that a new machine lacks.
fn flags_of_release(root: &Path, target: &str) -> io::Result<Vec<String>> {
    let cargo = match std::env::var_os("CARGO_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => std::env::home_dir()
            .ok_or_else(|| io::Error::other("neither CARGO_HOME nor a home folder is known"))?
            .join(".cargo"),
    };
    let mut flags: Vec<String> = std::env::var("RUSTFLAGS")
        .unwrap_or_default()
        .split_whitespace()
        .map(String::from)
        .collect();
    for (folder, name) in [(cargo.as_path(), "/cargo"), (root, "/transect")] {
        let folder = folder.to_string_lossy();
        // The compiler does not know the prefix of canonical paths on Windows.
        let folder = folder.strip_prefix(r"\\?\").unwrap_or(&folder);
        flags.push(format!("--remap-path-prefix={folder}={name}"));
    }
    if target.ends_with("-windows-msvc") {
        flags.push("-Ctarget-feature=+crt-static".to_owned());
    }
    Ok(flags)
}

/// Returns the paths of all files below a folder, from the folder, sorted.
fn files(folder: &Path) -> io::Result<Vec<String>> {
    Ok(crate::web::files(folder)?.into_keys().collect())
}

/// Returns the time of the newest commit, so that two archives of one commit are equal.
pub(crate) fn time_of_commit(root: &Path) -> io::Result<SystemTime> {
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%ct"]).current_dir(root);
    let seconds = output(&mut git)?;
    let seconds = seconds.trim().parse().map_err(io::Error::other)?;
    Ok(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds))
}

/// Packs files of a folder into an archive beside the folder, in their order, with one time for all. For Windows, the
/// archive is a ZIP file, which its package manager asks for. Returns the path of the archive.
pub(crate) fn pack(
    packages: &Path,
    folder: &str,
    files: &[String],
    time: SystemTime,
) -> io::Result<PathBuf> {
    let is_zip = folder.contains("-windows-");
    let archive = format!("{folder}{}", if is_zip { ".zip" } else { ".tar.gz" });
    for file in files {
        let file = File::options()
            .append(true)
            .open(packages.join(folder).join(file))?;
        file.set_modified(time)?;
    }
    let mut tar = Command::new("tar");
    // The owner of the files is not part of the release. GNU tar and the tar of macOS and Windows have different options
    // for this.
    let is_gnu = output(Command::new("tar").arg("--version"))?.contains("GNU");
    if is_zip && is_gnu {
        return Err(io::Error::other(
            "an archive for Windows is made on Windows: GNU tar does not write ZIP files",
        ));
    }
    tar.args(if is_gnu {
        ["--owner=0", "--group=0", "--numeric-owner"].as_slice()
    } else {
        ["--uid=0", "--gid=0", "--numeric-owner"].as_slice()
    });
    // The ending decides the format. The gzip that GNU tar starts stores neither a name nor a time, because it reads a pipe.
    if !is_gnu && !is_zip {
        tar.args(["--options", "gzip:!timestamp"]);
    }
    // On macOS, tar would add files with the attributes of the files.
    tar.env("COPYFILE_DISABLE", "1");
    // The files are named one by one, so their order does not depend on the file system. All paths are relative,
    // because GNU tar reads a path such as `C:\archive` as the name of another machine.
    tar.args(["--auto-compress", "-cf"]).arg(&archive);
    for file in files {
        tar.arg(format!("{folder}/{file}"));
    }
    succeed(tar.current_dir(packages))?;
    Ok(packages.join(archive))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_archives_of_the_same_files_have_the_same_bytes() {
        let packages = tempfile::tempdir().expect("a folder");
        let folder = packages.path().join("transect-1.0.0-host");
        fs::create_dir_all(folder.join("man1")).expect("a folder");
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
        let mut made = Vec::new();
        for _ in 0..2 {
            fs::write(folder.join("transect"), "a program").expect("a file");
            fs::write(folder.join("man1/transect.1"), "a page").expect("a file");
            let files = files(&folder).expect("the files");
            assert_eq!(files, ["man1/transect.1", "transect"]);
            let archive = pack(packages.path(), "transect-1.0.0-host", &files, time);
            made.push(fs::read(archive.expect("tar runs")).expect("the archive"));
            std::thread::sleep(std::time::Duration::from_millis(1100));
        }
        assert!(made[0] == made[1]);
    }
}
