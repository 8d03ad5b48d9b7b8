//! Measures what a game pays to cut a mesh whose vertices are in buffers for the graphics card: from the buffers to a
//! mesh, its split, and from the two halves to buffers.
//!
//! This bench does not use criterion. Each printed time is the shortest of several rounds, in milliseconds, on one thread.
//! The mesh is a sphere with dents, a seam and poles, with normals and texture coordinates, of about 10⁴, 10⁵ and 10⁶
//! triangles. The last column is a plain cut in f32, which tests each vertex once and leaves the halves open.
//! `cargo bench -p transect-benchmarks --bench buffers`.

use std::collections::HashMap;
use std::f32::consts::{PI, TAU};
use std::hint::black_box;
use std::time::Instant;

use transect::Plane;
use transect_mesh::{
    AttributeLayer, Attributes, BufferOptions, Meaning, Mesh, RawMesh, VertexBuffers,
};

/// Vertices of a mesh as they stand in buffers for the graphics card.
#[derive(Clone, Default)]
struct Vertices {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    coordinates: Vec<[f32; 2]>,
    indices: Vec<u32>,
}

/// Returns a sphere with dents, of `count` stacks and 2 `count` sectors. Its seam has two vertices per position, and its
/// poles have one per sector.
fn sphere(count: u32) -> Vertices {
    let mut sphere = Vertices::default();
    let sectors = 2 * count;
    for stack in 0..=count {
        for sector in 0..=sectors {
            let [u, v] = [sector as f32 / sectors as f32, stack as f32 / count as f32];
            let longitude = TAU * if sector == sectors { 0.0 } else { u };
            let latitude = PI * v;
            let is_pole = stack == 0 || stack == count;
            let (sin, cos) = match stack {
                0 => (0.0, 1.0),
                _ if stack == count => (0.0, -1.0),
                _ => latitude.sin_cos(),
            };
            let normal = [sin * longitude.cos(), cos, sin * longitude.sin()];
            let dent = if is_pole {
                0.0
            } else {
                0.2 * (7.0 * longitude).sin() * (5.0 * latitude).sin()
            };
            sphere.positions.push(normal.map(|c| c * (1.0 + dent)));
            sphere.normals.push(normal);
            sphere.coordinates.push([u, v]);
        }
    }
    for stack in 0..count {
        for sector in 0..sectors {
            let a = stack * (sectors + 1) + sector;
            let [b, c, d] = [a + 1, a + sectors + 1, a + sectors + 2];
            if stack > 0 {
                sphere.indices.extend([a, b, c]);
            }
            if stack + 1 < count {
                sphere.indices.extend([b, d, c]);
            }
        }
    }
    sphere
}

/// A mesh as a user builds it without [`Mesh::from_buffers`].
fn mesh_by_lists(vertices: &Vertices) -> Mesh {
    let (triangles, _) = vertices.indices.as_chunks::<3>();
    let layer = |meaning, width, values: &[f32]| AttributeLayer {
        meaning,
        width,
        values: values.iter().map(|&value| value.into()).collect(),
    };
    let raw = RawMesh {
        positions: vertices
            .positions
            .iter()
            .map(|p| p.map(f64::from))
            .collect(),
        triangles: triangles.to_vec(),
        attributes: Attributes {
            corners: triangles.to_vec(),
            layers: vec![
                layer(Meaning::Normal, 3, vertices.normals.as_flattened()),
                layer(
                    Meaning::TextureCoordinate(0),
                    2,
                    vertices.coordinates.as_flattened(),
                ),
            ],
        },
        ..RawMesh::default()
    };
    Mesh::new(raw).expect("the sphere is a mesh")
}

/// Vertices as a user collects them without [`Mesh::to_buffers`].
fn vertices_by_map(mesh: &Mesh) -> Vertices {
    let mut vertices = Vertices::default();
    let mut ids: HashMap<(u32, u32), u32> = HashMap::with_capacity(2 * mesh.positions().len());
    let attributes = mesh.attributes();
    let [normals, coordinates] = attributes.layers.as_slice() else {
        panic!("two layers");
    };
    for (corners, rows) in mesh.triangles().iter().zip(&attributes.corners) {
        for (&vertex, &row) in corners.iter().zip(rows) {
            let id = *ids.entry((vertex, row)).or_insert_with(|| {
                let values = |layer: &AttributeLayer, place: usize| layer.row(row)[place] as f32;
                vertices
                    .positions
                    .push(mesh.positions()[vertex as usize].map(|c| c as f32));
                vertices
                    .normals
                    .push([0, 1, 2].map(|place| values(normals, place)));
                vertices
                    .coordinates
                    .push([0, 1].map(|place| values(coordinates, place)));
                vertices.positions.len() as u32 - 1
            });
            vertices.indices.push(id);
        }
    }
    vertices
}

