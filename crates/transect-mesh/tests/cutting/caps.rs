//! Caps of sections that hurt: many holes, nodes inside edges, outlines that touch, bodies in bodies. The caps must
//! cover the section exactly, and their boundary must be its outlines.

use std::collections::HashMap;

use transect::predicates::{Dyadic, orient2d};
use transect::{Plane, Side};
use transect_mesh::{CAP, Mesh, RawMesh, Split};

use crate::random::Random;

/// Outlines in the plane z = 0, with the material on their left.
type Outlines = Vec<Vec<[f64; 2]>>;

/// Returns the walls between the planes z = 0 and z = 2 over the outlines. The rectangles of the walls have random
/// diagonals, and some have a node in their middle. So a section has nodes on the straight edges of its outlines.
fn walls(outlines: &Outlines, random: &mut Random) -> Mesh {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for outline in outlines {
        let first = positions.len() as u32;
        let count = outline.len() as u32;
        for z in [0.0, 2.0] {
            positions.extend(outline.iter().map(|&[x, y]| [x, y, z]));
        }
        for k in 0..count {
            let next = (k + 1) % count;
            let [a, b] = [first + k, first + next];
            let [c, d] = [b + count, a + count];
            match random.below(3_u64) {
                0 => triangles.extend([[a, b, c], [a, c, d]]),
                1 => triangles.extend([[a, b, d], [b, c, d]]),
                _ => {
                    let [from, to] = [k, next].map(|k| outline[k as usize]);
                    let middle = positions.len() as u32;
                    positions.push([0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1]), 1.0]);
                    triangles.extend([
                        [a, b, middle],
                        [b, c, middle],
                        [c, d, middle],
                        [d, a, middle],
                    ]);
                }
            }
        }
    }
    let raw = RawMesh {
        positions,
        triangles,
        ..RawMesh::default()
    };
    Mesh::new(raw).expect("walls")
}

