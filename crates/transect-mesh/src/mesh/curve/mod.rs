//! The area of the section, and the volume and the centroid behind the plane, as functions of the plane's height
//! (docs/exactness.md, "Measures against height").
//!
//! Between the heights of neighbouring vertices, each measure is one polynomial. `build.rs` and `tree.rs` add up the
//! polynomials of all triangles, `heights.rs` has the heights along the direction, `buckets.rs` finds the interval of a
//! height or a volume, and `interval.rs` evaluates it.

mod buckets;
mod build;
mod heights;
mod interval;
mod tree;

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};

use crate::mesh::curve::buckets::Buckets;
use crate::mesh::curve::heights::Heights;
use crate::mesh::curve::interval::{FirstMoments, Interval};
use crate::mesh::indexed::MeshError;

/// The area of the section, and the volume and the centroid behind the plane, for every height of a plane along a
/// direction. [`Mesh::curve`](crate::mesh::Mesh::curve) computes a curve.
///
/// Between two neighbouring heights of vertices, the area is a polynomial of degree 2 in the height, and the volume is
/// one of degree 3. The curve holds these polynomials, and an index that finds the one for a height or for a volume.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    heights: Heights,
    /// The distinct heights of the vertices, ascending.
    knots: Vec<f64>,
    /// The index of `knots`.
    knot_buckets: Buckets,
    /// One entry per interval between neighbouring knots.
    intervals: Vec<Interval>,
    /// The first moments of each interval. They are apart from `intervals`, so that questions about areas and volumes
    /// read less memory.
    moments: Vec<FirstMoments>,
    /// One entry per knot: the largest volume behind the plane at this knot or at a lower height.
    largest_volumes: Vec<f64>,
    /// The index of `largest_volumes`.
    volume_buckets: Buckets,
    /// The volume and the first moment of the whole mesh.
    total: Behind,
}

/// The volume behind a height, its first moment, and bounds on their errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Behind {
    volume: f64,
    /// The first moments along the two directions of the plane and along the normal, relative to the centre of the
    /// mesh's bounding box.
    first: [f64; 3],
    volume_error: f64,
    first_error: f64,
}

/// The measures of a mesh at one height of a [`Curve`], and bounds on their errors.
///
/// Comments in `tree.rs`, `build.rs` and `heights.rs` derive the bounds. If the direction is not along an axis, the
/// heights of the vertices are rounded. Then the bounds hold for the mesh with these rounded heights.
/// [`Curve::height_error`] bounds the error of the heights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CurvePoint {
    /// The limit of the section's area as the plane is approached from behind.
    pub area: f64,
    /// The limit of the section's area as the plane is approached from the front. It exceeds `area` by the area of the
    /// faces in the plane with material in front of them, minus the area of those with material behind them.
    pub area_from_front: f64,
    /// A bound on the error of both areas.
    pub area_error: f64,
    /// The volume behind the plane.
    pub volume: f64,
    /// A bound on the error of the volume.
    pub volume_error: f64,
    /// The centroid of the volume behind the plane. It is `None` if this volume is not larger than its error bound.
    pub centroid: Option<[f64; 3]>,
    /// A bound on the error of each coordinate of the centroid. It is infinite if the centroid is `None`.
    pub centroid_error: f64,
}

/// The error of computing the curve of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CurveError {
    /// The mesh is not closed, so there is no volume behind a plane.
    Open {
        /// The number of directed edges without a matching reverse edge.
        open_edges: usize,
    },
    /// The direction is zero, or one of its numbers is NaN or infinite.
    Direction {
        /// The direction as it was given.
        direction: [f64; 3],
    },
    /// A coordinate of the mesh has a magnitude above 1e70, so moments may overflow.
    TooLarge {
        /// The largest magnitude of a coordinate.
        largest: f64,
    },
    /// The mesh with filled rims has too many triangles.
    Filled {
        /// The error of building this mesh.
        error: MeshError,
    },
}

impl fmt::Display for CurveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { open_edges } => write!(
                f,
                "the mesh is open: {open_edges} edges have no matching reverse edge"
            ),
            Self::Direction { direction } => {
                write!(f, "the direction {direction:?} is zero or not finite")
            }
            Self::TooLarge { largest } => write!(
                f,
                "a coordinate has the magnitude {largest}; the largest allowed is 1e70"
            ),
            Self::Filled { error } => write!(f, "with filled rims: {error}"),
        }
    }
}

impl Error for CurveError {}

/// Returns the largest distance of a knot from the height of the centre. `knots` are ascending.
fn reach(knots: &[f64], middle: f64) -> f64 {
    match knots {
        [lowest, .., highest] => (highest - middle).max(middle - lowest),
        _ => 0.0,
    }
}

impl Curve {
    /// Returns the lowest and the highest height of a vertex, or `None` for a mesh without triangles.
    #[must_use]
    pub fn range(&self) -> Option<[f64; 2]> {
        Some([*self.knots.first()?, *self.knots.last()?])
    }

    /// Returns the distinct heights of the vertices, ascending. Between two neighbours, the area and the volume are
    /// polynomials in the height.
    #[must_use]
    pub fn knots(&self) -> &[f64] {
        &self.knots
    }

    /// Returns the volume of the mesh, rounded. It is the volume behind every plane above the mesh.
    #[must_use]
    pub fn volume(&self) -> f64 {
        self.total.volume
    }

