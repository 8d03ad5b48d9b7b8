//! The scenes of the samples. Lengths have few binary digits, and rotations permute the axes except where a comment
//! says otherwise. So nearly all world positions and volumes are exact.

use serde_json::{Value, json};

use crate::samples::builder::{
    BYTE, Builder, FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT, extent, merged,
};
use crate::samples::solids::{Solid, cuboid, globe, prism};

/// A rotation by a third of a turn about (1, 1, 1), as a quaternion: x becomes y, y becomes z, z becomes x.
const THIRD_TURN: [f64; 4] = [0.5, 0.5, 0.5, 0.5];
/// A rotation by half a turn about z, as a quaternion.
const HALF_TURN: [f64; 4] = [0.0, 0.0, 1.0, 0.0];
/// A rotation about z that does not permute the axes, as a quaternion. Its angle has the cosine 0.28 and the sine 0.96.
const SLANT: [f64; 4] = [0.0, 0.0, 0.6, 0.8];

/// Nodes nested three deep, each with a translation, a rotation and a scale.
pub(super) fn nested() -> Builder {
    let mut b = Builder::default();
    let brick = b.material("Brick", [0.6, 0.25, 0.2, 1.0]);
    let wall = b.solid(
        "wall",
        &cuboid([0.0; 3], [4.0, 0.5, 3.0]),
        json!({"material": brick}),
    );
    let slab = b.solid("slab", &cuboid([0.0; 3], [4.0, 4.0, 0.25]), json!({}));
    b.add(
        "nodes",
        json!({
            "name": "Building/B-1", "children": [1], "extras": {"storeys": 1},
            "translation": [10.0, 20.0, 0.0], "rotation": HALF_TURN, "scale": [2.0, 2.0, 2.0],
        }),
    );
    b.add(
        "nodes",
        json!({
            "name": "Storey/S-1", "children": [2, 3, 4],
            "translation": [0.0, 0.0, 3.0], "rotation": THIRD_TURN, "scale": [1.0, 1.0, 1.0],
        }),
    );
    b.add(
        "nodes",
        json!({
            "name": "Wall/W-1", "mesh": wall, "extras": {"fireRating": "F90", "layers": [1, 2]},
            "translation": [1.0, 2.0, 3.0], "rotation": THIRD_TURN, "scale": [1.0, 2.0, 1.0],
        }),
    );
    b.add(
        "nodes",
        json!({"name": "Slab/S-2", "mesh": slab, "translation": [0.0, 0.0, -0.25]}),
    );
    b.add(
        "nodes",
        json!({"name": "Wall/W-2", "mesh": wall, "rotation": SLANT}),
    );
    b
}

