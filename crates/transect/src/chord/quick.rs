//! Chords by floats with error bounds, where these decide everything. Ties, and ends nearer to each other than the
//! bounds, are left to exact numbers.

use transect_exact::Side;

use crate::chord::crossing::{Crossing, Parameter};
use crate::chord::fractions::within;
use crate::chord::track::Track;
use crate::chord::{Chord, ChordEnd};

/// A limit of the chord: a parameter with the face that it belongs to; none for an end of the ray or segment, and for a
/// body that is unbounded there.
#[derive(Clone, Copy)]
struct Limit {
    at: Parameter,
    face: Option<usize>,
    /// `true` if the bounds leave open which limit is the tighter one.
    is_open: bool,
}

impl Limit {
    fn own(t: f64) -> Self {
        let (least, most) = (t, t);
        Self {
            at: Parameter { t, least, most },
            face: None,
            is_open: false,
        }
    }

    fn end<const D: usize>(&self, track: &Track<D>) -> Option<ChordEnd> {
        let is_end = self.face.is_none();
        if self.is_open || !(is_end || self.at.is_accurate()) {
            return None;
        }
        Some(ChordEnd {
            t: if is_end {
                self.at.t
            } else {
                within(track, self.at.t)
            },
            face: self.face,
            is_end,
        })
    }
}

/// Returns the chord of a line, ray or segment in a body, given by the crossings of its half-spaces, if floats decide
/// it.
#[inline]
pub(super) fn chord<const D: usize>(
    track: &Track<D>,
    crossings: impl Iterator<Item = (usize, Option<Crossing>)>,
) -> Option<Chord> {
    let mut first = Limit::own(track.course.least);
    let mut last = Limit::own(track.course.most);
    let mut is_grazing = false;
    for (index, crossing) in crossings {
        let face = Some(index);
        match crossing? {
            Crossing::Parallel(Side::Back) => return Some(Chord::Apart),
            Crossing::Parallel(side) => is_grazing |= side == Side::On,
            Crossing::Enter(at) if at.least > first.at.most => {
                first = Limit {
                    at,
                    face,
                    is_open: false,
                };
            }
            Crossing::Enter(at) if at.most < first.at.least => {}
            Crossing::Enter(at) => {
                first.is_open = true;
                first.at.most = first.at.most.max(at.most);
            }
            Crossing::Leave(at) if at.most < last.at.least => {
                last = Limit {
                    at,
                    face,
                    is_open: false,
                };
            }
            Crossing::Leave(at) if at.least > last.at.most => {}
            Crossing::Leave(at) => {
                last.is_open = true;
                last.at.least = last.at.least.min(at.least);
            }
        }
        if first.at.least > last.at.most {
            return Some(Chord::Apart);
        }
    }
    if first.at.most >= last.at.least || track.is_point() {
        return None;
    }
    Some(Chord::Part {
        enter: first.end(track)?,
        leave: last.end(track)?,
        is_grazing,
    })
}
