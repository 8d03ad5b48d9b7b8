//! The corners and edges of a convex polyhedron as a graph. An extreme corner is found by hill climbing: from corner to
//! corner along edges, each step to a higher corner. The height of a corner is its rounded dot product with a
//! direction.

use alloc::vec;
use alloc::vec::Vec;

use tinyvec::TinyVec;
use transect_exact::arrays::array;

/// The least number of corners for which a graph is kept. With fewer corners, comparing all corners is about as fast.
const LEAST: usize = 30;

/// The largest number of corners in a [`Level`].
const MOST: usize = 32;

/// Corners that are about as high as the highest corner, by their indices.
pub(crate) type Level = TinyVec<[usize; 8]>;

/// The corners and edges of an exactly convex polyhedron. This type is a detail of the library: it is not exported.
#[derive(Clone, Debug)]
pub struct CornerGraph<const D: usize> {
    /// Corner i has the neighbours `neighbors[starts[i]..starts[i + 1]]`. A neighbour is the other end of an edge.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
    /// For each axis, the corner with the least and the corner with the greatest coordinate.
    ends: [[usize; 2]; D],
    bounds: [[f64; D]; 2],
    middle: [f64; D],
}

impl<const D: usize> CornerGraph<D> {
    /// Returns the graph of a polyhedron. Returns `None` if there are fewer than [`LEAST`] corners, or if the ends of
    /// all edges are more than a `u32` can count.
    pub(crate) fn of(corners: &[[f64; D]], faces: &[Vec<usize>]) -> Option<Self> {
        let half_edges: usize = faces.iter().map(Vec::len).sum();
        if corners.len() < LEAST || u32::try_from(half_edges).is_err() {
            return None;
        }
        // An edge belongs to two faces, once in each direction. So each corner is as often the start of an edge as it
        // has neighbours.
        let mut starts = vec![0_u32; corners.len() + 1];
        for &corner in faces.iter().flatten() {
            starts[corner + 1] += 1;
        }
        for corner in 0..corners.len() {
            starts[corner + 1] += starts[corner];
        }
        let mut neighbors = vec![0_u32; half_edges];
        let mut free = starts.clone();
        for face in faces {
            for (place, &from) in face.iter().enumerate() {
                let to = face[(place + 1) % face.len()];
                neighbors[free[from] as usize] = to as u32;
                free[from] += 1;
            }
        }
        let ends = array(|axis| {
            let by_axis = |a: &usize, b: &usize| corners[*a][axis].total_cmp(&corners[*b][axis]);
            let least = (0..corners.len()).min_by(by_axis);
            let greatest = (0..corners.len()).max_by(by_axis);
            [least, greatest].map(Option::unwrap_or_default)
        });
        Some(Self {
            starts,
            neighbors,
            ends,
            bounds: bounds(corners),
            middle: middle(corners),
        })
    }

    /// Returns the least and the greatest coordinates of the corners.
    #[inline]
    pub(crate) fn bounds(&self) -> [[f64; D]; 2] {
        self.bounds
    }

    /// Returns the mean of the corners, rounded.
    #[inline]
    pub(crate) fn middle(&self) -> [f64; D] {
        self.middle
    }

    fn neighbors(&self, corner: usize) -> &[u32] {
        &self.neighbors[self.starts[corner] as usize..self.starts[corner + 1] as usize]
    }

    /// Returns a corner from which few steps lead to the highest one: the end of the polyhedron on the axis along which
    /// the direction has its largest coordinate.
    #[inline]
    fn start(&self, direction: &[f64; 3]) -> usize {
        let mut axis = 0;
        for other in 1..D {
            if direction[other].abs() > direction[axis].abs() {
                axis = other;
            }
        }
        self.ends[axis][usize::from(direction[axis] > 0.0)]
    }

