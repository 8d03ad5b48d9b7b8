//! The check whether an answer is still wanted.

use crate::error::AnswerError;

/// Says whether a newer question has replaced the question that is being answered. Long computations ask now and then.
pub struct Overtaken<'a>(&'a dyn Fn() -> bool);

impl<'a> Overtaken<'a> {
    /// A question that nothing replaces.
    pub const NEVER: Overtaken<'static> = Overtaken(&|| false);

    /// Returns a value that asks `is_overtaken`.
    #[must_use]
    pub fn by(is_overtaken: &'a dyn Fn() -> bool) -> Self {
        Self(is_overtaken)
    }

    /// Returns an error if a newer question has replaced this one.
    pub(crate) fn check(&self) -> Result<(), AnswerError> {
        if (self.0)() {
            Err(AnswerError::overtaken())
        } else {
            Ok(())
        }
    }
}
