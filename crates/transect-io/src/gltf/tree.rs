//! The tree of nodes: parents, children, and the order of the nodes of a scene.

use crate::error::PlacedError;
use crate::gltf::json::{Children, Root, Scene, Whole};
use crate::gltf::tally::Tally;

const NONE: u32 = u32::MAX;

/// The parents and children of all nodes of a document. [`Tree::new`] checks that no node has two parents.
struct Tree {
    parents: Vec<u32>,
    /// The children of node `i` are `children[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Tree {
    fn new(root: &Root<'_>) -> Result<Self, PlacedError> {
        let count = root.nodes.len();
        let mut tree = Self {
            parents: vec![NONE; count],
            starts: Vec::with_capacity(count + 1),
            children: Vec::new(),
        };
        tree.starts.push(0);
        for node in 0..count {
            let list: Children = root.nodes.entry("nodes", node)?;
            for (at, &child) in list.children.iter().enumerate() {
                let place = || format!("nodes[{node}].children[{at}]");
                let index = child.size();
                if index >= count {
                    return Err(PlacedError::out_of_range(place(), "nodes", child.0, count));
                }
                if tree.parents[index] != NONE {
                    let other = tree.parents[index];
                    return Err(PlacedError::syntax(
                        place(),
                        format!("node {index} is also a child of node {other}"),
                    ));
                }
                if index == node {
                    return Err(PlacedError::syntax(
                        place(),
                        format!("node {node} is its own child"),
                    ));
                }
                tree.parents[index] = node as u32;
                tree.children.push(index as u32);
            }
            tree.starts.push(tree.children.len() as u32);
        }
        Ok(tree)
    }

    fn children(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.children[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn roots(&self) -> Vec<u32> {
        (0..self.parents.len() as u32)
            .filter(|&node| self.parents[node as usize] == NONE)
            .collect()
    }

    /// Returns `roots` and all nodes below them, each parent before its children. Each node comes with its parent's
    /// position in the returned list. The roots have no parents, and no node has two parents. So the nodes below a root
    /// form no cycle, and the search ends.
    fn below(&self, roots: &[u32]) -> Vec<(u32, u32)> {
        let mut list = Vec::new();
        let mut waiting: Vec<(u32, u32)> = roots.iter().rev().map(|&node| (node, NONE)).collect();
        while let Some((node, parent)) = waiting.pop() {
            let number = list.len() as u32;
            list.push((node, parent));
            waiting.extend(
                self.children(node)
                    .iter()
                    .rev()
                    .map(|&child| (child, number)),
            );
        }
        list
    }

    /// Returns a node on a cycle. `reached` lists the nodes below the roots; the document must have at least one node
    /// that is not among them.
    fn on_cycle(&self, reached: &[(u32, u32)]) -> u32 {
        let mut seen = vec![false; self.parents.len()];
        for &(node, _) in reached {
            seen[node as usize] = true;
        }
        // A node that no root reaches is not a root itself, so it has a parent, and no root reaches this parent either.
        // So following the parents leads to a node that was already visited, which is on a cycle.
        let mut node = seen.iter().position(|&seen| !seen).unwrap_or(0);
        while !seen[node] {
            seen[node] = true;
            node = self.parents[node] as usize;
        }
        node as u32
    }
}

/// Returns the nodes of the default scene, parents first, each with its parent's index in this list.
pub(super) fn order(
    root: &Root<'_>,
    tally: &mut Tally,
) -> Result<Vec<(usize, Option<usize>)>, PlacedError> {
    let tree = Tree::new(root)?;
    let roots = tree.roots();
    let all = tree.below(&roots);
    if all.len() < tree.parents.len() {
        let node = tree.on_cycle(&all);
        let parent = tree.parents[node as usize];
        let at = tree
            .children(parent)
            .iter()
            .position(|&child| child == node);
        return Err(PlacedError::syntax(
            format!("nodes[{parent}].children[{}]", at.unwrap_or(0)),
            format!("node {node} is among its own descendants"),
        ));
    }
    let shown = if root.scenes.len() == 0 && root.scene.is_none() {
        all
    } else {
        tree.below(&listed(root, &tree)?)
    };
    tally.add(
        "node",
        " outside the default scene",
        tree.parents.len() - shown.len(),
    );
    tally.add(
        "scene",
        " besides the default one",
        root.scenes.len().saturating_sub(1),
    );
    Ok(shown
        .into_iter()
        .map(|(node, parent)| (node as usize, (parent != NONE).then_some(parent as usize)))
        .collect())
}

/// Returns the root nodes that the default scene lists.
fn listed(root: &Root<'_>, tree: &Tree) -> Result<Vec<u32>, PlacedError> {
    let index = root.scene.unwrap_or(Whole(0));
    let scene: Scene = root.scenes.named("scenes", index, || "scene".to_owned())?;
    let mut taken = vec![false; tree.parents.len()];
    let mut list = Vec::with_capacity(scene.nodes.len());
    for (at, &node) in scene.nodes.iter().enumerate() {
        let place = || format!("scenes[{}].nodes[{at}]", index.0);
        let Some(taken) = taken.get_mut(node.size()) else {
            return Err(PlacedError::out_of_range(
                place(),
                "nodes",
                node.0,
                root.nodes.len(),
            ));
        };
        if *taken {
            return Err(PlacedError::syntax(
                place(),
                format!("node {} is listed twice", node.0),
            ));
        }
        *taken = true;
        let parent = tree.parents[node.size()];
        if parent != NONE {
            return Err(PlacedError::syntax(
                place(),
                format!("node {} is a child of node {parent}, not a root", node.0),
            ));
        }
        list.push(node.0 as u32);
    }
    Ok(list)
}
