//! Laws that hold for every cut of any mesh.

use std::collections::BTreeSet;

use transect::{Extent, Plane, Side};
use transect_mesh::{CAP, Certificate, FindingKind, Mesh, Split};

use crate::cutting::count::{
    boundary, caps_fill, collapsed, flat, is_closed, key, opposite_caps, vertices,
};
use crate::cutting::index::the_index_tells_the_same;
use crate::cutting::one_pass::one_pass_is_the_same;

/// The result of checking a law, with a message if the law is broken.
pub(crate) type Verdict = Result<(), String>;

pub(crate) fn verdict(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(what()) }
}

macro_rules! law {
    ($holds:expr, $($what:tt)*) => {
        $crate::cutting::laws::verdict($holds, || format!($($what)*))?
    };
}
pub(crate) use law;

/// Returns the kinds of a certificate's errors.
pub(crate) fn errors(certificate: &Certificate) -> Vec<FindingKind> {
    certificate.errors().map(|finding| finding.kind).collect()
}

/// Checks every law about a single cut of a mesh with small integer coordinates. In such a mesh, vertices off the plane
/// are so far from it that no cut vertex is rounded to one of them.
pub(crate) fn every_law(mesh: &Mesh, plane: &Plane) -> Result<Split, String> {
    let split = every_law_of_any_mesh(mesh, plane)?;
    vertices_keep_their_sides(mesh, plane, &split)?;
    cut_vertices_are_shared(mesh, &split)?;
    Ok(split)
}

/// Checks every law about a single cut that holds for meshes with any coordinates.
pub(crate) fn every_law_of_any_mesh(mesh: &Mesh, plane: &Plane) -> Result<Split, String> {
    let split = mesh.split(plane);
    halves_are_closed(mesh, plane, &split)?;
    caps_are_bounded_by_their_loops(&split)?;
    nothing_is_added(mesh, plane, &split)?;
    flip_exchanges_the_halves(mesh, plane, &split)?;
    flip_keeps_the_section(mesh, plane)?;
    the_reach_is_that_of_the_vertices(mesh, plane)?;
    nothing_is_lost(mesh, plane)?;
    vertices_lie_where_they_do_alone(mesh, plane)?;
    the_index_tells_the_same(mesh, plane)?;
    one_pass_is_the_same(mesh, plane, &split)?;
    Ok(split)
}

/// The cut of a mesh computes the sides of its vertices in batches. Checks that the number of vertices on each side is
/// the same as if the vertices are classified one by one.
pub(crate) fn vertices_lie_where_they_do_alone(mesh: &Mesh, plane: &Plane) -> Verdict {
    let mut counts = [0; 3];
    for vertex in mesh.positions() {
        counts[(plane.side(vertex) as i8 + 1) as usize] += 1;
    }
    law!(
        mesh.contact(plane).vertices == counts,
        "{counts:?} vertices, asked one by one"
    );
    Ok(())
}

fn halves_are_closed(mesh: &Mesh, plane: &Plane, split: &Split) -> Verdict {
    law!(
        mesh.boundary().is_closed() == is_closed(mesh),
        "the input's boundary is miscounted"
    );
    for half in [&split.front, &split.back] {
        law!(
            half.boundary().is_closed() == is_closed(half),
            "a half's boundary is miscounted"
        );
    }
    if is_closed(mesh) {
        law!(is_closed(&split.front), "the half in front is open");
        law!(is_closed(&split.back), "the half behind is open");
        law!(
            split.sections.on_front.open_chains.is_empty(),
            "a section of a closed mesh is open"
        );
        let other = split.sections.counting_on_as(Side::Back);
        law!(
            other.open_chains.is_empty(),
            "the other section of a closed mesh is open"
        );
    }
    let certificate = split.certificate(mesh, plane);
    law!(
        certificate.errors().next().is_none(),
        "the certificate finds {:?}",
        certificate.findings
    );
    Ok(())
}