    /// Returns a bound on the difference between a vertex's height in this curve and its true height.
    ///
    /// The bound is zero if the direction is along an axis. Otherwise the curve is that of a mesh with rounded heights:
    /// to first order, its volume behind a plane differs from that of the given mesh by at most this bound times the
    /// area of the surface.
    #[must_use]
    pub fn height_error(&self) -> f64 {
        self.heights.error
    }

    /// Returns the height of a point along the direction of the curve, as the curve has those of vertices: rounded if the
    /// direction is not along an axis.
    pub(crate) fn height_of(&self, point: &[f64; 3]) -> f64 {
        self.heights.height(point)
    }

    /// Returns the area of the section and the volume and centroid behind the plane at a height, with error bounds. For
    /// NaN, the result is that of a plane below the whole mesh.
    #[must_use]
    pub fn at(&self, height: f64) -> CurvePoint {
        // The index of the first knot above the height. A knot at the height is not above it.
        let after = self.knot_buckets.count_to(&self.knots, height);
        let is_knot = after > 0 && self.knots[after - 1] == height;
        let (area_from_front, front_error) = self.area_in(after, height);
        let (area, behind_error) = if is_knot {
            self.area_in(after - 1, height)
        } else {
            (area_from_front, front_error)
        };
        let behind = self.behind(after, height);
        let (centroid, centroid_error) = self.centroid(&behind);
        CurvePoint {
            area,
            area_from_front,
            area_error: front_error.max(behind_error),
            volume: behind.volume,
            volume_error: behind.volume_error,
            centroid,
            centroid_error,
        }
    }

    /// Returns the volume behind the plane at a height, rounded. [`Curve::at`] also returns its error bound.
    #[must_use]
    pub fn volume_behind(&self, height: f64) -> f64 {
        let after = self.knot_buckets.count_to(&self.knots, height);
        let Some(index) = after.checked_sub(1) else {
            return 0.0;
        };
        let Some(interval) = self.intervals.get(index) else {
            return self.total.volume;
        };
        interval.volume_behind(height).0
    }

    /// Returns the lowest height at which the volume behind the plane is at least `volume`, rounded.
    ///
    /// If the volume is the same over an interval of heights, for example between two bodies, the result is the lower
    /// end of the interval. For zero, it is the lowest height of the mesh. The result is `None` for NaN, for negative
    /// numbers, and for more than the curve's largest volume.
    ///
    /// [`Curve::volume_behind`] at the returned height differs from `volume` by at most the error bound of the volume
    /// there, plus the change of the volume between two neighbouring floats of the height.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let curve = cube.curve([0.0, 0.0, 1.0])?;
    /// assert!((curve.height_of_volume(0.25).unwrap() - 0.25).abs() < 1e-15);
    /// assert_eq!(curve.height_of_volume(2.0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn height_of_volume(&self, volume: f64) -> Option<f64> {
        let [lowest, _] = self.range()?;
        if volume == 0.0 {
            return Some(lowest);
        }
        let is_in_range = volume > 0.0 && self.largest_volumes.last().is_some_and(|v| volume <= *v);
        if !is_in_range {
            return None;
        }
        let upper = (self.volume_buckets).count_below(&self.largest_volumes, volume);
        if self.volume_at_knot(upper) == volume && self.largest_volumes.get(upper) == Some(&volume)
        {
            return self.knots.get(upper).copied();
        }
        let Some(index) = upper.checked_sub(1) else {
            return Some(lowest);
        };
        Some(self.intervals.get(index)?.height_of(volume))
    }

    /// Returns the volume behind the knot with this index.
    fn volume_at_knot(&self, index: usize) -> f64 {
        let interval = self.intervals.get(index);
        interval.map_or(self.total.volume, |interval| interval.volume)
    }

    /// Returns the area at a height, and its error bound, by the polynomial of the interval that ends at the knot with
    /// the index `after`. The height is in this interval or at one of its ends.
    fn area_in(&self, after: usize, height: f64) -> (f64, f64) {
        let Some(interval) = after.checked_sub(1).and_then(|i| self.intervals.get(i)) else {
            return (0.0, 0.0);
        };
        (interval.area_at(height), interval.area_error)
    }

    /// Returns the volume and the first moment behind a height. `after` is the number of knots that are not above this
    /// height.
    fn behind(&self, after: usize, height: f64) -> Behind {
        let Some(index) = after.checked_sub(1) else {
            return Behind::default();
        };
        let Some(interval) = self.intervals.get(index) else {
            return self.total;
        };
        let middle = self.heights.middle;
        let (volume, volume_error) = interval.volume_behind(height);
        let (first, first_error) =
            self.moments[index].behind(interval, height, middle, reach(&self.knots, middle));
        Behind {
            volume,
            first,
            volume_error,
            first_error,
        }
    }

    /// Returns the centroid, and a bound on the error of its coordinates.
    fn centroid(&self, behind: &Behind) -> (Option<[f64; 3]>, f64) {
        let certain = behind.volume.abs() - behind.volume_error;
        if certain <= 0.0 {
            return (None, f64::INFINITY);
        }
        let offset = behind.first.each(|first| first / behind.volume);
        let farthest = offset
            .iter()
            .fold(0.0_f64, |most, part| most.max(part.abs()));
        let relative =
            (behind.first_error + farthest * behind.volume_error + SMALLEST) / certain + SMALLEST;
        let centroid = self.heights.position(&offset);
        let size = centroid
            .iter()
            .fold(0.0_f64, |most, part| most.max(part.abs()));
        let error = self.heights.spread * relative
            + 4.0 * U * (size + farthest)
            + self.heights.position_error;
        (Some(centroid), error)
    }
}
