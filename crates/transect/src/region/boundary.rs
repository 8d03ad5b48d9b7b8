//! The vertices, edges and faces of a region. For each of them, the set of planes that contain it is exact; coordinates
//! are rounded.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::incidence::{
    direction, meeting_point, point_of_line, side_of_direction, side_of_parallel, side_of_way_into,
};
use crate::plane::Plane;
use crate::region::Region;
use crate::region::emptiness::is_empty;
use crate::region::skeleton::{Rim, Skeleton};

/// The vertices, edges and, in 3D, faces of a region. The region may be unbounded or flat.
///
/// For each vertex, edge and face, the set of planes that contain it is exact, even with repeated or redundant planes
/// and with many planes through one point. Coordinates are rounded. An empty region has no vertices, edges or faces. In
/// 3D, a region whose planes are all parallel has only faces.
///
/// ```
/// use transect::{Plane, region::Region};
/// // x, y, z ≥ 0 and x + y + z ≤ 1, and a plane that only touches a corner.
/// let planes = [
///     Plane::new([1.0, 0.0, 0.0], 0.0)?,
///     Plane::new([0.0, 1.0, 0.0], 0.0)?,
///     Plane::new([0.0, 0.0, 1.0], 0.0)?,
///     Plane::new([-1.0, -1.0, -1.0], 1.0)?,
///     Plane::new([-1.0, 0.0, 0.0], 1.0)?,
/// ];
/// let boundary = Region::new(&planes).boundary();
/// assert_eq!((boundary.vertices.len(), boundary.edges.len(), boundary.faces.len()), (4, 6, 4));
/// assert!(boundary.vertices.iter().any(|vertex| vertex.planes == [1, 2, 3, 4]));
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RegionBoundary<const D: usize = 3> {
    /// The corners of the region.
    pub vertices: Vec<Vertex<D>>,
    /// The edges of the region: segments, rays and lines. In 2D they are sorted in counter-clockwise order.
    pub edges: Vec<Edge<D>>,
    /// The faces of a 3D region. Empty in 2D, where the edges are the sides of the region.
    pub faces: Vec<Face>,
}

/// A corner of a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex<const D: usize = 3> {
    /// The indices of all planes through the vertex, in ascending order.
    pub planes: Vec<usize>,
    /// The position of the vertex, rounded: each coordinate is the float nearest to the true coordinate. If the true
    /// coordinate is almost in the middle between two floats, it is rounded to one of these two. A true coordinate that
    /// is a float is exact. Beyond the range of floats, a coordinate is infinite.
    pub point: [f64; D],
}

/// An edge of a region: a segment, a ray or a whole line.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge<const D: usize = 3> {
    /// The indices of all planes that contain the edge, in ascending order.
    pub planes: Vec<usize>,
    /// The indices of the vertices at the start and at the end of the edge, along `direction`. An end that goes to
    /// infinity has `None`.
    pub ends: [Option<usize>; 2],
    /// A rounded point on the edge: one of its vertices, or, for a whole line, its point nearest to the origin.
    pub point: [f64; D],
    /// The direction of the edge, not normalised. Each coordinate is rounded once; the largest has a magnitude from 1
    /// to 2. In 2D, the region is on the left of the edge.
    pub direction: [f64; D],
}

/// A face of a 3D region: a polygon, bounded or unbounded. A flat region has only one face, which is the region itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The indices of all planes that contain the face, in ascending order. The other fields are ordered as seen from
    /// behind the first of these planes.
    pub planes: Vec<usize>,
    /// The indices of the face's vertices, counter-clockwise when seen from outside.
    pub vertices: Vec<usize>,
    /// The indices of the face's edges, in the order of the vertices. In a bounded face, each edge runs from one vertex
    /// to the next. In an unbounded face, the first edge comes from infinity and the last goes to infinity. Where the
    /// edges are two parallel lines, either of them may be the first.
    pub edges: Vec<usize>,
}

impl<const D: usize> Region<'_, D> {
    /// Returns the vertices, edges and faces of the region. For n planes, the function computes about n^D signs of
    /// polynomials of degree D + 1. It computes more signs only where more than D planes meet in a point.
    #[must_use]
    pub fn boundary(&self) -> RegionBoundary<D> {
        let planes: Vec<&Plane<D>> = self.planes().iter().collect();
        let mut skeleton = Skeleton::of(&planes);
        if D == 2 {
            skeleton.order_edges();
        }
        let faces = match D {
            2 => Vec::new(),
            _ if skeleton.all_are_parallel => skeleton.parallel_faces(),
            _ => skeleton.faces(),
        };
        let rows = |rows: [usize; D]| rows.map(|index| planes[index]);
        let vertices: Vec<Vertex<D>> = skeleton
            .corners
            .into_iter()
            .map(|corner| Vertex {
                planes: corner.planes,
                point: meeting_point(rows(corner.rows)),
            })
            .collect();
        let edges = skeleton.edges.into_iter().map(|edge| {
            let through = edge.through.each(|index| planes[index]);
            Edge {
                planes: edge.planes,
                ends: edge.ends,
                point: match edge.ends {
                    [Some(end), _] | [None, Some(end)] => vertices[end].point,
                    [None, None] => point_of_line(&through[..D - 1]),
                },
                direction: direction(&through[..D - 1]),
            }
        });
        RegionBoundary {
            edges: edges.collect(),
            vertices,
            faces,
        }
    }
}

