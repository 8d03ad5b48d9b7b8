//! Meshes of glTF as viewers show them: skins in the rest pose, morph targets with default weights, and instances. The
//! bounds are those that the formulas of glTF 2.0 give for a cube from 0 to 1.

use std::path::Path;

use serde_json::{Value, json};
use transect_io::{Document, Place, ReadError, read_bytes};

/// A document with buffers that grow as accessors are added.
struct Builder {
    document: Value,
    bytes: Vec<u8>,
}

const CORNERS: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];

impl Builder {
    /// Returns a document with a cube as its only mesh, shown by the node `cube`.
    fn new() -> Self {
        let mut own = Self {
            document: json!({
                "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
                "nodes": [{"mesh": 0, "name": "cube"}], "bufferViews": [], "accessors": [],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}],
            }),
            bytes: Vec::new(),
        };
        own.floats("VEC3", CORNERS.as_flattened());
        own.floats("VEC3", &[[0.0, 0.0, 1.0]; 8].concat());
        let sides: [[u8; 4]; 6] = [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ];
        let triangles = sides.map(|[a, b, c, d]| [a, b, c, a, c, d]);
        own.integers("SCALAR", 36, triangles.as_flattened());
        own
    }

    fn accessor(&mut self, shape: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let list = |document: &mut Value, name: &str, entry: Value| {
            let list = document[name].as_array_mut().expect("a list");
            list.push(entry);
            list.len() - 1
        };
        let view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = list(&mut self.document, "bufferViews", view);
        let accessor = json!({
            "bufferView": view, "componentType": component, "count": count, "type": shape,
        });
        list(&mut self.document, "accessors", accessor)
    }

    fn floats(&mut self, shape: &str, numbers: &[f32]) -> usize {
        let width = match shape {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        self.accessor(shape, 5126, numbers.len() / width, &bytes)
    }

    fn integers(&mut self, shape: &str, count: usize, bytes: &[u8]) -> usize {
        self.accessor(shape, 5121, count, bytes)
    }

    /// Gives the cube a skin: joints and weights per corner, the nodes of joints, and inverse bind matrices.
    fn skin(
        mut self,
        joints: [[u8; 4]; 8],
        weights: [[f32; 4]; 8],
        nodes: &[usize],
        inverse: &[[f32; 16]],
    ) -> Self {
        let joints = self.integers("VEC4", 8, joints.as_flattened());
        let weights = self.floats("VEC4", weights.as_flattened());
        let attributes = &mut self.document["meshes"][0]["primitives"][0]["attributes"];
        attributes["JOINTS_0"] = json!(joints);
        attributes["WEIGHTS_0"] = json!(weights);
        let mut skin = json!({"joints": nodes});
        if !inverse.is_empty() {
            let accessor = self.floats("MAT4", inverse.as_flattened());
            skin["inverseBindMatrices"] = json!(accessor);
        }
        self.document["skins"] = json!([skin]);
        self.document["nodes"][0]["skin"] = json!(0);
        self
    }

    /// Adds a morph target: what it adds to each position.
    fn target(mut self, deltas: [[f32; 3]; 8]) -> Self {
        let accessor = self.floats("VEC3", deltas.as_flattened());
        let primitive = &mut self.document["meshes"][0]["primitives"][0];
        if primitive["targets"].is_null() {
            primitive["targets"] = json!([]);
        }
        let targets = primitive["targets"].as_array_mut().expect("a list");
        targets.push(json!({"POSITION": accessor}));
        self
    }

    fn nodes(mut self, nodes: Value, roots: Value) -> Self {
        self.document["nodes"] = nodes;
        self.document["scenes"][0]["nodes"] = roots;
        self
    }

    fn change(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.document);
        self
    }

    /// Gives the node 0 instances.
    fn instances(mut self, attributes: &[(&str, &str, &[f32])]) -> Self {
        let mut named = json!({});
        for (name, shape, numbers) in attributes {
            named[*name] = json!(self.floats(shape, numbers));
        }
        self.document["nodes"][0]["extensions"] =
            json!({"EXT_mesh_gpu_instancing": {"attributes": named}});
        self
    }

    fn read(self) -> Result<Document, ReadError> {
        read_bytes(Path::new("posed.glb"), &self.file())
    }

    /// Returns the document as the bytes of a GLB file.
    fn file(mut self) -> Vec<u8> {
        let json = &mut self.document;
        json["buffers"] = json!([{"byteLength": self.bytes.len()}]);
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut glb = b"glTF\x02\0\0\0".to_vec();
        let length = 28 + text.len() + self.bytes.len();
        glb.extend((length as u32).to_le_bytes());
        glb.extend((text.len() as u32).to_le_bytes());
        glb.extend(b"JSON");
        glb.extend(text);
        glb.extend((self.bytes.len() as u32).to_le_bytes());
        glb.extend(b"BIN\0");
        glb.extend(&self.bytes);
        glb
    }
}

