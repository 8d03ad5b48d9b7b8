//! Classifies batches of boxes, points and spheres by a frustum, and compares the times with those of a culling loop as
//! in game engines, which is not exact. Also times spheres and parallelepipeds that touch or nearly touch one plane.
//!
//! Run `cargo bench -p transect-benchmarks --bench regions [-- NAME]`, pinned to one core. The engine's loop follows
//! the method of Filament: it reads the center and the half-extents of each box, computes one rounded number for each
//! of the six planes, and writes one byte per box, which depends on the signs of these numbers. The loop is written in
//! this file; it is not Filament's code. It is compiled with the same CPU instructions as the batches. It reads either
//! one column per coordinate or records of three numbers. The time of a job is measured as in the bench `batch`.

mod rounds;

use std::array;
use std::hint::black_box;
use std::ops::Range;

use fearless_simd::{Level as Instructions, Simd, dispatch};
use transect::batch::{
    AabbColumns, Batch, Level, Masks, ParallelepipedColumns, PointColumns, RegionMasks,
    SphereColumns,
};
use transect::{Camera, Plane, Region};

use crate::rounds::{CHUNK, Columns, Job, Random, anywhere, measure, read, slices};

/// Returns the planes of a frustum that sees about a tenth of the cube of side 1000 in which the shapes lie.
fn frustum() -> [Plane; 6] {
    let camera = Camera::looking([200.0, -100.0, 450.0], [0.5, 1.0, 0.1], [0.0, 0.0, 1.0])
        .with_vertical_field_of_view(0.7)
        .with_aspect(1.5)
        .with_near(200.0)
        .with_far(Some(900.0));
    let frustum = camera.frustum().expect("a frustum");
    let planes = frustum.region().planes().to_vec();
    planes.try_into().expect("six planes")
}

/// The coefficients n and d of a plane in f32.
type Narrowed = ([f32; 3], f32);

fn narrowed(planes: &[Plane; 6]) -> [Narrowed; 6] {
    planes.map(|plane| (plane.normal().map(|c| c as f32), plane.offset() as f32))
}

/// The number of boxes that the engine's loop tests together.
const TOGETHER: usize = 64;

/// Writes 1 for each box of which a part may be visible, and 0 for the others. `boxes` has the columns of the centers,
/// then those of the half-extents. Only whole blocks of [`TOGETHER`] boxes are tested; up to 63 boxes at the end are
/// skipped.
#[inline(always)]
fn visible_columns<S: Simd>(_: S, planes: &[Narrowed; 6], boxes: &[&[f32]; 6], seen: &mut [u8]) {
    let boxes = boxes.map(|column| column.as_chunks::<TOGETHER>().0);
    for (block, seen) in seen.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let [x, y, z, a, b, c] = boxes.map(|column| &column[block]);
        let mut least = [f32::INFINITY; TOGETHER];
        for ([p, q, r], offset) in planes {
            for row in 0..TOGETHER {
                let center = x[row].mul_add(*p, y[row].mul_add(*q, z[row].mul_add(*r, *offset)));
                let reach = a[row].mul_add(p.abs(), b[row].mul_add(q.abs(), c[row] * r.abs()));
                least[row] = least[row].min(center + reach);
            }
        }
        for (seen, least) in seen.iter_mut().zip(least) {
            *seen = u8::from(least >= 0.0);
        }
    }
}

/// Does the same as [`visible_columns`] for two arrays of records, the centers and the half-extents. It tests all
/// boxes.
#[inline(always)]
fn visible_records<S: Simd>(
    _: S,
    planes: &[Narrowed; 6],
    boxes: [&[[f32; 3]]; 2],
    seen: &mut [u8],
) {
    for ((seen, center), half) in seen.iter_mut().zip(boxes[0]).zip(boxes[1]) {
        let mut is_seen = 1;
        for ([p, q, r], offset) in planes {
            let middle =
                center[0].mul_add(*p, center[1].mul_add(*q, center[2].mul_add(*r, *offset)));
            let value = half[0].mul_add(
                p.abs(),
                half[1].mul_add(q.abs(), half[2].mul_add(r.abs(), middle)),
            );
            is_seen &= u8::from(value >= 0.0);
        }
        *seen = is_seen;
    }
}

