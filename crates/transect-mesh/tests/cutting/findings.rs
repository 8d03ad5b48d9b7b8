//! Tests of the certificate of a cut: each test gives the halves one defect, and the certificate must report the
//! finding for this defect and no other.

use transect::{Plane, Side};
use transect_mesh::{
    CAP, Certificate, Finding, FindingKind, JudgedPart, Mesh, PartPlace, Precision, RawMesh, Split,
    WrittenPart,
};

use crate::cutting::meshes::Grid;

/// Returns the findings of a certificate about two halves with f64 coordinates.
fn findings(mesh: &Mesh, plane: &Plane, split: &Split) -> Vec<Finding> {
    split.certificate(mesh, plane).findings
}

/// Judges two halves that do not say which triangles are caps.
fn judged(mesh: &Mesh, plane: &Plane, halves: [&Mesh; 2], tolerance: f64) -> Certificate {
    let halves = [(halves[0], Side::Front), (halves[1], Side::Back)];
    let halves = halves.map(|(half, side)| {
        JudgedPart::without_labels(WrittenPart::new(half), PartPlace::Sides(vec![side]))
    });
    Certificate::within(mesh, &[*plane], &halves, tolerance)
}

fn kinds(findings: &[Finding]) -> Vec<FindingKind> {
    findings.iter().map(|finding| finding.kind).collect()
}

fn plane(text: &str) -> Plane {
    text.parse().expect("a plane")
}

/// Returns a copy of a half, altered by `alter`.
fn altered(half: &Mesh, alter: impl FnOnce(&mut RawMesh)) -> Mesh {
    let mut raw = half.clone().into_raw();
    raw.parts.resize(raw.triangles.len(), 0);
    alter(&mut raw);
    Mesh::new(raw).expect("the indices stay valid")
}

fn remove(raw: &mut RawMesh, mut unwanted: impl FnMut(&RawMesh, usize) -> bool) {
    let keep: Vec<bool> = (0..raw.triangles.len())
        .map(|t| !unwanted(raw, t))
        .collect();
    let mut marks = keep.iter();
    raw.triangles.retain(|_| *marks.next().expect("as many"));
    let mut marks = keep.iter();
    raw.parts.retain(|_| *marks.next().expect("as many"));
}

/// Returns the index of the first triangle for which `holds` is `true`. `holds` gets the corners of the triangle and
/// the index of its part.
fn find(mesh: &Mesh, holds: impl Fn([[f64; 3]; 3], u32) -> bool) -> usize {
    let mut triangles = 0..mesh.triangles().len();
    triangles
        .find(|&t| holds(mesh.corners(t), mesh.part(t)))
        .expect("there is one")
}

/// Returns a box that is cut obliquely: no vertex lies in the plane, and the coordinates of the cut vertices are
/// rounded.
fn cut_box() -> (Mesh, Plane, Split) {
    let (mesh, plane) = (Grid::cuboid([0; 3], [4; 3]).mesh(), plane("x+2y+3z=12.5"));
    let split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    (mesh, plane, split)
}

/// Returns a ring that is cut obliquely. Both halves contain whole triangles of the ring, and pieces of triangles that
/// the plane crosses.
fn cut_ring() -> (Mesh, Plane, Split) {
    let (mesh, plane) = (
        Grid::torus(24, 12, 100.0, 40.0).mesh(),
        plane("3x-y+2z=-7.5"),
    );
    let split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    (mesh, plane, split)
}

/// Returns the index of a cut vertex: a vertex of a half that is not a vertex of the input.
fn a_crossing(mesh: &Mesh, half: &Mesh) -> usize {
    let is_new = |position: &[f64; 3]| {
        let has_fraction = position.iter().any(|c| *c != c.trunc());
        has_fraction && !mesh.positions().contains(position)
    };
    let place = half.positions().iter().position(is_new);
    place.expect("the cut makes vertices")
}

/// Moves a coordinate that is not an integer by two units in the last place. Returns the distance of this move.
fn moved_by_two_units(position: &mut [f64; 3]) -> f64 {
    let coordinate = position.iter_mut().find(|c| **c != c.trunc());
    let coordinate = coordinate.expect("one with a fraction");
    let before = *coordinate;
    *coordinate = before.next_up().next_up();
    *coordinate - before
}

