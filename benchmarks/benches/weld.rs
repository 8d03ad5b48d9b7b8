//! Measures the weld of a mesh with cracks, compared with the search for its open edges, and the search for T-junctions in
//! a closed mesh, compared with a section and a split.
//!
//! This bench does not use criterion. Each printed time is the shortest of five rounds. `cargo bench -p
//! transect-benchmarks --bench weld` measures tori of about 10⁵ and 10⁶ triangles. In the torus with cracks, 1 % of the
//! edges are open: along some meridians, the vertices of one side are moved by up to 1e-7 along each axis. The boundary of
//! a mesh is found once and kept, so each round starts with a mesh without it or with it, as the row says.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

use transect::Plane;
use transect_exact::SplitMix64;
use transect_mesh::{Mesh, RawMesh, WeldDistance};

/// Returns a torus of `count` × 2 `count` squares, with a crack along each of `cracks` meridians.
fn torus(count: u32, cracks: u32) -> RawMesh {
    let random = &mut SplitMix64::new(7);
    let (rows, columns) = (count, 2 * count);
    let mut raw = RawMesh::default();
    let place = |row: u32, column: u32| {
        let [around, along] = [[row, rows], [column, columns]]
            .map(|[part, all]| TAU * f64::from(part) / f64::from(all));
        let radius = 3.0 + around.cos();
        [radius * along.cos(), radius * along.sin(), around.sin()]
    };
    for column in 0..columns {
        raw.positions
            .extend((0..rows).map(|row| place(row, column)));
    }
    // The vertices of a meridian with a crack, once more.
    let mut seams = vec![None; columns as usize];
    for crack in 0..cracks {
        let column = crack * (columns / cracks);
        seams[column as usize] = Some(raw.positions.len() as u32);
        for row in 0..rows {
            let moved = place(row, column)
                .map(|c| c + 1e-7 * (random.bits() as f64 / 2.0_f64.powi(63) - 1.0));
            raw.positions.push(moved);
        }
    }
    for column in 0..columns {
        let next = (column + 1) % columns;
        // The squares before a crack end at the second meridian.
        let end = seams[next as usize].unwrap_or(next * rows);
        for row in 0..rows {
            let above = (row + 1) % rows;
            let [a, b] = [row, above].map(|row| column * rows + row);
            let [d, c] = [row, above].map(|row| end + row);
            raw.triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    raw
}

/// Prints the shortest time of five rounds of some work on a mesh. The mesh is copied before each round.
fn measure<T>(what: &str, mesh: &Mesh, work: impl Fn(&Mesh) -> T) {
    let rounds = (0..5).map(|_| {
        let mesh = mesh.clone();
        let since = Instant::now();
        let result = black_box(work(&mesh));
        let time = since.elapsed();
        drop(result);
        time
    });
    let time = 1e3 * rounds.min().unwrap_or_default().as_secs_f64();
    println!("{},\"{what}\",{time:.3}", mesh.triangles().len());
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("triangles,what,ms");
    for count in [158, 500] {
        let fresh = |cracks| Mesh::new(torus(count, cracks));
        let distance: WeldDistance = "1e-6".parse()?;
        // Each meridian has `count` edges on either side, of 6 `count`² edges.
        let cracked = fresh(count * 3 / 100)?;
        measure(
            "find the open edges of a mesh with cracks",
            &cracked,
            |mesh| mesh.boundary().open_edges(),
        );
        let open = cracked.boundary().open_edges();
        let welded = cracked.welded(distance);
        assert_eq!(
            (welded.changes.open_edges_before, welded.changes.open_edges),
            (open, 0)
        );
        assert_eq!(welded.changes.merged_vertices, open / 2);
        measure("weld, with the open edges known", &cracked, |mesh| {
            mesh.welded(distance)
        });
        measure(
            "find T-junctions, with the open edges known",
            &cracked,
            Mesh::with_divided_edges,
        );
        measure(
            "find and describe gaps, with the open edges known",
            &cracked,
            Mesh::gaps,
        );
        let closed = fresh(0)?;
        measure("find the open edges of a closed mesh", &closed, |mesh| {
            mesh.boundary().open_edges()
        });
        assert!(closed.boundary().is_closed());
        let plane = Plane::new([1.0, 2.0, 3.0], -0.1)?;
        measure(
            "split a closed mesh, with the open edges known",
            &closed,
            |mesh| mesh.split(&plane),
        );
        measure(
            "find T-junctions of a closed mesh, with the open edges known",
            &closed,
            Mesh::with_divided_edges,
        );
    }
    Ok(())
}
