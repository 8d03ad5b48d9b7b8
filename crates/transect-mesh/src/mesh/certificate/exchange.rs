//! Pieces that may belong to several triangles of the input, because rounding laid these upon each other: each is given to the
//! triangle that lacks it.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::gathered::Pieces;
use crate::mesh::certificate::judge::{Judge, Piece, Verdict};
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::peeled::peeled;
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
    /// Moves pieces between the triangles that are left, so that the boundaries of more of them vanish. Returns the triangles
    /// whose boundaries still differ.
    pub(super) fn uncovered(&self, mut left: Vec<Left>) -> Vec<Left> {
        let mut shared = self.shared(&left);
        self.move_one_by_one(&mut left, &mut shared);
        for owner in 0..left.len() {
            if !left[owner].vanishes {
                self.move_surplus_of(owner, &mut left, &mut shared);
            }
        }
        left.retain(|own| !own.vanishes);
        left
    }

    /// Moves pieces as long as this makes the differences of boundaries shorter.
    fn move_one_by_one(&self, left: &mut [Left], shared: &mut [Shared]) {
        let mut is_changed = true;
        while core::mem::take(&mut is_changed) {
            for own in &mut *shared {
                for &other in &own.owners {
                    if other != own.owner && !left[other].vanishes {
                        let change = left[own.owner]
                            .pieces
                            .boundary
                            .change(own.piece.numbers, -1)
                            + left[other].pieces.boundary.change(own.piece.numbers, 1);
                        if change < 0 {
                            self.give(left, own.owner, other, &own.piece);
                            own.owner = other;
                            is_changed = true;
                        }
                    }
                }
            }
        }
    }

    /// Moves those pieces of a triangle that it has too many to another triangle that lacks them, all at once.
    fn move_surplus_of(&self, owner: usize, left: &mut [Left], shared: &mut [Shared]) {
        for other in 0..left.len() {
            if other == owner || left[other].vanishes {
                continue;
            }
            let may_move = |own: &&mut Shared| own.owner == owner && own.owners.contains(&other);
            let mut movable: Vec<&mut Shared> = shared.iter_mut().filter(may_move).collect();
            let numbers: Vec<[u32; 3]> = movable.iter().map(|own| own.piece.numbers).collect();
            let none = alloc::vec![false; numbers.len()];
            let taken = peeled(&numbers, &left[owner].pieces.boundary, &none);
            let mut taken: Vec<&mut Shared> = movable
                .iter_mut()
                .zip(taken)
                .filter_map(|(own, is_taken)| is_taken.then_some(&mut **own))
                .collect();
            for own in &taken {
                self.give(left, owner, other, &own.piece);
            }
            if left[owner].vanishes || left[other].vanishes {
                taken.iter_mut().for_each(|own| own.owner = other);
            } else {
                for own in &taken {
                    self.give(left, other, owner, &own.piece);
                }
            }
            if left[owner].vanishes {
                return;
            }
        }
    }

    /// Gives a piece of one triangle to another.
    fn give(&self, left: &mut [Left], from: usize, to: usize, piece: &Piece) {
        self.count(&mut left[from], piece, -1);
        self.count(&mut left[to], piece, 1);
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
