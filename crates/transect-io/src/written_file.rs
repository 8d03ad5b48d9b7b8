//! The description of a written file.

/// The description of a written file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFile {
    /// The content that the format cannot hold, such as "names of 519 objects".
    pub losses: Vec<String>,
    /// `true` if each edge in the file has exactly two triangles, which run along it in opposite directions. Vertices
    /// are compared by their index in the file. `None` for STL, which has no indices.
    pub manifold: Option<bool>,
    /// The number of vertices in the file; those of a shared mesh are counted for each of its objects. A position has
    /// several vertices where attributes differ, at the borders of parts in GLB, and at edges with more than two
    /// triangles. `None` for STL, which has no indices.
    pub vertices: Option<usize>,
}