fn square(x: f64, y: f64, size: f64) -> Vec<[f64; 2]> {
    vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

fn reversed(mut outline: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    outline.reverse();
    outline
}

/// A plate with n × n square holes of a size. Holes of size 2 touch each other at their corners if every second one is
/// left out.
fn grille(n: usize, size: f64, every: usize) -> Outlines {
    let mut outlines = vec![square(0.0, 0.0, 2.0 * n as f64 + 2.0)];
    for row in 0..n {
        for column in (row % every..n).step_by(every) {
            let [x, y] = [column, row].map(|place| 2.0 * place as f64 + 1.0);
            outlines.push(reversed(square(x, y, size)));
        }
    }
    outlines
}

/// Squares within squares: alternately outlines of material and of holes, or outlines of bodies within bodies.
fn nested(depth: usize, alternates: bool) -> Outlines {
    (0..depth)
        .map(|level| {
            let outline = square(level as f64, level as f64, 2.0 * (depth - level) as f64);
            if alternates && level % 2 == 1 {
                reversed(outline)
            } else {
                outline
            }
        })
        .collect()
}

/// Holes that touch the outer outline and each other along edges and at nodes, and an island that touches its hole.
fn touching() -> Outlines {
    vec![
        square(0.0, 0.0, 8.0),
        reversed(square(0.0, 1.0, 2.0)),
        reversed(square(2.0, 1.0, 1.0)),
        reversed(square(3.0, 2.0, 2.0)),
        reversed(square(4.0, 4.0, 3.0)),
        square(5.0, 4.0, 1.0),
        square(8.0, 3.0, 2.0),
        square(10.0, 5.0, 1.0),
    ]
}

fn comb(teeth: usize) -> Outlines {
    let width = 2.0 * teeth as f64;
    let mut outline = vec![[width, 5.0], [0.0, 5.0]];
    for tooth in 0..teeth {
        let x = 2.0 * tooth as f64;
        outline.extend([[x, 0.0], [x + 1.0, 4.0]]);
    }
    outline.push([width, 0.0]);
    vec![outline]
}

fn spiral(corners: usize) -> Outlines {
    let side = |width: f64| {
        (0..corners).map(move |k| {
            let angle = k as f64 / 8.0;
            let radius = 1.0 + angle + width;
            // Integers, so that the walls are exact.
            [radius * angle.cos(), radius * angle.sin()].map(|c| (c * 256.0).round())
        })
    };
    let back: Vec<[f64; 2]> = side(0.0).collect();
    vec![side(3.0).chain(back.into_iter().rev()).collect()]
}

/// Returns the number of times that each directed edge between positions occurs, minus that of its reverse.
fn chain(edges: impl Iterator<Item = [[f64; 3]; 2]>) -> HashMap<[[u64; 3]; 2], i32> {
    let mut chain = HashMap::new();
    for ends in edges {
        let [from, to] = ends.map(|point| point.map(|c| (c + 0.0).to_bits()));
        let (edge, sign) = if from < to {
            ([from, to], 1)
        } else {
            ([to, from], -1)
        };
        if from != to {
            *chain.entry(edge).or_default() += sign;
        }
    }
    chain.retain(|_, count| *count != 0);
    chain
}

fn caps(half: &Mesh) -> Vec<[[f64; 3]; 3]> {
    (0..half.triangles().len())
        .filter(|&index| half.part(index) == CAP)
        .map(|index| half.corners(index))
        .collect()
}

/// Returns twice the exact signed area in the coordinates x and y.
fn doubled_area(points: &[[f64; 3]]) -> Dyadic<400> {
    let mut area = Dyadic::<400>::new();
    for (index, from) in points.iter().enumerate() {
        let to = points[(index + 1) % points.len()];
        area.add_product(from[0], to[1]);
        area.add_product(-to[0], from[1]);
    }
    area
}

/// Asserts that the boundary of the caps is the outlines, and, if crossings are exact, that no cap is turned over.
fn check(split: &Split, what: &str, is_exact: bool) {
    let caps = caps(&split.back);
    let edges = caps.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let outlines = split
        .cap_loops
        .iter()
        .flat_map(|walk| (0..walk.len()).map(|k| [walk[k], walk[(k + 1) % walk.len()]]));
    assert!(chain(edges) == chain(outlines), "{what}: the boundary");
    let mut turned = 0;
    for corners in &caps {
        let [a, b, c] = corners.map(|[x, y, _]| [x, y]);
        turned += usize::from(orient2d(&a, &b, &c) == Side::Back);
    }
    assert!(
        !is_exact || turned == 0,
        "{what}: {turned} of {} turned over",
        caps.len()
    );
    let mut area = Dyadic::<400>::new();
    for corners in &caps {
        area.add(&doubled_area(corners));
    }
    let mut expected = Dyadic::<400>::new();
    for walk in &split.cap_loops {
        expected.add(&doubled_area(walk));
    }
    assert_eq!(area.to_f64(), expected.to_f64(), "{what}");
}

#[test]
fn caps_of_walls_cover_the_section() {
    let mut random = Random::new(41);
    let figures = [
        ("grille", grille(12, 1.0, 1)),
        ("grille of holes that touch", grille(12, 2.0, 2)),
        ("islands in holes", nested(100, true)),
        ("bodies in bodies", nested(30, false)),
        ("touching", touching()),
        ("comb", comb(60)),
        ("spiral", spiral(300)),
    ];
    for (name, outlines) in figures {
        for (turn, [a, b]) in [[1.0, 0.0], [3.0, 4.0], [0.6, 0.8], [1.0, 1.0 / 3.0]]
            .into_iter()
            .enumerate()
        {
            let turned: Outlines = outlines
                .iter()
                .map(|outline| {
                    outline
                        .iter()
                        .map(|[x, y]| [a * x - b * y, b * x + a * y])
                        .collect()
                })
                .collect();
            // Coordinates that rounding turned may let edges cross that only touched.
            let is_exact = turn < 2;
            let mesh = walls(&turned, &mut random);
            for plane in ["z = 0.5", "z = 1", "0.01x + 0.02y + z = 1.01", "z = 1.3"] {
                let split = mesh.split(&plane.parse::<Plane>().expect("a plane"));
                let what = format!("{name}, turn {turn}, {plane}");
                assert!(!is_exact || !split.caps_cross, "{what}");
                // At these heights, the crossings of edges with integer coordinates are exact.
                check(
                    &split,
                    &what,
                    is_exact && ["z = 0.5", "z = 1"].contains(&plane),
                );
            }
        }
    }
}
