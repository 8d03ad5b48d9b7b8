//! The edges that cross the sweep line, in order from the lowest to the highest.

use alloc::vec;
use alloc::vec::Vec;

use transect_exact::arrays::Few as _;

use crate::triangulation::front::Front;

/// The value that marks a missing edge.
pub(super) const NONE: u32 = u32::MAX;

/// The place below all edges. It is not an edge, but the region below the lowest edge has its winding number, 0, and its
/// front there, like the region above any edge.
pub(super) const BOTTOM: u32 = 0;

/// An edge that crosses the sweep line, and the region above it up to the next edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The rank of the node behind the sweep line.
    pub(super) from: u32,
    /// The rank of the node ahead of the sweep line.
    pub(super) to: u32,
    /// The number of times that the loops follow the edge forward, minus the number of times that they follow it back.
    pub(super) weight: i32,
    /// The winding number of the region above the edge.
    pub(super) winding: i32,
    /// The front of the region above the edge, if the winding number is not 0.
    pub(super) front: Front,
}

/// The links of an edge in the tree and in the two lists.
#[derive(Clone, Copy, Debug)]
struct Links {
    below: u32,
    above: u32,
    parent: u32,
    children: [u32; 2],
    /// The previous and the next edge with the same end.
    ending: [u32; 2],
    priority: u32,
}

const UNLINKED: Links = Links {
    below: NONE,
    above: NONE,
    parent: NONE,
    children: [NONE; 2],
    ending: [NONE; 2],
    priority: 0,
};

/// The edges that cross the sweep line: a list, a search tree over the list, and the list of the edges that end at each
/// node.
///
/// The tree is a treap with parent links (Seidel, Aragon, "Randomized Search Trees", Algorithmica 16, 1996). Priorities
/// are made from a counter, so that answers do not depend on anything else. No comparison of two edges is needed: an
/// edge is inserted above a given edge.
#[derive(Debug)]
pub(super) struct Status {
    edges: Vec<Edge>,
    links: Vec<Links>,
    root: u32,
    /// Removed places, which new edges can take.
    free: Vec<u32>,
    /// For each node, the last edge in its list of edges that end there.
    ending: Vec<u32>,
    random: u32,
}

impl Status {
    /// Returns no edges, for a figure with `count` nodes.
    pub(super) fn new(count: usize) -> Self {
        Self {
            edges: vec![Edge {
                from: NONE,
                to: NONE,
                weight: 0,
                winding: 0,
                front: Front::NONE,
            }],
            links: vec![UNLINKED],
            root: NONE,
            free: Vec::new(),
            ending: vec![NONE; count],
            random: 0x9e37_79b9,
        }
    }

    pub(super) fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    pub(super) fn edge_mut(&mut self, edge: u32) -> &mut Edge {
        &mut self.edges[edge as usize]
    }

    /// Returns the edge below an edge, or [`BOTTOM`].
    pub(super) fn below(&self, edge: u32) -> u32 {
        self.links[edge as usize].below
    }

    /// Returns the edge above an edge, or [`NONE`].
    pub(super) fn above(&self, edge: u32) -> u32 {
        self.links[edge as usize].above
    }

    /// Returns an edge that ends at a node, or [`NONE`].
    pub(super) fn ending_at(&self, node: u32) -> u32 {
        self.ending[node as usize]
    }

    /// Returns the next edge that ends at the same node, or [`NONE`].
    pub(super) fn next_ending(&self, edge: u32) -> u32 {
        self.links[edge as usize].ending[0]
    }

    /// Returns the highest edge that is below a point, or [`BOTTOM`], and the edge above this edge.
    pub(super) fn around(&self, is_below: impl Fn(&Edge) -> bool) -> [u32; 2] {
        let mut at = self.root;
        let mut around = [BOTTOM, NONE];
        while at != NONE {
            let is_below = usize::from(is_below(self.edge(at)));
            around[1 - is_below] = at;
            at = self.links[at as usize].children[is_below];
        }
        around
    }