#[test]
fn a_crossing_two_units_off_is_named() {
    let (mesh, plane, mut split) = cut_box();
    let vertex = a_crossing(&mesh, &split.front);
    let mut by = 0.0;
    split.front = altered(&split.front, |raw| {
        by = moved_by_two_units(&mut raw.positions[vertex]);
    });
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::Vertex]);
    assert_eq!((found[0].part, found[0].count), (Some(0), 1));
    // The reported distance is that of the moved vertex from the exact crossing of the edge and the plane. Before the
    // move, the vertex was within half a unit in the last place of that crossing.
    assert!(
        (0.7 * by..=1.3 * by).contains(&found[0].amount),
        "{found:?}, {by}"
    );
    let place = found[0].place.expect("a place");
    assert!(split.front.positions().contains(&place), "{place:?}");
}

#[test]
fn a_crossing_two_units_of_f32_off_is_named() {
    let (mesh, plane, split) = cut_box();
    let certificate = |front: &Mesh, back: &Mesh| {
        let halves = [(front, Side::Front), (back, Side::Back)].map(|(half, side)| {
            let written = WrittenPart {
                precision: Precision::Single,
                ..WrittenPart::new(half)
            };
            JudgedPart::of_split(written, side, &mesh)
        });
        Certificate::of(&mesh, &[plane], &halves)
    };
    let halves = [&split.front, &split.back].map(|half| half.narrowed(&[0.0; 3]).expect("small"));
    let [front, back] = halves.map(|half| half.mesh);
    assert_eq!(certificate(&front, &back).findings, []);
    let vertex = a_crossing(&mesh, &back);
    let back = altered(&back, |raw| {
        let coordinates = &mut raw.positions[vertex];
        let coordinate = coordinates.iter_mut().find(|c| **c != c.trunc());
        let coordinate = coordinate.expect("one with a fraction");
        *coordinate = f64::from((*coordinate as f32).next_up().next_up());
    });
    let found = certificate(&front, &back).findings;
    assert_eq!(kinds(&found), [FindingKind::Vertex]);
    assert_eq!(found[0].part, Some(1));
}

#[test]
fn a_vertex_of_the_input_one_unit_off_is_named() {
    let (mesh, plane, mut split) = cut_box();
    let corner = [4.0, 4.0, 4.0];
    let vertex = split.front.positions().iter().position(|p| *p == corner);
    split.front = altered(&split.front, |raw| {
        raw.positions[vertex.expect("the corner is in front")][1] = 4.0_f64.next_up();
    });
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::Vertex]);
    assert_eq!(
        (found[0].place, found[0].amount),
        (Some(corner), 4.0_f64.next_up() - 4.0)
    );
}

/// The tolerance allows errors of cut vertices, for halves that another program made. It does not allow errors of
/// vertices of the input.
#[test]
fn the_tolerance_is_for_crossings_only() {
    let (mesh, plane, split) = cut_box();
    let kinds = |front: &Mesh, tolerance: f64| {
        let certificate = judged(&mesh, &plane, [front, &split.back], tolerance);
        kinds(&certificate.findings)
    };
    let vertex = a_crossing(&mesh, &split.front);
    let by = 1.0 / 1024.0;
    let off = altered(&split.front, |raw| raw.positions[vertex][0] += by);
    assert_eq!(kinds(&off, 0.0), [FindingKind::Vertex]);
    assert_eq!(kinds(&off, 0.5 * by), [FindingKind::Vertex]);
    assert_eq!(kinds(&off, 1.5 * by), []);
    let corner = split.front.positions().iter().position(|p| *p == [4.0; 3]);
    let off = altered(&split.front, |raw| {
        raw.positions[corner.expect("in front")][0] += by;
    });
    assert_eq!(kinds(&off, 1.5 * by), [FindingKind::Vertex]);
}