    /// Returns the highest corner along a direction and its height. If several corners have the greatest rounded
    /// height, returns the first of them. The result is the same as that of a comparison of all corners.
    ///
    /// No rounded height may have an error above half of `slack`. Returns `None` if `slack` is not finite, or if more
    /// than [`MOST`] corners are about as high as the highest one.
    #[inline]
    pub(crate) fn highest(
        &self,
        direction: &[f64; 3],
        slack: f64,
        height: impl Fn(usize) -> f64,
    ) -> Option<(usize, f64)> {
        let (top, rival) = self.climb(self.start(direction), slack, &height)?;
        if rival < top.1 - slack {
            return Some(top);
        }
        let (level, greatest) = self.level_of(top, slack, &height)?;
        let highest = level.iter().filter(|&&corner| height(corner) >= greatest);
        highest.min().map(|&corner| (corner, height(corner)))
    }

    /// Returns all corners whose rounded height is at most `depth` below the greatest, in the order of their indices,
    /// and possibly further corners. `slack` and the cases without a result are those of [`Self::highest`].
    pub(crate) fn level(
        &self,
        direction: &[f64; 3],
        slack: f64,
        depth: f64,
        height: impl Fn(usize) -> f64,
    ) -> Option<Level> {
        let (top, _) = self.climb(self.start(direction), slack, &height)?;
        let (mut level, _) = self.level_of(top, slack + depth, &height)?;
        level.sort_unstable();
        Some(level)
    }

    /// Climbs to a corner that has no higher neighbour. Returns this corner with its height, and the greatest height of
    /// a neighbour.
    #[inline]
    fn climb(
        &self,
        start: usize,
        slack: f64,
        height: &impl Fn(usize) -> f64,
    ) -> Option<((usize, f64), f64)> {
        if !slack.is_finite() {
            return None;
        }
        let mut top = (start, height(start));
        loop {
            let mut best = (top.0, f64::NEG_INFINITY);
            for &neighbor in self.neighbors(top.0) {
                let height = height(neighbor as usize);
                if height > best.1 {
                    best = (neighbor as usize, height);
                }
            }
            if best.1 <= top.1 {
                return Some((top, best.1));
            }
            top = best;
        }
    }

    /// Returns the corners to which paths lead from the top along edges between corners that are at most `depth` below
    /// the top, and the greatest height of these corners.
    ///
    /// Rounded heights, with an error ≤ e, may end a climb too early. By exact heights, a rising path of edges leads
    /// from each corner to the highest one. On the path from a corner with the rounded height h, all rounded heights
    /// are ≥ h − 2e. So from where the climb ended, the search follows all edges between corners of such heights. If
    /// one is higher than h, it climbs on. Otherwise they include all corners with a rounded height ≥ h, and the first
    /// of the highest is the one that a comparison of all corners finds.
    #[cold]
    fn level_of(
        &self,
        mut top: (usize, f64),
        depth: f64,
        height: &impl Fn(usize) -> f64,
    ) -> Option<(Level, f64)> {
        let mut level = Level::from_iter([top.0]);
        let mut place = 0;
        while let Some(&corner) = level.get(place) {
            place += 1;
            for &neighbor in self.neighbors(corner) {
                let neighbor = neighbor as usize;
                let of_neighbor = height(neighbor);
                if of_neighbor > top.1 {
                    // The climb ended at a corner that is the highest only among its neighbours, by rounding.
                    (top, _) = self.climb(neighbor, depth, height)?;
                    level = Level::from_iter([top.0]);
                    place = 0;
                    break;
                }
                if of_neighbor >= top.1 - depth && !level.contains(&neighbor) {
                    if level.len() == MOST {
                        return None;
                    }
                    level.push(neighbor);
                }
            }
        }
        Some((level, top.1))
    }
}

/// Returns the least and the greatest coordinates of points.
#[inline]
pub(crate) fn bounds<const D: usize>(points: &[[f64; D]]) -> [[f64; D]; 2] {
    let mut bounds = [points[0]; 2];
    for point in &points[1..] {
        for axis in 0..D {
            bounds[0][axis] = bounds[0][axis].min(point[axis]);
            bounds[1][axis] = bounds[1][axis].max(point[axis]);
        }
    }
    bounds
}

/// Returns the mean of points, rounded.
pub(crate) fn middle<const D: usize>(points: &[[f64; D]]) -> [f64; D] {
    let weight = 1.0 / points.len() as f64;
    let mut middle = [0.0; D];
    for point in points {
        for axis in 0..D {
            middle[axis] += point[axis] * weight;
        }
    }
    middle
}
