//! The names of the folders into which the outputs of many files are written.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use transect_io::unpacked_name;

use crate::patterns::normal;

/// Returns the path of the output folder of each file, relative to the folder of all outputs. No folder is that of two
/// files, and none lies within another one.
///
/// A folder has the path of its file, relative to the deepest folder that contains all files, without the extension. If
/// this is the path of another file's folder, or of a folder that contains one, the extension stays. Upper and lower
/// case are equal here, as on some file systems. `reserved` is the name of a file beside the folders, which no folder
/// has.
pub(super) fn places(files: &[PathBuf], reserved: &str) -> Vec<PathBuf> {
    let absolute: Vec<PathBuf> = files.iter().map(|file| normal(file)).collect();
    let common = common_folder(&absolute);
    let whole = absolute.iter().map(|path| relative(path, &common));
    let whole: Vec<PathBuf> = whole.collect();
    let mut places: Vec<PathBuf> = whole.iter().map(|path| without_extension(path)).collect();
    let mut has_extension = vec![false; places.len()];
    loop {
        let mut taken = taken(&places);
        taken.entry(key(Path::new(reserved))).or_default().folders += 1;
        let collides = |place: usize| {
            let key = key(&places[place]);
            !has_extension[place] && taken.get(&key).is_some_and(|uses| uses.is_shared())
        };
        let colliding: Vec<usize> = (0..places.len()).filter(|&place| collides(place)).collect();
        if colliding.is_empty() {
            return places;
        }
        for place in colliding {
            places[place] = whole[place].clone();
            has_extension[place] = true;
        }
    }
}

/// The uses of a path: the number of folders of files at this path, and whether a folder of a file lies within it.
#[derive(Default)]
struct Uses {
    folders: usize,
    is_around: bool,
}

impl Uses {
    fn is_shared(&self) -> bool {
        self.folders + usize::from(self.is_around) > 1
    }
}

fn taken(places: &[PathBuf]) -> HashMap<String, Uses> {
    let mut taken: HashMap<String, Uses> = HashMap::new();
    for place in places {
        taken.entry(key(place)).or_default().folders += 1;
        for around in place.ancestors().skip(1) {
            taken.entry(key(around)).or_default().is_around = true;
        }
    }
    taken
}

fn key(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

fn common_folder(paths: &[PathBuf]) -> PathBuf {
    let folder = |path: &PathBuf| path.parent().unwrap_or(Path::new("")).to_path_buf();
    let common = |one: PathBuf, other: PathBuf| {
        let both = one.components().zip(other.components());
        both.take_while(|(one, other)| one == other)
            .map(|(one, _)| one)
            .collect()
    };
    paths.iter().map(folder).reduce(common).unwrap_or_default()
}

/// Returns the part of a path after the common folder. On Windows, paths may be on different drives and have none in
/// common; then only their names are kept apart from the root.
fn relative(path: &Path, common: &Path) -> PathBuf {
    let rest = path.strip_prefix(common).unwrap_or(path);
    let names = rest
        .components()
        .filter(|part| matches!(part, Component::Normal(_)));
    names.collect()
}

/// Returns a path without its extension and that of a compressed file.
fn without_extension(path: &Path) -> PathBuf {
    unpacked_name(path).with_extension("")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn of(files: &[&str]) -> Vec<String> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let places = places(&files, "each.jsonl").into_iter();
        places
            .map(|place| place.display().to_string().replace('\\', "/"))
            .collect()
    }

    #[test]
    fn folders_are_named_by_paths_below_the_common_folder() {
        assert_eq!(of(&["models/a.stl", "models/b.obj"]), ["a", "b"]);
        assert_eq!(of(&["models/in/a.stl", "models/a.stl.gz"]), ["in/a", "a"]);
        assert_eq!(
            of(&["m/x/a.stl", "m/y/a.stl", "m/v1.2.stl"]),
            ["x/a", "y/a", "v1.2"]
        );
        assert_eq!(of(&["m/../n/a.stl", "./m/b.stl"]), ["n/a", "m/b"]);
        assert_eq!(
            of(&["../a.stl", "b.stl"])
                .last()
                .map(|own| own.ends_with("/b")),
            Some(true)
        );
        assert_eq!(of(&["a.stl"]), ["a"]);
    }

    #[test]
    fn no_two_files_have_one_folder_and_no_folder_lies_in_another_one() {
        assert_eq!(of(&["a.stl", "a.obj"]), ["a.stl", "a.obj"]);
        assert_eq!(of(&["a.stl", "A.obj"]), ["a.stl", "A.obj"]);
        // Keeping the extensions of two files makes a third one collide.
        assert_eq!(
            of(&["a.stl", "a.obj", "a.stl.obj"]),
            ["a.stl", "a.obj", "a.stl.obj"]
        );
        assert_eq!(of(&["a.stl", "a/b.stl"]), ["a.stl", "a/b"]);
        assert_eq!(of(&["a", "a.stl"]), ["a", "a.stl"]);
        assert_eq!(of(&["each.jsonl.stl"]), ["each.jsonl.stl"]);
        let names = [
            "a",
            "b",
            "a.stl",
            "a.obj",
            "a.stl.gz",
            "a.obj.gz",
            "A.STL.obj",
            "b.stl",
        ];
        let folders = ["", "a.obj.d/", "b/", "c/", "c/b/"];
        let files = folders
            .iter()
            .flat_map(|folder| names.iter().map(move |name| format!("{folder}{name}")));
        // `b` is a folder, so it is not a file as well.
        let files: Vec<String> = files
            .filter(|file| !["b", "c/b"].contains(&&**file))
            .collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let places = of(&files);
        let distinct: HashSet<&String> = places.iter().collect();
        assert_eq!(distinct.len(), files.len(), "{places:?}");
        for (file, place) in files.iter().zip(&places) {
            let within = format!("{place}/");
            assert!(
                places.iter().all(|other| !other.starts_with(&within)),
                "{file}: {place}"
            );
        }
    }
}
