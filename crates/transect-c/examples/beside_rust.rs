//! Times of the same work through the C functions and through the Rust library: the sides of boxes and of points, the
//! boxes in a frustum, a tree, and the halves of a mesh. Prints the least times and their ratios.
//!
//! `cargo run --release --example beside_rust`

use std::hint::black_box;
use std::ptr;
use std::time::Instant;

use transect::batch::{AabbColumns, Batch, Masks, PointColumns, RegionMasks};
use transect::bvh::Bvh;
use transect::{Camera, Region};
use transect_c::*;
use transect_mesh::{BufferOptions, VertexBuffers};

/// Rows of columns.
const ROWS: usize = 1_000_000;

/// Vertices along each direction of the torus.
const RING: u32 = 220;

/// Measures two ways by turns, and prints the least time of each.
fn beside(name: &str, rounds: usize, mut rust: impl FnMut(), mut c: impl FnMut()) {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds {
        least[0] = least[0].min(time(&mut rust));
        least[1] = least[1].min(time(&mut c));
    }
    let [rust, c] = least.map(|seconds| 1e3 * seconds);
    println!(
        "{name}: Rust {rust:.3} ms, C {c:.3} ms, ratio {:.3}",
        c / rust
    );
}

fn ok(status: Status) {
    assert_eq!(status, Status::Ok);
}

/// Returns columns of boxes of size 1 in a cube, in no order.
fn columns() -> [Vec<f32>; 6] {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 40) as f32 / 16_777_216.0 * 200.0 - 100.0
    };
    let mut columns = [const { Vec::new() }; 6];
    for _ in 0..ROWS {
        for axis in 0..3 {
            let low = next();
            columns[axis].push(low);
            columns[axis + 3].push(low + 1.0);
        }
    }
    columns
}

/// Returns the positions and the triangles of a torus.
fn torus() -> (Vec<[f32; 3]>, Vec<u32>) {
    let mut positions = Vec::new();
    let mut indices = Vec::new();
    let angle = |step: u32| std::f64::consts::TAU * f64::from(step) / f64::from(RING);
    for ring in 0..RING {
        for step in 0..RING {
            let (u, v) = (angle(ring), angle(step));
            let radius = 3.0 + v.cos();
            positions.push([radius * u.cos(), radius * u.sin(), v.sin()].map(|c| c as f32));
            let at = |ring: u32, step: u32| ring % RING * RING + step % RING;
            let [a, b] = [at(ring, step), at(ring + 1, step)];
            let [c, d] = [at(ring + 1, step + 1), at(ring, step + 1)];
            indices.extend([a, b, c, a, c, d]);
        }
    }
    (positions, indices)
}

