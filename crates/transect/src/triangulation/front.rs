//! The fronts of regions: the parts of their boundaries that have triangles or edges behind them, and none ahead.

use alloc::vec::Vec;

use transect_exact::Side;

use crate::triangulation::figure::Nodes;
use crate::triangulation::plan::Plan;

/// The value that marks a missing link, or an edge that has no triangle on its other side.
pub(super) const NONE: u32 = u32::MAX;

/// The bit that marks the index of a diagonal, which has no triangle yet on one of its sides.
const DIAGONAL: u32 = 1 << 31;

/// The front of a region that the sweep line crosses: a list of nodes from the lower edge of the region to its upper
/// edge. Between two calls, the front turns away from the region ahead at each inner node, or goes straight on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    low: u32,
    high: u32,
    /// The link whose node the sweep passed last.
    last: u32,
    /// The winding number of the region.
    winding: i32,
}

impl Front {
    pub(super) const NONE: Self = Self {
        low: NONE,
        high: NONE,
        last: NONE,
        winding: 0,
    };
}

/// A node in a front.
#[derive(Clone, Copy, Debug)]
struct Link {
    node: u32,
    below: u32,
    above: u32,
    /// The object behind the way to the next link: the half-edge of a triangle, a diagonal, or [`NONE`] for an edge of the
    /// figure.
    behind: u32,
}

/// All fronts, and the triangles behind them. All nodes are given by their ranks.
#[derive(Debug, Default)]
pub(super) struct Fronts {
    links: Vec<Link>,
    free: Vec<u32>,
    /// For each diagonal, the half-edge of the triangle on its first side that has one.
    diagonals: Vec<u32>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// For each triangle and each of its edges, the same edge of the triangle on the other side, or [`NONE`] for an edge
    /// of the figure. Edge i of a triangle starts at its corner i; edge i of triangle t has the number 3t + i.
    pub(super) twins: Vec<[u32; 3]>,
    /// For each triangle, the winding number of its region, if some winding number is not 1. Otherwise, the list is
    /// empty.
    pub(super) windings: Vec<i32>,
    /// `true` if `windings` has a number for each triangle.
    has_windings: bool,
    /// `true` if some triangle has the wrong orientation, or no area.
    pub(super) is_folded: bool,
}

impl Fronts {
    pub(super) fn with_capacity(nodes: usize) -> Self {
        Self {
            triangles: Vec::with_capacity(nodes),
            twins: Vec::with_capacity(nodes),
            ..Self::default()
        }
    }

    /// Adds the triangles of a fan: each has an edge in common with the one before it, from its first to its second
    /// corner, and the first corner is the same for all.
    pub(super) fn add_fan(&mut self, fan: impl Iterator<Item = [u32; 3]>) {
        let first = self.triangles.len();
        for triangle in fan {
            let half = 3 * self.triangles.len() as u32;
            let mut twins = [NONE; 3];
            if self.triangles.len() > first {
                twins[0] = half - 1;
                *twin(&mut self.twins, half - 1) = half;
            }
            self.triangles.push(triangle);
            self.twins.push(twins);
        }
    }

    /// Returns the front of a region that begins at a node.
    pub(super) fn begin(&mut self, node: u32, winding: i32) -> Front {
        if winding != 1 && !self.has_windings {
            self.windings.resize(self.triangles.len(), 1);
            self.has_windings = true;
        }
        let link = self.link(node);
        Front {
            low: link,
            high: link,
            last: link,
            winding,
        }
    }

    /// Adds a node at the upper end of a front, at the end of the upper edge.
    pub(super) fn push_high(&mut self, plan: &Plan<'_, impl Nodes>, front: &mut Front, node: u32) {
        let link = self.link(node);
        self.join(front.high, link);
        front.high = link;
        front.last = link;
        self.cut_high(plan, front);
    }

    /// Adds a node at the lower end of a front, at the end of the lower edge.
    pub(super) fn push_low(&mut self, plan: &Plan<'_, impl Nodes>, front: &mut Front, node: u32) {
        let link = self.link(node);
        self.join(link, front.low);
        front.low = link;
        front.last = link;
        self.cut_low(plan, front);
    }

    /// Divides a front at a new node inside its region. The node is joined to the node of the front that the sweep
    /// passed last. `front` remains the part below; the part above is returned.
    pub(super) fn divide(
        &mut self,
        plan: &Plan<'_, impl Nodes>,
        front: &mut Front,
        node: u32,
    ) -> Front {
        let diagonal = DIAGONAL | self.diagonals.len() as u32;
        self.diagonals.push(NONE);
        let middle = front.last;
        let Link {
            node: middle_node,
            above,
            behind,
            ..
        } = self.links[middle as usize];
        // The middle node belongs to both fronts from here on.
        let upper_middle = self.link(middle_node);
        let [lower, upper] = [(); 2].map(|()| self.link(node));
        let high = if front.high == middle {
            upper_middle
        } else {
            self.join(upper_middle, above);
            self.links[upper_middle as usize].behind = behind;
            front.high
        };
        for (from, to) in [(middle, lower), (upper, upper_middle)] {
            self.join(from, to);
            self.links[from as usize].behind = diagonal;
        }
        self.links[lower as usize].above = NONE;
        let part_above = Front {
            low: upper,
            high,
            last: upper,
            winding: front.winding,
        };
        front.high = lower;
        front.last = lower;
        self.cut_high(plan, front);
        self.cut_low(plan, &part_above);
        part_above
    }

