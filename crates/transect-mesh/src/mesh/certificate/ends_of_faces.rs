//! Edges in planes at which a part of a closed input is open: there its cut faces do not end at the outlines of the section.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;
use transect_exact::vector::{length, sub};

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::kind::FindingKind;

/// Adds findings about the open edges of parts that lie in a plane. The surface of the parts must be right.
pub(super) fn check(exact: &Exact<'_>, candidates: &Candidates, findings: &mut Findings) {
    for (part, own) in exact.parts.iter().enumerate() {
        let mesh = own.mesh();
        if mesh.boundary().is_closed() {
            continue;
        }
        let mut edges: HashMap<[u32; 2], (i32, [u32; 2])> = HashMap::new();
        for (_, [a, b], ends) in candidates.edges_of_part(exact, part) {
            let way = i32::from(a < b) - i32::from(b < a);
            let edge = edges.entry([a.min(b), a.max(b)]).or_insert((0, ends));
            edge.0 += way;
        }
        let mut open: Vec<([u32; 2], [u32; 2])> = edges
            .into_iter()
            .filter(|(_, (times, _))| *times != 0)
            .map(|(numbers, (_, ends))| (numbers, ends))
            .collect();
        open.sort_unstable();
        for (numbers, ends) in open {
            let [a, b] = ends.each(|end| mesh.positions()[end as usize]);
            let mut walls = exact.walls[part].iter().map(|(plane, _)| *plane);
            let plane = walls.find(|&plane| {
                let mut ends = numbers.iter().zip([&a, &b]);
                ends.all(|(&number, position)| {
                    candidates.have_place_on(exact, number, plane)
                        || exact.is_near(part, position, plane)
                })
            });
            if let Some(plane) = plane {
                let (at, plane) = (Some(exact.at(part, &a)), Some(plane as usize));
                let way = length(&sub(&b, &a));
                findings.add(FindingKind::CapBoundary, Some(part), plane, at, way);
            }
        }
    }
}
