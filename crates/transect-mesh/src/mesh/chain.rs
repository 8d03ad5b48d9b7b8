//! Joins the oriented segments of a section into loops and open polylines. This module reads only ids, not coordinates.
//!
//! A loop passes each of its nodes once. A loop that returns to a node is split there, so that bodies that touch along
//! an edge have separate outlines. The boundary of a cap is the separate loops.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by_key;

use crate::mesh::trace::{BACK, FRONT, Node, ON, PlaneEdge, Trace};

/// A region of the cutting plane whose boundary the loops follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// The region of the section as the plane is approached from behind: the material (the solid that the mesh
    /// encloses) strictly behind meets the plane in this region.
    Behind,
    /// The region of the section as the plane is approached from the front: the material (the solid that the mesh
    /// encloses) strictly in front meets the plane in this region.
    InFront,
    /// The region with material on both sides of the plane; its boundary is that of the caps.
    Both,
}

/// The oriented segments of a section, joined into walks. A walk is a list of consecutive nodes. Every segment is in
/// exactly one walk, except pairs of segments that run back and forth along one edge, which are dropped.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    /// The loops: closed walks of at least three nodes.
    pub(super) closed: Vec<Vec<Node>>,
    /// The open polylines: walks of at least two nodes that begin and end where the mesh is open.
    pub(super) open: Vec<Vec<Node>>,
}

/// The value that marks a missing segment or index.
const NONE: u32 = u32::MAX;

/// Returns the loops around the region `limit`. As seen from the plane's canonical side (see [`Trace`]), which is the
/// same for the flipped plane, the material is on the left of each loop.
pub(super) fn loops(trace: &Trace<'_>, limit: Limit) -> Loops {
    let mut segments = segments(trace, limit);
    let places = Places::of(trace, &segments);
    let mut joints = joints(&segments, &places);
    // Caps keep such pairs, because each half keeps both triangles on which they lie.
    if limit != Limit::Both {
        (segments, joints) = cancel(segments, joints, &places);
    }
    let successor = successors(trace, limit, &segments, &joints, &places);
    walk(&segments, &successor, &places)
}

/// Consecutive indices for the nodes of a section: first the crossings of edges, then the vertices in the plane in the
/// order of their ids.
struct Places {
    crossings: usize,
    vertices: Vec<u32>,
}

impl Places {
    fn of(trace: &Trace<'_>, segments: &[[Node; 2]]) -> Self {
        let mut vertices: Vec<u32> = segments
            .as_flattened()
            .iter()
            .filter_map(|node| match node {
                Node::Vertex(vertex) => Some(*vertex),
                Node::Crossing(_) => None,
            })
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        Self {
            crossings: trace.crossings.len(),
            vertices,
        }
    }

    fn count(&self) -> usize {
        self.crossings + self.vertices.len()
    }

    fn of_node(&self, node: Node) -> usize {
        match node {
            Node::Crossing(crossing) => crossing as usize,
            Node::Vertex(vertex) => {
                self.crossings + self.vertices.partition_point(|&other| other < vertex)
            }
        }
    }
}

/// Returns the oriented segments that bound a region of the plane. Segments in crossed triangles come first. Edges in
/// the plane follow, ordered by their vertex ids.
fn segments(trace: &Trace<'_>, limit: Limit) -> Vec<[Node; 2]> {
    let mut segments = trace.segments.clone();
    let mut edges: Vec<_> = trace
        .plane_edges
        .iter()
        .map(|(ends, edge)| (*ends, times(edge, limit)))
        .filter(|(_, times)| *times != 0)
        .collect();
    sort_by_key(&mut edges, |(ends, _)| *ends);
    for ([low, high], times) in edges {
        let forward = [Node::Vertex(low), Node::Vertex(high)];
        let segment = if times > 0 {
            forward
        } else {
            [forward[1], forward[0]]
        };
        segments.extend(core::iter::repeat_n(segment, times.unsigned_abs() as usize));
    }
    segments
}

/// Returns how often an edge in the plane belongs to the boundary of the region `limit`. The number is positive if the
/// boundary runs from the lesser vertex id to the greater, and negative if it runs the other way.
fn times(edge: &PlaneEdge, limit: Limit) -> i32 {
    match limit {
        Limit::Behind => edge.back,
        Limit::InFront => edge.front,
        Limit::Both => {
            // The front half consists of the triangles strictly in front, and those in the plane whose material is in
            // front. The back half consists of the corresponding triangles behind. For a closed mesh, `from_front`
            // equals `from_back`.
            let from_front = edge.front + edge.facing_back;
            let from_back = edge.back - edge.facing_front;
            if from_front.signum() == from_back.signum() {
                from_front.signum() * from_front.abs().min(from_back.abs())
            } else {
                0
            }
        }
    }
}

