//! The versions and extensions that a file may require.

use crate::error::PlacedError;
use crate::gltf::instances::INSTANCING;
use crate::gltf::json::{Asset, Root};

/// The extension with lights.
pub(super) const LIGHTS: &str = "KHR_lights_punctual";

/// The extensions that a file may require without being rejected. Most of their data is read or copied. Data that
/// exists only in compressed form causes an error later.
pub(super) const UNDERSTOOD: [&str; 7] = [
    "KHR_mesh_quantization",
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    INSTANCING,
    LIGHTS,
    "KHR_xmp",
];

/// Parts of the names of extensions that concern the look of surfaces only. A file may require them: the JSON of materials
/// and textures is copied completely, and a note names the rest.
const MATERIALS: [&str; 4] = ["_materials_", "_texture_", "_techniques_", "_lights_"];

/// Checks the version of a document.
pub(super) fn check_version(asset: Option<&Asset<'_>>) -> Result<(), PlacedError> {
    let Some(asset) = asset else {
        return Err(PlacedError::syntax(
            "asset",
            "the property is missing, so this is not a glTF document",
        ));
    };
    for (field, version) in [
        ("version", Some(&asset.version)),
        ("minVersion", asset.min_version.as_ref()),
    ] {
        let Some(version) = version else { continue };
        let known = match field {
            "version" => version.starts_with("2."),
            _ => **version == *"2.0",
        };
        if !known {
            let version: String = version.chars().take(20).collect();
            return Err(PlacedError::unsupported(
                format!("asset.{field}"),
                format!("glTF {version}"),
            ));
        }
    }
    Ok(())
}

/// Checks that every extension that a file requires is understood, or only concerns materials.
pub(super) fn check_extensions(root: &Root<'_>) -> Result<(), PlacedError> {
    for (index, name) in root.extensions_required.iter().enumerate() {
        let concerns_materials = || MATERIALS.iter().any(|word| name.contains(word));
        if !UNDERSTOOD.contains(&&**name) && !concerns_materials() {
            let name: String = name.chars().take(80).collect();
            return Err(PlacedError::unsupported(
                format!("extensionsRequired[{index}]"),
                name,
            ));
        }
    }
    Ok(())
}
