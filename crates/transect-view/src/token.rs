//! The secret in the address: who has it may ask.

use std::fmt::Write;

/// How many random bytes a token has.
const BYTES: usize = 16;
/// What a token that is given has to have at least, in characters.
const SHORTEST: usize = 8;

/// A secret of letters, digits, `-` and `_`.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A token from the system's random bytes.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        let mut text = String::with_capacity(2 * BYTES);
        for byte in bytes {
            // A String takes all that is written to it.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// A token that was given, if it can stand in an address and a cookie as it is.
    pub(crate) fn given(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (text.len() >= SHORTEST && text.chars().all(is_plain)).then(|| Self(text.to_string()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is this token; how long it takes tells nothing of where they differ.
    pub(crate) fn is(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        let differences = own.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == other.len() && std::hint::black_box(differences) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_and_equal_only_themselves() {
        let [one, two] = [(); 2].map(|()| Token::random().expect("random bytes"));
        assert_eq!(one.text().len(), 32);
        assert!(one.is(one.text()));
        assert!(!one.is(two.text()) && !one.is("") && !one.is(&one.text()[1..]));
    }

    #[test]
    fn tokens_that_do_not_fit_into_an_address_are_refused() {
        assert!(Token::given("abcDEF-_09").is_some());
        for text in ["", "short", "with space", "with;semicolon", "ümlaute-12"] {
            assert!(Token::given(text).is_none(), "{text}");
        }
    }
}
