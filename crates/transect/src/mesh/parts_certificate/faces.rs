//! Checks of the cut faces.
//!
//! Let the input be closed, and let each part be closed. Let K be the parts behind a plane i. Faces of other planes between
//! two parts of K cancel, as they are equal and opposite. So the boundary of all faces of plane i is that of the surface
//! behind the plane, reversed: the outlines of the section. If no two faces have different orientations, exactly, they
//! cover each point as often as the section winds around it (docs/certificate.md). Otherwise their area is compared with
//! that of the section.
//!
//! If the rest is one part, this argument leaves one number open for a bounded region: a multiple of the whole boundary of
//! the region may be added to both parts. So the winding numbers of the input and of the part inside are compared at a point
//! of the region.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::arrays::Few as _;
use crate::cutter::sealed::Cut as _;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::certificate::cover::by_floats;
use crate::mesh::certificate::winding_area::{Edge, WindingArea};
use crate::mesh::certificate::{FindingKind, Precision};
use crate::mesh::exact_nodes::{ExactNodes, Support};
use crate::mesh::exact_place::Place;
use crate::mesh::measure::triangle_area;
use crate::mesh::parts_certificate::candidates::Candidates;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::finding::Findings;
use crate::mesh::parts_certificate::judged::Place as PartPlace;
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::parts_certificate::winding::winding;
use crate::mesh::triple::is_distinct;
use crate::mesh::weld::{Key, key};
use crate::predicates::unit::U;
use crate::random::SplitMix64;
use crate::shadow::Shadow;
use crate::side::Side;
use crate::vector::{length, sub};

/// A triangle of a cut face.
struct FaceTriangle {
    part: usize,
    plane: u32,
    /// The positions of the corners in the file.
    corners: [[f64; 3]; 3],
}

/// Checks the cut faces. Returns the area of the cut faces of each plane, of the parts in front of it.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    input_closed: bool,
    findings: &mut Findings,
) -> Vec<f64> {
    let mut triangles = Vec::new();
    for (part, own) in exact.parts.iter().enumerate() {
        for &index in &whole.others[part] {
            let corners = own.mesh().triangles()[index as usize];
            if let Some(plane) = own.face(index).filter(|_| is_distinct(&corners)) {
                assert!(
                    (plane as usize) < exact.planes.len(),
                    "a face of plane {plane}, which does not exist"
                );
                triangles.push(FaceTriangle {
                    part,
                    plane,
                    corners: own.mesh().corners(index as usize),
                });
            }
        }
    }
    let mut areas = vec![0.0; exact.planes.len()];
    for triangle in &triangles {
        if exact.parts[triangle.part].side(triangle.plane) == Side::Front {
            areas[triangle.plane as usize] += triangle_area(&triangle.corners);
        }
    }
    let same = same_planes(exact);
    opposite(exact, &triangles, &same, findings);
    for plane in 0..exact.planes.len() as u32 {
        Plane::of(exact, candidates, plane).check(&triangles, findings);
    }
    for part in 0..exact.parts.len() {
        if !input_closed {
            open_edges(exact, candidates, part, findings);
        }
    }
    if input_closed && !triangles.is_empty() {
        compare_windings(exact, findings);
    }
    areas
}

/// Returns, for each plane, the first plane with the same points.
fn same_planes(exact: &Exact<'_>) -> Vec<u32> {
    let space = exact.space();
    let count = exact.planes.len() as u32;
    (0..count)
        .map(|plane| {
            let mut before = 0..plane;
            before
                .find(|&other| space.is_same([other, plane]))
                .unwrap_or(plane)
        })
        .collect()
}

/// Compares the faces of different parts: each triangle must occur as often as its reverse.
fn opposite(exact: &Exact<'_>, triangles: &[FaceTriangle], same: &[u32], findings: &mut Findings) {
    let mut balances: HashMap<(u32, [Key; 3]), (i32, usize)> = HashMap::new();
    for (place, triangle) in triangles.iter().enumerate() {
        let keys = triangle.corners.each_ref().each(key);
        let mut sorted = keys;
        sorted.sort_unstable();
        let first = (0..3)
            .find(|&corner| keys[corner] == sorted[0])
            .unwrap_or(0);
        let is_ascending = keys[(first + 1) % 3] == sorted[1];
        let plane = same[triangle.plane as usize];
        let entry = balances.entry((plane, sorted)).or_insert((0, place));
        entry.0 += if is_ascending { 1 } else { -1 };
    }
    let mut unmatched: Vec<usize> = balances
        .into_values()
        .filter(|(balance, _)| *balance != 0)
        .map(|(_, place)| place)
        .collect();
    unmatched.sort_unstable();
    for place in unmatched {
        let own = &triangles[place];
        let at = exact.at(&own.corners[0]);
        let area = triangle_area(&own.corners);
        let plane = Some(own.plane as usize);
        findings.add(FindingKind::CapsDiffer, None, plane, Some(at), area);
    }
}

