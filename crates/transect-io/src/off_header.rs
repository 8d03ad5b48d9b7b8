//! The first words of an OFF file: which numbers a vertex has.

use crate::text::{without_comment, words};

/// The kinds of numbers of a vertex besides its position, in the order of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) has_normals: bool,
    pub(crate) has_colors: bool,
    pub(crate) has_texture: bool,
    /// `true` if positions have four numbers, or a number of numbers of their own.
    pub(crate) is_of_other_dimension: bool,
}

impl Kind {
    /// Reads the first word of a file: `OFF`, after `ST`, `C`, `N`, `4` and `n` in this order. Returns `None` for another
    /// word.
    pub(crate) fn of(word: &[u8]) -> Option<Self> {
        let mut rest = word.strip_suffix(b"OFF")?;
        let mut has = |prefix: &[u8]| match rest.strip_prefix(prefix) {
            Some(after) => {
                rest = after;
                true
            }
            None => false,
        };
        let has_texture = has(b"ST");
        let has_colors = has(b"C");
        let has_normals = has(b"N");
        let is_of_other_dimension = has(b"4") | has(b"n");
        rest.is_empty().then_some(Self {
            has_normals,
            has_colors,
            has_texture,
            is_of_other_dimension,
        })
    }
}

/// Returns `true` if a file begins like an OFF file.
pub(crate) fn is_off(start: &[u8]) -> bool {
    let line = start
        .split(|&b| b == b'\n' || b == b'\r')
        .map(|line| without_comment(line).trim_ascii())
        .find(|line| !line.is_empty());
    let mut words = words(line.unwrap_or_default());
    let is_kind = words.next().is_some_and(|word| Kind::of(word).is_some());
    // The counts may stand on the same line.
    is_kind && words.all(|word| word == b"BINARY" || word.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_says_what_a_vertex_has() {
        assert_eq!(Kind::of(b"OFF"), Some(Kind::default()));
        let all = Kind {
            has_normals: true,
            has_colors: true,
            has_texture: true,
            is_of_other_dimension: true,
        };
        assert_eq!(Kind::of(b"STCN4nOFF"), Some(all));
        assert_eq!(Kind::of(b"NCOFF"), None);
        assert_eq!(Kind::of(b"off"), None);
        assert!(is_off(b"# by me\n\nCOFF # colours\n"));
        assert!(is_off(b"OFF 8 6 0\n"));
        assert!(!is_off(b"OFF to the woods\n"));
        assert!(!is_off(b"8 6 0\n"));
    }
}
