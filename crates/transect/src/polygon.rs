//! Convex polygons.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::{Dyadic, PRODUCT_DIGITS, Side, orient2d};

use crate::coordinates::Coordinates;
use crate::plane::{Plane, PlaneError};
use crate::shape::{Shape, ShapeError, all_finite, by_points};

/// A convex polygon in 2D or 3D: its corners in order. The corners go around the polygon once.
///
/// In 2D, the corners go counter-clockwise, and the constructor checks exactly that each turn is to the left or
/// straight on. Corners may lie on the edge between their neighbours. Repeated corners, turns back, and polygons
/// without area are errors.
///
/// In 3D, the corners do not have to lie exactly in one plane, because rounded corners rarely do. The polygon is
/// checked in the two coordinates in which its area is largest; there it must be convex, clockwise or
/// counter-clockwise. In 2D and in 3D, the shape is the convex hull of the given corners, and the side of this hull
/// relative to a plane is exact.
///
/// ```
/// use transect::{ConvexPolygon, Extent, Plane, Side};
/// let line = Plane::new([1.0, 1.0], -2.0)?;
/// let square = ConvexPolygon::new([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])?;
/// assert_eq!(line.extent(&square), Extent { backmost: Side::Back, frontmost: Side::On });
/// assert!(ConvexPolygon::new([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]).is_err()); // clockwise
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolygon<const D: usize = 3> {
    corners: Vec<[f64; D]>,
    /// Two axes in which the corners go counter-clockwise around the polygon.
    axes: [usize; 2],
}

impl<const D: usize> ConvexPolygon<D> {
    /// Returns the polygon with these corners.
    ///
    /// # Errors
    /// Returns [`ShapeError::TooFewPoints`] if there are fewer than three corners. Returns [`ShapeError::NotFinite`] if
    /// a coordinate is NaN or infinite. Returns [`ShapeError::NoArea`], [`ShapeError::NotConvex`] or
    /// [`ShapeError::Winding`] if the corners do not go once around a convex polygon.
    pub fn new(corners: impl IntoIterator<Item = impl Coordinates<D>>) -> Result<Self, ShapeError> {
        const { assert!(D == 2 || D == 3, "polygons are in 2D or 3D") }
        let corners: Vec<[f64; D]> = corners.into_iter().map(Coordinates::coordinates).collect();
        if corners.len() < 3 {
            return Err(ShapeError::TooFewPoints {
                shape: "polygon",
                least: 3,
                count: corners.len(),
            });
        }
        all_finite("corner", &corners)?;
        let (axes, area) = largest_area(&corners);
        let counter_clockwise = match area {
            Side::On => return Err(ShapeError::NoArea),
            Side::Front => axes,
            // The projected polygon is clockwise. With the two axes exchanged, which shows it from the opposite side,
            // it is counter-clockwise.
            Side::Back if D == 3 => [axes[1], axes[0]],
            Side::Back => axes,
        };
        convex(&corners, counter_clockwise)?;
        Ok(Self {
            corners,
            axes: counter_clockwise,
        })
    }

    /// Returns the corners, in the given order.
    #[must_use]
    pub fn corners(&self) -> &[[f64; D]] {
        &self.corners
    }

    /// Returns two axes in which the corners go counter-clockwise around the polygon.
    pub(crate) fn axes(&self) -> [usize; 2] {
        self.axes
    }
}

impl ConvexPolygon<3> {
    /// Returns the plane of the polygon. From the front, the corners are counter-clockwise.
    ///
    /// The normal is Newell's: each coefficient is twice the area of the polygon's projection along an axis, computed
    /// exactly and rounded once. The offset is that of the parallel plane through the first corner, rounded once. So
    /// the corners, even the first one, may lie off the plane by rounding. (Sutherland, Sproull and Schumacker, "A
    /// Characterization of Ten Hidden-Surface Algorithms", 1974.)
    ///
    /// ```
    /// use transect::{ConvexPolygon, Plane, Side};
    /// let corners = [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 2.0, 1.0], [0.0, 2.0, 1.0]];
    /// let plane = ConvexPolygon::new(corners)?.plane()?;
    /// assert_eq!(plane.side(&[1.0, 1.0, 5.0]), Side::Front);
    /// assert_eq!(corners.map(|corner| plane.side(&corner)), [Side::On; 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PlaneError::ZeroNormal`] if all areas round to zero, [`PlaneError::NotFinite`] if an area is beyond
    /// the range of floats, and [`PlaneError::OffsetOverflow`] if the offset is.
    pub fn plane(&self) -> Result<Plane, PlaneError> {
        let normal =
            [[1, 2], [2, 0], [0, 1]].each(|axes| doubled_area(&self.corners, axes).to_f64());
        Plane::from_point_and_normal(self.corners[0], normal)
    }
}

