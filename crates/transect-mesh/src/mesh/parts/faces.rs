//! The faces between parts: the caps of each plane, divided by the other planes.
//!
//! The cap in a plane is a chain of triangles. It is determined by its boundary, the loops of the section. So it is
//! divided by its boundary alone: another plane divides the segments of the loops, and the ends on the common line of
//! both planes are joined along this line, by the balance of starts and ends at each of its points. No diagonal of a
//! triangle is ever divided, and each node is the meeting of at most three planes. The triangulation comes last.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::triangulation::triangulation;
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by;
use transect_exact::vector::cross;

use crate::mesh::cap_nodes::{CapNode, CapNodes};
use crate::mesh::chain::{Limit, loops};
use crate::mesh::exact_nodes::{Ends, Support};
use crate::mesh::exact_place::Place;
use crate::mesh::meetings::meeting_segments;
use crate::mesh::parts::cells::Cells;
use crate::mesh::parts::nodes::{Kind, Nodes};
use crate::mesh::parts::outline::{Line, Outline, Segment};
use crate::mesh::parts::planes::Contact;
use crate::mesh::trace::{BACK, FRONT, Node, Trace};

/// A face in a plane, between two cells.
pub(super) struct Face {
    /// The index of the plane.
    pub(super) plane: u32,
    /// The cells behind the plane and in front of it.
    pub(super) cells: [u32; 2],
    /// The triangles, oriented as the faces of the cell behind the plane.
    pub(super) triangles: Vec<[u32; 3]>,
}

/// Returns the outlines of the faces in all planes.
pub(super) fn outlines(nodes: &mut Nodes<'_, '_>, cells: &mut Cells) -> Vec<Outline> {
    let planes = nodes.planes;
    let mut outlines = Vec::new();
    for (plane, contact) in (0..).zip(&planes.contacts) {
        if let Some(trace) = contact.trace() {
            outlines.extend(Section::new(nodes, plane, trace).outlines(cells));
        }
    }
    outlines
}

/// Fills outlines. Returns the faces, and for each plane whether outlines of its section cross.
pub(super) fn faces(nodes: &mut Nodes<'_, '_>, outlines: Vec<Outline>) -> (Vec<Face>, Vec<bool>) {
    let planes = nodes.planes;
    let mut crosses = alloc::vec![false; planes.contacts.len()];
    let mut faces = Vec::with_capacity(outlines.len());
    for outline in outlines {
        let Outline { plane, cells, .. } = outline;
        let Some(trace) = planes.contacts[plane as usize].trace() else {
            continue;
        };
        let mut section = Section::new(nodes, plane, trace);
        let (triangles, does_cross) = section.filled(outline);
        crosses[plane as usize] |= does_cross;
        faces.push(Face {
            plane,
            cells,
            triangles,
        });
    }
    (faces, crosses)
}

/// The section of the mesh in a plane.
struct Section<'n, 'a, 'm> {
    nodes: &'n mut Nodes<'a, 'm>,
    plane: u32,
    trace: &'a Trace<'m>,
    /// For each segment of the section, one of its triangles. Empty until a plane divides a segment.
    triangles: HashMap<[Node; 2], u32>,
}

impl<'n, 'a, 'm> Section<'n, 'a, 'm> {
    fn new(nodes: &'n mut Nodes<'a, 'm>, plane: u32, trace: &'a Trace<'m>) -> Self {
        Self {
            nodes,
            plane,
            trace,
            triangles: HashMap::new(),
        }
    }

