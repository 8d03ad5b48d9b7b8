//! Groups of numbers that belong together: a union-find structure (Tarjan, 1975).

use hashbrown::HashMap;

/// Groups of numbers. A number that was never joined is a group of its own.
#[derive(Default)]
pub(super) struct Groups(HashMap<u32, u32>);

impl Groups {
    /// Returns the number that stands for the group of a number.
    pub(super) fn root_of(&self, mut number: u32) -> u32 {
        while let Some(&above) = self.0.get(&number).filter(|&&above| above != number) {
            number = above;
        }
        number
    }

    /// Returns the number that stands for the group of a number, and shortens the way to it.
    pub(super) fn root(&mut self, number: u32) -> u32 {
        let root = self.root_of(number);
        let mut below = number;
        while below != root {
            below = self.0.insert(below, root).unwrap_or(root);
        }
        root
    }

    /// Makes the groups of two numbers one.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
    }
}
