//! The secret token in the viewer's address, which grants access to the server.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use transect_report::hexadecimal::hexadecimal;

/// The number of random bytes of a token.
const BYTES: usize = 16;
/// The least lengths at which a random token of decimal digits, of hexadecimal digits, or of letters, digits, `-` and `_`
/// has 128 bits.
const DECIMAL: usize = 39;
const HEXADECIMAL: usize = 32;
const MIXED: usize = 22;
/// The least number of different characters. A random token of 128 bits nearly always has more; a decimal one has ten.
const FEWEST_KINDS: usize = 7;

/// An error of a token that the user gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// A character would have to be escaped in an address or a cookie.
    #[error("a token may contain letters, digits, - and _ only")]
    Character,
    /// The token has fewer than 128 bits.
    #[error(
        "a token must have at least 128 bits: {HEXADECIMAL} random hexadecimal digits, or {MIXED} random letters, digits, - and _"
    )]
    Short,
}

/// A secret text of letters, digits, `-` and `_`, which grants access to the server.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Creates a token from the system's random bytes.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hexadecimal(&bytes)))
    }

    /// Returns a text from the user as a token.
    pub(crate) fn given(text: &str) -> Result<Self, TokenError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !text.chars().all(is_plain) {
            return Err(TokenError::Character);
        }
        let kinds: usize = text.chars().collect::<BTreeSet<char>>().len();
        let enough = match () {
            () if text.chars().all(|c| c.is_ascii_digit()) => DECIMAL,
            () if text.chars().all(|c| c.is_ascii_hexdigit()) => HEXADECIMAL,
            () => MIXED,
        };
        if text.len() < enough || kinds < FEWEST_KINDS {
            return Err(TokenError::Short);
        }
        Ok(Self(text.to_string()))
    }

    /// Returns the name of the cookie that holds the token. The name depends on the token, so that cookies of several
    /// servers do not replace each other, even if tunnels give these servers the same port. Sixty-four bits of the hash
    /// do not reveal the token.
    pub(crate) fn cookie_name(&self) -> String {
        let hash = Sha256::digest(self.0.as_bytes());
        format!("transect_{}", hexadecimal(&hash[..8]))
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
    fn given_tokens_have_128_bits_and_fit_into_an_address() {
        for text in [
            "abcDEF-_09ghijklmnopqr",
            "0123456789abcdef0123456789ABCDEF",
            "012345678901234567890123456789012345678",
        ] {
            assert!(Token::given(text).is_ok(), "{text}");
        }
        for text in [
            "",
            "short",
            "abcDEF-_09ghijklmnopq",
            "0123456789abcdef0123456789abcde",
            "01234567890123456789012345678901234567",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaz",
        ] {
            assert_eq!(Token::given(text).err(), Some(TokenError::Short), "{text}");
        }
        for text in ["with space", "with;semicolon", "ümlaute-12", "a\nb"] {
            assert_eq!(
                Token::given(text).err(),
                Some(TokenError::Character),
                "{text}"
            );
        }
    }

    #[test]
    fn the_name_of_the_cookie_depends_on_the_token() {
        let [one, two] = [(); 2].map(|()| Token::random().expect("random bytes"));
        assert_eq!(one.cookie_name(), one.clone().cookie_name());
        assert_ne!(one.cookie_name(), two.cookie_name());
        assert_eq!(one.cookie_name().len(), "transect_".len() + 16);
    }
}
