//! Caps: triangles in the cutting plane whose boundary is exactly a given set of loops.
//!
//! First, the triangulation crate `earcut` fills the loops; this is the fast path. The directed edges of its triangles
//! are counted and must equal those of the loops. The crate may drop nodes (points of the loops) on straight lines;
//! these nodes are restored. If a triangle is turned over, edges are flipped to repair it. If the triangles are still
//! wrong, the loops are filled by ear clipping. In the worst case, ear clipping makes a fan: all triangles at one node.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::ear_clip::{MOST_TESTS, ear_clip};
use crate::mesh::area::doubled_area;
use crate::mesh::bridge::bridged;
use crate::mesh::chain::{Limit, Loops, loops};
use crate::mesh::regions::{groups, regions};
use crate::mesh::trace::{Node, Trace};
use crate::mesh::triple::edges_of;
use crate::mesh::unfold::{is_folded, unfold};
use crate::mesh::weld::key;
use crate::predicates::orient::orient2d;
use crate::shadow::Shadow;
use crate::side::Side;
use crate::sorting::{ascending, sort_pairs};

/// The caps of a cut, oriented as seen from one fixed side of the plane (the canonical side, see [`Trace`]), which is
/// the same for the flipped plane. With this orientation the caps close the half behind that side; reversed, they close
/// the half in front of it.
#[derive(Debug, Default)]
pub(super) struct Caps {
    /// The loops that the caps fill.
    pub(super) loops: Vec<Vec<Node>>,
    /// The cap triangles. Their boundary equals the loops.
    pub(super) triangles: Vec<[Node; 3]>,
    /// The number of polygons that were filled by ear clipping, because the fast path (the crate `earcut`) did not fill
    /// them correctly.
    pub(super) fallbacks: usize,
}

/// Returns the caps of a cut whose crossed edges and triangles are in `trace`. They fill those regions of the plane
/// that have material of the mesh on both sides.
pub(super) fn caps(trace: &Trace<'_>) -> Caps {
    let Loops { closed, .. } = loops(trace, Limit::Both);
    let shadow = Shadow::of(&trace.plane.normal());
    let mut caps = fill(&closed, |node| shadow.project(&trace.position(node)));
    caps.loops = closed;
    caps
}

/// Fills the loops of a section with triangles. The corners of the triangles are indices into the points of all loops,
/// one loop after the other. Equal points have the same index, that of the first of them.
pub(super) fn fill_loops<'p>(
    loops: impl Iterator<Item = &'p Vec<[f64; 3]>>,
    shadow: &Shadow,
) -> Vec<[u32; 3]> {
    let mut points: Vec<[f64; 3]> = Vec::new();
    let mut nodes: HashMap<[u64; 3], u32> = HashMap::new();
    let mut walks: Vec<Vec<Node>> = Vec::new();
    for walk in loops {
        let mut node = |point: &[f64; 3]| {
            let own = points.len() as u32;
            points.push(*point);
            Node::Vertex(*nodes.entry(key(point)).or_insert(own))
        };
        let mut walk: Vec<Node> = walk.iter().map(&mut node).collect();
        // Rounding may have made neighbouring points equal; only one of them is kept.
        walk.dedup();
        while walk.len() > 1 && walk.first() == walk.last() {
            walk.pop();
        }
        if walk.len() > 2 {
            walks.push(walk);
        }
    }
    let index = |node| match node {
        Node::Vertex(index) | Node::Crossing(index) => index,
    };
    let caps = fill(&walks, |node| shadow.project(&points[index(node) as usize]));
    let triangles = caps.triangles.into_iter();
    triangles.map(|triangle| triangle.each(index)).collect()
}

