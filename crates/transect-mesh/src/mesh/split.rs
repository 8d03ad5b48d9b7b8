//! The two halves of a mesh. The halves of a closed mesh are closed.

use alloc::vec::Vec;

use transect::Cutter;

use crate::mesh::contact::PlaneContact;
use crate::mesh::indexed::Mesh;
use crate::mesh::merge::Vanished;
use crate::mesh::parts::cut::{Halves, halves};
use crate::mesh::section::{Sections, sections};
use crate::mesh::trace::Trace;

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
    /// `true` if loops of the caps cross, because the mesh crosses itself. The points where they cross are vertices of
    /// the caps.
    pub caps_cross: bool,
    /// The triangles, of both halves, that were left out because rounding made two of their corners equal.
    pub vanished: Vanished,
    /// The number of vertices on each side of the plane, of edges in the plane, and of triangles that lie in it or pass
    /// through it.
    pub contact: PlaneContact,
}

impl Mesh {
    /// Cuts this mesh into two halves along a plane.
    /// The halves of a closed mesh are closed: caps (part [`CAP`](crate::mesh::CAP)) fill the openings of the cut.
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
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let split = tetrahedron.split(&"z = 3".parse::<Plane>()?);
    /// assert!(split.front.boundary().is_closed() && split.back.boundary().is_closed());
    /// assert_eq!((tetrahedron.volume(), split.front.volume(), split.back.volume()), (36.0, 4.5, 31.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias = "slice_plane")]
    #[doc(alias = "clip_mesh")]
    #[doc(alias = "cut")]
    #[doc(alias = "slice")]
    pub fn split(&self, cutter: &impl Cutter) -> Split {
        let plane = cutter.as_given();
        let trace = Trace::new(self, &plane);
        let Halves {
            behind,
            ahead,
            mut loops,
            caps_cross,
            trace,
        } = halves(trace, &plane);
        let [front, back] = if trace.flipped {
            loops.iter_mut().for_each(|points| points.reverse());
            [behind, ahead]
        } else {
            [ahead, behind]
        };
        Split {
            vanished: front.vanished.plus(back.vanished),
            front: front.mesh,
            back: back.mesh,
            sections: sections(&trace, plane.plane()),
            cap_loops: loops,
            caps_cross,
            contact: PlaneContact::of(&trace),
        }
    }
}
