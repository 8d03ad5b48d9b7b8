//! The intersection of a plane and a segment.

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::determinant::{difference, dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::quotient::quotient;
use transect_exact::unit::U;

use crate::meet::Meet;
use crate::meet::values::{Form, values};
use crate::plane::Plane;
use crate::segment::{Segment, point_between};

/// The intersection of a plane and a segment.
///
/// The variant and the sides of the segment's ends are exact.
///
#[cfg_attr(doc, doc = include_str!("../../figures/meet_segment.svg"))]
///
/// ```
/// use transect::{Plane, Segment, SegmentMeeting, Side};
/// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
/// let standing = Segment::new([1.0, 2.0, 0.0], [1.0, 2.0, 3.0])?;
/// let (point, ends) = ([1.0, 2.0, 0.0], [Side::On, Side::Front]);
/// assert_eq!(floor.meet(&standing), SegmentMeeting::Point { t: 0.0, point, ends });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentMeeting<const D: usize = 3> {
    /// The plane and the segment have exactly one point in common.
    Point {
        /// The parameter t of `start + t·(end − start)`, with a relative error below 2⁻⁴⁸. It is exactly 0 if the start
        /// lies on the plane, exactly 1 if the end does, and otherwise strictly between 0 and 1.
        t: f64,
        /// The intersection point. Each coordinate lies between the coordinates of the ends. Its error is at most 2⁻⁴⁷
        /// times the greater of the magnitudes of these two coordinates. If an end lies on the plane, the point is that
        /// end.
        point: [f64; D],
        /// The sides of the start and of the end; they are different.
        ends: [Side; 2],
    },
    /// The whole segment lies in the plane, both ends included.
    Within,
    /// The segment does not reach the plane.
    Apart {
        /// The side on which the whole segment lies, both ends included.
        side: Side,
        /// `true` if the segment is parallel to the plane.
        is_parallel: bool,
    },
}

impl<const D: usize> SegmentMeeting<D> {
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
    /// use transect::{Plane, Segment};
    /// let segment = Segment::new([0.0, 0.0, 3.0], [4.0, 0.0, -1.0])?;
    /// assert_eq!(Plane::Z.meet(&segment).t(), Some(0.75));
    /// assert_eq!(Plane::Z.meet(&segment).point(), Some([3.0, 0.0, 0.0]));
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    #[must_use]
    pub const fn point(&self) -> Option<[f64; D]> {
        match *self {
            Self::Point { point, .. } => Some(point),
            Self::Within | Self::Apart { .. } => None,
        }
    }

    /// Returns the sides of the segment's start and end.
    #[must_use]
    pub fn ends(&self) -> [Side; 2] {
        match *self {
            Self::Point { ends, .. } => ends,
            Self::Within => [Side::On; 2],
            Self::Apart { side, .. } => [side; 2],
        }
    }
}

impl<const D: usize> Meet<D> for Segment<D> {
    type Meeting = SegmentMeeting<D>;

    fn meeting(&self, plane: &Plane<D>) -> SegmentMeeting<D> {
        let [from, to] = &self.ends;
        let values = values_at_ends(plane, self);
        let ends = match values {
            Some(values) => values.each(Side::of_nonzero),
            None => self.ends.each_ref().each(|end| plane.form().side(end)),
        };
        match ends {
            [Side::On, Side::On] => SegmentMeeting::Within,
            [Side::On, _] => SegmentMeeting::Point {
                t: 0.0,
                point: *from,
                ends,
            },
            [_, Side::On] => SegmentMeeting::Point {
                t: 1.0,
                point: *to,
                ends,
            },
            [start, end] if start == end => SegmentMeeting::Apart {
                side: start,
                is_parallel: !certainly_differ(values) && parallel(plane, self),
            },
            _ => {
                let t = parameter(plane, [from, to], values);
                let point = crossing_between(plane, [from, to], values);
                SegmentMeeting::Point { t, point, ends }
            }
        }
    }
}

