//! The vertices and edges of a region, each given by the planes that meet in it. These sets of planes are exact,
//! because no coordinates are computed.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};

use crate::incidence::{side_of_meeting, turn};
use crate::plane::Plane;
use crate::region::line::{Clipped, Line};

// # Why this finds all vertices and edges
//
// Each line in which D − 1 planes meet is clipped by all other planes. At either end, the plane that clips most is
// kept, by signs of determinants of D + 1 rows. What remains of the line is a face of the region: a point, a segment, a
// ray or the whole line. Every vertex (where the normals of the planes through it have rank D) and every edge (rank D −
// 1) lies on such a line. A nonempty region has a smallest face, which is affine of dimension D − rank of all normals.
// So this face lies on such a line, or all normals are parallel (rank 1 in space); then pairs of planes decide whether
// the region is empty. Equal vertices and edges are recognised by the planes through them, which are recorded, without
// coordinates. A region with vertices is unbounded exactly if one of its edges is, because unbounded edges span the
// directions in which the region is unbounded. For n planes, all this takes at most n^D signs.

/// The vertices and edges of a region, each given by the planes that meet in it, without coordinates.
pub(crate) struct Skeleton<'a, const D: usize> {
    pub(crate) planes: &'a [&'a Plane<D>],
    pub(crate) corners: Vec<Corner<D>>,
    pub(crate) edges: Vec<Rim>,
    /// `true` if, in 3D, all planes are parallel.
    pub(crate) all_are_parallel: bool,
}

/// A vertex. `planes` has the indices of all planes through it; `rows` has the indices of D of them whose normals are
/// independent.
pub(crate) struct Corner<const D: usize> {
    pub(crate) planes: Vec<usize>,
    pub(crate) rows: [usize; D],
}

/// An edge. `planes` has the indices of all planes that contain it; `ends` has the indices of its start and end
/// vertices. `through` has two planes that meet in the line of the edge; in 2D, it has the same plane twice.
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

    /// Adds the part of a line that lies in the region: as an edge, or as a vertex if it is a single point.
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
        let mut ends = ends.each(|end| self.corner(line, end));
        if D == 2 {
            // The line has the direction of the normal turned counter-clockwise, so the region is on its right. Edges
            // have the region on their left.
            ends.reverse();
        }
        self.edges.push(Rim {
            planes,
            ends,
            through: [line.through()[0], line.through()[D - 2]],
        });
    }

    /// Returns the vertex where a line crosses the plane `end`, if it has been found already. The normals of the line's
    /// planes and of this plane are independent, so these planes meet in one point.
    fn known(&self, line: &Line<'_, D>, end: usize) -> Option<usize> {
        self.corners.iter().position(|corner| {
            let contains = |index| corner.planes.contains(&index);
            contains(end) && line.through().iter().all(|&index| contains(index))
        })
    }

    /// Returns the vertex where a line crosses the plane `end`, or `None` if `end` is `None`. Adds a new vertex if
    /// necessary.
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
            rows: array(|row| *line.through().get(row).unwrap_or(&end)),
        });
        Some(self.corners.len() - 1)
    }

    /// Returns `true` if the whole region lies in one of its planes. The region must have a vertex.
    fn is_flat(&self) -> bool {
        (0..self.planes.len()).any(|plane| {
            self.corners
                .iter()
                .all(|corner| corner.planes.contains(&plane))
                && self.edges.iter().all(|edge| edge.planes.contains(&plane))
        })
    }
}

// If S and the region are apart, let r be the point of the region nearest to S, on a face F. The direction from r to S
// is minus a sum of normals of the planes of F with nonnegative weights (Farkas). These planes also pass through any
// vertex v of F. So only sets of planes that meet in a vertex are tried (pairs, if the region has no vertices). The
// normals of the planes through v span a cone, whose edges correspond to the region's faces at v, and whose faces to
// the region's edges at v. If the region is not flat, the cone is pointed. It is then a union of smaller cones, each
// spanned by the normal of one fixed plane and of the two planes of an edge at v. The number of such sets is at most
// the number of ends of edges, below 6n in space. For up to six planes (20 sets of three, as in a frustum), and where
// the region is flat, all sets of D planes are tried.

/// Returns sets of up to D planes. For any point outside the region, the planes of one of the sets are enough to prove
/// that the point is outside.
///
/// Take any point outside the region, and the direction from this point to the nearest point of the region. For one of
/// the returned sets, this direction is a sum of the normals of the set's planes, with non-negative weights.
///
/// The comment above has the proof.
pub(crate) fn deciding_sets<const D: usize>(planes: &[&Plane<D>]) -> Vec<Vec<usize>> {
    let all = |size: usize| subsets(planes.len(), size.min(planes.len())).collect();
    if D == 2 || planes.len() <= FEW {
        return all(D);
    }
    let skeleton = Skeleton::of(planes);
    if skeleton.corners.is_empty() {
        // A region without a vertex is empty, or any three of its planes' normals are dependent. In the latter case,
        // sets of two planes are enough. The callers test separately for an empty region.
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

/// Returns all subsets with `size` elements of the numbers from 0 to `count` − 1. Each subset is in ascending order.
pub(crate) fn subsets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<_>>());
    core::iter::from_fn(move || {
        let current = next.take()?;
        let mut following = current.clone();
        // `place` is the last position in the subset whose number can still be increased. That number is increased by
        // one, and the positions after it get the consecutive numbers that follow.
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