/// The cut faces of one plane.
struct Plane<'a, 'e> {
    exact: &'e Exact<'a>,
    candidates: &'e Candidates,
    plane: u32,
    nodes: ExactNodes<'a, CuttingPlane>,
    /// The ratio of an area in the plane to that of its shadow.
    stretch: f64,
    /// `true` if positions of files are those of the input in 64-bit floats.
    is_double: bool,
}

impl<'a, 'e> Plane<'a, 'e> {
    fn of(exact: &'e Exact<'a>, candidates: &'e Candidates, plane: u32) -> Self {
        let cutter = exact.planes[plane as usize];
        let (normal, _) = crate::vector::near_one(&cutter.measuring_plane().normal());
        let largest = normal.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        Self {
            exact,
            candidates,
            plane,
            nodes: ExactNodes {
                positions: exact.input.positions(),
                cutter,
                shadow: Shadow::of(&normal),
                cutters: exact.planes,
                own: plane,
            },
            stretch: length(&normal) / largest,
            is_double: exact.parts.iter().all(|part| {
                part.half.precision == Precision::Double && part.half.origin == [0.0; 3]
            }),
        }
    }

    fn check(&self, triangles: &[FaceTriangle], findings: &mut Findings) {
        let own = || {
            let own = triangles.iter();
            own.filter(|triangle| triangle.plane == self.plane)
        };
        for triangle in own() {
            for corner in &triangle.corners {
                if !self.is_there(triangle, corner) {
                    let (part, plane) = (Some(triangle.part), Some(self.plane as usize));
                    let at = Some(self.exact.at(corner));
                    findings.add(
                        FindingKind::Surplus,
                        part,
                        plane,
                        at,
                        triangle_area(&triangle.corners),
                    );
                    break;
                }
            }
        }
        // The faces of the parts in front are the same, reversed.
        let behind: Vec<&FaceTriangle> = own()
            .filter(|triangle| self.exact.parts[triangle.part].side(self.plane) == Side::Back)
            .collect();
        let turns: Vec<Side> = behind.iter().map(|triangle| self.turn(triangle)).collect();
        let is_mixed = [Side::Front, Side::Back]
            .iter()
            .all(|side| turns.contains(side));
        if is_mixed && let Some((amount, at)) = self.overlap(&behind) {
            let at = Some(self.exact.at(&at));
            findings.add(
                FindingKind::CapOverlap,
                None,
                Some(self.plane as usize),
                at,
                amount,
            );
        }
    }

