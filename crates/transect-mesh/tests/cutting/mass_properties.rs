//! Tests volume, centroid and inertia tensor of meshes (`Mesh::mass_properties`) against integers and formulas.

use transect_mesh::{MassProperties, Mesh, RawMesh};

use crate::random::Random;

/// Returns the boundaries of tetrahedra with integer corners, as one mesh that is `far` away from the origin.
fn mesh(tetrahedra: &[[[i64; 3]; 4]], far: f64) -> Mesh {
    let corners = tetrahedra.as_flattened().iter();
    let positions = corners
        .map(|corner| corner.map(|c| c as f64 + far))
        .collect();
    let faces = |first: u32| {
        [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]].map(|f: [u32; 3]| f.map(|c| c + first))
    };
    let triangles = (0..tetrahedra.len() as u32)
        .flat_map(|index| faces(4 * index))
        .collect();
    Mesh::new(RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    })
    .expect("a mesh")
}

/// Six times the volume, 24 times the first moment and 120 times the second moment, about the origin.
struct Exact {
    volume: i128,
    first: [i128; 3],
    second: [[i128; 3]; 3],
}

fn exact(tetrahedra: &[[[i64; 3]; 4]]) -> Exact {
    let mut exact = Exact {
        volume: 0,
        first: [0; 3],
        second: [[0; 3]; 3],
    };
    for corners in tetrahedra {
        let corners = corners.map(|corner| corner.map(i128::from));
        let [e, f, g] =
            [1, 2, 3].map(|k: usize| [0, 1, 2].map(|axis| corners[k][axis] - corners[0][axis]));
        let volume = e[0] * (f[1] * g[2] - f[2] * g[1]) - e[1] * (f[0] * g[2] - f[2] * g[0])
            + e[2] * (f[0] * g[1] - f[1] * g[0]);
        let sum = [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<i128>());
        exact.volume += volume;
        for i in 0..3 {
            exact.first[i] += volume * sum[i];
            for j in 0..3 {
                let squares: i128 = corners.iter().map(|corner| corner[i] * corner[j]).sum();
                exact.second[i][j] += volume * (sum[i] * sum[j] + squares);
            }
        }
    }
    exact
}

/// Returns the difference between a value and the quotient numerator/denominator. The rounding error that the computed
/// quotient may have is subtracted, so the result is at most the error of the value.
fn error(value: f64, numerator: i128, denominator: i128) -> f64 {
    let quotient = numerator as f64 / denominator as f64;
    ((value - quotient).abs() - 4.0 * f64::EPSILON * quotient.abs()).max(0.0)
}

fn compare(properties: &MassProperties, exact: &Exact, far: f64) -> bool {
    assert!(
        error(properties.volume, exact.volume, 6) <= properties.volume_error,
        "{properties:?}"
    );
    let (Some(centroid), Some(inertia)) = (properties.centroid, properties.inertia) else {
        return false;
    };
    let Exact {
        volume,
        first,
        second,
    } = exact;
    for axis in 0..3 {
        // `far` is zero or near the centroid, so this difference is exact.
        let found = error(centroid[axis] - far, first[axis], 4 * volume);
        assert!(found <= properties.centroid_error, "{found} {properties:?}");
    }
    let central = |i: usize, j: usize| 4 * second[i][j] * volume - 5 * first[i] * first[j];
    for (i, row) in inertia.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            let numerator = if i == j {
                central((i + 1) % 3, (i + 1) % 3) + central((i + 2) % 3, (i + 2) % 3)
            } else {
                -central(i, j)
            };
            let found = error(*entry, numerator, 480 * volume);
            assert!(found <= properties.inertia_error, "{found} {properties:?}");
        }
    }
    true
}

