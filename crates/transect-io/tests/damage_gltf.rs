//! Tests of the glTF reader with damaged and malicious files: no panic, limited memory, errors with their place.
//!
//! All checks are in one test, because the test measures the memory of the whole process.

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use support::{Random, Seed, damage, survived};
use transect_io::{Place, ReadError, ReadErrorKind};

const WORDS: &[&str] = &[
    "null",
    "true",
    "[]",
    "{}",
    "[[]]",
    "\"\"",
    "VEC2",
    "MAT4",
    "SCALAR",
    "5120",
    "5121",
    "5125",
    "5126",
    "POSITION",
    "NORMAL",
    "_X",
    "indices",
    "children",
    "nodes",
    "mesh",
    "sparse",
    "byteStride",
    "byteOffset",
    "count",
    "uri",
    "bufferView",
    "1000000000",
    "data:",
    "KHR_draco_mesh_compression",
    "TRIANGLES",
    "OCTAHEDRAL",
    "extensionsRequired",
    "matrix",
    "mode",
];

fn sample(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/gltf");
    fs::read(folder.join(name)).expect("the samples are in the repository")
}

/// Returns a GLB file of a JSON chunk and a BIN chunk.
fn glb(json: &[u8], binary: &[u8]) -> Vec<u8> {
    let word = |length: usize| (length as u32).to_le_bytes();
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(word(28 + json.len() + binary.len()));
    for (kind, data) in [(b"JSON", json), (b"BIN\0", binary)] {
        file.extend(word(data.len()));
        file.extend(kind);
        file.extend(data);
    }
    file
}

fn chunks(file: &[u8]) -> (Value, Vec<u8>) {
    let length = u32::from_le_bytes([file[12], file[13], file[14], file[15]]) as usize;
    let json = serde_json::from_slice(&file[20..20 + length]).expect("the first chunk is JSON");
    (json, file[28 + length..].to_vec())
}

#[test]
fn the_reader_survives() {
    let names = [
        "sparse.gltf",
        "nested.glb",
        "primitives.glb",
        "quantized.glb",
        "seams.glb",
        "meshopt.glb",
    ];
    let seeds = names.map(|name| Seed {
        name,
        bytes: sample(name),
        words: if name.ends_with(".gltf") { WORDS } else { &[] },
    });
    let readable = damage(&seeds, 2000);
    // Some damage cannot be detected, so some of the damaged files stay readable. If none or nearly all of them were
    // readable, the damage would test too little.
    assert!((500..9000).contains(&readable), "{readable}");
    changed_values(&seeds);
    hostile_accessors();
    hostile_views();
    hostile_trees();
    hostile_containers();
    hostile_sizes();
}

/// Reads files with random changes of values in their JSON, which remains valid JSON.
fn changed_values(seeds: &[Seed]) {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut readable = 0;
    for seed in seeds {
        let (document, binary) = if seed.name.ends_with(".glb") {
            chunks(&seed.bytes)
        } else {
            (
                serde_json::from_slice(&seed.bytes).expect("the sample is JSON"),
                Vec::new(),
            )
        };
        for _ in 0..4000 {
            let mut changed = document.clone();
            for _ in 0..=random.below(2) {
                change(&mut changed, &mut random);
            }
            let text = changed.to_string().into_bytes();
            let result = if binary.is_empty() {
                survived("changed.gltf", &text)
            } else {
                survived("changed.glb", &glb(&text, &binary))
            };
            readable += usize::from(result.is_ok());
        }
    }
    assert!((2000..18_000).contains(&readable), "{readable}");
}

