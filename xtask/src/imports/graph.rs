//! Files and their imports as a graph.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// One import: a file needs another one, or a crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    /// The file that imports, from the root of the project.
    pub(crate) from: String,
    pub(crate) to: Imported,
    /// The line in the file that imports.
    pub(crate) line: usize,
    /// The path as it is written.
    pub(crate) path: String,
}

/// The end of an import.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Imported {
    /// A file of the same crate, from the root of the project.
    File(String),
    /// Another crate, by its name in paths.
    Crate(String),
}

impl Import {
    /// The file that is imported, if it is one.
    pub(crate) fn file(&self) -> Option<&str> {
        match &self.to {
            Imported::File(file) => Some(file),
            Imported::Crate(_) => None,
        }
    }
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            from, line, path, ..
        } = self;
        match &self.to {
            Imported::File(file) => write!(f, "{from}:{line} → {file} by `{path}`"),
            Imported::Crate(name) => write!(f, "{from}:{line} → crate {name} by `{path}`"),
        }
    }
}

/// Files, or the rooms that they are in.
#[derive(Clone, Copy)]
pub(crate) enum Grain {
    File,
    /// A module of Rust beneath the root of its crate, with all modules in it; other files are their own rooms.
    Room,
}

impl Grain {
    /// Both ends of an import, if they are two.
    fn ends(self, import: &Import) -> Option<(&str, &str)> {
        let to = import.file()?;
        let ends = match self {
            Self::File => (&*import.from, to),
            Self::Room => (room(&import.from), room(to)),
        };
        (ends.0 != ends.1).then_some(ends)
    }
}

fn room(file: &str) -> &str {
    let Some(path) = file.strip_suffix(".rs") else {
        return file;
    };
    let Some(start) = path.find("src/").map(|start| start + "src/".len()) else {
        return path;
    };
    let end = path[start..].find('/').map(|length| start + length);
    &path[..end.unwrap_or(path.len())]
}

/// The imports that are part of a circle, circle by circle.
pub(crate) fn circles<'a>(imports: &[&'a Import], grain: Grain) -> Vec<Vec<&'a Import>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in imports.iter().filter_map(|import| grain.ends(import)) {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = next
        .keys()
        .map(|node| (*node, reached_from(node, &next)))
        .collect();
    // Of all nodes of a circle the first one names it.
    let circle_of = |node: &str| {
        let others = reached.get(node)?;
        let mut back = others.iter().filter(|other| {
            let others = reached.get(**other);
            others.is_some_and(|others| others.contains(node))
        });
        back.next().copied()
    };
    let mut circles: BTreeMap<&str, Vec<&Import>> = BTreeMap::new();
    for import in imports {
        let Some((from, to)) = grain.ends(import) else {
            continue;
        };
        if let (Some(first), Some(other)) = (circle_of(from), circle_of(to))
            && first == other
        {
            circles.entry(first).or_default().push(import);
        }
    }
    circles.into_values().collect()
}

/// All nodes that a node reaches by one step or more.
fn reached_from<'a>(node: &str, next: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&str> = vec![node];
    while let Some(node) = waiting.pop() {
        for to in next.get(node).into_iter().flatten() {
            if reached.insert(*to) {
                waiting.push(to);
            }
        }
    }
    reached
}
