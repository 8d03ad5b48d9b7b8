//! Materials and the textures that they refer to. Their JSON is not interpreted.

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use transect_mesh::scene::Material;

use crate::budget::Budget;
use crate::document::{Image, Textures};
use crate::error::{PlacedError, ReadErrorKind};
use crate::gltf::buffers::{Buffers, Files, Resource};
use crate::gltf::json::{
    Image as ImageEntry, Material as MaterialEntry, Root, Texture, Whole, check_carried, parse,
};
use crate::gltf::tally::Tally;
use crate::surface::media_type;

/// Returns the materials, each with its complete JSON text.
pub(super) fn materials(
    root: &Root<'_>,
    budget: &mut Budget,
) -> Result<Vec<Material>, PlacedError> {
    let mut list = Vec::with_capacity(root.materials.len());
    for (index, &text) in root.materials.0.iter().enumerate() {
        let place = || format!("materials[{index}]");
        budget.charge(&place(), 1, size_of::<Material>() + 2 * text.get().len())?;
        check_carried(text, place)?;
        let entry: MaterialEntry<'_> = parse(text, place)?;
        let color = entry
            .pbr_metallic_roughness
            .and_then(|surface| surface.base_color_factor)
            .unwrap_or([1.0; 4]);
        list.push(Material {
            name: entry.name.unwrap_or_default().into_owned(),
            color,
            gltf: Some(text.get().to_owned()),
        });
    }
    Ok(list)
}

/// Returns the image data of each image that has a URI. An image file that cannot be read causes a note instead of an
/// error, because the geometry does not depend on the image.
pub(super) fn open_images(
    root: &Root<'_>,
    files: &mut Files<'_>,
    budget: &mut Budget,
    tally: &mut Tally,
) -> Result<Vec<Option<Resource>>, PlacedError> {
    let mut list = Vec::with_capacity(root.images.len());
    for index in 0..root.images.len() {
        let entry: ImageEntry<'_> = root.images.entry("images", index)?;
        let Some(uri) = entry.uri else {
            list.push(None);
            continue;
        };
        match files.open(&uri) {
            Ok(resource) => list.push(Some(resource)),
            Err(reason @ ReadErrorKind::Syntax(_)) => {
                return Err(PlacedError::at(format!("images[{index}].uri"), reason));
            }
            Err(reason) => {
                budget.charge("images", 1, 256)?;
                // A data URI may have megabytes.
                let uri: String = uri.chars().take(80).collect();
                tally.say(format!("the image {uri}: {reason}"));
                list.push(None);
            }
        }
    }
    Ok(list)
}

/// Returns the tables of textures, samplers and images.
pub(super) fn textures(
    root: &Root<'_>,
    opened: Vec<Option<Resource>>,
    files: &Files<'_>,
    buffers: &Buffers<'_>,
    budget: &mut Budget,
) -> Result<Textures, PlacedError> {
    for index in 0..root.textures.len() {
        let entry: Texture = root.textures.entry("textures", index)?;
        let check = |field: &str, what, named: Option<Whole>, count| match named {
            Some(named) if named.size() >= count => Err(PlacedError::out_of_range(
                format!("textures[{index}].{field}"),
                what,
                named.0,
                count,
            )),
            _ => Ok(()),
        };
        check("source", "images", entry.source, root.images.len())?;
        check("sampler", "samplers", entry.sampler, root.samplers.len())?;
    }
    let mut texts = |list: &str, entries: &[&RawValue]| -> Result<Vec<String>, PlacedError> {
        let bytes: usize = entries.iter().map(|text| text.get().len()).sum();
        budget.charge(list, entries.len(), size_of::<String>() + 16)?;
        budget.charge(list, bytes, 1)?;
        for (index, text) in entries.iter().enumerate() {
            check_carried(text, || format!("{list}[{index}]"))?;
        }
        Ok(entries.iter().map(|text| text.get().to_owned()).collect())
    };
    let samplers = texts("samplers", &root.samplers.0)?;
    let textures = texts("textures", &root.textures.0)?;
    let mut images = Vec::with_capacity(root.images.len());
    for (index, (resource, &text)) in opened.into_iter().zip(&root.images.0).enumerate() {
        images.push(image(index, resource, text, files, buffers, budget)?);
    }
    Ok(Textures {
        textures,
        samplers,
        images,
        is_bottom_up: false,
    })
}

fn image(
    index: usize,
    resource: Option<Resource>,
    text: &RawValue,
    files: &Files<'_>,
    buffers: &Buffers<'_>,
    budget: &mut Budget,
) -> Result<Image, PlacedError> {
    let place = || format!("images[{index}]");
    let entry: ImageEntry<'_> = parse(text, place)?;
    let (announced, bytes) = match resource {
        Some(Resource::Data(media_type, bytes)) => (media_type, bytes),
        other => {
            let bytes = match (other, entry.buffer_view) {
                (Some(Resource::File(file)), _) => files.bytes(file),
                (_, Some(view)) => {
                    buffers
                        .view(view, || format!("images[{index}].bufferView"))?
                        .bytes
                }
                _ => &[],
            };
            budget.charge(&place(), bytes.len(), 1)?;
            (String::new(), bytes.to_owned())
        }
    };
    budget.charge(&place(), 1, size_of::<Image>() + 12 * text.get().len())?;
    let mut rest: Map<String, Value> = parse(text, place)?;
    for carried in ["uri", "bufferView", "mimeType"] {
        // `remove` would change the order of the other keys.
        rest.shift_remove(carried);
    }
    Ok(Image {
        entry: Value::Object(rest).to_string(),
        media_type: match (entry.mime_type, announced) {
            (Some(own), _) => own.into_owned(),
            (None, announced) if !announced.is_empty() => announced,
            _ => media_type(&bytes).to_owned(),
        },
        bytes,
    })
}