/// Descends from `value` to a random value inside it, and replaces or removes that value.
fn change(value: &mut Value, random: &mut Random) {
    let count = match value {
        Value::Object(members) => members.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    if count == 0 || random.below(8) == 0 {
        *value = match random.below(14) {
            0 => json!(-1),
            1 => json!(0),
            2 => json!(1),
            3 => json!(3),
            4 => json!(7),
            5 => json!(1_000_000_000),
            6 => json!(u32::MAX),
            7 => json!(u64::MAX),
            8 => json!(1.5),
            9 => json!(1e300),
            10 => json!([]),
            11 => json!({}),
            12 => json!("VEC4"),
            _ => Value::Null,
        };
        return;
    }
    let at = random.below(count);
    match value {
        Value::Object(members) => {
            let key = members.keys().nth(at).cloned().unwrap_or_default();
            if random.below(12) == 0 {
                members.shift_remove(&key);
            } else {
                change(&mut members[&key], random);
            }
        }
        Value::Array(items) => match random.below(24) {
            0 => _ = items.remove(at),
            1 => items.push(items[at].clone()),
            _ => change(&mut items[at], random),
        },
        _ => {}
    }
}

/// Returns a valid document: a tetrahedron with normals and 16-bit indices.
fn sound() -> (Value, Vec<u8>) {
    let mut binary = Vec::new();
    let corners = [
        [0.0_f32; 3],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    for number in corners.iter().chain(&[[0.0, 0.0, 1.0]; 4]).flatten() {
        binary.extend(number.to_le_bytes());
    }
    for index in [0_u16, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] {
        binary.extend(index.to_le_bytes());
    }
    let document = json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 120}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 96, "byteStride": 12},
            {"buffer": 0, "byteOffset": 96, "byteLength": 24},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 0, "byteOffset": 48, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}],
        "nodes": [{"mesh": 0, "name": "T/1"}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    });
    (document, binary)
}

/// Applies `change` to the document of [`sound`], and reads the result.
fn read_changed(change: impl FnOnce(&mut Value, &mut Vec<u8>)) -> Result<(), ReadError> {
    let (mut document, mut binary) = sound();
    change(&mut document, &mut binary);
    survived(
        "hostile.glb",
        &glb(document.to_string().as_bytes(), &binary),
    )
    .map(drop)
}

/// Applies `change` to the document of [`sound`], and checks that reading the result fails with an error at the JSON
/// element `place`. Returns the kind of the error.
fn refused(place: &str, change: impl FnOnce(&mut Value, &mut Vec<u8>)) -> ReadErrorKind {
    let error = read_changed(change).expect_err(place);
    assert_eq!(
        error.place,
        Some(Place::Element(place.to_owned())),
        "{error}"
    );
    error.kind
}

macro_rules! expect {
    ($reason:pat, $place:literal, $change:expr) => {
        let reason = refused($place, $change);
        assert!(matches!(reason, $reason), "{}: {reason}", $place);
    };
}

