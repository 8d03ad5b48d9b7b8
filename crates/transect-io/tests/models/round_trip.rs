//! Tests in which documents are written and read again. The triangles are the same and in the same order, with names,
//! parts, materials and attributes. Coordinates are the same bit for bit if the format stores f64.

use std::path::{Path, PathBuf};

use transect_io::{Document, Format, Outputs, read, write};
use transect_mesh::scene::{Material, Node, Part, Placement, Scene, SceneMesh, Transform};
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, RawMesh};

const THIRD: f64 = 1.0 / 3.0;

/// Returns two objects with the same mesh, of which one is mirrored, and a group node between them in the tree.
fn document() -> Document {
    let layer = |meaning, width, values: &[f64]| AttributeLayer {
        meaning,
        width,
        values: values.to_vec(),
    };
    let mesh = Mesh::new(RawMesh {
        positions: vec![
            [0.0, 0.0, 0.0],
            [THIRD, 0.0, 1e-9],
            [0.0, 1e17, 0.0],
            [0.0, 0.0, 5e-324],
        ],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        attributes: Attributes {
            corners: vec![[0, 1, 2], [0, 1, 1], [2, 2, 2], [1, 0, 2]],
            layers: vec![
                layer(
                    Meaning::TextureCoordinate(0),
                    2,
                    &[0.0, 0.1, 0.5, 0.5, 1.0, 0.0],
                ),
                layer(
                    Meaning::Normal,
                    3,
                    &[0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0],
                ),
                layer(
                    Meaning::Color(0),
                    3,
                    &[1.0, 0.2, 0.0, 0.4, 0.6, 0.0, 0.0, 0.0, 0.8],
                ),
                layer(Meaning::Custom("quality".into()), 1, &[0.1, 0.2, 0.3]),
            ],
        },
        parts: vec![0, 1, 1, 0],
    })
    .expect("a tetrahedron");
    let part = |name: &str, material, layers: [bool; 4]| Part {
        name: name.into(),
        material: Some(material),
        layers: layers.to_vec(),
    };
    let material = |name: &str, color| Material {
        name: name.into(),
        color,
        gltf: None,
    };
    let mut mirrored = Transform::IDENTITY;
    mirrored.columns[0] = [-2.0, 0.0, 0.0];
    mirrored.columns[3] = [10.0, 0.0, 0.0];
    let node = |name: &str, parent, placement, mesh| Node {
        name: name.into(),
        parent,
        placement,
        mesh,
        extras: None,
    };
    Document {
        scene: Scene {
            nodes: vec![
                node("here", None, Placement::Identity, Some(0)),
                node("group", None, Placement::Matrix(mirrored), None),
                node("there, mirrored\\", Some(1), Placement::Identity, Some(0)),
            ],
            meshes: vec![SceneMesh {
                mesh,
                parts: vec![
                    part("", 0, [true; 4]),
                    part("a part", 1, [false, true, true, true]),
                ],
                ..SceneMesh::default()
            }],
            materials: vec![
                material("red paint", [1.0, 0.0, 0.0, 1.0]),
                material("red paint", [0.2, 0.4, 0.6, 0.8]),
            ],
            ..Scene::default()
        },
        ..Document::default()
    }
}

fn written(document: &Document, format: Format, folder: &Path) -> (Vec<PathBuf>, Vec<String>) {
    let mut outputs = Outputs::new(folder, false).expect("outputs");
    let lost = write(document, format, &mut outputs, "out")
        .expect("written")
        .losses;
    (outputs.commit().expect("moved"), lost)
}

/// Returns the corners of all triangles in world coordinates.
fn corners(scene: &Scene) -> Vec<[[f64; 3]; 3]> {
    let world = scene.world_transforms();
    let mut all = Vec::new();
    for node in scene.objects() {
        let mesh = &scene.meshes[scene.nodes[node].mesh.expect("an object")].mesh;
        for triangle in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(triangle).map(|p| world[node].apply(&p));
            let mirrored = world[node].determinant() < 0.0;
            all.push(if mirrored { [a, c, b] } else { [a, b, c] });
        }
    }
    all
}

