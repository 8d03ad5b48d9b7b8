//! The two halves of a mesh. The halves of a closed mesh are closed.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::cutter::Cutter;
use crate::mesh::attributes::{AttributeLayer, Attributes};
use crate::mesh::cap::{Caps, caps};
use crate::mesh::cap_nodes::CapNode;
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::merge::{Vanished, merge_equal};
use crate::mesh::section::{Sections, sections};
use crate::mesh::trace::{BACK, FRONT, Node, Trace};
use crate::mesh::unrounded::Unrounded;
use crate::mesh::weld::all_differ;
use crate::side::{Extent, Side};
use crate::vector::{length, scale, sub};

/// The value that marks a missing id.
const NONE: u32 = u32::MAX;

/// A mesh cut into two halves, with its section and other results of the cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Split {
    /// The half in front of the plane, with its caps. It has no triangles if the mesh has nothing in front.
    pub front: Mesh,
    /// The half behind the plane, with its caps. It has no triangles if the mesh has nothing behind.
    pub back: Mesh,
    /// The section of the mesh as two one-sided limits: as the plane is approached from behind and from the front.
    pub sections: Sections,
    /// The loops that the caps fill. They bound the part of the plane that has material (the solid that the mesh
    /// encloses) on both sides. Seen from the front, the material lies on the left of each loop.
    pub cap_loops: Vec<Vec<[f64; 3]>>,
    /// `true` if loops of the caps cross, because the mesh crosses itself. The points where they cross are vertices of the
    /// caps.
    pub caps_cross: bool,
    /// The triangles, of both halves, that were left out because rounding made two of their corners equal.
    pub vanished: Vanished,
    /// The number of vertices on each side of the plane, of edges in the plane, and of triangles that lie in it or pass
    /// through it.
    pub contact: PlaneContact,
}

/// The number of a mesh's vertices on each side of a plane, of its edges in the plane, and of its triangles that lie in
/// it or pass through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaneContact {
    /// The number of vertices strictly behind, in the plane, and strictly in front, in this order.
    pub vertices: [usize; 3],
    /// The number of edges with both ends in the plane.
    pub edges: usize,
    /// The number of triangles with all corners in the plane.
    pub faces: usize,
    /// The number of triangles that pass through the plane, with corners strictly on both sides.
    pub crossed: usize,
}

impl PlaneContact {
    /// Returns the sides of the mesh's backmost and frontmost vertices, or `None` for a mesh without vertices.
    #[must_use]
    pub fn extent(&self) -> Option<Extent> {
        let sides = [Side::Back, Side::On, Side::Front];
        let taken = |&(side, count): &(Side, usize)| (count > 0).then_some(side);
        let counted: [(Side, usize); 3] = core::array::from_fn(|i| (sides[i], self.vertices[i]));
        Some(Extent {
            backmost: counted.iter().find_map(taken)?,
            frontmost: counted.iter().rev().find_map(taken)?,
        })
    }

    /// Returns `true` if the plane runs between separate parts of the mesh: vertices lie strictly on both sides, but no
    /// vertex lies in the plane and no triangle crosses it.
    #[must_use]
    pub fn divided(&self) -> bool {
        let [back, on, front] = self.vertices;
        back > 0 && front > 0 && on == 0 && self.crossed == 0
    }

    /// Returns `true` if the mesh has vertices in the plane, but not strictly on both sides of the plane.
    #[must_use]
    pub fn touching(&self) -> bool {
        self.extent().is_some_and(Extent::touches)
    }

    /// Returns the counts as seen from the front of the given plane. The trace itself is stored as seen from the
    /// plane's canonical side, which may be the back.
    fn of(trace: &Trace<'_>) -> Self {
        Self::seen_from(trace, trace.flipped)
    }

    /// Returns the counts as seen from the trace's canonical side, or from the other side if `flipped` is `true`.
    pub(super) fn seen_from(trace: &Trace<'_>, flipped: bool) -> Self {
        let mut vertices = trace.counts;
        if flipped {
            vertices.reverse();
        }
        Self {
            vertices,
            edges: trace.plane_edges.len(),
            faces: trace.coplanar.len(),
            crossed: trace
                .contacts
                .iter()
                .filter(|&&t| {
                    let mask = trace.mask(&trace.mesh.triangles[t as usize]);
                    mask & (FRONT | BACK) == FRONT | BACK
                })
                .count(),
        }
    }
}