fn hostile_accessors() {
    read_changed(|_, _| {}).expect("the document is sound");
    expect!(
        ReadErrorKind::OutOfRange {
            index: 4,
            count: 4,
            ..
        },
        "meshes[0].primitives[0].indices",
        |_, b| b[96] = 4
    );
    expect!(
        ReadErrorKind::OutOfRange { index: 65535, .. },
        "meshes[0].primitives[0].indices",
        |_, b| {
            b[98..100].fill(255);
        }
    );
    expect!(
        ReadErrorKind::NotFinite { .. },
        "meshes[0].primitives[0].attributes.POSITION[1]",
        |_, b| b[12..16].copy_from_slice(&f32::NAN.to_le_bytes())
    );
    expect!(
        ReadErrorKind::NotFinite { .. },
        "meshes[0].primitives[0].attributes.NORMAL[3]",
        |_, b| b[92..96].copy_from_slice(&f32::INFINITY.to_le_bytes())
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "accessors[0].count",
        |d, _| {
            d["accessors"][0]["count"] = json!(1_000_000_000);
        }
    );
    expect!(
        ReadErrorKind::Unsupported(_),
        "accessors[0].count",
        |d, _| {
            d["accessors"][0] =
                json!({"componentType": 5126, "count": 1_000_000_000, "type": "VEC3"});
        }
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "accessors[0].count",
        |d, _| {
            d["accessors"][0]["count"] = json!(u64::MAX);
        }
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "accessors[0].count",
        |d, _| {
            d["accessors"][0]["byteOffset"] = json!(u64::MAX);
        }
    );
    expect!(ReadErrorKind::Syntax(_), "accessors[0]", |d, _| {
        d["accessors"][0]["byteOffset"] = json!(-4);
    });
    expect!(ReadErrorKind::Syntax(_), "accessors[0]", |d, _| {
        d["accessors"][0]["count"] = json!(3.5);
    });
    expect!(ReadErrorKind::Syntax(_), "accessors[0].type", |d, _| {
        d["accessors"][0]["type"] = json!("VEC5");
    });
    expect!(
        ReadErrorKind::Syntax(_),
        "accessors[0].componentType",
        |d, _| {
            d["accessors"][0]["componentType"] = json!(5124);
        }
    );
    for (kind, shape) in [
        (5126, "SCALAR"),
        (5122, "SCALAR"),
        (5123, "VEC2"),
        (5125, "MAT4"),
    ] {
        expect!(
            ReadErrorKind::Syntax(_),
            "meshes[0].primitives[0].indices",
            |d, _| {
                d["accessors"][2] =
                    json!({"bufferView": 1, "componentType": kind, "count": 1, "type": shape});
            }
        );
    }
    for shape in ["SCALAR", "VEC2", "MAT2"] {
        expect!(
            ReadErrorKind::Syntax(_),
            "meshes[0].primitives[0].attributes.POSITION",
            |d, _| {
                d["accessors"][0]["type"] = json!(shape);
            }
        );
    }
    expect!(
        ReadErrorKind::Syntax(_),
        "meshes[0].primitives[0].attributes.NORMAL",
        |d, _| {
            d["accessors"][1]["count"] = json!(3);
        }
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "meshes[0].primitives[0].indices",
        |d, _| {
            d["accessors"][2]["count"] = json!(11);
        }
    );
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "meshes[0].primitives[0].indices",
        |d, _| {
            d["meshes"][0]["primitives"][0]["indices"] = json!(9);
        }
    );
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "meshes[0].primitives[0].material",
        |d, _| {
            d["meshes"][0]["primitives"][0]["material"] = json!(0);
        }
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "meshes[0].primitives[0].mode",
        |d, _| {
            d["meshes"][0]["primitives"][0]["mode"] = json!(7);
        }
    );
    expect!(
        ReadErrorKind::Unsupported(_),
        "meshes[0].primitives[0].extensions",
        |d, _| {
            d["accessors"][0] = json!({"componentType": 5126, "count": 4, "type": "VEC3"});
            d["meshes"][0]["primitives"][0]["extensions"] =
                json!({"KHR_draco_mesh_compression": {}});
        }
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "bufferViews[1].extensions.EXT_meshopt_compression",
        |d, _| {
            d["buffers"] = json!([{"byteLength": 120}, {"byteLength": 24}]);
            d["bufferViews"][1] = json!({
                "buffer": 1, "byteLength": 24, "extensions": {"EXT_meshopt_compression": {"buffer": 0}},
            });
        }
    );
    expect!(
        ReadErrorKind::Unsupported(_),
        "extensionsRequired[1]",
        |d, _| {
            d["extensionsRequired"] = json!(["KHR_mesh_quantization", "KHR_node_visibility"]);
        }
    );
    hostile_sparse();
}

