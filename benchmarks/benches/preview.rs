//! The preview of a cut scene at its default size, from the halves to the bytes of the PNG file.
//!
//! The terrain (1,057,040 triangles) and the office (1,083 objects) are read from `../shared/data` and `assets`.
//! A missing file is skipped with a message.

use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use transect::Plane;
use transect_draw::{Body, Half, Look, Preview, Theme, class_of};
use transect_mesh::Frame;
use transect_mesh::scene::{Encoding, SceneCut};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the preview that the command draws of a cut: all objects except those of a class that stands for air, such
/// as the space of a room. Caps are recognized by their material.
fn preview(cut: &SceneCut) -> Preview<'_> {
    let frame = Frame::of(cut.planes[0].plane());
    let (theme, mut bodies) = (Theme::light(), Vec::new());
    for (half, part) in [Half::Front, Half::Back].into_iter().zip(&cut.parts) {
        let scene = &part.scene;
        let world = scene.world_transforms();
        for node in scene
            .objects()
            .filter(|&node| !theme.is_air(class_of(&scene.nodes[node].name)))
        {
            let mesh = &scene.meshes[scene.nodes[node].mesh.expect("objects have meshes")];
            let materials = mesh
                .parts
                .iter()
                .map(|part| Some(&scene.materials[part.material?]));
            let look = |material: Option<&transect_mesh::scene::Material>| Look {
                color: material.map(|material| material.color),
                cap: material.is_some_and(|material| material.name == "cap"),
                style: None,
            };
            bodies.push(Body {
                parts: mesh.mesh.parts(),
                looks: materials.map(look).collect(),
                placement: world[node].columns,
                half,
                ..Body::new(mesh.mesh.positions(), mesh.mesh.triangles())
            });
        }
    }
    Preview {
        bodies,
        plane: [frame.origin(), frame.u(), frame.v()],
        ..Preview::default()
    }
}

fn bench(criterion: &mut Criterion, name: &str, path: &str, plane: &str, encoding: Encoding) {
    let path = root().join(path);
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("{name} is left out: {} is not there", path.display());
        return;
    };
    let document = transect_io::read_bytes(&path, &bytes).expect("a sound file");
    let plane: Plane = plane.parse().expect("a plane that is written here");
    let cut = document.scene.cut(&plane, encoding, |_| true, |_| {});
    let cut = cut.expect("the objects can be cut");
    let preview = preview(&cut);
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    group.bench_function(format!("preview {plane}"), |b| {
        b.iter(|| preview.to_png().expect("few vertices"))
    });
    group.finish();
}

fn terrain(criterion: &mut Criterion) {
    let path = "../shared/data/terrain_thuringia_solid.ply";
    bench(criterion, "terrain", path, "z=400", Encoding::Double);
}

fn office(criterion: &mut Criterion) {
    bench(
        criterion,
        "office",
        "assets/office.glb",
        "z=1.2",
        Encoding::LocalSingle,
    );
}

criterion_group!(benches, terrain, office);
criterion_main!(benches);
