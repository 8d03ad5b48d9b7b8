//! Laws of cuts by convex regions, on random meshes and random regions.

use std::collections::BTreeMap;

use transect::region::ConvexRegion;
use transect::{Aabb, Overlap, Plane, Region, Relation, Side};
use transect_mesh::{
    CAP, Certificate, JudgedPart, Mesh, PartPlace, RawMesh, RegionCut, RegionPart, WrittenPart,
};

use crate::cutting::count::{Key, is_closed, key};
use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::laws::{Verdict, every_law_of_any_mesh, law};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

/// The numbers of random tests: meshes per family, and regions per mesh.
const MESHES: u64 = 25;
const REGIONS: usize = 4;

/// Returns planes that are likely to pass through vertices, edges and faces of the mesh. Some regions are boxes with
/// corners at or near vertices. Some regions have the same plane twice, or a plane and the flipped plane. Some are
/// empty.
pub(crate) fn region(grid: &Grid, random: &mut Random) -> Vec<Plane> {
    if random.one_in(3) {
        let corners = [0, 1].map(|_| {
            let corner = random.pick(&grid.positions);
            corner.map(|c| (c + random.between(-1, 1)) as f64)
        });
        let [a, b] = corners;
        let aabb = Aabb::from_corners(a, b).expect("finite corners");
        return ConvexRegion::from(aabb).planes().to_vec();
    }
    let count = 1 + random.below(5_usize);
    let mut planes: Vec<Plane> = (0..count).map(|_| to_plane(plane(grid, random))).collect();
    if random.one_in(4) {
        let again = planes[random.below(planes.len())];
        planes.push(if random.one_in(2) {
            again
        } else {
            again.flipped()
        });
    }
    planes
}

pub(crate) fn all_families(one: impl Fn(Family, &Grid, &[Plane]) -> Verdict) {
    let mut broken = Vec::new();
    for family in Family::ALL {
        for seed in 0..cases(MESHES) {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            for number in 0..REGIONS {
                let planes = region(&grid, &mut random);
                if let Err(what) = one(family, &grid, &planes) {
                    broken.push(format!("{family:?}, seed {seed}, region {number}: {what}"));
                }
            }
        }
    }
    let count = broken.len();
    broken.truncate(8);
    assert!(
        broken.is_empty(),
        "{count} broken laws, among them\n{}",
        broken.join("\n")
    );
}

#[test]
fn every_law_holds_for_random_regions() {
    all_families(|family, grid, planes| every_law(&grid.mesh(), planes, family.is_clean(), true));
}

#[test]
fn every_law_holds_where_cut_vertices_are_rounded() {
    // The coordinates are thirds, sevenths and tenths, which are rounded. So few cut vertices lie exactly in their
    // planes. The planes are moved away from the vertices of the input.
    all_families(|_, grid, planes| {
        let mesh = grid.mesh_with(|p| {
            [
                p[0] as f64 / 3.0,
                p[1] as f64 / 7.0 + 1e3,
                p[2] as f64 * 0.1,
            ]
        });
        let moved: Vec<Plane> = planes
            .iter()
            .filter_map(|plane| {
                let [a, b, c] = plane.normal();
                Plane::new(
                    [3.0 * a, 7.0 * b, 10.0 * c],
                    plane.offset() - 7e3 * b + 0.37,
                )
                .ok()
            })
            .collect();
        every_law(&mesh, &moved, false, false)
    });
}