/// Does the same as [`visible_columns`] for spheres. `spheres` has three columns of centers and one of radii.
#[inline(always)]
fn visible_spheres<S: Simd>(_: S, planes: &[Narrowed; 6], spheres: &[&[f32]; 4], seen: &mut [u8]) {
    let spheres = spheres.map(|column| column.as_chunks::<TOGETHER>().0);
    for (block, seen) in seen.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let [x, y, z, radius] = spheres.map(|column| &column[block]);
        let mut least = [f32::INFINITY; TOGETHER];
        for ([p, q, r], offset) in planes {
            for row in 0..TOGETHER {
                let center = x[row].mul_add(*p, y[row].mul_add(*q, z[row].mul_add(*r, *offset)));
                least[row] = least[row].min(center + radius[row]);
            }
        }
        for (seen, least) in seen.iter_mut().zip(least) {
            *seen = u8::from(least >= 0.0);
        }
    }
}

fn read_job<'a>(columns: &'a Columns<f32>) -> Job<'a> {
    Job {
        name: "read".into(),
        run: Box::new(|rows| {
            let all: Vec<_> = columns.iter().map(|column| &column[rows.clone()]).collect();
            black_box(read(&all));
        }),
    }
}

/// Returns the job that classifies shapes against the region in front of all `planes`, and writes the results as
/// bitmaps with one bit per shape. `part` returns the shapes of a range of rows.
fn bitmaps<'a, B: Batch<3>>(
    name: String,
    planes: &'a [Plane; 6],
    rows: usize,
    part: impl Fn(Range<usize>) -> B + 'a,
) -> Job<'a> {
    let words = rows.min(CHUNK).div_ceil(64);
    let (mut meets, mut inside) = (vec![0; words], vec![0; words]);
    Job {
        name,
        run: Box::new(move |rows| {
            let count = rows.len().div_ceil(64);
            let masks = RegionMasks {
                meets: &mut meets[..count],
                inside: &mut inside[..count],
                null: None,
            };
            black_box(part(rows).overlap_conservative(&Region::new(planes), masks));
            black_box((&mut meets, &mut inside));
        }),
    }
}

fn boxes(rows: usize) {
    let planes = frustum();
    let small = &narrowed(&planes);
    let columns = anywhere(rows, 3);
    // (max + min) / 2 is the center on an axis, and (max − min) / 2 the half-extent.
    let middle = |axis: usize, sign: f32| -> Vec<f32> {
        let ends = columns[axis].iter().zip(&columns[axis + 3]);
        ends.map(|(min, max)| (max + sign * min) / 2.0).collect()
    };
    let halves: Columns<f32> = (0..3)
        .map(|axis| middle(axis, 1.0))
        .chain((0..3).map(|axis| middle(axis, -1.0)))
        .collect();
    let record = |first: usize| -> Vec<[f32; 3]> {
        let rows = 0..rows;
        rows.map(|row| array::from_fn(|axis| halves[first + axis][row]))
            .collect()
    };
    let (records, halves) = (&[record(0), record(3)], &halves);
    let columns = &columns;
    let mut jobs = vec![read_job(columns)];
    let mut seen = vec![0_u8; rows.min(CHUNK)];
    jobs.push(Job {
        name: "engine's loop, columns".into(),
        run: Box::new(move |rows| {
            let boxes = slices(halves, 0, rows.clone());
            let seen = &mut seen[..rows.len()];
            dispatch!(Instructions::new(), simd => visible_columns(simd, small, &boxes, seen));
            black_box(seen);
        }),
    });
    let mut seen = vec![0_u8; rows.min(CHUNK)];
    jobs.push(Job {
        name: "engine's loop, records".into(),
        run: Box::new(move |rows| {
            let boxes = records.each_ref().map(|records| &records[rows.clone()]);
            let seen = &mut seen[..rows.len()];
            dispatch!(Instructions::new(), simd => visible_records(simd, small, boxes, seen));
            black_box(seen);
        }),
    });
    let (min, max) = (slices(columns, 0, 0..rows), slices(columns, 3, 0..rows));
    let unchecked = AabbColumns::<_, 3>::new(min, max);
    let checked = AabbColumns::<_, 3>::checked(min, max).expect("finite");
    for level in Level::available() {
        for (name, boxes) in [("bitmaps", unchecked), ("bitmaps, checked", checked)] {
            let name = format!("{name}, {level}");
            jobs.push(bitmaps(name, &planes, rows, move |rows| {
                boxes.at(level).slice(rows)
            }));
        }
    }
    measure("frustum, boxes", rows, &mut jobs);
}

