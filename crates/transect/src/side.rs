//! The results of classification: [`Side`] and [`Extent`] are exact, [`Interval`] is rounded.

/// The side of a plane: the exact sign of `n·p + d`.
///
/// For a point, `On` means that the point lies in the plane. For a shape, `On` means that the plane
/// meets the shape; sets are closed, so touching counts as meeting.
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
    /// `n·p + d < 0`.
    Back = -1,
    /// `n·p + d = 0` for a point; for a shape, the plane meets the shape.
    On = 0,
    /// `n·p + d > 0`.
    Front = 1,
}

impl Side {
    /// Returns the sign of a number that is neither zero nor NaN. It has no branch, because sides come in random order.
    #[inline]
    pub(crate) const fn of_nonzero(value: f64) -> Self {
        if value > 0.0 { Self::Front } else { Self::Back }
    }
}

/// Returns the product of two signs.
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

impl core::fmt::Display for Side {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::Back => "back",
            Self::On => "on",
            Self::Front => "front",
        })
    }
}

/// The exact sides of the backmost and of the frontmost point of a shape. This pair describes every
/// possible position of a shape relative to a plane.
///
#[cfg_attr(doc, doc = include_str!("../figures/extent.svg"))]
///
/// ```
/// use transect::{Aabb, Extent, Plane, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let standing = Aabb::new([0.0, 0.0, 0.0], [1.0, 1.0, 2.0])?;
/// assert_eq!(floor.extent(&standing), Extent { backmost: Side::On, frontmost: Side::Front });
/// assert_eq!(floor.side(&standing), Side::On); // touching meets
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The side of the point with the least `n·p + d`.
    pub backmost: Side,
    /// The side of the point with the greatest `n·p + d`.
    pub frontmost: Side,
}

impl Extent {
    /// Returns the extent of a single point.
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
        // The frontmost point is never behind the backmost one.
        if self.backmost == self.frontmost {
            self.backmost
        } else {
            Side::On
        }
    }

    /// Returns the extent of the convex hull of two shapes.
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

    /// Returns `true` if the shape touches the plane: it meets the plane, but does not cross it.
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

/// The signed distances of the backmost and of the frontmost point of a shape, rounded to f64.
///
/// The interval is the projection of the shape onto the normal. It is rounded, and therefore a measurement for people;
/// decisions use [`Extent`].
///
#[cfg_attr(doc, doc = include_str!("../figures/interval.svg"))]
///
/// ```
/// use transect::{Interval, Plane, Side, Sphere};
/// let plane = Plane::new([0.0, 3.0, 4.0], -10.0)?; // |n| = 5: at distance 2 from the origin
/// let sphere = Sphere::new([7.0, 0.0, 0.0], 2.5)?;
/// assert_eq!(plane.interval(&sphere), Interval { backmost: -4.5, frontmost: 0.5 });
/// assert_eq!(plane.side(&sphere), Side::On);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least signed distance.
    pub backmost: f64,
    /// The greatest signed distance.
    pub frontmost: f64,
}

impl Interval {
    /// Returns the interval of the convex hull of two shapes.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            backmost: self.backmost.min(other.backmost),
            frontmost: self.frontmost.max(other.frontmost),
        }
    }
}
