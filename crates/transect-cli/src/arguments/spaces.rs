//! Errors for values that the shell splits at their spaces: `--plane z = 10` reaches the command as three words.

use std::ffi::OsString;

use transect::Plane;
use transect::decimal::Decimal;
use transect_report::planes::CutPlanes;
use transect_report::typed_length::TypedLengths;

use crate::error::CommandError;
use crate::quoted::quoted;

/// The largest number of words that are read as one value.
const WORDS: usize = 16;

/// A flag whose value may be typed with spaces.
struct SpacedFlag {
    flag: &'static str,
    /// Returns `true` for a valid value.
    is_valid: fn(&str) -> bool,
    /// The name of the value in the error message.
    value: &'static str,
    /// `true` if the value is a list, which needs commas and no spaces.
    is_list: bool,
}

const FLAGS: [SpacedFlag; 8] = [
    SpacedFlag {
        flag: "--plane",
        is_valid: |text| without_units(text).parse::<Plane>().is_ok(),
        value: "equation",
        is_list: false,
    },
    SpacedFlag {
        flag: "--slab",
        is_valid: |text| CutPlanes::of_slab(&without_units(text)).is_ok(),
        value: "slab",
        is_list: false,
    },
    SpacedFlag {
        flag: "--grid",
        is_valid: |text| CutPlanes::of_grid(&[without_units(text)]).is_ok(),
        value: "grid",
        is_list: false,
    },
    list("--point", |text| has_numbers(text, 3)),
    list("--normal", |text| has_numbers(text, 3)),
    list("--through", |text| has_numbers(text, 3)),
    list("--box", |text| has_numbers(text, 6)),
    list("--heights", |text| {
        parts(text).all(|word| without_units(word).parse::<Decimal>().is_ok())
    }),
];

const fn list(flag: &'static str, is_valid: fn(&str) -> bool) -> SpacedFlag {
    SpacedFlag {
        flag,
        is_valid,
        value: "list",
        is_list: true,
    }
}

/// Returns the error for the first value that is invalid as one word, and valid together with the next words. Its hint is
/// the command line with a value that the shell keeps together.
pub(crate) fn split_at_spaces(typed: &[OsString]) -> Option<CommandError> {
    let words = typed.get(1..)?.iter();
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into()).collect();
    (0..words.len()).find_map(|place| joined(&words, place))
}

/// Returns the error if the word at index `place` is a flag whose value the shell has split.
fn joined(words: &[String], place: usize) -> Option<CommandError> {
    let spaced = FLAGS.iter().find(|own| {
        let rest = words[place].strip_prefix(own.flag);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })?;
    let first = match words[place].strip_prefix(spaced.flag)?.strip_prefix('=') {
        Some(value) => value,
        None => words.get(place + 1)?,
    };
    let next = if words[place].contains('=') {
        place + 1
    } else {
        place + 2
    };
    if (spaced.is_valid)(first) {
        return None;
    }
    let rest = words.get(next..)?;
    // The value has as many words as possible: `z = 10 - 5` is not `z = 10`.
    let (value, count) = (1..=rest.len().min(WORDS)).rev().find_map(|count| {
        let value = [&[first.to_owned()], &rest[..count]].concat().join(" ");
        (spaced.is_valid)(&value).then_some((value, count))
    })?;
    let typed = format!("{} {value}", spaced.flag);
    let (one_word, advice) = if spaced.is_list {
        (
            parts(&value).collect::<Vec<_>>().join(","),
            "write it without spaces",
        )
    } else {
        (value, "quote it")
    };
    let line: Vec<String> = words[..place]
        .iter()
        .chain([&spaced.flag.to_owned(), &one_word])
        .chain(&rest[count..])
        .map(|word| quoted(word))
        .collect();
    Some(CommandError::with_hint(
        format!(
            "{typed}: the shell splits the {} at its spaces",
            spaced.value
        ),
        format!("{advice}: transect {}", line.join(" ")),
    ))
}

/// Returns the parts of a list with commas or spaces between them.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    let has_commas = list.contains(',');
    let parts = list.split(move |c: char| {
        if has_commas {
            c == ','
        } else {
            c.is_whitespace()
        }
    });
    parts.map(str::trim)
}

fn has_numbers(list: &str, count: usize) -> bool {
    let is_number = |word: &str| without_units(word).parse::<f64>().is_ok();
    parts(list).count() == count && parts(list).all(is_number)
}

/// Returns a text with numbers in place of lengths. Any unit tells whether the text is valid.
fn without_units(text: &str) -> String {
    let lengths = TypedLengths::of(|| Ok(Some("mm".into())));
    let numbers = lengths.nearest("", text);
    numbers.unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(line: &[&str]) -> Option<String> {
        let typed: Vec<OsString> = line.iter().map(OsString::from).collect();
        split_at_spaces(&typed).map(|error| format!("{error:?}"))
    }

    #[test]
    fn values_of_several_words_are_joined() {
        for (line, expected) in [
            ("t cut a.stl --plane z = 10", "cut a.stl --plane 'z = 10'"),
            (
                "t cut --plane 2x + 3y = -5 a.stl",
                "cut --plane '2x + 3y = -5' a.stl",
            ),
            ("t cut --plane=z = -10 a.stl", "cut --plane 'z = -10' a.stl"),
            ("t cut a.stl --plane z = 10 - 5", "--plane 'z = 10 - 5'"),
            ("t cut a.stl --plane z = 10 mm", "--plane 'z = 10 mm'"),
            (
                "t cut a.stl --grid x=0..6m step 30 cm",
                "--grid 'x=0..6m step 30 cm'",
            ),
            (
                "t slice a.stl --heights 1m, 25mm",
                "slice a.stl --heights 1m,25mm",
            ),
            (
                "t cut a.stl --point 0, 0, -1 --normal 0 0 1",
                "cut a.stl --point 0,0,-1 --normal 0 0 1",
            ),
            ("t cut a.stl --normal 0 0 1", "cut a.stl --normal 0,0,1"),
            (
                "t cut a.stl --box 0, 0, 0, 1, 1, 1",
                "cut a.stl --box 0,0,0,1,1,1",
            ),
            ("t cut a.stl --grid x=0..6 step 3", "--grid 'x=0..6 step 3'"),
            (
                "t slice a.stl --heights 1, 2.5",
                "slice a.stl --heights 1,2.5",
            ),
        ] {
            let line: Vec<&str> = line.split(' ').collect();
            let said = hint(&line).unwrap_or_default();
            assert!(said.contains(expected), "{line:?}: {said}");
        }
    }

    #[test]
    fn other_values_are_left_alone() {
        for line in [
            "t cut a.stl --plane z=10",
            "t cut --plane z=10 10",
            "t cut --plane z a.stl",
            "t cut a.stl --plane",
            "t cut a.stl --point 0,0,0 --normal 0,0,1",
        ] {
            let line: Vec<&str> = line.split(' ').collect();
            assert_eq!(hint(&line), None, "{line:?}");
        }
    }
}
