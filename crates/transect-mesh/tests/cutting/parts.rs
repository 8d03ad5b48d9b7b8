//! Parts of several planes: cells without surface, planes of every kind, many planes, and damages that the certificate names.

use transect::region::ConvexRegion;
use transect::{Aabb, CuttingPlane, Plane, PlaneAt, PlaneThrough, Side};
use transect_mesh::{
    Certificate, FindingKind, JudgedPart, Mesh, PartPlace, RawMesh, RegionCut, RegionPart,
    WrittenPart,
};

use crate::cutting::count::is_closed;
use crate::cutting::meshes::Grid;

fn planes(texts: &[&str]) -> Vec<Plane> {
    texts
        .iter()
        .map(|text| text.parse().expect("a plane"))
        .collect()
}

fn cube() -> Mesh {
    Grid::cuboid([0; 3], [6; 3]).mesh()
}

#[test]
fn a_cell_inside_of_a_body_is_bounded_by_cut_faces_alone() {
    let planes = planes(&["x = 2", "x = 4", "y = 2", "y = 4", "z = 2", "z = 4"]);
    let division = cube().divided_by(&planes);
    assert_eq!(division.parts.len(), 27);
    for part in &division.parts {
        assert_eq!(part.part.mesh.volume(), 8.0, "{:?}", part.sides);
        assert!(is_closed(&part.part.mesh));
    }
    let inner = [Side::Front, Side::Back].repeat(3);
    let part = division.parts.iter().find(|part| part.sides == inner);
    let part = &part.expect("the middle cell").part;
    assert!((0..part.mesh.triangles().len()).all(|triangle| part.plane_of(triangle).is_some()));
    assert!(division.certificate(&cube(), &planes).is_correct());
}

#[test]
fn only_occupied_cells_exist_however_many_planes_there_are() {
    // Forty planes through one axis: 2⁴⁰ combinations of sides, of which 80 have points.
    let planes: Vec<Plane> = (0..40)
        .map(|k| {
            let [a, b] = [f64::from(k - 20), f64::from(41 - k)];
            Plane::new([a, b, 0.0], -3.0 * (a + b)).expect("a plane")
        })
        .collect();
    let division = cube().divided_by(&planes);
    assert_eq!(division.parts.len(), 80);
    let volume: f64 = division
        .parts
        .iter()
        .map(|part| part.part.mesh.volume())
        .sum();
    assert!((volume - 216.0).abs() < 1e-9);
    assert!(division.certificate(&cube(), &planes).is_correct());
}

#[test]
fn planes_that_nearly_coincide_are_no_trouble() {
    let mesh = Grid::torus(40, 20, 30.0, 10.0).mesh();
    let texts = [
        "z = 0.123",
        "z = 0.123000000001",
        "x = 0.3",
        "x + 1e-12z = 0.3",
    ];
    let planes = planes(&texts);
    let division = mesh.divided_by(&planes);
    assert!(division.parts.iter().all(|part| is_closed(&part.part.mesh)));
    assert!(division.certificate(&mesh, &planes).is_correct());
}

#[test]
fn planes_of_every_kind_cut_together() {
    let through =
        PlaneThrough::new([[0.1, 0.0, 3.3], [6.0, 0.2, 2.7], [0.3, 6.0, 3.1]]).expect("points");
    let at = PlaneAt::new([2.1, 3.3, 0.7], [0.3, 0.1, -0.7]).expect("a normal");
    let planes: [CuttingPlane; 3] = [
        "x = 1.1".parse().expect("a plane"),
        through.into(),
        at.into(),
    ];
    let mesh = cube();
    let division = mesh.divided_by(&planes);
    assert!(division.parts.len() > 5);
    assert!(division.certificate(&mesh, &planes).is_correct());
    let cut = mesh.cut_by_planes(&planes);
    assert!(cut.certificate_for(&mesh, &planes).is_correct());
    let same = division
        .parts
        .iter()
        .find(|part| part.sides == [Side::Front; 3]);
    let same = &same.expect("the part in front of all planes").part.mesh;
    assert_eq!(same.positions(), cut.inside.mesh.positions());
    assert_eq!(same.triangles(), cut.inside.mesh.triangles());
}

