//! T-junctions, and welds that close gaps or leave them open.

use std::collections::BTreeMap;

use transect_mesh::{Mesh, RawMesh, WeldDistance, Welded};

use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::{cases, is_long};

pub(super) fn distance(value: f64) -> WeldDistance {
    WeldDistance::new(value).expect("a distance")
}

/// Returns the positions of the corners of all triangles, in an order that does not depend on that of the mesh.
fn triangles(mesh: &Mesh) -> Vec<[[u64; 3]; 3]> {
    let corners = (0..mesh.triangles().len()).map(|triangle| {
        let mut corners = mesh
            .corners(triangle)
            .map(|corner| corner.map(f64::to_bits));
        let least = (0..3).min_by_key(|&corner| corners[corner]).unwrap_or(0);
        corners.rotate_left(least);
        corners
    });
    let mut corners: Vec<_> = corners.collect();
    corners.sort_unstable();
    corners
}

/// Returns the mesh with its triangles and positions in another order.
pub(super) fn shuffled(mesh: &Mesh, random: &mut Random) -> Mesh {
    let mut corners: Vec<[[f64; 3]; 3]> = (0..mesh.triangles().len())
        .map(|triangle| mesh.corners(triangle))
        .collect();
    for index in (1..corners.len()).rev() {
        corners.swap(index, random.below(index + 1));
        let turn = random.below(3);
        corners[index].rotate_left(turn);
    }
    of_corners(&corners)
}

pub(super) fn of_corners(corners: &[[[f64; 3]; 3]]) -> Mesh {
    let count = corners.len() as u32;
    Mesh::new(RawMesh {
        positions: corners.as_flattened().to_vec(),
        triangles: (0..count)
            .map(|own| [3 * own, 3 * own + 1, 3 * own + 2])
            .collect(),
        ..RawMesh::default()
    })
    .expect("finite corners")
}

/// Checks what holds for every weld of every mesh.
pub(super) fn every_weld(mesh: &Mesh, width: f64, random: &mut Random) -> Result<Welded, String> {
    let welded = mesh.welded(distance(width));
    let changes = &welded.changes;
    law!(
        changes.open_edges == welded.mesh.boundary().open_edges(),
        "the chain of open edges is not the boundary"
    );
    // Where edges are doubled, dividing all copies of an edge may give more pieces than cancel.
    law!(
        changes.divided_edges + changes.bent_edges > 0
            || changes.open_edges <= mesh.boundary().open_edges(),
        "more edges are open than before"
    );
    law!(changes.largest_move <= width, "a vertex moved too far");
    let again = welded.mesh.welded(distance(width));
    law!(
        again.changes.is_empty() && triangles(&again.mesh) == triangles(&welded.mesh),
        "a second weld changes something: {:?}",
        again.changes
    );
    let other = shuffled(mesh, random).welded(distance(width));
    law!(
        triangles(&other.mesh) == triangles(&welded.mesh),
        "another order of vertices and triangles gives another mesh"
    );
    law!(
        other.changes == *changes,
        "another order gives another report: {:?} {changes:?}",
        other.changes
    );
    let closed: BTreeMap<[u64; 3], ()> = mesh
        .positions()
        .iter()
        .map(|position| (position.map(f64::to_bits), ()))
        .collect();
    law!(
        welded
            .mesh
            .positions()
            .iter()
            .all(|position| closed.contains_key(&position.map(f64::to_bits))),
        "a vertex is at a new place"
    );
    Ok(welded)
}

/// A box of size 4 with vertices exactly on edges of two faces.
pub(super) fn box_with_junctions() -> Mesh {
    let mut grid = Grid::cuboid([0; 3], [4; 3]);
    // The face x = 4 is replaced by four strips.
    let is_in_face = |corners: &[[i64; 3]; 3]| corners.iter().all(|corner| corner[0] == 4);
    let corners: Vec<[[i64; 3]; 3]> = grid.corners().collect();
    let kept = grid.triangles.iter().zip(&corners);
    grid.triangles = kept
        .filter(|(_, corners)| !is_in_face(corners))
        .map(|(triangle, _)| *triangle)
        .collect();
    for y in 0..4 {
        grid.quad(
            [[4, y, 0], [4, y + 1, 0], [4, y + 1, 4], [4, y, 4]],
            y % 2 == 0,
        );
    }
    grid.mesh()
}

