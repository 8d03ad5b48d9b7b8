//! Classifies the boxes of a block against a plane. Rounded sums beyond an error bound decide most lanes; sums in f64,
//! and then exact signs, decide the rest (docs/exactness.md).

use fearless_simd::Simd;

use crate::batch::filter::margin;
use crate::batch::kernel;
use crate::bvh::block::{Block, lanes};
use crate::bvh::coordinate::{Column, Coordinate, LANES};
use crate::plane::Plane;
use crate::side::Side;
use crate::vector::near_one;

/// A plane with rounded coefficients, for boxes with coordinates up to a bound B.
///
/// The coefficients are scaled by a power of two that keeps their sums in range: n is below 2⁶⁰, and T = |n|·B + |d| is
/// below 2⁻²⁷ of the greatest number. The error bound is computed as for batches ([`margin`]). If the scaled offset
/// overflows f64, no sum is certain.
pub(crate) struct PlaneFilter<T, const D: usize> {
    plane: Plane<D>,
    /// For each axis, which bound the backmost corner has: 0 for the least, 1 for the greatest.
    near: [usize; D],
    normal: [T; D],
    offset: T,
    margin: T,
}

/// The sides of the boxes in some lanes: exact, or only those that are certain.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    /// The lanes of the boxes strictly in front.
    pub(crate) front: u16,
    /// The lanes of the boxes with a part strictly behind.
    pub(crate) partly_back: u16,
    /// The lanes of the boxes strictly behind.
    pub(crate) back: u16,
}

impl<T: Coordinate, const D: usize> PlaneFilter<T, D> {
    pub(crate) fn new(plane: &Plane<D>, largest: f64) -> Self {
        let (normal, exponent) = near_one(&plane.normal());
        // The normal is divided by 16, so that only an offset can make the total overflow.
        let normal = normal.map(|coefficient| coefficient / 16.0);
        let offset = libm::ldexp(plane.offset(), -exponent - 4);
        let total: f64 = normal.iter().map(|n| n.abs() * largest).sum::<f64>() + offset.abs();
        let power = match total > 0.0 && total.is_finite() {
            true => 60.min(T::MAX_EXPONENT - 27 - libm::ilogb(total)),
            false => 60,
        };
        let margin = margin::<T>(libm::ldexp(total, power));
        let is_certain = margin.is_finite();
        Self {
            plane: *plane,
            near: plane.normal().map(|n| usize::from(n < 0.0)),
            normal: normal.map(|n| T::from_f64(libm::ldexp(n, power))),
            offset: match is_certain {
                true => T::from_f64(libm::ldexp(offset, power)),
                false => T::ZERO,
            },
            margin: match is_certain {
                true => T::at_least(margin),
                false => T::INFINITY,
            },
        }
    }

    /// Returns the coordinate columns of the backmost and of the frontmost corners.
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

    /// Returns for the backmost corners the lanes certainly in front and the lanes certainly behind; then the same two
    /// masks for the frontmost corners.
    ///
    /// The functions here and below do not use closures around vectors: they would be compiled for the lowest CPU
    /// feature level.
    #[inline(always)]
    fn certain<S: Simd>(&self, simd: S, block: &Block<T, D>) -> [(u16, u16); 2] {
        let [near, far] = self.extremes(block);
        [
            T::beyond(simd, near, &self.normal, self.offset, self.margin),
            T::beyond(simd, far, &self.normal, self.offset, self.margin),
        ]
    }

    /// Returns the lanes of the boxes that are certainly strictly in front, and of the boxes that are certainly
    /// strictly behind.
    #[inline(always)]
    pub(crate) fn apart<S: Simd>(&self, simd: S, block: &Block<T, D>) -> (u16, u16) {
        let [near, far] = self.certain(simd, block);
        (near.0, far.1)
    }

    /// Returns the exact sides of the boxes in the lanes `asked`; the bits of all other lanes are meaningless.
    #[inline(always)]
    pub(crate) fn sides<S: Simd>(&self, simd: S, block: &Block<T, D>, asked: u16) -> Sides {
        let [near, far] = self.certain(simd, block);
        let sides = Sides {
            front: near.0,
            partly_back: near.1,
            back: far.1,
        };
        let unsure = asked & !(near.0 | far.1 | near.1 & far.0);
        match unsure {
            0 => sides,
            _ => self.decided(simd, block, unsure, sides),
        }
    }

    /// The second stage: computes sums in f64 for the whole block, and exact signs for the lanes still undecided.
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
        let [near, far] = self
            .extreme_corners(block, lane)
            .map(|corner| T::side(self.plane.form(), &corner));
        let bit = 1 << lane;
        for (bits, is_so) in [
            (&mut sides.front, near == Side::Front),
            (&mut sides.partly_back, near == Side::Back),
            (&mut sides.back, far == Side::Back),
        ] {
            *bits = *bits & !bit | if is_so { bit } else { 0 };
        }
    }

    /// Returns the backmost and the frontmost corner of a box.
    #[inline(always)]
    pub(crate) fn extreme_corners(&self, block: &Block<T, D>, lane: usize) -> [[T; D]; 2] {
        [0, 1].map(|other| {
            core::array::from_fn(|axis| block.column(axis, self.near[axis] ^ other)[lane % LANES])
        })
    }
}
