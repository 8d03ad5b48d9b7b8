//! The intersections of two planes, of two lines in 2D, and of three planes. Exact signs decide the kind of each
//! intersection.
//!
//! Points and directions are quotients of determinants. Each coordinate is the nearest float. A coordinate of a point
//! that is beyond the range of floats is infinite. A coordinate of a line's origin is clamped to the range of floats
//! instead.

use transect_exact::arrays::Few as _;
use transect_exact::determinant::{cross, dot, numbers, numbers_of};
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::polynomial::digits;
use transect_exact::quotient::{all_nearest, divide, nearest_float};
use transect_exact::{Dyadic, Side};

use crate::incidence::{has_no_common_line, quick_meeting_point};
use crate::line::Line;
use crate::meet::Meet;
use crate::meeting_point::MeetingPoint;
use crate::plane::Plane;
use crate::predicates::common_line::quick_common_line;
use crate::relation::Relation;

/// The intersection of two planes in 3D. The variant, `is_flipped` and `side` are exact for normals of any length.
///
#[cfg_attr(doc, doc = include_str!("../../figures/meet_two_planes.svg"))]
///
/// ```
/// use transect::{Plane, Side, TwoPlanesMeeting};
/// let [a, b]: [Plane; 2] = ["z = 0.5".parse()?, "2z + 1 = 0".parse()?];
/// assert_eq!(a.meet(&b), TwoPlanesMeeting::Parallel { is_flipped: false, side: Side::Back });
/// assert_eq!(a.meet(&a.flipped()), TwoPlanesMeeting::Same { is_flipped: true });
/// # Ok::<(), transect::EquationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TwoPlanesMeeting {
    /// The planes cross in a line. The origin of this line is its point nearest to the origin of space. Its direction
    /// is n × m, the cross product of the planes' normals, divided by a power of two if the product would leave the
    /// range of floats. Each coordinate of the origin and of the direction is the float nearest to the true one.
    Line(Line<3>),
    /// Both planes contain the same points.
    Same {
        /// `true` if the front of one plane is the back of the other.
        is_flipped: bool,
    },
    /// The planes have no common point.
    Parallel {
        /// `true` if the normals of the two planes have opposite directions.
        is_flipped: bool,
        /// The side on which the whole other plane lies. For a call `a.meet(&b)`, this is the side of `a` on which `b`
        /// lies.
        side: Side,
    },
}

/// The intersection of two planes in 2D, which are lines.
///
/// ```
/// use transect::{Plane, TwoLinesMeeting};
/// let a = Plane::through([[0.0, 0.0], [2.0, 1.0]])?;
/// let b = Plane::through([[0.0, 2.0], [4.0, 2.0]])?;
/// assert_eq!(a.meet(&b), TwoLinesMeeting::Point([4.0, 2.0]));
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TwoLinesMeeting {
    /// The lines cross in one point. Each coordinate is the float nearest to the true one.
    Point([f64; 2]),
    /// Both lines contain the same points.
    Same {
        /// `true` if the front of one line is the back of the other.
        is_flipped: bool,
    },
    /// The lines have no common point.
    Parallel {
        /// `true` if the normals have opposite directions.
        is_flipped: bool,
        /// The side on which the whole other line lies. For a call `a.meet(&b)`, this is the side of `a` on which `b`
        /// lies.
        side: Side,
    },
}

/// The intersection of three planes, returned by [`Plane::meet_three`].
///
#[cfg_attr(doc, doc = include_str!("../../figures/meet_three_planes.svg"))]
///
/// ```
/// use transect::{Plane, ThreePlanesMeeting};
/// let prism: [Plane; 3] = ["z = 0".parse()?, "x + z = 1".parse()?, "z = x + 1".parse()?];
/// assert_eq!(Plane::meet_three(prism.each_ref()), ThreePlanesMeeting::Nothing);
/// # Ok::<(), transect::EquationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThreePlanesMeeting {
    /// The planes meet in one point. Each coordinate is the float nearest to the true one. [`MeetingPoint`] keeps the
    /// point unrounded.
    Point([f64; 3]),
    /// The planes meet in a line. The line is computed from the first two planes that are not parallel.
    Line(Line<3>),
    /// All three planes contain the same points.
    Plane,
    /// The three planes have no common point.
    Nothing,
}

