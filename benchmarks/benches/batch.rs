//! Batches against one plane, compared with a loop that only reads the same bytes.
//!
//! Run `cargo bench -p transect-benchmarks --bench batch [-- NAME]`, pinned to one core. A job is one of the compared
//! functions. In every round, each job processes all data once, one job after the other. The time of a job is a sum
//! over chunks of 100 000 rows: for each chunk, the shortest time of all rounds. The output is ns per row and the ratio
//! to the read loop.

mod rounds;

use std::hint::black_box;

use transect::batch::{AabbColumns, Batch, Level, Masks, PointColumns};
use transect::{Plane, PlaneAt, Side};

use crate::rounds::{CHUNK, Columns, Job, Random, anywhere, measure, read, slices};

/// Returns boxes with integer corners. The backmost or the frontmost corner of each box is on the plane
/// 2x + 3y + 6z = 17, or in 2D on the line 2x + 3y = 17.
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
        let mut sides = vec![Side::On; $rows.min(CHUNK)];
        jobs.push(Job {
            name: "sides".into(),
            run: Box::new(move |rows| {
                let points = unchecked.slice(rows.clone());
                black_box(points.sides(plane, &mut sides[..rows.len()]));
            }),
        });
        let at = PlaneAt::new(plane.project(&[0.0; $d]), plane.normal()).expect("a plane");
        let mut sides = vec![Side::On; $rows.min(CHUNK)];
        jobs.push(Job {
            name: "sides, plane at a point".into(),
            run: Box::new(move |rows| {
                let points = unchecked.slice(rows.clone());
                black_box(points.sides_of_kept(&at, &mut sides[..rows.len()]));
            }),
        });
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
        if is_asked("points, f64, 3D") {
            let columns = widened(&anywhere(rows, 3));
            points!("points, f64, 3D", columns, rows, 3, &oblique);
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
