//! Tests of glTF files: samples whose volumes and bounds are known from mathematics, and a real building. Documents are
//! also written and read again.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use transect_io::{
    Document, Format, Outputs, Place, ReadError, ReadErrorKind, WriteError, read, read_bytes, write,
};
use transect_mesh::scene::{Material, Node, Part, SceneMesh};
use transect_mesh::{Meaning, Mesh, RawMesh};

const SAMPLES: [&str; 9] = [
    "nested.glb",
    "mirrored.glb",
    "nonuniform.glb",
    "instanced.glb",
    "primitives.glb",
    "seams.glb",
    "georeferenced.glb",
    "quantized.glb",
    "sparse.gltf",
];

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")
}

fn sample(name: &str) -> Document {
    let path = assets().join("gltf").join(name);
    let document = read(&[path]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.notes, []);
    assert_eq!(document.sources[0].unit.as_deref(), Some("m"));
    assert!(document.sources[0].single_precision);
    document
}

/// Returns the mesh of an object in world coordinates. If the object's transform mirrors, the triangles are flipped.
fn world(document: &Document, name: &str) -> Mesh {
    let scene = &document.scene;
    let node = scene
        .objects()
        .find(|&node| scene.nodes[node].name == name)
        .unwrap_or_else(|| panic!("no object {name}"));
    let mesh = scene.nodes[node].mesh.expect("an object shows a mesh");
    let transform = scene.world_transforms()[node];
    let mirrored = transform.determinant() < 0.0;
    scene.meshes[mesh]
        .mesh
        .mapped(mirrored, |point| transform.apply(point))
        .expect("samples are small")
}

/// Checks that a mesh is closed, and checks its volume and its exact bounds.
fn check(document: &Document, name: &str, volume: f64, min: [f64; 3], max: [f64; 3]) {
    let mesh = world(document, name);
    assert!(mesh.boundary().is_closed(), "{name}");
    assert_eq!(mesh.volume(), volume, "{name}");
    let bounds = mesh.bounds().expect("samples have triangles");
    assert_eq!((bounds.min(), bounds.max()), (min, max), "{name}");
}

fn names(document: &Document) -> Vec<&str> {
    let scene = &document.scene;
    scene
        .objects()
        .map(|node| &*scene.nodes[node].name)
        .collect()
}

