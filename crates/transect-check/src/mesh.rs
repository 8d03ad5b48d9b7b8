//! The questions of the facts (test cases) in `section.jsonl`, `layers.jsonl` and `split.jsonl`: the section of a mesh,
//! its sections at many heights, and its halves.
//!
//! Lengths, areas and volumes are sums, which are rounded. The vertices where the plane crosses the interiors of edges
//! are rounded, too. Therefore these measures have an error bound, [`Bound`]. The bound of an empty half or section is
//! zero, because its measures are exactly zero.

use std::cmp::Ordering;

use serde_json::json;
use transect::{Cutter, Side};
use transect_mesh::{Mesh, Section, Sections, Split};

use crate::comparison::Comparison;
use crate::fact::{self, Fact, Kept};
use crate::fact_error::{Checked, FactError};
use crate::question::{Question, question};
use crate::solid::mesh;

pub(crate) const QUESTIONS: [Question; 3] = [
    question("layers", "mesh direction heights | layers", layers),
    question(
        "section",
        "mesh plane | on_front on_back",
        |fact, comparison| match fact.kept_plane()? {
            Some(Kept::Points(kept)) => section(fact, &kept, comparison),
            Some(Kept::PointAndNormal(kept)) => section(fact, &kept, comparison),
            None => section(fact, &fact.plane()?, comparison),
        },
    ),
    question(
        "split",
        "mesh plane | front back cap_area touching divided vertices edges faces crossings",
        |fact, comparison| match fact.kept_plane()? {
            Some(Kept::Points(kept)) => split(fact, &kept, comparison),
            Some(Kept::PointAndNormal(kept)) => split(fact, &kept, comparison),
            None => split(fact, &fact.plane()?, comparison),
        },
    ),
];

fn layers(fact: Fact<'_>, comparison: &mut Comparison) -> Checked {
    let mesh = mesh(fact.need("mesh")?)?;
    let direction = fact.point::<3>("direction")?;
    let heights = fact::list("heights", fact.need("heights")?)?.iter();
    let heights: Result<Vec<f64>, FactError> = heights
        .map(|height| fact::float("heights", height))
        .collect();
    let layers = mesh
        .layers(direction, &heights?)
        .map_err(|error| FactError::refused("direction", error))?;
    if !fact.has("layers") {
        return Ok(());
    }
    let expected = fact::list("layers", fact.need("layers")?)?;
    comparison.same("layers.length", expected.len().into(), layers.len().into());
    for (index, (layer, expected)) in layers.zip(expected).enumerate() {
        let expected = Fact::of("layers", expected)?;
        let place = format!("layers[{index}]");
        expected.only(&place, &["height", "on_front", "on_back"])?;
        let height = fact::float("height", expected.need("height")?)?;
        comparison.same_number(&format!("{place}.height"), height, layer.height);
        limits(
            &format!("{place}."),
            expected,
            &layer.sections,
            &mesh,
            comparison,
        )?;
    }
    Ok(())
}

fn section(fact: Fact<'_>, plane: &impl Cutter, comparison: &mut Comparison) -> Checked {
    let mesh = mesh(fact.need("mesh")?)?;
    limits("", fact, &mesh.sections(plane), &mesh, comparison)
}

/// Compares the two one-sided limits of a section, as the plane is approached from behind (`on_front`) and from the
/// front (`on_back`), with those that the fact has. `prefix` is the path of `fact` in the whole fact, for messages.
fn limits(
    prefix: &str,
    fact: Fact<'_>,
    sections: &Sections,
    mesh: &Mesh,
    comparison: &mut Comparison,
) -> Checked {
    for (key, side) in [("on_front", Side::Front), ("on_back", Side::Back)]
        .into_iter()
        .filter(|(key, _)| fact.has(key))
    {
        limit(
            &format!("{prefix}{key}"),
            fact.within(key)?,
            sections.counting_on_as(side),
            mesh,
            comparison,
        )?;
    }
    Ok(())
}

/// Compares one of the two one-sided limits of a section: as the plane is approached from behind or from the front.
fn limit(
    place: &str,
    fact: Fact<'_>,
    section: &Section,
    mesh: &Mesh,
    comparison: &mut Comparison,
) -> Checked {
    fact.only(
        place,
        &["loops", "holes", "open_chains", "area", "perimeter"],
    )?;
    let holes = section.loops.iter().filter(|one| one.is_hole).count();
    let chains = section.open_chains.len();
    let counts = [
        ("loops", section.loops.len()),
        ("holes", holes),
        ("open_chains", chains),
    ];
    for (key, received) in counts.into_iter().filter(|(key, _)| fact.has(key)) {
        let expected = fact.count(key)?;
        comparison.same(&format!("{place}.{key}"), expected.into(), received.into());
    }
    let measures = [
        ("area", section.area(), 2),
        ("perimeter", section.perimeter(), 1),
    ];
    let edges = section.loops.iter().map(|one| one.points.len()).sum();
    let bound = Bound::new(edges, mesh.positions());
    measured(place, fact, measures, bound, comparison)
}