/// Objects that are mirrored: by a negative scale, by a matrix, and by a mirrored node inside another mirrored node.
pub(super) fn mirrored() -> Builder {
    let mut b = Builder::default();
    let wedge = b.solid(
        "wedge",
        &prism(&[[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]], 0.0, 3.0),
        json!({}),
    );
    b.add("nodes", json!({"name": "Wedge/plain", "mesh": wedge}));
    b.add(
        "nodes",
        json!({"name": "Wedge/scaled", "mesh": wedge, "translation": [-1.0, 0.0, 0.0], "scale": [-1.0, 1.0, 1.0]}),
    );
    b.add(
        "nodes",
        json!({
            "name": "Wedge/matrix", "mesh": wedge, "children": [3],
            "matrix": [1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
        }),
    );
    b.add(
        "nodes",
        json!({"name": "Wedge/twice", "mesh": wedge, "translation": [0.0, 0.0, 4.0], "scale": [1.0, 1.0, -1.0]}),
    );
    b
}

/// Two rotated boxes under a node whose scale differs per axis. One is rotated by a third of a turn, which maps axes to
/// axes. The other is rotated by an oblique angle, so the scale shears it.
pub(super) fn nonuniform() -> Builder {
    let mut b = Builder::default();
    let block = b.solid("block", &cuboid([-1.0; 3], [1.0; 3]), json!({}));
    b.add(
        "nodes",
        json!({"name": "Group/G-1", "children": [1, 2], "scale": [2.0, 4.0, 0.5]}),
    );
    b.add(
        "nodes",
        json!({"name": "Block/turned", "mesh": block, "rotation": THIRD_TURN, "scale": [1.0, 3.0, 1.0]}),
    );
    b.add(
        "nodes",
        json!({"name": "Block/sheared", "mesh": block, "translation": [8.0, 0.0, 0.0], "rotation": SLANT}),
    );
    b
}

/// One mesh that is shown by five nodes.
pub(super) fn instanced() -> Builder {
    let mut b = Builder::default();
    let concrete = b.material("Concrete", [0.7, 0.7, 0.68, 1.0]);
    let octagon = [
        [2.0, -1.0],
        [2.0, 1.0],
        [1.0, 2.0],
        [-1.0, 2.0],
        [-2.0, 1.0],
        [-2.0, -1.0],
        [-1.0, -2.0],
        [1.0, -2.0],
    ];
    let column = b.solid(
        "Column/type-A",
        &prism(&octagon, 0.0, 3.0),
        json!({"material": concrete}),
    );
    for i in 0..5 {
        b.add(
            "nodes",
            json!({
                "name": format!("Column/C-{}", i + 1),
                "mesh": column,
                "translation": [8.0 * f64::from(i), 0.0, 0.0],
                "extras": {"axis": format!("A{}", i + 1)},
            }),
        );
    }
    b
}

/// A box whose faces are three primitives with separate vertices: triangles, a strip and a fan. Only the three together
/// are a closed surface.
pub(super) fn primitives() -> Builder {
    let mut b = Builder::default();
    let colors = [
        ("Floor", [0.4, 0.3, 0.2, 1.0]),
        ("Walls", [0.9, 0.9, 0.85, 1.0]),
        ("Roof", [0.3, 0.5, 0.8, 0.5]),
    ];
    for (name, color) in colors {
        let material = b.material(name, color);
        assert_eq!(colors[material].0, name);
    }
    let corners = cuboid([0.0; 3], [3.0, 4.0, 5.0]).positions;
    let pick = |list: &[usize]| -> Vec<[f32; 3]> { list.iter().map(|&i| corners[i]).collect() };
    let floor = b.positions(&pick(&[0, 1, 2, 3]));
    let floor_indices = b.indices(&[0, 2, 1, 1, 2, 3]);
    let walls = b.positions(&pick(&[4, 0, 5, 1, 7, 3, 6, 2]));
    let walls_indices = b.indices(&[0, 1, 2, 3, 4, 5, 6, 7, 0, 1]);
    let roof = b.positions(&pick(&[4, 5, 7, 6]));
    b.add(
        "meshes",
        json!({
            "name": "room",
            "extras": {"use": "office"},
            "primitives": [
                {"attributes": {"POSITION": floor}, "indices": floor_indices, "material": 0},
                {"attributes": {"POSITION": walls}, "indices": walls_indices, "material": 1, "mode": 5},
                {"attributes": {"POSITION": roof}, "material": 2, "mode": 6},
            ],
        }),
    );
    b.add("nodes", json!({"name": "Room/R-101", "mesh": 0}));
    b
}

/// A sphere with normals, tangents, texture coordinates, colors and a custom quantity. At a seam and at the poles,
/// vertices have equal positions but different texture coordinates.
pub(super) fn seams() -> Builder {
    /// A checkerboard of 2 × 2 pixels.
    const CHECKERBOARD: &[u8] =
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0\
        \xfd\xd4\x9a\x73\0\0\0\x13IDAT\x78\xda\x63\x38\x71\xe2\x44\x54\x54\x14\x03\x10\x03\x59\0\
        \x2f\xa2\x06\xcd\x4a\x0d\xbe\x5e\0\0\0\0IEND\xae\x42\x60\x82";
    let mut b = Builder::default();
    let image = b.view(CHECKERBOARD, json!({}));
    b.add(
        "images",
        json!({"name": "checkerboard", "bufferView": image, "mimeType": "image/png"}),
    );
    b.add(
        "samplers",
        json!({"magFilter": 9728, "wrapS": 10497, "wrapT": 33071}),
    );
    b.add("textures", json!({"sampler": 0, "source": 0}));
    b.extension("KHR_materials_unlit", false);
    b.add(
        "materials",
        json!({
            "name": "Checkered",
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0.0},
            "extensions": {"KHR_materials_unlit": {}},
        }),
    );
    let globe = globe(2.0, 16, 8);
    let solid = &globe.solid;
    let colors: Vec<u8> = globe
        .coordinates
        .iter()
        .flat_map(|&[u, v]| [(255.0 * u) as u8, (255.0 * v) as u8, 128, 255])
        .collect();
    let heights: Vec<[f32; 1]> = solid.positions.iter().map(|&[_, _, z]| [z]).collect();
    let positions = b.positions(&solid.positions);
    let normals = b.floats(&globe.normals, json!({}));
    let tangents = b.floats(&globe.tangents, json!({}));
    let coordinates = b.floats(&globe.coordinates, json!({}));
    let heights = b.floats(&heights, json!({}));
    let view = b.view(&colors, json!({"target": 34962}));
    let colors = b.add(
        "accessors",
        json!({
            "bufferView": view, "componentType": UNSIGNED_BYTE, "normalized": true,
            "count": solid.positions.len(), "type": "VEC4",
        }),
    );
    let indices = b.indices(solid.triangles.as_flattened());
    let attributes = json!({
        "POSITION": positions, "NORMAL": normals, "TANGENT": tangents,
        "TEXCOORD_0": coordinates, "COLOR_0": colors, "_HEIGHT": heights,
    });
    b.add(
        "meshes",
        json!({
            "name": "globe",
            "primitives": [{"attributes": attributes, "indices": indices, "material": 0}],
        }),
    );
    b.add("nodes", json!({"name": "Globe/G-1", "mesh": 0}));
    b
}

