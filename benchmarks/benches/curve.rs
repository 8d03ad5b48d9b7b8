//! Measures the curve of a mesh (area, volume and centroid against height), compared with a section and with the
//! moments behind a single plane.
//!
//! This bench does not use criterion. Each printed time is the shortest of three rounds. `cargo bench -p
//! transect-benchmarks --bench curve` measures solid terrains of about 10⁴, 10⁵ and 10⁶ triangles. The base of each
//! solid is level. The heights of the vertices of its upper surface are random, so nearly all of them differ. The curve
//! is evaluated at 10⁶ random heights and volumes.

use std::hint::black_box;
use std::time::Instant;

use transect::Plane;
use transect::mesh::{Mesh, RawMesh};

/// The random number generator xorshift64*, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    /// Returns a random number that is at least 0 and less than 1.
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Returns the solid between z = 0 and a surface over `size` × `size` squares: hills with a random roughness.
fn terrain(size: u32) -> Mesh {
    let mut random = Random(9);
    let columns = size + 1;
    let mut raw = RawMesh::default();
    for layer in 0..2 {
        for index in 0..columns * columns {
            let [x, y] = [index % columns, index / columns].map(f64::from);
            let hills = (x / 40.0).sin() * (y / 55.0).cos();
            let height = 300.0 + 40.0 * hills + random.unit();
            raw.positions.push([x, y, f64::from(layer) * height]);
        }
    }
    let top = columns * columns;
    for square in 0..size * size {
        let corner = square / size * columns + square % size;
        let [a, b, c, d] = [corner, corner + 1, corner + columns + 1, corner + columns];
        raw.triangles.extend([[a, c, b], [a, d, c]]);
        raw.triangles
            .extend([[a, b, c], [a, c, d]].map(|triangle| triangle.map(|vertex| vertex + top)));
    }
    let border = (0..size).flat_map(|i| {
        let last = size * columns;
        [
            [i, i + 1],
            [last + i + 1, last + i],
            [(i + 1) * columns, i * columns],
            [i * columns + size, (i + 1) * columns + size],
        ]
    });
    for [from, to] in border {
        raw.triangles
            .extend([[from, to, to + top], [from, to + top, from + top]]);
    }
    Mesh::new(raw).expect("finite positions and valid indices")
}

/// Returns the shortest time of three rounds, in seconds.
fn shortest(mut work: impl FnMut()) -> f64 {
    let rounds = (0..3).map(|_| {
        let since = Instant::now();
        work();
        since.elapsed().as_secs_f64()
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("triangles,knots,what,time,unit");
    for size in [50, 158, 500] {
        let mesh = terrain(size);
        assert!(mesh.boundary().is_closed());
        let curve = mesh.curve([0.0, 0.0, 1.0]).expect("a closed mesh");
        let count = 1_000_000;
        let mut random = Random(11);
        let heights: Vec<f64> = (0..count).map(|_| 250.0 + 90.0 * random.unit()).collect();
        let volumes: Vec<f64> = heights
            .iter()
            .map(|height| curve.volume_behind(*height))
            .collect();
        let plane = Plane::from_normal_and_distance([0.0, 0.0, 1.0], 300.0).expect("a direction");
        let question = |work: &dyn Fn(usize) -> f64| {
            let sum = || (0..count).map(work).sum::<f64>();
            1e9 * shortest(|| {
                black_box(sum());
            }) / count as f64
        };
        let measured = [
            (
                "build the curve",
                1e3 * shortest(|| drop(black_box(mesh.curve([0.0, 0.0, 1.0])))),
                "ms",
            ),
            (
                "one section",
                1e3 * shortest(|| drop(black_box(mesh.section(&plane)))),
                "ms",
            ),
            (
                "moments behind one plane",
                1e3 * shortest(|| {
                    black_box(mesh.moments_behind(&plane));
                }),
                "ms",
            ),
            (
                "at a random height: all measures and bounds",
                question(&|i| curve.at(heights[i]).volume),
                "ns",
            ),
            (
                "volume behind a random height",
                question(&|i| curve.volume_behind(heights[i])),
                "ns",
            ),
            (
                "height of a random volume",
                question(&|i| curve.height_of_volume(volumes[i]).unwrap_or(0.0)),
                "ns",
            ),
        ];
        for (what, time, unit) in measured {
            let (triangles, knots) = (mesh.triangles().len(), curve.knots().len());
            println!("{triangles},{knots},\"{what}\",{time:.3},{unit}");
        }
    }
}
