//! The answers: [`Side`] and [`Extent`] are facts, [`Interval`] is a measurement.

/// On which side of a plane something lies: the sign of `n·p + d`, exactly.
///
/// For a point, `On` means that it lies in the plane; for a shape, that the plane meets it (closed
/// sets: touching meets).
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
    /// `n·p + d = 0`, or met by the plane.
    On = 0,
    /// `n·p + d > 0`.
    Front = 1,
}

impl Side {
    /// The sign of a number that is neither zero nor NaN, without a branch: sides come in random order.
    #[inline]
    pub(crate) const fn of_nonzero(value: f64) -> Self {
        if value > 0.0 { Self::Front } else { Self::Back }
    }
}

/// The product of two signs.
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

/// The sides of the backmost and of the frontmost point of a shape: all that its position relative
/// to a plane can be, told apart exactly.
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
    /// The extent of a single point.
    #[inline]
    #[must_use]
    pub const fn of_point(side: Side) -> Self {
        Self {
            backmost: side,
            frontmost: side,
        }
    }

    /// The closed answer: `Front` or `Back` if all of the shape lies strictly there, else `On`.
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

    /// The extent of the convex hull of two shapes.
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

    /// Whether the shape reaches the plane from one side only: met, but not passed through.
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
/// The projection of the shape onto the normal, a measurement for people; decisions ask [`Extent`].
///
#[cfg_attr(doc, doc = include_str!("../figures/interval.svg"))]
///
/// ```
/// use transect::{Interval, Plane, Side, Sphere};
/// let plane = Plane::new([0.0, 3.0, 4.0], -10.0)?; // |n| = 5: 2 from the origin
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
    /// The interval of the convex hull of two shapes.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            backmost: self.backmost.min(other.backmost),
            frontmost: self.frontmost.max(other.frontmost),
        }
    }
}
