//! The cover of a plane by its cut faces: it is compared with the section, and triangles that rounding turned over are counted.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::{Cutter as _, CuttingPlane, Shadow};
use transect_exact::arrays::{Few as _, array};
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{length, near_one, sub};
use transect_exact::{Side, orient2d};

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::face_triangle::FaceTriangle;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::piece_boundary::Boundary;
use crate::mesh::certificate::planar::{by_moved_floats, do_cross, doubled, rounding};
use crate::mesh::certificate::turned_over::TurnedOver;
use crate::mesh::certificate::winding_area::{Edge, WindingArea};
use crate::mesh::exact_nodes::{ExactNodes, Support};
use crate::mesh::exact_place::Place;
use crate::mesh::measure::triangle_area;

/// The cut faces of one plane.
pub(super) struct Cover<'a, 'e> {
    exact: &'e Exact<'a>,
    candidates: &'e Candidates,
    plane: u32,
    nodes: ExactNodes<'a, CuttingPlane>,
    /// The ratio of an area in the plane to that of its shadow.
    stretch: f64,
}

/// A corner of a boundary.
struct Corner {
    support: Support,
    /// The exact position, each coordinate rounded once, projected.
    place: [f64; 2],
    /// The position in the coordinates of the input, rounded as in the file.
    at: [f64; 3],
}

impl<'a, 'e> Cover<'a, 'e> {
    pub(super) fn of(exact: &'e Exact<'a>, candidates: &'e Candidates, plane: u32) -> Self {
        let cutter = exact.planes[plane as usize];
        // A multiple of the normal whose squares neither overflow nor underflow.
        let (normal, _) = near_one(&cutter.measuring_plane().normal());
        let largest = normal.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        let shadow = Shadow::of_normal(&normal);
        Self {
            exact,
            candidates,
            plane,
            nodes: ExactNodes {
                positions: exact.input.positions(),
                cutter,
                shadow,
                cutters: exact.planes,
                own: plane,
            },
            // The shadow drops the axis of the largest coefficient, which shortens areas by this factor.
            stretch: length(&normal) / largest,
        }
    }

    /// Checks the cut faces of the plane, and counts those that rounding turned over. If they are mirrored, the faces of the parts
    /// in front are those of the parts behind, reversed.
    pub(super) fn check(
        &self,
        faces: &[&FaceTriangle],
        are_mirrored: bool,
        findings: &mut Findings,
        turned_over: &mut TurnedOver,
    ) {
        let side_of_part =
            |triangle: &FaceTriangle| self.exact.parts[triangle.part].side(self.plane);
        let mut has_strangers = false;
        for triangle in faces {
            let strangers = [0, 1, 2].each(|corner: usize| self.point(triangle, corner).is_none());
            has_strangers |= strangers.contains(&true);
            let mut strays = (0..3).filter(|&corner| {
                strangers[corner] && !self.is_near(triangle, &triangle.corners[corner])
            });
            if let Some(corner) = strays.next() {
                let (part, plane) = (Some(triangle.part), Some(self.plane as usize));
                let at = Some(self.exact.at(triangle.part, &triangle.corners[corner]));
                let area = triangle_area(&triangle.corners);
                findings.add(FindingKind::Surplus, part, plane, at, area);
            }
        }
        let turns: Vec<Side> = faces.iter().map(|triangle| self.turn(triangle)).collect();
        for (triangle, &turn) in faces.iter().zip(&turns) {
            // A triangle without area has no orientation of its own; that of the faces of its part is taken.
            let right = if turn == Side::On {
                -side_of_part(triangle)
            } else {
                turn
            };
            let [a, b, c] = self.projected(triangle);
            if orient2d(&a, &b, &c) == -right {
                turned_over.add(&triangle.corners);
            }
        }
        for keep in [Side::Back, Side::Front] {
            if keep == Side::Back || !are_mirrored {
                let own = faces.iter().zip(&turns);
                let own = own.filter(|(triangle, _)| side_of_part(triangle) == keep);
                let (own, turns): (Vec<&FaceTriangle>, Vec<Side>) =
                    own.map(|(t, s)| (*t, *s)).unzip();
                self.compare(keep, are_mirrored, &own, &turns, has_strangers, findings);
            }
        }
    }