/// Returns the rounded point where the segment between two points on opposite sides crosses a plane. The point is
/// always computed from the lexicographically lesser end. So the result does not depend on the order of the ends or on
/// the direction of the normal.
pub(crate) fn crossing<const D: usize>(
    plane: &Plane<D>,
    from: &[f64; D],
    to: &[f64; D],
) -> [f64; D] {
    let segment = Segment { ends: [*from, *to] };
    crossing_between(plane, [from, to], values_at_ends(plane, &segment))
}

/// Returns the point of [`crossing`]. `values` are n·p + d at both ends, or `None` if floats do not give them.
#[inline]
fn crossing_between<const D: usize>(
    plane: &Plane<D>,
    [from, to]: [&[f64; D]; 2],
    values: Option<[f64; 2]>,
) -> [f64; D] {
    // The order of the ends is random, so a branch would be mispredicted. Indices avoid the branch.
    let (ends, lesser) = ([from, to], usize::from(to < from));
    let ends = [ends[lesser], ends[1 - lesser]];
    let values = values.map(|values| [values[lesser], values[1 - lesser]]);
    let mut point = point_between(ends, parameter(plane, ends, values));
    if let Some((axis, coordinate)) = plane.along_axis() {
        point[axis] = coordinate;
    }
    point
}

#[inline]
fn values_at_ends<const D: usize>(plane: &Plane<D>, segment: &Segment<D>) -> Option<[f64; 2]> {
    values(segment.ends.each_ref().each(|point| Form {
        normal: plane.form().normal(),
        point,
        constant: plane.offset(),
    }))
}

/// Returns `true` if two numbers are certainly different. `values` are the two numbers in floats, with relative errors
/// that add up to at most 28u (u = 2⁻⁵³), or `None` if floats do not give them.
#[inline]
fn certainly_differ(values: Option<[f64; 2]>) -> bool {
    values.is_some_and(|[a, b]| (a - b).abs() > 32.0 * U * (a.abs() + b.abs()))
}

/// Returns `true` if n·(end − start) is zero, exactly.
fn parallel<const D: usize>(plane: &Plane<D>, segment: &Segment<D>) -> bool {
    let rise = Rise {
        normal: plane.normal(),
        segment,
    };
    transect_exact::polynomial::sign::<{ digits(2) }>(&rise) == Side::On
}

/// Returns the parameter t of the crossing, strictly between 0 and 1. The ends of the segment lie on opposite sides of
/// the plane. `values` are the values n·p + d at the start and at the end, or `None` if floats do not give them.
///
/// The values have opposite signs, so nothing cancels in their difference. Let e and f be the relative errors of the
/// values at the start and at the end, and u = 2⁻⁵³. The relative error of the quotient is (1 − t)·(e − f) plus two
/// roundings. Because |e| + |f| is at most 28u, the error is at most 31u. A parameter below 1 that would round to 1
/// becomes the greatest float below 1, which changes it by at most one step between floats.
#[inline]
fn parameter<const D: usize>(
    plane: &Plane<D>,
    ends: [&[f64; D]; 2],
    values: Option<[f64; 2]>,
) -> f64 {
    let t = match values {
        Some([start, end]) => start / (start - end),
        None => exact_parameter(plane, ends),
    };
    t.clamp(f64::from_bits(1), 1.0_f64.next_down())
}

#[cold]
fn exact_parameter<const D: usize>(plane: &Plane<D>, [from, to]: [&[f64; D]; 2]) -> f64 {
    let reversed = Segment { ends: [*to, *from] };
    let rise = Rise {
        normal: plane.normal(),
        segment: &reversed,
    };
    quotient::<{ digits(2) }>(&Value(plane, from), &rise)
}

/// The polynomial n·p + d, of degree 2 and with D + 1 terms.
struct Value<'a, const D: usize>(&'a Plane<D>, &'a [f64; D]);

impl<const D: usize> Polynomial for Value<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.form().evaluate(&numbers(self.1))
    }
}

/// The polynomial n·(end − start), of degree 2 and with 2·D terms.
struct Rise<'a, const D: usize> {
    normal: [f64; D],
    segment: &'a Segment<D>,
}

impl<const D: usize> Polynomial for Rise<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let [start, end] = &self.segment.ends;
        dot(&numbers(&self.normal), &difference(end, start))
    }
}
