//! The cut by a convex region: the part inside and the rest.

use alloc::vec::Vec;

use transect::{Cutter, CuttingPlane, Extent, Overlap, Region};
use transect_exact::Side;

use crate::mesh::indexed::Mesh;
use crate::mesh::merge::Vanished;
use crate::mesh::parts::cut::{PlaneCut, extents, inside_and_rest};
use crate::mesh::parts::part::RegionPart;

/// A mesh cut by a convex region into the part inside and the part outside.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegionCut {
    /// The relation of the mesh to the region: `Outside` if no vertex lies in front of some plane, or if nothing of the mesh
    /// lies in front of all planes; else `Inside` if no vertex lies behind any plane, and otherwise `Meets`. So a mesh that
    /// only touches the region from outside is `Outside`.
    pub relation: Overlap,
    /// The part of the mesh in front of all planes, closed by cut faces. It has no triangles if the relation is
    /// `Outside`, and it is the whole mesh if the relation is `Inside`.
    pub inside: RegionPart,
    /// The rest of the mesh as one mesh, without walls between the pieces that different planes cut off. It is closed
    /// if the mesh is closed. Its cut faces are those of the part inside, with opposite orientation and exactly equal
    /// coordinates.
    pub outside: RegionPart,
    /// The planes that have vertices of the mesh strictly on both sides, in the order of the region. Empty unless the relation
    /// is `Meets`.
    pub cuts: Vec<PlaneCut>,
    /// The triangles of both parts that were left out because rounding made two of their corners equal.
    pub vanished: Vanished,
}

impl Mesh {
    /// Cuts this mesh by a convex region: a box, a slab, a frustum or any list of planes. Returns the part in front of
    /// all planes and the rest. Both parts of a closed mesh are closed.
    ///
    /// The parts are exact pieces of the mesh: each cut vertex is a point where planes and the surface meet, and each of its
    /// coordinates is the nearest float. So the order of the planes does not matter. Where one plane cuts, the parts follow
    /// the rules of [`Mesh::split`].
    ///
    /// Without planes, all of the mesh is inside.
    ///
    /// ```
    /// use transect::{Aabb, region::ConvexRegion};
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c| 4.0 * f64::from(c))).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?; // from 0 to 4
    /// let corner = ConvexRegion::from(Aabb::new([1.0; 3], [9.0; 3])?);
    /// let cut = cube.cut_by_region(corner.region());
    /// assert!(cut.inside.mesh.boundary().is_closed() && cut.outside.mesh.boundary().is_closed());
    /// assert_eq!((cut.inside.mesh.volume(), cut.outside.mesh.volume()), (27.0, 37.0));
    /// // The planes x ≥ 1, y ≥ 1 and z ≥ 1 cut. The planes x ≤ 9, y ≤ 9 and z ≤ 9 have nothing behind.
    /// let planes: Vec<usize> = cut.cuts.iter().map(|cut| cut.plane).collect();
    /// assert_eq!(planes, [0, 2, 4]);
    /// assert!(cut.inside.face(0).count() > 0 && cut.inside.face(1).count() == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cut_by_region(&self, region: Region<'_>) -> RegionCut {
        self.cut_by_planes(region.planes())
    }

    /// Cuts this mesh by the region in front of all given planes, like [`Mesh::cut_by_region`]. The planes may be of any kind
    /// that can cut, such as [`CuttingPlane`].
    #[must_use]
    pub fn cut_by_planes(&self, planes: &[impl Cutter]) -> RegionCut {
        let planes: Vec<CuttingPlane> = planes.iter().map(Cutter::as_given).collect();
        self.cut_with(&planes, &extents(self, &planes))
    }

    /// Cuts this mesh like [`Mesh::cut_by_planes`]. `extents` are those of the mesh for each plane.
    pub(crate) fn cut_with(&self, planes: &[CuttingPlane], extents: &[Extent]) -> RegionCut {
        let whole = |relation: Overlap| {
            let [none, all] = [RegionPart::default(), RegionPart::whole(self)];
            let is_inside = relation == Overlap::Inside;
            let [inside, outside] = if is_inside { [all, none] } else { [none, all] };
            RegionCut {
                relation,
                inside,
                outside,
                cuts: Vec::new(),
                vanished: Vanished::default(),
            }
        };
        if extents.iter().any(|extent| extent.frontmost != Side::Front) {
            return whole(Overlap::Outside);
        }
        if extents.iter().all(|extent| extent.backmost != Side::Back) {
            return whole(Overlap::Inside);
        }
        let Some(parts) = inside_and_rest(self, planes, extents) else {
            return whole(Overlap::Outside);
        };
        let mut meshes = parts.parts.into_iter().map(|(_, part)| part);
        let [inside, outside] = [(); 2].map(|()| meshes.next().unwrap_or_default());
        if inside.mesh.is_empty() {
            return whole(Overlap::Outside);
        }
        RegionCut {
            relation: Overlap::Meets,
            inside,
            outside,
            cuts: parts.cuts,
            vanished: parts.vanished,
        }
    }
}
