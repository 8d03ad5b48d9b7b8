//! Normals at the corners of triangles: smooth across gentle edges, sharp across creases.

use crate::preview::parallel::in_chunks;
use crate::preview::raster::RowWeights;
use crate::preview::surface::Surface;

/// The cosine of 38°: neighbours are joined smoothly if the cosine between their normals is at least this value.
/// A chamfer of 45° keeps its edges, and a cylinder of a dozen sides looks round.
const SMOOTH: f32 = 0.788;

/// The cosine of 18.9°. Two normals whose cosine with a third normal is at least this value are at most 37.8° apart, so
/// they are joined smoothly.
const NEAR: f32 = 0.946;
/// The value for a vertex without a shared normal, at which each triangle needs a normal of its own. No normal is
/// packed to this number, because [`pack`] uses 30 bits.
const MIXED: u32 = u32::MAX;

/// For each triangle, the normals at its three corners in camera coordinates (right, down, away), packed by [`pack`].
pub(super) struct Normals(Vec<[u32; 3]>);

/// A unit normal, and twice the area of the triangle.
type Facet = [f32; 4];

impl Normals {
    /// Computes the normals of all corners of triangles. A normal is the mean of the normals of triangles at the same
    /// vertex, weighted by area. Triangles whose normal differs much from that of the corner's own triangle are left
    /// out.
    pub(super) fn of(surface: &Surface, threads: usize) -> Self {
        let count = surface.triangles.len();
        let mut facets = vec![[0.0; 4]; count];
        in_chunks(&mut facets, threads, |index, facet| {
            *facet = self::facet(&surface.corners(index as u32));
        });
        let around = Around::of(surface);
        let mut shared = vec![MIXED; surface.vertices.len()];
        in_chunks(&mut shared, threads, |vertex, normal| {
            *normal = shared_normal(&facets, around.vertex(vertex as u32));
        });
        let mut corners = vec![[0; 3]; count];
        in_chunks(&mut corners, threads, |index, packed| {
            let own = &facets[index];
            *packed = surface.triangles[index].map(|vertex| match shared[vertex as usize] {
                MIXED => own_normal(own, &facets, around.vertex(vertex)),
                normal => normal,
            });
        });
        Self(corners)
    }

    /// Returns `true` if the three corners of a triangle have the same normal.
    pub(super) fn is_flat(&self, triangle: u32) -> bool {
        let [a, b, c] = self.0[triangle as usize];
        a == b && b == c
    }

    /// Writes the normals of a triangle at successive samples of a row, interpolated between the corners of the
    /// triangle. The normals point toward the eye.
    pub(super) fn write(
        &self,
        triangle: u32,
        corners: &[[f32; 3]; 3],
        [column, row]: [usize; 2],
        normals: &mut [[f32; 3]],
    ) {
        let [a, b, c] = self.0[triangle as usize];
        if a == b && b == c {
            normals.fill(toward_eye(unpack(a)));
            return;
        }
        let [a, b, c] = [unpack(a), unpack(b), unpack(c)];
        let weights = RowWeights::of(corners, row);
        for (normal, column) in normals.iter_mut().zip(column..) {
            let [of_a, of_b, of_c] = weights.at(column);
            *normal = toward_eye([
                of_a * a[0] + of_b * b[0] + of_c * c[0],
                of_a * a[1] + of_b * b[1] + of_c * c[1],
                of_a * a[2] + of_b * b[2] + of_c * c[2],
            ]);
        }
    }
}

/// Returns the mean of the normals of all triangles at a vertex, weighted by area and packed. Returns [`MIXED`] if a
/// normal is further from the mean than [`NEAR`] allows: then the triangles may not all be joined smoothly.
fn shared_normal(facets: &[Facet], triangles: &[u32]) -> u32 {
    let mut sum = [0.0; 3];
    for &triangle in triangles {
        let [x, y, z, area] = facets[triangle as usize];
        sum[0] += x * area;
        sum[1] += y * area;
        sum[2] += z * area;
    }
    let Some(mean) = unit(&sum) else {
        return MIXED;
    };
    let is_near = |&triangle: &u32| {
        let [x, y, z, _] = facets[triangle as usize];
        x * mean[0] + y * mean[1] + z * mean[2] >= NEAR
    };
    if triangles.iter().all(is_near) {
        pack(mean)
    } else {
        MIXED
    }
}

/// Returns the mean of the normals of some triangles at a vertex, weighted by area and packed: of those that are joined
/// smoothly with the triangle whose facet is `own`.
fn own_normal(own: &Facet, facets: &[Facet], triangles: &[u32]) -> u32 {
    let mut sum = [0.0; 3];
    for &triangle in triangles {
        let [x, y, z, area] = facets[triangle as usize];
        if x * own[0] + y * own[1] + z * own[2] >= SMOOTH {
            sum[0] += x * area;
            sum[1] += y * area;
            sum[2] += z * area;
        }
    }
    pack(unit(&sum).unwrap_or([own[0], own[1], own[2]]))
}

/// Returns the direction of a vector with length one, turned toward the eye.
fn toward_eye(vector: [f32; 3]) -> [f32; 3] {
    let [x, y, z] = unit(&vector).unwrap_or([0.0, 0.0, -1.0]);
    if z > 0.0 { [-x, -y, -z] } else { [x, y, z] }
}

/// For each vertex, the triangles that use it.
struct Around {
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl Around {
    fn of(surface: &Surface) -> Self {
        let mut starts = vec![0_u32; surface.vertices.len() + 1];
        for &vertex in surface.triangles.as_flattened() {
            starts[vertex as usize + 1] += 1;
        }
        for vertex in 1..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        let mut next = starts.clone();
        let mut triangles = vec![0; surface.triangles.len() * 3];
        for (triangle, corners) in surface.triangles.iter().enumerate() {
            for &vertex in corners {
                let place = &mut next[vertex as usize];
                triangles[*place as usize] = triangle as u32;
                *place += 1;
            }
        }
        Self { starts, triangles }
    }

    fn vertex(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.triangles[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

fn facet([a, b, c]: &[[f32; 3]; 3]) -> Facet {
    let p = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let q = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    let cross = [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ];
    let area = length(&cross);
    match unit(&cross) {
        Some([x, y, z]) => [x, y, z, area],
        None => [0.0; 4],
    }
}

fn length(vector: &[f32; 3]) -> f32 {
    (vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]).sqrt()
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

    /// The vertex is the apex of pyramids of rising steepness.
    #[test]
    fn a_shared_normal_is_the_normal_of_every_triangle_at_the_vertex() {
        let triangles: Vec<u32> = (0..7).collect();
        let (mut smooth, mut mixed) = (0, 0);
        for tilt in 1_u8..=60 {
            let (sin, cos) = f32::from(tilt).to_radians().sin_cos();
            let facet = |index: u8| {
                let (y, x) = (f32::from(index) * 0.9).sin_cos();
                [sin * x, sin * y, -cos, 1.0 + f32::from(index)]
            };
            let facets: Vec<Facet> = (0..7).map(facet).collect();
            let shared = shared_normal(&facets, &triangles);
            if shared == MIXED {
                mixed += 1;
                continue;
            }
            smooth += 1;
            for own in &facets {
                assert_eq!(shared, own_normal(own, &facets, &triangles), "{tilt}°");
            }
        }
        assert!(smooth > 5 && mixed > 30, "{smooth} smooth, {mixed} mixed");
    }
}