/// Every corner belongs to the first joint.
fn first() -> ([[u8; 4]; 8], [[f32; 4]; 8]) {
    ([[0; 4]; 8], [[1.0, 0.0, 0.0, 0.0]; 8])
}

/// A matrix, column by column, that moves points.
fn moved(by: [f32; 3]) -> [f32; 16] {
    let mut matrix = [0.0; 16];
    for axis in 0..4 {
        matrix[5 * axis] = 1.0;
    }
    matrix[12..15].copy_from_slice(&by);
    matrix
}

/// Returns the bounds of the scene in world coordinates, and checks that its objects are closed and face outward.
fn bounds(name: &str, document: &Document) -> [[f64; 3]; 2] {
    let scene = &document.scene;
    let transforms = scene.world_transforms();
    let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for node in scene.objects() {
        let own = &scene.meshes[scene.nodes[node].mesh.expect("an object")].mesh;
        let transform = &transforms[node];
        let mirrored = transform.determinant() < 0.0;
        let mesh = own.mapped(mirrored, |point| transform.apply(point));
        let mesh = mesh.expect("small numbers");
        assert!(mesh.boundary().is_closed(), "{name}");
        assert!(mesh.volume() > 0.0, "{name}");
        for position in mesh.positions() {
            for axis in 0..3 {
                bounds[0][axis] = bounds[0][axis].min(position[axis]);
                bounds[1][axis] = bounds[1][axis].max(position[axis]);
            }
        }
    }
    bounds
}

/// Adds 2 to z of the four upper corners.
fn taller() -> [[f32; 3]; 8] {
    CORNERS.map(|[_, _, z]| [0.0, 0.0, 2.0 * z])
}