#[test]
fn obj_holds_names_parts_materials_and_corners() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = document();
    let (paths, lost) = written(&before, Format::Obj, folder.path());
    assert_eq!(
        paths,
        ["out.mtl", "out.obj"].map(|name| folder.path().join(name))
    );
    assert_eq!(
        lost,
        [
            "names of groups: 1 node",
            "sharing of meshes by 1 instance",
            "attribute quality"
        ]
    );
    let after = read(&paths[1..]).expect("an OBJ file");
    assert!(after.notes.is_empty(), "{:?}", after.notes);
    assert_eq!(corners(&after.scene), corners(&before.scene));
    let names: Vec<_> = after
        .scene
        .nodes
        .iter()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(names, ["here", "there, mirrored/"]);
    let materials: Vec<_> = after
        .scene
        .materials
        .iter()
        .map(|m| (m.name.as_str(), m.color))
        .collect();
    assert_eq!(
        materials,
        [
            ("red_paint", [1.0, 0.0, 0.0, 1.0]),
            ("red_paint_2", [0.2, 0.4, 0.6, 0.8])
        ]
    );
    let [first, second] = &after.scene.meshes[..] else {
        panic!("two meshes");
    };
    let parts: Vec<_> = first
        .parts
        .iter()
        .map(|p| (p.name.as_str(), p.material))
        .collect();
    assert_eq!(parts, [("", Some(0)), ("a part", Some(1))]);
    assert_eq!(first.parts[1].layers, [false, true, true]);
    assert_eq!(
        (0..4).map(|t| first.mesh.part(t)).collect::<Vec<_>>(),
        [0, 1, 1, 0]
    );
    let layers = |mesh: &SceneMesh, triangle: usize, corner: usize| -> Vec<Vec<f64>> {
        let attributes = mesh.mesh.attributes();
        let row = attributes.corners[triangle][corner];
        attributes
            .layers
            .iter()
            .map(|layer| layer.row(row).to_vec())
            .collect()
    };
    assert_eq!(
        layers(first, 3, 2),
        [vec![1.0, 1.0], vec![1.0, 0.0, 0.0], vec![0.0, 0.0, 0.8]]
    );
    // The triangles of the mirrored object are flipped, so their second and third corners are exchanged.
    assert_eq!(
        layers(second, 3, 1),
        [vec![1.0, 1.0], vec![-1.0, 0.0, 0.0], vec![0.0, 0.0, 0.8]]
    );
}

#[test]
fn ply_holds_corners_and_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = document();
    let (paths, lost) = written(&before, Format::Ply, folder.path());
    assert_eq!(
        lost,
        [
            "names of 2 objects",
            "names of groups: 1 node",
            "sharing of meshes by 1 instance",
            "names of 1 part",
            "names of 2 materials",
            "colours of 2 materials beside vertex colours",
        ]
    );
    let after = read(&paths).expect("a PLY file");
    assert!(after.notes.is_empty());
    assert!(!after.sources[0].single_precision);
    assert_eq!(corners(&after.scene), corners(&before.scene));
    let mesh = &after.scene.meshes[0].mesh;
    let attributes = mesh.attributes();
    let meanings: Vec<_> = attributes
        .layers
        .iter()
        .map(|l| l.meaning.clone())
        .collect();
    let [texture, normal, color] = [
        Meaning::TextureCoordinate(0),
        Meaning::Normal,
        Meaning::Color(0),
    ];
    assert_eq!(
        meanings,
        [texture, normal, color, Meaning::Custom("quality".into())]
    );
    let row = attributes.corners[3][2];
    let found: Vec<_> = attributes
        .layers
        .iter()
        .map(|layer| layer.row(row))
        .collect();
    assert_eq!(
        found,
        [&[1.0, 1.0][..], &[1.0, 0.0, 0.0], &[0.0, 0.0, 0.8], &[0.3]]
    );
    assert!(after.scene.materials.is_empty());
}

/// Without vertex colours, the colours of materials are colours of faces.
#[test]
fn ply_holds_colours_of_faces() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut before = document();
    let color = 2;
    for part in &mut before.scene.meshes[0].parts {
        part.layers.remove(color);
    }
    let mesh = std::mem::take(&mut before.scene.meshes[0].mesh);
    let mut raw = mesh.into_raw();
    raw.attributes.layers.remove(color);
    before.scene.meshes[0].mesh = Mesh::new(raw).expect("a tetrahedron");
    let (paths, _) = written(&before, Format::Ply, folder.path());
    let after = read(&paths).expect("a PLY file");
    let names: Vec<_> = after
        .scene
        .materials
        .iter()
        .map(|m| (m.name.as_str(), m.color))
        .collect();
    assert_eq!(
        names,
        [
            ("#ff0000ff", [1.0, 0.0, 0.0, 1.0]),
            ("#336699cc", [0.2, 0.4, 0.6, 0.8])
        ]
    );
    let mesh = &after.scene.meshes[0].mesh;
    let parts: Vec<_> = (0..8).map(|triangle| mesh.part(triangle)).collect();
    assert_eq!(parts, [0, 1, 1, 0, 0, 1, 1, 0]);
}

/// Returns two triangles with common vertices. The first has vertex colours. The second is a cap without a name and
/// without vertex colours, and has the colour of its material.
fn half_with_a_cap() -> Document {
    let mesh = Mesh::new(RawMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        attributes: Attributes {
            corners: vec![[0, 1, 2], [0, 0, 0]],
            layers: vec![AttributeLayer {
                meaning: Meaning::Color(0),
                width: 3,
                values: vec![1.0, 0.0, 0.0, 0.2, 0.4, 0.6, 0.3, 0.0, 1.0],
            }],
        },
        parts: vec![0, 1],
    });
    let part = |material, has_colors| Part {
        name: String::new(),
        material,
        layers: vec![has_colors],
    };
    Document {
        scene: Scene {
            nodes: vec![Node {
                name: "out".into(),
                mesh: Some(0),
                ..Node::default()
            }],
            meshes: vec![SceneMesh {
                mesh: mesh.expect("two triangles"),
                parts: vec![part(None, true), part(Some(0), false)],
                ..SceneMesh::default()
            }],
            materials: vec![Material {
                name: "cap".into(),
                color: [0.0, 0.4, 0.0, 1.0],
                gltf: None,
            }],
            ..Scene::default()
        },
        ..Document::default()
    }
}

