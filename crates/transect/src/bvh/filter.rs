//! A plane against the boxes of a block: a bound says which lanes rounded sums decide, exact signs decide
//! the rest (docs/exactness.md).

use fearless_simd::Simd;

use crate::bvh::block::{Block, lanes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::plane::Plane;
use crate::side::Side;
use crate::vector::near_one;

/// A plane, and its rounded numbers for boxes with no coordinate beyond a bound B.
///
/// The numbers are over a power of two that keeps their sums in range: n below 2⁶⁰, and T = |n|·B + |d|
/// below 2⁻²⁷ of the greatest number. A rounded sum is within 6u·T and an absolute term for what
/// underflows: a term is rounded five times where n is rounded as well, and a sixth u stands for all that
/// is smaller. Only an offset that overflows f64 in this leaves no sum certain.
pub(crate) struct PlaneFilter<T, const D: usize> {
    plane: Plane<D>,
    /// Which end of each axis the backmost corner has.
    near: [usize; D],
    normal: [T; D],
    offset: T,
    margin: T,
}

/// What is so of the boxes in some lanes.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    /// All of the box lies strictly in front.
    pub(crate) front: u16,
    /// Some of it lies strictly behind.
    pub(crate) partly_back: u16,
    /// All of it lies strictly behind.
    pub(crate) back: u16,
}

impl<T: Coordinate, const D: usize> PlaneFilter<T, D> {
    pub(crate) fn new(plane: &Plane<D>, largest: f64) -> Self {
        let (normal, exponent) = near_one(&plane.normal());
        // By 2⁻⁴, so that only an offset makes the total overflow.
        let normal = normal.map(|coefficient| coefficient / 16.0);
        let offset = libm::ldexp(plane.offset(), -exponent - 4);
        let total: f64 = normal.iter().map(|n| n.abs() * largest).sum::<f64>() + offset.abs();
        let power = match total > 0.0 && total.is_finite() {
            true => 60.min(T::MAX_EXPONENT - 27 - libm::ilogb(total)),
            false => 60,
        };
        let margin = 6.0 * T::UNIT * libm::ldexp(total, power) * (1.0 + 1e-9) + 16.0 * T::TINY;
        let is_certain = margin.is_finite();
        Self {
            plane: *plane,
            near: plane.normal().map(|n| usize::from(n < 0.0)),
            normal: normal.map(|n| T::nearest(libm::ldexp(n, power))),
            offset: match is_certain {
                true => T::nearest(libm::ldexp(offset, power)),
                false => T::ZERO,
            },
            margin: match is_certain {
                true => T::at_least(margin),
                false => T::INFINITY,
            },
        }
    }

    /// Where the backmost corner is certainly in front, certainly behind; the same of the frontmost one.
    ///
    /// Without a closure around vectors, here and below: it would be compiled for the least of CPUs.
    #[inline(always)]
    fn certain<S: Simd>(&self, simd: S, block: &Block<T, D>) -> [(u16, u16); 2] {
        let (mut near, mut far) = ([block.column(0, 0); D], [block.column(0, 0); D]);
        for (axis, (near, far)) in near.iter_mut().zip(&mut far).enumerate() {
            *near = block.column(axis, self.near[axis]);
            *far = block.column(axis, self.near[axis] ^ 1);
        }
        [
            T::beyond(simd, near, &self.normal, self.offset, self.margin),
            T::beyond(simd, far, &self.normal, self.offset, self.margin),
        ]
    }

    /// Boxes that are certainly strictly in front, and those certainly behind.
    #[inline(always)]
    pub(crate) fn apart<S: Simd>(&self, simd: S, block: &Block<T, D>) -> (u16, u16) {
        let [near, far] = self.certain(simd, block);
        (near.0, far.1)
    }

    /// Exactly what is so of some lanes; bits of others mean nothing.
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
            _ => self.decided(block, unsure, sides),
        }
    }

    #[cold]
    #[inline(never)]
    fn decided(&self, block: &Block<T, D>, unsure: u16, sides: Sides) -> Sides {
        let mut exact = Sides {
            front: 0,
            partly_back: 0,
            back: 0,
        };
        for lane in lanes(unsure) {
            let corners = self.extreme_corners(block, lane);
            let [near, far] = corners.map(|corner| T::side(self.plane.form(), &corner));
            exact.front |= u16::from(near == Side::Front) << lane;
            exact.partly_back |= u16::from(near == Side::Back) << lane;
            exact.back |= u16::from(far == Side::Back) << lane;
        }
        Sides {
            front: sides.front & !unsure | exact.front,
            partly_back: sides.partly_back & !unsure | exact.partly_back,
            back: sides.back & !unsure | exact.back,
        }
    }

    /// The backmost and the frontmost corner of a box.
    #[inline(always)]
    pub(crate) fn extreme_corners(&self, block: &Block<T, D>, lane: usize) -> [[T; D]; 2] {
        [0, 1].map(|other| {
            core::array::from_fn(|axis| block.column(axis, self.near[axis] ^ other)[lane % LANES])
        })
    }
}
