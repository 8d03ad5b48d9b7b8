//! Textures of materials, from OBJ and glTF into OBJ and GLB.

use std::fs;
use std::path::Path;

use serde_json::Value;
use transect_io::{Document, Format, Outputs, WrittenFile, read, write};
use transect_mesh::Meaning;

/// The bytes of an image; only their beginning says that they are one.
const IMAGE: &[u8] = b"\x89PNG\r\n\x1a\nwood";

const OBJ: &str = "mtllib look/t.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0.25\nvt 0.5 1\nusemtl wood\nf 1/1 2/2 3/3\n\
                   usemtl plain\nf 1/1 3/3 2/2\n";
const MTL: &str = "newmtl wood\nKd 0.5 1 1\nmap_Kd -s 1 1 1 my wood.png\nmap_Bump bump.png\n\
                   newmtl plain\nKd 0.2 0.4 0.6\nd 0.5\nnewmtl unused\nmap_Kd gone.png\n";

fn model(folder: &Path) -> Document {
    fs::create_dir(folder.join("look")).expect("a folder");
    fs::write(folder.join("t.obj"), OBJ).expect("a file");
    fs::write(folder.join("look/t.mtl"), MTL).expect("a file");
    fs::write(folder.join("look/my wood.png"), IMAGE).expect("a file");
    read(&[folder.join("t.obj")]).expect("a model")
}

fn written(
    document: &Document,
    format: Format,
    folder: &Path,
    stem: &str,
) -> (Document, WrittenFile) {
    let mut outputs = Outputs::new(folder, false).expect("a folder");
    let file = write(document, format, &mut outputs, stem).expect("written");
    outputs.commit().expect("written");
    let path = folder.join(format!("{stem}.{format}"));
    (read(&[path]).expect("a model"), file)
}

/// Returns the image of a material, and the second texture coordinates of the model.
fn image(document: &Document, material: usize) -> Option<&[u8]> {
    let gltf = document.scene.materials[material].gltf.as_deref()?;
    let value: Value = serde_json::from_str(gltf).expect("JSON");
    let index = value.pointer("/pbrMetallicRoughness/baseColorTexture/index")?;
    let texture = &document.textures.textures[index.as_u64()? as usize];
    let texture: Value = serde_json::from_str(texture).expect("JSON");
    let source = texture["source"].as_u64()? as usize;
    Some(&document.textures.images[source].bytes)
}

fn heights(document: &Document) -> Vec<f64> {
    let mesh = &document.scene.meshes[0].mesh;
    let layers = mesh.attributes().layers.iter();
    let mut layers = layers.filter(|layer| layer.meaning == Meaning::TextureCoordinate(0));
    let layer = layers.next().expect("texture coordinates");
    let mut heights: Vec<f64> = layer.values.chunks(2).map(|row| row[1]).collect();
    heights.sort_unstable_by(f64::total_cmp);
    heights.dedup();
    heights
}

#[test]
fn obj_keeps_the_images_of_map_kd() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = model(folder.path());
    let notes: Vec<&str> = document.notes.iter().map(|note| &*note.what).collect();
    assert_eq!(notes[0], "map_Bump of look/t.mtl");
    assert!(
        notes[1].starts_with("the image look/gone.png ("),
        "{notes:?}"
    );
    assert_eq!(notes[2..], ["options of map_Kd"]);
    assert_eq!(image(&document, 0), Some(IMAGE));
    assert_eq!(document.scene.materials[0].color, [0.5, 1.0, 1.0, 1.0]);
    assert!(
        document
            .files()
            .any(|file| file.ends_with("look/my wood.png"))
    );

    let out = folder.path().join("out");
    let (again, file) = written(&document, Format::Obj, &out, "front");
    assert!(file.losses.is_empty(), "{:?}", file.losses);
    assert_eq!(
        fs::read(out.join("front-my_wood.png")).expect("a file"),
        IMAGE
    );
    let library = fs::read_to_string(out.join("front.mtl")).expect("a file");
    assert!(library.contains("newmtl wood\nKd 0.5 1 1\nd 1\nmap_Kd front-my_wood.png\n"));
    assert!(library.contains("newmtl plain\nKd 0.2 0.4 0.6\nd 0.5\n"));
    assert_eq!(image(&again, 0), Some(IMAGE));
    assert_eq!(heights(&again), [0.0, 0.25, 1.0]);
}

#[test]
fn images_lie_on_the_same_places_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = model(folder.path());
    let out = folder.path().join("out");
    let (glb, file) = written(&document, Format::Glb, &out, "front");
    assert!(file.losses.is_empty(), "{:?}", file.losses);
    assert_eq!(image(&glb, 0), Some(IMAGE));
    // glTF counts from the top of an image, and OBJ and PLY from the bottom.
    assert_eq!(heights(&glb), [0.0, 0.75, 1.0]);
    let (obj, file) = written(&glb, Format::Obj, &out, "back");
    assert!(file.losses.is_empty(), "{:?}", file.losses);
    assert_eq!(image(&obj, 0), Some(IMAGE));
    assert_eq!(heights(&obj), [0.0, 0.25, 1.0]);
    let (ply, _) = written(&glb, Format::Ply, &out, "side");
    assert_eq!(heights(&ply), [0.0, 0.25, 1.0]);
    // Files with both in one scene.
    let both = read(&[folder.path().join("t.obj"), out.join("front.glb")]).expect("two models");
    assert!(both.textures.is_bottom_up);
    let meshes: Vec<_> = both.scene.meshes.iter().collect();
    assert_eq!(meshes.len(), 2);
    let mut other = both.clone();
    other.scene.meshes.remove(0);
    assert_eq!(heights(&other), [0.0, 0.25, 1.0]);
    assert_eq!(image(&both, 0), Some(IMAGE));
    assert_eq!(image(&both, 3), Some(IMAGE));
}
