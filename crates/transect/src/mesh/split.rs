//! The two halves of a mesh: closed if the mesh is.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::cutter::Cutter;
use crate::mesh::attributes::{Attributes, Layer};
use crate::mesh::cap::{Caps, caps};
use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::merge::{Merged, merge_equal};
use crate::mesh::section::{Sections, sections};
use crate::mesh::trace::{BACK, FRONT, Node, Trace};
use crate::mesh::weld::key;
use crate::side::{Extent, Side};
use crate::vector::{length, scale, sub};

/// The absence of an id.
const NONE: u32 = u32::MAX;

/// A mesh cut in two, and what was met on the way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Split {
    /// What lies in front of the plane, with its caps; without triangles if nothing does.
    pub front: Mesh,
    /// What lies behind the plane, with its caps.
    pub back: Mesh,
    /// Both one-sided limits of the section.
    pub sections: Sections,
    /// The loops that the caps fill: where material lies on both sides. Material on the left, seen
    /// from the front.
    pub cap_loops: Vec<Vec<[f64; 3]>>,
    /// How many polygons of the caps the fast triangulation did not fill, and an ear clip did.
    pub cap_fallbacks: usize,
    /// The area of pieces that fell away because rounding made their vertices equal.
    pub vanished_area: f64,
    /// The cap triangles that the halves in front and behind lack, because they lay back to back with
    /// the surface: of bodies that are inside out or thinner than a rounding.
    pub folded_caps: [Vec<[[f64; 3]; 3]>; 2],
    /// What lies in the plane.
    pub contact: PlaneContact,
}

/// What of a mesh lies in a plane, and which sides its vertices take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaneContact {
    /// Vertices strictly behind, in the plane, strictly in front.
    pub vertices: [usize; 3],
    /// Edges with both ends in the plane.
    pub edges: usize,
    /// Triangles with all corners in the plane.
    pub faces: usize,
    /// Triangles that pass through the plane.
    pub crossed: usize,
}

impl PlaneContact {
    /// The sides of the backmost and of the frontmost vertex; none for a mesh without vertices.
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

    /// Whether the mesh has parts on both sides, and the plane meets none of them.
    #[must_use]
    pub fn divided(&self) -> bool {
        let [back, on, front] = self.vertices;
        back > 0 && front > 0 && on == 0 && self.crossed == 0
    }

    /// Whether the mesh reaches the plane from one side only.
    #[must_use]
    pub fn touching(&self) -> bool {
        self.extent().is_some_and(Extent::touches)
    }

