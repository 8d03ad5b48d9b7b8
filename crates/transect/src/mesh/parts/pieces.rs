//! The pieces of the triangles that planes cross: convex polygons, each in one cell.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::parts::NONE;
use crate::mesh::parts::cells::Cells;
use crate::mesh::parts::nodes::Nodes;
use crate::mesh::parts::planes::Contact;
use crate::mesh::trace::{BACK, FRONT, Trace};
use crate::side::Side;

/// An edge of a polygon: its start, and the line on which it runs.
pub(super) type Step = (u32, Line);

/// The line on which an edge of a polygon runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The side of the triangle from its corner with this index to the next.
    Side(usize),
    /// The common line of the triangle and a plane.
    Plane(u32),
}

/// A piece of a triangle: a convex polygon.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) cell: u32,
    pub(super) triangle: u32,
    pub(super) steps: Vec<Step>,
}

/// The triangles of the mesh, by cells.
pub(super) struct Pieces {
    /// For each triangle, the cell in which it lies as a whole, or [`NONE`] if it is divided.
    pub(super) whole: Vec<u32>,
    /// The pieces of the triangles that are divided, in the order of the triangles.
    pub(super) divided: Vec<Piece>,
}

impl Pieces {
    pub(super) fn of(nodes: &mut Nodes<'_, '_>, cells: &mut Cells) -> Self {
        let mesh = nodes.mesh;
        let mut whole = vec![0; mesh.triangles.len()];
        let mut crossed = Vec::new();
        for (plane, contact) in nodes.planes.contacts.iter().enumerate() {
            match contact {
                Contact::Whole(side) => {
                    for cell in whole.iter_mut().filter(|cell| **cell != NONE) {
                        *cell = cells.next(plane, *cell, *side);
                    }
                }
                Contact::Meets(trace) => {
                    advance(trace, plane, &mut whole, cells, &mut crossed);
                }
            }
        }
        crossed.sort_unstable();
        let mut divided = Vec::new();
        for triangle in crossed {
            divide(nodes, cells, triangle, &mut divided);
        }
        Self { whole, divided }
    }
}

/// Replaces the cell of each triangle by that on the triangle's side of one more plane. Triangles that the plane crosses
/// are added to `crossed`, unless they belong to a part that no later plane divides.
fn advance(
    trace: &Trace<'_>,
    plane: usize,
    whole: &mut [u32],
    cells: &mut Cells,
    crossed: &mut Vec<u32>,
) {
    let mut flat = trace.coplanar.iter();
    let mut next_flat = flat.next();
    for (index, (triangle, cell)) in trace.mesh.triangles.iter().zip(whole).enumerate() {
        let flat_here = next_flat.filter(|(flat, _)| *flat as usize == index);
        if flat_here.is_some() {
            next_flat = flat.next();
        }
        if *cell == NONE {
            continue;
        }
        let side = match (trace.mask(triangle) & (FRONT | BACK), flat_here) {
            (FRONT, _) => Side::Front,
            (BACK, _) => Side::Back,
            // A face in the plane goes to the side of the material that it bounds, which is behind the face.
            (_, Some((_, facing))) => -*facing,
            _ if cells.is_final(*cell) => Side::Back,
            _ => {
                crossed.push(index as u32);
                *cell = NONE;
                continue;
            }
        };
        *cell = cells.next(plane, *cell, side);
    }
}

/// Divides a triangle by all planes in turn, and adds its pieces.
fn divide(nodes: &mut Nodes<'_, '_>, cells: &mut Cells, triangle: u32, divided: &mut Vec<Piece>) {
    let corners = nodes.mesh.triangles[triangle as usize];
    let steps = [0, 1, 2].map(|corner| (corners[corner], Line::Side(corner)));
    let first = divided.len();
    divided.push(Piece {
        cell: 0,
        triangle,
        steps: steps.to_vec(),
    });
    let planes = nodes.planes;
    for (plane, contact) in planes.contacts.iter().enumerate() {
        let side = match contact {
            Contact::Whole(side) => Some(*side),
            Contact::Meets(trace) => side_of(trace, triangle),
        };
        for index in first..divided.len() {
            let piece = &mut divided[index];
            if piece.steps.is_empty() {
                continue;
            }
            let cell = piece.cell;
            let side = if cells.is_final(cell) {
                Some(Side::Back)
            } else {
                side
            };
            if let Some(side) = side {
                piece.cell = cells.next(plane, cell, side);
                continue;
            }
            let steps = core::mem::take(&mut piece.steps);
            let [behind, ahead] = halves(nodes, triangle, plane as u32, steps);
            let mut place = Some(index);
            for (side, steps) in [(Side::Back, behind), (Side::Front, ahead)] {
                if steps.len() < 3 {
                    continue;
                }
                let piece = Piece {
                    cell: cells.next(plane, cell, side),
                    triangle,
                    steps,
                };
                match place.take() {
                    Some(index) => divided[index] = piece,
                    None => divided.push(piece),
                }
            }
        }
    }
    // Parts without area are left out.
    let mut place = first;
    while place < divided.len() {
        if divided[place].steps.is_empty() {
            divided.remove(place);
        } else {
            place += 1;
        }
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

/// Returns the parts of a polygon behind a plane and in front of it. A part without area may have fewer than three nodes.
fn halves(
    nodes: &mut Nodes<'_, '_>,
    triangle: u32,
    plane: u32,
    steps: Vec<Step>,
) -> [Vec<Step>; 2] {
    let sides: Vec<Side> = steps
        .iter()
        .map(|&(node, _)| nodes.side(node, plane))
        .collect();
    if !sides.contains(&Side::Back) {
        return [Vec::new(), steps];
    }
    if !sides.contains(&Side::Front) {
        return [steps, Vec::new()];
    }
    let along = Line::Plane(plane);
    let count = steps.len();
    let mut parts = [Side::Back, Side::Front].map(|side| (side, Vec::with_capacity(count + 1)));
    for (index, &(node, line)) in steps.iter().enumerate() {
        let (here, there) = (sides[index], sides[(index + 1) % count]);
        let crossing =
            (here != Side::On && there == -here).then(|| crossing(nodes, triangle, line, plane));
        for (own, part) in &mut parts {
            if here == *own || here == Side::On && there != -*own {
                part.push((node, line));
            } else if here == Side::On {
                part.push((node, along));
            }
            if let Some(crossing) = crossing {
                let line = if here == *own { along } else { line };
                part.push((crossing, line));
            }
        }
    }
    parts.map(|(_, part)| part)
}

/// Returns the node where a plane crosses a line of a triangle.
fn crossing(nodes: &mut Nodes<'_, '_>, triangle: u32, line: Line, plane: u32) -> u32 {
    match line {
        Line::Side(corner) => {
            let corners = nodes.mesh.triangles[triangle as usize];
            nodes.on_edge([corners[corner], corners[(corner + 1) % 3]], plane)
        }
        Line::Plane(other) => nodes.in_triangle(triangle, [other, plane]),
    }
}