    /// Inserts an edge above the edge `below`, which may be [`BOTTOM`]. Returns the place of the new edge.
    pub(super) fn insert(&mut self, below: u32, edge: Edge) -> u32 {
        let place = match self.free.pop() {
            Some(place) => place,
            None => {
                self.edges.push(edge);
                self.links.push(UNLINKED);
                self.edges.len() as u32 - 1
            }
        };
        self.edges[place as usize] = edge;
        // Xorshift (Marsaglia, "Xorshift RNGs", 2003).
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        let above = self.links[below as usize].above;
        self.links[place as usize] = Links {
            below,
            above,
            priority: self.random,
            ..UNLINKED
        };
        self.links[below as usize].above = place;
        if above != NONE {
            self.links[above as usize].below = place;
        }
        // Of two neighbours in the order, one has no child on the side of the other. There the new edge is put.
        let (parent, side) = if below != BOTTOM && self.links[below as usize].children[1] == NONE {
            (below, 1)
        } else {
            (above, 0)
        };
        if parent == NONE {
            self.root = place;
        } else {
            self.links[parent as usize].children[side] = place;
            self.links[place as usize].parent = parent;
            while self.parent_has_less_priority(place) {
                self.rotate_up(place);
            }
        }
        self.end(place);
        place
    }

    /// Removes an edge whose end was passed.
    pub(super) fn remove(&mut self, edge: u32) {
        while let Some(child) = self.first_child(edge) {
            self.rotate_up(child);
        }
        let links = self.links[edge as usize];
        self.replace_child(links.parent, edge, NONE);
        self.links[links.below as usize].above = links.above;
        if links.above != NONE {
            self.links[links.above as usize].below = links.below;
        }
        self.free.push(edge);
    }

    /// Replaces an edge, whose end was passed, by another one.
    pub(super) fn replace(&mut self, place: u32, edge: Edge) {
        self.edges[place as usize] = edge;
        self.end(place);
    }

    /// Forgets that an edge ends at its end, because it ends earlier now.
    pub(super) fn forget_end(&mut self, edge: u32) {
        let [next, previous] = self.links[edge as usize].ending;
        if previous == NONE {
            let end = self.edge(edge).to;
            self.ending[end as usize] = next;
        } else {
            self.links[previous as usize].ending[0] = next;
        }
        if next != NONE {
            self.links[next as usize].ending[1] = previous;
        }
    }

    /// Returns `true` if an edge is below another one. Both must be edges, and not the same one.
    pub(super) fn is_below(&self, edge: u32, other: u32) -> bool {
        let depth = |edge: u32| {
            let parent = |&at: &u32| Some(self.links[at as usize].parent).filter(|&p| p != NONE);
            core::iter::successors(Some(edge), parent).count()
        };
        // Both climb the tree to their common ancestor. `sides` tells whether they came from the left or the right.
        let mut at = [edge, other];
        let mut depths = at.each(depth);
        let mut sides = [None, None];
        while at[0] != at[1] {
            let deeper = usize::from(depths[1] > depths[0]);
            let parent = self.links[at[deeper] as usize].parent;
            let is_right = self.links[parent as usize].children[1] == at[deeper];
            sides[deeper] = Some(is_right);
            at[deeper] = parent;
            depths[deeper] -= 1;
        }
        match sides {
            [Some(is_right), _] => !is_right,
            [None, is_right] => is_right == Some(true),
        }
    }

    /// Adds an edge to the list of those with the same end.
    fn end(&mut self, edge: u32) {
        let last = &mut self.ending[self.edges[edge as usize].to as usize];
        let next = core::mem::replace(last, edge);
        self.links[edge as usize].ending = [next, NONE];
        if next != NONE {
            self.links[next as usize].ending[1] = edge;
        }
    }

    fn parent_has_less_priority(&self, edge: u32) -> bool {
        let links = &self.links[edge as usize];
        links.parent != NONE && self.links[links.parent as usize].priority < links.priority
    }

    /// Returns the child of an edge in the tree that has the highest priority.
    fn first_child(&self, edge: u32) -> Option<u32> {
        let children = self.links[edge as usize].children.into_iter();
        children
            .filter(|&child| child != NONE)
            .max_by_key(|&child| self.links[child as usize].priority)
    }

    /// Exchanges an edge with its parent in the tree.
    fn rotate_up(&mut self, edge: u32) {
        let parent = self.links[edge as usize].parent;
        let grandparent = self.links[parent as usize].parent;
        let side = usize::from(self.links[parent as usize].children[1] == edge);
        let inner = self.links[edge as usize].children[1 - side];
        self.links[parent as usize].children[side] = inner;
        if inner != NONE {
            self.links[inner as usize].parent = parent;
        }
        self.links[edge as usize].children[1 - side] = parent;
        self.links[parent as usize].parent = edge;
        self.links[edge as usize].parent = grandparent;
        self.replace_child(grandparent, parent, edge);
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
        } else {
            let children = &mut self.links[parent as usize].children;
            children[usize::from(children[1] == old)] = new;
        }
    }
}
