//! The rules for imports, from xtask/imports.toml and ARCHITECTURE.md.

use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::imports::graph::{Grain, Import, Imported, circles};

/// The contents of xtask/imports.toml.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    /// The layers of files, from bottom to top.
    pub(crate) layer: Vec<Layer>,
    /// The layers of the scripts of the viewer's page, from bottom to top.
    #[serde(default)]
    pub(crate) page: Vec<PageLayer>,
    #[serde(default)]
    pub(crate) only: Vec<Only>,
    #[serde(default)]
    pub(crate) exception: Vec<Exception>,
}

/// A layer of ARCHITECTURE.md. Its files may import from the layer itself and from all layers below.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layer {
    /// The name of the layer in ARCHITECTURE.md.
    pub(crate) name: String,
    /// The library whose modules are in the layer: the name of its folder in `crates`.
    #[serde(default)]
    pub(crate) library: String,
    /// The modules of the library that are in the layer. They lie directly below the library's root.
    #[serde(default)]
    pub(crate) modules: Vec<String>,
    /// The crates that are in the layer, by their names in paths.
    #[serde(default)]
    pub(crate) crates: Vec<String>,
}

/// A layer of the page. Its scripts may import from the layer itself and from all layers below.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageLayer {
    /// The name of the layer in ARCHITECTURE.md.
    pub(crate) name: String,
    /// The scripts without their ending, and folders of scripts, whose names end with a slash.
    pub(crate) files: Vec<String>,
}

/// The folder of the scripts of the page.
pub(crate) const PAGE: &str = "crates/transect-view/web/src/";

/// A rule for the files below one folder: of these files, only the listed ones may import a crate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Only {
    /// The crate name. The rule also covers all crates whose names begin with it.
    pub(crate) name: String,
    pub(crate) below: String,
    /// The files that may import the crate, and folders of such files. Names of folders end with a slash.
    pub(crate) files: Vec<String>,
}

/// An import that breaks a rule and is nevertheless accepted, for a stated reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    /// The importing file, or a folder of importing files, whose name ends with a slash.
    pub(crate) from: String,
    /// The imported file, or the name of the imported crate.
    pub(crate) to: String,
    pub(crate) reason: String,
}

impl Rules {
    /// Reads xtask/imports.toml. Returns an error if ARCHITECTURE.md does not have the sentence that lists the same
    /// layers.
    pub(crate) fn read(root: &Path) -> io::Result<Self> {
        let path = root.join("xtask/imports.toml");
        let rules: Self =
            toml::from_str(&std::fs::read_to_string(path)?).map_err(io::Error::other)?;
        let text = std::fs::read_to_string(root.join("ARCHITECTURE.md"))?;
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in rules.sentences() {
            if !words(&text).contains(&words(&sentence)) {
                return Err(io::Error::other(format!(
                    "ARCHITECTURE.md lacks the sentence of xtask/imports.toml: “{sentence}”"
                )));
            }
        }
        Ok(rules)
    }

    fn sentences(&self) -> [String; 2] {
        let layers: Vec<&str> = self.layer.iter().map(|layer| &*layer.name).collect();
        let page: Vec<&str> = self.page.iter().map(|layer| &*layer.name).collect();
        [
            format!("Imports run downward only: {}.", layers.join(" → ")),
            format!("So do those of the page: {}.", page.join(" → ")),
        ]
    }

    /// Checks these imports by the rules, and returns all errors as text.
    pub(crate) fn errors(&self, imports: &[Import]) -> Vec<String> {
        let is_excepted = |import: &Import| {
            let mut exceptions = self.exception.iter();
            exceptions.any(|exception| exception.is_of(import))
        };
        let checked: Vec<&Import> = imports.iter().filter(|i| !is_excepted(i)).collect();
        let mut errors = self.without_layer(imports);
        for (grain, nodes) in [(Grain::File, "Files"), (Grain::Room, "Top-level modules")] {
            for circle in circles(&checked, grain) {
                let lines = lines(circle.into_iter());
                if !errors.iter().any(|error| error.ends_with(&lines)) {
                    errors.push(format!("{nodes} import each other in a circle:{lines}"));
                }
            }
        }
        let upward = lines(checked.iter().copied().filter(|i| self.is_upward(i)));
        if !upward.is_empty() {
            errors.push(format!("Imports run upward:{upward}"));
        }
        let misplaced = lines(checked.iter().copied().filter(|i| self.is_misplaced(i)));
        if !misplaced.is_empty() {
            errors.push(format!(
                "Crates are imported where this is not allowed:{misplaced}"
            ));
        }
        errors.extend(self.idle_exceptions(imports));
        errors
    }

    /// Returns errors for files of libraries that are in no layer, and for modules that a layer names but that no file has.
    /// The roots of libraries, which only export names, need no layer.
    fn without_layer(&self, imports: &[Import]) -> Vec<String> {
        let mut errors = Vec::new();
        let mut files: Vec<&str> = imports
            .iter()
            .flat_map(|import| [Some(&*import.from), import.file()])
            .flatten()
            .filter(|file| self.is_divided(file) && !file.ends_with("/src/lib.rs"))
            .collect();
        files.sort_unstable();
        files.dedup();
        for file in &files {
            if self.rank_of_file(file).is_none() {
                errors.push(format!("{file} is in no layer of xtask/imports.toml"));
            }
        }
        for layer in &self.page {
            for place in &layer.files {
                if !files.iter().any(|file| is_at(file, place)) {
                    errors.push(format!(
                        "xtask/imports.toml names {place} of the page, which has no imports or no file"
                    ));
                }
            }
        }
        for layer in &self.layer {
            for module in &layer.modules {
                if !files.iter().any(|file| layer.has(file, module)) {
                    errors.push(format!(
                        "xtask/imports.toml names a module {module} of {}, which has no imports or no file",
                        layer.library
                    ));
                }
            }
        }
        errors
    }

