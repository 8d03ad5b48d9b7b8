//! OFF files: what they hold, as written and as programs write them.

use std::path::Path;

use transect_io::{Document, Format, Outputs, Place, ReadError, read, read_bytes, write};
use transect_mesh::Meaning;

const POSITIONS: &str = "0 0 0\n2 0 0\n2 2 0\n0 2 0\n0 0 2\n2 0 2\n2 2 2\n0 2 2\n";
const FACES: &str = "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";

fn parse(text: &str) -> Result<Document, ReadError> {
    read_bytes(Path::new("box.off"), text.as_bytes())
}

#[test]
fn off_is_read_as_programs_write_it() {
    for text in [
        format!("OFF\n8 6 0\n{POSITIONS}{FACES}"),
        format!("OFF 8 6 12\n{POSITIONS}{FACES}"),
        format!("# a box\nOFF # its kind\n\n8 6\n{POSITIONS}# faces\n{FACES}"),
        format!("8 6 0\n{POSITIONS}{FACES}"),
        format!("OFF\r\n8 6 0\r\n{POSITIONS}{FACES}").replace('\n', "\r\n"),
    ] {
        let document = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let mesh = &document.scene.meshes[0].mesh;
        assert!(mesh.boundary().is_closed());
        assert_eq!(mesh.volume(), 8.0);
        assert!(document.notes.is_empty(), "{:?}", document.notes);
        assert_eq!(document.scene.nodes[0].name, "box");
        assert_eq!(document.sources[0].format, Format::Off);
        assert!(!document.sources[0].single_precision);
    }
    let text = format!("OFF\n8 6 0\n{POSITIONS}{FACES}");
    let found = read_bytes(Path::new("any.txt"), text.as_bytes());
    assert_eq!(found.expect("a box").sources[0].format, Format::Off);
}

#[test]
fn vertices_have_what_the_first_word_says() {
    let triangle = |head: &str, ends: [&str; 3]| {
        let [a, b, c] = ends;
        parse(&format!(
            "{head}\n3 1 0\n0 0 0 {a}\n1 0 0 {b}\n0 1 0 {c}\n3 0 1 2\n"
        ))
    };
    let layers = |document: &Document| -> Vec<(Meaning, Vec<f64>)> {
        let layers = document.scene.meshes[0].mesh.attributes().layers.iter();
        layers
            .map(|layer| (layer.meaning.clone(), layer.row(1).to_vec()))
            .collect()
    };
    let color = Meaning::Color(0);
    let read = triangle("COFF", ["255 0 0 255", "0 51 0 0", "0 0 0 255"]).expect("integers");
    assert_eq!(layers(&read), [(color.clone(), vec![0.0, 0.2, 0.0, 0.0])]);
    let read = triangle("COFF", ["1 0 0", "0 0.5 0", "0 0 1"]).expect("fractions");
    assert_eq!(layers(&read), [(color.clone(), vec![0.0, 0.5, 0.0])]);
    let ends = [
        "0 0 1 9 9 9 255 0 0",
        "0 1 0 0 255 0 255 0.25 1",
        "0 0 1 0 0 0 255 0 0",
    ];
    let read = triangle("STCNOFF", ends).expect("all");
    assert_eq!(
        layers(&read),
        [
            (Meaning::TextureCoordinate(0), vec![0.25, 1.0]),
            (Meaning::Normal, vec![0.0, 1.0, 0.0]),
            (color, vec![0.0, 1.0, 0.0, 1.0])
        ]
    );
    let read = triangle("NOFF", ["nan 0 1", "0 0 1 7", "0 0 1"]).expect("normals");
    let notes: Vec<&str> = read.notes.iter().map(|note| &*note.what).collect();
    assert_eq!(
        notes,
        [
            "further numbers in 1 line of vertices",
            "1 number of normals, texture coordinates or colours not finite; 0 in their place"
        ]
    );
}

#[test]
fn colours_of_faces_are_materials() {
    let text = format!("OFF\n8 3 0\n{POSITIONS}4 0 3 2 1 255 0 0\n3 4 5 6\n3 4 6 7 0 255 0 51\n");
    let document = parse(&text).expect("three faces");
    let materials: Vec<_> = document
        .scene
        .materials
        .iter()
        .map(|material| (material.name.as_str(), material.color))
        .collect();
    assert_eq!(
        materials,
        [
            ("#ff0000ff", [1.0, 0.0, 0.0, 1.0]),
            ("#ffffffff", [1.0; 4]),
            ("#00ff0033", [0.0, 1.0, 0.0, 0.2])
        ]
    );
    let mapped = parse(&format!("OFF\n8 1 0\n{POSITIONS}3 0 1 2 7\n")).expect("a face");
    assert_eq!(mapped.notes[0].what, "1 colour of a colour map");
    assert!(mapped.scene.materials.is_empty());
}

