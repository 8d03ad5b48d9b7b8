//! A function that alters halves before they are checked and written. With it, tests check that certificates report
//! faults. It needs the feature `sabotage`, which ordinary builds do not have.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use crate::mesh::indexed::Mesh;

/// A function that alters the half in front and the half behind, after they were rounded to the precision of the
/// output.
pub type Spoil = Box<dyn Fn([&mut Mesh; 2]) + Send + Sync>;

static SPOIL: OnceBox<Spoil> = OnceBox::new();

/// Sets the function that alters the halves of each object that is cut after this call. Only the first call of this
/// function has an effect.
pub fn spoil_halves(spoil: Spoil) {
    let _ = SPOIL.set(Box::new(spoil));
}

pub(super) fn spoil(halves: [&mut Mesh; 2]) {
    if let Some(spoil) = SPOIL.get() {
        spoil(halves);
    }
}
