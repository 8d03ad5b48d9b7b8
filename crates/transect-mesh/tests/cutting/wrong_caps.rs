//! Kinds of wrong caps. The certificate must refuse each of them by name.

use transect::vector::{add, scale};
use transect::{Plane, Side};
use transect_mesh::{
    CAP, Certificate, FindingKind, JudgedPart, Mesh, PartPlace, RawMesh, WrittenPart,
};

/// Returns a closed plate of height 1 from square cells. Cells with odd coordinates are holes. A second plate of 2 × 1
/// cells lies beside it.
fn plate() -> Mesh {
    let is_there = |x: i32, y: i32| match x {
        0..5 => (0..5).contains(&y) && (x % 2 == 0 || y % 2 == 0),
        7..9 => y == 1,
        _ => false,
    };
    let mut raw = RawMesh::default();
    let mut quad = |corners: [[i32; 3]; 4]| {
        let first = raw.positions.len() as u32;
        raw.positions
            .extend(corners.map(|corner| corner.map(f64::from)));
        let [a, b, c, d] = [0, 1, 2, 3].map(|corner| first + corner);
        raw.triangles.extend([[a, b, c], [a, c, d]]);
    };
    for x in -1..10 {
        for y in -1..6 {
            if is_there(x, y) {
                let ring = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
                quad(ring.map(|[x, y]| [x, y, 1]));
                let [a, b, c, d] = ring.map(|[x, y]| [x, y, 0]);
                quad([a, d, c, b]);
            }
            for (other, from, to) in [
                ([x + 1, y], [x + 1, y], [x + 1, y + 1]),
                ([x, y + 1], [x + 1, y + 1], [x, y + 1]),
            ] {
                let at = |[x, y]: [i32; 2], z: i32| [x, y, z];
                match [is_there(x, y), is_there(other[0], other[1])] {
                    [true, false] => quad([at(from, 0), at(to, 0), at(to, 1), at(from, 1)]),
                    [false, true] => quad([at(to, 0), at(from, 0), at(from, 1), at(to, 1)]),
                    _ => {}
                }
            }
        }
    }
    Mesh::new(raw).expect("a plate")
}

/// A triangle, as the positions of its corners.
type Corners = [[f64; 3]; 3];

/// The caps of the half behind the plane z = 0.5, and how they are to be spoilt.
type Spoil = fn(&mut Vec<Corners>);

fn reversed([a, b, c]: Corners) -> Corners {
    [a, c, b]
}

fn moved(triangle: Corners, by: [f64; 3]) -> Corners {
    triangle.map(|corner| add(&corner, &by))
}

/// Returns two triangles over a rectangle in the plane, counter-clockwise.
fn rectangle([x, y]: [f64; 2], [width, height]: [f64; 2]) -> [Corners; 2] {
    let [a, b, c, d] = [
        [x, y, 0.5],
        [x + width, y, 0.5],
        [x + width, y + height, 0.5],
        [x, y + height, 0.5],
    ];
    [[a, b, c], [a, c, d]]
}

/// Returns the four triangles between a point and the sides of a rectangle.
fn fan(corner: [f64; 2], size: [f64; 2], apex: [f64; 2]) -> Vec<Corners> {
    let [[a, b, c], [_, _, d]] = rectangle(corner, size);
    let apex = [apex[0], apex[1], 0.5];
    [[a, b], [b, c], [c, d], [d, a]]
        .map(|[from, to]| [from, to, apex])
        .to_vec()
}

/// Returns the index of a cap of the small plate.
fn of_small(caps: &[Corners]) -> usize {
    let is_small = |corners: &Corners| corners.iter().all(|corner| corner[0] >= 7.0);
    caps.iter()
        .position(is_small)
        .expect("a cap of the small plate")
}

/// Replaces the caps of the small plate.
fn replace_small(caps: &mut Vec<Corners>, new: impl IntoIterator<Item = Corners>) {
    caps.retain(|corners| corners.iter().any(|corner| corner[0] < 7.0));
    caps.extend(new);
}