/// Skins with one joint, and what viewers ignore.
fn skins() -> Vec<(&'static str, Builder, [[f64; 3]; 2])> {
    let (joints, weights) = first();
    let skin = |nodes: Value, roots: Value, inverse: &[[f32; 16]]| {
        let own = Builder::new().nodes(nodes, roots);
        own.skin(joints, weights, &[1], inverse)
    };
    let joint = json!({"translation": [10, 0, 0], "scale": [3, 3, 3]});
    let cube = json!({"mesh": 0, "translation": [0, 0, 5]});
    let three = [[10.0, 0.0, 0.0], [13.0, 3.0, 3.0]];
    vec![
        (
            "a joint places the cube, its node does not",
            skin(json!([cube, joint]), json!([0, 1]), &[moved([0.0; 3])]),
            three,
        ),
        (
            "without inverse bind matrices",
            skin(json!([cube, joint]), json!([0, 1]), &[]),
            three,
        ),
        (
            "an inverse bind matrix moves first",
            skin(
                json!([cube, joint]),
                json!([0, 1]),
                &[moved([1.0, 0.0, 0.0])],
            ),
            [[13.0, 0.0, 0.0], [16.0, 3.0, 3.0]],
        ),
        (
            "the parents of the joint count",
            skin(
                json!([cube, {"translation": [0, 1, 0]}, {"children": [1], "scale": [2, 2, 2], "translation": [0, 0, 7]}]),
                json!([0, 2]),
                &[],
            ),
            [[0.0, 2.0, 7.0], [2.0, 4.0, 9.0]],
        ),
        (
            "the parents of the skinned node do not count",
            skin(
                json!([cube, joint, {"children": [0], "scale": [9, 9, 9]}]),
                json!([2, 1]),
                &[],
            ),
            three,
        ),
        (
            "the skinned node is a parent of its joint",
            skin(
                json!([{"mesh": 0, "translation": [0, 0, 5], "children": [1]}, joint]),
                json!([0]),
                &[],
            ),
            [[10.0, 0.0, 5.0], [13.0, 3.0, 8.0]],
        ),
        (
            "a joint outside the scene",
            skin(json!([cube, joint]), json!([0]), &[]),
            three,
        ),
        (
            "a joint that mirrors",
            skin(json!([cube, {"scale": [-2, 1, 1]}]), json!([0, 1]), &[]),
            [[-2.0, 0.0, 0.0], [0.0, 1.0, 1.0]],
        ),
        (
            "a joint that turns a quarter around z",
            skin(
                json!([cube, {"matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1]}]),
                json!([0, 1]),
                &[],
            ),
            [[3.0, 0.0, 0.0], [4.0, 1.0, 1.0]],
        ),
    ]
}

/// Skins whose corners follow several joints.
fn blends() -> Vec<(&'static str, Builder, [[f64; 3]; 2])> {
    let nodes = json!([{"mesh": 0}, {}, {"translation": [0, 0, 4]}]);
    let blend = |weights: [[f32; 4]; 8]| {
        let own = Builder::new().nodes(nodes.clone(), json!([0, 1, 2]));
        own.skin([[0, 1, 0, 9]; 8], weights, &[1, 2], &[])
    };
    let upper =
        |low: [f32; 4], high: [f32; 4]| CORNERS.map(|[_, _, z]| if z > 0.0 { high } else { low });
    let one = [1.0, 0.0, 0.0, 0.0];
    vec![
        (
            "the upper corners follow another joint",
            blend(upper(one, [0.0, 1.0, 0.0, 0.0])),
            [[0.0; 3], [1.0, 1.0, 5.0]],
        ),
        (
            "the upper corners follow two joints by a quarter and three quarters",
            blend(upper(one, [0.25, 0.75, 0.0, 0.0])),
            [[0.0; 3], [1.0, 1.0, 4.0]],
        ),
        (
            "weights that add up to 2 are shares",
            blend(upper(one, [1.0, 1.0, 0.0, 0.0])),
            [[0.0; 3], [1.0, 1.0, 3.0]],
        ),
    ]
}

fn morphs() -> Vec<(&'static str, Builder, [[f64; 3]; 2])> {
    let (joints, weights) = first();
    let cube = || Builder::new().target(taller());
    let weighted = |weights: Value| move |d: &mut Value| d["meshes"][0]["weights"] = weights;
    let one = [[0.0; 3], [1.0; 3]];
    let wider = CORNERS.map(|[x, _, _]| [x, 0.0, 0.0]);
    vec![
        ("targets without weights", cube(), one),
        (
            "the weights of the mesh",
            cube().change(weighted(json!([0.5]))),
            [[0.0; 3], [1.0, 1.0, 2.0]],
        ),
        (
            "the weights of the node come first",
            cube()
                .change(weighted(json!([0.5])))
                .change(|d| d["nodes"][0]["weights"] = json!([1])),
            [[0.0; 3], [1.0, 1.0, 3.0]],
        ),
        (
            "two targets",
            cube().target(wider).change(weighted(json!([1, 2]))),
            [[0.0; 3], [3.0, 1.0, 3.0]],
        ),
        (
            "a target before a skin",
            cube()
                .change(weighted(json!([1])))
                .nodes(json!([{"mesh": 0}, {"scale": [1, 1, 2]}]), json!([0, 1]))
                .skin(joints, weights, &[1], &[]),
            [[0.0; 3], [1.0, 1.0, 6.0]],
        ),
        (
            "a node that is moved",
            cube()
                .change(weighted(json!([1])))
                .change(|d| d["nodes"][0]["translation"] = json!([0, 0, 1])),
            [[0.0, 0.0, 1.0], [1.0, 1.0, 4.0]],
        ),
    ]
}

fn instanced() -> Vec<(&'static str, Builder, [[f64; 3]; 2])> {
    let four: &[f32] = &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 10.0, 0.0, 0.0, 15.0, 0.0, 0.0];
    vec![
        (
            "four translations",
            Builder::new().instances(&[("TRANSLATION", "VEC3", four)]),
            [[0.0; 3], [16.0, 1.0, 1.0]],
        ),
        (
            "the node moves its instances, and its children stay single",
            Builder::new()
                .nodes(
                    json!([{"mesh": 0, "translation": [0, 0, 3], "children": [1]}, {"mesh": 0, "scale": [1, 1, 7]}]),
                    json!([0]),
                )
                .instances(&[("TRANSLATION", "VEC3", four), ("SCALE", "VEC3", &[2.0; 12])]),
            [[0.0, 0.0, 3.0], [17.0, 2.0, 10.0]],
        ),
        (
            "scales that mirror",
            Builder::new().instances(&[("SCALE", "VEC3", &[-1.0, 1.0, 1.0, 1.0, 1.0, 2.0])]),
            [[-1.0, 0.0, 0.0], [1.0, 1.0, 2.0]],
        ),
        (
            "a rotation by a half around z",
            Builder::new().instances(&[("ROTATION", "VEC4", &[0.0, 0.0, 1.0, 0.0])]),
            [[-1.0, -1.0, 0.0], [0.0, 0.0, 1.0]],
        ),
        (
            "no attribute, no instance",
            Builder::new().instances(&[]),
            [[0.0; 3], [1.0; 3]],
        ),
    ]
}

#[test]
fn meshes_are_read_as_viewers_show_them() {
    let cases = [skins(), blends(), morphs(), instanced()];
    let cases: Vec<_> = cases.into_iter().flatten().collect();
    assert!(cases.len() >= 20);
    for (name, builder, expected) in cases {
        let document = builder
            .read()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(bounds(name, &document), expected, "{name}");
    }
}

#[test]
fn poses_are_noted_and_normals_follow() {
    let (joints, weights) = first();
    let turned = json!([{"mesh": 0, "name": "a", "children": [2]}, {"rotation": [1, 0, 0, 0]}, {"mesh": 0, "name": "b"}]);
    let document = Builder::new()
        .target(taller())
        .nodes(turned, json!([0, 1]))
        .skin(joints, weights, &[1], &[])
        .change(|d| d["nodes"][2]["weights"] = json!([1]))
        .read()
        .expect("a cube");
    let notes: Vec<String> = document.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "posed.glb: 1 morph target read with default weights",
            "posed.glb: 1 skin read in the rest pose",
            "posed.glb: 1 morph target not carried over",
            "posed.glb: 1 primitive with the attribute JOINTS_0 not carried over",
            "posed.glb: 1 primitive with the attribute WEIGHTS_0 not carried over",
        ]
    );
    let scene = &document.scene;
    let objects: Vec<_> = scene.objects().map(|node| &scene.nodes[node]).collect();
    let names: Vec<_> = objects.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
    let skinned = &scene.meshes[objects[1].mesh.expect("a mesh")].mesh;
    assert_eq!(skinned.attributes().layers[0].row(0), [0.0, 0.0, -1.0]);
    let instances = Builder::new().instances(&[("TRANSLATION", "VEC3", &[0.0; 6])]);
    let document = instances.read().expect("two cubes");
    assert_eq!(
        document.notes[0].to_string(),
        "posed.glb: 2 instances read as separate objects"
    );
    assert_eq!(document.scene.meshes.len(), 1);
    let names: Vec<_> = document
        .scene
        .nodes
        .iter()
        .map(|node| &*node.name)
        .collect();
    assert_eq!(names, ["cube", "cube/1", "cube/2"]);
}