fn hostile_sparse() {
    let sparse = |count: u64, indices: &'static [u8]| {
        move |d: &mut Value, b: &mut Vec<u8>| {
            d["bufferViews"] = json!([
                {"buffer": 0, "byteLength": 96, "byteStride": 12},
                {"buffer": 0, "byteOffset": 96, "byteLength": 24},
                {"buffer": 0, "byteOffset": 120, "byteLength": indices.len()},
            ]);
            d["buffers"][0]["byteLength"] = json!(120 + indices.len());
            b.extend(indices);
            d["accessors"][0]["sparse"] = json!({
                "count": count,
                "indices": {"bufferView": 2, "componentType": 5121},
                "values": {"bufferView": 0},
            });
        }
    };
    read_changed(sparse(2, &[1, 3, 0, 0])).expect("the sparse accessor is sound");
    expect!(
        ReadErrorKind::Syntax(_),
        "accessors[0].sparse.indices[1]",
        sparse(2, &[3, 1, 0, 0])
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "accessors[0].sparse.indices[1]",
        sparse(2, &[1, 1, 0, 0])
    );
    expect!(
        ReadErrorKind::OutOfRange { index: 4, .. },
        "accessors[0].sparse.indices[1]",
        sparse(2, &[3, 4, 0, 0])
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "accessors[0].sparse.count",
        sparse(5, &[0, 1, 2, 3])
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "accessors[0].sparse.count",
        sparse(1_000_000_000, &[0; 4])
    );
}

fn hostile_views() {
    expect!(
        ReadErrorKind::Truncated { .. },
        "buffers[0].byteLength",
        |d, _| {
            d["buffers"][0]["byteLength"] = json!(121);
        }
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "buffers[0].byteLength",
        |d, _| {
            d["buffers"][0]["byteLength"] = json!(u64::MAX);
        }
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "bufferViews[1].byteLength",
        |d, _| {
            d["bufferViews"][1]["byteLength"] = json!(25);
        }
    );
    expect!(
        ReadErrorKind::Truncated { .. },
        "bufferViews[1].byteLength",
        |d, _| {
            d["bufferViews"][1]["byteOffset"] = json!(u64::MAX);
        }
    );
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "bufferViews[1].buffer",
        |d, _| {
            d["bufferViews"][1]["buffer"] = json!(1);
        }
    );
    expect!(ReadErrorKind::Syntax(_), "bufferViews[1].buffer", |d, _| {
        d["buffers"] = json!([{"byteLength": 120}, {"byteLength": 120}]);
        d["bufferViews"][1]["buffer"] = json!(1);
    });
    for stride in [0_u64, 3, 6, 256, 1_000_000_000, u64::MAX] {
        expect!(
            ReadErrorKind::Syntax(_),
            "bufferViews[0].byteStride",
            |d, _| {
                d["bufferViews"][0]["byteStride"] = json!(stride);
            }
        );
    }
    for stride in [4, 8] {
        expect!(
            ReadErrorKind::Syntax(_),
            "accessors[0].bufferView",
            |d, _| {
                d["bufferViews"][0]["byteStride"] = json!(stride);
            }
        );
    }
    expect!(
        ReadErrorKind::Truncated { .. },
        "accessors[0].count",
        |d, _| {
            d["bufferViews"][0]["byteStride"] = json!(252);
        }
    );
    for (uri, unsupported) in [
        ("data:,abc", true),
        ("data:application/octet-stream;base64,A===", false),
        ("../secret.bin", true),
        ("%zz", false),
    ] {
        let reason = refused("buffers[0].uri", |d, _| d["buffers"][0]["uri"] = json!(uri));
        assert_eq!(
            matches!(reason, ReadErrorKind::Unsupported(_)),
            unsupported,
            "{uri}: {reason}"
        );
    }
}