/// A crossing halfway between two floats may be rounded to either of them, also if they are the least ones.
#[test]
fn crossings_halfway_between_the_least_floats_may_be_rounded_either_way() {
    let least = f64::from_bits(1);
    let grid = Grid::cuboid([0; 3], [4; 3]);
    let mesh = grid.mesh_with(|position| position.map(|c| c as f64 * least));
    // The plane x = 2.5 units. The nearest floats are 2 and 3 units.
    let plane = Plane::new([2.0, 0.0, 0.0], -5.0 * least).expect("a plane");
    let split = mesh.split(&plane);
    for units in [2.0, 3.0] {
        let halves = [&split.front, &split.back].map(|half| {
            altered(half, |raw| {
                for position in &mut raw.positions {
                    if [2.0, 3.0].contains(&(position[0] / least)) {
                        position[0] = units * least;
                    }
                }
            })
        });
        let found = judged(&mesh, &plane, [&halves[0], &halves[1]], 0.0).findings;
        assert_eq!(found, [], "{units}");
    }
}

/// Returns the indices of two triangles of the half: a whole triangle of the input, and a piece of a triangle that the
/// plane crosses.
fn surface_triangles(mesh: &Mesh, half: &Mesh) -> [usize; 2] {
    let is_vertex = |position: &[f64; 3]| mesh.positions().contains(position);
    [
        find(half, |corners, part| {
            part != CAP && corners.iter().all(is_vertex)
        }),
        find(half, |corners, part| {
            part != CAP && !corners.iter().all(is_vertex)
        }),
    ]
}

/// Alters one triangle at a time: in each half, a whole triangle of the input and a piece of a triangle that the plane
/// crosses. Each time, expects a single finding, of the kind `kind` and with the triangle's area.
fn each_alone(kind: FindingKind, alter: impl Fn(&mut RawMesh, usize)) {
    let (mesh, plane, split) = cut_ring();
    for (part, side) in [Side::Front, Side::Back].into_iter().enumerate() {
        let half = if side == Side::Front {
            &split.front
        } else {
            &split.back
        };
        for triangle in surface_triangles(&mesh, half) {
            let other = altered(half, |raw| alter(raw, triangle));
            let mut spoilt = split.clone();
            match side {
                Side::Front => spoilt.front = other,
                _ => spoilt.back = other,
            }
            let found = findings(&mesh, &plane, &spoilt);
            assert_eq!(kinds(&found), [kind], "{side} {triangle}");
            let [a, b, c] = half.corners(triangle);
            let area = Mesh::new(RawMesh {
                positions: vec![a, b, c],
                triangles: vec![[0, 1, 2]],
                ..RawMesh::default()
            });
            let area = area.expect("a triangle").area();
            assert_eq!((found[0].part, found[0].count), (Some(part), 1));
            assert!(
                (found[0].amount / area - 1.0).abs() < 0.001,
                "{found:?} {area}"
            );
        }
    }
}

#[test]
fn a_dropped_triangle_is_named() {
    each_alone(FindingKind::Missing, |raw, triangle| {
        remove(raw, |_, t| t == triangle)
    });
}

#[test]
fn a_flipped_triangle_is_named() {
    each_alone(FindingKind::Flipped, |raw, triangle| {
        raw.triangles[triangle].swap(1, 2)
    });
}

#[test]
fn a_doubled_triangle_is_named() {
    each_alone(FindingKind::Doubled, |raw, triangle| {
        raw.triangles.push(raw.triangles[triangle]);
        raw.parts.push(0);
    });
}

#[test]
fn a_moved_triangle_is_missing_and_too_many() {
    let (mesh, plane, mut split) = cut_ring();
    let [whole, _] = surface_triangles(&mesh, &split.front);
    split.front = altered(&split.front, |raw| {
        raw.triangles[whole] = raw.triangles[whole].map(|v| {
            raw.positions
                .push(raw.positions[v as usize].map(|c| c + 0.5));
            raw.positions.len() as u32 - 1
        });
    });
    let found = kinds(&findings(&mesh, &plane, &split));
    assert_eq!(found, [FindingKind::Missing, FindingKind::Surplus]);
}

