//! The cuts by the planes of a region, one after another.

use alloc::vec::Vec;

use hashbrown::HashSet;

use crate::mesh::indexed::{CAP, Mesh};
use crate::mesh::merge::Vanished;
use crate::mesh::region_cut::labels::Labels;
use crate::mesh::region_cut::outside::Outside;
use crate::mesh::region_cut::part::RegionPart;
use crate::mesh::split::{PlaneContact, Split};
use crate::mesh::weld::{Key, key};
use crate::plane::Plane;
use crate::region::{Overlap, Region};
use crate::side::Side;

/// A mesh cut by a convex region into the part inside and the part outside.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegionCut {
    /// The relation of the mesh to the region: `Outside` if no vertex lies in front of some plane or if the cuts leave
    /// no triangles, else `Inside` if no vertex lies behind any plane, and otherwise `Meets`. So a mesh that only
    /// touches the region from outside is `Outside`. The relation is exact for the input if it is `Inside`, or if some
    /// plane has no vertex in front of it. Otherwise the relation is exact for the cut meshes, whose new vertices are
    /// rounded.
    pub relation: Overlap,
    /// The part of the mesh in front of all planes, closed by cut faces. It has no triangles if the relation is
    /// `Outside`, and it is the whole mesh if the relation is `Inside`.
    pub inside: RegionPart,
    /// The rest of the mesh as one mesh, without walls between the pieces that different planes cut off. It is closed
    /// if the mesh is closed. Its cut faces are those of the part inside, with opposite orientation and exactly equal
    /// coordinates.
    pub outside: RegionPart,
    /// The cuts, in the order of the planes. A plane makes no cut if no vertex of the input lies behind it, or if no
    /// vertex of the mesh that the planes before it left lies behind it. There are no cuts if the input alone shows
    /// that the mesh is inside or outside.
    pub steps: Vec<RegionStep>,
}

/// The cut by one plane of a region.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegionStep {
    /// The index of the plane in the region.
    pub plane: usize,
    /// The numbers of vertices on each side of the plane, and of edges and triangles that the plane meets, in the mesh
    /// that it cuts.
    pub contact: PlaneContact,
    /// The number of vertices in `contact` that the cuts by earlier planes made. Their positions are rounded, and their
    /// sides are exact for the rounded positions.
    pub rounded_vertices: usize,
    /// `true` if outlines of the cut face cross, because the mesh crosses itself.
    pub caps_cross: bool,
    /// The triangles that were left out because rounding made two of their corners equal.
    pub vanished: Vanished,
}

impl RegionStep {
    /// Returns the step in which a plane cut the mesh `left` into the halves of `split`. `made` has the coordinates, as
    /// bits, of the vertices that earlier planes made.
    pub(in crate::mesh) fn of(
        plane: usize,
        left: &Mesh,
        split: &Split,
        made: &HashSet<Key>,
    ) -> Self {
        let is_rounded = |position: &&[f64; 3]| made.contains(&key(position));
        Self {
            plane,
            contact: split.contact,
            rounded_vertices: match made.is_empty() {
                true => 0,
                false => left.positions().iter().filter(is_rounded).count(),
            },
            caps_cross: split.caps_cross,
            vanished: split.vanished,
        }
    }
}

impl Mesh {
    /// Cuts this mesh by a convex region: a box, a slab, a frustum or any list of planes. Returns the part in front of
    /// all planes and the rest. Both parts of a closed mesh are closed.
    ///
    /// The planes cut in turn, each with the rules of [`Mesh::split`]: each plane cuts the half in front of the plane
    /// before it. The sides of vertices are exact. Vertices made by earlier planes are rounded before their sides are
    /// decided.
    ///
    /// Without planes, all of the mesh is inside.
    ///
    /// ```
    /// use transect::{Aabb, mesh::{Mesh, RawMesh}, region::ConvexRegion};
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
    /// let planes: Vec<usize> = cut.steps.iter().map(|step| step.plane).collect();
    /// assert_eq!(planes, [0, 2, 4]);
    /// assert!(cut.inside.face(0).count() > 0 && cut.inside.face(1).count() == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cut_by_region(&self, region: Region<'_>) -> RegionCut {
        cut(self, region.planes(), |_, _, _| ())
    }
}

/// Cuts a mesh by planes in turn. After each cut, calls `visit` with the index of the plane, the mesh before this cut,
/// and its two halves.
pub(super) fn cut(
    mesh: &Mesh,
    planes: &[Plane],
    mut visit: impl FnMut(usize, &Mesh, &Split),
) -> RegionCut {
    let reaches = planes.iter().filter_map(|plane| mesh.reach(plane));
    let extents: Vec<_> = reaches.map(|reach| reach.extent).collect();
    if extents.iter().any(|extent| extent.frontmost != Side::Front) {
        return all_outside(mesh, Vec::new());
    }
    if extents.iter().all(|extent| extent.backmost != Side::Back) {
        return RegionCut {
            relation: Overlap::Inside,
            inside: RegionPart::whole(mesh),
            outside: RegionPart::default(),
            steps: Vec::new(),
        };
    }
    let labels = Labels::of(mesh);
    let mut left = labels.numbered(mesh);
    let mut outside = Outside::new(mesh, labels.first_plane());
    let mut made: HashSet<Key> = HashSet::new();
    let mut steps = Vec::new();
    for (index, plane) in planes.iter().enumerate() {
        let Some(reach) = left.reach(plane) else {
            break;
        };
        // A plane with no vertex of the input behind it makes no cut, even if rounding moved a vertex behind it.
        if extents[index].backmost != Side::Back || reach.extent.backmost != Side::Back {
            continue;
        }
        let traced = left.traced_split(plane);
        let split = &traced.split;
        visit(index, &left, split);
        steps.push(RegionStep::of(index, &left, split, &made));
        made.extend(traced.made().map(key));
        outside.divide_edges(&left, &traced.crossings);
        outside.add_surface(&split.back);
        left = traced.split.front;
        left.rename_part(CAP, labels.of_plane(index));
    }
    if left.is_empty() {
        return all_outside(mesh, steps);
    }
    outside.close(&left, planes);
    RegionCut {
        relation: Overlap::Meets,
        inside: labels.resolved(left),
        outside: labels.resolved(outside.into_mesh()),
        steps,
    }
}

fn all_outside(mesh: &Mesh, steps: Vec<RegionStep>) -> RegionCut {
    RegionCut {
        relation: Overlap::Outside,
        inside: RegionPart::default(),
        outside: RegionPart::whole(mesh),
        steps,
    }
}
