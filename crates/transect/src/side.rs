//! The results of classifying shapes. [`Side`] and [`Extent`] are exact; [`Interval`] is rounded.

use crate::name_error::{NameError, named};

/// The side of a plane on which a point or shape lies: the exact sign of `n·p + d`.
///
/// For a point, `On` means that the point lies in the plane. For a shape, `On` means that the plane meets the shape.
/// Sets are closed, so a shape that touches the plane meets it.
///
#[cfg_attr(doc, doc = include_str!("../figures/side.svg"))]
///
/// ```
/// use transect::{Plane, Side};
/// let plane = Plane::new([0.0, 0.0, 1.0], -1.0)?;
/// assert_eq!(plane.side(&[5.0, 5.0, 3.0]), Side::Front);
/// assert_eq!(-Side::Front, Side::Back);
/// # Ok::<(), transect::PlaneError>(())
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
    /// use transect::{Plane, Side};
    /// let sides = [2.0, 0.0, -2.0].map(|z| Plane::Z.side(&[0.0, 0.0, z]));
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
    pub(crate) const fn of_nonzero(value: f64) -> Self {
        if value > 0.0 { Self::Front } else { Self::Back }
    }
}

/// Returns the product of two sides as signs: `Back` is −1, `On` is 0 and `Front` is 1.
pub(crate) fn times(a: Side, b: Side) -> Side {
    match a {
        Side::Back => -b,
        Side::On => Side::On,
        Side::Front => b,
    }
}

impl core::ops::Neg for Side {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Back => Self::Front,
            Self::On => Self::On,
            Self::Front => Self::Back,
        }
    }
}

impl From<core::cmp::Ordering> for Side {
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
/// use transect::Side;
/// assert_eq!("on".parse(), Ok(Side::On));
/// let error = "cut".parse::<Side>().unwrap_err();
/// assert_eq!(error.to_string(), "the name is not back, on or front");
/// ```
impl core::str::FromStr for Side {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        named(Self::ALL, &Self::NAMES, text)
    }
}

/// The exact sides of the backmost and of the frontmost point of a shape. The pair distinguishes all positions of a
/// shape relative to a plane: apart from it, touching it, crossing it, or within it.
///
#[cfg_attr(doc, doc = include_str!("../figures/extent.svg"))]
///
/// ```
/// use transect::{Aabb, Extent, Plane, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let standing = Aabb::new([0.0, 0.0, 0.0], [1.0, 1.0, 2.0])?;
/// assert_eq!(floor.extent(&standing), Extent { backmost: Side::On, frontmost: Side::Front });
/// assert_eq!(floor.side(&standing), Side::On); // a shape that touches the plane meets it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The side of the shape's point with the least `n·p + d`.
    pub backmost: Side,
    /// The side of the shape's point with the greatest `n·p + d`.
    pub frontmost: Side,
}

impl Extent {
    /// Returns the extent of a single point that lies on the side `side`.
    #[inline]
    #[must_use]
    pub const fn of_point(side: Side) -> Self {
        Self {
            backmost: side,
            frontmost: side,
        }
    }

    /// Returns `Front` or `Back` if the whole shape lies strictly on that side, otherwise `On`.
    #[must_use]
    #[inline]
    pub fn side(self) -> Side {
        // The frontmost point is never behind the backmost point. So if the sides of both are equal, they are the side
        // of the whole shape.
        if self.backmost == self.frontmost {
            self.backmost
        } else {
            Side::On
        }
    }

    /// Returns the extent of the convex hull of two shapes, given their extents.
    ///
    /// ```
    /// use transect::{Extent, Side};
    /// let [a, b] = [Side::Back, Side::Front].map(Extent::of_point);
    /// assert_eq!((a.side(), b.side(), a.join(b).side()), (Side::Back, Side::Front, Side::On));
    /// ```
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            backmost: self.backmost.min(other.backmost),
            frontmost: self.frontmost.max(other.frontmost),
        }
    }

    /// Returns `true` if the shape touches the plane: it meets the plane, but does not have points strictly on both
    /// sides.
    ///
    /// ```
    /// use transect::{Extent, Side};
    /// let standing = Extent { backmost: Side::On, frontmost: Side::Front };
    /// let cut = Extent { backmost: Side::Back, frontmost: Side::Front };
    /// assert!(standing.touches() && !cut.touches());
    /// ```
    #[must_use]
    pub fn touches(self) -> bool {
        self.side() == Side::On && (self.backmost == Side::On || self.frontmost == Side::On)
    }
}

impl core::ops::Neg for Extent {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            backmost: -self.frontmost,
            frontmost: -self.backmost,
        }
    }
}

/// The signed distances of the backmost and of the frontmost point of a shape from a plane, rounded to f64.
///
/// The interval is the projection of the shape onto the plane's normal. It is rounded, so it is only a measurement;
/// decisions use [`Extent`].
///
#[cfg_attr(doc, doc = include_str!("../figures/interval.svg"))]
///
/// ```
/// use transect::{Interval, Plane, Side, Sphere};
/// let plane = Plane::new([0.0, 3.0, 4.0], -10.0)?; // |n| = 5, so the plane is at distance 2 from the origin
/// let sphere = Sphere::new([7.0, 0.0, 0.0], 2.5)?;
/// assert_eq!(plane.interval(&sphere), Interval { backmost: -4.5, frontmost: 0.5 });
/// assert_eq!(plane.side(&sphere), Side::On);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The signed distance of the backmost point: the least signed distance of a point of the shape.
    pub backmost: f64,
    /// The signed distance of the frontmost point: the greatest signed distance of a point of the shape.
    pub frontmost: f64,
}

impl Interval {
    /// Returns the interval of the convex hull of two shapes, given their intervals.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            backmost: self.backmost.min(other.backmost),
            frontmost: self.frontmost.max(other.frontmost),
        }
    }
}
