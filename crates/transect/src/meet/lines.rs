//! A plane and a line, a plane and a ray.

use crate::line::Line;
use crate::meet::Meet;
use crate::plane::Plane;
use crate::predicates::determinant::{dot, numbers};
use crate::predicates::linear::LinearForm;
use crate::predicates::polynomial::{Number, Polynomial, digits, quotient};
use crate::ray::Ray;
use crate::side::Side;

/// What a plane and a line have in common.
///
/// Which of the three it is, and the sides, are exact: the sign of n·direction, and where that is
/// zero the side of the origin. Beyond the floats, t and coordinates are infinite, never NaN.
///
#[cfg_attr(doc, doc = include_str!("../../figures/meet_line.svg"))]
///
/// ```
/// use transect::{Line, LineMeeting, Plane, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let along = Line::new([0.0, 0.0, 1e-300], [1.0, 2.0, 0.0])?;
/// assert_eq!(floor.meet(&along), LineMeeting::Apart { side: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineMeeting<const D: usize = 3> {
    /// One point.
    Point {
        /// The parameter, `origin + t·direction`, with a relative error below 2⁻⁴⁸; 0 exactly where
        /// the origin lies on the plane.
        t: f64,
        /// The point: each coordinate within 2⁻⁴⁸·(|originᵢ| + |t·directionᵢ|), on planes along an axis
        /// the plane's own; the origin itself if that lies on the plane.
        point: [f64; D],
        /// The side that the line comes to with growing t.
        toward: Side,
    },
    /// All of the line lies in the plane.
    Within,
    /// The line is parallel to the plane, and all of it lies on this side.
    Apart {
        /// Front or back.
        side: Side,
    },
}

/// What a plane and a ray have in common; exact and rounded as [`LineMeeting`].
///
#[cfg_attr(doc, doc = include_str!("../../figures/meet_ray.svg"))]
///
/// ```
/// use transect::{Plane, Ray, RayMeeting, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let up = Ray::new([0.0, 0.0, 1.0], [0.0, 0.0, 1.0])?;
/// assert_eq!(floor.meet(&up), RayMeeting::Apart { side: Side::Front, is_parallel: false });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayMeeting<const D: usize = 3> {
    /// One point.
    Point {
        /// The parameter, as of [`LineMeeting::Point`]: 0 if the ray starts on the plane, otherwise
        /// greater than 0.
        t: f64,
        /// The point.
        point: [f64; D],
        /// The side that the ray starts on: `On` if that is the point.
        start: Side,
        /// The side that the ray goes to.
        toward: Side,
    },
    /// All of the ray lies in the plane; so it starts on it.
    Within,
    /// The ray does not reach the plane.
    Apart {
        /// The side on which all of it lies, its start included.
        side: Side,
        /// Whether it is parallel to the plane; otherwise it leads away.
        is_parallel: bool,
    },
}

impl<const D: usize> RayMeeting<D> {
    /// The side that the ray starts on.
    #[must_use]
    pub fn start(&self) -> Side {
        match *self {
            Self::Point { start, .. } => start,
            Self::Within => Side::On,
            Self::Apart { side, .. } => side,
        }
    }
}

impl<const D: usize> Meet<D> for Line<D> {
    type Meeting = LineMeeting<D>;

    fn meeting(&self, plane: &Plane<D>) -> LineMeeting<D> {
        let side = plane.form().side(&self.origin());
        match (toward(plane, self), side) {
            (Side::On, Side::On) => LineMeeting::Within,
            (Side::On, side) => LineMeeting::Apart { side },
            (toward, side) => {
                let (t, point) = crossing(plane, self, side, toward);
                LineMeeting::Point { t, point, toward }
            }
        }
    }
}

impl<const D: usize> Meet<D> for Ray<D> {
    type Meeting = RayMeeting<D>;

    fn meeting(&self, plane: &Plane<D>) -> RayMeeting<D> {
        let line = self.line();
        let start = plane.form().side(&self.origin());
        match (toward(plane, &line), start) {
            (Side::On, Side::On) => RayMeeting::Within,
            (Side::On, side) => RayMeeting::Apart {
                side,
                is_parallel: true,
            },
            (toward, side) if toward == side => RayMeeting::Apart {
                side,
                is_parallel: false,
            },
            (toward, start) => {
                let (t, point) = crossing(plane, &line, start, toward);
                RayMeeting::Point {
                    t,
                    point,
                    start,
                    toward,
                }
            }
        }
    }
}

/// The side that a line comes to with growing t: the sign of n·direction.
fn toward<const D: usize>(plane: &Plane<D>, line: &Line<D>) -> Side {
    LinearForm::new(plane.normal(), 0.0).side(&line.direction())
}

/// t and the point of a line that is not parallel to a plane.
///
/// Values are within 8u of n·p + d and of n·direction, so that t is within 18u; a coordinate then takes
/// 19u of |t·direction| and u of the sum: less than 2⁻⁴⁸ of its terms. Where floats overflow or
/// vanish on the way, t and each coordinate are quotients of exact polynomials instead.
fn crossing<const D: usize>(
    plane: &Plane<D>,
    line: &Line<D>,
    side: Side,
    toward: Side,
) -> (f64, [f64; D]) {
    if side == Side::On {
        return (0.0, line.origin());
    }
    let value = plane.value(&line.origin());
    let growth = LinearForm::new(plane.normal(), 0.0).value(&line.direction());
    let is_ordinary = |value: f64| (1e-140..1e140).contains(&value.abs());
    let is_fast = is_ordinary(value) && is_ordinary(growth);
    let t = if is_fast {
        -value / growth
    } else {
        // The sign of the quotient is known, though it may vanish.
        let t = quotient::<{ digits(2) }, { digits(3) }>(&Value(plane, line), &Growth(plane, line));
        let sign = if side == toward { -1.0 } else { 1.0 };
        sign * t.abs().max(f64::from_bits(1))
    };
    let mut point = line.at(t);
    if !is_fast || point.iter().any(|coordinate| !coordinate.is_finite()) {
        point = core::array::from_fn(|axis| {
            let coordinate = Coordinate { plane, line, axis };
            quotient::<{ digits(3) }, { digits(4) }>(&coordinate, &Growth(plane, line))
        });
    }
    if let Some((axis, coordinate)) = plane.along_axis() {
        point[axis] = coordinate;
    }
    (t, point)
}

/// −(n·origin + d). Degree 2, D + 1 terms.
struct Value<'a, const D: usize>(&'a Plane<D>, &'a Line<D>);

impl<const D: usize> Polynomial for Value<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        N::of(0.0).minus(&self.0.form().evaluate(&numbers(&self.1.origin())))
    }
}

/// n·direction. Degree 2, D terms.
struct Growth<'a, const D: usize>(&'a Plane<D>, &'a Line<D>);

impl<const D: usize> Polynomial for Growth<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers(&self.0.normal()), &numbers(&self.1.direction()))
    }
}

/// originᵢ·(n·direction) − (n·origin + d)·directionᵢ: a coordinate, times n·direction. Degree 3.
struct Coordinate<'a, const D: usize> {
    plane: &'a Plane<D>,
    line: &'a Line<D>,
    axis: usize,
}

impl<const D: usize> Polynomial for Coordinate<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self { plane, line, axis } = *self;
        let origin = N::of(line.origin()[axis]).times(&Growth(plane, line).evaluate());
        let step = N::of(line.direction()[axis]).times(&Value(plane, line).evaluate());
        origin.plus(&step)
    }
}
