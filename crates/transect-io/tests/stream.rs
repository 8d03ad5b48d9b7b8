//! Tests of STL files that are read and written piece by piece.

use std::fs;
use std::io::Write;
use std::path::Path;

use transect_io::{Outputs, ReadErrorKind, StlStream, StlWriter};
use transect_mesh::Mesh;

/// A triangle of 32-bit numbers, and another one for each index.
fn triangle(index: usize) -> [[f64; 3]; 3] {
    let x = index as f64;
    [[x, 0.0, 0.5], [x + 1.0, 0.25, 0.0], [x, 1.0, -0.125]]
}

/// Writes a binary file of some triangles, and returns the triangles.
fn write(folder: &Path, count: usize) -> Vec<[[f64; 3]; 3]> {
    let triangles: Vec<_> = (0..count).map(triangle).collect();
    let mut outputs = Outputs::new(folder, true).expect("a folder");
    let mut file = StlWriter::create(&mut outputs, "part").expect("a file");
    for some in triangles.chunks(999) {
        file.push(some).expect("written");
    }
    assert_eq!(file.count(), count as u64);
    file.finish().expect("written");
    outputs.commit().expect("moved");
    triangles
}

fn all(stream: &mut StlStream) -> Vec<[[f64; 3]; 3]> {
    let mut all = Vec::new();
    while let Some(triangles) = stream.next().expect("triangles") {
        all.extend_from_slice(triangles);
    }
    all
}

#[test]
fn what_is_written_piece_by_piece_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("part.stl");
    for count in [0, 1, 511, 512, 513, 5000] {
        let triangles = write(folder.path(), count);
        let mut stream = StlStream::open(&path).expect("a file").expect("STL");
        assert_eq!(all(&mut stream), triangles);
        assert_eq!(stream.bytes_read().expect("a place"), stream.bytes());
        let document = stream.finish(Mesh::default()).expect("unchanged");
        let whole = transect_io::read(std::slice::from_ref(&path)).expect("a file");
        assert_eq!(document.sources, whole.sources);
        assert_eq!(whole.scene.meshes[0].mesh.triangles().len(), count);
    }
}

#[test]
fn text_is_read_across_the_ends_of_the_pieces_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("text.stl");
    // Words of many lengths, so that some stand across each end.
    let mut text = "; a comment\nsolid a name of words\n".to_string();
    for index in 0..20_000 {
        text += "facet normal 0 0 1\nouter loop\n";
        for [x, y, z] in triangle(index) {
            text += &format!("vertex {} {y} {z}\n", x / 3.0);
        }
        text += "endloop\nendfacet\n";
    }
    text += "endsolid a name of words";
    for text in [text.replace('\n', "\r\n"), text] {
        fs::write(&path, text).expect("written");
        let mut stream = StlStream::open(&path).expect("a file").expect("STL");
        let triangles = all(&mut stream);
        let whole = transect_io::read(std::slice::from_ref(&path)).expect("a file");
        let mesh = &whole.scene.meshes[0].mesh;
        let corners: Vec<_> = (0..20_000).map(|index| mesh.corners(index)).collect();
        assert!(triangles == corners);
        let document = stream.finish(Mesh::default()).expect("unchanged");
        assert_eq!(document.scene.nodes[0].name, whole.scene.nodes[0].name);
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("part.stl");
    write(folder.path(), 2000);
    let mut stream = StlStream::open(&path).expect("a file").expect("STL");
    stream.next().expect("triangles");
    let file = fs::File::options().write(true).open(&path);
    file.and_then(|file| file.set_len(30_000)).expect("cut off");
    let error = loop {
        match stream.next() {
            Ok(triangles) => assert!(triangles.is_some(), "it ends"),
            Err(error) => break error,
        }
    };
    assert!(matches!(error.kind, ReadErrorKind::Changed));

    write(folder.path(), 2000);
    let mut stream = StlStream::open(&path).expect("a file").expect("STL");
    all(&mut stream);
    let file = fs::File::options().append(true).open(&path);
    file.and_then(|mut file| file.write_all(b"more"))
        .expect("written");
    let error = stream
        .finish(Mesh::default())
        .expect_err("it is longer now");
    assert!(matches!(error.kind, ReadErrorKind::Changed));
}

#[test]
fn other_files_are_not_stl() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in [
        ("a.obj", &b"v 0 0 0\n"[..]),
        ("b.stl", b""),
        ("c.stl", b"\x1f\x8b\x08\x00compressed"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        assert!(StlStream::open(&path).expect("a file").is_none(), "{name}");
    }
    assert!(StlStream::open(&folder.path().join("missing.stl")).is_err());
}
