//! Computes layers of a model, and prints the times as one line of JSON: `cargo run --release -p transect-benchmarks
//! --features rayon --example layers -- MODEL COUNT [WORD …]`.
//!
//! The model is divided into COUNT parts of equal height, and each layer is in the middle of its part. Heights are
//! along z, or with the word `oblique` along (1, 2, 3). With `vertices`, each layer is moved to the height of the
//! nearest vertex. The sections come from `Mesh::layers`, or with `index` from a `SectionIndex`. The environment
//! variable `RAYON_NUM_THREADS` sets the number of threads. On Linux, `peak_mb` is the peak memory of the process in
//! 10⁶ bytes; elsewhere it is NaN.

use std::time::Instant;

use transect::Plane;
use transect_mesh::{Mesh, SectionIndex, Sections};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, count, words @ ..] = &arguments[..] else {
        return Err("usage: layers MODEL COUNT [oblique] [vertices] [index]".into());
    };
    let has = |word: &str| words.iter().any(|other| other == word);
    let count: usize = count.parse()?;
    let document = transect_io::read(&[model.into()])?;
    let mesh = &document
        .scene
        .meshes
        .first()
        .ok_or("a model without a mesh")?
        .mesh;
    let direction = if has("oblique") {
        [1.0, 2.0, 3.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let heights = heights(mesh, direction, count, has("vertices"))?;
    let start = Instant::now();
    let mut found = Found::default();
    let prepared = if has("index") {
        let index = SectionIndex::new(mesh);
        let prepared = start.elapsed();
        for &height in &heights {
            let plane = Plane::from_normal_and_distance(direction, height)?;
            found.add(&index.sections(&plane));
        }
        prepared
    } else {
        by_layers(mesh, direction, &heights, &mut found, start)?
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

/// Returns the heights of the middles of equal parts of the model. With `vertices`, each is moved to the height of the
/// nearest vertex.
fn heights(
    mesh: &Mesh,
    direction: [f64; 3],
    count: usize,
    vertices: bool,
) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let form = Plane::new(direction, 0.0)?;
    let of_vertices = mesh.positions().iter().map(|position| form.value(position));
    let mut of_vertices: Vec<f64> = of_vertices.collect();
    of_vertices.sort_by(f64::total_cmp);
    let (Some(&low), Some(&high)) = (of_vertices.first(), of_vertices.last()) else {
        return Err("a model without triangles".into());
    };
    let height = |index: usize| {
        let height = low + (high - low) * ((index as f64 + 0.5) / count as f64);
        let above = of_vertices.partition_point(|&other| other < height);
        let near = [of_vertices[above - 1], of_vertices[above]];
        match vertices {
            true if height - near[0] < near[1] - height => near[0],
            true => near[1],
            false => height,
        }
    };
    let mut heights: Vec<f64> = (0..count).map(height).collect();
    heights.dedup();
    Ok(heights)
}

fn by_layers(
    mesh: &Mesh,
    direction: [f64; 3],
    heights: &[f64],
    found: &mut Found,
    start: Instant,
) -> Result<std::time::Duration, Box<dyn std::error::Error>> {
    let layers = mesh.layers(direction, heights)?;
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
