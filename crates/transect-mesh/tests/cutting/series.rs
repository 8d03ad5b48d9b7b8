//! Laws about several cuts: repeated cuts, cuts of a moved mesh, cuts by a scaled plane, and halves rounded to f32.

use transect::{Plane, Side};
use transect_mesh::{CAP, Certificate, JudgedPart, Mesh, Precision, WrittenPart};

use crate::cutting::count::is_closed;
use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::laws::{Verdict, every_law_of_any_mesh, law, same};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

const CLOSED: [Family; 8] = [
    Family::Voxels,
    Family::Boxes,
    Family::Terrain,
    Family::Hull,
    Family::Torus,
    Family::Tetrahedra,
    Family::Crossing,
    Family::Doubled,
];

fn all(trials: u64, trial: impl Fn(u64, &mut Random) -> Verdict) {
    let broken: Vec<String> = (0..cases(trials))
        .filter_map(|seed| {
            let mut random = Random::new(seed);
            let what = trial(seed, &mut random).err()?;
            Some(format!("seed {seed}: {what}"))
        })
        .collect();
    assert!(
        broken.is_empty(),
        "{} of {trials}:\n{}",
        broken.len(),
        broken[..broken.len().min(8)].join("\n")
    );
}

fn family(seed: u64) -> Family {
    CLOSED[seed as usize % CLOSED.len()]
}

/// Returns a plane through a point near the middle of the bounding box. The plane usually contains no vertex exactly.
fn any_plane(mesh: &Mesh, random: &mut Random) -> Plane {
    let bounds = mesh.bounds().expect("a mesh with triangles");
    let (min, max) = (bounds.min(), bounds.max());
    let point = core::array::from_fn(|axis| {
        min[axis] + (max[axis] - min[axis]) * (0.5 + 0.4 * random.unit())
    });
    let normal = [0.0; 3].map(|_: f64| random.unit());
    Plane::from_point_and_normal(point, normal).expect("a normal that is not zero")
}

/// Returns a plane that is difficult to cut by. It is the plane of a face, or a plane through a vertex, either
/// perpendicular to an axis or in a random direction.
fn hard_plane(mesh: &Mesh, random: &mut Random) -> Plane {
    let vertex = random.pick(mesh.positions());
    let face = || Plane::through(mesh.corners(0));
    match random.below(3) {
        0 => face().unwrap_or_else(|_| any_plane(mesh, &mut Random::new(1))),
        1 => {
            let mut normal = [0.0; 3];
            normal[random.below(3)] = 1.0;
            Plane::from_point_and_normal(vertex, normal).expect("an axis")
        }
        _ => {
            let normal = [0.0; 3].map(|_: f64| random.unit());
            Plane::from_point_and_normal(vertex, normal).expect("a normal that is not zero")
        }
    }
}

#[test]
fn six_cuts_in_a_row_stay_closed() {
    all(1000, |seed, random| {
        let mut mesh = family(seed).mesh(random).mesh();
        for cut in 0..6 {
            let plane = match random.below(2) {
                0 => any_plane(&mesh, random),
                _ => hard_plane(&mesh, random),
            };
            // The caps of each cut become an ordinary part of the mesh in the next cut.
            mesh.rename_part(CAP, cut + 1);
            let split = every_law_of_any_mesh(&mesh, &plane)
                .map_err(|what| format!("cut {cut}: {what}"))?;
            let [kept, other] = match random.below(2) {
                0 => [split.front, split.back],
                _ => [split.back, split.front],
            };
            mesh = if kept.is_empty() { other } else { kept };
            // Both halves may be empty if the body is thinner than the rounding error.
            if mesh.is_empty() {
                break;
            }
        }
        Ok(())
    });
}

#[test]
fn coordinates_that_are_no_integers_stay_closed() {
    all(1000, |seed, random| {
        let grid = family(seed).mesh(random);
        let scale = [0.0; 3].map(|_: f64| 1.0 + random.unit() / 2.0);
        let shift = [0.0; 3].map(|_: f64| 100.0 * random.unit());
        let mesh = grid.mesh_with(|p| core::array::from_fn(|a| p[a] as f64 * scale[a] + shift[a]));
        every_law_of_any_mesh(&mesh, &any_plane(&mesh, random))?;
        every_law_of_any_mesh(&mesh, &hard_plane(&mesh, random))?;
        Ok(())
    });
}

