//! A mesh as vertex and index buffers.

use transect::Cutter;

use crate::mesh::buffers::mesh_buffers::MeshBuffers;
use crate::mesh::buffers::options::BufferOptions;
use crate::mesh::buffers::writer::Writer;
use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::parts::cut::buffers_of_halves;
use crate::mesh::trace::Trace;

/// The halves of a mesh as vertex and index buffers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SplitBuffers {
    /// The half in front of the plane, with its caps.
    pub front: MeshBuffers,
    /// The half behind the plane, with its caps.
    pub back: MeshBuffers,
    /// `true` if loops of the caps cross, because the mesh crosses itself.
    pub caps_cross: bool,
}

impl Mesh {
    /// Returns the mesh as vertex and index buffers. Each corner becomes a vertex with its position and attributes;
    /// corners that agree in both share one. Vertices come in the order of their first use. Positions are rounded to f32,
    /// relative to the origin of the options. Triangles of which rounding makes two corners equal are left out, so that
    /// the buffers of a closed mesh are closed.
    ///
    /// ```
    /// use transect_mesh::{Mesh, VertexBuffers};
    /// let positions = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let indices = [0_u16, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    /// let tetrahedron = Mesh::from_buffers(VertexBuffers::new(&positions, &indices))?;
    /// let buffers = tetrahedron.to_buffers(&Default::default())?;
    /// assert_eq!(buffers.positions, [positions[0], positions[2], positions[1], positions[3]]);
    /// assert_eq!(buffers.indices, [0, 1, 2, 0, 2, 3, 2, 1, 3, 0, 3, 1]);
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// Layers of custom values have no column, and neither have layers of unusual widths.
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a position is beyond the range of f32.
    pub fn to_buffers(&self, options: &BufferOptions) -> Result<MeshBuffers, MeshError> {
        let mut writer = Writer::new(self, options.origin);
        writer.all()
    }

    /// Cuts this mesh into two halves along a plane, and returns them as vertex and index buffers: those of
    /// [`Mesh::to_buffers`] for the halves of [`Mesh::split`], in less time, because the halves are not stored in between.
    ///
    /// The caps are the last part of each half ([`MeshBuffers::caps`]). Their normals point out of the half. Their texture
    /// coordinates are those in the [`Frame`](crate::Frame) of the plane, divided by the length of a tile, and their
    /// tangents point along the first direction of the frame. Their colour is the mean of all colours.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{BufferOptions, Mesh, VertexBuffers};
    /// let positions = [[0.0_f32, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    /// let indices = [0_u16, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    /// let tetrahedron = Mesh::from_buffers(VertexBuffers::new(&positions, &indices))?;
    /// let halves = tetrahedron.split_to_buffers(&"z = 3".parse::<Plane>()?, &BufferOptions::default())?;
    /// assert_eq!((halves.front.indices.len(), halves.front.caps()), (12, 9..12));
    /// let again = Mesh::from_buffers(&halves.back)?; // the halves can be cut again
    /// assert!(again.boundary().is_closed());
    /// assert_eq!(again.volume(), 31.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a position is beyond the range of f32.
    pub fn split_to_buffers(
        &self,
        cutter: &impl Cutter,
        options: &BufferOptions,
    ) -> Result<SplitBuffers, MeshError> {
        let plane = cutter.as_given();
        let trace = Trace::new(self, &plane);
        let flipped = trace.flipped;
        let ([behind, ahead], caps_cross) = buffers_of_halves(trace, &plane, options);
        let [front, back] = if flipped {
            [behind?, ahead?]
        } else {
            [ahead?, behind?]
        };
        Ok(SplitBuffers {
            front,
            back,
            caps_cross,
        })
    }
}
