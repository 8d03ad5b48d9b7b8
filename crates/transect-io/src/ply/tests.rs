use std::path::Path;

use transect_mesh::Meaning;

use crate::document::Document;
use crate::error::{Place, ReadError, ReadErrorKind};
use crate::read::read_bytes;

fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    read_bytes(Path::new("scan.ply"), bytes)
}

/// Returns a pyramid as a PLY file in this encoding, with vertices, faces and every kind of property that PLY files
/// contain.
fn pyramid(encoding: &str) -> Vec<u8> {
    let mut bytes = format!(
        "ply\r\nformat {encoding} 1.0\r\ncomment a pyramid\r\nobj_info no\r\n\
         element vertex 5\r\nproperty double x\r\nproperty float32 y\r\nproperty short z\r\n\
         property uchar red\r\nproperty uint8 green\r\nproperty uchar blue\r\nproperty float quality\r\n\
         element face 5\r\nproperty list uint8 int32 vertex_index\r\nproperty ushort red\r\n\
         property ushort green\r\nproperty ushort blue\r\nelement edge 1\r\nproperty int a\r\n\
         property list uchar char b\r\nend_header\r\n"
    )
    .into_bytes();
    let mut push = |value: f64, size: i32| {
        if encoding == "ascii" {
            bytes.extend(format!("{value} ").bytes());
            return;
        }
        let mut number = match size {
            8 => value.to_le_bytes().to_vec(),
            -4 => (value as f32).to_le_bytes().to_vec(),
            _ => (value as i32).to_le_bytes()[..size as usize].to_vec(),
        };
        if encoding == "binary_big_endian" {
            number.reverse();
        }
        bytes.extend(number);
    };
    let corners = [
        [0.0, 0.0, 0.0],
        [0.25, 0.0, 0.0],
        [0.25, 0.5, 0.0],
        [0.0, 0.5, 0.0],
    ];
    for (vertex, [x, y, z]) in corners.into_iter().chain([[0.1, 0.125, 3.0]]).enumerate() {
        push(x, 8);
        push(y, -4);
        push(z, 2);
        for color in [255.0, 51.0 * vertex as f64, 0.0] {
            push(color, 1);
        }
        push(0.5 * vertex as f64, -4);
    }
    for (face, color) in [
        (&[3.0, 2.0, 1.0, 0.0][..], 0.0),
        (&[0.0, 1.0, 4.0], 65535.0),
        (&[1.0, 2.0, 4.0], 65535.0),
        (&[2.0, 3.0, 4.0], 65535.0),
        (&[3.0, 0.0, 4.0], 0.0),
    ] {
        push(face.len() as f64, 1);
        face.iter().for_each(|&index| push(index, 4));
        [color, 0.0, 0.0].into_iter().for_each(|c| push(c, 2));
    }
    push(7.0, 4);
    push(2.0, 1);
    push(1.0, 1);
    push(2.0, 1);
    bytes
}

#[test]
fn the_three_encodings_hold_the_same() {
    for encoding in ["ascii", "binary_little_endian", "binary_big_endian"] {
        let document = read(&pyramid(encoding)).expect(encoding);
        assert_eq!(document.scene.nodes[0].name, "scan");
        let shown = &document.scene.meshes[0];
        let mesh = &shown.mesh;
        assert_eq!(
            (mesh.positions().len(), mesh.triangles().len()),
            (5, 6),
            "{encoding}"
        );
        assert!(mesh.boundary().is_closed());
        assert!(mesh.positions().contains(&[0.1, 0.125, 3.0]));
        let layers: Vec<_> = mesh
            .attributes()
            .layers
            .iter()
            .map(|l| l.meaning.clone())
            .collect();
        assert_eq!(
            layers,
            [Meaning::Color(0), Meaning::Custom("quality".into())]
        );
        assert_eq!(
            mesh.attributes().layers[0].row(2),
            [1.0, 102.0 / 255.0, 0.0]
        );
        assert_eq!(
            mesh.attributes().layers[1].values,
            [0.0, 0.5, 1.0, 1.5, 2.0]
        );
        assert_eq!(mesh.attributes().corners[2], [0, 1, 4]);
        let names: Vec<_> = document
            .scene
            .materials
            .iter()
            .map(|m| m.name.as_str())
            .collect();
        assert_eq!(names, ["#000000", "#ff0000"]);
        let parts: Vec<u32> = (0..6).map(|t| mesh.part(t)).collect();
        assert_eq!(parts, [0, 0, 1, 1, 1, 0]);
        assert_eq!(shown.parts[1].material, Some(1));
        let notes: Vec<_> = document
            .notes
            .iter()
            .map(|note| note.what.as_str())
            .collect();
        assert_eq!(notes, ["element edge, 1 row"]);
    }
}

#[test]
fn what_follows_is_noted() {
    for encoding in ["ascii", "binary_little_endian"] {
        let mut bytes = pyramid(encoding);
        bytes.extend(*b" 1 ");
        let document = read(&bytes).expect(encoding);
        assert!(document.notes[1].what.ends_with("after the last element"));
    }
}