fn caps_are_bounded_by_their_loops(split: &Split) -> Verdict {
    let loops = &split.cap_loops;
    law!(
        caps_fill(&split.back, loops, 1),
        "the caps behind do not fill the loops"
    );
    law!(
        caps_fill(&split.front, loops, -1),
        "the caps in front do not fill the loops"
    );
    Ok(())
}

/// Checks that each half has no vertex twice, no triangle that uses a vertex twice, and no two caps back to back (on the
/// same vertices with opposite directions), unless rounding made vertices equal.
fn nothing_is_added(mesh: &Mesh, plane: &Plane, split: &Split) -> Verdict {
    // Rounding may make vertices equal that no triangle has in common.
    let passes_twice = split.cap_loops.iter().any(|points| {
        let places: BTreeSet<_> = points.iter().map(key).collect();
        places.len() < points.len()
    });
    for (half, side) in [(&split.front, Side::Front), (&split.back, Side::Back)] {
        law!(
            vertices(half).len() == half.positions().len(),
            "{side}: a vertex is there twice"
        );
        law!(
            collapsed(half) <= collapsed(mesh),
            "{side}: a triangle names a vertex twice"
        );
        law!(
            split.vanished.triangles > 0 || passes_twice || opposite_caps(half) == 0,
            "{side}: two caps lie back to back"
        );
    }
    // If the plane is perpendicular to an axis, the coordinate of each cut vertex on this axis equals the coordinate of
    // the plane, bit for bit.
    let known = vertices(mesh);
    let along = plane.normal().iter().filter(|&&c| c != 0.0).count() == 1;
    for half in [&split.front, &split.back] {
        for position in half.positions().iter().filter(|p| !known.contains(&key(p))) {
            let axis = plane.normal().iter().position(|&c| c != 0.0).unwrap_or(0);
            let height = -plane.offset() / plane.normal()[axis];
            law!(
                !along || position[axis] == height,
                "a cut vertex is off its plane along an axis"
            );
        }
    }
    Ok(())
}

/// Checks that the cut vertices have the same bits in both halves.
fn cut_vertices_are_shared(mesh: &Mesh, split: &Split) -> Verdict {
    let known = vertices(mesh);
    let made =
        |half: &Mesh| -> BTreeSet<_> { vertices(half).difference(&known).copied().collect() };
    // A half may lack the cut vertices of a triangle without area. It may also lack the cut vertices of two triangles
    // that were removed because rounding laid them back to back.
    if flat(mesh) == 0 && split.vanished.area == 0.0 {
        law!(
            made(&split.front) == made(&split.back),
            "cut vertices differ"
        );
    }
    Ok(())
}

/// Checks that each half contains the vertices of the input on its own side of the plane, and none that are on the
/// other side.
fn vertices_keep_their_sides(mesh: &Mesh, plane: &Plane, split: &Split) -> Verdict {
    let known = vertices(mesh);
    for (half, side) in [(&split.front, Side::Front), (&split.back, Side::Back)] {
        let there = vertices(half);
        for position in mesh.positions() {
            let own = plane.side(position);
            // A vertex that only zero-area triangles use may be missing in its half.
            law!(
                own != side || there.contains(&key(position)) || flat(mesh) > 0,
                "{side}: a vertex is missing"
            );
            law!(
                own != -side || !there.contains(&key(position)),
                "{side}: a vertex is foreign"
            );
        }
        let strictly = half.positions().iter().filter(|p| known.contains(&key(p)));
        law!(
            strictly.clone().all(|p| plane.side(p) != -side),
            "{side}: beyond the plane"
        );
    }
    let [back, on, front] = split.contact.vertices;
    for (count, side) in [(back, Side::Back), (on, Side::On), (front, Side::Front)] {
        let counted = mesh
            .positions()
            .iter()
            .filter(|p| plane.side(*p) == side)
            .count();
        law!(
            count == counted,
            "{count} vertices are {side}, not {counted}"
        );
    }
    law!(
        split.contact == mesh.contact(plane),
        "two ways to ask for the contact differ"
    );
    Ok(())
}

