//! Writes a closed mesh of many triangles as a binary STL file, to measure files that do not fit into memory. One
//! triangle in the middle can be left out.
//!
//! `cargo run --release -p transect-benchmarks --example large_stl -- 50000000 large.stl [hole]`

use std::f64::consts::TAU;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Returns a position on a ring with waves. Neighbouring triangles compute the same numbers for the vertex that they
/// share.
fn position(around: f64, across: f64) -> [f32; 3] {
    let tube = 30.0 + 3.0 * (7.0 * around).sin() * (5.0 * across).cos();
    let out = 100.0 + tube * across.cos();
    let point = [out * around.cos(), out * around.sin(), tube * across.sin()];
    point.map(|coordinate| coordinate as f32)
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, path, hole @ ..] = &*arguments else {
        eprintln!("usage: large_stl TRIANGLES FILE [hole]");
        std::process::exit(2);
    };
    let count: usize = count.parse().map_err(io::Error::other)?;
    let across = ((count / 2) as f64).sqrt() as usize / 2;
    let around = count / 2 / across;
    let row = |i: usize| -> Vec<[f32; 3]> {
        let angle = TAU * (i % around) as f64 / around as f64;
        let vertex = |j| position(angle, TAU * (j % across) as f64 / across as f64);
        (0..=across).map(vertex).collect()
    };
    let missing = (!hole.is_empty()).then_some(around * across);
    let total = 2 * around * across - usize::from(missing.is_some());
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    file.write_all(&[b' '; 80])?;
    file.write_all(
        &u32::try_from(total)
            .map_err(io::Error::other)?
            .to_le_bytes(),
    )?;
    let mut index = 0;
    let mut last = row(0);
    for i in 0..around {
        let next = row(i + 1);
        for j in 0..across {
            let [a, b, c, d] = [last[j], next[j], next[j + 1], last[j + 1]];
            for triangle in [[a, b, c], [a, c, d]] {
                index += 1;
                if Some(index) == missing {
                    continue;
                }
                let mut record = [0; 50];
                let places = record[12..48].as_chunks_mut::<4>().0;
                for (place, coordinate) in places.iter_mut().zip(triangle.as_flattened()) {
                    *place = coordinate.to_le_bytes();
                }
                file.write_all(&record)?;
            }
        }
        last = next;
    }
    file.flush()?;
    println!("{total} triangles");
    Ok(())
}