/// Returns, for each node of the section, the segments that arrive at the node and leave it.
fn joints(segments: &[[Node; 2]], places: &Places) -> Vec<Joint> {
    let mut joints = vec![Joint::default(); places.count()];
    for (index, [from, to]) in segments.iter().enumerate() {
        joints[places.of_node(*from)].leaves(index as u32);
        joints[places.of_node(*to)].arrives(index as u32);
    }
    joints
}

/// Removes pairs of opposite segments at nodes where several loops meet. At any other node, such a pair is a walk along
/// an edge and back, which is dropped later.
fn cancel(
    segments: Vec<[Node; 2]>,
    joints: Vec<Joint>,
    places: &Places,
) -> (Vec<[Node; 2]>, Vec<Joint>) {
    let branches = |node: Node| joints[places.of_node(node)].branches;
    let is_concerned = |[from, to]: &[Node; 2]| branches(*from) || branches(*to);
    let key = |[a, b]: [Node; 2]| if a < b { ([a, b], 1) } else { ([b, a], -1) };
    let mut net: HashMap<[Node; 2], i32> = HashMap::new();
    for &segment in segments.iter().filter(|segment| is_concerned(segment)) {
        let (ends, sign) = key(segment);
        *net.entry(ends).or_default() += sign;
    }
    if net.is_empty() {
        return (segments, joints);
    }
    let segments: Vec<_> = segments
        .into_iter()
        .filter(|&segment| {
            let (ends, sign) = key(segment);
            let Some(left) = net.get_mut(&ends) else {
                return true;
            };
            let keep = left.signum() == sign;
            if keep {
                *left -= sign;
            }
            keep
        })
        .collect();
    let joints = self::joints(&segments, places);
    (segments, joints)
}

/// Returns, for each segment, the next segment of its loop, or `NONE` if its walk ends.
fn successors(
    trace: &Trace<'_>,
    limit: Limit,
    segments: &[[Node; 2]],
    joints: &[Joint],
    places: &Places,
) -> Vec<u32> {
    let mut successor = vec![NONE; segments.len()];
    let mut branching: HashMap<Node, Branching> = HashMap::new();
    for (index, [from, to]) in segments.iter().enumerate() {
        let index = index as u32;
        let (leaving, arriving) = (&joints[places.of_node(*from)], &joints[places.of_node(*to)]);
        if leaving.branches {
            let branching = branching.entry(*from).or_default();
            branching.leaving.entry(*to).or_default().push_back(index);
        }
        if arriving.branches {
            branching
                .entry(*to)
                .or_default()
                .arriving
                .push((*from, index));
        } else {
            successor[index as usize] = arriving.leaving;
        }
    }
    if branching.is_empty() {
        return successor;
    }
    collect_fans(trace, limit, &mut branching);
    for branching in branching.into_values() {
        branching.pair(&mut successor);
    }
    successor
}

/// The segments of a section that end or begin at one node: at most one that arrives and one that leaves. If there are
/// more, `branches` is `true`.
#[derive(Clone)]
struct Joint {
    arriving: u32,
    leaving: u32,
    branches: bool,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            arriving: NONE,
            leaving: NONE,
            branches: false,
        }
    }
}

impl Joint {
    fn leaves(&mut self, segment: u32) {
        self.branches |= self.leaving != NONE;
        self.leaving = segment;
    }

    fn arrives(&mut self, segment: u32) {
        self.branches |= self.arriving != NONE;
        self.arriving = segment;
    }
}

/// A node of the section where several loops meet, or where a loop meets itself.
///
/// The surface of the mesh at the node decides which segment follows which. The triangles around the node form fans:
/// sequences of neighbours. The boundary of the surface arrives at the node along one outer edge of a fan and leaves
/// along the other.
#[derive(Default)]
struct Branching {
    arriving: Vec<(Node, u32)>,
    /// For each neighbouring node, the segments that leave the node towards this neighbour.
    leaving: HashMap<Node, VecDeque<u32>>,
    /// For each triangle piece with a corner at the node: the corner before the node as the key, and the corner after
    /// it. If bodies share an edge, a key has several entries. The entry that was added first is used first, because
    /// the triangles of one body mostly follow each other.
    wedges: HashMap<Node, VecDeque<Node>>,
}