/// Returns caps that fill loops. The material of the mesh is on the left of each loop, except in bodies that are inside
/// out.
fn fill(closed: &[Vec<Node>], project: impl Fn(Node) -> [f64; 2] + Copy) -> Caps {
    let mut caps = Caps::default();
    let shadows = |walks: &[Vec<Node>]| -> Vec<Vec<[f64; 2]>> {
        let shadow = |walk: &Vec<Node>| walk.iter().map(|&node| project(node)).collect();
        walks.iter().map(shadow).collect()
    };
    for group in groups(&shadows(closed)) {
        let mut group: Vec<Vec<Node>> = group.iter().map(|&index| closed[index].clone()).collect();
        // A body that is inside out has its material on the right of its loops. Its loops are reversed and filled, and
        // the resulting triangles are reversed.
        let is_inside_out = doubled_area(&shadows(&group[..1])[0]) < 0.0;
        if is_inside_out {
            group.iter_mut().for_each(|walk| walk.reverse());
        }
        let mut thin = collapse(&mut group, project);
        let mut regions = regions(&group, project);
        thin.append(&mut regions.thin);
        thin.append(&mut collapse(&mut regions.walks, project));
        let walks = regions.walks;
        let turned = |[a, b, c]: [Node; 3]| if is_inside_out { [a, c, b] } else { [a, b, c] };
        caps.triangles.extend(thin.into_iter().map(turned));
        for region in groups(&shadows(&walks)) {
            let polygon = Polygon::new(region.iter().map(|&index| &walks[index]), project);
            let triangles = match polygon.fill() {
                Some(triangles) if !polygon.is_folded(&triangles) => triangles,
                fast => {
                    let ears = polygon.clip_ears();
                    match fast {
                        // Ear clipping turns a triangle over, too: the loops cross, so they cannot be filled without
                        // such a triangle. The triangles of the fast path are kept.
                        Some(triangles) if polygon.is_folded(&ears) => triangles,
                        _ => {
                            caps.fallbacks += 1;
                            ears
                        }
                    }
                }
            };
            let nodes = |triangle: [u32; 3]| triangle.each(|local| polygon.nodes[local as usize]);
            let triangles = triangles.into_iter().map(nodes);
            caps.triangles.extend(triangles.map(turned));
        }
    }
    cancel(&mut caps.triangles);
    caps
}

/// Removes each node that rounding moved to the place of the preceding node of its walk (a closed list of nodes). Also
/// removes the tip of each spur, where the walk turns back on itself. Returns the zero-area triangles between these
/// nodes and their neighbours.
fn collapse(walks: &mut Vec<Vec<Node>>, project: impl Fn(Node) -> [f64; 2]) -> Vec<[Node; 3]> {
    let mut thin = Vec::new();
    for walk in &mut *walks {
        let mut place = 0;
        // The number of nodes since the last change. Once it reaches the length of the walk, nothing is left to remove.
        let mut kept = 0;
        while kept < walk.len() && walk.len() > 2 {
            let count = walk.len();
            let corners = [place, place + 1, place + 2].each(|at| walk[at % count]);
            let [here, next, after] = corners.each(&project);
            if here == next || is_spur(&here, &next, &after) {
                thin.push(corners);
                let removed = (place + 1) % count;
                walk.remove(removed);
                // Removing a node may make the node before it the tip of a spur, so the loop goes back to that node.
                place = (place + count - 1 - usize::from(removed == 0)) % count % (count - 1);
                kept = 0;
            } else {
                place = (place + 1) % count;
                kept += 1;
            }
        }
    }
    walks.retain(|walk| walk.len() > 2);
    thin
}

/// Returns `true` if a walk from `here` over `next` to `after` turns back at `next` along the same line. The result is
/// exact.
fn is_spur(here: &[f64; 2], next: &[f64; 2], after: &[f64; 2]) -> bool {
    // The sign of a difference of two floats is exact. `orient2d` below decides exactly whether the points are on one
    // line.
    let turns_back = |axis: usize| {
        let [back, on] = [here[axis] - next[axis], after[axis] - next[axis]];
        back > 0.0 && on > 0.0 || back < 0.0 && on < 0.0
    };
    (turns_back(0) || turns_back(1)) && orient2d(here, next, after) == Side::On
}

/// Removes triangles that bound nothing: those with two equal nodes, which occur if a loop passes a node twice, and
/// pairs of triangles that lie back to back.
fn cancel(triangles: &mut Vec<[Node; 3]>) {
    let mut net: HashMap<[Node; 3], i32> = HashMap::with_capacity(triangles.len());
    // Returns the nodes of a triangle (its corners) in ascending order, and 1 if this order has the triangle's
    // orientation, or else −1.
    let key = |&[a, b, c]: &[Node; 3]| {
        let sorted = ascending([a, b, c]);
        let turns = [[a, b, c], [b, c, a], [c, a, b]].contains(&sorted);
        (sorted, if turns { 1 } else { -1 })
    };
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    for triangle in &*triangles {
        let (sorted, sign) = key(triangle);
        *net.entry(sorted).or_default() += sign;
    }
    triangles.retain(|triangle| {
        let (sorted, sign) = key(triangle);
        let left = net.entry(sorted).or_default();
        let keep = left.signum() == sign;
        if keep {
            *left -= sign;
        }
        keep
    });
}