const OVERLAP: &[FindingKind] = &[FindingKind::CapOverlap];
const BOUNDARY: &[FindingKind] = &[FindingKind::CapBoundary];

/// The kinds, each with findings of which one at least is expected.
const KINDS: &[(&str, &[FindingKind], Spoil)] = &[
    ("a cap is there twice", BOUNDARY, |caps| caps.push(caps[0])),
    ("all caps are there twice", BOUNDARY, |caps| {
        caps.extend(caps.clone())
    }),
    ("a cap is missing", BOUNDARY, |caps| {
        caps.pop();
    }),
    ("all caps are missing", BOUNDARY, Vec::clear),
    ("a cap is turned over", BOUNDARY, |caps| {
        caps[3] = reversed(caps[3])
    }),
    ("all caps are turned over", BOUNDARY, |caps| {
        caps.iter_mut().for_each(|cap| *cap = reversed(*cap));
    }),
    ("a cap and its reverse are added", OVERLAP, |caps| {
        caps.extend([caps[0], reversed(caps[0])]);
    }),
    ("a hole is covered", BOUNDARY, |caps| {
        caps.extend(rectangle([1.0, 1.0], [1.0, 1.0]));
    }),
    ("a hole is covered from both sides", OVERLAP, |caps| {
        let lid = rectangle([1.0, 1.0], [1.0, 1.0]);
        caps.extend(lid);
        caps.extend(lid.map(reversed));
    }),
    (
        "a hole is covered from both sides, with other diagonals",
        OVERLAP,
        |caps| {
            let [[a, b, c], [_, _, d]] = rectangle([1.0, 1.0], [1.0, 1.0]);
            caps.extend([[a, b, c], [a, c, d], [a, d, b], [b, d, c]]);
        },
    ),
    (
        "all holes are covered from both sides by fans",
        OVERLAP,
        |caps| {
            for [x, y] in [[1.0, 1.0], [3.0, 1.0], [1.0, 3.0], [3.0, 3.0]] {
                caps.extend(fan([x, y], [1.0, 1.0], [x + 0.5, y + 0.5]));
                let back = fan([x, y], [1.0, 1.0], [x + 0.25, y + 0.75]);
                caps.extend(back.into_iter().map(reversed));
            }
        },
    ),
    ("the whole square and reversed holes", OVERLAP, |caps| {
        caps.retain(|cap| cap.iter().any(|corner| corner[0] >= 7.0));
        let [[a, b, c], [_, _, d]] = rectangle([0.0, 0.0], [5.0, 5.0]);
        caps.extend(edges_of_cells([a, b, c, d]));
        for [x, y] in [[1.0, 1.0], [3.0, 1.0], [1.0, 3.0], [3.0, 3.0]] {
            caps.extend(rectangle([x, y], [1.0, 1.0]).map(reversed));
        }
    }),
    ("a membrane far outside", OVERLAP, |caps| {
        let far = rectangle([100.0, 0.0], [50.0, 50.0]);
        caps.extend(far);
        caps.extend(far.map(reversed));
    }),
    ("a membrane between both plates", OVERLAP, |caps| {
        caps.extend([
            [[5.0, 1.0, 0.5], [7.0, 1.0, 0.5], [7.0, 2.0, 0.5]],
            [[5.0, 1.0, 0.5], [7.0, 2.0, 0.5], [7.0, 1.0, 0.5]],
        ]);
    }),
    ("a cap lies on the other plate", BOUNDARY, |caps| {
        let small = of_small(caps);
        caps[small] = moved(caps[small], [-7.0, 0.0, 0.0]);
    }),
    ("the small cap is moved by a cell", BOUNDARY, |caps| {
        replace_small(caps, rectangle([8.0, 1.0], [2.0, 1.0]));
    }),
    ("the small cap is too large", BOUNDARY, |caps| {
        replace_small(caps, rectangle([7.0, 1.0], [2.0, 2.0]));
    }),
    (
        "the small cap is a fan with its apex outside",
        OVERLAP,
        |caps| {
            replace_small(caps, small_fan([8.0, 4.0]));
        },
    ),
    (
        "the small cap is a fan with its apex on the other plate",
        OVERLAP,
        |caps| {
            replace_small(caps, small_fan([2.5, 2.5]));
        },
    ),
    (
        "the small cap is a fan with its apex above the plane",
        &[FindingKind::Surplus],
        |caps| {
            let raise = |corner: [f64; 3]| match corner {
                [x, y, _] if [x, y] == [8.0, 1.5] => [x, y, 0.75],
                other => other,
            };
            let fan = small_fan([8.0, 1.5]);
            replace_small(caps, fan.into_iter().map(|cap| cap.map(raise)));
        },
    ),
    ("a cap is divided at a point outside", OVERLAP, |caps| {
        let [a, b, c] = caps.swap_remove(0);
        let outside = add(&a, &scale(&[a[0] - b[0], a[1] - b[1], 0.0], 3.0));
        caps.extend([[a, b, outside], [b, c, outside], [c, a, outside]]);
    }),
    (
        "two caps have the other diagonal, which lies outside",
        OVERLAP,
        |caps| {
            // Around the corner (1, 1) of a hole: a quadrangle with a reflex corner.
            caps.extend([
                [[0.0, 0.0, 0.5], [1.0, 2.0, 0.5], [2.0, 1.0, 0.5]],
                [[0.0, 0.0, 0.5], [2.0, 1.0, 0.5], [1.0, 2.0, 0.5]],
            ]);
        },
    ),
    ("the small cap is folded in the middle", OVERLAP, |caps| {
        // The fan's apex lies beyond the lower side, so one triangle is turned over.
        replace_small(caps, small_fan([8.0, 0.5]));
    }),
    (
        "a corner is one unit off",
        &[FindingKind::CapBoundary, FindingKind::Vertex],
        |caps| {
            let small = of_small(caps);
            caps[small][0][0] = caps[small][0][0].next_up();
        },
    ),
    ("caps of both plates are exchanged", BOUNDARY, |caps| {
        caps.iter_mut()
            .for_each(|cap| *cap = moved(*cap, [7.0, 0.0, 0.0]));
    }),
];

