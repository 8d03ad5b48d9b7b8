//! The graph of files and their imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An import: a file of the project uses another file of its crate, or another crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    /// The file that imports, relative to the root of the project.
    pub(crate) from: String,
    pub(crate) to: Imported,
    /// The line in the file that imports.
    pub(crate) line: usize,
    /// The path of the imported item, as written in the source.
    pub(crate) path: String,
}

/// The target of an import: a file or a crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Imported {
    /// A file of the same crate, relative to the root of the project.
    File(String),
    /// Another crate, by its name in paths.
    Crate(String),
}

impl Import {
    /// Returns the imported file, or `None` for a crate.
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

/// The kind of nodes in the import graph: single files, or *rooms* (a module with its submodules).
#[derive(Clone, Copy)]
pub(crate) enum Grain {
    File,
    /// A room: a top-level module of a Rust crate with all its submodules. Any other file is a room by itself.
    Room,
}

impl Grain {
    /// Returns the node that imports and the node that is imported. Returns `None` if they are the same node, or if
    /// another crate is imported.
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

/// Returns the imports between nodes that import each other, directly or through other nodes. Nodes that import each
/// other form a circle; the result has one list of imports per circle.
pub(crate) fn circles<'a>(imports: &[&'a Import], grain: Grain) -> Vec<Vec<&'a Import>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in imports.iter().filter_map(|import| grain.ends(import)) {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = next
        .keys()
        .map(|node| (*node, reached_from(node, &next)))
        .collect();
    // A circle of nodes that import each other is identified by the first of its nodes, in the order of their names.
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

/// Returns all nodes that a node imports, directly or through other nodes.
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
