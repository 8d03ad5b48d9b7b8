//! Batches against one plane, compared with a loop that only reads the same bytes.
//!
//! Run `cargo bench -p transect-benchmarks --bench batch [-- NAME]`, pinned to one core. A job is one of the compared
//! functions. In every round, each job processes all data once, one job after the other. The time of a job is a sum
//! over chunks of 100 000 rows: for each chunk, the shortest time of all rounds. The output is ns per row and the ratio
//! to the read loop.

use std::hint::black_box;
use std::time::Instant;

use fearless_simd::{Simd, dispatch};
use transect::batch::{AabbColumns, Batch, Level, Masks, PointColumns};
use transect::{Plane, Side};

const CHUNK: usize = 100_000;

/// The random number generator xorshift64*, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a random number that is at least 0 and less than 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 40) as f64 / f64::from(1 << 24)
    }
}

/// Columns of one number type. In D dimensions, points have D columns (coordinates) and boxes have 2·D columns
/// (bounds).
type Columns<T> = Vec<Vec<T>>;

/// Returns boxes at random places in a cube of side 1000. A box is at most 10 long along each axis.
fn anywhere(rows: usize, dimensions: usize) -> Columns<f32> {
    let mut random = Random(7);
    let mut columns = vec![Vec::with_capacity(rows); 2 * dimensions];
    for _ in 0..rows {
        for axis in 0..dimensions {
            let least = random.unit() * 1000.0;
            columns[axis].push(least as f32);
            columns[axis + dimensions].push((least + random.unit() * 10.0) as f32);
        }
    }
    columns
}

/// Returns boxes with integer corners.
/// The backmost or the frontmost corner of each box is on the plane 2x + 3y + 6z = 17 (in 2D without z).
fn touching(rows: usize, dimensions: usize) -> Columns<f32> {
    let mut random = Random(11);
    let mut integer = |bound: f64| (random.unit() * bound).floor();
    let mut columns = vec![Vec::with_capacity(rows); 2 * dimensions];
    for _ in 0..rows {
        // Choose x such that 2x + 3y + 6z = 17. Here y is odd, so x is an integer.
        let y = 2.0 * integer(100.0) + 1.0;
        let z = if dimensions == 3 { integer(100.0) } else { 0.0 };
        let corner = [(17.0 - 3.0 * y - 6.0 * z) / 2.0, y, z];
        let is_back = integer(2.0) == 0.0;
        for axis in 0..dimensions {
            let size = 1.0 + integer(9.0);
            let least = if is_back {
                corner[axis]
            } else {
                corner[axis] - size
            };
            columns[axis].push(least as f32);
            columns[axis + dimensions].push((least + size) as f32);
        }
    }
    columns
}

fn slices<T, const D: usize>(
    columns: &Columns<T>,
    first: usize,
    rows: std::ops::Range<usize>,
) -> [&[T]; D] {
    std::array::from_fn(|axis| &columns[first + axis][rows.clone()])
}

/// Reads all numbers of the columns. Its time is the cost that no classification can avoid. The result keeps the
/// compiler from removing the reads.
fn read<T: Bits>(columns: &[&[T]]) -> bool {
    #[inline(always)]
    fn all<S: Simd, T: Bits>(_: S, columns: &[&[T]]) -> bool {
        // Read all columns side by side, as batches do: several streams from memory are faster than one.
        let mut seen = [T::default(); 64];
        for block in 0..columns[0].len() / 64 {
            for column in columns {
                for (seen, &number) in seen.iter_mut().zip(&column.as_chunks::<64>().0[block]) {
                    *seen = seen.or(number);
                }
            }
        }
        seen.into_iter().fold(T::default(), T::or) == T::default()
    }
    dispatch!(fearless_simd::Level::new(), simd => all(simd, columns))
}

trait Bits: Copy + Default + PartialEq {
    fn or(self, other: Self) -> Self;
}

impl Bits for f32 {
    fn or(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() | other.to_bits())
    }
}

impl Bits for f64 {
    fn or(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() | other.to_bits())
    }
}

/// A job to measure: a function that processes the rows of one chunk.
struct Job<'a> {
    name: String,
    run: Box<dyn FnMut(std::ops::Range<usize>) + 'a>,
}

