//! The pass over the triangles of a mesh: which of them a plane meets.

use alloc::vec::Vec;

use transect::{Aabb, Cutter, CuttingPlane};
use transect_exact::Side;

use crate::mesh::builder::MeshBuilder;
use crate::mesh::certificate::Precision;
use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::one_pass::edge_sum::EdgeSum;
use crate::mesh::one_pass::rest::{Rest, Whole};
use crate::mesh::reach::ReachSoFar;

/// One pass over the triangles of a mesh that does not fit into memory, for a cut by a plane.
///
/// A triangle that lies strictly on one side of the plane belongs to the half on this side as it is: the caller writes
/// it, and forgets it. The other triangles are the **band**, a mesh that stays in memory. Of the whole triangles, the
/// pass keeps what [`Rest`] says: counts, sums, and whether their edges match.
/// [`Scene::cut_band`](crate::scene::Scene::cut_band) cuts the band.
///
/// The section, the cut faces and the pieces of divided triangles depend on the band alone.
///
/// ```
/// use transect::{Plane, Side};
/// use transect_mesh::{OnePass, Precision};
/// let [a, b, c, d] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
/// let plane: Plane = "x = 1".parse()?;
/// let mut pass = OnePass::new(&plane, Precision::Double, [1, 2]); // a program takes random numbers
/// let [behind, in_front] = pass.add(&[[a, c, b], [a, b, d], [b, c, d], [a, d, c]])?;
/// assert_eq!((behind, in_front.len()), (&[[a, d, c]][..], 0));
/// let (band, rest) = pass.finish();
/// let split = band.split(&plane);
/// assert!(rest.is_closed() && rest.part(Side::Back, &split.back).is_closed);
/// assert_eq!(rest.part(Side::Front, &split.front).volume, 4.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OnePass {
    plane: CuttingPlane,
    precision: Precision,
    triangles: usize,
    /// The first position, about which volumes are summed up.
    origin: Option<[f64; 3]>,
    ends: [[f64; 3]; 2],
    reach: ReachSoFar,
    band: MeshBuilder,
    band_triangles: usize,
    /// `false` if the triangles of the band are only counted.
    keeps_band: bool,
    band_edges: EdgeSum,
    /// The whole triangles behind the plane and in front of it, as written.
    whole: [Whole; 2],
    /// The edges of the whole triangles as they came. `None` if no coordinate was rounded so far: they are those as
    /// written.
    unrounded: Option<EdgeSum>,
    largest_rounding: f64,
    positions: Vec<[f64; 3]>,
    sides: Vec<Side>,
    sorted: [Vec<[[f64; 3]; 3]>; 2],
}

