//! The volume, first moments and area of a mesh, in compensated sums, with the sums that bound their rounding errors.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4};
use transect::batch::level_of_cpu;
use transect::dispatch;
use transect_exact::arrays::Few as _;
use transect_exact::vector::{SQUARES, add, cross, dot, sub};

use crate::mesh::indexed::Mesh;
use crate::mesh::lanes::{LANES, Lanes};
use crate::mesh::measure::triangle_area;

/// The number of triangles whose terms are computed together, as one block.
const BLOCK: usize = 32;

/// One number per triangle of a block.
type Column = [f64; BLOCK];

/// The volume, first moments and area of a mesh, with the sums that bound their rounding errors.
#[derive(Debug, Default)]
pub(super) struct Sums {
    pub(super) area: f64,
    pub(super) volume: f64,
    pub(super) first: [f64; 3],
    /// Σ (|x| + |y| + |z|) over the edges of all triangles, where (x, y, z) is the vector of an edge. The length of an
    /// edge is at most |x| + |y| + |z|, so this sum is at least the sum of all lengths.
    pub(super) perimeter: f64,
    /// Σ |aᵢ|·(|bⱼcₖ| + |bₖcⱼ|) over all triangles abc and all axes i, where j and k are the two axes after i in the
    /// cyclic order x, y, z. The same sum with signs, Σ aᵢ·(bⱼcₖ − bₖcⱼ), is six times the volume.
    pub(super) magnitude: f64,
    /// A bound on the distance of a vertex from the point to which the moments are relative.
    pub(super) radius: f64,
    pub(super) count: f64,
}

/// The terms of the triangles of a block, as columns.
struct Terms {
    area: Column,
    sixfold_volume: Column,
    first: [Column; 3],
    perimeter: Column,
    magnitude: Column,
    /// The largest magnitude of a corner's coordinate.
    largest: Column,
}

impl Sums {
    /// Returns the sums over the triangles of a mesh. Moments are relative to `middle`. The result has the same bits at
    /// every level of CPU features.
    pub(super) fn of(mesh: &Mesh, middle: &[f64; 3]) -> Self {
        dispatch!(level_of_cpu(), simd => sums(simd, mesh, middle))
    }
}

#[inline(always)]
fn sums<S: Simd>(simd: S, mesh: &Mesh, middle: &[f64; 3]) -> Sums {
    let (mut area, mut volume) = (Lanes::default(), Lanes::default());
    let mut first = [(); 3].each(|()| Lanes::default());
    let [mut perimeter, mut magnitude, mut largest] = [[0.0_f64; LANES]; 3];
    let mut corners: [[Column; 3]; 3] = [[[0.0; BLOCK]; 3]; 3];
    for block in mesh.triangles().chunks(BLOCK) {
        for (corner, columns) in corners.iter_mut().enumerate() {
            for (row, triangle) in block.iter().enumerate() {
                let position = &mesh.positions()[triangle[corner] as usize];
                for axis in 0..3 {
                    columns[axis][row] = position[axis];
                }
            }
            // Triangles that a short block lacks have all their corners at the middle, so their terms are zero.
            for (column, middle) in columns.iter_mut().zip(middle) {
                column[block.len()..].fill(*middle);
            }
        }
        let terms = terms(simd, &corners, middle);
        let none = [0.0; LANES];
        area.add(&fold(&terms.area, plus), &none);
        volume.add(&fold(&terms.sixfold_volume, plus), &none);
        for (sum, column) in first.iter_mut().zip(&terms.first) {
            sum.add(&fold(column, plus), &none);
        }
        let perimeters = fold(&terms.perimeter, plus);
        let magnitudes = fold(&terms.magnitude, plus);
        let widest = fold(&terms.largest, greater);
        for lane in 0..LANES {
            perimeter[lane] += perimeters[lane];
            magnitude[lane] += magnitudes[lane];
            largest[lane] = greater(largest[lane], widest[lane]);
        }
    }
    Sums {
        area: area.total(),
        volume: volume.total() / 6.0,
        first: first.each(|sum| sum.total() / 24.0),
        perimeter: perimeter.iter().sum(),
        magnitude: magnitude.iter().sum(),
        // The length of a vector is at most √3 times the magnitude of its largest coordinate.
        radius: 2.0 * largest.into_iter().fold(0.0, greater),
        count: mesh.triangles().len() as f64,
    }
}

