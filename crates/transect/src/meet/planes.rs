//! Two planes, two lines of the plane, three planes: ranks, decided exactly.
//!
//! Points and directions are quotients of exact determinants: each coordinate within 4u of the true
//! one, relatively (u = 2⁻⁵³). A point's beyond the floats is infinite, a line's origin's the greatest
//! float.

use crate::incidence::has_no_common_line;
use crate::line::Line;
use crate::meet::Meet;
use crate::meeting_point::MeetingPoint;
use crate::plane::Plane;
use crate::predicates::determinant::{cross, dot, numbers};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::{Number, Polynomial, digits, quotient};
use crate::relation::Relation;
use crate::side::Side;

/// What two planes in space have in common: decided exactly, for normals of any length.
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
    /// A line: its origin is its point nearest to the origin of space, its direction n × m, scaled by
    /// a power of two where it would leave the floats.
    Line(Line<3>),
    /// All points: they are the same.
    Same {
        /// Whether the front of one is the back of the other.
        is_flipped: bool,
    },
    /// No point.
    Parallel {
        /// Whether their normals are opposite.
        is_flipped: bool,
        /// The side of the plane that was asked on which all of the other one lies.
        side: Side,
    },
}

/// What two planes of 2D, lines in the plane, have in common.
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
    /// One point.
    Point([f64; 2]),
    /// All points: they are the same.
    Same {
        /// Whether the front of one is the back of the other.
        is_flipped: bool,
    },
    /// No point.
    Parallel {
        /// Whether their normals are opposite.
        is_flipped: bool,
        /// The side of the line that was asked on which all of the other one lies.
        side: Side,
    },
}

/// What three planes have in common: [`Plane::meet_three`] tells.
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
    /// One point. [`MeetingPoint`] keeps it unrounded.
    Point([f64; 3]),
    /// A line, as of the first two of them that cross.
    Line(Line<3>),
    /// A plane: all three are the same.
    Plane,
    /// No point.
    Nothing,
}

impl Meet<3> for Plane<3> {
    type Meeting = TwoPlanesMeeting;

    fn meeting(&self, plane: &Self) -> TwoPlanesMeeting {
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
    /// What three planes have in common, by the exact ranks of their normals and of all their
    /// coefficients. The same kind of answer for any order of them, and the same point bit for bit.
    ///
    /// ```
    /// use transect::{Plane, ThreePlanesMeeting};
    /// let planes: [Plane; 3] = ["x = 1".parse()?, "x + y = 3".parse()?, "2z - x = 5".parse()?];
    /// assert_eq!(Plane::meet_three(planes.each_ref()), ThreePlanesMeeting::Point([1.0, 2.0, 3.0]));
    /// # Ok::<(), transect::EquationError>(())
    /// ```
    #[must_use]
    pub fn meet_three(planes: [&Self; 3]) -> ThreePlanesMeeting {
        if let Ok(point) = MeetingPoint::new(planes.map(|&plane| plane)) {
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

/// The line of two planes that cross.
fn common_line(one: &Plane, other: &Plane) -> Line {
    let direction: [Dyadic<{ digits(2) }>; 3] =
        cross(&numbers(&one.normal()), &numbers(&other.normal()));
    let exponent = direction.iter().filter_map(Dyadic::exponent).max();
    let exponent = exponent.expect("planes that cross have a common direction");
    let power = if exponent.abs() < 500 { 0 } else { -exponent };
    let origin = core::array::from_fn(|axis| {
        let planes = [one, other];
        quotient::<{ digits(4) }, { digits(5) }>(
            &Nearest { planes, axis },
            &DirectionSquared { planes },
        )
    });
    Line::from_rounded(
        origin,
        direction
            .each_ref()
            .map(|coordinate| coordinate.to_f64_scaled(power)),
    )
}

/// (n × m)². Degree 4.
struct DirectionSquared<'a> {
    planes: [&'a Plane; 2],
}

impl Polynomial for DirectionSquared<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [n, m] = self.planes.map(|plane| numbers::<N, 3>(&plane.normal()));
        let direction = cross(&n, &m);
        dot(&direction, &direction)
    }
}

/// A coordinate of the common point nearest to the origin, times (n × m)²: of (e·n − d·m) × (n × m),
/// which lies on both planes and at right angles to their line. Degree 4.
struct Nearest<'a> {
    planes: [&'a Plane; 2],
    axis: usize,
}

impl Polynomial for Nearest<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [n, m] = self.planes.map(|plane| numbers::<N, 3>(&plane.normal()));
        let [d, e] = self.planes.map(|plane| N::of(plane.offset()));
        let weighed: [N; 3] =
            core::array::from_fn(|axis| e.times(&n[axis]).minus(&d.times(&m[axis])));
        cross(&weighed, &cross(&n, &m))[self.axis].clone()
    }
}