#[test]
fn vertices_exactly_on_edges_divide_them() -> Verdict {
    let mesh = box_with_junctions();
    law!(mesh.boundary().open_edges() == 10, "{:?}", mesh.boundary());
    let divided = mesh.with_divided_edges().expect("T-junctions");
    law!(divided.mesh.boundary().is_closed(), "the box is open");
    law!(divided.changes.divided_edges == 2, "{:?}", divided.changes);
    law!(divided.mesh.volume() == 64.0, "{}", divided.mesh.volume());
    law!(divided.mesh.with_divided_edges().is_none(), "divided again");
    let plane = "y = 1.5".parse::<transect::Plane>().expect("a plane");
    law!(divided.mesh.section(&plane).area() == 16.0, "the section");
    law!(
        Grid::cuboid([0; 3], [4; 3])
            .mesh()
            .with_divided_edges()
            .is_none(),
        "a closed box"
    );
    Ok(())
}

#[test]
fn open_sheets_on_one_line_are_not_divided() -> Verdict {
    let sheets = [
        [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 5.0, 0.0]],
        [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, 0.0, 5.0]],
    ];
    law!(
        of_corners(&sheets).with_divided_edges().is_none(),
        "divided"
    );
    // An edge in the other direction meets a part of the first edge.
    let [first, second] = sheets;
    let met = of_corners(&[first, [second[1], second[0], second[2]]]);
    let divided = met.with_divided_edges().expect("divided");
    law!(divided.changes.divided_edges == 1, "{:?}", divided.changes);
    law!(
        divided.mesh.boundary().open_edges() == 6,
        "{:?}",
        divided.mesh.boundary()
    );
    Ok(())
}

/// Divides edges of triangles at random places, each triangle on its own. So the surface is closed as a set of points.
fn with_junctions(grid: &Grid, scale: i64, random: &mut Random) -> Mesh {
    let mut pieces: Vec<[[i64; 3]; 3]> = grid
        .corners()
        .map(|own| own.map(|p| p.map(|c| c * scale)))
        .collect();
    let count = pieces.len();
    for _ in 0..2 {
        for index in 0..count {
            let turn = random.below(3);
            pieces[index].rotate_left(turn);
            let [a, b, c] = pieces[index];
            let part = random.between(1, 3);
            let middle = [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) / 4 * part);
            let is_exact = (0..3).all(|axis| (b[axis] - a[axis]) % 4 == 0);
            if is_exact && random.one_in(2) {
                pieces[index] = [a, middle, c];
                pieces.push([middle, b, c]);
            }
        }
    }
    let corners: Vec<_> = pieces
        .iter()
        .map(|own| own.map(|p| p.map(|c| c as f64)))
        .collect();
    of_corners(&corners)
}

pub(super) fn body(random: &mut Random) -> Grid {
    loop {
        let number = |random: &mut Random| random.between(-4, 4);
        let grid = match random.below(4) {
            0 => Some(Grid::cuboid(
                [0; 3],
                [0; 3].map(|_: i64| random.between(1, 4)),
            )),
            1 => Some(Grid::torus(12, 6, 20.0, 7.0)),
            2 => {
                let cells: Vec<[i64; 3]> = (0..4)
                    .map(|_| [0; 3].map(|_: i64| random.between(0, 2)))
                    .collect();
                Some(Grid::voxels(&cells, 2, random))
            }
            _ => {
                let points: Vec<[i64; 3]> = (0..9)
                    .map(|_| [0; 3].map(|_: i64| number(random)))
                    .collect();
                Grid::hull(&points)
            }
        };
        if let Some(grid) = grid
            && grid.mesh().boundary().is_closed()
        {
            return grid;
        }
    }
}

#[test]
fn surfaces_with_junctions_are_closed() -> Verdict {
    let mut divided = 0;
    for seed in 0..cases(400) {
        let random = &mut Random::new(seed);
        let mesh = with_junctions(&body(random), 16, random);
        let Some(own) = mesh.with_divided_edges() else {
            law!(mesh.boundary().is_closed(), "seed {seed}: open");
            continue;
        };
        divided += 1;
        law!(own.mesh.boundary().is_closed(), "seed {seed}: open");
        let other = shuffled(&mesh, random)
            .with_divided_edges()
            .expect("as well");
        law!(
            triangles(&own.mesh) == triangles(&other.mesh),
            "seed {seed}: order"
        );
        law!(own.mesh.volume() == mesh.volume(), "seed {seed}: volume");
    }
    law!(divided > cases(200), "{divided}");
    Ok(())
}

/// Moves each corner of a closed mesh by less than `noise` along each axis: all corners of one connected sheet alike, where
/// `sheets` triangles in turn are one sheet.
pub(super) fn torn(grid: &Grid, noise: f64, sheets: usize, random: &mut Random) -> Mesh {
    let mut corners: Vec<[[f64; 3]; 3]> = grid
        .corners()
        .map(|own| own.map(|p| p.map(|c| c as f64)))
        .collect();
    for sheet in corners.chunks_mut(sheets) {
        let mut moves: BTreeMap<[u64; 3], [f64; 3]> = BTreeMap::new();
        for corner in sheet.as_flattened_mut() {
            let step = moves
                .entry(corner.map(f64::to_bits))
                .or_insert_with(|| [0; 3].map(|_: i64| random.unit() * 0.5 * noise));
            for axis in 0..3 {
                corner[axis] += step[axis];
            }
        }
    }
    of_corners(&corners)
}

