//! The planes of a cut by their directions: groups of parallel planes, each in the order in which a line meets them.
//!
//! A point lies between two neighbours of a group, or on one plane of it. So one number, its code, says on which side of each
//! plane of the group it lies, and two planes of each group bound a part. That keeps the time for each plane the same, however
//! many parallel planes there are.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect::CuttingPlane;
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::crossing::Affine;
use transect_exact::determinant::minor;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::mesh::exact_place::Space;

/// The place of a plane among the planes that are parallel to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    pub(super) group: usize,
    /// The number of different planes of the group behind this one, as seen along the normal of the group.
    pub(super) rank: u32,
    /// `true` if the front of the plane is the back as seen along the normal of the group.
    is_turned: bool,
}

impl Rank {
    /// Returns the side of the plane for its side as seen along the normal of the group, or the other way round.
    fn seen(self, side: Side) -> Side {
        if self.is_turned { -side } else { side }
    }

    /// Returns the code of the points on the plane. Points behind it have lesser codes.
    pub(super) fn code(self) -> u32 {
        2 * self.rank + 1
    }

    /// Returns the side of the plane on which points with a code lie.
    pub(super) fn side(self, code: u32) -> Side {
        self.seen(match code.cmp(&self.code()) {
            Ordering::Less => Side::Back,
            Ordering::Equal => Side::On,
            Ordering::Greater => Side::Front,
        })
    }

    /// Returns the part of a point's code that a plane contributes on whose side the point lies.
    pub(super) fn step(self, side: Side) -> u32 {
        (self.seen(side) as i8 + 1) as u32
    }
}

/// The planes by their directions.
pub(super) struct Directions {
    /// For each plane, its place.
    pub(super) ranks: Vec<Rank>,
    /// For each group, its different planes in order. Of equal planes, the first is listed.
    pub(super) groups: Vec<Vec<u32>>,
}

impl Directions {
    pub(super) fn of(planes: &[CuttingPlane]) -> Self {
        let space = Space {
            positions: &[],
            cutters: planes,
        };
        let are_parallel = |pair| (0..3).all(|axis| space.pivot(pair, axis) == Side::On);
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for plane in 0..planes.len() as u32 {
            match groups
                .iter_mut()
                .find(|group| are_parallel([group[0], plane]))
            {
                Some(group) => group.push(plane),
                None => groups.push(alloc::vec![plane]),
            }
        }
        let nowhere = Rank {
            group: 0,
            rank: 0,
            is_turned: false,
        };
        let mut ranks = alloc::vec![nowhere; planes.len()];
        for (index, group) in groups.iter_mut().enumerate() {
            let first = group[0];
            let agrees = |plane: u32| plane == first || space.agree([first, plane]);
            // Parallel normals are zero on the same axes, so one axis serves for the whole group.
            let axis = (0..3).find(|&axis| {
                let own = Coefficient(&planes[first as usize], axis);
                sign::<{ digits(3) }>(&own) != Side::On
            });
            let axis = axis.unwrap_or(0);
            let upward = sign::<{ digits(3) }>(&Coefficient(&planes[first as usize], axis));
            // The sign is that of a difference along the axis, times both coefficients. The order is along the normal
            // of the first plane.
            let order = |&one: &u32, &other: &u32| {
                let pair = [one, other].each(|plane| &planes[plane as usize]);
                let side = sign::<{ digits(6) }>(&Apart(pair, axis));
                let is_reversed = agrees(one) != agrees(other);
                match (side, (upward == Side::Back) != is_reversed) {
                    (Side::On, _) => Ordering::Equal,
                    (Side::Back, false) | (Side::Front, true) => Ordering::Less,
                    (Side::Front, false) | (Side::Back, true) => Ordering::Greater,
                }
            };
            group.sort_by(order);
            let mut rank = 0;
            for (place, &plane) in group.iter().enumerate() {
                let is_next = place > 0 && order(&group[place - 1], &plane).is_ne();
                rank += u32::from(is_next);
                ranks[plane as usize] = Rank {
                    group: index,
                    rank,
                    is_turned: !agrees(plane),
                };
            }
            group.dedup_by_key(|plane| ranks[*plane as usize].rank);
        }
        Self { ranks, groups }
    }

