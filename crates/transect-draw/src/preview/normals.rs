//! Normals at the corners of triangles: smooth across gentle edges, sharp across creases.

use crate::preview::parallel::in_chunks;
use crate::preview::surface::Surface;

/// The cosine of 38°: neighbours are joined smoothly if the cosine between their normals is at least this value.
/// A chamfer of 45° keeps its edges, and a cylinder of a dozen sides looks round.
const SMOOTH: f32 = 0.788;

/// The normals of the three corners of each triangle (right, down, away), packed.
pub(super) struct Normals(Vec<[u32; 3]>);

/// A unit normal, and twice the area of the triangle.
type Facet = [f32; 4];

impl Normals {
    /// Computes the normals of all corners.
    /// A normal is the mean of the normals of triangles at the same vertex, weighted by area. Only triangles with a
    /// normal close to that of the corner's own triangle take part.
    pub(super) fn of(surface: &Surface, threads: usize) -> Self {
        let count = surface.triangles.len();
        let mut facets = vec![[0.0; 4]; count];
        in_chunks(&mut facets, threads, |index, facet| {
            *facet = self::facet(&surface.corners(index as u32));
        });
        let around = Around::of(surface);
        let mut corners = vec![[0; 3]; count];
        in_chunks(&mut corners, threads, |index, packed| {
            let own = &facets[index];
            *packed = surface.triangles[index].map(|vertex| {
                let mut sum = [0.0; 3];
                for &neighbour in around.vertex(vertex) {
                    let facet = &facets[neighbour as usize];
                    if facet[0] * own[0] + facet[1] * own[1] + facet[2] * own[2] >= SMOOTH {
                        for axis in 0..3 {
                            sum[axis] += facet[axis] * facet[3];
                        }
                    }
                }
                pack(unit(&sum).unwrap_or([own[0], own[1], own[2]]))
            });
        });
        Self(corners)
    }

    /// Returns the normal at a position in a triangle, given by the weights of its corners. It points toward the eye.
    pub(super) fn at(&self, triangle: u32, weights: [f32; 3]) -> [f32; 3] {
        let [a, b, c] = self.0[triangle as usize];
        let sum = if a == b && b == c {
            unpack(a)
        } else {
            let [a, b, c] = [a, b, c].map(unpack);
            [0, 1, 2].map(|axis| weights[0] * a[axis] + weights[1] * b[axis] + weights[2] * c[axis])
        };
        let normal = unit(&sum).unwrap_or([0.0, 0.0, -1.0]);
        if normal[2] > 0.0 {
            normal.map(|c| -c)
        } else {
            normal
        }
    }
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
    let [p, q] = [b, c].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
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
    (length > 0.0 && length.is_finite()).then(|| vector.map(|c| c / length))
}

/// Packs a unit normal into ten bits per coordinate, in steps of about a tenth of a degree.
fn pack(normal: [f32; 3]) -> u32 {
    let [x, y, z] = normal.map(|c| ((c + 1.0) * 511.0 + 0.5) as u32);
    x | (y << 10) | (z << 20)
}

fn unpack(packed: u32) -> [f32; 3] {
    [packed, packed >> 10, packed >> 20].map(|bits| (bits & 1023) as f32 / 511.0 - 1.0)
}
