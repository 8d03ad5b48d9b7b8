//! Collects the names that a module declares, and the paths that it imports.

use std::collections::HashMap;

use syn::{Attribute, Item, Meta, UseTree};

/// The names that a module declares or imports. One name may stand for both a module and an item.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) named: HashMap<String, Vec<Name>>,
    /// The paths of modules whose names are all imported (`use path::*`).
    pub(crate) globs: Vec<Vec<String>>,
}

/// The meaning of one name inside a module.
pub(crate) enum Name {
    /// A module, by its index in the tree of modules.
    Module(usize),
    Item,
    /// The name stands for this path, which the module imports.
    Import(Vec<String>),
}

impl Names {
    /// Collects the names that the items of a module declare or import. Names inside the module's submodules are left
    /// out.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut names = Self::default();
        for item in items {
            names.add(item);
        }
        names
    }

    pub(crate) fn add_module(&mut self, name: String, module: usize) {
        self.push(name, Name::Module(module));
    }

    fn push(&mut self, name: String, meaning: Name) {
        self.named.entry(name).or_default().push(meaning);
    }

    fn add(&mut self, item: &Item) {
        let ident = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Macro(item) => match &item.ident {
                Some(ident) => ident,
                None => return,
            },
            Item::Use(item) if !is_of_tests(&item.attrs) => {
                for leaf in leaves(&item.tree) {
                    match leaf.name {
                        Some(name) => self.push(name, Name::Import(leaf.path)),
                        None => self.globs.push(leaf.path),
                    }
                }
                return;
            }
            _ => return,
        };
        self.push(ident.to_string(), Name::Item);
    }
}

/// One path of a `use` declaration.
pub(crate) struct Leaf {
    pub(crate) path: Vec<String>,
    /// The name that the importing module gives to the path; `None` for all names (`*`).
    pub(crate) name: Option<String>,
    pub(crate) line: usize,
}

/// Returns all paths of a `use` declaration.
pub(crate) fn leaves(tree: &UseTree) -> Vec<Leaf> {
    let mut found = Vec::new();
    walk(tree, &mut Vec::new(), &mut found);
    found
}

fn walk(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<Leaf>) {
    let mut leaf = |ident: Option<&syn::Ident>, name: Option<String>, line: usize| {
        let mut path = path.clone();
        path.extend(ident.map(ToString::to_string).filter(|name| name != "self"));
        let name = match name.as_deref() {
            Some("self") => path.last().cloned(),
            _ => name,
        };
        found.push(Leaf { path, name, line });
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            walk(&tree.tree, path, found);
            path.pop();
        }
        UseTree::Name(tree) => {
            let line = tree.ident.span().start().line;
            leaf(Some(&tree.ident), Some(tree.ident.to_string()), line);
        }
        UseTree::Rename(tree) => {
            let line = tree.ident.span().start().line;
            leaf(Some(&tree.ident), Some(tree.rename.to_string()), line);
        }
        UseTree::Glob(tree) => leaf(None, None, tree.star_token.spans[0].start().line),
        UseTree::Group(tree) => {
            for tree in &tree.items {
                walk(tree, path, found);
            }
        }
    }
}

/// Returns `true` if the attributes of an item mean that the item exists only in tests.
pub(crate) fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            ["test", "doctest"].contains(&&*list.tokens.to_string())
        }
        _ => false,
    })
}
