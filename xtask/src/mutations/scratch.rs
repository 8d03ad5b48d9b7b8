//! A copy of the project's sources in which an environment variable switches on one mutation (deliberate mistake).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::mutations::list::Mutation;

/// The name of the environment variable that holds the number of the active mutation.
pub(crate) const SWITCH: &str = "TRANSECT_MUTATION";

/// The source of a module that is added to each crate with mutations. It reads the number of the active mutation from
/// the environment variable.
const MODULE: &str = r#"//! The number of the active mutation.

extern crate std;

use core::sync::atomic::{AtomicU32, Ordering};

const UNREAD: u32 = u32::MAX;
static ON: AtomicU32 = AtomicU32::new(UNREAD);

#[inline(always)]
pub(crate) fn on(number: u32) -> bool {
    let on = ON.load(Ordering::Relaxed);
    number == if on == UNREAD { read() } else { on }
}

#[cold]
#[inline(never)]
fn read() -> u32 {
    let value = std::env::var("TRANSECT_MUTATION").ok();
    let on = value.map_or(0, |value| value.parse().expect("the number of a mutation"));
    ON.store(on, Ordering::Relaxed);
    on
}
"#;

/// The folder of the copied sources, and the folder in which they are built.
pub(crate) struct Scratch {
    pub(crate) sources: PathBuf,
    pub(crate) build: PathBuf,
}

impl Scratch {
    pub(crate) fn new(root: &Path) -> io::Result<Self> {
        let folder = root.join("target/mutations");
        fs::create_dir_all(&folder)?;
        let folder = folder.canonicalize()?;
        Ok(Self {
            sources: folder.join("sources"),
            build: folder.join("build"),
        })
    }

    /// Returns the folder in which cargo builds a workspace, which is given by its folder. Workspaces with settings of
    /// their own cannot share compiled dependencies with others.
    pub(crate) fn build_of(&self, workspace: &str) -> PathBuf {
        match workspace.rsplit('/').next() {
            None | Some("") => self.build.clone(),
            Some(name) => self.build.with_file_name(format!("build-{name}")),
        }
    }

    /// Writes a copy of the repository's sources, with every mutation behind its switch. Mutations are numbered from 1.
    pub(crate) fn fill(&self, root: &Path, mutations: &[Mutation]) -> io::Result<()> {
        let mut sources = sources(root)?;
        plant(&mut sources, mutations)?;
        let mut kept = Vec::new();
        for (name, bytes) in &sources {
            let path = self.sources.join(name);
            write_if_new(&path, bytes)?;
            kept.push(path);
        }
        kept.sort();
        remove_all_but(&self.sources, &kept)
    }
}

/// Returns the files that git tracks or would add, by their paths relative to the root.
fn sources(root: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others"])
        .arg("--exclude-standard")
        .current_dir(root)
        .output()?;
    if !listed.status.success() {
        return Err(io::Error::other("git ls-files failed"));
    }
    let listed = String::from_utf8(listed.stdout).map_err(io::Error::other)?;
    let mut sources = BTreeMap::new();
    for name in listed.split_terminator('\0') {
        let path = root.join(name);
        if path.is_file() {
            sources.insert(PathBuf::from(name), fs::read(path)?);
        }
    }
    Ok(sources)
}

fn plant(sources: &mut BTreeMap<PathBuf, Vec<u8>>, mutations: &[Mutation]) -> io::Result<()> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Mutation)>> = BTreeMap::new();
    for (number, mutation) in (1..).zip(mutations) {
        let of_file = by_file.entry(&mutation.file).or_default();
        of_file.push((number, mutation));
    }
    let mut crates: BTreeSet<PathBuf> = BTreeSet::new();
    for (file, mutations) in &by_file {
        let first = mutations[0].1;
        let (Some(bytes), Some((of_crate, _))) =
            (sources.get_mut(Path::new(file)), file.split_once("/src/"))
        else {
            return Err(first.error("`file` is not a source file of a crate"));
        };
        let source = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let language = Language::of(file);
        *bytes = switched(source, mutations, language)?.into_bytes();
        if language == Language::TypeScript {
            continue;
        }
        crates.insert(Path::new(of_crate).join("src"));
    }
    for folder in crates {
        let tops = ["lib.rs", "main.rs"].map(|name| folder.join(name));
        let top = tops.iter().find(|path| sources.contains_key(*path));
        let top = top.and_then(|path| sources.get_mut(path));
        top.ok_or_else(|| io::Error::other("a crate has neither lib.rs nor main.rs"))?
            .extend_from_slice(b"\nmod mutant;\n");
        sources.insert(folder.join("mutant.rs"), MODULE.into());
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Rust,
    TypeScript,
}

impl Language {
    /// Returns the language of a source file.
    fn of(file: &str) -> Self {
        if file.ends_with(".ts") {
            Self::TypeScript
        } else {
            Self::Rust
        }
    }

    /// Returns the condition that the mutation with this number is active.
    fn condition(self, number: usize) -> String {
        match self {
            Self::Rust => format!("crate::mutant::on({number})"),
            Self::TypeScript => format!("process.env.{SWITCH} === \"{number}\""),
        }
    }
}

/// Returns the text of a file with its mutations behind switches.
/// Mutations of the same code are alternatives in one chain of `if … else`, or of `… ? … :` in TypeScript.
fn switched(
    source: &str,
    mutations: &[(usize, &Mutation)],
    language: Language,
) -> io::Result<String> {
    let mut places: Vec<(Range<usize>, usize, &Mutation)> = Vec::new();
    for &(number, mutation) in mutations {
        places.push((mutation.place_in(source)?, number, mutation));
    }
    places.sort_by_key(|(place, number, _)| (place.start, place.end, *number));
    let mut text = String::new();
    let mut done = 0;
    for group in places.chunk_by(|a, b| a.0 == b.0) {
        let (place, _, first) = &group[0];
        if place.start < done {
            return Err(first.error("its code overlaps with that of another mutation"));
        }
        text.push_str(&source[done..place.start]);
        let code = &source[place.clone()];
        let is_statement = code.trim_end().ends_with([';', '}']);
        let is_choice = language == Language::TypeScript && !is_statement;
        text.push_str(if is_statement { "" } else { "(" });
        for (_, number, mutation) in group {
            let replace = mutation.replace.trim_matches('\n');
            let condition = language.condition(*number);
            let _ = match (language, is_choice) {
                (_, true) => write!(text, "{condition} ? ({replace}) : "),
                (Language::TypeScript, false) => {
                    write!(text, "if ({condition}) {{ {replace} }} else ")
                }
                (Language::Rust, _) => write!(text, "if {condition} {{ {replace} }} else "),
            };
        }
        let _ = if is_choice {
            write!(text, "({code})")
        } else {
            write!(text, "{{ {code} }}")
        };
        text.push_str(if is_statement { "" } else { ")" });
        done = place.end;
    }
    text.push_str(&source[done..]);
    Ok(text)
}

/// Writes a file only if its contents differ, so that cargo does not rebuild it needlessly.
fn write_if_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}

/// Removes all other files of a folder, except packages that npm has installed.
fn remove_all_but(folder: &Path, kept: &[PathBuf]) -> io::Result<()> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.ends_with("node_modules") {
            continue;
        }
        if path.is_dir() {
            remove_all_but(&path, kept)?;
        } else if kept.binary_search(&path).is_err() {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