/// A loop and its holes. Their nodes have indices within the polygon: those of the loop first, then those of one hole
/// after the other.
struct Polygon {
    nodes: Vec<Node>,
    points: Vec<[f64; 2]>,
    /// The index within the polygon of the first node of each loop, followed by the number of all nodes.
    starts: Vec<u32>,
}

impl Polygon {
    fn new<'w>(
        walks: impl Iterator<Item = &'w Vec<Node>>,
        project: impl Fn(Node) -> [f64; 2],
    ) -> Self {
        let mut nodes = Vec::new();
        let mut starts = alloc::vec![0];
        for walk in walks {
            nodes.extend_from_slice(walk);
            starts.push(nodes.len() as u32);
        }
        Self {
            points: nodes.iter().map(|&node| project(node)).collect(),
            nodes,
            starts,
        }
    }

    /// Returns the directed edges of all loops of the polygon.
    fn edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.starts.windows(2).flat_map(|ends| {
            let (start, end) = (ends[0], ends[1]);
            (start..end).map(move |from| [from, if from + 1 == end { start } else { from + 1 }])
        })
    }

    /// Returns triangles whose boundary equals the loops, or `None` if the fast path does not find such triangles.
    fn fill(&self) -> Option<Vec<[u32; 3]>> {
        let mut triangles = self.fast_path();
        let first = &self.points[..self.starts[1] as usize];
        if (self.area(&triangles) < 0.0) != (doubled_area(first) < 0.0) {
            for triangle in &mut triangles {
                triangle.swap(1, 2);
            }
        }
        if !self.is_bounded_by(&triangles) {
            self.put_back_dropped(&mut triangles);
            if !self.is_bounded_by(&triangles) {
                return None;
            }
        }
        unfold(&self.points, &mut triangles, self.wrong_side());
        Some(triangles)
    }

    /// Returns the triangles of the crate `earcut`, without verifying them.
    #[cfg(feature = "earcut")]
    fn fast_path(&self) -> Vec<[u32; 3]> {
        let mut indices: Vec<u32> = Vec::new();
        let holes = &self.starts[1..self.starts.len() - 1];
        // Coordinates are taken relative to the first point: if all points are far from the origin, the crate would
        // lose precision.
        let origin = self.points[0];
        let local = self
            .points
            .iter()
            .map(|p| [p[0] - origin[0], p[1] - origin[1]]);
        earcut::Earcut::new().earcut(local, holes, &mut indices);
        indices
            .chunks_exact(3)
            .map(|t| [t[0], t[1], t[2]])
            .collect()
    }

    /// Returns no triangles: without the crate, ear clipping fills every polygon.
    #[cfg(not(feature = "earcut"))]
    fn fast_path(&self) -> Vec<[u32; 3]> {
        Vec::new()
    }

    fn area(&self, triangles: &[[u32; 3]]) -> f64 {
        triangles
            .iter()
            .map(|t| doubled_area(&t.each(|n| self.points[n as usize])))
            .sum()
    }

    /// Returns `true` if the boundary of the triangles equals the loops. Directed edges are counted with integers.
    fn is_bounded_by(&self, triangles: &[[u32; 3]]) -> bool {
        let mut counts = edge_counts(triangles);
        for edge in self.edges() {
            let (key, sign) = undirected(edge);
            *counts.entry(key).or_default() -= sign;
        }
        counts.into_values().all(|count| count == 0)
    }

    /// Returns `true` if some triangle is oriented against the outer loop; the result is exact. If the boundary of the
    /// triangles equals the loops and no triangle is turned over, the triangles cover each point as often as the loops
    /// wind around it: once, or not at all.
    fn is_folded(&self, triangles: &[[u32; 3]]) -> bool {
        is_folded(&self.points, triangles, self.wrong_side())
    }

    /// Returns the orientation of a triangle that is turned over.
    fn wrong_side(&self) -> Side {
        let first = &self.points[..self.starts[1] as usize];
        match doubled_area(first) < 0.0 {
            true => Side::Front,
            false => Side::Back,
        }
    }

    /// Restores nodes that the crate dropped because they lie on a straight line: nodes of a loop, or nodes on a bridge
    /// to a hole. A triangle then has one long edge in place of several short edges. This triangle is replaced by a fan
    /// over the short edges.
    ///
    /// Where nodes were dropped, the edges that the boundary lacks form a cycle: the short edges, and the reversed long
    /// edge.
    fn put_back_dropped(&self, triangles: &mut Vec<[u32; 3]>) {
        let mut at_edge: HashMap<[u32; 2], usize> = HashMap::new();
        for (index, triangle) in triangles.iter().enumerate() {
            at_edge.extend(edges_of(triangle).map(|edge| (edge, index)));
        }
        for cycle in self.missing(triangles) {
            let count = cycle.len();
            let extent = |place: usize| {
                let [from, to] =
                    [place, place + 1].each(|at| self.points[cycle[at % count] as usize]);
                (to[0] - from[0]).abs().max((to[1] - from[1]).abs())
            };
            let Some(long) = (0..count).max_by(|&a, &b| extent(a).total_cmp(&extent(b))) else {
                continue;
            };
            let path: Vec<u32> = (0..count)
                .map(|step| cycle[(long + 1 + step) % count])
                .collect();
            let (from, to) = (path[0], path[count - 1]);
            let Some(&index) = at_edge.get(&[from, to]) else {
                continue;
            };
            let apex = triangles[index].into_iter().find(|&n| n != from && n != to);
            let Some(apex) = apex.filter(|apex| !path.contains(apex)) else {
                continue;
            };
            for (step, pair) in path.windows(2).enumerate() {
                let triangle = [pair[0], pair[1], apex];
                let place = if step == 0 { index } else { triangles.len() };
                if step == 0 {
                    triangles[index] = triangle;
                } else {
                    triangles.push(triangle);
                }
                at_edge.extend(edges_of(&triangle).map(|edge| (edge, place)));
            }
        }
    }

    /// Returns the directed edges of the loops that the boundary of the triangles lacks, and the reverse of each
    /// boundary edge that the loops lack. The edges are grouped into simple cycles.
    fn missing(&self, triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
        let mut counts = edge_counts(triangles);
        for edge in self.edges() {
            let (key, sign) = undirected(edge);
            *counts.entry(key).or_default() -= sign;
        }
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for ([low, high], count) in counts {
            let edge = if count < 0 { [low, high] } else { [high, low] };
            edges.extend(core::iter::repeat_n(edge, count.unsigned_abs() as usize));
        }
        sort_pairs(&mut edges);
        let mut leaving: HashMap<u32, Vec<u32>> = HashMap::new();
        for &[from, to] in &edges {
            leaving.entry(from).or_default().push(to);
        }
        // At each node (point of a loop), as many missing edges end as start. So a walk along missing edges does not
        // end before it reaches one of its own nodes again. The edges of the walk since that node are a simple cycle.
        let mut cycles = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        for [start, _] in edges {
            let mut walk = alloc::vec![start];
            places.insert(start, 0);
            while let Some(next) = walk.last().and_then(|last| leaving.get_mut(last)?.pop()) {
                if let Some(&met) = places.get(&next) {
                    let cycle: Vec<u32> = walk.drain(met..).collect();
                    for node in &cycle {
                        places.remove(node);
                    }
                    cycles.push(cycle);
                }
                places.insert(next, walk.len());
                walk.push(next);
            }
            places.clear();
        }
        cycles
    }

    /// Returns triangles whose boundary equals the loops, whatever the loops are. Holes are joined to the outer loop by
    /// bridges that cross no edge, and the resulting ring is filled by ear clipping. If a hole has no such bridge, each
    /// loop is filled by itself. Then the triangles of a hole lie, with reversed orientation, on the triangles of the
    /// loop around the hole.
    fn clip_ears(&self) -> Vec<[u32; 3]> {
        if let Some(ring) = bridged(&self.points, &self.starts) {
            return ear_clip(&self.points, ring, MOST_TESTS);
        }
        let loops = self.starts.windows(2);
        loops
            .flat_map(|ends| ear_clip(&self.points, (ends[0]..ends[1]).collect(), MOST_TESTS))
            .collect()
    }
}

fn undirected([from, to]: [u32; 2]) -> ([u32; 2], i32) {
    if from < to {
        ([from, to], 1)
    } else {
        ([to, from], -1)
    }
}

fn edge_counts(triangles: &[[u32; 3]]) -> HashMap<[u32; 2], i32> {
    let mut counts = HashMap::with_capacity(2 * triangles.len());
    for triangle in triangles {
        for edge in edges_of(triangle) {
            let (key, sign) = undirected(edge);
            *counts.entry(key).or_default() += sign;
        }
    }
    counts
}
