//! Compares the predicates of `transect-exact` with those of `robust` and `geometry-predicates`: `cargo run --release -p
//! transect-benchmarks --example predicates`.
//!
//! Each line of the CSV has the nanoseconds of one call, and the number of points whose sign differs from that of
//! `transect-exact`. A time is the shortest of 31 rounds over 4096 inputs in random order. The data are random points,
//! points on small integers times 0.1 (many of them lie on a common line, plane, circle or sphere, up to the rounding of
//! the coordinates), and points on integers, where ties are exact. With `tiny`, integers are multiplied by 10⁻¹⁶⁰, so
//! that products underflow.

use std::hint::black_box;
use std::time::Instant;

use transect_exact::{Side, SplitMix64, in_circle, in_sphere, orient2d, orient3d};

const COUNT: usize = 4096;
const ROUNDS: usize = 31;

fn side(value: f64) -> Side {
    value.total_cmp(&0.0).into()
}

/// Zero of either sign is `On`.
fn sign(value: f64) -> Side {
    if value == 0.0 { Side::On } else { side(value) }
}

fn nanoseconds<T>(inputs: &[T], call: &impl Fn(&T) -> Side) -> f64 {
    let round = || {
        let start = Instant::now();
        for input in inputs {
            black_box(call(black_box(input)));
        }
        start.elapsed().as_secs_f64() * 1e9 / inputs.len() as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// An engine: its name, and a function that answers for one input.
type Engine<'e, T> = (&'e str, &'e dyn Fn(&T) -> Side);

fn compare<T>(question: &str, data: &str, inputs: &[T], engines: &[Engine<'_, T>]) {
    for (name, call) in engines {
        let time = nanoseconds(inputs, &|input: &T| call(input));
        let differs = |input: &&T| call(input) != engines[0].1(input);
        let wrong = inputs.iter().filter(differs).count();
        println!("{question},{data},{name},{time:.1},{wrong}");
    }
}

/// Returns points whose coordinates are `data`.
fn points<const D: usize, const N: usize>(data: &str) -> Vec<[[f64; D]; N]> {
    let mut random = SplitMix64::new(29);
    let mut number = || match data {
        "random" => (random.bits() >> 11) as f64 / (1_u64 << 53) as f64,
        "tenths" => random.below(6) as f64 * 0.1,
        "integers" => random.below(6) as f64,
        _ => random.below(6) as f64 * 1e-160,
    };
    (0..COUNT)
        .map(|_| [(); N].map(|()| [(); D].map(|()| number())))
        .collect()
}

fn main() {
    use geometry_predicates as peer;
    let plane = |[x, y]: [f64; 2]| robust::Coord { x, y };
    let space = |[x, y, z]: [f64; 3]| robust::Coord3D { x, y, z };
    println!("question,data,engine,nanoseconds,signs unlike those of transect-exact");
    for data in ["random", "tenths", "integers", "tiny"] {
        compare::<[[f64; 2]; 3]>(
            "orient2d",
            data,
            &points(data),
            &[
                ("transect-exact", &|[a, b, c]| orient2d(a, b, c)),
                ("robust", &|&[a, b, c]| {
                    sign(robust::orient2d(plane(a), plane(b), plane(c)))
                }),
                ("geometry-predicates", &|&[a, b, c]| {
                    sign(peer::orient2d(a, b, c))
                }),
            ],
        );
        // In the other two crates, a point below the plane is positive.
        compare::<[[f64; 3]; 4]>(
            "orient3d",
            data,
            &points(data),
            &[
                ("transect-exact", &|[a, b, c, d]| orient3d(a, b, c, d)),
                ("robust", &|&[a, b, c, d]| {
                    -sign(robust::orient3d(space(a), space(b), space(c), space(d)))
                }),
                ("geometry-predicates", &|&[a, b, c, d]| {
                    -sign(peer::orient3d(a, b, c, d))
                }),
            ],
        );
        compare::<[[f64; 2]; 4]>(
            "in_circle",
            data,
            &points(data),
            &[
                ("transect-exact", &|[a, b, c, d]| in_circle(a, b, c, d)),
                ("robust", &|&[a, b, c, d]| {
                    sign(robust::incircle(plane(a), plane(b), plane(c), plane(d)))
                }),
                ("geometry-predicates", &|&[a, b, c, d]| {
                    sign(peer::incircle(a, b, c, d))
                }),
            ],
        );
        compare::<[[f64; 3]; 5]>(
            "in_sphere",
            data,
            &points(data),
            &[
                ("transect-exact", &|[a, b, c, d, e]| {
                    in_sphere(a, b, c, d, e)
                }),
                ("robust", &|&[a, b, c, d, e]| {
                    -sign(robust::insphere(
                        space(a),
                        space(b),
                        space(c),
                        space(d),
                        space(e),
                    ))
                }),
                ("geometry-predicates", &|&[a, b, c, d, e]| {
                    -sign(peer::insphere(a, b, c, d, e))
                }),
            ],
        );
    }
}