fn hostile_trees() {
    let nodes = |nodes: Value| {
        move |d: &mut Value, _: &mut Vec<u8>| {
            d["nodes"] = nodes;
        }
    };
    expect!(
        ReadErrorKind::Syntax(_),
        "nodes[3].children[0]",
        nodes(json!([{}, {"children": [2]}, {"children": [3]}, {"children": [1]}]))
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "nodes[0].children[0]",
        nodes(json!([{"children": [0]}]))
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "nodes[1].children[1]",
        nodes(json!([{"children": [2]}, {"children": [3, 2]}, {}, {}]))
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "nodes[0].children[1]",
        nodes(json!([{"children": [1, 1]}, {}]))
    );
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "nodes[0].children[0]",
        nodes(json!([{"children": [5]}]))
    );
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "nodes[0].mesh",
        nodes(json!([{"mesh": 1}]))
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "nodes[0].matrix",
        nodes(json!([{"matrix": vec![0; 16]}]))
    );
    expect!(
        ReadErrorKind::Syntax(_),
        "nodes[0]",
        nodes(json!([{"translation": [0, 1]}]))
    );
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "scenes[0].nodes[1]",
        |d, _| {
            d["scenes"][0]["nodes"] = json!([0, 1]);
        }
    );
    expect!(ReadErrorKind::Syntax(_), "scenes[0].nodes[1]", |d, _| {
        d["scenes"][0]["nodes"] = json!([0, 0]);
    });
    expect!(
        ReadErrorKind::OutOfRange { .. },
        "scene",
        |d, _| d["scene"] = json!(1)
    );

    // Each of these 100,000 nodes is the only child of the previous node: the tree is very deep.
    let chain: Vec<Value> = (1..100_001)
        .map(|child| json!({"children": [child]}))
        .collect();
    read_changed(|d, _| {
        d["nodes"] = Value::Array(chain);
        d["nodes"]
            .as_array_mut()
            .expect("a list")
            .push(json!({"mesh": 0}));
    })
    .expect("depth is not limited");
}

fn hostile_containers() {
    let (document, binary) = sound();
    let whole = glb(document.to_string().as_bytes(), &binary);
    let hostile = |at: usize, bytes: [u8; 4]| {
        let mut file = whole.clone();
        file[at..at + 4].copy_from_slice(&bytes);
        survived("hostile.glb", &file).expect_err("the container is broken")
    };
    let at = |error: ReadError| error.place;
    assert_eq!(at(hostile(4, [1, 0, 0, 0])), Some(Place::Byte(4)));
    assert_eq!(at(hostile(8, [255; 4])), Some(Place::Byte(8)));
    assert_eq!(at(hostile(8, [11, 0, 0, 0])), Some(Place::Byte(12)));
    assert_eq!(at(hostile(12, [255; 4])), Some(Place::Byte(12)));
    assert_eq!(at(hostile(16, *b"BIN\0")), Some(Place::Byte(16)));
    let nested = format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000));
    for text in [
        nested.clone(),
        format!(r#"{{"asset":{{"version":"2.0"}},"extras":{nested}}}"#),
        format!(r#"{{"asset":{{"version":"2.0"}},"materials":[{{"extras":{nested}}}]}}"#),
        format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"extras":{nested}}}]}}"#),
        r#"{"asset":{"version":"2.0"},"materials":[{"extras":1e999}]}"#.to_owned(),
        r#"{"asset":{"version":"1.0"}}"#.to_owned(),
        r#"{"asset":{"version":"2.1","minVersion":"2.1"}}"#.to_owned(),
        "{}".to_owned(),
        "[]".to_owned(),
        r#"{"asset":{"version":"2.0"},"nodes":[1]}"#.to_owned(),
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"\u{0}\"}]}".to_owned(),
    ] {
        let _ = survived("hostile.gltf", text.as_bytes());
        let _ = survived("hostile.glb", &glb(text.as_bytes(), &[]));
    }
    let error = survived(
        "hostile.gltf",
        b"{\n\"asset\": {\"version\": \"2.0\"},\n \"nodes\": }",
    )
    .err();
    assert_eq!(error.and_then(at), Some(Place::Line(3)));
}

