//! The triangles of parts that lie in a plane which bounds their part, and that may be pieces of triangles of the input in this
//! plane, or triangles of the cut face.
//!
//! A chain of triangles in a plane is determined by its boundary. So each choice of pieces whose boundaries add up to those of
//! the triangles of the input is right, also where cut faces lie upon the surface: then the other triangles are the cut face.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::once_with;

use hashbrown::HashMap;

use crate::mesh::certificate::covered::Covered;
use crate::mesh::certificate::judge::Piece;
use crate::mesh::certificate::peeled::peeled;
use crate::mesh::certificate::piece_boundary::{Boundary, subtract, vanishes};
use crate::mesh::triple::least_first;

/// The triangles in one plane that may be pieces, and the triangles of the input in it that face one side.
#[derive(Default)]
pub(super) struct FlatPieces {
    pieces: Vec<FlatPiece>,
}

struct FlatPiece {
    part: usize,
    /// The index of the triangle in the part.
    triangle: u32,
    /// The numbers of the positions of its corners.
    numbers: [u32; 3],
}

impl FlatPieces {
    pub(super) fn add(&mut self, piece: &Piece, triangle: u32) {
        self.pieces.push(FlatPiece {
            part: piece.part,
            triangle,
            numbers: piece.numbers,
        });
    }

    /// Returns those triangles that belong to the cut face, each with its part. `covered` are the triangles of the input, and
    /// `faces` has the triangles that certainly belong to cut faces, by the numbers of their corners, with their counts.
    pub(super) fn faces(
        &self,
        covered: &[&Covered<'_>],
        faces: &HashMap<[u32; 3], i32>,
    ) -> Vec<(usize, u32)> {
        let mut surplus = Boundary::default();
        for own in &self.pieces {
            surplus.add_triangle(own.numbers, 1);
        }
        for own in covered {
            subtract(own, &mut surplus);
        }
        surplus.settle();
        if vanishes(covered, &surplus) {
            return Vec::new();
        }
        let twins = self.twins(faces);
        let none = vec![false; self.pieces.len()];
        // The first choice is nearly always right.
        let starts = once_with(|| twins.clone())
            .chain(once_with(|| peeled(&self.numbers(), &surplus, &twins)))
            .chain(once_with(|| peeled(&self.numbers(), &surplus, &none)))
            .chain(once_with(|| none.clone()));
        for start in starts {
            let (chosen, left) = self.improved(&surplus, start);
            if vanishes(covered, &left) {
                return self.listed(&chosen);
            }
        }
        self.listed(&twins)
    }

    fn numbers(&self) -> Vec<[u32; 3]> {
        self.pieces.iter().map(|own| own.numbers).collect()
    }

    /// Exchanges triangles between the surface and the cut face, one by one, as long as this makes the difference of boundaries
    /// shorter. Returns the choice, and the difference that is left.
    fn improved(&self, surplus: &Boundary, mut chosen: Vec<bool>) -> (Vec<bool>, Boundary) {
        let mut left = Boundary::default();
        left.add_all(surplus);
        let faces = self
            .pieces
            .iter()
            .zip(&chosen)
            .filter(|(_, is_face)| **is_face);
        faces.for_each(|(own, _)| left.add_triangle(own.numbers, -1));
        left.settle();
        let mut is_changed = true;
        while core::mem::take(&mut is_changed) && !left.is_empty() {
            for (own, is_face) in self.pieces.iter().zip(&mut chosen) {
                let times = if *is_face { 1 } else { -1 };
                if left.change(own.numbers, times) < 0 {
                    left.add_triangle(own.numbers, times);
                    left.settle();
                    *is_face = !*is_face;
                    is_changed = true;
                }
            }
        }
        (chosen, left)
    }

    fn listed(&self, chosen: &[bool]) -> Vec<(usize, u32)> {
        let both = self.pieces.iter().zip(chosen);
        let faces = both.filter(|(_, is_face)| **is_face);
        faces.map(|(own, _)| (own.part, own.triangle)).collect()
    }

    /// Returns `true` for each triangle whose reverse certainly belongs to a cut face: cut faces of neighbouring parts are often
    /// the same triangles.
    fn twins(&self, faces: &HashMap<[u32; 3], i32>) -> Vec<bool> {
        let mut left = faces.clone();
        let pieces = self.pieces.iter();
        let twins = pieces.map(|own| {
            let [a, b, c] = own.numbers;
            let times = left.get_mut(&least_first([a, c, b]));
            times.is_some_and(|times| {
                *times -= 1;
                *times >= 0
            })
        });
        twins.collect()
    }
}
