//! The scale of a drawing on paper.

use std::fmt;
use std::str::FromStr;

use crate::grid::Round;

/// A scale: a length on paper to the length that it shows, such as 1:100.
///
/// ```
/// use transect_draw::DrawingScale;
/// let scale: DrawingScale = "1:100".parse()?;
/// assert_eq!(scale.ratio(), 0.01);
/// assert_eq!(scale.to_string(), "1:100");
/// # Ok::<(), transect_draw::ScaleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawingScale {
    paper: f64,
    model: f64,
}

/// The error of a text that is not a scale.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a scale; a scale is two positive numbers, such as 1:100 or 5:1")]
pub struct ScaleError {
    /// The text.
    pub text: String,
}

impl DrawingScale {
    /// Returns the length on paper divided by the length that it shows.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.paper / self.model
    }

    /// Returns the two numbers of the scale: the length on paper, and the length that it shows.
    pub(crate) fn sides(&self) -> [f64; 2] {
        [self.paper, self.model]
    }

    /// Returns the largest scale of ISO 5455 whose ratio is at most `ratio`: 1:n or n:1, with n = 1, 2 or 5 times a
    /// power of ten. Returns `None` if the ratio is not a positive number.
    pub(crate) fn at_most(ratio: f64) -> Option<Self> {
        let [paper, model] = if ratio < 1.0 {
            [1.0, Round::at_least(1.0 / ratio)?.value()]
        } else {
            [Round::at_most(ratio)?.value(), 1.0]
        };
        let ends_are_finite = paper.is_finite() && model.is_finite();
        ends_are_finite.then_some(Self { paper, model })
    }
}

impl FromStr for DrawingScale {
    type Err = ScaleError;

    fn from_str(text: &str) -> Result<Self, ScaleError> {
        let number = |text: &str| {
            let value: f64 = text.trim().parse().ok()?;
            // Within these limits, ratios and lengths on paper neither overflow nor underflow.
            (1e-9..=1e9).contains(&value).then_some(value)
        };
        let sides = text.split_once(':');
        let scale = sides.and_then(|(paper, model)| {
            Some(Self {
                paper: number(paper)?,
                model: number(model)?,
            })
        });
        scale.ok_or_else(|| ScaleError { text: text.into() })
    }
}

impl fmt::Display for DrawingScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.paper, self.model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_scales_are_those_of_iso_5455() {
        for (ratio, scale) in [
            (0.0123, "1:100"),
            (0.01, "1:100"),
            (0.0099, "1:200"),
            (0.9, "1:2"),
            (1.0, "1:1"),
            (3.0, "2:1"),
            (57.0, "50:1"),
        ] {
            let round = DrawingScale::at_most(ratio).expect("a positive ratio");
            assert_eq!(round.to_string(), scale, "{ratio}");
        }
        for ratio in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(DrawingScale::at_most(ratio), None, "{ratio}");
        }
    }

    #[test]
    fn scales_are_two_positive_numbers() {
        let parsed = |text: &str| text.parse::<DrawingScale>();
        assert_eq!(parsed("1 : 12.5").expect("a scale").ratio(), 0.08);
        assert_eq!(parsed("5:1").expect("a scale").ratio(), 5.0);
        for wrong in [
            "", "100", "1:0", "1:-5", "0:1", "1:x", "1:inf", "1:2:3", "1/100",
        ] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