impl<const D: usize> Skeleton<'_, D> {
    /// Sorts the edges of a 2D region so that each edge begins where the previous one ends.
    fn order_edges(&mut self) {
        let edges = core::mem::take(&mut self.edges);
        let ends = edges.iter().map(|edge| edge.ends);
        let order = chained(ends.enumerate().collect());
        let mut edges: Vec<Option<Rim>> = edges.into_iter().map(Some).collect();
        self.edges = order
            .iter()
            .filter_map(|&(edge, _)| edges[edge].take())
            .collect();
    }

    fn faces(&self) -> Vec<Face> {
        let mut faces: Vec<Face> = Vec::new();
        for plane in 0..self.planes.len() {
            let is_known = faces.iter().any(|face| face.planes.contains(&plane));
            let mut edges =
                (0..self.edges.len()).filter(|&edge| self.edges[edge].planes.contains(&plane));
            let Some(first) = edges.next().filter(|_| !is_known) else {
                continue;
            };
            let Some(planes) = self.planes_of_face(plane, first) else {
                continue;
            };
            let directed = core::iter::once(first)
                .chain(edges)
                .map(|edge| (edge, self.ends_seen_from(plane, edge)))
                .collect();
            let order = chained(directed);
            faces.push(Face {
                planes,
                vertices: order.iter().filter_map(|&(_, [from, _])| from).collect(),
                edges: order.into_iter().map(|(edge, _)| edge).collect(),
            });
        }
        faces
    }

    // Let e be an edge on the planes i and j. Of the two directions within the plane i that are perpendicular to e, w =
    // nⱼ(nᵢ·nᵢ) − nᵢ(nᵢ·nⱼ) points to the front of the plane j. The plane i has a face at e exactly if no plane k
    // through e has nₖ·w < 0; the planes k with nₖ·w = 0 are the planes of the face. The vector nᵢ × nⱼ points along e
    // with the face on its right, seen from the front of i. Seen from outside the region, that is from behind i, the
    // face is on its left, so its edges run counter-clockwise.

    /// Returns the indices of all planes that contain the face that lies in `plane` and has the edge `edge`. Returns
    /// `None` if the region has only this edge in common with the plane.
    fn planes_of_face(&self, plane: usize, edge: usize) -> Option<Vec<usize>> {
        let planes = &self.edges[edge].planes;
        let other = self.other_plane(plane, edge);
        let mut of_face = Vec::new();
        for &index in planes {
            let rows = [self.planes[plane], self.planes[other]];
            match side_of_way_into(rows, self.planes[index]) {
                Side::Back => return None,
                Side::On => of_face.push(index),
                Side::Front => {}
            }
        }
        Some(of_face)
    }

    /// Returns a plane that contains an edge and is not parallel to the plane `plane`.
    fn other_plane(&self, plane: usize, edge: usize) -> usize {
        let [a, b] = self.edges[edge].through;
        // The two planes that define the edge are not parallel to each other, so at most one of them is parallel to
        // `plane`.
        let is_parallel = |other| {
            let rows = [plane, other].each(|index| self.planes[index]);
            side_of_way_into(rows, rows[1]) == Side::On
        };
        if is_parallel(a) { b } else { a }
    }

    /// Returns the start and the end of an edge of a face in `plane`, ordered so that they are counter-clockwise around
    /// the face when seen from behind the plane. To decide the order, the edge's direction is compared with n_i × n_j,
    /// where i is this plane and j another plane of the edge. Seen from the front of plane i, this vector has the front
    /// of plane j on its right.
    fn ends_seen_from(&self, plane: usize, edge: usize) -> [Option<usize>; 2] {
        let through = self.edges[edge].through.each(|index| self.planes[index]);
        let rows = [plane, self.other_plane(plane, edge)].each(|index| self.planes[index]);
        let mut ends = self.edges[edge].ends;
        if side_of_direction(rows, through) == Side::Back {
            ends.reverse();
        }
        ends
    }

    /// Returns the faces of a region whose planes are all parallel. Each face is a whole plane without edges.
    fn parallel_faces(&self) -> Vec<Face> {
        let mut faces: Vec<Face> = Vec::new();
        if is_empty(self.planes) {
            return faces;
        }
        for plane in 0..self.planes.len() {
            let side = |index: usize| side_of_parallel(self.planes[plane], self.planes[index]);
            let others = 0..self.planes.len();
            let is_known = faces.iter().any(|face| face.planes.contains(&plane));
            if !is_known && others.clone().all(|index| side(index) != Side::Back) {
                faces.push(Face {
                    planes: others.filter(|&index| side(index) == Side::On).collect(),
                    vertices: Vec::new(),
                    edges: Vec::new(),
                });
            }
        }
        faces
    }
}

/// Sorts the directed edges of a polygon so that each edge begins where the previous one ends.
/// If an edge comes from infinity, it is the first.
fn chained(mut edges: Vec<Directed>) -> Vec<Directed> {
    let mut order = Vec::with_capacity(edges.len());
    while !edges.is_empty() {
        let first = edges.iter().position(|(_, [from, _])| from.is_none());
        let mut next = edges.remove(first.unwrap_or(0));
        loop {
            let [_, to] = next.1;
            order.push(next);
            let following = edges
                .iter()
                .position(|&(_, [from, _])| from.is_some() && from == to);
            match following {
                Some(place) => next = edges.remove(place),
                None => break,
            }
        }
    }
    order
}

/// The index of an edge, and the indices of its start and end vertices.
type Directed = (usize, [Option<usize>; 2]);