/// A cut in plain f32, without caps.
fn plain_cut(vertices: &Vertices, normal: [f32; 3], offset: f32) -> [Vertices; 2] {
    let distance = |p: &[f32; 3]| normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] + offset;
    let distances: Vec<f32> = vertices.positions.iter().map(distance).collect();
    [true, false].map(|is_front| {
        let mut half = Vertices::default();
        let mut numbers = vec![u32::MAX; distances.len()];
        let mut crossings: HashMap<[u32; 2], u32> = HashMap::new();
        let is_kept = |vertex: u32| (distances[vertex as usize] >= 0.0) == is_front;
        let (triangles, _) = vertices.indices.as_chunks::<3>();
        for triangle in triangles {
            let mut polygon = [0; 4];
            let mut corners = 0;
            for place in 0..3 {
                let [from, to] = [triangle[place], triangle[(place + 1) % 3]];
                if is_kept(from) {
                    let number = &mut numbers[from as usize];
                    if *number == u32::MAX {
                        *number = half.positions.len() as u32;
                        half.positions.push(vertices.positions[from as usize]);
                        half.normals.push(vertices.normals[from as usize]);
                        half.coordinates.push(vertices.coordinates[from as usize]);
                    }
                    polygon[corners] = *number;
                    corners += 1;
                }
                if is_kept(from) != is_kept(to) {
                    let key = [from.min(to), from.max(to)];
                    polygon[corners] = *crossings.entry(key).or_insert_with(|| {
                        let [a, b] = key.map(|vertex| vertex as usize);
                        let part = distances[a] / (distances[a] - distances[b]);
                        let between = |a: f32, b: f32| a + part * (b - a);
                        let three = |list: &[[f32; 3]]| {
                            [0, 1, 2].map(|axis| between(list[a][axis], list[b][axis]))
                        };
                        half.positions.push(three(&vertices.positions));
                        half.normals.push(three(&vertices.normals));
                        let list = &vertices.coordinates;
                        half.coordinates
                            .push([0, 1].map(|axis| between(list[a][axis], list[b][axis])));
                        half.positions.len() as u32 - 1
                    });
                    corners += 1;
                }
            }
            for corner in 2..corners {
                half.indices
                    .extend([polygon[0], polygon[corner - 1], polygon[corner]]);
            }
        }
        half
    })
}

/// Returns the shortest time of some rounds of some work in milliseconds, and its last result.
fn shortest<T>(rounds: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut round = || {
        let since = Instant::now();
        let result = black_box(work());
        best = best.min(1e3 * since.elapsed().as_secs_f64());
        result
    };
    let mut last = round();
    for _ in 1..rounds {
        last = round();
    }
    (best, last)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("triangles,way,in (ms),split (ms),out (ms),all (ms),plain f32 (ms)");
    let plane = Plane::from_point_and_normal([0.01, 0.05, -0.02], [0.3, 1.0, 0.2])?;
    for count in [50, 158, 500] {
        let vertices = sphere(count);
        let triangles = vertices.indices.len() / 3;
        let rounds = (2_000_000 / triangles).clamp(5, 60);
        let (plain, _) = shortest(rounds, || plain_cut(&vertices, [0.3, 1.0, 0.2], -0.049));
        let (first, mesh) = shortest(rounds, || mesh_by_lists(&vertices));
        assert!(mesh.boundary().is_closed());
        let (cut, halves) = shortest(rounds, || mesh.split(&plane));
        let (last, _) = shortest(rounds, || {
            [&halves.front, &halves.back].map(vertices_by_map)
        });
        let all = first + cut + last;
        println!("{triangles},lists,{first:.3},{cut:.3},{last:.3},{all:.3},{plain:.3}");
        let read = || {
            let buffers = VertexBuffers::new(&vertices.positions, &vertices.indices)
                .with_normals(&vertices.normals)
                .with_texture_coordinates(&vertices.coordinates);
            Mesh::from_buffers(buffers).expect("the sphere is a mesh")
        };
        let options = BufferOptions::default();
        let (first, mesh) = shortest(rounds, read);
        let (cut, halves) = shortest(rounds, || mesh.split(&plane));
        let (last, _) = shortest(rounds, || {
            [&halves.front, &halves.back].map(|half| half.to_buffers(&options))
        });
        let all = first + cut + last;
        println!("{triangles},buffers,{first:.3},{cut:.3},{last:.3},{all:.3},{plain:.3}");
        let (cut, halves) = shortest(rounds, || mesh.split_to_buffers(&plane, &options));
        let halves = halves?;
        for half in [&halves.front, &halves.back] {
            assert!(Mesh::from_buffers(half)?.boundary().is_closed());
        }
        let all = first + cut;
        println!("{triangles},split to buffers,{first:.3},{cut:.3},0,{all:.3},{plain:.3}");
    }
    Ok(())
}
