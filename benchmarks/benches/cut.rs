//! Measures sections, splits, scenes and reading, each compared with a loop that reads the same bytes.
//!
//! The terrain (1,057,040 triangles, 20 MB PLY) and the office (1,083 objects) are
//! read from `../shared/data` and `assets`. A missing file is skipped with a message.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use transect::Plane;
use transect_mesh::scene::Encoding;
use transect_mesh::{Mesh, SectionIndex};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn plane(text: &str) -> Plane {
    text.parse().expect("a plane that is written here")
}

/// Reads the bytes as 8-byte integers and returns their sum. Its time is the cost of reading alone.
fn read_loop(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().fold(0_u64, |sum, word| {
        sum.wrapping_add(u64::from_ne_bytes(*word))
    });
    rest.iter()
        .fold(words, |sum, &byte| sum.wrapping_add(u64::from(byte)))
}

/// Reads all positions and triangles of a mesh, as a cut does, and returns a checksum of them.
fn read_mesh(mesh: &Mesh) -> u64 {
    let positions = mesh.positions().as_flattened().iter();
    let triangles = mesh.triangles().as_flattened().iter();
    positions.fold(0_u64, |sum, c| sum.wrapping_add(c.to_bits()))
        ^ triangles.fold(0_u64, |sum, &v| sum.wrapping_add(u64::from(v)))
}

fn terrain(criterion: &mut Criterion) {
    let path = root().join("../shared/data/terrain_thuringia_solid.ply");
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("the terrain is left out: {} is not there", path.display());
        return;
    };
    let read = || transect_io::read_bytes(&path, &bytes).expect("a sound file");
    let mut group = criterion.benchmark_group("terrain file");
    group
        .sample_size(20)
        .throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read loop", |b| b.iter(|| read_loop(black_box(&bytes))));
    group.bench_function("read", |b| b.iter(read));
    group.finish();

    let document = read();
    let mesh = &document.scene.meshes[0].mesh;
    // The mesh caches its boundary, so the times below do not include the check that the input is closed.
    assert!(mesh.boundary().is_closed());
    let mut group = criterion.benchmark_group("terrain");
    group.sample_size(20);
    group.bench_function("read loop", |b| b.iter(|| read_mesh(black_box(mesh))));
    let index = SectionIndex::new(mesh);
    for text in ["z=508.557", "z=600", "x=17700"] {
        let plane = plane(text);
        group.bench_function(format!("section {text}"), |b| {
            b.iter(|| mesh.section(&plane))
        });
        group.bench_function(format!("section {text} by an index"), |b| {
            b.iter(|| index.section(&plane))
        });
        group.bench_function(format!("split {text}"), |b| b.iter(|| mesh.split(&plane)));
        group.bench_function(format!("split and certificate {text}"), |b| {
            b.iter(|| mesh.split(&plane).certificate(mesh, &plane));
        });
    }
    group.finish();
}

fn office(criterion: &mut Criterion) {
    let path = root().join("assets/office.glb");
    let bytes = std::fs::read(&path).expect("assets/office.glb is part of the project");
    let document = transect_io::read_bytes(&path, &bytes).expect("a sound file");
    for mesh in &document.scene.meshes {
        mesh.mesh.boundary();
    }
    let plane = plane("z=1.2");
    let mut group = criterion.benchmark_group("office");
    group.sample_size(30);
    group.bench_function("read loop", |b| {
        b.iter(|| {
            document
                .scene
                .meshes
                .iter()
                .fold(0, |sum, mesh| sum ^ read_mesh(black_box(&mesh.mesh)))
        });
    });
    group.bench_function("read", |b| {
        b.iter(|| transect_io::read_bytes(&path, &bytes).expect("a sound file"));
    });
    group.bench_function("scene z=1.2", |b| {
        b.iter(|| {
            document
                .scene
                .cut(&plane, Encoding::LocalSingle, |_| true, |_| {})
        });
    });
    group.finish();
}

criterion_group!(benches, terrain, office);
criterion_main!(benches);
