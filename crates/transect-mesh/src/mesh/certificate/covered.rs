//! A triangle of the input that pieces must cover.

use alloc::vec::Vec;

use transect::Shadow;
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{cross, sub};

use crate::mesh::certificate::candidates::{Candidates, is_of};
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::planar::by_moved_floats;
use crate::mesh::exact_place::Place;

/// A triangle of the input that pieces must cover.
pub(super) struct Covered<'e> {
    exact: &'e Exact<'e>,
    candidates: &'e Candidates,
    /// The index among the covered triangles.
    index: u32,
    pub(super) triangle: u32,
    /// The number of times that the triangle occurs in the input.
    pub(super) times: i32,
    /// The corners, as vertices of the input.
    pub(super) corners: [u32; 3],
    /// The axes of the shadow in which turns are computed.
    axes: [usize; 2],
    /// The orientation of the triangle in its shadow: `On` if it has no area.
    orientation: Side,
}

/// The exact points at a position.
pub(super) enum Points {
    One(Place),
    Several(Vec<Place>),
}

impl Points {
    pub(super) fn list(&self) -> &[Place] {
        match self {
            Self::One(place) => core::slice::from_ref(place),
            Self::Several(places) => places,
        }
    }
}

impl<'e> Covered<'e> {
    pub(super) fn of(exact: &'e Exact<'e>, candidates: &'e Candidates, index: u32) -> Self {
        let (triangle, times) = candidates.covered[index as usize];
        let space = exact.space();
        let corners = exact.input.triangles()[triangle as usize];
        let points = corners.each(|corner| &exact.input.positions()[corner as usize]);
        let [a, b, c] = points;
        let whole = corners.each(Place::Vertex);
        let turn = |axes: [usize; 2]| {
            let shadow = points.each(|point| axes.each(|axis| point[axis]));
            by_moved_floats(&shadow, 0.0).unwrap_or_else(|| space.turn(whole.each_ref(), axes))
        };
        let mut axes = Shadow::of_normal(&cross(&sub(b, a), &sub(c, a))).axes();
        let mut orientation = turn(axes);
        // Rounding may choose an axis along which a thin triangle is seen from its edge.
        for others in [[0, 1], [1, 2], [2, 0]] {
            if orientation == Side::On {
                axes = others;
                orientation = turn(axes);
            }
        }
        Self {
            exact,
            candidates,
            index,
            triangle,
            times,
            corners,
            axes,
            orientation,
        }
    }

    /// Returns `true` if the triangle has no area, exactly.
    pub(super) fn is_thin(&self) -> bool {
        self.orientation == Side::On
    }

    /// Returns `true` if the triangle lies in a plane.
    pub(super) fn lies_in(&self, plane: u32) -> bool {
        self.exact.reach(self.triangle, plane) == [false, false]
    }

    /// Returns the side of a turn in the shadow as seen from the front of the triangle.
    fn seen(&self, side: Side) -> Side {
        match self.orientation {
            Side::Front => side,
            Side::Back => -side,
            Side::On => Side::On,
        }
    }

    /// Returns the orientation of three exact points relative to the triangle: `Front` for the same orientation.
    pub(super) fn turn(&self, points: [&Place; 3]) -> Side {
        self.seen(self.exact.space().turn(points, self.axes))
    }

    /// Returns the orientation of all exact points at three positions of a file, if floats decide it.
    pub(super) fn turn_by_floats(&self, positions: &[[f64; 3]; 3]) -> Option<Side> {
        let shadow = positions.each_ref();
        let shadow = shadow.each(|position| self.axes.each(|axis| position[axis]));
        by_moved_floats(&shadow, self.exact.moved()).map(|side| self.seen(side))
    }

    /// Returns the exact points at a position that lie in the triangle: its own, or if it has none there, those of other
    /// triangles.
    pub(super) fn points(&self, number: u32) -> Points {
        let known = self.candidates.places(number);
        let mut own = known.clone().filter(|place| is_of(place, &self.corners));
        if let Some(&first) = own.next() {
            // Mostly there is one point, which needs no list.
            let Some(&second) = own.next() else {
                return Points::One(first);
            };
            let mut all = alloc::vec![first, second];
            all.extend(own);
            return Points::Several(all);
        }
        let space = self.exact.space();
        let is_within = |place: &&Place| {
            space.side_of_triangle(place, self.corners) == Side::On
                && (0..3).all(|corner| self.side_of_edge(corner, place) != Side::Back)
        };
        Points::Several(known.filter(is_within).copied().collect())
    }

