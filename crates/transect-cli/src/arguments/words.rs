//! Arguments that are one of some words. Upper and lower case are equal.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// The parser of an argument that is one of some words. Each word has a meaning.
#[derive(Clone)]
pub(super) struct Words<T>(Vec<(&'static str, T)>);

/// Returns the parser of an argument that is one of these words.
pub(super) fn words<T>(words: impl IntoIterator<Item = (&'static str, T)>) -> Words<T> {
    Words(words.into_iter().collect())
}

impl<T> Words<T> {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(word, _)| *word)
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        let mut words = self.0.iter();
        if let Some((_, meaning)) = words.find(|(word, _)| value.eq_ignore_ascii_case(word)) {
            return Ok(meaning.clone());
        }
        // The error lists all words, and names a similar one.
        let parser = PossibleValuesParser::new(self.names());
        Err(match parser.parse_ref(command, argument, value) {
            Err(error) => error,
            Ok(_) => Error::new(ErrorKind::InvalidValue).with_cmd(command),
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(value: &str) -> Result<Option<u8>, Error> {
        let parser = words([("front", 1_u8), ("back", 2)]);
        let argument = Arg::new("side").long("side").value_parser(parser);
        let command = Command::new("cut").arg(argument);
        let matches = command.try_get_matches_from(["cut", "--side", value])?;
        Ok(matches.get_one("side").copied())
    }

    #[test]
    fn words_are_known_in_any_case_and_others_are_errors() {
        for (value, meaning) in [("front", 1), ("BACK", 2), ("Back", 2)] {
            assert_eq!(parsed(value).ok(), Some(Some(meaning)), "{value}");
        }
        for value in ["", "backs", "f", "front ", "ﬀront"] {
            let error = parsed(value).expect_err(value);
            assert_eq!(error.kind(), ErrorKind::InvalidValue);
            assert!(error.to_string().contains("[possible values: front, back]"));
        }
    }
}
