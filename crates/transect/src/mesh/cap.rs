//! Caps: triangles in the plane whose boundary is a given set of loops, exactly.
//!
//! A kept triangulation crate is the fast path. Its answer is verified by counting directed edges;
//! nodes that it or its bridges to holes dropped because they lie on straight lines are put back;
//! if it still fails, each loop is closed by an ear clip of our own, and at worst by a fan.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use earcut::Earcut;
use hashbrown::{HashMap, HashSet};

use crate::mesh::chain::{Limit, Loops, loops};
use crate::mesh::ear_clip::ear_clip;
use crate::mesh::frame::Shadow;
use crate::mesh::section::{doubled_area, nest};
use crate::mesh::trace::{Node, Trace};

/// The caps of a cut, seen from the canonical side: they close the half behind as they are, and
/// the half in front turned over.
#[derive(Debug, Default)]
pub(super) struct Caps {
    /// The loops that the caps fill.
    pub(super) loops: Vec<Vec<Node>>,
    /// Triangles, with the material's loops as boundary.
    pub(super) triangles: Vec<[Node; 3]>,
    /// How many polygons the fast path did not fill.
    pub(super) fallbacks: usize,
}

/// Fills the loops that bound material on both sides of the plane.
pub(super) fn caps(trace: &Trace<'_>) -> Caps {
    let Loops { closed, .. } = loops(trace, Limit::Both);
    let mut caps = Caps::default();
    let shadow = Shadow::of(&trace.plane.normal());
    let shadows: Vec<Vec<[f64; 2]>> = closed
        .iter()
        .map(|walk| walk.iter().map(|&n| shadow.project(&trace.position(n))).collect())
        .collect();
    let mut fast = Earcut::new();
    for group in groups(&shadows, &closed) {
        let walks = splice_touching(group.iter().map(|&index| closed[index].clone()).collect());
        let polygon = Polygon::new(&walks, |node| shadow.project(&trace.position(node)));
        let triangles = polygon.fill(&mut fast).unwrap_or_else(|| {
            caps.fallbacks += 1;
            polygon.fill_each_loop()
        });
        let node = |local: u32| polygon.nodes[local as usize];
        // Where a loop passes a node twice a triangle may, too: it bounds nothing.
        let distinct = |[a, b, c]: &[Node; 3]| a != b && b != c && c != a;
        caps.triangles.extend(triangles.into_iter().map(|t| t.map(node)).filter(distinct));
    }
    caps.loops = closed;
    caps
}

/// Each loop that runs counter-clockwise, with the clockwise loops for which it is the nearest such
/// around them; a clockwise loop with none around it stands alone.
fn groups(shadows: &[Vec<[f64; 2]>], walks: &[Vec<Node>]) -> Vec<Vec<usize>> {
    let parents = nest(shadows);
    let is_outer: Vec<bool> = shadows.iter().map(|s| doubled_area(s) >= 0.0).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of = HashMap::new();
    for index in (0..walks.len()).filter(|&index| is_outer[index]) {
        group_of.insert(index, groups.len());
        groups.push(alloc::vec![index]);
    }
    for index in (0..walks.len()).filter(|&index| !is_outer[index]) {
        let mut around = parents[index];
        while let Some(outer) = around.filter(|&outer| !is_outer[outer]) {
            around = parents[outer];
        }
        match around.and_then(|outer| group_of.get(&outer)) {
            Some(&group) => groups[group].push(index),
            None => groups.push(alloc::vec![index]),
        }
    }
    groups
}

/// Joins walks that share a node into one that passes it twice: a hole that touches the loop around
/// it is a bay of that loop, which the fast path can fill.
fn splice_touching(walks: Vec<Vec<Node>>) -> Vec<Vec<Node>> {
    let mut seen = HashSet::new();
    let repeated: HashSet<Node> =
        walks.iter().flatten().copied().filter(|&node| !seen.insert(node)).collect();
    let touches = |walk: &Vec<Node>| walk.iter().any(|node| repeated.contains(node));
    let outer_touches = walks.first().is_some_and(touches);
    let (mut touching, apart): (VecDeque<_>, Vec<_>) = {
        let (touching, apart): (Vec<_>, Vec<_>) = walks.into_iter().partition(touches);
        (touching.into(), apart)
    };
    let mut joined = Vec::new();
    while let Some(mut walk) = touching.pop_front() {
        while let Some((index, from)) = touching.iter().enumerate().find_map(|(index, other)| {
            let meets = |node: &Node| repeated.contains(node) && walk.contains(node);
            Some((index, other.iter().position(meets)?))
        }) {
            let Some(mut other) = touching.remove(index) else {
                break;
            };
            other.rotate_left(from);
            let at = walk.iter().position(|&node| node == other[0]).unwrap_or(0);
            walk.splice(at..at, other);
        }
        joined.push(walk);
    }
    // The loop around the others stays first, where the fast path expects it.
    if outer_touches {
        joined.extend(apart);
        joined
    } else {
        [apart, joined].concat()
    }
}

