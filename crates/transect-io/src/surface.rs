//! Materials as JSON of glTF, for materials of other formats.

use serde_json::{Value, json};
use transect_mesh::scene::Material;

/// Returns a rough surface that is not metallic, in the colour of a material, as JSON of glTF.
pub(crate) fn surface(material: &Material) -> Value {
    let mut value = json!({
        "pbrMetallicRoughness": {
            "baseColorFactor": material.color,
            "metallicFactor": 0.0,
            "roughnessFactor": 1.0,
        },
        "doubleSided": false,
    });
    if !material.name.is_empty() {
        value["name"] = Value::from(material.name.as_str());
    }
    if material.color[3] < 1.0 {
        value["alphaMode"] = Value::from("BLEND");
    }
    value
}

/// Returns the media type of an image. The first bytes of the image decide: PNG, WebP (`RIFF`), or else JPEG.
pub(crate) fn media_type(image: &[u8]) -> &'static str {
    if image.starts_with(b"\x89PNG") {
        "image/png"
    } else if image.starts_with(b"RIFF") {
        "image/webp"
    } else {
        "image/jpeg"
    }
}
