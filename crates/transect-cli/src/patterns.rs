//! Patterns such as `models/**/*.stl`, and folders, as lists of files.
//!
//! Shells expand patterns that are not quoted. Here, quoted patterns are expanded, and those of Windows, whose shells
//! leave them as they are.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use globset::GlobBuilder;
use transect_io::{ReadError, unpacked_name};
use transect_report::user_error::EXTENSIONS;
use walkdir::{DirEntry, WalkDir};

use crate::error::CommandError;
use crate::input::unreadable;

/// A file to read, or the error of a folder that cannot be listed.
pub(crate) type Listed = Result<PathBuf, ReadError>;

/// Returns the paths, with each pattern replaced by the files that match it.
pub(crate) fn expanded(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        match pattern(&path) {
            Some(pattern) => {
                for file in matching(pattern, None)? {
                    files.push(file?);
                }
            }
            None => files.push(path),
        }
    }
    Ok(files)
}

/// Returns the files of paths, patterns and folders, sorted by path, each file once. The models in a folder are those
/// with the extension of a model, also in folders within it. Nothing in the folder `left_out` is found, nor hidden
/// files and folders.
pub(crate) fn listed(
    paths: &[PathBuf],
    left_out: Option<&Path>,
) -> Result<Vec<Listed>, CommandError> {
    let mut files: Vec<Listed> = Vec::new();
    for path in paths {
        if let Some(pattern) = pattern(path) {
            files.extend(matching(pattern, left_out)?);
        } else if path.is_dir() {
            let models = walked(path, usize::MAX, left_out, is_model);
            if models.is_empty() {
                return Err(CommandError::with_hint(
                    format!("{}: the folder has no model", path.display()),
                    format!(
                        "models are files with the extensions {}",
                        EXTENSIONS.join(", ")
                    ),
                ));
            }
            files.extend(models);
        } else {
            files.push(Ok(path.clone()));
        }
    }
    files.sort_by_cached_key(path_of);
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(normal(&path_of(file))));
    Ok(files)
}

/// Returns the path of a file, or of the folder that cannot be listed.
pub(crate) fn path_of(file: &Listed) -> PathBuf {
    match file {
        Ok(path) => path.clone(),
        Err(error) => error.path.clone(),
    }
}

/// Returns the text of a path that is a pattern: it has a character of patterns, and no file has this name.
fn pattern(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let is_pattern = text.contains(['*', '?', '[', '{']) && path.symlink_metadata().is_err();
    is_pattern.then_some(text)
}

/// Returns the files that match a pattern. In it, `*` matches any characters of one name, and `**` any folders.
fn matching(pattern: &str, left_out: Option<&Path>) -> Result<Vec<Listed>, CommandError> {
    let wrong = |error: globset::Error| {
        CommandError::with_hint(
            format!("{pattern}: {}", error.kind()),
            "* matches any characters of a name, ** any folders, ? one character, [ab] the character a or b",
        )
    };
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let matcher = glob.map_err(wrong)?.compile_matcher();
    let is_wild = |name: &&str| name.contains(['*', '?', '[', '{']);
    let names: Vec<&str> = pattern.split(std::path::is_separator).collect();
    let fixed = names.iter().position(is_wild).unwrap_or_default();
    let ends = pattern.match_indices(std::path::is_separator);
    // The separator stays, since `C:` and `C:\` are different folders on Windows.
    let folder = ends.take(fixed).last();
    let folder = folder.map_or(".", |(end, separator)| &pattern[..end + separator.len()]);
    let wild = &names[fixed..];
    let depth = if wild.iter().any(|name| name.contains("**")) {
        usize::MAX
    } else {
        wild.len()
    };
    let is_here = fixed == 0;
    let found = walked(Path::new(folder), depth, left_out, |path| {
        let typed = if is_here {
            path.strip_prefix(".").unwrap_or(path)
        } else {
            path
        };
        matcher.is_match(typed)
    });
    if found.is_empty() {
        return Err(CommandError::with_hint(
            format!("{pattern}: no file matches this pattern"),
            "* matches any characters of a name, and ** any folders; the pattern starts at the current folder",
        ));
    }
    let here = |path: PathBuf| {
        if is_here {
            path.strip_prefix(".")
                .map(Path::to_path_buf)
                .unwrap_or(path)
        } else {
            path
        }
    };
    Ok(found.into_iter().map(|file| file.map(here)).collect())
}

