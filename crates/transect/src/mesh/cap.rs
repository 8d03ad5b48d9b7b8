//! Caps: triangles in the plane whose boundary is exactly a given set of loops.
//!
//! The fast path is the triangulation crate `earcut`. Counting directed edges verifies its triangles.
//! The crate may drop nodes on straight lines; these nodes are restored.
//! If the triangles are still wrong, ear clipping fills the loops, and in the worst case a fan does.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::ear_clip::{MOST_TESTS, ear_clip};
use crate::mesh::bridge::bridged;
use crate::mesh::chain::{Limit, Loops, loops};
use crate::mesh::regions::{groups, regions};
use crate::mesh::trace::{Node, Trace};
use crate::mesh::weld::key;
use crate::shadow::{Shadow, doubled_area};

/// The caps of a cut, seen from the canonical side.
/// They close the half behind directly, and the half in front with reversed orientation.
#[derive(Debug, Default)]
pub(super) struct Caps {
    /// The loops that the caps fill.
    pub(super) loops: Vec<Vec<Node>>,
    /// The cap triangles. Their boundary equals the loops.
    pub(super) triangles: Vec<[Node; 3]>,
    /// The number of polygons that the fast path, the crate `earcut`, could not fill.
    pub(super) fallbacks: usize,
}

/// Fills the loops around the region that has material on both sides of the plane.
pub(super) fn caps(trace: &Trace<'_>) -> Caps {
    let Loops { closed, .. } = loops(trace, Limit::Both);
    let shadow = Shadow::of(&trace.plane.normal());
    let mut caps = fill(&closed, |node| shadow.project(&trace.position(node)));
    caps.loops = closed;
    caps
}

/// Fills the loops of a section with triangles.
/// The corners are indices into the points of all loops, one loop after the other.
/// Equal points get the same index.
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
        // Rounding may have made neighbouring points equal.
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
    triangles.map(|triangle| triangle.map(index)).collect()
}

/// Fills loops that have material on the left.
fn fill(closed: &[Vec<Node>], project: impl Fn(Node) -> [f64; 2] + Copy) -> Caps {
    let mut caps = Caps::default();
    let shadows = |walks: &[Vec<Node>]| -> Vec<Vec<[f64; 2]>> {
        let shadow = |walk: &Vec<Node>| walk.iter().map(|&node| project(node)).collect();
        walks.iter().map(shadow).collect()
    };
    for group in groups(&shadows(closed)) {
        let mut group: Vec<Vec<Node>> = group.iter().map(|&index| closed[index].clone()).collect();
        // A body that is inside out has its material on the right. It is filled like its mirror image.
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
            let triangles = polygon.fill().unwrap_or_else(|| {
                caps.fallbacks += 1;
                polygon.clip_ears()
            });
            let nodes = |triangle: [u32; 3]| triangle.map(|local| polygon.nodes[local as usize]);
            let triangles = triangles.into_iter().map(nodes);
            caps.triangles.extend(triangles.map(turned));
        }
    }
    cancel(&mut caps.triangles);
    caps
}

/// Removes nodes from walks if rounding moved them to the place of the preceding node.
/// Returns the zero-area triangles that they form with their neighbours.
fn collapse(walks: &mut Vec<Vec<Node>>, project: impl Fn(Node) -> [f64; 2]) -> Vec<[Node; 3]> {
    let mut thin = Vec::new();
    for walk in &mut *walks {
        let mut place = 0;
        while place < walk.len() && walk.len() > 2 {
            let count = walk.len();
            let [here, next, after] = [place, place + 1, place + 2].map(|at| walk[at % count]);
            if project(here) == project(next) {
                thin.push([here, next, after]);
                walk.remove((place + 1) % count);
                // The last node was compared with the first, so all neighbouring nodes have been compared.
                if place + 1 == count {
                    break;
                }
            } else {
                place += 1;
            }
        }
    }
    walks.retain(|walk| walk.len() > 2);
    thin
}

/// Removes triangles that bound nothing: triangles that pass a node twice, as loops may, and back-to-back pairs.
fn cancel(triangles: &mut Vec<[Node; 3]>) {
    let mut net: HashMap<[Node; 3], i32> = HashMap::with_capacity(triangles.len());
    // The nodes of a triangle in ascending order, and 1 if this order has the triangle's orientation or −1 if not.
    let key = |&[a, b, c]: &[Node; 3]| {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
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

/// A loop and its holes with local node numbers: the nodes of all loops, one loop after another.
struct Polygon {
    nodes: Vec<Node>,
    points: Vec<[f64; 2]>,
    /// The number of each loop's first node, followed by the number of all nodes.
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

    /// Returns the directed edges of the loops.
    fn edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.starts.windows(2).flat_map(|ends| {
            let (start, end) = (ends[0], ends[1]);
            (start..end).map(move |from| [from, if from + 1 == end { start } else { from + 1 }])
        })
    }

    /// Returns triangles whose boundary is the loops, found by the fast path, or `None` if the fast path fails.
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
        Some(triangles)
    }

    /// Returns the triangles of the triangulation crate, unverified.
    #[cfg(feature = "earcut")]
    fn fast_path(&self) -> Vec<[u32; 3]> {
        let mut indices: Vec<u32> = Vec::new();
        let holes = &self.starts[1..self.starts.len() - 1];
        // Coordinates are taken relative to the first point: with a large offset, the fast path would lose precision.
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
            .map(|t| doubled_area(&t.map(|n| self.points[n as usize])))
            .sum()
    }

    /// Returns `true` if the boundary of the triangles equals the loops, by integer counts of directed edges.
    fn is_bounded_by(&self, triangles: &[[u32; 3]]) -> bool {
        let mut counts = edge_counts(triangles);
        for edge in self.edges() {
            let (key, sign) = undirected(edge);
            *counts.entry(key).or_default() -= sign;
        }
        counts.into_values().all(|count| count == 0)
    }

    /// Restores dropped nodes.
    /// Triangles may have one long edge in place of several short edges: nodes of a loop,
    /// or a node on a bridge to a hole, were dropped because they lie on a straight line.
    /// The triangle at the long edge is replaced by a fan over the short edges.
    ///
    /// The edges missing from the boundary then form a cycle: the short edges, and the reversed long edge.
    fn put_back_dropped(&self, triangles: &mut Vec<[u32; 3]>) {
        let mut at_edge: HashMap<[u32; 2], usize> = HashMap::new();
        for (index, triangle) in triangles.iter().enumerate() {
            at_edge.extend(edges_of(triangle).map(|edge| (edge, index)));
        }
        for cycle in self.missing(triangles) {
            let count = cycle.len();
            let extent = |place: usize| {
                let [from, to] =
                    [place, place + 1].map(|at| self.points[cycle[at % count] as usize]);
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

    /// Returns the directed edges that the boundary of the triangles lacks compared with the loops, as simple cycles.
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
        edges.sort_unstable();
        let mut leaving: HashMap<u32, Vec<u32>> = HashMap::new();
        for &[from, to] in &edges {
            leaving.entry(from).or_default().push(to);
        }
        // Every node has as many incoming as outgoing edges.
        // So a walk never ends before it meets itself, and the part in between is a simple cycle.
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

    /// Returns triangles whose boundary is the loops, for any loops.
    /// Holes are joined to the outer loop by bridges, and the ring is filled by ear clipping.
    /// If a hole has no bridge that crosses nothing, each loop is filled separately.
    /// Then the triangles of a hole lie, with reversed orientation, on the triangles of the loop around the hole.
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

fn edges_of(&[a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
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