#[test]
fn errors_name_the_line() {
    for (text, line, message) in [
        ("OFF\n", 1, "the file ends before the counts"),
        ("OFF BINARY\n", 1, "binary OFF is not supported"),
        (
            "4OFF\n1 0 0\n",
            1,
            "OFF with positions of other than three numbers is not supported",
        ),
        ("OFF\n3\n", 2, "the number of faces is missing"),
        ("OFF\n3 -1\n", 2, "\"-1\" is not a number of faces"),
        ("OFF\n3 1 0\n0 0 0\n0 0\n", 4, "z is missing"),
        ("OFF\n3 1 0\n0 0 nan\n", 3, "z is NaN, not a finite number"),
        (
            "OFF\n99999999999 1 0\n0 0 0\n",
            3,
            "the file ends before the last vertex",
        ),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0\n",
            4,
            "a face of 3 corners has 2 numbers",
        ),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0 1\n",
            4,
            "vertex index 1 is out of range, there are 1",
        ),
        (
            "OFF\n1 1 0\n0 0 0\n3 0 0 -1\n",
            4,
            "vertex index -1 is out of range, there are 1",
        ),
        (
            "OFF\n1 1 0\n0 0 0\n-3 0\n",
            4,
            "\"-3\" is not a number of corners",
        ),
        (
            "COFF\n1 0 0\n0 0 0 1 1\n",
            3,
            "a number of a colour is missing",
        ),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.place, Some(Place::Line(line)), "{text}");
        assert_eq!(error.kind.to_string(), message, "{text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for (head, ends, faces) in [
        ("OFF", ["", "", ""], "3 0 1 2\n3 0 2 1\n"),
        ("OFF", ["", "", ""], "3 0 1 2 255 0 0\n3 0 2 1 0 0 255\n"),
        (
            "COFF",
            ["255 0 0 255", "0 255 0 51", "0 0 255 255"],
            "3 0 1 2\n3 0 2 1\n",
        ),
    ] {
        let [a, b, c] = ends;
        let text =
            format!("{head}\n3 2 0\n0.1 0 0 {a}\n1e-9 1 0 {b}\n0 0 123456789.25 {c}\n{faces}");
        let document = parse(&text).expect("two triangles");
        let mut outputs = Outputs::new(folder.path(), true).expect("a folder");
        let file = write(&document, Format::Off, &mut outputs, "box").expect("written");
        let paths = outputs.commit().expect("written");
        assert!(file.losses.is_empty(), "{:?}", file.losses);
        assert_eq!(file.vertices, Some(3));
        let again = read(&paths).expect("two triangles");
        assert_eq!(again.scene.materials, document.scene.materials);
        let [one, other] = [&document, &again].map(|document| &document.scene.meshes[0].mesh);
        assert_eq!(one.positions(), other.positions());
        assert_eq!(one.triangles(), other.triangles());
        assert_eq!(one.attributes(), other.attributes());
        let text = std::fs::read_to_string(&paths[0]).expect("a text");
        assert!(text.starts_with(&format!("{head}\n3 2 0\n")), "{text}");
    }
}

/// Every damage of a file is an error or another model, and never a panic.
#[test]
fn damaged_files_do_not_panic() {
    let text = "STCNOFF\n2 2 0\n0 0 0 0 0 1 9 9 9 255 0 0\n1 0 0 0 0 1 0 255 0 255 0.25 1\n3 0 1 1 1 1 1\n4 0 1 0 1 2\n";
    let bytes = text.as_bytes();
    assert!(parse(text).is_ok());
    for at in 0..bytes.len() {
        let _ = read_bytes(Path::new("a.off"), &bytes[..at]);
        for byte in [b'\n', b' ', b'-', b'9', b'e', 0, 0xff] {
            let mut damaged = bytes.to_vec();
            damaged[at] = byte;
            let _ = read_bytes(Path::new("a.off"), &damaged);
        }
    }
}
