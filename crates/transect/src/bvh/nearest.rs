//! The boxes in front of a plane that are nearest to it.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::vector::is_finite;

use crate::bvh::block::lanes;
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::tree::Bvh;
use crate::plane::Plane;

/// A box without a point strictly behind a plane, and its distance from the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The id of the box in its tree.
    pub id: u32,
    /// The signed distance of the box's backmost point, rounded as by [`Plane::signed_distance`].
    pub distance: f64,
}

/// A subtree or a box in the priority queue. Entries are ordered by distance. At equal distances, subtrees precede
/// boxes, and boxes are ordered by id.
struct Waiting {
    distance: f64,
    /// The level of the subtree's root: 0 for a leaf. `None` for a box.
    level: Option<usize>,
    /// The index of the subtree's root in its level, or the id of the box.
    place: u32,
}

impl<T: Coordinate, const D: usize> Bvh<T, D> {
    /// Returns up to `count` boxes nearest to a plane, among the boxes with no point strictly behind it. The nearest
    /// comes first; equally near boxes are sorted by id. The exclusion of boxes with points behind is exact. Distances
    /// are compared as rounded values. For the boxes behind a plane, pass the flipped plane.
    ///
    /// ```
    /// use transect::{Plane, batch::AabbColumns, bvh::Bvh};
    /// let (low, high) = ([0.0, 2.0, 4.0, 7.0], [1.0, 3.0, 5.0, 8.0]);
    /// let tree = Bvh::build(&AabbColumns::new([&low, &low], [&high, &high]))?;
    /// let nearest = tree.nearest(&Plane::new([1.0, 0.0], -1.5)?, 2);
    /// assert_eq!((nearest[0].id, nearest[0].distance), (1, 0.5));
    /// assert_eq!((nearest[1].id, nearest[1].distance), (2, 2.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, plane: &Plane<D>, count: usize) -> Vec<Nearest> {
        let mut waiting = BinaryHeap::new();
        let mut found = Vec::new();
        if self.built > 0 {
            let level = self.levels.len();
            waiting.push(Waiting::node(0.0, level, 0));
        }
        for leaf in self.built..self.leaves.len() {
            waiting.push(Waiting::node(0.0, 0, leaf as u32));
        }
        while found.len() < count
            && let Some(Waiting {
                distance,
                level,
                place,
            }) = waiting.pop()
        {
            match level {
                None => found.push(Nearest {
                    id: place,
                    distance,
                }),
                Some(0) => self.boxes_in_front(plane, place, &mut waiting),
                Some(level) => self.nodes_in_front(plane, level - 1, place, &mut waiting),
            }
        }
        found
    }

    fn boxes_in_front(&self, plane: &Plane<D>, leaf: u32, waiting: &mut BinaryHeap<Waiting>) {
        let block = &self.leaves[leaf as usize];
        for lane in lanes(self.alive[leaf as usize]) {
            let [backmost, _] = block.aabb(lane).backmost_and_frontmost(&plane.normal());
            // A box that is unbounded behind the plane has points behind the plane, so it is left out.
            if is_finite(&backmost) && plane.form().side(&backmost) != Side::Back {
                waiting.push(Waiting {
                    distance: plane.signed_distance(&backmost) + 0.0,
                    level: None,
                    place: self.ids[leaf as usize * LANES + lane],
                });
            }
        }
    }

    fn nodes_in_front(
        &self,
        plane: &Plane<D>,
        level: usize,
        place: u32,
        waiting: &mut BinaryHeap<Waiting>,
    ) {
        let block = &self.levels[level][place as usize];
        for lane in lanes(self.lanes_of_node(level, place as usize)) {
            let [backmost, frontmost] = block.aabb(lane).backmost_and_frontmost(&plane.normal());
            if is_finite(&frontmost) && plane.form().side(&frontmost) == Side::Back {
                continue;
            }
            // The box of a node contains the boxes below the node. So at its backmost corner, the exact n·p + d is at
            // most that at their backmost corners. Rounding keeps this order of the distances: each n·p + d is rounded
            // to the nearest float, and all are divided by the same length.
            let distance = if is_finite(&backmost) {
                plane.signed_distance(&backmost)
            } else {
                0.0
            };
            waiting.push(Waiting::node(
                distance.max(0.0),
                level,
                place << 4 | lane as u32,
            ));
        }
    }
}

impl Waiting {
    fn node(distance: f64, level: usize, place: u32) -> Self {
        Self {
            distance,
            level: Some(level),
            place,
        }
    }

    fn key(&self) -> (bool, u32) {
        (self.level.is_none(), self.place)
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        // `BinaryHeap` returns the greatest entry first, so the order is reversed.
        let by_distance = other.distance.total_cmp(&self.distance);
        by_distance.then_with(|| other.key().cmp(&self.key()))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}
