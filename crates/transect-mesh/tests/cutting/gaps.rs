//! Gaps of meshes by their reasons, and the distances that close cracks.

use transect_mesh::{GapKind, Mesh, RawMesh};

use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;
use crate::cutting::welds::{
    body, box_with_junctions, distance, every_weld, of_corners, shuffled, torn,
};
use crate::random::Random;
use crate::run::{cases, is_long};

/// The point at some fractions of the way along and around a surface, as an engine in f32 computes it.
type Place = fn(f64, f64) -> [f64; 3];

/// A circle of a radius at a height. Its end, at 2π, is not its beginning, because sin 2π is not 0 in floats.
fn ring(radius: f64, height: f64, around: f64) -> [f64; 3] {
    let angle = f64::from((around * std::f64::consts::TAU) as f32);
    [radius * angle.cos(), height, radius * angle.sin()]
}

/// A surface of `rows` × 32 quadrangles, as engines make it, in f32. At its poles, the first and the last row are triangles.
fn swept(rows: u32, has_poles: bool, place: Place) -> Mesh {
    let columns = 32;
    let at = |row: u32, column: u32| {
        place(
            f64::from(row) / f64::from(rows),
            f64::from(column) / f64::from(columns),
        )
        .map(|c| f64::from(c as f32))
    };
    let mut corners = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let [a, b] = [at(row, column), at(row, column + 1)];
            let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
            if !has_poles || row > 0 {
                corners.push([a, b, c]);
            }
            if !has_poles || row + 1 < rows {
                corners.push([b, d, c]);
            }
        }
    }
    of_corners(&corners)
}

#[test]
fn seams_of_engines_are_cracks_and_their_distance_closes_them() -> Verdict {
    let shapes: [(u32, bool, Place); 3] = [
        (18, true, |u, t| {
            ring(
                (u * std::f64::consts::PI).sin(),
                (u * std::f64::consts::PI).cos(),
                t,
            )
        }),
        (24, false, |u, t| {
            let angle = f64::from((u * std::f64::consts::TAU) as f32);
            ring(1.0 + 0.3 * angle.cos(), -0.3 * angle.sin(), t)
        }),
        (20, true, |u, t| match u {
            u if u < 0.45 => ring(
                (u / 0.9 * std::f64::consts::PI).sin(),
                0.5 + (u / 0.9 * std::f64::consts::PI).cos(),
                t,
            ),
            u if u > 0.55 => {
                let angle = (u - 0.55) / 0.9 * std::f64::consts::PI;
                ring(angle.cos(), -0.5 - angle.sin(), t)
            }
            u => ring(1.0, 0.5 - (u - 0.45) * 10.0, t),
        }),
    ];
    for (index, (rows, has_poles, place)) in shapes.into_iter().enumerate() {
        let mesh = swept(rows, has_poles, place);
        law!(!mesh.boundary().is_closed(), "shape {index} is closed");
        let gaps = mesh.gaps();
        let is_crack = gaps
            .gaps
            .iter()
            .all(|gap| gap.kind == GapKind::Crack && gap.size < 1e-6);
        law!(is_crack, "shape {index}: {gaps:?}");
        let (distance, left) = gaps.closing.ok_or("no distance")?;
        law!(
            left == 0 && distance.get() < 1e-6,
            "shape {index}: {distance} {left}"
        );
        let welded = every_weld(&mesh, distance.get(), &mut Random::new(1))?;
        law!(welded.mesh.boundary().is_closed(), "shape {index}: open");
        let plane = "0.3x + y + 0.2z = 0.05"
            .parse::<transect::Plane>()
            .expect("a plane");
        let split = welded.mesh.split(&plane);
        law!(
            split.front.boundary().is_closed() && split.back.boundary().is_closed(),
            "halves {index}"
        );
        law!(
            split.certificate(&welded.mesh, &plane).is_correct(),
            "certificate {index}"
        );
        let volume = split.front.volume() + split.back.volume() - welded.mesh.volume();
        law!(volume.abs() < 1e-12, "volumes {index}: {volume}");
    }
    Ok(())
}

fn without(mesh: &Mesh, gone: &[usize]) -> Mesh {
    let mut raw = mesh.clone().into_raw();
    let kept = raw.triangles.iter().enumerate();
    let kept = kept.filter(|(index, _)| !gone.contains(index));
    raw.triangles = kept.map(|(_, triangle)| *triangle).collect();
    Mesh::new(raw).expect("a mesh")
}

