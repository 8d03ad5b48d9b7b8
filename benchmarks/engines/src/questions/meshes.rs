//! Measures the first triangle that a ray hits, per ray, and cutting a mesh into two closed halves, per triangle.
//!
//! parry computes in f32 and rounds. Its answer for a ray is wrong if it misses where the ray hits or the other way round,
//! or if the distance is off by more than 10⁻⁴. For a cut, transect begins with vertex and index buffers in f32 and ends
//! with those of the halves; parry begins with its mesh, in which vertices are merged already, and ends with two meshes.

use std::hint::black_box;
use std::ops::Range;

use transect::{Plane, Ray};
use transect_mesh::{BufferOptions, Mesh, SectionIndex, VertexBuffers};

use crate::data::torus::{Triangles, rays, torus};
use crate::peers::parry::{HeldMesh, HeldRay};
use crate::report::{Figure, Report, Subject};
use crate::rounds::{Effort, measure_repeated};

const HITS: &str = "ray: first triangle of a mesh";
const CUTS: &str = "cut: a mesh into closed halves";

/// The number of squares around the tori, which have 4 times their squares as triangles.
const SIZES: [u32; 3] = [50, 158, 500];

/// An engine that answers for a range of things.
struct Engine<'a> {
    name: &'static str,
    run: Box<dyn FnMut(Range<usize>) + 'a>,
    wrong: Option<usize>,
}

pub(crate) fn ask(report: &Report, effort: Effort) {
    for count in SIZES {
        let triangles = torus(count);
        let data = format!("torus of {} triangles", triangles.indices.len());
        if report.wants(HITS, &data) {
            hits(report, effort, data.clone(), &triangles);
        }
        if report.wants(CUTS, &data) {
            cuts(report, effort, data, &triangles);
        }
    }
}

fn mesh(triangles: &Triangles) -> Mesh {
    let indices = triangles.indices.as_flattened();
    let buffers = VertexBuffers::new(&triangles.positions, indices);
    Mesh::from_buffers(buffers).expect("a torus")
}

fn hits(report: &Report, effort: Effort, data: String, triangles: &Triangles) {
    let rays = rays(20_000);
    let mesh = mesh(triangles);
    let index = SectionIndex::new(&mesh);
    let ours: Vec<Ray> = rays
        .iter()
        .map(|&[origin, direction]| Ray::new(origin, direction).expect("a ray"))
        .collect();
    let held = HeldMesh::new(triangles);
    let theirs: Vec<HeldRay> = rays.iter().map(HeldRay::new).collect();
    let is_wrong = |(ray, other): &(&Ray, &HeldRay)| {
        let exact = index.first_hit(**ray).map(|hit| hit.t);
        match (exact, held.first_hit(other)) {
            (None, None) => false,
            (Some(t), Some(found)) => (t - f64::from(found)).abs() > 1e-4,
            _ => true,
        }
    };
    let wrong = ours.iter().zip(&theirs).filter(is_wrong).count();
    let mut engines = [
        Box::new(Engine {
            name: "transect",
            run: Box::new(|range| {
                for ray in &ours[range] {
                    black_box(index.first_hit(black_box(*ray)));
                }
            }),
            wrong: Some(0),
        }),
        Box::new(Engine {
            name: "parry3d",
            run: Box::new(|range| {
                for ray in &theirs[range] {
                    black_box(held.first_hit(black_box(ray)));
                }
            }),
            wrong: Some(wrong),
        }),
    ];
    let subject = Subject {
        question: HITS,
        data: data.into(),
        count: rays.len(),
    };
    eprintln!("{subject}");
    let run = |engine: &mut Engine<'_>, range| (engine.run)(range);
    let times = measure_repeated(&mut engines, run, [rays.len(), 1000], 1, effort);
    write(report, &subject, &engines, times, 1.0);
}

fn cuts(report: &Report, effort: Effort, data: String, triangles: &Triangles) {
    let plane = Plane::from_point_and_normal([0.01, 0.05, -0.02], [0.3, 1.0, 0.2]);
    let plane = plane.expect("a plane");
    let options = BufferOptions::default();
    let held = HeldMesh::new(triangles);
    let read = mesh(triangles);
    let closed = |halves: &[Mesh]| {
        halves
            .iter()
            .filter(|half| !half.boundary().is_closed())
            .count()
    };
    let halves = read
        .split_to_buffers(&plane, &options)
        .expect("in the range of f32");
    let halves =
        [&halves.front, &halves.back].map(|half| Mesh::from_buffers(half).expect("a half"));
    let of_parry: Vec<Mesh> = held.halves(&plane).iter().map(mesh).collect();
    let mut engines = [
        Box::new(Engine {
            name: "transect",
            run: Box::new(|_| {
                let mesh = mesh(black_box(triangles));
                black_box(mesh.split_to_buffers(&plane, &options)).expect("in the range of f32");
            }),
            wrong: Some(closed(&halves)),
        }),
        Box::new(Engine {
            name: "transect, mesh read before",
            run: Box::new(|_| {
                let halves = black_box(&read).split_to_buffers(&plane, &options);
                black_box(halves).expect("in the range of f32");
            }),
            wrong: Some(closed(&halves)),
        }),
        Box::new(Engine {
            name: "parry3d",
            run: Box::new(|_| held.cut(black_box(&plane))),
            wrong: Some(closed(&of_parry)),
        }),
    ];
    let subject = Subject {
        question: CUTS,
        data: data.into(),
        count: triangles.indices.len(),
    };
    eprintln!("{subject}");
    let run = |engine: &mut Engine<'_>, range| (engine.run)(range);
    let times = measure_repeated(&mut engines, run, [1, 1], 1, effort);
    write(report, &subject, &engines, times, subject.count as f64);
}

/// Writes the figures of engines, whose times are divided by a number of things.
fn write(
    report: &Report,
    subject: &Subject,
    engines: &[Box<Engine<'_>>],
    times: Vec<f64>,
    things: f64,
) {
    let figures = engines
        .iter()
        .zip(times)
        .map(|(engine, nanoseconds)| Figure {
            engine: engine.name,
            nanoseconds: nanoseconds / things,
            wrong: engine.wrong,
        });
    report.write(subject, &figures.collect::<Vec<_>>());
}
