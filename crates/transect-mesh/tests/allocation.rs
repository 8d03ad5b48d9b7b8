//! Tests that functions for inner loops allocate no memory. The file has a single test, because the counts are those of
//! the whole process.

use peak_alloc::PeakAlloc;
use transect::{CuttingPlane, Plane, PlaneThrough};
use transect_mesh::{Mesh, RawMesh};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

#[test]
fn moments_behind_a_plane_allocate_nothing() {
    // A strip of triangles. The plane crosses some of them, misses some, touches some at vertices, and contains some.
    let mut raw = RawMesh::default();
    for index in 0..1000_u32 {
        let x = 0.1 * f64::from(index);
        raw.positions.push([x, 0.0, f64::from(index % 7) - 3.0]);
        raw.positions.push([x, 1.0, f64::from(index % 5) - 2.0]);
    }
    for index in 0..998 {
        raw.triangles.push([index, index + 1, index + 2]);
        raw.triangles.push([0, index + 1, index + 1]);
    }
    let first = raw.positions.len() as u32;
    raw.positions
        .extend([[0.5, 0.5, 0.0], [1.5, 0.5, 0.0], [0.5, 1.5, 0.0]]);
    raw.triangles.push([first, first + 1, first + 2]);
    let mesh = Mesh::new(raw).expect("finite positions");
    let level = Plane::Z;
    let oblique = Plane::new([0.1, 0.7, 0.3], -1.1).expect("a plane");
    let corners = mesh.corners(400);
    let through = PlaneThrough::new(corners).expect("a triangle");
    let plane = CuttingPlane::from(through);

    // The thread that runs the tests may allocate meanwhile. So some measurements may count other memory than that of the
    // functions, which all of them would count.
    let bytes = || {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let moments = [
            mesh.moments_behind(&level),
            mesh.moments_behind(&oblique),
            mesh.moments_behind(&through),
            mesh.moments_behind(&plane),
        ];
        let peak = MEMORY.peak_usage();
        assert!(moments.iter().all(|moments| moments.area > 0.0));
        peak.saturating_sub(before)
    };
    let least = (0..20).map(|_| bytes()).min();
    assert_eq!(least, Some(0), "bytes were allocated");

    // Checks the measurement itself: it must report memory for a split, which does allocate.
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let split = mesh.split(&oblique);
    assert!(MEMORY.peak_usage() > before && !split.back.is_empty());
}
