//! The file formats and their detection: by content first, by extension second.

use std::path::Path;

use crate::off_header::is_off;
use crate::package_mark::is_package;
use crate::text::{number, words};

/// A file format, with all of its variants.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// STL, binary or ASCII; written as binary.
    Stl,
    /// Wavefront OBJ with its material library.
    Obj,
    /// PLY: ASCII, or binary in either byte order; written as binary little-endian.
    Ply,
    /// OFF, also with colours (COFF); written as text.
    Off,
    /// 3MF: a ZIP package with models in XML.
    ThreeMf,
    /// glTF 2.0, as one GLB file or as JSON with separate or embedded buffers; written as GLB.
    Glb,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Stl,
        Self::Obj,
        Self::Ply,
        Self::Off,
        Self::ThreeMf,
        Self::Glb,
    ];

    /// Returns the extension of written files, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Stl => "stl",
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Off => "off",
            Self::ThreeMf => "3mf",
            Self::Glb => "glb",
        }
    }
}

impl core::fmt::Display for Format {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.extension())
    }
}

impl Format {
    /// Returns the format of a file: by its content, or by its extension if the content does not decide.
    ///
    /// A binary STL file is recognized by its length, 84 + 50 × the number of triangles in its header, even if the
    /// header begins with `solid`.
    ///
    /// ```
    /// use std::path::Path;
    /// use transect_io::Format;
    /// assert_eq!(Format::detect(Path::new("part.dat"), b"ply\nformat ascii 1.0\n"), Some(Format::Ply));
    /// assert_eq!(Format::detect(Path::new("part.obj"), b"# nothing but a comment\n"), Some(Format::Obj));
    /// assert_eq!(Format::detect(Path::new("notes.txt"), b"hello"), None);
    /// ```
    #[must_use]
    pub fn detect(path: &Path, bytes: &[u8]) -> Option<Self> {
        by_content(bytes).or_else(|| by_extension(path))
    }
}

fn by_content(bytes: &[u8]) -> Option<Format> {
    if let Some(format) = by_mark(bytes) {
        return Some(format);
    }
    if has_binary_stl_length(bytes, bytes.len() as u64) {
        return Some(Format::Stl);
    }
    if is_package(bytes) {
        return Some(Format::ThreeMf);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Only the first 64 KiB are examined, more than any header has. So the time does not grow with the file.
    let start = text[..text.len().min(1 << 16)].trim_ascii_start();
    if start.starts_with(b"{") {
        return Some(Format::Glb);
    }
    if is_ascii_stl(text) {
        return Some(Format::Stl);
    }
    if is_off(start) {
        return Some(Format::Off);
    }
    is_obj(start).then_some(Format::Obj)
}

/// Returns the format whose magic bytes a file begins with.
fn by_mark(start: &[u8]) -> Option<Format> {
    if start.starts_with(b"glTF") {
        return Some(Format::Glb);
    }
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let is_ply = text.starts_with(b"ply\n") || text.starts_with(b"ply\r");
    is_ply.then_some(Format::Ply)
}

/// Returns the number of triangles of a binary STL file; `None` if [`Format::detect`] would find another format.
/// `start` are the first 84 bytes of the file.
pub(crate) fn binary_stl_triangles(start: &[u8], length: u64) -> Option<usize> {
    let is_stl = by_mark(start).is_none() && has_binary_stl_length(start, length);
    let count = (length.checked_sub(84)?) / 50;
    is_stl.then_some(count as usize)
}

/// Returns the format with the extension of a file.
pub(crate) fn by_extension(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "stl" | "stla" | "stlb" => Some(Format::Stl),
        "obj" => Some(Format::Obj),
        "ply" => Some(Format::Ply),
        "off" | "coff" => Some(Format::Off),
        "3mf" => Some(Format::ThreeMf),
        "glb" | "gltf" => Some(Format::Glb),
        _ => None,
    }
}