    /// Returns the exact points of a corner that lie in the plane. A point where outlines cross lacks them, as does another
    /// point that the input does not determine.
    fn points(&self, corner: &[f64; 3]) -> impl Iterator<Item = &'e Place> {
        let known = self.candidates.places(corner).iter();
        known.filter(|place| self.exact.side(place, self.plane) == Side::On)
    }

    /// Returns the sides of the other planes on which a face of a part lies.
    fn sides(&self, triangle: &FaceTriangle) -> impl Iterator<Item = (u32, Side)> {
        let part = &self.exact.parts[triangle.part];
        let others = (0..self.exact.planes.len() as u32).filter(|&other| other != self.plane);
        others.map(|other| match &part.place {
            PartPlace::Sides(sides) => (other, sides[other as usize]),
            PartPlace::Inside | PartPlace::Outside => (other, Side::Front),
        })
    }

    /// Returns an exact point of a corner that lies in the plane and on the sides of the part. Rounding may have brought several
    /// points to one position, and one that is right is enough.
    fn point(&self, triangle: &FaceTriangle, corner: &[f64; 3]) -> Option<&'e Place> {
        let is_right = |point: &&Place| {
            self.sides(triangle)
                .all(|(other, side)| self.exact.side(point, other) != -side)
        };
        self.points(corner).find(is_right)
    }

    /// Returns `true` if a corner lies in the plane, and on the sides of its part.
    fn is_there(&self, triangle: &FaceTriangle, corner: &[f64; 3]) -> bool {
        if self.point(triangle, corner).is_some() {
            return true;
        }
        let half = &self.exact.parts[triangle.part].half;
        let planes = self.exact.planes;
        half.is_near(corner, &planes[self.plane as usize])
            && self.sides(triangle).all(|(other, side)| {
                let other = &planes[other as usize];
                other.side_of_point(&self.exact.at(corner)) != -side || half.is_near(corner, other)
            })
    }

    fn support(&self, triangle: &FaceTriangle, corner: &[f64; 3]) -> Support {
        let shadow = &self.nodes.shadow;
        match self.point(triangle, corner).copied() {
            Some(Place::Vertex(vertex)) => Support::Node([vertex; 2]),
            Some(Place::Edge { ends, plane }) if plane == self.plane => Support::Node(ends),
            Some(place) => Support::Place(place),
            None => {
                let origin = self
                    .exact
                    .parts
                    .first()
                    .map_or([0.0; 3], |part| part.half.origin);
                Support::Written([shadow.project(corner), shadow.project(&origin)])
            }
        }
    }

    /// Returns the exact orientation of a triangle as seen from the front of the plane.
    fn turn(&self, triangle: &FaceTriangle) -> Side {
        // In 64-bit floats, each position is the exact one, rounded once.
        if self.is_double {
            let places = triangle
                .corners
                .each_ref()
                .each(|corner| self.nodes.shadow.project(corner));
            if let Some(side) = by_floats(&places) {
                return side;
            }
        }
        let supports = triangle
            .corners
            .each_ref()
            .each(|corner| self.support(triangle, corner));
        let origin = self
            .nodes
            .shadow
            .project(&self.exact.at(&triangle.corners[0]));
        self.nodes.turn(supports.each_ref(), origin)
    }

    /// Compares the area of triangles of both orientations with that of the section. Returns the difference if rounding does
    /// not explain it, and a place.
    fn overlap(&self, triangles: &[&FaceTriangle]) -> Option<(f64, [f64; 3])> {
        let project = |corner: &[f64; 3]| self.nodes.shadow.project(corner);
        let moved = self.exact.displacement();
        let mut edges: HashMap<[Key; 2], ([[f64; 2]; 2], i32)> = HashMap::new();
        let (mut covered, mut bound) = (0.0, 0.0);
        for triangle in triangles {
            let points = triangle.corners.each_ref().each(project);
            let sides = [[0, 1], [1, 2], [2, 0]];
            let mut around = 0.0;
            for [from, to] in sides {
                let keys = [from, to].each(|corner| key(&triangle.corners[corner]));
                let way = sub(&points[to], &points[from]);
                around += way[0].abs() + way[1].abs();
                if keys[0] < keys[1] {
                    edges
                        .entry(keys)
                        .or_insert(([points[from], points[to]], 0))
                        .1 += 1;
                } else {
                    let keys = [keys[1], keys[0]];
                    edges
                        .entry(keys)
                        .or_insert(([points[to], points[from]], 0))
                        .1 -= 1;
                }
            }
            let [u, v] = [sub(&points[1], &points[0]), sub(&points[2], &points[0])];
            covered += 0.5 * (u[0] * v[1] - u[1] * v[0]).abs();
            bound += 2.0 * (moved * around + 12.0 * moved * moved + 8.0 * U * around * around);
        }
        let mut edges: Vec<([Key; 2], Edge)> = edges.into_iter().collect();
        edges.retain(|(_, (_, times))| *times != 0);
        edges.sort_unstable_by_key(|(ends, _)| *ends);
        let edges: Vec<Edge> = edges.into_iter().map(|(_, edge)| edge).collect();
        let wound = WindingArea::of(&edges, 1);
        bound += 2.0 * wound.bound + 8.0 * U * covered;
        let found = (covered - wound.area).abs();
        (found > bound).then(|| (found * self.stretch, triangles[0].corners[0]))
    }
}

