//! The reach of a mesh on both sides of a plane: its backmost and its frontmost vertex, with their sides and distances.

use transect::{Cutter, Extent, Interval};
use transect_exact::Side;

use crate::mesh::indexed::Mesh;

/// The backmost and the frontmost vertex of a mesh: those with the least and with the greatest n·p + d for a plane.
/// Their sides are exact, and their signed distances are rounded.
///
/// The sides are exact: no vertex of the mesh is on a side further back than that of `backmost` or further in front
/// than that of `frontmost`. If several vertices have nearly the same n·p + d (within a relative difference of 2⁻⁵⁰),
/// rounding may decide which of them is returned. Of vertices with equal rounded values, the vertex with the least id
/// is returned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The backmost vertex: the vertex p with the least n·p + d.
    pub backmost: [f64; 3],
    /// The frontmost vertex: the vertex p with the greatest n·p + d.
    pub frontmost: [f64; 3],
    /// The exact sides of the backmost and the frontmost vertex.
    pub extent: Extent,
    /// The signed distances of the backmost and the frontmost vertex, rounded.
    pub interval: Interval,
}

impl Mesh {
    /// Returns the backmost and the frontmost vertex of this mesh relative to a plane, with their sides and distances.
    /// Returns `None` for a mesh without triangles.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// use transect::{Extent, Plane, Side};
    /// let triangle = Mesh::new(RawMesh {
    ///     positions: vec![[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 4.0]],
    ///     triangles: vec![[0, 1, 2]],
    ///     ..RawMesh::default()
    /// })?;
    /// let reach = triangle.reach(&"z = 1".parse::<Plane>()?).expect("a triangle has vertices");
    /// assert_eq!(reach.extent, Extent { backmost: Side::On, frontmost: Side::Front });
    /// assert_eq!((reach.frontmost, reach.interval.frontmost), ([0.0, 1.0, 4.0], 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reach(&self, cutter: &impl Cutter) -> Option<Reach> {
        // A first pass computes an upper bound on the least n·p + d and a lower bound on the greatest. Only vertices
        // that these bounds do not exclude are then evaluated exactly.
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for position in &self.positions {
            let [low, high] = cutter.enclose(position);
            least = least.min(high);
            greatest = greatest.max(low);
        }
        let mut backmost: Option<Vertex> = None;
        let mut frontmost: Option<Vertex> = None;
        for &position in &self.positions {
            let [low, high] = cutter.enclose(&position);
            if low <= least {
                let vertex = Vertex::of(position, cutter);
                if backmost.is_none_or(|best| vertex.rank() < best.rank()) {
                    backmost = Some(vertex);
                }
            }
            if high >= greatest {
                let vertex = Vertex::of(position, cutter);
                if frontmost.is_none_or(|best| vertex.rank() > best.rank()) {
                    frontmost = Some(vertex);
                }
            }
        }
        Some(Reach::of(&backmost?, &frontmost?, cutter))
    }
}

impl Reach {
    fn of(backmost: &Vertex, frontmost: &Vertex, cutter: &impl Cutter) -> Self {
        Self {
            backmost: backmost.position,
            frontmost: frontmost.position,
            extent: Extent {
                backmost: backmost.side,
                frontmost: frontmost.side,
            },
            interval: Interval {
                backmost: cutter.distance_to(&backmost.position),
                frontmost: cutter.distance_to(&frontmost.position),
            },
        }
    }
}

/// The reach of the points seen so far, for a mesh that is not in memory. It is the reach that [`Mesh::reach`] returns,
/// but for points whose n·p + d are within a relative difference of 2⁻⁵⁰.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachSoFar {
    /// An upper bound on the least n·p + d, and a lower bound on the greatest.
    bounds: [f64; 2],
    /// The backmost and the frontmost vertex, each with its lower and its upper bound on n·p + d.
    ends: Option<[(Vertex, [f64; 2]); 2]>,
}

impl ReachSoFar {
    pub(super) fn new() -> Self {
        Self {
            bounds: [f64::INFINITY, f64::NEG_INFINITY],
            ends: None,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, position: &[f64; 3], cutter: &impl Cutter) {
        let enclosure = cutter.enclose(position);
        let [low, high] = enclosure;
        if low <= self.bounds[0] || high >= self.bounds[1] {
            self.add_end(position, enclosure, cutter);
        }
    }

    fn add_end(&mut self, position: &[f64; 3], [low, high]: [f64; 2], cutter: &impl Cutter) {
        let [least, greatest] = self.bounds;
        self.bounds = [least.min(high), greatest.max(low)];
        let vertex = || (Vertex::of(*position, cutter), [low, high]);
        let Some([backmost, frontmost]) = &mut self.ends else {
            self.ends = Some([vertex(); 2]);
            return;
        };
        // A vertex that the new bounds exclude is not the backmost or the frontmost one any more.
        let is_known = |known: &Vertex| known.position == *position;
        if low <= least && !is_known(&backmost.0) {
            let new = vertex();
            if backmost.1[0] > self.bounds[0] || new.0.rank() < backmost.0.rank() {
                *backmost = new;
            }
        }
        if high >= greatest && !is_known(&frontmost.0) {
            let new = vertex();
            if frontmost.1[1] < self.bounds[1] || new.0.rank() > frontmost.0.rank() {
                *frontmost = new;
            }
        }
    }

    pub(super) fn finish(&self, cutter: &impl Cutter) -> Option<Reach> {
        let [(backmost, _), (frontmost, _)] = &self.ends?;
        Some(Reach::of(backmost, frontmost, cutter))
    }
}

/// A vertex that may be the backmost or the frontmost vertex of a mesh.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    position: [f64; 3],
    side: Side,
    value: f64,
}

impl Vertex {
    fn of(position: [f64; 3], cutter: &impl Cutter) -> Self {
        Self {
            position,
            side: cutter.side_of_point(&position),
            value: cutter.value_at(&position),
        }
    }

    /// Returns the sort key of the vertex: the exact side first, then the rounded n·p + d. The rounded value alone is
    /// not enough, because it may underflow to zero.
    fn rank(&self) -> (Side, f64) {
        (self.side, self.value)
    }
}
