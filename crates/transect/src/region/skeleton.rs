//! Which planes of a region meet in its vertices and edges, exactly, without a coordinate.

use alloc::vec::Vec;

use crate::incidence::{side_of_meeting, turn};
use crate::plane::Plane;
use crate::region::line::{Clipped, Line};
use crate::side::Side;

/// Which planes meet in vertices and edges, without a coordinate.
pub(crate) struct Skeleton<'a, const D: usize> {
    pub(crate) planes: &'a [&'a Plane<D>],
    pub(crate) corners: Vec<Corner<D>>,
    pub(crate) edges: Vec<Rim>,
    /// Space, and no two of the planes meet.
    pub(crate) all_are_parallel: bool,
}

/// A vertex: all planes through it, and D of them whose normals are independent.
pub(crate) struct Corner<const D: usize> {
    pub(crate) planes: Vec<usize>,
    pub(crate) rows: [usize; D],
}

/// An edge: all planes that it lies in, the vertices where it begins and ends, and two planes (in 2D one,
/// twice) whose line it is.
pub(crate) struct Rim {
    pub(crate) planes: Vec<usize>,
    pub(crate) ends: [Option<usize>; 2],
    pub(crate) through: [usize; 2],
}

impl<'a, const D: usize> Skeleton<'a, D> {
    pub(crate) fn of(planes: &'a [&'a Plane<D>]) -> Self {
        let mut skeleton = Self {
            planes,
            corners: Vec::new(),
            edges: Vec::new(),
            all_are_parallel: D == 3,
        };
        for line in Line::all(planes) {
            skeleton.all_are_parallel = false;
            skeleton.add(&line);
        }
        skeleton
    }

    /// Adds what the region leaves of a line.
    fn add(&mut self, line: &Line<'_, D>) {
        let is_known = |planes: &[usize]| line.through().iter().all(|index| planes.contains(index));
        if self.edges.iter().any(|edge| is_known(&edge.planes)) {
            return;
        }
        let is_on = |end, index| {
            let known = self.known(line, end);
            known.is_some_and(|corner| self.corners[corner].planes.contains(&index))
        };
        let Some(clipped) = line.clipped(is_on) else {
            return;
        };
        let Clipped {
            ends,
            is_point,
            planes,
        } = clipped;
        if is_point {
            self.corner(line, ends[0]);
            return;
        }
        let mut ends = ends.map(|end| self.corner(line, end));
        if D == 2 {
            // The line runs along the normal turned left, and has the region on its right.
            ends.reverse();
        }
        self.edges.push(Rim {
            planes,
            ends,
            through: [line.through()[0], line.through()[D - 2]],
        });
    }

    /// The vertex where a line crosses a plane, if it is known: independent planes meet in one point.
    fn known(&self, line: &Line<'_, D>, end: usize) -> Option<usize> {
        self.corners.iter().position(|corner| {
            let contains = |index| corner.planes.contains(&index);
            contains(end) && line.through().iter().all(|&index| contains(index))
        })
    }

    /// The vertex where a line ends, a new one if need be.
    fn corner(&mut self, line: &Line<'_, D>, end: Option<usize>) -> Option<usize> {
        let end = end?;
        if let Some(known) = self.known(line, end) {
            return Some(known);
        }
        let rows = line.rows(end);
        let turn = turn(rows);
        let meets = |&index: &usize| {
            index == end
                || line.through().contains(&index)
                || side_of_meeting(rows, turn, self.planes[index], || false) == Side::On
        };
        self.corners.push(Corner {
            planes: (0..self.planes.len()).filter(meets).collect(),
            rows: core::array::from_fn(|row| *line.through().get(row).unwrap_or(&end)),
        });
        Some(self.corners.len() - 1)
    }

    /// Whether all of the region, which has vertices, lies in one of its planes.
    fn is_flat(&self) -> bool {
        (0..self.planes.len()).any(|plane| {
            self.corners
                .iter()
                .all(|corner| corner.planes.contains(&plane))
                && self.edges.iter().all(|edge| edge.planes.contains(&plane))
        })
    }
}

/// Sets of up to D planes, such that the way from the region to a point outside, from the nearest point on,
/// is against a sum of the normals of one set, with weights that are not negative.
///
/// The nearest point lies on a face; the normals are those of the planes of the face, and so of those of
/// a vertex of it. The normals of a vertex span a cone, whose edges are faces of the region and whose
/// faces are its edges. If the region is not flat, this cone has an apex, and is made of the cones that one of
/// its planes spans with the two of each edge. Of few planes, all sets of D do as well; of a flat region they have to.
pub(crate) fn deciding_sets<const D: usize>(planes: &[&Plane<D>]) -> Vec<Vec<usize>> {
    let all = |size: usize| subsets(planes.len(), size.min(planes.len())).collect();
    if D == 2 || planes.len() <= FEW {
        return all(D);
    }
    let skeleton = Skeleton::of(planes);
    if skeleton.corners.is_empty() {
        // No three of the normals are independent, or the region is empty.
        return all(2);
    }
    if skeleton.is_flat() {
        return all(D);
    }
    let mut sets = Vec::new();
    for (place, corner) in skeleton.corners.iter().enumerate() {
        let first = corner.planes[0];
        for edge in &skeleton.edges {
            if !edge.ends.contains(&Some(place)) || edge.planes.contains(&first) {
                continue;
            }
            for pair in subsets(edge.planes.len(), 2) {
                sets.push(Vec::from([
                    first,
                    edge.planes[pair[0]],
                    edge.planes[pair[1]],
                ]));
            }
        }
    }
    sets
}

/// So many planes are quicker asked in all sets of D than for their vertices.
const FEW: usize = 6;

/// The ascending choices of some of the numbers below `count`.
pub(crate) fn subsets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<_>>());
    core::iter::from_fn(move || {
        let current = next.take()?;
        let mut following = current.clone();
        // The last place that can still move on; those behind it follow closely.
        if let Some(place) = (0..size)
            .rev()
            .find(|&place| current[place] < count - size + place)
        {
            let first = current[place] + 1;
            for (step, value) in following[place..].iter_mut().enumerate() {
                *value = first + step;
            }
            next = Some(following);
        }
        Some(current)
    })
}