/// Checks a part of an open input: cut faces end at the surface or on common lines of planes. Edges at which a face ends must
/// be those of a section in a triangle, or edges of the mesh in the plane.
fn open_edges(exact: &Exact<'_>, candidates: &Candidates, part: usize, findings: &mut Findings) {
    let own = &exact.parts[part];
    let mesh = own.mesh();
    let mut edges: HashMap<([u32; 2], u32), i32> = HashMap::new();
    for (triangle, index) in mesh.triangles().iter().zip(0..) {
        let Some(plane) = own.face(index) else {
            continue;
        };
        for corner in 0..3 {
            let (a, b) = (triangle[corner], triangle[(corner + 1) % 3]);
            let times = edges.entry(([a.min(b), a.max(b)], plane)).or_default();
            *times += if a < b { 1 } else { -1 };
        }
    }
    let mut ends_of_faces: Vec<([u32; 2], u32)> = edges
        .into_iter()
        .filter(|(_, times)| *times != 0)
        .map(|(edge, _)| edge)
        .collect();
    ends_of_faces.sort_unstable();
    let in_planes = edges_in_planes(exact);
    for (ends, plane) in ends_of_faces {
        let [a, b] = ends.each(|end| mesh.positions()[end as usize]);
        let is_right = is_on_line(exact, candidates, [&a, &b], plane)
            || in_planes.contains(&ascending_keys([key(&a), key(&b)]))
            || !candidates.triangles_with(&[a, b, b]).is_empty();
        if !is_right {
            let at = Some(exact.at(&a));
            let plane = Some(plane as usize);
            findings.add(
                FindingKind::CapBoundary,
                Some(part),
                plane,
                at,
                length(&sub(&b, &a)),
            );
        }
    }
}

/// Returns the edges of the mesh of which both ends lie in one plane, by the positions of the ends in the file.
fn edges_in_planes(exact: &Exact<'_>) -> HashSet<[Key; 2]> {
    let mut edges = HashSet::new();
    for triangle in exact.input.triangles() {
        for corner in 0..3 {
            let ends = [triangle[corner], triangle[(corner + 1) % 3]];
            let is_on = |sides: &Vec<Side>| ends.iter().all(|&end| sides[end as usize] == Side::On);
            if exact.sides.iter().any(is_on) {
                let places = ends.each(|end| exact.place(&exact.input.positions()[end as usize]));
                edges.insert(ascending_keys(places.each_ref().each(key)));
            }
        }
    }
    edges
}

fn ascending_keys([a, b]: [Key; 2]) -> [Key; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Returns `true` if both positions lie on the common line of a plane and another one.
fn is_on_line(
    exact: &Exact<'_>,
    candidates: &Candidates,
    ends: [&[f64; 3]; 2],
    plane: u32,
) -> bool {
    let mut others = (0..exact.planes.len() as u32).filter(|&other| other != plane);
    others.any(|other| {
        ends.iter().all(|end| {
            let mut known = candidates.places(end).iter();
            known.any(|place| exact.side(place, other) == Side::On)
        })
    })
}

/// Compares the winding numbers of the input and of the part inside a region at points of the region. One point is enough;
/// further ones are taken because the first may lie on a surface, or so near to one that rounding moved the surface over it.
fn compare_windings(exact: &Exact<'_>, findings: &mut Findings) {
    let Some((index, inside)) = exact
        .parts
        .iter()
        .enumerate()
        .find(|(_, part)| part.place == PartPlace::Inside)
    else {
        return;
    };
    let positions = inside.mesh().positions();
    let mut random = SplitMix64::new(1);
    let mut differs = None;
    for _ in 0..64 {
        let corners = [(); 4].map(|()| positions[random.below(positions.len())]);
        let local = [0, 1, 2].each(|axis| 0.25 * corners.iter().map(|c| c[axis]).sum::<f64>());
        let point = exact.at(&local);
        let is_inside = |plane: &CuttingPlane| plane.side_of_point(&point) == Side::Front;
        if !exact.planes.iter().all(is_inside) {
            continue;
        }
        match (winding(exact.input, &point), winding(inside.mesh(), &local)) {
            (Some(one), Some(other)) if one == other => return,
            (Some(one), Some(other)) => differs = differs.or(Some((point, one - other))),
            _ => {}
        }
    }
    if let Some((point, by)) = differs {
        let by = f64::from(by.abs());
        findings.add(FindingKind::CapOverlap, Some(index), None, Some(point), by);
    }
}