    /// Compares the faces of the parts on one side of the plane with the section, if their orientations differ, and looks for
    /// outlines that cross.
    fn compare(
        &self,
        keep: Side,
        are_mirrored: bool,
        faces: &[&FaceTriangle],
        turns: &[Side],
        has_strangers: bool,
        findings: &mut Findings,
    ) {
        let mut sides = [Side::Front, Side::Back].iter();
        let is_mixed = sides.all(|side| turns.contains(side));
        // Faces of one orientation cover each point as often as the section winds around it. Only strangers may be
        // points where outlines cross, which a note reports.
        if !is_mixed && !has_strangers {
            return;
        }
        let (boundary, corners) = self.boundary(faces);
        let edges = boundary.edges();
        let side = |[a, b, c]: &[u32; 3]| self.side([&corners[a], &corners[b], &corners[c]]);
        let crosses = do_cross(edges, |number| corners[&number].place, side);
        if !is_mixed && !crosses {
            return;
        }
        let origin = self.origin();
        let unrounded = edges.iter().map(|(ends, times)| {
            let ends = ends.each(|end| sub(&corners[&end].place, &origin));
            (ends, *times)
        });
        let unrounded: Vec<Edge> = unrounded.collect();
        // Cut faces of the parts behind face the front, so they are counter-clockwise.
        let wound = WindingArea::of(&unrounded, -(keep as i32));
        let plane = Some(self.plane as usize);
        let (mut covered, mut bound) = (0.0, 2.0 * wound.bound);
        for triangle in faces {
            let points = self.projected(triangle);
            covered += 0.5 * doubled(&points).abs();
            bound += 2.0 * rounding(&points, self.exact.displacement());
        }
        bound += 8.0 * U * covered + 8.0 * SMALLEST;
        let found = (covered - wound.area).abs();
        if found > bound {
            // A right face is turned away from its part.
            let wrong = turns.iter().position(|&side| side == keep);
            let wrong = &faces[wrong.unwrap_or(0)];
            let at = self.exact.at(wrong.part, &wrong.corners[0]);
            let amount = found * self.stretch;
            let part = (!are_mirrored && self.exact.are_two_halves())
                .then_some(usize::from(keep == Side::Back));
            findings.add(FindingKind::CapOverlap, part, plane, Some(at), amount);
        }
        // The note is about the section, so the parts behind report it alone.
        if let (true, Side::Back, Some((ends, _))) = (crosses, keep, edges.first()) {
            let at = corners[&ends[0]].at;
            let amount = wound.beyond * self.stretch;
            findings.add(FindingKind::SectionCrosses, None, plane, Some(at), amount);
        }
    }

    /// Returns the boundary of triangles, with its edges in ascending order, and its corners.
    fn boundary(&self, triangles: &[&FaceTriangle]) -> (Boundary, HashMap<u32, Corner>) {
        let mut boundary = Boundary::default();
        for triangle in triangles {
            boundary.add_triangle(triangle.numbers, 1);
        }
        boundary.settle();
        let mut corners: HashMap<u32, Corner> = HashMap::new();
        for triangle in triangles {
            for (corner, number) in triangle.numbers.into_iter().enumerate() {
                corners
                    .entry(number)
                    .or_insert_with(|| self.corner(triangle, corner));
            }
        }
        (boundary, corners)
    }

    fn corner(&self, triangle: &FaceTriangle, corner: usize) -> Corner {
        let at = self.exact.at(triangle.part, &triangle.corners[corner]);
        let place = match self.point(triangle, corner) {
            Some(place) => self.exact.space().position(place),
            None => at,
        };
        Corner {
            support: self.support(triangle, corner),
            place: self.nodes.shadow.cast(&place),
            at,
        }
    }

    /// Returns the exact side of the line from the first corner to the second on which the third lies.
    fn side(&self, corners: [&Corner; 3]) -> Side {
        let places = corners.each(|corner| corner.place);
        by_moved_floats(&places, 0.0).unwrap_or_else(|| {
            let supports = corners.each(|corner| &corner.support);
            self.nodes.turn(supports, places[0])
        })
    }