fn split(fact: Fact<'_>, plane: &impl Cutter, comparison: &mut Comparison) -> Checked {
    let mesh = mesh(fact.need("mesh")?)?;
    let split = mesh.split(plane);
    for (key, part) in [("front", &split.front), ("back", &split.back)] {
        if fact.has(key) {
            half(key, fact.within(key)?, part, &mesh, comparison)?;
        }
    }
    let certificate = split.certificate(&mesh, plane);
    let errors: Vec<String> = certificate
        .errors()
        .map(|error| format!("{error:?}"))
        .collect();
    if !errors.is_empty() {
        comparison.same(
            "the errors that the certificate finds",
            json!([]),
            json!(errors),
        );
    }
    if fact.has("cap_area") {
        let bound = Bound::new(split.front.triangles().len(), mesh.positions()).of(2);
        let expected = fact.number("cap_area")?;
        comparison.near("cap_area", expected, certificate.face_areas[0], bound);
    }
    let contact = split.contact;
    let truths = [
        ("touching", contact.touching()),
        ("divided", contact.divided()),
    ];
    for (key, received) in truths {
        comparison.truth(fact, key, received)?;
    }
    comparison.count(fact, "edges", contact.edges)?;
    comparison.count(fact, "faces", contact.faces)?;
    if fact.has("vertices") {
        let expected = fact::several::<3>("vertices", fact.need("vertices")?, "three counts")?;
        for count in expected {
            fact::count("vertices", count)?;
        }
        comparison.same("vertices", json!(expected), json!(contact.vertices));
    }
    if fact.has("crossings") {
        let mut expected = fact.all_points::<3>("crossings")?;
        expected.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        comparison.same(
            "crossings",
            json!(expected),
            json!(crossings(&split, &mesh)),
        );
    }
    Ok(())
}

/// Returns the points in which the plane crosses edges, in ascending order: those vertices of the half in front that
/// are not vertices of the mesh.
fn crossings(split: &Split, mesh: &Mesh) -> Vec<[f64; 3]> {
    let given = mesh.positions();
    let vertices = split.front.positions().iter();
    let mut crossings: Vec<[f64; 3]> = vertices.filter(|v| !given.contains(v)).copied().collect();
    crossings.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    crossings
}

pub(crate) fn half(
    place: &str,
    fact: Fact<'_>,
    half: &Mesh,
    input: &Mesh,
    comparison: &mut Comparison,
) -> Checked {
    fact.only(place, &["volume", "area", "closed"])?;
    if fact.has("closed") {
        let (expected, received) = (fact.truth("closed")?, half.boundary().is_closed());
        comparison.same(&format!("{place}.closed"), expected.into(), received.into());
    }
    let measures = [("volume", half.volume(), 3), ("area", half.area(), 2)];
    let bound = Bound::new(half.triangles().len(), input.positions());
    measured(place, fact, measures, bound, comparison)
}

/// The bound on the error that rounding can cause in a measure (a length, an area or a volume).
///
/// Let the coordinates of the input be at most M. A cut vertex is the nearest float, so its error is at most 2⁻⁵³·M on
/// each axis. The bound uses δ = 96·2⁻⁵³·M instead, so that less accurate programs pass, too. Edges are at most 2√3·M
/// long.
///
/// So the errors of the two ends of an edge change its length by at most 2√3·δ. The errors of the corners of a triangle
/// change its area by at most 9δ·M. They change its volume (that of the tetrahedron from the origin to the triangle) by
/// at most 3δ·M². Each bound is less than 2⁻⁴³ times M, M² or M³ per element (edge or triangle). [`Bound`] is twice as
/// large, to cover the rounding of the sums.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    elements: usize,
    largest: f64,
}

impl Bound {
    pub(crate) fn new(elements: usize, input: &[[f64; 3]]) -> Self {
        let coordinates = input.as_flattened().iter();
        Self {
            elements,
            largest: coordinates.fold(0.0, |largest, c| largest.max(c.abs())),
        }
    }

    /// Returns the error bound of a length (`dimensions` is 1), an area (2), a volume (3) or another product of
    /// lengths.
    pub(crate) fn of(self, dimensions: i32) -> f64 {
        2_f64.powi(-42) * self.elements as f64 * self.largest.powi(dimensions)
    }
}

/// Compares measures (lengths, areas, volumes) with those that the fact expects; others are skipped. A measure is given
/// with its key, its received value and its dimension: 1 for a length, 2 for an area, 3 for a volume.
fn measured(
    place: &str,
    fact: Fact<'_>,
    measures: [(&'static str, f64, i32); 2],
    bound: Bound,
    comparison: &mut Comparison,
) -> Checked {
    for (key, received, dimensions) in measures.into_iter().filter(|(key, ..)| fact.has(key)) {
        let place = format!("{place}.{key}");
        comparison.near(&place, fact.number(key)?, received, bound.of(dimensions));
    }
    Ok(())
}