/// Returns `true` if a file with these first bytes has the length of a binary STL file with the number of triangles in
/// bytes 80 to 83.
pub(crate) fn has_binary_stl_length(start: &[u8], length: u64) -> bool {
    match start.get(80..84) {
        Some(&[a, b, c, d]) => {
            let triangles = u64::from(u32::from_le_bytes([a, b, c, d]));
            length == 84 + 50 * triangles
        }
        _ => false,
    }
}

/// Returns an ASCII STL file without the comments that some programs write before its first `solid`: lines that begin
/// with `;` or `#`. Returns `None` for text that does not begin with `solid` then.
pub(crate) fn from_solid(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text.trim_ascii_start();
    while rest.starts_with(b";") || rest.starts_with(b"#") {
        let end = rest.iter().position(|&b| b == b'\n' || b == b'\r')?;
        rest = rest[end..].trim_ascii_start();
    }
    let word = rest.get(..5)?;
    word.eq_ignore_ascii_case(b"solid").then_some(rest)
}

/// Returns `true` if text begins like an ASCII STL file: with `solid`, and `facet` or `endsolid` in its first 64 KiB.
fn is_ascii_stl(text: &[u8]) -> bool {
    let Some(start) = from_solid(text) else {
        return false;
    };
    let start = &start[..start.len().min(1 << 16)];
    let contains = |needle: &[u8]| {
        start
            .windows(needle.len())
            .any(|window| window.eq_ignore_ascii_case(needle))
    };
    contains(b"facet") || contains(b"endsolid")
}

/// Returns `true` if the first statement of a text is an OBJ statement.
fn is_obj(start: &[u8]) -> bool {
    let statement = start
        .split(|&b| b == b'\n' || b == b'\r')
        .map(|line| line.trim_ascii())
        .find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let Some(statement) = statement else {
        return false;
    };
    let mut words = words(statement);
    let keyword = words.next().unwrap_or_default();
    let next = words.next();
    match keyword {
        b"v" | b"vt" | b"vn" | b"vp" => next.is_some_and(|word| number(word, "").is_ok()),
        b"f" | b"l" | b"p" => next.is_some_and(|word| {
            word.iter()
                .all(|b| b.is_ascii_digit() || matches!(b, b'/' | b'-'))
        }),
        b"mtllib" | b"usemtl" => next.is_some(),
        b"o" | b"g" | b"s" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(name: &str, bytes: &[u8]) -> Option<Format> {
        Format::detect(Path::new(name), bytes)
    }

    #[test]
    fn content_decides_before_the_extension() {
        assert_eq!(detected("a.stl", b"glTF\x02\0\0\0"), Some(Format::Glb));
        assert_eq!(detected("a.txt", b" {\"asset\":{}}"), Some(Format::Glb));
        assert_eq!(
            detected("a.obj", b"ply\r\nformat ascii 1.0"),
            Some(Format::Ply)
        );
        assert_eq!(
            detected("a.obj", b"solid x\n facet normal"),
            Some(Format::Stl)
        );
        assert_eq!(detected("a.stl", b"# x\n\nv 1 2 3\n"), Some(Format::Obj));
        assert_eq!(detected("a", b"mtllib a.mtl\n"), Some(Format::Obj));
        assert_eq!(detected("a", b"very well\n"), None);
        assert_eq!(detected("A.STL", b"very well\n"), Some(Format::Stl));
        assert_eq!(detected("a", b""), None);
    }

    #[test]
    fn a_binary_stl_may_begin_with_solid() {
        let mut bytes = b"solid facet ".to_vec();
        bytes.resize(80, b' ');
        bytes.extend(1_u32.to_le_bytes());
        bytes.resize(134, 0);
        assert!(has_binary_stl_length(&bytes, 134));
        assert_eq!(detected("a.obj", &bytes), Some(Format::Stl));
        bytes.pop();
        assert!(!has_binary_stl_length(&bytes, 133));
    }
}
