//! The outlines of the section of an open input by one plane, compared with the boundary of the cut faces.
//!
//! A cut face ends at the section. Of an open input, the section has loops and open chains. A loop that touches no open chain
//! must be filled. Another one may be filled or not, but then in both parts.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_pairs;
use transect_exact::vector::{length, sub};

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::face_triangle::FaceTriangle;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::groups::Groups;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::rest::Rest;
use crate::mesh::certificate::whole::Whole;

/// Edges between nodes or positions, with the lesser number first, and how often they are counted in this direction.
type Edges = HashMap<[u32; 2], i32>;

const KEEPS: [Side; 2] = [Side::Front, Side::Back];

/// Compares the boundary of the cut faces with the section. The first part is the one in front, the second the one behind.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    labels: &Labels<'_>,
    faces: &[FaceTriangle],
    findings: &mut Findings,
) {
    let nodes = Nodes { exact, candidates };
    let triangles = nodes.triangles();
    let claimed = nodes.claimed(&triangles, whole, labels);
    let outlines = nodes.outlines(&triangles, &claimed);
    let both_ways = nodes.passed_both_ways(&triangles);
    let parts: [Outline<'_>; 2] = [0, 1].each(|part| Outline {
        nodes: &nodes,
        outline: &outlines[part],
        both_ways: &both_ways,
        faces: boundary(faces.iter().filter(|face| face.part == part)),
    });
    let mut are_right = true;
    for (part, own) in parts.iter().enumerate() {
        for ends in own.wrong_edges() {
            let [a, b] = ends.each(|end| nodes.position(faces, end));
            let at = [0, 1, 2].each(|axis: usize| 0.5 * a[axis] + 0.5 * b[axis]);
            let way = length(&sub(&b, &a));
            findings.add(FindingKind::CapBoundary, Some(part), Some(0), Some(at), way);
            are_right = false;
        }
    }
    if are_right {
        let [front, back] = parts.each_ref().map(Outline::filled);
        let mut edges: Vec<[u32; 2]> = front.keys().copied().collect();
        sort_pairs(&mut edges);
        for ends in edges {
            if back.get(&ends).is_some_and(|times| *times != -front[&ends]) {
                let [a, b] = ends.each(|node| nodes.position(faces, nodes.number(node)));
                let way = length(&sub(&b, &a));
                findings.add(FindingKind::CapsDiffer, None, Some(0), Some(a), way);
            }
        }
    }
}

