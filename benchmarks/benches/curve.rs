//! Measures the curve of a mesh (area, volume and centroid against height), compared with a section and with the
//! moments behind a single plane.
//!
//! This bench does not use criterion. Each printed time is the shortest of five rounds. `cargo bench -p
//! transect-benchmarks --bench curve` measures solid terrains of about 10⁴, 10⁵ and 10⁶ triangles. The base of each
//! solid is level. The heights of the vertices of its upper surface are random, so nearly all of them differ. The curve
//! is evaluated at 10⁶ random heights and volumes, each in a random interval between neighbouring heights of vertices.
//! So most questions about a large model miss the caches. The directions are z and (1, 2, 3). Models can be measured
//! instead: add `-- MODEL…`. The first mesh of each model is taken, and it must be closed.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use transect::Plane;
use transect_mesh::{Mesh, RawMesh};

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

/// Returns the shortest time of five rounds, in seconds.
fn shortest(mut work: impl FnMut()) -> f64 {
    let rounds = (0..5).map(|_| {
        let since = Instant::now();
        work();
        since.elapsed().as_secs_f64()
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("model,direction,triangles,knots,what,time,unit");
    // `cargo bench` adds the argument `--bench`.
    let models = std::env::args().skip(1).filter(|word| word != "--bench");
    let models: Vec<PathBuf> = models.map(PathBuf::from).collect();
    for model in &models {
        let document = transect_io::read(std::slice::from_ref(model))?;
        let mesh = document.scene.meshes.first().ok_or("no mesh")?;
        let name = model.file_name().unwrap_or_default();
        measure(&name.to_string_lossy(), &mesh.mesh)?;
    }
    if models.is_empty() {
        for size in [50, 158, 500] {
            measure("generated", &terrain(size))?;
        }
    }
    Ok(())
}

/// Measures the curves of a mesh along both directions, and prints one row per question.
fn measure(model: &str, mesh: &Mesh) -> Result<(), Box<dyn std::error::Error>> {
    measure_along(model, mesh, "z", [0.0, 0.0, 1.0])?;
    measure_along(model, mesh, "1 2 3", [1.0, 2.0, 3.0])
}

fn measure_along(
    model: &str,
    mesh: &Mesh,
    name: &str,
    direction: [f64; 3],
) -> Result<(), Box<dyn std::error::Error>> {
    let curve = mesh.curve(direction)?;
    let [low, high] = curve.range().ok_or("a mesh without triangles")?;
    let count = 1_000_000;
    let mut random = Random(11);
    let intervals: Vec<&[f64]> = curve.knots().windows(2).collect();
    let heights = (0..count).map(|_| {
        let interval = intervals[(random.unit() * intervals.len() as f64) as usize];
        interval[0] + (interval[1] - interval[0]) * random.unit()
    });
    let heights: Vec<f64> = heights.collect();
    let volumes = heights.iter().map(|height| curve.volume_behind(*height));
    let volumes: Vec<f64> = volumes.collect();
    let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
    let plane = Plane::new(direction, -low.midpoint(high) * length)?;
    let question = |work: &dyn Fn(usize) -> f64| {
        let sum = || (0..count).map(work).sum::<f64>();
        1e9 * shortest(|| {
            black_box(sum());
        }) / count as f64
    };
    let measured = [
        (
            "build the curve",
            1e3 * shortest(|| drop(black_box(mesh.curve(direction)))),
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
        println!("{model},{name},{triangles},{knots},\"{what}\",{time:.3},{unit}");
    }
    Ok(())
}