/// Returns triangles over a square that has a node at each unit of its sides.
fn edges_of_cells([a, b, c, d]: [[f64; 3]; 4]) -> Vec<Corners> {
    let middle = [2.5, 2.5, 0.5];
    let mut triangles = Vec::new();
    for [from, to] in [[a, b], [b, c], [c, d], [d, a]] {
        let at = |step: usize| -> [f64; 3] {
            core::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * (step as f64 / 10.0))
        };
        triangles.extend((0..10).map(|step| [at(step), at(step + 1), middle]));
    }
    triangles
}

/// Returns triangles between a point and the sides of the small plate, with nodes where the section has some.
fn small_fan(apex: [f64; 2]) -> Vec<Corners> {
    let apex = [apex[0], apex[1], 0.5];
    let ring: Vec<[f64; 3]> = [
        [7.0, 1.0],
        [7.5, 1.0],
        [8.0, 1.0],
        [8.5, 1.0],
        [9.0, 1.0],
        [9.0, 1.5],
        [9.0, 2.0],
        [8.5, 2.0],
        [8.0, 2.0],
        [7.5, 2.0],
        [7.0, 2.0],
        [7.0, 1.5],
    ]
    .map(|[x, y]| [x, y, 0.5])
    .to_vec();
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| [*a, *b, apex]).collect()
}

