//! `cargo xtask manual`: writes shell completions and manual pages as files.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::built;

/// Write shell completions and manual pages of the command into a folder
#[derive(Args)]
pub(crate) struct Manual {
    /// The folder; completions go into `completions`, pages into `man1`
    #[arg(default_value = "target/manual")]
    folder: PathBuf,
}

/// The shells, and the file name under which each shell looks for completions of `transect`.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "transect"),
    ("zsh", "_transect"),
    ("fish", "transect.fish"),
    ("elvish", "transect.elv"),
    ("powershell", "_transect.ps1"),
];

impl Manual {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        write_manual(&built(&root, "transect-cli")?, &self.folder)?;
        println!("Wrote {}.", self.folder.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes what a command prints as its completions and manual pages into a folder.
pub(crate) fn write_manual(command: &Path, folder: &Path) -> io::Result<()> {
    for (shell, name) in SHELLS {
        let script = said(command, &["completions", shell])?;
        write(&folder.join("completions").join(shell), name, &script)?;
    }
    let pages = folder.join("man1");
    let page = said(command, &["man"])?;
    for name in subcommands(&page) {
        let page = said(command, &["man", name])?;
        write(&pages, &format!("transect-{name}.1"), &page)?;
    }
    write(&pages, "transect.1", &page)
}

fn write(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(name), text)
}

/// Returns the subcommands that the manual page of the command refers to, in the form `transect\-cut(1)`.
fn subcommands(page: &str) -> Vec<&str> {
    let lines = page.lines().map(|line| line.trim_end_matches("\\fR"));
    let names = lines.filter_map(|line| line.strip_prefix("transect\\-")?.strip_suffix("(1)"));
    names.filter(|name| !name.starts_with("help")).collect()
}

fn said(binary: &Path, arguments: &[&str]) -> io::Result<String> {
    let output = Command::new(binary).args(arguments).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("{arguments:?}: {said}")));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::subcommands;

    #[test]
    fn subcommands_are_those_that_the_page_refers_to() {
        let page = ".TP\ntransect\\-cut(1)\nCut\n.TP\ntransect\\-help(1)\ntransect\n";
        assert_eq!(subcommands(page), ["cut"]);
    }
}
