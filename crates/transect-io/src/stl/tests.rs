use std::path::Path;

use crate::document::Document;
use crate::error::{Place, ReadError, ReadErrorKind};
use crate::read::read_bytes;

fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    read_bytes(Path::new("folder/part.stl"), bytes)
}

fn binary(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = b"solid although binary".to_vec();
    bytes.resize(80, 0);
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        for coordinate in triangle.as_flattened() {
            bytes.extend(coordinate.to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

const CORNER: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.1, 0.0]];

#[test]
fn binary_is_one_object_named_by_the_file() {
    let document = read(&binary(&[CORNER, CORNER])).expect("two triangles");
    assert_eq!(document.scene.nodes.len(), 1);
    assert_eq!(document.scene.nodes[0].name, "part");
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 1, 2]]);
    assert_eq!(mesh.positions()[2], [0.0, f64::from(0.1_f32), 0.0]);
    assert!(document.sources[0].single_precision);
    assert!(document.notes.is_empty());
    let empty = read(&binary(&[])).expect("no triangles");
    assert!(empty.scene.meshes[0].mesh.is_empty());
}

#[test]
fn attribute_bytes_and_what_follows_are_noted() {
    let mut bytes = binary(&[CORNER, CORNER]);
    bytes[84 + 48] = 1;
    let document = read(&bytes).expect("two triangles");
    assert_eq!(
        document.notes[0].what,
        "colours or attribute bytes of 1 triangle"
    );
    bytes.extend(*b"xyz");
    let document = read(&bytes).expect("two triangles");
    assert_eq!(document.notes[1].what, "3 bytes after the last triangle");
}

#[test]
fn binary_errors_say_where() {
    let whole = binary(&[CORNER, CORNER]);
    let error = read(&whole[..whole.len() - 1]).expect_err("cut off");
    assert_eq!(
        error.to_string(),
        "folder/part.stl, byte 80: the header counts 2 triangles, which need 184 bytes; the file has 183 bytes, which is \
         enough for 1"
    );
    assert!(matches!(
        read(&whole[..50]).expect_err("cut off").kind,
        ReadErrorKind::Truncated { .. }
    ));
    assert!(matches!(
        read(&[]).expect_err("empty").kind,
        ReadErrorKind::Empty
    ));
    let mut wrong = CORNER;
    wrong[1][2] = f32::NAN;
    let error = read(&binary(&[CORNER, wrong])).expect_err("not a number");
    assert_eq!(error.place, Some(Place::Byte(84 + 50 + 12 + 12 + 8)));
    assert!(matches!(
        error.kind,
        ReadErrorKind::NotFinite { what: "z", .. }
    ));
}

#[test]
fn ascii_keeps_f64_and_names_every_solid() {
    let text = b"solid The First One\r\n  FACET normal 0 0 nan\r\n outer loop\r\n\tvertex 0.1 0 0 vertex 1e0 0 0\n vertex 0 +1. 0 endloop endfacet\nendsolid The First One\nsolid\nendsolid";
    let document = read(text).expect("two solids");
    let names: Vec<_> = document
        .scene
        .nodes
        .iter()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(names, ["The First One", "part"]);
    assert_eq!(
        document.scene.meshes[0].mesh.positions()[0],
        [0.1, 0.0, 0.0]
    );
    assert!(document.scene.meshes[1].mesh.is_empty());
    assert!(!document.sources[0].single_precision);
}

#[test]
fn ascii_in_one_line() {
    let text = b"solid a b facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet endsolid a b";
    let document = read(text).expect("one solid");
    assert_eq!(document.scene.nodes[0].name, "a b");
    assert_eq!(document.scene.meshes[0].mesh.triangles().len(), 1);
}

#[test]
fn ascii_in_one_line_after_a_name_of_many_words() {
    let title = vec!["word"; 100].join(" ");
    let text = format!(
        "solid {title} facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet endsolid"
    );
    let document = read(text.as_bytes()).expect("one solid");
    assert_eq!(document.scene.nodes[0].name, title);
    assert_eq!(document.scene.meshes[0].mesh.triangles().len(), 1);
}

#[test]
fn ascii_errors_say_where() {
    let text = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n";
    assert!(read(text.as_bytes()).is_ok());
    for (from, to, message) in [
        (
            "vertex 1 0 0",
            "vertex 1 0 O",
            "folder/part.stl, line 5: z: \"O\" is not a number",
        ),
        (
            "vertex 1 0 0",
            "vertex inf 0 0",
            "folder/part.stl, line 5: x is inf, not a finite number",
        ),
        (
            "endloop",
            "vertex 1 1 1",
            "folder/part.stl, line 7: expected endloop, found \"vertex\"",
        ),
        (
            "endsolid s",
            "",
            "folder/part.stl, line 10: the file ends inside a solid: endsolid is missing",
        ),
        (
            "endsolid s",
            "rest",
            "folder/part.stl, line 9: expected facet or endsolid, found \"rest\"",
        ),
    ] {
        let error = read(text.replace(from, to).as_bytes()).expect_err(to);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_file_is_read_in_pieces_like_bytes_in_memory() {
    let moved = |index: u16| CORNER.map(|[x, y, z]| [x + f32::from(index / 2), y, z]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("part.stl");
    // The reader reads at most 4096 triangles at once, so only the last file is read in several pieces.
    for count in [0, 1, 10_000] {
        let mut bytes = binary(&(0..count).map(moved).collect::<Vec<_>>());
        if count > 0 {
            let last = bytes.len() - 1;
            bytes[last] = 1;
        }
        std::fs::write(&path, &bytes).expect("a file");
        let from_file = crate::read(std::slice::from_ref(&path)).expect("a file");
        let from_memory = read_bytes(&path, &bytes).expect("a file");
        let [one, other] =
            [&from_file, &from_memory].map(|document| &document.scene.meshes[0].mesh);
        assert_eq!(one.triangles(), other.triangles());
        assert_eq!(one.positions(), other.positions());
        assert_eq!(from_file.scene.nodes[0].name, "part");
        assert_eq!(from_file.sources[0].bytes, bytes.len() as u64);
        let [one, other] = [&from_file, &from_memory].map(|document| &document.notes);
        assert!(
            one.iter()
                .map(|note| &note.what)
                .eq(other.iter().map(|note| &note.what))
        );
    }
    let mut wrong = binary(&(0..10_000).map(moved).collect::<Vec<_>>());
    wrong[84 + 9_000 * 50 + 12..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    std::fs::write(&path, &wrong).expect("a file");
    let from_file = crate::read(std::slice::from_ref(&path)).expect_err("a NaN");
    let from_memory = read_bytes(&path, &wrong).expect_err("a NaN");
    assert_eq!(from_file.to_string(), from_memory.to_string());
}
