//! The triangles of the parts of a mesh that several planes divide, as one list for each cell.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use crate::mesh::indexed::Mesh;
use crate::mesh::parts::NONE;
use crate::mesh::parts::part_builder::PartBuilder;
use crate::mesh::parts::pieces::{Pieces, Polygons};

/// The triangles of a mesh that several planes divide. The list of a cell has its triangles and pieces in the order of the
/// input, and last the faces in a plane.
pub(super) struct Several {
    divided: Polygons,
    lists: Vec<List>,
    /// For each triangle, and then for each piece, the next element in the list of its cell, or [`NONE`].
    nexts: Vec<u32>,
}

/// The list of a cell.
#[derive(Clone, Copy)]
struct List {
    /// The first element, or [`NONE`].
    first: u32,
    /// The number of triangles that the elements have.
    triangles: usize,
}

impl Several {
    pub(super) fn of(pieces: Pieces, cells: usize) -> Self {
        let Pieces {
            whole,
            flat,
            divided,
        } = pieces;
        let count = whole.len() as u32;
        let empty = List {
            first: NONE,
            triangles: 0,
        };
        let mut several = Self {
            divided: Polygons::default(),
            lists: vec![empty; cells],
            // The cell of a triangle is read before the next element takes its place.
            nexts: whole,
        };
        several
            .nexts
            .resize(count as usize + divided.pieces.len(), NONE);
        for &triangle in flat.iter().rev() {
            several.put_whole(triangle);
        }
        let mut flat = flat.iter().rev().peekable();
        let mut pieces = divided.pieces.iter().enumerate().rev().peekable();
        for triangle in (0..count).rev() {
            while let Some((index, piece)) = pieces.next_if(|(_, own)| own.triangle == triangle) {
                let triangles = divided.steps(piece).len() - 2;
                several.put(count + index as u32, piece.cell, triangles);
            }
            if flat.next_if(|own| **own == triangle).is_none() {
                several.put_whole(triangle);
            }
        }
        several.divided = divided;
        several
    }

    /// Puts a triangle before the list of its cell, unless it is divided.
    fn put_whole(&mut self, triangle: u32) {
        let cell = self.nexts[triangle as usize];
        if cell != NONE {
            self.put(triangle, cell, 1);
        }
    }

    /// Puts an element before the list of a cell.
    fn put(&mut self, element: u32, cell: u32, triangles: usize) {
        let list = &mut self.lists[cell as usize];
        self.nexts[element as usize] = mem::replace(&mut list.first, element);
        list.triangles += triangles;
    }

    /// Returns the number of vertices and of triangles in a cell, about.
    pub(super) fn size(&self, cell: u32) -> [usize; 2] {
        // Closed meshes have about half as many vertices as triangles.
        let triangles = self.lists[cell as usize].triangles;
        [triangles / 2, triangles]
    }

    /// Adds the triangles in a cell to its mesh.
    pub(super) fn add(&self, cell: u32, mesh: &Mesh, builder: &mut impl PartBuilder) {
        let count = (self.nexts.len() - self.divided.pieces.len()) as u32;
        let mut element = self.lists[cell as usize].first;
        while element != NONE {
            match element.checked_sub(count) {
                None => builder.whole(element, mesh.triangles[element as usize]),
                Some(index) => {
                    let piece = &self.divided.pieces[index as usize];
                    builder.piece(piece.triangle, self.divided.steps(piece));
                }
            }
            element = self.nexts[element as usize];
        }
    }
}
