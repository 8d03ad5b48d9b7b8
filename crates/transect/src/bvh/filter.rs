//! Classifies the boxes of a block against a plane. A lane is one of the sixteen boxes. If a rounded n·p + d exceeds an
//! error bound in magnitude, its sign is right; this decides most lanes. Sums in f64, and then exact signs, decide the
//! rest (docs/exactness.md).

use fearless_simd::Simd;
use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::near_one;

use crate::batch::filter::margin;
use crate::batch::kernel;
use crate::bvh::block::{Block, lanes};
use crate::bvh::coordinate::{Column, Coordinate, LANES};
use crate::plane::Plane;

/// A plane with rounded coefficients, and an error bound of n·p + d. The bound is valid for boxes whose finite
/// coordinates do not exceed a number B in magnitude.
///
/// An infinite coordinate of a box makes a sum n·p + d infinite or NaN. At the backmost corner all infinite terms are
/// −∞, and at the frontmost corner all are ∞, because no box has a lower bound of ∞ or an upper bound of −∞. So an
/// infinite sum has the right sign. A NaN, which comes from 0·∞, is
/// not certain.
///
/// The coefficients n and d are scaled by a power of two that keeps all sums in range. Each coefficient n is below 2⁶⁰,
/// and ‖n‖₁·B + |d| is below 2⁻²⁷ times the greatest number of type T. The error bound is computed as for batches
/// ([`margin`]). If the scaled offset overflows f64, the error bound is infinite, and no sign is certain.
///
/// The offset is scaled in one step. In two steps, the first could round it by half of the least float, and the second
/// would enlarge this error to more than the error bound. Coefficients n that underflow need no such care: the largest
/// is at least 1/16, so their errors are far below the part of the error bound that grows with B.
pub(crate) struct PlaneFilter<T, const D: usize> {
    plane: Plane<D>,
    /// For each axis, the coordinate of a box that its backmost corner has: 0 for the least coordinate, 1 for the
    /// greatest.
    near: [usize; D],
    normal: [T; D],
    offset: T,
    margin: T,
}

/// The sides of the boxes in the lanes of a block, as masks. If only the rounded n·p + d was tested, the masks contain
/// only the sides that are certain; after all stages, they are exact.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    /// The lanes (one bit per box) of the boxes strictly in front.
    pub(crate) front: u16,
    /// The lanes (one bit per box) of the boxes with a part strictly behind.
    pub(crate) partly_back: u16,
    /// The lanes (one bit per box) of the boxes that are completely and strictly behind.
    pub(crate) back: u16,
}

impl<T: Coordinate, const D: usize> PlaneFilter<T, D> {
    pub(crate) fn new(plane: &Plane<D>, largest: f64) -> Self {
        let (normal, exponent) = near_one(&plane.normal());
        // The normal is divided by 16 so that its products with coordinates cannot make `total`, which is ‖n‖₁·B + |d|,
        // overflow. Only a very large offset d can make `total` overflow.
        let normal = normal.map(|coefficient| coefficient / 16.0);
        // Rounded by up to half of the least float if it underflows. `total` needs no more, but the coefficient d does.
        let offset = libm::ldexp(plane.offset(), -exponent - 4);
        let total: f64 = normal.iter().map(|n| n.abs() * largest).sum::<f64>() + offset.abs();
        let power = if total > 0.0 && total.is_finite() {
            60.min(T::MAX_EXPONENT - 27 - libm::ilogb(total))
        } else {
            60
        };
        let margin = margin::<T>(libm::ldexp(total, power));
        let is_certain = margin.is_finite();
        Self {
            plane: *plane,
            near: plane.normal().map(|n| usize::from(n < 0.0)),
            normal: normal.map(|n| T::from_f64(libm::ldexp(n, power))),
            offset: if is_certain {
                T::from_f64(libm::ldexp(plane.offset(), power - exponent - 4))
            } else {
                T::ZERO
            },
            margin: if is_certain {
                T::at_least(margin)
            } else {
                T::INFINITY
            },
        }
    }

