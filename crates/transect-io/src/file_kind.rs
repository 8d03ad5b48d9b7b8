//! Detection of files that are not tables. If a reader of tables gets such a file, the reader's error names the kind of
//! the file.

use std::path::Path;

use crate::boxes::names_columns;
use crate::format::{Format, has_binary_stl_length};

/// The kind of a file that is not a table of boxes or points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A model in a format that this crate reads.
    Model(Format),
    /// A point cloud. The text is the name of the format.
    Points(&'static str),
    /// A compressed file. The text is the name of the format.
    Compressed(&'static str),
    /// A file of any other kind. The text is the name of the format.
    Other(&'static str),
}

/// The first bytes of files that are not tables, with the kind of file that begins with these bytes.
const STARTS: [(&[u8], FileKind); 18] = [
    (b"LASF", FileKind::Points("LAS or LAZ")),
    (b"ASTM-E57", FileKind::Points("E57")),
    (b"# .PCD", FileKind::Points("PCD")),
    (b"\x1f\x8b", FileKind::Compressed("gzip")),
    (b"\x28\xb5\x2f\xfd", FileKind::Compressed("zstd")),
    (b"\xfd7zXZ\0", FileKind::Compressed("xz")),
    (b"BZh", FileKind::Compressed("bzip2")),
    (b"PK\x03\x04", FileKind::Compressed("zip")),
    (b"PAR1", FileKind::Other("Parquet")),
    (b"ARROW1", FileKind::Other("Arrow")),
    (b"\x93NUMPY", FileKind::Other("numpy array")),
    (b"SQLite format 3\0", FileKind::Other("SQLite")),
    (b"\x89HDF\r\n", FileKind::Other("HDF5")),
    (b"%PDF", FileKind::Other("PDF")),
    (b"\x89PNG\r\n", FileKind::Other("PNG")),
    (b"\xff\xd8\xff", FileKind::Other("JPEG")),
    (b"ISO-10303-21", FileKind::Other("STEP or IFC")),
    (b"{", FileKind::Other("JSON")),
];

/// The extensions of files that are not tables, with the kind of file that has this extension. An extension is used
/// only if the content does not decide.
const EXTENSIONS: [(&str, FileKind); 18] = [
    ("las", FileKind::Points("LAS or LAZ")),
    ("laz", FileKind::Points("LAS or LAZ")),
    ("e57", FileKind::Points("E57")),
    ("pcd", FileKind::Points("PCD")),
    ("gz", FileKind::Compressed("gzip")),
    ("zip", FileKind::Compressed("zip")),
    ("xlsx", FileKind::Other("Excel")),
    ("xls", FileKind::Other("Excel")),
    ("ods", FileKind::Other("OpenDocument")),
    ("parquet", FileKind::Other("Parquet")),
    ("npy", FileKind::Other("numpy array")),
    ("npz", FileKind::Other("numpy array")),
    ("json", FileKind::Other("JSON")),
    ("ifc", FileKind::Other("STEP or IFC")),
    ("step", FileKind::Other("STEP or IFC")),
    ("stp", FileKind::Other("STEP or IFC")),
    ("3mf", FileKind::Model(Format::ThreeMf)),
    ("fbx", FileKind::Other("FBX")),
];

impl FileKind {
    /// Returns the kind of a file that is not a table of boxes or points, from its path, its first bytes and its
    /// length. Returns `None` for a table of boxes or points, and for text of an unknown kind. The extension is used
    /// only if the content does not decide.
    ///
    /// ```
    /// use std::path::Path;
    /// use transect_io::{FileKind, Format};
    /// let kind = |path: &str, start: &[u8]| FileKind::of(Path::new(path), start, None);
    /// assert_eq!(kind("scan.csv", b"LASF\0\0"), Some(FileKind::Points("LAS or LAZ")));
    /// assert_eq!(kind("part.stl", b"a,b\n"), Some(FileKind::Model(Format::Stl)));
    /// assert_eq!(kind("part.stl", b"x,y,z\n1,2,3\n"), None);
    /// assert_eq!(kind("table.csv", b"a,b\n"), None);
    /// ```
    #[must_use]
    pub fn of(path: &Path, start: &[u8], length: Option<u64>) -> Option<Self> {
        if start.is_empty() || names_columns(start) {
            return None;
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        let named = EXTENSIONS.iter().find(|(known, _)| *known == extension);
        let named = named.map(|(_, kind)| *kind);
        let begun = STARTS.iter().find(|(bytes, _)| start.starts_with(bytes));
        let begun = begun.map(|(_, kind)| *kind);
        let is_stl = length.is_some_and(|length| has_binary_stl_length(start, length));
        if is_stl {
            return Some(Self::Model(Format::Stl));
        }
        match begun {
            // The first bytes of a zip file or a JSON file do not decide the kind, because a workbook is a zip file,
            // and a glTF document is a JSON file. So the extension decides the kind of a zip file. A JSON file can be
            // glTF only if it contains the word "asset".
            Some(Self::Compressed("zip")) if named.is_some() => return named,
            Some(Self::Other("JSON")) if !contains(start, b"\"asset\"") => return begun,
            None | Some(Self::Other("JSON")) => {}
            Some(_) => return begun,
        }
        let is_utf16 = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
        Format::detect(path, start)
            .map(Self::Model)
            .or(named)
            .or_else(|| (!is_utf16 && start.contains(&0)).then_some(Self::Other("binary")))
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_extension() {
        let kind = |path: &str, start: &[u8]| FileKind::of(Path::new(path), start, None);
        assert_eq!(
            kind("a.csv", b"\x1f\x8b\x08"),
            Some(FileKind::Compressed("gzip"))
        );
        assert_eq!(
            kind("a.xlsx", b"PK\x03\x04"),
            Some(FileKind::Other("Excel"))
        );
        assert_eq!(
            kind("a.csv", b"PK\x03\x04"),
            Some(FileKind::Compressed("zip"))
        );
        assert_eq!(kind("a.csv", b"{\"a\":1}"), Some(FileKind::Other("JSON")));
        let gltf = br#"{"asset":{"version":"2.0"}}"#;
        assert_eq!(kind("a", gltf), Some(FileKind::Model(Format::Glb)));
        assert_eq!(kind("a.laz", b"a\0b"), Some(FileKind::Points("LAS or LAZ")));
        assert_eq!(kind("a", b"a\0b"), Some(FileKind::Other("binary")));
        assert_eq!(kind("a", b"v 0 0 0\n"), Some(FileKind::Model(Format::Obj)));
        assert_eq!(kind("a.obj", b"\"x\",\"y\"\n1,2\n"), None);
        assert_eq!(kind("a.stl", b""), None);
        assert_eq!(kind("a.csv", b"\xff\xfex\0,\0y\0"), None);
    }

    #[test]
    fn a_binary_stl_is_recognized_by_the_length_of_the_file() {
        let mut start = vec![b' '; 80];
        start.extend(2000_u32.to_le_bytes());
        let kind = |length| FileKind::of(Path::new("part.dat"), &start, Some(length));
        assert_eq!(kind(84 + 2000 * 50), Some(FileKind::Model(Format::Stl)));
        assert_eq!(kind(84), Some(FileKind::Other("binary")));
    }
}
