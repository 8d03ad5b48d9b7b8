//! Tests of the volumes of open meshes: filled rims, the curve below the rims, and closed shells.

use transect_mesh::{CurveError, Mesh, RawMesh};

use crate::cutting::families::Family;
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

/// Returns the triangles of a mesh of which `is_kept` is true.
fn part(mesh: &Mesh, is_kept: impl Fn(&[[f64; 3]; 3]) -> bool) -> Mesh {
    let positions = mesh.positions();
    let corners = |triangle: &[u32; 3]| triangle.map(|vertex| positions[vertex as usize]);
    let triangles = mesh.triangles().iter().copied();
    Mesh::new(RawMesh {
        positions: positions.to_vec(),
        triangles: triangles
            .filter(|triangle| is_kept(&corners(triangle)))
            .collect(),
        ..RawMesh::default()
    })
    .expect("triangles of a mesh")
}

#[test]
fn below_its_rims_an_open_mesh_has_the_curve_of_the_closed_one() {
    let random = &mut Random::new(47);
    let mut compared = 0;
    let families = Family::ALL.into_iter().filter(|family| family.is_closed());
    let families: Vec<Family> = families.collect();
    for round in 0..cases(1000_u16) {
        let round = usize::from(round);
        let closed = families[round % families.len()].mesh(random).mesh();
        let axis = round % 3;
        let sign = if round % 2 == 0 { 1.0 } else { -1.0 };
        let mut direction = [0.0; 3];
        direction[axis] = sign;
        let Some(bounds) = closed.bounds() else {
            continue;
        };
        let middle = sign * bounds.center()[axis];
        // Triangles that reach above the middle are lost at random.
        let lost: Vec<bool> = closed
            .triangles()
            .iter()
            .map(|_| random.unit() > 0.3)
            .collect();
        let mut index = 0;
        let triangles = closed.triangles().iter().copied();
        let triangles = triangles.filter(|triangle| {
            let is_above = triangle
                .iter()
                .all(|vertex| sign * closed.positions()[*vertex as usize][axis] > middle);
            index += 1;
            !(is_above && lost[index - 1])
        });
        let open = Mesh::new(RawMesh {
            positions: closed.positions().to_vec(),
            triangles: triangles.collect(),
            ..RawMesh::default()
        })
        .expect("triangles of a mesh");
        let filled = open.with_filled_rims().expect("a small mesh");
        assert!(filled.mesh.boundary().is_closed(), "{open:?}");
        assert_eq!(filled.rims == 0, open.boundary().is_closed());
        let curve = closed.curve(direction).expect("a closed mesh");
        let below = open.curve_below_rims(direction).expect("an axis");
        let Some(below) = below else {
            continue;
        };
        assert!(below.closed_below > middle);
        let Some([low, high]) = curve.range() else {
            continue;
        };
        let top = below.closed_below.min(high);
        for step in 0..=8 {
            let height = low + (top - low) * f64::from(step) / 8.0;
            let [one, other] = [&curve, &below.curve].map(|curve| curve.at(height));
            let error = one.volume_error + other.volume_error;
            assert!(
                (one.volume - other.volume).abs() <= error,
                "{open:?} {height}"
            );
            assert!((one.area - other.area).abs() <= one.area_error + other.area_error);
        }
        compared += usize::from(filled.rims > 0);
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn closed_shells_are_separated_from_open_ones() {
    let random = &mut Random::new(48);
    for round in 0..cases(500_u16) {
        let count = 1 + round % 6;
        let mut all = Grid::default();
        let mut expected = (0, 0.0, 0);
        for body in 0..count {
            // Each box has other coordinates than the others, so boxes share no vertex.
            let place = 100 * i64::from(body);
            let size = [(); 3].map(|()| random.between(1, 9));
            let mut own = Grid::default();
            let corner = |index: usize| {
                [0, 1, 2].map(|axis| {
                    place
                        + if index >> axis & 1 == 1 {
                            size[axis]
                        } else {
                            0
                        }
                })
            };
            let faces = [
                [0, 2, 3, 1],
                [4, 5, 7, 6],
                [0, 1, 5, 4],
                [2, 6, 7, 3],
                [0, 4, 6, 2],
                [1, 3, 7, 5],
            ];
            for face in faces {
                own.quad(face.map(corner), random.unit() > 0.0);
            }
            if random.unit() > 0.3 {
                own.triangles.pop();
                expected.2 += 1;
            } else {
                expected.0 += 1;
                expected.1 += (size[0] * size[1] * size[2]) as f64;
            }
            all.append(&own);
        }
        let shells = all.mesh().closed_shells();
        assert_eq!((shells.count, shells.open.len()), (expected.0, expected.2));
        assert_eq!(shells.mesh.volume(), expected.1);
        assert!(shells.mesh.boundary().is_closed());
        assert!(
            shells
                .open
                .iter()
                .all(|shell| shell.open_edges == 3 && shell.triangles == 11)
        );
    }
}

#[test]
fn rims_are_counted_and_flat_holes_fill_exactly() {
    let mut cube = Grid::default();
    let corner = |index: i64| [index & 1, index >> 1 & 1, index >> 2].map(|c| 6 * c);
    for face in [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ] {
        cube.quad(face.map(corner), true);
    }
    let cube = cube.mesh();
    let is_in = |corners: &[[f64; 3]; 3], axis: usize, c: f64| corners.iter().all(|p| p[axis] == c);
    let tube = part(&cube, |corners| {
        !is_in(corners, 2, 0.0) && !is_in(corners, 2, 6.0)
    });
    let filled = tube.with_filled_rims().expect("a small mesh");
    assert_eq!(
        (filled.rims, filled.mesh.volume(), filled.mesh.area()),
        (2, 216.0, 216.0)
    );
    assert_eq!(
        tube.curve_below_rims([0.0, 0.0, 1.0]).expect("an axis"),
        None
    );
    // Along x, the tube is open at its lowest height, too.
    assert_eq!(
        tube.curve_below_rims([1.0, 0.0, 0.0]).expect("an axis"),
        None
    );
    let error = tube.curve_below_rims([0.0; 3]).expect_err("no direction");
    assert!(matches!(error, CurveError::Direction { .. }));
    // A closed mesh is closed below every height, and has no rims.
    let below = cube
        .curve_below_rims([0.0, 1.0, 0.0])
        .expect("an axis")
        .expect("a part");
    assert_eq!(below.closed_below, f64::INFINITY);
    assert_eq!(cube.with_filled_rims().expect("a small mesh").rims, 0);
    let empty = Mesh::default();
    assert_eq!(empty.closed_shells().count, 0);
    assert_eq!(
        empty.curve_below_rims([0.0, 1.0, 0.0]).expect("an axis"),
        None
    );
}