impl Nodes<'_> {
    /// Returns the position with a number, in the coordinates of the input.
    fn position(&self, faces: &[FaceTriangle], number: u32) -> [f64; 3] {
        let mut places = self.candidates.places(number);
        if let Some(place) = places.next() {
            return self.exact.space().position(place);
        }
        let mut corners = faces.iter().flat_map(|face| {
            let numbers = face.numbers.into_iter().zip(&face.corners);
            numbers.map(|(number, corner)| (number, face.part, corner))
        });
        let found = corners.find(|(own, ..)| *own == number);
        found.map_or([0.0; 3], |(_, part, corner)| self.exact.at(part, corner))
    }

    /// Returns the triangles without area that lie in the plane, each with the side of the part that has it.
    fn claimed(&self, triangles: &[u32], whole: &Whole, labels: &Labels<'_>) -> HashMap<u32, Side> {
        let mut claimed = HashMap::new();
        let is_thin = |triangle: &u32| {
            self.exact.reach(*triangle, 0) == [false; 2]
                && self.exact.side_of_flat(*triangle, 0) == Side::On
        };
        let thin: Vec<u32> = triangles.iter().copied().filter(is_thin).collect();
        if thin.is_empty() {
            return claimed;
        }
        for (part, keep) in KEEPS.into_iter().enumerate() {
            let others = whole.others[part].iter();
            let surface = others.filter(|&&index| labels.face(part, index).is_none());
            let mut rest = Rest::of(self.exact, self.candidates, part, surface);
            for &triangle in &thin {
                if !claimed.contains_key(&triangle)
                    && rest.take_polygon(&self.numbers_of_piece(triangle, keep))
                {
                    claimed.insert(triangle, keep);
                }
            }
        }
        claimed
    }

    /// Returns the edges in the plane that the surface of the part on one side leaves open, before cut faces are added.
    fn rim(&self, triangles: &[u32], keep: Side, claimed: &HashMap<u32, Side>) -> Edges {
        let mut rim = Edges::new();
        for &triangle in triangles {
            let has_thin = || *claimed.get(&triangle).unwrap_or(&Side::Back) == keep;
            if self.reaches(triangle, keep, has_thin) {
                self.add_edges_on(&self.piece(triangle, keep), |from, to| {
                    count(&mut rim, from, to, 1);
                });
            }
        }
        rim
    }

    fn add_edges_on(&self, polygon: &[u32], mut add: impl FnMut(u32, u32)) {
        for (place, &from) in polygon.iter().enumerate() {
            let to = polygon[(place + 1) % polygon.len()];
            if self.is_on(from) && self.is_on(to) {
                add(from, to);
            }
        }
    }

    /// Returns the edges at which the cut faces of both parts may end: those that are open in both, in opposite directions.
    fn outlines(&self, triangles: &[u32], claimed: &HashMap<u32, Side>) -> [Edges; 2] {
        let [mut front, back] = KEEPS.map(|keep| {
            let mut rim = self.rim(triangles, keep, claimed);
            // Cut faces close the surface, so they run along its open edges in the opposite direction.
            rim.values_mut().for_each(|times| *times = -*times);
            rim
        });
        front.retain(|ends, times| {
            let opposite = -back.get(ends).copied().unwrap_or(0);
            // Both parts have the same cut face. It ends at an edge at most as often as each of them is open there.
            *times = if times.signum() == opposite.signum() {
                times.signum() * times.abs().min(opposite.abs())
            } else {
                0
            };
            *times != 0
        });
        let back = front.iter().map(|(ends, times)| (*ends, -times)).collect();
        [front, back]
    }

    /// Returns, for each edge in the plane, the number of pairs of crossed triangles that run along it in opposite directions.
    /// The two directions of a pair cancel in the rim. One direction may belong to a loop, and the other to an open chain.
    fn passed_both_ways(&self, triangles: &[u32]) -> Edges {
        let mut ways: HashMap<[u32; 2], [i32; 2]> = HashMap::new();
        for &triangle in triangles {
            if self.exact.reach(triangle, 0) == [true, true] {
                self.add_edges_on(&self.piece(triangle, Side::Front), |from, to| {
                    if from != to {
                        let ways = ways.entry([from.min(to), from.max(to)]).or_default();
                        ways[usize::from(to < from)] += 1;
                    }
                });
            }
        }
        let both = ways.into_iter();
        both.map(|(ends, ways)| (ends, ways[0].min(ways[1])))
            .filter(|(_, times)| *times > 0)
            .collect()
    }
}

/// The outline of one part: the edges at which its cut faces may end, between nodes.
struct Outline<'e> {
    nodes: &'e Nodes<'e>,
    outline: &'e Edges,
    both_ways: &'e Edges,
    /// The boundary of the cut faces, between numbers of positions.
    faces: Edges,
}

