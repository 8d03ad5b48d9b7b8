//! Resolves a path in a module, such as `crate::plane::Plane`, to the module or item that it names.

use crate::imports::names::Name;
use crate::imports::tree::Tree;

/// The largest number of re-exports that are followed to resolve one path.
const STEPS: usize = 32;

/// The module or item that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A module, by its index in the tree of modules.
    Module(usize),
    /// A type, a function or another item. The number is the index of the module that contains the item.
    Item(usize),
}

impl Meaning {
    /// Returns the module itself, or the module that contains the item.
    pub(crate) fn module(self) -> usize {
        match self {
            Self::Module(module) | Self::Item(module) => module,
        }
    }
}

impl Tree {
    /// Resolves a path that occurs in a module. Returns `None` for paths of other crates and for unknown names.
    pub(crate) fn meaning(&self, module: usize, path: &[String]) -> Option<Meaning> {
        self.follow(module, path, true, STEPS)
    }

    /// Resolves a path, one name after the other. If the last name stands for both an item and a module, `to_item`
    /// selects the item.
    fn follow(&self, from: usize, path: &[String], to_item: bool, steps: usize) -> Option<Meaning> {
        let steps = steps.checked_sub(1)?;
        let mut module = from;
        let mut rest = path;
        let mut is_inside = false;
        while let Some((first, others)) = rest.split_first() {
            module = match &**first {
                "crate" => 0,
                "self" => module,
                "super" => self.modules[module].parent?,
                _ => break,
            };
            is_inside = true;
            rest = others;
        }
        while let Some((first, others)) = rest.split_first() {
            match self.name(module, first, to_item && others.is_empty(), steps) {
                Some(Meaning::Module(inner)) => module = inner,
                Some(item) => return Some(item),
                // A macro may have created the unknown name. So the name counts as an item of the module.
                None if is_inside => return Some(Meaning::Item(module)),
                None => return None,
            }
            is_inside = true;
            rest = others;
        }
        Some(Meaning::Module(module))
    }

    /// Resolves a name in a module. If the name stands for both an item and a module, `to_item` selects the item.
    fn name(&self, module: usize, name: &str, to_item: bool, steps: usize) -> Option<Meaning> {
        let names = &self.modules[module].names;
        let mut found: Option<Meaning> = None;
        for meaning in names.named.get(name).into_iter().flatten() {
            let meaning = match meaning {
                Name::Module(inner) => Some(Meaning::Module(*inner)),
                Name::Item => Some(Meaning::Item(module)),
                Name::Import(path) => self.follow(module, path, to_item, steps),
            };
            let is_better = match meaning {
                Some(Meaning::Item(_)) => to_item,
                Some(Meaning::Module(_)) => !to_item,
                None => false,
            };
            if is_better || found.is_none() {
                found = meaning.or(found);
            }
        }
        found.or_else(|| {
            names.globs.iter().find_map(|path| {
                let steps = steps.checked_sub(1)?;
                match self.follow(module, path, false, steps)? {
                    Meaning::Module(inner) if inner != module => {
                        self.name(inner, name, to_item, steps)
                    }
                    _ => None,
                }
            })
        })
    }
}
