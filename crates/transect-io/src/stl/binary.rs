//! Binary STL: 80 bytes of any content, the number of triangles, and 50 bytes per triangle.

use transect::mesh::{MeshBuilder, MeshError};

use crate::document::Document;
use crate::error::{PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::input::{Input, counted};
use crate::stl::object::push_object;

/// The position in the file of the first triangle.
const START: usize = 84;
/// The size of a triangle in bytes: normal, three vertices, two attribute bytes.
const STRIDE: usize = 50;

pub(super) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let bytes = input.bytes;
    let available = bytes.len() as u64;
    let truncated = |what, needed| ReadErrorKind::Truncated {
        what,
        needed,
        available,
    };
    let Some(count) = bytes.get(80..START) else {
        return Err(truncated("the header of a binary STL file", START as u64).into());
    };
    let count = u64::from(u32::from_le_bytes([count[0], count[1], count[2], count[3]]));
    let needed = START as u64 + STRIDE as u64 * count;
    if available < needed {
        return Err(PlacedError::at_byte(80, truncated("the triangles", needed)));
    }
    let count = count as usize;
    let (facets, trailing) = bytes[START..].split_at(STRIDE * count);
    let mut mesh = MeshBuilder::with_capacity(count);
    let mut attributed = 0;
    for facet in facets.as_chunks::<STRIDE>().0 {
        let numbers = facet[12..48].as_chunks().0;
        let corner = |corner: usize| {
            core::array::from_fn(|axis| f64::from(f32::from_le_bytes(numbers[3 * corner + axis])))
        };
        mesh.push([corner(0), corner(1), corner(2)])
            .map_err(placed)?;
        attributed += usize::from(facet[48..] != [0, 0]);
    }

    let mut document = input.document(Format::Stl, true);
    if attributed > 0 {
        let triangles = counted(attributed, "triangle");
        document
            .notes
            .push(input.note(format!("colours or attribute bytes of {triangles}")));
    }
    if !trailing.is_empty() {
        let trailing = counted(trailing.len(), "byte");
        document
            .notes
            .push(input.note(format!("{trailing} after the last triangle")));
    }
    push_object(&mut document, input.stem(), mesh.finish());
    Ok(document)
}

/// Converts the error of adding a triangle. A coordinate that is not finite gets its place in the file.
fn placed(error: MeshError) -> PlacedError {
    match error {
        MeshError::NotFinite {
            vertex,
            axis,
            value,
        } => PlacedError::at_byte(
            START + STRIDE * (vertex / 3) + 12 * (1 + vertex % 3) + 4 * axis,
            ReadErrorKind::NotFinite {
                what: ["x", "y", "z"][axis],
                value,
            },
        ),
        other => other.into(),
    }
}