/// Checks every law of the cut of a mesh by a region. One law is that the part outside has no walls: faces between the
/// pieces that different planes cut off. Walls are found by comparing areas. Meshes that cross themselves may have
/// pairs of opposite triangles that change the areas, so this law is checked only if `is_clean` is `true`. If
/// `is_exact` is `true`, coordinates are integers, so no cut vertex is rounded to a vertex of the input.
fn every_law(mesh: &Mesh, planes: &[Plane], is_clean: bool, is_exact: bool) -> Verdict {
    let region = Region::new(planes);
    let cut = mesh.cut_by_region(region);
    relation_agrees(mesh, planes, &cut, is_exact)?;
    has_the_volume_of_cuts_in_turn(mesh, planes, &cut)?;
    faces_are_labelled(planes, &cut)?;
    for (name, part) in [("inside", &cut.inside), ("outside", &cut.outside)] {
        let part = &part.mesh;
        law!(
            part.boundary().is_closed() == is_closed(part),
            "{name}: a miscounted boundary"
        );
        law!(
            is_closed(part) || !is_closed(mesh),
            "the part {name} is open"
        );
    }
    let certificate = cut.certificate(mesh, region);
    law!(
        certificate.is_correct(),
        "{planes:?}: the certificate finds {certificate:?}"
    );
    // The same parts as files, which do not say which triangles belong to cut faces.
    let parts = [
        (&cut.inside, PartPlace::Inside),
        (&cut.outside, PartPlace::Outside),
    ];
    let parts =
        parts.map(|(part, place)| JudgedPart::without_labels(WrittenPart::new(&part.mesh), place));
    // A region without thickness has no inside, and its parts cannot be judged as such.
    let is_thin = planes.iter().enumerate().any(|(index, plane)| {
        let flipped = Relation::Same { is_flipped: true };
        let mut before = planes[..index].iter();
        before.any(|before| before.relation(plane) == flipped)
    });
    let certificate = Certificate::of(mesh, planes, &parts);
    law!(
        is_thin || certificate.is_correct(),
        "{planes:?}: without labels, the certificate finds {:?}",
        certificate.findings
    );
    if is_clean && is_closed(mesh) {
        let faces: f64 = (0..planes.len())
            .map(|plane| face_area(&cut.outside, plane))
            .sum();
        let surface = cut.outside.mesh.area() - faces;
        law!(
            surface <= mesh.area() * (1.0 + 1e-12) + 1e-12,
            "the surface outside is larger than that of the input: there are walls"
        );
    }
    Ok(())
}

/// Returns the area of the cut face of a plane.
pub(crate) fn face_area(part: &RegionPart, plane: usize) -> f64 {
    let raw = RawMesh {
        positions: part.mesh.positions().to_vec(),
        triangles: part.face(plane).map(|t| part.mesh.triangles()[t]).collect(),
        ..RawMesh::default()
    };
    Mesh::new(raw).expect("triangles of a mesh").area()
}

/// Checks the relation, and which vertices of the input are inside, against the sides of single vertices.
fn relation_agrees(mesh: &Mesh, planes: &[Plane], cut: &RegionCut, is_exact: bool) -> Verdict {
    let some = |plane: &Plane, side: Side| mesh.positions().iter().any(|v| plane.side(v) == side);
    let all_inside = !planes.iter().any(|plane| some(plane, Side::Back));
    let none_before_one = planes.iter().any(|plane| !some(plane, Side::Front));
    let expected = match (none_before_one, all_inside) {
        (true, _) => Overlap::Outside,
        (_, true) => Overlap::Inside,
        _ if cut.inside.mesh.is_empty() => Overlap::Outside,
        _ => Overlap::Meets,
    };
    law!(
        cut.relation == expected,
        "{:?} where {expected:?} is expected",
        cut.relation
    );
    let same = |part: &RegionPart| {
        part.mesh.positions() == mesh.positions() && part.mesh.triangles() == mesh.triangles()
    };
    match expected {
        Overlap::Inside => law!(
            same(&cut.inside) && cut.outside.mesh.is_empty(),
            "it is changed"
        ),
        Overlap::Outside => law!(
            same(&cut.outside) && cut.inside.mesh.is_empty(),
            "it is changed"
        ),
        Overlap::Meets => {
            let input: Vec<Key> = mesh.positions().iter().map(key).collect();
            let vertices = cut.inside.mesh.positions().iter();
            for vertex in vertices.filter(|v| is_exact && input.contains(&key(v))) {
                let side = planes.iter().map(|plane| plane.side(vertex)).min();
                law!(
                    side != Some(Side::Back),
                    "{vertex:?} of the input is not inside"
                );
            }
        }
    }
    Ok(())
}

