//! The pieces of the triangles that planes cross: convex polygons, each in one cell.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::Side;

use crate::mesh::parts::NONE;
use crate::mesh::parts::cells::Cells;
use crate::mesh::parts::nodes::Nodes;
use crate::mesh::parts::planes::Contact;
use crate::mesh::trace::{BACK, FRONT, Trace};

/// An edge of a polygon: its start, and the line on which it runs.
pub(super) type Step = (u32, Line);

/// The line on which an edge of a polygon runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The side of the triangle from its corner with this index to the next.
    Side(u8),
    /// The common line of the triangle and a plane.
    Plane(u32),
}

/// Returns the edges of a triangle as those of a polygon.
pub(super) fn whole([a, b, c]: [u32; 3]) -> [Step; 3] {
    [(a, Line::Side(0)), (b, Line::Side(1)), (c, Line::Side(2))]
}

/// Returns the ends of a side of a triangle.
pub(super) fn ends_of(corners: [u32; 3], side: u8) -> [u32; 2] {
    let from = usize::from(side);
    [corners[from], corners[(from + 1) % 3]]
}

/// A piece of a triangle: a convex polygon.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) cell: u32,
    pub(super) triangle: u32,
    steps: Range<usize>,
}

/// Pieces of triangles, with the edges of all of them in one list.
#[derive(Default)]
pub(super) struct Polygons {
    pub(super) pieces: Vec<Piece>,
    steps: Vec<Step>,
}

impl Polygons {
    pub(super) fn push(&mut self, cell: u32, triangle: u32, steps: &[Step]) {
        let start = self.steps.len();
        self.steps.extend_from_slice(steps);
        self.pieces.push(Piece {
            cell,
            triangle,
            steps: start..self.steps.len(),
        });
    }

    pub(super) fn steps(&self, piece: &Piece) -> &[Step] {
        &self.steps[piece.steps.clone()]
    }
}

/// The triangles of the mesh, by cells.
pub(super) struct Pieces {
    /// For each triangle, the cell in which it lies as a whole, or [`NONE`] if it is divided.
    pub(super) whole: Vec<u32>,
    /// The whole triangles that lie in a plane, in ascending order.
    pub(super) flat: Vec<u32>,
    /// The pieces of the triangles that are divided, in the order of the triangles.
    pub(super) divided: Polygons,
}

impl Pieces {
    pub(super) fn of(nodes: &mut Nodes<'_, '_>, cells: &mut Cells) -> Self {
        let mesh = nodes.mesh;
        let mut pieces = Self {
            whole: vec![0; mesh.triangles.len()],
            flat: Vec::new(),
            divided: Polygons::default(),
        };
        let mut crossed = Vec::new();
        for (plane, contact) in nodes.planes.contacts.iter().enumerate() {
            match contact {
                Contact::Whole(side) => {
                    for cell in pieces.whole.iter_mut().filter(|cell| **cell != NONE) {
                        *cell = cells.next(plane, *cell, *side);
                    }
                }
                Contact::Meets(trace) => pieces.advance(trace, plane, cells, &mut crossed),
            }
        }
        crossed.sort_unstable();
        let mut divider = Divider::default();
        for triangle in crossed {
            divider.divide(nodes, cells, triangle, &mut pieces.divided);
        }
        pieces.flat.sort_unstable();
        pieces.flat.dedup();
        pieces
    }

    /// Replaces the cell of each triangle by that on the triangle's side of one more plane. Triangles that the plane
    /// crosses are added to `crossed`, unless they belong to a part that no later plane divides.
    fn advance(
        &mut self,
        trace: &Trace<'_>,
        plane: usize,
        cells: &mut Cells,
        crossed: &mut Vec<u32>,
    ) {
        let mut flat = trace.coplanar.iter().peekable();
        for (index, (triangle, cell)) in (0..).zip(trace.mesh.triangles.iter().zip(&mut self.whole))
        {
            let flat_here = flat.next_if(|(flat, _)| *flat == index);
            if *cell == NONE {
                continue;
            }
            let side = match (trace.mask(triangle) & (FRONT | BACK), flat_here) {
                (FRONT, _) => Side::Front,
                (BACK, _) => Side::Back,
                // A face in the plane goes to the side of the material that it bounds, which is behind the face.
                (_, Some((_, facing))) => {
                    self.flat.push(index);
                    -*facing
                }
                _ if cells.is_final(*cell) => Side::Back,
                _ => {
                    crossed.push(index);
                    *cell = NONE;
                    continue;
                }
            };
            *cell = cells.next(plane, *cell, side);
        }
    }
}

/// Divides triangles, with memory that is used for all of them.
#[derive(Default)]
struct Divider {
    /// The pieces so far, each with its cell. Pieces without area have no edges.
    pieces: Vec<(u32, Vec<Step>)>,
    sides: Vec<Side>,
    spare: Vec<Vec<Step>>,
}

