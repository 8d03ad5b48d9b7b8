//! The intersection of a plane with a line or a ray.

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::determinant::{dot, numbers};
use transect_exact::linear::LinearForm;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::quotient::quotient;

use crate::line::Line;
use crate::meet::Meet;
use crate::meet::values::{Form, values};
use crate::plane::Plane;
use crate::ray::Ray;

/// The intersection of a plane and a line.
///
/// The variant and the sides are exact: they follow from the sign of n·direction and, if that is zero, from the side of
/// the origin. If t or a coordinate is beyond the range of floats, it is infinite, never NaN.
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
    /// The plane and the line have exactly one point in common.
    Point {
        /// The parameter t of `origin + t·direction`, with a relative error below 2⁻⁴⁸; 0 exactly
        /// if the origin lies on the plane.
        t: f64,
        /// The intersection point. Each coordinate has an error of at most 2⁻⁴⁸·(|originᵢ| + |t·directionᵢ|). If the
        /// plane is perpendicular to an axis, the coordinate on this axis is that of the plane. If the origin is on the
        /// plane, the point is the origin.
        point: [f64; D],
        /// The side to which the line leads with growing t.
        toward: Side,
    },
    /// The whole line lies in the plane.
    Within,
    /// The line is parallel to the plane and lies wholly on one side.
    Apart {
        /// The side of the line: front or back.
        side: Side,
    },
}

/// The intersection of a plane and a ray. Its values are exact or rounded like those of [`LineMeeting`].
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
    /// The intersection is one point.
    Point {
        /// The parameter t of the point, rounded like that of [`LineMeeting::Point`]. It is 0 if the ray starts on the
        /// plane, and otherwise greater than 0.
        t: f64,
        /// The intersection point.
        point: [f64; D],
        /// The side on which the ray's start lies. It is `On` if the start is the intersection point.
        start: Side,
        /// The side to which the ray leads with growing t.
        toward: Side,
    },
    /// The whole ray lies in the plane, including its start.
    Within,
    /// The ray does not reach the plane.
    Apart {
        /// The side on which the whole ray lies, including its start.
        side: Side,
        /// `true` if the ray is parallel to the plane; `false` if it leads away from the plane.
        is_parallel: bool,
    },
}

impl<const D: usize> LineMeeting<D> {
    /// Returns the parameter of the intersection point, if the intersection is one point.
    #[must_use]
    pub const fn t(&self) -> Option<f64> {
        match *self {
            Self::Point { t, .. } => Some(t),
            Self::Within | Self::Apart { .. } => None,
        }
    }

    /// Returns the intersection point, if the intersection is one point.
    ///
    /// ```
    /// use transect::{Line, Plane};
    /// let line = Line::new([1.0, 2.0, 6.0], [0.0, 0.0, -3.0])?;
    /// let meeting = Plane::Z.meet(&line);
    /// assert_eq!((meeting.t(), meeting.point()), (Some(2.0), Some([1.0, 2.0, 0.0])));
    /// assert_eq!(Plane::X.meet(&line).point(), None); // parallel
    /// # Ok::<(), transect::LineError>(())
    /// ```
    #[must_use]
    pub const fn point(&self) -> Option<[f64; D]> {
        match *self {
            Self::Point { point, .. } => Some(point),
            Self::Within | Self::Apart { .. } => None,
        }
    }
}

impl<const D: usize> RayMeeting<D> {
    /// Returns the parameter of the intersection point, if the intersection is one point.
    #[must_use]
    pub const fn t(&self) -> Option<f64> {
        match *self {
            Self::Point { t, .. } => Some(t),
            Self::Within | Self::Apart { .. } => None,
        }
    }

    /// Returns the intersection point, if the intersection is one point.
    ///
    /// ```
    /// use transect::{Plane, Ray};
    /// let [up, down] = [1.0, -1.0].map(|z| Ray::new([1.0, 2.0, 6.0], [0.0, 0.0, z]));
    /// assert_eq!(Plane::Z.meet(&up?).point(), None);
    /// assert_eq!(Plane::Z.meet(&down?).point(), Some([1.0, 2.0, 0.0]));
    /// # Ok::<(), transect::LineError>(())
    /// ```
    #[must_use]
    pub const fn point(&self) -> Option<[f64; D]> {
        match *self {
            Self::Point { point, .. } => Some(point),
            Self::Within | Self::Apart { .. } => None,
        }
    }

