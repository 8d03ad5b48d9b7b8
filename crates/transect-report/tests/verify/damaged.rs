//! Halves that are wrong are refused, although objects of the same name are matched by their place.

use transect_io::{Document, Format};
use transect_mesh::scene::{Node, Placement, Scene};
use transect_mesh::{Mesh, RawMesh};

use crate::cut::{Documents, errors, halves, verified, written};
use crate::solids::{SOLIDS, solid};
use crate::trees::tree;

const PLANE: &str = "z=0.3";

/// Returns the front half and the back half of each random tree, as GLB files hold them, with their input.
fn cuts() -> impl Iterator<Item = (u64, Document, Documents)> {
    let folder = tempfile::tempdir().expect("a folder");
    (1..=40).map(move |seed| {
        let input = written(&tree(seed), Format::Glb, folder.path(), "input");
        let halves = halves(&input, PLANE, Format::Glb, folder.path());
        (seed, input, halves)
    })
}

/// Returns the scene of the first half that has triangles, and the node of the last object in it.
fn last_object(halves: &mut Documents) -> (&mut Scene, usize) {
    let half = halves.iter_mut().flatten().next().expect("a half");
    let node = half.scene.objects().last().expect("an object");
    (&mut half.scene, node)
}

#[test]
fn a_missing_object_is_an_error() {
    for (seed, input, mut halves) in cuts() {
        let (scene, node) = last_object(&mut halves);
        scene.nodes[node].mesh = None;
        let errors = errors(&verified(&input, &halves, PLANE));
        assert!(!errors.is_empty(), "seed {seed}");
    }
}

#[test]
fn a_moved_object_is_an_error() {
    for (seed, input, mut halves) in cuts() {
        let (scene, node) = last_object(&mut halves);
        let mut moved = scene.nodes[node].placement.transform();
        moved.columns[3][0] += 1e-3;
        scene.nodes[node].placement = Placement::Matrix(moved);
        let errors = errors(&verified(&input, &halves, PLANE));
        assert!(!errors.is_empty(), "seed {seed}");
    }
}

#[test]
fn an_object_that_occurs_twice_is_an_error() {
    for (seed, input, mut halves) in cuts() {
        let (scene, node) = last_object(&mut halves);
        let copy = scene.nodes[node].clone();
        scene.nodes.push(copy);
        let errors = errors(&verified(&input, &halves, PLANE));
        assert!(!errors.is_empty(), "seed {seed}");
    }
}

#[test]
fn exchanged_halves_of_trees_are_an_error() {
    for (seed, input, mut halves) in cuts() {
        halves.reverse();
        let errors = errors(&verified(&input, &halves, PLANE));
        assert!(!errors.is_empty(), "seed {seed}");
    }
}

/// Returns a group with this name, and a child `Cube` that shows a mesh. `at` is the index of the group in the scene.
fn group(name: &str, at: usize, mesh: usize, x: f64) -> [Node; 2] {
    let group = Node {
        name: name.into(),
        ..Node::default()
    };
    let child = Node {
        name: "Cube".into(),
        parent: Some(at),
        placement: Placement::translation([x, 0.0, 0.0]),
        mesh: Some(mesh),
        ..Node::default()
    };
    [group, child]
}

/// Returns two groups with a cube and a tetrahedron, both named `Cube`. The distance between the objects is `x`.
fn two(x: f64) -> Document {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = Scene {
        nodes: [group("a", 0, 0, 0.0), group("b", 2, 5, x)].concat(),
        meshes: (0..SOLIDS).map(solid).collect(),
        ..Scene::default()
    };
    written(&scene, Format::Glb, folder.path(), "input")
}

/// Exchanges the meshes of the first two objects.
fn exchange(scene: &mut Scene) {
    let objects: Vec<usize> = scene.objects().collect();
    let [a, b] = [objects[0], objects[1]];
    let mesh = scene.nodes[a].mesh;
    scene.nodes[a].mesh = scene.nodes[b].mesh;
    scene.nodes[b].mesh = mesh;
}

/// Objects at different places are exchanged, also if they are cut. If they are whole, the groups that they stand in
/// show the exchange even at the same place.
#[test]
fn exchanged_objects_of_one_name_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for (x, plane) in [(5.0, "z=1"), (5.0, "z=-1"), (0.0, "z=-1"), (0.0, "z=9")] {
        let input = two(x);
        let mut halves = halves(&input, plane, Format::Glb, folder.path());
        assert_eq!(
            errors(&verified(&input, &halves, plane)),
            [""; 0],
            "{x}, {plane}"
        );
        exchange(&mut halves.iter_mut().flatten().next().expect("a half").scene);
        let errors = errors(&verified(&input, &halves, plane));
        assert!(!errors.is_empty(), "{x}, {plane}");
    }
}

/// Names are kept by the halves, so exchanged names are not merged objects.
#[test]
fn exchanged_names_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut input = two(5.0);
    for (index, name) in [(1, "first"), (3, "second")] {
        input.scene.nodes[index].name = name.into();
    }
    let mut halves = halves(&input, "z=1", Format::Obj, folder.path());
    assert_eq!(errors(&verified(&input, &halves, "z=1")), [""; 0]);
    exchange(&mut halves[0].as_mut().expect("a half").scene);
    assert!(!errors(&verified(&input, &halves, "z=1")).is_empty());
}

/// The finding names the object whose part is missing, and the certificate of the other object has none.
#[test]
fn the_missing_object_of_a_name_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = two(5.0);
    for missing in 0..2 {
        let mut halves = halves(&input, "z=1", Format::Obj, folder.path());
        for half in halves.iter_mut().flatten() {
            half.scene.nodes.remove(missing);
        }
        let verified = verified(&input, &halves, "z=1");
        let objects = verified.objects.iter();
        let counts: Vec<usize> = objects
            .map(|object| object.certificate.findings.len())
            .collect();
        assert!(counts[missing] > 0, "{counts:?}");
        assert_eq!(counts[1 - missing], 0, "{counts:?}");
    }
}

/// A triangle that belongs to one of two objects at the same place is in the mesh of the other one.
#[test]
fn a_triangle_in_another_object_of_the_name_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = two(0.0);
    let mut halves = halves(&input, "z=1", Format::Obj, folder.path());
    let front = halves[0].as_mut().expect("a half");
    let [from, to] = [0, 1].map(|index| front.scene.meshes[index].mesh.clone());
    let without_last = to_raw(&from, from.triangles().len() - 1);
    let mut with_it = to_raw(&to, to.triangles().len());
    let last = from.triangles().last().expect("a triangle");
    for &vertex in last {
        with_it.positions.push(from.positions()[vertex as usize]);
    }
    let count = with_it.positions.len() as u32;
    with_it.triangles.push([count - 3, count - 2, count - 1]);
    for (mesh, raw) in front.scene.meshes.iter_mut().zip([without_last, with_it]) {
        mesh.mesh = Mesh::new(raw).expect("a mesh");
    }
    assert!(!errors(&verified(&input, &halves, "z=1")).is_empty());
}

/// Returns the first triangles of a mesh.
fn to_raw(mesh: &Mesh, count: usize) -> RawMesh {
    RawMesh {
        positions: mesh.positions().to_vec(),
        triangles: mesh.triangles()[..count].to_vec(),
        ..RawMesh::default()
    }
}
