use std::path::Path;

use transect_mesh::Meaning;

use crate::document::Document;
use crate::error::{Place, ReadError, ReadErrorKind};
use crate::read::{read, read_bytes};

fn parse(text: &str) -> Result<Document, ReadError> {
    read_bytes(Path::new("model.obj"), text.as_bytes())
}

fn notes(document: &Document) -> Vec<&str> {
    document
        .notes
        .iter()
        .map(|note| note.what.as_str())
        .collect()
}

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn faces_without_an_object_belong_to_one_named_by_the_file() {
    let text = format!("{SQUARE}f 1 2 3 4\r\no second\n\tf -4 -3 \\\n -2\no nothing\n");
    let document = parse(&text).expect("two objects");
    let names: Vec<_> = document
        .scene
        .nodes
        .iter()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(names, ["model", "second"]);
    assert_eq!(
        document.scene.meshes[0].mesh.triangles(),
        [[0, 1, 2], [0, 2, 3]]
    );
    assert_eq!(document.scene.meshes[1].mesh.triangles(), [[0, 1, 2]]);
    assert_eq!(document.scene.meshes[1].mesh.positions().len(), 3);
}

#[test]
fn numbers_are_the_nearest_f64_and_the_last_line_needs_no_end() {
    let document = parse("v 0.1 1e-3 -0\nv 1 0 0\nv 0 1 0\nf 1 2 3").expect("a triangle");
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!(mesh.positions()[0], [0.1, 0.001, 0.0]);
}

#[test]
fn groups_and_materials_make_parts() {
    let text = format!(
        "{SQUARE}g first\nf 1 2 3\nusemtl red paint\nf 1 3 4\ng second\nf 1 2 3\ng first\nf 2 3 4\n"
    );
    let document = parse(&text).expect("an object");
    let mesh = &document.scene.meshes[0];
    let parts: Vec<_> = mesh
        .parts
        .iter()
        .map(|p| (p.name.as_str(), p.material))
        .collect();
    assert_eq!(
        parts,
        [("first", None), ("first", Some(0)), ("second", Some(0))]
    );
    let of: Vec<u32> = (0..4).map(|t| mesh.mesh.part(t)).collect();
    assert_eq!(of, [0, 1, 2, 1]);
    assert_eq!(document.scene.materials[0].name, "red paint");
}

#[test]
fn rows_are_the_different_combinations() {
    let text = format!(
        "{SQUARE}vt 0 0\nvt 1 0\nvn 0 0 1\nf 1 2 3\ng t\nf 1/1/1 2/2/1 3/1/1\ng n\nf 1//1 3//1 4//1\n"
    );
    let document = parse(&text).expect("an object");
    let mesh = &document.scene.meshes[0];
    let attributes = mesh.mesh.attributes();
    let layers: Vec<_> = attributes
        .layers
        .iter()
        .map(|l| (l.meaning.clone(), l.width))
        .collect();
    assert_eq!(
        layers,
        [(Meaning::TextureCoordinate(0), 2), (Meaning::Normal, 3)]
    );
    assert_eq!(attributes.corners, [[0, 0, 0], [1, 2, 1], [3, 3, 3]]);
    assert_eq!(
        attributes.layers[0].values,
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    );
    let has: Vec<_> = mesh.parts.iter().map(|part| part.layers.clone()).collect();
    assert_eq!(has, [[false, false], [true, true], [false, true]]);
}

#[test]
fn vertex_colours_are_a_layer() {
    let text = "v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 0 0.5 0\nvt 0.5 0.5 2\nf 1/1 2/1 3/1\n";
    let document = parse(text).expect("an object");
    let attributes = document.scene.meshes[0].mesh.attributes();
    assert_eq!(attributes.layers[0].width, 3);
    assert_eq!(attributes.layers[1].meaning, Meaning::Color(0));
    assert_eq!(attributes.layers[1].values, [1.0, 0.0, 0.0, 0.0, 0.5, 0.0]);
    assert_eq!(attributes.corners, [[0, 0, 1]]);
}

#[test]
fn what_is_not_carried_is_noted() {
    let text = format!("{SQUARE}v 1 2 3 0.5\nl 1 2\nl 2 3\np 1\nmtllib gone.mtl\nf 1 2 3\ns off\n");
    let document = parse(&text).expect("an object");
    let notes = notes(&document);
    assert!(
        notes[0].starts_with("the material library gone.mtl ("),
        "{notes:?}"
    );
    assert_eq!(
        notes[1..],
        [
            "weights other than 1 of 1 vertices",
            "2 `l` statements",
            "1 `p` statement"
        ]
    );
    let points = parse(SQUARE).expect("points");
    assert_eq!(points.notes[0].what, "4 points without faces");
    assert!(points.scene.meshes[0].mesh.is_empty());
}

