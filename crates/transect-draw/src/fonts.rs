//! The fonts of pictures and PDF documents, besides the built-in one.

use std::fmt;
use std::sync::Arc;

/// Font files for the characters that the built-in font lacks, such as those of East Asia.
///
/// A character has the glyph of the first font that has one: the built-in font, and then these fonts in their order. A text
/// that has such a character is drawn by that font as a whole, if it has all characters of the text. Other texts do not
/// change. Fonts with East Asian characters have tens of megabytes. That is why
/// none is built in, and installed fonts are not used because drawings would differ between machines.
///
#[cfg_attr(feature = "pictures", doc = "```")]
#[cfg_attr(not(feature = "pictures"), doc = "```ignore")]
/// use transect_draw::{Drawing, FontError, Fonts, missing_characters};
/// let mut fonts = Fonts::default();
/// assert_eq!(fonts.add(b"no font".to_vec()), Err(FontError::Format));
/// let drawing = Drawing { title: "会议室".into(), fonts, ..Drawing::default() };
/// assert_eq!(missing_characters(&drawing.to_svg(), &drawing.fonts), ['会', '室', '议']);
/// ```
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde_1",
    serde(from = "Vec<Vec<u8>>", into = "Vec<Vec<u8>>")
)]
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Fonts(Vec<Arc<Vec<u8>>>);

/// The tables with the outlines of glyphs, of which a font has one.
#[cfg(feature = "pictures")]
const OUTLINES: [skrifa::Tag; 3] = [
    skrifa::Tag::new(b"glyf"),
    skrifa::Tag::new(b"CFF "),
    skrifa::Tag::new(b"CFF2"),
];

impl Fonts {
    /// Returns the bytes of the files, in their order.
    #[cfg(feature = "pictures")]
    pub(crate) fn files(&self) -> &[Arc<Vec<u8>>] {
        &self.0
    }

    /// Adds the bytes of a font file: TrueType, OpenType, or a collection of such fonts.
    ///
    /// # Errors
    /// Returns [`FontError`] if the file is not such a font, or if the font has no outlines.
    #[cfg(feature = "pictures")]
    pub fn add(&mut self, file: Vec<u8>) -> Result<(), FontError> {
        use krilla::text::Font;
        use skrifa::raw::{FileRef, TableProvider};

        let file = Arc::new(file);
        let parsed = FileRef::new(&file).map_err(|_| FontError::Format)?;
        let mut count = 0;
        for (index, font) in (0..).zip(parsed.fonts()) {
            let font = font.map_err(|_| FontError::Format)?;
            let mut tables = font.table_directory().table_records().iter();
            if !tables.any(|table| OUTLINES.contains(&table.tag())) {
                return Err(FontError::Outlines);
            }
            if font.glyf().is_err() && font.cff().is_err() && font.cff2().is_err() {
                return Err(FontError::Format);
            }
            // Both renderers read the font on their own.
            Font::new(Arc::clone(&file).into(), index).ok_or(FontError::Format)?;
            count += 1;
        }
        let mut database = resvg::usvg::fontdb::Database::new();
        let source = resvg::usvg::fontdb::Source::Binary(Arc::<Vec<u8>>::clone(&file));
        if count == 0 || database.load_font_source(source).len() != count {
            return Err(FontError::Format);
        }
        self.0.push(file);
        Ok(())
    }

    /// Returns `true` if one of the fonts has a glyph for the character.
    #[cfg(feature = "pictures")]
    pub(crate) fn has_glyph(&self, character: char) -> bool {
        use skrifa::MetadataProvider;
        use skrifa::raw::FileRef;

        let parsed = self.0.iter().filter_map(|file| FileRef::new(file).ok());
        let mut fonts = parsed.flat_map(|file| file.fonts().flatten());
        fonts.any(|font| font.charmap().map(character).is_some())
    }
}

impl fmt::Debug for Fonts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.0.iter().map(|file| format!("{} bytes", file.len()));
        formatter.debug_list().entries(sizes).finish()
    }
}

#[cfg(feature = "serde_1")]
impl From<Vec<Vec<u8>>> for Fonts {
    fn from(files: Vec<Vec<u8>>) -> Self {
        Self(files.into_iter().map(Arc::new).collect())
    }
}

#[cfg(feature = "serde_1")]
impl From<Fonts> for Vec<Vec<u8>> {
    fn from(fonts: Fonts) -> Self {
        fonts.0.into_iter().map(Arc::unwrap_or_clone).collect()
    }
}

/// The error of a font file that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FontError {
    /// The bytes are not a font in the formats TrueType or OpenType.
    #[error("not a TrueType or OpenType font")]
    Format,
    /// The glyphs are bitmaps or pictures in colour, not outlines.
    #[error("the font has no outlines, only bitmaps or pictures")]
    Outlines,
}