/// Joins the numbers of a block into one number per lane. Each result passes two calls of `join`, so a sum has two roundings
/// of its own; sums of blocks are compensated.
#[inline(always)]
fn fold(column: &Column, join: impl Fn(f64, f64) -> f64) -> [f64; LANES] {
    const { assert!(BLOCK == 4 * LANES) };
    let chunks = column.as_chunks::<LANES>().0;
    core::array::from_fn(|lane| {
        let [a, b, c, d] = [0, 1, 2, 3].each(|row: usize| chunks[row][lane]);
        join(join(a, b), join(c, d))
    })
}

#[inline(always)]
fn plus(a: f64, b: f64) -> f64 {
    a + b
}

/// Returns the terms of a block of triangles. `corners` are the coordinates of their corners.
#[expect(
    clippy::needless_range_loop,
    reason = "several columns have the same row; loops over indices become vector instructions"
)]
#[inline(always)]
fn terms<S: Simd>(simd: S, corners: &[[Column; 3]; 3], middle: &[f64; 3]) -> Terms {
    let zero = [0.0; BLOCK];
    let mut terms = Terms {
        area: zero,
        sixfold_volume: zero,
        first: [zero; 3],
        perimeter: zero,
        magnitude: zero,
        largest: zero,
    };
    let mut is_far = false;
    for row in 0..BLOCK {
        let [a, b, c] = relative(corners, middle, row);
        let [ab, bc, ac] = [sub(&b, &a), sub(&c, &b), sub(&c, &a)];
        let normal = cross(&ab, &ac);
        let squared = dot(&normal, &normal);
        let is_zero = (normal[0] == 0.0) & (normal[1] == 0.0) & (normal[2] == 0.0);
        is_far |= !is_zero & !SQUARES.contains(&squared);
        let crossed = cross(&b, &c);
        let (mut sixfold, mut magnitude, mut perimeter, mut largest) = (0.0, 0.0, 0.0, 0.0);
        for axis in 0..3 {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            sixfold += a[axis] * crossed[axis];
            magnitude += a[axis].abs() * ((b[next] * c[last]).abs() + (b[last] * c[next]).abs());
            perimeter += ab[axis].abs() + bc[axis].abs() + ac[axis].abs();
            for corner in [&a, &b, &c] {
                largest = greater(largest, corner[axis].abs());
            }
        }
        let sum = add(&add(&a, &b), &c);
        for axis in 0..3 {
            terms.first[axis][row] = sixfold * sum[axis];
        }
        terms.area[row] = squared;
        terms.sixfold_volume[row] = sixfold;
        terms.perimeter[row] = perimeter;
        terms.magnitude[row] = magnitude;
        terms.largest[row] = largest;
    }
    // Twice the area of a triangle is the square root of `squared`.
    for area in terms.area.as_chunks_mut().0 {
        let squared = f64x4::load_array_ref(simd, area);
        (squared.sqrt() * 0.5).store_array(area);
    }
    if is_far {
        terms.area = far_areas(corners, middle);
    }
    terms
}

/// Returns the areas of the triangles of a block if the squares of some are not in the range [`SQUARES`].
#[cold]
#[inline(never)]
fn far_areas(corners: &[[Column; 3]; 3], middle: &[f64; 3]) -> Column {
    core::array::from_fn(|row| triangle_area(&relative(corners, middle, row)))
}

/// Returns the corners of a triangle relative to `middle`.
#[inline(always)]
fn relative(corners: &[[Column; 3]; 3], middle: &[f64; 3], row: usize) -> [[f64; 3]; 3] {
    [0, 1, 2].each(|corner: usize| {
        [0, 1, 2].each(|axis: usize| corners[corner][axis][row] - middle[axis])
    })
}

