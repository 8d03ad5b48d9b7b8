//! The note about characters that the built-in font lacks.

use crate::numbers::counted;

/// The maximum number of characters that the note lists.
const CHARACTERS: usize = 40;

/// Returns the note that these pictures show characters as boxes, or `None` if the list of characters is empty. `files` are
/// the names of the pictures, separated by commas.
#[must_use]
pub fn missing_glyphs(files: &str, missing: &[char]) -> Option<String> {
    if missing.is_empty() {
        return None;
    }
    let shown: String = missing.iter().take(CHARACTERS).collect();
    let more = match missing.len().saturating_sub(CHARACTERS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "{files}: the built-in font has no glyph for {}, drawn as boxes: {shown}{more}; SVG drawings show them with the \
         fonts of their viewer",
        counted(missing.len(), "character"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_forty_characters_are_listed() {
        assert_eq!(missing_glyphs("plans.pdf", &[]), None);
        let many: Vec<char> = ('\u{4e00}'..).take(43).collect();
        let note = missing_glyphs("plans.pdf", &many).expect("a note");
        assert!(note.starts_with("plans.pdf: the built-in font has no glyph for 43 characters, "));
        assert!(note.contains("\u{4e27} and 3 more;"), "{note}");
    }
}
