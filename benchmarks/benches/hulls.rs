//! Measures the overlap and the depth of two convex polyhedra of 16 to 10 000 vertices. The search for extreme
//! vertices climbs along edges. For hulls of the same points (`Hull`), the search compares all vertices. Their times
//! are printed, too, and their answers must be the same.
//!
//! This bench does not use criterion. `cargo bench -p transect-benchmarks --bench hulls [-- COUNT…]` measures
//! polyhedra whose vertices are random points on a sphere. COUNT is the number of vertices. About three quarters of the
//! pairs overlap. Each time is the shortest of seven rounds, in which polyhedra and hulls take turns. The hulls of
//! 10 000 points take minutes to build.

use std::hint::black_box;
use std::time::Instant;

use transect::{ConvexPolyhedron, Hull, Polytope, overlap, separation};

/// The random number generator xorshift64*, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    /// Returns a random number that is at least −1 and less than 1.
    fn number(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
        bits as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn point(&mut self) -> [f64; 3] {
        [(); 3].map(|()| self.number())
    }

    /// Returns a random point on the unit sphere.
    fn on_sphere(&mut self) -> [f64; 3] {
        loop {
            let point = self.point();
            let squared: f64 = point.iter().map(|c| c * c).sum();
            if (0.01..1.0).contains(&squared) {
                return point.map(|c| c / squared.sqrt());
            }
        }
    }

    fn polyhedron(&mut self, count: usize) -> ConvexPolyhedron {
        let center = self.point().map(|c| 1.1 * c);
        let point = |random: &mut Self| {
            let point = random.on_sphere();
            std::array::from_fn(|axis| center[axis] + point[axis])
        };
        let points: Vec<[f64; 3]> = (0..count).map(|_| point(self)).collect();
        ConvexPolyhedron::hull_of(&points).expect("points on a sphere")
    }
}

/// The number of measured pairs.
const PAIRS: usize = 256;

/// The number of rounds.
const ROUNDS: usize = 7;

fn main() {
    println!("vertices,question,engine,ns");
    let given = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok());
    let mut counts: Vec<usize> = given.collect();
    if counts.is_empty() {
        counts = vec![16, 24, 30, 40, 64, 100, 300, 1000];
    }
    for count in counts {
        measure(count);
    }
}

fn measure(count: usize) {
    let mut random = Random(9);
    let shapes = match count {
        0..=300 => 48,
        301..=3000 => 12,
        _ => 3,
    };
    let polyhedra: Vec<ConvexPolyhedron> = (0..shapes).map(|_| random.polyhedron(count)).collect();
    let hulls: Vec<Hull> = polyhedra
        .iter()
        .map(|polyhedron| Hull::new(polyhedron.vertices()).expect("finite"))
        .collect();
    let mut index = || ((random.number() + 1.0) * 0.5 * f64::from(shapes)) as usize;
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    while pairs.len() < PAIRS {
        let [a, b] = [index(), index()];
        if a != b {
            pairs.push([a, b]);
        }
    }
    // At least one round of a question takes a few milliseconds.
    let repeats = (100_000 / count).clamp(4, 300);
    compare(
        count,
        "overlap",
        repeats,
        &pairs,
        [
            &|[a, b]| f64::from(u8::from(overlap(&polyhedra[a], &polyhedra[b]))),
            &|[a, b]| f64::from(u8::from(overlap(&hulls[a], &hulls[b]))),
        ],
    );
    pairs.retain(|&[a, b]| overlap(&polyhedra[a], &polyhedra[b]));
    compare(
        count,
        "depth",
        (repeats / 16).max(1),
        &pairs,
        [&|[a, b]| depth(&polyhedra[a], &polyhedra[b]), &|[a, b]| {
            depth(&hulls[a], &hulls[b])
        }],
    );
}

fn depth(a: &impl Polytope<3>, b: &impl Polytope<3>) -> f64 {
    let translation = separation(a, b).translation();
    translation.map_or(0.0, |by| by.iter().map(|c| c * c).sum())
}

/// Measures a question of polyhedra and of hulls, and prints one row each.
fn compare(
    count: usize,
    question: &str,
    repeats: usize,
    pairs: &[[usize; 2]],
    engines: [&dyn Fn([usize; 2]) -> f64; 2],
) {
    let [ours, others] =
        engines.map(|engine| pairs.iter().map(|&pair| engine(pair)).collect::<Vec<_>>());
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-11 * b;
    assert!(ours.iter().zip(&others).all(near), "the answers differ");
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (engine, least) in engines.iter().zip(&mut least) {
            let since = Instant::now();
            for _ in 0..repeats {
                for &pair in pairs {
                    black_box(engine(pair));
                }
            }
            *least = least.min(since.elapsed().as_secs_f64());
        }
    }
    let calls = (repeats * pairs.len()) as f64;
    for (name, time) in ["along edges", "all vertices"].iter().zip(least) {
        println!("{count},{question},{name},{:.0}", 1e9 * time / calls);
    }
}
