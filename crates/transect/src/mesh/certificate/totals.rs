//! Checks that the volumes, first moments and areas of both halves add up to those of the input.

use crate::cutter::Cutter;
use crate::mesh::certificate::comparison::Comparison;
use crate::mesh::certificate::rounding::{Explained, Residual};
use crate::mesh::certificate::subject::Subject;
use crate::mesh::certificate::sums::Sums;
use crate::mesh::certificate::written_half::WrittenHalf;
use crate::predicates::unit::U;
use crate::threads::both;
use crate::vector::sub;

/// The volumes, first moments and areas of both halves, and the differences between their sums and those of the input.
pub(super) struct Totals {
    pub(super) halves: [Sums; 2],
    /// The larger of the differences, of both halves, between the area of the caps and that of the section.
    pub(super) caps_filled: Residual,
    pub(super) caps_agree: Residual,
    pub(super) volume: Residual,
    pub(super) first_moment: Residual,
    pub(super) area: Residual,
}

impl Totals {
    pub(super) fn of(subject: &Subject<'_, impl Cutter>, comparison: &Comparison) -> Self {
        let middle = subject.input.middle();
        let of_half = |half: &WrittenHalf<'_>| Sums::of(half.mesh, &sub(&middle, &half.origin));
        let (input, (front, back)) = both(
            subject.input.triangles().len(),
            || Sums::of(subject.input, &middle),
            || (of_half(&subject.front), of_half(&subject.back)),
        );
        let halves = [front, back];
        let [front, back] = &halves;
        // Positions are taken relative to the centre of the input's box, which adds two roundings of each coordinate.
        // The distance by which a vertex moved is at most twice its largest change along an axis.
        let displacement =
            2.0 * (comparison.displacement + 4.0 * U * subject.input.largest_coordinate());
        let explained = Explained::of(&[&input, front, back], displacement);
        let moment = |axis: usize| (front.first[axis] + back.first[axis] - input.first[axis]).abs();
        let [caps_in_front, caps_behind] = comparison.cap_areas;
        let surface = front.area + back.area - caps_in_front - caps_behind;
        let residual = |found: f64, bound| Residual {
            found: found.abs(),
            bound,
        };
        Self {
            caps_filled: worse(comparison.filled),
            caps_agree: residual(caps_in_front - caps_behind, explained.area),
            volume: residual(front.volume + back.volume - input.volume, explained.volume),
            first_moment: residual((0..3).map(moment).fold(0.0, f64::max), explained.first),
            area: residual(surface - input.area, explained.area),
            halves,
        }
    }
}

/// Returns the residual that exceeds its bound by more.
fn worse([one, other]: [Residual; 2]) -> Residual {
    if one.found - one.bound < other.found - other.bound {
        other
    } else {
        one
    }
}