/// Damages the parts of a division of a cube, and returns the kinds of findings.
fn found(damage: impl FnOnce(&mut [RawMesh])) -> Vec<FindingKind> {
    let planes = planes(&["x = 2", "y = 3", "x + y + z = 8"]);
    let mesh = cube();
    let division = mesh.divided_by(&planes);
    let faces: Vec<Vec<u32>> = division
        .parts
        .iter()
        .map(|part| {
            let triangles = 0..part.part.mesh.triangles().len();
            let label = |triangle| {
                part.part
                    .plane_of(triangle)
                    .map_or(0, |plane| plane as u32 + 1)
            };
            triangles.map(label).collect()
        })
        .collect();
    let mut raw: Vec<RawMesh> = division
        .parts
        .iter()
        .zip(&faces)
        .map(|(part, faces)| RawMesh {
            parts: faces.clone(),
            ..part.part.mesh.clone().into_raw()
        })
        .collect();
    damage(&mut raw);
    let meshes: Vec<Mesh> = raw
        .into_iter()
        .map(|raw| Mesh::new(raw).expect("lists that agree"))
        .collect();
    let parts: Vec<JudgedPart<'_>> = meshes
        .iter()
        .zip(&division.parts)
        .map(|(mesh, part)| {
            let faces = (0..mesh.triangles().len()).map(|triangle| mesh.part(triangle));
            let faces: Vec<u32> = faces.collect();
            JudgedPart::written(
                WrittenPart::new(mesh),
                faces.into(),
                PartPlace::Sides(part.sides.clone()),
            )
        })
        .collect();
    let certificate = Certificate::of(&mesh, &planes, &parts);
    let mut kinds: Vec<FindingKind> = certificate.findings.iter().map(|own| own.kind).collect();
    kinds.dedup();
    kinds
}

fn remove(raw: &mut RawMesh, is_face: bool) {
    let index = raw.parts.iter().position(|&part| (part > 0) == is_face);
    let index = index.expect("a triangle");
    raw.parts.remove(index);
    raw.triangles.remove(index);
}

#[test]
fn parts_without_damage_have_no_finding() {
    assert_eq!(found(|_| ()), []);
}

#[test]
fn a_piece_left_out_of_a_part_is_named() {
    assert!(found(|parts| remove(&mut parts[0], false)).contains(&FindingKind::Missing));
}

#[test]
fn a_face_left_out_of_one_part_is_named() {
    assert_eq!(
        found(|parts| remove(&mut parts[0], true)),
        [FindingKind::CapBoundary]
    );
}

#[test]
fn a_face_left_out_of_both_parts_is_named() {
    let both = |parts: &mut [RawMesh]| {
        for part in parts.iter_mut() {
            let keep: Vec<bool> = part.parts.iter().map(|&face| face != 1).collect();
            let mut marks = keep.iter();
            part.triangles.retain(|_| *marks.next().expect("a mark"));
            part.parts.retain(|&face| face != 1);
        }
    };
    assert_eq!(found(both), [FindingKind::CapBoundary]);
}

#[test]
fn a_turned_piece_of_a_part_is_named() {
    let kinds = found(|parts| parts[1].triangles[0].swap(1, 2));
    assert_eq!(kinds, [FindingKind::Flipped]);
}

#[test]
fn a_cut_vertex_of_a_part_one_unit_off_is_named() {
    let moved = |parts: &mut [RawMesh]| {
        let face = parts[0]
            .parts
            .iter()
            .position(|&face| face > 0)
            .expect("a face");
        let vertex = parts[0].triangles[face][0] as usize;
        let x = &mut parts[0].positions[vertex][0];
        *x = x.next_up();
    };
    assert_eq!(found(moved), [FindingKind::Vertex]);
}

#[test]
fn pieces_of_a_part_in_another_part_are_named() {
    let kinds = found(|parts| {
        let (first, second) = parts.split_at_mut(1);
        core::mem::swap(&mut first[0], &mut second[0]);
    });
    assert!(
        kinds.contains(&FindingKind::WrongSide) || kinds.contains(&FindingKind::Missing),
        "{kinds:?}"
    );
}

#[test]
fn a_folded_face_between_two_parts_is_named() {
    // A triangle and its reverse, added to the faces of both parts, keep the boundary.
    let folded = |parts: &mut [RawMesh]| {
        for part in parts.iter_mut() {
            let Some(face) = part.parts.iter().position(|&face| face == 1) else {
                continue;
            };
            let [a, b, c] = part.triangles[face];
            part.triangles.extend([[a, b, c], [a, c, b]]);
            part.parts.extend([1, 1]);
        }
    };
    assert_eq!(found(folded), [FindingKind::CapOverlap]);
}

