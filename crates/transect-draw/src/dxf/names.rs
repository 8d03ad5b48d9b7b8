//! Names of layers that are valid in DXF and differ from each other.

use std::collections::HashSet;

use crate::dxf::code_page::byte;

/// The greatest length of a layer name in DXF, in characters as written in the file.
const LONGEST_NAME: usize = 255;

/// Layer names that every file contains or that programs reserve.
const TAKEN: [&str; 2] = ["0", "defpoints"];

/// The layer names that may no longer be used, in lower case.
pub(super) struct Names(HashSet<String>);

impl Names {
    pub(super) fn new() -> Self {
        Self(TAKEN.map(String::from).into())
    }

    /// Marks a layer name, given in lower case, as taken.
    pub(super) fn reserve(&mut self, name: &str) {
        self.0.insert(name.into());
    }

    /// Returns a layer name that is not taken. Names that differ only in case count as equal.
    pub(super) fn free(&mut self, class: &str, ending: &str) -> String {
        let mut number = 1;
        loop {
            let ending = match number {
                1 => ending.to_string(),
                _ => format!("{ending}_{number}"),
            };
            let name = layer_name(class, &ending);
            // DXF readers ignore the case of all letters, such as `Ő` and `ő`. But these two letters become different
            // escapes, so a comparison of escaped names would not find them equal. Therefore the layer name of the
            // lower-case class must not be taken either.
            let folded = layer_name(&class.to_lowercase(), &ending);
            let folded = [&name, &folded].map(|text| text.to_lowercase());
            if !folded.iter().any(|text| self.0.contains(text)) {
                self.0.extend(folded);
                return name;
            }
            number += 1;
        }
    }
}

/// Returns a text as DXF writes it: control characters and characters above U+FFFF become `_`, and other characters that
/// the code page lacks become `\U+hhhh`. Carets and percent signs, which begin control codes in DXF, are written so that
/// programs show them unchanged.
pub(super) fn escaped(text: &str) -> String {
    let written = |character| match character {
        '^' => "^ ".into(),
        // `%%` begins a control code, and `%%%` stands for one percent sign.
        '%' => "%%%".into(),
        _ => written(character),
    };
    text.chars().map(written).collect()
}

/// Returns a character as DXF writes it.
fn written(character: char) -> String {
    match character {
        _ if byte(character).is_some() => character.into(),
        _ if character.is_control() || u32::from(character) > 0xFFFF => "_".into(),
        _ => format!("\\U+{:04X}", u32::from(character)),
    }
}

/// Converts a class into a valid DXF layer name of at most 255 characters.
/// Control characters, reserved characters and characters above U+FFFF become `_`. Other characters that the code page
/// lacks become `\U+hhhh`.
fn layer_name(class: &str, ending: &str) -> String {
    let mut name = String::new();
    let mut length = ending.chars().count();
    for character in class.trim().chars() {
        let written = match character {
            '<' | '>' | '/' | '\\' | '"' | ':' | ';' | '?' | '*' | '|' | ',' | '=' | '`' | '^' => {
                "_".into()
            }
            _ => written(character),
        };
        length += written.chars().count();
        if length > LONGEST_NAME {
            break;
        }
        name += &written;
    }
    if name.is_empty() {
        name += "unnamed";
    }
    name + ending
}