#[test]
fn every_shorter_file_is_an_error() {
    for encoding in ["ascii", "binary_little_endian", "binary_big_endian"] {
        let bytes = pyramid(encoding);
        // The ASCII file ends in a space. The file without this space is still valid, so the longest invalid file is
        // two bytes shorter than the whole file.
        let most = bytes.len() - if encoding == "ascii" { 2 } else { 1 };
        for length in 1..=most {
            assert!(read(&bytes[..length]).is_err(), "{encoding} {length}");
        }
    }
}

/// Returns a PLY file in text form. It has three vertices, followed by the elements that `header` declares and `body`
/// contains.
fn text(header: &str, body: &str) -> Vec<u8> {
    let vertex = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
    format!("ply\nformat ascii 1.0\n{vertex}{header}end_header\n0 0 0\n1 0 0\n0 1 0\n{body}")
        .into_bytes()
}

const FACE: &str = "element face 1\nproperty list uchar int vertex_indices\n";

#[test]
fn text_errors_say_where() {
    assert!(read(&text(FACE, "3 0 1 2")).is_ok());
    for (body, line, message) in [
        ("3 0 1 3", 13, "vertex index 3 is out of range, there are 3"),
        (
            "\n3 0 1 -1",
            14,
            "vertex index -1 is out of range, there are 3",
        ),
        (
            "3 0 1 1.5",
            13,
            "\"1.5\" is not an integer from -2147483648 to 2147483647",
        ),
        ("256 0 1 2", 13, "\"256\" is not an integer from 0 to 255"),
        ("3 0 1 x", 13, "a number: \"x\" is not a number"),
        (
            "9 0 1 2",
            13,
            "the file ends inside a list: 18 bytes are needed, 7 are available",
        ),
    ] {
        let error = read(&text(FACE, body)).expect_err(body);
        assert_eq!(error.kind.to_string(), message);
        assert_eq!(error.place, Some(Place::Line(line)), "{body}");
    }
}

#[test]
fn headers_are_checked() {
    let wrong = |header: &str, message: &str| {
        let error = read(&text(header, "3 0 1 2\n")).expect_err(header);
        assert!(error.kind.to_string().contains(message), "{error}");
    };
    wrong(
        "element face 1\nproperty list uchar float vertex_indices\n",
        "wrong type",
    );
    wrong(
        "element face 1\nproperty list float int vertex_indices\n",
        "has a float as its length",
    );
    wrong(
        "element face 1\nproperty int vertex_indices\n",
        "wrong type",
    );
    wrong(
        "element face 1\nproperty list uchar int corners\n",
        "no property vertex_indices",
    );
    wrong(
        "element face 1000000000\nproperty list uchar int vertex_indices\n",
        "declares 1000000000 rows",
    );
    wrong("element face -1\n", "not a number of rows");
    wrong("element vertex 3\n", "declared twice");
    wrong(
        "element tristrips 0\n",
        "element tristrips has no property vertex_indices",
    );
    wrong("property half w\n", "is not a type");
    wrong("h\u{e9}llo\n", "is not a header line");
    let error = read(b"ply\nformat ascii 1.0\nelement face 0\n").expect_err("no end");
    assert_eq!(error.place, Some(Place::Line(4)));
    let error = read(b"ply\nformat ascii 1.0\nend_header\n").expect_err("no vertices");
    assert_eq!(error.kind.to_string(), "the header has no element vertex");
    // Rows of an element without properties take no bytes, so reading them must take no time, whatever their number.
    let many = "element nothing 18446744073709551615\n";
    assert!(read(&text(&format!("{many}{FACE}"), "3 0 1 2")).is_ok());
}

#[test]
fn not_a_number_is_found_in_bytes() {
    for (order, value) in [
        ("little", f32::NAN.to_le_bytes()),
        ("big", f32::INFINITY.to_be_bytes()),
    ] {
        let mut bytes = format!(
            "ply\nformat binary_{order}_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        )
        .into_bytes();
        let start = bytes.len() as u64;
        bytes.extend([0; 8]);
        bytes.extend(value);
        let error = read(&bytes).expect_err("not finite");
        assert_eq!(error.place, Some(Place::Byte(start + 8)));
        assert!(matches!(
            error.kind,
            ReadErrorKind::NotFinite { what: "z", .. }
        ));
    }
}

#[test]
fn faces_may_come_first_and_be_polygons() {
    let bytes = b"ply\nformat ascii 1.0\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty float u\nproperty float v\nproperty float nx\nproperty float ny\nproperty float nz\nend_header\n4 0 1 2 3 0\n2 0 1 2 0.5 0.5\n0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0 1\n1 1 0 0 0 0 0 1\n0 1 0 0.5 0 0 0 1\n";
    let document = read(bytes).expect("a square");
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
    let layers: Vec<_> = mesh
        .attributes()
        .layers
        .iter()
        .map(|l| (l.meaning.clone(), l.width))
        .collect();
    assert_eq!(
        layers,
        [(Meaning::TextureCoordinate(0), 2), (Meaning::Normal, 3)]
    );
    let notes: Vec<_> = document
        .notes
        .iter()
        .map(|note| note.what.as_str())
        .collect();
    assert_eq!(
        notes,
        [
            "face property texcoord",
            "1 face of fewer than three corners"
        ]
    );
}