/// Returns a mesh and the planes of its triangles, with triangles added.
fn with_faces(part: &RegionPart, more: &[([[f64; 3]; 3], u32)]) -> (Mesh, Vec<u32>) {
    let raw = part.mesh.clone().into_raw();
    let first = raw.positions.len() as u32;
    let corners: Vec<[f64; 3]> = more.iter().flat_map(|(corners, _)| *corners).collect();
    let added =
        (0..more.len() as u32).map(|index| [0, 1, 2].map(|corner| first + 3 * index + corner));
    let label = |triangle| part.plane_of(triangle).map_or(0, |plane| plane as u32 + 1);
    let labels = (0..raw.triangles.len()).map(label);
    let labels: Vec<u32> = labels.chain(more.iter().map(|(_, label)| *label)).collect();
    let raw = RawMesh {
        triangles: raw.triangles.iter().copied().chain(added).collect(),
        positions: [raw.positions, corners].concat(),
        parts: Vec::new(),
        ..RawMesh::default()
    };
    (Mesh::new(raw).expect("lists that agree"), labels)
}

/// A triangle, and the index of the plane of its cut face plus 1, or 0.
type Labelled = ([[f64; 3]; 3], u32);

/// Returns the certificate of the parts of a cut by a region, to which cut faces are added.
fn with_more(
    mesh: &Mesh,
    planes: &[Plane],
    cut: &RegionCut,
    more: [&[Labelled]; 2],
) -> Certificate {
    let (inside, of_inside) = with_faces(&cut.inside, more[0]);
    let (outside, of_outside) = with_faces(&cut.outside, more[1]);
    let [inside, outside] = [&inside, &outside].map(WrittenPart::new);
    let parts = [
        JudgedPart::written(inside, of_inside.into(), PartPlace::Inside),
        JudgedPart::written(outside, of_outside.into(), PartPlace::Outside),
    ];
    Certificate::of(mesh, planes, &parts)
}

/// Adds the whole boundary of a region, or its reverse, to the part inside, and the opposite to the rest. The region lies inside
/// of the mesh, so its boundary is the part inside. The certificate must name the damage, and only it.
fn expect_boundary_named(mesh: &Mesh, planes: &[Plane]) {
    let cut = mesh.cut_by_planes(planes);
    let certificate = cut.certificate_for(mesh, planes);
    assert_eq!(certificate.findings, [], "{planes:?}");
    let boundary: Vec<([[f64; 3]; 3], u32)> = (0..cut.inside.mesh.triangles().len())
        .map(|triangle| {
            let plane = cut.inside.plane_of(triangle).expect("a cut face");
            (cut.inside.mesh.corners(triangle), plane as u32 + 1)
        })
        .collect();
    let reversed: Vec<([[f64; 3]; 3], u32)> = boundary
        .iter()
        .map(|([a, b, c], plane)| ([*a, *c, *b], *plane))
        .collect();
    let twice = with_more(mesh, planes, &cut, [&boundary, &reversed]);
    let mut empty = cut.clone();
    empty.inside = RegionPart::default();
    empty.outside = mesh.cut_by_planes(&[] as &[Plane]).inside;
    // Neither part has cut faces: the part inside is missing.
    let none = with_more(mesh, planes, &empty, [&[], &[]]);
    let inside_out = with_more(mesh, planes, &empty, [&reversed, &boundary]);
    for certificate in [twice, none, inside_out] {
        assert!(certificate.volume.is_explained());
        let kinds: Vec<FindingKind> = certificate.findings.iter().map(|own| own.kind).collect();
        assert_eq!(kinds, [FindingKind::CapOverlap], "{planes:?}");
    }
}

#[test]
fn a_wrong_boundary_of_a_region_is_named() {
    let mesh = cube();
    let regions: [&[&str]; 5] = [
        &["x = 2", "4 = x", "y = 2", "4 = y", "z = 2", "4 = z"],
        // No point strictly inside has coordinates of floats.
        &[
            "x = 2",
            "2.0000000000000004 = x",
            "y = 2",
            "4 = y",
            "z = 2",
            "4 = z",
        ],
        // A tetrahedron, and one with planes that touch only its corner or its edge.
        &["x = 1", "y = 1", "z = 1", "5 = x + y + z"],
        &[
            "x + y = 2",
            "x = 1",
            "y = 1",
            "z = 1",
            "5 = x + y + z",
            "x + y + z = 3",
            "x = 0.5",
        ],
        // The mesh has vertices and edges on the planes, but not at the region.
        &[
            "x = 0",
            "y = 0",
            "2 = z",
            "z = 1",
            "3 = x",
            "x + y = 3",
            "5 = y",
            "x - y = -1",
        ],
    ];
    for texts in &regions[..4] {
        expect_boundary_named(&mesh, &planes(texts));
    }
    let cut = mesh.cut_by_planes(&planes(regions[4]));
    assert!(cut.certificate_for(&mesh, &planes(regions[4])).is_correct());
    // Points of the region are enclosed twice, or by a surface that is inside out.
    let other = Grid::cuboid([-1; 3], [7; 3]);
    let twice = Grid::union(&[Grid::cuboid([0; 3], [6; 3]), other.clone()]).mesh();
    let hollow = Grid::union(&[
        Grid::cuboid([0; 3], [6; 3]).inverted(),
        other.clone(),
        other,
    ])
    .mesh();
    for mesh in [twice, hollow] {
        let planes = planes(regions[2]);
        let cut = mesh.cut_by_planes(&planes);
        assert!(cut.certificate_for(&mesh, &planes).is_correct());
    }
}

