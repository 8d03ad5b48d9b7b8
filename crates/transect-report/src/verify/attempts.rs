//! The attempts to certify one object: which pieces are taken for its parts, and how their coordinates are read.

use std::collections::BTreeSet;

use transect::CuttingPlane;
use transect::mesh::{Certificate, JudgedPart, Mesh, PartPlace};
use transect::scene::Encoding;

use crate::totals::check;
use crate::user_error::UserError;
use crate::verify::object::Object;
use crate::verify::reading::{PartEncoding, Reading};

/// The pieces that may be what an object has in a part, and their readings (interpretations of the coordinates, see
/// [`Reading`]).
pub(super) struct Options<'t> {
    /// The objects of the part.
    pieces: &'t [Object<'t>],
    /// The pieces that were not tried, the least likely one first.
    candidates: Vec<usize>,
    /// The piece whose readings are tried; `None` if there is none, or if all pieces are joined.
    piece: Option<usize>,
    /// The readings that were not tried, the least likely one first.
    readings: Vec<Reading<'t>>,
    reading: Option<Reading<'t>>,
}

/// An attempt to certify an object.
pub(super) struct Attempt {
    pub(super) certificate: Certificate,
    /// For each part, the piece that was taken; `None` if there is none.
    pub(super) pieces: Vec<Option<usize>>,
    /// For each part, the encoding of the coordinates; `None` if the part has nothing of the object.
    pub(super) numbers: Vec<Option<PartEncoding>>,
}

impl<'t> Options<'t> {
    /// Returns the options for a part, with the first one tried. `candidates` are the possible pieces, the most likely one
    /// first.
    pub(super) fn of(pieces: &'t [Object<'t>], candidates: &[usize]) -> Result<Self, UserError> {
        let mut options = Self {
            pieces,
            candidates: candidates.iter().rev().copied().collect(),
            ..Self::of_readings(Vec::new())
        };
        options.advance()?;
        Ok(options)
    }

    /// Returns the options if a mesh is given in some readings, the most likely one first.
    pub(super) fn of_readings(mut readings: Vec<Reading<'t>>) -> Self {
        readings.reverse();
        Self {
            pieces: &[],
            candidates: Vec::new(),
            piece: None,
            reading: readings.pop(),
            readings,
        }
    }

    /// Goes on to the next reading, or to the first reading of the next piece. Returns `false` if all were tried.
    fn advance(&mut self) -> Result<bool, UserError> {
        while self.readings.is_empty() {
            let Some(piece) = self.candidates.pop() else {
                return Ok(false);
            };
            self.piece = Some(piece);
            self.readings = Reading::of(&self.pieces[piece])?;
            self.readings.reverse();
        }
        self.reading = self.readings.pop();
        Ok(true)
    }
}

impl Attempt {
    /// Tries to certify an object until there is no error. After each attempt, the parts with errors get their next option. So
    /// the number of attempts is at most the number of all options, and not that of their combinations: an error of a part
    /// does not depend on the options of other parts. Returns the attempt with errors in the fewest parts.
    pub(super) fn best(
        input: &Mesh,
        planes: &[CuttingPlane],
        places: &[PartPlace],
        mut options: Vec<Options<'_>>,
        tolerance: f64,
        name: &str,
    ) -> Result<Self, UserError> {
        let attempt =
            |options: &[Options<'_>]| Self::of(input, planes, places, options, tolerance, name);
        let mut best = attempt(&options)?;
        let mut wrong = best.parts_with_errors();
        while !best.certificate.is_correct() && advance(&mut options, &wrong)? {
            let next = attempt(&options)?;
            wrong = next.parts_with_errors();
            let is_better = wrong.len() < best.parts_with_errors().len();
            if is_better || next.certificate.is_correct() {
                best = next;
            }
        }
        Ok(best)
    }

    fn of(
        input: &Mesh,
        planes: &[CuttingPlane],
        places: &[PartPlace],
        options: &[Options<'_>],
        tolerance: f64,
        name: &str,
    ) -> Result<Self, UserError> {
        let nothing = Reading::nothing();
        let readings = options.iter();
        let readings = readings.map(|options| options.reading.as_ref().unwrap_or(&nothing));
        for bounds in readings.clone().filter_map(|reading| reading.mesh.bounds()) {
            check(name, bounds, Encoding::Double)?;
        }
        let parts = readings.clone().zip(places);
        let parts = parts
            .map(|(reading, place)| JudgedPart::without_labels(reading.written(), place.clone()));
        let parts: Vec<JudgedPart<'_>> = parts.collect();
        Ok(Self {
            certificate: Certificate::within(input, planes, &parts, tolerance),
            pieces: options.iter().map(|options| options.piece).collect(),
            numbers: readings.map(Reading::numbers).collect(),
        })
    }

    /// Returns the indices of the parts that have errors.
    fn parts_with_errors(&self) -> BTreeSet<usize> {
        let errors = self.certificate.errors();
        errors.filter_map(|error| error.part).collect()
    }
}

/// Goes on to the next option of the parts that have errors. Errors that belong to no single part may have their cause in any
/// of them. Returns `false` if there is no other option.
fn advance(options: &mut [Options<'_>], wrong: &BTreeSet<usize>) -> Result<bool, UserError> {
    let mut is_changed = false;
    for (part, options) in options.iter_mut().enumerate() {
        if wrong.is_empty() || wrong.contains(&part) {
            is_changed |= options.advance()?;
        }
    }
    Ok(is_changed)
}