#[test]
fn thin_tetrahedra_are_within_their_bounds() {
    let mut random = Random::new(54);
    let mut compared = 0;
    for _ in 0..500 {
        let mut corner =
            |size: usize| [(); 3].map(|()| random.below(2 * size) as i64 - size as i64);
        let [a, b, c] = [(); 3].map(|()| corner(1 << 24));
        let small = corner(1 << 10);
        // The fourth corner is near the plane of the others, so the terms of the volume nearly cancel.
        let d = [0, 1, 2].map(|axis| b[axis] + c[axis] - a[axis] + small[axis]);
        let tetrahedron = [[a, b, c, d]];
        let exact = exact(&tetrahedron);
        let found = mesh(&tetrahedron, 0.0).mass_properties().expect("closed");
        let error_of_volume = error(found.volume, exact.volume, 6);
        assert!(error_of_volume <= found.volume_error, "{found:?}");
        for (axis, coordinate) in found.centroid.into_iter().flatten().enumerate() {
            let found_error = error(coordinate, exact.first[axis], 4 * exact.volume);
            assert!(found_error <= found.centroid_error, "{found:?}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared} of 1500 coordinates");
}

#[test]
fn sums_of_tetrahedra_agree_with_integers() {
    let mut random = Random::new(53);
    let mut compared = 0;
    for count in [1, 2, 5, 40] {
        for far in [0.0, 1_048_576.0, 1_099_511_627_776.0] {
            for _ in 0..50 {
                let tetrahedra: Vec<[[i64; 3]; 4]> = (0..count)
                    .map(|_| [(); 4].map(|()| [(); 3].map(|()| i64::from(random.below(512)) - 100)))
                    .collect();
                let exact = exact(&tetrahedra);
                let properties = mesh(&tetrahedra, far)
                    .mass_properties()
                    .expect("a closed mesh");
                compared += usize::from(compare(&properties, &exact, far));
            }
        }
    }
    assert!(
        compared > 550,
        "{compared} of 600 have a volume beyond its bound"
    );
}

#[test]
fn formulas_hold_far_from_the_origin() {
    // A box of 2 × 3 × 5 from eight corners, 10⁸ away from the origin.
    let positions: Vec<[f64; 3]> = (0..8)
        .map(|i| [(i & 1) * 2, (i >> 1 & 1) * 3, (i >> 2) * 5].map(|c| f64::from(c) + 1e8))
        .collect();
    let triangles = vec![
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
    ];
    let raw = RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    };
    let solid = Mesh::new(raw.clone()).expect("a mesh");
    let properties = solid.mass_properties().expect("a closed mesh");
    assert_eq!(properties.volume, 30.0);
    assert_eq!(properties.centroid, Some([1e8 + 1.0, 1e8 + 1.5, 1e8 + 2.5]));
    let inertia = properties.inertia.expect("a tensor");
    let diagonal = [34.0, 29.0, 13.0].map(|squares| 30.0 / 12.0 * squares);
    for (axis, expected) in diagonal.into_iter().enumerate() {
        assert!((inertia[axis][axis] - expected).abs() <= properties.inertia_error);
    }
    assert!(properties.inertia_error < 1e-10, "{properties:?}");
    // The same box inside out has the negative volume, the same centroid and the negative tensor.
    let flipped = raw.triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let flipped = Mesh::new(RawMesh {
        triangles: flipped,
        ..raw.clone()
    })
    .expect("a mesh");
    let flipped = flipped.mass_properties().expect("a closed mesh");
    assert_eq!(flipped.volume, -30.0);
    assert_eq!(flipped.centroid, properties.centroid);
    assert!(
        (flipped.inertia.expect("a tensor")[0][0] + diagonal[0]).abs() <= flipped.inertia_error
    );
    // Without one triangle, the mesh is open.
    let open = raw.triangles[1..].to_vec();
    let open = Mesh::new(RawMesh {
        triangles: open,
        ..raw
    })
    .expect("a mesh");
    assert_eq!(open.mass_properties(), None);
}

#[test]
fn a_mesh_without_volume_has_no_centroid() {
    let flat = mesh(&[[[0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, 0]]], 0.0);
    let properties = flat.mass_properties().expect("a closed mesh");
    assert!(properties.volume.abs() <= properties.volume_error);
    assert_eq!((properties.centroid, properties.inertia), (None, None));
    let empty = Mesh::new(RawMesh::default())
        .expect("a mesh")
        .mass_properties();
    assert_eq!(empty.map(|properties| properties.volume), Some(0.0));
}
