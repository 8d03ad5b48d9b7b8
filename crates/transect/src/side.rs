//! The results of classifying shapes. [`Side`] and [`Extent`] are exact; [`Interval`] is rounded.

#[cfg_attr(doc, doc = include_str!("../figures/side.svg"))]
///
/// ```
/// use transect::{Plane, Side};
/// let plane = Plane::new([0.0, 0.0, 1.0], -1.0)?;
/// assert_eq!(plane.side(&[5.0, 5.0, 3.0]), Side::Front);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[doc(inline)]
pub use transect_exact::Side;

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
