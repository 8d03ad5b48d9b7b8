//! A cut to verify: the input, the planes and the parts.

use transect_io::Document;
use transect_mesh::PartPlace;

use crate::planes::CutPlanes;

/// A cut to verify: the input, the planes and the parts.
#[derive(Clone, Debug)]
pub struct CutToVerify<'s> {
    /// The input of the cut.
    pub input: &'s Document,
    /// The planes of the cut.
    pub planes: &'s CutPlanes,
    /// The parts. Parts that are not listed are empty. A half by one plane, and a part of a region, is listed also if it is
    /// empty: it has no document.
    parts: Vec<(PartPlace, Option<&'s Document>)>,
    /// The largest allowed distance of a cut vertex from its exact position along each axis. Parts that another
    /// program made may need a tolerance.
    tolerance: f64,
}

impl<'s> CutToVerify<'s> {
    /// Returns a cut whose parts are the given ones. Other parts are empty.
    #[must_use]
    pub fn new(
        input: &'s Document,
        planes: &'s CutPlanes,
        given: Vec<(PartPlace, &'s Document)>,
        tolerance: f64,
    ) -> Self {
        let mut parts: Vec<(PartPlace, Option<&Document>)> = Vec::new();
        for place in planes.fixed_places() {
            if !given.iter().any(|(own, _)| *own == place) {
                parts.push((place, None));
            }
        }
        let given = given.into_iter();
        parts.extend(given.map(|(place, document)| (place, Some(document))));
        let rank = |place: &PartPlace| match place {
            PartPlace::Inside => (0, Vec::new()),
            PartPlace::Outside => (1, Vec::new()),
            PartPlace::Sides(sides) => (0, sides.iter().map(|side| -*side).collect()),
        };
        parts.sort_by_key(|(place, _)| rank(place));
        Self {
            input,
            planes,
            parts,
            tolerance,
        }
    }

    /// Returns the parts: both halves of one plane, the parts inside and outside of a region, or the given parts of a division.
    /// An empty part has no document.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = (&PartPlace, Option<&'s Document>)> {
        self.parts
            .iter()
            .map(|(place, document)| (place, *document))
    }

    /// Returns the largest allowed distance of a cut vertex from its exact position along each axis.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }
}
