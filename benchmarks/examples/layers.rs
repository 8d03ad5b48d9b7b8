//! Computes layers of a model along z, and prints the times as one line of JSON:
//! `cargo run --release -p transect-benchmarks --features rayon --example layers -- MODEL COUNT [index]`.
//!
//! The model is divided into COUNT parts of equal height, and each layer is in the middle of its part. The sections
//! come from `Mesh::layers`, or with `index` from a `SectionIndex`. The environment variable `RAYON_NUM_THREADS` sets
//! the number of threads. On Linux, `peak_mb` is the peak memory of the process in 10⁶ bytes; elsewhere it is NaN.

use std::time::Instant;

use transect::Plane;
use transect::mesh::{Mesh, SectionIndex, Sections};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, count, rest @ ..] = &arguments[..] else {
        return Err("usage: layers MODEL COUNT [index]".into());
    };
    let count: usize = count.parse()?;
    let document = transect_io::read(&[model.into()])?;
    let mesh = &document
        .scene
        .meshes
        .first()
        .ok_or("a model without a mesh")?
        .mesh;
    let bounds = mesh.bounds().ok_or("a model without triangles")?;
    let (low, high) = (bounds.min()[2], bounds.max()[2]);
    let height = |index: usize| low + (high - low) * ((index as f64 + 0.5) / count as f64);
    let heights: Vec<f64> = (0..count).map(height).collect();
    let start = Instant::now();
    let mut found = Found::default();
    let prepared = if rest.first().is_some_and(|way| way == "index") {
        let index = SectionIndex::new(mesh);
        let prepared = start.elapsed();
        for &height in &heights {
            let plane = Plane::from_normal_and_distance([0.0, 0.0, 1.0], height)?;
            found.add(&index.sections(&plane));
        }
        prepared
    } else {
        by_layers(mesh, &heights, &mut found, start)?
    };
    let total = start.elapsed();
    println!(
        "{{\"prepare_s\": {:.4}, \"total_s\": {:.4}, \"segments\": {}, \"loops\": {}, \"peak_mb\": {:.1}, \"areas\": {:?}}}",
        prepared.as_secs_f64(),
        total.as_secs_f64(),
        found.segments,
        found.loops,
        peak_megabytes().unwrap_or(f64::NAN),
        found.areas,
    );
    Ok(())
}

fn by_layers(
    mesh: &Mesh,
    heights: &[f64],
    found: &mut Found,
    start: Instant,
) -> Result<std::time::Duration, Box<dyn std::error::Error>> {
    let layers = mesh.layers([0.0, 0.0, 1.0], heights)?;
    let prepared = start.elapsed();
    for layer in layers {
        found.add(&layer.sections);
    }
    Ok(prepared)
}

/// The numbers of segments and loops in all layers, and the area of each layer.
#[derive(Default)]
struct Found {
    segments: usize,
    loops: usize,
    areas: Vec<f64>,
}

impl Found {
    fn add(&mut self, sections: &Sections) {
        let section = &sections.on_front;
        let points = section.loops.iter().map(|one| one.points.len());
        self.segments += points.sum::<usize>();
        self.loops += section.loops.len();
        self.areas.push(section.area());
    }
}

/// Returns the peak memory of this process in 10⁶ bytes, or `None` if `/proc/self/status` does not report it.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}
