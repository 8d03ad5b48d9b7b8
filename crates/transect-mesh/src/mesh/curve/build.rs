//! Builds the curve of a mesh: adds up the polynomials of all triangles, for each interval between neighbouring heights
//! of vertices (knots).

use alloc::vec::Vec;

use transect::interop::Coordinates;
use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::sub;

use crate::mesh::curve::buckets::Buckets;
use crate::mesh::curve::heights::Heights;
use crate::mesh::curve::interval::{FirstMoments, Interval};
use crate::mesh::curve::tree::{Node, Piece, Tree};
use crate::mesh::curve::{Behind, Curve, CurveError, reach};
use crate::mesh::indexed::Mesh;
use crate::mesh::measure::Sum;

// # The bounds of volumes
//
// A is the area of the section, V the volume behind the plane, and Σ the sum of the magnitudes of the coefficients of
// A.
//
// V at a knot is the compensated sum of the integrals of A over the intervals below. An interval of width w, on which A
// is a + b·τ + c·τ², has the integral w·(a + b/2 + c/3). ΔV is the sum of w·(`area_error` + 20u·Σ) over the intervals,
// plus 4u times the sum of the magnitudes of the integrals. Between two knots, the integral of A from the lower knot to
// h is added.
//
// The first moment along the direction is a sum over the intervals: the volume of the interval times the height z of
// its lower knot relative to the centre, plus the integral of A times the height above this knot. Let R be the largest
// distance of a knot from the height of the centre. Then |z| ≤ R, an interval is ≤ 2R wide, and with the roundings of
// the products and sums, the error of this moment is ≤ 6R·ΔV. Along an axis, R is half the range of heights; along
// another direction, it may be larger. The errors of the other two first moments are at most the integrals of the
// bounds of the section's first moments. The error of the centroid M/V is ≤ (ΔM + |M/V|·ΔV)/(|V| − ΔV), plus the
// rounding of the result. Along an axis, the other bounds do not depend on the distance from the origin.

/// The largest coordinate of a mesh with a curve. Moments of larger meshes may overflow.
const LARGEST: f64 = 1e70;

/// A factor for a computed sum of fewer than 2³² non-negative error bounds. The product is at least the exact sum.
const SLACK: f64 = 1.0 + 1e-6;

impl Mesh {
    /// Computes the area of the section, and the volume and the centroid behind the plane, for every height of a plane
    /// along a direction.
    ///
    /// The height of a point p is n·p / |n|, where n is the direction. The plane at height h is the set of points with
    /// this height; behind it are the lower points. For a direction along an axis, heights are exact: they are
    /// the coordinates on this axis, negated if the direction is negative. For other directions, the heights of the
    /// vertices are rounded, and [`Curve::height_error`] bounds the error.
    ///
    /// The time is O(n log n) for n triangles. No section is computed. A call of [`Curve::at`] takes O(log n).
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// // A pyramid with the base 2 × 2 and the height 1.
    /// let positions = vec![[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0], [1.0, 1.0, 1.0]];
    /// let triangles = vec![[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    /// let pyramid = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let curve = pyramid.curve([0.0, 0.0, 1.0])?;
    /// let middle = curve.at(0.5);
    /// assert!((middle.area - 1.0).abs() <= middle.area_error);
    /// assert!((middle.volume - 7.0 / 6.0).abs() <= middle.volume_error);
    /// let height = curve.height_of_volume(7.0 / 6.0).unwrap();
    /// assert!((height - 0.5).abs() < 1e-13);
    /// // The base is a face, so the area jumps there.
    /// assert_eq!((curve.at(0.0).area, curve.at(0.0).area_from_front), (0.0, 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`CurveError`] if the mesh is open, the direction is zero or not finite, or the magnitude of a
    /// coordinate is above 1e70.
    pub fn curve(&self, direction: impl Coordinates<3>) -> Result<Curve, CurveError> {
        let direction = direction.coordinates();
        let boundary = self.boundary();
        if !boundary.is_closed() {
            let open_edges = boundary.open_edges();
            return Err(CurveError::Open { open_edges });
        }
        let largest = self.largest_coordinate();
        if largest > LARGEST {
            return Err(CurveError::TooLarge { largest });
        }
        let heights = Heights::of(direction, self).ok_or(CurveError::Direction { direction })?;
        let of_vertices: Vec<f64> = self.positions.iter().map(|p| heights.height(p)).collect();
        let mut knots = of_vertices.clone();
        knots.sort_unstable_by(f64::total_cmp);
        knots.dedup();
        if knots.len() < 2 {
            return Ok(Curve::of_intervals(heights, knots, &[]));
        }
        let in_plane: Vec<[f64; 2]> = self.positions.iter().map(|p| heights.in_plane(p)).collect();
        let radii = in_plane.iter().map(|[x, y]| x.abs() + y.abs());
        let radius = radii.fold(0.0_f64, f64::max) * (1.0 + 4.0 * U);
        let rank = |height: &f64| knots.partition_point(|knot| knot < height);
        let corners: Vec<Corner> = (of_vertices.iter().zip(in_plane))
            .map(|(height, in_plane)| Corner {
                height: *height,
                rank: rank(height),
                in_plane,
            })
            .collect();
        let mut tree = Tree::new(&knots, radius);
        for triangle in &self.triangles {
            add_triangle(&mut tree, triangle.each(|vertex| corners[vertex as usize]));
        }
        let nodes = tree.intervals();
        Ok(Curve::of_intervals(heights, knots, &nodes))
    }
}

