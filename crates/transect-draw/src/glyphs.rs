//! The characters that the fonts of a drawing lack.

use std::collections::BTreeSet;

use skrifa::{FontRef, MetadataProvider};

use crate::fonts::Fonts;
use crate::paper::PaperDrawing;

/// Returns the characters in the texts of a drawing that neither the built-in font nor the given fonts have, in the
/// order of their code points. `svg` is a drawing of this crate. Programs that show the SVG use their own fonts, but
/// its PNG and its PDF have no glyphs for these characters.
///
/// ```
/// use transect_draw::{Drawing, Fonts, missing_characters};
/// let drawing = Drawing { title: "楼板 Geschoß".into(), ..Drawing::default() };
/// assert_eq!(missing_characters(&drawing.to_svg(), &Fonts::default()), ['板', '楼']);
/// ```
#[must_use]
pub fn missing_characters(svg: &str, fonts: &Fonts) -> Vec<char> {
    // Texts have no elements inside, and no raw `<`.
    let texts = svg.split("<text ").skip(1).filter_map(|part| {
        let (_, content) = part.split_once('>')?;
        content.split('<').next()
    });
    missing(texts, fonts)
}

impl PaperDrawing<'_> {
    /// Returns the characters on the sheets that neither the built-in font nor
    /// [`Drawing::fonts`](crate::Drawing::fonts) have, in the order of their code points. The PNG and the PDF have no
    /// glyphs for these characters.
    #[must_use]
    pub fn missing_characters(&self) -> Vec<char> {
        missing(self.texts(), self.fonts())
    }
}

fn missing<'t>(texts: impl Iterator<Item = &'t str>, fonts: &Fonts) -> Vec<char> {
    let texts = texts.filter(|text| !text.is_ascii());
    let characters: BTreeSet<char> = texts.flat_map(str::chars).collect();
    if characters.is_empty() {
        return Vec::new();
    }
    let font = FontRef::new(dejavu::sans_condensed::regular()).expect("a valid built-in font");
    let has_glyph = font.charmap();
    characters
        .into_iter()
        .filter(|&character| !is_invisible(character) && has_glyph.map(character).is_none())
        .filter(|&character| !fonts.has_glyph(character))
        .collect()
}

/// Returns `true` for characters that have no shape of their own: control characters, marks for the direction of text,
/// joiners and variation selectors.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
