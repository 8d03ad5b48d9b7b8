//! The comparison of the winding numbers of the input and of the part inside a region, at a corner of the region.
//!
//! Let v be a corner of the region, e an edge of the region from v, i a plane whose face of the region has this edge, and j
//! the other plane of the edge. Let q be a point of this face that is infinitely near to v, and nearer to e by a further order:
//! q = v + ε(v′ − v) + ε²d, where v′ is the other end of the edge, and d points into the face. So q lies strictly inside of the
//! face, whatever the planes are. Its winding numbers follow from the segments that cross the line through q along the edge,
//! on the side of v. A segment crosses it if one of its ends lies in front of j and the other does not; and where it crosses
//! is the sign of the turn of its ends and v, or if that is zero, of its ends and v′. All these signs are exact.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect::Cutter as _;
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::cover::Cover;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::face_triangle::FaceTriangle;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::judged::Place as PartPlace;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::exact_nodes::Support;
use crate::mesh::exact_place::Place;
use crate::mesh::weld::key;

/// Compares the winding numbers at a corner of the region, if one part is that inside a region with corners. A region
/// without corners, and a flat one, need no comparison.
///
/// The first corner decides near which rounding did not bring several points of the cut face to one position. If there is
/// none, the numbers at the corners say nothing, and nothing is compared.
pub(super) fn compare(
    exact: &Exact<'_>,
    candidates: &Candidates,
    faces: &[FaceTriangle],
    findings: &mut Findings,
) {
    let mut parts = exact.parts.iter();
    let Some(inside) = parts.position(|part| part.place == PartPlace::Inside) else {
        return;
    };
    let first = |plane: u32| exact.directions.first(plane).0;
    for face in 0..exact.planes.len() as u32 {
        for beside in (0..exact.planes.len() as u32).filter(|&beside| beside != face) {
            let Some(edge) = Edge::of(exact, [face, beside]) else {
                continue;
            };
            for corner in [edge, edge.turned()] {
                let corner = Corner {
                    exact,
                    cover: Cover::of(exact, candidates, face),
                    edge: corner,
                };
                let is_own =
                    |own: &&FaceTriangle| own.part == inside && first(own.plane) == first(face);
                let own: Vec<&FaceTriangle> = faces.iter().filter(is_own).collect();
                if !corner.is_clear(&own) {
                    continue;
                }
                let by = corner.difference(&own);
                if by != 0 {
                    let at = exact.space().position(&corner.edge.from);
                    let by = f64::from(by.abs());
                    findings.add(FindingKind::CapOverlap, Some(inside), None, Some(at), by);
                }
                return;
            }
        }
    }
}

/// A bounded edge of the region in front of all planes, with a face of the region beside it.
#[derive(Clone, Copy)]
struct Edge {
    /// The plane of the face.
    face: u32,
    /// The other plane of the edge.
    beside: u32,
    /// The ends of the edge: points where three planes meet.
    from: Place,
    to: Place,
    /// `true` if the way from the first end to the second is that of the vector product of the normals of `face` and `beside`.
    is_along: bool,
}

impl Edge {
    /// Returns the edge of the region on the common line of two planes, if the first plane has a face beside it.
    fn of(exact: &Exact<'_>, [face, beside]: [u32; 2]) -> Option<Self> {
        let space = exact.space();
        let pivot = |planes: [u32; 2], axis: usize| space.pivot(planes, axis);
        let axis = (0..3).find(|&axis| pivot([face, beside], axis) != Side::On)?;
        let ahead = pivot([face, beside], axis);
        let is_less = |one: &Place, other: &Place| match space.order([one, other], axis) {
            Ordering::Less => ahead == Side::Front,
            Ordering::Equal => false,
            Ordering::Greater => ahead == Side::Back,
        };
        let others = 0..exact.planes.len() as u32;
        let (across, along): (Vec<u32>, Vec<u32>) = others
            .filter(|&other| other != face && other != beside)
            .partition(|&other| space.do_meet_in_a_point([face, beside, other]));
        let [mut from, mut to]: [Option<Place>; 2] = [None, None];
        for other in across {
            let meeting = space.meeting([face, beside, other]);
            if meeting == Place::Meeting([face, beside, other]) {
                // The line goes to the front of the other plane.
                if from.is_none_or(|known| is_less(&known, &meeting)) {
                    from = Some(meeting);
                }
            } else if to.is_none_or(|known| is_less(&meeting, &known)) {
                to = Some(meeting);
            }
        }
        let (from, to) = (from?, to?);
        let has_face_beside = |&other: &u32| match space.side(&from, other) {
            Side::Back => false,
            Side::Front => true,
            // The other plane contains the line. So it is one of both planes, or its front must be the same side of the line.
            Side::On if space.is_same([face, other]) => space.agree([face, other]),
            Side::On => pivot([face, other], axis) == ahead,
        };
        let is_edge = is_less(&from, &to) && along.iter().all(has_face_beside);
        is_edge.then_some(Self {
            face,
            beside,
            from,
            to,
            is_along: true,
        })
    }

    /// Returns the edge with its ends exchanged.
    fn turned(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            is_along: !self.is_along,
            ..self
        }
    }
}

