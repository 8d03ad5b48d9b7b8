//! Nothing of the surface is lost: opposite triangles stay in both halves, whatever their diagonals are.

use transect::{Plane, Side};
use transect_mesh::{CAP, Mesh, RawMesh};

use crate::cutting::count::is_closed;
use crate::random::Random;
use crate::run::is_long;

fn mesh(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> Mesh {
    Mesh::new(RawMesh {
        positions: positions.to_vec(),
        triangles: triangles.to_vec(),
        ..RawMesh::default()
    })
    .expect("a mesh")
}

fn area(half: &Mesh, is_cap: bool) -> f64 {
    let triangles = (0..half.triangles().len()).filter(|&t| (half.part(t) == CAP) == is_cap);
    let parts = triangles.map(|t| mesh(&half.corners(t), &[[0, 1, 2]]).area());
    parts.sum()
}

/// Cuts a mesh, checks the certificate, and returns the areas of the surfaces of both halves and of their caps.
fn cut(mesh: &Mesh, plane: &str) -> [[f64; 2]; 2] {
    let plane: Plane = plane.parse().expect("a plane");
    let split = mesh.split(&plane);
    let certificate = split.certificate(mesh, &plane);
    assert_eq!(certificate.findings, [], "{plane}");
    if is_closed(mesh) {
        assert!(is_closed(&split.front) && is_closed(&split.back), "{plane}");
    }
    [&split.front, &split.back].map(|half| [area(half, false), area(half, true)])
}

#[test]
fn a_sheet_with_two_sides_and_other_diagonals_stays() {
    let panel = mesh(
        &[[0.0; 3], [2.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0]],
        &[[0, 1, 2], [1, 3, 2], [3, 1, 0], [2, 3, 0]],
    );
    assert_eq!(cut(&panel, "x = 1"), [[4.0, 0.0]; 2]);
    // Each half has one of the faces, and its reversed cap.
    assert_eq!(cut(&panel, "y = 0"), [[4.0, 4.0]; 2]);
    let fold = mesh(
        &[[2.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0; 3], [4.0, 0.0, 0.0]],
        &[[0, 1, 2], [3, 2, 1]],
    );
    assert_eq!(cut(&fold, "x = 1"), [[2.0, 0.0], [1.0, 0.0]]);
}

#[test]
fn a_wall_that_two_boxes_share_stays_in_both_halves() {
    let cuboid = |x: f64, diagonal: bool| {
        let corner = |place: usize| [0, 1, 2].map(|axis| (place >> axis & 1) as f64);
        let positions: Vec<[f64; 3]> = (0..8)
            .map(corner)
            .map(|[a, b, c]| [a + x, b, 2.0 * c])
            .collect();
        let faces: [[u32; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let triangles = faces.map(|[a, b, c, d]| {
            if diagonal {
                [[a, b, c], [a, c, d]]
            } else {
                [[a, b, d], [b, c, d]]
            }
        });
        (positions, triangles.as_flattened().to_vec())
    };
    for diagonals in [[false, false], [false, true], [true, false]] {
        let [first, second] = [(0.0, diagonals[0]), (1.0, diagonals[1])].map(|(x, d)| cuboid(x, d));
        let triangles: Vec<[u32; 3]> = [
            first.1,
            second
                .1
                .iter()
                .map(|t| t.map(|vertex| vertex + 8))
                .collect(),
        ]
        .concat();
        let both = mesh(&[first.0, second.0].concat(), &triangles);
        assert_eq!(both.area(), 20.0);
        assert_eq!(cut(&both, "z = 1"), [[10.0, 2.0]; 2], "{diagonals:?}");
    }
}

/// Sheets with two sides: random triangles on few positions, and the same region once more, reversed and with other
/// diagonals.
#[test]
fn areas_of_random_sheets_add_up() {
    let mut random = Random::new(6);
    for _ in 0..if is_long() { 20_000 } else { 1000 } {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for _ in 0..random.between(1, 4) {
            let mut point = || [(); 3].map(|()| random.integer(3));
            let (corner, u, v) = (point(), point(), point());
            let first = positions.len() as u32;
            for [along_u, along_v] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
                let coordinate = |axis: usize| corner[axis] + along_u * u[axis] + along_v * v[axis];
                positions.push([0, 1, 2].map(coordinate));
            }
            let [a, b, c, d] = [0, 1, 2, 3].map(|place| first + place);
            triangles.extend([[a, b, c], [a, c, d], [d, b, a], [d, c, b]]);
        }
        let sheets = mesh(&positions, &triangles);
        let mut normal = [0.0; 3];
        while normal == [0.0; 3] {
            normal = normal.map(|_| random.integer(3));
        }
        let plane = Plane::new(normal, random.integer(4)).expect("a plane");
        let split = sheets.split(&plane);
        let certificate = split.certificate(&sheets, &plane);
        let what = format!("{plane}: {positions:?} {certificate:?}");
        assert!(certificate.errors().next().is_none(), "{what}");
        assert!(is_closed(&split.front) && is_closed(&split.back), "{what}");
        let parts = area(&split.front, false) + area(&split.back, false);
        assert!(
            (parts - sheets.area()).abs() < 1e-9 * (1.0 + parts),
            "{what}"
        );
    }
}

/// A second cut of a half: caps of the first cut are surface then, and keep their mark.
#[test]
fn halves_of_halves_are_certified() {
    let positions: Vec<[f64; 3]> = (0..8)
        .map(|place: usize| [0, 1, 2].map(|axis| (place >> axis & 1) as f64 - 0.5))
        .collect();
    let cube = mesh(
        &positions,
        &[
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ],
    );
    let mut left = cube;
    // Chamfers of the twelve edges.
    for axis in 0..3 {
        for [one, other] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
            let mut normal = [0.0; 3];
            normal[(axis + 1) % 3] = one;
            normal[(axis + 2) % 3] = other;
            let plane = Plane::new(normal, -0.875).expect("a plane");
            let split = left.split(&plane);
            assert_eq!(split.certificate(&left, &plane).findings, [], "{plane}");
            assert!(plane.side(&[0.0; 3]) == Side::Back && !split.front.is_empty());
            left = split.back;
        }
    }
    assert!(is_closed(&left));
}
