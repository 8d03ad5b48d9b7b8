//! Tests batches whose sizes are around multiples of the block size (64 rows), batches whose columns or results have
//! wrong lengths, and batches with numbers that are not finite.

use transect::batch::{AabbColumns, Batch, Level, Masks, PointColumns, SideCounts};
use transect::{Aabb, Plane, PlaneError, Side};

/// Returns the columns of boxes. Every third box touches the line x + y = 100 from behind.
fn boxes(rows: usize) -> [Vec<f32>; 4] {
    let mut columns = [const { Vec::new() }; 4];
    for row in 0..rows {
        let size = (row % 7) as f32;
        let x = (row * 37 % 90) as f32;
        let y = if row % 3 == 0 {
            100.0 - 2.0 * size - x
        } else {
            (row * 11 % 80) as f32
        };
        for (column, number) in columns.iter_mut().zip([x, y, x + size, y + size]) {
            column.push(number);
        }
    }
    columns
}

#[test]
fn all_sizes_around_blocks() -> Result<(), PlaneError> {
    let plane = Plane::new([1.0, 1.0], -100.0)?;
    for rows in 0..=200 {
        let [a, b, c, d] = boxes(rows + 1);
        for skipped in 0..=1 {
            let [a, b, c, d] = [&a, &b, &c, &d].map(|column| &column[skipped..skipped + rows]);
            let batch = AabbColumns::new([a, b], [c, d]);
            let expected: Vec<Side> = (0..rows)
                .map(|row| {
                    let [min, max] = batch.get(row).expect("a row");
                    plane.side(&Aabb::new(min, max).expect("a box"))
                })
                .collect();
            for level in Level::available() {
                let mut sides = vec![Side::On; rows];
                let counts = batch.at(level).sides(&plane, &mut sides);
                assert_eq!(sides, expected);
                let cut = batch.at(level).on(&plane);
                assert!(cut.iter().all(|&row| expected[row] == Side::On));
                assert_eq!(cut.len(), counts.on);
                assert_eq!(counts, batch.at(level).side_counts(&plane));
                assert_eq!(counts.back + counts.on + counts.front, rows);
            }
        }
    }
    Ok(())
}

/// Calls a function that must panic, and returns the message of the panic.
fn message(question: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(question).expect_err("a panic");
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic
            .downcast::<&str>()
            .map(|message| message.to_string())
            .expect("a text"),
    }
}

#[test]
#[cfg_attr(
    not(panic = "unwind"),
    ignore = "it reads panics, which end the program here"
)]
fn wrong_lengths_are_told() {
    let [two, three] = [&[0.0_f32; 2][..], &[0.0; 3]];
    assert_eq!(
        message(|| {
            let _ = AabbColumns::new([two, two], [two, three]);
        }),
        "columns of one table have one length: max y has 3 rows, the first column has 2"
    );
    assert_eq!(
        message(|| {
            let _ = PointColumns::new([two, two, three]);
        }),
        "columns of one table have one length: coordinate z has 3 rows, the first column has 2"
    );
    let plane = Plane::new([1.0, 0.0], 0.0).expect("a plane");
    let points = PointColumns::new([two, two]);
    assert_eq!(
        message(|| {
            points.sides(&plane, &mut [Side::On]);
        }),
        "one side per row: there are 2 rows and 1 sides"
    );
    assert_eq!(
        message(|| {
            let masks = Masks {
                on: &mut [0],
                front: &mut [0, 0],
                null: None,
            };
            points.masks(&plane, masks);
        }),
        "a bitmap has a word for every 64 rows: 2 rows need 1 words, `front` has 2"
    );
}

#[test]
#[cfg_attr(
    not(panic = "unwind"),
    ignore = "it reads panics, which end the program here"
)]
fn an_infinite_coordinate_panics_with_its_row() {
    let plane = Plane::new([1.0, 1.0], 0.0).expect("a plane");
    for (row, rows) in [(3, 70), (65, 70), (69, 70)] {
        let mut x = vec![1.0_f32; rows];
        x[row] = f32::INFINITY;
        let y = vec![1.0; rows];
        assert_eq!(
            message(|| {
                PointColumns::new([&x, &y]).side_counts(&plane);
            }),
            format!("row {row} is on no side: coordinate x is inf")
        );
        // An infinite coordinate is an error for a point, but a box with an infinite bound is valid: it is unbounded.
        let counts = AabbColumns::new([&y, &y], [&x, &y]).side_counts(&plane);
        assert_eq!((counts.front, counts.null), (rows, 0));
    }
}

fn power(exponent: i32) -> f64 {
    2.0_f64.powi(exponent)
}

#[test]
#[cfg_attr(
    not(panic = "unwind"),
    ignore = "it reads panics, which end the program here"
)]
fn nulls_are_told_apart_and_hide_nothing() {
    // In f32, the coefficients of the normal round to 1 and −1 − 2⁻²³. The points with large coordinates are in front
    // of the plane, but would be behind a plane with the rounded normal.
    let normal = [
        1.0 + power(-24) - power(-30),
        -1.0 - power(-24) - power(-30),
    ];
    let plane = Plane::new(normal, 0.0).expect("a plane");
    let rows = 256;
    let [mut x, mut y] = [vec![1.0_f32; rows], vec![2.0_f32; rows]];
    let large = 1.5 * 100.0_f32.exp2();
    for row in (0..rows).step_by(16) {
        (x[row], y[row]) = (large, large.next_down());
    }
    for row in (7..rows).step_by(8) {
        x[row] = f32::NAN;
    }
    let nulls = rows / 8;
    let front = rows / 16;
    let expected = SideCounts {
        back: rows - nulls - front,
        on: 0,
        front,
        null: nulls,
    };
    let empty = SideCounts {
        null: rows,
        ..SideCounts::default()
    };
    for level in Level::available() {
        assert_eq!(
            PointColumns::new([&x, &y]).at(level).side_counts(&plane),
            expected
        );
        assert_eq!(
            AabbColumns::new([&x, &y], [&x, &y])
                .at(level)
                .side_counts(&plane),
            expected
        );
        // These boxes are null rows: an empty box is usually represented by lower bounds of +∞ and upper bounds of −∞.
        let (most, least) = (vec![f32::INFINITY; rows], vec![f32::NEG_INFINITY; rows]);
        let none = AabbColumns::new([&most, &most], [&least, &least]);
        assert_eq!(none.at(level).side_counts(&plane), empty);
    }
    assert_eq!(
        message(|| {
            PointColumns::new([&x, &y]).sides(&plane, &mut vec![Side::On; rows]);
        }),
        "row 7 has no side: a NaN, or a box without points"
    );
}