fn points(rows: usize) {
    let planes = frustum();
    let small = &narrowed(&planes);
    let columns = anywhere(rows, 3)[..3].to_vec();
    let mut with_zero = columns.clone();
    with_zero.push(vec![0.0; rows]);
    let with_zero = &with_zero;
    let columns = &columns;
    let mut jobs = vec![read_job(columns)];
    let mut seen = vec![0_u8; rows.min(CHUNK)];
    jobs.push(Job {
        name: "engine's loop, radius 0".into(),
        run: Box::new(move |rows| {
            let points = slices(with_zero, 0, rows.clone());
            let seen = &mut seen[..rows.len()];
            dispatch!(Instructions::new(), simd => visible_spheres(simd, small, &points, seen));
            black_box(seen);
        }),
    });
    for level in Level::available() {
        let part = move |rows| PointColumns::<_, 3>::new(slices(columns, 0, rows)).at(level);
        jobs.push(bitmaps(format!("bitmaps, {level}"), &planes, rows, part));
    }
    measure("frustum, points", rows, &mut jobs);
}

fn spheres(rows: usize) {
    let planes = frustum();
    let small = &narrowed(&planes);
    let mut columns = anywhere(rows, 3)[..3].to_vec();
    let mut random = Random(5);
    columns.push((0..rows).map(|_| (10.0 * random.unit()) as f32).collect());
    let columns = &columns;
    let mut jobs = vec![read_job(columns)];
    let mut seen = vec![0_u8; rows.min(CHUNK)];
    jobs.push(Job {
        name: "engine's loop, columns".into(),
        run: Box::new(move |rows| {
            let spheres = slices(columns, 0, rows.clone());
            let seen = &mut seen[..rows.len()];
            dispatch!(Instructions::new(), simd => visible_spheres(simd, small, &spheres, seen));
            black_box(seen);
        }),
    });
    for level in Level::available() {
        let part = move |rows: Range<usize>| {
            SphereColumns::<_, 3>::new(slices(columns, 0, rows.clone()), &columns[3][rows])
                .at(level)
        };
        jobs.push(bitmaps(format!("bitmaps, {level}"), &planes, rows, part));
    }
    measure("frustum, spheres", rows, &mut jobs);
}

/// Returns the job that classifies shapes against one plane, and writes the results as bitmaps with one bit per shape.
/// `part` returns the shapes of a range of rows.
fn masks<'a, B: Batch<3>>(
    name: String,
    plane: &'a Plane,
    rows: usize,
    part: impl Fn(Range<usize>) -> B + 'a,
) -> Job<'a> {
    let words = rows.min(CHUNK).div_ceil(64);
    let (mut on, mut front) = (vec![0; words], vec![0; words]);
    Job {
        name,
        run: Box::new(move |rows| {
            let count = rows.len().div_ceil(64);
            let masks = Masks {
                on: &mut on[..count],
                front: &mut front[..count],
                null: None,
            };
            black_box(part(rows).masks(plane, masks));
            black_box((&mut on, &mut front));
        }),
    }
}

/// Returns random numbers from −`bound` to `bound`. They are integers if `is_integer`.
fn numbers(rows: usize, bound: f64, is_integer: bool, random: &mut Random) -> Vec<f32> {
    let number = |random: &mut Random| {
        let number = (2.0 * random.unit() - 1.0) * bound;
        if is_integer { number.round() } else { number }
    };
    (0..rows).map(|_| number(random) as f32).collect()
}

