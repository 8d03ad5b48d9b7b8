//! Laws of divisions by several planes, and of sections within regions, on random meshes and random planes.

use std::collections::BTreeMap;

use transect::{Overlap, Plane, Region, Side};
use transect_mesh::{Certificate, Division, FindingKind, JudgedPart, Mesh, PartPlace, WrittenPart};

use crate::cutting::count::{Key, is_closed, key};
use crate::cutting::laws::{Verdict, law};
use crate::cutting::regions::{all_families, face_area};

/// Returns the planes with the given sides in front.
fn oriented(planes: &[Plane], sides: &[Side]) -> Vec<Plane> {
    let planes = planes.iter().zip(sides);
    planes
        .map(|(plane, side)| match side {
            Side::Back => plane.flipped(),
            _ => *plane,
        })
        .collect()
}

/// Returns all lists of sides of planes.
fn all_sides(planes: usize) -> Vec<Vec<Side>> {
    (0..1_usize << planes)
        .map(|part| {
            let digits = (0..planes).rev().map(|plane| part >> plane & 1);
            digits
                .map(|digit| [Side::Front, Side::Back][digit])
                .collect()
        })
        .collect()
}

#[test]
fn each_part_is_the_region_on_its_sides() {
    all_families(|_, grid, planes| {
        let mesh = grid.mesh();
        let planes = &planes[..planes.len().min(3)];
        let division = mesh.divided_by(planes);
        for sides in all_sides(planes.len()) {
            let oriented = oriented(planes, &sides);
            let cut = mesh.cut_by_region(Region::new(&oriented));
            let mut parts = division.parts.iter();
            match parts.find(|part| part.sides == sides) {
                Some(part) if cut.relation == Overlap::Outside => law!(
                    is_flat(&part.part.mesh, planes),
                    "{sides:?}: a part with thickness outside of its region"
                ),
                Some(part) => {
                    let part = &part.part;
                    law!(
                        part.mesh.positions() == cut.inside.mesh.positions(),
                        "{sides:?}: other positions"
                    );
                    law!(
                        part.mesh.triangles() == cut.inside.mesh.triangles(),
                        "{sides:?}: other triangles"
                    );
                    for triangle in 0..part.mesh.triangles().len() {
                        law!(
                            part.plane_of(triangle) == cut.inside.plane_of(triangle),
                            "{sides:?}: another plane"
                        );
                    }
                }
                // A flat piece in a plane lies in the regions on both sides of the plane. The division contains the
                // piece once, so the part of one of these regions may be missing.
                None => law!(
                    cut.relation == Overlap::Outside || is_flat(&cut.inside.mesh, &oriented),
                    "{sides:?}: the part is missing"
                ),
            }
        }
        Ok(())
    });
}

/// Returns `true` if a mesh lies in one of the planes.
fn is_flat(mesh: &Mesh, planes: &[Plane]) -> bool {
    let on = |plane: &Plane| mesh.positions().iter().all(|p| plane.side(p) == Side::On);
    planes.iter().any(on)
}

#[test]
fn every_law_of_divisions_holds() {
    all_families(|_, grid, planes| every_law(&grid.mesh(), planes));
}

#[test]
fn every_law_of_divisions_holds_where_cut_vertices_are_rounded() {
    all_families(|_, grid, planes| {
        let mesh = grid.mesh_with(|p| [p[0] as f64 / 3.0, p[1] as f64 / 7.0, p[2] as f64 * 0.1]);
        let moved = planes.iter().filter_map(|plane| {
            let [a, b, c] = plane.normal();
            Plane::new([3.0 * a, 7.0 * b, 10.0 * c], plane.offset() + 0.37).ok()
        });
        every_law(&mesh, &moved.collect::<Vec<_>>())
    });
}

