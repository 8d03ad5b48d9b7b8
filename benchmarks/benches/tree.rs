//! Measures trees of boxes, compared with flat scans of the same boxes: finding the boxes that a plane cuts, finding
//! the boxes that a frustum sees, building a tree, and refitting it.
//!
//! This bench does not use criterion. All jobs (the compared operations) run in turn, round after round in one process.
//! The shortest time of each job counts, so a busy machine affects all jobs alike. `cargo bench -p transect-benchmarks
//! --bench tree` measures trees of 10⁵, 10⁶ and 10⁷ boxes; other sizes go after `--`. Boxes lie at random places in a
//! cube (`uniform`) or in dense clusters (`heaps`). On average, a box is half as wide as a cell of the grid that
//! divides the cube into one cell per box.

use std::hint::black_box;
use std::time::Instant;

use transect::batch::AabbColumns;
use transect::bvh::Bvh;
use transect::{Aabb, Camera, Frustum, Overlap, Plane, Side};

/// The random number generator xorshift64*, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a random number from 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The bounds of all boxes, one column per coordinate.
struct Boxes {
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
}

impl Boxes {
    fn new(count: usize, heaps: bool) -> Self {
        let mut random = Random(7);
        let mut boxes = Self {
            min: Default::default(),
            max: Default::default(),
        };
        let size = 100.0 / (count as f64).cbrt();
        let middles: Vec<[f64; 3]> = (0..64)
            .map(|_| [0; 3].map(|_| 100.0 * random.unit()))
            .collect();
        for _ in 0..count {
            let middle = middles[random.next() as usize % middles.len()];
            for (axis, middle) in middle.into_iter().enumerate() {
                let low = if heaps {
                    middle + 4.0 * (0..4).map(|_| random.unit()).sum::<f64>()
                } else {
                    100.0 * random.unit()
                };
                boxes.min[axis].push(low as f32);
                boxes.max[axis].push((low + size * random.unit()) as f32);
            }
        }
        boxes
    }

    fn columns(&self) -> AabbColumns<'_, f32> {
        AabbColumns::new(
            self.min.each_ref().map(Vec::as_slice),
            self.max.each_ref().map(Vec::as_slice),
        )
    }

    /// Returns the boxes with the indices `rows`, in that order. The value `u32::MAX` is skipped: it marks a slot of a
    /// tree without a box.
    fn ordered(&self, rows: &[u32]) -> Self {
        let rows = rows.iter().filter(|&&row| row != u32::MAX);
        let column = |column: &Vec<f32>| rows.clone().map(|&row| column[row as usize]).collect();
        Self {
            min: self.min.each_ref().map(column),
            max: self.max.each_ref().map(column),
        }
    }

    /// Returns each box with its upper bounds increased by 100.
    fn widened(&self) -> Self {
        Self {
            min: self.min.clone(),
            max: self
                .max
                .each_ref()
                .map(|column| column.iter().map(|max| max + 100.0).collect()),
        }
    }

    fn aabbs(&self) -> Vec<Aabb> {
        let columns = self.columns();
        let corners = (0..columns.len()).filter_map(|row| columns.get(row));
        corners
            .map(|[min, max]| Aabb::new(min, max).expect("a box"))
            .collect()
    }
}

/// The jobs that run in turn.
struct Turns<'a>(Vec<Turn<'a>>);

struct Turn<'a> {
    name: &'static str,
    job: Box<dyn FnMut() -> usize + 'a>,
    /// The shortest time of the job so far, in seconds.
    least: f64,
    answer: usize,
}

impl<'a> Turns<'a> {
    fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a job. The number that the job returns is printed, to show that all jobs find the same number of boxes.
    fn add(&mut self, name: &'static str, job: impl FnMut() -> usize + 'a) {
        self.0.push(Turn {
            name,
            job: Box::new(job),
            least: f64::INFINITY,
            answer: 0,
        });
    }

    /// Runs all jobs in turn, round after round, for two seconds and at least five rounds, and prints the times.
    fn run(mut self, title: &str, count: usize) {
        let start = Instant::now();
        let mut rounds = 0;
        while rounds < 5 || (start.elapsed().as_secs_f64() < 2.0 && rounds < 1000) {
            for turn in &mut self.0 {
                let start = Instant::now();
                turn.answer = black_box((turn.job)());
                turn.least = turn.least.min(start.elapsed().as_secs_f64());
            }
            rounds += 1;
        }
        for turn in &self.0 {
            println!(
                "{count:>9}  {title:<8} {:<22} {:>12.1} µs {:>9.3} ns a box  {}",
                turn.name,
                turn.least * 1e6,
                turn.least * 1e9 / count as f64,
                turn.answer
            );
        }
    }
}

fn plane() -> Plane {
    Plane::new([0.36, 0.48, 0.8], -82.0).expect("a plane")
}