impl TwoPlanesMeeting {
    /// Returns the common line, if the planes cross.
    ///
    /// ```
    /// use transect::Plane;
    /// let line = Plane::X.meet(&Plane::Y).line().expect("the planes cross");
    /// assert_eq!(line.direction().map(f64::abs), [0.0, 0.0, 1.0]);
    /// assert_eq!(Plane::X.meet(&Plane::X).line(), None);
    /// ```
    #[must_use]
    pub const fn line(&self) -> Option<Line<3>> {
        match *self {
            Self::Line(line) => Some(line),
            Self::Same { .. } | Self::Parallel { .. } => None,
        }
    }
}

impl TwoLinesMeeting {
    /// Returns the common point, if the lines cross.
    #[must_use]
    pub const fn point(&self) -> Option<[f64; 2]> {
        match *self {
            Self::Point(point) => Some(point),
            Self::Same { .. } | Self::Parallel { .. } => None,
        }
    }
}

impl ThreePlanesMeeting {
    /// Returns the common point, if the planes have exactly one.
    ///
    /// ```
    /// use transect::Plane;
    /// let meeting = Plane::meet_three([&Plane::X, &Plane::Y, &Plane::Z]);
    /// assert_eq!(meeting.point(), Some([0.0; 3]));
    /// ```
    #[must_use]
    pub const fn point(&self) -> Option<[f64; 3]> {
        match *self {
            Self::Point(point) => Some(point),
            Self::Line(_) | Self::Plane | Self::Nothing => None,
        }
    }
}

impl Meet<3> for Plane<3> {
    type Meeting = TwoPlanesMeeting;

    fn meeting(&self, plane: &Self) -> TwoPlanesMeeting {
        // Sums of two floats decide most pairs. The exact relation takes longer.
        if let Some(line) = quick_line(plane, self) {
            return TwoPlanesMeeting::Line(line);
        }
        match plane.relation(self) {
            Relation::Crossing => TwoPlanesMeeting::Line(common_line(plane, self)),
            Relation::Same { is_flipped } => TwoPlanesMeeting::Same { is_flipped },
            Relation::Parallel { is_flipped, side } => {
                TwoPlanesMeeting::Parallel { is_flipped, side }
            }
        }
    }
}

impl Meet<2> for Plane<2> {
    type Meeting = TwoLinesMeeting;

    fn meeting(&self, plane: &Self) -> TwoLinesMeeting {
        // Sums of two floats decide most pairs. The exact relation takes longer.
        if let Some(point) = quick_meeting_point([plane, self]) {
            return TwoLinesMeeting::Point(point);
        }
        match plane.relation(self) {
            Relation::Crossing => {
                let point = MeetingPoint::new([*plane, *self]);
                TwoLinesMeeting::Point(point.expect("the lines cross").rounded())
            }
            Relation::Same { is_flipped } => TwoLinesMeeting::Same { is_flipped },
            Relation::Parallel { is_flipped, side } => {
                TwoLinesMeeting::Parallel { is_flipped, side }
            }
        }
    }
}