impl Divider {
    /// Divides a triangle by all planes in turn, and adds its pieces to `divided`.
    fn divide(
        &mut self,
        nodes: &mut Nodes<'_, '_>,
        cells: &mut Cells,
        triangle: u32,
        divided: &mut Polygons,
    ) {
        let mut first = self.spare.pop().unwrap_or_default();
        first.extend_from_slice(&whole(nodes.mesh.triangles[triangle as usize]));
        self.pieces.push((0, first));
        let planes = nodes.planes;
        for (plane, contact) in planes.contacts.iter().enumerate() {
            let side = match contact {
                Contact::Whole(side) => Some(*side),
                Contact::Meets(trace) => side_of(trace, triangle),
            };
            for index in 0..self.pieces.len() {
                let (cell, steps) = &mut self.pieces[index];
                if steps.is_empty() {
                    continue;
                }
                let side = if cells.is_final(*cell) {
                    Some(Side::Back)
                } else {
                    side
                };
                match side {
                    Some(side) => *cell = cells.next(plane, *cell, side),
                    None => self.halve(nodes, cells, triangle, plane, index),
                }
            }
        }
        for (cell, mut steps) in self.pieces.drain(..) {
            if !steps.is_empty() {
                divided.push(cell, triangle, &steps);
            }
            steps.clear();
            self.spare.push(steps);
        }
    }

    /// Divides a piece of a triangle by a plane. The first half with area takes the place of the piece.
    fn halve(
        &mut self,
        nodes: &mut Nodes<'_, '_>,
        cells: &mut Cells,
        triangle: u32,
        plane: usize,
        index: usize,
    ) {
        let (cell, steps) = core::mem::take(&mut self.pieces[index]);
        let number = plane as u32;
        self.sides.clear();
        let sides = steps.iter().map(|&(node, _)| nodes.side(node, number));
        self.sides.extend(sides);
        let mut place = Some(index);
        for own in [Side::Back, Side::Front] {
            let mut half = self.spare.pop().unwrap_or_default();
            if self.sides.contains(&own) {
                add_half(&steps, &self.sides, own, number, &mut half, |line| {
                    crossing(nodes, triangle, line, number)
                });
            } else if own == Side::Front && !self.sides.contains(&Side::Back) {
                // A piece in the plane has no area on either side; it goes to the front.
                half.extend_from_slice(&steps);
            }
            if half.len() < 3 {
                half.clear();
                self.spare.push(half);
                continue;
            }
            let piece = (cells.next(plane, cell, own), half);
            match place.take() {
                Some(index) => self.pieces[index] = piece,
                None => self.pieces.push(piece),
            }
        }
        let mut steps = steps;
        steps.clear();
        self.spare.push(steps);
    }
}

/// Returns the side of a plane to which a triangle belongs, or `None` if the plane crosses it.
fn side_of(trace: &Trace<'_>, triangle: u32) -> Option<Side> {
    match trace.mask(&trace.mesh.triangles[triangle as usize]) & (FRONT | BACK) {
        FRONT => Some(Side::Front),
        BACK => Some(Side::Back),
        0 => {
            let place = trace
                .coplanar
                .binary_search_by_key(&triangle, |flat| flat.0);
            place.ok().map(|place| -trace.coplanar[place].1)
        }
        _ => None,
    }
}

/// Adds the part of a polygon on the side `own` of a plane to `half`. Some node of the polygon must lie on this side.
/// `sides` are those of the nodes, and `crossing` returns the node where the plane crosses a line. A part without area may
/// have fewer than three nodes.
pub(super) fn add_half(
    steps: &[Step],
    sides: &[Side],
    own: Side,
    plane: u32,
    half: &mut Vec<Step>,
    mut crossing: impl FnMut(Line) -> u32,
) {
    let along = Line::Plane(plane);
    for (index, (&(node, line), &here)) in steps.iter().zip(sides).enumerate() {
        let there = *sides.get(index + 1).unwrap_or(&sides[0]);
        if here == own || here == Side::On && there != -own {
            half.push((node, line));
        } else if here == Side::On {
            half.push((node, along));
        }
        if here != Side::On && there == -here {
            let line_of_part = if here == own { along } else { line };
            half.push((crossing(line), line_of_part));
        }
    }
}

/// Returns the node where a plane crosses a line of a triangle.
fn crossing(nodes: &mut Nodes<'_, '_>, triangle: u32, line: Line, plane: u32) -> u32 {
    match line {
        Line::Side(side) => {
            let corners = nodes.mesh.triangles[triangle as usize];
            nodes.on_edge(ends_of(corners, side), plane)
        }
        Line::Plane(other) => nodes.in_triangle(triangle, [other, plane]),
    }
}
