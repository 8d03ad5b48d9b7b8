//! Convex polyhedra, stored with their faces.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::coordinates::Coordinates;
use crate::corner_graph::CornerGraph;
use crate::polytope::{Polytope, VectorSum, View};
use crate::region::{HullError, face_corners};
use crate::shape::{Shape, by_points};

/// A convex polyhedron: vertices and faces. A face is a list of its corners, in counter-clockwise order seen from
/// outside.
///
/// Each edge belongs to two faces, once in each direction. A convex hull is exactly convex, and each of its faces lies
/// in one plane. If a plane cuts a part off, the new vertices of the part are rounded, so its faces are flat and its
/// edges convex only up to rounding. As a shape, a polyhedron is the convex hull of its vertices, and the side of this
/// hull relative to a plane is exact.
///
/// A hull with at least 30 vertices also keeps its edges, vertex by vertex. [`overlap`](crate::overlap) and
/// [`separation`](crate::separation) then climb along edges to extreme vertices, and so compare few of many vertices.
/// Parts of a hull and polyhedra that were read from a file do not keep their edges.
///
/// ```
/// use transect::{ConvexPolyhedron, Plane, ShapeSplit};
/// let cube: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
/// let cube = ConvexPolyhedron::hull_of(&cube)?;
/// assert_eq!((cube.vertices().len(), cube.faces().len()), (8, 6));
/// // The plane passes through the middles of six edges.
/// let ShapeSplit::Halves { front, section: cut, .. } = Plane::new([2.0, 2.0, 2.0], -3.0)?.split(&cube) else { panic!() };
/// assert_eq!((cut.len(), front.vertices().len(), front.faces().len()), (6, 10, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ConvexPolyhedron {
    vertices: Vec<[f64; 3]>,
    faces: Vec<Vec<usize>>,
    /// The edges, if the polyhedron is known to be exactly convex and has many vertices.
    graph: Option<CornerGraph<3>>,
}

impl ConvexPolyhedron {
    /// Returns the exact convex hull of points. All points in the plane of a face belong to this one face. Points in
    /// the interior of the hull, of its faces or of its edges are not vertices.
    ///
    /// # Errors
    /// Returns [`HullError::NotFinite`] if a coordinate is NaN or infinite, and [`HullError::Flat`] if all points lie
    /// in one plane.
    pub fn hull_of(points: &[impl Coordinates<3>]) -> Result<Self, HullError> {
        let (points, faces) = face_corners(&Coordinates::all(points))?;
        let mut hull = Self::of_faces(&points, faces);
        hull.graph = CornerGraph::of(&hull.vertices, &hull.faces);
        Ok(hull)
    }

    /// Returns the polyhedron with these faces. Its vertices are the points that the faces use; all other points are
    /// left out.
    pub(crate) fn of_faces(points: &[[f64; 3]], mut faces: Vec<Vec<usize>>) -> Self {
        let mut places = vec![usize::MAX; points.len()];
        for &vertex in faces.iter().flatten() {
            places[vertex] = 0;
        }
        let mut vertices = Vec::new();
        for (point, place) in points.iter().zip(&mut places) {
            if *place == 0 {
                *place = vertices.len();
                vertices.push(*point);
            }
        }
        for vertex in faces.iter_mut().flatten() {
            *vertex = places[*vertex];
        }
        Self {
            vertices,
            faces,
            graph: None,
        }
    }

    /// Returns the vertices of the polyhedron.
    #[must_use]
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// Returns the faces. Each face is a list of vertex indices, counter-clockwise seen from outside.
    #[must_use]
    pub fn faces(&self) -> &[Vec<usize>] {
        &self.faces
    }
}

/// Polyhedra are equal if they have the same vertices and faces in the same order.
impl PartialEq for ConvexPolyhedron {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.faces == other.faces
    }
}

impl fmt::Debug for ConvexPolyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConvexPolyhedron")
            .field("vertices", &self.vertices)
            .field("faces", &self.faces)
            .finish_non_exhaustive()
    }
}

impl Shape<3> for ConvexPolyhedron {
    by_points!(vertices, 3, extent_of_points);
}

impl Polytope<3> for ConvexPolyhedron {
    fn corner_count(&self) -> usize {
        self.vertices.len()
    }

    fn corner(&self, index: usize) -> VectorSum<3> {
        VectorSum::of(self.vertices[index])
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, 3> {
        match &self.graph {
            Some(graph) => View::Polyhedron(&self.vertices, graph),
            None => View::Points(&self.vertices),
        }
    }

    fn edges(&self) -> Vec<[usize; 2]> {
        let of_face = |face: &Vec<usize>| {
            let ends = |place: usize| [face[place], face[(place + 1) % face.len()]];
            (0..face.len()).map(ends).collect::<Vec<_>>()
        };
        let edges = self.faces.iter().flat_map(of_face);
        edges.filter(|[from, to]| from < to).collect()
    }
}