/// A vertex: its height, the index of the knot at this height, and its two coordinates in the plane.
#[derive(Clone, Copy)]
struct Corner {
    height: f64,
    rank: usize,
    in_plane: [f64; 2],
}

/// Adds the two pieces of a triangle: below and above the height of its middle corner. A piece between equal heights is
/// left out, so a level triangle has no piece.
fn add_triangle(tree: &mut Tree<'_>, mut corners: [Corner; 3]) {
    let mut sign = 1.0;
    for [i, j] in [[0, 1], [1, 2], [0, 1]] {
        if corners[j].height < corners[i].height {
            corners.swap(i, j);
            sign = -sign;
        }
    }
    let [low, middle, high] = corners;
    let edge = |from: &Corner, to: &Corner| sub(&to.in_plane, &from.in_plane);
    let edges = [edge(&low, &middle), edge(&middle, &high), edge(&low, &high)];
    let sizes = edges.each(|[x, y]| x.abs() + y.abs());
    let longest = sizes.into_iter().fold(0.0_f64, f64::max);
    for (apex, from, to) in [(&low, &low, &middle), (&high, &middle, &high)] {
        if from.rank == to.rank {
            continue;
        }
        let opposite = if apex.rank == low.rank { &high } else { &low };
        let piece = Piece {
            apex: apex.in_plane,
            edges: [edge(apex, opposite), edge(apex, &middle)],
            apex_height: apex.height,
            rises: [high.height - low.height, to.height - from.height],
            sign,
            longest,
        };
        tree.add(&piece, from.rank, to.rank);
    }
}

impl Curve {
    /// Returns the curve with the polynomials `nodes`, one node per interval between knots. Adds up their integrals
    /// from the lowest knot upward.
    fn of_intervals(heights: Heights, knots: Vec<f64>, nodes: &[Node]) -> Self {
        let middle = heights.middle;
        let reach = reach(&knots, middle);
        let mut below = SumsBelow::default();
        let mut intervals = Vec::with_capacity(nodes.len());
        let mut moments = Vec::with_capacity(nodes.len());
        let mut largest_volumes = Vec::with_capacity(knots.len());
        let mut largest = f64::NEG_INFINITY;
        for (ends, node) in knots.windows(2).zip(nodes) {
            let least = if node.is_zero() { 0.0 } else { SMALLEST };
            let mut interval = Interval {
                low: ends[0],
                high: ends[1],
                area: node.area,
                // Evaluating the polynomial of the area takes at most 10 roundings, each with a relative error of at
                // most U. So 12·U times the sum of the coefficients' magnitudes bounds their error. Each product may
                // also underflow.
                area_error: SLACK * node.area_error + 12.0 * U * node.area_size() + 8.0 * least,
                volume: 0.0,
                volume_error: 0.0,
            };
            let mut moment = FirstMoments {
                section: node.first,
                section_error: SLACK * node.first_error
                    + 24.0 * U * node.first_size()
                    + 16.0 * least,
                behind: [0.0; 3],
                behind_error: 0.0,
            };
            let at_low = below.total();
            below.add(
                interval.volume_behind(ends[1]),
                moment.behind(&interval, ends[1], middle, reach),
            );
            largest = largest.max(at_low.volume);
            largest_volumes.push(largest);
            (interval.volume, interval.volume_error) = (at_low.volume, at_low.volume_error);
            (moment.behind, moment.behind_error) = (at_low.first, at_low.first_error);
            largest = interval
                .volume_at_peak()
                .map_or(largest, |volume| largest.max(volume));
            intervals.push(interval);
            moments.push(moment);
        }
        let total = below.total();
        if !knots.is_empty() {
            largest_volumes.push(largest.max(total.volume));
        }
        Self {
            knot_buckets: Buckets::of(&knots),
            volume_buckets: Buckets::of(&largest_volumes),
            heights,
            knots,
            intervals,
            moments,
            largest_volumes,
            total,
        }
    }
}

/// The sums of the volumes and the first moments of the intervals below a knot, and of their errors and magnitudes.
#[derive(Default)]
struct SumsBelow {
    volume: Sum,
    first: [Sum; 3],
    volume_error: f64,
    first_error: f64,
    volume_size: f64,
    first_size: f64,
}

impl SumsBelow {
    /// Adds an interval: its volume and its first moment, each with a bound on its error.
    fn add(&mut self, volume: (f64, f64), first: ([f64; 3], f64)) {
        self.volume.add(volume.0);
        self.volume_size += volume.0.abs();
        self.volume_error += volume.1;
        for (sum, part) in self.first.iter_mut().zip(first.0) {
            sum.add(part);
            self.first_size += part.abs();
        }
        self.first_error += first.1;
    }

    fn total(&self) -> Behind {
        Behind {
            volume: self.volume.total(),
            first: self.first.each(Sum::total),
            volume_error: SLACK * (self.volume_error + 4.0 * U * self.volume_size),
            first_error: SLACK * (self.first_error + 4.0 * U * self.first_size),
        }
    }
}