#[test]
fn a_body_that_is_added_is_named() {
    let (mesh, plane, mut split) = cut_box();
    let corners = [
        [3.0, 3.0, 3.0],
        [3.5, 3.0, 3.0],
        [3.0, 3.5, 3.0],
        [3.0, 3.0, 3.5],
    ];
    split.front = altered(&split.front, |raw| {
        let first = raw.positions.len() as u32;
        raw.positions.extend(corners);
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        raw.triangles
            .extend(faces.map(|t: [u32; 3]| t.map(|v| v + first)));
        raw.parts.extend([0; 4]);
    });
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::Surplus]);
    assert_eq!(found[0].count, 4);
}

#[test]
fn a_piece_given_to_the_wrong_half_is_named() {
    let (mesh, plane, mut split) = cut_ring();
    let [_, piece] = surface_triangles(&mesh, &split.front);
    let corners = split.front.corners(piece);
    split.front = altered(&split.front, |raw| remove(raw, |_, t| t == piece));
    split.back = altered(&split.back, |raw| {
        let first = raw.positions.len() as u32;
        raw.positions.extend(corners);
        raw.triangles.push([first, first + 1, first + 2]);
        raw.parts.push(0);
    });
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::WrongSide]);
    assert_eq!((found[0].part, found[0].count), (Some(1), 1));
}

#[test]
fn exchanged_halves_are_named() {
    let (mesh, plane, mut split) = cut_box();
    core::mem::swap(&mut split.front, &mut split.back);
    let found = findings(&mesh, &plane, &split);
    let on_the_wrong_side = found.iter().filter(|f| f.kind == FindingKind::WrongSide);
    assert_eq!(on_the_wrong_side.count(), 2, "{found:?}");
}

/// A hollow box has an inner shell, which the plane does not cut. So no cap depends on the shell's orientation.
#[test]
fn an_inner_shell_turned_over_is_named() {
    let shell = Grid::cuboid([4, 4, 6], [6, 6, 8]).inverted();
    let mesh = Grid::union(&[Grid::cuboid([0; 3], [10; 3]), shell]).mesh();
    let plane = plane("z=3");
    let mut split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    split.front = altered(&split.front, |raw| {
        for triangle in &mut raw.triangles {
            if triangle
                .iter()
                .all(|&v| (4.0..=6.0).contains(&raw.positions[v as usize][0]))
            {
                triangle.swap(1, 2);
            }
        }
    });
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::Flipped]);
    assert_eq!(found[0].count, 12);
}

/// A body that is missing as a whole leaves both halves closed, so its triangles must be missed one by one.
#[test]
fn bodies_left_out_are_named() {
    let boxes = [[0; 3], [10, 0, 0], [20, 0, 8]];
    let boxes = boxes.map(|by| Grid::cuboid([0; 3], [4; 3]).translated(by));
    let (mesh, plane) = (Grid::union(&boxes).mesh(), plane("z=1.5"));
    let split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    let without = |half: &Mesh, low: f64| {
        altered(half, |raw| {
            remove(raw, |raw, t| {
                (low..low + 5.0).contains(&raw.positions[raw.triangles[t][0] as usize][0])
            });
        })
    };
    for low in [0.0, 20.0] {
        let mut spoilt = split.clone();
        spoilt.front = without(&split.front, low);
        spoilt.back = without(&split.back, low);
        for found in [
            findings(&mesh, &plane, &spoilt),
            judged(&mesh, &plane, [&spoilt.front, &spoilt.back], 0.0).findings,
        ] {
            assert!(kinds(&found).contains(&FindingKind::Missing), "{found:?}");
        }
    }
    let nothing = Mesh::default();
    let found = judged(&mesh, &plane, [&nothing, &nothing], 0.0).findings;
    assert_eq!(kinds(&found), [FindingKind::Missing; 2]);
}

/// Returns two boxes side by side.
fn two_boxes() -> (Mesh, Plane, Split) {
    let boxes = [[0; 3], [10, 0, 0]].map(|by| Grid::cuboid([0; 3], [4; 3]).translated(by));
    let (mesh, plane) = (Grid::union(&boxes).mesh(), plane("z=1.5"));
    let split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    (mesh, plane, split)
}