impl Mesh {
    /// Cuts this mesh into two halves along a plane.
    /// The halves of a closed mesh are closed: caps (part [`CAP`]) fill the openings of the cut.
    /// Both halves have the same caps, with opposite orientation. In the figure, caps are red.
    ///
    /// Caps cover each point of the plane as often as the section winds around it. Nothing is left out but triangles of
    /// which rounding made two corners equal:
    ///
    /// * A vertex in the plane is itself the cut vertex.
    /// * A face in the plane goes to the half whose material it bounds.
    /// * A triangle that only touches the plane is not divided and goes to the half on its side.
    ///
    /// Flipping the plane exchanges the halves and changes nothing else. Cut vertices are rounded. Both halves have the
    /// same bits for each cut vertex.
    ///
    #[cfg_attr(doc, doc = include_str!("../../figures/split.svg"))]
    ///
    /// ```
    /// use transect::{Plane, mesh::{Mesh, RawMesh}};
    /// # let positions = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let split = tetrahedron.split(&"z = 3".parse::<Plane>()?);
    /// assert!(split.front.boundary().is_closed() && split.back.boundary().is_closed());
    /// assert_eq!((tetrahedron.volume(), split.front.volume(), split.back.volume()), (36.0, 4.5, 31.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn split(&self, cutter: &impl Cutter) -> Split {
        let trace = Trace::new(self, cutter);
        let caps = caps(&trace, cutter);
        let mut halves = [FRONT, BACK].each(|keep| half(&trace, cutter, &caps, keep));
        if trace.flipped {
            halves.reverse();
        }
        let [(front, vanished_in_front), (back, vanished_behind)] = halves;
        let mut cap_loops: Vec<Vec<[f64; 3]>> = caps
            .loops
            .iter()
            .map(|walk| walk.iter().map(|&node| trace.position(node)).collect())
            .collect();
        if trace.flipped {
            cap_loops.iter_mut().for_each(|walk| walk.reverse());
        }
        Split {
            front,
            back,
            sections: sections(&trace, cutter.measuring_plane()),
            cap_loops,
            caps_cross: !caps.meetings.is_empty(),
            vanished: vanished_in_front.plus(vanished_behind),
            contact: PlaneContact::of(&trace),
        }
    }

    /// Counts the vertices of this mesh on each side of a plane, its edges in the plane, and its triangles that lie in
    /// the plane or pass through it.
    #[must_use]
    pub fn contact(&self, cutter: &impl Cutter) -> PlaneContact {
        PlaneContact::of(&Trace::new(self, cutter))
    }

    /// Returns the sections, and the counts of the vertices, edges and triangles that the plane meets. A single pass
    /// over the mesh computes both.
    pub(crate) fn sections_and_contact(&self, cutter: &impl Cutter) -> (Sections, PlaneContact) {
        let trace = Trace::new(self, cutter);
        let sections = sections(&trace, cutter.measuring_plane());
        (sections, PlaneContact::of(&trace))
    }
}

/// Builds one half; also returns the triangles that rounding removed from it. The half has the triangles and pieces on the side `keep`, the faces in the plane whose material lies on that side, and the caps.
/// `keep` is FRONT or BACK, as seen from the plane's canonical side (see [`Trace`]), which is the same for the flipped
/// plane.
fn half(trace: &Trace<'_>, cutter: &impl Cutter, caps: &Caps, keep: u8) -> (Mesh, Vanished) {
    let mesh = trace.mesh;
    if mesh.positions.len() == trace.counts[if keep == FRONT { 2 } else { 0 }] {
        return (mesh.clone(), Vanished::default());
    }
    let mut half = Half::new(trace, keep, caps);
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        let mask = trace.mask(triangle);
        if mask & keep == 0 {
            continue;
        }
        if mask & (FRONT | BACK) == keep {
            half.whole(index);
        } else {
            half.piece(index);
        }
    }
    // The outward normal of a face points away from the material, so a face in the plane that belongs to this half
    // faces the other side.
    let facing = if keep == FRONT {
        Side::Back
    } else {
        Side::Front
    };
    for &(index, _) in trace.coplanar.iter().filter(|&&(_, side)| side == facing) {
        half.whole(index as usize);
    }
    half.add_caps();
    half.finish(cutter)
}

/// One half of a mesh while it is built.
struct Half<'t, 'm> {
    trace: &'t Trace<'m>,
    caps: &'t Caps,
    keep: u8,
    vertices: Vec<u32>,
    crossings: Vec<u32>,
    meetings: Vec<u32>,
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<u32>,
    rows: Vec<u32>,
    /// The attribute rows that were created where edges cross the plane. A key consists of the crossing's index and of
    /// the attribute rows at the ends of its edge.
    cut_rows: HashMap<(u32, [u32; 2]), u32>,
    attributes: Attributes,
}

