//! The code page of the file, ANSI_1252: one byte per character.

use std::borrow::Cow;

/// The characters of the bytes 0x80 to 0x9F. A byte without a character has `\0`.
const SPECIAL: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', //
    '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// Returns the byte of a printable character, or `None` if the code page does not have it.
pub(super) fn byte(character: char) -> Option<u8> {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(character).ok(),
        _ if character.is_control() => None,
        _ => {
            let place = SPECIAL.iter().position(|&special| special == character)?;
            u8::try_from(0x80 + place).ok()
        }
    }
}

/// Returns the bytes of a text. The text has only line feeds and characters of the code page.
pub(super) fn encoded(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    let bytes = text.chars().map(|character| match character {
        '\n' => b'\n',
        _ => byte(character).unwrap_or(b'_'),
    });
    Cow::Owned(bytes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_the_bytes_of_windows_1252() {
        for (character, expected) in [
            ('A', Some(0x41)),
            ('²', Some(0xb2)),
            ('ä', Some(0xe4)),
            ('€', Some(0x80)),
            ('…', Some(0x85)),
            ('Ÿ', Some(0x9f)),
            ('\0', None),
            ('\u{81}', None),
            ('ő', None),
            ('楼', None),
        ] {
            assert_eq!(byte(character), expected, "{character:?}");
        }
        assert_eq!(*encoded("1\n12 m²\n"), *b"1\n12 m\xb2\n");
    }
}
