//! The exact cut: the side of each vertex of each plane, and the part to which each triangle belongs as a whole.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::cutter::sealed::Cut as _;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::certificate::Precision;
use crate::mesh::exact_place::{Place as PlaceOfNode, Space};
use crate::mesh::indexed::Mesh;
use crate::mesh::parts_certificate::judged::{JudgedPart, Place};
use crate::mesh::trace::facing;
use crate::mesh::weld::key;
use crate::predicates::unit::U;
use crate::side::Side;

/// The value that marks a missing number.
pub(super) const NONE: u32 = u32::MAX;

/// The input, the planes and the parts, with the exact sides of the input's vertices.
pub(super) struct Exact<'a> {
    pub(super) input: &'a Mesh,
    pub(super) planes: &'a [CuttingPlane],
    pub(super) parts: &'a [JudgedPart<'a>],
    /// For each plane, the side of each vertex.
    pub(super) sides: Vec<Vec<Side>>,
    /// For each plane, the side on which the input lies, if it does not lie on both. An input in the plane counts as in front.
    touched: Vec<Option<Side>>,
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
        let sides = planes.iter().map(|plane| {
            let mut sides = vec![Side::On; input.positions().len()];
            plane.sides_of_points(input.positions(), input.single_precision, &mut sides);
            sides
        });
        let mut exact = Self {
            input,
            planes,
            parts,
            sides: sides.collect(),
            touched: Vec::new(),
            homes: Vec::new(),
        };
        let touched = |sides: &Vec<Side>| match [Side::Back, Side::Front]
            .each(|side| sides.contains(&side))
        {
            [true, true] => None,
            [true, false] => Some(Side::Back),
            [false, _] => Some(Side::Front),
        };
        exact.touched = exact.sides.iter().map(touched).collect();
        exact.homes = exact.homes();
        exact
    }

    pub(super) fn space(&self) -> Space<'a, CuttingPlane> {
        Space {
            positions: self.input.positions(),
            cutters: self.planes,
        }
    }

    /// Returns the side of a plane on which a point lies. Most are known from the vertices between which the point lies.
    pub(super) fn side(&self, point: &PlaceOfNode, plane: u32) -> Side {
        if point.planes().any(|own| own == plane) {
            return Side::On;
        }
        let sides = &self.sides[plane as usize];
        let among = |corners: &[u32]| {
            let has = |side: Side| corners.iter().any(|&corner| sides[corner as usize] == side);
            match (has(Side::Back), has(Side::Front)) {
                (true, true) => None,
                (true, false) => Some(Side::Back),
                (false, true) => Some(Side::Front),
                (false, false) => Some(Side::On),
            }
        };
        let known = match point {
            PlaceOfNode::Vertex(vertex) => Some(sides[*vertex as usize]),
            PlaceOfNode::Edge { ends, .. } => among(ends),
            PlaceOfNode::Face { corners, .. } => among(corners),
            PlaceOfNode::Meeting(_) | PlaceOfNode::Rounded(_) => None,
        };
        known.unwrap_or_else(|| self.space().side(point, plane))
    }

    /// Returns the side of a plane on which a vertex of the input lies.
    pub(super) fn side_of_vertex(&self, vertex: u32, plane: u32) -> Side {
        self.sides[plane as usize][vertex as usize]
    }

    /// Returns a position of the input as the file has it.
    pub(super) fn place(&self, position: &[f64; 3]) -> [f64; 3] {
        match self.parts.first() {
            Some(part) => part.half.place(position),
            None => *position,
        }
    }

    /// Returns the sides of a plane on which a triangle has corners: behind, and in front.
    pub(super) fn reach(&self, triangle: u32, plane: u32) -> [bool; 2] {
        let corners = self.input.triangles()[triangle as usize];
        let sides = corners.each(|corner| self.sides[plane as usize][corner as usize]);
        [Side::Back, Side::Front].each(|side| sides.contains(&side))
    }

    /// Returns the side of the plane to which a triangle that lies in it belongs: that of the material which it bounds, or that
    /// of the input if it only touches the plane. Returns `On` for a triangle without area, which may belong to either side.
    pub(super) fn side_of_flat(&self, triangle: u32, plane: u32) -> Side {
        if let Some(side) = self.touched[plane as usize] {
            return side;
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

    fn homes(&self) -> Vec<u32> {
        let count = self.input.triangles().len() as u32;
        let place_of = |wanted: &Place| {
            let known = self.parts.iter().zip(0..);
            known.filter(|(part, _)| part.place == *wanted).last()
        };
        let outside = place_of(&Place::Outside).map(|(_, index)| index);
        let inside = place_of(&Place::Inside).map_or(NONE, |(_, index)| index);
        if let Some(outside) = outside {
            return (0..count)
                .map(|triangle| {
                    let planes = 0..self.planes.len() as u32;
                    let sides = planes.map(|plane| self.side_of_whole(triangle, plane));
                    let least = sides.min().unwrap_or(Side::Front);
                    match least {
                        Side::Front => inside,
                        Side::On => NONE,
                        Side::Back => outside,
                    }
                })
                .collect();
        }
        // Cells by the first planes get numbers as they are found.
        let mut cells = vec![0; count as usize];
        let mut prefixes: Vec<Vec<Side>> = vec![Vec::new()];
        for plane in 0..self.planes.len() as u32 {
            let mut numbers = vec![[NONE; 2]; prefixes.len()];
            let mut next: Vec<Vec<Side>> = Vec::new();
            for (cell, triangle) in cells.iter_mut().zip(0..).filter(|(cell, _)| **cell != NONE) {
                let side = self.side_of_whole(triangle, plane);
                if side == Side::On {
                    *cell = NONE;
                    continue;
                }
                let number = &mut numbers[*cell as usize][usize::from(side == Side::Front)];
                if *number == NONE {
                    *number = next.len() as u32;
                    let mut sides = prefixes[*cell as usize].clone();
                    sides.push(side);
                    next.push(sides);
                }
                *cell = *number;
            }
            prefixes = next;
        }
        let mut parts: HashMap<&[Side], u32> = HashMap::new();
        for (part, index) in self.parts.iter().zip(0..) {
            if let Place::Sides(sides) = &part.place {
                parts.insert(sides, index);
            }
        }
        let homes: Vec<u32> = prefixes
            .iter()
            .map(|sides| parts.get(&sides[..]).copied().unwrap_or(NONE))
            .collect();
        let home = |&cell: &u32| homes.get(cell as usize).copied().unwrap_or(NONE);
        cells.iter().map(home).collect()
    }

    /// Returns a bound on the change of a coordinate by rounding.
    pub(super) fn displacement(&self) -> f64 {
        let largest = self.input.largest_coordinate();
        let Some(half) = self.parts.first().map(|part| &part.half) else {
            return 0.0;
        };
        let single = match half.precision {
            Precision::Double => 0.0,
            Precision::Single => {
                let boxes = self.parts.iter().filter_map(|part| part.mesh().bounds());
                let ends = boxes.flat_map(|own| [own.min(), own.max()]).flatten();
                let farthest = ends.fold(0.0_f64, |m, c| m.max(c.abs()));
                f64::from(f32::EPSILON) * farthest + f64::from(f32::from_bits(1))
            }
        };
        2.0 * U * largest + single + f64::from_bits(1)
    }

    /// Returns the point where three planes meet at a position of the file, and its position in the coordinates of the input.
    pub(super) fn meeting(&self, there: &[f64; 3]) -> Option<(PlaceOfNode, [f64; 3])> {
        let half = &self.parts.first()?.half;
        let space = self.space();
        let all = 0..self.planes.len() as u32;
        let is_near = |plane: &u32| half.is_near(there, &self.planes[*plane as usize]);
        let near: Vec<u32> = all.filter(is_near).collect();
        for (i, &first) in near.iter().enumerate() {
            for (j, &second) in near.iter().enumerate().skip(i + 1) {
                for &third in &near[j + 1..] {
                    let planes = [first, second, third];
                    if space.do_meet_in_a_point(planes) {
                        let meeting = space.meeting(planes);
                        let position = space.position(&meeting);
                        if key(&half.place(&position)) == key(there) {
                            return Some((meeting, position));
                        }
                    }
                }
            }
        }
        None
    }

    /// Returns a position of a file in the coordinates of the input, rounded.
    pub(super) fn at(&self, corner: &[f64; 3]) -> [f64; 3] {
        let origin = self.parts.first().map_or([0.0; 3], |part| part.half.origin);
        [0, 1, 2].each(|axis| corner[axis] + origin[axis])
    }
}