#[test]
fn errors_say_where() {
    for (line, message) in [
        ("f 1 2 5", "vertex index 5 is out of range, there are 4"),
        ("f 1 2 -5", "vertex index -5 is out of range, there are 4"),
        ("f 1 2 0", "vertex index 0 is out of range, there are 4"),
        ("f 1 2 x", "\"x\" is not a corner (v, v/t, v//n, v/t/n)"),
        ("f 1 2 //", "\"//\" is not a corner (v, v/t, v//n, v/t/n)"),
        ("f 1 2", "a face of 2 corners"),
        ("v 1", "y is missing"),
        ("v 1 2 nan", "z is NaN, not a finite number"),
        ("v 1 1e999 2", "y is inf, not a finite number"),
        ("vn 1 2 3,5", "normal z: \"3,5\" is not a number"),
        ("vt", "a texture coordinate without numbers"),
    ] {
        let error = parse(&format!("{SQUARE}{line}\n")).expect_err(line);
        assert_eq!(error.place, Some(Place::Line(5)), "{line}");
        assert_eq!(error.kind.to_string(), message);
    }
    let error = parse(&format!("{SQUARE}\u{1}\u{2}")).expect_err("bytes");
    assert!(matches!(error.kind, ReadErrorKind::Syntax(_)));
}

#[test]
fn a_library_beside_the_file_gives_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    let mtl =
        "newmtl red\nKd 0.5 0 0\nd 0.25\nKs 1 1 1\nnewmtl glass\r\nTr 0.75\nKd 1\nmap_Kd a.png\n";
    std::fs::write(folder.path().join("my lib.mtl"), mtl).expect("a file");
    let path = folder.path().join("model.obj");
    let text = format!("mtllib my lib.mtl\n{SQUARE}usemtl glass\nf 1 2 3\nusemtl other\nf 1 3 4\n");
    std::fs::write(&path, text).expect("a file");
    let document = read(&[path]).expect("an object");
    let materials: Vec<_> = document
        .scene
        .materials
        .iter()
        .map(|material| (material.name.as_str(), material.color))
        .collect();
    assert_eq!(
        materials,
        [
            ("red", [0.5, 0.0, 0.0, 0.25]),
            ("glass", [1.0, 1.0, 1.0, 0.25]),
            ("other", [1.0; 4])
        ]
    );
    let parts: Vec<_> = document.scene.meshes[0]
        .parts
        .iter()
        .map(|part| part.material)
        .collect();
    assert_eq!(parts, [Some(1), Some(2)]);
    let notes = notes(&document);
    assert_eq!(notes[0], "Ks of my lib.mtl");
    assert!(notes[1].starts_with("the image a.png ("), "{notes:?}");
}

#[test]
fn several_files_are_told_apart_by_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["a.obj", "b.obj"].map(|name| folder.path().join(name));
    for path in &paths {
        std::fs::write(path, format!("{SQUARE}usemtl m\nf 1 2 3\n")).expect("a file");
    }
    let document = read(&paths).expect("two files");
    let names: Vec<_> = document
        .scene
        .nodes
        .iter()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(document.scene.nodes[1].mesh, Some(1));
    assert_eq!(document.scene.meshes[1].parts[0].material, Some(1));
    assert_eq!(document.sources.len(), 2);
}

/// A list of libraries, of keywords and of notes may be long: nothing is left out without a note.
#[test]
fn long_lists_are_read_or_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.obj");
    let names: Vec<String> = (0..20).map(|index| format!("{index}.mtl")).collect();
    for (index, name) in names.iter().enumerate() {
        let mut text = format!("newmtl m{index}\nKd 0.{index:02} 0 0\n");
        for other in 0..if index == 0 { 40 } else { 0 } {
            text += &format!("k{other} 1\n");
        }
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let mut text = format!("mtllib {}\n{SQUARE}usemtl m19\nf 1 2 3\n", names.join(" "));
    for other in 0..70 {
        text += &format!("k{other} 1\nk{other} 1\n");
    }
    std::fs::write(&path, &text).expect("a file");
    let document = read(std::slice::from_ref(&path)).expect("a file");
    assert_eq!(document.scene.materials[19].color[0], 0.19);
    assert_eq!(document.sources[0].references.len(), 20);
    let notes: Vec<&str> = document.notes.iter().map(|note| &*note.what).collect();
    assert!(
        notes[0].ends_with("k31, other keywords of 0.mtl"),
        "{notes:?}"
    );
    assert_eq!(notes.last(), Some(&"12 statements with other keywords"));

    let text: String = (0..1010)
        .map(|index| format!("mtllib {index}.none\n"))
        .collect();
    std::fs::write(&path, format!("{text}{SQUARE}f 1 2 3\n")).expect("a file");
    let document = read(&[path]).expect("a file");
    assert_eq!(document.notes.len(), 1001);
    assert_eq!(document.notes[1000].what, "10 further notes");
}