#[test]
fn a_cap_loop_left_out_is_named() {
    let (mesh, plane, mut split) = two_boxes();
    split.back = altered(&split.back, |raw| {
        remove(raw, |raw, t| {
            raw.parts[t] == CAP && raw.positions[raw.triangles[t][0] as usize][0] > 5.0
        });
    });
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::CapBoundary]);
    // The expected amount is the perimeter of a square of 4 by 4.
    assert_eq!((found[0].part, found[0].amount), (Some(1), 16.0));
}

#[test]
fn a_shifted_cap_is_named() {
    let (mesh, plane, mut split) = two_boxes();
    split.front = altered(&split.front, |raw| {
        for t in (0..raw.triangles.len()).filter(|&t| raw.parts[t] == CAP) {
            let triangle = raw.triangles[t].map(|v| {
                let [x, y, z] = raw.positions[v as usize];
                raw.positions.push([x + 0.25, y, z]);
                raw.positions.len() as u32 - 1
            });
            raw.triangles[t] = triangle;
        }
    });
    assert_eq!(
        kinds(&findings(&mesh, &plane, &split)),
        [FindingKind::CapBoundary]
    );
}

/// Returns a prism over a dart (a quadrangle with a dent) of area 9, cut horizontally. A fan of triangles from a corner
/// next to the dent overlaps itself: triangles of area 18 have the dart's orientation, and triangles of area 9 the
/// reversed one.
fn dart() -> (Mesh, Plane, Split) {
    let mesh = Grid::prism(&[[0, 0], [3, 6], [0, 3], [-3, 6]], 0, 4).mesh();
    let plane = plane("z=2");
    let split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    (mesh, plane, split)
}

/// Returns a half of the dart whose cap overlaps itself: a fan of triangles from a corner next to the dent.
fn folded(half: &Mesh, points: &[[f64; 3]], keep: Side) -> Mesh {
    let start = points.iter().position(|p| (p[0], p[1]) == (3.0, 6.0));
    let start = start.expect("the corner is in the loop");
    altered(half, |raw| {
        remove(raw, |raw, t| raw.parts[t] == CAP);
        let id = |raw: &RawMesh, at: usize| {
            let point = points[(start + at) % points.len()];
            let place = raw.positions.iter().position(|p| *p == point);
            place.expect("the loop's points are the half's") as u32
        };
        for step in 1..points.len() - 1 {
            let [a, b, c] = [0, step, step + 1].map(|at| id(raw, at));
            raw.triangles.push(if keep == Side::Back {
                [a, b, c]
            } else {
                [a, c, b]
            });
            raw.parts.push(CAP);
        }
    })
}

#[test]
fn folded_caps_are_named() {
    let (mesh, plane, mut split) = dart();
    let points = split.cap_loops[0].clone();
    split.front = folded(&split.front, &points, Side::Front);
    split.back = folded(&split.back, &points, Side::Back);
    let certificate = split.certificate(&mesh, &plane);
    assert_eq!(certificate.face_areas, [27.0]);
    let found = &certificate.findings;
    assert_eq!(kinds(found), [FindingKind::CapOverlap]);
    assert!(
        found.iter().all(|finding| finding.amount == 18.0),
        "{found:?}"
    );
    assert!(!certificate.caps_verified());
}

/// A normal with the least length has no reciprocal. The area of folded caps does not depend on its length.
#[test]
fn folded_caps_of_a_plane_with_the_least_normal_are_named() {
    let (mesh, _, mut split) = dart();
    let least = f64::from_bits(1);
    let plane = Plane::new([0.0, 0.0, least], -2.0 * least).expect("a plane");
    assert_eq!(findings(&mesh, &plane, &split), []);
    let points = split.cap_loops[0].clone();
    split.front = folded(&split.front, &points, Side::Front);
    split.back = folded(&split.back, &points, Side::Back);
    let found = findings(&mesh, &plane, &split);
    assert_eq!(kinds(&found), [FindingKind::CapOverlap]);
    assert_eq!(found[0].amount, 18.0);
}