impl Plane<3> {
    /// Returns the intersection of three planes. The exact ranks of two matrices decide the variant: the rows of one
    /// matrix are the normals n, the rows of the other the coefficients (n, d). The order of the planes changes neither
    /// the variant nor any bit of an intersection point.
    ///
    /// ```
    /// use transect::{Plane, ThreePlanesMeeting};
    /// let planes: [Plane; 3] = ["x = 1".parse()?, "x + y = 3".parse()?, "2z - x = 5".parse()?];
    /// assert_eq!(Plane::meet_three(planes.each_ref()), ThreePlanesMeeting::Point([1.0, 2.0, 3.0]));
    /// # Ok::<(), transect::EquationError>(())
    /// ```
    #[must_use]
    #[doc(alias = "intersect_3")]
    #[doc(alias = "three_planes")]
    pub fn meet_three(planes: [&Self; 3]) -> ThreePlanesMeeting {
        // Most planes meet in one point, which sums of two floats find.
        if let Some(point) = quick_meeting_point(planes) {
            return ThreePlanesMeeting::Point(point);
        }
        if let Ok(point) = MeetingPoint::new(planes.each(|&plane| plane)) {
            return ThreePlanesMeeting::Point(point.rounded());
        }
        let [a, b, c] = planes;
        let crossing = [[a, b], [a, c], [b, c]]
            .into_iter()
            .find(|[one, other]| !one.is_parallel_to(other));
        match crossing {
            Some([one, other]) => {
                if has_no_common_line(planes) {
                    ThreePlanesMeeting::Nothing
                } else {
                    ThreePlanesMeeting::Line(common_line(one, other))
                }
            }
            None if a.is_same_set(b) && a.is_same_set(c) => ThreePlanesMeeting::Plane,
            None => ThreePlanesMeeting::Nothing,
        }
    }
}

/// Returns the line in which two planes meet, if [`quick_common_line`] determines it.
#[inline]
fn quick_line(one: &Plane, other: &Plane) -> Option<Line> {
    let [n, m] = [one, other].each(|plane| plane.form().normal());
    let [origin, direction] = quick_common_line((n, one.offset()), (m, other.offset()))?;
    is_in_range(&direction).then(|| Line::from_rounded(origin, direction))
}

/// Returns the line in which two crossing planes meet.
fn common_line(one: &Plane, other: &Plane) -> Line {
    let common = Common::<DoubleDouble>::new(one, other);
    let direction = common.direction.each_ref().each(nearest_float);
    let origin = all_nearest(&common.nearest, &common.squared);
    match (origin, direction) {
        (Some(origin), [Some(x), Some(y), Some(z)]) if is_in_range(&[x, y, z]) => {
            Line::from_rounded(origin, [x, y, z])
        }
        _ => exact_common_line(one, other),
    }
}

/// Returns `true` if the largest coordinate of a direction is far from the ends of the range of floats. Such a
/// direction is returned without scaling by a power of two.
fn is_in_range(direction: &[f64; 3]) -> bool {
    let largest = direction.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    (1e-150..1e150).contains(&largest)
}

#[cold]
#[inline(never)]
fn exact_common_line(one: &Plane, other: &Plane) -> Line {
    let common = Common::<Dyadic<{ digits(4) }>>::new(one, other);
    let exponent = common.direction.iter().filter_map(Dyadic::exponent).max();
    let exponent = exponent.expect("planes that cross have a common direction");
    // A direction may have any length. Near the ends of the range of floats, it is scaled, so that no coordinate
    // overflows or underflows.
    let power = if exponent.abs() < 500 { 0 } else { -exponent };
    Line::from_rounded(
        common
            .nearest
            .each_ref()
            .each(|coordinate| divide(coordinate, &common.squared, 0)),
        common
            .direction
            .each_ref()
            .each(|coordinate| coordinate.to_f64_scaled(power)),
    )
}

/// The line where two planes meet, in polynomials of their normals n and m and offsets d and e.
struct Common<N> {
    /// The direction n × m, of degree 2.
    direction: [N; 3],
    /// The vector (e·n − d·m) × (n × m), of degree 4. Divided by (n × m)², it is the common point of the planes that is
    /// nearest to the origin. This point lies on both planes, and its position vector is perpendicular to their line.
    nearest: [N; 3],
    /// The square (n × m)², of degree 4.
    squared: N,
}

impl<N: Number> Common<N> {
    fn new(one: &Plane, other: &Plane) -> Self {
        let [n, m] = [one, other].each(|plane| numbers::<N, 3>(&plane.normal()));
        let [d, e] = [one, other].each(|plane| N::of(plane.offset()));
        let direction = cross(&n, &m);
        let weighed: [N; 3] = numbers_of(|axis| e.times(&n[axis]).minus(&d.times(&m[axis])));
        Self {
            nearest: cross(&weighed, &direction),
            squared: dot(&direction, &direction),
            direction,
        }
    }
}
