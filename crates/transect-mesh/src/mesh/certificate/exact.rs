//! The exact cut: the side of each vertex of each plane, and the part to which each triangle belongs as a whole.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::{Cutter as _, CuttingPlane};
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::unit::U;
use transect_exact::vector::sub;

use crate::mesh::certificate::directions::{Directions, Rank};
use crate::mesh::certificate::judged::{JudgedPart, Place};
use crate::mesh::certificate::written_part::{Precision, WrittenPart};
use crate::mesh::exact_place::{Place as PlaceOfNode, Space};
use crate::mesh::indexed::Mesh;
use crate::mesh::trace::facing;
use crate::mesh::weld::key;

/// The value that marks a missing number.
pub(super) const NONE: u32 = u32::MAX;

/// The input, the planes and the parts, with the exact sides of the input's vertices.
pub(super) struct Exact<'a> {
    pub(super) input: &'a Mesh,
    pub(super) planes: &'a [CuttingPlane],
    pub(super) parts: &'a [JudgedPart<'a>],
    pub(super) directions: Directions,
    /// For each group of parallel planes, the code of each vertex: twice the number of planes behind the vertex, and 1 more if
    /// the vertex lies on a plane.
    pub(super) codes: Vec<Vec<u32>>,
    /// For each group, the least and the greatest code.
    extents: Vec<[u32; 2]>,
    /// For each part, the planes that bound it, with its sides of them. Those of the rest are those of the part inside.
    pub(super) walls: Vec<Vec<(u32, Side)>>,
    /// Parts with the different coordinates of the files: origins and precisions.
    pub(super) codings: Vec<WrittenPart<'a>>,
    /// For each part, the index of its coordinates.
    pub(super) coding_of: Vec<usize>,
    /// A bound on the change of a coordinate by rounding.
    rounding: f64,
    /// `true` if all coordinates are 64-bit floats of the input: then each position is the exact one, rounded once.
    is_double: bool,
    /// The largest distance of a vertex from its place along an axis, in addition to rounding.
    pub(super) misplaced: f64,
    /// `true` if triangles in a plane that the input only touches belong to the side that they do not face, as those in a plane
    /// that cuts the input. Otherwise they stay with the rest of the input.
    divides_touching: bool,
    /// For each triangle of the input, the part to which it belongs as a whole, or [`NONE`] if a plane divides it or if it
    /// may belong to several parts. A triangle of the rest may be divided all the same.
    pub(super) homes: Vec<u32>,
}

