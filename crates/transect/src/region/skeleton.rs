//! The planes of a region that meet in its vertices and edges: exact, without coordinates.

use alloc::vec::Vec;

use crate::incidence::{side_of_meeting, turn};
use crate::plane::Plane;
use crate::region::line::{Clipped, Line};
use crate::side::Side;

/// The planes that meet in the vertices and edges of a region, without coordinates.
pub(crate) struct Skeleton<'a, const D: usize> {
    pub(crate) planes: &'a [&'a Plane<D>],
    pub(crate) corners: Vec<Corner<D>>,
    pub(crate) edges: Vec<Rim>,
    /// `true` in 3D if all planes are parallel.
    pub(crate) all_are_parallel: bool,
}

/// A vertex: the indices of all planes through it (`planes`), and of D of these planes with independent normals
/// (`rows`).
pub(crate) struct Corner<const D: usize> {
    pub(crate) planes: Vec<usize>,
    pub(crate) rows: [usize; D],
}

/// An edge: the indices of all planes that contain it, its start and end vertices, and two planes whose line contains
/// it (in 2D one plane, twice).
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

    /// Adds the part of a line that lies in the region as an edge or a vertex.
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
            // The line runs along the normal turned left, with the region on its right; edges have the region on their
            // left.
            ends.reverse();
        }
        self.edges.push(Rim {
            planes,
            ends,
            through: [line.through()[0], line.through()[D - 2]],
        });
    }

    /// Returns the vertex where a line crosses a plane, if it has been found already. The planes of the line and this
    /// plane are independent, so they meet in one point.
    fn known(&self, line: &Line<'_, D>, end: usize) -> Option<usize> {
        self.corners.iter().position(|corner| {
            let contains = |index| corner.planes.contains(&index);
            contains(end) && line.through().iter().all(|&index| contains(index))
        })
    }

    /// Returns the vertex where a line ends. Adds a new vertex if necessary.
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

    /// Returns `true` if the whole region lies in one of its planes. The region must have vertices.
    fn is_flat(&self) -> bool {
        (0..self.planes.len()).any(|plane| {
            self.corners
                .iter()
                .all(|corner| corner.planes.contains(&plane))
                && self.edges.iter().all(|edge| edge.planes.contains(&plane))
        })
    }
}

/// Returns sets of up to D planes that are enough to decide whether a point is outside.
///
/// Consider the direction from the nearest point of the region to a point outside.
/// For one of the sets, this direction is the negative of a sum of the set's normals with non-negative weights.
///
/// The nearest point lies on a face. The normals in the sum are normals of the planes of this face,
/// and thus of the planes of one of its vertices. The normals at a vertex span a cone.
/// An edge of this cone belongs to a face of the region, and a face of the cone to an edge of the region.
/// If the region is not flat, the cone has an apex. The cone is then the union of smaller cones,
/// each spanned by one fixed plane of the vertex and two planes of an edge.
/// For few planes, all sets of D planes are enough as well; for a flat region, all these sets are necessary.
pub(crate) fn deciding_sets<const D: usize>(planes: &[&Plane<D>]) -> Vec<Vec<usize>> {
    let all = |size: usize| subsets(planes.len(), size.min(planes.len())).collect();
    if D == 2 || planes.len() <= FEW {
        return all(D);
    }
    let skeleton = Skeleton::of(planes);
    if skeleton.corners.is_empty() {
        // Any three of the normals are dependent, or the region is empty.
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

/// The largest number of planes for which trying all sets of D planes is faster than computing the vertices.
const FEW: usize = 6;

/// Returns all subsets of `size` numbers below `count`, each in ascending order.
pub(crate) fn subsets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<_>>());
    core::iter::from_fn(move || {
        let current = next.take()?;
        let mut following = current.clone();
        // `place` is the last place whose number can still be increased; the places after it continue with consecutive
        // numbers.
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
