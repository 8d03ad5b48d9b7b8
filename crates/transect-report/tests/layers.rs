//! Tests that the layers of real models equal the sections by the same planes, bit for bit. The models are those of
//! `assets/`, and those beside the repository (skipped if they are absent).

use std::path::{Path, PathBuf};

use transect::mesh::{Mesh, Section, Sections};
use transect::scene::{Scene, world_mesh};
use transect::{Plane, Side};

const DIRECTIONS: [[f64; 3]; 4] = [
    [0.0, 0.0, 1.0],
    [-1.0, 0.0, 0.0],
    [1.0, 2.0, 3.0],
    [0.3, -0.2, 0.0],
];

/// The endings of files with models.
const ENDINGS: [&str; 5] = ["glb", "gltf", "obj", "ply", "stl"];

/// The random number generator xorshift64*, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

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

/// Returns all numbers of a section as bits.
fn bits(section: &Section) -> Vec<u64> {
    let frame = &section.frame;
    let mut bits: Vec<u64> = [frame.origin(), frame.u(), frame.v()]
        .as_flattened()
        .iter()
        .map(|number| number.to_bits())
        .collect();
    let mut add = |points: &[[f64; 3]]| {
        bits.push(points.len() as u64);
        bits.extend(points.as_flattened().iter().map(|number| number.to_bits()));
    };
    for section_loop in &section.loops {
        add(&section_loop.points);
        add(&[[section_loop.area, 0.0, 0.0]]);
    }
    for chain in &section.open_chains {
        add(chain);
    }
    bits
}

fn are_equal(found: &Sections, expected: &Sections) -> bool {
    let same = |side| bits(found.counting_on_as(side)) == bits(expected.counting_on_as(side));
    found == expected && same(Side::Front) && same(Side::Back)
}

/// Returns heights of vertices, heights next to them, and heights between two vertices.
fn heights(mesh: &Mesh, direction: [f64; 3], random: &mut Random) -> Vec<f64> {
    let form = Plane::new(direction, 0.0).expect("a direction");
    let mut heights = Vec::new();
    for _ in 0..2 {
        let [a, b] = [0; 2].map(|_| random.below(mesh.positions().len()));
        let [a, b] = [a, b].map(|vertex| form.value(&mesh.positions()[vertex]));
        heights.extend([a, a.next_up(), 0.25 * a + 0.75 * b]);
    }
    heights
}

/// Compares the layers of a mesh with its sections, and returns the number of layers that have loops.
fn compare(mesh: &Mesh, random: &mut Random, name: &str) -> usize {
    let mut met = 0;
    for direction in DIRECTIONS {
        let heights = heights(mesh, direction, random);
        for layer in mesh.layers(direction, &heights).expect("finite heights") {
            let expected = mesh.sections(&layer.plane);
            assert!(
                are_equal(&layer.sections, &expected),
                "{name}: the layer at {} along {direction:?} differs from the section",
                layer.height
            );
            met += usize::from(!layer.sections.on_front.loops.is_empty());
        }
    }
    met
}

fn compare_objects(scene: &Scene, name: &str) {
    let mut random = Random(7);
    let world = scene.world_transforms();
    let mut met = 0;
    for node in scene.objects() {
        let Some(mesh) = scene.nodes[node].mesh else {
            continue;
        };
        let mesh = world_mesh(&scene.meshes[mesh].mesh, &world[node]).expect("a placed mesh");
        if !mesh.is_empty() {
            met += compare(&mesh, &mut random, name);
        }
    }
    assert!(met > 0, "{name}: no layer has a loop");
}

fn compare_models(folder: &Path) {
    let models = models(folder);
    assert!(!models.is_empty(), "{} has no models", folder.display());
    for path in models {
        let document = transect_io::read(std::slice::from_ref(&path)).expect("a model");
        compare_objects(&document.scene, &path.display().to_string());
    }
}

#[test]
fn layers_of_the_assets_are_sections() {
    compare_models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets"));
}

#[test]
fn layers_of_the_models_beside_the_repository_are_sections() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if folder.is_dir() {
        compare_models(&folder);
    } else {
        let is_required =
            std::env::var_os("TRANSECT_REQUIRE_SHARED").is_some_and(|value| value == "1");
        assert!(!is_required, "{} is absent", folder.display());
        println!("skipped: {} is absent", folder.display());
    }
}
