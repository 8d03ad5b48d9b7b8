//! The comparison of both halves with the exact cut of the input mesh.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::{Few as _, array};
use crate::cutter::Cutter;
use crate::mesh::certificate::caps::{CapTriangles, Capped};
use crate::mesh::certificate::cover::{TurnedOver, cover};
use crate::mesh::certificate::expected::{Edges, Expected};
use crate::mesh::certificate::finding::{Finding, FindingKind};
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::rounding::Residual;
use crate::mesh::certificate::subject::Subject;
use crate::mesh::certificate::surface::{Surface, claim_flat};
use crate::mesh::certificate::written_half::WrittenHalf;
use crate::mesh::measure::triangle_area;
use crate::mesh::weld::{Key, key};
use crate::side::Side;
use crate::sorting::{ascending, sort_by_key, sort_pairs};
use crate::threads::both;
use crate::vector::{length, sub};

/// The findings and the measured areas and distances from the comparison of both halves with the exact cut.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) input_closed: bool,
    pub(super) findings: Vec<Finding>,
    /// The unsigned areas of the caps: first of the half in front, then of the half behind.
    pub(super) cap_areas: [f64; 2],
    /// For each half, the difference between the area of the caps and the area that the section covers.
    pub(super) filled: [Residual; 2],
    /// The cap triangles of both halves that rounding turned over.
    pub(super) turned_over: TurnedOver,
    /// The largest distance, along an axis, of a vertex of a half from its exact place: the vertex or crossing of the
    /// exact cut with which it is matched.
    pub(super) displacement: f64,
}

const KEEPS: [Side; 2] = [Side::Front, Side::Back];

impl Comparison {
    pub(super) fn of(subject: &Subject<'_, impl Cutter>) -> Self {
        let Subject { plane, input, .. } = *subject;
        let halves = [&subject.front, &subject.back];
        let triangles = input.triangles().len();
        let (mut expected, input_closed) = both(
            triangles,
            || Expected::of(input, plane),
            || input.boundary().is_closed(),
        );
        let bind = |index| {
            let (half, keep) = (halves[index], KEEPS[index]);
            Nodes::of(&expected, half, keep, plane, subject.tolerance)
        };
        let (in_front, behind) = both(triangles, || bind(0), || bind(1));
        let mut nodes = [in_front, behind];
        claim_all(&mut expected, &mut nodes, halves);
        let compare = |index, nodes| {
            let (half, keep): (&WrittenHalf<'_>, Side) = (halves[index], KEEPS[index]);
            Surface::of(&expected, nodes, half, keep, plane)
        };
        let [in_front, behind] = &mut nodes;
        let (in_front, behind) = both(triangles, || compare(0, in_front), || compare(1, behind));
        let mut surfaces = [in_front, behind];
        let outlines = outlines(&expected, input_closed);
        let both_ways = if input_closed {
            Edges::new()
        } else {
            expected.passed_both_ways()
        };
        let capped = [0, 1].each(|index| Capped {
            expected: &expected,
            nodes: &nodes[index],
            half: halves[index],
            keep: KEEPS[index],
            outline: &outlines[index],
            both_ways: &both_ways,
            input_closed,
        });
        let caps = [0, 1].each(|index| capped[index].caps(&surfaces[index]));
        let covers = [0, 1].each(|index| cover(&capped[index], &caps[index], plane));
        let filled = covers.each_ref().each(|cover| cover.filled);
        let [in_front, behind] = covers.each_ref().each(|cover| cover.turned_over);
        let of_covers = covers.each(|cover| cover.findings);
        let findings = findings(&capped, &mut surfaces, &caps, of_covers);
        Self {
            input_closed,
            findings,
            cap_areas: [0, 1].each(|index| capped[index].area(&caps[index])),
            filled,
            turned_over: TurnedOver {
                triangles: in_front.triangles + behind.triangles,
                area: in_front.area + behind.area,
            },
            displacement: nodes
                .iter()
                .fold(0.0, |m: f64, nodes| m.max(nodes.displacement)),
        }
    }
}

/// Decides to which half each triangle of the input that lies in the plane belongs. A triangle without area belongs to
/// the half in which it occurs.
fn claim_all(expected: &mut Expected<'_>, nodes: &mut [Nodes; 2], halves: [&WrittenHalf<'_>; 2]) {
    let input = expected.input;
    for (index, nodes) in nodes.iter_mut().enumerate() {
        let (half, keep) = (halves[index], KEEPS[index]);
        claim_flat(&mut expected.flat, input, nodes, half, keep);
    }
    for flat in expected.flat.iter_mut().filter(|flat| flat.half.is_none()) {
        flat.half = Some(Side::Back);
        flat.is_there = Some(false);
    }
}

/// Returns the findings (faults and notes) about both halves, in the order of [`FindingKind`].
fn findings(
    capped: &[Capped<'_>; 2],
    surfaces: &mut [Surface; 2],
    caps: &[CapTriangles; 2],
    of_covers: [Vec<Finding>; 2],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, of_cover) in of_covers.into_iter().enumerate() {
        let (capped, surface) = (&capped[index], &surfaces[index]);
        findings.push(capped.boundary_finding(&capped.wrong_edges(&caps[index])));
        findings.extend(of_cover);
        findings.push(marks(capped, surface));
    }
    if !capped[0].input_closed && findings.iter().all(|finding| finding.count == 0) {
        findings.push(difference(capped, caps));
    }
    let [front, back] = &mut *surfaces;
    given_to_the_other_half(capped, front, &back.beyond, 0);
    given_to_the_other_half(capped, back, &front.beyond, 1);
    for (capped, surface) in capped.iter().zip(&*surfaces) {
        findings.push(capped.nodes.off);
        findings.extend(of_surface(capped, surface));
    }
    findings.retain(|finding| finding.count > 0);
    sort_by_key(&mut findings, |finding| {
        (finding.kind, finding.half != Some(Side::Front))
    });
    findings
}