/// Measures the jobs and prints for each the sum of its shortest times per chunk, in ns per row.
/// Also prints the ratio of each sum to that of the first job, the read loop.
fn measure(title: &str, rows: usize, jobs: &mut [Job<'_>]) {
    let repeats = (200_000 / rows).max(1);
    let rounds = if rows >= 1_000_000 { 25 } else { 300 };
    let chunks = rows.div_ceil(CHUNK);
    let mut least = vec![vec![f64::INFINITY; chunks]; jobs.len()];
    for _ in 0..rounds {
        for (job, least) in jobs.iter_mut().zip(&mut least) {
            for (chunk, least) in least.iter_mut().enumerate() {
                let range = chunk * CHUNK..rows.min((chunk + 1) * CHUNK);
                let start = Instant::now();
                for _ in 0..repeats {
                    (job.run)(black_box(range.clone()));
                }
                *least = least.min(start.elapsed().as_secs_f64() / repeats as f64);
            }
        }
    }
    let total = |times: &[f64]| times.iter().sum::<f64>() * 1e9 / rows as f64;
    let limit = total(&least[0]);
    for (job, times) in jobs.iter().zip(&least) {
        let time = total(times);
        println!(
            "{title:38} {rows:>9}  {:34} {time:8.4} ns  × {:.3}",
            job.name,
            time / limit
        );
    }
}

macro_rules! boxes {
    ($title:expr, $columns:expr, $rows:expr, $d:literal, $plane:expr, $levels:expr) => {{
        let columns = &$columns;
        let plane: &Plane<$d> = $plane;
        let words = $rows.min(CHUNK).div_ceil(64);
        let checked = AabbColumns::<_, $d>::checked(
            slices(columns, 0, 0..$rows),
            slices(columns, $d, 0..$rows),
        )
        .expect("finite");
        let unchecked =
            AabbColumns::<_, $d>::new(slices(columns, 0, 0..$rows), slices(columns, $d, 0..$rows));
        let mut jobs = vec![Job {
            name: "read".into(),
            run: Box::new(|rows| {
                let all: Vec<_> = columns.iter().map(|column| &column[rows.clone()]).collect();
                black_box(read(&all));
            }),
        }];
        for level in $levels {
            for (name, boxes) in [("masks", unchecked), ("masks, checked", checked)] {
                let boxes = boxes.at(level);
                let (mut meets, mut front) = (vec![0; words], vec![0; words]);
                jobs.push(Job {
                    name: format!("{name}, {level}"),
                    run: Box::new(move |rows| {
                        let count = rows.len().div_ceil(64);
                        let masks = Masks {
                            on: &mut meets[..count],
                            front: &mut front[..count],
                            null: None,
                        };
                        black_box(boxes.slice(rows).masks(plane, masks));
                        black_box((&mut meets, &mut front));
                    }),
                });
            }
        }
        let mut sides = vec![Side::On; $rows.min(CHUNK)];
        jobs.push(Job {
            name: "sides".into(),
            run: Box::new(move |rows| {
                black_box(
                    unchecked
                        .slice(rows.clone())
                        .sides(plane, &mut sides[..rows.len()]),
                );
            }),
        });
        jobs.push(Job {
            name: "rows that are cut".into(),
            run: Box::new(move |rows| {
                black_box(unchecked.slice(rows).on(plane));
            }),
        });
        measure($title, $rows, &mut jobs);
    }};
}

macro_rules! points {
    ($title:expr, $columns:expr, $rows:expr, $d:literal, $plane:expr) => {{
        let columns = &$columns[..$d];
        let plane: &Plane<$d> = $plane;
        let words = $rows.min(CHUNK).div_ceil(64);
        let all = std::array::from_fn(|axis| &columns[axis][..]);
        let checked = PointColumns::<_, $d>::checked(all).expect("finite");
        let unchecked = PointColumns::<_, $d>::new(all);
        let mut jobs = vec![Job {
            name: "read".into(),
            run: Box::new(|rows| {
                let all: Vec<_> = columns.iter().map(|column| &column[rows.clone()]).collect();
                black_box(read(&all));
            }),
        }];
        for (name, points) in [("masks", unchecked), ("masks, checked", checked)] {
            let (mut meets, mut front) = (vec![0; words], vec![0; words]);
            jobs.push(Job {
                name: name.into(),
                run: Box::new(move |rows| {
                    let count = rows.len().div_ceil(64);
                    let masks = Masks {
                        on: &mut meets[..count],
                        front: &mut front[..count],
                        null: None,
                    };
                    black_box(points.slice(rows).masks(plane, masks));
                    black_box((&mut meets, &mut front));
                }),
            });
        }
        measure($title, $rows, &mut jobs);
    }};
}

fn widened(columns: &Columns<f32>) -> Columns<f64> {
    columns
        .iter()
        .map(|column| column.iter().copied().map(f64::from).collect())
        .collect()
}

fn main() {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let is_asked = |name: &str| filter.as_deref().is_none_or(|filter| name.contains(filter));
    let oblique = Plane::new([0.48, 0.6, 0.64], -860.0).expect("a plane");
    let oblique_2d = Plane::new([0.6, 0.8], -700.0).expect("a plane");
    let lattice = Plane::new([2.0, 3.0, 6.0], -17.0).expect("a plane");
    let best = [Level::best()];
    for rows in [1_000, 100_000, 10_000_000] {
        if is_asked("boxes, f32, 3D") {
            let columns = anywhere(rows, 3);
            let levels: Vec<_> = Level::available().collect();
            boxes!("boxes, f32, 3D", columns, rows, 3, &oblique, levels);
        }
        if is_asked("boxes, f32, 3D, all touching") {
            let columns = touching(rows, 3);
            boxes!(
                "boxes, f32, 3D, all touching",
                columns,
                rows,
                3,
                &lattice,
                best
            );
        }
        if is_asked("boxes, f32, 2D") {
            let columns = anywhere(rows, 2);
            boxes!("boxes, f32, 2D", columns, rows, 2, &oblique_2d, best);
        }
        if is_asked("points, f32, 3D") {
            let columns = anywhere(rows, 3);
            points!("points, f32, 3D", columns, rows, 3, &oblique);
        }
        if rows > 1_000_000 {
            continue;
        }
        if is_asked("boxes, f64, 3D") {
            let columns = widened(&anywhere(rows, 3));
            boxes!("boxes, f64, 3D", columns, rows, 3, &oblique, best);
        }
        if is_asked("boxes, f64, 3D, all touching") {
            let columns = widened(&touching(rows, 3));
            boxes!(
                "boxes, f64, 3D, all touching",
                columns,
                rows,
                3,
                &lattice,
                best
            );
        }
    }
}
