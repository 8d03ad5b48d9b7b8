//! The formats, and how a file's format is told: by content first, by extension second.

/// A family of file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// STL, binary or ASCII; written as binary.
    Stl,
    /// Wavefront OBJ with its material library.
    Obj,
    /// PLY, ASCII or binary in either order; written as binary little-endian.
    Ply,
    /// glTF 2.0, as one GLB file or as JSON with buffers beside it; written as GLB.
    Glb,
}

impl Format {
    /// The extension of the files that are written, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Stl => "stl",
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Glb => "glb",
        }
    }
}

impl core::fmt::Display for Format {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.extension())
    }
}