/// Reads small documents that refer to the same data many times.
fn hostile_sizes() {
    let mut binary = sound().1;
    binary.resize(400_000, 0);
    let views = json!([
        {"buffer": 0, "byteLength": 400_000, "byteStride": 4},
        {"buffer": 0, "byteLength": 400_000},
        {"buffer": 0, "byteLength": 400_000},
    ]);
    let many = |count: usize, entry: Value| Value::Array(vec![entry; count]);
    let read = |change: &dyn Fn(&mut Value)| {
        let (mut document, _) = sound();
        document["buffers"][0]["byteLength"] = json!(400_000);
        document["bufferViews"] = views.clone();
        document["accessors"] = json!([
            {"bufferView": 1, "componentType": 5126, "count": 33_000, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5126, "count": 33_000, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5121, "count": 399_999, "type": "SCALAR"},
            {"componentType": 5126, "count": 1_000_000, "type": "VEC3"},
        ]);
        change(&mut document);
        survived(
            "hostile.glb",
            &glb(document.to_string().as_bytes(), &binary),
        )
    };
    let primitive = json!({"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2});
    let mesh = json!({"primitives": [primitive]});
    // Each of these three documents uses the same bytes thousands of times: for meshes, for primitives, and for
    // attribute layers.
    let error = read(&|d| {
        d["meshes"] = many(3000, mesh.clone());
        d["nodes"] = (0..3000).map(|mesh| json!({"mesh": mesh})).collect();
        d["scenes"][0]["nodes"] = (0..3000).collect();
    });
    assert!(matches!(
        error.map_err(|e| e.kind),
        Err(ReadErrorKind::Unsupported(_))
    ));
    let error = read(&|d| d["meshes"][0]["primitives"] = many(3000, primitive.clone()));
    assert!(matches!(
        error.map_err(|e| e.kind),
        Err(ReadErrorKind::Unsupported(_))
    ));
    let error = read(&|d| {
        let mut attributes = json!({"POSITION": 0});
        for i in 0..3000 {
            attributes[format!("_A{i}")] = json!(1);
        }
        d["meshes"][0]["primitives"][0] = json!({"attributes": attributes});
    });
    assert!(matches!(
        error.map_err(|e| e.kind),
        Err(ReadErrorKind::Unsupported(_))
    ));
    // The positions of these primitives are an accessor without a buffer view, whose numbers are all zeros. The
    // accessor has no bytes in the file, so a small file can announce many vertices.
    let error = read(&|d| {
        d["meshes"][0]["primitives"] = many(200, json!({"attributes": {"POSITION": 3}, "mode": 5}));
    });
    assert!(matches!(
        error.map_err(|e| e.kind),
        Err(ReadErrorKind::Unsupported(_))
    ));
    // The indices of this triangle strip take one byte each in the file. Each index makes a triangle that needs 28
    // bytes in memory.
    let _ = read(&|d| d["meshes"][0]["primitives"][0]["mode"] = json!(5));
    let _ = read(&|d| d["images"] = many(3000, json!({"bufferView": 1})));
    // Reading these two documents takes time, but little memory. The first has many primitives and attributes whose
    // accessor has count 0. In the second, an accessor with a long text is read repeatedly.
    let _ = read(&|d| {
        d["accessors"][1]["count"] = json!(0);
        d["meshes"][0]["primitives"] = (0..10_000)
            .map(|i| json!({"attributes": {"POSITION": 1, format!("_A{i}"): 1}}))
            .collect();
    });
    let _ = read(&|d| {
        d["accessors"][1]["count"] = json!(0);
        d["accessors"][1]["extras"] = json!("x".repeat(1_000_000));
        d["meshes"][0]["primitives"] = many(10_000, json!({"attributes": {"POSITION": 1}}));
    });
    // Each of these documents has one long list of empty JSON objects or empty names.
    let (mut document, _) = sound();
    for list in [
        "materials",
        "textures",
        "samplers",
        "images",
        "skins",
        "meshes",
        "accessors",
    ] {
        document[list] = many(300_000, json!({}));
        let _ = survived("hostile.gltf", document.to_string().as_bytes());
        document[list] = json!([]);
    }
    let list = Value::Array((0..300_000).map(|_| json!({})).collect());
    let document = json!({"asset": {"version": "2.0"}, "nodes": list});
    let _ = survived("hostile.gltf", document.to_string().as_bytes());
    let document = json!({"asset": {"version": "2.0"}, "extensionsUsed": many(500_000, json!(""))});
    let _ = survived("hostile.gltf", document.to_string().as_bytes());
}