    fn of(trace: &Trace<'_>) -> Self {
        Self {
            vertices: trace.counts,
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
    /// Cuts this mesh in two along a plane. Each half of a closed mesh is closed: caps (part
    /// [`CAP`]) fill what the cut opens, the same in both halves, turned over.
    ///
    /// Halves are regularised: a vertex in the plane is itself the cut vertex; a face in the plane
    /// goes to the half whose material it bounds; what merely touches the plane goes whole to its
    /// side. Flipping the plane exchanges the halves and changes nothing else. Cut vertices are
    /// rounded, and the same bits in both halves. In the figure, caps are red.
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
        let caps = caps(&trace);
        let mut halves = [half(&trace, &caps, FRONT), half(&trace, &caps, BACK)];
        if trace.flipped {
            halves.reverse();
        }
        let [(front, lost_in_front), (back, lost_behind)] = halves;
        let mut contact = PlaneContact::of(&trace);
        let mut cap_loops: Vec<Vec<[f64; 3]>> = caps
            .loops
            .iter()
            .map(|walk| walk.iter().map(|&node| trace.position(node)).collect())
            .collect();
        if trace.flipped {
            contact.vertices.reverse();
            cap_loops.iter_mut().for_each(|walk| walk.reverse());
        }
        Split {
            front,
            back,
            sections: sections(&trace, cutter.measuring_plane()),
            cap_loops,
            cap_fallbacks: caps.fallbacks,
            vanished_area: lost_in_front.vanished_area + lost_behind.vanished_area,
            folded_caps: [lost_in_front.folded_caps, lost_behind.folded_caps],
            contact,
        }
    }

    /// What of this mesh lies in a plane, and which sides its vertices take.
    #[must_use]
    pub fn contact(&self, cutter: &impl Cutter) -> PlaneContact {
        let trace = Trace::new(self, cutter);
        let mut contact = PlaneContact::of(&trace);
        if trace.flipped {
            contact.vertices.reverse();
        }
        contact
    }
}

/// One half: the triangles and pieces on the closed side `keep` (FRONT or BACK, seen from the
/// canonical side), the faces in the plane whose material lies there, and the caps; and what fell
/// away.
fn half(trace: &Trace<'_>, caps: &Caps, keep: u8) -> (Mesh, Merged) {
    let mesh = trace.mesh;
    if mesh.positions.len() == trace.counts[if keep == FRONT { 2 } else { 0 }] {
        return (mesh.clone(), Merged::default());
    }
    let mut half = Half::new(trace, keep);
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
    let first_flat = half.triangles.len();
    // The material of a face lies opposite to its outward normal.
    let facing = if keep == FRONT {
        Side::Back
    } else {
        Side::Front
    };
    for &(index, _) in trace.coplanar.iter().filter(|&&(_, side)| side == facing) {
        half.whole(index as usize);
    }
    let faces_end = half.triangles.len();
    half.caps(&caps.triangles);
    // Faces alone and caps alone hold no pairs that the mesh does not.
    let has_both = first_flat < faces_end && faces_end < half.triangles.len();
    half.finish(if has_both { first_flat } else { usize::MAX })
}

/// A half while it is being gathered.
struct Half<'t, 'm> {
    trace: &'t Trace<'m>,
    keep: u8,
    vertices: Vec<u32>,
    crossings: Vec<u32>,
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<u32>,
    rows: Vec<u32>,
    /// Rows made along cut edges, by crossing and the rows at its ends.
    cut_rows: HashMap<(u32, [u32; 2]), u32>,
    attributes: Attributes,
}

impl<'t, 'm> Half<'t, 'm> {
    fn new(trace: &'t Trace<'m>, keep: u8) -> Self {
        let source = &trace.mesh.attributes;
        Self {
            trace,
            keep,
            vertices: vec![NONE; trace.mesh.positions.len()],
            crossings: vec![NONE; trace.crossings.len()],
            positions: Vec::new(),
            triangles: Vec::new(),
            parts: Vec::new(),
            rows: vec![NONE; source.rows()],
            cut_rows: HashMap::new(),
            attributes: Attributes {
                corners: Vec::new(),
                layers: source
                    .layers
                    .iter()
                    .map(|layer| Layer {
                        meaning: layer.meaning.clone(),
                        width: layer.width,
                        values: Vec::new(),
                    })
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

    /// A row of the mesh, carried over.
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

    /// The row at a crossing, between the rows of its edge's ends in one triangle.
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
        let triangle = mesh.triangles[index].map(|v| self.id(Node::Vertex(v)));
        let rows = match mesh.attributes.corners.get(index) {
            Some(rows) => rows.map(|row| self.row(row)),
            None => [0; 3],
        };
        self.push(triangle, rows, mesh.part(index));
    }

    /// The part of a crossing triangle on the kept side: one triangle or two.
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
                    self.cut_row(crossing, ends.map(|corner| source[corner]))
                }
            };
        }
        let part = mesh.part(index);
        // The shorter diagonal of four; it is the same whichever side is called the front.
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
            let triangle @ [a, b, c] = piece.map(|slot| ids[slot]);
            // A degenerate face has degenerate pieces; they bound nothing.
            if a != b && b != c && c != a {
                self.push(triangle, piece.map(|slot| rows[slot]), part);
            }
        }
    }

    fn caps(&mut self, triangles: &[[Node; 3]]) {
        let normal = self.trace.plane.normal();
        let unit = scale(&normal, 1.0 / length(&normal));
        // Outward is away from the kept side.
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
            let triangle = nodes.map(|node| self.id(node));
            self.push(triangle, [row; 3], CAP);
        }
    }

    /// Whether no two vertices have the same position. Those of the mesh differ from each other: only
    /// crossings can have been rounded onto one another, or onto a vertex.
    fn all_differ(&self) -> bool {
        let mut crossings = HashSet::new();
        let mut made = self.crossings.iter().filter(|&&id| id != NONE);
        let position = |&id: &u32| key(&self.positions[id as usize]);
        made.all(|id| crossings.insert(position(id)))
            && !self
                .vertices
                .iter()
                .any(|id| *id != NONE && crossings.contains(&position(id)))
    }

    fn finish(self, flat_from: usize) -> (Mesh, Merged) {
        let all_differ = self.all_differ();
        let Self {
            mut positions,
            mut triangles,
            mut attributes,
            mut parts,
            ..
        } = self;
        let merged = merge_equal(
            &mut positions,
            &mut triangles,
            &mut attributes.corners,
            &mut parts,
            flat_from,
            all_differ,
        );
        if parts.iter().all(|&part| part == 0) {
            parts = Vec::new();
        }
        (
            Mesh::from_welded(positions, triangles, attributes, parts),
            merged,
        )
    }
}