impl<'a> Exact<'a> {
    pub(super) fn of(
        input: &'a Mesh,
        planes: &'a [CuttingPlane],
        parts: &'a [JudgedPart<'a>],
    ) -> Self {
        let directions = Directions::of(planes);
        let codes: Vec<Vec<u32>> = directions
            .groups
            .iter()
            .map(|group| {
                let mut codes = vec![0; input.positions().len()];
                let mut sides = vec![Side::On; input.positions().len()];
                for &plane in group {
                    let (cutter, rank) =
                        (&planes[plane as usize], directions.ranks[plane as usize]);
                    cutter.sides_of_points(input.positions(), input.single_precision, &mut sides);
                    let steps = [Side::Back, Side::On, Side::Front].each(|side| rank.step(side));
                    // A plane behind the point adds 2, and one on which it lies adds 1.
                    for (code, &side) in codes.iter_mut().zip(&sides) {
                        *code += steps[(side as i8 + 1) as usize];
                    }
                }
                codes
            })
            .collect();
        let extent = |codes: &Vec<u32>| {
            let [least, most] = [codes.iter().min(), codes.iter().max()];
            [least, most].each(|code| code.copied().unwrap_or(0))
        };
        let fronts = vec![Side::Front; planes.len()];
        let walls = parts.iter().map(|part| match &part.place {
            Place::Sides(sides) => {
                assert_eq!(sides.len(), planes.len(), "one side for each plane");
                directions.walls(sides)
            }
            Place::Inside | Place::Outside => directions.walls(&fronts),
        });
        let walls = walls.collect();
        let mut codings: Vec<WrittenPart<'_>> = Vec::new();
        let mut coding_of = Vec::with_capacity(parts.len());
        for written in parts.iter().map(|part| part.written) {
            let known = codings
                .iter()
                .position(|own| own.has_the_coding_of(&written));
            coding_of.push(known.unwrap_or(codings.len()));
            if known.is_none() {
                codings.push(written);
            }
        }
        let mut all = codings.iter();
        let is_double =
            all.all(|written| written.precision == Precision::Double && written.origin == [0.0; 3]);
        let mut exact = Self {
            input,
            planes,
            parts,
            extents: codes.iter().map(extent).collect(),
            directions,
            codes,
            walls,
            codings,
            coding_of,
            rounding: rounding(input, parts),
            is_double,
            misplaced: 0.0,
            divides_touching: false,
            homes: Vec::new(),
        };
        exact.homes = exact.homes();
        exact
    }

    /// Returns the same cut, if triangles in planes that the input only touches belong to the sides that they do not face. Returns
    /// `None` if there are no such triangles.
    pub(super) fn dividing_touching(mut self) -> Option<Self> {
        let touches = |group: &usize| {
            let code = self.extents[*group];
            code[0] % 2 == 1 || code[1] % 2 == 1
        };
        let mut groups = (0..self.codes.len()).filter(touches);
        let is_flat = |group: usize| {
            let mut triangles = 0..self.input.triangles().len() as u32;
            triangles.any(|triangle| {
                let [least, most] = self.range(triangle, group);
                least == most && self.extents[group].contains(&least) && least % 2 == 1
            })
        };
        if !groups.any(is_flat) {
            return None;
        }
        self.divides_touching = true;
        self.homes = self.homes();
        Some(self)
    }

    pub(super) fn space(&self) -> Space<'a, CuttingPlane> {
        Space {
            positions: self.input.positions(),
            cutters: self.planes,
        }
    }

    /// Returns the side of a plane on which a point lies. Most are known from the planes that make the point, and from the
    /// vertices between which it lies.
    pub(super) fn side(&self, point: &PlaceOfNode, plane: u32) -> Side {
        let rank = self.directions.ranks[plane as usize];
        let mut own = point
            .planes()
            .map(|own| self.directions.ranks[own as usize]);
        if let Some(own) = own.find(|own| own.group == rank.group) {
            return rank.side(own.code());
        }
        let known = match point {
            PlaceOfNode::Vertex(vertex) => Some(self.side_of_vertex(*vertex, plane)),
            PlaceOfNode::Edge { ends, .. } => self.side_of_all(ends, rank),
            PlaceOfNode::Face { corners, .. } => self.side_of_all(corners, rank),
            PlaceOfNode::Meeting(_) | PlaceOfNode::Rounded(_) => None,
        };
        known.unwrap_or_else(|| self.space().side(point, plane))
    }

    /// Returns the side of a plane on which the points between vertices lie, or `None` if some may lie on both.
    fn side_of_all(&self, vertices: &[u32], rank: Rank) -> Option<Side> {
        let codes = &self.codes[rank.group];
        let [mut least, mut most] = [u32::MAX, 0];
        for &vertex in vertices {
            least = least.min(codes[vertex as usize]);
            most = most.max(codes[vertex as usize]);
        }
        let code = rank.code();
        match (least < code, most > code) {
            (true, true) => None,
            (true, false) => Some(rank.side(least)),
            (false, _) => Some(rank.side(most)),
        }
    }

    /// Returns the side of a plane on which a vertex of the input lies.
    pub(super) fn side_of_vertex(&self, vertex: u32, plane: u32) -> Side {
        let rank = self.directions.ranks[plane as usize];
        rank.side(self.codes[rank.group][vertex as usize])
    }

    /// Returns `true` if the parts are the halves by one plane: the one in front, then the one behind.
    pub(super) fn are_two_halves(&self) -> bool {
        let is_on = |part: &JudgedPart<'_>, own| part.place == Place::Sides(vec![own]);
        matches!(self.parts, [one, other] if is_on(one, Side::Front) && is_on(other, Side::Back))
    }

    /// Returns the number of planes of which two parts lie on different sides; 0 for the parts of a region.
    pub(super) fn sides_apart(&self, one: usize, other: usize) -> usize {
        match [one, other].each(|part| &self.parts[part].place) {
            [Place::Sides(one), Place::Sides(other)] => {
                let sides = one.iter().zip(other);
                sides.filter(|(one, other)| one != other).count()
            }
            _ => 0,
        }
    }

    /// Returns a bound on the distance of a vertex from its exact place, along an axis.
    pub(super) fn displacement(&self) -> f64 {
        self.rounding + self.misplaced
    }

    /// Returns a bound on the change of a coordinate in the file, beyond its own rounding to f64.
    pub(super) fn moved(&self) -> f64 {
        if self.is_double && self.misplaced == 0.0 {
            0.0
        } else {
            self.displacement()
        }
    }

    /// Returns a position of the input as a part has it.
    pub(super) fn place(&self, part: usize, position: &[f64; 3]) -> [f64; 3] {
        self.parts[part].written.place(position)
    }

    /// Returns the least and the greatest code of a triangle's corners in a group of planes.
    fn range(&self, triangle: u32, group: usize) -> [u32; 2] {
        let codes = &self.codes[group];
        let corners = self.input.triangles()[triangle as usize];
        let [a, b, c] = corners.each(|corner| codes[corner as usize]);
        [a.min(b).min(c), a.max(b).max(c)]
    }

    /// Returns the planes of a group that a triangle crosses. Of equal planes, the first is returned.
    pub(super) fn crossed(&self, triangle: u32, group: usize) -> &[u32] {
        let planes = &self.directions.groups[group];
        let ranks = between(self.range(triangle, group));
        &planes[ranks.start as usize..ranks.end.max(ranks.start) as usize]
    }

    /// Returns the planes of a group that an edge crosses. Of equal planes, the first is returned.
    pub(super) fn crossed_by_edge(&self, ends: [u32; 2], group: usize) -> &[u32] {
        let [a, b] = ends.each(|end| self.codes[group][end as usize]);
        let ranks = between([a.min(b), a.max(b)]);
        &self.directions.groups[group][ranks.start as usize..ranks.end.max(ranks.start) as usize]
    }

    /// Returns the sides of a plane on which a triangle has corners: behind, and in front.
    pub(super) fn reach(&self, triangle: u32, plane: u32) -> [bool; 2] {
        let rank = self.directions.ranks[plane as usize];
        let ends = self
            .range(triangle, rank.group)
            .each(|code| rank.side(code));
        [Side::Back, Side::Front].each(|side| ends.contains(&side))
    }

    /// Returns the side of the plane to which a triangle that lies in it belongs: that of the material which it bounds, or that
    /// of the input if it only touches the plane. Returns `On` for a triangle without area, which may belong to either side.
    pub(super) fn side_of_flat(&self, triangle: u32, plane: u32) -> Side {
        let rank = self.directions.ranks[plane as usize];
        // An input in the plane counts as in front.
        match self.extents[rank.group].each(|code| rank.side(code)) {
            [Side::Back, Side::Front] | [Side::Front, Side::Back] => {}
            _ if self.divides_touching => {}
            ends if ends.contains(&Side::Back) => return Side::Back,
            _ => return Side::Front,
        }
        let corners = self.input.triangles()[triangle as usize];
        let corners = corners.each(|corner| &self.input.positions()[corner as usize]);
        -facing(self.planes[plane as usize].plane(), corners)
    }

    /// Returns the side of a plane on which a whole triangle lies: `On` if the plane divides it, or if it may belong to either
    /// side.
    fn side_of_whole(&self, triangle: u32, plane: u32) -> Side {
        match self.reach(triangle, plane) {
            [false, true] => Side::Front,
            [true, false] => Side::Back,
            [true, true] => Side::On,
            [false, false] => self.side_of_flat(triangle, plane),
        }
    }

    /// Returns the number of planes of a group behind a triangle, or `None` if one divides it or it may belong to either side of
    /// one.
    fn slab(&self, triangle: u32, group: usize) -> Option<u32> {
        let range = self.range(triangle, group);
        let [least, most] = range;
        if least == most && least % 2 == 1 {
            let plane = self.directions.groups[group][least as usize / 2];
            let behind = least / 2;
            return match self.side_of_flat(triangle, plane) {
                Side::On => None,
                side => Some(behind + self.directions.ranks[plane as usize].step(side) / 2),
            };
        }
        between(range).is_empty().then_some(least.div_ceil(2))
    }

    fn homes(&self) -> Vec<u32> {
        let count = self.input.triangles().len() as u32;
        let place_of = |wanted: &Place| {
            let known = self.parts.iter().zip(0..);
            known.filter(|(part, _)| part.place == *wanted).last()
        };
        let outside = place_of(&Place::Outside).map(|(_, index)| index);
        let inside = place_of(&Place::Inside).map_or(NONE, |(_, index)| index);
        if let Some(outside) = outside {
            let walls = &self.walls[outside as usize];
            return (0..count)
                .map(|triangle| {
                    let sides = walls.iter().map(|&(plane, side)| match side {
                        Side::Back => -self.side_of_whole(triangle, plane),
                        _ => self.side_of_whole(triangle, plane),
                    });
                    // One plane behind which the triangle lies is enough for the outside.
                    match sides.min().unwrap_or(Side::Front) {
                        Side::Front => inside,
                        Side::On => NONE,
                        Side::Back => outside,
                    }
                })
                .collect();
        }
        // The slabs of the first groups together get numbers.
        let groups = self.directions.groups.len();
        let mut steps: Vec<HashMap<[u32; 2], u32>> = vec![HashMap::new(); groups];
        let mut homes: Vec<u32> = vec![NONE];
        for (part, index) in self.parts.iter().zip(0..) {
            let Place::Sides(sides) = &part.place else {
                continue;
            };
            let Some(slabs) = self.directions.slabs(sides) else {
                continue;
            };
            let mut cell = 0;
            for (steps, slab) in steps.iter_mut().zip(slabs) {
                cell = *steps.entry([cell, slab]).or_insert_with(|| {
                    homes.push(NONE);
                    homes.len() as u32 - 1
                });
            }
            homes[cell as usize] = index;
        }
        // Successive triangles mostly lie in one cell, so the last answer for each group is kept.
        let mut last = vec![([NONE; 2], NONE); groups];
        (0..count)
            .map(|triangle| {
                let mut cell = 0;
                for group in 0..groups {
                    let Some(slab) = self.slab(triangle, group) else {
                        return NONE;
                    };
                    let (known, next) = &mut last[group];
                    if *known != [cell, slab] {
                        *known = [cell, slab];
                        *next = steps[group].get(known).copied().unwrap_or(NONE);
                    }
                    if *next == NONE {
                        return NONE;
                    }
                    cell = *next;
                }
                homes[cell as usize]
            })
            .collect()
    }

    /// Returns `true` if a position of a part lies in a plane within rounding.
    pub(super) fn is_near(&self, part: usize, there: &[f64; 3], plane: u32) -> bool {
        let written = &self.parts[part].written;
        written.is_near(there, &self.planes[plane as usize])
    }

    /// Returns `true` if the planes have three directions, so that three of them may meet in a point.
    pub(super) fn may_have_meetings(&self) -> bool {
        self.directions.groups.len() >= 3
    }

    /// Returns the points where three planes meet at a position of a part, with their positions in the coordinates of the input.
    /// Rounding may have brought several of them to one position.
    pub(super) fn meetings(&self, part: usize, there: &[f64; 3]) -> Vec<(PlaceOfNode, [f64; 3])> {
        let mut meetings = Vec::new();
        let space = self.space();
        let all = 0..self.planes.len() as u32;
        let is_near = |plane: &u32| self.is_near(part, there, *plane);
        let near: Vec<u32> = all.filter(is_near).collect();
        for (i, &first) in near.iter().enumerate() {
            for (j, &second) in near.iter().enumerate().skip(i + 1) {
                for &third in &near[j + 1..] {
                    let planes = [first, second, third];
                    if space.do_meet_in_a_point(planes) {
                        let meeting = space.meeting(planes);
                        let position = space.position(&meeting);
                        if key(&self.place(part, &position)) == key(there) {
                            meetings.push((meeting, position));
                        }
                    }
                }
            }
        }
        meetings
    }

    /// Returns a position of a part in the coordinates of the input, rounded.
    pub(super) fn at(&self, part: usize, corner: &[f64; 3]) -> [f64; 3] {
        let origin = self.parts[part].written.origin;
        [0, 1, 2].each(|axis| corner[axis] + origin[axis])
    }
}