    /// Joins the fronts of two regions that meet at a node, the upper end of `front` and the lower end of `other`.
    pub(super) fn unite(&mut self, front: &mut Front, other: Front) {
        let Link { above, behind, .. } = self.links[other.low as usize];
        self.free.push(other.low);
        front.last = front.high;
        if above == NONE {
            return;
        }
        self.join(front.high, above);
        self.links[front.high as usize].behind = behind;
        front.high = other.high;
    }

    /// Ends a region at a node where its edges meet: cuts off triangles from the node to the whole front.
    pub(super) fn end(&mut self, plan: &Plan<'_, impl Nodes>, front: Front, node: u32) {
        if front.low != front.high {
            let mut front = front;
            let link = self.link(node);
            self.join(link, front.low);
            front.low = link;
            while self.links[self.links[link as usize].above as usize].above != NONE {
                let corner = self.links[link as usize].above;
                // The region is over, so its whole front is cut off, also where triangles have no area. Only then is
                // the boundary right.
                let is_open = self.is_open(plan, corner);
                self.cut(corner, is_open, front.winding);
            }
            self.free.push(link);
        }
        self.free.push(front.high);
    }

    /// Returns a corner of the triangle of a half-edge, counted from the start of the half-edge.
    #[inline]
    pub(super) fn corner(&self, half: u32, step: usize) -> u32 {
        self.triangles[half as usize / 3][(half as usize % 3 + step) % 3]
    }

    fn link(&mut self, node: u32) -> u32 {
        let link = Link {
            node,
            below: NONE,
            above: NONE,
            behind: NONE,
        };
        match self.free.pop() {
            Some(place) => {
                self.links[place as usize] = link;
                place
            }
            None => {
                self.links.push(link);
                self.links.len() as u32 - 1
            }
        }
    }

    fn join(&mut self, below: u32, above: u32) {
        self.links[below as usize].above = above;
        self.links[above as usize].below = below;
    }

    /// Cuts off the triangles that a new node at the upper end of a front sees.
    fn cut_high(&mut self, plan: &Plan<'_, impl Nodes>, front: &Front) {
        loop {
            let corner = self.links[front.high as usize].below;
            if corner == NONE || corner == front.low || !self.is_open(plan, corner) {
                return;
            }
            self.cut(corner, true, front.winding);
        }
    }

    /// Cuts off the triangles that a new node at the lower end of a front sees.
    fn cut_low(&mut self, plan: &Plan<'_, impl Nodes>, front: &Front) {
        loop {
            let corner = self.links[front.low as usize].above;
            if corner == NONE || corner == front.high || !self.is_open(plan, corner) {
                return;
            }
            self.cut(corner, true, front.winding);
        }
    }

    /// Returns `true` if the triangle at an inner link of a front has an area and the right orientation.
    fn is_open(&self, plan: &Plan<'_, impl Nodes>, corner: u32) -> bool {
        let [a, b, c] = self.triangle_at(corner);
        plan.turn(a, b, c) == Side::Front
    }

    /// Returns the triangle at an inner link of a front: the nodes below, above, and of the link.
    fn triangle_at(&self, corner: u32) -> [u32; 3] {
        let link = &self.links[corner as usize];
        let node = |place: u32| self.links[place as usize].node;
        [node(link.below), node(link.above), link.node]
    }

    /// Cuts off the triangle at an inner link of a front, and removes the link. `is_open` is the answer of
    /// [`Self::is_open`].
    fn cut(&mut self, corner: u32, is_open: bool, winding: i32) {
        let triangle = self.triangle_at(corner);
        let Link {
            below,
            above,
            behind,
            ..
        } = self.links[corner as usize];
        let first = 3 * self.triangles.len() as u32;
        self.triangles.push(triangle);
        self.twins.push([NONE; 3]);
        if self.has_windings {
            self.windings.push(winding);
        }
        let before = self.links[below as usize].behind;
        self.join(below, above);
        self.free.push(corner);
        if is_open {
            self.meet(first + 1, behind);
            self.meet(first + 2, before);
            self.links[below as usize].behind = first;
        } else {
            // Edges of such a triangle are never flipped.
            self.is_folded = true;
            self.links[below as usize].behind = NONE;
        }
    }

    /// Notes that the half-edge of a triangle is on one side of what is `behind` a link.
    fn meet(&mut self, half: u32, behind: u32) {
        let mut other = behind;
        if behind == NONE {
            return;
        }
        if behind & DIAGONAL != 0 {
            let diagonal = &mut self.diagonals[(behind & !DIAGONAL) as usize];
            other = core::mem::replace(diagonal, half);
            if other == NONE {
                return;
            }
        }
        *twin(&mut self.twins, half) = other;
        *twin(&mut self.twins, other) = half;
    }
}

/// Returns the place of the twin of a half-edge.
pub(super) fn twin(twins: &mut [[u32; 3]], half: u32) -> &mut u32 {
    &mut twins.as_flattened_mut()[half as usize]
}
