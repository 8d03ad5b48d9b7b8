//! Collects the paths that a module uses: in its `use` declarations, in its code and in its macros.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, Visibility};

use crate::imports::graph::{Import, Imported};
use crate::imports::meaning::Meaning;
use crate::imports::names::{is_of_tests, leaves};
use crate::imports::tree::Tree;

/// Returns the imports of all modules of a crate, without duplicates.
pub(crate) fn imports(tree: &Tree) -> Vec<Import> {
    let mut imports: Vec<Import> = (0..tree.modules.len())
        .flat_map(|module| imports_of(tree, module))
        .collect();
    imports.sort();
    imports.dedup();
    imports
}

/// Returns the imports of a module, without those of its submodules.
fn imports_of(tree: &Tree, module: usize) -> Vec<Import> {
    let mut paths = Paths {
        tree,
        module,
        found: Vec::new(),
    };
    for item in &tree.modules[module].items {
        paths.visit_item(item);
    }
    paths.found
}

struct Paths<'a> {
    tree: &'a Tree,
    module: usize,
    found: Vec<Import>,
}

impl Paths<'_> {
    /// Records an import if the path leads to another file of the crate, to another crate of this project,
    /// or to clap.
    fn keep(&mut self, path: &[String], line: usize, is_exported: bool) {
        let from = &self.tree.modules[self.module].file;
        let to = match self.tree.meaning(self.module, path) {
            Some(meaning) => {
                let within = |meaning: Meaning| self.tree.is_within(meaning.module(), self.module);
                let to = &self.tree.modules[meaning.module()].file;
                // A module that re-exports items of its submodules does not depend on these items.
                if to == from || is_exported && within(meaning) {
                    return;
                }
                Imported::File(to.clone())
            }
            None if is_crate(&path[0]) => Imported::Crate(path[0].clone()),
            None => return,
        };
        self.found.push(Import {
            from: from.clone(),
            line,
            path: path.join("::"),
            to,
        });
    }

    /// Records the imports by paths that occur in a macro call. The tokens of the call are not parsed as Rust code, so
    /// paths are recognized by their double colons.
    fn keep_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.keep_path(&path, line);
                        path.clear();
                    }
                    line = ident.span().start().line;
                    path.push(ident.to_string());
                }
                TokenTree::Group(group) => {
                    self.keep_path(&path, line);
                    path.clear();
                    self.keep_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.keep_path(&path, line);
                    path.clear();
                }
            }
            colons = 0;
        }
        self.keep_path(&path, line);
    }

    fn keep_path(&mut self, path: &[String], line: usize) {
        if path.len() > 1 {
            self.keep(path, line, false);
        }
    }
}

impl<'a> Visit<'a> for Paths<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        let attributes: &[Attribute] = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &[],
        };
        if !is_of_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    // Visits nothing: the paths in a submodule are collected when that submodule is visited itself.
    fn visit_item_mod(&mut self, _: &'a ItemMod) {}

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        if item.leading_colon.is_some() {
            return;
        }
        let is_exported = !matches!(item.vis, Visibility::Inherited);
        for leaf in leaves(&item.tree) {
            self.keep(&leaf.path, leaf.line, is_exported);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.leading_colon.is_some() {
            return;
        }
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let line = path.segments[0].ident.span().start().line;
        self.keep_path(&names, line);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, used: &'a Macro) {
        self.visit_path(&used.path);
        self.keep_tokens(used.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.keep_tokens(list.tokens.clone());
        }
    }
}

/// Returns `true` if a name is that of a crate of this project or that of clap. The rules say which files may import
/// these crates.
fn is_crate(name: &str) -> bool {
    ["transect", "clap"].iter().any(|known| {
        let rest = name.strip_prefix(known);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    })
}