impl OnePass {
    /// Begins a pass. `precision` is that of the file to which the halves are written, and `key` is the key of the
    /// fingerprints ([`EdgeSum::new`]).
    #[must_use]
    pub fn new(cutter: &impl Cutter, precision: Precision, key: [u64; 2]) -> Self {
        let edges = EdgeSum::new(key);
        Self {
            plane: cutter.as_given(),
            precision,
            triangles: 0,
            origin: None,
            ends: [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]],
            reach: ReachSoFar::new(),
            band: MeshBuilder::with_capacity(0),
            band_triangles: 0,
            keeps_band: true,
            band_edges: edges.clone(),
            whole: [(); 2].map(|()| Whole::new(edges.clone())),
            unrounded: None,
            largest_rounding: 0.0,
            positions: Vec::new(),
            sides: Vec::new(),
            sorted: [Vec::new(), Vec::new()],
        }
    }

    /// Adds triangles. Returns those of them that lie strictly behind the plane, and those strictly in front of it, as
    /// they are written: with coordinates rounded to the precision of the file, and without triangles of which this
    /// made two corners equal. A caller that writes halves writes them now.
    ///
    /// With [`Precision::Single`], a coordinate beyond the range of `f32` is infinite in the returned triangles; `Rest` and
    /// [`Scene::cut_band`](crate::scene::Scene::cut_band) are then of no use.
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a coordinate is NaN or infinite, whose `vertex` counts the corners of
    /// `triangles`, and [`MeshError::TooLarge`] if the band has more than 2³⁰ triangles. Then the pass is not good for
    /// anything any more.
    pub fn add(&mut self, triangles: &[[[f64; 3]; 3]]) -> Result<[&[[[f64; 3]; 3]]; 2], MeshError> {
        self.look_at(triangles)?;
        self.sorted.iter_mut().for_each(Vec::clear);
        let plane = self.plane;
        let all = core::mem::take(&mut self.sides);
        for (triangle, sides) in triangles.iter().zip(all.as_chunks::<3>().0) {
            self.triangles += 1;
            let half = match sides {
                [Side::Back, Side::Back, Side::Back] => 0,
                [Side::Front, Side::Front, Side::Front] => 1,
                _ => {
                    self.band_triangles += 1;
                    if self.keeps_band {
                        self.band.push(*triangle)?;
                        self.band_edges.add(triangle);
                    }
                    continue;
                }
            };
            self.add_whole(half, triangle);
        }
        self.sides = all;
        for position in &self.positions {
            self.reach.add(position, &plane);
        }
        Ok([&self.sorted[0], &self.sorted[1]])
    }

    /// Checks the positions of triangles, and finds their sides.
    fn look_at(&mut self, triangles: &[[[f64; 3]; 3]]) -> Result<(), MeshError> {
        let positions = triangles.as_flattened();
        let mut are_single = true;
        let [mut least, mut greatest] = self.ends;
        for position in positions {
            for axis in 0..3 {
                let value = position[axis];
                least[axis] = least[axis].min(value);
                greatest[axis] = greatest[axis].max(value);
                // A NaN is not equal to itself.
                are_single &= f64::from(value as f32) == value;
            }
        }
        let is_infinite = |value: &f64| value.is_infinite();
        let are_infinite = !triangles.is_empty()
            && (least.iter().any(is_infinite) || greatest.iter().any(is_infinite));
        if (!are_single || are_infinite)
            && let Some(place) = positions.as_flattened().iter().position(|c| !c.is_finite())
        {
            return Err(MeshError::NotFinite {
                vertex: place / 3,
                axis: place % 3,
                value: positions.as_flattened()[place],
            });
        }
        self.ends = [least, greatest];
        self.origin = self.origin.or(positions.first().copied());
        self.positions.clear();
        self.positions.extend_from_slice(positions);
        self.sides.clear();
        self.sides.resize(positions.len(), Side::On);
        self.plane
            .sides_of_points(&self.positions, are_single, &mut self.sides);
        Ok(())
    }

    /// Adds a triangle that lies strictly on one side.
    fn add_whole(&mut self, half: usize, triangle: &[[f64; 3]; 3]) {
        let written = match self.precision {
            Precision::Double => triangle.map(|corner| corner.map(|c| c + 0.0)),
            Precision::Single => triangle.map(|corner| corner.map(|c| f64::from(c as f32) + 0.0)),
        };
        let both = triangle.as_flattened().iter().zip(written.as_flattened());
        let is_exact = both.fold(true, |is_exact, (before, after)| {
            is_exact & (before == after)
        });
        if !is_exact {
            for (before, after) in triangle.as_flattened().iter().zip(written.as_flattened()) {
                self.largest_rounding = self.largest_rounding.max((before - after).abs());
            }
            if self.unrounded.is_none() {
                let mut edges = self.whole[0].edges.clone();
                edges.join(&self.whole[1].edges);
                self.unrounded = Some(edges);
            }
        }
        if let Some(edges) = &mut self.unrounded {
            edges.add(triangle);
        }
        // Triangles that had two equal corners in the input are the input's own, and stay.
        if !is_exact && is_distinct(triangle) && !is_distinct(&written) {
            self.whole[half].add_vanished(triangle);
            return;
        }
        let origin = self.origin.unwrap_or_default();
        self.whole[half].add(&written, &origin);
        self.sorted[half].push(written);
    }

    /// Returns the number of triangles in the band so far.
    #[must_use]
    pub fn band_triangles(&self) -> usize {
        self.band_triangles
    }

    /// Drops the band, whose triangles are only counted from now on. So a caller finds out how large the band is that
    /// it cannot keep.
    pub fn drop_band(&mut self) {
        self.keeps_band = false;
        self.band = MeshBuilder::with_capacity(0);
    }

    /// Ends the pass. Returns the band, and what is known of all other triangles.
    #[must_use]
    pub fn finish(self) -> (Mesh, Rest) {
        let mut edges = match self.unrounded {
            Some(edges) => edges,
            None => {
                let [mut edges, other] = self.whole.each_ref().map(|whole| whole.edges.clone());
                edges.join(&other);
                edges
            }
        };
        edges.join(&self.band_edges);
        let rest = Rest {
            triangles: self.triangles,
            bounds: Aabb::new(self.ends[0], self.ends[1])
                .ok()
                .filter(|_| self.triangles > 0),
            reach: self.reach.finish(&self.plane),
            largest_rounding: self.largest_rounding,
            edges,
            origin: self.origin.unwrap_or_default(),
            whole: self.whole,
        };
        (self.band.finish(), rest)
    }
}

/// Returns `true` if no two corners of a triangle are equal.
fn is_distinct([a, b, c]: &[[f64; 3]; 3]) -> bool {
    a != b && b != c && c != a
}