#[test]
fn caps_back_to_back_are_named() {
    let (mesh, plane, mut split) = dart();
    split.back = altered(&split.back, |raw| {
        let cap = (0..raw.triangles.len())
            .find(|&t| raw.parts[t] == CAP)
            .expect("a cap");
        let [a, b, c] = raw.triangles[cap];
        raw.triangles.extend([[a, b, c], [a, c, b]]);
        raw.parts.extend([CAP; 2]);
    });
    assert_eq!(
        kinds(&findings(&mesh, &plane, &split)),
        [FindingKind::CapOverlap]
    );
}

#[test]
fn a_cap_called_surface_is_named() {
    let (mesh, plane, split) = cut_ring();
    let cap = find(&split.front, |_, part| part == CAP);
    let [whole, _] = surface_triangles(&mesh, &split.front);
    for triangle in [cap, whole] {
        let mut spoilt = split.clone();
        spoilt.front = altered(&split.front, |raw| {
            let part = &mut raw.parts[triangle];
            *part = if *part == CAP { 0 } else { CAP };
        });
        let found = findings(&mesh, &plane, &spoilt);
        assert_eq!(kinds(&found), [FindingKind::CapPart]);
    }
    // Here the certificate is not given the part number of the caps. So it cannot report a triangle that has the
    // wrong part number.
    let certificate = judged(&mesh, &plane, [&split.front, &split.back], 0.0);
    assert_eq!(certificate.findings, []);
}

/// A box has a fin, an open wall, along an upright edge. In the section, an open chain begins at a point of the box's
/// loop. A cut may fill or not fill a loop that touches an open chain, but it must do the same in both halves.
#[test]
fn caps_of_one_half_only_are_named() {
    let mut grid = Grid::cuboid([0; 3], [4; 3]);
    grid.quad([[4, 4, 0], [9, 9, 0], [9, 9, 4], [4, 4, 4]], true);
    let (mesh, plane) = (grid.mesh(), plane("z=1.5"));
    let mut split = mesh.split(&plane);
    let certificate = split.certificate(&mesh, &plane);
    assert!(!certificate.input_closed && certificate.findings.is_empty());
    assert_eq!(certificate.face_areas, [16.0]);
    split.back = altered(&split.back, |raw| remove(raw, |raw, t| raw.parts[t] == CAP));
    assert_eq!(
        kinds(&findings(&mesh, &plane, &split)),
        [FindingKind::CapsDiffer]
    );
}

/// Two boxes with fins (open walls along an upright edge): one has a cap only in the front half, the other only in the
/// back half. The caps of both halves have the same area, but different edges.
#[test]
fn caps_of_each_half_elsewhere_are_named() {
    let mut grid = Grid::cuboid([0; 3], [4; 3]);
    grid.quad([[4, 4, 0], [9, 9, 0], [9, 9, 4], [4, 4, 4]], true);
    grid.append(&Grid::cuboid([20, 0, 0], [24, 4, 4]));
    grid.quad([[24, 4, 0], [29, 9, 0], [29, 9, 4], [24, 4, 4]], true);
    let (mesh, plane) = (grid.mesh(), plane("z=1.5"));
    let mut split = mesh.split(&plane);
    assert_eq!(findings(&mesh, &plane, &split), []);
    let without_caps = |half: &Mesh, is_there: fn(f64) -> bool| {
        altered(half, |raw| {
            remove(raw, |raw, t| {
                let [first, ..] = raw.triangles[t];
                raw.parts[t] == CAP && is_there(raw.positions[first as usize][0])
            });
        })
    };
    split.front = without_caps(&split.front, |x| x < 10.0);
    split.back = without_caps(&split.back, |x| x > 10.0);
    let certificate = split.certificate(&mesh, &plane);
    assert_eq!(kinds(&certificate.findings), [FindingKind::CapsDiffer]);
}

