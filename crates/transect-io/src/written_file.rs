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
}