impl Branching {
    /// Joins each arriving segment with the leaving segment at the other outer edge of its fan. The remaining segments,
    /// of an open or non-manifold surface, are joined in the order of their indices.
    fn pair(mut self, successor: &mut [u32]) {
        let mut rest = Vec::new();
        for (from, segment) in core::mem::take(&mut self.arriving) {
            match self.follow(from) {
                Some(next) => successor[segment as usize] = next,
                None => rest.push(segment),
            }
        }
        let mut leaving: Vec<u32> = self.leaving.into_values().flatten().collect();
        leaving.sort_unstable();
        for (segment, next) in rest.into_iter().zip(leaving) {
            successor[segment as usize] = next;
        }
    }

    /// Returns the segment with which the boundary leaves a fan of triangles around the node. Starts at the edge on
    /// which a segment arrives from the node `from`, and passes from triangle to triangle until an edge has a leaving
    /// segment.
    fn follow(&mut self, from: Node) -> Option<u32> {
        let mut edge = from;
        loop {
            edge = self.wedges.get_mut(&edge)?.pop_front()?;
            if let Some(segment) = self.leaving.get_mut(&edge).and_then(VecDeque::pop_front) {
                return Some(segment);
            }
        }
    }
}

fn collect_fans(trace: &Trace<'_>, limit: Limit, branching: &mut HashMap<Node, Branching>) {
    let at_crossings = branching.keys().any(|n| matches!(n, Node::Crossing(_)));
    let mut collect = |nodes: &[Node], turned: bool| {
        let count = nodes.len();
        for (index, node) in nodes.iter().enumerate() {
            if let Some(branching) = branching.get_mut(node) {
                let (before, after) = (
                    nodes[(index + count - 1) % count],
                    nodes[(index + 1) % count],
                );
                let (before, after) = if turned {
                    (after, before)
                } else {
                    (before, after)
                };
                branching.wedges.entry(before).or_default().push_back(after);
            }
        }
    };
    // The section runs along the boundary of the triangles and pieces in front, and in reverse along the boundary of
    // those behind.
    let keep = if limit == Limit::Behind { BACK } else { FRONT };
    for &index in &trace.contacts {
        let mask = trace.mask(&trace.mesh.triangles[index as usize]);
        if mask & keep != 0 && (at_crossings || mask & ON != 0) {
            let piece = trace.piece(index, keep);
            let nodes: Vec<Node> = piece.nodes().iter().map(|&(node, _)| node).collect();
            collect(&nodes, keep == BACK);
        }
    }
    if limit == Limit::Both {
        for &(index, facing) in &trace.coplanar {
            if facing == Side::Back {
                collect(
                    &trace.mesh.triangles[index as usize].each(Node::Vertex),
                    false,
                );
            }
        }
    }
}

/// Joins segments with their successors: first open walks from segments without a predecessor, then loops.
fn walk(segments: &[[Node; 2]], successor: &[u32], places: &Places) -> Loops {
    let mut has_predecessor = vec![false; segments.len()];
    for &next in successor {
        if next != NONE {
            has_predecessor[next as usize] = true;
        }
    }
    let mut visited = vec![false; segments.len()];
    let mut follow = |start: usize| {
        let mut nodes = Vec::new();
        let mut last = start;
        let mut segment = start as u32;
        while segment != NONE && !visited[segment as usize] {
            visited[segment as usize] = true;
            last = segment as usize;
            nodes.push(segments[last][0]);
            segment = successor[last];
        }
        (nodes, segments[last][1])
    };
    let mut loops = Loops::default();
    for start in (0..segments.len()).filter(|&s| !has_predecessor[s]) {
        let (mut nodes, end) = follow(start);
        nodes.push(end);
        loops.open.push(nodes);
    }
    let mut passed = vec![NONE; places.count()];
    for start in 0..segments.len() {
        let (nodes, _) = follow(start);
        split_at_repeats(nodes, places, &mut passed, &mut loops.closed);
    }
    loops
}

/// Divides a closed walk at each node to which it returns, so that no loop passes a node twice. `passed` contains, for
/// each node, its index on the current path. All its entries are `NONE` before and after the call.
fn split_at_repeats(
    walk: Vec<Node>,
    places: &Places,
    passed: &mut [u32],
    loops: &mut Vec<Vec<Node>>,
) {
    let mut path: Vec<Node> = Vec::with_capacity(walk.len());
    let mut emit = |round: Vec<Node>, passed: &mut [u32]| {
        for &node in &round {
            passed[places.of_node(node)] = NONE;
        }
        // A loop of two segments runs along an edge and back, so it bounds nothing and is dropped.
        if round.len() > 2 {
            loops.push(round);
        }
    };
    for node in walk {
        let place = places.of_node(node);
        if passed[place] != NONE {
            emit(path.split_off(passed[place] as usize), passed);
        }
        passed[place] = path.len() as u32;
        path.push(node);
    }
    emit(path, passed);
}
