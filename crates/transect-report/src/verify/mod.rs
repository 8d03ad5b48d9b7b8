//! The verification of halves that any program made. It matches the objects of the halves with those of the input,
//! determines the encoding (number type and origin) of each half, and computes the certificates.

mod group;
mod matching;
mod object;
mod reading;
mod task;
mod verified;

use transect::Cutter;
use transect_io::Document;

use crate::user_error::UserError;
use crate::verify::object::Object;
pub use crate::verify::reading::HalfEncoding;
use crate::verify::task::Task;
pub use crate::verify::verified::{Judged, Verified};

/// A cut to verify: the input and the two halves. A half is `None` if no part of the input is on its side of the plane.
#[derive(Clone, Copy, Debug)]
pub struct Halves<'s> {
    /// The input of the cut.
    pub input: &'s Document,
    /// The front half.
    pub front: Option<&'s Document>,
    /// The back half.
    pub back: Option<&'s Document>,
    /// The largest allowed distance of a cut vertex from its exact position along each axis. Halves that another
    /// program made may need a tolerance.
    pub tolerance: f64,
}

impl Halves<'_> {
    /// Verifies the halves object by object, or all objects as one mesh.
    ///
    /// Objects of a half are matched with those of the input by name. Objects with the same name are matched by their
    /// place: the bounding box of the half that an object must have, and the names of its parents in the tree. If
    /// several objects have the same place, the certificate decides between them. If a half has a name that the input
    /// does not have, or more objects of a name than the input, all objects are matched by place.
    ///
    /// All objects are verified as one mesh if the halves have other names than the input or fewer objects than it, and
    /// the verification object by object finds errors.
    ///
    /// # Errors
    /// Returns [`UserError`] with the name of an object whose world coordinates or volume overflow.
    pub fn verify(&self, plane: &impl Cutter) -> Result<Verified, UserError> {
        let input = Object::all(self.input);
        if input.is_empty() {
            return Err(UserError::with_hint(
                "there are no triangles in the input",
                "points and lines have no inside; export the model as a mesh",
            ));
        }
        let halves = [self.front, self.back].map(|half| half.map(Object::all).unwrap_or_default());
        Task::new(input, halves, plane, self.tolerance)?.verify()
    }
}
