//! Lines where D − 1 planes meet, cut short by all other planes, exactly.

use alloc::vec::Vec;

use crate::incidence::{pivots, side_of_line, side_of_meeting, turn};
use crate::plane::Plane;
use crate::side::Side;

/// A line where D − 1 planes meet. It runs along n₀ × n₁, in 2D along the normal turned left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a, const D: usize> {
    planes: &'a [&'a Plane<D>],
    /// The planes that meet; in 2D the first alone.
    through: [usize; 2],
    /// An axis on which the line's direction is not zero, and a sign of it.
    pivot: (usize, Side),
}

/// What a region leaves of a line.
#[derive(Clone, Debug)]
pub(crate) struct Clipped {
    /// The planes that end it behind and in front; where there is none, it goes to infinity.
    pub(crate) ends: [Option<usize>; 2],
    /// Both ends are the same point.
    pub(crate) is_point: bool,
    /// The planes that all of the line lies in, in ascending order.
    pub(crate) planes: Vec<usize>,
}

/// A plane that a line crosses, and which way: `Front` if it comes from behind.
type Crossed = Option<(usize, Side)>;

impl<'a, const D: usize> Line<'a, D> {
    /// The lines of all planes that are not parallel: of pairs, in 2D of each.
    pub(crate) fn all(planes: &'a [&'a Plane<D>]) -> impl Iterator<Item = Self> {
        let count = planes.len();
        (0..count).flat_map(move |i| {
            let others = if D == 2 { i..i + 1 } else { i + 1..count };
            others.filter_map(move |j| Self::new(planes, [i, j]))
        })
    }

    /// The line where planes meet, if they are not parallel.
    pub(crate) fn new(planes: &'a [&'a Plane<D>], through: [usize; 2]) -> Option<Self> {
        let rows = through.map(|index| planes[index]);
        let pivots = pivots(&rows[..D - 1]);
        let axis = pivots.iter().position(|&pivot| pivot != Side::On)?;
        Some(Self {
            planes,
            through,
            pivot: (axis, pivots[axis]),
        })
    }

    /// The planes that meet.
    pub(crate) fn through(&self) -> &[usize] {
        &self.through[..D - 1]
    }

    /// The planes of the line and one more: where it crosses that one.
    pub(crate) fn rows(&self, last: usize) -> [&'a Plane<D>; D] {
        core::array::from_fn(|row| {
            let index = if row + 1 < D { self.through[row] } else { last };
            self.planes[index]
        })
    }

    /// What is in front of all planes or on them; nothing if that is empty. `is_on(a, b)`: whether it is
    /// known that the plane b goes through the point where the line crosses the plane a.
    pub(crate) fn clipped(&self, is_on: impl Fn(usize, usize) -> bool) -> Option<Clipped> {
        let side_of_end = |(end, turn): (usize, Side), index: usize| {
            let plane = self.planes[index];
            side_of_meeting(self.rows(end), turn, plane, || is_on(end, index))
        };
        let mut planes = Vec::new();
        let mut ends: [Crossed; 2] = [None; 2];
        for index in 0..self.planes.len() {
            if self.through().contains(&index) {
                planes.push(index);
                continue;
            }
            let (turn, end) = match turn(self.rows(index)) {
                Side::On => match self.side_of(index) {
                    Side::Back => return None,
                    Side::On => {
                        planes.push(index);
                        continue;
                    }
                    Side::Front => continue,
                },
                Side::Front => (Side::Front, 0),
                Side::Back => (Side::Back, 1),
            };
            let is_tighter = match ends[end] {
                None => true,
                Some(end) => side_of_end(end, index) == Side::Back,
            };
            if is_tighter {
                ends[end] = Some((index, turn));
            }
        }
        let is_point = match ends {
            [Some(behind), Some((in_front, _))] => match side_of_end(behind, in_front) {
                Side::Back => return None,
                side => side == Side::On,
            },
            _ => false,
        };
        Some(Clipped {
            ends: ends.map(|end| end.map(|(index, _)| index)),
            is_point,
            planes,
        })
    }

    /// The side of a parallel plane.
    fn side_of(&self, index: usize) -> Side {
        let rows = self.through.map(|index| self.planes[index]);
        side_of_line(&rows[..D - 1], self.pivot, self.planes[index])
    }
}
