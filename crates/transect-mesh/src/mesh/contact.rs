//! The contact of a plane with a mesh: the numbers of vertices, edges and triangles that it meets.

use transect::{Cutter, Extent};
use transect_exact::Side;

use crate::mesh::indexed::Mesh;
use crate::mesh::one_pass::Rest;
use crate::mesh::section::{Sections, sections};
use crate::mesh::trace::{BACK, FRONT, Trace};

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

    /// Counts a vertex on each side on which a mesh beside its band has one, if the band has none there. One pass does
    /// not know their number.
    pub(crate) fn add_rest(&mut self, rest: &Rest) {
        for (index, side) in [(0, Side::Back), (2, Side::Front)] {
            let is_there = rest.reach().is_some_and(|reach| match side {
                Side::Back => reach.extent.backmost == side,
                _ => reach.extent.frontmost == side,
            });
            self.vertices[index] = self.vertices[index].max(usize::from(is_there));
        }
    }

    /// Returns the counts as seen from the front of the given plane. The trace itself is stored as seen from the
    /// plane's canonical side, which may be the back.
    pub(super) fn of(trace: &Trace<'_>) -> Self {
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
