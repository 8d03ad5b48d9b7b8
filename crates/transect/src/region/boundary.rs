//! Vertices, edges and faces of a region: which planes meet where, exactly; where that is, rounded.

use alloc::vec::Vec;

use crate::incidence::{
    direction, meeting_point, point_of_line, side_of_direction, side_of_parallel, side_of_way_into,
};
use crate::plane::Plane;
use crate::region::Region;
use crate::region::emptiness::is_empty;
use crate::region::skeleton::{Rim, Skeleton};
use crate::side::Side;

/// The vertices, edges and, in 3D, faces of a region; bounded or not, flat ones included.
///
/// Which planes meet in a vertex, an edge or a face is exact, repeated and redundant planes and many
/// planes in one point included; coordinates are rounded. An empty region has none of them, nor has a
/// region without corners that no two planes bound, but for its faces.
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
    /// The corners.
    pub vertices: Vec<Vertex<D>>,
    /// Segments, rays and lines between faces; in 2D in order, counter-clockwise.
    pub edges: Vec<Edge<D>>,
    /// The faces of a region of space; none in 2D, where edges are the sides.
    pub faces: Vec<Face>,
}

/// A corner of a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex<const D: usize = 3> {
    /// All planes through it, in ascending order.
    pub planes: Vec<usize>,
    /// Where it is, rounded: each coordinate is the nearest float, or where it is all but in the middle of
    /// two, one of these; infinite beyond the range of floats. So it is exact where floats can say it.
    pub point: [f64; D],
}

/// An edge of a region: a segment, a ray or a whole line.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge<const D: usize = 3> {
    /// All planes that all of it lies in, in ascending order.
    pub planes: Vec<usize>,
    /// The vertices where it begins and ends, following `direction`; none where it goes to infinity.
    pub ends: [Option<usize>; 2],
    /// A point on it, rounded: an end, or of a whole line the point nearest to the origin.
    pub point: [f64; D],
    /// Its direction, each coordinate rounded once, the largest from 1 to 2. In 2D the region is on the left.
    pub direction: [f64; D],
}

/// A face of a region of space: a polygon, bounded or not. A flat region is its own only face.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// All planes that all of it lies in, in ascending order. It is seen from behind the first.
    pub planes: Vec<usize>,
    /// Its vertices in order, counter-clockwise seen from outside.
    pub vertices: Vec<usize>,
    /// Its edges in the same order: of a bounded face, from each vertex to the next. Of an unbounded one,
    /// the first comes from infinity and the last goes there; two parallel lines follow each other.
    pub edges: Vec<usize>,
}

impl<const D: usize> Region<'_, D> {
    /// Its vertices, edges and faces. In n planes, n^D signs of degree D + 1, and more only where
    /// more than D planes meet.
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
            let through = edge.through.map(|index| planes[index]);
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
    /// Puts the edges of a region of the plane in the order in which they follow one another.
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

    /// All planes of the face that lies in a plane and has an edge there; nothing if there is no more
    /// than the edge.
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

    /// A plane through an edge that is not the same as one given.
    fn other_plane(&self, plane: usize, edge: usize) -> usize {
        let [a, b] = self.edges[edge].through;
        // The two of the edge are independent, so that one of them is of a plane.
        let is_parallel = |other| {
            let rows = [plane, other].map(|index| self.planes[index]);
            side_of_way_into(rows, rows[1]) == Side::On
        };
        if is_parallel(a) { b } else { a }
    }

    /// The ends of an edge in the order that is counter-clockwise seen from behind a plane: n_i × n_j has
    /// the plane j's front on its right, seen from in front of i.
    fn ends_seen_from(&self, plane: usize, edge: usize) -> [Option<usize>; 2] {
        let through = self.edges[edge].through.map(|index| self.planes[index]);
        let rows = [plane, self.other_plane(plane, edge)].map(|index| self.planes[index]);
        let mut ends = self.edges[edge].ends;
        if side_of_direction(rows, through) == Side::Back {
            ends.reverse();
        }
        ends
    }

    /// Faces of a region whose planes are all parallel: whole planes, without edges.
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

/// Edges of a polygon, each with its ends in order, so that each follows the one that ends where it
/// begins. The first comes from infinity if one does.
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

/// An edge and its ends, in order.
type Directed = (usize, [Option<usize>; 2]);
