//! Names of files in the names of objects.

use std::path::{Component, Path, PathBuf};

use hashbrown::HashMap;

/// The extensions of files that are compressed alone, in front of which stands the extension of the model.
const COMPRESSED: [&str; 4] = ["gz", "gzip", "zst", "zstd"];

/// Returns the path of a file before it was compressed: without the extension of a gzip or zstd file.
///
/// ```
/// use std::path::Path;
/// assert_eq!(transect_io::unpacked_name(Path::new("models/part.stl.gz")), Path::new("models/part.stl"));
/// assert_eq!(transect_io::unpacked_name(Path::new("part.stl")), Path::new("part.stl"));
/// ```
#[must_use]
pub fn unpacked_name(path: &Path) -> PathBuf {
    let extension = path.extension().unwrap_or_default();
    let is_compressed = COMPRESSED
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known));
    if is_compressed {
        path.with_extension("")
    } else {
        path.to_path_buf()
    }
}

/// Returns the name of a file without its extension, and without the extension of a compressed file.
pub(crate) fn stem(path: &Path) -> String {
    let path = unpacked_name(path);
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Returns the path of a file that the file `name` refers to by `path`, relative to its own folder. The parts of the result
/// have `/` between them. Returns `None` if the path is not Unicode.
pub(crate) fn path_beside(name: &Path, path: &Path) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let folder = name.parent().unwrap_or(Path::new(""));
    for component in folder.components().chain(path.components()) {
        match component {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::ParentDir => {
                parts.pop();
            }
            _ => {}
        }
    }
    Some(parts.join("/"))
}

/// Returns a different prefix for each file, as short as possible: the name of the file without its extension. Files that
/// have this name in common get the name with its extension if that suffices, otherwise as many folders before the name as
/// distinguish them, and a file that is given several times gets a number.
pub(crate) fn prefixes(paths: &[PathBuf]) -> Vec<String> {
    let names = |paths: &[&Path], folders: usize, with_extension: bool| -> Vec<String> {
        let name = |path: &&Path| name(path, folders, with_extension);
        paths.iter().map(name).collect()
    };
    let stems: Vec<String> = paths.iter().map(|path| stem(path)).collect();
    let mut same: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, stem) in stems.iter().enumerate() {
        same.entry(stem).or_default().push(index);
    }
    let mut prefixes = stems.clone();
    for indices in same.values().filter(|indices| indices.len() > 1) {
        let own: Vec<&Path> = indices
            .iter()
            .map(|&index| paths[index].as_path())
            .collect();
        let deepest = own.iter().map(|path| path.components().count()).max();
        let deepest = deepest.unwrap_or(0);
        let ways = [(0, true)].into_iter();
        let ways = ways.chain((1..=deepest).map(|folders| (folders, false)));
        let ways = ways.chain([(deepest, true)]);
        let found = ways
            .map(|(folders, with_extension)| names(&own, folders, with_extension))
            .find(|names| are_different(names));
        let found = found.unwrap_or_else(|| numbered(names(&own, deepest, true)));
        for (&index, prefix) in indices.iter().zip(found) {
            prefixes[index] = prefix;
        }
    }
    // A folder may make the prefix of one file equal to that of another.
    if are_different(&prefixes) {
        prefixes
    } else {
        numbered(prefixes)
    }
}

/// Returns the name of a file behind its last folders, separated by `/`.
fn name(path: &Path, folders: usize, with_extension: bool) -> String {
    let own = if with_extension {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into()
    } else {
        stem(path)
    };
    let before = path.parent().unwrap_or(Path::new(""));
    let before: Vec<_> = before.components().collect();
    let first = before.len().saturating_sub(folders);
    let mut parts: Vec<String> = before[first..]
        .iter()
        .map(|folder| folder.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.push(own);
    parts.join("/")
}

fn are_different(names: &[String]) -> bool {
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// Appends numbers to names that occurred before.
fn numbered(names: Vec<String>) -> Vec<String> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    let mut numbered: Vec<String> = Vec::with_capacity(names.len());
    for name in &names {
        let count = taken.entry(name.clone()).or_default();
        *count += 1;
        let mut own = name.clone();
        while *count > 1 && (names.contains(&own) || numbered.contains(&own)) {
            own = format!("{name}_{count}");
            *count += usize::from(names.contains(&own) || numbered.contains(&own));
        }
        numbered.push(own);
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(paths: &[&str]) -> Vec<String> {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        prefixes(&paths)
    }

    #[test]
    fn equal_names_are_told_apart() {
        assert_eq!(of(&["m/a.stl", "m/b.stl"]), ["a", "b"]);
        assert_eq!(of(&["a/part.stl", "b/part.stl"]), ["a/part", "b/part"]);
        assert_eq!(of(&["part.stl", "b/part.obj"]), ["part.stl", "part.obj"]);
        assert_eq!(
            of(&["x/1/part.stl", "y/1/part.stl", "other.stl"]),
            ["x/1/part", "y/1/part", "other"]
        );
        assert_eq!(of(&["part.stl", "b/part.stl"]), ["part", "b/part"]);
        assert_eq!(
            of(&["a/p.stl", "a/p.obj", "b/p.stl"]),
            ["a/p.stl", "a/p.obj", "b/p.stl"]
        );
        assert_eq!(
            of(&["a.stl", "a.stl", "a.stl"]),
            ["a.stl", "a.stl_2", "a.stl_3"]
        );
        assert_eq!(of(&["a.stl.gz", "a.stl"]), ["a.stl.gz", "a.stl"]);
    }
}
