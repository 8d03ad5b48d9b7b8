//! The factor by which a preview stretches heights, and its text form.

use std::str::FromStr;

/// The factor by which a preview stretches the scene along its up axis.
///
/// Terrain is much wider than high, so a factor such as 3 makes its relief visible. The picture states the factor.
///
/// ```
/// use transect_draw::Exaggeration;
/// assert_eq!("3".parse(), Exaggeration::new(3.0));
/// assert!("0".parse::<Exaggeration>().is_err());
/// assert!("high".parse::<Exaggeration>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exaggeration(f64);

/// The error for a factor that is not a number from 0.01 to 1,000.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a factor from {} to {}, such as 3",
    Exaggeration::LEAST,
    Exaggeration::MOST
)]
pub struct ExaggerationError {
    /// The given factor.
    pub text: String,
}

impl Exaggeration {
    /// The least valid factor.
    pub const LEAST: f64 = 0.01;
    /// The greatest valid factor.
    pub const MOST: f64 = 1000.0;

    /// Creates a factor.
    ///
    /// # Errors
    /// Returns [`ExaggerationError`] if the factor is less than [`Exaggeration::LEAST`], more than
    /// [`Exaggeration::MOST`], or NaN.
    pub fn new(factor: f64) -> Result<Self, ExaggerationError> {
        if (Self::LEAST..=Self::MOST).contains(&factor) {
            return Ok(Self(factor));
        }
        Err(ExaggerationError {
            text: factor.to_string(),
        })
    }

    /// Returns the factor.
    #[must_use]
    pub fn factor(self) -> f64 {
        self.0
    }
}

impl Default for Exaggeration {
    /// Returns the factor 1, which leaves the scene as it is.
    fn default() -> Self {
        Self(1.0)
    }
}

impl FromStr for Exaggeration {
    type Err = ExaggerationError;

    fn from_str(text: &str) -> Result<Self, ExaggerationError> {
        let factor = text.trim().parse().map(Self::new);
        factor
            .ok()
            .and_then(Result::ok)
            .ok_or_else(|| ExaggerationError { text: text.into() })
    }
}