#[test]
fn gaps_are_told_by_their_reasons() -> Verdict {
    let cube = Grid::cuboid([0; 3], [1, 2, 3]).mesh();
    let kinds = |mesh: &Mesh| -> Vec<(GapKind, usize)> {
        let gaps = mesh.gaps().gaps;
        gaps.iter().map(|gap| (gap.kind, gap.open_edges)).collect()
    };
    law!(kinds(&cube).is_empty(), "a closed box");
    // A face of two triangles is missing, then one triangle.
    law!(
        kinds(&without(&cube, &[0, 1])) == [(GapKind::Hole, 4)],
        "{:?}",
        without(&cube, &[0, 1]).gaps()
    );
    law!(
        kinds(&without(&cube, &[5])) == [(GapKind::Hole, 3)],
        "a triangle"
    );
    law!(
        without(&cube, &[5]).gaps().closing.is_none(),
        "a hole has no distance"
    );
    let mut raw = cube.clone().into_raw();
    raw.triangles.push(raw.triangles[3]);
    let twice = Mesh::new(raw.clone()).expect("a mesh");
    law!(
        kinds(&twice) == [(GapKind::DoubledFace, 3)],
        "{:?}",
        twice.gaps()
    );
    // A face of two triangles, whose diagonal is closed.
    raw.triangles.push(raw.triangles[2]);
    let face_twice = Mesh::new(raw.clone()).expect("a mesh");
    law!(
        kinds(&face_twice) == [(GapKind::DoubledFace, 4)],
        "{:?}",
        face_twice.gaps()
    );
    raw.triangles.truncate(12);
    raw.triangles[7].swap(0, 1);
    let turned = Mesh::new(raw).expect("a mesh");
    law!(
        kinds(&turned) == [(GapKind::TurnedFace, 6)],
        "{:?}",
        turned.gaps()
    );
    let junctions = box_with_junctions().gaps();
    law!(
        junctions.divided_edges == 2 && junctions.gaps.is_empty(),
        "{junctions:?}"
    );
    // A crack, and a hole far away from it: the distance closes the crack.
    let torn = torn(
        &Grid::torus(16, 8, 40.0, 15.0),
        1e-9,
        60,
        &mut Random::new(3),
    );
    let with_hole = without(&torn, &[30]);
    let gaps = with_hole.gaps();
    let holes = gaps.gaps.iter().filter(|gap| gap.kind == GapKind::Hole);
    law!(
        holes.map(|gap| gap.open_edges).sum::<usize>() == 3,
        "{gaps:?}"
    );
    let (distance, left) = gaps.closing.ok_or("no distance")?;
    law!(left == 3 && distance.get() < 2e-9, "{gaps:?}");
    Ok(())
}

#[test]
fn gaps_of_torn_bodies_are_cracks_that_close() -> Verdict {
    let mut closed = 0;
    for seed in 0..cases(300) {
        let random = &mut Random::new(seed);
        let grid = body(random);
        let sheets = random.pick(&[2, 5, 9]);
        let mesh = torn(&grid, 1e-7, sheets, random);
        let gaps = mesh.gaps();
        let other = shuffled(&mesh, random).gaps();
        law!(
            gaps == other,
            "seed {seed}: another order: {gaps:?} {other:?}"
        );
        let total: usize = gaps.gaps.iter().map(|gap| gap.open_edges).sum();
        law!(total == gaps.open_edges, "seed {seed}: {gaps:?}");
        let Some((distance, left)) = gaps.closing else {
            law!(mesh.boundary().is_closed(), "seed {seed}: {gaps:?}");
            continue;
        };
        let welded = mesh.welded(distance);
        law!(welded.changes.open_edges == left, "seed {seed}");
        closed += usize::from(left == 0);
    }
    law!(closed > cases(290), "{closed}");
    Ok(())
}

/// Damages a mesh: some triangles vanish, occur twice or are turned over.
fn damaged(mesh: &Mesh, random: &mut Random) -> Mesh {
    let mut raw: RawMesh = mesh.clone().into_raw();
    for _ in 0..random.below(4) {
        let triangle = random.below(raw.triangles.len());
        match random.below(3) {
            0 if raw.triangles.len() > 1 => drop(raw.triangles.remove(triangle)),
            1 => raw.triangles.push(raw.triangles[triangle]),
            _ => raw.triangles[triangle].swap(0, 1),
        }
    }
    Mesh::new(raw).expect("a mesh")
}

/// Checks that a weld that divided no edge moved each corner by at most the distance, and kept the order of the triangles.
fn corners_stay_near(mesh: &Mesh, width: f64, random: &mut Random) -> Verdict {
    let welded = every_weld(mesh, width, random)?;
    let changes = &welded.changes;
    if changes.divided_edges + changes.bent_edges + changes.vanished > 0 {
        return Ok(());
    }
    for triangle in 0..mesh.triangles().len() {
        let [before, after] = [mesh, &welded.mesh].map(|own| own.corners(triangle));
        for (before, after) in before.iter().zip(&after) {
            let steps = [0, 1, 2].map(|axis| (before[axis] - after[axis]).powi(2));
            let moved = steps.iter().sum::<f64>().sqrt();
            law!(
                moved <= width * (1.0 + 1e-12),
                "a corner moved by {moved}, the distance is {width}"
            );
        }
    }
    Ok(())
}