fn every_law(mesh: &Mesh, planes: &[Plane]) -> Verdict {
    let division = mesh.divided_by(planes);
    for part in &division.parts {
        law!(!part.part.mesh.is_empty(), "an empty part");
        law!(part.sides.len() == planes.len(), "a side is missing");
        law!(
            is_closed(&part.part.mesh) || !is_closed(mesh),
            "the part {:?} is open",
            part.sides
        );
    }
    let mut in_order = division.parts.clone();
    in_order.sort_by_key(|part| {
        part.sides
            .iter()
            .map(|s| *s == Side::Back)
            .collect::<Vec<_>>()
    });
    law!(
        in_order
            .iter()
            .zip(&division.parts)
            .all(|(a, b)| a.sides == b.sides),
        "the parts are not in order"
    );
    let certificate = division.certificate(mesh, planes);
    law!(
        certificate.is_correct(),
        "{planes:?}: the certificate finds {certificate:?}"
    );
    // The same parts as files, which do not say which triangles belong to cut faces.
    let parts = division.parts.iter().map(|own| {
        let place = PartPlace::Sides(own.sides.clone());
        JudgedPart::without_labels(WrittenPart::new(&own.part.mesh), place)
    });
    let certificate = Certificate::of(mesh, planes, &parts.collect::<Vec<_>>());
    law!(
        certificate.is_correct(),
        "{planes:?}: without labels, the certificate finds {:?}",
        certificate.findings
    );
    let mut reversed = planes.to_vec();
    reversed.reverse();
    let mut other = mesh.divided_by(&reversed).parts;
    for part in &mut other {
        part.sides.reverse();
    }
    other.sort_by(|one, other| other.sides.cmp(&one.sides));
    law!(
        other.len() == division.parts.len()
            && other.iter().zip(&division.parts).all(|(one, other)| {
                one.sides == other.sides
                    && one.part.mesh.positions() == other.part.mesh.positions()
                    && one.part.mesh.triangles() == other.part.mesh.triangles()
            }),
        "other parts in the reverse order of planes"
    );
    // Triangles may vanish by rounding on one side of a face only.
    if division.vanished.triangles == 0 {
        shared_faces_are_equal(planes, &division)?;
    }
    Ok(())
}

/// Checks that each triangle of a cut face occurs in another part with the opposite orientation, bit for bit.
fn shared_faces_are_equal(planes: &[Plane], division: &Division) -> Verdict {
    let mut balances: BTreeMap<(usize, [Key; 3]), i32> = BTreeMap::new();
    for part in &division.parts {
        for triangle in 0..part.part.mesh.triangles().len() {
            let Some(plane) = part.part.plane_of(triangle) else {
                continue;
            };
            law!(plane < planes.len(), "the plane {plane} does not exist");
            let corners = part.part.mesh.corners(triangle).map(|corner| key(&corner));
            let mut sorted = corners;
            sorted.sort_unstable();
            let first = corners.iter().position(|own| *own == sorted[0]);
            let next = first.map(|first| &corners[(first + 1) % 3]);
            let sign = if next == Some(&sorted[1]) { 1 } else { -1 };
            *balances.entry((plane, sorted)).or_default() += sign;
        }
    }
    let unmatched = balances.values().filter(|&&balance| balance != 0).count();
    law!(
        unmatched == 0,
        "{unmatched} triangles of cut faces have no counterpart"
    );
    Ok(())
}

#[test]
fn sections_in_a_region_have_the_areas_of_the_cut_faces() {
    all_families(|family, grid, planes| {
        let mesh = grid.mesh();
        let region = Region::new(planes);
        let cut = mesh.cut_by_region(region);
        if !family.is_clean() || !is_closed(&mesh) || cut.relation != Overlap::Meets {
            return Ok(());
        }
        for plane in 0..planes.len() {
            let same = |other: &Plane| planes[plane].is_same_set(other);
            // If another plane of the list equals this plane or its flip, the cut face may have the number of that
            // other plane.
            if planes.iter().filter(|other| same(other)).count() > 1 {
                continue;
            }
            let section = mesh.section_in_region(region, plane);
            let area = section.map_or(0.0, |(sections, _)| {
                // A cut face has material on both sides. So it lies in the section if points on the plane count as
                // points in front, and also if they count as points behind.
                let limits =
                    [Side::Front, Side::Back].map(|side| sections.counting_on_as(side).area());
                limits[0].min(limits[1])
            });
            let face = face_area(&cut.inside, plane);
            law!(
                face <= area + 1e-9 * (1.0 + mesh.area()),
                "plane {plane}: section {area}, cut face {face}"
            );
        }
        Ok(())
    });
}

/// All sums stay right if two parts change places. So only the comparison of triangles finds this mistake.
#[test]
fn parts_that_changed_places_are_found() {
    let mesh = crate::cutting::meshes::Grid::cuboid([0; 3], [4; 3]).mesh();
    let planes: [Plane; 2] = ["x = 2", "y = 2"].map(|text| text.parse().expect("a plane"));
    let mut division = mesh.divided_by(&planes);
    assert!(division.certificate(&mesh, &planes).is_correct());
    let (first, second) = (
        division.parts[0].part.clone(),
        division.parts[1].part.clone(),
    );
    (division.parts[0].part, division.parts[1].part) = (second, first);
    let certificate = division.certificate(&mesh, &planes);
    assert!(certificate.volume.is_explained() && certificate.area.is_explained());
    let kinds = certificate.findings.iter().map(|finding| finding.kind);
    assert!(
        kinds
            .clone()
            .any(|kind| kind == FindingKind::WrongSide || kind == FindingKind::Missing)
    );
}