/// A loop and its holes over local node numbers: the loops' nodes, one after another.
struct Polygon {
    nodes: Vec<Node>,
    points: Vec<[f64; 2]>,
    /// Where each loop starts, and the end.
    starts: Vec<u32>,
}

impl Polygon {
    fn new(walks: &[Vec<Node>], project: impl Fn(Node) -> [f64; 2]) -> Self {
        let nodes = walks.concat();
        let mut starts = alloc::vec![0];
        for walk in walks {
            starts.push(starts[starts.len() - 1] + walk.len() as u32);
        }
        Self {
            points: nodes.iter().map(|&node| project(node)).collect(),
            nodes,
            starts,
        }
    }

    /// The directed edges of the loops.
    fn edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.starts.windows(2).flat_map(|ends| {
            let (start, end) = (ends[0], ends[1]);
            (start..end).map(move |from| [from, if from + 1 == end { start } else { from + 1 }])
        })
    }

    /// Triangles whose boundary is the loops, by the fast path; none if it does not find any.
    fn fill(&self, fast: &mut Earcut<f64>) -> Option<Vec<[u32; 3]>> {
        let mut indices: Vec<u32> = Vec::new();
        let holes: Vec<u32> = self.starts[1..self.starts.len() - 1].to_vec();
        // About the first point: large offsets would cost the fast path its digits.
        let origin = self.points[0];
        let local = self.points.iter().map(|p| [p[0] - origin[0], p[1] - origin[1]]);
        fast.earcut(local, &holes, &mut indices);
        let mut triangles: Vec<[u32; 3]> =
            indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
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

    fn area(&self, triangles: &[[u32; 3]]) -> f64 {
        triangles
            .iter()
            .map(|t| doubled_area(&t.map(|n| self.points[n as usize])))
            .sum()
    }

    /// Whether the boundary of the triangles is the loops: integer counts of directed edges.
    fn is_bounded_by(&self, triangles: &[[u32; 3]]) -> bool {
        let mut counts = edge_counts(triangles);
        for edge in self.edges() {
            let (key, sign) = undirected(edge);
            *counts.entry(key).or_default() -= sign;
        }
        counts.into_values().all(|count| count == 0)
    }

    /// Where triangles have one long edge in place of several short ones — nodes of a loop, or a
    /// node that a bridge to a hole ran past, were dropped as lying on a straight line — replaces the
    /// triangle at the long edge by a fan over the short ones.
    ///
    /// What the boundary of the triangles lacks is then a cycle: the short edges, and the long one
    /// turned round.
    fn put_back_dropped(&self, triangles: &mut Vec<[u32; 3]>) {
        let mut at_edge: HashMap<[u32; 2], usize> = HashMap::new();
        for (index, triangle) in triangles.iter().enumerate() {
            at_edge.extend(edges_of(triangle).map(|edge| (edge, index)));
        }
        for cycle in self.missing(triangles) {
            let count = cycle.len();
            let extent = |place: usize| {
                let [from, to] = [place, place + 1].map(|at| self.points[cycle[at % count] as usize]);
                (to[0] - from[0]).abs().max((to[1] - from[1]).abs())
            };
            let Some(long) = (0..count).max_by(|&a, &b| extent(a).total_cmp(&extent(b))) else {
                continue;
            };
            let path: Vec<u32> = (0..count).map(|step| cycle[(long + 1 + step) % count]).collect();
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

    /// The directed edges that the boundary of the triangles lacks to be the loops, as simple cycles.
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
        // Every node has as many edges in as out: a walk never ends before it meets itself, and what
        // lies between is a simple cycle.
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

    /// Triangles whose boundary is the loops, whatever these are: each loop filled by itself, so that
    /// the filling of a hole lies, turned over, on that of the loop around it.
    fn fill_each_loop(&self) -> Vec<[u32; 3]> {
        let mut triangles = Vec::new();
        for ends in self.starts.windows(2) {
            let points = &self.points[ends[0] as usize..ends[1] as usize];
            let filled = ear_clip(points);
            triangles.extend(filled.into_iter().map(|t| t.map(|n| n + ends[0])));
        }
        triangles
    }
}

fn edges_of(&[a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

fn undirected([from, to]: [u32; 2]) -> ([u32; 2], i32) {
    if from < to { ([from, to], 1) } else { ([to, from], -1) }
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
