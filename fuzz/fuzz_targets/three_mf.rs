//! Bytes are read as the model of a 3MF package, or a typed error is returned. There is no panic, and memory stays in
//! proportion to the input. A document that is read can be written, and then read again, with as many triangles.
#![no_main]

use std::io::{Cursor, Write};
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use transect_io::{Format, Outputs};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const RELATIONSHIPS: &[u8] = br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/a.model" Id="r"/></Relationships>"#;

fuzz_target!(|bytes: &[u8]| {
    // Text that begins without an element gets the start of a model, so that less of the input is spent on it.
    let start = br#"<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>"#;
    let mut model = Vec::new();
    if !bytes.starts_with(b"<") {
        model.extend_from_slice(start);
    }
    model.extend_from_slice(bytes);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, contents) in [("_rels/.rels", RELATIONSHIPS), ("a.model", &model)] {
        zip.start_file(name, options).expect("a name");
        zip.write_all(contents).expect("memory");
    }
    let package = zip.finish().expect("memory").into_inner();
    let Ok(document) = transect_io::read_bytes(Path::new("fuzzed.3mf"), &package) else {
        return;
    };
    let folder = std::env::temp_dir().join(format!("transect-fuzz-{}", std::process::id()));
    let mut outputs = Outputs::new(&folder, true).expect("a folder");
    // Coordinates in the world may overflow.
    if transect_io::write(&document, Format::ThreeMf, &mut outputs, "again").is_err() {
        return;
    }
    let paths = outputs.commit().expect("files");
    let again = transect_io::read(&paths).expect("a package that was written");
    let triangles = |document: &transect_io::Document| -> usize {
        let scene = &document.scene;
        let meshes = scene.objects().filter_map(|node| scene.nodes[node].mesh);
        meshes
            .map(|mesh| scene.meshes[mesh].mesh.triangles().len())
            .sum()
    };
    assert_eq!(triangles(&again), triangles(&document));
});
