//! Writes a large closed surface as binary STL, for measurements of reading and cutting:
//!
//! ```sh
//! cargo run --release -p transect-benchmarks --example large_stl -- large.stl 2302
//! ```
//!
//! The surface is a sphere with waves. It has 2302 columns and 1151 rows of points, and 5 294 600 triangles.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next();
    let columns = arguments
        .next()
        .and_then(|text| text.to_str()?.parse().ok());
    let (Some(path), Some(columns)) = (path, columns.filter(|&columns| columns >= 4)) else {
        eprintln!("usage: large_stl FILE COLUMNS, with at least 4 columns");
        return ExitCode::from(2);
    };
    let written = File::create(path).and_then(|file| write(BufWriter::new(file), columns));
    match written {
        Ok(triangles) => {
            println!("{triangles} triangles");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the surface, and returns the number of its triangles.
fn write(mut file: impl Write, columns: u32) -> io::Result<u32> {
    let rows = columns / 2;
    let triangles = 2 * columns * (rows - 1);
    file.write_all(&[b' '; 80])?;
    file.write_all(&triangles.to_le_bytes())?;
    let point = |row: u32, column: u32| point(rows, columns, row, column % columns);
    let mut triangle = |corners: [[f32; 3]; 3]| -> io::Result<()> {
        file.write_all(&[0; 12])?;
        for coordinate in corners.as_flattened() {
            file.write_all(&coordinate.to_le_bytes())?;
        }
        file.write_all(&[0; 2])
    };
    for row in 0..rows {
        for column in 0..columns {
            let [above, below] = [row, row + 1];
            let next = column + 1;
            // At the poles, all columns meet in one point, so one of the two triangles is left out.
            if row > 0 {
                triangle([
                    point(above, column),
                    point(below, column),
                    point(above, next),
                ])?;
            }
            if below < rows {
                triangle([point(above, next), point(below, column), point(below, next)])?;
            }
        }
    }
    file.flush()?;
    Ok(triangles)
}

/// Returns the point of a row, counted from the north pole, and a column.
fn point(rows: u32, columns: u32, row: u32, column: u32) -> [f32; 3] {
    let polar = std::f64::consts::PI * f64::from(row) / f64::from(rows);
    let around = std::f64::consts::TAU * f64::from(column) / f64::from(columns);
    // The sine of the polar angle is exactly zero at both poles, so that all columns meet there.
    let sine = if row == 0 || row == rows {
        0.0
    } else {
        polar.sin()
    };
    let radius = 50.0 + 2.0 * (9.0 * around).sin() * sine.powi(3) + (11.0 * polar).cos();
    [
        radius * sine * around.cos(),
        radius * sine * around.sin(),
        radius * polar.cos(),
    ]
    .map(|coordinate| (coordinate + 0.0) as f32)
}
