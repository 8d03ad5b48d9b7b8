//! The note about characters that the fonts of pictures lack.

use crate::numbers::counted;

/// The remedy that the command has.
pub const FONT_FLAG: &str = "--font FILE names a font that has them";

/// The maximum number of characters that the note lists.
const CHARACTERS: usize = 40;

/// Returns the note that these pictures show characters as boxes, or `None` if the list of characters is empty.
/// `files` are the names of the pictures, separated by commas; `remedy` says how a font that has the characters is
/// given.
#[must_use]
pub fn missing_glyphs(files: &str, missing: &[char], remedy: &str) -> Option<String> {
    if missing.is_empty() {
        return None;
    }
    let shown: String = missing.iter().take(CHARACTERS).collect();
    let more = match missing.len().saturating_sub(CHARACTERS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "{files}: no font has a glyph for {}, drawn as boxes: {shown}{more}; {remedy}; SVG drawings show them with the \
         fonts of their viewer",
        counted(missing.len(), "character"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_forty_characters_are_listed() {
        assert_eq!(missing_glyphs("plans.pdf", &[], FONT_FLAG), None);
        let many: Vec<char> = ('\u{4e00}'..).take(43).collect();
        let note = missing_glyphs("plans.pdf", &many, FONT_FLAG).expect("a note");
        assert!(note.starts_with("plans.pdf: no font has a glyph for 43 characters, "));
        assert!(note.contains("\u{4e27} and 3 more; --font FILE "), "{note}");
    }
}
