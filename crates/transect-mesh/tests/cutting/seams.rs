//! Tests of attributes of halves: they are interpolated along cut edges, stay separate along seams, and are constant on
//! caps.

use transect_mesh::{AttributeLayer, Attributes, CAP, Meaning, Mesh, RawMesh};

use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

/// Returns a mesh in which every corner has an attribute row of its own. A row holds a normal, texture coordinates, a
/// color, and a value that is the same for the whole triangle.
fn dressed(grid: &Grid, random: &mut Random) -> Mesh {
    let rows = 3 * grid.triangles.len();
    let layer = |meaning, width, mut value: Box<dyn FnMut(usize) -> f64>| AttributeLayer {
        meaning,
        width,
        values: (0..rows * width)
            .map(|place| value(place / width))
            .collect(),
    };
    let mut numbers: Vec<f64> = (0..rows * 6).map(|_| random.unit()).collect();
    let mut next = move || numbers.pop().expect("enough numbers");
    let texture: Vec<f64> = (0..rows * 2).map(|_| next()).collect();
    let color: Vec<f64> = (0..rows * 3).map(|_| next().abs()).collect();
    let raw = RawMesh {
        positions: grid.positions.iter().map(|p| p.map(|c| c as f64)).collect(),
        triangles: grid.triangles.clone(),
        attributes: Attributes {
            corners: (0..grid.triangles.len() as u32)
                .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
                .collect(),
            layers: vec![
                AttributeLayer {
                    meaning: Meaning::Normal,
                    width: 3,
                    values: (0..rows).flat_map(|_| [0.6, 0.1, 0.8]).collect(),
                },
                AttributeLayer {
                    meaning: Meaning::TextureCoordinate(0),
                    width: 2,
                    values: texture,
                },
                AttributeLayer {
                    meaning: Meaning::Color(0),
                    width: 3,
                    values: color,
                },
                layer(
                    Meaning::Custom("face".into()),
                    1,
                    Box::new(|row| 0.1 + (row / 3) as f64 / 3.0),
                ),
            ],
        },
        parts: (0..grid.triangles.len() as u32).map(|t| t % 3).collect(),
    };
    Mesh::new(raw).expect("rows that exist")
}

#[test]
fn attributes_are_carried_and_interpolated() {
    let mut made = 0;
    for seed in 0..cases(400) {
        let mut random = Random::new(seed);
        let grid = Family::ALL[seed as usize % Family::ALL.len()].mesh(&mut random);
        let mesh = dressed(&grid, &mut random);
        let cut = to_plane(plane(&grid, &mut random));
        let split = mesh.split(&cut);
        let length = cut.normal().iter().map(|c| c * c).sum::<f64>().sqrt();
        for (half, outward) in [(&split.front, -1.0 / length), (&split.back, 1.0 / length)] {
            let layers = &half.attributes().layers;
            assert_eq!(layers.len(), 4);
            for (layer, source) in layers.iter().zip(&mesh.attributes().layers) {
                assert_eq!(
                    (&layer.meaning, layer.width),
                    (&source.meaning, source.width)
                );
            }
            for (index, rows) in half.attributes().corners.iter().enumerate() {
                if half.part(index) == CAP {
                    for &row in rows {
                        for (axis, value) in layers[0].row(row).iter().enumerate() {
                            let flat = cut.normal()[axis] * outward;
                            // The stored normal of a cap is the plane's normal divided by its length, and the test
                            // computes it in the same way. So both numbers are rounded quotients.
                            assert!((value - flat).abs() <= 4.0 * f64::EPSILON * flat.abs());
                        }
                        assert_eq!(layers[1].row(row), [0.0, 0.0]);
                    }
                    continue;
                }
                // The value in the last attribute layer identifies the triangle of the input. It is equal at all three
                // corners, so interpolation does not change its bits.
                let [a, b, c] = rows.map(|row| layers[3].row(row)[0]);
                assert!(
                    a == b && b == c,
                    "the rows of two triangles are mixed: {a} {b} {c}"
                );
                let source = (0..grid.triangles.len())
                    .find(|&t| 0.1 + t as f64 / 3.0 == a)
                    .expect("a triangle of the input");
                assert_eq!(half.part(index), source as u32 % 3);
                let ends = mesh.attributes().corners[source];
                for &row in rows {
                    assert_eq!(
                        layers[0].row(row),
                        [0.6, 0.1, 0.8],
                        "equal normals stay equal"
                    );
                    for layer in [1, 2] {
                        for (place, value) in layers[layer].row(row).iter().enumerate() {
                            let at = |row| mesh.attributes().layers[layer].row(row)[place];
                            let values = ends.map(at);
                            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
                            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                            assert!(low <= *value && *value <= high, "{value} is not in between");
                        }
                    }
                    made += 1;
                }
            }
        }
    }
    assert!(made > 10_000, "{made} rows");
}