    /// Returns the outlines of the faces.
    fn outlines(&mut self, cells: &mut Cells) -> Vec<Outline> {
        let closed = loops(self.trace, Limit::Both).closed;
        let segments = closed.iter().flat_map(|walk| {
            let nexts = walk.iter().skip(1).chain(walk.first());
            walk.iter().zip(nexts).map(|(&from, &to)| Segment {
                ends: [from, to].each(|node| self.nodes.of_section(self.plane, node)),
                line: Line::Section([from, to]),
            })
        });
        let own_plane = self.plane;
        let mut outlines = alloc::vec![Outline {
            plane: own_plane,
            cells: [0; 2],
            segments: segments.collect(),
            is_in_loops: true,
        }];
        let planes = self.nodes.planes;
        for (plane, contact) in planes.contacts.iter().enumerate() {
            let on_both = |own: [u32; 2], cells: &mut Cells, sides: [Side; 2]| {
                [0, 1].each(|half| cells.next(plane, own[half], sides[half]))
            };
            let mut next = Vec::with_capacity(outlines.len());
            for outline in outlines {
                if outline.segments.is_empty() {
                    continue;
                }
                let Outline {
                    cells: own,
                    segments,
                    mut is_in_loops,
                    ..
                } = outline;
                let parts = match contact {
                    Contact::Whole(side) => {
                        alloc::vec![(on_both(own, cells, [*side; 2]), segments)]
                    }
                    Contact::Meets(_) if plane == self.plane as usize => {
                        alloc::vec![(on_both(own, cells, [Side::Back, Side::Front]), segments)]
                    }
                    // The section lies on one side of a parallel plane.
                    Contact::Meets(_) if !self.nodes.do_meet([own_plane, plane as u32]) => {
                        let side = self.nodes.side(segments[0].ends[0], plane as u32);
                        alloc::vec![(on_both(own, cells, [side; 2]), segments)]
                    }
                    Contact::Meets(_) => {
                        let halves = self.halves(plane as u32, segments);
                        is_in_loops &= halves.iter().any(Vec::is_empty);
                        let halves = [Side::Back, Side::Front].into_iter().zip(halves);
                        let halves = halves.filter(|(_, segments)| !segments.is_empty());
                        let halves = halves
                            .map(|(side, segments)| (on_both(own, cells, [side; 2]), segments));
                        halves.collect()
                    }
                };
                // Nothing bounds a part that no later plane divides from itself.
                let parts = parts
                    .into_iter()
                    .filter(|([behind, ahead], _)| behind != ahead || !cells.is_final(*behind));
                next.extend(parts.map(|(cells, segments)| Outline {
                    plane: own_plane,
                    cells,
                    segments,
                    is_in_loops,
                }));
            }
            outlines = next;
        }
        outlines.retain(|outline| outline.cells[0] != outline.cells[1]);
        outlines
    }

    /// Divides the boundary of a chain of triangles by another plane: returns the boundaries of the parts behind that plane
    /// and in front of it.
    fn halves(&mut self, plane: u32, segments: Vec<Segment>) -> [Vec<Segment>; 2] {
        let mut known: HashMap<u32, Side> = HashMap::new();
        let sides: Vec<[Side; 2]> = segments
            .iter()
            .map(|segment| {
                segment.ends.each(|node| {
                    *known
                        .entry(node)
                        .or_insert_with(|| self.nodes.side(node, plane))
                })
            })
            .collect();
        let has = |side: Side| sides.as_flattened().contains(&side);
        match (has(Side::Back), has(Side::Front)) {
            (false, _) => return [Vec::new(), segments],
            (true, false) => return [segments, Vec::new()],
            (true, true) => {}
        }
        let mut parts = [Vec::new(), Vec::new()];
        let part_of = |side: Side| usize::from(side == Side::Front);
        for (segment, sides) in segments.into_iter().zip(sides) {
            match sides {
                // A segment on the common line of both planes bounds no area of either part. The ends of the other
                // segments say where the parts meet the line.
                [Side::On, Side::On] => {}
                [Side::On, side] | [side, Side::On] => parts[part_of(side)].push(segment),
                [from, to] if from == to => parts[part_of(from)].push(segment),
                [from, to] => {
                    let node = self.crossing(segment.line, plane);
                    let [start, end] = segment.ends;
                    for (side, ends) in [(from, [start, node]), (to, [node, end])] {
                        parts[part_of(side)].push(segment.with_ends(ends));
                    }
                }
            }
        }
        for part in &mut parts {
            self.close(plane, part);
        }
        parts
    }

    /// Returns the node where another plane crosses a segment.
    fn crossing(&mut self, line: Line, plane: u32) -> u32 {
        match line {
            Line::Plane(other) => self.nodes.meeting([self.plane, other, plane]),
            Line::Section([Node::Vertex(from), Node::Vertex(to)]) => {
                self.nodes.on_edge([from, to], plane)
            }
            Line::Section(ends) => {
                if self.triangles.is_empty() {
                    self.triangles = triangles(self.trace);
                }
                let triangle = self.triangles[&ends];
                self.nodes.in_triangle(triangle, [self.plane, plane])
            }
        }
    }

    /// Adds the segments on the common line with another plane that close the boundary of a part on one side of that plane.
    fn close(&self, plane: u32, part: &mut Vec<Segment>) {
        let mut balances: HashMap<u32, i32> = HashMap::new();
        for segment in part.iter() {
            let [start, end] = segment.ends;
            *balances.entry(start).or_default() -= 1;
            *balances.entry(end).or_default() += 1;
        }
        let mut open: Vec<(u32, i32)> = balances.into_iter().collect();
        open.retain(|&(_, balance)| balance != 0);
        // The order of a hash map differs from run to run. Nodes at one place stay in the order of their numbers.
        open.sort_unstable();
        let axis = self.axis(plane);
        sort_by(&mut open, |a, b| self.nodes.order([a.0, b.0], axis));
        let mut arrived = 0;
        for pair in open.windows(2) {
            let [(from, balance), (to, _)] = [pair[0], pair[1]];
            // As many segments are missing between two neighbours as arrive before them and do not leave again.
            arrived += balance;
            let ends = if arrived > 0 { [from, to] } else { [to, from] };
            let line = Line::Plane(plane);
            let segment = Segment { ends, line };
            part.extend(core::iter::repeat_n(
                segment,
                arrived.unsigned_abs() as usize,
            ));
        }
    }