#[test]
fn gaps_narrower_than_the_distance_are_closed_and_wider_ones_stay() -> Verdict {
    let count = if is_long() { 100_000 } else { 60 };
    let (mut closed, mut open) = (0_u64, 0_u64);
    for seed in 0..count {
        let random = &mut Random::new(seed);
        let grid = body(random);
        let noise = random.pick(&[1e-9, 1e-6, 1e-3]);
        let sheets = random.pick(&[1, 3, 8]);
        let mesh = torn(&grid, noise, sheets, random);
        // Two copies of a vertex are at most √3 · noise apart.
        let welded = every_weld(&mesh, 2.0 * noise, random)
            .map_err(|what| format!("seed {seed}: {what}"))?;
        law!(
            welded.mesh.boundary().is_closed(),
            "seed {seed}: open: {:?}",
            welded.changes
        );
        law!(
            welded.changes.chains.is_empty() && welded.changes.turned == 0,
            "seed {seed}"
        );
        closed += 1;
        let narrow = every_weld(&mesh, 1e-6 * noise, random)
            .map_err(|what| format!("seed {seed}: {what}"))?;
        open += u64::from(!narrow.mesh.boundary().is_closed());
        // Where noise reaches the length of edges, nothing breaks.
        let mesh = torn(&grid, 1.0, sheets, random);
        every_weld(&mesh, random.unit().abs() + 1e-3, random)
            .map_err(|what| format!("seed {seed}: {what}"))?;
    }
    law!(closed == count && 6 * open > 5 * count, "{closed} {open}");
    Ok(())
}

#[test]
fn edges_are_bent_to_near_vertices() -> Verdict {
    let mut bent = 0;
    for seed in 0..cases(300) {
        let random = &mut Random::new(seed);
        let exact = with_junctions(&body(random), 16, random);
        let raw = exact.clone().into_raw();
        // The vertices that are not exactly on lattice points of the body are moved a little.
        let positions = raw.positions.iter().map(|position| {
            if position.iter().all(|c| c % 16.0 == 0.0) {
                *position
            } else {
                position.map(|c| c + random.unit() * 0.5e-6)
            }
        });
        let mesh = Mesh::new(RawMesh {
            positions: positions.collect(),
            ..raw
        })
        .expect("a mesh");
        let welded =
            every_weld(&mesh, 2e-6, random).map_err(|what| format!("seed {seed}: {what}"))?;
        law!(
            welded.mesh.boundary().is_closed(),
            "seed {seed}: {:?}",
            welded.changes
        );
        let narrow = mesh.welded(distance(1e-12));
        law!(
            narrow.changes.bent_edges == 0 && narrow.changes.merged_vertices == 0,
            "seed {seed}: {:?}",
            narrow.changes
        );
        bent += usize::from(welded.changes.bent_edges > 0);
    }
    law!(bent > cases(100), "{bent}");
    Ok(())
}

#[test]
fn a_slit_stays_open_at_a_smaller_distance() -> Verdict {
    // A square of 2 × 2 with a slit of the width 1e-3 in the middle.
    let gap = 1e-3;
    let corners = [
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0]],
        [[0.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 0.0]],
        [[1.0 + gap, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]],
        [
            [1.0 + gap, 0.0, 0.0],
            [2.0, 2.0, 0.0],
            [1.0 + gap, 2.0, 0.0],
        ],
    ];
    let mesh = of_corners(&corners);
    let random = &mut Random::new(1);
    let narrow = every_weld(&mesh, 1e-4, random)?;
    law!(narrow.changes.is_empty(), "{:?}", narrow.changes);
    let wide = every_weld(&mesh, 2e-3, random)?;
    law!(
        wide.changes.merged_vertices == 2 && wide.changes.open_edges == 6,
        "{:?}",
        wide.changes
    );
    // All vertices of a row are near their neighbours, but its ends are far apart: it stays, and it is named.
    let row: Vec<[[f64; 3]; 3]> = (0..11)
        .map(|index| {
            [
                [f64::from(index), 0.0, 0.0],
                [f64::from(index), 0.0, 50.0],
                [f64::from(index), 70.0, 0.0],
            ]
        })
        .collect();
    let chain = every_weld(&of_corners(&row), 1.5, random)?;
    law!(
        chain.changes.is_empty() && chain.changes.chains.len() == 3,
        "{:?}",
        chain.changes
    );
    law!(
        chain
            .changes
            .chains
            .iter()
            .all(|own| own.vertices == 11 && own.diameter == 10.0),
        "{:?}",
        chain.changes.chains
    );
    Ok(())
}
