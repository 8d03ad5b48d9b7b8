//! A tree over the triangles of a mesh. A section computed with this tree examines only the triangles near the plane, and
//! a ray only those near the ray (`ray_hits.rs`).

use alloc::vec::Vec;
use core::borrow::Borrow;

use transect::batch::{AabbColumns, set_rows};
use transect::bvh::{Bvh, Coordinate};
use transect::{Cutter, Plane, Region};
use transect_exact::arrays::Few as _;

use crate::mesh::indexed::Mesh;
use crate::mesh::section::{Section, Sections, section, sections};
use crate::mesh::trace::Trace;

/// A mesh with a tree over its triangles. Use it to compute many sections of one mesh, for example while a plane is
/// dragged, or for all layers of a print, and to find the triangles that rays hit, for example to pick.
///
/// The index returns the same sections as the mesh, bit for bit, but skips triangles that cannot meet the plane.
/// Building the index takes as long as computing 10 to 20 sections of the mesh without it. The index needs 30 bytes of
/// memory per triangle, or 56 bytes if some coordinate is not an f32 value. The index owns the mesh or a reference to
/// it.
///
/// ```
/// use transect::Plane;
/// use transect_mesh::{Mesh, RawMesh, SectionIndex};
/// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
/// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
/// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
/// let index = SectionIndex::new(&tetrahedron);
/// for height in [0.5, 1.0, 2.0] {
///     let plane = Plane::from_normal_and_distance([0.0, 0.0, 1.0], height)?;
///     assert_eq!(index.section(&plane), tetrahedron.section(&plane));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SectionIndex<M> {
    mesh: M,
    pub(super) tree: Tree,
}

/// The tree over the bounding boxes of the triangles. The tree stores f32 numbers if all coordinates of the mesh are
/// f32 values, otherwise f64 numbers.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Single(Bvh<f32>),
    Double(Bvh<f64>),
}

impl<M: Borrow<Mesh>> SectionIndex<M> {
    /// Builds the index of a mesh, given as `&Mesh`, `Mesh` or `Arc<Mesh>`.
    #[must_use]
    pub fn new(mesh: M) -> Self {
        let tree = if mesh.borrow().single_precision {
            // Every coordinate is an f32 value, so the conversion is exact.
            Tree::Single(tree(mesh.borrow(), |coordinate| coordinate as f32))
        } else {
            Tree::Double(tree(mesh.borrow(), |coordinate| coordinate))
        };
        Self { mesh, tree }
    }

    /// Returns the mesh that this index was built for.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        self.mesh.borrow()
    }

    /// Returns the same section as [`Mesh::section`].
    #[must_use]
    pub fn section(&self, cutter: &impl Cutter) -> Section {
        section(&self.trace(cutter), cutter.measuring_plane())
    }

    /// Returns the same sections as [`Mesh::sections`].
    #[must_use]
    pub fn sections(&self, cutter: &impl Cutter) -> Sections {
        sections(&self.trace(cutter), cutter.measuring_plane())
    }

    pub(super) fn trace(&self, cutter: &impl Cutter) -> Trace<'_> {
        let mesh = self.mesh();
        let bounds = mesh.bounds.iter();
        let corners = bounds.flat_map(|bounds| [bounds.min(), bounds.max()]);
        let radius = corners.flatten().fold(0.0_f64, |m, c| m.max(c.abs()));
        let near = match cutter.enclosing(radius) {
            Some(slab) => self.tree.near(&slab),
            None => (0..mesh.triangles.len() as u32).collect(),
        };
        Trace::of_triangles(mesh, cutter, &near)
    }
}

impl Tree {
    /// Returns the indices of the triangles that may meet the space between two planes, in ascending order. The list
    /// may contain other triangles, too.
    fn near(&self, slab: &[Plane; 2]) -> Vec<u32> {
        match self {
            Self::Single(tree) => near(tree, slab),
            Self::Double(tree) => near(tree, slab),
        }
    }
}

fn tree<T: Coordinate>(mesh: &Mesh, number: impl Fn(f64) -> T) -> Bvh<T> {
    let count = mesh.triangles.len();
    let mut columns: [Vec<T>; 6] = [const { Vec::new() }; 6];
    for column in &mut columns {
        column.reserve_exact(count);
    }
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.each(|vertex| mesh.positions[vertex as usize]);
        for axis in 0..3 {
            columns[axis].push(number(a[axis].min(b[axis]).min(c[axis])));
            columns[3 + axis].push(number(a[axis].max(b[axis]).max(c[axis])));
        }
    }
    let [x, y, z, upper_x, upper_y, upper_z] = &columns;
    Bvh::build(&AabbColumns::new([x, y, z], [upper_x, upper_y, upper_z]))
        .expect("the vertices of a mesh are finite, and its triangles at most 2³⁰")
}

fn near<T: Coordinate>(tree: &Bvh<T>, [behind, ahead]: &[Plane; 2]) -> Vec<u32> {
    if behind == ahead {
        return ascending(&tree.on(behind).bitmap());
    }
    let slab = [*behind, ahead.flipped()];
    let found = tree.overlap_conservative(&Region::new(&slab));
    let bitmaps = found.inside.bitmap().into_iter().zip(found.meets.bitmap());
    let found: Vec<u64> = bitmaps.map(|(inside, meets)| inside | meets).collect();
    ascending(&found)
}

/// Returns the indices of the set bits of a bitmap, in ascending order.
fn ascending(bitmap: &[u64]) -> Vec<u32> {
    set_rows(bitmap).map(|row| row as u32).collect()
}
