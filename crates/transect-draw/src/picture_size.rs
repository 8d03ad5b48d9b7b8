//! The size of a preview, and its text form.

use std::str::FromStr;

/// The width and the height of a picture, in pixels.
///
/// ```
/// use transect_draw::Size;
/// let size: Size = "800x450".parse()?;
/// assert_eq!([size.width(), size.height()], [800, 450]);
/// assert_eq!("800".parse(), Size::new(800, 600)); // a width alone: four to three
/// # Ok::<(), transect_draw::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
}

/// An error for a text or a size that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is neither one number nor two numbers.
    #[error(
        "{text:?} is not a size: give a width and a height, such as 1600x1200, or a width alone"
    )]
    Unknown {
        /// The text that is not a size.
        text: String,
    },
    /// The picture is too small to show anything, or unreasonably large.
    #[error(
        "{width}x{height} pixels: both must be from {} to {}",
        Size::LEAST,
        Size::MOST
    )]
    OutOfRange {
        /// The requested width.
        width: u64,
        /// The requested height.
        height: u64,
    },
}

impl Size {
    /// The smallest valid width and height, in pixels.
    pub const LEAST: u32 = 64;
    /// The greatest valid width and height, in pixels.
    pub const MOST: u32 = 8192;

    /// Creates a size.
    ///
    /// # Errors
    /// Returns [`SizeError::OutOfRange`] if a side is less than [`Size::LEAST`] or more than [`Size::MOST`].
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        Self::checked(width.into(), height.into())
    }

    fn checked(width: u64, height: u64) -> Result<Self, SizeError> {
        let side = |pixels: u64| {
            let pixels = u32::try_from(pixels).ok()?;
            (Self::LEAST..=Self::MOST)
                .contains(&pixels)
                .then_some(pixels)
        };
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(SizeError::OutOfRange { width, height }),
        }
    }

    /// Returns the width in pixels.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }
}

impl Default for Size {
    /// Returns the default size, 1600 × 1200 pixels.
    fn default() -> Self {
        Self {
            width: 1600,
            height: 1200,
        }
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let unknown = || SizeError::Unknown { text: text.into() };
        let pixels = |text: &str| text.trim().parse::<u64>().map_err(|_| unknown());
        match text.split_once(['x', 'X', '×']) {
            Some((width, height)) => Self::checked(pixels(width)?, pixels(height)?),
            None => {
                let width = pixels(text)?;
                let height = (width.saturating_mul(3) + 2) / 4;
                // If only a width is given, the height is three quarters of the width, but at least the least valid
                // number. So a valid width is never rejected. If the width is below the minimum, the same number
                // becomes the height, and the error shows it twice.
                let least = u64::from(Self::LEAST);
                Self::checked(
                    width,
                    if width < least {
                        width
                    } else {
                        height.max(least)
                    },
                )
            }
        }
    }
}
