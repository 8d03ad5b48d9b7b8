//! A table of bounded size from which a short list of edges can be read.
//!
//! Each edge is added to four cells, one in each quarter of the table. A cell has sums over its edges. A cell with one
//! edge gives that edge back, which is then taken from its other cells, until all cells are empty (an invertible Bloom
//! lookup table: Goodrich, Mitzenmacher, 2011). This ends with probability near 1 if there are at most 0.77 edges per
//! cell.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::one_pass::edge_bits::EdgeBits;

/// The number of cells in each of the four quarters.
const CELLS: usize = 1 << 10;

/// Sums over the edges of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    /// The sum of the numbers of copies.
    times: i64,
    /// The sum of numbers of copies times checks.
    check: u64,
    /// The sums of numbers of copies times the words of edges. They do not overflow below 2⁶² copies.
    words: [i128; 6],
}

/// A table of edges, each with a number of copies. An edge with 0 copies leaves no trace.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeTable {
    /// The cells, or nothing before the first edge.
    cells: Vec<Cell>,
}

impl EdgeTable {
    /// The largest number of different edges that are listed for certain, but for a probability below 10⁻⁵: half as
    /// many as there are cells.
    pub(super) const MOST: usize = 4 * CELLS / 2;

    /// Adds copies of an edge. `value` is a random number that depends on the edge alone.
    pub(super) fn add(&mut self, edge: &EdgeBits, value: u128, times: i64) {
        if self.cells.is_empty() {
            self.cells = vec![Cell::default(); 4 * CELLS];
        }
        for place in places(value) {
            let cell = &mut self.cells[place];
            cell.times += times;
            let check = check(value).wrapping_mul(times as u64);
            cell.check = cell.check.wrapping_add(check);
            for (sum, word) in cell.words.iter_mut().zip(edge) {
                *sum += i128::from(times) * i128::from(*word);
            }
        }
    }

    /// Adds all edges of another table.
    pub(super) fn join(&mut self, other: &Self) {
        if self.cells.is_empty() {
            self.cells.clone_from(&other.cells);
            return;
        }
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            cell.times += more.times;
            cell.check = cell.check.wrapping_add(more.check);
            for (sum, word) in cell.words.iter_mut().zip(more.words) {
                *sum += word;
            }
        }
    }

    /// Returns the edges with their numbers of copies, or `None` if there are too many of them. `value` returns the
    /// random number of an edge.
    pub(super) fn list(
        mut self,
        value: impl Fn(&EdgeBits) -> u128,
    ) -> Option<Vec<(EdgeBits, i64)>> {
        let mut list = Vec::new();
        let mut next: Vec<usize> = (0..self.cells.len()).collect();
        while let Some(place) = next.pop() {
            let Some((edge, times)) = self.cells[place].only() else {
                continue;
            };
            let value = value(&edge);
            let is_right = check(value).wrapping_mul(times as u64) == self.cells[place].check;
            if !is_right || !places(value).contains(&place) {
                continue;
            }
            // Each edge is taken out once, so that this loop ends.
            if list.len() == self.cells.len() {
                return None;
            }
            self.add(&edge, value, -times);
            list.push((edge, times));
            next.extend(places(value));
        }
        let is_empty = |cell: &Cell| *cell == Cell::default();
        self.cells.iter().all(is_empty).then_some(list)
    }
}

impl Cell {
    /// Returns the edge of a cell that may have only one.
    fn only(&self) -> Option<(EdgeBits, i64)> {
        let times = i128::from(self.times);
        if times == 0 {
            return None;
        }
        let mut edge = EdgeBits::default();
        for (word, sum) in edge.iter_mut().zip(self.words) {
            if sum % times != 0 {
                return None;
            }
            *word = u64::try_from(sum / times).ok()?;
        }
        Some((edge, self.times))
    }
}

/// Returns the four cells of an edge.
fn places(value: u128) -> [usize; 4] {
    [0, 1, 2, 3].map(|quarter| {
        let bits = (value >> (16 * quarter)) as usize % CELLS;
        quarter * CELLS + bits
    })
}

/// Returns a number that distinguishes a sum over several edges from a single edge.
fn check(value: u128) -> u64 {
    (value >> 64) as u64
}