/// Returns the greater of two numbers. A comparison becomes one instruction, unlike `f64::max`.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::indexed::RawMesh;
    use crate::mesh::measure::triangle_area;
    use alloc::vec;
    use alloc::vec::Vec;
    use transect_exact::SplitMix64;

    /// A mesh of triangles with random corners.
    fn mesh(count: u32) -> Mesh {
        let random = &mut SplitMix64::new(u64::from(count));
        let mut float = || (random.bits() >> 11) as f64 / 1e15;
        let positions = (0..3 * count).map(|_| [(); 3].map(|()| float())).collect();
        let triangles = (0..count).map(|index| [0, 1, 2].map(|corner| 3 * index + corner));
        let raw = RawMesh {
            positions,
            triangles: triangles.collect(),
            ..RawMesh::default()
        };
        Mesh::new(raw).expect("the lists are consistent")
    }

    #[test]
    fn sums_over_blocks_are_sums_over_triangles() {
        for count in [0, 1, 7, 8, 31, 32, 33, 64, 100] {
            let mesh = mesh(count);
            let middle = [4.0, 3.0, 5.0];
            let sums = Sums::of(&mesh, &middle);
            let triangles: Vec<[[f64; 3]; 3]> = (0..mesh.triangles().len())
                .map(|index| mesh.corners(index))
                .collect();
            let edges = |[a, b, c]: &[[f64; 3]; 3]| [sub(b, a), sub(c, b), sub(a, c)];
            let near = |found: f64, expected: f64| {
                assert!((found - expected).abs() <= 1e-12 * expected, "{count}");
            };
            near(sums.area, triangles.iter().map(triangle_area).sum());
            let perimeters = triangles.iter().flat_map(edges).flatten();
            near(sums.perimeter, perimeters.map(f64::abs).sum());
            let moments = mesh.moments(&middle);
            let scale = sums.magnitude * sums.radius;
            assert!((sums.volume - moments.volume).abs() <= 1e-15 * sums.magnitude);
            for (found, expected) in sums.first.iter().zip(moments.first) {
                assert!((found - expected).abs() <= 1e-15 * scale);
            }
            let coordinates = triangles
                .iter()
                .flatten()
                .map(|corner| sub(corner, &middle));
            let largest = coordinates.flatten().map(f64::abs).fold(0.0, f64::max);
            assert_eq!((sums.radius, sums.count), (2.0 * largest, f64::from(count)));
            let terms = triangles.iter().map(|corners| {
                let [a, b, c] = corners.map(|corner| sub(&corner, &middle));
                (0..3)
                    .map(|i| {
                        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                        a[i].abs() * ((b[j] * c[k]).abs() + (b[k] * c[j]).abs())
                    })
                    .sum::<f64>()
            });
            near(sums.magnitude, terms.sum());
        }
    }

    #[test]
    fn areas_beyond_the_range_of_squares_are_exact() {
        for size in [2.0_f64.powi(-500), 2.0_f64.powi(300)] {
            let positions = vec![
                [0.0; 3],
                [size, 0.0, 0.0],
                [0.0, size, 0.0],
                [0.0, 0.0, size],
            ];
            let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 0, 0]];
            let raw = RawMesh {
                positions,
                triangles,
                ..RawMesh::default()
            };
            let mesh = Mesh::new(raw).expect("the lists are consistent");
            assert_eq!(Sums::of(&mesh, &[0.0; 3]).area, size * size);
        }
    }

    #[test]
    fn sums_are_the_same_at_every_level() {
        let mesh = mesh(100);
        let bits = |sums: &Sums| {
            let [x, y, z] = sums.first;
            [
                sums.area,
                sums.volume,
                x,
                y,
                z,
                sums.perimeter,
                sums.magnitude,
            ]
            .map(f64::to_bits)
        };
        let expected = bits(&Sums::of(&mesh, &[1.0; 3]));
        for level in transect::batch::Level::available() {
            let found = dispatch!(level.simd(), simd => sums(simd, &mesh, &[1.0; 3]));
            assert_eq!(bits(&found), expected, "{level}");
        }
    }
}
