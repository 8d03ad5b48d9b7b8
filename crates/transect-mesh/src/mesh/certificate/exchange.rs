//! Pieces that may belong to several triangles of the input, because rounding laid these upon each other: each is given to the
//! triangle that lacks it.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::gathered::Pieces;
use crate::mesh::certificate::judge::{Judge, Piece, Verdict};
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::piece_boundary::vanishes;
use crate::mesh::certificate::whole::Whole;

/// A covered triangle whose boundary differs from that of its pieces in the numbers of positions.
pub(super) struct Left {
    /// The index among the covered triangles.
    pub(super) index: usize,
    pub(super) pieces: Pieces,
    /// `true` if both boundaries are the same chain all the same: they differ by nodes on one line, or by rounding.
    pub(super) vanishes: bool,
}

/// The cut whose pieces are exchanged.
pub(super) struct Exchange<'e> {
    pub(super) exact: &'e Exact<'e>,
    pub(super) whole: &'e Whole,
    pub(super) candidates: &'e Candidates,
    pub(super) judge: &'e Judge<'e>,
    pub(super) labels: &'e Labels<'e>,
}

/// A piece that may belong to several triangles.
struct Shared {
    piece: Piece,
    /// The triangle to which it is counted now, and all to which it may belong, by their places in the list of those left.
    owner: usize,
    owners: Vec<usize>,
}

impl Exchange<'_> {
    /// Moves pieces between the triangles that are left, as long as this makes the differences of boundaries shorter. Returns the
    /// triangles whose boundaries still differ.
    pub(super) fn uncovered(&self, mut left: Vec<Left>) -> Vec<Left> {
        let mut shared = self.shared(&left);
        let mut is_changed = true;
        while core::mem::take(&mut is_changed) {
            for own in &mut shared {
                for &other in &own.owners {
                    if other != own.owner && !left[other].vanishes {
                        let change = left[own.owner]
                            .pieces
                            .boundary
                            .change(own.piece.numbers, -1)
                            + left[other].pieces.boundary.change(own.piece.numbers, 1);
                        if change < 0 {
                            self.count(&mut left[own.owner], &own.piece, -1);
                            self.count(&mut left[other], &own.piece, 1);
                            own.owner = other;
                            is_changed = true;
                        }
                    }
                }
            }
        }
        left.retain(|own| !own.vanishes);
        left
    }

    fn count(&self, own: &mut Left, piece: &Piece, times: i32) {
        own.pieces.add(piece, times);
        own.pieces.boundary.settle();
        own.vanishes = vanishes(&[&self.judge.covered[own.index]], &own.pieces.boundary);
    }

    /// Returns the pieces of the triangles that are left that may belong to several of them.
    fn shared(&self, left: &[Left]) -> Vec<Shared> {
        let places = left.iter().enumerate();
        let places: HashMap<u32, usize> = places
            .map(|(place, own)| (own.index as u32, place))
            .collect();
        let mut shared = Vec::new();
        for (part, others) in self.whole.others.iter().enumerate() {
            let surface = others.iter();
            for &triangle in surface.filter(|&&own| self.labels.face(part, own).is_none()) {
                let Some(piece) = Piece::of(self.exact, self.candidates, part, triangle) else {
                    continue;
                };
                let owners = self.judge.owners(&piece).into_iter();
                let owners: Vec<usize> = owners
                    .filter_map(|index| places.get(&index).copied())
                    .collect();
                if let (Verdict::Of(index), true) = (self.judge.judge(&piece), owners.len() > 1)
                    && let Some(&owner) = places.get(&index)
                {
                    shared.push(Shared {
                        piece,
                        owner,
                        owners,
                    });
                }
            }
        }
        shared
    }
}