#[test]
fn placements_are_applied_from_the_inside_out() {
    let document = sample("nested.glb");
    assert_eq!(names(&document), ["Wall/W-1", "Slab/S-2", "Wall/W-2"]);
    let nodes = &document.scene.nodes;
    let parents: Vec<_> = nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(1)]);
    assert_eq!(nodes[0].extras.as_deref(), Some(r#"{"storeys":1}"#));
    assert_eq!(nodes[1].extras, None);
    assert_eq!(document.scene.meshes.len(), 2);
    assert_eq!(document.scene.materials[0].name, "Brick");
    assert_eq!(document.scene.materials[0].color, [0.6, 0.25, 0.2, 1.0]);
    check(
        &document,
        "Wall/W-1",
        96.0,
        [2.0, 12.0, 10.0],
        [4.0, 18.0, 18.0],
    );
    check(
        &document,
        "Slab/S-2",
        32.0,
        [10.0, 12.0, 6.0],
        [10.5, 20.0, 14.0],
    );
}

#[test]
fn mirrored_objects_are_turned_over() {
    let document = sample("mirrored.glb");
    assert_eq!(document.scene.meshes.len(), 1);
    check(&document, "Wedge/plain", 12.0, [0.0; 3], [4.0, 2.0, 3.0]);
    check(
        &document,
        "Wedge/scaled",
        12.0,
        [-5.0, 0.0, 0.0],
        [-1.0, 2.0, 3.0],
    );
    check(
        &document,
        "Wedge/matrix",
        12.0,
        [0.0, -3.0, 0.0],
        [4.0, -1.0, 3.0],
    );
    check(
        &document,
        "Wedge/twice",
        12.0,
        [0.0, -3.0, 1.0],
        [4.0, -1.0, 4.0],
    );
}

#[test]
fn scales_that_differ_by_axis_shear() {
    let document = sample("nonuniform.glb");
    check(
        &document,
        "Block/turned",
        96.0,
        [-2.0, -4.0, -1.5],
        [2.0, 4.0, 1.5],
    );
    let sheared = world(&document, "Block/sheared");
    assert!(sheared.boundary().is_closed());
    assert_eq!(sheared.volume().round(), 32.0);
}

#[test]
fn instances_share_one_mesh() {
    let document = sample("instanced.glb");
    assert_eq!(document.scene.meshes.len(), 1);
    let mesh = &document.scene.meshes[0];
    assert_eq!(mesh.name, "Column/type-A");
    assert_eq!(mesh.mesh.positions().len(), 16);
    for i in 0..5_u8 {
        let x = 8.0 * f64::from(i);
        let name = format!("Column/C-{}", i + 1);
        check(
            &document,
            &name,
            42.0,
            [x - 2.0, -2.0, 0.0],
            [x + 2.0, 2.0, 3.0],
        );
    }
}

#[test]
fn primitives_are_welded_into_one_mesh() {
    let document = sample("primitives.glb");
    check(&document, "Room/R-101", 60.0, [0.0; 3], [3.0, 4.0, 5.0]);
    let mesh = &document.scene.meshes[0];
    assert_eq!(mesh.mesh.positions().len(), 8);
    let parts: Vec<u32> = (0..12).map(|triangle| mesh.mesh.part(triangle)).collect();
    assert_eq!(parts, [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
    let materials = mesh.parts.iter().map(|part| part.material);
    assert_eq!(materials.collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    assert_eq!(document.scene.materials[2].color[3], 0.5);
    assert_eq!(mesh.extras.as_deref(), Some(r#"{"use":"office"}"#));
}

#[test]
fn seams_are_attributes_and_no_holes() {
    let document = sample("seams.glb");
    let mesh = world(&document, "Globe/G-1");
    assert!(mesh.boundary().is_closed());
    // The sphere has 7 circles of 16 vertices and two poles. The file has 17 × 9 attribute rows, of which one at each
    // pole is unused.
    assert_eq!(mesh.positions().len(), 16 * 7 + 2);
    assert_eq!(mesh.attributes().rows(), 17 * 9 - 2);
    let sphere = 4.0 / 3.0 * std::f64::consts::PI * 8.0;
    assert!((0.9 * sphere..sphere).contains(&mesh.volume()));
    let layers = mesh.attributes().layers.iter();
    let meanings: Vec<_> = layers
        .map(|layer| (layer.meaning.clone(), layer.width))
        .collect();
    assert_eq!(
        meanings,
        [
            (Meaning::Color(0), 4),
            (Meaning::Normal, 3),
            (Meaning::Tangent, 4),
            (Meaning::TextureCoordinate(0), 2),
            (Meaning::Custom("_HEIGHT".to_owned()), 1),
        ]
    );
    // In this sample, the custom attribute of each corner is the height of its vertex. So the test can check that each
    // corner has the right attribute row.
    for (vertices, rows) in mesh.triangles().iter().zip(&mesh.attributes().corners) {
        for (&vertex, &row) in vertices.iter().zip(rows) {
            let height = mesh.attributes().layers[4].row(row);
            assert_eq!(height, [mesh.positions()[vertex as usize][2]]);
            assert_eq!(mesh.attributes().layers[0].row(row)[3], 1.0);
        }
    }
    let textures = &document.textures;
    assert_eq!(textures.textures, [r#"{"sampler":0,"source":0}"#]);
    assert_eq!(textures.images[0].media_type, "image/png");
    assert_eq!(textures.images[0].entry, r#"{"name":"checkerboard"}"#);
    assert_eq!(textures.images[0].bytes.len(), 76);
}

#[test]
fn far_placements_keep_their_precision() {
    let document = sample("georeferenced.glb");
    let (x, y, z) = (5_212_345.25, 5_812_345.5, 34.125);
    check(
        &document,
        "House/H-1",
        12.5 * 8.25 * 6.125,
        [x, y, z],
        [x + 12.5, y + 8.25, z + 6.125],
    );
}

#[test]
fn quantized_numbers_are_read() {
    let document = sample("quantized.glb");
    check(
        &document,
        "Plate/P-1",
        0.5,
        [-0.5, -1.0, 0.0],
        [0.5, 1.0, 0.25],
    );
    check(&document, "Unit/U-1", 8.0, [2.0, 0.0, 0.0], [4.0, 2.0, 2.0]);
    let layers = &document.scene.meshes[0].mesh.attributes().layers;
    assert_eq!(layers[0].row(0), [0.0, 0.0, -1.0]);
    assert_eq!(layers[0].row(7), [0.0, 0.0, 1.0]);
    assert_eq!(layers[1].row(7), [1.0, 1.0]);
}

/// The least normalized integer, such as −128 for signed bytes, means −128/127, which is slightly less than −1. It is
/// read as −1.
#[test]
fn the_least_quantized_numbers_mean_minus_one() {
    for (component, bytes) in [
        (5120, [[0x80, 0x81], [0x7f, 0x00]].concat()),
        (
            5122,
            [[0x00, 0x80], [0x01, 0x80], [0xff, 0x7f], [0, 0]].concat(),
        ),
    ] {
        // The four stored integers mean −1, −1, 1 and 0; the first two differ, but both mean −1. The rows of the
        // accessor are (−1, −1, 1), (−1, 1, 0) and (1, 0, −1).
        let size = bytes.len() / 4;
        let number = |index: usize| &bytes[index * size..][..size];
        let order = [0, 1, 2, 1, 2, 3, 2, 3, 0];
        let mut rows = Vec::new();
        for row in order.chunks(3) {
            row.iter()
                .for_each(|&index| rows.extend_from_slice(number(index)));
            rows.resize(rows.len().next_multiple_of(4), 0);
        }
        let stride = rows.len() / 3;
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &rows)
        );
        let document = json!({
            "asset": {"version": "2.0"},
            "extensionsUsed": ["KHR_mesh_quantization"],
            "extensionsRequired": ["KHR_mesh_quantization"],
            "buffers": [{"byteLength": rows.len(), "uri": uri}],
            "bufferViews": [{"buffer": 0, "byteLength": rows.len(), "byteStride": stride}],
            "accessors": [{"bufferView": 0, "componentType": component, "normalized": true, "count": 3, "type": "VEC3"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "nodes": [{"mesh": 0}],
            "scenes": [{"nodes": [0]}],
        });
        let document = read_bytes(Path::new("least.gltf"), document.to_string().as_bytes())
            .expect("a triangle");
        let positions = document.scene.meshes[0].mesh.positions();
        assert_eq!(
            positions,
            [[-1.0, -1.0, 1.0], [-1.0, 1.0, 0.0], [1.0, 0.0, -1.0]]
        );
    }
}

#[test]
fn sparse_accessors_are_read() {
    let document = sample("sparse.gltf");
    assert_eq!(names(&document), ["Box/low", "Box/lifted", "from zero"]);
    check(&document, "Box/low", 6.0, [0.0; 3], [2.0, 3.0, 1.0]);
    check(
        &document,
        "Box/lifted",
        24.0,
        [3.0, 0.0, 0.0],
        [5.0, 3.0, 4.0],
    );
    check(
        &document,
        "from zero",
        24.0,
        [6.0, 0.0, 0.0],
        [8.0, 3.0, 4.0],
    );
}

#[test]
fn a_building_is_read() {
    let document = read(&[assets().join("office.glb")]).expect("the office is sound");
    let scene = &document.scene;
    assert_eq!(scene.objects().count(), 1083);
    let meshes = || scene.meshes.iter().map(|mesh| &mesh.mesh);
    assert_eq!(
        meshes().map(|mesh| mesh.triangles().len()).sum::<usize>(),
        57_755
    );
    assert_eq!(
        meshes().filter(|mesh| mesh.boundary().is_closed()).count(),
        961
    );
    let corner = |start: f64, better: fn(f64, f64) -> f64, of: fn(&Mesh) -> [f64; 3]| -> [f64; 3] {
        core::array::from_fn(|axis| meshes().map(|mesh| of(mesh)[axis]).fold(start, better))
    };
    let min = corner(f64::INFINITY, f64::min, |mesh| {
        mesh.bounds().expect("no mesh is empty").min()
    });
    let max = corner(-f64::INFINITY, f64::max, |mesh| {
        mesh.bounds().expect("no mesh is empty").max()
    });
    let rounded = |point: [f64; 3]| point.map(|c| (c * 1000.0).round() / 1000.0);
    assert_eq!(rounded(min), [-0.522, -36.345, -1.22]);
    assert_eq!(rounded(max), [50.061, 0.497, 14.817]);
    assert!(scene.meshes.iter().all(|mesh| mesh.extras.is_none()));
    assert_eq!(document.notes, []);
}

/// Writes a document; returns the file and the descriptions of lost content.
fn written(document: &Document) -> (Vec<u8>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut outputs = Outputs::new(folder.path(), false).expect("the folder is there");
    let lost = write(document, Format::Glb, &mut outputs, "out")
        .unwrap_or_else(|e| panic!("{e}"))
        .losses;
    outputs.commit().expect("the file can be written");
    let bytes = fs::read(folder.path().join("out.glb")).expect("the file was written");
    (bytes, lost)
}

fn reread(bytes: &[u8]) -> Document {
    read_bytes(Path::new("out.glb"), bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn json_of(bytes: &[u8]) -> Value {
    let length = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).expect("the first chunk is JSON")
}

#[test]
fn what_is_written_reads_back_the_same() {
    let gltf = SAMPLES.map(|name| assets().join("gltf").join(name));
    for path in gltf.into_iter().chain([assets().join("office.glb")]) {
        let name = path.display().to_string();
        let before = read(&[path]).unwrap_or_else(|error| panic!("{error}"));
        let (bytes, lost) = written(&before);
        assert_eq!(lost, [""; 0], "{name}");
        let after = reread(&bytes);
        assert_eq!(before.scene.nodes, after.scene.nodes, "{name}");
        assert_eq!(before.scene.materials, after.scene.materials, "{name}");
        assert_eq!(before.textures, after.textures, "{name}");
        assert_eq!(
            before.scene.meshes.len(),
            after.scene.meshes.len(),
            "{name}"
        );
        for (before, after) in before.scene.meshes.into_iter().zip(after.scene.meshes) {
            assert_eq!(before.name, after.name, "{name}");
            assert_eq!(before.parts, after.parts, "{name}");
            assert_eq!(before.extras, after.extras, "{name}");
            assert_eq!(before.mesh.into_raw(), after.mesh.into_raw(), "{name}");
        }
        assert_eq!(bytes, written(&reread(&bytes)).0, "{name}");
    }
}

/// Returns a tetrahedron whose material does not come from a glTF file.
fn tetrahedron() -> Document {
    let mut document = Document::default();
    let raw = RawMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        ..RawMesh::default()
    };
    document.scene.materials = vec![
        Material::default(),
        Material {
            name: "Glass".to_owned(),
            color: [0.5, 0.75, 1.0, 0.25],
            gltf: None,
        },
    ];
    document.scene.meshes.push(SceneMesh {
        mesh: Mesh::new(raw).expect("a tetrahedron is a mesh"),
        parts: vec![Part {
            name: "side".to_owned(),
            material: Some(1),
            ..Part::default()
        }],
        ..SceneMesh::default()
    });
    document.scene.nodes.push(Node {
        name: "T/1".to_owned(),
        mesh: Some(0),
        ..Node::default()
    });
    document
}

#[test]
fn materials_of_other_formats_become_colours() {
    let (bytes, lost) = written(&tetrahedron());
    assert_eq!(lost, ["1 part name"]);
    let json = json_of(&bytes);
    let material = json!({
        "name": "Glass",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 0.75, 1.0, 0.25], "metallicFactor": 0.0, "roughnessFactor": 1.0,
        },
        "doubleSided": false,
        "alphaMode": "BLEND",
    });
    assert_eq!(json["materials"], json!([material]));
    assert_eq!(json["meshes"][0]["primitives"][0]["material"], 0);
    assert_eq!(json["accessors"][0]["min"], json!([0.0, 0.0, 0.0]));
    assert_eq!(json["accessors"][0]["max"], json!([1.0, 1.0, 1.0]));
    assert_eq!(
        json["asset"]["generator"],
        concat!("transect ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn empty_meshes_are_left_out() {
    let mut document = tetrahedron();
    document.scene.meshes.push(SceneMesh::default());
    document.scene.nodes.push(Node {
        name: "empty".to_owned(),
        mesh: Some(1),
        ..Node::default()
    });
    let (bytes, lost) = written(&document);
    assert_eq!(lost, ["1 mesh without triangles", "1 part name"]);
    assert_eq!(json_of(&bytes)["nodes"][1], json!({"name": "empty"}));
    let (bytes, _) = written(&Document::default());
    assert_eq!(reread(&bytes).scene.nodes, []);
}

#[test]
fn unused_textures_are_left_out_and_missing_ones_said() {
    let mut document = sample("seams.glb");
    let texture = document.textures.textures[0].clone();
    document
        .textures
        .textures
        .insert(0, r#"{"source":7}"#.to_owned());
    document.textures.textures[1] = texture;
    let text = |index: usize| {
        Some(format!(
            r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{index}}}}}}}"#
        ))
    };
    document.scene.materials[0].gltf = text(1);
    let (bytes, lost) = written(&document);
    assert_eq!(lost, [""; 0]);
    let json = json_of(&bytes);
    assert_eq!(json["textures"], json!([{"sampler": 0, "source": 0}]));
    assert_eq!(
        json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"],
        0
    );
    document.scene.materials[0].gltf = text(5);
    let (bytes, lost) = written(&document);
    assert_eq!(lost, ["1 reference to textures that do not exist"]);
    assert_eq!(
        json_of(&bytes)["materials"],
        json!([{"pbrMetallicRoughness": {}}])
    );
    assert_eq!(json_of(&bytes)["images"], Value::Null);
}

#[test]
fn coordinates_beyond_f32_are_refused() {
    let mut document = tetrahedron();
    document.scene.meshes[0].mesh = document.scene.meshes[0]
        .mesh
        .mapped(false, |point| point.map(|c| 1e39 * c))
        .expect("1e39 is finite");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut outputs = Outputs::new(folder.path(), false).expect("the folder is there");
    let error = write(&document, Format::Glb, &mut outputs, "out").err();
    assert!(
        matches!(error, Some(WriteError::DoesNotFit { axis: 1, .. })),
        "{error:?}"
    );
}

#[test]
fn many_vertices_take_long_indices() {
    let mut raw = RawMesh::default();
    for i in 0..22_000_u32 {
        let x = f64::from(i);
        raw.positions
            .extend([[x, 0.0, 0.0], [x, 1.0, 0.0], [x, 0.0, 1.0]]);
        raw.triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    let mut document = tetrahedron();
    document.scene.meshes[0].mesh = Mesh::new(raw).expect("indices are in range");
    let (bytes, _) = written(&document);
    assert_eq!(json_of(&bytes)["accessors"][1]["componentType"], 5125);
    let after = reread(&bytes).scene.meshes.remove(0).mesh;
    assert_eq!(after.triangles(), document.scene.meshes[0].mesh.triangles());
}

/// Makes a change to the JSON of a document with one triangle, and returns the document as a file.
fn triangle(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut document = json!({
        "asset": {"version": "2.0"},
        "buffers": [{
            "byteLength": 36,
            "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
        }],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
    });
    change(&mut document);
    document.to_string().into_bytes()
}

fn read_changed(change: impl FnOnce(&mut Value)) -> Result<Document, ReadError> {
    read_bytes(Path::new("t.gltf"), &triangle(change))
}

#[test]
fn what_is_not_carried_is_noted() {
    let document = read_changed(|d| {
        d["skins"] = json!([{}, {}]);
        d["animations"] = json!([{}]);
        d["cameras"] = json!([{}]);
        d["extensionsUsed"] = json!([
            "KHR_lights_punctual",
            "KHR_xmp_json_ld",
            "KHR_materials_ior"
        ]);
        d["extensions"] = json!({"KHR_lights_punctual": {"lights": [{}, {}, {}]}});
        d["materials"] = json!([{"extensions": {"KHR_materials_ior": {"ior": 1.4}}}]);
        d["nodes"][0]["extensions"] = json!({"EXT_mesh_gpu_instancing": {}});
        d["nodes"][0]["extras"] = json!({});
        d["meshes"][0]["primitives"] = json!([
            {"attributes": {"POSITION": 0, "JOINTS_0": 0}, "targets": [{}, {}]},
            {"attributes": {"POSITION": 0}, "mode": 1},
        ]);
        d["images"] = json!([{"uri": "wood.png"}, {"uri": "https://example.com/wood.png"}]);
    });
    let document = document.unwrap_or_else(|error| panic!("{error}"));
    let notes: Vec<&str> = document.notes.iter().map(|note| &*note.what).collect();
    assert_eq!(
        notes,
        [
            "1 animation",
            "1 camera",
            "3 lights",
            "2 morph targets",
            "1 primitive of points or lines",
            "1 primitive with the attribute JOINTS_0",
            "2 skins that no shown node uses",
            "the image wood.png: entity not found",
            "the image https://example.com/wood.png: the URI `https://example.com/wood.png` \
             (only files in the folder of the document are read) is not supported",
            "the extension KHR_xmp_json_ld",
        ]
    );
    assert_eq!(document.scene.nodes[0].name, "node_0");
    assert_eq!(document.scene.nodes[0].extras, None);
}

#[test]
fn scenes_choose_their_nodes() {
    let nodes = json!([{"name": "a", "children": [2]}, {"name": "b"}, {"name": "c", "mesh": 0}]);
    let order = |scene: Value, scenes: Value| {
        let document = read_changed(|d| {
            d["nodes"] = nodes.clone();
            d["scenes"] = scenes;
            if !scene.is_null() {
                d["scene"] = scene;
            }
        });
        let document = document.unwrap_or_else(|error| panic!("{error}"));
        let nodes = document.scene.nodes.iter();
        let names: String = nodes.map(|node| node.name.as_str()).collect();
        (names, document.notes.len())
    };
    let scenes = json!([{"nodes": [1, 0]}, {"nodes": [1]}]);
    assert_eq!(order(Value::Null, json!([])), ("acb".to_owned(), 0));
    assert_eq!(order(Value::Null, scenes.clone()), ("bac".to_owned(), 1));
    // The three notes (messages for the user) are about things in the file that are not part of the scene: another
    // scene, two nodes, and a mesh.
    assert_eq!(order(json!(1), scenes), ("b".to_owned(), 3));
}

#[test]
fn buffers_beside_the_document_are_read() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let inside = folder.path().join("inside");
    fs::create_dir_all(inside.join("parts")).expect("a folder for the test");
    let bytes: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    fs::write(inside.join("parts/first part.bin"), &bytes).expect("a file for the test");
    fs::write(folder.path().join("outside.bin"), &bytes).expect("a file for the test");
    let path = inside.join("t.gltf");
    let outcome = |uri: &str| {
        let text = triangle(|d| d["buffers"][0]["uri"] = json!(uri));
        fs::write(&path, text).expect("a file for the test");
        read(std::slice::from_ref(&path))
    };
    let document = outcome("./parts/first%20part.bin").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.scene.meshes[0].mesh.triangles(), [[0, 1, 2]]);
    let absolute = folder.path().join("outside.bin").display().to_string();
    for uri in [
        "../outside.bin",
        "parts/../../outside.bin",
        "%2e%2e/outside.bin",
        "..\\outside.bin",
        absolute.as_str(),
        "file:///outside.bin",
        "https://example.com/a.bin",
        "",
        ".",
    ] {
        let error = outcome(uri).expect_err(uri);
        assert_eq!(
            error.place,
            Some(Place::Element("buffers[0].uri".to_owned()))
        );
        assert!(
            matches!(error.kind, ReadErrorKind::Unsupported(_)),
            "{uri}: {error}"
        );
    }
    let missing = outcome("missing.bin").expect_err("there is no such file");
    assert!(matches!(missing.kind, ReadErrorKind::Io(_)), "{missing}");
    let folder = outcome("parts").expect_err("a folder is not a file");
    assert!(matches!(folder.kind, ReadErrorKind::Io(_)), "{folder}");
}
