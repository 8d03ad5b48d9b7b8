//! Halves spoiled before they are judged and written, so that tests see what certificates find: feature
//! `sabotage`, which no ordinary build has.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use crate::mesh::indexed::Mesh;

/// Spoils the half in front and the half behind, in the numbers of the output.
pub type Spoil = Box<dyn Fn([&mut Mesh; 2]) + Send + Sync>;

static SPOIL: OnceBox<Spoil> = OnceBox::new();

/// Spoils the halves of each object that is cut from now on. Only the first call counts.
pub fn spoil_halves(spoil: Spoil) {
    let _ = SPOIL.set(Box::new(spoil));
}

pub(super) fn spoil(halves: [&mut Mesh; 2]) {
    if let Some(spoil) = SPOIL.get() {
        spoil(halves);
    }
}