    /// Returns an axis to which the common line with another plane is not perpendicular.
    fn axis(&self, plane: u32) -> usize {
        let pair = [self.plane, plane];
        let [a, b] = pair.each(|plane| self.nodes.planes.cutters[plane as usize].plane().normal());
        let direction = cross(&a, &b);
        let mut axes = [0, 1, 2];
        // The largest rounded coordinate of the direction is mostly not zero, so one exact test is enough.
        axes.sort_by(|&a, &b| direction[b].abs().total_cmp(&direction[a].abs()));
        let space = self.nodes.space();
        let mut axes = axes.into_iter();
        let found = axes.find(|&axis| space.pivot(pair, axis) != Side::On);
        found.expect("planes that cross the same segments are not parallel")
    }

    /// Returns the triangles of a face, and `true` if its outlines cross.
    fn filled(&mut self, outline: Outline) -> (Vec<[u32; 3]>, bool) {
        let planes = self.nodes.planes;
        let mut own = CapNodes::new(self.trace, &planes.cutters, self.plane);
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut further: Vec<u32> = Vec::new();
        let edges = outline.joined();
        let mut number = |node: u32| match self.nodes.kind(node) {
            Kind::Vertex(vertex) => own.add(Node::Vertex(vertex)),
            Kind::Crossing(plane, crossing) if plane == self.plane => {
                own.add(Node::Crossing(crossing))
            }
            Kind::Crossing(..) | Kind::Further(_) => *numbers.entry(node).or_insert_with(|| {
                further.push(node);
                let support = Support::Place(self.nodes.place(node));
                own.add_made(support, self.nodes.position(node))
            }),
        };
        let numbered: Vec<[u32; 2]> = edges
            .iter()
            .map(|edge| edge.ends.each(&mut number))
            .collect();
        let mut filled = triangulation(&own, own.count(), &numbered);
        let crosses = filled.crosses;
        if crosses {
            let lines: HashMap<[u32; 2], Line> = numbered
                .iter()
                .zip(&edges)
                .map(|(&[a, b], segment)| ([a.min(b), a.max(b)], segment.line))
                .collect();
            for pair in meeting_segments(&own, &numbered) {
                let ends = pair.each(|segment| self.ends(lines[&segment]));
                if let [Some(first), Some(second)] = ends {
                    let (support, position) = own.meeting_of([first, second]);
                    further.push(self.nodes.add(Place::Rounded(position)));
                    own.add_made(support, position);
                }
            }
            // The new nodes lie on the edges, and the sweep divides the edges there.
            filled = triangulation(&own, own.count(), &numbered);
        }
        let node = |number: u32| match own.node(number) {
            CapNode::Node(node) => self.nodes.of_section(self.plane, node),
            CapNode::Meeting(index) => further[index as usize],
        };
        let triangles = filled.triangles.iter();
        (
            triangles.map(|triangle| triangle.each(node)).collect(),
            crosses,
        )
    }

    /// Returns the ends of a segment of the section, or `None` for a segment on the common line with another plane. No
    /// segment crosses such a line, because the line divides all segments.
    fn ends(&self, line: Line) -> Option<[Ends; 2]> {
        match line {
            Line::Section(ends) => Some(ends.each(|node| self.trace.ends(node))),
            Line::Plane(_) => None,
        }
    }
}

/// Returns the triangle of each segment of a section.
fn triangles(trace: &Trace<'_>) -> HashMap<[Node; 2], u32> {
    let crossed = trace.contacts.iter().filter(|&&triangle| {
        let mask = trace.mask(&trace.mesh.triangles[triangle as usize]);
        mask & (FRONT | BACK) == FRONT | BACK
    });
    let segment = |&triangle: &u32| {
        let piece = trace.piece(triangle, FRONT);
        let nodes = piece.nodes();
        let is_on = |node: Node| match node {
            Node::Crossing(_) => true,
            Node::Vertex(vertex) => trace.sides[vertex as usize] & (FRONT | BACK) == 0,
        };
        let leaves = (0..nodes.len())
            .find(|&index| is_on(nodes[index].0) && is_on(nodes[(index + 1) % nodes.len()].0))?;
        Some((
            [nodes[leaves].0, nodes[(leaves + 1) % nodes.len()].0],
            triangle,
        ))
    };
    crossed.filter_map(segment).collect()
}
