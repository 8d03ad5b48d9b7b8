//! Pieces that may belong to several triangles of the input, because rounding laid these upon each other: each is given to the
//! triangle that lacks it.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::gathered::Pieces;
use crate::mesh::certificate::judge::{Judge, Piece, Verdict};
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::peeled::peeled;
use crate::mesh::certificate::piece_boundary::vanishes;
use crate::mesh::certificate::whole::Whole;

/// A covered triangle.
pub(super) struct Gathered {
    pub(super) pieces: Pieces,
    /// `true` if its boundary and that of its pieces are the same chain: they are equal, or differ by nodes on one line, or by
    /// rounding.
    pub(super) vanishes: bool,
}

impl Gathered {
    /// Returns the number of edges by which its boundary and that of its pieces differ, or 0 if it is covered.
    fn difference(&self) -> u64 {
        let edges = self.pieces.boundary.edges().iter();
        let count = || {
            edges
                .map(|(_, times)| u64::from(times.unsigned_abs()))
                .sum()
        };
        if self.vanishes { 0 } else { count() }
    }
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
    /// The covered triangle to which it is counted now, and all to which it may belong.
    owner: usize,
    owners: Vec<usize>,
}

impl Exchange<'_> {
    /// Moves pieces between all covered triangles, so that more of them are covered. Returns the uncovered triangles, by their
    /// indices.
    pub(super) fn uncovered(&self, mut all: Vec<Gathered>) -> Vec<(usize, Pieces)> {
        let mut shared = self.shared(&all);
        self.move_one_by_one(&mut all, &mut shared);
        let mut of_owners: BTreeMap<usize, Vec<Shared>> = BTreeMap::new();
        for own in shared {
            of_owners.entry(own.owner).or_default().push(own);
        }
        // What single moves do not solve may be solved by several at once.
        for (owner, shared) in of_owners {
            if !all[owner].vanishes {
                self.move_surplus_of(owner, &mut all, &shared);
            }
        }
        let all = all.into_iter().enumerate();
        let left = all.filter(|(_, own)| !own.vanishes);
        left.map(|(index, own)| (index, own.pieces)).collect()
    }

    /// Moves pieces as long as this makes the differences of boundaries of uncovered triangles shorter, so it ends. A triangle
    /// that is covered may take a piece if it is covered then, too.
    fn move_one_by_one(&self, all: &mut [Gathered], shared: &mut [Shared]) {
        let mut is_changed = true;
        while core::mem::take(&mut is_changed) {
            for own in &mut *shared {
                for &other in &own.owners {
                    let owner = own.owner;
                    let differences =
                        |all: &[Gathered]| all[owner].difference() + all[other].difference();
                    // Most moves make no difference shorter, which their edges show.
                    let gain: i32 = [(owner, -1), (other, 1)]
                        .into_iter()
                        .filter(|(place, _)| !all[*place].vanishes)
                        .map(|(place, times)| {
                            all[place].pieces.boundary.change(own.piece.numbers, times)
                        })
                        .sum();
                    if other == owner || gain >= 0 {
                        continue;
                    }
                    let before = differences(all);
                    let is_covered = all[other].vanishes;
                    self.give(all, owner, other, &own.piece);
                    if differences(all) < before && (all[other].vanishes || !is_covered) {
                        own.owner = other;
                        is_changed = true;
                    } else {
                        self.give(all, other, owner, &own.piece);
                    }
                }
            }
        }
    }

    /// Moves those pieces of a triangle that it has too many to another triangle that lacks them, all at once. `shared` are its
    /// pieces.
    fn move_surplus_of(&self, owner: usize, all: &mut [Gathered], shared: &[Shared]) {
        let others: BTreeSet<usize> = shared.iter().flat_map(|own| own.owners.clone()).collect();
        for other in others {
            if other == owner || all[other].vanishes {
                continue;
            }
            let may_move = |own: &&Shared| own.owner == owner && own.owners.contains(&other);
            let movable: Vec<&Shared> = shared.iter().filter(may_move).collect();
            let numbers: Vec<[u32; 3]> = movable.iter().map(|own| own.piece.numbers).collect();
            let none = alloc::vec![false; numbers.len()];
            let taken = peeled(&numbers, &all[owner].pieces.boundary, &none);
            let taken = movable.iter().zip(taken);
            let taken: Vec<&Piece> = taken
                .filter_map(|(own, is_taken)| is_taken.then_some(&own.piece))
                .collect();
            for piece in &taken {
                self.give(all, owner, other, piece);
            }
            // The move is kept only if it covers the owner.
            if all[owner].vanishes {
                return;
            }
            for piece in &taken {
                self.give(all, other, owner, piece);
            }
        }
    }

    /// Gives a piece of one triangle to another.
    fn give(&self, all: &mut [Gathered], from: usize, to: usize, piece: &Piece) {
        for (index, times) in [(from, -1), (to, 1)] {
            let own = &mut all[index];
            own.pieces.add(piece, times);
            own.pieces.boundary.settle();
            own.vanishes = vanishes(&[&self.judge.covered[index]], &own.pieces.boundary);
        }
    }

    /// Returns the pieces that may belong to several triangles, among them one whose pieces do not cover it.
    fn shared(&self, all: &[Gathered]) -> Vec<Shared> {
        let mut shared = Vec::new();
        for (part, others) in self.whole.others.iter().enumerate() {
            let surface = others.iter();
            for &triangle in surface.filter(|&&own| self.labels.face(part, own).is_none()) {
                let Some(piece) = Piece::of(self.exact, self.candidates, part, triangle) else {
                    continue;
                };
                let near = self.judge.near(&piece);
                // Most pieces are near covered triangles only. They need no second look.
                if near.iter().all(|&index| all[index as usize].vanishes) {
                    continue;
                }
                let owners = self.judge.owners_among(&piece, near);
                if let (Verdict::Of(owner), true) = (self.judge.judge(&piece), owners.len() > 1) {
                    shared.push(Shared {
                        piece,
                        owner: owner as usize,
                        owners: owners.into_iter().map(|own| own as usize).collect(),
                    });
                }
            }
        }
        shared
    }
}