impl<const D: usize> Shape<D> for ConvexPolygon<D> {
    by_points!(corners, D, extent_of_points);
}

/// Returns the two axes for which the polygon's projection onto their plane has the largest area, and the sign of this
/// area. The choice of the axes and the sign are exact. If several projections have the same largest area, the first of
/// them is chosen.
fn largest_area<const D: usize>(corners: &[[f64; D]]) -> ([usize; 2], Side) {
    let pairs: &[[usize; 2]] = if D == 2 {
        &[[0, 1]]
    } else {
        &[[1, 2], [2, 0], [0, 1]]
    };
    let mut largest = (pairs[0], Side::On);
    let mut size = Dyadic::new();
    for &axes in pairs {
        let area = doubled_area(corners, axes);
        let side = area.side();
        let magnitude = match side {
            Side::Back => area.negated(),
            _ => area,
        };
        if magnitude.difference(&size).side() == Side::Front {
            size = magnitude;
            largest = (axes, side);
        }
    }
    largest
}

/// Returns twice the signed area of the polygon's projection on two axes, Σ pᵢ × pᵢ₊₁. It is a polynomial of degree 2
/// with two terms per corner.
pub(crate) fn doubled_area<const D: usize>(
    corners: &[[f64; D]],
    [x, y]: [usize; 2],
) -> Dyadic<PRODUCT_DIGITS> {
    let mut area = Dyadic::new();
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        area.add_product(from[x], to[y]);
        area.add_product(-from[y], to[x]);
    }
    area
}

/// Returns an error unless the corners, projected on two axes, go once around a convex polygon, counter-clockwise.
///
/// Suppose that at each corner, the boundary goes straight on or turns left by less than half a turn. Then the
/// direction of the edges rotates only to the left. In one full rotation, it changes exactly twice between the
/// directions that [`upward`] calls `Front` (up, or level to the right) and the opposite directions, because no step is
/// large enough to skip one of them. So half the number of these changes is the number of times that the corners go
/// around. A closed polygon that only turns left, once, is convex.
fn convex<const D: usize>(corners: &[[f64; D]], [x, y]: [usize; 2]) -> Result<(), ShapeError> {
    let count = corners.len();
    let seen = |corner: usize| {
        let corner = &corners[corner % count];
        [corner[x], corner[y]]
    };
    let mut changes = 0;
    for corner in 0..count {
        let [before, at, after] = [corner + count - 1, corner, corner + 1].each(seen);
        let (arriving, leaving) = (upward(&before, &at), upward(&at, &after));
        let straight_on = arriving == leaving && arriving != Side::On;
        match orient2d(&before, &at, &after) {
            Side::Front => {}
            Side::On if straight_on => {}
            _ => return Err(ShapeError::NotConvex { corner }),
        }
        changes += usize::from(arriving != leaving);
    }
    match changes / 2 {
        1 => Ok(()),
        turns => Err(ShapeError::Winding { turns }),
    }
}

/// Returns `Front` if the way from one point to another leads up, or level to the right; `Back` if it leads the
/// opposite way; `On` if the points are equal.
pub(crate) fn upward(from: &[f64; 2], to: &[f64; 2]) -> Side {
    let ordering = to[1].partial_cmp(&from[1]).zip(to[0].partial_cmp(&from[0]));
    let (up, right) = ordering.expect("coordinates are finite");
    Side::from(up.then(right))
}
