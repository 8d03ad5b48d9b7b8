//! A line, ray or segment and sixteen boxes at once, in floats with bounds on their errors.

use transect_exact::arrays::array;

use crate::bvh::block::Block;
use crate::bvh::coordinate::{Column, Coordinate, LANES};
use crate::chord::Course;
use crate::chord::crossing::widened;

/// The slabs between the bounds of boxes on each axis, as a line passes through them.
pub(super) struct Slabs<const D: usize> {
    course: Course<D>,
    passes: [Pass; D],
}

/// The relation of a line to the slabs on an axis.
#[derive(Clone, Copy)]
enum Pass {
    /// The line enters at the bound with this index (0 for the least) and leaves at the other. The number is 1 divided by
    /// the direction.
    From(usize, f64),
    /// The line is perpendicular to the axis.
    Never,
    /// The direction is too near to 0 or to infinity for floats. The axis bounds nothing.
    Unknown,
}

impl<const D: usize> Slabs<D> {
    pub(super) fn of(course: &Course<D>) -> Self {
        let pass = |axis: usize| {
            let along: f64 = course.direction[axis];
            let inverse = 1.0 / along;
            match along {
                0.0 => Pass::Never,
                _ if !inverse.is_finite() || inverse.abs() < 1e-290 => Pass::Unknown,
                _ => Pass::From(usize::from(along < 0.0), inverse),
            }
        };
        Self {
            course: *course,
            passes: core::array::from_fn(pass),
        }
    }

    /// Returns, for each box of a block, a parameter that is not greater than those of the line's points in it, and a mask
    /// of the boxes that the line may meet before `until`.
    ///
    /// A quotient (bound − origin)·inverse has a relative error of 4 roundings. Widening by 8 roundings keeps the order, so
    /// it follows the greatest and the least quotient. Quotients that are NaN bound nothing, and for infinite ones the
    /// widened numbers are NaN or bound nothing.
    #[inline(always)]
    pub(super) fn meet<T: Coordinate>(
        &self,
        block: &Block<T, D>,
        until: f64,
    ) -> ([f64; LANES], u16) {
        let mut low = [self.course.least; LANES];
        let mut high = [self.course.most; LANES];
        for axis in 0..D {
            let origin = self.course.origin[axis];
            match self.passes[axis] {
                Pass::Unknown => {}
                Pass::Never => {
                    let [least, greatest] = [0, 1].map(|end| numbers(block.column(axis, end)));
                    for lane in 0..LANES {
                        if least[lane] > origin || origin > greatest[lane] {
                            high[lane] = f64::MIN;
                            low[lane] = f64::MAX;
                        }
                    }
                }
                Pass::From(first, inverse) => {
                    let near = numbers(block.column(axis, first));
                    let far = numbers(block.column(axis, 1 - first));
                    for lane in 0..LANES {
                        let enter = (near[lane] - origin) * inverse;
                        let leave = (far[lane] - origin) * inverse;
                        low[lane] = if enter > low[lane] { enter } else { low[lane] };
                        high[lane] = if leave < high[lane] {
                            leave
                        } else {
                            high[lane]
                        };
                    }
                }
            }
        }
        let mut missed = [false; LANES];
        for lane in 0..LANES {
            [low[lane], high[lane]] = widened([low[lane], high[lane]]);
            missed[lane] = low[lane] > high[lane] || low[lane] > until;
        }
        let mut met = 0;
        for (lane, missed) in missed.into_iter().enumerate() {
            met |= u16::from(!missed) << lane;
        }
        (low, met)
    }
}

#[inline(always)]
fn numbers<T: Coordinate>(column: &Column<T>) -> [f64; LANES] {
    array(|lane| column[lane].to_f64())
}