    /// Returns the first plane with the same points as a plane, and `true` if its front is the back of that plane.
    pub(super) fn first(&self, plane: u32) -> (u32, bool) {
        let own = self.ranks[plane as usize];
        let first = self.groups[own.group][own.rank as usize];
        (first, self.ranks[first as usize].is_turned != own.is_turned)
    }

    /// Returns the planes that bound the points on these sides of all planes, each with its side: at most two of each group.
    pub(super) fn walls(&self, sides: &[Side]) -> Vec<(u32, Side)> {
        let bounds = self.bounds(sides).into_iter().zip(&self.groups);
        let walls = bounds.flat_map(|([low, high], group)| {
            let wall = |rank: Option<u32>, side: Side| {
                let plane = group[rank? as usize];
                Some((plane, self.ranks[plane as usize].seen(side)))
            };
            [wall(low, Side::Front), wall(high, Side::Back)]
        });
        walls.flatten().collect()
    }

    /// Returns, for each group, the number of planes behind the points on these sides of all planes, or `None` if there are no
    /// such points off the planes.
    pub(super) fn slabs(&self, sides: &[Side]) -> Option<Vec<u32>> {
        let bounds = self.bounds(sides).into_iter();
        let slabs = bounds.zip(&self.groups).map(|([low, high], group)| {
            let behind = low.map_or(0, |rank| rank + 1);
            (behind == high.unwrap_or(group.len() as u32)).then_some(behind)
        });
        slabs.collect()
    }

    /// Returns, for each group, the last plane behind the points on these sides, and the first plane in front of them.
    fn bounds(&self, sides: &[Side]) -> Vec<[Option<u32>; 2]> {
        let mut bounds = alloc::vec![[None; 2]; self.groups.len()];
        for (own, &side) in self.ranks.iter().zip(sides) {
            let [low, high]: &mut [Option<u32>; 2] = &mut bounds[own.group];
            match own.seen(side) {
                Side::Front => *low = Some(low.map_or(own.rank, |known| known.max(own.rank))),
                _ => *high = Some(high.map_or(own.rank, |known| known.min(own.rank))),
            }
        }
        bounds
    }
}

/// A coefficient of a plane.
struct Coefficient<'a>(&'a CuttingPlane, usize);

impl Polynomial for Coefficient<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let numbers: [N; 4] = self.0.equation();
        numbers[self.1].clone()
    }
}

/// The difference of the coordinates at which two parallel planes meet an axis, the first minus the second, times the
/// coefficients of both on this axis.
struct Apart<'a>([&'a CuttingPlane; 2], usize);

impl Polynomial for Apart<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b]: [[N; 4]; 2] = self.0.each(|plane| plane.equation());
        minor(&a[self.1], &b[self.1], &a[3], &b[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect::Plane;

    fn planes(texts: &[&str]) -> Vec<CuttingPlane> {
        let plane = |text: &&str| text.parse::<Plane>().expect("a plane").into();
        texts.iter().map(plane).collect()
    }

    #[test]
    fn parallel_planes_are_in_order_whatever_their_fronts_are() {
        let planes = planes(&[
            "2 = z", "x = 1", "z = 1", "-z = -3", "2z = 4", "z = -5", "-x = 4",
        ]);
        let directions = Directions::of(&planes);
        assert_eq!(directions.groups, [vec![3, 0, 2, 5], vec![6, 1]]);
        let ranks: Vec<u32> = directions.ranks.iter().map(|own| own.rank).collect();
        // The normal of the first group points downward, and that of the second along x.
        assert_eq!(ranks, [1, 1, 2, 0, 1, 3, 0]);
        let sides = |z: f64, x: f64| -> Vec<Side> {
            let point = [x, 0.0, z];
            planes
                .iter()
                .map(|plane| plane.plane().side(&point))
                .collect()
        };
        assert_eq!(directions.slabs(&sides(1.5, 7.0)), Some(vec![2, 2]));
        let mut walls = directions.walls(&sides(1.5, 0.0));
        walls.sort_by_key(|(plane, _)| *plane);
        assert_eq!(
            walls,
            [
                (0, Side::Front),
                (1, Side::Back),
                (2, Side::Front),
                (6, Side::Back)
            ]
        );
        let mut impossible = sides(1.5, 0.0);
        impossible[0] = Side::Back;
        assert_eq!(directions.slabs(&impossible), None);
    }
}