/// Returns the ranks of the planes strictly between two codes.
fn between([least, most]: [u32; 2]) -> core::ops::Range<u32> {
    least.div_ceil(2)..most / 2
}

/// Returns a bound on the change of a coordinate by rounding.
fn rounding(input: &Mesh, parts: &[JudgedPart<'_>]) -> f64 {
    let largest = input.largest_coordinate();
    let is_single = |part: &&JudgedPart<'_>| part.written.precision == Precision::Single;
    let of_part = |part: &JudgedPart<'_>| {
        let corners = |mesh: &Mesh| mesh.bounds().map(|own| [own.min(), own.max()]);
        let own = corners(part.mesh()).into_iter().flatten();
        let of_input = corners(input).into_iter().flatten();
        let all = own.chain(of_input.map(|corner| sub(&corner, &part.written.origin)));
        let farthest = all.flatten().fold(0.0_f64, |m, c| m.max(c.abs()));
        // Rounding to the nearest f32 moves a number by at most 2⁻²⁴ of its size, or by half of the least f32.
        let farthest = farthest * (1.0 + f64::from(f32::EPSILON));
        0.5 * f64::from(f32::EPSILON) * farthest + f64::from(f32::from_bits(1))
    };
    let singles = parts.iter().filter(is_single).map(of_part);
    2.0 * U * largest + singles.fold(0.0, f64::max) + f64::from_bits(1)
}