#[test]
fn wrong_poses_are_refused() {
    let (joints, weights) = first();
    let nodes = json!([{"mesh": 0}, {}]);
    let skin = |joints, weights, nodes: &[usize]| {
        let own = Builder::new().nodes(json!([{"mesh": 0}, {}]), json!([0, 1]));
        own.skin(joints, weights, nodes, &[])
    };
    let refused = |builder: Builder, place: &str, message: &str| {
        let error = builder.read().expect_err(message);
        assert_eq!(
            error.place,
            Some(Place::Element(place.to_owned())),
            "{error}"
        );
        assert!(error.kind.to_string().contains(message), "{error}");
    };
    refused(
        skin([[5; 4]; 8], weights, &[1]),
        "meshes[0].primitives[0].attributes.JOINTS[0]",
        "joint index 5 is out of range, there are 1",
    );
    refused(
        skin(joints, [[0.0; 4]; 8], &[1]),
        "meshes[0].primitives[0].attributes.WEIGHTS[0]",
        "add up to 0",
    );
    refused(
        skin(joints, weights, &[2]),
        "skins[0].joints[0]",
        "nodes index 2 is out of range, there are 2",
    );
    refused(
        skin(joints, weights, &[1]).change(|d| d["nodes"][0]["skin"] = json!(1)),
        "nodes[0].skin",
        "skins index 1 is out of range, there are 1",
    );
    let own = Builder::new().nodes(nodes, json!([0, 1]));
    refused(
        own.skin(joints, weights, &[1, 1], &[moved([0.0; 3])]),
        "skins[0].inverseBindMatrices",
        "must have 2 matrices",
    );
    refused(
        skin(joints, weights, &[1]).change(|d| {
            let attributes = &mut d["meshes"][0]["primitives"][0]["attributes"];
            attributes
                .as_object_mut()
                .expect("an object")
                .remove("WEIGHTS_0");
        }),
        "meshes[0].primitives[0].attributes",
        "WEIGHTS_0 are missing",
    );
    let instances: &[(&str, &str, &[f32])] = &[
        ("TRANSLATION", "VEC3", &[0.0; 6]),
        ("SCALE", "VEC3", &[1.0; 3]),
    ];
    refused(
        Builder::new().instances(instances),
        "nodes[0].extensions.EXT_mesh_gpu_instancing.attributes.TRANSLATION",
        "must have 3 numbers per instance",
    );
}

