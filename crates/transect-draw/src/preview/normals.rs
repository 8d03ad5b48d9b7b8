//! Normals at the corners of triangles: smooth across gentle edges, sharp across creases.

use crate::preview::raster::RowWeights;
use crate::preview::surface::{MOST_VERTICES, Surface};
use crate::preview::vectors::with_vectors;

/// The cosine of 38°: neighbours are joined smoothly if the cosine between their normals is at least this value.
/// A chamfer of 45° keeps its edges, and a cylinder of a dozen sides looks round.
const SMOOTH: f32 = 0.788;

/// The cosine of 18.9°. Two normals whose cosine with a third normal is at least this value are at most 37.8° apart, so
/// they are joined smoothly.
const NEAR: f32 = 0.946;

/// The bit that marks a vertex without a shared normal, at which each triangle needs a normal of its own. Packed
/// normals do not have this bit, because [`pack`] uses 30 bits.
const MIXED: u32 = MOST_VERTICES as u32;

/// The least number of normals for which vector instructions are selected.
const MANY: usize = 16;

/// The normals at the corners of triangles, in camera coordinates (right, down, away), packed by [`pack`].
///
/// A normal is the mean of the normals of triangles at the same vertex, weighted by area. Triangles whose normal
/// differs much from that of the corner's own triangle are left out.
pub(super) struct Normals {
    /// For each vertex, the normal that all its triangles share. For a vertex without a shared normal, [`MIXED`] plus
    /// the index of the vertex in `starts`.
    shared: Vec<u32>,
    /// For each vertex without a shared normal, the index of its first entry in `own`. One more element, at the end, is
    /// the length of `own`.
    starts: Vec<usize>,
    /// The entries of the vertices without a shared normal: the index of each triangle at the vertex, in ascending
    /// order, and the normal of this triangle at the vertex.
    own: Vec<[u32; 2]>,
}

/// The normals of a triangle.
struct Facet {
    /// The unit normal. It is zero for a triangle without area.
    unit: [f32; 3],
    /// The normal whose length is twice the area of the triangle.
    weighted: [f32; 3],
}

impl Normals {
    /// Computes the normals of all corners of triangles.
    pub(super) fn of(surface: &Surface) -> Self {
        let mut mixed = 0;
        let shared = means(surface).into_iter().map(|mean| {
            if !mean[0].is_nan() {
                return pack(mean);
            }
            mixed += 1;
            MIXED | (mixed - 1)
        });
        let mut normals = Self {
            shared: shared.collect(),
            starts: vec![0; mixed as usize + 1],
            own: Vec::new(),
        };
        if mixed > 0 {
            normals.list_triangles(surface);
            normals.compute_own(surface);
        }
        normals
    }

