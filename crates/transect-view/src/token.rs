//! The secret token in the viewer's address, which grants access to the server.

use std::fmt::Write;

/// The number of random bytes of a token.
const BYTES: usize = 16;
/// The least length of a token that the user gives, in characters.
const SHORTEST: usize = 8;

/// A secret text of letters, digits, `-` and `_`, which grants access to the server.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Creates a token from the system's random bytes.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        let mut text = String::with_capacity(2 * BYTES);
        for byte in bytes {
            // Writing to a `String` does not fail, so the result is ignored.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// Returns a text from the command line as a token. Returns `None` if the text is too short, or has a character
    /// that would have to be escaped in an address or a cookie.
    pub(crate) fn given(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (text.len() >= SHORTEST && text.chars().all(is_plain)).then(|| Self(text.to_string()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns `true` if a text is this token. The time of the comparison does not depend on the position of the first
    /// difference.
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