/// Returns a half with other caps.
fn with_caps(half: &Mesh, caps: &[Corners]) -> Mesh {
    let surface = (0..half.triangles().len()).filter(|&index| half.part(index) != CAP);
    let all = surface
        .map(|index| half.corners(index))
        .chain(caps.iter().copied());
    let positions: Vec<[f64; 3]> = all.flatten().collect();
    let triangles = (0..positions.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    Mesh::new(RawMesh {
        triangles: triangles.collect(),
        positions,
        ..RawMesh::default()
    })
    .expect("a half")
}

#[test]
fn each_kind_of_wrong_caps_is_refused_by_name() {
    let mesh = plate();
    assert!(mesh.boundary().is_closed());
    let plane: Plane = "z = 0.5".parse().expect("a plane");
    let split = mesh.split(&plane);
    let caps: Vec<Corners> = (0..split.back.triangles().len())
        .filter(|&index| split.back.part(index) == CAP)
        .map(|index| split.back.corners(index))
        .collect();
    let certificate = |spoilt: [&[Corners]; 2]| {
        let [behind, in_front] = spoilt;
        let in_front: Vec<Corners> = in_front.iter().map(|cap| reversed(*cap)).collect();
        let back = with_caps(&split.back, behind);
        let front = with_caps(&split.front, &in_front);
        let halves = [(&front, Side::Front), (&back, Side::Back)].map(|(half, side)| {
            JudgedPart::without_labels(WrittenPart::new(half), PartPlace::Sides(vec![side]))
        });
        Certificate::of(&mesh, &[plane], &halves)
    };
    assert_eq!(certificate([&caps, &caps]).findings, []);
    assert!(KINDS.len() >= 20);
    for (name, expected, spoil) in KINDS {
        let mut spoilt = caps.clone();
        spoil(&mut spoilt);
        // In one half only, and in both.
        for (behind, in_front) in [(&spoilt, &caps), (&caps, &spoilt), (&spoilt, &spoilt)] {
            let certificate = certificate([behind, in_front]);
            let halves = [(Side::Back, behind), (Side::Front, in_front)];
            for (side, _) in halves.into_iter().filter(|(_, own)| *own == &spoilt) {
                let mut errors = certificate.errors().filter(|error| {
                    error
                        .part
                        .is_none_or(|part| part == usize::from(side == Side::Back))
                });
                assert!(
                    errors.any(|error| expected.contains(&error.kind)),
                    "{name}, {side}: {:?}",
                    certificate.findings
                );
            }
        }
    }
}

/// Labels of the cut faces change nothing.
#[test]
fn each_kind_of_wrong_labelled_caps_is_refused_by_name() {
    let mesh = plate();
    let plane: Plane = "z = 0.5".parse().expect("a plane");
    let division = mesh.divided_by(&[plane]);
    let of_side = |side: Side| {
        let mut parts = division.parts.iter();
        &parts
            .find(|own| own.sides == [side])
            .expect("a part")
            .part
            .mesh
    };
    let [front, back] = [Side::Front, Side::Back].map(of_side);
    let caps: Vec<Corners> = (0..back.triangles().len())
        .filter(|&index| back.part(index) == CAP)
        .map(|index| back.corners(index))
        .collect();
    let certificate = |behind: &[Corners], in_front: &[Corners]| {
        let in_front: Vec<Corners> = in_front.iter().map(|cap| reversed(*cap)).collect();
        let halves = [with_caps(front, &in_front), with_caps(back, behind)];
        let counts = [in_front.len(), behind.len()];
        let sides = [Side::Front, Side::Back];
        let parts = halves.iter().zip(counts).zip(sides);
        let parts = parts.map(|((mesh, caps), side)| {
            let surface = mesh.triangles().len() - caps;
            let faces = [vec![0; surface], vec![1; caps]].concat();
            let place = PartPlace::Sides(vec![side]);
            JudgedPart::written(WrittenPart::new(mesh), faces.into(), place)
        });
        let parts: Vec<JudgedPart<'_>> = parts.collect();
        Certificate::of(&mesh, &[plane], &parts)
    };
    assert_eq!(certificate(&caps, &caps).findings, []);
    for (name, expected, spoil) in KINDS {
        let mut spoilt = caps.clone();
        spoil(&mut spoilt);
        for (behind, in_front) in [(&spoilt, &caps), (&caps, &spoilt), (&spoilt, &spoilt)] {
            let found = certificate(behind, in_front);
            let mut errors = found.errors();
            assert!(
                errors.any(|error| expected.contains(&error.kind)),
                "{name}: {:?}",
                found.findings
            );
        }
    }
}