/// Checks what holds for the gaps of every mesh.
fn every_gap(mesh: &Mesh, random: &mut Random) -> Verdict {
    let gaps = mesh.gaps();
    let other = shuffled(mesh, random).gaps();
    law!(gaps == other, "another order: {gaps:?} {other:?}");
    let total: usize = gaps.gaps.iter().map(|gap| gap.open_edges).sum();
    law!(total == gaps.open_edges, "open edges: {gaps:?}");
    let cracks = gaps.gaps.iter().filter(|gap| gap.kind == GapKind::Crack);
    let widest = cracks.map(|gap| gap.size).fold(0.0, f64::max);
    let Some((closing, left)) = gaps.closing else {
        return Ok(());
    };
    law!(
        widest > 0.0 && widest <= closing.get(),
        "the widest crack: {gaps:?}"
    );
    let in_cracks: usize = gaps
        .gaps
        .iter()
        .filter(|gap| gap.kind == GapKind::Crack)
        .map(|gap| gap.open_edges)
        .sum();
    law!(left + in_cracks <= gaps.open_edges, "left: {gaps:?}");
    let welded = every_weld(mesh, closing.get(), random)?;
    law!(
        welded.changes.open_edges == left && welded.mesh.boundary().open_edges() == left,
        "{gaps:?} {:?}",
        welded.changes
    );
    Ok(())
}

#[test]
fn gaps_and_welds_of_damaged_bodies_obey_the_laws() -> Verdict {
    let count = if is_long() { 10_000 } else { 60 };
    let mut named = 0;
    for seed in 0..count {
        let random = &mut Random::new(0x6761_7073 ^ seed << 20);
        let grid = body(random);
        let noise = random.pick(&[1e-12, 1e-9, 1e-6, 1e-3, 0.03, 0.3, 1.0]);
        let sheets = random.pick(&[1, 2, 5, 9]);
        let whole = torn(&grid, noise, sheets, random);
        let mesh = damaged(&whole, random);
        let width = noise * random.pick(&[0.01, 0.3, 1.0, 1.8, 5.0]);
        let checked =
            every_gap(&mesh, random).and_then(|()| corners_stay_near(&mesh, width, random));
        checked.map_err(|what| format!("seed {seed}, noise {noise}, width {width}: {what}"))?;
        if noise <= 1e-3 && !whole.boundary().is_closed() {
            let (closing, left) = whole
                .gaps()
                .closing
                .ok_or(format!("seed {seed}: no distance"))?;
            law!(
                left == 0 && closing.get() < 2.0 * noise + 1e-13,
                "seed {seed}: {closing} {left}"
            );
            named += 1;
        }
    }
    law!(named * 3 > count, "{named}");
    Ok(())
}

#[test]
fn a_weld_that_is_wider_than_a_long_rim_ends_soon() -> Verdict {
    // A disk of 20,000 triangles, whose rim is a chain of near vertices, and a fan of the radius of the distance.
    let count = 20_000_u32;
    let at = |index: u32, radius: f64| {
        let angle = f64::from(index % count) / f64::from(count) * std::f64::consts::TAU;
        [radius * angle.cos(), radius * angle.sin(), 0.0]
    };
    let disk = |radius: f64| -> Vec<_> {
        (0..count)
            .map(|index| [[0.0; 3], at(index, radius), at(index + 1, radius)])
            .collect()
    };
    let wide = of_corners(&disk(1.0)).welded(distance(0.01));
    law!(
        wide.changes.is_empty() && wide.changes.chains.len() == 1,
        "{:?}",
        wide.changes
    );
    let chain = wide.changes.chains[0];
    law!(
        chain.vertices == count as usize && (chain.diameter - 2.0).abs() < 1e-15,
        "{chain:?}"
    );
    let gone = of_corners(&disk(0.004)).welded(distance(0.01));
    law!(
        gone.changes.merged_vertices + 1 == count as usize && gone.mesh.triangles().is_empty(),
        "{:?}",
        gone.changes
    );
    Ok(())
}

/// The distances of these vertices are greater than all finite floats.
#[test]
fn gaps_of_meshes_with_the_greatest_floats_have_infinite_widths() {
    let most = f64::MAX;
    let positions = vec![
        [-most, 0.0, 0.0],
        [most, 1.0, 0.0],
        [0.0, most, 1.0],
        [-most, -most, 3.0],
    ];
    let raw = RawMesh {
        positions,
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..RawMesh::default()
    };
    let mesh = Mesh::new(raw).expect("finite coordinates");
    let gaps = mesh.gaps();
    assert!(!gaps.gaps.is_empty(), "{gaps:?}");
    assert!(gaps.closing.is_none(), "{gaps:?}");
    assert_eq!(mesh.welded(distance(1.0)).mesh.triangles().len(), 2);
}