/// Returns the wanted files in a folder and in the folders within it, down to a depth. Links to files are followed, and
/// links to folders are not, because they may lead back.
fn walked(
    folder: &Path,
    depth: usize,
    left_out: Option<&Path>,
    is_wanted: impl Fn(&Path) -> bool,
) -> Vec<Listed> {
    let left_out = left_out.and_then(|folder| folder.canonicalize().ok());
    let is_entered = |entry: &DirEntry| {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_left_out = || {
            let own = left_out
                .as_deref()
                .filter(|own| own.file_name() == Some(entry.file_name()));
            entry.file_type().is_dir() && own.is_some_and(|own| is_same(entry.path(), own))
        };
        entry.depth() == 0 || !is_hidden && !is_left_out()
    };
    let walk = WalkDir::new(folder).min_depth(1).max_depth(depth);
    let entries = walk.into_iter().filter_entry(is_entered);
    let file = |entry: walkdir::Result<DirEntry>| match entry {
        Ok(entry) => {
            let kind = entry.file_type();
            let is_file = kind.is_file() || kind.is_symlink() && entry.path().is_file();
            (is_file && is_wanted(entry.path())).then(|| Ok(entry.into_path()))
        }
        Err(error) => {
            let path = error.path().unwrap_or(folder).to_path_buf();
            Some(Err(unreadable(&path, error.into())))
        }
    };
    entries.filter_map(file).collect()
}

fn is_same(path: &Path, canonical: &Path) -> bool {
    path.canonicalize().is_ok_and(|own| own == canonical)
}

/// Returns `true` for a file with the extension of a model, which may be followed by that of a compressed file.
fn is_model(path: &Path) -> bool {
    let name = unpacked_name(path);
    let extension = name.extension().and_then(OsStr::to_str);
    extension.is_some_and(|own| {
        EXTENSIONS
            .iter()
            .any(|known| own.eq_ignore_ascii_case(known))
    })
}

/// Returns an absolute path without `.` and `..`.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut normal = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the found files of a folder with models, relative to it.
    fn found(names: &[&str]) -> Vec<String> {
        let scratch = tempfile::tempdir().expect("a folder");
        let root = scratch.path();
        for name in [
            "a.stl",
            "b.OBJ",
            "c.stl.gz",
            "notes.txt",
            "in/a.stl",
            "in/deep/d.ply",
            ".git/e.stl",
            ".f.stl",
            "out/g/front.stl",
            "odd[1].stl",
        ] {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        let paths: Vec<PathBuf> = names.iter().map(|name| root.join(name)).collect();
        let files = listed(&paths, Some(&root.join("out"))).expect("files");
        let relative = |file: Listed| {
            let path = file.expect("a file");
            let path = path.strip_prefix(root).expect("a file in the folder");
            path.to_str().expect("UTF-8").replace('\\', "/")
        };
        files.into_iter().map(relative).collect()
    }

    #[test]
    fn folders_and_patterns_are_files_sorted_by_path() {
        let all = [
            "a.stl",
            "b.OBJ",
            "c.stl.gz",
            "in/a.stl",
            "in/deep/d.ply",
            "odd[1].stl",
        ];
        assert_eq!(found(&["."]), all);
        assert_eq!(found(&["**/*.stl"]), ["a.stl", "in/a.stl", "odd[1].stl"]);
        assert_eq!(found(&["*.stl"]), ["a.stl", "odd[1].stl"]);
        assert_eq!(found(&["in/*/*.{ply,stl}"]), ["in/deep/d.ply"]);
        assert_eq!(
            found(&["in/**/*.stl", "in/a.stl", "in"]),
            ["in/a.stl", "in/deep/d.ply"]
        );
        // A file that is named in two ways is one file.
        assert_eq!(found(&["in/../a.stl", "./a.stl", "a.stl"]).len(), 1);
        // The name of an existing file is not a pattern.
        assert_eq!(found(&["odd[1].stl"]), ["odd[1].stl"]);
        assert_eq!(found(&["missing.stl"]), ["missing.stl"]);
    }
}