    /// Returns the columns with the coordinates of the backmost corners, and the columns with those of the frontmost
    /// corners.
    #[inline(always)]
    fn extremes<'b>(&self, block: &'b Block<T, D>) -> [[&'b Column<T>; D]; 2] {
        let mut ends = [[block.column(0, 0); D]; 2];
        let [near, far] = &mut ends;
        for (axis, (near, far)) in near.iter_mut().zip(far).enumerate() {
            *near = block.column(axis, self.near[axis]);
            *far = block.column(axis, self.near[axis] ^ 1);
        }
        ends
    }

    /// Returns two pairs of masks with one bit per box, one pair for the backmost and one for the frontmost corners.
    /// The first mask of a pair has the boxes whose corner is certainly in front, the second those whose corner is
    /// certainly behind.
    ///
    /// Neither this function nor those below pass vectors to closures: closures would be compiled for the lowest CPU
    /// feature level.
    #[inline(always)]
    fn certain<S: Simd>(&self, simd: S, block: &Block<T, D>) -> [(u16, u16); 2] {
        let [near, far] = self.extremes(block);
        [
            T::beyond(simd, near, &self.normal, self.offset, self.margin),
            T::beyond(simd, far, &self.normal, self.offset, self.margin),
        ]
    }

    /// Returns two masks: the lanes of the boxes that are certainly strictly in front, and those of the boxes that are
    /// certainly strictly behind. Only the rounded n·p + d is used, so a box near the plane may be in neither mask.
    #[inline(always)]
    pub(crate) fn apart<S: Simd>(&self, simd: S, block: &Block<T, D>) -> (u16, u16) {
        let [near, far] = self.certain(simd, block);
        (near.0, far.1)
    }

    /// Returns the exact sides of the boxes in those lanes that `query` selects (bit i for lane i). In the result, the
    /// bits of all other lanes have no meaning.
    #[inline(always)]
    pub(crate) fn sides<S: Simd>(&self, simd: S, block: &Block<T, D>, query: u16) -> Sides {
        let [near, far] = self.certain(simd, block);
        let sides = Sides {
            front: near.0,
            partly_back: near.1,
            back: far.1,
        };
        let unsure = query & !(near.0 | far.1 | near.1 & far.0);
        match unsure {
            0 => sides,
            _ => self.decided(simd, block, unsure, sides),
        }
    }

    /// Decides the lanes `unsure`, which the rounded n·p + d left undecided: first by sums in f64 for the whole block,
    /// then by exact signs. The other lanes keep their bits in `sides`.
    #[cold]
    #[inline(never)]
    fn decided<S: Simd>(&self, simd: S, block: &Block<T, D>, unsure: u16, sides: Sides) -> Sides {
        simd.vectorize(
            #[inline(always)]
            || {
                let [near, far] = self.extremes(block);
                let near = kernel::ends(simd, self.plane.form(), near);
                let far = kernel::ends(simd, self.plane.form(), far);
                let mut exact = Sides {
                    front: near.positive as u16,
                    partly_back: near.negative as u16,
                    back: far.negative as u16,
                };
                for lane in lanes(unsure & !(near.known & far.known) as u16) {
                    self.decide(block, lane, &mut exact);
                }
                Sides {
                    front: sides.front & !unsure | exact.front & unsure,
                    partly_back: sides.partly_back & !unsure | exact.partly_back & unsure,
                    back: sides.back & !unsure | exact.back & unsure,
                }
            },
        )
    }

    #[cold]
    fn decide(&self, block: &Block<T, D>, lane: usize, sides: &mut Sides) {
        let corners = self.extreme_corners(block, lane);
        let numbers = corners.as_flattened().iter();
        let [near, far] = if numbers.copied().all(T::is_finite) {
            corners.each(|corner| T::side(self.plane.form(), &corner))
        } else {
            let extent = self.plane.extent(&block.aabb(lane));
            [extent.backmost, extent.frontmost]
        };
        let bit = 1 << lane;
        for (bits, is_so) in [
            (&mut sides.front, near == Side::Front),
            (&mut sides.partly_back, near == Side::Back),
            (&mut sides.back, far == Side::Back),
        ] {
            *bits = *bits & !bit | if is_so { bit } else { 0 };
        }
    }

    /// Returns the backmost and the frontmost corner of the box in a lane.
    #[inline(always)]
    pub(crate) fn extreme_corners(&self, block: &Block<T, D>, lane: usize) -> [[T; D]; 2] {
        [0, 1].each(|other| array(|axis| block.column(axis, self.near[axis] ^ other)[lane % LANES]))
    }
}
