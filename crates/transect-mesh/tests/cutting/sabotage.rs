//! These tests alter finished halves. The certificate must report an error each time.

use transect_mesh::{CAP, FindingKind, Mesh, RawMesh, Split};

use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::laws;
use crate::cutting::meshes::Grid;
use crate::cutting::one_plane::errors_of_parts;
use crate::random::Random;
use crate::run::cases;

/// Returns bodies with planes that cut them: with small and with large coordinates, and with and without vertices on
/// the plane.
fn cuts() -> Vec<(String, Mesh, [i64; 4])> {
    let mut random = Random::new(7);
    let heights: Vec<Vec<i64>> = (0..20)
        .map(|_| (0..20).map(|_| random.between(0, 40)).collect())
        .collect();
    let hollow = Grid::union(&[
        Grid::cuboid([0; 3], [9; 3]),
        Grid::cuboid([2; 3], [7; 3]).inverted(),
    ]);
    let terrain = Grid::terrain(&heights, -5, 10, &mut random);
    let mut cuts = vec![
        (
            "a box".into(),
            Grid::cuboid([0; 3], [4; 3]).mesh(),
            [0, 0, 1, -2],
        ),
        (
            "a box, obliquely".into(),
            Grid::cuboid([0; 3], [4; 3]).mesh(),
            [1, 2, 3, -12],
        ),
        ("a hollow box".into(), hollow.mesh(), [1, 1, 0, -9]),
        (
            "a ring".into(),
            Grid::torus(24, 12, 100.0, 40.0).mesh(),
            [3, -1, 2, 7],
        ),
        ("a terrain".into(), terrain.mesh(), [0, 0, 1, -20]),
        (
            "a terrain far away".into(),
            terrain.clone().translated([600_000, 5_600_000, 0]).mesh(),
            [0, 0, 2, -41],
        ),
        (
            "a small terrain".into(),
            terrain.mesh_with(|p| p.map(|c| c as f64 / 1024.0)),
            [0, 0, 1024, -20],
        ),
    ];
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let family = [Family::Voxels, Family::Terrain, Family::Hull][seed as usize % 3];
        let grid = family.mesh(&mut random);
        let plane = plane(&grid, &mut random);
        cuts.push((format!("{family:?} {seed}"), grid.mesh(), plane));
    }
    cuts
}

fn errors(mesh: &Mesh, plane: [i64; 4], split: &Split) -> Vec<FindingKind> {
    laws::errors(&split.certificate(mesh, &to_plane(plane)))
}

/// Returns the kinds of errors of the certificate of parts.
fn as_parts(mesh: &Mesh, plane: [i64; 4], split: &Split) -> Vec<FindingKind> {
    errors_of_parts(mesh, &to_plane(plane), split)
}

/// Alters a half and expects errors in its certificate, and in the certificate of parts. `alter` returns `false` if it has nothing to alter.
fn sabotage(what: &str, alter: impl Fn(&mut RawMesh, &mut Random) -> bool) {
    let mut tried = 0;
    for (name, mesh, plane) in cuts() {
        let split = mesh.split(&to_plane(plane));
        assert_eq!(errors(&mesh, plane, &split), [], "{name} untouched");
        assert_eq!(
            as_parts(&mesh, plane, &split),
            [],
            "{name} untouched, as parts"
        );
        for trial in 0..cases(20) {
            let mut random = Random::new(trial);
            let mut altered = split.clone();
            let half = if trial % 2 == 0 {
                &mut altered.front
            } else {
                &mut altered.back
            };
            let mut raw = core::mem::take(half).into_raw();
            if raw.triangles.is_empty() || !alter(&mut raw, &mut random) {
                continue;
            }
            *half = Mesh::new(raw).expect("the indices stay valid");
            tried += 1;
            assert_ne!(
                errors(&mesh, plane, &altered),
                [],
                "{name}: {what}, trial {trial}"
            );
            assert_ne!(
                as_parts(&mesh, plane, &altered),
                [],
                "{name}: {what}, trial {trial}, as parts"
            );
        }
    }
    assert!(tried > 100, "{what}: tried {tried} times");
}

