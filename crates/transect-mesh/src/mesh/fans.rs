//! Splits vertices between fans of triangles (neighbours around a vertex), so that each edge of a closed mesh has
//! exactly two triangles.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;

use crate::mesh::indexed::Mesh;
use crate::mesh::radial::pairs;

/// The value that marks a half-edge without a twin (the opposite half-edge of a neighbour), and a fan without a vertex
/// id.
const NONE: u32 = u32::MAX;

/// The triangles of a mesh after some vertices were split: several vertices may have the same position.
///
/// ```
/// use transect_mesh::{Boundary, Mesh, RawMesh};
/// // Two tetrahedra share the edge from (0, 0, 0) to (0, 0, 1).
/// let mut raw = RawMesh::default();
/// for [x, y] in [[1.0, 1.0], [-1.0, -1.0]] {
///     let start = raw.positions.len() as u32;
///     raw.positions.extend([[0.0, 0.0, 0.0], [x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, 1.0]]);
///     let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
///     raw.triangles.extend(faces.map(|face: [u32; 3]| face.map(|corner| start + corner)));
/// }
/// let mesh = Mesh::new(raw)?;
/// assert!(mesh.boundary().is_closed() && !mesh.boundary().manifold);
/// let fans = mesh.fans().expect("an edge has four triangles");
/// assert_eq!((mesh.positions().len(), fans.vertices.len()), (6, 8));
/// assert!(Boundary::of(fans.vertices.len(), &fans.triangles).manifold);
/// # Ok::<(), transect_mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fans {
    /// For each vertex, the id of the vertex of the mesh at the same position. The vertices of the mesh come first,
    /// with their own ids.
    pub vertices: Vec<u32>,
    /// The triangles of the mesh, in the same order. Each has three indices into `vertices`.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Returns the triangles of a closed mesh with split vertices, so that each edge has exactly two triangles. Returns
    /// `None` if no edge has more than two triangles, or if the mesh is not closed.
    ///
    /// Around an edge with more than two triangles, two triangles with material between them are neighbours. The
    /// triangles around each end of the edge form fans of neighbours, and each fan gets a vertex of its own. So every
    /// edge has exactly two triangles, which run along it in opposite directions. Where a fan would pass an edge twice,
    /// other neighbours are paired.
    #[must_use]
    pub fn fans(&self) -> Option<Fans> {
        let boundary = self.boundary();
        if boundary.manifold || !boundary.is_closed() {
            return None;
        }
        let mut half_edges = HalfEdges::of(self);
        half_edges.separate();
        Some(half_edges.fans(self.positions().len()))
    }
}

/// The directed edges of all triangles. Edge 3t + k runs from corner k of triangle t to the next corner.
struct HalfEdges<'a> {
    triangles: &'a [[u32; 3]],
    /// For each half-edge, its twin: the opposite half-edge in the neighbouring triangle. A half-edge from a vertex to
    /// itself is its own twin.
    twins: Vec<u32>,
    /// For each half-edge from a vertex: the index of that fan around the vertex which contains the half-edge's
    /// triangle.
    fans: Vec<u32>,
    /// The number of fans, the groups of neighbouring triangles around the vertices.
    count: u32,
    /// For each edge with more than two triangles: the half-edges that run from the lesser to the greater vertex id.
    crowded: Vec<Vec<u32>>,
}

