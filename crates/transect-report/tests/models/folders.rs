//! The models of the tests.

use std::path::{Path, PathBuf};

use transect_mesh::Mesh;
use transect_mesh::scene::{Scene, world_mesh};

const ENDINGS: [&str; 5] = ["glb", "gltf", "obj", "ply", "stl"];

/// Returns the models in a folder and its subfolders.
fn models(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let is_model = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ENDINGS.contains(&ending))
    };
    paths
        .into_iter()
        .flat_map(|path| match path {
            folder if folder.is_dir() => models(&folder),
            path if is_model(&path) => vec![path],
            _ => Vec::new(),
        })
        .collect()
}

/// Calls `check` with each model in a folder: its path, and the meshes of its objects in the world.
fn for_each_model(folder: &Path, check: impl Fn(&str, &[Mesh])) {
    let models = models(folder);
    assert!(!models.is_empty(), "{} has no models", folder.display());
    for path in models {
        let document = transect_io::read(std::slice::from_ref(&path)).expect("a model");
        check(&path.display().to_string(), &objects(&document.scene));
    }
}

/// Returns the meshes of all objects that have triangles.
fn objects(scene: &Scene) -> Vec<Mesh> {
    let world = scene.world_transforms();
    let meshes = scene.objects().filter_map(|node| {
        let mesh = &scene.meshes[scene.nodes[node].mesh?].mesh;
        let mesh = world_mesh(mesh, &world[node]).expect("a placed mesh");
        (!mesh.is_empty()).then(|| mesh.into_owned())
    });
    meshes.collect()
}

/// Calls `check` with each model of `assets/`.
pub(crate) fn for_each_asset(check: impl Fn(&str, &[Mesh])) {
    for_each_model(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets"),
        check,
    );
}

/// Calls `check` with each model beside the repository. If their folder is absent, prints that the test is skipped, or
/// panics if the environment variable `TRANSECT_REQUIRE_SHARED` is `1`.
pub(crate) fn for_each_shared_model(check: impl Fn(&str, &[Mesh])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if folder.is_dir() {
        for_each_model(&folder, check);
    } else {
        let is_required =
            std::env::var_os("TRANSECT_REQUIRE_SHARED").is_some_and(|value| value == "1");
        assert!(!is_required, "{} is absent", folder.display());
        println!("skipped: {} is absent", folder.display());
    }
}