/// A small mesh far from the origin. The translation of its node is large, and the coordinates of its vertices are
/// small.
pub(super) fn georeferenced() -> Builder {
    let mut b = Builder::default();
    let house = b.solid("house", &cuboid([0.0; 3], [12.5, 8.25, 6.125]), json!({}));
    b.add(
        "nodes",
        json!({
            "name": "House/H-1", "mesh": house, "extras": {"crs": "EPSG:25832"},
            "translation": [5_212_345.25, 5_812_345.5, 34.125],
        }),
    );
    b
}

/// A mesh whose positions and attributes are short integers, interleaved, and a unit box of normalized short integers.
pub(super) fn quantized() -> Builder {
    let mut b = Builder::default();
    b.extension("KHR_mesh_quantization", true);
    let solid = cuboid([-512.0, -1024.0, 0.0], [512.0, 1024.0, 256.0]);
    let mut bytes = Vec::new();
    for (i, position) in solid.positions.iter().enumerate() {
        bytes.extend(position.iter().flat_map(|&c| (c as i16).to_le_bytes()));
        bytes.extend([0; 2]);
        let up = if i < 4 { -127_i8 } else { 127 };
        bytes.extend([0, 0, up.to_le_bytes()[0], 0]);
        let [u, v] = [(i & 1) as u16 * 65535, (i >> 1 & 1) as u16 * 65535];
        bytes.extend([u, v].into_iter().flat_map(u16::to_le_bytes));
    }
    let view = b.view(&bytes, json!({"byteStride": 16, "target": 34962}));
    let count = solid.positions.len();
    let mut accessor = |offset: u32, kind: u32, shape: &str, more: Value| {
        let accessor = json!({
            "bufferView": view, "byteOffset": offset, "componentType": kind,
            "count": count, "type": shape,
        });
        b.add("accessors", merged(accessor, more))
    };
    let positions = accessor(0, SHORT, "VEC3", whole(extent(&solid.positions)));
    let normals = accessor(8, BYTE, "VEC3", json!({"normalized": true}));
    let coordinates = accessor(12, UNSIGNED_SHORT, "VEC2", json!({"normalized": true}));
    let indices = b.indices(solid.triangles.as_flattened());
    let attributes = json!({"POSITION": positions, "NORMAL": normals, "TEXCOORD_0": coordinates});
    b.add(
        "meshes",
        json!({"name": "plate", "primitives": [{"attributes": attributes, "indices": indices}]}),
    );
    let unit = cuboid([0.0; 3], [65535.0; 3]);
    let mut bytes = Vec::new();
    for position in &unit.positions {
        bytes.extend(position.iter().flat_map(|&c| (c as u16).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    let view = b.view(&bytes, json!({"byteStride": 8, "target": 34962}));
    let positions = b.add(
        "accessors",
        merged(
            json!({
                "bufferView": view, "componentType": UNSIGNED_SHORT, "normalized": true,
                "count": unit.positions.len(), "type": "VEC3",
            }),
            whole(extent(&unit.positions)),
        ),
    );
    b.add(
        "meshes",
        json!({
            "name": "unit",
            "primitives": [{"attributes": {"POSITION": positions}, "indices": indices}],
        }),
    );
    let step = 1.0 / 1024.0;
    b.add(
        "nodes",
        json!({"name": "Plate/P-1", "mesh": 0, "scale": [step, step, step]}),
    );
    b.add(
        "nodes",
        json!({"name": "Unit/U-1", "mesh": 1, "translation": [2.0, 0.0, 0.0], "scale": [2.0, 2.0, 2.0]}),
    );
    b
}

/// Converts the numbers of a bounding box to integers, as glTF requires for accessors of integers.
fn whole(extent: Value) -> Value {
    let numbers = |key: &str| -> Vec<i64> {
        let list = extent[key].as_array().into_iter().flatten();
        list.filter_map(Value::as_f64).map(|c| c as i64).collect()
    };
    json!({"min": numbers("min"), "max": numbers("max")})
}

/// Three boxes. The accessors of the last two boxes are sparse. The second box has the positions of the first, but
/// sparse data replaces the upper corners by higher ones. The third box has only sparse positions, without base data.
pub(super) fn sparse() -> Builder {
    let mut b = Builder::default();
    let low = cuboid([0.0; 3], [2.0, 3.0, 1.0]);
    let high = cuboid([0.0; 3], [2.0, 3.0, 4.0]);
    let bytes: Vec<u8> = low
        .positions
        .iter()
        .flatten()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    let view = b.view(&bytes, json!({"byteStride": 12, "target": 34962}));
    let base = b.add(
        "accessors",
        merged(
            json!({"bufferView": view, "componentType": FLOAT, "count": 8, "type": "VEC3"}),
            extent(&low.positions),
        ),
    );
    let lifted = sparse_positions(&mut b, &high, &[4, 5, 6, 7], Some(view));
    let from_zero = sparse_positions(&mut b, &high, &[1, 2, 3, 4, 5, 6, 7], None);
    let indices = b.indices(low.triangles.as_flattened());
    let names = ["low", "lifted", "from zero"];
    for (name, positions) in names.into_iter().zip([base, lifted, from_zero]) {
        let primitive = json!({"attributes": {"POSITION": positions}, "indices": indices});
        let mesh = b.add("meshes", json!({"name": name, "primitives": [primitive]}));
        let translation = [3.0 * mesh as f64, 0.0, 0.0];
        // The last node has no name of its own, so readers take the name of its mesh.
        let mut node = json!({"mesh": mesh, "translation": translation});
        if mesh < 2 {
            node["name"] = json!(format!("Box/{name}"));
        }
        b.add("nodes", node);
    }
    b
}

/// Appends an accessor of a solid's positions. The positions at `rows` are stored sparsely; all others come from the
/// buffer view `base`, or are zero.
fn sparse_positions(b: &mut Builder, solid: &Solid, rows: &[u8], base: Option<usize>) -> usize {
    let indices = b.view(rows, json!({}));
    let values: Vec<u8> = rows
        .iter()
        .flat_map(|&row| solid.positions[usize::from(row)])
        .flat_map(f32::to_le_bytes)
        .collect();
    let values = b.view(&values, json!({}));
    let mut accessor = merged(
        json!({
            "componentType": FLOAT, "count": solid.positions.len(), "type": "VEC3",
            "sparse": {
                "count": rows.len(),
                "indices": {"bufferView": indices, "componentType": UNSIGNED_BYTE},
                "values": {"bufferView": values},
            },
        }),
        extent(&solid.positions),
    );
    if let Some(view) = base {
        accessor["bufferView"] = json!(view);
    }
    b.add("accessors", accessor)
}