/// Returns a mesh in the plane z = 0 of triangles between points.
fn sheet(points: &[[f64; 2]], triangles: &[[u32; 3]]) -> Mesh {
    let raw = RawMesh {
        positions: points.iter().map(|&[x, y]| [x, y, 0.0]).collect(),
        triangles: triangles.to_vec(),
        ..RawMesh::default()
    };
    Mesh::new(raw).expect("triangles of a sheet")
}

/// Another program divides only what lies in the region: its triangles outside reach across the planes of the region.
#[test]
fn triangles_outside_of_a_region_may_reach_across_its_planes() {
    let corners = [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]];
    let square = [[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]];
    let points = [&corners[..], &square].concat();
    let input = sheet(&corners, &[[0, 1, 2]]);
    let region = ConvexRegion::from(Aabb::new([1.0, 1.0, -1.0], [3.0, 3.0, 1.0]).expect("a box"));
    let planes = region.region().planes();
    let inside = [[3, 4, 5], [3, 5, 6]];
    let outside = [
        [0, 1, 4],
        [0, 4, 3],
        [1, 5, 4],
        [1, 2, 5],
        [2, 6, 5],
        [2, 0, 6],
        [0, 3, 6],
    ];
    let judge = |inside: &[[u32; 3]], outside: &[[u32; 3]]| {
        let parts = [(inside, PartPlace::Inside), (outside, PartPlace::Outside)]
            .map(|(triangles, place)| (sheet(&points, triangles), place));
        let parts = parts
            .each_ref()
            .map(|(mesh, place)| JudgedPart::without_labels(WrittenPart::new(mesh), place.clone()));
        let certificate = Certificate::of(&input, planes, &parts);
        let errors = certificate.errors().map(|error| error.kind);
        errors.collect::<Vec<_>>()
    };
    assert_eq!(judge(&inside, &outside), []);
    // Half of the square lies outside.
    let more = [&outside[..], &inside[1..]].concat();
    assert_eq!(judge(&inside[..1], &more), [FindingKind::WrongSide]);
    // Nothing is cut.
    assert_eq!(judge(&[], &[[0, 1, 2]]), [FindingKind::WrongSide]);
    // A triangle outside covers a part of the square.
    let other = [&outside[2..], &[[0, 1, 3], [1, 4, 3]]].concat();
    assert_eq!(judge(&inside, &other), []);
    let other = [
        &outside[..1],
        &outside[3..],
        &[[1, 5, 3], [1, 3, 4], [0, 4, 3]],
    ]
    .concat();
    assert!(judge(&[[3, 5, 6]], &other).contains(&FindingKind::WrongSide));
}

/// Exchanges the diagonal of two triangles of a face that make a convex quadrilateral.
fn with_another_diagonal(mesh: &Mesh, face: &[usize]) -> Vec<[u32; 3]> {
    let mut triangles = mesh.triangles().to_vec();
    let turns_left = |corners: [u32; 3]| {
        let [a, b, c] = corners.map(|corner| mesh.positions()[corner as usize]);
        (b[1] - a[1]) * (c[2] - a[2]) > (c[1] - a[1]) * (b[2] - a[2])
    };
    let is_to_front = turns_left(triangles[face[0]]);
    for &one in face {
        for &other in face {
            for turn in 0..3 {
                let [u, v, w] = [0, 1, 2].map(|place| triangles[one][(place + turn) % 3]);
                let shared = (0..3).find(|&place| {
                    triangles[other][place] == v && triangles[other][(place + 1) % 3] == u
                });
                let Some(shared) = shared else {
                    continue;
                };
                let x = triangles[other][(shared + 2) % 3];
                let halves = [[u, x, w], [x, v, w]];
                if halves.iter().all(|half| turns_left(*half) == is_to_front)
                    && halves
                        .iter()
                        .all(|half| turns_left(*half) != turns_left([half[1], half[0], half[2]]))
                {
                    [triangles[one], triangles[other]] = halves;
                    return triangles;
                }
            }
        }
    }
    panic!("the face has no convex quadrilateral");
}

