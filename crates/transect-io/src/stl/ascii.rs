//! ASCII STL: one or more solids, each from `solid` to `endsolid` with facets in between.

use transect_mesh::MeshBuilder;

use crate::document::Document;
use crate::error::{PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::input::Input;
use crate::stl::object::push_object;
use crate::text::{Tokens, name, words};

/// Reads every solid as an object. Keywords may be in upper or lower case, and line ends may be between any two words.
///
/// The text begins in the line `line` of the file.
pub(super) fn read(input: &Input<'_>, text: &[u8], line: u64) -> Result<Document, PlacedError> {
    let mut document = input.document(Format::Stl, false);
    let mut tokens = Tokens::new(text, line);
    while let Some(word) = tokens.next() {
        if !word.eq_ignore_ascii_case(b"solid") {
            return Err(tokens.unexpected("solid", word));
        }
        if document.scene.nodes.len() >= input.most_names() {
            return Err(PlacedError::at_line(
                tokens.place,
                ReadErrorKind::Unsupported(format!(
                    "a file with more than {} solids",
                    input.most_names()
                )),
            ));
        }
        solid(input, &mut tokens, &mut document)?;
    }
    Ok(document)
}

/// Reads the rest of a solid, after its first word `solid` has been read. The rest ends with `endsolid` and the name
/// that may follow `endsolid`.
fn solid(
    input: &Input<'_>,
    tokens: &mut Tokens<'_>,
    document: &mut Document,
) -> Result<(), PlacedError> {
    let title = match title(tokens) {
        empty if empty.is_empty() => input.stem(),
        title => title,
    };
    let line = tokens.place;
    let mut mesh = MeshBuilder::with_capacity(0);
    while let Some(corners) = next_facet(tokens)? {
        mesh.push(corners)
            .map_err(|error| PlacedError::at_line(line, error))?;
    }
    push_object(document, title, mesh.finish());
    Ok(())
}

/// Reads the next facet of a solid. Returns `None` at the end of the solid, after the name that may follow `endsolid`.
pub(super) fn next_facet(tokens: &mut Tokens<'_>) -> Result<Option<[[f64; 3]; 3]>, PlacedError> {
    let word = tokens.expect("a solid: endsolid is missing")?;
    if word.eq_ignore_ascii_case(b"endsolid") {
        tokens.rest_of_line();
        return Ok(None);
    }
    if !word.eq_ignore_ascii_case(b"facet") {
        return Err(tokens.unexpected("facet or endsolid", word));
    }
    facet(tokens).map(Some)
}

/// Reads the name after `solid`, which is the rest of the line. Some programs write the whole file as one line; then
/// the name ends before the first facet.
pub(super) fn title(tokens: &mut Tokens<'_>) -> String {
    let before = tokens.clone();
    let line = tokens.rest_of_line();
    let next = words(line).skip(1);
    let facet = words(line).zip(next).position(|(word, next)| {
        word.eq_ignore_ascii_case(b"facet") && next.eq_ignore_ascii_case(b"normal")
    });
    let Some(facet) = facet else {
        return name(line);
    };
    *tokens = before;
    for _ in 0..facet {
        tokens.next();
    }
    let all: Vec<&[u8]> = words(line).take(facet).collect();
    name(&all.join(&b' '))
}

/// Reads the rest of a facet, after its first word `facet` has been read: a normal, which is ignored, and a loop of
/// three vertices, whose positions are returned.
fn facet(tokens: &mut Tokens<'_>) -> Result<[[f64; 3]; 3], PlacedError> {
    tokens.keyword("normal", "a facet")?;
    for _ in 0..3 {
        tokens.expect("a facet normal")?;
    }
    tokens.keyword("outer", "a facet")?;
    tokens.keyword("loop", "a facet")?;
    let mut corners = [[0.0; 3]; 3];
    for vertex in &mut corners {
        tokens.keyword("vertex", "a facet")?;
        for (coordinate, what) in vertex.iter_mut().zip(["x", "y", "z"]) {
            *coordinate = tokens.number(what, "a vertex")?;
        }
    }
    tokens.keyword("endloop", "a facet")?;
    tokens.keyword("endfacet", "a facet")?;
    Ok(corners)
}