    /// Returns the side of an edge, in the plane of the triangle, on which a point of this plane lies: `Front` for the side of
    /// the triangle.
    fn side_of_edge(&self, corner: usize, place: &Place) -> Side {
        let ends = [self.corners[corner], self.corners[(corner + 1) % 3]].each(Place::Vertex);
        self.turn([&ends[0], &ends[1], place])
    }

    /// Returns the corners of the part of the triangle on the closed sides of some planes, in any order: corners of the triangle,
    /// points where the planes cross its edges, and points where two of them cross it.
    pub(super) fn points_within(&self, walls: &[(u32, Side)]) -> Vec<Place> {
        let (exact, space) = (self.exact, self.exact.space());
        let [a, b, c] = self.corners;
        let mut points: Vec<Place> = self.corners.map(Place::Vertex).to_vec();
        for (place, &(plane, _)) in walls.iter().enumerate() {
            for [low, high] in [[a, b], [b, c], [c, a]] {
                match [low, high].each(|end| exact.side_of_vertex(end, plane)) {
                    [Side::Back, Side::Front] => {
                        let ends = [low, high];
                        points.push(Place::Edge { ends, plane });
                    }
                    [Side::Front, Side::Back] => {
                        let ends = [high, low];
                        points.push(Place::Edge { ends, plane });
                    }
                    _ => {}
                }
            }
            for &(other, _) in &walls[..place] {
                let signs = space.weight_signs(self.corners, [other, plane]);
                if signs[0] != Side::On && signs == [signs[0]; 3] {
                    points.push(space.face(self.corners, [other, plane]));
                }
            }
        }
        points.retain(|point| {
            let mut walls = walls.iter();
            walls.all(|&(plane, side)| exact.side(point, plane) != -side)
        });
        points
    }

    /// Returns `true` if a point, whose coordinates are rounded once, certainly does not lie in the triangle, by floats.
    pub(super) fn is_apart_from(&self, point: &[f64; 3]) -> bool {
        let positions = self.exact.input.positions();
        let corners = self.corners.each(|corner| &positions[corner as usize]);
        if is_off_plane(corners, point) {
            return true;
        }
        let project = |point: &[f64; 3]| self.axes.each(|axis| point[axis]);
        let corners = corners.each(project);
        (0..3).any(|corner: usize| {
            let shadow = [corners[corner], corners[(corner + 1) % 3], project(point)];
            by_moved_floats(&shadow, 0.0).map(|side| self.seen(side)) == Some(Side::Back)
        })
    }

    /// Returns `true` if another triangle lies in the plane of this one and has the same orientation.
    pub(super) fn has_the_plane_of(&self, other: &Self) -> bool {
        let points = other.corners.each(Place::Vertex);
        let space = self.exact.space();
        let is_in_plane = |point: &Place| space.side_of_triangle(point, self.corners) == Side::On;
        points.iter().all(is_in_plane) && self.turn(points.each_ref()) == Side::Front
    }

    /// Returns the numbers of the positions along each edge: of its ends, and of its crossings with planes.
    pub(super) fn edges(&self) -> [Vec<u32>; 3] {
        [0, 1, 2].each(|corner: usize| {
            let ends = [self.corners[corner], self.corners[(corner + 1) % 3]];
            self.candidates.along(self.index, corner, ends)
        })
    }
}

/// Returns `true` if a point, whose coordinates are rounded once, certainly does not lie in the plane of three others.
fn is_off_plane([a, b, c]: [&[f64; 3]; 3], point: &[f64; 3]) -> bool {
    let (u, v, way) = (sub(b, a), sub(c, a), sub(point, a));
    let normal = cross(&u, &v);
    let sum = |vector: &[f64; 3]| vector.iter().fold(0.0, |sum, c| sum + c.abs());
    let [x, y, z] = [0, 1, 2].each(|axis: usize| normal[axis] * way[axis]);
    // The differences, products and sums round by less than 16 units, relative to the product of the lengths.
    let lengths = sum(&u) * sum(&v);
    let rounding = 16.0 * U * lengths * sum(&way) + 4.0 * U * lengths * sum(point);
    // Products may underflow.
    let rounding = rounding + 16.0 * SMALLEST * (1.0 + sum(&way));
    (x + y + z).abs() > rounding
}
