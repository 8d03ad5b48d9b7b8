//! Codes that open the page in another browser. Each code is valid once, and for ten minutes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::token::Token;

/// The time for which a code is valid.
pub(crate) const VALID: Duration = Duration::from_secs(600);
/// The greatest number of valid codes; a further code replaces the oldest.
const MOST: usize = 32;

/// The codes that are valid at present, the oldest first.
#[derive(Default)]
pub(crate) struct Invitations(Mutex<Vec<(Token, Instant)>>);

impl Invitations {
    /// Returns a new random code.
    pub(crate) fn invite(&self, now: Instant) -> Result<String, getrandom::Error> {
        let code = Token::random()?;
        let text = code.text().to_string();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|(_, made)| is_valid(*made, now));
        if codes.len() >= MOST {
            codes.remove(0);
        }
        codes.push((code, now));
        Ok(text)
    }

    /// Returns `true` if a text is a valid code. The code is not valid afterwards.
    pub(crate) fn accept(&self, text: &str, now: Instant) -> bool {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|(_, made)| is_valid(*made, now));
        let count = codes.len();
        codes.retain(|(code, _)| !code.is(text));
        codes.len() < count
    }
}

fn is_valid(made: Instant, now: Instant) -> bool {
    now.saturating_duration_since(made) < VALID
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_valid_once_and_for_a_time() {
        let invitations = Invitations::default();
        let now = Instant::now();
        let [first, second] = [(); 2].map(|()| invitations.invite(now).expect("random bytes"));
        assert!(invitations.accept(&first, now) && !invitations.accept(&first, now));
        assert!(!invitations.accept("", now));
        assert!(!invitations.accept(&second, now + VALID));
        let codes: Vec<String> = (0..=MOST)
            .map(|_| invitations.invite(now).expect("random bytes"))
            .collect();
        assert!(!invitations.accept(&codes[0], now) && invitations.accept(&codes[1], now));
    }
}
