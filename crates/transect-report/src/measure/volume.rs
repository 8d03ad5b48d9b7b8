//! Volumes as they are typed: a number, or a percentage of the whole volume.

use crate::user_error::UserError;
use transect::decimal::Decimal;

/// A volume of `--volume`: a number such as `12.5`, or a percentage such as `40%`.
///
/// ```
/// use transect_report::measure::volume::AskedVolume;
/// let asked: AskedVolume = "40%".parse()?;
/// assert_eq!((asked.text(), asked.of(30.0)), ("40%", 12.0));
/// # Ok::<(), transect_report::UserError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AskedVolume {
    text: String,
    value: f64,
    is_percentage: bool,
}

impl std::str::FromStr for AskedVolume {
    type Err = UserError;

    fn from_str(text: &str) -> Result<Self, UserError> {
        let text = text.trim();
        let (number, is_percentage) = match text.strip_suffix('%') {
            Some(number) => (number, true),
            None => (text, false),
        };
        let wrong = |reason: &str| {
            UserError::with_hint(
                format!("--volume {text:?}: {reason}"),
                "write a number without a unit, or a percentage of the volume: --volume 12.5 or --volume 40%",
            )
        };
        let number: Decimal = number.parse().map_err(|error| wrong(&format!("{error}")))?;
        let value = number.to_f64().ok_or_else(|| wrong("too large"))?;
        if value < 0.0 {
            return Err(wrong("a volume behind a plane is not negative"));
        }
        if is_percentage && value > 100.0 {
            return Err(wrong("more than 100%"));
        }
        Ok(Self {
            text: text.into(),
            value,
            is_percentage,
        })
    }
}

impl AskedVolume {
    /// Returns the text as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` for a percentage.
    #[must_use]
    pub fn is_percentage(&self) -> bool {
        self.is_percentage
    }

    /// Returns the volume: the number itself, or the percentage of `total`, rounded.
    #[must_use]
    pub fn of(&self, total: f64) -> f64 {
        if !self.is_percentage {
            self.value
        } else if self.value >= 100.0 {
            total
        } else {
            total * self.value / 100.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_are_numbers_or_percentages() {
        let volume = |text: &str| text.parse::<AskedVolume>().map(|asked| asked.of(8.0));
        assert_eq!(volume("2.5"), Ok(2.5));
        assert_eq!(volume("25%"), Ok(2.0));
        assert_eq!(volume("100%"), Ok(8.0));
        for (text, reason) in [
            ("-1", "is not negative"),
            ("101%", "more than 100%"),
            ("2 l", "not a number"),
            ("%", "not a number"),
        ] {
            let error = volume(text).expect_err(text);
            assert!(error.message.contains(reason), "{error}");
        }
    }
}
