//! Numbers of the vertices of a buffer: one for each vertex of the mesh with each of its attribute rows.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::indexed::Mesh;
use crate::mesh::numbers::Numbers;

/// Numbers of the vertices of a buffer, by the vertex of the mesh and by the attribute row of a corner.
///
/// In buffers that engines make, a row belongs to one vertex, so a list of rows gives the number. Only rows that several
/// vertices share, such as one normal for a flat face, need a hash map.
pub(super) struct CornerNumbers {
    /// Numbers by rows, or by vertices if the mesh has no rows.
    numbers: Numbers,
    /// For each row, the vertex that used it first.
    owners: Vec<u32>,
    others: HashMap<(u32, u32), u32>,
}

impl CornerNumbers {
    pub(super) fn new(mesh: &Mesh) -> Self {
        let rows = mesh.attributes.rows();
        let count = match rows {
            0 => mesh.positions.len(),
            rows => rows,
        };
        Self {
            numbers: Numbers::new(count),
            owners: vec![0; rows],
            others: HashMap::new(),
        }
    }

    /// Returns the number of a vertex with a row, if it has one.
    #[inline]
    pub(super) fn get(&self, vertex: u32, row: u32) -> Option<u32> {
        let Some(&owner) = self.owners.get(row as usize) else {
            return self.numbers.get(vertex);
        };
        let number = self.numbers.get(row)?;
        if owner == vertex {
            Some(number)
        } else {
            self.others.get(&(vertex, row)).copied()
        }
    }

    /// Gives a vertex with a row its number.
    pub(super) fn set(&mut self, vertex: u32, row: u32, number: u32) {
        let Some(owner) = self.owners.get_mut(row as usize) else {
            return self.numbers.set(vertex, number);
        };
        if self.numbers.get(row).is_some() {
            self.others.insert((vertex, row), number);
        } else {
            *owner = vertex;
            self.numbers.set(row, number);
        }
    }

    /// Begins the next buffer. The one before has `count` vertices.
    pub(super) fn advance(&mut self, count: usize) {
        self.numbers.advance(count);
        self.others.clear();
    }
}
