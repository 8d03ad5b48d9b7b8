//! Lines where D − 1 planes meet, and the exact part of such a line that lies in front of or on other planes.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::incidence::{pivots, side_of_line, side_of_meeting, turn};
use crate::plane::Plane;

/// A line where D − 1 planes meet. In 3D, its direction is n₀ × n₁, the cross product of the planes' normals. In 2D,
/// its direction is the normal turned counter-clockwise by 90°.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a, const D: usize> {
    planes: &'a [&'a Plane<D>],
    /// The indices of the planes that meet in the line. In 2D, only the first index is used.
    through: [usize; 2],
    /// An axis on which the direction of the line is not zero, and the sign of the direction on this axis. In 2D, axis
    /// and sign are those of the normal instead.
    pivot: (usize, Side),
}

/// The part of a line that lies in a region.
#[derive(Clone, Debug)]
pub(crate) struct Clipped {
    /// The indices of the planes that bound the part at its start and at its end. `None` where the part goes to
    /// infinity.
    pub(crate) ends: [Option<usize>; 2],
    /// `true` if both ends of the part are the same point.
    pub(crate) is_point: bool,
    /// The indices of the planes that contain the whole line, in ascending order.
    pub(crate) planes: Vec<usize>,
}

/// The index of a plane that the line crosses, and the direction of the crossing: `Front` if the line goes from the
/// plane's back to its front.
type Crossed = Option<(usize, Side)>;

impl<'a, const D: usize> Line<'a, D> {
    /// Returns the lines in which two of the planes meet, for all pairs that are not parallel. In 2D, the planes are
    /// lines: returns them all.
    pub(crate) fn all(planes: &'a [&'a Plane<D>]) -> impl Iterator<Item = Self> {
        let count = planes.len();
        (0..count).flat_map(move |i| {
            // In 2D, a plane is a line by itself. The second index is not used then.
            let others = if D == 2 { i..i + 1 } else { i + 1..count };
            others.filter_map(move |j| Self::new(planes, [i, j]))
        })
    }

    /// Returns the line where the planes `through` meet, or `None` if these planes are parallel.
    pub(crate) fn new(planes: &'a [&'a Plane<D>], through: [usize; 2]) -> Option<Self> {
        let rows = through.each(|index| planes[index]);
        let pivots = pivots(&rows[..D - 1]);
        let axis = pivots.iter().position(|&pivot| pivot != Side::On)?;
        Some(Self {
            planes,
            through,
            pivot: (axis, pivots[axis]),
        })
    }

    /// Returns the indices of the planes that meet in the line.
    pub(crate) fn through(&self) -> &[usize] {
        &self.through[..D - 1]
    }

    /// Returns the planes that meet in the line, followed by the plane `last`. These D planes meet in the point where
    /// the line crosses `last`.
    pub(crate) fn rows(&self, last: usize) -> [&'a Plane<D>; D] {
        core::array::from_fn(|row| {
            let index = if row + 1 < D { self.through[row] } else { last };
            self.planes[index]
        })
    }

    /// Returns the part of the line that is in front of or on all planes, or `None` if there is no such part. `is_on(a,
    /// b)` returns `true` if plane b is already known to contain the point where the line crosses plane a.
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
                // A plane that has the end so far behind it clips more.
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
            ends: ends.each(|end| end.map(|(index, _)| index)),
            is_point,
            planes,
        })
    }

    /// Returns the side of the plane `index` on which this line lies; the line is parallel to this plane.
    fn side_of(&self, index: usize) -> Side {
        let rows = self.through.each(|index| self.planes[index]);
        side_of_line(&rows[..D - 1], self.pivot, self.planes[index])
    }
}