/// The mesh and the plane are moved by integers, so that all coordinates stay exact. The numbers of triangles, vertices
/// and loops must stay the same, and so must the counts of what the plane touches.
#[test]
fn a_translation_changes_no_topology() {
    // Where several edges cross the plane at one point, rounding may give one cut vertex or two. These families have no
    // such edges.
    const CLEAN: [Family; 3] = [Family::Voxels, Family::Terrain, Family::Hull];
    all(1000, |seed, random| {
        let grid = CLEAN[seed as usize % 3].mesh(random);
        let coefficients = plane(&grid, random);
        let by = [0; 3].map(|_: i64| random.between(-1_000_000, 1_000_000));
        let [a, b, c, d] = coefficients;
        let moved_plane = [a, b, c, d - a * by[0] - b * by[1] - c * by[2]];
        let here = grid.mesh().split(&to_plane(coefficients));
        let there = grid
            .clone()
            .translated(by)
            .mesh()
            .split(&to_plane(moved_plane));
        law!(
            here.contact == there.contact,
            "{:?} {:?}",
            here.contact,
            there.contact
        );
        for (half, moved) in [(&here.front, &there.front), (&here.back, &there.back)] {
            law!(
                half.boundary().is_closed() && moved.boundary().is_closed(),
                "a half is open"
            );
            law!(
                half.positions().len() == moved.positions().len(),
                "other vertices"
            );
            // The triangles of caps may differ, because rounding decides which points of a loop are collinear. But the
            // number of triangles that fill given loops is fixed by the number of points of the loops.
            law!(
                half.triangles().len() == moved.triangles().len(),
                "other triangles"
            );
        }
        let lengths = |loops: &[Vec<[f64; 3]>]| loops.iter().map(Vec::len).collect::<Vec<_>>();
        law!(
            lengths(&here.cap_loops) == lengths(&there.cap_loops),
            "other loops"
        );
        Ok(())
    });
}

#[test]
fn scaling_the_plane_changes_nothing() {
    all(600, |seed, random| {
        let mesh = family(seed).mesh(random).mesh();
        let plane = match random.below(2) {
            0 => any_plane(&mesh, random),
            _ => hard_plane(&mesh, random),
        };
        let factor = 2.0_f64.powi(random.between(-200, 200) as i32);
        let scaled = Plane::new(plane.normal().map(|c| c * factor), plane.offset() * factor)
            .expect("a power of two in range");
        let (split, other) = (mesh.split(&plane), mesh.split(&scaled));
        law!(
            same(&split.front, &other.front) && same(&split.back, &other.back),
            "other halves"
        );
        law!(
            split.cap_loops == other.cap_loops && split.contact == other.contact,
            "other loops"
        );
        law!(
            split.sections.on_front.loops == other.sections.on_front.loops,
            "another section"
        );
        Ok(())
    });
}

/// Cuts each half of a mesh again. A cut by a second plane must obey all laws, and a cut by the first plane must give
/// closed halves.
#[test]
fn halves_of_a_half_add_up() {
    all(400, |seed, random| {
        let grid = family(seed).mesh(random);
        let mesh = grid.mesh();
        let (first, second) = (any_plane(&mesh, random), hard_plane(&mesh, random));
        for mut half in [mesh.split(&first).front, mesh.split(&first).back] {
            if half.is_empty() {
                law!(
                    half.volume() == 0.0 && is_closed(&half),
                    "an empty half is not nothing"
                );
                continue;
            }
            half.rename_part(CAP, 1);
            every_law_of_any_mesh(&half, &second)?;
            // The half lies on one side of the plane that made it, so this plane crosses no triangle of the half.
            let again = half.split(&first);
            law!(
                again.front.boundary().is_closed() && again.back.boundary().is_closed(),
                "open"
            );
        }
        Ok(())
    });
}

