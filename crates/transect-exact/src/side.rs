//! The sign of an exact number, as the side of a plane, a line or a circle.

use crate::name_error::NameError;

/// A sign, as the side of a plane, a line or a circle: the sign of an exact value.
///
/// For a plane `n·p + d = 0`, the value is `n·p + d`. For a shape, `On` means that the plane meets the shape. Sets are
/// closed, so a shape that touches a plane meets it.
///
/// ```
/// use transect_exact::{Side, orient2d};
/// assert_eq!(orient2d(&[0.0, 0.0], &[1.0, 0.0], &[5.0, 3.0]), Side::Front); // on the left
/// assert_eq!(-Side::Front, Side::Back);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Side {
    /// The point or the whole shape lies behind the plane, where `n·p + d < 0`.
    Back = -1,
    /// For a point, `n·p + d = 0`; for a shape, the plane meets the shape.
    On = 0,
    /// The point or the whole shape lies in front of the plane, where `n·p + d > 0`.
    Front = 1,
}

impl Side {
    /// All sides, from the back to the front.
    const ALL: [Self; 3] = [Self::Back, Self::On, Self::Front];
    /// The names of the sides, in the order of `ALL`.
    const NAMES: [&'static str; 3] = ["back", "on", "front"];

    /// Returns the name of the side: `front`, `on` or `back`. [`Display`](core::fmt::Display) and
    /// [`FromStr`](core::str::FromStr) write and read it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Back => Self::NAMES[0],
            Self::On => Self::NAMES[1],
            Self::Front => Self::NAMES[2],
        }
    }

    /// Returns `true` for [`Side::Front`].
    ///
    /// ```
    /// use transect_exact::{Side, orient2d};
    /// let sides = [2.0, 0.0, -2.0].map(|y| orient2d(&[0.0, 0.0], &[1.0, 0.0], &[0.0, y]));
    /// assert_eq!(sides.map(Side::is_front), [true, false, false]);
    /// assert_eq!(sides.map(Side::is_on), [false, true, false]);
    /// assert_eq!(sides.map(Side::is_back), [false, false, true]);
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_front(self) -> bool {
        matches!(self, Self::Front)
    }

    /// Returns `true` for [`Side::On`].
    #[must_use]
    #[inline]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// Returns `true` for [`Side::Back`].
    #[must_use]
    #[inline]
    pub const fn is_back(self) -> bool {
        matches!(self, Self::Back)
    }

    /// Returns the sign of a number that is neither zero nor NaN. The code has no branch, because sides come in random
    /// order and a branch would be mispredicted.
    #[inline]
    #[must_use]
    pub const fn of_nonzero(value: f64) -> Self {
        if value > 0.0 { Self::Front } else { Self::Back }
    }

    /// Returns the product of two signs: `Back` is −1, `On` is 0 and `Front` is 1.
    ///
    /// ```
    /// use transect_exact::Side;
    /// assert_eq!(Side::Back.times(Side::Back), Side::Front);
    /// assert_eq!(Side::Back.times(Side::On), Side::On);
    /// ```
    #[must_use]
    #[inline]
    pub const fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::On, _) | (_, Self::On) => Self::On,
            (Self::Back, Self::Back) | (Self::Front, Self::Front) => Self::Front,
            (Self::Back, Self::Front) | (Self::Front, Self::Back) => Self::Back,
        }
    }
}

impl core::ops::Neg for Side {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Back => Self::Front,
            Self::On => Self::On,
            Self::Front => Self::Back,
        }
    }
}

impl From<core::cmp::Ordering> for Side {
    #[inline]
    fn from(sign: core::cmp::Ordering) -> Self {
        match sign {
            core::cmp::Ordering::Less => Self::Back,
            core::cmp::Ordering::Equal => Self::On,
            core::cmp::Ordering::Greater => Self::Front,
        }
    }
}

/// Writes the name of the side.
impl core::fmt::Display for Side {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a side: `front`, `on` or `back`.
///
/// ```
/// use transect_exact::Side;
/// assert_eq!("on".parse(), Ok(Side::On));
/// let error = "cut".parse::<Side>().unwrap_err();
/// assert_eq!(error.to_string(), "the name is not back, on or front");
/// ```
impl core::str::FromStr for Side {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        NameError::find(Self::ALL, &Self::NAMES, text)
    }
}
