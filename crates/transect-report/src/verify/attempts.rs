//! The attempts to certify one object: which pieces are taken for its parts, and how their coordinates are read.

use std::collections::BTreeSet;

use transect::CuttingPlane;
use transect_mesh::scene::Encoding;
use transect_mesh::{Certificate, FindingKind, JudgedPart, Mesh, PartPlace, Precision};

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
    /// The piece whose readings are tried; `None` if the part has nothing of the object, or if all
    /// pieces are joined.
    piece: Option<usize>,
    /// The readings that were not tried, the least likely one first.
    readings: Vec<Reading<'t>>,
    reading: Option<Reading<'t>>,
}

/// An attempt to certify an object.
pub(super) struct Attempt {
    pub(super) certificate: Certificate,
    /// For each part, the piece that was taken; `None` if the part has nothing of the object.
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
        options.advance(true)?;
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

    /// Goes on to the next reading, or to the first reading of the next piece. Returns `false` if all were tried. A reading in
    /// another precision is only tried if vertices are away from their places: it cannot explain other errors, and its larger
    /// bounds would hide them.
    fn advance(&mut self, has_vertices_away: bool) -> Result<bool, UserError> {
        let is_double = |own: &Reading<'_>| own.precision == Precision::Double;
        if self.reading.as_ref().is_some_and(is_double) && !has_vertices_away {
            self.readings.retain(is_double);
        }
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

/// An object of the input, and the cut whose parts it must have.
pub(super) struct CutObject<'t> {
    pub(super) name: &'t str,
    /// The mesh in world coordinates.
    pub(super) world: &'t Mesh,
    pub(super) planes: &'t [CuttingPlane],
    pub(super) places: &'t [PartPlace],
    pub(super) tolerance: f64,
}

impl CutObject<'_> {
    /// Tries to certify the object until no errors are left. After each attempt, the parts with errors get their next option. So
    /// the number of attempts is at most the number of all options, and not that of their combinations: an error of a part
    /// does not depend on the options of other parts. Returns the attempt with errors in the fewest parts.
    pub(super) fn best_attempt(&self, mut options: Vec<Options<'_>>) -> Result<Attempt, UserError> {
        let mut best = self.attempt(&options)?;
        let mut errors = best.errors();
        while !best.certificate.is_correct() && advance(&mut options, &errors)? {
            let next = self.attempt(&options)?;
            errors = next.errors();
            if errors.parts.len() < best.errors().parts.len() || next.certificate.is_correct() {
                best = next;
            }
        }
        Ok(best)
    }

    fn attempt(&self, options: &[Options<'_>]) -> Result<Attempt, UserError> {
        let nothing = Reading::nothing();
        let readings = options.iter();
        let readings = readings.map(|options| options.reading.as_ref().unwrap_or(&nothing));
        for bounds in readings.clone().filter_map(|reading| reading.mesh.bounds()) {
            check(self.name, bounds, Encoding::Double)?;
        }
        let parts = readings.clone().zip(self.places);
        let parts = parts
            .map(|(reading, place)| JudgedPart::without_labels(reading.written(), place.clone()));
        let parts: Vec<JudgedPart<'_>> = parts.collect();
        let certificate = Certificate::within(self.world, self.planes, &parts, self.tolerance);
        Ok(Attempt {
            certificate,
            pieces: options.iter().map(|options| options.piece).collect(),
            numbers: readings.map(Reading::numbers).collect(),
        })
    }
}

/// The errors of an attempt.
struct Errors {
    /// The parts that have errors.
    parts: BTreeSet<usize>,
    /// The parts that have vertices away from their places.
    away: BTreeSet<usize>,
}

impl Attempt {
    fn errors(&self) -> Errors {
        let errors = || self.certificate.errors();
        let away = errors().filter(|error| error.kind == FindingKind::Vertex);
        Errors {
            parts: errors().filter_map(|error| error.part).collect(),
            away: away.filter_map(|error| error.part).collect(),
        }
    }
}

/// Goes on to the next option of the parts that have errors. Errors that belong to no single part may have their cause in any
/// of them. Returns `false` if no option is left.
fn advance(options: &mut [Options<'_>], errors: &Errors) -> Result<bool, UserError> {
    let mut is_changed = false;
    for (part, options) in options.iter_mut().enumerate() {
        if errors.parts.is_empty() || errors.parts.contains(&part) {
            is_changed |= options.advance(errors.away.contains(&part))?;
        }
    }
    Ok(is_changed)
}