    /// Returns the exact points of a corner that lie in the plane. A point where outlines cross lacks them, as does another
    /// point that the input does not determine.
    fn points(&self, number: u32) -> impl Iterator<Item = &'e Place> {
        let known = self.candidates.places(number);
        known.filter(|place| self.exact.side(place, self.plane) == Side::On)
    }

    /// Returns the other planes that bound the part of a face, with the sides of the face.
    fn sides(&self, triangle: &FaceTriangle) -> impl Iterator<Item = (u32, Side)> {
        let walls = self.exact.walls[triangle.part].iter().copied();
        walls.filter(|(other, _)| *other != self.plane)
    }

    /// Returns the exact points of a corner that lie in the plane and on the sides of the part.
    pub(super) fn right_points(
        &self,
        triangle: &FaceTriangle,
        corner: usize,
    ) -> impl Iterator<Item = &'e Place> {
        let is_right = move |point: &&Place| {
            self.sides(triangle)
                .all(|(other, side)| self.exact.side(point, other) != -side)
        };
        self.points(triangle.numbers[corner]).filter(is_right)
    }

    /// Returns an exact point of a corner that lies in the plane and on the sides of the part. Rounding may have brought several
    /// points to one position, and one that is right is enough.
    pub(super) fn point(&self, triangle: &FaceTriangle, corner: usize) -> Option<&'e Place> {
        self.right_points(triangle, corner).next()
    }

    /// Returns `true` if a corner lies in the plane, and on the sides of its part, within rounding.
    fn is_near(&self, triangle: &FaceTriangle, corner: &[f64; 3]) -> bool {
        let planes = self.exact.planes;
        let is_near = |plane| self.exact.is_near(triangle.part, corner, plane);
        let there = self.exact.at(triangle.part, corner);
        is_near(self.plane)
            && self.sides(triangle).all(|(other, side)| {
                planes[other as usize].side_of_point(&there) != -side || is_near(other)
            })
    }

    pub(super) fn support(&self, triangle: &FaceTriangle, corner: usize) -> Support {
        match self.point(triangle, corner).copied() {
            Some(Place::Vertex(vertex)) => Support::Node([vertex; 2]),
            Some(Place::Edge { ends, plane }) if plane == self.plane => Support::Node(ends),
            Some(place) => Support::Place(place),
            None => {
                let local = self.nodes.shadow.cast(&triangle.corners[corner]);
                Support::Written([local, self.origin_of(triangle)])
            }
        }
    }

    /// Returns the exact orientation of a triangle as seen from the front of the plane.
    fn turn(&self, triangle: &FaceTriangle) -> Side {
        let points = self.projected(triangle);
        by_moved_floats(&points, self.exact.moved()).unwrap_or_else(|| {
            let supports = [0, 1, 2].each(|corner: usize| self.support(triangle, corner));
            let origin = self.origin_of(triangle);
            let near = array(|axis| points[0][axis] + origin[axis]);
            self.nodes.turn(supports.each_ref(), near)
        })
    }

    /// Returns the exact side of the line from the first point to the second on which the third lies.
    pub(super) fn turn_of(&self, points: [&Support; 3]) -> Side {
        self.nodes.turn(points, self.origin())
    }

    /// Returns a point near the nodes, projected.
    fn origin(&self) -> [f64; 2] {
        let coding = self.exact.codings.first();
        coding.map_or([0.0; 2], |written| self.nodes.shadow.cast(&written.origin))
    }

    /// Returns the origin of a face's coordinates, projected.
    fn origin_of(&self, triangle: &FaceTriangle) -> [f64; 2] {
        let written = &self.exact.parts[triangle.part].written;
        self.nodes.shadow.cast(&written.origin)
    }

    /// Returns the positions of a triangle's corners in the file, projected.
    fn projected(&self, triangle: &FaceTriangle) -> [[f64; 2]; 3] {
        let corners = triangle.corners.each_ref();
        corners.each(|corner| self.nodes.shadow.cast(corner))
    }
}
