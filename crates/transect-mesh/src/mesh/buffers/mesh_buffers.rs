//! The buffers to which a mesh is written, as graphics cards read them.

use alloc::vec::Vec;
use core::ops::Range;

use crate::mesh::indexed::CAP;

/// The vertex and index buffers of a mesh or of a half: f32 columns with one entry per vertex, and the corners of the
/// triangles as indices. All columns are as long as `positions`, or empty if the mesh has no such attribute.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MeshBuffers {
    /// The positions, relative to the origin of the [`BufferOptions`](crate::BufferOptions).
    pub positions: Vec<[f32; 3]>,
    /// The normals, of length one.
    pub normals: Vec<[f32; 3]>,
    /// The tangents: a direction of length one, and a handedness ±1.
    pub tangents: Vec<[f32; 4]>,
    /// One list for each set of texture coordinates.
    pub texture_coordinates: Vec<Vec<[f32; 2]>>,
    /// One list for each set of linear colours: red, green, blue, and alpha.
    pub colors: Vec<Vec<[f32; 4]>>,
    /// The corners of the triangles, three for each, counter-clockwise seen from outside. The triangles of a part follow
    /// each other.
    pub indices: Vec<u32>,
    /// The parts that have triangles, in ascending order of their numbers; the caps come last.
    pub parts: Vec<BufferPart>,
    /// The number of triangles that were left out because rounding to f32 made two of their corners equal.
    pub vanished: usize,
}

/// The triangles of a part in an index buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferPart {
    /// The number of the part. Caps are the part [`CAP`].
    pub part: u32,
    /// The places of its corners among the indices.
    pub indices: Range<usize>,
}

impl MeshBuffers {
    /// Returns the places of the corners of caps among the indices. The range is empty if there are no caps.
    #[must_use]
    pub fn caps(&self) -> Range<usize> {
        let caps = self.parts.last().filter(|last| last.part == CAP);
        let end = self.indices.len();
        caps.map_or(end..end, |caps| caps.indices.clone())
    }
}