#[test]
fn required_extensions_about_materials_are_accepted() {
    let required = |name: &str| {
        let names = json!([name]);
        Builder::new().change(|d| {
            d["extensionsUsed"] = names.clone();
            d["extensionsRequired"] = names;
        })
    };
    for name in [
        "KHR_materials_variants",
        "KHR_techniques_webgl",
        "KHR_texture_transform",
        "EXT_texture_webp",
        "EXT_mesh_gpu_instancing",
        "EXT_lights_image_based",
    ] {
        let document = required(name)
            .read()
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bounds(name, &document), [[0.0; 3], [1.0; 3]]);
    }
    let error = required("KHR_node_visibility").read().expect_err("a node");
    assert_eq!(
        error.kind.to_string(),
        "KHR_node_visibility is not supported"
    );
}

#[test]
fn gltf_1_is_named() {
    let text = r#"{"asset": {"version": "1.0"}, "meshes": {"m": {"primitives": []}}, "nodes": {}, "scene": "s"}"#;
    let error = read_bytes(Path::new("a.gltf"), text.as_bytes()).expect_err("an old version");
    assert_eq!(
        error.to_string(),
        "a.gltf, asset.version: glTF 1.0 is not supported"
    );
}

/// Every damage of a posed file is an error or another model, and never a panic.
#[test]
fn damaged_poses_do_not_panic() {
    let (joints, weights) = first();
    let file = Builder::new()
        .target(taller())
        .change(|d| d["meshes"][0]["weights"] = json!([1]))
        .nodes(json!([{"mesh": 0}, {}, {"mesh": 0}]), json!([0, 1, 2]))
        .skin(joints, weights, &[1], &[moved([0.0; 3])]);
    let instances = Builder::new().instances(&[("TRANSLATION", "VEC3", &[0.0; 6])]);
    for file in [file.file(), instances.file()] {
        for at in 12..file.len() {
            for byte in [b'0', b'9', b'-', b'"', 0xff, file[at].wrapping_add(1)] {
                let mut damaged = file.clone();
                damaged[at] = byte;
                let _ = read_bytes(Path::new("posed.glb"), &damaged);
            }
        }
    }
}
