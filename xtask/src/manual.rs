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
        let binary = built(&root, "transect-cli")?;
        for (shell, name) in SHELLS {
            let script = said(&binary, &["completions", shell])?;
            self.write(&format!("completions/{shell}"), name, &script)?;
        }
        let page = said(&binary, &["man"])?;
        for name in subcommands(&page) {
            let page = said(&binary, &["man", name])?;
            self.write("man1", &format!("transect-{name}.1"), &page)?;
        }
        self.write("man1", "transect.1", &page)?;
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, folder: &str, name: &str, text: &str) -> io::Result<()> {
        let folder = self.folder.join(folder);
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(name);
        std::fs::write(&path, text)?;
        println!("{}", path.display());
        Ok(())
    }
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