    /// Returns the side of the plane on which the ray's start lies.
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
        let way = Way::new(plane, self);
        match (way.toward, way.start) {
            (Side::On, Side::On) => LineMeeting::Within,
            (Side::On, side) => LineMeeting::Apart { side },
            (toward, _) => {
                let (t, point) = way.crossing(plane, self);
                LineMeeting::Point { t, point, toward }
            }
        }
    }
}

impl<const D: usize> Meet<D> for Ray<D> {
    type Meeting = RayMeeting<D>;

    fn meeting(&self, plane: &Plane<D>) -> RayMeeting<D> {
        let line = self.as_line();
        let way = Way::new(plane, line);
        match (way.toward, way.start) {
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
                let (t, point) = way.crossing(plane, line);
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

/// The exact signs that decide how a plane and a line meet.
struct Way {
    /// The side of the line's origin.
    start: Side,
    /// The side to which the line leads with growing t: the sign of n·direction.
    toward: Side,
    /// The parameter t of the crossing, or `None` if floats do not give t with a relative error of at most 30u (u =
    /// 2⁻⁵³).
    t: Option<f64>,
}

impl Way {
    #[inline(always)]
    fn new<const D: usize>(plane: &Plane<D>, line: &Line<D>) -> Self {
        let (normal, [origin, direction]) = (plane.form().normal(), line.parts());
        let form = |point, constant| Form {
            normal,
            point,
            constant,
        };
        match values([form(origin, plane.offset()), form(direction, 0.0)]) {
            Some([value, growth]) => Self {
                start: Side::of_nonzero(value),
                toward: Side::of_nonzero(growth),
                t: Some(-value / growth),
            },
            None => Self {
                start: plane.form().side(origin),
                toward: LinearForm::new(*normal, 0.0).side(direction),
                t: None,
            },
        }
    }

    /// Returns the parameter t and the point at which the line crosses the plane. The line is not parallel to the
    /// plane.
    ///
    /// With u = 2⁻⁵³, the relative errors of n·origin + d and n·direction add up to at most 28u, so the relative error
    /// of t is at most 30u. A coordinate then has an error of at most 31u·|t·direction|, plus u times its own magnitude
    /// from adding the origin. In all, this is at most 2⁻⁴⁸·(|origin| + |t·direction|). If floats do not give t, or a
    /// coordinate overflows, t and each coordinate are computed as quotients of exact polynomials.
    #[inline(always)]
    fn crossing<const D: usize>(&self, plane: &Plane<D>, line: &Line<D>) -> (f64, [f64; D]) {
        let quick = self.t.map(|t| (t, line.at(t)));
        let (t, mut point) = match quick {
            Some((t, point)) if point.iter().all(|coordinate| coordinate.is_finite()) => (t, point),
            _ => self.exact_crossing(plane, line),
        };
        if let Some((axis, coordinate)) = plane.along_axis()
            && self.start != Side::On
        {
            point[axis] = coordinate;
        }
        (t, point)
    }

    #[cold]
    fn exact_crossing<const D: usize>(&self, plane: &Plane<D>, line: &Line<D>) -> (f64, [f64; D]) {
        if self.start == Side::On {
            return (0.0, line.origin());
        }
        let t = self.t.unwrap_or_else(|| {
            // The quotient may underflow to zero. So the sign of t is taken from the sides, and its magnitude is at
            // least that of the smallest float.
            let t = quotient::<{ digits(2) }>(&Value(plane, line), &Growth(plane, line));
            let sign = if self.start == self.toward { -1.0 } else { 1.0 };
            sign * t.abs().max(f64::from_bits(1))
        });
        let point = array(|axis| {
            let coordinate = Coordinate { plane, line, axis };
            quotient::<{ digits(3) }>(&coordinate, &Growth(plane, line))
        });
        (t, point)
    }
}

/// The polynomial −(n·origin + d), of degree 2 and with D + 1 terms.
struct Value<'a, const D: usize>(&'a Plane<D>, &'a Line<D>);

impl<const D: usize> Polynomial for Value<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        N::of(0.0).minus(&self.0.form().evaluate(&numbers(&self.1.origin())))
    }
}

/// The polynomial n·direction, of degree 2 and with D terms.
struct Growth<'a, const D: usize>(&'a Plane<D>, &'a Line<D>);

impl<const D: usize> Polynomial for Growth<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers(&self.0.normal()), &numbers(&self.1.direction()))
    }
}

/// The polynomial originᵢ·(n·direction) − (n·origin + d)·directionᵢ, of degree 3. Divided by n·direction, it is the
/// coordinate i of the intersection point.
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