/// The loop of a prism over a pentagram crosses itself, so its caps may overlap. The cause is the input, so the finding
/// is a note, not an error.
#[test]
fn a_section_that_crosses_itself_is_noted() {
    let star = [[0, 10], [6, -8], [-10, 3], [10, 3], [-6, -8]];
    let (mesh, plane) = (Grid::prism(&star, 0, 4).mesh(), plane("z=2"));
    let certificate = mesh.split(&plane).certificate(&mesh, &plane);
    assert_eq!(certificate.errors().count(), 0, "{certificate:?}");
    assert!(certificate.parts.iter().all(|half| half.closed));
    let notes = kinds(&certificate.findings);
    assert!(
        notes
            .iter()
            .all(|kind| *kind == FindingKind::SectionCrosses),
        "{notes:?}"
    );
}

/// The order of vertices and triangles has no effect on the certificate.
#[test]
fn halves_in_any_order_are_certified() {
    let (mesh, plane, mut split) = cut_box();
    for half in [&mut split.front, &mut split.back] {
        *half = altered(half, |raw| {
            raw.positions.reverse();
            let last = raw.positions.len() as u32 - 1;
            for (index, triangle) in raw.triangles.iter_mut().enumerate() {
                *triangle = triangle.map(|v| last - v);
                triangle.rotate_left(index % 3);
            }
            raw.triangles.reverse();
            raw.parts.reverse();
        });
    }
    assert_eq!(findings(&mesh, &plane, &split), []);
}

/// Errors of cut vertices within the tolerance are not findings. They still change the certificate's sums, such as the
/// difference of the volumes.
#[test]
fn moved_crossings_show_in_the_sums() {
    let (mesh, plane, split) = cut_box();
    let vertex = a_crossing(&mesh, &split.front);
    let front = altered(&split.front, |raw| raw.positions[vertex][0] += 0.25);
    let certificate = judged(&mesh, &plane, [&front, &split.back], 0.5);
    assert_eq!(certificate.findings, []);
    let sums = [
        certificate.volume,
        certificate.first_moment,
        certificate.area,
    ];
    for sum in sums {
        assert!(sum.found > 0.001 && sum.is_explained(), "{certificate:?}");
    }
    let volume = front.volume() + split.back.volume() - mesh.volume();
    assert!((certificate.volume.found / volume.abs() - 1.0).abs() < 0.001);
}

/// Returns a closed box beside a box without a lid. The mesh is open, but the section of the closed box is a closed loop.
fn closed_box_beside_an_open_one() -> Mesh {
    let mut open = Grid::cuboid([8, 0, 0], [12, 4, 4]);
    open.triangles.pop();
    let mesh = Grid::union(&[Grid::cuboid([0; 3], [4; 3]), open]).mesh();
    assert!(!mesh.boundary().is_closed());
    mesh
}

/// Returns the indices of the cap triangles of a half.
fn caps_of(raw: &RawMesh) -> Vec<usize> {
    let triangles = 0..raw.triangles.len();
    let caps: Vec<usize> = triangles.filter(|&t| raw.parts[t] == CAP).collect();
    assert!(caps.len() > 1);
    caps
}

/// The cap of the closed box may be there once, and not twice.
#[test]
fn a_second_cap_in_an_open_input_is_named() {
    let (mesh, plane) = (closed_box_beside_an_open_one(), plane("x+0.5z=2.5"));
    let mut split = mesh.split(&plane);
    assert!(split.certificate(&mesh, &plane).errors().next().is_none());
    split.front = altered(&split.front, |raw| {
        for cap in caps_of(raw) {
            raw.triangles.push(raw.triangles[cap]);
            raw.parts.push(CAP);
        }
    });
    let found = kinds(&findings(&mesh, &plane, &split));
    assert!(found.contains(&FindingKind::CapBoundary), "{found:?}");
}

/// The cap of the closed box may be missing as a whole. Without one of its triangles, it has a boundary edge within the
/// section.
#[test]
fn a_cap_without_one_triangle_in_an_open_input_is_named() {
    let (mesh, plane) = (closed_box_beside_an_open_one(), plane("x+0.5z=2.5"));
    let mut split = mesh.split(&plane);
    split.front = altered(&split.front, |raw| {
        let first = caps_of(raw)[0];
        remove(raw, |_, triangle| triangle == first);
    });
    let found = kinds(&findings(&mesh, &plane, &split));
    assert!(found.contains(&FindingKind::CapBoundary), "{found:?}");
}
