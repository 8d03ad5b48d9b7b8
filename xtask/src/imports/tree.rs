//! The modules of a crate, read from their files.

use std::io;
use std::path::{Component, Path, PathBuf};

use syn::{Expr, ExprLit, Item, ItemMod, Lit, Meta};

use crate::imports::names::{Names, is_of_tests};
use crate::imports::source::slashes;

/// The modules of one library, program, example or bench, without test modules. The first module is the root of the
/// others.
pub(crate) struct Tree {
    pub(crate) modules: Vec<Module>,
}

/// A module: a file of its own, or a block `mod name { … }` inside a file.
pub(crate) struct Module {
    /// The file that contains the module, relative to the root of the project.
    pub(crate) file: String,
    pub(crate) parent: Option<usize>,
    pub(crate) names: Names,
    pub(crate) items: Vec<Item>,
}

/// The paths of a module: that of its file, and that of the folder in which the files of its child modules lie.
struct Place {
    /// The file of the module, relative to the root of the project.
    file: PathBuf,
    /// The folder of the child modules' files.
    children: PathBuf,
}

impl Tree {
    /// Reads the modules of a crate. `target` is its root file, such as `src/lib.rs`.
    pub(crate) fn read(root: &Path, target: &Path) -> io::Result<Self> {
        let mut tree = Self {
            modules: Vec::new(),
        };
        let children = target.parent().unwrap_or(Path::new("")).to_path_buf();
        let place = Place {
            file: target.to_path_buf(),
            children,
        };
        let items = items_of(root, target)?;
        tree.add(root, None, place, items)?;
        Ok(tree)
    }

    /// Returns `true` if a module is the module `ancestor` or lies inside that module.
    pub(crate) fn is_within(&self, mut module: usize, ancestor: usize) -> bool {
        while module != ancestor {
            match self.modules[module].parent {
                Some(parent) => module = parent,
                None => return false,
            }
        }
        true
    }

    fn add(
        &mut self,
        root: &Path,
        parent: Option<usize>,
        place: Place,
        items: Vec<Item>,
    ) -> io::Result<usize> {
        let here = self.modules.len();
        self.modules.push(Module {
            file: slashes(&place.file),
            parent,
            names: Names::of(&items),
            items: Vec::new(),
        });
        for item in &items {
            let Item::Mod(child) = item else { continue };
            if is_of_tests(&child.attrs) {
                continue;
            }
            let name = child.ident.to_string();
            let (place, items) = match &child.content {
                Some((_, items)) => {
                    let children = place.children.join(&name);
                    let file = place.file.clone();
                    (Place { file, children }, items.clone())
                }
                None => {
                    let file = file_of(root, &place, child)?;
                    let items = items_of(root, &file)?;
                    let children = if file.ends_with("mod.rs") {
                        file.parent().unwrap_or(Path::new("")).to_path_buf()
                    } else {
                        file.with_extension("")
                    };
                    (Place { file, children }, items)
                }
            };
            let module = self.add(root, Some(here), place, items)?;
            self.modules[here].names.add_module(name, module);
        }
        self.modules[here].items = items;
        Ok(here)
    }
}

/// Returns the file of a module that is declared without a body.
fn file_of(root: &Path, place: &Place, module: &ItemMod) -> io::Result<PathBuf> {
    if let Some(named) = named_file(module) {
        let folder = place.file.parent().unwrap_or(Path::new(""));
        return Ok(without_parents(&folder.join(named)));
    }
    let name = module.ident.to_string();
    let paths = [
        place.children.join(format!("{name}.rs")),
        place.children.join(&name).join("mod.rs"),
    ];
    let found = paths.into_iter().find(|path| root.join(path).is_file());
    found.ok_or_else(|| {
        let file = place.file.display();
        io::Error::other(format!("{file}: no file for the module {name}"))
    })
}

/// Returns the path in the attribute `#[path = "…"]` of a module, if the module has one.
fn named_file(module: &ItemMod) -> Option<String> {
    module.attrs.iter().find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) if pair.path.is_ident("path") => Some(text.value()),
            _ => None,
        }
    })
}

/// Returns the same path without components `..`.
fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn items_of(root: &Path, path: &Path) -> io::Result<Vec<Item>> {
    let text = std::fs::read_to_string(root.join(path))
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    match syn::parse_file(&text) {
        Ok(file) => Ok(file.items),
        Err(error) => {
            let line = error.span().start().line;
            let path = path.display();
            Err(io::Error::other(format!("{path}:{line}: {error}")))
        }
    }
}