/// Returns a frustum that sees about a tenth of the cube in which the boxes lie. All six planes cut this cube.
fn frustum() -> Frustum {
    let camera = Camera::looking([20.0, -10.0, 45.0], [0.5, 1.0, 0.1], [0.0, 0.0, 1.0])
        .with_vertical_field_of_view(0.7)
        .with_aspect(1.5)
        .with_near(20.0)
        .with_far(Some(90.0));
    camera.frustum().expect("a frustum")
}

fn main() {
    let sizes: Vec<usize> = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let sizes = if sizes.is_empty() {
        vec![100_000, 1_000_000, 10_000_000]
    } else {
        sizes
    };
    for count in sizes {
        for heaps in [false, true] {
            measure(count, heaps);
        }
    }
}

/// Reads all bounds. Its time is the least cost of a query that looks at every box.
fn read(boxes: &Boxes) -> usize {
    let columns = boxes.min.iter().chain(&boxes.max);
    let sums = columns.map(|column| {
        let mut sums = [0.0_f32; 64];
        for numbers in column.chunks_exact(64) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
        sums.iter().sum::<f32>()
    });
    sums.sum::<f32>() as usize
}

fn measure(count: usize, heaps: bool) {
    let family = if heaps { "heaps" } else { "uniform" };
    let boxes = Boxes::new(count, heaps);
    let columns = boxes.columns();
    let mut turns = Turns::new();
    turns.add("read", || read(&boxes));
    turns.add("build", || Bvh::build(&columns).expect("boxes").len());
    turns.run(family, count);

    let mut tree = Bvh::build(&columns).expect("boxes");
    let in_slots = boxes.ordered(tree.ids());
    let in_slots = in_slots.columns();
    let mut turns = Turns::new();
    turns.add("read", || read(&boxes));
    turns.add("refit, slot order", || {
        tree.refit_slots(&in_slots).expect("boxes");
        count
    });
    turns.run(family, count);

    // A tenth of the boxes is refitted: boxes at random, or all boxes of one part of the scene. The bounds of these
    // boxes do not change, but the tree does the same work as for moved boxes.
    let mut tree = Bvh::build(&columns).expect("boxes");
    let mut some_moved = tree.clone();
    let mut part_moved = tree.clone();
    let mut random = Random(9);
    let some: Vec<u32> = (0..count as u32).filter(|_| random.unit() < 0.1).collect();
    let part = tree.ids()[..count / 10].to_vec();
    let [of_some, of_part] = [&some, &part].map(|ids| boxes.ordered(ids));
    let mut turns = Turns::new();
    turns.add("refit, id order", || {
        tree.refit(&columns).expect("boxes");
        count
    });
    turns.add("refit, 10 % at random", || {
        some_moved
            .refit_boxes(&some, &of_some.columns())
            .expect("boxes");
        some.len()
    });
    turns.add("refit, 10 % in one part", || {
        part_moved
            .refit_boxes(&part, &of_part.columns())
            .expect("boxes");
        part.len()
    });
    turns.run(family, count);

    let tree = Bvh::build(&columns).expect("boxes");
    let aabbs = boxes.aabbs();
    let plane = plane();
    let far_side = Plane::new([0.0, 0.0, 1.0], 1e6).expect("a plane");
    let frustum = frustum();
    let region = frustum.region();
    let mut turns = Turns::new();
    turns.add("read", || read(&boxes));
    turns.add("cut, one by one", || {
        let sides = aabbs.iter().map(|aabb| plane.side(aabb));
        sides.filter(|side| *side == Side::On).count()
    });
    turns.add("cut, tree", || tree.on(&plane).count());
    turns.add("cut, tree, ids", || {
        tree.on(&plane).ids().max().unwrap_or(0) as usize
    });
    turns.add("three classes, tree", || tree.sides(&plane).front.count());
    turns.add("all in front, tree", || tree.side_counts(&far_side).front);
    turns.add("frustum, one by one", || {
        let overlaps = aabbs.iter().map(|aabb| region.overlap_conservative(aabb));
        overlaps
            .filter(|overlap| *overlap != Overlap::Outside)
            .count()
    });
    turns.add("frustum, tree", || {
        let found = tree.overlap_conservative(&region);
        found.inside.count() + found.meets.count()
    });
    turns.add("100 nearest, tree", || tree.nearest(&plane, 100).len());
    turns.run(family, count);

    // These boxes are as wide as the scene, so the plane cuts all of them, and a tree does not help.
    let wide = boxes.widened();
    let wide_tree = Bvh::build(&wide.columns()).expect("boxes");
    let wide_aabbs = wide.aabbs();
    let mut turns = Turns::new();
    turns.add("read", || read(&wide));
    turns.add("all cut, one by one", || {
        let sides = wide_aabbs.iter().map(|aabb| plane.side(aabb));
        sides.filter(|side| *side == Side::On).count()
    });
    turns.add("all cut, tree", || wide_tree.on(&plane).count());
    turns.run(family, count);
}
