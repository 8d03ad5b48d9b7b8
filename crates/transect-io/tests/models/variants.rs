//! Variants of the formats, as programs write them and other readers take them.

use std::path::Path;

use transect_io::{Document, Place, ReadError, read_bytes};

/// The vertices and the faces of a box of 2 × 2 × 2, as lines of OBJ.
const VERTICES: &str = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n";
const FACES: &str = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

fn parse(name: &str, bytes: impl AsRef<[u8]>) -> Result<Document, ReadError> {
    read_bytes(Path::new(name), bytes.as_ref())
}

/// Reads a file, asserts that it is the box, and returns the notes without the name of the file.
fn notes_of_box(name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
    let document = parse(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!(mesh.triangles().len(), 12, "{name}");
    assert!(mesh.boundary().is_closed(), "{name}");
    let bounds = mesh.bounds().expect("a box");
    assert_eq!((bounds.min(), bounds.max()), ([0.0; 3], [2.0; 3]), "{name}");
    let notes = document.notes.iter().map(ToString::to_string);
    let notes = notes.map(|note| note.trim_start_matches(&format!("{name}: ")).to_owned());
    notes.collect()
}

/// Asserts that a file is refused at this line with this message.
fn refused(name: &str, bytes: impl AsRef<[u8]>, place: Option<Place>, message: &str) {
    let error = parse(name, bytes).expect_err(name);
    assert_eq!(error.place, place, "{name}: {error}");
    assert_eq!(error.kind.to_string(), message);
}

/// Returns the faces with a suffix at each corner.
fn faces_with(suffix: impl Fn(usize) -> String) -> String {
    let lines = FACES.lines().enumerate();
    let lines = lines.map(|(face, line)| {
        let corners = line.split(' ').skip(1);
        let corners = corners.map(|corner| format!(" {corner}{}", suffix(face)));
        format!("f{}\n", corners.collect::<String>())
    });
    lines.collect()
}

#[test]
fn obj_faces_may_refer_to_attributes_that_do_not_exist() {
    let normals = faces_with(|face| format!("//{}", face + 1));
    assert_eq!(
        notes_of_box("box.obj", format!("{VERTICES}{normals}")),
        ["normals of 24 corners do not exist; these corners have none"]
    );
    let texture = faces_with(|face| format!("/-{}", face + 1));
    assert_eq!(
        notes_of_box("box.obj", format!("{VERTICES}{texture}")),
        ["texture coordinates of 24 corners do not exist; these corners have none"]
    );
    // Some exist: the corners that have them keep them.
    let document = parse(
        "box.obj",
        format!("{VERTICES}vn 0 0 -1\nvn 0 0 1\n{normals}"),
    );
    let document = document.expect("a box");
    let own = &document.scene.meshes[0];
    assert_eq!(own.mesh.attributes().layers[0].values.len(), 9);
    assert!(document.notes[0].to_string().contains("16 corners"));
}

#[test]
fn obj_faces_may_precede_what_they_refer_to() {
    assert!(notes_of_box("box.obj", format!("{FACES}{VERTICES}")).is_empty());
    let normals = faces_with(|_| "//1".to_owned());
    let text = format!("{VERTICES}{normals}vn 0 0 1 # up\n");
    assert!(notes_of_box("box.obj", text).is_empty());
    // Negative indices count from the face, whatever follows it.
    let text = format!("v 9 9 9\n{VERTICES}f 2 5 4 -7\nv 5 5 5\nf 6 7 8 10\nf 11 10 9\nv 3 3 3\n");
    let document = parse("a.obj", text).expect("faces");
    let mesh = &document.scene.meshes[0].mesh;
    let corners: Vec<_> = mesh.triangles()[..2].concat();
    let positions: Vec<_> = corners
        .iter()
        .map(|&corner| mesh.positions()[corner as usize])
        .collect();
    assert!(positions.contains(&[2.0, 0.0, 0.0]), "{positions:?}");
    let error = parse("a.obj", format!("{FACES}{VERTICES}v 1 x 2\n")).expect_err("a word");
    assert_eq!(error.place, Some(Place::Line(15)));
    refused(
        "a.obj",
        format!("{VERTICES}f 1 2 10\nv 1 1 1\n"),
        Some(Place::Line(9)),
        "vertex index 10 is out of range, there are 9",
    );
}

#[test]
fn obj_comments_may_follow_data() {
    let vertices = VERTICES.replace('\n', " # a corner\n");
    let faces = FACES.replace('\n', "# a side\n");
    assert!(notes_of_box("box.obj", format!("{vertices}{faces}")).is_empty());
    // A name may have this character.
    let text = format!("o part #1\n{VERTICES}{FACES}");
    let document = parse("box.obj", text).expect("a box");
    assert_eq!(document.scene.nodes[0].name, "part #1");
}

#[test]
fn obj_may_end_as_old_programs_end_files() {
    for end in ["\0", "\x1a", "\0\0\0\0", "\x1a\0"] {
        assert!(notes_of_box("box.obj", format!("{VERTICES}{FACES}{end}")).is_empty());
    }
    assert!(notes_of_box("box.obj", format!("\u{feff}{VERTICES}{FACES}")).is_empty());
}

#[test]
fn obj_positions_without_z_and_attributes_that_are_not_finite_are_noted() {
    let flat = parse("flat.obj", "v 0 0\nv 1 0\nv 1 1\nf 1 2 3\n").expect("a triangle");
    assert_eq!(
        flat.notes[0].to_string(),
        "flat.obj: 3 positions without z; z is 0"
    );
    assert_eq!(flat.scene.meshes[0].mesh.positions()[2], [1.0, 1.0, 0.0]);
    let colored = VERTICES.replacen("v 0 0 0", "v 0 0 0 nan 0 0", 1);
    let text = format!(
        "{colored}vn nan -nan(ind) 1\n{}",
        faces_with(|_| "//1".into())
    );
    assert_eq!(
        notes_of_box("box.obj", text)[0],
        "3 numbers of normals, texture coordinates or colours not finite; 0 in their place"
    );
    refused(
        "a.obj",
        "v 0 0 nan\n",
        Some(Place::Line(1)),
        "z is NaN, not a finite number",
    );
}

#[test]
fn a_text_that_is_not_obj_is_refused() {
    refused(
        "404.obj",
        "\n<html>\n<head><title>404 Not Found</title></head>\n</html>\n",
        Some(Place::Line(2)),
        "this is not an OBJ file: \"<html>\" is not a statement of OBJ",
    );
    refused(
        "a.obj",
        "Hello, World\ng of text\n",
        Some(Place::Line(1)),
        "this is not an OBJ file: \"Hello,\" is not a statement of OBJ",
    );
    // A model may have statements that other programs added, and a file of curves only is an OBJ file.
    let text = format!("created by a program\n{VERTICES}{FACES}");
    assert_eq!(
        notes_of_box("box.obj", text),
        ["1 `created` statement not carried over"]
    );
    assert!(parse("a.obj", "cstype bspline\ndeg 3\n").is_ok());
}

/// The box as PLY, with this start of the header, and these lines before the numbers.
fn ply(start: &str, body: &str) -> String {
    let vertices = VERTICES.replace("v ", "");
    let faces = "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
    format!(
        "{start}element vertex 8\nproperty float x\nproperty float y\nproperty float z\n\
         element face 6\nproperty list uchar int vertex_indices\nend_header\n{body}{vertices}{faces}"
    )
}

#[test]
fn ply_headers_vary() {
    for start in [
        "ply\nformat ascii 1.0\n",
        "\u{feff}ply\nformat ascii 1.0\n",
        "ply\nformat ascii 1.1\n",
    ] {
        assert!(notes_of_box("box.ply", ply(start, "")).is_empty());
    }
    let text = ply("ply\nformat ascii 1.0\nCreated by Foo 1.0\n", "");
    assert_eq!(
        notes_of_box("box.ply", text),
        ["1 line of the header without a keyword, read as comments"]
    );
    let text = ply("ply\nformat ascii 1.0\nelement box\n", "");
    refused(
        "box.ply",
        text,
        Some(Place::Line(3)),
        "\"element\" is not a header line",
    );
}

#[test]
fn ply_comments_may_stand_among_the_numbers() {
    let start = "ply\nformat ascii 1.0\n";
    let text = ply(start, "comment 1 2 3\nobj_info x\n");
    assert!(notes_of_box("box.ply", text).is_empty());
}

#[test]
fn ply_strips_are_triangles() {
    let text = |indices: &str| {
        format!(
            "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
             property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n\
             0 0 0\n1 0 0\n0 1 0\n0 0 1\n{indices}\n"
        )
    };
    let document = parse("a.ply", text("7 0 2 1 3 0 2 -1")).expect("a tetrahedron");
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!(mesh.triangles().len(), 4);
    assert!(mesh.boundary().is_closed());
    // Two strips of one triangle each, then one joined by triangles without area.
    let document = parse("a.ply", text("14 0 2 1 -1 1 2 3 -1 0 1 3 3 2 0")).expect("strips");
    let mesh = &document.scene.meshes[0].mesh;
    // The corner at the origin is 0, and the others have the number of their axis, counted from 1.
    let number = |position: &[f64; 3]| {
        position
            .iter()
            .position(|&c| c == 1.0)
            .map_or(0, |at| at + 1)
    };
    let corner = |corner: u32| number(&mesh.positions()[corner as usize]);
    let triangles = mesh.triangles().iter();
    let triangles: Vec<_> = triangles.map(|ids| ids.map(corner)).collect();
    assert_eq!(triangles, [[0, 2, 1], [1, 2, 3], [0, 1, 3], [3, 0, 2]]);
    refused(
        "a.ply",
        text("3 0 1 4"),
        Some(Place::Line(14)),
        "vertex index 4 is out of range, there are 4",
    );
    refused(
        "a.ply",
        text("3 0 1 -2"),
        Some(Place::Line(14)),
        "vertex index -2 is out of range, there are 4",
    );
}

#[test]
fn ply_normals_and_colours_may_be_nan() {
    let text = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                property float nx\nproperty float ny\nproperty float nz\nelement face 1\n\
                property list uchar int vertex_indices\nproperty float red\nproperty float green\nproperty float blue\n\
                end_header\n0 0 0 nan nan nan\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2 nan 1 1\n";
    let document = parse("a.ply", text).expect("a triangle");
    assert_eq!(
        document.notes[0].to_string(),
        "a.ply: 4 numbers of normals, texture coordinates or colours not finite; 0 in their place"
    );
    assert_eq!(document.scene.materials[0].color, [0.0, 1.0, 1.0, 1.0]);
    assert!(parse("a.ply", text.replace("\n1 0 0", "\n1 nan 0")).is_err());
}

/// The box as ASCII STL.
fn stl(normal: &str) -> String {
    let numbers =
        |line: &str| -> Vec<usize> { line[2..].split(' ').flat_map(str::parse).collect() };
    let corners: Vec<&str> = VERTICES.lines().map(|line| &line[2..]).collect();
    let mut text = "solid part\n".to_owned();
    for line in FACES.lines() {
        let face = numbers(line);
        for [b, c] in [[1, 2], [2, 3]] {
            text += &format!("facet normal {normal}\nouter loop\n");
            for corner in [0, b, c] {
                text += &format!("vertex {}\n", corners[face[corner] - 1]);
            }
            text += "endloop\nendfacet\n";
        }
    }
    text + "endsolid part\n"
}

#[test]
fn stl_text_may_begin_with_comments() {
    for before in [
        "",
        "; made by x\n",
        "# made by x\r\n# on a day\r\n\r\n",
        "\u{feff};a\n",
    ] {
        for name in ["part.stl", "part"] {
            assert!(notes_of_box(name, format!("{before}{}", stl("0 0 0"))).is_empty());
        }
    }
    assert!(notes_of_box("part.stl", stl("nan -nan(ind) 1.#INF")).is_empty());
    let damaged = stl("0 0 0").replacen("outer", "utter", 1);
    refused(
        "part.stl",
        format!("; a\n; b\n{damaged}"),
        Some(Place::Line(5)),
        "expected outer, found \"utter\"",
    );
}

#[test]
fn stl_counts_that_contradict_the_size_are_named() {
    let file = |count: u32, triangles: usize| {
        let mut bytes = vec![b' '; 80];
        bytes.extend(count.to_le_bytes());
        bytes.resize(84 + 50 * triangles, 0);
        bytes
    };
    refused(
        "part.stl",
        file(u32::MAX, 12),
        Some(Place::Byte(80)),
        "the header counts 4294967295 triangles, which need 214748364834 bytes; the file has 684 bytes, \
         which is enough for 12",
    );
    let document = parse("part.stl", file(0, 12)).expect("no triangles");
    assert_eq!(
        document.notes[0].to_string(),
        "part.stl: 600 bytes after the last triangle; the header counts 0 triangles, and the size is that of 12, \
         not carried over"
    );
}

/// Boxes at multiples of `step` along x, each as the vertices and faces of one group, with vertices of its own.
fn boxes(groups: &[&str], step: usize) -> String {
    let groups = groups.iter().enumerate();
    let text = groups.map(|(number, group)| {
        let vertices = VERTICES.lines().map(|line| {
            let (x, rest) = line[2..].split_once(' ').expect("three numbers");
            let x = x.parse::<usize>().expect("a number") + step * number;
            format!("v {x} {rest}\n")
        });
        let faces = FACES.lines().map(|line| {
            let corners = line[2..].split(' ').flat_map(str::parse::<usize>);
            let corners = corners.map(|corner| format!(" {}", corner + 8 * number));
            format!("f{}\n", corners.collect::<String>())
        });
        let [vertices, faces] = [vertices.collect::<String>(), faces.collect()];
        format!("g {group}\n{vertices}{faces}")
    });
    text.collect()
}

fn names_and_parts(text: &str) -> Vec<(String, Vec<String>)> {
    let document = parse("scene.obj", text).expect("groups");
    let nodes = document.scene.nodes.iter();
    let named = nodes.map(|node| {
        let own = &document.scene.meshes[node.mesh.expect("a mesh")];
        let parts = own.parts.iter().map(|part| part.name.clone()).collect();
        assert!(!own.mesh.is_empty());
        (node.name.clone(), parts)
    });
    named.collect()
}

#[test]
fn obj_groups_that_are_bodies_are_objects() {
    let object = |name: &str, parts: &[&str]| {
        let parts = parts.iter().map(ToString::to_string).collect();
        (name.to_owned(), parts)
    };
    // The boxes touch in a face, and each is closed.
    assert_eq!(
        names_and_parts(&boxes(&["wall", "door frame", "roof"], 2)),
        [
            object("wall", &[""]),
            object("door frame", &[""]),
            object("roof", &[""])
        ]
    );
    assert_eq!(
        names_and_parts(&boxes(&["wall"], 2)),
        [object("wall", &[""])]
    );
    // Groups that divide the surface of one body stay together.
    let sides = FACES.replacen("f 5", "g lid\nf 5", 1);
    let lid = format!("{VERTICES}g side\n{sides}");
    assert_eq!(names_and_parts(&lid), [object("scene", &["side", "lid"])]);
    // A group before which faces have no group.
    let text = format!(
        "{}{}",
        boxes(&[""], 2),
        "v 9 9 9\nv 8 9 9\nv 9 8 9\ng other\nf 9 10 11\n"
    );
    assert_eq!(
        names_and_parts(&text),
        [object("scene", &[""]), object("other", &[""])]
    );
    // In an object of `o`, groups with a common vertex belong together.
    let text = |step| format!("o house\n{}", boxes(&["a", "b"], step));
    assert_eq!(names_and_parts(&text(2)), [object("house", &["a", "b"])]);
    assert_eq!(
        names_and_parts(&text(3)),
        [object("a/house", &[""]), object("b/house", &[""])]
    );
}

#[test]
fn obj_groups_keep_their_attributes_and_materials() {
    let text = format!(
        "vn 0 0 1\nvn 0 0 -1\nusemtl red\n{}usemtl blue\ng b\nv 9 0 0\nv 9 1 0\nv 9 1 1\nf 9//2 10//2 11//2\nusemtl red\n\
         f 9//1 11//1 10//1\n",
        boxes(&["a"], 2)
    );
    let document = parse("scene.obj", text).expect("groups");
    let meshes = &document.scene.meshes;
    assert!(meshes[0].mesh.attributes().layers.is_empty());
    assert_eq!(meshes[0].parts[0].material, Some(0));
    let normals = &meshes[1].mesh.attributes().layers[0];
    assert_eq!(normals.values, [0.0, 0.0, -1.0, 0.0, 0.0, 1.0]);
    let materials: Vec<_> = meshes[1].parts.iter().map(|part| part.material).collect();
    assert_eq!(materials, [Some(1), Some(0)]);
    assert_eq!([meshes[1].mesh.part(0), meshes[1].mesh.part(1)], [0, 1]);
}