/// Checks that the part inside has the volume of the front half that is left after cuts by one plane after another. Also
/// checks the laws of each of these cuts, and the contacts of the planes.
fn has_the_volume_of_cuts_in_turn(mesh: &Mesh, planes: &[Plane], cut: &RegionCut) -> Verdict {
    if cut.relation != Overlap::Meets {
        return Ok(());
    }
    for own in &cut.cuts {
        law!(
            own.contact == mesh.contact(&planes[own.plane]),
            "plane {}: another contact",
            own.plane
        );
    }
    let mut left = mesh.clone();
    for own in &cut.cuts {
        let plane = &planes[own.plane];
        if left.is_empty() || left.contact(plane).vertices[0] == 0 {
            continue;
        }
        let mut split = every_law_of_any_mesh(&left, plane)?;
        split.front.rename_part(CAP, 1);
        left = split.front;
    }
    let (one, other) = (left.volume(), cut.inside.mesh.volume());
    law!(
        !is_closed(mesh) || (one - other).abs() <= 1e-9 * (1.0 + mesh.area()),
        "the volume {other}, and {one} by cuts in turn"
    );
    Ok(())
}

/// Checks the labels of cut faces, and that both parts have the same cut faces with opposite orientation.
fn faces_are_labelled(planes: &[Plane], cut: &RegionCut) -> Verdict {
    let mut faces: BTreeMap<(usize, [Key; 3]), i32> = BTreeMap::new();
    for (part, sign) in [(&cut.inside, 1), (&cut.outside, -1)] {
        for triangle in 0..part.mesh.triangles().len() {
            let plane = part.plane_of(triangle);
            law!(
                plane.is_some() == (part.mesh.part(triangle) == CAP),
                "a cut face without its plane"
            );
            let Some(plane) = plane else {
                continue;
            };
            law!(plane < planes.len(), "the plane {plane} does not exist");
            law!(
                cut.cuts.iter().any(|own| own.plane == plane),
                "the plane {plane} has a face, but made no cut"
            );
            let mut corners = part.mesh.corners(triangle).map(|corner| key(&corner));
            if sign < 0 {
                corners.swap(1, 2);
            }
            let least = (0..3).min_by_key(|&index| corners[index]).unwrap_or(0);
            corners.rotate_left(least);
            *faces.entry((plane, corners)).or_default() += sign;
        }
    }
    law!(
        faces.values().all(|&count| count == 0),
        "the cut faces of both parts differ"
    );
    Ok(())
}

#[test]
fn the_order_of_planes_changes_nothing() {
    all_families(|_, grid, planes| {
        let mesh = grid.mesh();
        let mut reversed = planes.to_vec();
        reversed.reverse();
        let [one, other] = [planes, &reversed].map(|planes| {
            let cut = mesh.cut_by_region(Region::new(planes));
            [cut.inside.mesh, cut.outside.mesh].map(Mesh::into_raw)
        });
        for (one, other) in one.iter().zip(&other) {
            law!(
                (&one.positions, &one.triangles) == (&other.positions, &other.triangles),
                "other parts in the reverse order"
            );
        }
        Ok(())
    });
}

#[test]
fn part_numbers_of_the_input_are_kept() {
    let mut raw = Grid::cuboid([0; 3], [4; 3]).mesh().into_raw();
    raw.parts = (0..raw.triangles.len() as u32)
        .map(|t| u32::MAX - t / 2)
        .collect();
    let mesh = Mesh::new(raw).expect("a box");
    let region = ConvexRegion::from(Aabb::new([1.0; 3], [9.0; 3]).expect("a box"));
    let cut = mesh.cut_by_region(region.region());
    let old: Vec<u32> = {
        let mut parts = mesh.parts().to_vec();
        parts.dedup();
        parts
    };
    for part in [&cut.inside, &cut.outside] {
        for triangle in 0..part.mesh.triangles().len() {
            let number = part.mesh.part(triangle);
            if part.plane_of(triangle).is_none() {
                assert!(old.contains(&number), "part {number}");
            } else {
                assert_eq!(number, CAP);
            }
        }
    }
    assert_eq!(cut.inside.face(0).count(), cut.outside.face(0).count());
}