/// A face of one box lies upon the cut face of another. In the part in front, two triangles of the cut face have their other
/// diagonal, as another program may have divided it. So these have no reverse in the other part.
#[test]
fn a_cut_face_upon_the_surface_may_be_divided_differently() {
    let boxes = [
        Grid::cuboid([0, 0, 0], [2, 4, 4]),
        Grid::cuboid([1, 1, 1], [3, 3, 3]),
    ];
    let mesh = Grid::union(&boxes).mesh();
    // The second plane divides the face, so that its pieces are not whole triangles.
    let planes = planes(&["x=2", "z=2"]);
    let division = mesh.divided_by(&planes);
    assert_eq!(division.parts.len(), 4);
    let parts = division.parts.iter().map(|own| {
        let part = &own.part.mesh;
        let face: Vec<usize> = own.part.face(0).collect();
        let raw = RawMesh {
            positions: part.positions().to_vec(),
            triangles: match own.sides[0] {
                Side::Front => with_another_diagonal(part, &face),
                _ => part.triangles().to_vec(),
            },
            ..RawMesh::default()
        };
        let mesh = Mesh::new(raw).expect("a part");
        (mesh, PartPlace::Sides(own.sides.clone()))
    });
    let parts: Vec<(Mesh, PartPlace)> = parts.collect();
    let judged = parts
        .iter()
        .map(|(mesh, place)| JudgedPart::without_labels(WrittenPart::new(mesh), place.clone()));
    let certificate = Certificate::of(&mesh, &planes, &judged.collect::<Vec<_>>());
    assert_eq!(certificate.findings, []);
    assert_eq!(certificate.face_areas[0], 4.0);
}

/// Caps of an open input are turned over, or there several times, in both parts beside a plane.
#[test]
fn wrong_caps_of_an_open_input_between_several_parts_are_named() {
    let cube = Grid::cuboid([0; 3], [4; 3]).mesh();
    let is_bottom = |corners: [[f64; 3]; 3]| corners.iter().all(|corner| corner[2] == 0.0);
    let cup = (0..cube.triangles().len()).filter(|&own| !is_bottom(cube.corners(own)));
    let raw = RawMesh {
        positions: cube.positions().to_vec(),
        triangles: cup.map(|own| cube.triangles()[own]).collect(),
        ..RawMesh::default()
    };
    let cup = Mesh::new(raw).expect("a cup");
    let planes = planes(&["z=1", "z=2"]);
    let division = cup.divided_by(&planes);
    let judge = |change: fn([u32; 3]) -> Vec<[u32; 3]>, has_labels: bool| {
        let parts = division.parts.iter().map(|own| {
            let part = &own.part;
            let mut labels = Vec::new();
            let mut triangles = Vec::new();
            for (index, &corners) in part.mesh.triangles().iter().enumerate() {
                let plane = part.plane_of(index);
                let new = match plane {
                    Some(0) => change(corners),
                    _ => vec![corners],
                };
                labels.resize(
                    labels.len() + new.len(),
                    plane.map_or(0, |own| own as u32 + 1),
                );
                triangles.extend(new);
            }
            let raw = RawMesh {
                positions: part.mesh.positions().to_vec(),
                triangles,
                ..RawMesh::default()
            };
            (Mesh::new(raw).expect("a part"), labels, own.sides.clone())
        });
        let parts: Vec<(Mesh, Vec<u32>, Vec<Side>)> = parts.collect();
        let judged = parts.iter().map(|(mesh, labels, sides)| {
            let (written, place) = (WrittenPart::new(mesh), PartPlace::Sides(sides.clone()));
            if has_labels {
                JudgedPart::written(written, labels.into(), place)
            } else {
                JudgedPart::without_labels(written, place)
            }
        });
        let certificate = Certificate::of(&cup, &planes, &judged.collect::<Vec<_>>());
        let errors = certificate.errors().map(|error| error.kind);
        errors.collect::<Vec<_>>()
    };
    for has_labels in [true, false] {
        assert_eq!(judge(|corners| vec![corners], has_labels), []);
        // That all loops are filled is not claimed.
        assert_eq!(judge(|_| Vec::new(), has_labels), []);
        for change in [
            |[a, b, c]: [u32; 3]| vec![[a, c, b]],
            |corners: [u32; 3]| vec![corners; 2],
            |corners: [u32; 3]| vec![corners; 3],
        ] {
            let kinds = judge(change, has_labels);
            assert!(kinds.contains(&FindingKind::CapBoundary), "{kinds:?}");
        }
    }
}
