//! Reading a 3MF package into a document.

use crate::document::Document;
use crate::error::PlacedError;
use crate::faces::MOST_COLORS;
use crate::format::Format;
use crate::input::{Input, counted};
use crate::three_mf::graph::Models;
use crate::three_mf::model::Kind;
use crate::three_mf::package::Package;
use crate::three_mf::paint::Palette;
use crate::three_mf::place::place;

/// Reads the objects that the build of a package places.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let package = Package::open(input)?;
    let mut models = Models::read(&package)?;
    let mut document = input.document(Format::ThreeMf, false);
    let mut palette = Palette::default();
    let stem = input.stem();
    let empty = place(&mut models, &mut document.scene, &mut palette, &stem)?;
    let left_out = notes(&models, &palette, empty);
    document.notes = left_out.into_iter().map(|what| input.note(what)).collect();
    document.scene.materials = palette.materials;
    for source in &mut document.sources {
        source.unit = Some(models.list[0].unit.to_owned());
    }
    Ok(document)
}

/// Returns descriptions of the content that the document does not hold.
fn notes(models: &Models<'_, '_>, palette: &Palette, empty: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let mut add = |count: usize, one: &str, after: &str| {
        if count > 0 {
            notes.push(format!("{}{after}", counted(count, one)));
        }
    };
    let all = models.list.iter().flat_map(|model| &model.left_out);
    let mut counts: Vec<(Kind, usize)> = Vec::new();
    for &(kind, count) in all {
        match counts.iter_mut().find(|own| own.0 == kind) {
            Some(own) => own.1 += count,
            None => counts.push((kind, count)),
        }
    }
    for ((noun, after), count) in counts {
        add(count, noun, after);
    }
    let objects = models.used.keys().filter_map(|&key| models.object(key));
    let objects: Vec<_> = objects.collect();
    let types = objects.iter().filter(|own| own.has_other_type).count();
    let numbers = objects.iter().filter(|own| own.has_part_number).count();
    add(types, "object type", " other than a solid");
    add(numbers, "part number", "");
    add(models.unused(), "object", " outside the build");
    add(empty, "object", " without triangles");
    let (others, missing) = (palette.others, palette.missing);
    add(others, "triangle", " with textures or mixed materials");
    add(missing, "triangle", " with properties that do not exist");
    add(
        models.other_parts(),
        "file",
        " of the package besides models",
    );
    if palette.too_many > 0 {
        notes.push(format!("more than {MOST_COLORS} colours"));
    }
    notes
}
