//! The cells into which planes divide space, as far as something lies in them.

use alloc::vec;
use alloc::vec::Vec;

use transect_exact::Side;

use crate::mesh::parts::NONE;

/// The parts that are wanted.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// One part per combination of sides.
    All,
    /// The part on the given side of each plane, and the rest as one part.
    Inside(Vec<Side>),
}

/// The part on the wanted sides of all planes, if the rest is one part.
pub(super) const INSIDE: u32 = 0;

/// The rest.
pub(super) const OUTSIDE: u32 = 1;

/// The cells by the first planes, the first two planes and so on. Level k has the cells by the first k planes; each cell
/// has a number, which is that of its first use.
pub(super) struct Cells {
    wanted: Wanted,
    levels: Vec<Level>,
}

/// The cells by the first planes.
#[derive(Default)]
struct Level {
    /// For each cell, the cell of the level before, and the side of the last plane.
    origins: Vec<(u32, Side)>,
    /// For each cell, the cells of the next level behind the next plane and in front of it, or [`NONE`].
    next: Vec<[u32; 2]>,
}

impl Cells {
    pub(super) fn new(wanted: Wanted, planes: usize) -> Self {
        let mut levels: Vec<Level> = (0..=planes).map(|_| Level::default()).collect();
        levels[0] = Level {
            origins: vec![(0, Side::On)],
            next: vec![[NONE; 2]],
        };
        Self { wanted, levels }
    }

    /// Returns the cell of the next level on a side of the plane with the index `plane`.
    pub(super) fn next(&mut self, plane: usize, cell: u32, side: Side) -> u32 {
        if let Wanted::Inside(sides) = &self.wanted {
            let is_inside = cell == INSIDE && side == sides[plane];
            return if is_inside { INSIDE } else { OUTSIDE };
        }
        let [before, after] = &mut self.levels[plane..plane + 2] else {
            unreachable!("each plane is between two levels");
        };
        let next = &mut before.next[cell as usize][usize::from(side == Side::Front)];
        if *next == NONE {
            *next = after.next.len() as u32;
            after.next.push([NONE; 2]);
            after.origins.push((cell, side));
        }
        *next
    }

    /// Returns `true` if no later plane divides the part to which the cell belongs.
    pub(super) fn is_final(&self, cell: u32) -> bool {
        matches!(self.wanted, Wanted::Inside(_)) && cell == OUTSIDE
    }

    /// Returns `true` if one part is the rest of the mesh, whose pieces only some planes divide.
    pub(super) fn has_rest(&self) -> bool {
        matches!(self.wanted, Wanted::Inside(_))
    }

    /// Returns the number of cells by all planes.
    pub(super) fn count(&self) -> usize {
        match self.wanted {
            Wanted::Inside(_) => 2,
            Wanted::All => self.levels.last().map_or(0, |level| level.next.len()),
        }
    }

    /// Returns the sides of all planes on which a cell by all planes lies.
    pub(super) fn sides(&self, mut cell: u32) -> Vec<Side> {
        let levels = self.levels[1..].iter().rev();
        let mut sides: Vec<Side> = levels
            .map(|level| {
                let (origin, side) = level.origins[cell as usize];
                cell = origin;
                side
            })
            .collect();
        sides.reverse();
        sides
    }
}