impl<'t, 'm> Half<'t, 'm> {
    /// Returns an empty half, with memory for its vertices and triangles.
    fn new(trace: &'t Trace<'m>, keep: u8, caps: &'t Caps) -> Self {
        let source = &trace.mesh.attributes;
        let [back, on, front] = trace.counts;
        let met = trace.contacts.len();
        let in_front = trace.strictly_in_front;
        let (vertices, triangles) = match keep {
            FRONT => (front, in_front),
            // A mesh without vertices behind has no triangles behind.
            _ if back == 0 => (0, 0),
            _ => (back, trace.mesh.triangles.len() - met - in_front),
        };
        // A triangle that the plane meets has at most two pieces in the half.
        let triangles = triangles + 2 * met + caps.triangles.len();
        Self {
            trace,
            caps,
            keep,
            vertices: vec![NONE; trace.mesh.positions.len()],
            crossings: vec![NONE; trace.crossings.len()],
            meetings: vec![NONE; caps.meetings.len()],
            positions: Vec::with_capacity(vertices + on + trace.crossings.len()),
            triangles: Vec::with_capacity(triangles),
            parts: Vec::with_capacity(triangles),
            rows: vec![NONE; source.rows()],
            cut_rows: HashMap::new(),
            attributes: Attributes {
                corners: Vec::new(),
                layers: source
                    .layers
                    .iter()
                    .map(AttributeLayer::without_rows)
                    .collect(),
            },
        }
    }

    fn id(&mut self, node: Node) -> u32 {
        let slot = match node {
            Node::Vertex(vertex) => &mut self.vertices[vertex as usize],
            Node::Crossing(crossing) => &mut self.crossings[crossing as usize],
        };
        if *slot == NONE {
            *slot = self.positions.len() as u32;
            self.positions.push(self.trace.position(node));
        }
        *slot
    }

    fn cap_id(&mut self, node: CapNode) -> u32 {
        let meeting = match node {
            CapNode::Node(node) => return self.id(node),
            CapNode::Meeting(meeting) => meeting as usize,
        };
        if self.meetings[meeting] == NONE {
            self.meetings[meeting] = self.positions.len() as u32;
            self.positions.push(self.caps.meetings[meeting]);
        }
        self.meetings[meeting]
    }

    /// Returns the index that an attribute row of the mesh has in the half. The row is copied to the half when it is
    /// first needed.
    fn row(&mut self, row: u32) -> u32 {
        if self.rows[row as usize] == NONE {
            self.rows[row as usize] = self.attributes.rows() as u32;
            let source = &self.trace.mesh.attributes.layers;
            for (layer, source) in self.attributes.layers.iter_mut().zip(source) {
                layer.values.extend_from_slice(source.row(row));
            }
        }
        self.rows[row as usize]
    }

    /// Returns the index of the attribute row at a crossing. The row is interpolated between the rows `ends`, which a
    /// triangle has at the ends of the edge.
    fn cut_row(&mut self, crossing: u32, ends: [u32; 2]) -> u32 {
        let next = self.attributes.rows() as u32;
        let row = *self.cut_rows.entry((crossing, ends)).or_insert(next);
        if row == next {
            let parameter = self.trace.crossings[crossing as usize].parameter;
            let source = &self.trace.mesh.attributes.layers;
            for (layer, source) in self.attributes.layers.iter_mut().zip(source) {
                layer.push_between(source, ends, parameter);
            }
        }
        row
    }

    fn push(&mut self, triangle: [u32; 3], rows: [u32; 3], part: u32) {
        self.triangles.push(triangle);
        self.parts.push(part);
        if !self.attributes.layers.is_empty() {
            self.attributes.corners.push(rows);
        }
    }

    fn whole(&mut self, index: usize) {
        let mesh = self.trace.mesh;
        let triangle = mesh.triangles[index].each(|v| self.id(Node::Vertex(v)));
        let rows = match mesh.attributes.corners.get(index) {
            Some(rows) => rows.each(|row| self.row(row)),
            None => [0; 3],
        };
        self.push(triangle, rows, mesh.part(index));
    }

