//! A function that alters halves before they are checked and written. With it, tests check that certificates report
//! faults. It needs the feature `sabotage`, which ordinary builds do not have.

use alloc::boxed::Box;

use once_cell::race::OnceBox;
use transect::{Cutter as _, CuttingPlane};

use crate::mesh::indexed::{CAP, Mesh};

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

/// Alters two parts of a mesh that several planes cut, by the function that [`spoil_halves`] set. The cut faces of plane i have
/// the part number `first` + i. The function gets them as caps, and gives each the nearest plane back.
pub(super) fn spoil_parts(parts: [&mut Mesh; 2], first: u32, planes: &[CuttingPlane]) {
    let Some(spoil) = SPOIL.get() else {
        return;
    };
    let [one, other] = parts;
    let numbers = || first..first + planes.len() as u32;
    for part in [&mut *one, &mut *other] {
        numbers().for_each(|number| part.rename_part(number, CAP));
    }
    spoil([one, other]);
    for part in [one, other] {
        let mut raw = core::mem::take(part).into_raw();
        for (number, triangle) in raw.parts.iter_mut().zip(&raw.triangles) {
            let distance = |plane: &CuttingPlane| {
                let corners = triangle
                    .iter()
                    .map(|&vertex| &raw.positions[vertex as usize]);
                corners.fold(0.0_f64, |most, corner| {
                    most.max(plane.distance_to(corner).abs())
                })
            };
            if *number == CAP {
                let nearest = numbers()
                    .zip(planes)
                    .min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
                *number = nearest.map_or(first, |(number, _)| number);
            }
        }
        *part = Mesh::new(raw).expect("the function keeps lists of equal lengths");
    }
}