/// A square of two triangles has a seam along its diagonal. So the cut vertex on the diagonal has two attribute rows.
#[test]
fn a_seam_stays_a_seam() {
    let mesh = Mesh::new(RawMesh {
        positions: vec![
            [0.0, 0.0, 0.0],
            [4.0, 0.0, 0.0],
            [4.0, 4.0, 0.0],
            [0.0, 4.0, 0.0],
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        attributes: Attributes {
            corners: vec![[0, 1, 2], [3, 4, 5]],
            layers: vec![AttributeLayer {
                meaning: Meaning::TextureCoordinate(0),
                width: 1,
                values: vec![0.0, 1.0, 2.0, 10.0, 20.0, 30.0],
            }],
        },
        parts: Vec::new(),
    })
    .expect("a square");
    let split = mesh.split(&to_plane([0, 1, 0, -1]));
    let mut rows: Vec<f64> = Vec::new();
    for (triangle, corners) in split
        .front
        .triangles()
        .iter()
        .zip(&split.front.attributes().corners)
    {
        for (vertex, row) in triangle.iter().zip(corners) {
            if split.front.positions()[*vertex as usize] == [1.0, 1.0, 0.0] {
                rows.push(split.front.attributes().layers[0].row(*row)[0]);
            }
        }
    }
    rows.sort_by(f64::total_cmp);
    rows.dedup();
    assert_eq!(rows, [0.5, 12.5]);
    let seam = [1.0, 1.0, 0.0];
    assert_eq!(
        split
            .front
            .positions()
            .iter()
            .filter(|p| **p == seam)
            .count(),
        1
    );
}

/// The interpolated normal halfway between two perpendicular directions has length one.
#[test]
fn interpolated_normals_have_length_one() {
    let mesh = Mesh::new(RawMesh {
        positions: vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 2.0]],
        triangles: vec![[0, 1, 2]],
        attributes: Attributes {
            corners: vec![[0, 0, 1]],
            layers: vec![AttributeLayer {
                meaning: Meaning::Normal,
                width: 3,
                values: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            }],
        },
        parts: Vec::new(),
    })
    .expect("a triangle");
    let split = mesh.split(&to_plane([0, 0, 1, -1]));
    let layer = &split.front.attributes().layers[0];
    let made: Vec<&[f64]> = layer
        .values
        .chunks(3)
        .filter(|n| n[0] * n[1] > 0.0)
        .collect();
    assert!(!made.is_empty());
    for normal in made {
        assert_eq!(normal[0], normal[1]);
        assert_eq!(normal[0] as f32, 0.5_f32.sqrt());
    }
}

/// The crossing is so near to one end b of an edge that its parameter t rounds to 1. Then a + t·(b − a) may differ from
/// b, and must not be beyond it.
#[test]
fn interpolated_numbers_stay_between_those_of_the_ends() {
    let mut random = Random::new(4);
    for _ in 0..200 {
        let values = [0; 3].map(|_: i32| random.unit() * random.unit());
        let mesh = Mesh::new(RawMesh {
            positions: vec![[0.0, 0.0, -1e20], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]],
            triangles: vec![[0, 1, 2]],
            attributes: Attributes {
                corners: vec![[0, 1, 2]],
                layers: vec![AttributeLayer {
                    meaning: Meaning::TextureCoordinate(0),
                    width: 1,
                    values: values.to_vec(),
                }],
            },
            parts: Vec::new(),
        })
        .expect("a triangle");
        let split = mesh.split(&to_plane([0, 0, 1, 0]));
        // The crossings are very near to the second and the third corner. So the attribute values of the front half are
        // between those of these two corners, or slightly nearer to that of the first corner. On the side away from the
        // value of the first corner, no value may be beyond the values of these two corners.
        let (low, high) = (values[1].min(values[2]), values[1].max(values[2]));
        let found = &split.front.attributes().layers[0].values;
        let beyond = |value: &f64| {
            if values[0] < low {
                *value > high
            } else {
                *value < low
            }
        };
        let is_outside = values[0] < low || values[0] > high;
        assert!(
            !is_outside || !found.iter().any(beyond),
            "{values:?}: {found:?}"
        );
    }
}
