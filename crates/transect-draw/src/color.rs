//! Colours in CSS notation.

use std::fmt;

/// An sRGB colour, written `#rgb` or `#rrggbb`. The original text is kept.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Color {
    text: String,
    rgb: [u8; 3],
}

impl Color {
    /// Parses a colour; `None` if the text is not a colour.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let digits: Vec<u8> = digits
            .chars()
            .map(|digit| {
                digit
                    .to_digit(16)
                    .and_then(|value| u8::try_from(value).ok())
            })
            .collect::<Option<_>>()?;
        let rgb = match digits[..] {
            [r, g, b] => [17 * r, 17 * g, 17 * b],
            [r, red, g, green, b, blue] => [16 * r + red, 16 * g + green, 16 * b + blue],
            _ => return None,
        };
        Some(Self {
            text: text.to_owned(),
            rgb,
        })
    }

    pub(crate) fn rgb(&self) -> [u8; 3] {
        self.rgb
    }

    /// Returns the red, green and blue components, from 0 to 1.
    pub(crate) fn parts(&self) -> [f64; 3] {
        self.rgb.map(|value| f64::from(value) / 255.0)
    }

    /// Returns the colour nearest to these red, green and blue components from 0 to 1.
    pub(crate) fn nearest(parts: [f64; 3]) -> Self {
        let rgb = parts.map(|value| (value * 255.0).round() as u8);
        Self {
            text: hex(rgb),
            rgb,
        }
    }
}

/// The default colour is black.
impl Default for Color {
    fn default() -> Self {
        Self::nearest([0.0; 3])
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Returns a colour in the notation of CSS, such as `#00ff80`.
pub(crate) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
