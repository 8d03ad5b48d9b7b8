//! Tests names that other libraries use: a search of the documentation finds them as names or aliases, and the page
//! docs/coming-from.md has a row for them.

use std::fs;
use std::path::{Path, PathBuf};

/// Names that users of nalgebra, MathGeoLib, kurbo, parry, glam, Open3D and PCL know, and so type into the search of
/// the documentation.
const SEARCHES: [&str; 22] = [
    "HalfSpace",
    "Isometry",
    "Rect",
    "SACSegmentation",
    "canonical_split",
    "cast_ray",
    "closest_point",
    "contains_point",
    "distance_to_point",
    "dot_coord",
    "inflate",
    "intersects",
    "local_split",
    "local_to_world",
    "loosened",
    "penetration",
    "project_point",
    "reflect",
    "segment_plane",
    "transform_plane",
    "union",
    "world_to_local",
];

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

#[test]
fn searches_find_names_of_other_libraries() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let read = |path: &PathBuf| fs::read_to_string(path).expect("UTF-8");
    let code: String = files.iter().map(read).collect();
    let page = fs::read_to_string(root.join("../../docs/coming-from.md")).expect("the page");
    for search in SEARCHES {
        let is_alias = code.contains(&format!("#[doc(alias = \"{search}\")]"));
        assert!(is_alias, "no item has the alias `{search}`");
        assert!(
            page.contains(&format!("`{search}`")),
            "no row for `{search}`"
        );
    }
}