/// Cuts a mesh and rounds the halves to f32, relative to `origin`. Returns the certificate of the rounded halves, the
/// largest rounding error, and the rounded halves.
fn narrowed(mesh: &Mesh, plane: &Plane, origin: [f64; 3]) -> (Certificate, f64, [Mesh; 2]) {
    let split = mesh.split(plane);
    let halves =
        [&split.front, &split.back].map(|half| half.narrowed(&origin).expect("small numbers"));
    let judged = [(&halves[0], Side::Front), (&halves[1], Side::Back)].map(|(half, side)| {
        let written = WrittenPart {
            origin,
            precision: Precision::Single,
            ..WrittenPart::new(&half.mesh)
        };
        JudgedPart::of_split(written, side, mesh)
    });
    let certificate = Certificate::of(mesh, &[*plane], &judged);
    let [front, back] = halves;
    let rounding = front.largest_rounding.max(back.largest_rounding);
    (certificate, rounding, [front.mesh, back.mesh])
}

#[test]
fn narrowed_halves_are_certified() {
    all(1000, |seed, random| {
        let grid = family(seed).mesh(random);
        // Some meshes are small and far from the origin, so that many of their vertices become equal in f32.
        let far = random.pick(&[0.0, 1000.0, 1.0e6, 1.0e8]);
        let scale = random.pick(&[1.0, 0.1, 1.0e-3]);
        let mesh = grid.mesh_with(|p| p.map(|c| c as f64 * scale + far));
        let plane = match random.below(2) {
            0 => any_plane(&mesh, random),
            _ => hard_plane(&mesh, random),
        };
        for origin in [[0.0; 3], mesh.single_precision_origin()] {
            let (certificate, _, halves) = narrowed(&mesh, &plane, origin);
            law!(
                certificate.errors().next().is_none(),
                "about {origin:?}: {certificate:?}"
            );
            for half in halves {
                law!(is_closed(&half), "a narrowed half is open");
                law!(
                    half.positions()
                        .as_flattened()
                        .iter()
                        .all(|&c| f64::from(c as f32) == c),
                    "a coordinate is no f32"
                );
            }
        }
        Ok(())
    });
}

/// The bounding box of the mesh is far from zero relative to its size, and all coordinates are f32 values. Relative to
/// an origin near the box, they are still f32 values, so only cut vertices are rounded.
#[test]
fn single_coordinates_stay_exact_about_their_origin() {
    all(400, |seed, random| {
        let grid = family(seed).mesh(random);
        let far =
            [0.0; 3].map(|_: f64| random.pick(&[-1.0, 1.0]) * (3000.0 + 900.0 * random.unit()));
        let mesh = grid.mesh_with(|p| {
            core::array::from_fn(|a| f64::from((far[a] + p[a] as f64 * 0.37) as f32))
        });
        let origin = mesh.single_precision_origin();
        law!(origin != [0.0; 3], "the box is far from zero");
        for position in mesh.positions() {
            for axis in 0..3 {
                let moved = position[axis] - origin[axis];
                law!(f64::from(moved as f32) == moved, "a coordinate is rounded");
                law!(
                    moved + origin[axis] == position[axis],
                    "and cannot be restored"
                );
            }
        }
        let (certificate, ..) = narrowed(&mesh, &any_plane(&mesh, random), origin);
        law!(certificate.errors().next().is_none(), "{certificate:?}");
        Ok(())
    });
}

#[test]
fn what_does_not_meet_the_plane_is_left_alone() {
    let cube = Grid::cuboid([0; 3], [2; 3]).mesh();
    let above = cube.split(&to_plane([0, 0, 1, 5]));
    assert!(same(&above.front, &cube) && above.back.is_empty());
    assert!(above.back.boundary().is_closed() && above.back.volume() == 0.0);
    assert!(above.sections.on_front.loops.is_empty() && above.cap_loops.is_empty());
    let nothing = Mesh::default().split(&to_plane([0, 0, 1, 0]));
    assert!(nothing.front.is_empty() && nothing.back.is_empty());
    assert!(nothing.contact.extent().is_none() && !nothing.contact.touching());
}
