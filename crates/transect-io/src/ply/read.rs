//! Reads PLY files: the header, then the elements in the order of the file. The result is one object.

use crate::document::Document;
use crate::error::{PlacedError, ReadErrorKind};
use crate::faces::Faces;
use crate::format::Format;
use crate::input::{Input, counted, not_finite_attributes};
use crate::ply::body::{Ascii, Binary, Body, check_claim};
use crate::ply::face::faces;
use crate::ply::header::{Encoding, Header, header};
use crate::ply::strip::strips as read_strips;
use crate::ply::vertex::{Vertices, vertices};
use crate::text::Tokens;

/// Reads a PLY file as one object named like the file. Face colours become materials.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let header = header(input.bytes)?;
    let bytes = input.bytes;
    let (at, last) = (header.body, header.body);
    match header.encoding {
        Encoding::Ascii => {
            let tokens = Tokens::new(&bytes[header.body..], header.line);
            elements(input, &header, &mut Ascii { tokens })
        }
        Encoding::LittleEndian => {
            elements(input, &header, &mut Binary::<false> { bytes, at, last })
        }
        Encoding::BigEndian => elements(input, &header, &mut Binary::<true> { bytes, at, last }),
    }
}

fn elements<B: Body>(
    input: &Input<'_>,
    header: &Header,
    body: &mut B,
) -> Result<Document, PlacedError> {
    let Some(claim) = header.elements.iter().find(|e| e.name == "vertex") else {
        return Err(ReadErrorKind::Syntax("the header has no element vertex".into()).into());
    };
    let mut read = Vertices::default();
    let mut shown = Faces::default();
    let mut notes = Vec::new();
    let mut strips = Vec::new();
    for element in &header.elements {
        check_claim(
            element,
            element.least_bytes(header.encoding),
            body.remaining(),
        )?;
        match element.name.as_str() {
            "vertex" => read = vertices(body, element)?,
            "face" => shown = faces(body, element, claim.rows, &read.positions)?,
            "tristrips" => strips = read_strips(body, element, claim.rows)?,
            name => {
                body.skip(element)?;
                notes.push(format!(
                    "element {name}, {}",
                    counted(element.rows as usize, "row")
                ));
            }
        }
    }
    // The list of colours has one entry per triangle, and strips have no colours.
    if !strips.is_empty() && !shown.color_of.is_empty() {
        let both = "triangle strips beside faces with colours".to_owned();
        return Err(ReadErrorKind::Unsupported(both).into());
    }
    shown.triangles.append(&mut strips);
    notes.extend(read.lists.iter().map(|list| format!("vertex list {list}")));
    notes.append(&mut shown.others);
    if shown.fewer > 0 {
        let fewer = counted(shown.fewer, "face");
        notes.push(format!("{fewer} of fewer than three corners"));
    }
    if shown.triangles.is_empty() && !read.positions.is_empty() {
        let points = counted(read.positions.len(), "point");
        notes.push(format!("{points} without faces"));
    }
    let trailing = body.trailing();
    if trailing > 0 {
        notes.push(format!(
            "{} after the last element",
            counted(trailing, "byte")
        ));
    }

    // Decimals of a text file are read as f64, whatever type the header names.
    let single_precision = read.single_precision && header.encoding != Encoding::Ascii;
    let mut document = input.document(Format::Ply, single_precision);
    document.notes = notes.into_iter().map(|what| input.note(what)).collect();
    if header.foreign > 0 {
        let lines = counted(header.foreign, "line");
        let remark = format!("{lines} of the header without a keyword, read as comments");
        document.notes.push(input.remark(remark));
    }
    let not_finite = read.not_finite + shown.not_finite;
    if not_finite > 0 {
        document
            .notes
            .push(input.remark(not_finite_attributes(not_finite)));
    }
    document.textures.is_bottom_up = true;
    shown.into_object(input.stem(), read.positions, read.layers, &mut document)?;
    Ok(document)
}