fn parts(raw: &mut RawMesh) -> &mut Vec<u32> {
    raw.parts.resize(raw.triangles.len(), 0);
    &mut raw.parts
}

fn any(raw: &RawMesh, random: &mut Random) -> usize {
    random.below(raw.triangles.len())
}

fn any_cap(raw: &RawMesh, random: &mut Random) -> Option<usize> {
    let caps: Vec<usize> = (0..raw.parts.len())
        .filter(|&index| raw.parts[index] == CAP)
        .collect();
    (!caps.is_empty()).then(|| random.pick(&caps))
}

fn remove(raw: &mut RawMesh, index: usize) {
    parts(raw).remove(index);
    raw.triangles.remove(index);
}

fn push(raw: &mut RawMesh, triangle: [u32; 3], part: u32) {
    parts(raw).push(part);
    raw.triangles.push(triangle);
}

#[test]
fn a_triangle_is_removed() {
    sabotage("a triangle removed", |raw, random| {
        let index = any(raw, random);
        remove(raw, index);
        true
    });
}

#[test]
fn a_cap_triangle_is_removed() {
    sabotage("a cap triangle removed", |raw, random| {
        any_cap(raw, random)
            .map(|index| remove(raw, index))
            .is_some()
    });
}

#[test]
fn all_caps_are_removed() {
    sabotage("all caps removed", |raw, random| {
        let there = any_cap(raw, random).is_some();
        let keep: Vec<bool> = parts(raw).iter().map(|&part| part != CAP).collect();
        let mut marks = keep.iter();
        raw.triangles.retain(|_| *marks.next().expect("as many"));
        raw.parts.retain(|&part| part != CAP);
        there
    });
}

#[test]
fn a_triangle_is_turned() {
    sabotage("a triangle turned", |raw, random| {
        let index = any(raw, random);
        raw.triangles[index].swap(0, 1);
        true
    });
}

#[test]
fn a_cap_triangle_is_turned() {
    sabotage("a cap triangle turned", |raw, random| {
        any_cap(raw, random)
            .map(|index| raw.triangles[index].swap(1, 2))
            .is_some()
    });
}

#[test]
fn everything_is_turned() {
    sabotage("the half inside out", |raw, _| {
        raw.triangles
            .iter_mut()
            .for_each(|triangle| triangle.swap(0, 1));
        true
    });
}

#[test]
fn a_triangle_is_doubled() {
    sabotage("a triangle doubled", |raw, random| {
        let index = any(raw, random);
        let part = parts(raw)[index];
        push(raw, raw.triangles[index], part);
        true
    });
}

#[test]
fn a_pair_back_to_back_is_added() {
    sabotage("a pair back to back", |raw, random| {
        let index = any(raw, random);
        // Cap triangles are not used: they may have no area, and then adding a pair of them is not an error.
        if parts(raw)[index] == CAP {
            return false;
        }
        let [a, b, c] = raw.triangles[index];
        push(raw, [a, b, c], 0);
        push(raw, [a, c, b], 0);
        true
    });
}

#[test]
fn a_pair_of_caps_is_added() {
    sabotage("a pair of caps", |raw, random| {
        any_cap(raw, random)
            .map(|index| {
                let [a, b, c] = raw.triangles[index];
                push(raw, [a, b, c], CAP);
                push(raw, [a, c, b], CAP);
            })
            .is_some()
    });
}

#[test]
fn a_cap_is_called_surface() {
    sabotage("a cap called surface", |raw, random| {
        any_cap(raw, random)
            .map(|index| raw.parts[index] = 0)
            .is_some()
    });
}

#[test]
fn surface_is_called_a_cap() {
    sabotage("surface called a cap", |raw, random| {
        let index = any(raw, random);
        let part = &mut parts(raw)[index];
        core::mem::replace(part, CAP) != CAP
    });
}

