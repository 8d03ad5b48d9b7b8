//! Binary STL: 80 bytes of any content, the number of triangles, and 50 bytes per triangle.

use std::io::Read;

use transect_mesh::{MeshBuilder, MeshError};

use crate::document::Document;
use crate::error::{PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::input::{Input, counted};
use crate::stl::object::push_object;

/// The number of bytes before the first triangle.
pub(crate) const HEADER: usize = 84;
/// The size of a triangle in bytes: normal, three vertices, two attribute bytes.
pub(super) const STRIDE: usize = 50;

/// The number of triangles that are read from a file at once.
const MOST_AT_ONCE: usize = 4096;

pub(super) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let bytes = input.bytes;
    let count = count(bytes, bytes.len() as u64)?;
    let (facets, trailing) = bytes[HEADER..].split_at(STRIDE * count);
    let mut surface = Surface::with_capacity(count);
    surface.push(facets.as_chunks().0)?;
    let mut document = input.document(Format::Stl, true);
    note_attributes(input, surface.attributed, &mut document);
    note_trailing(input, count, trailing.len(), &mut document);
    push_object(&mut document, input.stem(), surface.mesh.finish());
    Ok(document)
}

/// Returns the number of triangles in a header. `start` has the first bytes of the file, and `available` is its size.
pub(super) fn count(start: &[u8], available: u64) -> Result<usize, PlacedError> {
    let Some(count) = start.get(80..HEADER) else {
        let what = "the header of a binary STL file";
        let needed = HEADER as u64;
        return Err(ReadErrorKind::Truncated {
            what,
            needed,
            available,
        }
        .into());
    };
    // In 64 bits, the size that follows from any count does not overflow.
    let count = u64::from(u32::from_le_bytes([count[0], count[1], count[2], count[3]]));
    let needed = HEADER as u64 + STRIDE as u64 * count;
    if available < needed {
        let contradiction = ReadErrorKind::Count {
            what: "triangles",
            count,
            needed,
            available,
            fit: fitting(available),
        };
        return Err(PlacedError::at_byte(80, contradiction));
    }
    Ok(count as usize)
}

/// Returns the number of whole triangles in a file of this size.
fn fitting(bytes: u64) -> u64 {
    bytes.saturating_sub(HEADER as u64) / STRIDE as u64
}

/// Adds a note if bytes follow the last triangle.
pub(super) fn note_trailing(
    input: &Input<'_>,
    count: usize,
    trailing: usize,
    document: &mut Document,
) {
    if trailing == 0 {
        return;
    }
    let mut note = format!("{} after the last triangle", counted(trailing, "byte"));
    if trailing >= STRIDE {
        note += &format!(
            "; the header counts {}, and the size is that of {},",
            counted(count, "triangle"),
            fitting(input.size)
        );
    }
    document.notes.push(input.note(note));
}

/// Adds a note if triangles have attribute bytes other than zero.
pub(super) fn note_attributes(input: &Input<'_>, attributed: usize, document: &mut Document) {
    if attributed > 0 {
        let triangles = counted(attributed, "triangle");
        let note = format!("colours or attribute bytes of {triangles}");
        document.notes.push(input.note(note));
    }
}

/// Returns the corners of a triangle.
#[inline]
pub(super) fn corners(facet: &[u8; STRIDE]) -> [[f64; 3]; 3] {
    let numbers = facet[12..48].as_chunks().0;
    let corner = |corner: usize| {
        core::array::from_fn(|axis| f64::from(f32::from_le_bytes(numbers[3 * corner + axis])))
    };
    [corner(0), corner(1), corner(2)]
}

/// Returns `true` if a triangle has attribute bytes other than zero.
#[inline]
pub(super) fn is_attributed(facet: &[u8; STRIDE]) -> bool {
    facet[48..] != [0, 0]
}

/// Reads a binary STL file in pieces, so that memory never holds the whole file. `input` has only the first [`HEADER`]
/// bytes of the file, and `count` is the number of triangles in this header. `rest` has the triangles.
pub(crate) fn read_rest(
    input: &Input<'_>,
    count: usize,
    rest: &mut impl Read,
) -> Result<Document, PlacedError> {
    let mut surface = Surface::with_capacity(count);
    let mut facets = vec![[0; STRIDE]; MOST_AT_ONCE.min(count)];
    let mut left = count;
    while left > 0 {
        let facets = &mut facets[..left.min(MOST_AT_ONCE)];
        rest.read_exact(facets.as_flattened_mut())
            .map_err(ReadErrorKind::Io)?;
        surface.push(facets)?;
        left -= facets.len();
    }
    let mut document = input.document(Format::Stl, true);
    note_attributes(input, surface.attributed, &mut document);
    push_object(&mut document, input.stem(), surface.mesh.finish());
    Ok(document)
}

/// The triangles that were read.
struct Surface {
    mesh: MeshBuilder,
    /// The number of triangles with attribute bytes other than zero.
    attributed: usize,
}

impl Surface {
    fn with_capacity(count: usize) -> Self {
        Self {
            mesh: MeshBuilder::with_capacity(count),
            attributed: 0,
        }
    }

    fn push(&mut self, facets: &[[u8; STRIDE]]) -> Result<(), PlacedError> {
        for facet in facets {
            self.mesh.push(corners(facet)).map_err(placed)?;
            self.attributed += usize::from(is_attributed(facet));
        }
        Ok(())
    }
}

/// Converts the error of adding a triangle. A coordinate that is not finite gets its place in the file.
pub(super) fn placed(error: MeshError) -> PlacedError {
    match error {
        MeshError::NotFinite {
            vertex,
            axis,
            value,
        } => PlacedError::at_byte(
            HEADER + STRIDE * (vertex / 3) + 12 * (1 + vertex % 3) + 4 * axis,
            ReadErrorKind::NotFinite {
                what: ["x", "y", "z"][axis],
                value,
            },
        ),
        other => other.into(),
    }
}
