//! Compressed files: gzip, zstd and ZIP.

use std::io::{Cursor, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use transect_io::{Document, ReadError, ReadErrorKind, read, read_bytes};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default();
        zip.start_file(*name, options).expect("a name");
        zip.write_all(bytes).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

fn parse(name: &str, bytes: &[u8]) -> Result<Document, ReadError> {
    read_bytes(Path::new(name), bytes)
}

fn message(name: &str, bytes: &[u8]) -> String {
    parse(name, bytes).expect_err(name).to_string()
}

#[test]
fn a_compressed_file_is_read_like_the_file() {
    let plain = parse("part.obj", TRIANGLE.as_bytes()).expect("a triangle");
    let twice = [gzip(b"v 0 0 0\nv 1 0 0\n"), gzip(b"v 0 1 0\nf 1 2 3\n")].concat();
    let zstd = compress_to_vec(TRIANGLE.as_bytes(), CompressionLevel::Fastest);
    let skipped = [b"\x28\xb5\x2f\xfd".as_slice()].concat();
    assert!(parse("part.obj.zst", &skipped).is_err());
    let frames = [
        compress_to_vec(b"v 0 0 0\nv 1 0 0\n".as_slice(), CompressionLevel::Fastest),
        b"\x50\x2a\x4d\x18\x03\0\0\0abc".to_vec(),
        compress_to_vec(
            b"v 0 1 0\nf 1 2 3\n".as_slice(),
            CompressionLevel::Uncompressed,
        ),
    ];
    for (name, bytes) in [
        ("part.obj.gz", gzip(TRIANGLE.as_bytes())),
        ("part.obj.GZ", twice),
        ("part.obj.zst", zstd),
        ("part.obj.zst", frames.concat()),
        (
            "any.zip",
            archive(&[("models/part.obj", TRIANGLE.as_bytes())]),
        ),
    ] {
        let document = parse(name, &bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(document.scene.nodes[0].name, "part", "{name}");
        let positions = document.scene.meshes[0].mesh.positions();
        assert_eq!(positions, plain.scene.meshes[0].mesh.positions());
        assert_eq!(document.sources[0].bytes, bytes.len() as u64);
        assert_eq!(document.sources[0].format, transect_io::Format::Obj);
        assert_eq!(document.sources[0].path, Path::new(name));
    }
}

#[test]
fn a_model_in_an_archive_has_its_files_beside_it() {
    let obj = format!("mtllib ../look/a.mtl\n{TRIANGLE}");
    let zip = archive(&[
        ("scene/part.obj", obj.as_bytes()),
        ("look/a.mtl", b"newmtl red\nKd 1 0 0\n"),
        ("read me.txt", b"hello"),
        ("__MACOSX/scene/._part.obj", b"\0"),
    ]);
    let document = parse("a.zip", &zip).expect("a triangle");
    assert_eq!(document.scene.materials[0].color, [1.0, 0.0, 0.0, 1.0]);
    let buffer: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let gltf = r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "buffers":[{"byteLength":36,"uri":"data/a.bin"}],"bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]}"#;
    let files = [("m/a.gltf", gltf.as_bytes()), ("m/data/a.bin", &buffer)];
    let document = parse("a.zip", &archive(&files)).expect("a triangle");
    assert_eq!(document.scene.meshes[0].mesh.triangles().len(), 1);
    // Files of the folder of the archive are not read.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.zip");
    std::fs::write(folder.path().join("a.mtl"), "newmtl red\nKd 1 0 0\n").expect("a file");
    let obj = format!("mtllib a.mtl\n{TRIANGLE}");
    std::fs::write(&path, archive(&[("part.obj", obj.as_bytes())])).expect("a file");
    let document = read(&[path]).expect("a triangle");
    assert_eq!(document.scene.materials[0].color, [1.0; 4]);
    assert!(document.notes[0].what.contains("not in the archive"));
}

#[test]
fn an_archive_must_have_one_model() {
    let two = archive(&[("b.stl", b"solid"), ("a.obj", b"v")]);
    assert_eq!(
        message("a.zip", &two),
        "a.zip: the archive has 2 models: a.obj, b.stl"
    );
    let none = archive(&[("a.txt", b"v"), ("b.txt", b"v")]);
    assert_eq!(
        message("a.zip", &none),
        "a.zip: the archive has no model: a.txt, b.txt"
    );
    let other = archive(&[("a.txt", b"hello")]);
    let error = parse("a.zip", &other).expect_err("a text");
    assert!(matches!(error.kind, ReadErrorKind::UnknownFormat));
    let empty = parse("a.obj.gz", &gzip(b"")).expect_err("nothing");
    assert!(matches!(empty.kind, ReadErrorKind::Empty));
}

#[test]
fn a_file_that_expands_without_measure_is_refused() {
    let zeros = vec![b'\n'; 64 << 20];
    for (name, bytes) in [
        ("a.obj.gz", gzip(&zeros)),
        (
            "a.obj.zst",
            compress_to_vec(zeros.as_slice(), CompressionLevel::Fastest),
        ),
        ("a.zip", archive(&[("a.obj", &zeros)])),
    ] {
        let message = message(name, &bytes);
        assert!(message.contains("expands to more than"), "{message}");
    }
}

/// Every damage of a compressed file is an error or another model, and never a panic.
#[test]
fn damaged_files_are_refused() {
    let long: String = (0..400).map(|i| format!("v {i} {} 0\n", i * i)).collect();
    let text = format!("{long}{TRIANGLE}");
    for (name, bytes) in [
        ("a.obj.gz", gzip(text.as_bytes())),
        (
            "a.obj.zst",
            compress_to_vec(text.as_bytes(), CompressionLevel::Fastest),
        ),
        ("a.zip", archive(&[("a.obj", text.as_bytes())])),
    ] {
        for length in 4..bytes.len() {
            assert!(parse(name, &bytes[..length]).is_err(), "{name} {length}");
        }
        for at in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                let _ = parse(name, &damaged);
            }
        }
    }
}