/// Returns the expected boundary edges of the caps of each half. If the input is open, these are only the edges that
/// are open in the surfaces of both halves, in opposite directions.
fn outlines(expected: &Expected<'_>, input_closed: bool) -> [Edges; 2] {
    let [mut front, mut back] = KEEPS.map(|keep| {
        let mut rim = expected.rim(keep);
        rim.values_mut().for_each(|times| *times = -*times);
        rim
    });
    if !input_closed {
        front.retain(|ends, times| {
            let opposite = -back.get(ends).copied().unwrap_or(0);
            *times = if times.signum() == opposite.signum() {
                times.signum() * times.abs().min(opposite.abs())
            } else {
                0
            };
            *times != 0
        });
        back = front.iter().map(|(ends, times)| (*ends, -times)).collect();
    }
    [front, back]
}

/// Returns the finding about edges of the outline that are boundary edges of the caps in one half, but not in the
/// other. Only an open input can have this finding.
fn difference(capped: &[Capped<'_>; 2], caps: &[CapTriangles; 2]) -> Finding {
    let [front, back] = [0, 1].each(|index| capped[index].filled(&caps[index]));
    let mut finding = Finding::new(FindingKind::CapsDiffer, None);
    let mut edges: Vec<[u32; 2]> = front.keys().copied().collect();
    sort_pairs(&mut edges);
    for ends in edges {
        if back.get(&ends).is_some_and(|times| *times != -front[&ends]) {
            let [a, b] = ends.each(|node| capped[0].expected.position(node));
            finding.add(a, length(&sub(&b, &a)));
        }
    }
    finding
}

/// Returns the finding about wrong cap marks (part numbers): marked triangles that are not caps, and caps without the
/// mark. A triangle of the input that has the mark from an earlier cut keeps it.
fn marks(capped: &Capped<'_>, surface: &Surface) -> Finding {
    let (half, nodes) = (capped.half, capped.nodes);
    let mut finding = Finding::new(FindingKind::CapPart, Some(capped.keep));
    let Some(part) = half.cap_part else {
        return finding;
    };
    let mut is_cap = vec![false; half.mesh.triangles().len()];
    for &index in &surface.caps {
        is_cap[index as usize] = true;
    }
    for (index, is_cap) in (0..).zip(is_cap) {
        let should_have = is_cap || nodes.old_caps.contains(&index);
        let has = half.mesh.part(index as usize) == part;
        if has != should_have && (is_cap || nodes.is_known[index as usize]) {
            finding.add(middle_of(half, index), area_of(half, &[index]));
        }
    }
    finding
}

/// Removes from the list of triangles that one half lacks those triangles that the other half contains.
fn given_to_the_other_half(
    capped: &[Capped<'_>; 2],
    surface: &mut Surface,
    beyond: &[u32],
    index: usize,
) {
    if beyond.is_empty() || surface.missing.is_empty() {
        return;
    }
    let (expected, other) = (capped[index].expected, capped[1 - index].half);
    let corners = |&triangle: &u32| other.mesh.corners(triangle as usize);
    let mut there: HashMap<[Key; 3], usize> = HashMap::new();
    for corners in beyond.iter().map(corners) {
        *there
            .entry(ascending(corners.each_ref().each(key)))
            .or_default() += 1;
    }
    surface.missing.retain(|triangle| {
        let places = triangle.each(|node| key(&other.place(&expected.position(node))));
        match there.get_mut(&ascending(places)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    });
}

/// Returns the findings (faults) about the surface of a half, that is, its triangles other than caps.
fn of_surface(capped: &Capped<'_>, surface: &Surface) -> Vec<Finding> {
    let half = capped.half;
    let mut findings = Vec::new();
    let mut missing = Finding::new(FindingKind::Missing, Some(capped.keep));
    for triangle in &surface.missing {
        let corners = triangle.each(|node| capped.expected.position(node));
        missing.add(middle(&corners), triangle_area(&corners));
    }
    findings.push(missing);
    for (kind, triangles) in [
        (FindingKind::Flipped, &surface.flipped),
        (FindingKind::Doubled, &surface.doubled),
        (FindingKind::WrongSide, &surface.beyond),
        (FindingKind::Surplus, &surface.surplus),
    ] {
        let mut finding = Finding::new(kind, Some(capped.keep));
        for &index in triangles {
            finding.add(middle_of(half, index), area_of(half, &[index]));
        }
        findings.push(finding);
    }
    findings
}

/// Returns the centroid of a triangle of a half, in the coordinates of the input.
fn middle_of(half: &WrittenHalf<'_>, index: u32) -> [f64; 3] {
    middle(&half.mesh.triangles()[index as usize].each(|vertex| half.position(vertex)))
}

fn middle([a, b, c]: &[[f64; 3]; 3]) -> [f64; 3] {
    array(|axis| a[axis] / 3.0 + b[axis] / 3.0 + c[axis] / 3.0)
}

/// Returns the area of those triangles of a half whose indices are given.
fn area_of(half: &WrittenHalf<'_>, triangles: &[u32]) -> f64 {
    let area = |&index: &u32| triangle_area(&half.mesh.corners(index as usize));
    triangles.iter().map(area).sum()
}
