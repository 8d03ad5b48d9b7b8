//! A program that cuts a mesh without the standard library.
//! If any dependency links the standard library, the panic handler is defined twice and the build fails.
#![no_std]
extern crate alloc;

use transect::Plane;
use transect_mesh::{Mesh, RawMesh};

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Returns the number of triangles in front of a plane through the middle of a tetrahedron.
#[must_use]
pub fn cut() -> usize {
    let raw = RawMesh {
        positions: alloc::vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        triangles: alloc::vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        ..RawMesh::default()
    };
    match (Mesh::new(raw), Plane::new([0.0, 0.0, 1.0], -0.5)) {
        (Ok(mesh), Ok(plane)) => mesh.split(&plane).front.triangles().len(),
        _ => 0,
    }
}