fn main() {
    let columns = columns();
    let [a, b, c, d, e, f] = &columns;
    let rust_boxes = AabbColumns::new([a, b, c], [d, e, f]);
    let boxes = Boxes {
        min: [a.as_ptr(), b.as_ptr(), c.as_ptr()],
        max: [d.as_ptr(), e.as_ptr(), f.as_ptr()],
        count: ROWS,
        stride: 1,
    };
    let own = transect::Plane::new([0.3, -0.5, 0.8], 7.0).expect("a plane");
    let plane = Plane {
        normal: own.normal(),
        offset: own.offset(),
    };
    let words = ROWS.div_ceil(64);
    let (mut first, mut second) = (vec![0; words], vec![0; words]);
    let (mut on, mut front) = (vec![0; words], vec![0; words]);
    let side_bitmaps = SideBitmaps {
        on: on.as_mut_ptr(),
        front: front.as_mut_ptr(),
        null: ptr::null_mut(),
    };

    // SAFETY, for all calls below: the columns and the bitmaps have room for all rows, and handles are valid.
    beside(
        "sides of 1 000 000 boxes",
        60,
        || {
            let masks = Masks {
                on: &mut first,
                front: &mut second,
                null: None,
            };
            black_box(rust_boxes.masks(&own, masks));
        },
        || {
            let mut counts = SideCounts::default();
            // SAFETY: as above.
            ok(unsafe { transect_sides_of_boxes_f32(&plane, &boxes, &side_bitmaps, &mut counts) });
        },
    );

    let rust_points = PointColumns::new([a, b, c]);
    let points = Points {
        x: a.as_ptr(),
        y: b.as_ptr(),
        z: c.as_ptr(),
        count: ROWS,
        stride: 1,
    };
    beside(
        "sides of 1 000 000 points",
        60,
        || {
            let masks = Masks {
                on: &mut first,
                front: &mut second,
                null: None,
            };
            black_box(rust_points.masks(&own, masks));
        },
        || {
            // SAFETY: as above.
            let status = unsafe {
                transect_sides_of_points_f32(&plane, &points, &side_bitmaps, ptr::null_mut())
            };
            ok(status);
        },
    );

    let camera = Camera::looking([0.0; 3], [1.0, 2.0, 0.5], [0.0, 0.0, 1.0]).with_far(Some(90.0));
    let frustum = camera.frustum().expect("a frustum");
    let planes: Vec<Plane> = frustum
        .planes()
        .iter()
        .map(|plane| Plane {
            normal: plane.normal(),
            offset: plane.offset(),
        })
        .collect();
    let region_bitmaps = RegionBitmaps {
        meets: on.as_mut_ptr(),
        inside: front.as_mut_ptr(),
        null: ptr::null_mut(),
    };
    beside(
        "frustum and 1 000 000 boxes",
        60,
        || {
            let masks = RegionMasks {
                meets: &mut first,
                inside: &mut second,
                null: None,
            };
            black_box(rust_boxes.overlap_conservative(&Region::new(frustum.planes()), masks));
        },
        || {
            let mut counts = RegionCounts::default();
            // SAFETY: as above.
            ok(unsafe {
                transect_region_overlap_boxes_f32(
                    planes.as_ptr(),
                    planes.len(),
                    Precision::Conservative as i32,
                    &boxes,
                    &region_bitmaps,
                    &mut counts,
                )
            });
        },
    );

    let rust_tree = Bvh::build(&rust_boxes).expect("boxes");
    let mut tree = ptr::null_mut();
    // SAFETY: as above.
    ok(unsafe { transect_tree_build_f32(&boxes, &mut tree) });
    let mut ids = vec![0; ROWS];
    let mut count = 0;
    beside(
        "a plane and a tree of 1 000 000 boxes",
        200,
        || {
            let found = rust_tree.on(&own);
            for (place, id) in ids.iter_mut().zip(found.ids()) {
                *place = id;
            }
            black_box(found.count());
        },
        {
            let mut ids = vec![0; ROWS];
            move || {
                let list = ids.as_mut_ptr();
                // SAFETY: as above.
                ok(unsafe { transect_tree_on(tree, &plane, list, ROWS, &mut count) });
            }
        },
    );
    let mut inside = 0;
    let mut list = vec![0; ROWS];
    beside(
        "a frustum and a tree of 1 000 000 boxes",
        200,
        || {
            let found = rust_tree.overlap_conservative(&Region::new(frustum.planes()));
            let all = found.inside.ids().chain(found.meets.ids());
            for (place, id) in ids.iter_mut().zip(all) {
                *place = id;
            }
            black_box((found.inside.count(), found.meets.count()));
        },
        || {
            // SAFETY: as above.
            ok(unsafe {
                transect_tree_overlap(
                    tree,
                    planes.as_ptr(),
                    planes.len(),
                    Precision::Conservative as i32,
                    list.as_mut_ptr(),
                    ROWS,
                    &mut inside,
                    &mut count,
                )
            });
        },
    );
    // SAFETY: the tree is not used again.
    unsafe { transect_tree_free(tree) };

    let (positions, indices) = torus();
    let rust_mesh = transect_mesh::Mesh::from_buffers(VertexBuffers::new(&positions, &indices));
    let rust_mesh = rust_mesh.expect("a torus");
    let none = VertexNumbers {
        numbers: ptr::null(),
        stride: 0,
    };
    let arrays = VertexArrays {
        positions: VertexNumbers {
            numbers: positions.as_ptr().cast(),
            stride: 3,
        },
        normals: none,
        tangents: none,
        texture_coordinates: none,
        colors: none,
        vertex_count: positions.len(),
        indices: indices.as_ptr().cast(),
        index_count: indices.len(),
        index_type: IndexType::U32 as i32,
    };
    let mut mesh = ptr::null_mut();
    // SAFETY: as above.
    ok(unsafe { transect_mesh_from_arrays(&arrays, &mut mesh) });
    let own = transect::Plane::new([0.3, -0.5, 0.8], 0.25).expect("a plane");
    let plane = Plane {
        normal: own.normal(),
        offset: own.offset(),
    };
    println!("a torus of {} triangles:", indices.len() / 3);
    beside(
        "mesh from buffers",
        20,
        || {
            let buffers = VertexBuffers::new(&positions, &indices);
            black_box(transect_mesh::Mesh::from_buffers(buffers).expect("a torus"));
        },
        || {
            let mut mesh = ptr::null_mut();
            // SAFETY: as above.
            unsafe {
                ok(transect_mesh_from_arrays(&arrays, &mut mesh));
                transect_mesh_free(mesh);
            }
        },
    );
    beside(
        "split",
        40,
        || {
            black_box(rust_mesh.split(&own));
        },
        || {
            let (mut front, mut back) = (ptr::null_mut(), ptr::null_mut());
            // SAFETY: as above.
            unsafe {
                let certificate = ptr::null_mut();
                ok(transect_mesh_split(
                    mesh,
                    &plane,
                    &mut front,
                    &mut back,
                    certificate,
                ));
                transect_mesh_free(front);
                transect_mesh_free(back);
            }
        },
    );
    beside(
        "split to buffers, copied",
        40,
        || {
            let halves = rust_mesh.split_to_buffers(&own, &BufferOptions::default());
            let halves = halves.expect("halves");
            for half in [&halves.front, &halves.back] {
                black_box((half.positions.clone(), half.indices.clone()));
            }
        },
        || {
            let mut halves = [ptr::null_mut(); 2];
            let [front, back] = &mut halves;
            // SAFETY: as above.
            unsafe {
                ok(transect_mesh_split_to_buffers(
                    mesh,
                    &plane,
                    ptr::null(),
                    1.0,
                    front,
                    back,
                ));
                for half in halves {
                    let mut sizes = BufferSizes::default();
                    ok(transect_buffers_sizes(half, &mut sizes));
                    let mut positions: Vec<[f32; 3]> = Vec::with_capacity(sizes.vertices);
                    let mut indices: Vec<u32> = Vec::with_capacity(sizes.indices);
                    let targets = BufferTargets {
                        positions: positions.as_mut_ptr().cast(),
                        normals: ptr::null_mut(),
                        tangents: ptr::null_mut(),
                        texture_coordinates: ptr::null_mut(),
                        colors: ptr::null_mut(),
                        indices: indices.as_mut_ptr(),
                        vertex_capacity: sizes.vertices,
                        index_capacity: sizes.indices,
                    };
                    ok(transect_buffers_copy(half, &targets));
                    positions.set_len(sizes.vertices);
                    indices.set_len(sizes.indices);
                    black_box((positions, indices));
                    transect_buffers_free(half);
                }
            }
        },
    );
    // SAFETY: the mesh is not used again.
    unsafe { transect_mesh_free(mesh) };
}
