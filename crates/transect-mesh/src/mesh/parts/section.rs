//! The section of a mesh in one plane of a region, within the region.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use transect::{Overlap, Plane, Region};
use transect_exact::Side;

use crate::mesh::contact::PlaneContact;
use crate::mesh::indexed::Mesh;
use crate::mesh::section::Sections;

impl Mesh {
    /// Returns the section in one plane of a region, within the region: the section, by this plane, of the part in
    /// front of all other planes. It has the outlines of the cut face of this plane, up to the rounding of vertices at
    /// which several planes meet. The second result has the numbers of vertices on each side of the plane, and of edges
    /// and triangles that the plane meets, in that part. Returns `None` if the plane does not meet the part in front of
    /// the other planes.
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
    /// let (sections, _) = cube.section_in_region(corner.region(), 0).expect("x = 1 meets the cube");
    /// assert_eq!(sections.on_front.area(), 9.0); // y and z from 1 to 4
    /// assert!(cube.section_in_region(corner.region(), 1).is_none()); // x = 9
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the region has no plane of this index.
    #[must_use]
    pub fn section_in_region(
        &self,
        region: Region<'_>,
        plane: usize,
    ) -> Option<(Sections, PlaneContact)> {
        let cutter = &region.planes()[plane];
        if self.reach(cutter)?.extent.side() != Side::On {
            return None;
        }
        let others = region.planes().iter().enumerate();
        // Other planes that equal this plane are left out, too. They would remove the material behind this plane. But
        // one of the returned sections is the limit of sections just behind this plane, so it needs this material.
        let is_other = |(index, other): &(usize, &Plane)| {
            *index != plane && !other.is_same_oriented_set(cutter)
        };
        let others = others.filter(is_other);
        let others: Vec<Plane> = others.map(|(_, other)| *other).collect();
        let cut = self.cut_by_region(Region::new(&others));
        let left = match cut.relation {
            Overlap::Outside => return None,
            Overlap::Inside => Cow::Borrowed(self),
            Overlap::Meets => Cow::Owned(cut.inside.mesh),
        };
        let meets = left.reach(cutter)?.extent.side() == Side::On;
        meets.then(|| left.sections_and_contact(cutter))
    }
}