/// Measures spheres and parallelepipeds whose backmost or frontmost point is on the plane. If `is_integer`, this point
/// is exactly on the plane. Otherwise one number of each shape is rounded to f32, so the point may be slightly off the
/// plane.
fn near(rows: usize, is_integer: bool) {
    let plane = Plane::new([2.0, 3.0, 6.0], 0.0).expect("a plane");
    let title = if is_integer {
        "touching"
    } else {
        "nearly touching"
    };
    let mut random = Random(3);
    let mut columns: Columns<f32> = (0..13)
        .map(|column| {
            numbers(
                rows,
                if column < 3 { 500.0 } else { 8.0 },
                is_integer,
                &mut random,
            )
        })
        .collect();
    let along = |vector: [f32; 3]| {
        let [x, y, z] = vector.map(f64::from);
        2.0 * x + 3.0 * y + 6.0 * z
    };
    // The radius of each sphere is the distance of its center from the plane. The normal (2, 3, 6) has the length 7.
    // For integers, the radius is chosen first, and y gets the parity of the radius. Then x = (7·radius − 3y − 6z) / 2
    // is an integer, too.
    #[expect(clippy::needless_range_loop, reason = "a row spans several columns")]
    for row in 0..rows {
        if is_integer {
            let radius = (8.0 * random.unit()).round();
            let [y, z] = [columns[1][row], columns[2][row]].map(f64::from);
            let y = 2.0 * (y / 2.0).round() + f64::from(u8::from(radius % 2.0 != 0.0));
            columns[0][row] = ((7.0 * radius - 3.0 * y - 6.0 * z) / 2.0) as f32;
            columns[1][row] = y as f32;
            columns[12][row] = radius as f32;
        } else {
            columns[12][row] =
                (along([columns[0][row], columns[1][row], columns[2][row]]) / 7.0).abs() as f32;
        }
    }
    let part = |rows: Range<usize>| {
        SphereColumns::<_, 3>::new(slices(&columns, 0, rows.clone()), &columns[12][rows])
    };
    let mut jobs = vec![
        read_job(&columns),
        masks("spheres, one plane".into(), &plane, rows, part),
    ];
    measure(title, rows, &mut jobs);
    drop(jobs);
    // The variable `reach` is the largest difference of 2x + 3y + 6z between a point of the parallelepiped and its
    // center. The x of the center is chosen such that 2x + 3y + 6z equals `reach` there. So the backmost point is on
    // the plane.
    #[expect(clippy::needless_range_loop, reason = "a row spans several columns")]
    for row in 0..rows {
        let half = |first: usize| {
            along([
                columns[first][row],
                columns[first + 1][row],
                columns[first + 2][row],
            ])
            .abs()
        };
        let reach = half(3) + half(6) + half(9);
        let [y, z] = [columns[1][row], columns[2][row]].map(f64::from);
        columns[0][row] = ((reach - 3.0 * y - 6.0 * z) / 2.0) as f32;
    }
    let part = |rows: Range<usize>| {
        let axes = array::from_fn(|axis| slices(&columns, 3 + 3 * axis, rows.clone()));
        ParallelepipedColumns::<_, 3>::new(slices(&columns, 0, rows), axes)
    };
    let mut jobs = vec![
        read_job(&columns),
        masks("parallelepipeds, one plane".into(), &plane, rows, part),
    ];
    measure(title, rows, &mut jobs);
}

fn main() {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let is_asked = |name: &str| filter.as_deref().is_none_or(|filter| name.contains(filter));
    for rows in [1_024, 100_000, 10_000_000] {
        if is_asked("boxes") {
            boxes(rows);
        }
        if is_asked("points") {
            points(rows);
        }
        if is_asked("spheres") {
            spheres(rows);
        }
        if rows < 1_000_000 && is_asked("touching") {
            near(rows, true);
            near(rows, false);
        }
    }
}
