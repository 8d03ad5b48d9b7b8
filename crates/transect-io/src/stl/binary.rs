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
const STRIDE: usize = 50;

/// The number of triangles that are read from a file at once.
const MOST_AT_ONCE: usize = 4096;

pub(super) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let bytes = input.bytes;
    let available = bytes.len() as u64;
    let Some(count) = bytes.get(80..HEADER) else {
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
        let fit = fitting(bytes.len());
        let contradiction = ReadErrorKind::Count {
            what: "triangles",
            count,
            needed,
            available,
            fit: fit as u64,
        };
        return Err(PlacedError::at_byte(80, contradiction));
    }
    let count = count as usize;
    let (facets, trailing) = bytes[HEADER..].split_at(STRIDE * count);
    let mut surface = Surface::with_capacity(count);
    surface.push(facets.as_chunks().0)?;
    let mut document = input.document(Format::Stl, true);
    surface.note_attributes(input, &mut document);
    if !trailing.is_empty() {
        let mut note = format!(
            "{} after the last triangle",
            counted(trailing.len(), "byte")
        );
        if trailing.len() >= STRIDE {
            let [header, size] = [count, fitting(bytes.len())];
            note += &format!(
                "; the header counts {}, and the size is that of {size},",
                counted(header, "triangle")
            );
        }
        document.notes.push(input.note(note));
    }
    push_object(&mut document, input.stem(), surface.mesh.finish());
    Ok(document)
}

/// Returns the number of whole triangles in a file of this size.
fn fitting(bytes: usize) -> usize {
    bytes.saturating_sub(HEADER) / STRIDE
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
    surface.note_attributes(input, &mut document);
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
            let numbers = facet[12..48].as_chunks().0;
            let corner = |corner: usize| {
                core::array::from_fn(|axis| {
                    f64::from(f32::from_le_bytes(numbers[3 * corner + axis]))
                })
            };
            self.mesh
                .push([corner(0), corner(1), corner(2)])
                .map_err(placed)?;
            self.attributed += usize::from(facet[48..] != [0, 0]);
        }
        Ok(())
    }

    fn note_attributes(&self, input: &Input<'_>, document: &mut Document) {
        if self.attributed > 0 {
            let triangles = counted(self.attributed, "triangle");
            document
                .notes
                .push(input.note(format!("colours or attribute bytes of {triangles}")));
        }
    }
}

/// Converts the error of adding a triangle. A coordinate that is not finite gets its place in the file.
fn placed(error: MeshError) -> PlacedError {
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