    /// Returns `true` if the file belongs to a library whose modules are in several layers, or to the page.
    fn is_divided(&self, file: &str) -> bool {
        if !self.page.is_empty() && file.starts_with(PAGE) {
            return true;
        }
        let mut layers = self.layer.iter();
        layers.any(|layer| !layer.modules.is_empty() && layer.path_in_library(file).is_some())
    }

    /// Returns `true` if an import runs from a layer to a higher one.
    fn is_upward(&self, import: &Import) -> bool {
        let to = match &import.to {
            Imported::File(file) => self.rank_of_file(file),
            Imported::Crate(name) => self.rank_of_crate(name),
        };
        match (self.rank_of_file(&import.from), to) {
            (Some(from), Some(to)) => from < to,
            _ => false,
        }
    }

    fn rank_of_file(&self, file: &str) -> Option<usize> {
        if file.starts_with(PAGE) {
            let is_in = |layer: &PageLayer| layer.files.iter().any(|place| is_at(file, place));
            return self.page.iter().position(is_in);
        }
        if self.is_divided(file) {
            return self.layer.iter().position(|layer| {
                let mut modules = layer.modules.iter();
                modules.any(|module| layer.has(file, module))
            });
        }
        let (package, path) = file.strip_prefix("crates/")?.split_once('/')?;
        if path.starts_with("src/") {
            self.rank_of_crate(&package.replace('-', "_"))
        } else {
            None
        }
    }

    fn rank_of_crate(&self, name: &str) -> Option<usize> {
        let mut layers = self.layer.iter();
        layers.position(|layer| layer.crates.iter().any(|other| other == name))
    }

    /// Returns `true` if a file imports a crate that this file is not allowed to import.
    fn is_misplaced(&self, import: &Import) -> bool {
        let Imported::Crate(name) = &import.to else {
            return false;
        };
        self.only.iter().any(|only| {
            let is_allowed = |place: &String| {
                if place.ends_with('/') {
                    import.from.starts_with(place)
                } else {
                    import.from == *place
                }
            };
            name.starts_with(&only.name)
                && import.from.starts_with(&only.below)
                && !only.files.iter().any(is_allowed)
        })
    }

    /// Returns errors for exceptions that accept no import, or only imports that break no rule.
    fn idle_exceptions(&self, imports: &[Import]) -> Vec<String> {
        let all: Vec<&Import> = imports.iter().collect();
        let in_circles: Vec<&Import> = [Grain::File, Grain::Room]
            .into_iter()
            .flat_map(|grain| circles(&all, grain))
            .flatten()
            .collect();
        let is_error = |import: &Import| {
            in_circles.contains(&import) || self.is_upward(import) || self.is_misplaced(import)
        };
        let mut errors = Vec::new();
        for exception in &self.exception {
            let mut excepted = imports.iter().filter(|import| exception.is_of(import));
            if !excepted.any(is_error) {
                let Exception { from, to, reason } = exception;
                errors.push(format!(
                    "An exception of xtask/imports.toml no longer occurs; remove it:\n  {from} → {to} ({reason})"
                ));
            }
        }
        errors
    }
}

impl Exception {
    fn is_of(&self, import: &Import) -> bool {
        let (Imported::File(to) | Imported::Crate(to)) = &import.to;
        let is_from = if self.from.ends_with('/') {
            import.from.starts_with(&self.from)
        } else {
            import.from == self.from
        };
        is_from && self.to == *to
    }
}

/// Returns `true` if a script of the page is at a place: the script of this name, or any of this folder.
fn is_at(file: &str, place: &str) -> bool {
    let rest = file
        .strip_prefix(PAGE)
        .and_then(|path| path.strip_prefix(place));
    rest.is_some_and(|rest| place.ends_with('/') || rest == ".ts" || rest == ".d.ts")
}

impl Layer {
    /// Returns the path of a file below the root of the layer's library, if it is there.
    fn path_in_library<'f>(&self, file: &'f str) -> Option<&'f str> {
        let path = file.strip_prefix("crates/")?;
        path.strip_prefix(&*self.library)?.strip_prefix("/src/")
    }

    /// Returns `true` if a file is the file of a module of the layer's library, or lies in the folder of the module.
    fn has(&self, file: &str, module: &str) -> bool {
        let rest = self
            .path_in_library(file)
            .and_then(|path| path.strip_prefix(module));
        rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    }
}

/// Returns the imports as text: one line for each pair of an importing and an imported file, with the first of the
/// imported paths.
fn lines<'a>(imports: impl Iterator<Item = &'a Import>) -> String {
    let mut lines = String::new();
    let mut last: Option<&Import> = None;
    for import in imports {
        if last.is_none_or(|last| (&last.from, &last.to) != (&import.from, &import.to)) {
            lines.push_str(&format!("\n  {import}"));
        }
        last = Some(import);
    }
    lines
}
