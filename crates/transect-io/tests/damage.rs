//! Tests of the STL, OBJ and PLY readers with damaged and malicious files: no panic, limited memory, typed errors.
//!
//! All checks are in one test, because the test measures the memory of the whole process.

mod support;

use support::{Seed, damage, survived};
use transect_io::{Format, Outputs, write};

const STL_WORDS: &[&str] = &[
    "solid", "facet", "normal", "outer", "loop", "vertex", "endloop", "endfacet", "endsolid",
];
const OBJ_WORDS: &[&str] = &[
    "v", "vt", "vn", "f", "o", "g", "usemtl", "mtllib", "s", "l", "\\", "1/", "/1", "1//",
    "1/1/1/1", "#", "-1",
];
const PLY_WORDS: &[&str] = &[
    "element",
    "property",
    "list",
    "uchar",
    "double",
    "float",
    "int",
    "char",
    "face",
    "vertex",
    "x",
    "nx",
    "red",
    "vertex_indices",
    "end_header",
    "comment",
    "binary_little_endian",
    "binary_big_endian",
    "ascii",
    "tristrips",
];

const CORNERS: [[f64; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const TRIANGLES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

fn stl_binary() -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend(4_u32.to_le_bytes());
    for triangle in TRIANGLES {
        bytes.extend([0; 12]);
        for coordinate in triangle.map(|k| CORNERS[k]).as_flattened() {
            bytes.extend((*coordinate as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

fn stl_ascii() -> Vec<u8> {
    let mut text = String::from("solid a tetrahedron\n");
    for triangle in TRIANGLES {
        text += "facet normal 0 0 1\n outer loop\n";
        for [x, y, z] in triangle.map(|k| CORNERS[k]) {
            text += &format!("  vertex {x:.3} {y:e} {z}\n");
        }
        text += " endloop\nendfacet\n";
    }
    (text + "endsolid a tetrahedron\n").into_bytes()
}

fn obj() -> Vec<u8> {
    b"# a pyramid\nmtllib a.mtl\no first\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nv 0 1 0\nv 0.5 0.5 2\n\
      vt 0 0\nvt 1 0 0.5\nvn 0 0 -1\nusemtl red\ng bottom\nf 4 3 \\\n 2 1\ng sides\nf 1/1 2/2 5/1\nf 2//1 3//1 5//1\n\
      o second\nusemtl blue\nf -3/-1/-1 -2/-1/-1 -1/-2/-1\nf 4 1 5\nl 1 2 3\n"
        .to_vec()
}

fn ply(encoding: &str) -> Vec<u8> {
    let mut bytes = format!(
        "ply\nformat {encoding} 1.0\ncomment seed\nelement vertex 4\nproperty float x\nproperty float y\n\
         property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n\
         property double quality\nelement face 4\nproperty list uchar int vertex_indices\nproperty short red\n\
         property short green\nproperty short blue\nelement edge 1\nproperty list ushort uint ends\nend_header\n"
    )
    .into_bytes();
    let mut put = |little: &[u8], text: String| match encoding {
        "ascii" => bytes.extend((text + "\n").bytes()),
        "binary_little_endian" => bytes.extend(little),
        _ => bytes.extend(little.iter().rev()),
    };
    for corner in CORNERS {
        for c in corner {
            put(&(c as f32).to_le_bytes(), c.to_string());
        }
        for c in [255_u8, 0, 128] {
            put(&[c], c.to_string());
        }
        put(&0.1_f64.to_le_bytes(), "0.1".into());
    }
    for triangle in TRIANGLES {
        put(&[3], "3".into());
        for k in triangle {
            put(&(k as i32).to_le_bytes(), k.to_string());
        }
        for c in [32767_i16, k_color(triangle), 0] {
            put(&c.to_le_bytes(), c.to_string());
        }
    }
    put(&2_u16.to_le_bytes(), "2".into());
    put(&0_u32.to_le_bytes(), "0".into());
    put(&1_u32.to_le_bytes(), "1".into());
    bytes
}

fn k_color(triangle: [usize; 3]) -> i16 {
    triangle[0] as i16 * 1000
}

/// Returns a binary PLY file that is read on the reader's fast paths: f32 coordinates and 32-bit vertex indices, and no
/// other properties.
fn plain_ply() -> Vec<u8> {
    let mut bytes = b"ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
        property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
        .to_vec();
    for c in CORNERS.as_flattened() {
        bytes.extend((*c as f32).to_le_bytes());
    }
    for triangle in TRIANGLES {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|&k| (k as i32).to_le_bytes()));
    }
    bytes
}

#[test]
fn readers_survive() {
    let seed = |name, bytes, words| Seed { name, bytes, words };
    let seeds = [
        seed("binary.stl", stl_binary(), &[]),
        seed("ascii.stl", stl_ascii(), STL_WORDS),
        seed("a.obj", obj(), OBJ_WORDS),
        seed("ascii.ply", ply("ascii"), PLY_WORDS),
        seed("little.ply", ply("binary_little_endian"), PLY_WORDS),
        seed("big.ply", ply("binary_big_endian"), PLY_WORDS),
        seed("plain.ply", plain_ply(), PLY_WORDS),
    ];
    let readable = damage(&seeds, 6000);
    // Some damage cannot be detected, so some of the damaged files stay readable. If none or nearly all of them were
    // readable, the damage would test too little.
    assert!((2000..40_000).contains(&readable), "{readable}");
    hostile_headers();
    hostile_sizes();
    writers_survive(&seeds);
}

/// Reads files whose headers announce more data than the files contain.
fn hostile_headers() {
    let ply = |rest: &str| {
        let xyz = "property float x\nproperty float y\nproperty float z\n";
        let rest = rest.replace("XYZ\n", xyz);
        format!("ply\nformat binary_little_endian 1.0\n{rest}end_header\n0123456789")
    };
    let list = "property list uint uint vertex_indices\n";
    let many: String = (0..2000).map(|k| format!("property char p{k}\n")).collect();
    for text in [
        ply("element vertex 18446744073709551615\nXYZ\n"),
        ply("element vertex 1000000000\nXYZ\n"),
        ply(&format!(
            "element vertex 0\nXYZ\nelement face 1000000000\n{list}"
        )),
        ply(&format!("element vertex 0\nXYZ\nelement face 2\n{list}")),
        ply(&format!(
            "element face 2\n{list}element vertex 4294967295\nXYZ\n"
        )),
        ply(&format!("element vertex 0\nXYZ\n{many}")),
        ply("element vertex 0\nXYZ\nelement edge 99999999999\nproperty list int int a\n"),
        ply("element vertex 0\nXYZ\nelement tristrips 1\nproperty list int int vertex_indices\n"),
        "ply\nformat".into(),
        "ply\n".repeat(1000),
        "solid\nfacet normal 0 0 0 outer loop".into(),
        "v 1 2 3\nf 1 1 99999999999999999999".into(),
        "v 1 2 3\nf 1 1 -9223372036854775808".into(),
    ] {
        assert!(survived("hostile", text.as_bytes()).is_err(), "{text}");
    }
    let rows = ply("element vertex 0\nXYZ\nelement nothing 18446744073709551615\n");
    assert!(survived("rows.ply", rows.as_bytes()).is_ok());
    let mut stl = vec![0; 84 + 50];
    stl[80..84].copy_from_slice(&[0xff; 4]);
    assert!(survived("hostile.stl", &stl).is_err());
}

/// Reads files of several megabytes, whose content needs the most memory for its size.
fn hostile_sizes() {
    const SIZE: usize = 6 << 20;
    let fill = |start: &str, piece: &str| {
        let mut text = String::with_capacity(SIZE + piece.len());
        text += start;
        while text.len() < SIZE {
            text += piece;
        }
        text.into_bytes()
    };
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (start, piece) in [
        ("v 0 0 0\nf", " 1"),
        ("v 0 0 0 1 1 1\nvt 0 0\nvn 0 0 0\nf", " 1/1/1"),
        ("v 0 0 0\nv 1 1 1\ng\nf 1 2 1\n", "f 1 1 1\ng\ng a\n"),
        (triangle, "o\nf 1 2 3\n"),
        (triangle, "f 1 2 3\n"),
        ("", "v 1 1 1\n"),
        ("", "v 1 1 1 1 1 1\n"),
        ("v 0 0 0\n", "x\n"),
        ("v 0 0 0\n", "\\\n"),
        ("v 0 0 0\n", "usemtl a b\n"),
        ("", "solid\nendsolid\n"),
        (
            "solid a\n",
            "facet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 endloop endfacet\n",
        ),
    ] {
        let _ = survived("hostile", &fill(start, piece));
    }
    // Every line of these files contains a new word, which the reader stores.
    for (start, line) in [
        (triangle, "g #\nf 1 2 3\n"),
        (triangle, "usemtl #\nf 1 2 3\n"),
        ("", "#\n"),
        ("", "mtllib #\n"),
    ] {
        let mut text = String::from(start);
        let mut number = 0;
        while text.len() < SIZE {
            number += 1;
            text += &line.replace('#', &format!("n{number}"));
        }
        let _ = survived("hostile.obj", text.as_bytes());
    }
    // Every corner of this file has a different combination of texture coordinate and normal.
    let mut text: String = (0..9).map(|k| format!("v {k} 0 0 0 0 {k}\n")).collect();
    (0..999).for_each(|k| text += &format!("vt {k} 1 1\nvn {k} 1 1\n"));
    'faces: for t in 1..999 {
        for n in 1..999 {
            let v = (t + n) % 9 + 1;
            text += &format!("f {v}/{t}/{n} {v}/{n}/{t} {v}/{t}/{t}\n");
            if text.len() > SIZE {
                break 'faces;
            }
        }
    }
    let _ = survived("rows.obj", text.as_bytes());

    let header = |encoding: &str, vertex: &str, face: &str, faces: usize| {
        format!(
            "ply\nformat {encoding} 1.0\nelement vertex 1\nproperty char x\nproperty char y\nproperty char z\n{vertex}\
             element face {faces}\n{face}end_header\n"
        )
    };
    // One polygon of these files has millions of corners. A text file needs two bytes per corner, a binary file needs
    // one byte.
    let list = "property list uint uchar vertex_indices\n";
    let corners = (SIZE / 2).to_string();
    let start = header("ascii", "property uchar s\nproperty uchar t\n", list, 1)
        + "0 0 0 0 0\n"
        + &corners
        + " ";
    let _ = survived("polygon.ply", &fill(&start, "0 "));
    for (item, width) in [("uchar", 1), ("ushort", 2)] {
        for faces in [1, 100] {
            let list = format!(
                "property list uint {item} vertex_indices\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
            );
            let mut bytes = header(
                "binary_little_endian",
                "property uchar s\nproperty uchar t\n",
                &list,
                faces,
            )
            .into_bytes();
            bytes.extend([0; 5]);
            for face in 0..faces {
                let corners = SIZE / faces / width;
                bytes.extend((corners as u32).to_le_bytes());
                bytes.resize(bytes.len() + corners * width, 0);
                bytes.extend([face as u8, 0, 0]);
            }
            let _ = survived("polygons.ply", &bytes);
        }
    }
    // Every face of this file has its own colour.
    let list = "property list uchar uchar vertex_indices\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n";
    let faces = SIZE / 7;
    let mut bytes = header("binary_big_endian", "", list, faces).into_bytes();
    bytes.extend([0; 3]);
    for face in 0..faces as u32 {
        bytes.extend([3, 0, 0, 0]);
        bytes.extend(&face.to_le_bytes()[..3]);
    }
    let document = survived("colours.ply", &bytes).expect("triangles");
    assert_eq!(document.notes[0].what, "more than 65536 colours");
}

/// Documents from damaged files can be written and read again.
fn writers_survive(seeds: &[Seed]) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = support::Random(7);
    let mut written = 0;
    while written < 300 {
        let seed = &seeds[random.below(seeds.len())];
        let bytes = support::damaged(seed, &mut random);
        let Ok(document) = survived(seed.name, &bytes) else {
            continue;
        };
        for format in [Format::Stl, Format::Obj, Format::Ply, Format::ThreeMf] {
            let mut outputs = Outputs::new(folder.path(), true).expect("outputs");
            // Writing may fail, because a coordinate may be too large for f32.
            let Ok(_) = write(&document, format, &mut outputs, "out") else {
                assert_eq!(format, Format::Stl);
                continue;
            };
            let paths = outputs.commit().expect("moved");
            let path = paths.last().expect("a file").clone();
            let again = transect_io::read(&[path]).expect("what was written can be read");
            let count = |scene: &transect_mesh::scene::Scene| {
                scene
                    .meshes
                    .iter()
                    .map(|mesh| mesh.mesh.triangles().len())
                    .sum::<usize>()
            };
            assert_eq!(count(&again.scene), count(&document.scene), "{format}");
        }
        written += 1;
    }
}