/// A corner of the region, with an edge and a face at it.
struct Corner<'a, 'e> {
    exact: &'e Exact<'a>,
    cover: Cover<'a, 'e>,
    edge: Edge,
}

impl Corner<'_, '_> {
    /// Returns the winding number of the input around the point near the corner, minus that of the part inside. `faces` are the
    /// cut faces of this part in the plane.
    ///
    /// Both numbers are those just in front of the plane. Triangles of the part in the plane face backwards: cut faces, and
    /// triangles of the input that lie in the plane and belong to this part.
    fn difference(&self, faces: &[&FaceTriangle]) -> i32 {
        let of_faces: i32 = faces
            .iter()
            .map(|triangle| {
                self.around([0, 1, 2].each(|corner: usize| {
                    let support = self.cover.support(triangle, corner);
                    let is_in_front = match self.cover.point(triangle, corner) {
                        Some(place) => self.is_in_front(place),
                        None => {
                            let beside = &self.exact.planes[self.edge.beside as usize];
                            let at = self.exact.at(triangle.part, &triangle.corners[corner]);
                            beside.side_of_point(&at) == Side::Front
                        }
                    };
                    (support, is_in_front)
                }))
            })
            .sum();
        let count = self.exact.input.triangles().len() as u32;
        let of_input: i32 = (0..count).map(|triangle| self.of_input(triangle)).sum();
        of_faces + of_input
    }

    fn is_in_front(&self, place: &Place) -> bool {
        self.exact.side(place, self.edge.beside) == Side::Front
    }

    /// Returns how often the section of a triangle of the input in the plane passes around the point. A vertex in the plane
    /// counts as behind. For a triangle in the plane that belongs to the part inside, its boundary is counted.
    fn of_input(&self, triangle: u32) -> i32 {
        let Edge { face, beside, .. } = self.edge;
        let corners = self.exact.input.triangles()[triangle as usize];
        let side_of = |plane: u32| corners.each(|corner| self.exact.side_of_vertex(corner, plane));
        let beside = side_of(beside).each(|side| side == Side::Front);
        if beside == [beside[0]; 3] {
            return 0;
        }
        let sides = side_of(face);
        if sides == [Side::On; 3] {
            if self.exact.side_of_flat(triangle, face) != Side::Front {
                return 0;
            }
            return self.around([0, 1, 2].each(|corner: usize| {
                let vertex = corners[corner];
                (Support::Node([vertex; 2]), beside[corner])
            }));
        }
        let is_ahead = sides.each(|side| side == Side::Front);
        let node = |is_upward: bool| {
            let mut steps = (0..3).map(|corner| [corner, (corner + 1) % 3]);
            let step = steps
                .find(|&[from, to]| is_ahead[from] != is_ahead[to] && is_ahead[to] == is_upward);
            step.map(|[from, to]| {
                let [low, high] = if is_upward { [from, to] } else { [to, from] };
                if sides[low] == Side::On {
                    return (Support::Node([corners[low]; 2]), beside[low]);
                }
                let ends = [corners[low], corners[high]];
                let place = Place::Edge { ends, plane: face };
                (Support::Node(ends), self.is_in_front(&place))
            })
        };
        match [node(false), node(true)] {
            [Some(from), Some(to)] => self.passes([&from, &to]),
            _ => 0,
        }
    }

    fn around(&self, corners: [(Support, bool); 3]) -> i32 {
        let [a, b, c] = corners.each_ref();
        self.passes([a, b]) + self.passes([b, c]) + self.passes([c, a])
    }

    /// Returns 1 if a directed segment passes the point on its left, on the side of the corner; −1 if it does so in the opposite
    /// direction; and else 0. Each end has the mark that it lies in front of the plane beside the edge.
    fn passes(&self, [from, to]: [&(Support, bool); 2]) -> i32 {
        if from.1 == to.1 {
            return 0;
        }
        let [near, far] = [self.edge.from, self.edge.to].map(Support::Place);
        let turn = |point: &Support| self.cover.turn_of([&from.0, &to.0, point]);
        let side = match turn(&near) {
            Side::On => turn(&far),
            side => side,
        };
        // The front of the plane beside lies on the right of the vector product of the normals, and on the left of its opposite.
        let is_leftward = to.1 == self.edge.is_along;
        match (is_leftward, side) {
            (true, Side::Front) => 1,
            (false, Side::Back) => -1,
            _ => 0,
        }
    }

    /// Returns `true` if the cut face has one exact point at the position of the corner, and beside the edge from it.
    fn is_clear(&self, faces: &[&FaceTriangle]) -> bool {
        let place = self.exact.space().position(&self.edge.from);
        let planes: Vec<u32> = self.edge.from.planes().collect();
        faces.iter().all(|triangle| {
            let there = key(&self.exact.place(triangle.part, &place));
            let keys = triangle.corners.each_ref().each(key);
            !keys.contains(&there)
                || (0..3).zip(&keys).all(|(corner, own)| {
                    let mut points = self.cover.right_points(triangle, corner);
                    if *own == there {
                        return points.all(|point| {
                            let mut planes = planes.iter();
                            planes.all(|&plane| self.exact.side(point, plane) == Side::On)
                        });
                    }
                    let first = points.next().map(|point| self.is_in_front(point));
                    points.all(|point| Some(self.is_in_front(point)) == first)
                })
        })
    }
}