impl<'a> HalfEdges<'a> {
    fn of(mesh: &'a Mesh) -> Self {
        let triangles = mesh.triangles();
        let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * triangles.len());
        for (edge, (from, to)) in (0..).zip(
            triangles
                .iter()
                .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]),
        ) {
            if from != to {
                edges.push(([from.min(to), from.max(to)], edge));
            }
        }
        edges.sort_unstable();
        let mut twins: Vec<u32> = (0..3 * triangles.len() as u32).collect();
        let mut crowded = Vec::new();
        for group in edges.chunk_by(|a, b| a.0 == b.0) {
            // The mesh is closed, so two half-edges along an edge have opposite directions.
            if let &[(_, a), (_, b)] = group {
                (twins[a as usize], twins[b as usize]) = (b, a);
                continue;
            }
            let [low, high] = group[0].0;
            let runs_up = |&edge: &u32| triangles[edge as usize / 3][edge as usize % 3] == low;
            let group = group.iter().map(|&(_, edge)| edge);
            let (up, down): (Vec<u32>, Vec<u32>) = group.partition(runs_up);
            for (up, down) in pairs(mesh, [low, high], &up, &down) {
                twins[up as usize] = down;
                twins[down as usize] = up;
            }
            crowded.push(up);
        }
        let mut all = Self {
            triangles,
            fans: vec![NONE; twins.len()],
            twins,
            count: 0,
            crowded,
        };
        for edge in 0..all.twins.len() as u32 {
            if all.fans[edge as usize] == NONE {
                all.number(edge);
            }
        }
        all
    }

    /// Returns the next half-edge from the same vertex; it belongs to the neighbouring triangle.
    fn turned(&self, edge: u32) -> u32 {
        let twin = self.twins[edge as usize];
        if twin % 3 == 2 { twin - 2 } else { twin + 1 }
    }

    /// Gives a new number to the fan (group of neighbouring triangles) that contains the half-edge `start`.
    fn number(&mut self, start: u32) {
        let mut edge = start;
        loop {
            self.fans[edge as usize] = self.count;
            edge = self.turned(edge);
            if edge == start {
                break;
            }
        }
        self.count += 1;
    }

    /// Exchanges twins (opposite half-edges of neighbours) until no two pairs of triangles along an edge belong to the
    /// same fans at both ends of the edge.
    ///
    /// An exchange of twins cuts the fan at each end of the edge into two, and so separates two pairs of triangles. It
    /// never joins fans, so the number of exchanges is limited.
    fn separate(&mut self) {
        for up in core::mem::take(&mut self.crowded) {
            loop {
                let mut known: HashMap<[u32; 2], u32> = HashMap::new();
                let mut is_separate = true;
                for &edge in &up {
                    let ends = self.ends(edge);
                    // An exchange of twins may have changed the fans at the ends of `other` after `known` stored them.
                    // So the fans of `other` are read again.
                    match known.insert(ends, edge) {
                        Some(other) if self.ends(other) == ends => {
                            self.exchange(edge, other);
                            is_separate = false;
                        }
                        _ => {}
                    }
                }
                if is_separate {
                    break;
                }
            }
            self.crowded.push(up);
        }
    }

    /// Returns the numbers of the fans to which the triangle of a half-edge belongs, at both ends of the half-edge.
    fn ends(&self, edge: u32) -> [u32; 2] {
        [edge, self.twins[edge as usize]].each(|edge| self.fans[edge as usize])
    }

    /// Exchanges the twins of two edges that have the same fans at both ends, which cuts both fans.
    fn exchange(&mut self, a: u32, b: u32) {
        let [to_a, to_b] = [a, b].each(|edge| self.twins[edge as usize]);
        for [up, down] in [[a, to_b], [b, to_a]] {
            self.twins[up as usize] = down;
            self.twins[down as usize] = up;
        }
        self.number(a);
        self.number(to_a);
    }

    /// Returns the triangles after some vertices were split: the ends of edges with more than two triangles. Each fan
    /// (group of neighbouring triangles) around such an end gets its own vertex.
    fn fans(&self, vertices: usize) -> Fans {
        let mut is_split = vec![false; vertices];
        for edge in self.crowded.iter().filter_map(|up| up.first()) {
            for edge in [*edge, self.twins[*edge as usize]] {
                is_split[self.start(edge) as usize] = true;
            }
        }
        let mut fans = Fans {
            vertices: (0..vertices as u32).collect(),
            triangles: self.triangles.to_vec(),
        };
        // The fan of a vertex that comes first in the list of triangles keeps the id of the vertex. The other fans get
        // new ids.
        let mut is_taken = vec![false; vertices];
        let mut ids = vec![NONE; self.count as usize];
        for (edge, corner) in fans.triangles.as_flattened_mut().iter_mut().enumerate() {
            let vertex = *corner as usize;
            if !is_split[vertex] {
                continue;
            }
            let id = &mut ids[self.fans[edge] as usize];
            if *id == NONE {
                *id = if is_taken[vertex] {
                    fans.vertices.push(*corner);
                    fans.vertices.len() as u32 - 1
                } else {
                    *corner
                };
                is_taken[vertex] = true;
            }
            *corner = *id;
        }
        fans
    }

    fn start(&self, edge: u32) -> u32 {
        self.triangles[edge as usize / 3][edge as usize % 3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::boundary::Boundary;
    use crate::mesh::indexed::RawMesh;

    fn mesh(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> Mesh {
        Mesh::new(RawMesh {
            positions: positions.to_vec(),
            triangles: triangles.to_vec(),
            ..RawMesh::default()
        })
        .expect("a mesh")
    }

    /// Returns the surface of a union of unit cubes. `corners` are the cubes' corners with the least coordinates.
    fn cubes(corners: &[[i32; 3]]) -> Mesh {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for least in corners {
            let start = positions.len() as u32;
            for corner in 0..8_u32 {
                let at = |axis: usize| f64::from(least[axis]) + f64::from(corner >> axis & 1);
                positions.push([at(0), at(1), at(2)]);
            }
            let [x, y, z] = *least;
            for ([a, b, c, d], neighbour) in [
                ([0, 2, 3, 1_u32], [x, y, z - 1]),
                ([4, 5, 7, 6], [x, y, z + 1]),
                ([0, 1, 5, 4], [x, y - 1, z]),
                ([2, 6, 7, 3], [x, y + 1, z]),
                ([0, 4, 6, 2], [x - 1, y, z]),
                ([1, 3, 7, 5], [x + 1, y, z]),
            ] {
                if corners.contains(&neighbour) {
                    continue;
                }
                triangles.push([a, b, c].map(|corner| start + corner));
                triangles.push([a, c, d].map(|corner| start + corner));
            }
        }
        mesh(&positions, &triangles)
    }

    /// Checks that [`Mesh::fans`] gives each edge two triangles and keeps all positions. Returns the number of added
    /// vertices.
    fn added(mesh: &Mesh) -> usize {
        assert!(mesh.boundary().is_closed());
        let fans = mesh.fans().expect("an edge with four triangles");
        assert!(Boundary::of(fans.vertices.len(), &fans.triangles).manifold);
        let back = fans.triangles.iter();
        let back = back.map(|corners| corners.map(|corner| fans.vertices[corner as usize]));
        assert!(back.eq(mesh.triangles().iter().copied()));
        fans.vertices.len() - mesh.positions().len()
    }

    #[test]
    fn cubes_that_share_an_edge_get_vertices_of_their_own() {
        assert_eq!(added(&cubes(&[[0; 3], [1, 1, 0]])), 2);
        // Two towers of two cubes each touch along two edges, which have three vertices in all. Each of these vertices
        // is split in two.
        let towers = [[0; 3], [0, 0, 1], [1, 1, 0], [1, 1, 1]];
        assert_eq!(added(&cubes(&towers)), 3);
        // Four cubes touch each other along six edges, and all four meet in one vertex.
        let board = [[0; 3], [1, 1, 0], [1, 0, 1], [0, 1, 1]];
        assert_eq!(
            added(&cubes(&board)),
            4 * 8 - cubes(&board).positions().len()
        );
    }

    #[test]
    fn six_triangles_on_an_edge_become_three_pairs() {
        let mut positions = vec![[0.0; 3], [0.0, 0.0, 1.0]];
        let mut triangles = Vec::new();
        for [a, b] in [
            [[4.0, 0.0], [3.0, 1.0]],
            [[0.0, 4.0], [-1.0, 3.0]],
            [[-4.0, -4.0], [-3.0, -4.0_f64]],
        ] {
            let at = positions.len() as u32;
            positions.extend([[a[0], a[1], 0.0], [b[0], b[1], 0.0]]);
            triangles.extend([[0, at + 1, at], [0, at, 1], [at, at + 1, 1], [0, 1, at + 1]]);
        }
        assert_eq!(added(&mesh(&positions, &triangles)), 4);
    }

    /// Two cubes touch in an edge, between two plates that join them at both ends of the edge. The triangles around
    /// each end form one fan that passes the edge twice.
    #[test]
    fn a_body_that_touches_itself_along_an_edge_is_separated_there() {
        let plate = |z: i32| [[0, 0, z], [1, 0, z], [0, 1, z], [1, 1, z]];
        let body = [&plate(-1)[..], &[[0, 0, 0], [1, 1, 0]], &plate(1)].concat();
        assert_eq!(added(&cubes(&body)), 2);
    }

    #[test]
    fn manifold_and_open_meshes_stay_as_they_are() {
        assert_eq!(cubes(&[[0; 3]]).fans(), None);
        let positions = [
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, -1.0, 0.0],
        ];
        let book = mesh(&positions, &[[0, 1, 2], [0, 1, 3], [0, 1, 4]]);
        assert_eq!(book.fans(), None);
    }

    #[test]
    fn coincident_and_degenerate_triangles_are_separated_too() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 0.0, 0.0]];
        let twice = mesh(&positions, &[[0, 1, 2], [0, 1, 2], [0, 2, 1], [0, 2, 1]]);
        assert!(added(&twice) > 0);
        let flat = mesh(
            &positions,
            &[[0, 1, 3], [0, 1, 3], [0, 3, 1], [0, 3, 1], [2, 2, 0]],
        );
        let fans = flat.fans().expect("edges with four triangles");
        assert!(Boundary::of(fans.vertices.len(), &fans.triangles).is_closed());
    }
}
