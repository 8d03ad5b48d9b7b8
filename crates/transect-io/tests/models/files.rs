//! Reads real files. The expected numbers were counted by other programs or by hand.

#[path = "../support/shared.rs"]
mod shared;

use std::path::{Path, PathBuf};

use transect_io::{Document, read};
use transect_mesh::Meaning;

struct Fact {
    name: &'static str,
    triangles: usize,
    /// The number of vertices at distinct positions. Positions are distinct if any coordinate differs, however little.
    vertices: usize,
    closed: bool,
}

const fn fact(name: &'static str, triangles: usize, vertices: usize, closed: bool) -> Fact {
    Fact {
        name,
        triangles,
        vertices,
        closed,
    }
}

fn document(path: PathBuf) -> Document {
    read(&[path]).expect("a mesh file")
}

fn check(folder: &Path, fact: &Fact) -> Document {
    let document = document(folder.join(fact.name));
    assert_eq!(document.scene.meshes.len(), 1, "{}", fact.name);
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!(mesh.triangles().len(), fact.triangles, "{}", fact.name);
    assert_eq!(mesh.positions().len(), fact.vertices, "{}", fact.name);
    assert_eq!(mesh.boundary().is_closed(), fact.closed, "{}", fact.name);
    assert!(document.notes.is_empty(), "{:?}", document.notes);
    document
}

#[test]
fn assets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    check(&folder, &fact("spot.obj", 23_062, 11_533, true));
    // Programs that weld vertices within a tolerance find 1,722 vertices and a closed surface. Without a tolerance
    // there are more vertices: some corners have z = −2.7e-16 instead of 0, so their positions are different.
    check(&folder, &fact("cad_featuretype.stl", 3_476, 2_010, false));
}

#[test]
fn large_files() {
    let Some(folder) = shared::folder() else {
        return;
    };
    check(&folder, &fact("koala.obj", 99_994, 49_999, true));
    check(
        &folder,
        &fact("toyplane_open_holes.obj", 16_747, 8_519, false),
    );
    check(&folder, &fact("cad_tray_bottom.stl", 4_520, 2_216, true));
    let terrain = fact("terrain_thuringia_solid.ply", 1_057_040, 528_522, true);
    assert!(check(&folder, &terrain).sources[0].single_precision);

    let coloured = document(folder.join("cad_cycloidal_nonmanifold.ply"));
    let mesh = &coloured.scene.meshes[0];
    assert_eq!(mesh.mesh.triangles().len(), 43_368);
    let layers = &mesh.mesh.attributes().layers;
    assert_eq!(
        (&layers[0].meaning, layers[0].width),
        (&Meaning::Color(0), 4)
    );
    assert_eq!(coloured.scene.materials.len(), mesh.parts.len());
    assert!(
        coloured
            .scene
            .materials
            .iter()
            .all(|material| material.name.len() == 9)
    );
}