/// Open3D and VTK show colours of other types than `uchar` as black. MeshLab and three.js show only the colours of faces
/// in a file with colours of faces and of vertices.
#[test]
fn ply_has_vertex_colours_as_bytes_also_for_caps() {
    let folder = tempfile::tempdir().expect("a folder");
    let (paths, lost) = written(&half_with_a_cap(), Format::Ply, folder.path());
    // 0.3 is between two bytes.
    assert_eq!(lost, ["vertex colours beyond 8 bits"]);
    let bytes = std::fs::read(&paths[0]).expect("a file");
    let end = b"end_header\n";
    let found = bytes.windows(end.len()).position(|window| window == end);
    let start = found.expect("a header") + end.len();
    let header = String::from_utf8_lossy(&bytes[..start]).into_owned();
    assert_eq!(
        header.lines().skip(3).collect::<Vec<_>>(),
        [
            "element vertex 6",
            "property double x",
            "property double y",
            "property double z",
            "property uchar red",
            "property uchar green",
            "property uchar blue",
            "element face 2",
            "property list uchar int vertex_indices",
            "end_header",
        ]
    );
    // A vertex has three doubles and three bytes.
    let colors: Vec<&[u8]> = bytes[start..]
        .chunks(27)
        .take(6)
        .map(|vertex| &vertex[24..])
        .collect();
    let cap = [0, 102, 0];
    assert_eq!(
        colors,
        [[255, 0, 0], [51, 102, 153], [77, 0, 255], cap, cap, cap]
    );
}

#[test]
fn obj_names_the_group_of_caps() {
    let folder = tempfile::tempdir().expect("a folder");
    let (paths, _) = written(&half_with_a_cap(), Format::Obj, folder.path());
    let text = std::fs::read_to_string(&paths[1]).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"g cap") && !lines.contains(&"g"), "{text}");
    let names: Vec<String> = read(&paths[1..]).expect("an OBJ file").scene.meshes[0]
        .parts
        .iter()
        .map(|part| part.name.clone())
        .collect();
    assert_eq!(names, ["", "cap"]);
}

#[test]
fn stl_holds_triangles_in_f32() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = document();
    let (paths, lost) = written(&before, Format::Stl, folder.path());
    assert_eq!(lost[0], "names of 2 objects");
    assert!(lost.contains(&"2 materials".to_owned()), "{lost:?}");
    assert!(lost.contains(&"texture coordinates".to_owned()), "{lost:?}");
    assert!(
        lost.last()
            .is_some_and(|what| what.starts_with("coordinates beyond f32"))
    );
    let after = read(&paths).expect("an STL file");
    let narrowed: Vec<_> = corners(&before.scene)
        .iter()
        .map(|corners| corners.map(|p| p.map(|c| f64::from(c as f32))))
        .collect();
    assert_eq!(corners(&after.scene), narrowed);
    assert!(after.scene.meshes[0].mesh.boundary().is_closed());
}

#[test]
fn what_does_not_fit_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut large = document();
    large.scene.nodes[0].placement = Placement::translation([0.0, 0.0, 1e39]);
    let mut outputs = Outputs::new(folder.path(), false).expect("outputs");
    let error = write(&large, Format::Stl, &mut outputs, "out").expect_err("too large");
    assert_eq!(
        error.to_string(),
        "object \"here\", vertex 0: coordinate z = 1000000000000000000000000000000000000000 does not fit f32"
    );
    drop(outputs);
    assert!(
        std::fs::read_dir(folder.path())
            .expect("a folder")
            .next()
            .is_none()
    );
}

#[test]
fn real_files_come_back_as_they_were() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    for name in ["spot.obj", "cad_featuretype.stl"] {
        let before = read(&[assets.join(name)]).expect(name);
        for format in [Format::Stl, Format::Obj, Format::Ply] {
            let folder = tempfile::tempdir().expect("a folder");
            let (paths, _) = written(&before, format, folder.path());
            let after = read(&paths).expect("a file");
            let same = corners(&after.scene) == corners(&before.scene);
            // `spot.obj` has coordinates with more digits than f32 holds. STL rounds them.
            assert!(
                same || (format == Format::Stl && name == "spot.obj"),
                "{name} as {format}"
            );
            let vertices = |document: &Document| document.scene.meshes[0].mesh.positions().len();
            assert_eq!(vertices(&after), vertices(&before), "{name} as {format}");
        }
    }
}