#[test]
fn attributes_are_interpolated_where_edges_of_the_rest_are_divided() {
    use transect_mesh::{AttributeLayer, Attributes, Meaning};
    let positions: Vec<[f64; 3]> = (0..8)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c| 4.0 * f64::from(c)))
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
    // The attribute of each corner is its position. So the interpolated attribute of a new corner must be the position
    // of that corner.
    let layer = AttributeLayer {
        meaning: Meaning::Custom("position".into()),
        width: 3,
        values: positions.concat(),
    };
    let mesh = Mesh::new(RawMesh {
        positions,
        attributes: Attributes {
            corners: triangles.clone(),
            layers: vec![layer],
        },
        triangles,
        ..RawMesh::default()
    })
    .expect("a cube");
    let planes =
        ["x = 1", "y = 1", "z = 1", "x + y + z = 4"].map(|text| text.parse().expect("a plane"));
    let cut = mesh.cut_by_region(Region::new(&planes));
    assert_eq!(cut.relation, Overlap::Meets);
    for part in [&cut.inside, &cut.outside] {
        let attributes = part.mesh.attributes();
        let mut checked = 0;
        for triangle in 0..part.mesh.triangles().len() {
            if part.plane_of(triangle).is_some() {
                continue;
            }
            for (corner, row) in part
                .mesh
                .corners(triangle)
                .iter()
                .zip(attributes.corners[triangle])
            {
                let value = attributes.layers[0].row(row);
                let distance = (0..3)
                    .map(|i| (value[i] - corner[i]).abs())
                    .fold(0.0, f64::max);
                assert!(distance < 1e-14, "{value:?} at {corner:?}");
                checked += 1;
            }
        }
        assert!(checked > 12);
    }
}

#[test]
fn parts_of_a_scene_are_closed_in_single_precision_and_name_their_planes() {
    use transect_mesh::scene::{Encoding, Node, Part, Placement, Scene, SceneMesh};
    let mesh = Grid::torus(24, 12, 40.0, 15.0).mesh();
    assert!(is_closed(&mesh));
    let node = |x| Node {
        placement: Placement::translation([x, 0.0, 0.0]),
        mesh: Some(0),
        ..Node::default()
    };
    let scene = Scene {
        nodes: [1e6, 2e6, 3e6].map(node).to_vec(),
        meshes: vec![SceneMesh {
            mesh,
            parts: vec![Part::default()],
            ..SceneMesh::default()
        }],
        ..Scene::default()
    };
    let aabb = Aabb::new([0.0, -70.3, -1.7], [2_000_010.3, 20.1, 90.0]).expect("a box");
    let region = ConvexRegion::from(aabb);
    for encoding in [Encoding::Double, Encoding::Single, Encoding::LocalSingle] {
        let cut = scene
            .cut_by_region(region.region(), encoding, |_| true, |_| ())
            .expect("coordinates in range");
        let relations: Vec<_> = cut.objects.iter().map(|object| object.relation).collect();
        assert_eq!(
            relations,
            [Overlap::Meets, Overlap::Meets, Overlap::Outside].map(Some)
        );
        let [inside, outside] = [0, 1].map(|part| &cut.parts[part].scene);
        assert_eq!((inside.nodes.len(), outside.nodes.len()), (2, 3));
        for object in &cut.objects[..2] {
            let details = object.details.as_ref().expect("it is cut");
            assert!(details.certificate.is_correct());
            assert_eq!(details.largest_rounding > 0.0, encoding != Encoding::Double);
        }
        for scene in [inside, outside] {
            for mesh in scene.meshes.iter().filter(|mesh| mesh.parts.len() > 1) {
                assert!(is_closed(&mesh.mesh), "{encoding:?}");
                let parts = (0..mesh.mesh.triangles().len()).map(|t| mesh.mesh.part(t) as usize);
                let mut names: Vec<&str> =
                    parts.map(|part| mesh.parts[part].name.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                // No object has points behind plane 3 (y ≥ −70.3) or plane 6 (z ≤ 90).
                assert!(!names.contains(&"plane 3") && !names.contains(&"plane 6"));
                assert!(names.contains(&"plane 4") && names.contains(&"plane 5"));
            }
        }
    }
}
