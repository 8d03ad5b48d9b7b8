//! Segments that are clipped again and again.

use transect_exact::Side;
use transect_exact::determinant::numbers;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::clip::{Clip, ShapeSplit};
use crate::clipped::ClipInChain;
use crate::meet::crossing;
use crate::plane::Plane;
use crate::segment::Segment;
use crate::side::Extent;

/// The part of a [`Segment`] that planes have left. Each end is an end of the segment, or the plane that has cut it
/// there, so its side relative to any plane is exact. [`ClippedSegment::ends`] rounds, once.
///
/// ```
/// use transect::{ClipInChain, Plane, Segment, Side};
/// let segment = Segment::new([0.0, 0.0], [3.0, 1.0])?;
/// // x ≥ 1 cuts at (1, 1/3). No float is 1/3, but the end lies exactly on x = 3y.
/// let part = Plane::new([1.0, 0.0], -1.0)?.clip(&segment.to_clipped()).unwrap();
/// assert_eq!(part.ends(), [[1.0, 1.0 / 3.0], [3.0, 1.0]]);
/// assert_eq!(part.extent(&Plane::new([1.0, -3.0], 0.0)?).side(), Side::On);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClippedSegment<const D: usize = 3> {
    segment: Segment<D>,
    /// For each end, the plane that has cut the segment there.
    cuts: [Option<Plane<D>>; 2],
}

impl<const D: usize> ClippedSegment<D> {
    /// Returns both ends, start and end. An end of the given segment is returned unchanged; a cut is rounded like
    /// [`SegmentMeeting`](crate::SegmentMeeting).
    #[must_use]
    pub fn ends(&self) -> [[f64; D]; 2] {
        let [from, to] = self.segment.ends();
        [(from, &self.cuts[0]), (to, &self.cuts[1])].map(|(end, cut)| match cut {
            None => end,
            Some(plane) => crossing(plane, &from, &to),
        })
    }

    /// Returns the exact sides of the segment's backmost and frontmost points.
    #[must_use]
    pub fn extent(&self, plane: &Plane<D>) -> Extent {
        let [start, end] = self.sides(plane).map(Extent::of_point);
        start.join(end)
    }

    fn sides(&self, plane: &Plane<D>) -> [Side; 2] {
        let [from, to] = self.segment.ends();
        [(from, &self.cuts[0]), (to, &self.cuts[1])].map(|(end, cut)| match cut {
            None => plane.form().side(&end),
            Some(cut) if cut == plane || *cut == plane.flipped() => Side::On,
            Some(cut) => {
                let value = AtCut {
                    ends: [&from, &to],
                    cut,
                    plane,
                };
                sign::<{ digits(4) }>(&value).times(cut.form().side(&from))
            }
        })
    }
}

/// The value n·p + d of a plane at the point where another plane c cuts the segment from a to b, times c(a) − c(b): the
/// polynomial c(a)·f(b) − c(b)·f(a), of degree 4. The factor has the sign of c(a), because a and b are on opposite
/// sides.
struct AtCut<'a, const D: usize> {
    ends: [&'a [f64; D]; 2],
    cut: &'a Plane<D>,
    plane: &'a Plane<D>,
}

impl<const D: usize> Polynomial for AtCut<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let [from, to] = self.ends.map(numbers::<N, D>);
        let [at_cut, value] = [self.cut, self.plane].map(|plane| {
            let form = plane.form();
            [form.evaluate(&from), form.evaluate(&to)]
        });
        at_cut[0]
            .times(&value[1])
            .minus(&at_cut[1].times(&value[0]))
    }
}

/// The section is a rounded point.
impl<const D: usize> Clip<D> for ClippedSegment<D> {
    type Part = Self;
    type Section = [f64; D];

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Self, [f64; D]> {
        let [start, end] = self.ends();
        match self.sides(plane) {
            [Side::On, Side::On] => ShapeSplit::Within,
            [Side::On, side] => ShapeSplit::Whole {
                side,
                touching: Some(start),
            },
            [side, Side::On] => ShapeSplit::Whole {
                side,
                touching: Some(end),
            },
            [one, other] if one == other => ShapeSplit::Whole {
                side: one,
                touching: None,
            },
            [first, _] => {
                let [before, after] = self.cuts;
                let near = [before, Some(*plane)];
                let far = [Some(*plane), after];
                let [front, back] = if first == Side::Front {
                    [near, far]
                } else {
                    [far, near]
                };
                let part = |cuts| Self { cuts, ..*self };
                let [from, to] = self.segment.ends();
                ShapeSplit::Halves {
                    front: part(front),
                    back: part(back),
                    section: crossing(plane, &from, &to),
                }
            }
        }
    }

    fn whole(&self) -> Self {
        *self
    }
}

impl<const D: usize> ClipInChain<D> for Segment<D> {
    type Clipped = ClippedSegment<D>;

    fn to_clipped(&self) -> ClippedSegment<D> {
        ClippedSegment {
            segment: *self,
            cuts: [None; 2],
        }
    }
}

impl<const D: usize> ClipInChain<D> for ClippedSegment<D> {
    type Clipped = Self;

    fn to_clipped(&self) -> Self {
        *self
    }
}
