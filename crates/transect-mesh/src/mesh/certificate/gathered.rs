//! The pieces of one triangle of the input, gathered from all parts.

use alloc::vec::Vec;

use crate::mesh::certificate::judge::Piece;
use crate::mesh::certificate::piece_boundary::Boundary;
use crate::mesh::measure::triangle_area;

/// The area of the pieces of a triangle in one part.
pub(super) struct PieceArea {
    pub(super) part: usize,
    pub(super) area: f64,
}

/// The pieces of a covered triangle.
#[derive(Default)]
pub(super) struct Pieces {
    /// The boundary of the pieces, minus that of the triangle.
    pub(super) boundary: Boundary,
    /// The areas of the pieces, by their parts.
    pub(super) areas: Vec<PieceArea>,
    /// The area of triangles that lie in it and are not pieces of it: they have faults of their own.
    pub(super) wrong: f64,
}

impl Pieces {
    /// Adds a piece, or takes it away if `times` is −1.
    pub(super) fn add(&mut self, piece: &Piece, times: i32) {
        self.boundary.add_triangle(piece.numbers, times);
        let area = f64::from(times) * triangle_area(&piece.corners);
        let mut known = self.areas.iter_mut();
        match known.find(|own| own.part == piece.part) {
            Some(own) => own.area += area,
            None => self.areas.push(PieceArea {
                part: piece.part,
                area,
            }),
        }
    }

    pub(super) fn area(&self) -> f64 {
        self.areas.iter().map(|own| own.area).sum()
    }
}
