//! What paths stand for.

use crate::imports::names::Name;
use crate::imports::tree::Tree;

/// Re-exports are followed so often and no more.
const STEPS: usize = 32;

/// What a path stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A module, by its index.
    Module(usize),
    /// An item of the module of this index.
    Item(usize),
}

impl Meaning {
    /// The module, or the module of the item.
    pub(crate) fn module(self) -> usize {
        match self {
            Self::Module(module) | Self::Item(module) => module,
        }
    }
}

impl Tree {
    /// What a path stands for, seen from a module; none for other crates and for what is not found.
    pub(crate) fn meaning(&self, module: usize, path: &[String]) -> Option<Meaning> {
        self.follow(module, path, true, STEPS)
    }

    /// Follows a path: to an item rather than to a module of the same name, or the other way round.
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
                // A macro may have made it.
                None if is_inside => return Some(Meaning::Item(module)),
                None => return None,
            }
            is_inside = true;
            rest = others;
        }
        Some(Meaning::Module(module))
    }

    /// What a name stands for in a module: an item rather than a module, or the other way round.
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
