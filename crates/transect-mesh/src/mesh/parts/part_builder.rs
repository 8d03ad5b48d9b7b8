//! The trait of builders of parts: they take the triangles of a part, in their order, and return the part.

use crate::mesh::parts::pieces::Step;

/// A builder of parts. It builds one part after the other, of the nodes of one cut.
pub(in crate::mesh) trait PartBuilder {
    /// A part as it is stored.
    type Part;

    /// Reserves memory for about so many vertices and triangles of the next part.
    fn reserve(&mut self, vertices: usize, triangles: usize);

    /// Adds a triangle of the input.
    fn whole(&mut self, index: u32, corners: [u32; 3]);

    /// Adds a piece of a triangle.
    fn piece(&mut self, triangle: u32, steps: &[Step]);

    /// Adds a cut face, after all other triangles. `given` is the index of its plane, and `outward` is the normal that
    /// points out of the part.
    fn face(&mut self, triangles: impl Iterator<Item = [u32; 3]>, given: u32, outward: &[f64; 3]);

    /// Returns the part of all triangles that were added, and begins the next part.
    fn finish(&mut self) -> Self::Part;

    /// Returns the part that has all triangles of the input, and no others.
    fn all(&mut self) -> Self::Part;
}