pub(crate) fn same(a: &Mesh, b: &Mesh) -> bool {
    a.positions() == b.positions()
        && a.triangles() == b.triangles()
        && a.attributes() == b.attributes()
        && (0..a.triangles().len()).all(|index| a.part(index) == b.part(index))
}

fn the_reach_is_that_of_the_vertices(mesh: &Mesh, plane: &Plane) -> Verdict {
    let extents = mesh.positions().iter().map(|point| plane.extent(point));
    let reach = mesh.reach(plane);
    law!(
        reach.map(|reach| reach.extent) == extents.reduce(Extent::join),
        "reach {reach:?}"
    );
    let Some(reach) = reach else {
        return Ok(());
    };
    let own = [reach.backmost, reach.frontmost].map(|point| plane.side(&point));
    law!(
        own == [reach.extent.backmost, reach.extent.frontmost],
        "sides {own:?} of {reach:?}"
    );
    let flipped = mesh.reach(&plane.flipped()).map(|reach| reach.extent);
    law!(
        flipped == Some(-reach.extent),
        "flipped {flipped:?}, not of {reach:?}"
    );
    Ok(())
}

fn flip_exchanges_the_halves(mesh: &Mesh, plane: &Plane, split: &Split) -> Verdict {
    let flipped = mesh.split(&plane.flipped());
    law!(
        same(&flipped.front, &split.back),
        "the flipped front is not the back"
    );
    law!(
        same(&flipped.back, &split.front),
        "the flipped back is not the front"
    );
    let mut contact = flipped.contact;
    contact.vertices.reverse();
    law!(contact == split.contact, "the flipped contact differs");
    law!(
        flipped.caps_cross == split.caps_cross,
        "the flipped caps are filled otherwise"
    );
    Ok(())
}

fn flip_keeps_the_section(mesh: &Mesh, plane: &Plane) -> Verdict {
    let (sections, flipped) = (mesh.sections(plane), mesh.sections(&plane.flipped()));
    for side in [Side::Front, Side::Back] {
        let (section, other) = (sections.counting_on_as(side), flipped.counting_on_as(-side));
        law!(
            section.loops.len() == other.loops.len(),
            "the flipped section has other loops"
        );
        for (a, b) in section.loops.iter().zip(&other.loops) {
            law!(
                a.points.iter().eq(b.points.iter().rev()),
                "a flipped loop is not the loop reversed"
            );
            law!(
                a.parent == b.parent && a.is_hole == b.is_hole,
                "flipped loops nest otherwise"
            );
        }
        for (a, b) in section.open_chains.iter().zip(&other.open_chains) {
            law!(
                a.iter().eq(b.iter().rev()),
                "a flipped chain is not the chain reversed"
            );
        }
    }
    law!(
        mesh.section(plane) == *sections.counting_on_as(Side::On),
        "one limit asked for differs"
    );
    Ok(())
}

/// Checks for a closed mesh that the surface of the front half, without caps, is bounded by exactly the loops of the
/// caps. So no piece of surface is lost or doubled. Also checks the loops and chains of the sections.
fn nothing_is_lost(mesh: &Mesh, plane: &Plane) -> Verdict {
    let split = mesh.split(plane);
    let surface = |half: &Mesh| boundary(half, |index| half.part(index) != CAP);
    if is_closed(mesh) {
        let mut front = surface(&split.front);
        for points in &split.cap_loops {
            front.add_loop(points, -1);
        }
        law!(
            front.is_zero(),
            "the surface in front is not bounded by the loops"
        );
    }
    let sections = &split.sections;
    for section in [&sections.on_front, sections.counting_on_as(Side::Back)] {
        for (index, section_loop) in section.loops.iter().enumerate() {
            law!(
                section_loop.points.len() > 2,
                "loop {index} has fewer than three points"
            );
            law!(
                section_loop.parent != Some(index),
                "loop {index} is around itself"
            );
        }
        let least = section.open_chains.iter().map(Vec::len).min();
        law!(least.is_none_or(|least| least > 1), "a chain has one point");
    }
    Ok(())
}
