//! The triangles of a mesh that a ray hits, in their exact order along the ray.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use transect::{Chord, LinePart, PARAMETER_ERROR, Triangle};
use transect_exact::{Side, orient3d};

use crate::mesh::indexed::Mesh;
use crate::mesh::section_index::{SectionIndex, Tree};

/// The result of a search along a line in the tree of a [`SectionIndex`].
macro_rules! search {
    ($tree:expr, $line:expr, $search:ident => $said:expr) => {
        match &$tree {
            Tree::Single(tree) => {
                let $search = tree.ray(*$line);
                $said
            }
            Tree::Double(tree) => {
                let $search = tree.ray(*$line);
                $said
            }
        }
    };
}

/// A triangle that a line, ray or segment hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The index of the triangle.
    pub triangle: usize,
    /// The parameter t of the point where the line enters the triangle, rounded as that of a [`Chord`].
    pub t: f64,
    /// The place of this point in the triangle, exactly.
    pub place: HitPlace,
    /// The side of the triangle on which the origin of the line lies, exactly: `Front` for the side to which its normal
    /// points, so that a ray hits the outside of the surface. `On` if the origin lies in the plane of the triangle.
    pub from: Side,
}

/// The place of a point in a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitPlace {
    /// The interior of the triangle, or the place at which a ray or segment begins in it.
    Interior,
    /// The edge from corner k to corner k + 1 (to corner 0 for k = 2).
    Edge(usize),
    /// A corner: 0, 1 or 2.
    Corner(usize),
}

impl<M: Borrow<Mesh>> SectionIndex<M> {
    /// Returns the triangle that a line, ray or segment hits first; of several ones that it hits in the same point, the one
    /// with the least index. The order is exact, and so is the answer that nothing is hit: there is no gap at edges and
    /// corners. A triangle in whose plane the line lies is hit where the line enters it.
    ///
    /// ```
    /// use transect::Ray;
    /// use transect_exact::Side;
    /// use transect_mesh::{HitPlace, Mesh, RawMesh, SectionIndex};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let index = SectionIndex::new(&tetrahedron);
    /// let ray = Ray::new([1.0, 1.0, -1.0], [0.0, 0.0, 2.0])?;
    /// let hit = index.first_hit(ray).expect("the ray hits the floor");
    /// assert_eq!((hit.triangle, hit.t, hit.place, hit.from), (0, 0.5, HitPlace::Interior, Side::Front));
    /// assert_eq!(index.hits(ray).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "pick")]
    #[doc(alias = "raycast")]
    #[must_use]
    pub fn first_hit(&self, line: impl Into<LinePart>) -> Option<RayHit> {
        let line = &line.into();
        search!(self.tree, line, search => search.first_by(
            |id| self.hit(line, id),
            |hit| hit.t,
            |a, b| self.order(line, a, b),
        ))
    }

    /// Returns all triangles that a line, ray or segment hits, in their exact order along it; those that it hits in the
    /// same point come in the order of their indices. A ray through an edge hits both triangles at the edge.
    #[must_use]
    pub fn hits(&self, line: impl Into<LinePart>) -> Vec<RayHit> {
        let line = &line.into();
        let mut hits = Vec::new();
        let collect = |id| {
            hits.extend(self.hit(line, id));
            ControlFlow::Continue(f64::INFINITY)
        };
        let _ = search!(self.tree, line, search => search.visit(collect));
        hits.sort_by(|a, b| self.order(line, a, b));
        hits
    }

    /// Returns one hit for each point in which a line, ray or segment enters triangles: of [`SectionIndex::hits`], the
    /// first for each point. So a ray through an edge or a corner hits it once.
    #[must_use]
    pub fn hit_points(&self, line: impl Into<LinePart>) -> Vec<RayHit> {
        let line = line.into();
        let mut hits = self.hits(line);
        hits.dedup_by(|next, hit| self.order_of_points(&line, hit, next) == Ordering::Equal);
        hits
    }

    /// Returns `true` if a line, ray or segment hits a triangle, exactly. For a shadow or a line of sight, this takes less
    /// time than the first hit.
    #[must_use]
    pub fn is_hit(&self, line: impl Into<LinePart>) -> bool {
        let line = &line.into();
        let is_hit = |id| self.hit(line, id).is_some();
        search!(self.tree, line, search => search.any(is_hit)).is_some()
    }

    fn triangle(&self, index: usize) -> Triangle {
        let corners = self.mesh().corners(index);
        Triangle::new(corners).expect("positions of a mesh are finite")
    }

    fn hit(&self, line: &LinePart, id: u32) -> Option<RayHit> {
        let index = id as usize;
        let triangle = self.triangle(index);
        let (t, face) = match line.chord(&triangle) {
            Chord::Point {
                t,
                faces: [face, _],
            } => (t, face),
            Chord::Part { enter, .. } => (enter.t, enter.face),
            _ => return None,
        };
        let place = match face.as_deref() {
            Some(&[corner]) => HitPlace::Corner(corner),
            Some(&[0, 2]) => HitPlace::Edge(2),
            Some(&[first, _]) => HitPlace::Edge(first),
            _ => HitPlace::Interior,
        };
        let origin = match line {
            LinePart::Line(line) => line.origin(),
            LinePart::Ray(ray) => ray.origin(),
            LinePart::Segment(segment) => segment.ends()[0],
        };
        let [a, b, c] = self.mesh().corners(index);
        Some(RayHit {
            triangle: index,
            t,
            place,
            from: orient3d(&a, &b, &c, &origin),
        })
    }

    /// Returns the exact order of two hits: by their points on the line, and then by their triangles.
    fn order(&self, line: &LinePart, a: &RayHit, b: &RayHit) -> Ordering {
        let of_points = self.order_of_points(line, a, b);
        of_points.then_with(|| a.triangle.cmp(&b.triangle))
    }

    /// Returns the exact order of the points of two hits on the line.
    fn order_of_points(&self, line: &LinePart, a: &RayHit, b: &RayHit) -> Ordering {
        // The parameter of a point after the start of a ray or segment is never rounded to 0.
        let is_at_start = |hit: &RayHit| hit.t == 0.0 && !matches!(line, LinePart::Line(_));
        if is_at_start(a) && is_at_start(b) {
            return Ordering::Equal;
        }
        // Parameters that have nearly underflown have larger relative errors.
        let size = a.t.abs().max(b.t.abs());
        if size > f64::MIN_POSITIVE / PARAMETER_ERROR
            && (a.t - b.t).abs() > 2.0 * PARAMETER_ERROR * size
        {
            return a.t.total_cmp(&b.t);
        }
        let triangles = [a, b].map(|hit| self.triangle(hit.triangle));
        let order = line.order_of_entries(triangles.each_ref());
        order.expect("the line hits both triangles")
    }
}