    /// Adds the part of a crossed triangle on the side `keep`, as one or two triangles.
    fn piece(&mut self, index: usize) {
        let mesh = self.trace.mesh;
        let corners = mesh.triangles[index];
        let source_rows = mesh.attributes.corners.get(index).copied();
        let piece = self.trace.piece(index as u32, self.keep);
        let mut ids = [0; 4];
        let mut rows = [0; 4];
        let nodes = piece.nodes();
        for (slot, &(node, place)) in nodes.iter().enumerate() {
            ids[slot] = self.id(node);
            rows[slot] = match (source_rows, node) {
                (None, _) => 0,
                (Some(source), Node::Vertex(_)) => self.row(source[place]),
                (Some(source), Node::Crossing(crossing)) => {
                    let (from, to) = (place - 3, (place - 2) % 3);
                    let [first, _] = self.trace.crossings[crossing as usize].ends;
                    let ends = if corners[from] == first {
                        [from, to]
                    } else {
                        [to, from]
                    };
                    self.cut_row(crossing, ends.each(|corner| source[corner]))
                }
            };
        }
        let part = mesh.part(index);
        // A piece of a triangle with four corners is divided along its shorter diagonal, which does not change if the
        // plane is flipped.
        let distance = |a: usize, b: usize| {
            length(&sub(
                &self.trace.position(nodes[a].0),
                &self.trace.position(nodes[b].0),
            ))
        };
        let pieces: &[[usize; 3]] = match nodes.len() {
            4 if distance(0, 2) <= distance(1, 3) => &[[0, 1, 2], [0, 2, 3]],
            4 => &[[0, 1, 3], [1, 2, 3]],
            _ => &[[0, 1, 2]],
        };
        for piece in pieces {
            let triangle @ [a, b, c] = piece.each(|slot| ids[slot]);
            // The pieces of a triangle with two equal vertices may be degenerate, too. They bound nothing and are left
            // out.
            if a != b && b != c && c != a {
                self.push(triangle, piece.each(|slot| rows[slot]), part);
            }
        }
    }

    fn add_caps(&mut self) {
        let triangles = &self.caps.triangles;
        let normal = self.trace.plane.normal();
        let unit = scale(&normal, 1.0 / length(&normal));
        // The outward normal of a cap points away from the half, to the other side of the plane.
        let outward = if self.keep == BACK {
            unit
        } else {
            scale(&unit, -1.0)
        };
        let row = self.attributes.rows() as u32;
        if !triangles.is_empty() {
            let source = &self.trace.mesh.attributes.layers;
            for (layer, source) in self.attributes.layers.iter_mut().zip(source) {
                layer.push_cap(&outward, &source.mean());
            }
        }
        for &[a, b, c] in triangles {
            let nodes = if self.keep == BACK {
                [a, b, c]
            } else {
                [a, c, b]
            };
            let triangle = nodes.each(|node| self.cap_id(node));
            self.push(triangle, [row; 3], CAP);
        }
    }

    /// Returns `true` if no two vertices of the half have the same position. The vertices of the mesh differ from each
    /// other. Only a crossing or a meeting may have been rounded to the position of another one or of a vertex.
    fn all_differ(&self) -> bool {
        let made = |id: &&u32| **id != NONE;
        let position = |id: &u32| &self.positions[*id as usize];
        let rounded = self.crossings.iter().chain(&self.meetings);
        all_differ(
            rounded.filter(made).map(position),
            self.vertices.iter().filter(made).map(position),
        )
    }

    fn finish(self, cutter: &impl Cutter) -> (Mesh, Vanished) {
        let all_differ = self.all_differ();
        let Self {
            trace,
            caps,
            vertices,
            crossings,
            meetings,
            mut positions,
            mut triangles,
            mut attributes,
            mut parts,
            ..
        } = self;
        let mut vanished = Vanished::default();
        if !all_differ {
            let vertices = (0..).map(Node::Vertex).zip(vertices);
            let crossings = (0..).map(Node::Crossing).zip(crossings);
            let nodes = vertices
                .chain(crossings)
                .map(|(node, id)| (CapNode::Node(node), id));
            let nodes = nodes.chain((0..).map(CapNode::Meeting).zip(meetings));
            let nodes = nodes.filter(|&(_, id)| id != NONE);
            let unrounded = Unrounded::of(trace, cutter, caps, positions.len(), nodes);
            vanished = merge_equal(
                &mut positions,
                &mut triangles,
                &mut attributes.corners,
                &mut [&mut parts],
                |_, triangle| unrounded.area(triangle),
            );
        }
        if parts.iter().all(|&part| part == 0) {
            parts = Vec::new();
        }
        (
            Mesh::from_welded(positions, triangles, attributes, parts),
            vanished,
        )
    }
}