    /// Lists the triangles at each vertex without a shared normal.
    fn list_triangles(&mut self, surface: &Surface) {
        let Self {
            shared,
            starts,
            own,
        } = self;
        let place = |vertex: u32| {
            let shared = shared[vertex as usize];
            (shared & MIXED != 0).then_some((shared ^ MIXED) as usize)
        };
        let corners = surface.triangles.as_flattened().iter().copied();
        for place in corners.filter_map(place) {
            starts[place + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        own.resize(starts[starts.len() - 1], [0; 2]);
        for (triangle, corners) in surface.triangles.iter().enumerate() {
            for place in corners.iter().copied().filter_map(place) {
                own[next[place]] = [triangle as u32, 0];
                next[place] += 1;
            }
        }
    }

    /// Computes the normals in `own` from the lists of triangles.
    fn compute_own(&mut self, surface: &Surface) {
        let mut facets = Vec::new();
        for ends in self.starts.windows(2) {
            let list = &mut self.own[ends[0]..ends[1]];
            facets.clear();
            facets.extend(
                list.iter()
                    .map(|&[triangle, _]| facet(&surface.corners(triangle))),
            );
            for ([_, normal], own) in list.iter_mut().zip(&facets) {
                *normal = own_normal(own, &facets);
            }
        }
    }

    /// Returns the normals at the three corners of a triangle.
    fn of_triangle(&self, surface: &Surface, triangle: u32) -> [u32; 3] {
        surface.triangles[triangle as usize].map(|vertex| {
            let shared = self.shared[vertex as usize];
            if shared & MIXED == 0 {
                return shared;
            }
            let start = self.starts[(shared ^ MIXED) as usize];
            let mut entries = self.own[start..].iter();
            let own = entries.find(|entry| entry[0] == triangle);
            own.map_or(0, |entry| entry[1])
        })
    }

    /// Writes the normals of a triangle at successive samples of a row, interpolated between the corners of the
    /// triangle. The normals point toward the eye. Returns `true` if all normals of the triangle are equal.
    pub(super) fn write(
        &self,
        surface: &Surface,
        triangle: u32,
        [column, row]: [usize; 2],
        normals: &mut [[f32; 3]],
    ) -> bool {
        let [a, b, c] = self.of_triangle(surface, triangle);
        if a == b && b == c {
            normals.fill(toward_eye(&unpack(a)));
            return true;
        }
        let [a, b, c] = [unpack(a), unpack(b), unpack(c)];
        let weights = RowWeights::of(&surface.corners(triangle), row);
        for (normal, column) in normals.iter_mut().zip(column..) {
            let [of_a, of_b, of_c] = weights.at(column);
            *normal = [
                of_a * a[0] + of_b * b[0] + of_c * c[0],
                of_a * a[1] + of_b * b[1] + of_c * c[1],
                of_a * a[2] + of_b * b[2] + of_c * c[2],
            ];
        }
        turn_to_eye(normals);
        false
    }
}

/// Returns, for each vertex, the mean of the normals of all triangles at the vertex, weighted by area. The mean is NaN
/// if a normal is further from it than [`NEAR`] allows: then some of the triangles are perhaps not joined smoothly.
fn means(surface: &Surface) -> Vec<[f32; 3]> {
    let mut means = vec![[0.0; 3]; surface.vertices.len()];
    // Normals are computed twice, which takes less time than storing them.
    let triangles = || {
        let triangles = surface.triangles.iter().zip(0..);
        triangles.map(|(corners, triangle)| (corners, weighted(&surface.corners(triangle))))
    };
    for (corners, normal) in triangles() {
        for &vertex in corners {
            add(&mut means[vertex as usize], &normal);
        }
    }
    for mean in &mut means {
        *mean = unit(mean).unwrap_or([f32::NAN; 3]);
    }
    for (corners, normal) in triangles() {
        let least = NEAR * length(&normal);
        for &vertex in corners {
            let mean = &mut means[vertex as usize];
            if dot(&normal, mean) < least {
                *mean = [f32::NAN; 3];
            }
        }
    }
    means
}

/// Returns the packed mean, weighted by area, of the normals of some triangles at a vertex: those that are joined
/// smoothly with the triangle whose facet is `own`.
fn own_normal(own: &Facet, facets: &[Facet]) -> u32 {
    let mut sum = [0.0; 3];
    for facet in facets {
        if dot(&facet.unit, &own.unit) >= SMOOTH {
            add(&mut sum, &facet.weighted);
        }
    }
    pack(unit(&sum).unwrap_or(own.unit))
}

/// Gives normals the length one, and turns them toward the eye.
fn turn_to_eye(normals: &mut [[f32; 3]]) {
    // For a few normals, the selection of the instructions would take longer than it saves.
    if normals.len() < MANY {
        turn_each(normals);
    } else {
        with_vectors(
            #[inline(always)]
            || turn_each(normals),
        );
    }
}

#[inline(always)]
fn turn_each(normals: &mut [[f32; 3]]) {
    for normal in normals {
        *normal = toward_eye(normal);
    }
}

/// Returns the direction of a vector with length one, turned toward the eye, or a vector that points at the eye if there
/// is no direction. The code has no branches, so loops use vector instructions.
#[inline(always)]
fn toward_eye(&[x, y, z]: &[f32; 3]) -> [f32; 3] {
    let length = (x * x + y * y + z * z).sqrt();
    let factor = 1.0 / length;
    let [x, y, z] = if (length > 0.0) & (length < f32::INFINITY) {
        [x * factor, y * factor, z * factor]
    } else {
        [0.0, 0.0, -1.0]
    };
    let sign = if z > 0.0 { -1.0 } else { 1.0 };
    [x * sign, y * sign, z * sign]
}

fn facet(corners: &[[f32; 3]; 3]) -> Facet {
    let weighted = weighted(corners);
    Facet {
        unit: unit(&weighted).unwrap_or([0.0; 3]),
        weighted,
    }
}

/// Returns the normal of a triangle whose length is twice the area of the triangle.
fn weighted([a, b, c]: &[[f32; 3]; 3]) -> [f32; 3] {
    let p = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let q = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}

fn add(sum: &mut [f32; 3], vector: &[f32; 3]) {
    for (sum, coordinate) in sum.iter_mut().zip(vector) {
        *sum += coordinate;
    }
}

fn dot(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(vector: &[f32; 3]) -> f32 {
    dot(vector, vector).sqrt()
}

fn unit(vector: &[f32; 3]) -> Option<[f32; 3]> {
    let length = length(vector);
    let [x, y, z] = vector;
    let factor = 1.0 / length;
    (length > 0.0 && length.is_finite()).then(|| [x * factor, y * factor, z * factor])
}

/// Packs a unit normal into ten bits per coordinate, in steps of about a tenth of a degree.
fn pack(normal: [f32; 3]) -> u32 {
    let bits = |c: f32| ((c + 1.0) * 511.0 + 0.5) as u32;
    bits(normal[0]) | (bits(normal[1]) << 10) | (bits(normal[2]) << 20)
}

fn unpack(packed: u32) -> [f32; 3] {
    // A multiplication is much faster than a division.
    let coordinate = |bits: u32| (bits & 1023) as i32 as f32 * (1.0 / 511.0) - 1.0;
    [
        coordinate(packed),
        coordinate(packed >> 10),
        coordinate(packed >> 20),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the normals at the apex of pyramids, from flat ones with a shared normal to steep ones without. The seven
    /// triangles of a pyramid have different areas, so a normal with wrong weights would differ.
    #[test]
    fn a_shared_normal_is_the_normal_of_every_triangle_at_the_vertex() {
        let (mut smooth, mut mixed) = (0, 0);
        for tilt in 1_u8..=60 {
            let (sin, cos) = f32::from(tilt).to_radians().sin_cos();
            let corner = |index: u8| {
                let (y, x) = (f32::from(index) * 0.9).sin_cos();
                let size = 1.0 + f32::from(index);
                [cos * x * size, cos * y * size, sin * size]
            };
            let mut vertices = vec![[0.0; 3]];
            vertices.extend((0..7).map(corner));
            let surface = Surface {
                vertices,
                triangles: (1..8).map(|index| [0, index, index % 7 + 1]).collect(),
                styles_of: vec![0; 7],
                styles: Vec::new(),
                turns: Vec::new(),
                sheet: None,
                plane: [[0.0; 3]; 3],
            };
            let normals = Normals::of(&surface);
            let facets: Vec<Facet> = (0..7).map(|index| facet(&surface.corners(index))).collect();
            let is_mixed = normals.shared[0] & MIXED != 0;
            (smooth, mixed) = (smooth + i32::from(!is_mixed), mixed + i32::from(is_mixed));
            for (index, own) in (0..7).zip(&facets) {
                let [at_apex, ..] = normals.of_triangle(&surface, index);
                assert_eq!(at_apex, own_normal(own, &facets), "{tilt}°");
            }
        }
        assert!(smooth > 5 && mixed > 30, "{smooth} smooth, {mixed} mixed");
    }
}
