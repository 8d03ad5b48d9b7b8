//! Halves that are right are certified.

use transect_io::{Document, Format};
use transect_mesh::scene::Scene;
use transect_mesh::{Mesh, RawMesh};

use crate::cut::{errors, halves, verified, written};
use crate::trees::tree;

const FORMATS: [Format; 4] = [Format::Stl, Format::Obj, Format::Ply, Format::Glb];

/// Planes that leave some objects whole on either side. The first one contains faces of many objects.
const PLANES: [&str; 4] = ["z=1", "z=0.3", "x+2y+4z=1.7", "y=-z"];

fn assert_certified(input: &Document, plane: &str, format: Format, name: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let halves = halves(input, plane, format, folder.path());
    let verified = verified(input, &halves, plane);
    let errors = errors(&verified);
    assert_eq!(errors, [""; 0], "{name}, {plane}, {format}");
    if matches!(format, Format::Obj | Format::Glb) {
        assert!(!verified.joined, "{name}, {plane}, {format}");
    }
}

/// Returns the scene of a seed as a file of a format holds it.
fn input(seed: u64, format: Format) -> Document {
    let folder = tempfile::tempdir().expect("a folder");
    written(&tree(seed), format, folder.path(), "input")
}

#[test]
fn halves_of_random_trees_are_certified() {
    for seed in 1..=40 {
        for source in [Format::Glb, Format::Obj] {
            let input = input(seed, source);
            for plane in PLANES {
                for format in FORMATS {
                    let name = format!("seed {seed} from {source}");
                    assert_certified(&input, plane, format, &name);
                }
            }
        }
    }
}

/// Each half may come in its own format, with its objects in any order.
#[test]
fn halves_of_two_formats_in_reverse_order_are_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 1..=40 {
        let input = input(seed, Format::Glb);
        for plane in PLANES {
            let [front, _] = halves(&input, plane, Format::Obj, folder.path());
            let [_, back] = halves(&input, plane, Format::Glb, folder.path());
            let front = front.map(|mut front| {
                front.scene.nodes.reverse();
                front
            });
            let verified = verified(&input, &[front, back], plane);
            assert_eq!(errors(&verified), [""; 0], "seed {seed}, {plane}");
            assert!(!verified.joined, "seed {seed}, {plane}");
        }
    }
}

/// Another program may give new names to all objects. The coordinates in a GLB file are relative to an origin per
/// object, so these halves cannot be verified as one mesh.
#[test]
fn renamed_halves_are_certified_object_by_object() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 1..=40 {
        let input = input(seed, Format::Obj);
        for plane in PLANES {
            let mut halves = halves(&input, plane, Format::Glb, folder.path());
            for half in halves.iter_mut().flatten() {
                for (index, node) in half.scene.nodes.iter_mut().enumerate() {
                    node.name = format!("Mesh.{index:03}");
                }
            }
            let verified = verified(&input, &halves, plane);
            assert_eq!(errors(&verified), [""; 0], "seed {seed}, {plane}");
            assert!(!verified.joined, "seed {seed}, {plane}");
        }
    }
}

/// Another program may merge objects. The merged object has the name of one of them.
#[test]
fn merged_halves_are_certified_as_one_mesh() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut merged = 0;
    for seed in 1..=40 {
        let input = input(seed, Format::Obj);
        for plane in PLANES {
            let mut halves = halves(&input, plane, Format::Obj, folder.path());
            for half in halves.iter_mut().flatten() {
                merge(&mut half.scene);
                merged += 1;
            }
            let verified = verified(&input, &halves, plane);
            assert_eq!(errors(&verified), [""; 0], "seed {seed}, {plane}");
        }
    }
    assert!(merged > 160, "{merged}");
}

/// Merges the objects of a scene whose nodes all stand in the world.
fn merge(scene: &mut Scene) {
    let mut all = RawMesh::default();
    for node in &scene.nodes {
        let mesh = &scene.meshes[node.mesh.expect("an object")].mesh;
        let before = all.positions.len() as u32;
        all.positions.extend_from_slice(mesh.positions());
        let triangles = mesh.triangles().iter();
        all.triangles
            .extend(triangles.map(|triangle| triangle.map(|vertex| vertex + before)));
    }
    scene.nodes.truncate(1);
    scene.nodes[0].mesh = Some(0);
    scene.meshes[0].mesh = Mesh::new(all).expect("a mesh");
}