#[test]
fn a_triangle_is_moved() {
    sabotage("a triangle moved", |raw, random| {
        let index = any(raw, random);
        let by = 0.5 + random.unit() / 4.0;
        raw.triangles[index] = raw.triangles[index].map(|v| {
            let position = raw.positions[v as usize].map(|c| c + by);
            raw.positions.push(position);
            raw.positions.len() as u32 - 1
        });
        true
    });
}

#[test]
fn a_vertex_is_moved() {
    sabotage("a vertex moved", |raw, random| {
        let vertex = random.below(raw.positions.len());
        let by = [0.37, -0.21, 0.53];
        for (coordinate, by) in raw.positions[vertex].iter_mut().zip(by) {
            *coordinate += by * (1.0 + random.unit() / 2.0);
        }
        true
    });
}

/// All triangles at the vertex move with it, so the half stays closed. But the half has no vertex at the old position
/// any more.
#[test]
fn a_vertex_is_moved_a_little() {
    sabotage("a vertex moved a little", |raw, random| {
        let vertex = random.below(raw.positions.len());
        let size = raw
            .positions
            .as_flattened()
            .iter()
            .fold(1.0_f64, |m, c| m.max(c.abs()));
        for axis in 0..3 {
            raw.positions[vertex][axis] += size * 1.0e-9 * (1.0 + random.unit() / 2.0);
        }
        true
    });
}

#[test]
fn a_vertex_is_merged_with_another() {
    // Merging two vertices of a flat face or of a straight edge might not change the surface. A convex hull in general
    // position has no such vertices.
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let grid = Family::Hull.mesh(&mut random);
        let (mesh, plane) = (grid.mesh(), plane(&grid, &mut random));
        let mut split = mesh.split(&to_plane(plane));
        let mut raw = core::mem::take(&mut split.front).into_raw();
        if !raw.triangles.is_empty() {
            let [a, b, _] = raw.triangles[any(&raw, &mut random)];
            raw.positions[a as usize] = raw.positions[b as usize];
            split.front = Mesh::new(raw).expect("the indices stay valid");
            assert_ne!(errors(&mesh, plane, &split), [], "seed {seed}");
            assert_ne!(as_parts(&mesh, plane, &split), [], "seed {seed}");
        }
    }
}

#[test]
fn a_half_is_moved() {
    sabotage("a half moved", |raw, _| {
        raw.positions
            .iter_mut()
            .for_each(|position| position[1] += 0.25);
        true
    });
}

#[test]
fn a_half_is_nothing() {
    sabotage("a half emptied", |raw, _| {
        *raw = RawMesh::default();
        true
    });
}

#[test]
fn the_halves_are_exchanged() {
    for (name, mesh, plane) in cuts() {
        let mut split = mesh.split(&to_plane(plane));
        core::mem::swap(&mut split.front, &mut split.back);
        assert_ne!(errors(&mesh, plane, &split), [], "{name}");
        assert_ne!(as_parts(&mesh, plane, &split), [], "{name}");
    }
    // The plane lies between two boxes and cuts neither of them, so no cap distinguishes the halves.
    let apart = Grid::union(&[
        Grid::cuboid([0; 3], [2; 3]),
        Grid::cuboid([0, 0, 4], [2, 2, 6]),
    ]);
    let mut split = apart.mesh().split(&to_plane([0, 0, 1, -3]));
    assert!(split.contact.divided());
    core::mem::swap(&mut split.front, &mut split.back);
    assert_ne!(errors(&apart.mesh(), [0, 0, 1, -3], &split), []);
    assert_ne!(as_parts(&apart.mesh(), [0, 0, 1, -3], &split), []);
}

#[test]
fn the_wrong_plane_is_named() {
    let mesh = Grid::cuboid([0; 3], [4; 3]).mesh();
    let split = mesh.split(&to_plane([0, 0, 1, -2]));
    for wrong in [[0, 0, 1, -1], [0, 1, 0, -2], [0, 0, -1, 2]] {
        assert_ne!(errors(&mesh, wrong, &split), [], "{wrong:?}");
        assert_ne!(as_parts(&mesh, wrong, &split), [], "{wrong:?}");
    }
}