impl Outline<'_> {
    /// Returns the edges of the outline between numbers of positions.
    fn of_positions(&self) -> Edges {
        let mut edges = Edges::new();
        for (ends, &times) in self.outline {
            let [from, to] = ends.each(|node| self.nodes.number(node));
            count(&mut edges, from, to, times);
        }
        edges
    }

    /// Counts how often each edge of the outline may be passed from its lesser number to its greater one, and how often in the
    /// opposite direction.
    fn directions(&self) -> HashMap<[u32; 2], [i32; 2]> {
        let mut directions: HashMap<[u32; 2], [i32; 2]> = HashMap::new();
        let mut add = |edge: &[u32; 2], forward: i32, backward: i32| {
            let [a, b] = edge.each(|node| self.nodes.number(node));
            let ways = directions.entry([a.min(b), a.max(b)]).or_default();
            let turned = usize::from(b < a);
            ways[turned] += forward;
            ways[1 - turned] += backward;
        };
        for (edge, &times) in self.outline {
            add(edge, times.max(0), (-times).max(0));
        }
        for (edge, &times) in self.both_ways {
            add(edge, times, times);
        }
        directions
    }

    /// Returns the edges at which the boundary of the cut faces is wrong.
    fn wrong_edges(&self) -> Vec<[u32; 2]> {
        let outline = self.of_positions();
        let mut left = outline.clone();
        for (&ends, times) in &self.faces {
            *left.entry(ends).or_default() -= times;
        }
        left.retain(|_, times| *times != 0);
        let directions = self.directions();
        // Part of the outline may lack a face. But no face may end elsewhere.
        let is_wrong = |ends: &[u32; 2], left: i32| {
            let filled = outline.get(ends).copied().unwrap_or(0) - left;
            let [forward, backward] = directions.get(ends).copied().unwrap_or_default();
            filled > forward || -filled > backward
        };
        let wrong = left.iter().filter(|(ends, times)| is_wrong(ends, **times));
        let mut wrong: Vec<[u32; 2]> = wrong.map(|(ends, _)| *ends).collect();
        if wrong.is_empty() {
            // Loops that no face fills are searched for among the nodes, because rounding may have merged their positions.
            let is_left = |&(ends, _): &(&[u32; 2], &i32)| {
                let [a, b] = ends.each(|node| self.nodes.number(node));
                a == b || left.contains_key(&[a.min(b), a.max(b)])
            };
            let edges = self.outline.iter().filter(is_left);
            let edges: Edges = edges.map(|(ends, times)| (*ends, *times)).collect();
            let loops = closed_parts(&edges).into_iter();
            let loops = loops.map(|edge| edge.each(|node| self.nodes.number(node)));
            wrong = loops.filter(|[a, b]| a != b).collect();
        }
        sort_pairs(&mut wrong);
        wrong
    }

    /// Counts how often each edge of the outline is a boundary edge of the cut faces. An edge is left out if a position of its
    /// ends belongs to several nodes.
    fn filled(&self) -> Edges {
        let mut ends: Vec<u32> = self.outline.keys().flatten().copied().collect();
        ends.sort_unstable();
        ends.dedup();
        let mut uses: HashMap<u32, usize> = HashMap::new();
        for &node in &ends {
            *uses.entry(self.nodes.number(node)).or_default() += 1;
        }
        let mut filled = Edges::new();
        for &edge in self.outline.keys() {
            let image = edge.each(|node| self.nodes.number(node));
            if image.iter().all(|number| uses[number] == 1) {
                let key = [image[0].min(image[1]), image[0].max(image[1])];
                let times = self.faces.get(&key).copied().unwrap_or(0);
                let turn = if image[0] < image[1] { 1 } else { -1 };
                filled.insert(edge, turn * times);
            }
        }
        filled
    }
}

/// Adds `times` directed edges between two numbers.
fn count(edges: &mut Edges, from: u32, to: u32, times: i32) {
    match from.cmp(&to) {
        core::cmp::Ordering::Less => *edges.entry([from, to]).or_default() += times,
        core::cmp::Ordering::Greater => *edges.entry([to, from]).or_default() -= times,
        core::cmp::Ordering::Equal => {}
    }
}

/// Returns the boundary of cut faces.
fn boundary<'f>(faces: impl Iterator<Item = &'f FaceTriangle>) -> Edges {
    let mut edges = Edges::new();
    for face in faces {
        let [a, b, c] = face.numbers;
        for [from, to] in [[a, b], [b, c], [c, a]] {
            count(&mut edges, from, to, 1);
        }
    }
    edges
}

/// Returns the edges of those connected parts of a graph in which each vertex has as many incoming as outgoing edges.
/// Such parts consist of closed loops.
fn closed_parts(edges: &Edges) -> Vec<[u32; 2]> {
    let mut groups = Groups::default();
    let mut balance: HashMap<u32, i32> = HashMap::new();
    for (&[from, to], &times) in edges {
        groups.join(from, to);
        *balance.entry(from).or_default() -= times;
        *balance.entry(to).or_default() += times;
    }
    let unbalanced = balance.into_iter().filter(|&(_, balance)| balance != 0);
    let open: HashSet<u32> = unbalanced.map(|(vertex, _)| groups.root(vertex)).collect();
    let is_closed = |ends: &&[u32; 2]| !open.contains(&groups.root_of(ends[0]));
    edges.keys().filter(is_closed).copied().collect()
}
