//! The layers of a mesh: its sections at many heights along one direction.
//!
//! | topic | file |
//! |---|---|
//! | The heights, and the places of vertices among them | `heights.rs`, `ranks.rs` |
//! | The order in which a rising plane begins to cross edges and triangles | `plan.rs`; `slots.rs`: the index of each crossed edge |
//! | The visit of all layers; with several threads, each computes a few successive layers at once | `sweep.rs`, `object.rs` |
//! | The crossed edges from layer to layer, in the order of the loops | `active.rs` |
//! | The points where edges are crossed, in vector registers | `lines.rs` |
//! | The loops | `walk.rs`; `touching.rs`: for layers through vertices |
//!
//! A layer is computed like a single section, from the triangles that it meets (`candidates.rs`), if an edge has more
//! than two triangles, or if an open polyline ends at a vertex in the plane.

mod active;
mod candidates;
pub(crate) mod heights;
mod lines;
mod object;
mod plan;
mod ranks;
mod slots;
pub(crate) mod sweep;
mod touching;
mod walk;

pub use heights::LayersError;

use alloc::borrow::Cow;

use transect::Plane;
use transect::interop::Coordinates;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::sweep::Sweep;
use crate::mesh::section::Sections;

/// A layer of a mesh: its section at one height.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshLayer {
    /// The height, as given. The number −0 becomes 0.
    pub height: f64,
    /// The plane of the layer, which contains the points p with direction·p = height.
    pub plane: Plane,
    /// Both one-sided limits of the section, as [`Mesh::sections`] returns them.
    pub sections: Sections,
}

/// An iterator over the layers of a mesh, in ascending order of height; see [`Mesh::layers`].
#[derive(Clone, Debug)]
pub struct Layers<'m> {
    sweep: Sweep<'m>,
}

impl Iterator for Layers<'_> {
    type Item = MeshLayer;

    fn next(&mut self) -> Option<MeshLayer> {
        let mut layer = self.sweep.next()?;
        let (_, sections) = layer.objects.pop().expect("a layer has the single mesh");
        Some(MeshLayer {
            height: layer.height,
            plane: layer.plane,
            sections,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.sweep.size_hint()
    }
}

impl ExactSizeIterator for Layers<'_> {}

impl core::iter::FusedIterator for Layers<'_> {}

impl Mesh {
    /// Returns the sections at many heights: for each height, the section by the plane direction·p = height, whose
    /// front is where direction·p is greater.
    ///
    /// Heights may be given in any order. The layers are in ascending order of height, and equal heights give one
    /// layer. For a direction of length one, heights are signed distances from the origin; for a direction of length L,
    /// they are L times these distances.
    ///
    /// Each layer equals [`Mesh::sections`] by its plane, bit for bit, but many layers together take much less time.
    /// Layers are computed when the iterator reaches them. The iterator stores about 45 bytes per triangle of the mesh.
    /// It also stores, per thread, about 170 bytes per crossed edge of the layer that crosses the most edges. With the
    /// feature `rayon` and several threads, it computes several layers at once: four per thread, on at most eight
    /// threads. It stores these layers until they are returned.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let layers = tetrahedron.layers([0.0, 0.0, 1.0], &[3.0, 1.0, 2.0])?;
    /// let areas = layers.map(|layer| (layer.height, layer.sections.on_front.area()));
    /// assert!(areas.eq([(1.0, 4.5), (2.0, 2.0), (3.0, 0.5)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`LayersError`] if the direction is zero, if a coordinate of the direction or a height is NaN or
    /// infinite, or if there are more than 2³⁰ heights.
    pub fn layers(
        &self,
        direction: impl Coordinates<3>,
        heights: &[f64],
    ) -> Result<Layers<'_>, LayersError> {
        let heights = Heights::new(direction.coordinates(), heights)?;
        Ok(Layers {
            sweep: Sweep::new(heights, [Cow::Borrowed(self)].into_iter(), true),
        })
    }
}
